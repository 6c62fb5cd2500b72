package d3

import (
	"math"
	"math/big"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/exact"
)

// The exact path decides how two polytopes, rounded or not, lie to each other where the bracket holds zero. Every
// number is the double given and a rotation is R(q)/(q.q). Times the positive number qa.qa qb.qb and a power of two, all
// points of C = A - B, in the world's axes, are integers, of about 270 bits in everyday scenes. Exact GJK starts
// from the simplex that the floats ended with, so that it mostly has to confirm; docs/math/exact.md.

// exactPoint is a vertex of C.
type exactPoint struct {
	w      [3]*big.Int // in integers, once they are asked for: nil before
	near   Vec         // in doubles, in A's frame, off by less than minkowski.errPoint
	ia, ib int32
}

// decider is the work space of the exact path.
type decider struct {
	ar     exact.Arena
	m      *minkowski
	a, b   *Object
	ra, rb [3][3]*big.Int // R(qa), R(qb) by rows, not divided
	ma, mb [3][3]*big.Int // (qb.qb) R(qa), (qa.qa) R(qb)
	t      [3]*big.Int    // (qa.qa)(qb.qb)(pa - pb)
	na, nb *big.Int       // qa.qa, qb.qb
	norm   *big.Int       // (qa.qa)(qb.qb)
	exp    int            // one unit of the integers is norm times 2^exp
	p      []exactPoint   // the simplex, and after it other points of C
	low    [][3]*big.Int  // decide_cap.go
	flat   []Vec          // decide_cap.go
	quick  prover         // decide_quick.go
}

// decide returns the relation of the pair last solved, exactly. Both cores are polytopes; q.s holds the simplex
// where the floats ended, and n is their normal, in a's frame.
func (q *Query) decide(a, b *Object, n Vec) collide.Relation {
	d := &q.exact
	if d.quick.prepare(&q.m, a, b) {
		if rel, sure := d.quick.relate(q, n); sure {
			return rel
		}
	}
	d.prepare(&q.m, a, b)
	if q.s.n < 4 && d.separates(a.axes.apply(n).Neg()) {
		return collide.Apart
	}
	for i := range q.s.n {
		d.insert(q.s.p[i].ia, q.s.p[i].ib)
	}
	return d.relate()
}

// poses computes the integers of the two rotations and sets the unit of lengths to 2^exp.
func (d *decider) poses(a, b *Object, exp int) {
	d.ar.Reset()
	d.a, d.b, d.p, d.exp = a, b, d.p[:0], exp
	if exp == math.MaxInt {
		d.exp = 0
	}
	d.na, d.nb = d.rotation(&d.ra, a.pose.Rot), d.rotation(&d.rb, b.pose.Rot)
	d.norm = d.ar.Int().Mul(d.na, d.nb)
}

// prepare computes the integers of a pair of polytopes.
func (d *decider) prepare(m *minkowski, a, b *Object) {
	d.poses(a, b, min(a.lowestExponent(), b.lowestExponent()))
	d.m = m
	for i := range 3 {
		d.ma[i], d.mb[i] = d.ar.Scale(d.ra[i], d.nb), d.ar.Scale(d.rb[i], d.na)
	}
	d.t = d.ar.Scale(d.ar.Sub(d.vec(a.pose.Pos), d.vec(b.pose.Pos)), d.norm)
}

// between is the function between with one rounding, whatever the centres are.
func (d *decider) between(a, b *Object) Vec {
	d.poses(a, b, lowest(lowest(min(a.lowestExponent(), b.lowestExponent()), a.center), b.center))
	ar := &d.ar
	ca, cb := d.vec(a.center), d.vec(b.center)
	sum := ar.Scale(ar.Sub(d.vec(b.pose.Pos), d.vec(a.pose.Pos)), d.norm)
	k, e := exact.Float(d.norm)
	var v [3]float64
	for i := range 3 {
		sum[i].Add(sum[i], ar.Mul(ar.Dot(d.rb[i], cb), d.na))
		sum[i].Sub(sum[i], ar.Mul(ar.Dot(d.ra[i], ca), d.nb))
		m, f := exact.Float(sum[i])
		v[i] = math.Ldexp(m/k, f-e+d.exp)
	}
	return Vec{v[0], v[1], v[2]}
}

