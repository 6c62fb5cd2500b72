package d3

import (
	"math"
	"math/big"

	"github.com/collide-go/collide/internal/exact"
)

// integers is a pair in integers. A rotation is R(q)/(q.q) of the quaternion given, so that times
// the positive number qa.qa qb.qb and a power of two all lengths of the pair are integers, in the
// world's axes. docs/math/exact.md.
type integers struct {
	ar     exact.Arena
	ra, rb [3][3]*big.Int // R(qa), R(qb) by rows, not divided
	na, nb *big.Int       // qa.qa, qb.qb
	norm   *big.Int       // (qa.qa)(qb.qb)
	exp    int            // one unit of the integers is norm times 2^exp, divided by unit
	posed  [2]exactPose   // of the objects of the pair that are parts of compounds; see integers_chain.go
	unit   *big.Int       // nil stands for 1
	apart  [3]*big.Int    // where unit is not nil: the position of a less that of b
	sweep  sweepTerm      // of casts, else zero; see integers_sweep.go
}

// poses computes the integers of the two rotations and sets the unit of lengths to 2^exp.
func (d *integers) poses(a, b *Object, exp int) {
	d.ar.Reset()
	d.exp = exp
	if exp == math.MaxInt {
		d.exp = 0
	}
	if d.unit = nil; d.posed[0].of != nil {
		d.chains(a)
	} else {
		d.na, d.nb = d.rotation(&d.ra, a.pose.Rot), d.rotation(&d.rb, b.pose.Rot)
	}
	d.norm = d.ar.Int().Mul(d.na, d.nb)
}

// offset returns the position of a less that of b, for the pair of the last call of poses in either
// order.
func (d *integers) offset(a, b *Object) [3]*big.Int {
	switch {
	case d.unit == nil:
		return d.ar.Sub(d.vec(a.pose.Pos), d.vec(b.pose.Pos))
	case d.posed[0].of == a:
		return d.apart
	}
	r := d.ar.Vec()
	for i := range 3 {
		r[i].Neg(d.apart[i])
	}
	return r
}

// length returns the integer of x, a length in the unit 2^exp.
func (d *integers) length(x float64, exp int) *big.Int {
	r := exact.SetScaled(d.ar.Int(), x, exp)
	if d.unit != nil {
		r = d.ar.Mul(r, d.unit)
	}
	return r
}

// between is like the package's between, with one final rounding whatever the centres are.
func (d *integers) between(a, b *Object) Vec {
	d.poses(a, b, lowest(lowest(min(a.lowestExponent(), b.lowestExponent()), a.center), b.center))
	ar := &d.ar
	ca, cb := d.vec(a.center), d.vec(b.center)
	sum := ar.Scale(d.offset(b, a), d.norm)
	one := d.norm // the length of 2^exp
	if d.unit != nil {
		one = ar.Mul(one, d.unit)
	}
	k, e := exact.Float(one)
	var v [3]float64
	for i := range 3 {
		sum[i].Add(sum[i], ar.Mul(ar.Dot(d.rb[i], cb), d.na))
		sum[i].Sub(sum[i], ar.Mul(ar.Dot(d.ra[i], ca), d.nb))
		m, f := exact.Float(sum[i])
		v[i] = math.Ldexp(m/k, f-e+d.exp)
	}
	return Vec{v[0], v[1], v[2]}
}

// vec allocates the integers of v, lengths, from the arena.
func (d *integers) vec(v Vec) [3]*big.Int {
	r := d.scaled(v, d.exp)
	if d.unit != nil {
		r = d.ar.Scale(r, d.unit)
	}
	return r
}

// scaled returns the integers of v in the unit 2^exp.
func (d *integers) scaled(v Vec, exp int) [3]*big.Int {
	r := d.ar.Vec()
	exact.SetScaled(r[0], v.X, exp)
	exact.SetScaled(r[1], v.Y, exp)
	exact.SetScaled(r[2], v.Z, exp)
	return r
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

// rotation sets r to the integer matrix of the quaternion of rot and returns q.q in the same unit.
func (d *integers) rotation(r *[3][3]*big.Int, rot Rot) *big.Int {
	ar := &d.ar
	x, y, z, w := rot.quat()
	e := lowest(math.MaxInt, Vec{x, y, z})
	if _, k := exact.Split(w); k < e {
		e = k
	}
	var q [4]*big.Int
	for i, v := range [4]float64{x, y, z, w} {
		q[i] = exact.SetScaled(ar.Int(), v, e)
	}
	var sq [4]*big.Int
	for i := range 4 {
		sq[i] = ar.Int().Mul(q[i], q[i])
	}
	sum := func(a, b, c, d int) *big.Int { // sq[a] + sq[b] - sq[c] - sq[d]
		s := ar.Int().Add(sq[a], sq[b])
		return s.Sub(s.Sub(s, sq[c]), sq[d])
	}
	r[0][0], r[1][1], r[2][2] = sum(3, 0, 1, 2), sum(3, 1, 0, 2), sum(3, 2, 0, 1)
	for i := range 3 {
		j, k := (i+1)%3, (i+2)%3
		xy, wz := ar.Int().Mul(q[i], q[j]), ar.Int().Mul(q[3], q[k])
		r[i][j] = ar.Int().Sub(xy, wz)
		r[j][i] = ar.Int().Add(xy, wz)
		r[i][j].Lsh(r[i][j], 1)
		r[j][i].Lsh(r[j][i], 1)
	}
	n := ar.Int().Add(sq[0], sq[1])
	return n.Add(n.Add(n, sq[2]), sq[3])
}

// axisZ returns the third column of m: the axis of a round body that m turns.
func axisZ(m *[3][3]*big.Int) [3]*big.Int { return [3]*big.Int{m[0][2], m[1][2], m[2][2]} }

// turned returns m times v.
func (d *integers) turned(m *[3][3]*big.Int, v [3]*big.Int) [3]*big.Int {
	return [3]*big.Int{d.ar.Dot(m[0], v), d.ar.Dot(m[1], v), d.ar.Dot(m[2], v)}
}

// transposed returns the transpose of m times v.
func (d *integers) transposed(m *[3][3]*big.Int, v [3]*big.Int) [3]*big.Int {
	own, t := d.ar.Vec(), d.ar.Int()
	for c := range 3 {
		own[c].SetInt64(0)
		for k := range 3 {
			own[c].Add(own[c], t.Mul(m[k][c], v[k]))
		}
	}
	return own
}

// margins returns the sum of the margins of the objects in the integers' unit.
func (d *integers) margins(objects ...*Object) *big.Int {
	r := d.ar.Int().SetInt64(0)
	for _, o := range objects {
		if o.margins == nil {
			r.Add(r, d.length(o.margin, d.exp))
		}
		for _, x := range o.margins {
			r.Add(r, d.length(x, d.exp))
		}
	}
	return d.ar.Mul(r, d.norm)
}
