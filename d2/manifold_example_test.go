package d2_test

import (
	"fmt"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
)

// A box of side 2 has sunk a quarter into a wider one: two points hold it.
func ExampleCollide() {
	floor, _ := d2.Place(d2.Box{Size: d2.Vec{X: 10, Y: 2}}, d2.Pose{})
	crate, _ := d2.Place(d2.Box{Size: d2.Vec{X: 2, Y: 2}}, d2.Pose{Pos: d2.Vec{X: 3, Y: 1.75}})
	contact, manifold := d2.Collide(&floor, &crate)
	fmt.Println("normal", manifold.Normal, "depth", -contact.Distance)
	for _, p := range manifold.Points[:manifold.N] {
		fmt.Println(p.PointA, p.PointB, p.Distance)
	}
	// Output:
	// normal {0 1} depth 0.25
	// {4 1} {4 0.75} -0.25
	// {2 1} {2 0.75} -0.25
}

// From step to step a point is known by its features, so that a solver starts from the impulse that
// it had; the cache makes the second query shorter.
func ExampleQuery_Collide() {
	query, _ := d2.NewQuery(d2.Options{})
	var cache d2.Cache
	impulse := map[collide.FeatureID]float64{}

	floor, _ := d2.Place(d2.HalfSpace{Normal: d2.Vec{Y: 1}}, d2.Pose{})
	crate, _ := d2.Place(d2.Box{Size: d2.Vec{X: 2, Y: 2}}, d2.Pose{Pos: d2.Vec{Y: 0.9}})
	_, manifold := query.Collide(&floor, &crate, &cache)
	for i, p := range manifold.Points[:manifold.N] {
		impulse[p.ID.Features()] = float64(i + 1)
	}

	tilt, _ := d2.NewAngle(0.001)
	_ = crate.Move(d2.Pose{Pos: d2.Vec{X: 0.01, Y: 0.99}, Rot: tilt})
	_, manifold = query.Collide(&floor, &crate, &cache)
	for _, p := range manifold.Points[:manifold.N] {
		fmt.Printf("(%.2f, %.2f) %.3f impulse %v\n", p.PointB.X, p.PointB.Y, p.Distance, impulse[p.ID.Features()])
	}
	// Output:
	// (-0.99, -0.01) -0.011 impulse 1
	// (1.01, -0.01) -0.009 impulse 2
}

// An engine asks about each pair in each step, and keeps one manifold for it.
func ExampleQuery_Touch() {
	query, _ := d2.NewQuery(d2.Options{})
	floor, _ := d2.Place(d2.HalfSpace{Normal: d2.Vec{Y: 1}}, d2.Pose{})
	for _, height := range []float64{2, 1, 0.5} {
		crate, _ := d2.Place(d2.Box{Size: d2.Vec{X: 2, Y: 2}}, d2.Pose{Pos: d2.Vec{Y: height}})
		relation, manifold := query.Touch(&floor, &crate, nil)
		fmt.Println(relation, manifold.N)
	}
	// Output:
	// apart 0
	// touching 2
	// overlapping 2
}

// A loop over many pairs uses one manifold for all.
func ExampleQuery_TouchInto() {
	query, _ := d2.NewQuery(d2.Options{})
	floor, _ := d2.Place(d2.HalfSpace{Normal: d2.Vec{Y: 1}}, d2.Pose{})
	var manifold d2.Manifold
	for _, height := range []float64{0.5, 1, 2} {
		crate, _ := d2.Place(d2.Box{Size: d2.Vec{X: 2, Y: 2}}, d2.Pose{Pos: d2.Vec{Y: height}})
		relation := query.TouchInto(&manifold, &floor, &crate, nil)
		fmt.Println(relation, manifold.N)
	}
	// Output:
	// overlapping 2
	// touching 2
	// apart 0
}
