package d3_test

import (
	"fmt"
	"log"
	"math"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d3"
)

// A ray through a box: where it enters and leaves, and the face that it meets.
func ExampleCastRay() {
	box, err := d3.Place(d3.Box{Size: d3.Vec{X: 2, Y: 2, Z: 2}}, d3.Pose{})
	if err != nil {
		log.Fatal(err)
	}
	ray, err := d3.NewRay(d3.Vec{X: -5}, d3.Vec{X: 2}, math.Inf(1))
	if err != nil {
		log.Fatal(err)
	}
	h := d3.CastRay(&box, &ray)
	kind, face := h.Feature.A()
	fmt.Println(h.Verdict, h.T, h.Exit, h.Point, h.Normal, kind == collide.FeatureFace, face)
	fmt.Println(h.Upper-h.Lower < 1e-14)
	// Output:
	// hit 2 3 {-1 0 0} {-1 0 0} true 1
	// true
}

// Many rays write to one RayHit.
func ExampleQuery_CastRayInto() {
	query, _ := d3.NewQuery(d3.Options{})
	box, _ := d3.Place(d3.Box{Size: d3.Vec{X: 2, Y: 2, Z: 2}}, d3.Pose{})
	var hit d3.RayHit
	for _, y := range []float64{0, 0.5, 2} {
		ray, _ := d3.NewRay(d3.Vec{X: -5, Y: y}, d3.Vec{X: 1}, math.Inf(1))
		query.CastRayInto(&hit, &box, &ray)
		fmt.Println(hit.Verdict, hit.T)
	}
	// Output:
	// hit 4
	// hit 4
	// miss 0
}

// A box that falls on a floor: it touches the floor at t = 1, and goes no deeper if it stops there.
func ExampleCastShape() {
	floor, err1 := d3.Place(d3.HalfSpace{Normal: d3.Vec{Z: 1}}, d3.Pose{})
	box, err2 := d3.Place(d3.Box{Size: d3.Vec{X: 1, Y: 1, Z: 1}}, d3.Pose{Pos: d3.Vec{Z: 4.5}})
	if err1 != nil || err2 != nil {
		log.Fatal(err1, err2)
	}
	fall := d3.Vec{Z: -4}
	for _, limit := range []float64{0.5, 1, 2} {
		s, err := d3.NewSweep(fall, limit, d3.SweepOptions{})
		if err != nil {
			log.Fatal(err)
		}
		h := d3.CastShape(&floor, &box, &s)
		fmt.Println(h.Verdict, h.T, h.Normal)
	}
	// Output:
	// miss 0 {0 0 0}
	// touch 1 {0 0 1}
	// hit 1 {0 0 1}
}

// A rod that spins meets a ball that stands still. Before Lower they are apart, proved; by Upper
// they are in contact, proved.
func ExampleTimeOfImpact() {
	rod, err1 := d3.Place(d3.Capsule{Height: 4, Radius: 0.1}, d3.Pose{})
	ball, err2 := d3.Place(d3.Sphere{Radius: 0.4}, d3.Pose{Pos: d3.Vec{X: 1.5}})
	if err1 != nil || err2 != nil {
		log.Fatal(err1, err2)
	}
	spin, err := d3.NewMotion(d3.Vec{}, d3.Vec{Y: 10}, d3.Vec{}) // ten radians per unit of time
	if err != nil {
		log.Fatal(err)
	}
	h, err := d3.TimeOfImpact(&rod, &spin, &ball, &d3.Motion{}, d3.ImpactOptions{Duration: 1})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%v at %.6f, known to 1e-9: %v\n", h.Verdict, h.T, h.Upper-h.Lower < 1e-9)
	// Output:
	// hit at 0.123096, known to 1e-9: true
}
