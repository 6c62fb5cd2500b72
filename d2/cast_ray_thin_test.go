package d2_test

import (
	"math"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
)

// TestRayAtThinEllipse: the normal where a ray enters leads against it, also where the body is
// thinner than the rounding of the point.
func TestRayAtThinEllipse(t *testing.T) {
	s := newSample(61)
	hits := 0
	for range 4000 {
		radii := d2.Vec{X: s.between(0.5, 2), Y: math.Ldexp(1, -40-int(s.between(0, 30)))}
		o := must(d2.Place(d2.Ellipse{Radii: radii}, d2.Pose{Pos: s.direction().Scale(3), Rot: s.rotation(t)}))(t)
		from := s.direction().Scale(s.between(4, 9))
		r := must(d2.NewRay(from, o.Pose().Pos.Add(s.direction().Scale(0.3)).Sub(from), math.Inf(1)))(t)
		h := d2.CastRay(&o, &r)
		if h.Verdict != collide.Hit || h.T == 0 {
			continue
		}
		hits++
		if along := h.Normal.Dot(r.Direction().Unit()); along > 0x1p-9 {
			t.Fatalf("radii %v: a normal along the ray by %v, %+v", radii, along, h)
		}
	}
	if hits < 400 {
		t.Fatalf("%d hits", hits)
	}
}
