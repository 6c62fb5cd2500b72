package d2

import (
	"math"
	"math/big"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/exact"
)

// The exact path decides how two polygons, rounded or not, lie to each other where the bracket holds zero. Every
// number is the double given and a rotation is the matrix [[c, -s], [s, c]] of its two doubles. Times a power of two, all
// points of C = A - B, in the world's axes, are integers, of about 170 bits in everyday scenes. Exact GJK starts
// from the simplex that the floats ended with, so that it mostly has to confirm; docs/math/exact.md.

// bigVec is a vector of integers lent by an arena.
type bigVec [2]*big.Int

// exactPoint is a vertex of C in integers.
type exactPoint struct {
	w      bigVec
	ia, ib int32
}

// exactRelation is the work space of the exact path.
type exactRelation struct {
	ar     exact.Arena
	a, b   *Object
	ra, rb bigVec // the cosines and sines, in units of 2^-shift
	t      bigVec // pa - pb
	exp    int    // own lengths are in units of 2^exp, those of the world in 2^(exp-shift)
	shift  uint
	p      []exactPoint // the simplex, and after it other points of C
	quick  ddRelation   // relation_quick.go
}

// decide returns the relation of the pair last solved, exactly. Both cores are polygons; s is the simplex where the floats ended.
func (d *exactRelation) decide(m *minkowski, s *simplex, a, b *Object) collide.Relation {
	if d.quick.prepare(m, a, b) {
		if rel, sure := d.quick.relate(s); sure {
			return rel
		}
	}
	d.prepare(a, b)
	for i := range s.n {
		d.insert(s.p[i].ia, s.p[i].ib)
	}
	return d.relate()
}

// poses computes the integers of the two rotations and sets the unit of lengths to 2^exp.
func (d *exactRelation) poses(a, b *Object, exp int) {
	d.ar.Reset()
	d.a, d.b, d.p, d.exp = a, b, d.p[:0], exp
	if exp == math.MaxInt {
		d.exp = 0
	}
	ra, rb := a.axes(), b.axes()
	e := min(lowest(0, Vec{ra.c, ra.s}), lowest(0, Vec{rb.c, rb.s}))
	d.shift = uint(-e)
	d.ra, d.rb = d.scaled(Vec{ra.c, ra.s}, e), d.scaled(Vec{rb.c, rb.s}, e)
}

// prepare computes the integers of a pair of polygons.
func (d *exactRelation) prepare(a, b *Object) {
	d.poses(a, b, min(a.lowestExponent(), b.lowestExponent()))
	d.t = d.world(d.sub(d.vec(a.pose.Pos), d.vec(b.pose.Pos)))
}

