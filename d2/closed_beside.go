package d2

import (
	"math"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/num"
)

// A point or a segment beside a polygon. The segment taken off the polygon is a polygon of two
// edges more, beside a point: the edge that the point is farthest out of carries the nearest point,
// or an end of it does.

// faced is an edge of x as y sees it.
type faced struct {
	p, q Vec // its ends, counter-clockwise
	n    Vec
	sep  float64 // how far it separates x from y
	i, j int32   // of a polygon, the numbers of p and q
}

// beside finds the answer about a box or a polygon x and y, a point or a segment with its middle at
// t and the direction v.
func (f *direct) beside(t, v Vec) {
	k := f.y.half.X
	var e faced
	f.facing(t, v, &e)
	f.n, f.low = e.n, e.sep
	if f.low > f.far {
		f.ended, f.relation = true, collide.Apart
		return
	}
	if m := v.perp(); k > 0 && f.across(t, v, m) {
		return
	}
	f.near = e.i
	if f.over(t, v, &e) {
		return
	}
	if !(f.low > 0) { // rounding puts y beside the edge and yet not apart: no points are known
		f.high = math.Inf(1)
		return
	}
	corner := e.p
	if p := t.Add(v.Scale(f.along)); p.Sub(e.q).Dot(e.n.perp()) > 0 {
		corner, f.near = e.q, e.j
	}
	f.corner(t, v, corner, false)
}

// across tries the normals of the segment itself, m and its negative, and sets f to the answer if
// one of them separates x from it farther than the edges do, or overlaps less.
func (f *direct) across(t, v, m Vec) bool {
	if m.Dot(t) < 0 {
		m = m.Neg()
	}
	var sep float64
	var corner Vec
	if f.x.kind == kindHull {
		m, sep, f.near = f.acrossHull(t, m)
		corner = f.x.hull.local[f.near]
	} else {
		var far float64
		corner, far = f.farthest(m)
		sep = m.Dot(t) - far
	}
	if !(sep > f.low) {
		return false
	}
	f.n, f.low = m, sep
	f.corner(t, v, corner, true)
	return true
}

// acrossHull returns which of m and its negative separates the polygon x farther from what is at t,
// m on ties, with how far, and the number of the corner that is nearest along it. It selects
// without a branch, which would be mispredicted once in a few corners.
func (f *direct) acrossHull(t, m Vec) (n Vec, sep float64, corner int32) {
	var near, back int
	most, least := int64(math.MaxInt64), int64(math.MaxInt64)
	local := f.x.hull.local
	for i := range local {
		p := float64(m.X*local[i].X) + float64(m.Y*local[i].Y)
		x, y := order(0-p), order(p)
		if x < most {
			near = i
		}
		most = min(most, x)
		if y < least {
			back = i
		}
		least = min(least, y)
	}
	d := m.Dot(t)
	sep = d + ordered(most)
	if other := ordered(least) - d; other > sep {
		return m.Neg(), other, int32(back)
	}
	return m, sep, int32(near)
}

// facing sets e to the edge of x that separates it farthest from the segment, or overlaps it least.
func (f *direct) facing(t, v Vec, e *faced) {
	k := f.y.half.X
	if f.x.kind == kindBox {
		h := f.x.half
		sx, sy := math.Abs(t.X)-h.X-float64(k*math.Abs(v.X)), math.Abs(t.Y)-h.Y-float64(k*math.Abs(v.Y))
		if sx >= sy {
			s := math.Copysign(1, t.X)
			q := Vec{float64(s * h.X), float64(s * h.Y)}
			e.p, e.q, e.n, e.sep = Vec{q.X, -q.Y}, q, Vec{s, 0}, sx
		} else {
			s := math.Copysign(1, t.Y)
			p := Vec{float64(s * h.X), float64(s * h.Y)}
			e.p, e.q, e.n, e.sep = p, Vec{-p.X, p.Y}, Vec{0, s}, sy
		}
		return
	}
	table := &f.x.hull.table
	at, best := 0, math.Inf(-1)
	for i := range table.edges {
		g := &table.edges[i]
		if sep := g.n.Dot(t) - float64(k*math.Abs(g.n.Dot(v))) - g.off; sep > best {
			at, best = i, sep
		}
	}
	next := int32(wrap(at+1, len(table.edges)))
	e.p, e.q, e.n = table.ring[at], table.ring[at+1], table.edges[at].n
	e.sep, e.i, e.j = best, int32(at), next
}

// farthest returns the corner of x farthest along m, and how far that is.
func (f *direct) farthest(m Vec) (corner Vec, far float64) {
	if f.x.kind == kindBox {
		h := f.x.half
		corner = Vec{math.Copysign(h.X, m.X), math.Copysign(h.Y, m.Y)}
		return corner, m.Dot(corner)
	}
	far = math.Inf(-1)
	for _, p := range f.x.hull.local {
		if at := m.Dot(p); at > far {
			corner, far = p, at
		}
	}
	return corner, far
}

// over sets the points where y is over the edge e, as low as it gets there, and reports whether it
// is. It leaves in along the end of y that is lowest.
func (f *direct) over(t, v Vec, e *faced) bool {
	u, k := e.n.perp(), f.y.half.X
	slope := e.n.Dot(v)
	at, long := u.Dot(t.Sub(e.p)), u.Dot(e.q.Sub(e.p))
	lo, hi := -k, k
	if run := u.Dot(v); run != 0 {
		a, b := -at/run, (long-at)/run
		lo, hi = num.Cut(lo, hi, a, b)
	} else if !(at >= 0 && at <= long) {
		hi = math.Inf(-1)
	}
	s := hi
	switch {
	case slope > 0:
		s = lo
	case slope == 0:
		s = float64((lo + hi) * 0.5)
	}
	p := t.Add(v.Scale(s))
	f.high = e.n.Dot(p.Sub(e.p))
	if !(lo <= hi) || f.high-f.low > float64(directPad*unit*(f.x.radius+k+big1(t))) {
		f.along = -math.Copysign(k, slope)
		return false
	}
	f.along, f.w = s, e.n.Scale(f.high)
	f.foot = p.Sub(f.w)
	return true
}

// corner sets the points where a corner of x is nearest, and unless it is so across y the normal
// too.
func (f *direct) corner(t, v, corner Vec, across bool) {
	k := f.y.half.X
	s := corner.Sub(t).Dot(v)
	f.along = num.Clamp(s, k)
	f.foot, f.w = corner, t.Add(v.Scale(f.along)).Sub(corner)
	if f.high = f.low; across && s == f.along {
		return
	}
	f.high = f.w.length()
	if !(f.low > 0) || f.high-f.low <= float64(directPad*unit*(f.x.radius+k+big1(t))) {
		return
	}
	f.n = f.w.Scale(1 / f.high)
	_, far := f.farthest(f.n)
	f.low = f.n.Dot(t) - float64(k*math.Abs(f.n.Dot(v))) - far
}
