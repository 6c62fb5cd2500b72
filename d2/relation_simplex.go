package d2

import "github.com/collide-go/collide"

// nearest reorders d.p so that its first n points carry the point of their hull nearest the origin,
// as simplex.nearestExact does on the grid. dir is a positive multiple of that point; its elements
// are nil where the origin lies in the hull.
func (d *exactRelation) nearest() (dir bigVec, n int) {
	count := len(d.p)
	if count == 3 {
		if n, ok := d.holdsOrigin(); ok {
			return dir, n
		}
	}
	for j := count - 1; j > 0; j-- {
		for i := range j {
			if v, ok := d.segment(i, j); ok {
				d.front(i, j)
				return v, 2
			}
		}
	}
	for i := range count {
		if v := d.p[i].w; d.supports(v, i) {
			d.front(i)
			return orNil(v), 1
		}
	}
	return dir, 1 // one of the sub-simplices passes
}

// orNil returns v, or nils where v is zero.
func orNil(v bigVec) bigVec {
	if isZero(v) {
		return bigVec{}
	}
	return v
}

// isZero reports whether all coordinates of v are zero.
func isZero(v bigVec) bool {
	return v[0].Sign() == 0 && v[1].Sign() == 0
}

// front moves the points with the given increasing indices to the front, in order.
func (d *exactRelation) front(index ...int) {
	for to, from := range index {
		d.p[to], d.p[from] = d.p[from], d.p[to]
	}
}

// supports reports whether no point has a smaller product with v than point i.
func (d *exactRelation) supports(v bigVec, i int) bool {
	for j := range d.p {
		if j == i {
			continue
		}
		mark := d.ar.Mark()
		s := d.dot(v, d.sub(d.p[j].w, d.p[i].w)).Sign()
		d.ar.Release(mark)
		if s < 0 {
			return false
		}
	}
	return true
}

// det returns the sign of the determinant of two vectors.
func (d *exactRelation) det(a, b bigVec) int {
	mark := d.ar.Mark()
	defer d.ar.Release(mark)
	x, y := d.ar.Int().Mul(a[0], b[1]), d.ar.Int().Mul(a[1], b[0])
	return x.Cmp(y)
}

// perp returns v turned by a quarter counter-clockwise.
func (d *exactRelation) perp(v bigVec) bigVec {
	return bigVec{d.ar.Int().Neg(v[1]), d.ar.Int().Set(v[0])}
}

// holdsOrigin reports whether the origin lies in the closed triangle, and moves the vertices of the
// smallest face that holds it to the front: n of them.
func (d *exactRelation) holdsOrigin() (n int, ok bool) {
	w := [3]bigVec{d.p[0].w, d.p[1].w, d.p[2].w}
	if d.det(d.sub(w[1], w[0]), d.sub(w[2], w[0])) == 0 {
		return 0, false
	}
	sign := [3]int{d.det(w[1], w[2]), d.det(w[2], w[0]), d.det(w[0], w[1])}
	if min(sign[0], sign[1], sign[2]) < 0 && max(sign[0], sign[1], sign[2]) > 0 {
		return 0, false
	}
	for i := range 3 {
		if sign[i] != 0 {
			d.p[n], d.p[i] = d.p[i], d.p[n]
			n++
		}
	}
	return n, true
}

// segment returns the direction to the nearest point if the edge ij carries it.
func (d *exactRelation) segment(i, j int) (v bigVec, ok bool) {
	a, b := d.p[i].w, d.p[j].w
	e := d.sub(b, a)
	if d.dot(e, b).Sign() <= 0 || d.dot(e, a).Sign() >= 0 {
		return v, false
	}
	v = d.perp(e)
	switch d.dot(v, a).Sign() {
	case 0:
		return bigVec{}, true // the origin lies on the edge
	case -1:
		v[0].Neg(v[0])
		v[1].Neg(v[1])
	}
	return v, d.supports(v, i)
}

