package d3_test

import (
	"fmt"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d3"
)

// The whole way: place two shapes, ask how far apart they are, move one, and push it out again.
func Example() {
	wall, err := d3.Place(d3.Box{Size: d3.Vec{X: 2, Y: 4, Z: 4}}, d3.Pose{})
	if err != nil {
		fmt.Println(err) // bad input is refused here, and nowhere else
		return
	}
	ball, err := d3.Place(d3.Sphere{Radius: 0.5}, d3.Pose{Pos: d3.Vec{X: 3}})
	if err != nil {
		fmt.Println(err)
		return
	}
	c := d3.Distance(&wall, &ball)
	fmt.Println(c.Relation, c.Distance, "along", c.Normal, "from", c.PointA, "to", c.PointB)

	if err := ball.Move(d3.Pose{Pos: d3.Vec{X: 1.25}}); err != nil {
		fmt.Println(err)
		return
	}
	c = d3.Distance(&wall, &ball)
	fmt.Println(c.Relation, c.Distance, "push it by", c.MTV())
	fmt.Println("proved:", c.Lower <= -0.25 && -0.25 <= c.Upper && c.Upper-c.Lower < 1e-13)

	if err := ball.Move(d3.Pose{Pos: ball.Pose().Pos.Add(c.MTV())}); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(d3.Relate(&wall, &ball), d3.Relate(&wall, &ball) == collide.Touching)
	// Output:
	// apart 1.5 along {1 0 0} from {1 0 0} to {2.5 0 0}
	// overlapping -0.25 push it by {0.25 0 0}
	// proved: true
	// touching true
}

// In a loop keep a Query and, for each pair, a Cache: then nothing is allocated, and a search
// begins where the last one about the pair ended.
func Example_loop() {
	q, err := d3.NewQuery(d3.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	floor, _ := d3.Place(d3.HalfSpace{Normal: d3.Vec{Z: 1}}, d3.Pose{})
	ball, _ := d3.Place(d3.Sphere{Radius: 0.5}, d3.Pose{})
	var cache d3.Cache
	for step, z := range []float64{2, 1, 0.5, 0.25} {
		if err := ball.Move(d3.Pose{Pos: d3.Vec{Z: z}}); err != nil {
			fmt.Println(err)
			return
		}
		c := q.Distance(&floor, &ball, &cache)
		fmt.Println("step", step, c.Relation, c.Distance)
	}
	// Output:
	// step 0 apart 1.5
	// step 1 apart 0.5
	// step 2 touching 0
	// step 3 overlapping -0.25
}
