package d2

import (
	"math/rand/v2"
	"testing"
)

func TestPose(t *testing.T) {
	if (Pose{}).Apply(Vec{1, 2}) != (Vec{1, 2}) || (Pose{}).Inverse() != (Pose{}) || (Pose{}).Mul(Pose{}) != (Pose{}) {
		t.Error("the zero Pose is not the identity")
	}
	quarter := Rot{0, 1}
	p := Pose{Vec{10, 0}, quarter}
	if got := p.Apply(Vec{1, 2}); got != (Vec{8, 1}) {
		t.Errorf("turned first, then shifted: %v", got)
	}
	if got := p.Inverse().Apply(Vec{8, 1}); got != (Vec{1, 2}) {
		t.Errorf("and back: %v", got)
	}
	rng := rand.New(rand.NewPCG(2, 2))
	for range 200 {
		p := Pose{Vec{rng.Float64(), rng.Float64()}, randomRot(rng)}
		q := Pose{Vec{rng.Float64(), rng.Float64()}, randomRot(rng)}
		x := Vec{rng.Float64(), rng.Float64()}
		if d := p.Mul(q).Apply(x).Sub(p.Apply(q.Apply(x))).Len(); d > 1e-14 {
			t.Fatalf("%v.Mul(%v) is off by %g", p, q, d)
		}
		if d := p.Inverse().Apply(p.Apply(x)).Sub(x).Len(); d > 1e-14 {
			t.Fatalf("%v.Inverse() is off by %g", p, d)
		}
	}
}
