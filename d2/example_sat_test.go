package d2_test

import (
	"fmt"

	"github.com/collide-go/collide/d2"
)

// sampleTriangle and a unit square that reaches 0.1 into it.
func triangleAndSquare() (a, b d2.Object) {
	triangle, _ := d2.NewPolygon([]d2.Vec{{X: 0, Y: 0}, {X: 2, Y: 0}, {X: 0, Y: 2}})
	a, _ = d2.Place(triangle, d2.Pose{})
	b, _ = d2.Place(d2.Box{Size: d2.Vec{X: 1, Y: 1}}, d2.Pose{Pos: d2.Vec{X: -0.4, Y: 1}})
	return a, b
}

func ExampleSAT() {
	a, b := triangleAndSquare()
	c, st, _ := d2.SAT(&a, &b)
	fmt.Printf("%v by %.1f along (%.0f, %.0f), %d axes\n", c.Relation, -c.Distance, st.Axis.X, st.Axis.Y, st.Tested)
	// Output: overlapping by 0.1 along (-1, 0), 7 axes
}

func ExampleQuery_SAT() {
	a, b := triangleAndSquare()
	q, _ := d2.NewQuery(d2.Options{})
	_, all, _ := q.SAT(&a, &b, d2.SATOptions{}, nil)
	c, some, _ := q.SAT(&a, &b, d2.SATOptions{Cull: d2.CullDepth}, nil)
	fmt.Printf("%.1f with %d of %d axes\n", c.Distance, some.Tested, all.Tested)
	// Output: -0.1 with 2 of 7 axes
}

func ExampleQuery_SATRelate() {
	a, b := triangleAndSquare()
	q, _ := d2.NewQuery(d2.Options{})
	var c d2.Cache
	for _, x := range []float64{-0.4, -0.6, -0.7} {
		_ = b.Move(d2.Pose{Pos: d2.Vec{X: x, Y: 1}})
		rel, st, _ := q.SATRelate(&a, &b, d2.SATOptions{}, &c)
		fmt.Printf("%v: %d tested, %d skipped\n", rel, st.Tested, st.Skipped)
	}
	// Output:
	// overlapping: 7 tested, 0 skipped
	// apart: 4 tested, 3 skipped
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
