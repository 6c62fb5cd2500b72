package d2

import (
	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/num"
)

// The exact relation of A and all that B sweeps along a straight line: the difference of A and the
// sum of B and a segment, a polygon like any other. A corner of it is one of C = A - B, or one of
// C less the whole of the way. docs/math/cast.md, "The sweep".

// swept returns the exact relation of the polygon a and all that the polygon b sweeps. r.m is
// prepared for the pair at rest; the search starts at the far end of the way from the simplex of r.
func (d *exactRelation) swept(r *run, a, b *Object, w *sweepTerm) collide.Relation {
	d.sweep = *w
	d.sweep.of = b
	defer func() { d.sweep = sweepTerm{} }()
	shift := int32(0)
	if d.sweep.moves() {
		shift = b.corners()
	}
	if d.posed[0].of == nil && d.quick.prepare(r.m.scale, a, b) && d.quick.stretch(&d.sweep) {
		d.quick.n = 0
		for i := range r.s.n {
			d.quick.insert(r.s.p[i].ia, r.s.p[i].ib+shift)
		}
		if rel, sure := d.quick.walk(); sure {
			return rel
		}
	}
	d.prepare(a, b)
	for i := range r.s.n {
		d.insert(r.s.p[i].ia, r.s.p[i].ib+shift)
	}
	return d.relate()
}

// stretch takes the sweep into account after prepare. ok is false where doubles might run out of
// range.
func (k *ddRelation) stretch(w *sweepTerm) (ok bool) {
	s := k.scale
	k.r = k.r.Add(num.DD{Hi: float64(w.skin * s), Lo: 0})
	k.size += float64(1.01 * float64(w.skin*s))
	if w.moves() {
		k.way = ddVec{num.TwoProd(w.t, w.v.X).Scale(s), num.TwoProd(w.t, w.v.Y).Scale(s)}
		k.moves = true
		k.size += float64(1.01 * big1(Vec{k.way.x.Hi, k.way.y.Hi}))
	}
	return k.size > 0x1p-100 && k.size < 0x1p100
}

// solid reports whether the difference of two polygons, rounded or not, has an area.
func (d *exactRelation) solid(a, b *Object, skin float64) bool {
	if a.margin > 0 || b.margin > 0 || skin > 0 {
		return true
	}
	d.prepare(a, b)
	e := bigVec{}
	for i, o := range [2]*Object{a, b} {
		rot := d.ra
		if i == 1 {
			rot = d.rb
		}
		first := d.vec(o.corner(0))
		for k := int32(1); k < o.corners(); k++ {
			v := d.rotate(rot, d.sub(d.vec(o.corner(k)), first))
			switch {
			case e[0] == nil:
				e = orNil(v)
			case d.det(e, v) != 0:
				return true
			}
		}
	}
	return false
}
