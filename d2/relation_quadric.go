package d2

import (
	"math"
	"math/big"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/exact"
)

// An ellipse is decided exactly beside another one, a circle, and a polygon without margin. Of two
// ellipses a polynomial of degree 3 tells by the number of its roots; beside a polygon, the plane
// is stretched so that the ellipse is a circle. docs/math/exact.md, "Ellipsoids".

// ellipses returns the relation of two bodies of which one is an ellipse, Undecided where that one
// is flat, the other one none of those above, or a margin is there that is not a circle's. n is the
// normal from a to b in a's frame.
func (d *exactRelation) ellipses(r *run, a, b *Object, n Vec) collide.Relation {
	e, o := a, b
	if e.kind != kindEllipse {
		e, o = b, a
	}
	if e.kind != kindEllipse || e.flatEllipse() {
		return collide.Undecided
	}
	round := o.kind == kindEllipse && !o.flatEllipse()
	if !round && o.kind.curved() {
		return collide.Undecided
	}
	d.prepare(a, b)
	switch margins := d.margins(a, b); {
	case margins.Sign() == 0 && round, margins.Sign() > 0 && o.kind == kindPoint:
		return d.contactFunction(margins, a.axes().apply(n))
	case margins.Sign() == 0:
		return d.beside(r, e)
	}
	return collide.Undecided
}

// flatEllipse reports whether an ellipse has no inside.
func (o *Object) flatEllipse() bool { return min(o.half.X, o.half.Y) == 0 }

// stretching multiplies the coordinates along the axes of a rotation, where it has one.
type stretching struct{ rot, by bigVec }

// beside is ellipses for e and a polygon, by exact GJK in the stretched plane, from the simplex
// with which the floats ended.
func (d *exactRelation) beside(r *run, e *Object) collide.Relation {
	rot := d.ra
	if e == d.b {
		rot = d.rb
	}
	h := d.vec(e.half)
	d.stretch = stretching{rot, bigVec{h[1], h[0]}} // times both radii
	defer func() { d.stretch = stretching{} }()
	for i := range r.s.n {
		d.insert(max(r.s.p[i].ia, 0), max(r.s.p[i].ib, 0))
	}
	if len(d.p) == 0 {
		d.insert(0, 0)
	}
	return d.search(d.ar.Mul(d.dot(rot, rot), d.ar.Mul(h[0], h[1])))
}

// apply returns v stretched.
func (s *stretching) apply(d *integers, v bigVec) bigVec {
	v = d.rotateBack(s.rot, v)
	return bigVec{d.ar.Mul(v[0], s.by[0]), d.ar.Mul(v[1], s.by[1])}
}

// applyT returns the transpose of the stretching times v.
func (s *stretching) applyT(d *integers, v bigVec) bigVec {
	return d.rotate(s.rot, bigVec{d.ar.Mul(v[0], s.by[0]), d.ar.Mul(v[1], s.by[1])})
}

