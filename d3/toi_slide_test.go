package d3_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d3"
)

// TestImpactOfBodiesThatSlide: an ellipsoid turns beside a long bar that is a few billionths of its
// size away, so that its surface slides along. Along the axis across both, intervals without
// contact were found from long ones by so small steps that the search for them was given up, the
// axes that turn keep the ends of the bar apart for a moment only, and 4096 steps came to a tenth
// of the way.
func TestImpactOfBodiesThatSlide(t *testing.T) {
	rng := rand.New(rand.NewPCG(1031, 448))
	for range 300 {
		r := d3.Vec{X: 1 + rng.Float64()/4, Y: 1, Z: 0.5 + rng.Float64()/4}
		gap := math.Exp2(-26 - 4*rng.Float64())
		a := placeOrFail(t, d3.Ellipsoid{Radii: r}, d3.Pose{Rot: must(d3.NewAxisAngle(d3.Vec{Z: 1}, math.Pi/2+gap*rng.Float64()))(t)})
		b := placeOrFail(t, d3.Box{Size: d3.Vec{Y: 1 + rng.Float64(), Z: rng.Float64()}}, d3.Pose{Pos: d3.Vec{X: 1 + gap, Y: (rng.Float64() - 0.5) / 4}})
		m := must(d3.NewMotion(d3.Vec{}, d3.Vec{Z: 0.25 + rng.Float64()}, d3.Vec{}))(t)
		got := must(d3.TimeOfImpact(a, &m, b, &d3.Motion{}, d3.ImpactOptions{}))(t)
		if got.Verdict != collide.Hit || got.Status == collide.Limit || got.Iterations > 100 {
			t.Errorf("%+v turned beside %+v: %+v", a.Shape(), b.Shape(), got)
		}
	}
}
