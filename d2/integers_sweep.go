package d2

import (
	"math"
	"math/big"

	"github.com/collide-go/collide/internal/exact"
)

// sweepTerm is what a sweep adds to the integers of a pair: the body of moves by x v for
// 0 <= x <= t, in the world's axes, and the margins grow by skin in all. It is zero for pairs at
// rest. docs/math/cast.md, "The sweep".
type sweepTerm struct {
	of      *Object
	v       Vec
	t, skin float64
	whole   bigVec // t v in integers, of exactRelation
}

// moves reports whether there is a way to go.
func (w *sweepTerm) moves() bool { return w.t > 0 && w.v != (Vec{}) }

// lowest returns the least of e and the exponents of the way and the skin.
func (w *sweepTerm) lowest(e int) int {
	if w.moves() {
		_, k := exact.Split(w.t)
		e = min(e, k+lowest(math.MaxInt, w.v))
	}
	_, k := exact.Split(w.skin)
	return min(e, k)
}

// way returns the integers of t v, in units of 2^exp.
func (d *integers) way() bigVec {
	if !d.sweep.moves() {
		return d.vec(Vec{})
	}
	m, e := exact.Split(d.sweep.t)
	v, t := d.scaled(d.sweep.v, d.exp-e), d.ar.Int().SetInt64(m)
	return bigVec{d.ar.Int().Mul(v[0], t), d.ar.Int().Mul(v[1], t)}
}

// passed returns p, the position of a less that of b, at the end of the way.
func (d *integers) passed(a, b *Object, p bigVec) bigVec {
	if !d.sweep.moves() {
		return p
	}
	w := d.way()
	for i := range 2 {
		switch d.sweep.of {
		case a:
			p[i].Add(p[i], w[i])
		case b:
			p[i].Sub(p[i], w[i])
		}
	}
	return p
}

// grown returns the sum of the margins of the shapes and the skin in the world's unit.
func (d *integers) grown(shapes ...*Object) *big.Int {
	r := d.margins(shapes...)
	if d.sweep.skin == 0 {
		return r
	}
	x := exact.SetScaled(d.ar.Int(), d.sweep.skin, d.exp)
	return d.ar.Int().Add(r, x.Lsh(x, d.shift))
}

// sweptCorner returns the corner of b that the corner ib of the sweep comes from, and whether it is
// at the end of the way.
func sweptCorner(b *Object, ib int32) (own int32, moved bool) {
	if n := b.corners(); ib >= n {
		return ib - n, true
	}
	return ib, false
}

// ahead reports whether the corner at the end of the way has the smaller product with dir, or the
// greater if most is set.
func (d *integers) ahead(dir bigVec, most bool) bool {
	mark := d.ar.Mark()
	defer d.ar.Release(mark)
	s := d.dot(dir, d.sweep.whole).Sign()
	if most {
		return s < 0
	}
	return s > 0
}