// between is the function between with one rounding, whatever the centres are.
func (d *exactRelation) between(a, b *Object) Vec {
	d.poses(a, b, lowest(lowest(min(a.lowestExponent(), b.lowestExponent()), a.center), b.center))
	sum := d.world(d.sub(d.vec(b.pose.Pos), d.vec(a.pose.Pos)))
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

// vec lends the integers of v, a length, in units of 2^exp.
func (d *exactRelation) vec(v Vec) bigVec { return d.scaled(v, d.exp) }

// scaled lends the integers of v in units of 2^exp.
func (d *exactRelation) scaled(v Vec, exp int) bigVec {
	return bigVec{exact.SetScaled(d.ar.Int(), v.X, exp), exact.SetScaled(d.ar.Int(), v.Y, exp)}
}

// world takes v, in units of 2^exp, to those of the world, in place.
func (d *exactRelation) world(v bigVec) bigVec {
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

// lowest returns the least of e and the exponents of v.
func lowest(e int, v Vec) int {
	for _, x := range [2]float64{v.X, v.Y} {
		_, k := exact.Split(x)
		e = min(e, k)
	}
	return e
}

// rotate lends r v, for the integers r of a rotation.
func (d *exactRelation) rotate(r, v bigVec) bigVec {
	x, y, t := d.ar.Int(), d.ar.Int(), d.ar.Int()
	x.Mul(r[0], v[0])
	x.Sub(x, t.Mul(r[1], v[1]))
	y.Mul(r[1], v[0])
	y.Add(y, t.Mul(r[0], v[1]))
	return bigVec{x, y}
}

// rotateBack lends the transpose of r times v.
func (d *exactRelation) rotateBack(r, v bigVec) bigVec {
	x, y, t := d.ar.Int(), d.ar.Int(), d.ar.Int()
	x.Mul(r[0], v[0])
	x.Add(x, t.Mul(r[1], v[1]))
	y.Mul(r[0], v[1])
	y.Sub(y, t.Mul(r[1], v[0]))
	return bigVec{x, y}
}

// sub lends x - y.
func (d *exactRelation) sub(x, y bigVec) bigVec {
	return bigVec{d.ar.Int().Sub(x[0], y[0]), d.ar.Int().Sub(x[1], y[1])}
}

// dot lends x . y.
func (d *exactRelation) dot(x, y bigVec) *big.Int {
	r, t := d.ar.Int(), d.ar.Int()
	r.Mul(x[0], y[0])
	return r.Add(r, t.Mul(x[1], y[1]))
}

// insert appends the vertex (ia, ib) of C if it is not there yet, and reports whether it did.
func (d *exactRelation) insert(ia, ib int32) bool {
	for i := range d.p {
		if d.p[i].ia == ia && d.p[i].ib == ib {
			return false
		}
	}
	w := d.sub(d.rotate(d.ra, d.vec(d.a.corner(ia))), d.rotate(d.rb, d.vec(d.b.corner(ib))))
	for k := range 2 {
		w[k].Add(w[k], d.t[k])
	}
	d.p = append(d.p, exactPoint{w, ia, ib})
	return true
}

// relate runs exact GJK.
//
// At the head of every turn d.p is the simplex that carried the nearest point of the last turn and one vertex
// that is strictly nearer along its direction, so no simplex returns.
func (d *exactRelation) relate() collide.Relation {
	radius := d.radius()
	for {
		dir, n := d.nearest()
		if dir[0] == nil { // the origin is in the simplex
			if radius.Sign() > 0 || n == 3 {
				return collide.Overlapping
			}
			return d.interior()
		}
		d.p = d.p[:n]
		s := d.dot(dir, d.p[0].w)
		if radius.Sign() > 0 && d.compare(dir, s, radius) == collide.Overlapping {
			return collide.Overlapping
		}
		ia, ib := d.support(dir, false)
		if !d.insert(ia, ib) {
			return d.compare(dir, s, radius)
		}
		if s2 := d.dot(dir, d.p[n].w); s2.Cmp(s) >= 0 {
			return d.compare(dir, s, radius)
		} else if d.compare(dir, s2, radius) == collide.Apart {
			return collide.Apart
		}
	}
}

// radius lends the sum of the margins in the world's unit.
func (d *exactRelation) radius() *big.Int {
	r := d.ar.Int().SetInt64(0)
	d.a.addMargins(d, r)
	d.b.addMargins(d, r)
	return r.Lsh(r, d.shift)
}

// addMargins adds the margins of o to r.
func (o *Object) addMargins(d *exactRelation, r *big.Int) {
	t := d.ar.Int()
	if o.margins == nil {
		r.Add(r, exact.SetScaled(t, o.margin, d.exp))
	}
	for _, x := range o.margins {
		r.Add(r, exact.SetScaled(t, x, d.exp))
	}
}

// compare tells how cores at distance s/|dir| lie when both are grown by radius in all.
func (d *exactRelation) compare(dir bigVec, s, radius *big.Int) collide.Relation {
	c := s.Sign()
	if radius.Sign() > 0 && c > 0 {
		// big.Int allocates where a factor is also the result.
		l := d.ar.Int().Mul(d.dot(dir, dir), d.ar.Int().Mul(radius, radius))
		c = d.ar.Int().Mul(s, s).Cmp(l)
	} else if radius.Sign() > 0 {
		c = -1
	}
	switch {
	case c > 0:
		return collide.Apart
	case c == 0:
		return collide.Touching
	}
	return collide.Overlapping
}
