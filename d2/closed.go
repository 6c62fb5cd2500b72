package d2

import (
	"math"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/num"
)

// Closed forms. They propose a normal and a witness point; the bracket comes from the same
// separation as everywhere, and a proposal that rounding spoiled, near contact of the cores, is
// left to the general solver.

// closed sets c to the answer for pairs of cores that have a closed form, and reports whether it
// did.
func (r *run) closed(c *core) bool {
	m := &r.m
	a, b := m.a.kind, m.b.kind
	form := collide.ExitPointBox
	switch {
	case a <= kindSegment && b <= kindSegment:
		w, s := m.segments()
		if !(w.Len() > 0x1p-40) {
			return false
		}
		m.closedApart(w, s, c)
		form = collide.ExitSegments
	case a == kindPoint && b == kindBox:
		v, _, depth := boxPoint(m.b.half, m.rot.applyT(m.t).Neg())
		m.closedBox(m.rot.apply(v), Vec{}, depth, c)
	case a == kindBox && b == kindPoint:
		v, foot, depth := boxPoint(m.a.half, m.t)
		m.closedBox(v.Neg(), foot, depth, c)
	case a == kindPoint && b == kindEllipse:
		m.closedEllipse(&m.b, m.rot.applyT(m.t).Neg(), c)
		form = collide.ExitPointEllipsoid
	case a == kindEllipse && b == kindPoint:
		m.closedEllipse(&m.a, m.t, c)
		form = collide.ExitPointEllipsoid
	default:
		return false
	}
	w := r.allowance()
	if !(c.upper-c.lower <= w.At(c.lower)) || !(math.Abs(c.n.Len2()-1) < 0x1p-40) { // too near: squares underflowed
		return false
	}
	r.turns = 1
	r.trace.closed(m.scale, form, c.n, c.a, c.dist)
	return true
}

// segments returns the shortest difference w = a - b of two cores that are points or segments along
// X, and the point of A; for segments that cross, nothing of use. Source: [Ericson05], 5.1.9.
func (m *minkowski) segments() (w, p Vec) {
	ua, ub := Vec{m.a.half.X, 0}, m.rot.apply(Vec{m.b.half.X, 0})
	if m.a.kind == kindPoint {
		ua = Vec{}
	}
	if m.b.kind == kindPoint {
		ub = Vec{}
	}
	a, b, c := ua.Len2(), ua.Dot(ub), ub.Len2()
	d, e := ua.Dot(m.t), ub.Dot(m.t)
	s := 0.0
	if det := float64(a*c) - float64(b*b); det > 0 {
		s = num.Clamp1((float64(d*c) - float64(b*e)) / det)
	}
	r := 0.0
	if c > 0 {
		r = num.Clamp1((float64(s*b) - e) / c)
	}
	if a > 0 {
		s = num.Clamp1((d + float64(r*b)) / a)
	}
	p = ua.Scale(s)
	return p.Sub(m.t.Add(ub.Scale(r))), p
}

// closedApart sets c to the answer for separated cores whose shortest difference is w, with the
// point p of A.
func (m *minkowski) closedApart(w, p Vec, c *core) {
	length := w.Len()
	if c.n = w.Scale(-1 / length); length < 0x1p-300 { // the square may not be in range
		long := w.Scale(0x1p600)
		c.n = long.Scale(-1 / long.Len())
	}
	c.a, c.status = p, collide.Exact
	sep := m.separation(c.n)
	c.lower, c.upper = sep-m.errSep, length+m.errPoint
	c.dist = min(sep, c.upper)
}

// boxPoint returns the shortest translation v from the surface of the box about the origin to x for
// x outside, and foot, the nearest point of the box; inside, depth > 0 and v is the unit normal of
// the nearest side, the lowest axis on ties.
func boxPoint(half, x Vec) (v, foot Vec, depth float64) {
	foot = Vec{num.Clamp(x.X, half.X), num.Clamp(x.Y, half.Y)}
	if v = x.Sub(foot); v != (Vec{}) {
		return v, foot, -1
	}
	dx, dy := half.X-math.Abs(x.X), half.Y-math.Abs(x.Y)
	if dx <= dy {
		foot.X = math.Copysign(half.X, x.X)
		return Vec{math.Copysign(1, x.X), 0}, foot, dx
	}
	foot.Y = math.Copysign(half.Y, x.Y)
	return Vec{0, math.Copysign(1, x.Y)}, foot, dy
}

// closedBox sets c to the answer of a point and a box. w is -v of boxPoint, turned to A's frame
// where A is the point: the shortest difference a - b outside, the unit direction from B to A
// inside.
func (m *minkowski) closedBox(w, p Vec, depth float64, c *core) {
	if depth < 0 {
		m.closedApart(w, p, c)
		return
	}
	c.n, c.a, c.status = w.Scale(-1/w.Len()), p, collide.Exact
	c.lower, c.upper = -depth-m.errPoint-m.errSep, m.errPoint+m.errSep-depth
	c.dist = -depth
}
