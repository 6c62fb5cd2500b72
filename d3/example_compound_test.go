package d3_test

import (
	"errors"
	"fmt"
	"log"

	"github.com/collide-go/collide/d3"
)

// A table: a plate on two legs, built once, and placed where it is wanted.
func ExampleCompound() {
	leg := d3.Box{Size: d3.Vec{X: 0.1, Y: 1, Z: 1}}
	table, err := d3.NewCompound([]d3.Part{
		{Shape: d3.Box{Size: d3.Vec{X: 2, Y: 1, Z: 0.1}}, Pose: d3.Pose{Pos: d3.Vec{Z: 1.05}}},
		{Shape: leg, Pose: d3.Pose{Pos: d3.Vec{X: -0.9, Z: 0.5}}},
		{Shape: leg, Pose: d3.Pose{Pos: d3.Vec{X: 0.9, Z: 0.5}}},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	body, _ := d3.Place(table, d3.Pose{Pos: d3.Vec{X: 10}})
	ball, _ := d3.Place(d3.Sphere{Radius: 0.15}, d3.Pose{Pos: d3.Vec{X: 10, Z: 1.5}})
	ct := d3.Distance(&body, &ball)
	fmt.Printf("%v, %.2f from part %d\n", ct.Relation, ct.Distance, ct.PartA)

	q, _ := d3.NewQuery(d3.Options{})
	floor, _ := d3.Place(d3.HalfSpace{Normal: d3.Vec{Z: 1}}, d3.Pose{})
	for ct, mf := range q.Manifolds(&body, &floor, nil) {
		fmt.Printf("part %d stands on %d points\n", ct.PartA, mf.N)
	}
	// Output:
	// apart, 0.25 from part 0
	// part 1 stands on 4 points
	// part 2 stands on 4 points
}

func ExampleNewCompound() {
	_, err := d3.NewCompound([]d3.Part{
		{Shape: d3.Box{Size: d3.Vec{X: 1, Y: 1, Z: 1}}},
		{Shape: d3.Sphere{Radius: -1}},
	})
	fmt.Println(err)
	// Output:
	// parts[1].shape.radius: negative-size: -1
}

func ExampleQuery_Crowded() {
	var parts []d3.Part
	for i := range 5 { // side by side
		pose := d3.Pose{Pos: d3.Vec{X: float64(i)}}
		parts = append(parts, d3.Part{Shape: d3.Box{Size: d3.Vec{X: 1, Y: 1, Z: 1}}, Pose: pose})
	}
	row, err := d3.NewCompound(parts)
	if err != nil {
		log.Fatal(err)
	}
	a, err1 := d3.Place(row, d3.Pose{})
	b, err2 := d3.Place(row, d3.Pose{Pos: d3.Vec{Y: 0.5}})
	if err1 != nil || err2 != nil {
		log.Fatal(err1, err2)
	}
	var q d3.Query
	fmt.Println(q.Crowded(&a, &b, 12), q.Crowded(&a, &b, 13)) // each meets one, and those beside it
	// Output:
	// true false
}

// All balls of one body are as near as any other to all of the other body: a search that may look
// at ten pairs ends with the status limit. That the bodies lie on either side of a plane tells of
// the other pairs that they are no nearer.
func ExampleOptions_maxPairs() {
	parts := make([]d3.Part, 100)
	for i := range parts {
		parts[i].Shape = d3.Sphere{Radius: 1}
	}
	crowd, err := d3.NewCompound(parts)
	if err != nil {
		log.Fatal(err)
	}
	a, err1 := d3.Place(crowd, d3.Pose{})
	b, err2 := d3.Place(crowd, d3.Pose{Pos: d3.Vec{X: 5}})
	q, err3 := d3.NewQuery(d3.Options{MaxPairs: 10})
	if err := errors.Join(err1, err2, err3); err != nil {
		log.Fatal(err)
	}
	ct := q.Distance(&a, &b, nil)
	fmt.Printf("%v, %v to %v: %v\n", ct.Relation, float32(ct.Lower), float32(ct.Upper), ct.Status)
	err = b.Move(d3.Pose{Pos: d3.Vec{X: 2}}) // they touch: ten pairs of 10 000 do not tell that none overlaps
	fmt.Println(q.Relate(&a, &b, nil), d3.Relate(&a, &b), err)
	// Output:
	// apart, 3 to 3: limit
	// undecided touching <nil>
}
