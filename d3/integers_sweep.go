package d3

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
	near    Vec         // t v in A's frame and the solvers' unit, off by less than minkowski.errPoint
	whole   [3]*big.Int // t v in integers, of exactRelation
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

// way returns the integers of t v in the unit of vec.
func (d *integers) way() [3]*big.Int {
	if !d.sweep.moves() {
		return d.vec(Vec{})
	}
	m, e := exact.Split(d.sweep.t)
	r := d.ar.Scale(d.scaled(d.sweep.v, d.exp-e), d.ar.Int().SetInt64(m))
	if d.unit != nil {
		r = d.ar.Scale(r, d.unit)
	}
	return r
}

// passed returns p, the position of a less that of b, at the end of the way.
func (d *integers) passed(a, b *Object, p [3]*big.Int) [3]*big.Int {
	if !d.sweep.moves() {
		return p
	}
	w := d.way()
	for i := range 3 {
		switch d.sweep.of {
		case a:
			p[i].Add(p[i], w[i])
		case b:
			p[i].Sub(p[i], w[i])
		}
	}
	return p
}

// grown returns the sum of the margins of the objects and the skin in the integers' unit.
func (d *integers) grown(objects ...*Object) *big.Int {
	r := d.margins(objects...)
	if d.sweep.skin == 0 {
		return r
	}
	return d.ar.Int().Add(r, d.ar.Mul(d.length(d.sweep.skin, d.exp), d.norm))
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
func (d *integers) ahead(dir [3]*big.Int, most bool) bool {
	mark := d.ar.Mark()
	defer d.ar.Release(mark)
	s := d.ar.Dot(dir, d.sweep.whole).Sign()
	if most {
		return s < 0
	}
	return s > 0
}
