package d2_test

import (
	"fmt"
	"log"
	"math"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
)

// A ray through a box: where it enters and leaves, and the edge that it meets.
func ExampleCastRay() {
	box, err := d2.Place(d2.Box{Size: d2.Vec{X: 2, Y: 2}}, d2.Pose{})
	if err != nil {
		log.Fatal(err)
	}
	ray, err := d2.NewRay(d2.Vec{X: -5}, d2.Vec{X: 2}, math.Inf(1))
	if err != nil {
		log.Fatal(err)
	}
	h := d2.CastRay(&box, &ray)
	kind, edge := h.Feature.A()
	fmt.Println(h.Verdict, h.T, h.Exit, h.Point, h.Normal, kind == collide.FeatureEdge, edge)
	fmt.Println(h.Upper-h.Lower < 1e-14)
	// Output:
	// hit 2 3 {-1 0} {-1 0} true 1
	// true
}

// Many rays write to one RayHit.
func ExampleQuery_CastRayInto() {
	query, _ := d2.NewQuery(d2.Options{})
	box, _ := d2.Place(d2.Box{Size: d2.Vec{X: 2, Y: 2}}, d2.Pose{})
	var hit d2.RayHit
	for _, y := range []float64{0, 0.5, 2} {
		ray, _ := d2.NewRay(d2.Vec{X: -5, Y: y}, d2.Vec{X: 1}, math.Inf(1))
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
	floor, err1 := d2.Place(d2.HalfSpace{Normal: d2.Vec{Y: 1}}, d2.Pose{})
	box, err2 := d2.Place(d2.Box{Size: d2.Vec{X: 1, Y: 1}}, d2.Pose{Pos: d2.Vec{Y: 4.5}})
	if err1 != nil || err2 != nil {
		log.Fatal(err1, err2)
	}
	fall := d2.Vec{Y: -4}
	for _, limit := range []float64{0.5, 1, 2} {
		s, err := d2.NewSweep(fall, limit, d2.SweepOptions{})
		if err != nil {
			log.Fatal(err)
		}
		h := d2.CastShape(&floor, &box, &s)
		fmt.Println(h.Verdict, h.T, h.Normal)
	}
	// Output:
	// miss 0 {0 0}
	// touch 1 {0 1}
	// hit 1 {0 1}
}

// A rod that spins meets a ball that stands still. Before Lower they are apart, proved; by Upper
// they are in contact, proved.
func ExampleTimeOfImpact() {
	rod, err1 := d2.Place(d2.Capsule{Height: 4, Radius: 0.1}, d2.Pose{})
	ball, err2 := d2.Place(d2.Circle{Radius: 0.4}, d2.Pose{Pos: d2.Vec{Y: 1.5}})
	if err1 != nil || err2 != nil {
		log.Fatal(err1, err2)
	}
	spin, err := d2.NewMotion(d2.Vec{}, 10, d2.Vec{}) // ten radians per unit of time
	if err != nil {
		log.Fatal(err)
	}
	h, err := d2.TimeOfImpact(&rod, &spin, &ball, &d2.Motion{}, d2.ImpactOptions{Duration: 1})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%v at %.6f, known to 1e-9: %v\n", h.Verdict, h.T, h.Upper-h.Lower < 1e-9)
	// Output:
	// hit at 0.123096, known to 1e-9: true
}
