package d3

import (
	"math"
	"math/big"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/num"
)

// The exact path decides how two polytopes, rounded or not, lie to each other where the bracket holds zero. Every
// number is the double given and a rotation is R(q)/(q.q). Times the positive number qa.qa qb.qb and a power of two, all
// points of C = A - B, in the world's axes, are integers, of about 270 bits in everyday scenes. Exact GJK starts
// from the simplex that the floats ended with, so that it mostly has to confirm; docs/math/exact.md.

// exactRelation is the work space of the exact path.
type exactRelation struct {
	integers
	m      *minkowski
	a, b   *Object
	ma, mb [3][3]*big.Int // (qb.qb) R(qa), (qa.qa) R(qb)
	t      [3]*big.Int    // (qa.qa)(qb.qb)(pa - pb)
	p      []exactPoint   // the simplex, and after it other points of C
	low    [][3]*big.Int  // relation_cap.go
	flat   []Vec          // relation_cap.go
	quick  ddRelation     // relation_quick.go
}

// decide returns the exact relation of the pair last solved, Undecided where there is no way to it. n is the normal
// in a's frame.
func (d *exactRelation) decide(r *run, a, b *Object, n Vec) collide.Relation {
	if rel, known := axisParallel(a, b); known {
		return rel
	}
	if r.m.curved {
		return d.caps(r, a, b, n)
	}
	return d.polytopes(r, a, b, n)
}

// polytopes is decide for cores that are polytopes. The simplex of r is the one with which the floats ended.
func (d *exactRelation) polytopes(r *run, a, b *Object, n Vec) collide.Relation {
	if d.quick.prepare(&r.m, a, b) {
		if rel, sure := d.quick.relate(r, n); sure {
			return rel
		}
	}
	d.prepare(&r.m, a, b)
	if r.s.n < 4 && d.separates(a.axes.apply(n).Neg()) {
		return collide.Apart
	}
	for i := range r.s.n {
		d.insert(r.s.p[i].ia, r.s.p[i].ib)
	}
	return d.relate()
}

// pair sets the pair, with 2^exp as the unit of lengths.
func (d *exactRelation) pair(a, b *Object, exp int) {
	d.a, d.b, d.p = a, b, d.p[:0]
	d.poses(a, b, exp)
}

// prepare computes the integers of a pair of polytopes.
func (d *exactRelation) prepare(m *minkowski, a, b *Object) {
	d.pair(a, b, min(a.lowestExponent(), b.lowestExponent()))
	d.m = m
	for i := range 3 {
		d.ma[i], d.mb[i] = d.ar.Scale(d.ra[i], d.nb), d.ar.Scale(d.rb[i], d.na)
	}
	d.t = d.ar.Scale(d.ar.Sub(d.vec(a.pose.Pos), d.vec(b.pose.Pos)), d.norm)
}

// insert appends the vertex (ia, ib) of C if it is not there yet, and reports whether it did.
func (d *exactRelation) insert(ia, ib int32) bool {
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
func (d *exactRelation) at(i int) [3]*big.Int {
	p := &d.p[i]
	if p.w[0] != nil {
		return p.w
	}
	p.w = d.ar.Vec()
	va, vb := d.vec(d.a.exactCorner(p.ia)), d.vec(d.b.exactCorner(p.ib))
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
func (d *exactRelation) separates(v Vec) bool {
	e := lowest(math.MaxInt, v)
	dir := d.scaled(v, e)
	ia, ib := d.support(dir, false)
	d.insert(ia, ib)
	s := d.ar.Dot(dir, d.at(0))
	d.p = d.p[:0]
	return s.Sign() > 0 && d.compare(dir, s, d.margins(d.a, d.b)) == collide.Apart
}

// relate runs exact GJK.
//
// At the head of every turn d.p is the simplex that carried the nearest point of the last turn and one vertex
// that is strictly nearer along its direction, so no simplex returns.
func (d *exactRelation) relate() collide.Relation {
	radius := d.margins(d.a, d.b)
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

// compare tells how cores at distance s/|dir| lie when both are grown by radius in all.
func (d *exactRelation) compare(dir [3]*big.Int, s, radius *big.Int) collide.Relation {
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

// axisParallel returns the exact relation of boxes and points without margins that no rotation turns: the commonest contact, where
// each axis decides for itself. known is false for other pairs, and where four doubles do not tell the sign.
func axisParallel(a, b *Object) (r collide.Relation, known bool) {
	if a.kind != kindBox && a.kind != kindPoint || b.kind != kindBox && b.kind != kindPoint ||
		a.pose.Rot != (Rot{}) || b.pose.Rot != (Rot{}) || a.margin != 0 || b.margin != 0 {
		return collide.Undecided, false
	}
	p, q, g, h := a.pose.Pos, b.pose.Pos, a.half, b.half
	x, okX := boxGap(p.X, q.X, g.X, h.X)
	y, okY := boxGap(p.Y, q.Y, g.Y, h.Y)
	z, okZ := boxGap(p.Z, q.Z, g.Z, h.Z)
	switch {
	case !okX || !okY || !okZ:
		return collide.Undecided, false
	case max(x, y, z) > 0:
		return collide.Apart, true
	case max(x, y, z) == 0:
		return collide.Touching, true
	}
	return collide.Overlapping, true
}

// boxGap returns the sign of |q - p| - g - h.
func boxGap(p, q, g, h float64) (sign int, known bool) {
	if q < p {
		p, q = q, p
	}
	d, s := num.TwoSum(q, -p), num.TwoSum(g, h)
	x := num.TwoSum(d.Hi, -s.Hi)
	rest := math.Abs(d.Lo) + math.Abs(s.Lo) + math.Abs(x.Lo)
	return num.Compare(x.Hi, 0), rest == 0 || math.Abs(x.Hi) > 2*rest
}
