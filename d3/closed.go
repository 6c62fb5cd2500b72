package d3

import (
	"math"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/num"
)

// Closed forms. They propose a normal and a witness point; the bracket comes from the same
// separation as everywhere, and a proposal that rounding spoiled, near contact of the cores, is
// left to the general solver.

// closed sets c to the answer and returns true for pairs of cores that have a closed form.
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
	case a == kindPoint && b.round():
		m.closedRound(&m.b, m.rot.applyT(m.t).Neg(), c)
		form = collide.ExitPointRound
	case a.round() && b == kindPoint:
		m.closedRound(&m.a, m.t, c)
		form = collide.ExitPointRound
	case a == kindPoint && b == kindEllipsoid:
		m.closedEllipsoid(&m.b, m.rot.applyT(m.t).Neg(), c)
		form = collide.ExitPointEllipsoid
	case a == kindEllipsoid && b == kindPoint:
		m.closedEllipsoid(&m.a, m.t, c)
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
// Z, and the point of A. Source: [Ericson05], 5.1.9.
func (m *minkowski) segments() (w, p Vec) {
	ua, ub := Vec{0, 0, m.a.half.Z}, m.rot.apply(Vec{0, 0, m.b.half.Z})
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
	n := w.Scale(-1 / length)
	if length < 0x1p-300 { // the square may not be in range
		long := w.Scale(0x1p600)
		n = long.Scale(-1 / long.Len())
	}
	sep := m.separation(n)
	low, up := m.bracket(sep, length)
	c.lower, c.upper, c.dist, c.n, c.a, c.status = low, up, min(sep, up), n, p, collide.Exact
}

// boxPoint returns the shortest translation v from the surface of the box about the origin to x for
// x outside, and foot, the nearest point of the box; inside, depth > 0 and v is the unit normal of
// the nearest face, the lowest axis on ties.
func boxPoint(half, x Vec) (v, foot Vec, depth float64) {
	foot = clampTo(half, x)
	if v = x.Sub(foot); v != (Vec{}) {
		return v, foot, -1
	}
	dx, dy, dz := half.X-math.Abs(x.X), half.Y-math.Abs(x.Y), half.Z-math.Abs(x.Z)
	switch {
	case dx <= dy && dx <= dz:
		v, depth = Vec{math.Copysign(1, x.X), 0, 0}, dx
		foot.X = math.Copysign(half.X, x.X)
	case dy <= dz:
		v, depth = Vec{0, math.Copysign(1, x.Y), 0}, dy
		foot.Y = math.Copysign(half.Y, x.Y)
	default:
		v, depth = Vec{0, 0, math.Copysign(1, x.Z)}, dz
		foot.Z = math.Copysign(half.Z, x.Z)
	}
	return v, foot, depth
}

// closedBox sets c to the answer of a point and a box. w is -v of boxPoint, turned to A's frame
// where A is the point: the shortest difference a - b outside, the unit direction from B to A
// inside.
func (m *minkowski) closedBox(w, p Vec, depth float64, c *core) {
	if depth < 0 {
		m.closedApart(w, p, c)
		return
	}
	*c = core{
		lower: -depth - m.errPoint - m.errSep, upper: m.errPoint + m.errSep - depth, dist: -depth,
		n: w.Scale(-1 / w.Len()), a: p, status: collide.Exact,
	}
}
