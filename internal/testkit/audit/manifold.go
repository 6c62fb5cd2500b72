package audit

import (
	"fmt"
	"math"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/d3"
)

// Manifold is a d2 or d3 manifold.
type Manifold struct {
	Normal vec
	Points []ManifoldPoint
}

// ManifoldPoint is a point of a d2 or d3 manifold.
type ManifoldPoint struct {
	PointA, PointB, LocalA, LocalB vec
	Distance                       float64
	ID                             uint64
}

// Manifold3 converts m.
func Manifold3(m *d3.Manifold) Manifold {
	f := func(v d3.Vec) vec { return vec{v.X, v.Y, v.Z} }
	r := Manifold{Normal: f(m.Normal)}
	for _, p := range m.Points[:m.N] {
		r.Points = append(r.Points, ManifoldPoint{
			f(p.PointA), f(p.PointB), f(p.LocalA), f(p.LocalB), p.Distance,
			uint64(p.ID),
		})
	}
	return r
}

// Manifold2 converts m.
func Manifold2(m *d2.Manifold) Manifold {
	f := func(v d2.Vec) vec { return vec{v.X, v.Y} }
	r := Manifold{Normal: f(m.Normal)}
	for _, p := range m.Points[:m.N] {
		r.Points = append(r.Points, ManifoldPoint{
			f(p.PointA), f(p.PointB), f(p.LocalA), f(p.LocalB), p.Distance,
			uint64(p.ID),
		})
	}
	return r
}

// onBody is how far a point may lie off its body's surface, relative to the body's extent.
const onBody = 1e-9

// leastNormal is the least double with all its digits: lengths below have fewer, and any of them
// may be off by as much.
const leastNormal = 0x1p-1022

// CheckManifold returns the first fault found in the manifold that came with the contact c: every
// field by its own meaning.
func (s *Scene) CheckManifold(c *Contact, m *Manifold) error {
	most := 4
	if s.flat {
		most = 2
	}
	if c.Status == collide.BadSupport {
		most = 0
	}
	if n := len(m.Points); n > most || n == 0 && most > 0 {
		return fmt.Errorf("%d points", n)
	}
	if m.Normal != c.Normal {
		return fmt.Errorf("the normal is %v, that of the contact %v", m.Normal, c.Normal)
	}
	deepest := math.Inf(1)
	for i := range m.Points {
		p := &m.Points[i]
		deepest = min(deepest, p.Distance)
		for j := range m.Points[:i] {
			if m.Points[j].ID == p.ID {
				return fmt.Errorf("points %d and %d have the ID %x", j, i, p.ID)
			}
		}
		if err := s.checkPoint(c, p); err != nil {
			return fmt.Errorf("point %d of %d: %w", i, len(m.Points), err)
		}
	}
	if t := s.Tolerance(c.Distance) + leastNormal; len(m.Points) > 0 && !(math.Abs(deepest-c.Distance) <= t) {
		return fmt.Errorf("the deepest point has %v, the contact %v: off by %.3g T", deepest, c.Distance,
			(deepest-c.Distance)/t)
	}
	return nil
}

// checkPoint checks one point: its numbers, that it lies on both bodies, and that the one is over
// the other.
func (s *Scene) checkPoint(c *Contact, p *ManifoldPoint) error {
	all := []float64{p.Distance}
	for _, v := range []vec{p.PointA, p.PointB, p.LocalA, p.LocalB} {
		all = append(all, v[:]...)
	}
	for _, f := range all {
		if math.IsNaN(f) || math.IsInf(f, 0) || f == 0 && math.Signbit(f) {
			return fmt.Errorf("a number is %v: %+v", f, *p)
		}
	}
	at := max(largest(p.PointA), largest(p.PointB), largest(s.a.pos), largest(s.b.pos), math.Abs(p.Distance))
	if e := largest(sub(sub(p.PointB, p.PointA), scale(c.Normal, p.Distance))); !(e <= 8*u*at) {
		return fmt.Errorf("PointB - PointA is off Distance * Normal by %.3g u of the largest coordinate: %+v", e/u/at, *p)
	}
	t := s.Tolerance(c.Distance) + s.Noise(c.Distance) + max(0, c.Upper-c.Lower)
	v, slack := s.gap(&Contact{LocalA: p.LocalA, LocalB: p.LocalB})
	if e := length(sub(v, scale(c.Normal, p.Distance))); !(e <= 4*t+slack+16*u*math.Abs(p.Distance)) {
		return fmt.Errorf("LocalB - LocalA is off Distance * Normal by %.3g T: %+v", e/t, *p)
	}
	for _, w := range []struct {
		name         string
		b            *body
		local, point vec
		n            vec
	}{{"A", &s.a, p.LocalA, p.PointA, c.Normal}, {"B", &s.b, p.LocalB, p.PointB, scale(c.Normal, -1)}} {
		size := w.b.extent
		if w.b.half() {
			size = s.Size()
		}
		tol := onBody*size + 4*u*largest(w.local) + leastNormal
		tol += 4 * u * max(c.Distance, 0) // bodies far apart: docs/limits.md
		if w.b.half() {
			tol += 8 * u * (s.Length(c.Distance) + math.Abs(w.b.offset)/length(w.b.size))
			tol += 8 * u * largest(w.local) // turned as a whole: 5.6u and a sum, of up to sqrt 3 of that, less the 4u above
		}
		if s.curved { // the deepest point is moved to the contact's distance
			tol += 3 * t
		}
		n := w.b.back(w.n)
		if e := w.b.off(w.local, n, s.flat, tol); !(e <= tol) {
			return fmt.Errorf("point Local%s is %.3g off %s, %.3g of what may be: %+v", w.name, e, w.name, e/tol, *p)
		}
		tol += 16 * u * (largest(w.point) + largest(w.b.pos) + max(largest(p.LocalA), largest(p.LocalB)))
		tol += c.Upper - c.Lower // one of the two is put beside the other, at the contact's distance
		if e := w.b.off(w.b.back(sub(w.point, w.b.pos)), n, s.flat, tol); !(e <= tol) {
			return fmt.Errorf("point Point%s is %.3g off %s, %.3g of what may be: %+v", w.name, e, w.name, e/tol, *p)
		}
	}
	return nil
}
