package d2

import (
	"math"
	"math/big"

	"github.com/collide-go/collide/internal/exact"
)

// integers is a pair in integers. A rotation is the matrix [[c, -s], [s, c]] of its two doubles.
// Times a power of two all lengths of the pair are integers, in the world's axes.
// docs/math/exact.md.
type integers struct {
	ar     exact.Arena
	ra, rb bigVec // the cosines and sines, in units of 2^-shift
	exp    int    // own lengths are in units of 2^exp, those of the world in 2^(exp-shift)
	shift  uint
	posed  [2]exactPose // of the objects of the pair that are parts of compounds; see integers_chain.go
	apart  bigVec       // of such: the position of a less that of b
	sweep  sweepTerm    // of casts, else zero; see integers_sweep.go
}

// bigVec is a vector of integers from an arena.
type bigVec [2]*big.Int

// poses computes the integers of the two rotations and sets the unit of lengths to 2^exp.
func (d *integers) poses(a, b *Object, exp int) {
	d.ar.Reset()
	d.exp = exp
	if exp == math.MaxInt {
		d.exp = 0
	}
	if d.posed[0].of != nil {
		d.chains(a)
		return
	}
	ra, rb := a.axes(), b.axes()
	e := min(lowest(0, Vec{ra.c, ra.s}), lowest(0, Vec{rb.c, rb.s}))
	d.shift = uint(-e)
	d.ra, d.rb = d.scaled(Vec{ra.c, ra.s}, e), d.scaled(Vec{rb.c, rb.s}, e)
}

// between is like the package's between, with one final rounding whatever the centres are.
func (d *integers) between(a, b *Object) Vec {
	d.poses(a, b, lowest(lowest(min(a.lowestExponent(), b.lowestExponent()), a.center), b.center))
	sum := d.world(d.offset(b, a))
	ca, cb := d.rotate(d.ra, d.vec(a.center)), d.rotate(d.rb, d.vec(b.center))
	var v [2]float64
	for i := range 2 {
		sum[i].Add(sum[i], cb[i])
		sum[i].Sub(sum[i], ca[i])
		m, e := exact.Float(sum[i])
		v[i] = math.Ldexp(m, e+d.exp-int(d.shift))
	}
	return Vec{v[0], v[1]}
}

// vec returns the integers of v, a length, in units of 2^exp.
func (d *integers) vec(v Vec) bigVec { return d.scaled(v, d.exp) }

// scaled returns the integers of v in units of 2^exp.
func (d *integers) scaled(v Vec, exp int) bigVec {
	return bigVec{exact.SetScaled(d.ar.Int(), v.X, exp), exact.SetScaled(d.ar.Int(), v.Y, exp)}
}

// world takes v, in units of 2^exp, to those of the world, in place.
func (d *integers) world(v bigVec) bigVec {
	v[0].Lsh(v[0], d.shift)
	v[1].Lsh(v[1], d.shift)
	return v
}

// lowestExponent returns the least exponent of two among the lengths of o, of the odd parts.
func (o *Object) lowestExponent() int {
	e := lowest(math.MaxInt, o.pose.Pos)
	if o.margins == nil {
		_, e2 := exact.Split(o.margin)
		e = min(e, e2)
	}
	for _, r := range o.margins {
		_, k := exact.Split(r)
		e = min(e, k)
	}
	if o.kind != kindHull {
		return lowest(e, o.half)
	}
	for _, p := range o.hull.points {
		e = lowest(e, p)
	}
	return e
}

// rotate returns r v, for the integers r of a rotation.
func (d *integers) rotate(r, v bigVec) bigVec {
	x, y, t := d.ar.Int(), d.ar.Int(), d.ar.Int()
	x.Mul(r[0], v[0])
	x.Sub(x, t.Mul(r[1], v[1]))
	y.Mul(r[1], v[0])
	y.Add(y, t.Mul(r[0], v[1]))
	return bigVec{x, y}
}

// rotateBack returns the transpose of r times v.
func (d *integers) rotateBack(r, v bigVec) bigVec {
	x, y, t := d.ar.Int(), d.ar.Int(), d.ar.Int()
	x.Mul(r[0], v[0])
	x.Add(x, t.Mul(r[1], v[1]))
	y.Mul(r[0], v[1])
	y.Sub(y, t.Mul(r[1], v[0]))
	return bigVec{x, y}
}

// sub returns x - y.
func (d *integers) sub(x, y bigVec) bigVec {
	return bigVec{d.ar.Int().Sub(x[0], y[0]), d.ar.Int().Sub(x[1], y[1])}
}

// dot returns x . y.
func (d *integers) dot(x, y bigVec) *big.Int {
	r, t := d.ar.Int(), d.ar.Int()
	r.Mul(x[0], y[0])
	return r.Add(r, t.Mul(x[1], y[1]))
}

// margins returns the sum of all margins of the shapes in the world's unit.
func (d *integers) margins(shapes ...*Object) *big.Int {
	r, t := d.ar.Int().SetInt64(0), d.ar.Int()
	for _, o := range shapes {
		if o.margins == nil {
			r.Add(r, exact.SetScaled(t, o.margin, d.exp))
		}
		for _, x := range o.margins {
			r.Add(r, exact.SetScaled(t, x, d.exp))
		}
	}
	return r.Lsh(r, d.shift)
}
