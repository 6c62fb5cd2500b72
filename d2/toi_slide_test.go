package d2_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
)

// TestImpactOfBodiesThatSlide: an ellipse turns beside a long bar that is a few billionths of its
// size away, so that its surface slides along. Along the axis across both, intervals without
// contact were found from long ones by so small steps that the search for them was given up, the
// axes that turn keep the ends of the bar apart for a moment only, and 4096 steps came to a tenth
// of the way.
func TestImpactOfBodiesThatSlide(t *testing.T) {
	rng := rand.New(rand.NewPCG(1031, 448))
	for range 300 {
		r := d2.Vec{X: 1 + rng.Float64()/4, Y: 1}
		gap := math.Exp2(-26 - 4*rng.Float64())
		a := placeOrFail(t, d2.Ellipse{Radii: r}, d2.Pose{Rot: must(d2.NewAngle(math.Pi/2 + gap*rng.Float64()))(t)})
		b := placeOrFail(t, d2.Box{Size: d2.Vec{Y: 1 + rng.Float64()}}, d2.Pose{Pos: d2.Vec{X: 1 + gap, Y: (rng.Float64() - 0.5) / 4}})
		m := must(d2.NewMotion(d2.Vec{}, 0.25+rng.Float64(), d2.Vec{}))(t)
		got := must(d2.TimeOfImpact(a, &m, b, &d2.Motion{}, d2.ImpactOptions{}))(t)
		if got.Verdict != collide.Hit || got.Status == collide.Limit || got.Iterations > 100 {
			t.Errorf("%+v turned beside %+v: %+v", a.Shape(), b.Shape(), got)
		}
	}
}
