package d3

import (
	"math"
	"math/big"

	"github.com/collide-go/collide/internal/exact"
)

// support returns the vertices of A and B whose difference has the least product with dir, or the
// greatest if most is set.
func (d *exactRelation) support(dir [3]*big.Int, most bool) (ia, ib int32) {
	if d.stretch[0][0] != nil {
		dir = d.transposed(&d.stretch, dir)
	}
	world := floatDir(dir)
	n := d.a.axes.applyT(world)
	if !most {
		n = n.Neg()
	}
	sign := 1
	if !most {
		sign = -1
	}
	ia = d.extreme(d.a, &d.ra, dir, n, sign)
	ib = d.extreme(d.b, &d.rb, dir, d.m.rot.applyT(n).Neg(), -sign)
	if d.sweep.moves() && d.ahead(dir, most) {
		ib += d.b.corners()
	}
	return ia, ib
}

// floatDir returns dir as doubles, scaled so that the largest coordinate is near 1.
func floatDir(dir [3]*big.Int) Vec {
	var m [3]float64
	var e [3]int
	top := math.MinInt
	for i := range 3 {
		m[i], e[i] = exact.Float(dir[i])
		if m[i] != 0 {
			top = max(top, e[i])
		}
	}
	for i := range 3 {
		if m[i] != 0 {
			m[i] = math.Ldexp(m[i], e[i]-top)
		}
	}
	return Vec{m[0], m[1], m[2]}
}

// extreme returns the vertex of o with the greatest product, times sign, with dir. n is the float
// image of sign*dir in the frame of o: it leaves the few vertices within its error of the best to
// the integers.
func (d *exactRelation) extreme(o *Object, rot *[3][3]*big.Int, dir [3]*big.Int, n Vec, sign int) int32 {
	count := o.corners()
	if count == 1 {
		return 0
	}
	best := math.Inf(-1)
	for i := range count {
		best = max(best, n.Dot(o.corner(i)))
	}
	// n is off by less than 64 u and has a length below 2, local points are off by u:
	// docs/math/exact.md.
	floor := best - float64(extremeNoise*unit*o.radius)
	first, tied := int32(-1), false
	for i := range count {
		if n.Dot(o.corner(i)) >= floor {
			tied = first >= 0
			if tied {
				break
			}
			first = i
		}
	}
	if !tied {
		return first
	}
	return d.extremeExact(o, rot, dir, n, sign, floor, first)
}

// extremeExact is extreme among the vertices that the floats cannot tell apart.
func (d *exactRelation) extremeExact(o *Object, rot *[3][3]*big.Int, dir [3]*big.Int, n Vec, sign int, floor float64,
	first int32,
) int32 {
	mark := d.ar.Mark()
	defer d.ar.Release(mark)
	own := d.transposed(rot, dir) // in the frame of o
	top, x, t := d.ar.Int(), d.ar.Int(), d.ar.Int()
	v := d.ar.Vec()
	win := int32(-1)
	for i := first; i < o.corners(); i++ {
		if !(n.Dot(o.corner(i)) >= floor) {
			continue
		}
		p := o.exactCorner(i)
		exact.SetScaled(v[0], p.X, d.exp)
		exact.SetScaled(v[1], p.Y, d.exp)
		exact.SetScaled(v[2], p.Z, d.exp)
		x.Mul(own[0], v[0])
		x.Add(x, t.Mul(own[1], v[1]))
		x.Add(x, t.Mul(own[2], v[2]))
		if win < 0 || x.Cmp(top)*sign > 0 {
			win = i
			top.Set(x)
		}
	}
	return win
}

// exactRelation is the work space of the exact path.
type exactRelation struct {
	integers
	m      *minkowski
	a, b   *Object
	ma, mb [3][3]*big.Int // (qb.qb) R(qa), (qa.qa) R(qb)
	t      [3]*big.Int    // (qa.qa)(qb.qb)(pa - pb)
	p      []exactPoint   // the simplex, and after it other points of C
	cone   polarCone      // relation_polar.go
	low    [][3]*big.Int  // relation_cap.go
	flat   []Vec          // relation_cap.go
	quick  ddRelation     // relation_quick.go

	corners []sideCorner // relation_cylinder.go
	slab    []slabPoint  // relation_cylinder.go

	wide    minkowski      // of sweeps, and of an ellipsoid beside a polytope
	stretch [3][3]*big.Int // of the latter, else nils: what points of C are multiplied by
}

// pair sets the pair, with 2^exp as the unit of lengths.
func (d *exactRelation) pair(a, b *Object, exp int) {
	d.a, d.b, d.p = a, b, d.p[:0]
	d.poses(a, b, exp)
}

// prepare computes the integers of a pair of polytopes.
func (d *exactRelation) prepare(m *minkowski, a, b *Object) {
	d.pair(a, b, d.sweep.lowest(min(a.lowestExponent(), b.lowestExponent())))
	d.m = m
	for i := range 3 {
		d.ma[i], d.mb[i] = d.ar.Scale(d.ra[i], d.nb), d.ar.Scale(d.rb[i], d.na)
	}
	d.t = d.ar.Scale(d.offset(a, b), d.norm)
	if d.sweep.moves() {
		d.sweep.whole = d.ar.Scale(d.way(), d.norm)
	}
}

// insert appends the vertex (ia, ib) of C if it is not there yet, and reports whether it did. Of a
// sweep, ib beyond the corners of B stands for a corner at the end of the way.
func (d *exactRelation) insert(ia, ib int32) bool {
	for i := range d.p {
		if d.p[i].ia == ia && d.p[i].ib == ib {
			return false
		}
	}
	var v vertex
	own, moved := sweptCorner(d.b, ib)
	if d.m.at(ia, own, &v); moved {
		v.w = v.w.Sub(d.sweep.near).snap()
	}
	d.p = append(d.p, exactPoint{near: v.w, ia: ia, ib: ib})
	return true
}

// at returns point i in integers.
func (d *exactRelation) at(i int) [3]*big.Int {
	p := &d.p[i]
	if p.w[0] != nil {
		return p.w
	}
	p.w = d.ar.Vec()
	own, moved := sweptCorner(d.b, p.ib)
	va, vb := d.vec(d.a.exactCorner(p.ia)), d.vec(d.b.exactCorner(own))
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
		if moved {
			w.Sub(w, d.sweep.whole[k])
		}
	}
	if d.stretch[0][0] != nil {
		p.w = d.turned(&d.stretch, p.w)
	}
	return p.w
}

// certain returns the sign of a product of up to four vectors made of points near; ok is false
// where rounding leaves it open. Those points are off by less than e = errPoint and no longer than
// 1/2. So each factor is at most 1 long and off by at most 2e, the products of two by 4e, and that
// of four by less than 16 (e + u).
func (m *minkowski) certain(x float64) (sign int, ok bool) {
	bound := signNoise * (m.errPoint + unit)
	switch {
	case x > bound:
		return 1, true
	case x < -bound:
		return -1, true
	}
	return 0, false
}

// exactPoint is a vertex of C.
type exactPoint struct {
	w      [3]*big.Int // in integers, once they are asked for: nil before
	near   Vec         // in doubles, in A's frame, off by less than minkowski.errPoint
	ia, ib int32
}

// sideCorner is a corner of the polytope in the cylinder's frame.
type sideCorner struct {
	at [3]*big.Int
	id int32
}

// slabPoint is the point (x/w, y/w), w > 0, of the plane across the axis.
type slabPoint struct {
	x, y, w *big.Int
	side    int // 1 on the plane of the upper cap, -1 on that of the lower one, 0 between them
}
