package d3

import (
	"math/big"

	"github.com/collide-go/collide"
)

// nearest reorders d.p so that its first n points carry the point of their hull nearest the origin,
// as simplex.nearestExact does on the grid. dir is a positive multiple of that point; its elements
// are nil where the origin lies in the hull.
func (d *exactRelation) nearest() (dir [3]*big.Int, n int) {
	count := len(d.p)
	if count == 4 {
		if n, ok := d.holdsOrigin(); ok {
			return dir, n
		}
	}
	for i := 0; i < count-2; i++ {
		for j := i + 1; j < count-1; j++ {
			for k := j + 1; k < count; k++ {
				if v, ok := d.triangle(i, j, k); ok {
					d.front(i, j, k)
					return v, 3
				}
			}
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
		if v := d.at(i); d.supports(v, d.p[i].near, i) {
			d.front(i)
			return orNil(v), 1
		}
	}
	return dir, 1 // one of the sub-simplices passes
}

// orNil returns v, or nils where v is zero.
func orNil(v [3]*big.Int) [3]*big.Int {
	if isZero(v) {
		return [3]*big.Int{}
	}
	return v
}

// isZero reports whether all coordinates of v are zero.
func isZero(v [3]*big.Int) bool {
	return v[0].Sign() == 0 && v[1].Sign() == 0 && v[2].Sign() == 0
}

// front moves the points with the given increasing indices to the front, in order.
func (d *exactRelation) front(index ...int) {
	for to, from := range index {
		d.p[to], d.p[from] = d.p[from], d.p[to]
	}
}

// supports reports whether no point has a smaller product with v than point i. near is v in doubles
// as above, or a positive multiple of it that is at most 1 long.
func (d *exactRelation) supports(v [3]*big.Int, near Vec, i int) bool {
	for j := range d.p {
		if j == i {
			continue
		}
		s, ok := d.m.certain(near.Dot(d.p[j].near.Sub(d.p[i].near)))
		if !ok {
			wj, wi := d.at(j), d.at(i)
			mark := d.ar.Mark()
			s = d.ar.Dot(v, d.ar.Sub(wj, wi)).Sign()
			d.ar.Release(mark)
		}
		if s < 0 {
			return false
		}
	}
	return true
}

// det returns the sign of the determinant of the points i, j, k.
func (d *exactRelation) det(i, j, k int) int {
	if s, ok := d.m.certain(d.p[i].near.Cross(d.p[j].near).Dot(d.p[k].near)); ok {
		return s
	}
	a, b, c := d.at(i), d.at(j), d.at(k)
	mark := d.ar.Mark()
	defer d.ar.Release(mark)
	return d.ar.Dot(d.ar.Cross(a, b), c).Sign()
}

// volume returns the sign of the volume of the four points.
func (d *exactRelation) volume() int {
	a, b, c, e := d.p[0].near, d.p[1].near, d.p[2].near, d.p[3].near
	if s, ok := d.m.certain(b.Sub(a).Cross(c.Sub(a)).Dot(e.Sub(a))); ok {
		return s
	}
	w := [4][3]*big.Int{d.at(0), d.at(1), d.at(2), d.at(3)}
	mark := d.ar.Mark()
	defer d.ar.Release(mark)
	return d.ar.Dot(d.ar.Cross(d.ar.Sub(w[1], w[0]), d.ar.Sub(w[2], w[0])), d.ar.Sub(w[3], w[0])).Sign()
}

// holdsOrigin reports whether the origin lies in the closed tetrahedron, and moves the vertices of
// the smallest face that holds it to the front: n of them.
func (d *exactRelation) holdsOrigin() (n int, ok bool) {
	if d.volume() == 0 {
		return 0, false
	}
	sign := [4]int{d.det(1, 2, 3), -d.det(0, 2, 3), d.det(0, 1, 3), -d.det(0, 1, 2)}
	if min(sign[0], sign[1], sign[2], sign[3]) < 0 && max(sign[0], sign[1], sign[2], sign[3]) > 0 {
		return 0, false
	}
	for i := range 4 {
		if sign[i] != 0 {
			d.p[n], d.p[i] = d.p[i], d.p[n]
			n++
		}
	}
	return n, true
}

// triangle returns the direction to the nearest point if the triangle ijk carries it.
func (d *exactRelation) triangle(i, j, k int) (v [3]*big.Int, ok bool) {
	a, b, c := d.p[i].near, d.p[j].near, d.p[k].near
	near := b.Sub(a).Cross(c.Sub(a))
	open := false
	for _, x := range [3]float64{near.Dot(b.Cross(c)), near.Dot(c.Cross(a)), near.Dot(a.Cross(b))} {
		s, sure := d.m.certain(x)
		if sure && s < 0 {
			return v, false
		}
		open = open || !sure
	}
	wa, wb, wc := d.at(i), d.at(j), d.at(k)
	n := d.ar.Cross(d.ar.Sub(wb, wa), d.ar.Sub(wc, wa))
	if open && !(d.weight(n, wb, wc) > 0 && d.weight(n, wc, wa) > 0 && d.weight(n, wa, wb) > 0) {
		return v, false
	}
	switch s := d.ar.Dot(n, wa).Sign(); {
	case s == 0:
		return v, true // the origin lies in the triangle
	case s < 0:
		near = near.Neg()
		for _, x := range n {
			x.Neg(x)
		}
	}
	return n, d.supports(n, near, i)
}

// weight returns the sign of n . (b x c).
func (d *exactRelation) weight(n, b, c [3]*big.Int) int {
	mark := d.ar.Mark()
	defer d.ar.Release(mark)
	return d.ar.Dot(n, d.ar.Cross(b, c)).Sign()
}

// segment returns the direction to the nearest point if the edge ij carries it.
func (d *exactRelation) segment(i, j int) (v [3]*big.Int, ok bool) {
	a, b := d.at(i), d.at(j)
	e := d.ar.Sub(b, a)
	x, y := d.ar.Dot(e, b), d.ar.Dot(e, a)
	if x.Sign() <= 0 || y.Sign() >= 0 {
		return v, false
	}
	v = d.ar.Sub(d.ar.Scale(a, d.ar.Int().Sub(x, y)), d.ar.Scale(e, y))
	return orNil(v), d.supports(v, Vec{}, i)
}

// interior tells whether the origin, which lies in C, lies inside C or on its surface. The first n
// points of d.p carry it.
//
// A direction n with n.w <= 0 on all of C proves touching. Each turn takes a direction that is
// right for the points of C seen so far, and asks for C's support point along it: either the
// direction is right for all of C, or a new vertex rules it out. Where no direction is left, the
// points seen surround the origin. Each turn that does not end adds a vertex of C that was not
// there, so the turns are no more than C's vertices; where the origin is a corner of C or on an
// edge, and the first turn does not tell, faces saves most of them.
func (d *exactRelation) interior(n int) collide.Relation {
	for turn := range min(2*int(d.a.corners())*int(d.b.corners())+1, mostTurns) {
		if turn == 1 && n < 3 && d.faces(n) {
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
		if d.ar.Dot(dir, d.at(len(d.p)-1)).Sign() <= 0 {
			return collide.Touching
		}
	}
	return collide.Undecided // not reached, as no vertex is added twice
}

// faces reports whether a direction in the middle of the polar cone proves that C lies in a
// half-space with the origin on its border. The first n points of d.p, one or two, carry the
// origin. Points that it meets join d.p.
//
// Each turn ends it or cuts off a part of the cone; there are at most polarTurns.
func (d *exactRelation) faces(n int) bool {
	var e [3]*big.Int
	var along Vec
	if n == 2 {
		e = d.ar.Sub(d.at(1), d.at(0))
		along = floatDir(e)
	}
	d.cone.start(d.outward(), along)
	for i := n; i < len(d.p); i++ {
		d.cone.cut(floatDir(d.at(i)))
	}
	for range polarTurns {
		v := d.cone.middle()
		dir := d.short(v)
		if n == 2 {
			dir = d.ar.Cross(e, d.short(v.Cross(along)))
		}
		if !(v.Len2() > 0.5) || isZero(dir) { // no cone is left
			return false
		}
		ia, ib := d.support(dir, true)
		if !d.insert(ia, ib) {
			_, most := d.signs(dir)
			return most <= 0
		}
		w := d.at(len(d.p) - 1)
		if d.ar.Dot(dir, w).Sign() <= 0 {
			return true
		}
		f := floatDir(w)
		if v.Dot(f) < polarThin {
			return false
		}
		d.cone.cut(f)
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
func (d *exactRelation) short(v Vec) [3]*big.Int {
	r := d.ar.Vec()
	for i, x := range v.array() {
		r[i].SetInt64(int64(float64(x * polarGrid)))
	}
	return r
}

// polar returns a direction n, not zero, with n.w <= 0 for every point w of d.p; ok is false where
// there is none.
//
// If the points span space, the directions form a pointed cone, whose edges are perpendicular to
// two of the points; otherwise every direction perpendicular to their span will do, and such
// products find it too.
func (d *exactRelation) polar() (n [3]*big.Int, ok bool) {
	spans := false
	for i := range d.p {
		d.at(i) // not after a mark
	}
	for j := range d.p {
		for i := range j {
			wi, wj := d.at(i), d.at(j)
			mark := d.ar.Mark()
			c := d.ar.Cross(wi, wj)
			if isZero(c) {
				d.ar.Release(mark)
				continue
			}
			spans = true
			lo, hi := d.signs(c)
			if hi <= 0 {
				return c, true
			}
			if lo >= 0 {
				for _, x := range c {
					x.Neg(x)
				}
				return c, true
			}
			d.ar.Release(mark)
		}
	}
	if spans {
		return n, false
	}
	return d.perpendicular(), true
}

// signs returns the least and the greatest sign of n.w over d.p.
func (d *exactRelation) signs(n [3]*big.Int) (lo, hi int) {
	for i := range d.p {
		w := d.at(i)
		mark := d.ar.Mark()
		s := d.ar.Dot(n, w).Sign()
		d.ar.Release(mark)
		lo, hi = min(lo, s), max(hi, s)
	}
	return lo, hi
}

// perpendicular returns a direction across the line through the origin that holds all of d.p.
func (d *exactRelation) perpendicular() [3]*big.Int {
	axes := [3][3]*big.Int{}
	for i := range 3 {
		axes[i] = d.ar.Vec()
		for k := range 3 {
			axes[i][k].SetInt64(0)
		}
		axes[i][i].SetInt64(1)
	}
	for i := range d.p {
		for _, x := range axes {
			if c := d.ar.Cross(d.at(i), x); !isZero(c) {
				return c
			}
		}
	}
	return axes[0]
}
