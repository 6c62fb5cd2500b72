package d3_test

import (
	"errors"
	"fmt"
	"log"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d3"
)

// placed places a shape for the examples.
func placed(s d3.Shape, x, y, z float64) *d3.Object {
	o, err := d3.Place(s, d3.Pose{Pos: d3.Vec{X: x, Y: y, Z: z}})
	if err != nil {
		log.Fatal(err)
	}
	return &o
}

func ExampleDistance() {
	ball := placed(d3.Sphere{Radius: 1}, 0, 0, 0)
	box := placed(d3.Box{Size: d3.Vec{X: 2, Y: 4, Z: 4}}, 3, 0, 0)
	c := d3.Distance(ball, box)
	fmt.Printf("%v, %.3f apart along %v\n", c.Relation, c.Distance, c.Normal)
	fmt.Println("from", c.PointA, "to", c.PointB)
	// Output:
	// apart, 1.000 apart along {1 0 0}
	// from {1 0 0} to {2 0 0}
}

func ExampleDistance_overlapping() {
	a := placed(d3.Box{Size: d3.Vec{X: 2, Y: 2, Z: 2}}, 0, 0, 0)
	b := placed(d3.Box{Size: d3.Vec{X: 2, Y: 2, Z: 2}}, 1.5, 0.25, 0)
	c := d3.Distance(a, b)
	fmt.Printf("%v, %.2f deep along %v\n", c.Relation, -c.Distance, c.Normal)
	// Output:
	// overlapping, 0.50 deep along {1 0 0}
}

func ExampleRelate() {
	box := placed(d3.Box{Size: d3.Vec{X: 2, Y: 2, Z: 2}}, 0, 0, 0)
	for _, z := range []float64{2.0000000000000004, 2, 1.9999999999999998} {
		fmt.Println(d3.Relate(box, placed(d3.Sphere{Radius: 1}, 0, 0, z)))
	}
	// Output:
	// apart
	// touching
	// overlapping
}

func ExampleOverlap() {
	a, b := placed(d3.Sphere{Radius: 1}, 0, 0, 0), placed(d3.Sphere{Radius: 1}, 2, 0, 0)
	fmt.Println(d3.Overlap(a, b)) // touching counts
	// Output:
	// true
}

func ExampleContact() {
	tool := placed(d3.Capsule{Height: 2, Radius: 0.5}, 0, 0, 3)
	table := placed(d3.HalfSpace{Normal: d3.Vec{Z: 1}}, 0, 0, 0)
	c := d3.Distance(tool, table)
	fmt.Println(c.Distance, c.Normal, c.PointA, c.PointB)
	fmt.Println("in the tool's frame:", c.LocalA)
	fmt.Println(c.Lower <= 1.5 && 1.5 <= c.Upper, c.Status)
	// Output:
	// 1.5 {0 0 -1} {0 0 1.5} {0 0 0}
	// in the tool's frame: {0 0 -1.5}
	// true exact
}

func ExampleNewQuery() {
	_, err := d3.NewQuery(d3.Options{Tolerance: -1})
	fmt.Println(err, errors.Is(err, collide.ErrBadOption))
	// Output:
	// tolerance: bad-option: -1 true
}

func ExampleOptions() {
	a, b := placed(d3.Ellipsoid{Radii: d3.Vec{X: 1, Y: 2, Z: 3}}, 0, 0, 0), placed(d3.Cone{Radius: 1, Height: 2}, 3, 3, 3)
	for _, tol := range []float64{1e-2, 1e-9} {
		q, err := d3.NewQuery(d3.Options{Tolerance: tol})
		if err != nil {
			log.Fatal(err)
		}
		c := q.Distance(a, b, nil)
		fmt.Println(c.Upper-c.Lower <= tol*6, c.Status)
	}
	// Output:
	// true converged
	// true converged
}

func ExampleQuery() {
	q, err := d3.NewQuery(d3.Options{}) // one for each goroutine; the Objects may be shared
	if err != nil {
		log.Fatal(err)
	}
	a, b := placed(d3.Sphere{Radius: 1}, 0, 0, 0), placed(d3.Sphere{Radius: 1}, 5, 0, 0)
	fmt.Printf("%.3f\n", q.Distance(a, b, nil).Distance)
	// Output:
	// 3.000
}

