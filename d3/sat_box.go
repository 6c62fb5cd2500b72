package d3

import "math"

// The separating axis test of two boxes: 3 + 3 face normals and 9 products of edges
// ([Gottschalk96]; [Ericson05], 4.4.1). The rows of the relative matrix are the axes themselves, so
// an axis costs a handful of products. docs/math/sat3.md.

// boxAxes is how many axes two boxes have.
const boxAxes = 15

// boxAxis names an axis of two boxes: i of A, j of B, 0 to 2 for X to Z; -1 where that box has no
// part in it.
type boxAxis struct{ i, j int8 }

// boxSlack bounds how far the least overlap of two boxes along the axes may be above the depth of
// any point in C, as axes are rounded: docs/math/sat3.md.
func boxSlack(m *minkowski) float64 { return boxSlackOf(m.a.reach, m.b.reach, m.reach) }

// boxSlackOf is boxSlack for the radii of the boxes and the reach of their difference.
func boxSlackOf(a, b, reach float64) float64 {
	return float64(unit * max(float64(boxSlackB*b), float64(boxSlackA*a)+float64(boxSlackDist*(reach-a-b))))
}

// boxes tests the axes of two boxes in the order A's faces, B's faces, edges. It reports whether
// the last one separates.
func (s *satRun) boxes(m *minkowski) bool {
	p := &s.two
	p.r, p.t, p.a, p.b = m.rot, m.t, m.a.half, m.b.half
	found := s.facesA(p) || s.facesB(p)
	s.raise(s.sep)
	found = found || s.edges(p)
	s.tried = boxAxes
	if found {
		s.tried = s.axis.number() + 1
	}
	s.tested, s.total = s.tested+s.tried, s.total+boxAxes
	if s.axis.i < 0 || s.axis.j < 0 {
		s.direct(p)
	}
	return found
}

// number returns the place of x in the order of the tests.
func (x boxAxis) number() int {
	switch {
	case x.j < 0:
		return int(x.i)
	case x.i < 0:
		return 3 + int(x.j)
	}
	return 6 + 3*int(x.i) + int(x.j)
}

// facesA tests the normals of A's faces, the rows of the relative matrix.
func (s *satRun) facesA(p *boxPair) bool {
	r, h := &p.r, &p.b
	return s.face(math.Abs(p.t.X)-(p.a.X+cover(r.x.X, r.x.Y, r.x.Z, h)), boxAxis{0, -1}) ||
		s.face(math.Abs(p.t.Y)-(p.a.Y+cover(r.y.X, r.y.Y, r.y.Z, h)), boxAxis{1, -1}) ||
		s.face(math.Abs(p.t.Z)-(p.a.Z+cover(r.z.X, r.z.Y, r.z.Z, h)), boxAxis{2, -1})
}

// facesB tests the normals of B's faces, the columns.
func (s *satRun) facesB(p *boxPair) bool {
	r, h, t := &p.r, &p.a, p.r.applyT(p.t)
	return s.face(math.Abs(t.X)-(p.b.X+cover(r.x.X, r.y.X, r.z.X, h)), boxAxis{-1, 0}) ||
		s.face(math.Abs(t.Y)-(p.b.Y+cover(r.x.Y, r.y.Y, r.z.Y, h)), boxAxis{-1, 1}) ||
		s.face(math.Abs(t.Z)-(p.b.Z+cover(r.x.Z, r.y.Z, r.z.Z, h)), boxAxis{-1, 2})
}

// face takes in the separation along a face normal and reports whether that ends the run.
func (s *satRun) face(sep float64, axis boxAxis) bool {
	if sep > s.sep {
		s.sep, s.axis = sep, axis
	}
	return sep > s.stop
}

// direct sets n to the unit vector of the face normal chosen, from A to B; A's or B's own +X to +Z
// where the centres do not tell.
func (s *satRun) direct(p *boxPair) {
	if s.axis.i >= 0 {
		s.n = unitVec(s.axis.i)
	} else {
		s.n = p.r.column(s.axis.j)
		s.n = s.n.Scale(1.5 - float64(s.n.Len2()/2)) // a unit vector but for rounding: one step of Newton's method
	}
	if s.n.Dot(p.t) < 0 {
		s.n = s.n.Neg()
	}
}

