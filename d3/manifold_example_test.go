package d3_test

import (
	"fmt"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d3"
)

// A crate of side 2 stands half over the edge of a table: four points hold it.
func ExampleCollide() {
	table, _ := d3.Place(d3.Box{Size: d3.Vec{X: 6, Y: 6, Z: 1}}, d3.Pose{})
	crate, _ := d3.Place(d3.Box{Size: d3.Vec{X: 2, Y: 2, Z: 2}}, d3.Pose{Pos: d3.Vec{X: 3, Z: 1.25}})
	contact, manifold := d3.Collide(&table, &crate)
	fmt.Println("normal", manifold.Normal, "depth", -contact.Distance)
	for _, p := range manifold.Points[:manifold.N] {
		fmt.Println(p.PointA, p.PointB, p.Distance)
	}
	// Output:
	// normal {0 0 1} depth 0.25
	// {3 -1 0.5} {3 -1 0.25} -0.25
	// {3 1 0.5} {3 1 0.25} -0.25
	// {2 1 0.5} {2 1 0.25} -0.25
	// {2 -1 0.5} {2 -1 0.25} -0.25
}

// From step to step a point is known by its features, so that a solver starts from the impulse that
// it had; the cache makes the second query shorter.
func ExampleQuery_Collide() {
	query, _ := d3.NewQuery(d3.Options{})
	var cache d3.Cache
	impulse := map[collide.FeatureID]float64{}

	floor, _ := d3.Place(d3.HalfSpace{Normal: d3.Vec{Z: 1}}, d3.Pose{})
	can, _ := d3.Place(d3.Cylinder{Radius: 1, Height: 2}, d3.Pose{Pos: d3.Vec{Z: 0.9}})
	_, manifold := query.Collide(&floor, &can, &cache)
	for i, p := range manifold.Points[:manifold.N] {
		impulse[p.ID.Features()] = float64(i + 1)
	}

	_ = can.Move(d3.Pose{Pos: d3.Vec{X: 0.5, Z: 0.99}})
	_, manifold = query.Collide(&floor, &can, &cache)
	for _, p := range manifold.Points[:manifold.N] {
		fmt.Printf("(%.1f, %.1f) %.2f impulse %v\n", p.PointB.X, p.PointB.Y, p.Distance, impulse[p.ID.Features()])
	}
	// Output:
	// (0.5, -1.0) -0.01 impulse 1
	// (-0.5, 0.0) -0.01 impulse 2
	// (0.5, 1.0) -0.01 impulse 3
	// (1.5, 0.0) -0.01 impulse 4
}

// An engine asks about each pair in each step, and gets a manifold where they meet.
func ExampleQuery_Touch() {
	query, _ := d3.NewQuery(d3.Options{})
	floor, _ := d3.Place(d3.HalfSpace{Normal: d3.Vec{Z: 1}}, d3.Pose{})
	for _, height := range []float64{2, 1, 0.5} {
		crate, _ := d3.Place(d3.Box{Size: d3.Vec{X: 2, Y: 2, Z: 2}}, d3.Pose{Pos: d3.Vec{Z: height}})
		relation, manifold := query.Touch(&floor, &crate, nil)
		fmt.Println(relation, manifold.N)
	}
	// Output:
	// apart 0
	// touching 4
	// overlapping 4
}

// A loop over many pairs uses one manifold for all.
func ExampleQuery_TouchInto() {
	query, _ := d3.NewQuery(d3.Options{})
	floor, _ := d3.Place(d3.HalfSpace{Normal: d3.Vec{Z: 1}}, d3.Pose{})
	var manifold d3.Manifold
	for _, height := range []float64{0.5, 1, 2} {
		crate, _ := d3.Place(d3.Box{Size: d3.Vec{X: 2, Y: 2, Z: 2}}, d3.Pose{Pos: d3.Vec{Z: height}})
		relation := query.TouchInto(&manifold, &floor, &crate, nil)
		fmt.Println(relation, manifold.N)
	}
	// Output:
	// overlapping 4
	// touching 4
	// apart 0
}
