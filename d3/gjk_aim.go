package d3

import (
	"math"

	"github.com/collide-go/collide"
)

// Where a cylinder or a cone is beside another body with an axis, or a box, a few directions take
// no search: the way between the nearest points of the axes, the axis of a cylinder and the way
// across it to the other centre. They often tell that the bodies are apart, and the first one is
// where GJK and Newton's method start. How far they separate is a closed form; what seems enough is
// judged as GJK judges its directions, so that aiming may be wrong. docs/math/gjk.md, "Aimed
// directions".

// aimGive is how far the cores may overlap along the first direction, relative to the way between
// their centres, for others to be tried: where it is more they rarely separate.
const aimGive = 0.2

// aimed reports whether one of a few directions proves the cores farther apart than least, as the
// early end of GJK would. Nothing is recorded, and no turn counts.
func (r *run) aimed(least float64) bool {
	m := &r.m
	w, _, _ := m.spines()
	l := w.Len()
	if !(l > 0x1p-40) {
		return false
	}
	gap := m.along(w)
	if gap > float64(least*l) && r.proves(w, least) {
		return true
	}
	if gap < float64(-aimGive*l)*m.t.Len() {
		return false
	}
	if m.a.kind == kindCylinder {
		across, axis := Vec{m.t.X, m.t.Y, 0}, Vec{0, 0, math.Copysign(1, m.t.Z)}
		if r.aim(across, least) || r.aim(axis, least) {
			return true
		}
	}
	if m.b.kind == kindCylinder {
		v := m.rot.column(2)
		x := m.t.Dot(v)
		return r.aim(m.t.Sub(v.Scale(x)), least) || r.aim(v.Scale(math.Copysign(1, x)), least)
	}
	return false
}

// hasSpines reports whether there are such directions for the cores: one is a cylinder or a cone,
// the other one has an axis too or is a box, and their centres are not so near that no direction
// would separate them.
func (m *minkowski) hasSpines() bool {
	a, b := m.a.kind, m.b.kind
	most := max(a, b)
	round := most == kindCylinder || most == kindCone
	if !round || min(a, b) < kindSegment || a == kindHull || b == kindHull {
		return false
	}
	deep := least(m.a.half) + least(m.b.half)
	return m.t.Len2() > float64(deep*deep)
}

// spines returns the shortest way between the axes of the cores, or the axis of one and the box
// that the other one is: from A to B, within rounding. It begins at za on the axis of A and ends at
// zb on that of B; of a box these mean nothing.
func (m *minkowski) spines() (w Vec, za, zb float64) {
	switch {
	case m.a.kind == kindBox:
		return wayToSegment(m.a.half, m.t, m.rot.column(2), m.b.half.Z), 0, 0
	case m.b.kind == kindBox:
		w = wayToSegment(m.b.half, m.rot.applyT(m.t).Neg(), m.rot.z, m.a.half.Z)
		return m.rot.apply(w).Neg(), 0, 0
	}
	v := m.rot.column(2)
	za, zb, _ = nearestOnAxes(m.t, v, m.a.half.Z, m.b.half.Z)
	w = m.t.Add(v.Scale(zb))
	w.Z -= za
	return w, za, zb
}

// wayToSegment returns the shortest way from the box with the half extents h to the segment with
// its middle at t, the direction v and the half length k.
func wayToSegment(h, t, v Vec, k float64) Vec {
	p := t.Add(v.Scale(nearestOnSegment(h, t, v, k)))
	return p.Sub(clampTo(h, p))
}

// along returns how far n, times its length, separates the cores of aimed, to a rounding.
func (m *minkowski) along(n Vec) float64 {
	return n.Dot(m.t) - m.a.extentAlong(n) - m.b.extentAlong(m.rot.applyT(n).Neg())
}

// extentAlong returns the greatest product of d with a point of a core of aimed.
func (o *body) extentAlong(d Vec) float64 {
	h := &o.half
	if o.kind <= kindBox {
		return float64(h.X*math.Abs(d.X)) + float64(h.Y*math.Abs(d.Y)) + float64(h.Z*math.Abs(d.Z))
	}
	rho := float64(h.X * math.Sqrt(float64(d.X*d.X)+float64(d.Y*d.Y)))
	z := float64(h.Z * d.Z)
	if o.kind == kindCylinder {
		return rho + math.Abs(z)
	}
	if rho > z+z {
		return rho - z
	}
	return z
}

// aim reports whether n proves the cores farther apart than least.
func (r *run) aim(n Vec, least float64) bool {
	gap := r.m.along(n)
	return gap > 0 && float64(gap*gap) > float64(float64(least*least)*n.Len2()) && r.proves(n, least)
}

// proves reports whether the search along n does.
func (r *run) proves(n Vec, least float64) bool {
	var k core
	r.s.n = 0
	r.separated(r.m.search(n), &k)
	return !r.m.bad && k.lower > least
}

// beginAimed makes the simplex the support point along the way between the axes, and returns false
// where that does not separate the cores. Newton's method may start from its ends.
func (r *run) beginAimed() bool {
	m := &r.m
	w, za, zb := m.spines()
	if !(w.Len() > 0x1p-40) || !(m.along(w) > 0) {
		return false
	}
	r.beginAlong(w)
	r.leap.aims, r.leap.za, r.leap.zb = m.a.kind != kindBox && m.b.kind != kindBox, za, zb
	return true
}

// newtonAimed is newton from the direction of beginAimed, along which the last search was, and the
// parts beside the ends of the way.
func (r *run) newtonAimed(tol, far float64) (*probe, collide.Exit) {
	m := &r.m
	n := &r.newt
	d := m.found.d
	n.m, n.d, n.most = m, d.Scale(1/d.Len()), 1
	n.a.guess(&m.a, &r.s, false, Vec{Z: r.leap.za}, n.d)
	n.b.guess(&m.b, &r.s, true, Vec{Z: r.leap.zb}, m.rot.applyT(n.d).Neg())
	n.set()
	return n.close(r, tol, far)
}
