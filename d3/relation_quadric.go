package d3

import (
	"math"
	"math/big"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/exact"
)

// An ellipsoid is decided exactly beside another one, a ball, and a polytope without margin. Of two
// ellipsoids a polynomial of degree 4 tells by the number of its roots; beside a polytope, space is
// stretched so that the ellipsoid is a ball. docs/math/exact.md, "Ellipsoids".

// ellipsoids returns the relation of two bodies of which one is an ellipsoid, Undecided where that
// one is flat, the other one none of those above, or a margin is there that is not a ball's. n is
// the normal from a to b in a's frame.
func (d *exactRelation) ellipsoids(r *run, a, b *Object, n Vec) collide.Relation {
	e, o := a, b
	if e.kind != kindEllipsoid {
		e, o = b, a
	}
	if e.kind != kindEllipsoid || e.flatEllipsoid() {
		return collide.Undecided
	}
	round := o.kind == kindEllipsoid && !o.flatEllipsoid()
	if !round && o.kind.curved() {
		return collide.Undecided
	}
	d.pair(a, b, min(a.lowestExponent(), b.lowestExponent()))
	switch margins := d.margins(a, b); {
	case margins.Sign() == 0 && round, margins.Sign() > 0 && o.kind == kindPoint:
		return d.contactFunction(margins, a.axes.apply(n))
	case margins.Sign() == 0:
		return d.beside(r, e)
	}
	return collide.Undecided
}

// flatEllipsoid reports whether an ellipsoid has no inside.
func (o *Object) flatEllipsoid() bool { return min(o.half.X, o.half.Y, o.half.Z) == 0 }

// beside is ellipsoids for e and a polytope, by exact GJK in stretched space, from the simplex with
// which the floats ended.
func (d *exactRelation) beside(r *run, e *Object) collide.Relation {
	d.wide = r.m
	d.wide.errPoint = math.Inf(1) // its points are not those of stretched space: no sign is certain
	d.prepare(&d.wide, d.a, d.b)
	rot, n := &d.ra, d.na
	if e == d.b {
		rot, n = &d.rb, d.nb
	}
	ar := &d.ar
	h := d.vec(e.half)
	for i := range 3 { // times all three radii: an axis of e times the other two
		axis := [3]*big.Int{rot[0][i], rot[1][i], rot[2][i]}
		d.stretch[i] = ar.Scale(axis, ar.Mul(h[(i+1)%3], h[(i+2)%3]))
	}
	defer func() { d.stretch = [3][3]*big.Int{} }()
	for i := range r.s.n {
		d.insert(max(r.s.p[i].ia, 0), max(r.s.p[i].ib, 0))
	}
	if len(d.p) == 0 {
		d.insert(0, 0)
	}
	return d.search(ar.Mul(ar.Mul(d.norm, n), ar.Mul(h[0], ar.Mul(h[1], h[2]))))
}

// contactFunction is ellipsoids for the pair of d, of which the one or the other may be a ball of
// the radius margins; n is about the normal from a to b, in the world's axes. Two proofs go first
// that take few products, one along the normal and one by a point.
func (d *exactRelation) contactFunction(margins *big.Int, n Vec) collide.Relation {
	ar := &d.ar
	k := contactPair{
		ar: ar, t: ar.Scale(d.offset(d.b, d.a), d.norm),
		a: d.quadric(d.a, &d.ra, d.nb, margins), b: d.quadric(d.b, &d.rb, d.na, margins),
	}
	g := d.scaled(n, lowest(math.MaxInt, n))
	switch {
	case isZero(g):
	case k.parted(g):
		return collide.Apart
	case k.meet(g):
		return collide.Overlapping
	}
	f := k.function()
	switch ar.CountRoots(f) {
	case 0:
		return collide.Overlapping
	case 1:
		return collide.Touching
	}
	return collide.Apart
}