// vec lends the integers of v.
func (d *decider) vec(v Vec) [3]*big.Int {
	r := d.ar.Vec()
	exact.SetScaled(r[0], v.X, d.exp)
	exact.SetScaled(r[1], v.Y, d.exp)
	exact.SetScaled(r[2], v.Z, d.exp)
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

// lowest returns the least of e and the exponents of v.
func lowest(e int, v Vec) int {
	for _, x := range [3]float64{v.X, v.Y, v.Z} {
		_, k := exact.Split(x)
		e = min(e, k)
	}
	return e
}

// rotation sets r to the integer matrix of the quaternion of rot and lends q.q in the same unit.
func (d *decider) rotation(r *[3][3]*big.Int, rot Rot) *big.Int {
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

// insert appends the vertex (ia, ib) of C if it is not there yet, and reports whether it did.
func (d *decider) insert(ia, ib int32) bool {
	for i := range d.p {
		if d.p[i].ia == ia && d.p[i].ib == ib {
			return false
		}
	}
	var v vertex
	d.m.at(ia, ib, &v)
	d.p = append(d.p, exactPoint{near: v.w, ia: ia, ib: ib})
	return true
}

// at returns point i in integers.
func (d *decider) at(i int) [3]*big.Int {
	p := &d.p[i]
	if p.w[0] != nil {
		return p.w
	}
	p.w = d.ar.Vec()
	va, vb := d.vec(d.a.corner(p.ia)), d.vec(d.b.corner(p.ib))
	t := d.ar.Int()
	for k := range 3 {
		w := p.w[k].Set(d.t[k])
		for c := range 3 {
			if va[c].Sign() != 0 {
				w.Add(w, t.Mul(d.ma[k][c], va[c]))
			}
			if vb[c].Sign() != 0 {
				w.Sub(w, t.Mul(d.mb[k][c], vb[c]))
			}
		}
	}
	return p.w
}

// separates reports whether the direction v, taken as it is, proves the shapes apart: a vertex or an edge near contact needs no
// more, for a wide range of directions separates there.
func (d *decider) separates(v Vec) bool {
	e := lowest(math.MaxInt, v)
	dir := d.ar.Vec()
	for i, x := range [3]float64{v.X, v.Y, v.Z} {
		exact.SetScaled(dir[i], x, e)
	}
	ia, ib := d.support(dir, false)
	d.insert(ia, ib)
	s := d.ar.Dot(dir, d.at(0))
	d.p = d.p[:0]
	return s.Sign() > 0 && d.compare(dir, s, d.radius()) == collide.Apart
}

// relate runs exact GJK.
//
// At the head of every turn d.p is the simplex that carried the nearest point of the last turn and one vertex
// that is strictly nearer along its direction, so no simplex returns.
func (d *decider) relate() collide.Relation {
	radius := d.radius()
	for {
		dir, n := d.nearest()
		if dir[0] == nil { // the origin is in the simplex
			if radius.Sign() > 0 || n == 4 {
				return collide.Overlapping
			}
			return d.interior()
		}
		d.p = d.p[:n]
		s := d.ar.Dot(dir, d.at(0))
		if radius.Sign() > 0 && d.compare(dir, s, radius) == collide.Overlapping {
			return collide.Overlapping
		}
		ia, ib := d.support(dir, false)
		if !d.insert(ia, ib) {
			return d.compare(dir, s, radius)
		}
		if s2 := d.ar.Dot(dir, d.at(n)); s2.Cmp(s) >= 0 {
			return d.compare(dir, s, radius)
		} else if d.compare(dir, s2, radius) == collide.Apart {
			return collide.Apart
		}
	}
}

// radius lends the sum of the margins in the integers' unit.
func (d *decider) radius() *big.Int {
	r := d.ar.Int().SetInt64(0)
	d.a.addMargins(d, r)
	d.b.addMargins(d, r)
	return d.ar.Mul(r, d.norm)
}

// addMargins adds the margins of o to r.
func (o *Object) addMargins(d *decider, r *big.Int) {
	t := d.ar.Int()
	if o.margins == nil {
		r.Add(r, exact.SetScaled(t, o.margin, d.exp))
	}
	for _, x := range o.margins {
		r.Add(r, exact.SetScaled(t, x, d.exp))
	}
}

// compare tells how cores at distance s/|dir| lie when both are grown by radius in all.
func (d *decider) compare(dir [3]*big.Int, s, radius *big.Int) collide.Relation {
	c := s.Sign()
	if radius.Sign() > 0 && c > 0 {
		c = d.ar.Mul(s, s).Cmp(d.ar.Mul(d.ar.Dot(dir, dir), d.ar.Mul(radius, radius)))
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
