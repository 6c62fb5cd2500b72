package d2_test

import (
	"fmt"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
)

// triangleAndSquare returns a right triangle and a unit square that reaches 0.1 into it.
func triangleAndSquare() (a, b d2.Object) {
	triangle, _ := d2.NewPolygon([]d2.Vec{{X: 0, Y: 0}, {X: 2, Y: 0}, {X: 0, Y: 2}})
	a, _ = d2.Place(triangle, d2.Pose{})
	b, _ = d2.Place(d2.Box{Size: d2.Vec{X: 1, Y: 1}}, d2.Pose{Pos: d2.Vec{X: -0.4, Y: 1}})
	return a, b
}

func ExampleSAT() {
	a, b := triangleAndSquare()
	c, axis := d2.SAT(&a, &b)
	fmt.Printf("%v by %.1f along (%.0f, %.0f)\n", c.Relation, -c.Distance, axis.X, axis.Y)
	// Output: overlapping by 0.1 along (-1, 0)
}

// A Trace tells how many axes SAT tested; culling leaves some of them out.
func ExampleCull() {
	a, b := triangleAndSquare()
	for _, cull := range []d2.Cull{d2.CullNone, d2.CullDepth} {
		var trace d2.Trace
		q, _ := d2.NewQuery(d2.Options{Algorithm: collide.SAT, Cull: cull, Trace: &trace})
		c := q.Distance(&a, &b, nil)
		fmt.Printf("%.1f with %d axes, %d left out\n", c.Distance, trace.Tested, trace.Skipped)
	}
	// Output:
	// -0.1 with 7 axes, 0 left out
	// -0.1 with 2 axes, 5 left out
}

// The axis that separated the shapes in the last step comes first in the next.
func ExampleQuery_Relate_separatingAxis() {
	a, b := triangleAndSquare()
	var trace d2.Trace
	q, _ := d2.NewQuery(d2.Options{Algorithm: collide.SAT, Trace: &trace})
	var c d2.Cache
	for _, x := range []float64{1.4, 1.6, 1.7} { // over the longest side, where the AABBs meet
		_ = b.Move(d2.Pose{Pos: d2.Vec{X: x, Y: x}})
		rel := q.Relate(&a, &b, &c)
		fmt.Printf("%v: %d tested, %d skipped\n", rel, trace.Tested, trace.Skipped)
	}
	// Output:
	// overlapping: 7 tested, 0 skipped
	// apart: 2 tested, 5 skipped
	// apart: 1 tested, 7 skipped
}

func ExampleContact_MTV() {
	a, b := triangleAndSquare()
	c := d2.Distance(&a, &b)
	v := c.MTV()
	fmt.Printf("move the square by (%.1f, %.1f)\n", v.X, v.Y)
	// Output: move the square by (-0.1, 0.0)
}

func ExampleCull_String() {
	fmt.Println(d2.CullNone, d2.CullSlab, d2.CullDepth)
	// Output: none slab depth
}
