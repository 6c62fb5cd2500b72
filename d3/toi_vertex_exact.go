package d3

import (
	"math"
	"math/big"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/exact"
)

// figure is the figure of the differences in integers: its corners in order, as polynomials in t.
type figure struct {
	n        int // of the corners
	corners  [4][3]exact.Poly
	coplanar exact.Poly       // the plane of the figure holds the origin where it vanishes
	crosses  [3][4]exact.Poly // by axis: the products of corners that follow each other
	dots     [4]exact.Poly    // the same
}

// corners lists the differences that are the corners, in order, as indices of two points.
var (
	faceCorners = [][2]int{{1, 0}, {2, 0}, {3, 0}}
	edgeCorners = [][2]int{{0, 2}, {1, 2}, {1, 3}, {0, 3}}
)

// exactly finds the first contact in integers.
func (m *moving) exactly(out *Impact) {
	m.ar.Reset()
	out.Iterations = 0
	var f figure
	m.figure(&f)
	if f.coplanar.IsZero() {
		m.fillFigure(&f)
		m.flat(&f, out)
		return
	}
	at0, at1 := f.coplanar.SignAtEnds(&m.ar)
	n := m.ar.Roots(f.coplanar, &m.roots)
	if n == 0 && at0 != 0 && at1 != 0 {
		return
	}
	m.fillFigure(&f)
	if at0 == 0 && m.touches(&f, nil, 0) {
		out.Iterations++
		m.found(out, 0, 0)
		return
	}
	for i := range m.roots[:n] {
		m.try(&f, &m.roots[i], out)
	}
	if out.Verdict == collide.Miss && at1 == 0 && m.touches(&f, nil, 1) {
		out.Iterations++
		m.found(out, 1, 1)
	}
}

// flat finds the first contact where the figure's plane holds the origin all the time. Contact
// begins at the start, or where a polynomial that contact depends on changes its sign: at one of
// its roots.
func (m *moving) flat(f *figure, out *Impact) {
	out.Iterations++
	if m.touches(f, nil, 0) {
		m.found(out, 0, 0)
		return
	}
	for i := range f.n {
		m.tryRoots(f, &f.dots[i], out)
		for axis := range 3 {
			m.tryRoots(f, &f.crosses[axis][i], out)
		}
	}
	if out.Iterations++; out.Verdict == collide.Miss && m.touches(f, nil, 1) {
		m.found(out, 1, 1)
	}
}

// tryRoots tries all roots of p.
func (m *moving) tryRoots(f *figure, p *exact.Poly, out *Impact) {
	if p.IsZero() {
		return
	}
	for i := range m.roots[:m.ar.Roots(*p, &m.roots)] {
		m.try(f, &m.roots[i], out)
	}
}

// try takes down contact at r, unless there is some before. Brackets are the nearest doubles on
// both sides, so that their order is that of the roots: equal ones serve as well.
func (m *moving) try(f *figure, r *exact.Root, out *Impact) {
	out.Iterations++
	if out.Verdict == collide.Miss {
		if m.touches(f, r, 0) {
			lo, hi := m.ar.Bracket(r)
			m.found(out, lo, hi)
		}
		return
	}
	if lo, hi := m.ar.Bracket(r); lo < out.Lower && m.touches(f, r, 0) {
		m.found(out, lo, hi)
	}
}

// found takes down contact in a bracket of neighbours.
func (m *moving) found(out *Impact, lo, hi float64) {
	out.Verdict, out.T, out.Lower, out.Upper = collide.Hit, hi, lo, hi
}

// touches reports whether the figure holds the origin at the root r, or where r is nil, at the end
// 0 or 1. The plane of the figure holds it there.
//
// Then the products of corners that follow each other are multiples of one vector. Where the figure
// is not flat, that is its normal, and the origin is inside just when none of the products points
// the other way. Where it is flat their sum is zero, so that either two point in opposite ways, and
// the figure's line misses the origin, or all vanish, and all corners are on a line with it: then
// two that follow each other must be on different sides, or one at the origin.
func (m *moving) touches(f *figure, r *exact.Root, end int) bool {
	for axis := range 3 {
		least, most := 0, 0
		for i := range f.n {
			s := m.sign(&f.crosses[axis][i], r, end)
			least, most = min(least, s), max(most, s)
			if least*most < 0 {
				return false
			}
		}
		if least != most {
			return true
		}
	}
	for i := range f.n {
		if m.sign(&f.dots[i], r, end) <= 0 {
			return true
		}
	}
	return false
}

// sign returns the sign of p at r, or at an end.
func (m *moving) sign(p *exact.Poly, r *exact.Root, end int) int {
	if r != nil {
		return m.ar.Sign(r, p)
	}
	at0, at1 := p.SignAtEnds(&m.ar)
	if end == 0 {
		return at0
	}
	return at1
}

// figure sets the corners of f and the polynomial of its plane. The unit is the greatest power of
// two that makes integers of all coordinates.
func (m *moving) figure(f *figure) {
	e := math.MaxInt
	for i := range 4 {
		e = lowest(lowest(e, m.start[i]), m.end[i])
	}
	if e == math.MaxInt {
		e = 0
	}
	var from, to [4][3]*big.Int
	for i := range 4 {
		from[i], to[i] = m.scaled(m.start[i], e), m.scaled(m.end[i], e)
	}
	ar := &m.ar
	pairs := faceCorners
	if m.edges {
		pairs = edgeCorners
	}
	f.n = len(pairs)
	for i, p := range pairs {
		a, b := ar.Sub(from[p[0]], from[p[1]]), ar.Sub(to[p[0]], to[p[1]])
		for axis := range 3 {
			f.corners[i][axis] = ar.Line(a[axis], b[axis])
		}
	}
	c := &f.corners
	for axis := range 3 {
		f.coplanar = ar.AddPoly(f.coplanar, ar.MulPoly(m.cross(&c[0], &c[1], axis), c[2][axis]))
	}
}

// fillFigure sets the products of corners.
func (m *moving) fillFigure(f *figure) {
	ar := &m.ar
	for i := range f.n {
		p, q := &f.corners[i], &f.corners[(i+1)%f.n]
		for axis := range 3 {
			f.crosses[axis][i] = m.cross(p, q, axis)
			f.dots[i] = ar.AddPoly(f.dots[i], ar.MulPoly(p[axis], q[axis]))
		}
	}
}

// cross lends one coordinate of p x q.
func (m *moving) cross(p, q *[3]exact.Poly, axis int) exact.Poly {
	j, k := (axis+1)%3, (axis+2)%3
	return m.ar.SubPoly(m.ar.MulPoly(p[j], q[k]), m.ar.MulPoly(p[k], q[j]))
}

// scaled lends the integers v * 2^-e.
func (m *moving) scaled(v Vec, e int) [3]*big.Int {
	return [3]*big.Int{m.ar.Scaled(v.X, e), m.ar.Scaled(v.Y, e), m.ar.Scaled(v.Z, e)}
}
