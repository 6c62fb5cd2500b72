package d3_test

import (
	"fmt"

	"github.com/collide-go/collide/d3"
)

// Two crates, one a little inside the other: lifting it by the depth along the axis is the shortest way out.
func ExampleSAT() {
	crate := d3.Box{Size: d3.Vec{X: 2, Y: 2, Z: 2}}
	a, err := d3.Place(crate, d3.Pose{})
	if err != nil {
		fmt.Println(err)
		return
	}
	b, err := d3.Place(crate, d3.Pose{Pos: d3.Vec{X: 0.5, Y: 1, Z: 1.75}})
	if err != nil {
		fmt.Println(err)
		return
	}
	c, stats, err := d3.SAT(&a, &b)
	fmt.Println(c.Distance, stats.Axis, stats.Separated, stats.Tested, err)
	// Parallel edges have no product: three of the 15 axes are left out.
	fmt.Println(stats.Skipped)
	// Output:
	// -0.25 {0 0 1} false 12 <nil>
	// 3
}

// The axis that separated two boxes is tried first the next time.
func ExampleQuery_SAT() {
	q, err := d3.NewQuery(d3.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	var cache d3.Cache
	box := d3.Box{Size: d3.Vec{X: 2, Y: 2, Z: 2}}
	a, _ := d3.Place(box, d3.Pose{}) // errors are for sizes and poses that are wrong
	for _, z := range []float64{3.5, 3.25, 3} {
		b, _ := d3.Place(box, d3.Pose{Pos: d3.Vec{X: 1, Y: 0.5, Z: z}})
		c, stats, err := q.SAT(&a, &b, d3.SATOptions{}, &cache)
		fmt.Println(c.Distance, stats.Axis, stats.Separated, stats.Tested, err)
	}
	// Output:
	// 1.5 {0 0 1} true 3 <nil>
	// 1.25 {0 0 1} true 1 <nil>
	// 1 {0 0 1} true 1 <nil>
}

// The first axis that separates ends the test.
func ExampleQuery_SATRelate() {
	q, err := d3.NewQuery(d3.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	pyramid, err := d3.NewHull([]d3.Vec{{X: 1, Y: 1}, {X: 1, Y: -1}, {X: -1, Y: 1}, {X: -1, Y: -1}, {Z: 1}})
	if err != nil {
		fmt.Println(err)
		return
	}
	a, _ := d3.Place(pyramid, d3.Pose{}) // errors are for sizes and poses that are wrong
	for _, z := range []float64{2, 1, 0.5} {
		b, _ := d3.Place(d3.Box{Size: d3.Vec{X: 1, Y: 1, Z: 1}}, d3.Pose{Pos: d3.Vec{Z: 0.5 + z}})
		relation, stats, err := q.SATRelate(&a, &b, d3.SATOptions{Cull: d3.CullDepth}, nil)
		fmt.Println(relation, stats.Separated, err)
	}
	// Output:
	// apart true <nil>
	// touching false <nil>
	// overlapping false <nil>
}

func ExampleCull_String() {
	fmt.Println(d3.CullNone, d3.CullSlab, d3.CullDepth)
	// Output: none slab depth
}
