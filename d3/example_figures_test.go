package d3_test

import (
	"fmt"

	"github.com/collide-go/collide/d3"
)

// A box from the origin on, and a segment along Z.
func figures() (a, b *d3.Hull) {
	box, _ := d3.Place(d3.Box{Size: d3.Vec{X: 1, Y: 1, Z: 1}}, d3.Pose{Pos: d3.Vec{X: 0.5, Y: 0.5, Z: 0.5}})
	a, _ = box.Hull()
	b, _ = d3.NewHull([]d3.Vec{{}, {Z: 2}})
	return a, b
}

func ExampleMinkowskiSum() {
	a, b := figures()
	s, err := d3.MinkowskiSum(a, b)
	fmt.Println(len(s.Vertices()), s.Support(d3.Vec{X: 1, Y: 1, Z: 1}), err)
	// Output: 8 {1 1 3} <nil>
}

func ExampleMinkowskiDifference() {
	a, b := figures()
	d, err := d3.MinkowskiDifference(a, b)
	fmt.Println(len(d.Vertices()), d.Support(d3.Vec{X: -1, Y: -1, Z: -1}), err)
	// Output: 8 {0 0 -2} <nil>
}

func ExampleMinkowskiTable() {
	sum, difference := d3.MinkowskiTable([]d3.Vec{{X: 1, Y: 2, Z: 3}}, []d3.Vec{{X: 3}, {Z: 5}})
	for i, s := range sum {
		fmt.Printf("A%d + B%d = %v, A%d - B%d = %v\n", s.A+1, s.B+1, s.Point, s.A+1, s.B+1, difference[i].Point)
	}
	// Output:
	// A1 + B1 = {4 2 3}, A1 - B1 = {-2 2 3}
	// A1 + B2 = {1 2 8}, A1 - B2 = {1 2 -2}
}

func ExampleObject_Hull() {
	o, _ := d3.Place(d3.Capsule{Height: 2, Radius: 1}, d3.Pose{Pos: d3.Vec{X: 5}})
	h, err := o.Hull()
	fmt.Println(h.Vertices(), err)
	// Output: [{5 0 1} {5 0 -1}] <nil>
}

func ExampleConvexPosition() {
	i, _ := d3.ConvexPosition([]d3.Vec{{}, {X: 4}, {Y: 4}, {Z: 4}, {X: 1, Y: 1, Z: 1}})
	fmt.Println(i)
	// Output: 4
}
