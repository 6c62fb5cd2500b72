package d2_test

import (
	"errors"
	"fmt"
	"log"

	"github.com/collide-go/collide/d2"
)

// A table: a plate on two legs, built once, and placed where it is wanted.
func ExampleCompound() {
	leg := d2.Box{Size: d2.Vec{X: 0.1, Y: 1}}
	table, err := d2.NewCompound([]d2.Part{
		{Shape: d2.Box{Size: d2.Vec{X: 2, Y: 0.1}}, Pose: d2.Pose{Pos: d2.Vec{Y: 1.05}}},
		{Shape: leg, Pose: d2.Pose{Pos: d2.Vec{X: -0.9, Y: 0.5}}},
		{Shape: leg, Pose: d2.Pose{Pos: d2.Vec{X: 0.9, Y: 0.5}}},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	body, _ := d2.Place(table, d2.Pose{Pos: d2.Vec{X: 10}})
	ball, _ := d2.Place(d2.Circle{Radius: 0.15}, d2.Pose{Pos: d2.Vec{X: 10, Y: 1.5}})
	ct := d2.Distance(&body, &ball)
	fmt.Printf("%v, %.2f from part %d\n", ct.Relation, ct.Distance, ct.PartA)

	q, _ := d2.NewQuery(d2.Options{})
	floor, _ := d2.Place(d2.HalfSpace{Normal: d2.Vec{Y: 1}}, d2.Pose{})
	for ct, mf := range q.Manifolds(&body, &floor, nil) {
		fmt.Printf("part %d stands on %d points\n", ct.PartA, mf.N)
	}
	// Output:
	// apart, 0.25 from part 0
	// part 1 stands on 2 points
	// part 2 stands on 2 points
}

func ExampleNewCompound() {
	_, err := d2.NewCompound([]d2.Part{
		{Shape: d2.Box{Size: d2.Vec{X: 1, Y: 1}}},
		{Shape: d2.Circle{Radius: -1}},
	})
	fmt.Println(err)
	// Output:
	// parts[1].shape.radius: negative-size: -1
}

func ExampleQuery_Crowded() {
	var parts []d2.Part
	for i := range 5 { // side by side
		pose := d2.Pose{Pos: d2.Vec{X: float64(i)}}
		parts = append(parts, d2.Part{Shape: d2.Box{Size: d2.Vec{X: 1, Y: 1}}, Pose: pose})
	}
	row, err := d2.NewCompound(parts)
	if err != nil {
		log.Fatal(err)
	}
	a, err1 := d2.Place(row, d2.Pose{})
	b, err2 := d2.Place(row, d2.Pose{Pos: d2.Vec{Y: 0.5}})
	if err1 != nil || err2 != nil {
		log.Fatal(err1, err2)
	}
	var q d2.Query
	fmt.Println(q.Crowded(&a, &b, 12), q.Crowded(&a, &b, 13)) // each meets one, and those beside it
	// Output:
	// true false
}

// All balls of one body are as near as any other to all of the other body: a search that may look
// at ten pairs ends with the status limit. That the bodies lie on either side of a plane tells of
// the other pairs that they are no nearer.
func ExampleOptions_maxPairs() {
	parts := make([]d2.Part, 100)
	for i := range parts {
		parts[i].Shape = d2.Circle{Radius: 1}
	}
	crowd, err := d2.NewCompound(parts)
	if err != nil {
		log.Fatal(err)
	}
	a, err1 := d2.Place(crowd, d2.Pose{})
	b, err2 := d2.Place(crowd, d2.Pose{Pos: d2.Vec{X: 5}})
	q, err3 := d2.NewQuery(d2.Options{MaxPairs: 10})
	if err := errors.Join(err1, err2, err3); err != nil {
		log.Fatal(err)
	}
	ct := q.Distance(&a, &b, nil)
	fmt.Printf("%v, %v to %v: %v\n", ct.Relation, float32(ct.Lower), float32(ct.Upper), ct.Status)
	err = b.Move(d2.Pose{Pos: d2.Vec{X: 2}}) // they touch: ten pairs of 10 000 do not tell that none overlaps
	fmt.Println(q.Relate(&a, &b, nil), d2.Relate(&a, &b), err)
	// Output:
	// apart, 3 to 3: limit
	// undecided touching <nil>
}
