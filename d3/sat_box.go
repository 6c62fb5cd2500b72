package d3

import "math"

// The separating axis test of two boxes: 3 + 3 face normals and 9 products of edges ([Gottschalk96]; [Ericson05], 4.4.1). The rows of
// the relative matrix are the axes themselves, so an axis costs a handful of products. docs/math/sat3.md.

// boxAxes is how many axes two boxes have.
const boxAxes = 15

// boxAxis names an axis of two boxes: i of A, j of B, 0 to 2 for X to Z; -1 where that box has no part in it.
type boxAxis struct{ i, j int8 }

// boxes tests the axes of two boxes in the order A's faces, B's faces, edges. It reports whether the last one separates.
func (s *satRun) boxes(m *minkowski) bool {
	t, ha, hb := m.t, m.a.half, m.b.half
	ax, ay, az := m.rot.x.abs(), m.rot.y.abs(), m.rot.z.abs()
	s.total += boxAxes
	if s.face(math.Abs(t.X)-(ha.X+ax.Dot(hb)), boxAxis{0, -1}) ||
		s.face(math.Abs(t.Y)-(ha.Y+ay.Dot(hb)), boxAxis{1, -1}) ||
		s.face(math.Abs(t.Z)-(ha.Z+az.Dot(hb)), boxAxis{2, -1}) {
		s.direct(m)
		return true
	}
	tb := m.rot.applyT(t)
	if s.face(math.Abs(tb.X)-(hb.X+Vec{ax.X, ay.X, az.X}.Dot(ha)), boxAxis{-1, 0}) ||
		s.face(math.Abs(tb.Y)-(hb.Y+Vec{ax.Y, ay.Y, az.Y}.Dot(ha)), boxAxis{-1, 1}) ||
		s.face(math.Abs(tb.Z)-(hb.Z+Vec{ax.Z, ay.Z, az.Z}.Dot(ha)), boxAxis{-1, 2}) {
		s.direct(m)
		return true
	}
	s.direct(m)
	return s.edges(m, 0, boxRow{t.Y, t.Z, ha.Y, ha.Z, &m.rot.y, &m.rot.z, &ax, &ay, &az}) ||
		s.edges(m, 1, boxRow{t.Z, t.X, ha.Z, ha.X, &m.rot.z, &m.rot.x, &ay, &az, &ax}) ||
		s.edges(m, 2, boxRow{t.X, t.Y, ha.X, ha.Y, &m.rot.x, &m.rot.y, &az, &ax, &ay})
}

// face takes in the separation along a face normal and reports whether that ends the run.
func (s *satRun) face(sep float64, axis boxAxis) bool {
	s.tested++
	if sep > s.sep {
		s.sep, s.axis = sep, axis
	}
	return sep > s.stop
}

// direct sets n to the unit vector of the face normal chosen, from A to B; A's or B's own +X to +Z where the centres do not tell.
func (s *satRun) direct(m *minkowski) {
	s.top = s.sep
	if s.axis.i >= 0 {
		s.n = unitVec(s.axis.i)
	} else {
		s.n = m.rot.apply(unitVec(s.axis.j))
		s.n = s.n.Scale(1.5 - float64(s.n.Len2()/2)) // a unit vector but for rounding: one step of Newton's method
	}
	if s.n.Dot(m.t) < 0 {
		s.n = s.n.Neg()
	}
}

// unitVec returns the unit vector along axis i.
func unitVec(i int8) Vec {
	switch i {
	case 0:
		return Vec{1, 0, 0}
	case 1:
		return Vec{0, 1, 0}
	}
	return Vec{0, 0, 1}
}

// abs returns the magnitudes of v.
func (v Vec) abs() Vec { return Vec{math.Abs(v.X), math.Abs(v.Y), math.Abs(v.Z)} }

// boxRow is what the products of one edge of A with those of B need, with u, v, w the axes of A in cyclic order, the edge along w.
type boxRow struct {
	tu, tv, hu, hv float64 // B's centre and A's half extents
	ru, rv         *Vec    // rows u and v of the relative matrix
	aw, au, av     *Vec    // the magnitudes of the rows
}

// edges takes in the products of A's edge along i with the edges of B and reports whether one separates.
//
// The product with B's edge j is (-rv[j], ru[j]) in the coordinates u, v of A, of squared length ru[j]^2 + rv[j]^2. What A and B
// cover along it is the sum of four products. Square roots are left for axes that may beat the best one.
func (s *satRun) edges(m *minkowski, i int8, r boxRow) bool {
	b := m.b.half
	x := math.Abs(float64(r.tv*r.ru.X)-float64(r.tu*r.rv.X)) -
		(float64(r.hu*r.av.X) + float64(r.hv*r.au.X) + float64(b.Y*r.aw.Z) + float64(b.Z*r.aw.Y))
	if s.promising(x, r.ru.X, r.rv.X) && s.product(m, i, 0, r.ru.X, r.rv.X) {
		return true
	}
	y := math.Abs(float64(r.tv*r.ru.Y)-float64(r.tu*r.rv.Y)) -
		(float64(r.hu*r.av.Y) + float64(r.hv*r.au.Y) + float64(b.Z*r.aw.X) + float64(b.X*r.aw.Z))
	if s.promising(y, r.ru.Y, r.rv.Y) && s.product(m, i, 1, r.ru.Y, r.rv.Y) {
		return true
	}
	z := math.Abs(float64(r.tv*r.ru.Z)-float64(r.tu*r.rv.Z)) -
		(float64(r.hu*r.av.Z) + float64(r.hv*r.au.Z) + float64(b.X*r.aw.Y) + float64(b.Y*r.aw.X))
	return s.promising(z, r.ru.Z, r.rv.Z) && s.product(m, i, 2, r.ru.Z, r.rv.Z)
}

// promising reports whether sep, the separation along an axis times the axis' length |(p, q)|, may be more than the best, as far as its
// error lets one say.
func (s *satRun) promising(sep, p, q float64) bool {
	s.tested++
	low, top := -sep-s.noise, min(s.top, 0)
	return !(low > 0) || !(float64(low*low) >= float64(float64(top*top)*(float64(p*p)+float64(q*q))))
}

// parallelEdges is the squared sine of the angle between two edges, (2u)^2, below which their product is no axis.
const parallelEdges = 0x1p-104

// product takes in the product of A's edge i and B's edge j, (-q, p) in A's next two axes, and reports whether it separates.
func (s *satRun) product(m *minkowski, i, j int8, p, q float64) bool {
	l := float64(p*p) + float64(q*q)
	if l <= parallelEdges {
		return false
	}
	l = 1 / math.Sqrt(l)
	p, q = float64(p*l), float64(-q*l)
	var n Vec
	switch i {
	case 0:
		n = Vec{0, q, p}
	case 1:
		n = Vec{p, 0, q}
	default:
		n = Vec{q, p, 0}
	}
	sep := n.Dot(m.t)
	if sep < 0 {
		n, sep = n.Neg(), -sep
	}
	sep -= n.abs().Dot(m.a.half) + m.rot.applyT(n).abs().Dot(m.b.half)
	s.offer(sep, n, boxAxis{i, j})
	return sep > s.stop
}
