package d3

import (
	"math"
	"math/big"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/num"
)

// The exact relation of A and all that B sweeps along a straight line: the difference of A and the
// sum of B and a segment, a polytope like any other. A corner of it is one of C = A - B, or one of
// C less the whole of the way. docs/math/cast.md, "The sweep".

// swept returns the exact relation of the polytope a and all that the polytope b sweeps. r.m is
// prepared for the pair at rest; the search starts at the far end of the way from the simplex of r.
func (d *exactRelation) swept(r *run, a, b *Object, w *sweepTerm) collide.Relation {
	d.sweep, d.wide = *w, r.m
	d.sweep.of = b
	defer func() { d.sweep = sweepTerm{} }()
	d.wide.stretch(a, b, &d.sweep)
	shift := int32(0)
	if d.sweep.moves() {
		shift = b.corners()
	}
	if d.posed[0].of == nil && d.quick.prepare(&d.wide, a, b) && d.quick.stretch(&d.sweep) {
		d.quick.n = 0
		for i := range r.s.n {
			d.quick.insert(r.s.p[i].ia, r.s.p[i].ib+shift)
		}
		if rel, sure := d.quick.walk(); sure {
			return rel
		}
	}
	d.prepare(&d.wide, a, b)
	for i := range r.s.n {
		d.insert(r.s.p[i].ia, r.s.p[i].ib+shift)
	}
	return d.relate()
}

// stretch makes room for the way in the solvers' unit: no corner of the sweep is farther than 1/2
// from the origin. It sets w.near.
func (m *minkowski) stretch(a, b *Object, w *sweepTerm) {
	if !w.moves() {
		return
	}
	// v and t are scaled before they meet, so that nothing overflows: with v 2^-e and t 2^-f about
	// 1 and the scale 2^g, t v in the solvers' unit is theirs times 2^(e + f + g).
	k := num.PowerBelow(largest(w.v.abs()))
	_, e := math.Frexp(k)
	t, f := math.Frexp(w.t)
	_, g := math.Frexp(m.scale)
	way := ldexpVec(a.axes.applyT(w.v.Scale(k)).Scale(t), min(f+g-e, 1000))
	if k = num.PowerBelow(2 * (m.reach + way.length())); k < 1 {
		m.shrink(a, b, k)
		way = way.Scale(k)
	}
	w.near = way
	m.errPoint += float64(sweepNear * unit * way.Len())
}

// shrink multiplies all lengths by k, a power of two below 1.
func (m *minkowski) shrink(a, b *Object, k float64) {
	m.scale = float64(m.scale * k)
	m.a.set(a, m.scale)
	m.b.set(b, m.scale)
	m.a.inner, m.b.inner = float64(a.inner*m.scale), float64(b.inner*m.scale)
	m.t = m.t.Scale(k)
	m.reach, m.size, m.far = float64(m.reach*k), float64(m.size*k), float64(m.far*k)
	m.errSep = float64(m.errSep * k)
	m.errPoint = float64(m.errPoint*k) + float64(pointGrid*unit)
}

// stretch takes the sweep into account after prepare. ok is false where doubles might run out of
// range.
func (k *ddRelation) stretch(w *sweepTerm) (ok bool) {
	s := k.m.scale
	k.r = k.r.Add(num.DD{Hi: float64(w.skin * s), Lo: 0})
	k.size += float64(1.01 * float64(w.skin*s))
	if w.moves() {
		k.way = ddVec{num.TwoProd(w.t, w.v.X).Scale(s), num.TwoProd(w.t, w.v.Y).Scale(s), num.TwoProd(w.t, w.v.Z).Scale(s)}
		k.near, k.moves = w.near, true
		k.size += float64(1.01 * big1(Vec{k.way.x.Hi, k.way.y.Hi, k.way.z.Hi}))
	}
	return k.size > 0x1p-100 && k.size < 0x1p100
}

// solid reports whether the difference of two polytopes, rounded or not, has a volume. m is
// prepared for the pair.
func (d *exactRelation) solid(m *minkowski, a, b *Object, skin float64) bool {
	if a.margin > 0 || b.margin > 0 || skin > 0 {
		return true
	}
	d.prepare(m, a, b)
	var e [2][3]*big.Int
	n := 0
	for i, o := range [2]*Object{a, b} {
		rot := &d.ra
		if i == 1 {
			rot = &d.rb
		}
		first := d.vec(o.exactCorner(0))
		for k := int32(1); k < o.corners(); k++ {
			v := d.turned(rot, d.ar.Sub(d.vec(o.exactCorner(k)), first))
			switch {
			case n == 0 && !isZero(v), n == 1 && !isZero(d.ar.Cross(e[0], v)):
				e[n] = v
				n++
			case n == 2 && d.ar.Dot(d.ar.Cross(e[0], e[1]), v).Sign() != 0:
				return true
			}
		}
	}
	return false
}