// interior tells whether the origin, which lies in C, lies inside C or on its boundary. The first
// n points of d.p carry it.
//
// A direction n with n.w <= 0 on all of C proves touching. Each turn takes a direction that is
// right for the points of C seen so far, and asks for C's support point along it: either the
// direction is right for all of C, or a new vertex rules it out. Where no direction is left, the
// points seen surround the origin. Each turn that does not end adds a vertex of C that was not
// there, so the turns are no more than C's vertices; where the origin is a corner of C, and the
// first turn does not tell, faces saves most of them.
func (d *exactRelation) interior(n int) collide.Relation {
	for turn := range min(2*d.a.pairs(d.b)+1, mostTurns) {
		if turn == 1 && n == 1 && d.faces() {
			return collide.Touching
		}
		dir, ok := d.polar()
		if !ok {
			return collide.Overlapping
		}
		ia, ib := d.support(dir, true)
		if !d.insert(ia, ib) {
			return collide.Touching // a vertex seen before, so n.w <= 0
		}
		if d.dot(dir, d.p[len(d.p)-1].w).Sign() <= 0 {
			return collide.Touching
		}
	}
	return collide.Undecided // not reached, as no vertex is added twice
}

// faces reports whether a direction in the middle of the polar cone proves that C lies in a
// half-plane with the origin on its border. The first point of d.p is the origin. Points that it
// meets join d.p.
//
// Each turn ends it or cuts off a part of the cone; there are at most polarTurns.
func (d *exactRelation) faces() bool {
	var cone polarCone
	cone.start(d.outward())
	for _, p := range d.p[1:] {
		cone.cut(floatDir(p.w))
	}
	for range polarTurns {
		v := cone.middle()
		dir := d.short(v)
		if !(v.Len2() > 0.5) || isZero(dir) { // no cone is left
			return false
		}
		ia, ib := d.support(dir, true)
		if !d.insert(ia, ib) {
			_, most := d.signs(dir)
			return most <= 0
		}
		w := d.p[len(d.p)-1].w
		if d.dot(dir, w).Sign() <= 0 {
			return true
		}
		f := floatDir(w)
		if v.Dot(f) < polarThin {
			return false
		}
		cone.cut(f)
	}
	return false
}

// outward returns a direction from the middle of C to the origin, which is at less than a right
// angle to each direction of the polar cone, as the middle lies inside C.
func (d *exactRelation) outward() Vec {
	out := between(d.a, d.b)
	if d.sweep.moves() {
		out = out.Add(d.sweep.v.Scale(float64(0.5 * d.sweep.t)))
	}
	return out
}

// short returns v, a unit vector, in units of 1/polarGrid, rounded.
func (d *exactRelation) short(v Vec) bigVec {
	r := bigVec{d.ar.Int(), d.ar.Int()}
	r[0].SetInt64(int64(float64(v.X * polarGrid)))
	r[1].SetInt64(int64(float64(v.Y * polarGrid)))
	return r
}

// polar returns a direction n, not zero, with n.w <= 0 for every point w of d.p; ok is false where
// there is none.
//
// The directions form a cone, and its border, or all of it, is perpendicular to one of the points;
// where all points are the origin, every direction will do.
func (d *exactRelation) polar() (n bigVec, ok bool) {
	spans := false
	for i := range d.p {
		if isZero(d.p[i].w) {
			continue
		}
		spans = true
		mark := d.ar.Mark()
		c := d.perp(d.p[i].w)
		lo, hi := d.signs(c)
		if hi <= 0 {
			return c, true
		}
		if lo >= 0 {
			c[0].Neg(c[0])
			c[1].Neg(c[1])
			return c, true
		}
		d.ar.Release(mark)
	}
	if spans {
		return n, false
	}
	return bigVec{d.ar.Int().SetInt64(1), d.ar.Int().SetInt64(0)}, true
}

// signs returns the least and the greatest sign of n.w over d.p.
func (d *exactRelation) signs(n bigVec) (lo, hi int) {
	for i := range d.p {
		mark := d.ar.Mark()
		s := d.dot(n, d.p[i].w).Sign()
		d.ar.Release(mark)
		lo, hi = min(lo, s), max(hi, s)
	}
	return lo, hi
}
