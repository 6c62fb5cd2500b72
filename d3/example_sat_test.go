package d3_test

import (
	"fmt"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d3"
)

// Two crates, one a little inside the other: lifting it by the depth along the axis is the shortest
// way out.
func ExampleSAT() {
	crate := d3.Box{Size: d3.Vec{X: 2, Y: 2, Z: 2}}
	a, _ := d3.Place(crate, d3.Pose{}) // errors are for sizes and poses that are wrong
	b, _ := d3.Place(crate, d3.Pose{Pos: d3.Vec{X: 0.5, Y: 1, Z: 1.75}})
	c, axis := d3.SAT(&a, &b)
	fmt.Println(c.Distance, axis)
	// Output:
	// -0.25 {0 0 1}
}

// A Query with the Algorithm SAT ends at the first axis that separates, and tries it first the next
// time. Its Trace tells how many axes it took: none where the AABBs are apart, which these turned
// boxes' are not.
func ExampleOptions_algorithm() {
	var trace d3.Trace
	q, err := d3.NewQuery(d3.Options{Algorithm: collide.SAT, Trace: &trace})
	if err != nil {
		fmt.Println(err)
		return
	}
	var cache d3.Cache
	box := d3.Box{Size: d3.Vec{X: 2, Y: 2, Z: 2}}
	turn, _ := d3.NewQuat(0.6, 0, 0, 0.8)
	a, _ := d3.Place(box, d3.Pose{Rot: turn}) // errors are for sizes and poses that are wrong
	for _, z := range []float64{2.5, 2.25, 1.75} {
		b, _ := d3.Place(box, d3.Pose{Pos: turn.Apply(d3.Vec{X: 1, Y: 0.5, Z: z}), Rot: turn})
		fmt.Println(q.Relate(&a, &b, &cache), trace.Tested, trace.Skipped)
	}
	// Output:
	// apart 3 12
	// apart 1 0
	// overlapping 13 3
}

// Culling leaves out faces that cannot give the least overlap.
func ExampleCull() {
	pyramid, err := d3.NewHull([]d3.Vec{{X: 1, Y: 1}, {X: 1, Y: -1}, {X: -1, Y: 1}, {X: -1, Y: -1}, {Z: 1}})
	if err != nil {
		fmt.Println(err)
		return
	}
	q, err := d3.NewQuery(d3.Options{Algorithm: collide.SAT, Cull: d3.CullDepth})
	if err != nil {
		fmt.Println(err)
		return
	}
	a, _ := d3.Place(pyramid, d3.Pose{})
	for _, z := range []float64{2, 1, 0.5} {
		b, _ := d3.Place(d3.Box{Size: d3.Vec{X: 1, Y: 1, Z: 1}}, d3.Pose{Pos: d3.Vec{Z: 0.5 + z}})
		fmt.Println(q.Relate(&a, &b, nil))
	}
	// Output:
	// apart
	// touching
	// overlapping
}

func ExampleCull_String() {
	fmt.Println(d3.CullNone, d3.CullDepth)
	// Output: none depth
}
