package d2

import (
	"math"
	"math/rand/v2"
	"testing"
)

// at returns a simplex with these vertices.
func at(points ...Vec) *simplex {
	var s simplex
	for i, p := range points {
		s.p[i] = vertex{w: p, a: p.Scale(2), ia: int32(i), ib: int32(i)}
	}
	s.n = len(points)
	return &s
}

func TestNearestOfWellShapedSimplices(t *testing.T) {
	for _, c := range []struct {
		name   string
		points []Vec
		want   Vec
		left   int
		inside bool
	}{
		{"a point carries itself", []Vec{{1, 2}}, Vec{1, 2}, 1, false},
		{"the middle of a segment", []Vec{{1, -1}, {1, 1}}, Vec{1, 0}, 2, false},
		{"beyond the first end", []Vec{{1, 1}, {2, 2}}, Vec{1, 1}, 1, false},
		{"beyond the second end", []Vec{{2, 2}, {1, 1}}, Vec{1, 1}, 1, false},
		{"a triangle around the origin", []Vec{{-1, -1}, {1, -1}, {0, 1}}, Vec{}, 3, true},
		{"the same, clockwise", []Vec{{1, -1}, {-1, -1}, {0, 1}}, Vec{}, 3, true},
		{"the edge of the second and third vertex", []Vec{{4, 0}, {1, -1}, {1, 1}}, Vec{1, 0}, 2, false},
		{"the edge of the first and third vertex", []Vec{{1, -1}, {4, 0}, {1, 1}}, Vec{1, 0}, 2, false},
		{"the edge of the first and second vertex", []Vec{{1, -1}, {1, 1}, {4, 0}}, Vec{1, 0}, 2, false},
		{"a corner of a triangle", []Vec{{3, 1}, {1, 0}, {3, -1}}, Vec{1, 0}, 1, false},
		{"three points of a line", []Vec{{1, -2}, {1, 1}, {1, -1}}, Vec{1, 0}, 2, false},
	} {
		s := at(c.points...)
		v, inside := s.nearest()
		if inside != c.inside || s.n != c.left || v.Sub(c.want).Len() > 1e-15 {
			t.Errorf("%s: %v (%d left, inside %v), want %v (%d, %v)", c.name, v, s.n, inside, c.want, c.left, c.inside)
		}
		if w, a := s.point(); !inside && (w.Sub(c.want).Len() > 1e-15 || a.Sub(c.want.Scale(2)).Len() > 1e-15) {
			t.Errorf("%s: the weights stand for %v and %v", c.name, w, a)
		}
	}
}

// The direction of a point between the ends of an edge is the edge's perpendicular, however near
// the origin the edge passes.
func TestNearestHasTheDirectionOfThePerpendicular(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	snap := func(x float64) float64 { return x + gridSnap - gridSnap }
	tried := 0
	for range 20000 {
		a := Vec{snap(rng.Float64() - 0.5), snap(rng.Float64() - 0.5)}
		gap := math.Ldexp(rng.Float64(), -rng.IntN(48))
		b := a.Scale(-rng.Float64()).Add(a.perp().Scale(gap / a.Len()))
		b = Vec{snap(b.X), snap(b.Y)}
		v, place := nearestSegment(a, b)
		if !(v.Len() > shortest) || place == 0 || place == 1 {
			continue
		}
		tried++
		e := b.Sub(a)
		if off := math.Abs(v.Dot(e)) / (v.Len() * e.Len()); off > 4*unit {
			t.Fatalf("%v %v: %v is off the perpendicular by %v", a, b, v, off)
		}
		if side := a.Cross(b) * v.Cross(e); side < 0 {
			t.Fatalf("%v %v: %v lies on the wrong side", a, b, v)
		}
	}
	if tried < 10000 {
		t.Fatalf("only %d edges tried", tried)
	}
}
