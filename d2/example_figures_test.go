package d2_test

import (
	"errors"
	"fmt"

	"github.com/collide-go/collide/d2"
)

// A unit square and a triangle.
func figures() (a, b *d2.Hull) {
	a, _ = d2.NewHull([]d2.Vec{{X: 0, Y: 0}, {X: 1, Y: 0}, {X: 1, Y: 1}, {X: 0, Y: 1}})
	b, _ = d2.NewHull([]d2.Vec{{X: 0, Y: 0}, {X: 2, Y: 0}, {X: 0, Y: 2}})
	return a, b
}

func ExampleMinkowskiSum() {
	a, b := figures()
	s, err := d2.MinkowskiSum(a, b)
	fmt.Println(s.Vertices(), err)
	// Output: [{0 0} {3 0} {3 1} {1 3} {0 3}] <nil>
}

func ExampleMinkowskiDifference() {
	a, b := figures()
	d, err := d2.MinkowskiDifference(a, b)
	fmt.Println(d.Vertices(), err)
	// Output: [{-2 0} {0 -2} {1 -2} {1 1} {-2 1}] <nil>
}

func ExampleMinkowskiTable() {
	sum, difference := d2.MinkowskiTable([]d2.Vec{{X: 1, Y: 2}}, []d2.Vec{{X: 3, Y: 0}, {X: 0, Y: 5}})
	for i, s := range sum {
		fmt.Printf("A%d + B%d = %v, A%d - B%d = %v\n", s.A+1, s.B+1, s.Point, s.A+1, s.B+1, difference[i].Point)
	}
	// Output:
	// A1 + B1 = {4 2}, A1 - B1 = {-2 2}
	// A1 + B2 = {1 7}, A1 - B2 = {1 -3}
}

func ExampleObject_Hull() {
	o, _ := d2.Place(d2.Box{Size: d2.Vec{X: 2, Y: 2}}, d2.Pose{Pos: d2.Vec{X: 5}})
	h, err := o.Hull()
	fmt.Println(h.Vertices(), err)
	// Output: [{4 -1} {6 -1} {6 1} {4 1}] <nil>
}

func ExampleCheckConvex() {
	c, _ := d2.CheckConvex([]d2.Vec{{X: 0, Y: 0}, {X: 2, Y: 2}, {X: 2, Y: 0}, {X: 0, Y: 2}})
	fmt.Println(c.Fault, c.Edges, c.Point)
	// Output: crossing [0 2] {1 1}
}

func ExampleFault_String() {
	fmt.Println(d2.FaultReflex)
	// Output: reflex
}

func ExampleConvexPosition() {
	i, _ := d2.ConvexPosition([]d2.Vec{{X: 0, Y: 0}, {X: 4, Y: 0}, {X: 1, Y: 1}, {X: 0, Y: 4}})
	fmt.Println(i)
	// Output: 2
}

func ExampleDecompose() {
	pieces, err := d2.Decompose([]d2.Vec{{X: 0, Y: 0}, {X: 2, Y: 0}, {X: 2, Y: 1}, {X: 1, Y: 1}, {X: 1, Y: 2}, {X: 0, Y: 2}})
	for _, p := range pieces {
		fmt.Println(p.Vertices())
	}
	fmt.Println(err)
	// Output:
	// [{0 0} {1 1} {1 2} {0 2}]
	// [{0 0} {2 0} {2 1} {1 1}]
	// <nil>
}

func ExampleRegionError() {
	_, err := d2.Decompose([]d2.Vec{{X: 0, Y: 0}, {X: 2, Y: 2}, {X: 2, Y: 0}, {X: 0, Y: 2}})
	var e *d2.RegionError
	fmt.Println(errors.As(err, &e), e.Path())
	fmt.Println(e)
	// Output:
	// true outer[0]
	// edges outer[0] and outer[2] cross at (1, 1)
}
