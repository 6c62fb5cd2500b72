package d3_test

import (
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d3"
)

// TestImpactHasNoPast asks a Query that served many pairs, and a new one: the same bits come back,
// also of curved bodies that overlap at the start and only have to go deeper.
func TestImpactHasNoPast(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 20))
	var used d3.Query
	hits := 0
	for range 1000 {
		a := placeOrFail(t, d3.Cylinder{Height: 0.2 + r.Float64(), Radius: 0.1 + r.Float64()/2}, pastPose(t, r, 1))
		b := placeOrFail(t, d3.Box{Size: d3.Vec{X: 1, Y: 0.7, Z: 0.8}}, pastPose(t, r, 1))
		ma, err := d3.NewMotionTo(a.Pose(), pastPose(t, r, 8), collide.Slerp)
		if err != nil {
			t.Fatal(err)
		}
		mb, err := d3.NewMotionTo(b.Pose(), pastPose(t, r, 8), collide.Slerp)
		if err != nil {
			t.Fatal(err)
		}
		opt := d3.ImpactOptions{Deepening: true}
		want, err := new(d3.Query).TimeOfImpact(a, &ma, b, &mb, opt)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := used.TimeOfImpact(a, &ma, b, &mb, opt); err != nil || got != want {
			t.Fatalf("%+v %v, want %+v", got, err, want)
		}
		if want.Verdict == collide.Hit {
			hits++
		}
	}
	if hits < 50 {
		t.Errorf("only %d hits", hits)
	}
}

// pastPose returns a random pose in a cube.
func pastPose(t *testing.T, r *rand.Rand, side float64) d3.Pose {
	t.Helper()
	axis := d3.Vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()}
	q, err := d3.NewAxisAngle(axis, r.Float64()*6)
	if err != nil {
		t.Fatal(err)
	}
	return d3.Pose{Pos: d3.Vec{X: r.Float64() * side, Y: r.Float64() * side, Z: r.Float64() * side}, Rot: q}
}