// quadric returns R diag(radii^2) R^T of an ellipsoid in the world's axes, times the square of
// scale, or radius^2 of a ball: a body is the points x with x.Qx <= 1 for its inverse Q.
func (d *exactRelation) quadric(o *Object, rot *[3][3]*big.Int, scale, radius *big.Int) (q [3][3]*big.Int) {
	ar := &d.ar
	if o.kind != kindEllipsoid {
		rr, zero := ar.Mul(radius, radius), ar.Int().SetInt64(0)
		return [3][3]*big.Int{{rr, zero, zero}, {zero, rr, zero}, {zero, zero, rr}}
	}
	h := ar.Scale(d.vec(o.half), scale)
	var rows [3][3]*big.Int // of R diag(radii)
	for i := range 3 {
		rows[i] = [3]*big.Int{ar.Mul(rot[i][0], h[0]), ar.Mul(rot[i][1], h[1]), ar.Mul(rot[i][2], h[2])}
	}
	for i := range 3 {
		for j := range 3 {
			q[i][j] = ar.Dot(rows[i], rows[j])
		}
	}
	return q
}

// contactPair is two ellipsoids in the world's axes: their squares, as quadric has them, and the
// way t from the middle of the first to that of the second.
type contactPair struct {
	ar   *exact.Arena
	a, b [3][3]*big.Int
	t    [3]*big.Int
}

// reach returns the square of how far q reaches along g, and the point q g.
func (k *contactPair) reach(q *[3][3]*big.Int, g [3]*big.Int) (square *big.Int, p [3]*big.Int) {
	for i := range 3 {
		p[i] = k.ar.Dot(q[i], g)
	}
	return k.ar.Dot(g, p), p
}

// parted reports whether a plane across g has the two on its two sides, neither of them on it.
func (k *contactPair) parted(g [3]*big.Int) bool {
	u, _ := k.reach(&k.a, g)
	v, _ := k.reach(&k.b, g)
	return exact.SignRoots(k.ar, k.ar.Dot(g, k.t), u, v) > 0
}

// meet reports whether about the farthest point of the first along g lies inside the second. With l
// near the root of u = g.Ag, Ag 2l/(l^2 + u) is that point or, by the means of l and u/l, one a
// little farther in.
func (k *contactPair) meet(g [3]*big.Int) bool {
	ar := k.ar
	u, p := k.reach(&k.a, g)
	if u.Sign() == 0 {
		return false
	}
	l := ar.Sqrt(u)
	den := ar.Int().Add(ar.Mul(l, l), u)
	y := ar.Sub(ar.Scale(p, l.Lsh(l, 1)), ar.Scale(k.t, den))
	c, det := adjugate(ar, &k.b)
	square := ar.Int().SetInt64(0)
	for i := range 3 {
		square.Add(square, ar.Mul(y[i], ar.Dot(c[i], y)))
	}
	return square.Cmp(ar.Mul(ar.Mul(den, den), det)) < 0
}

// adjugate returns the adjugate of a symmetric matrix, and its determinant.
func adjugate(ar *exact.Arena, m *[3][3]*big.Int) (c [3][3]*big.Int, det *big.Int) {
	for i := range 3 {
		c[i] = ar.Cross(m[(i+1)%3], m[(i+2)%3])
	}
	return c, ar.Dot(m[0], c[0])
}

// function returns s (1-s) t.adj(P)t - det P with P = (1-s) A + s B: positive for some s in (0, 1)
// if the two are apart, else with a root there, one, if they touch.
func (k *contactPair) function() exact.Poly {
	ar := k.ar
	var p, c [3][3]exact.Poly
	for i := range 3 {
		for j := range 3 {
			p[i][j] = ar.Line(k.a[i][j], k.b[i][j])
		}
	}
	var sum, det exact.Poly
	for i := range 3 {
		for j := range 3 {
			i1, i2, j1, j2 := (i+1)%3, (i+2)%3, (j+1)%3, (j+2)%3
			c[i][j] = ar.SubPoly(ar.MulPoly(p[i1][j1], p[i2][j2]), ar.MulPoly(p[i1][j2], p[i2][j1]))
			sum = ar.AddPoly(sum, ar.TimesPoly(c[i][j], ar.Mul(k.t[i], k.t[j])))
		}
		det = ar.AddPoly(det, ar.MulPoly(p[0][i], c[0][i]))
	}
	zero, one := ar.Int().SetInt64(0), ar.Int().SetInt64(1)
	s, rest := ar.Line(zero, one), ar.Line(one, zero)
	return ar.SubPoly(ar.MulPoly(ar.MulPoly(s, rest), sum), det)
}
