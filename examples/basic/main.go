// Command basic places a box and a ball, and measures between them.
package main

import (
	"fmt"
	"log"

	"github.com/collide-go/collide/d3"
)

func main() {
	box, err1 := d3.Place(d3.Box{Size: d3.Vec{X: 2, Y: 2, Z: 2}}, d3.Pose{})
	ball, err2 := d3.Place(d3.Sphere{Radius: 0.5}, d3.Pose{Pos: d3.Vec{X: 3}})
	if err1 != nil || err2 != nil {
		log.Fatal(err1, err2) // bad input is refused here, and nowhere else
	}
	c := d3.Distance(&box, &ball)
	fmt.Println(c.Relation, c.Distance, "between", c.PointA, "and", c.PointB)
}