// A loop over many pairs uses one Contact for all.
func ExampleQuery_DistanceInto() {
	query, _ := d3.NewQuery(d3.Options{})
	floor, _ := d3.Place(d3.HalfSpace{Normal: d3.Vec{Z: 1}}, d3.Pose{})
	var contact d3.Contact
	for _, height := range []float64{0.5, 1, 2} {
		crate, _ := d3.Place(d3.Box{Size: d3.Vec{X: 2, Y: 2, Z: 2}}, d3.Pose{Pos: d3.Vec{Z: height}})
		query.DistanceInto(&contact, &floor, &crate, nil)
		fmt.Println(contact.Relation, contact.Distance)
	}
	// Output:
	// overlapping -0.5
	// touching 0
	// apart 1
}

func ExampleQuery_Distance() {
	q, err := d3.NewQuery(d3.Options{})
	if err != nil {
		log.Fatal(err)
	}
	var c d3.Cache // of this pair, kept from step to step
	a, b := placed(d3.Box{Size: d3.Vec{X: 2, Y: 2, Z: 2}}, 0, 0, 0), placed(d3.Box{Size: d3.Vec{X: 2, Y: 2, Z: 2}}, 4, 0, 0)
	for range 3 {
		fmt.Printf("%.2f\n", q.Distance(a, b, &c).Distance)
		p := b.Pose()
		p.Pos.X -= 0.75
		if err := b.Move(p); err != nil {
			log.Fatal(err)
		}
	}
	// Output:
	// 2.00
	// 1.25
	// 0.50
}

func ExampleQuery_Relate() {
	q, err := d3.NewQuery(d3.Options{})
	if err != nil {
		log.Fatal(err)
	}
	a, b := placed(d3.Box{Size: d3.Vec{X: 2, Y: 2, Z: 2}}, 0, 0, 0), placed(d3.Cylinder{Radius: 1, Height: 2}, 0, 0, 2)
	fmt.Println(q.Relate(a, b, nil))
	// Output:
	// touching
}

func ExampleQuery_Overlap() {
	q, err := d3.NewQuery(d3.Options{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(q.Overlap(placed(d3.Sphere{Radius: 1}, 0, 0, 0), placed(d3.Sphere{Radius: 1}, 3, 0, 0), nil))
	// Output:
	// false
}

func ExampleCache() {
	q, err := d3.NewQuery(d3.Options{})
	if err != nil {
		log.Fatal(err)
	}
	corners := []d3.Vec{{X: 1}, {X: -1}, {Y: 1}, {Y: -1}, {Z: 1}, {Z: -1}}
	hull, err := d3.NewHull(corners)
	if err != nil {
		log.Fatal(err)
	}
	a, b := placed(hull, 0, 0, 0), placed(hull, 3, 2, 1)
	var c d3.Cache
	first, second := q.Distance(a, b, &c), q.Distance(a, b, &c)
	fmt.Println(second.Iterations <= first.Iterations, second.Relation)
	// Output:
	// true apart
}

func ExampleTrace() {
	var tr d3.Trace
	q, err := d3.NewQuery(d3.Options{Trace: &tr})
	if err != nil {
		log.Fatal(err)
	}
	q.Distance(placed(d3.Sphere{Radius: 1}, 0, 0, 0), placed(d3.Sphere{Radius: 1}, 4, 0, 0), nil)
	for _, s := range tr.Steps {
		fmt.Println(s.Stage, s.Exit, s.Lower/s.Scale) // of the centres
	}
	// Output:
	// closed points and segments 4
}

func ExampleStep() {
	var tr d3.Trace
	q, err := d3.NewQuery(d3.Options{Trace: &tr})
	if err != nil {
		log.Fatal(err)
	}
	box := d3.Box{Size: d3.Vec{X: 2, Y: 2, Z: 2}}
	q.Distance(placed(box, 0, 0, 0), placed(box, 4, 0, 0), nil)
	last := tr.Steps[len(tr.Steps)-1]
	fmt.Printf("%v: %v, %.6f\n", last.Stage, last.Exit, last.Upper/last.Scale)
	// Output:
	// sat: separating axis, 2.000000
}

func ExampleTrace_Reset() {
	var tr d3.Trace
	q, err := d3.NewQuery(d3.Options{Trace: &tr})
	if err != nil {
		log.Fatal(err)
	}
	a, b := placed(d3.Sphere{Radius: 1}, 0, 0, 0), placed(d3.Sphere{Radius: 1}, 4, 0, 0)
	q.Distance(a, b, nil)
	tr.Reset()
	q.Distance(b, a, nil)
	fmt.Println(len(tr.Steps))
	// Output:
	// 1
}