// edges takes in the products of the edges of A and B and reports whether one separates.
//
// The product of A's edge along its axis i with B's along j is (-v[j], u[j]) in A's next two
// coordinates, whose rows of the matrix are u and v. What A and B cover along it is the sum of four
// products. Square roots are left for axes that may beat the best one.
func (s *satRun) edges(k *boxPair) bool {
	x, y, z := k.r.x.abs(), k.r.y.abs(), k.r.z.abs()
	r, t, a, b := &k.r, &k.t, &k.a, &k.b
	return !s.short(r.y.X, r.z.X, float64(t.Z*r.y.X)-float64(t.Y*r.z.X),
		float64(a.Y*z.X)+float64(a.Z*y.X)+float64(b.Y*x.Z)+float64(b.Z*x.Y)) && s.product(k, 0, 0, r.y.X, r.z.X) ||
		!s.short(r.y.Y, r.z.Y, float64(t.Z*r.y.Y)-float64(t.Y*r.z.Y),
			float64(a.Y*z.Y)+float64(a.Z*y.Y)+float64(b.Z*x.X)+float64(b.X*x.Z)) && s.product(k, 0, 1, r.y.Y, r.z.Y) ||
		!s.short(r.y.Z, r.z.Z, float64(t.Z*r.y.Z)-float64(t.Y*r.z.Z),
			float64(a.Y*z.Z)+float64(a.Z*y.Z)+float64(b.X*x.Y)+float64(b.Y*x.X)) && s.product(k, 0, 2, r.y.Z, r.z.Z) ||
		!s.short(r.z.X, r.x.X, float64(t.X*r.z.X)-float64(t.Z*r.x.X),
			float64(a.Z*x.X)+float64(a.X*z.X)+float64(b.Y*y.Z)+float64(b.Z*y.Y)) && s.product(k, 1, 0, r.z.X, r.x.X) ||
		!s.short(r.z.Y, r.x.Y, float64(t.X*r.z.Y)-float64(t.Z*r.x.Y),
			float64(a.Z*x.Y)+float64(a.X*z.Y)+float64(b.Z*y.X)+float64(b.X*y.Z)) && s.product(k, 1, 1, r.z.Y, r.x.Y) ||
		!s.short(r.z.Z, r.x.Z, float64(t.X*r.z.Z)-float64(t.Z*r.x.Z),
			float64(a.Z*x.Z)+float64(a.X*z.Z)+float64(b.X*y.Y)+float64(b.Y*y.X)) && s.product(k, 1, 2, r.z.Z, r.x.Z) ||
		!s.short(r.x.X, r.y.X, float64(t.Y*r.x.X)-float64(t.X*r.y.X),
			float64(a.X*y.X)+float64(a.Y*x.X)+float64(b.Y*z.Z)+float64(b.Z*z.Y)) && s.product(k, 2, 0, r.x.X, r.y.X) ||
		!s.short(r.x.Y, r.y.Y, float64(t.Y*r.x.Y)-float64(t.X*r.y.Y),
			float64(a.X*y.Y)+float64(a.Y*x.Y)+float64(b.Z*z.X)+float64(b.X*z.Z)) && s.product(k, 2, 1, r.x.Y, r.y.Y) ||
		!s.short(r.x.Z, r.y.Z, float64(t.Y*r.x.Z)-float64(t.X*r.y.Z),
			float64(a.X*y.Z)+float64(a.Y*x.Z)+float64(b.X*z.Y)+float64(b.Y*z.X)) && s.product(k, 2, 2, r.x.Z, r.y.Z)
}

// short reports whether the product (-q, p) of two edges cannot beat the best axis, whatever the
// rounding. Times its length, the centres are d apart along it and the boxes cover the length both.
func (s *satRun) short(p, q, d, both float64) bool {
	low := both - math.Abs(d) - s.noise
	return low > 0 && float64(low*low) >= float64(s.top2*(float64(p*p)+float64(q*q)))
}

// product takes in the product of A's edge i and B's edge j, (-q, p) in A's next two axes, and
// reports whether it separates.
func (s *satRun) product(k *boxPair, i, j int8, p, q float64) bool {
	l := float64(p*p) + float64(q*q)
	if l <= parallelEdges {
		s.tested--
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
	sep := n.Dot(k.t)
	if sep < 0 {
		n, sep = n.Neg(), -sep
	}
	sep -= n.abs().Dot(k.a) + k.r.applyT(n).abs().Dot(k.b)
	s.offer(sep, n, boxAxis{i, j})
	return sep > s.stop
}
