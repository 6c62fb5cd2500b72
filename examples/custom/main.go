// Command custom measures with a shape of its own: a spindle, two cones base to base. All it takes
// is a support map and a margin.
package main

import (
	"fmt"
	"log"
	"math"

	"github.com/collide-go/collide/d3"
)

// Spindle is the convex hull of a disc of the given radius in the XY plane and two points at
// +-Height/2 on Z.
type Spindle struct{ Radius, Height float64 }

// Support returns the tip or the point of the rim that lies farther along dir.
func (s Spindle) Support(dir d3.Vec) d3.Vec {
	tip := d3.Vec{Z: math.Copysign(s.Height/2, dir.Z)}
	across := math.Sqrt(dir.X*dir.X + dir.Y*dir.Y)
	if s.Radius*across <= math.Abs(dir.Z)*s.Height/2 {
		return tip
	}
	return d3.Vec{X: s.Radius * dir.X / across, Y: s.Radius * dir.Y / across}
}

// Margin returns 0: nothing is grown. With 0.1 the spindle would be rounded by that radius.
func (s Spindle) Margin() float64 { return 0 }

func main() {
	spindle, err := d3.Place(Spindle{Radius: 1, Height: 4}, d3.Pose{})
	if err != nil {
		log.Fatal(err)
	}
	for _, at := range []d3.Vec{{X: 3}, {Z: 3.5}, {X: 1, Z: 1}} {
		ball, err := d3.Place(d3.Sphere{Radius: 0.5}, d3.Pose{Pos: at})
		if err != nil {
			log.Fatal(err)
		}
		c := d3.Distance(&spindle, &ball)
		fmt.Printf("ball at %v: %v, distance %.6f, bracket narrower than 1e-8: %v\n", at, c.Relation, c.Distance,
			c.Upper-c.Lower < 1e-8)
	}
}
