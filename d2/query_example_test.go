package d2_test

import (
	"fmt"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
)

// pairOfCircles returns circles of radius 1 at (0, 0) and 2 at (3, 4): 2 apart.
func pairOfCircles() (a, b d2.Object) {
	a, _ = d2.Place(d2.Circle{Radius: 1}, d2.Pose{})
	b, _ = d2.Place(d2.Circle{Radius: 2}, d2.Pose{Pos: d2.Vec{X: 3, Y: 4}})
	return a, b
}

// Two circles, 5 between their centres.
func ExampleDistance() {
	a, b := pairOfCircles()
	c := d2.Distance(&a, &b)
	fmt.Printf("%v, distance %.3f along (%.1f, %.1f)\n", c.Relation, c.Distance, c.Normal.X, c.Normal.Y)
	fmt.Printf("from (%.1f, %.1f) to (%.1f, %.1f)\n", c.PointA.X, c.PointA.Y, c.PointB.X, c.PointB.Y)
	// Output:
	// apart, distance 2.000 along (0.6, 0.8)
	// from (0.6, 0.8) to (1.8, 2.4)
}

// Overlap: the distance is negative, and moving b by -Distance*Normal takes it out.
func ExampleDistance_overlap() {
	box := d2.Box{Size: d2.Vec{X: 2, Y: 2}}
	a, _ := d2.Place(box, d2.Pose{})
	b, _ := d2.Place(box, d2.Pose{Pos: d2.Vec{X: 1.5, Y: 0.5}})
	c := d2.Distance(&a, &b)
	fmt.Printf("%v, depth %.3f along (%.0f, %.0f)\n", c.Relation, -c.Distance, c.Normal.X, c.Normal.Y)
	if err := b.Move(d2.Pose{Pos: b.Pose().Pos.Add(c.Normal.Scale(-c.Distance))}); err != nil {
		fmt.Println(err)
	}
	fmt.Println(d2.Relate(&a, &b))
	// Output:
	// overlapping, depth 0.500 along (1, 0)
	// touching
}

// Closed sets: boxes that share a corner touch.
func ExampleRelate() {
	box := d2.Box{Size: d2.Vec{X: 2, Y: 2}}
	a, _ := d2.Place(box, d2.Pose{})
	b, _ := d2.Place(box, d2.Pose{Pos: d2.Vec{X: 2, Y: 2}})
	fmt.Println(d2.Relate(&a, &b), d2.Overlap(&a, &b))
	// Output: touching true
}

func ExampleOverlap() {
	a, b := pairOfCircles()
	fmt.Println(d2.Overlap(&a, &b))
	// Output: false
}

// A Query holds options and work space; a Cache makes the next query about the same pair faster.
func ExampleQuery_Distance() {
	q, err := d2.NewQuery(d2.Options{Tolerance: 1e-6})
	if err != nil {
		fmt.Println(err)
		return
	}
	a, _ := d2.Place(d2.Ellipse{Radii: d2.Vec{X: 2, Y: 1}}, d2.Pose{})
	b, _ := d2.Place(d2.Box{Size: d2.Vec{X: 2, Y: 2}}, d2.Pose{Pos: d2.Vec{X: 5}})
	var cache d2.Cache
	for range 3 {
		fmt.Printf("%.3f\n", q.Distance(&a, &b, &cache).Distance)
		if err := b.Move(d2.Pose{Pos: b.Pose().Pos.Add(d2.Vec{X: 1})}); err != nil {
			fmt.Println(err)
		}
	}
	// Output:
	// 2.000
	// 3.000
	// 4.000
}

// A loop over many pairs uses one Contact for all.
func ExampleQuery_DistanceInto() {
	query, _ := d2.NewQuery(d2.Options{})
	floor, _ := d2.Place(d2.HalfSpace{Normal: d2.Vec{Y: 1}}, d2.Pose{})
	var contact d2.Contact
	for _, height := range []float64{0.5, 1, 2} {
		crate, _ := d2.Place(d2.Box{Size: d2.Vec{X: 2, Y: 2}}, d2.Pose{Pos: d2.Vec{Y: height}})
		query.DistanceInto(&contact, &floor, &crate, nil)
		fmt.Println(contact.Relation, contact.Distance)
	}
	// Output:
	// overlapping -0.5
	// touching 0
	// apart 1
}

func ExampleQuery_Relate() {
	q, _ := d2.NewQuery(d2.Options{})
	a, b := pairOfCircles()
	fmt.Println(q.Relate(&a, &b, nil))
	// Output: apart
}

func ExampleQuery_Overlap() {
	q, _ := d2.NewQuery(d2.Options{})
	a, b := pairOfCircles()
	fmt.Println(q.Overlap(&a, &b, nil))
	// Output: false
}

// Options that make no sense are refused.
func ExampleNewQuery() {
	_, err := d2.NewQuery(d2.Options{Tolerance: -1})
	fmt.Println(err)
	// Output: tolerance: bad-option: -1
}

// The steps of GJK: the bounds of the distance close in on it.
func ExampleTrace() {
	var trace d2.Trace
	q, _ := d2.NewQuery(d2.Options{Trace: &trace, Algorithm: collide.GJK})
	a, _ := d2.Place(d2.Box{Size: d2.Vec{X: 2, Y: 2}}, d2.Pose{})
	b, _ := d2.Place(d2.Box{Size: d2.Vec{X: 2, Y: 2}}, d2.Pose{Pos: d2.Vec{X: 4, Y: 1}})
	q.Distance(&a, &b, nil)
	for _, s := range trace.Steps {
		fmt.Printf("%s with %d vertices: %.3f to %.3f, then vertices %v, exit %q\n", s.Stage, s.Size, s.Lower/s.Scale, s.Upper/s.Scale, s.Region.Vertices[:s.Region.N], s.Exit)
	}
	// Output:
	// gjk with 0 vertices: 1.698 to +Inf, then vertices [0], exit ""
	// gjk with 1 vertices: 0.447 to 2.236, then vertices [0 1], exit ""
	// gjk with 2 vertices: 2.000 to 2.000, then vertices [0 1], exit "apart"
}

// Reset keeps the memory for the next query.
func ExampleTrace_Reset() {
	var trace d2.Trace
	q, _ := d2.NewQuery(d2.Options{Trace: &trace})
	a, b := pairOfCircles()
	q.Distance(&a, &b, nil)
	fmt.Println(len(trace.Steps))
	trace.Reset()
	fmt.Println(len(trace.Steps))
	// Output:
	// 1
	// 0
}
