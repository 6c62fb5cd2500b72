package d2_test

import (
	"fmt"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
)

// The whole way: place two shapes, ask how far apart they are, move one, and push it out again.
func Example() {
	wall, err := d2.Place(d2.Box{Size: d2.Vec{X: 2, Y: 4}}, d2.Pose{})
	if err != nil {
		fmt.Println(err) // bad input is refused here, and nowhere else
		return
	}
	ball, err := d2.Place(d2.Circle{Radius: 0.5}, d2.Pose{Pos: d2.Vec{X: 3}})
	if err != nil {
		fmt.Println(err)
		return
	}
	c := d2.Distance(&wall, &ball)
	fmt.Println(c.Relation, c.Distance, "along", c.Normal, "from", c.PointA, "to", c.PointB)

	if err := ball.Move(d2.Pose{Pos: d2.Vec{X: 1.25}}); err != nil {
		fmt.Println(err)
		return
	}
	c = d2.Distance(&wall, &ball)
	fmt.Println(c.Relation, c.Distance, "push it by", c.MTV())
	fmt.Println("proved:", c.Lower <= -0.25 && -0.25 <= c.Upper && c.Upper-c.Lower < 1e-13)

	if err := ball.Move(d2.Pose{Pos: ball.Pose().Pos.Add(c.MTV())}); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(d2.Relate(&wall, &ball), d2.Relate(&wall, &ball) == collide.Touching)
	// Output:
	// apart 1.5 along {1 0} from {1 0} to {2.5 0}
	// overlapping -0.25 push it by {0.25 0}
	// proved: true
	// touching true
}

// In a loop keep a Query and, for each pair, a Cache: then nothing is allocated, and a search
// begins where the last one about the pair ended.
func Example_loop() {
	q, err := d2.NewQuery(d2.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	floor, _ := d2.Place(d2.HalfSpace{Normal: d2.Vec{Y: 1}}, d2.Pose{})
	ball, _ := d2.Place(d2.Circle{Radius: 0.5}, d2.Pose{})
	var cache d2.Cache
	for step, y := range []float64{2, 1, 0.5, 0.25} {
		if err := ball.Move(d2.Pose{Pos: d2.Vec{Y: y}}); err != nil {
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
