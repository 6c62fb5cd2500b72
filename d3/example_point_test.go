package d3_test

import (
	"fmt"

	"github.com/collide-go/collide/d3"
)

// A sensor at (3, 0, 0) beside a box from -1 to 1.
func ExampleClosestPoint() {
	box, _ := d3.Place(d3.Box{Size: d3.Vec{X: 2, Y: 2, Z: 2}}, d3.Pose{})
	near, err := d3.ClosestPoint(&box, d3.Vec{X: 3})
	fmt.Println(near.Distance, near.Point, near.Normal, near.Relation, err)
	near, err = d3.ClosestPoint(&box, d3.Vec{X: 0.5})
	fmt.Println(near.Distance, near.Point, near.Normal, near.Relation, err)
	// Output:
	// 2 {1 0 0} {1 0 0} apart <nil>
	// -0.5 {1 0 0} {1 0 0} overlapping <nil>
}

// Many points write to one Closest.
func ExampleQuery_ClosestPointInto() {
	query, _ := d3.NewQuery(d3.Options{})
	box, _ := d3.Place(d3.Box{Size: d3.Vec{X: 2, Y: 2, Z: 2}}, d3.Pose{})
	var near d3.Closest
	for _, x := range []float64{0.5, 1, 3} {
		err := query.ClosestPointInto(&near, &box, d3.Vec{X: x})
		fmt.Println(near.Relation, near.Distance, err)
	}
	// Output:
	// overlapping -0.5 <nil>
	// touching 0 <nil>
	// apart 2 <nil>
}

// Does a part fit into the room of a machine?
func ExampleContains() {
	room, _ := d3.Place(d3.Box{Size: d3.Vec{X: 4, Y: 4, Z: 4}}, d3.Pose{})
	part, _ := d3.Place(d3.Cylinder{Radius: 1, Height: 4}, d3.Pose{})
	fmt.Println(d3.Contains(&room, &part))
	_ = part.Move(d3.Pose{Pos: d3.Vec{X: 1.5}})
	fmt.Println(d3.Contains(&room, &part))
	// Output:
	// inside, touching the boundary
	// not inside
}

// A clearance of 0.5 between two balls that are 0.5 apart is kept, exactly.
func ExampleRelateMargin() {
	a, _ := d3.Place(d3.Sphere{Radius: 1}, d3.Pose{})
	b, _ := d3.Place(d3.Sphere{Radius: 1}, d3.Pose{Pos: d3.Vec{X: 2.5}})
	rel, _ := d3.RelateMargin(&a, &b, 0.5)
	near, _ := d3.Within(&a, &b, 0.25)
	fmt.Println(rel, near)
	// Output: touching false
}

// Whether two bodies are within 0.25 of each other.
func ExampleWithin() {
	a, _ := d3.Place(d3.Sphere{Radius: 1}, d3.Pose{})
	b, _ := d3.Place(d3.Sphere{Radius: 1}, d3.Pose{Pos: d3.Vec{X: 2.25}})
	near, err := d3.Within(&a, &b, 0.25)
	fmt.Println(near, err)
	// Output: true <nil>
}

// Bodies farther apart than 1 are of no interest: a bound is enough.
func ExampleDistanceWithin() {
	a, _ := d3.Place(d3.Sphere{Radius: 1}, d3.Pose{})
	b, _ := d3.Place(d3.Sphere{Radius: 1}, d3.Pose{Pos: d3.Vec{X: 9}})
	ct, _ := d3.DistanceWithin(&a, &b, 1)
	fmt.Println(ct.Relation, ct.Lower > 1, ct.Status)
	// Output: apart true limit
}
