package d2_test

import (
	"fmt"

	"github.com/collide-go/collide/d2"
)

// A sensor at (3, 0) beside a box from -1 to 1.
func ExampleClosestPoint() {
	box, _ := d2.Place(d2.Box{Size: d2.Vec{X: 2, Y: 2}}, d2.Pose{})
	near, err := d2.ClosestPoint(&box, d2.Vec{X: 3})
	fmt.Println(near.Distance, near.Point, near.Normal, near.Relation, err)
	near, err = d2.ClosestPoint(&box, d2.Vec{X: 0.5})
	fmt.Println(near.Distance, near.Point, near.Normal, near.Relation, err)
	// Output:
	// 2 {1 0} {1 0} apart <nil>
	// -0.5 {1 0} {1 0} overlapping <nil>
}

// Many points write to one Closest.
func ExampleQuery_ClosestPointInto() {
	query, _ := d2.NewQuery(d2.Options{})
	box, _ := d2.Place(d2.Box{Size: d2.Vec{X: 2, Y: 2}}, d2.Pose{})
	var near d2.Closest
	for _, x := range []float64{0.5, 1, 3} {
		err := query.ClosestPointInto(&near, &box, d2.Vec{X: x})
		fmt.Println(near.Relation, near.Distance, err)
	}
	// Output:
	// overlapping -0.5 <nil>
	// touching 0 <nil>
	// apart 2 <nil>
}

// Does a part fit into the room of a machine?
func ExampleContains() {
	room, _ := d2.Place(d2.Box{Size: d2.Vec{X: 4, Y: 4}}, d2.Pose{})
	part, _ := d2.Place(d2.Ellipse{Radii: d2.Vec{X: 1, Y: 2}}, d2.Pose{})
	fmt.Println(d2.Contains(&room, &part))
	_ = part.Move(d2.Pose{Pos: d2.Vec{X: 1.5}})
	fmt.Println(d2.Contains(&room, &part))
	// Output:
	// inside, touching the boundary
	// not inside
}

// A clearance of 0.5 between two discs that are 0.5 apart is kept, exactly.
func ExampleRelateMargin() {
	a, _ := d2.Place(d2.Circle{Radius: 1}, d2.Pose{})
	b, _ := d2.Place(d2.Circle{Radius: 1}, d2.Pose{Pos: d2.Vec{X: 2.5}})
	rel, _ := d2.RelateMargin(&a, &b, 0.5)
	near, _ := d2.Within(&a, &b, 0.25)
	fmt.Println(rel, near)
	// Output: touching false
}

// Whether two bodies are within 0.25 of each other.
func ExampleWithin() {
	a, _ := d2.Place(d2.Circle{Radius: 1}, d2.Pose{})
	b, _ := d2.Place(d2.Circle{Radius: 1}, d2.Pose{Pos: d2.Vec{X: 2.25}})
	near, err := d2.Within(&a, &b, 0.25)
	fmt.Println(near, err)
	// Output: true <nil>
}

// Bodies farther apart than 1 are of no interest: a bound is enough.
func ExampleDistanceWithin() {
	a, _ := d2.Place(d2.Circle{Radius: 1}, d2.Pose{})
	b, _ := d2.Place(d2.Circle{Radius: 1}, d2.Pose{Pos: d2.Vec{X: 9}})
	ct, _ := d2.DistanceWithin(&a, &b, 1)
	fmt.Println(ct.Relation, ct.Lower > 1, ct.Status)
	// Output: apart true limit
}