// contactFunction is ellipses for the pair of d, of which the one or the other may be a circle of
// the radius margins; n is about the normal from a to b, in the world's axes. Two proofs go first
// that take few products, one along the normal and one by a point.
func (d *exactRelation) contactFunction(margins *big.Int, n Vec) collide.Relation {
	k := contactPair{
		integers: &d.integers, t: d.world(d.offset(d.b, d.a)),
		a: d.quadric(d.a, d.ra, margins), b: d.quadric(d.b, d.rb, margins),
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
	switch d.ar.CountRoots(f) {
	case 0:
		return collide.Overlapping
	case 1:
		return collide.Touching
	}
	return collide.Apart
}

// quadric returns R diag(radii^2) R^T of an ellipse in the world's axes, or radius^2 of a circle: a
// body is the points x with x.Qx <= 1 for its inverse Q.
func (d *exactRelation) quadric(o *Object, rot bigVec, radius *big.Int) (q [2]bigVec) {
	ar := &d.ar
	if o.kind != kindEllipse {
		rr, zero := ar.Mul(radius, radius), ar.Int().SetInt64(0)
		return [2]bigVec{{rr, zero}, {zero, rr}}
	}
	h, zero := d.vec(o.half), ar.Int().SetInt64(0)
	u, v := d.rotate(rot, bigVec{h[0], zero}), d.rotate(rot, bigVec{zero, h[1]})
	for i := range 2 {
		for j := range 2 {
			q[i][j] = ar.Int().Add(ar.Mul(u[i], u[j]), ar.Mul(v[i], v[j]))
		}
	}
	return q
}

// contactPair is two ellipses in the world's axes: their squares, as quadric has them, and the way
// t from the middle of the first to that of the second.
type contactPair struct {
	*integers
	a, b [2]bigVec
	t    bigVec
}

// reach returns the square of how far q reaches along g, and the point q g.
func (k *contactPair) reach(q *[2]bigVec, g bigVec) (square *big.Int, p bigVec) {
	p = bigVec{k.dot(q[0], g), k.dot(q[1], g)}
	return k.dot(g, p), p
}

// parted reports whether a line across g has the two on its two sides, neither of them on it.
func (k *contactPair) parted(g bigVec) bool {
	u, _ := k.reach(&k.a, g)
	v, _ := k.reach(&k.b, g)
	return exact.SignRoots(&k.ar, k.dot(g, k.t), u, v) > 0
}

// meet reports whether about the farthest point of the first along g lies inside the second. With l
// near the root of u = g.Ag, Ag 2l/(l^2 + u) is that point or, by the means of l and u/l, one a
// little farther in.
func (k *contactPair) meet(g bigVec) bool {
	ar := &k.ar
	u, p := k.reach(&k.a, g)
	if u.Sign() == 0 {
		return false
	}
	l := ar.Sqrt(u)
	den := ar.Int().Add(ar.Mul(l, l), u)
	l.Lsh(l, 1)
	var y bigVec
	for i := range 2 {
		y[i] = ar.Int().Sub(ar.Mul(p[i], l), ar.Mul(k.t[i], den))
	}
	c, det := k.adjugate(&k.b)
	square := k.dot(y, bigVec{k.dot(c[0], y), k.dot(c[1], y)})
	return square.Cmp(ar.Mul(ar.Mul(den, den), det)) < 0
}

// adjugate returns the adjugate of a symmetric matrix, and its determinant.
func (k *contactPair) adjugate(m *[2]bigVec) (c [2]bigVec, det *big.Int) {
	ar := &k.ar
	minus := ar.Int().Neg(m[0][1])
	c = [2]bigVec{{m[1][1], minus}, {minus, m[0][0]}}
	return c, k.dot(m[0], c[0])
}

// function returns s (1-s) t.adj(P)t - det P with P = (1-s) A + s B: positive for some s in (0, 1)
// if the two are apart, else with a root there, one, if they touch.
func (k *contactPair) function() exact.Poly {
	ar := &k.ar
	x, y := ar.Line(k.a[0][0], k.b[0][0]), ar.Line(k.a[1][1], k.b[1][1])
	xy := ar.Line(k.a[0][1], k.b[0][1])
	cross := ar.Mul(k.t[0], k.t[1])
	sum := ar.AddPoly(ar.TimesPoly(y, ar.Mul(k.t[0], k.t[0])), ar.TimesPoly(x, ar.Mul(k.t[1], k.t[1])))
	sum = ar.SubPoly(sum, ar.TimesPoly(xy, cross.Lsh(cross, 1)))
	det := ar.SubPoly(ar.MulPoly(x, y), ar.MulPoly(xy, xy))
	zero, one := ar.Int().SetInt64(0), ar.Int().SetInt64(1)
	s, rest := ar.Line(zero, one), ar.Line(one, zero)
	return ar.SubPoly(ar.MulPoly(ar.MulPoly(s, rest), sum), det)
}
