package d3

import (
	"math"
	"math/big"
)

// What lies inside of a solid mesh without meeting its triangles is found by winding numbers, which
// are exact for points wherever poses put them. docs/math/solid.md.

// solidWork is the work space for points and solids.
type solidWork struct {
	winder winder
	exact  integers
	spot   spot
	points [3]Vec
}

// bodyPoint is the point of the body with the pose, which is exact: the mean of some points in its
// frame.
type bodyPoint struct {
	pose exactPose
	of   []Vec
}

// take makes the spot the place of c in the frame at the pose a.
//
// With n, k and p as of integers.chain, S the sum of m points, and N, K, P and R those of a, the
// place is R^T ((p/k + r S/(n m)) - P/K) / N.
func (w *solidWork) take(a *exactPose, c *bodyPoint) *spot {
	if w.plain(a, c) {
		return &w.spot
	}
	d := &w.exact
	d.ar.Reset()
	exp := lowest(lowest(math.MaxInt, a.base.Pos), c.pose.base.Pos)
	for _, v := range c.of {
		exp = lowest(exp, v)
	}
	for _, chain := range [2][]Pose{a.chain, c.pose.chain} {
		for _, p := range chain {
			exp = lowest(exp, p.Pos)
		}
	}
	if d.exp = exp; exp == math.MaxInt {
		d.exp = 0
	}
	a.from, c.pose.from = a.base.Pos, a.base.Pos
	var r [3][3]*big.Int
	n, k, p := d.chain(&r, &c.pose)
	sum := d.scaled(c.of[0], d.exp)
	for _, v := range c.of[1:] {
		for i, x := range d.scaled(v, d.exp) {
			sum[i].Add(sum[i], x)
		}
	}
	nm := d.ar.Mul(n, d.ar.Int().SetInt64(int64(len(c.of))))
	at, turned := d.ar.Scale(p, nm), d.ar.Scale(d.turned(&r, sum), k)
	for i := range at {
		at[i].Add(at[i], turned[i])
	}
	den := d.ar.Mul(nm, k)
	if len(a.chain) > 0 || a.base.Rot != (Rot{}) {
		n, k, p := d.chain(&r, a)
		at = d.ar.Sub(d.ar.Scale(at, k), d.ar.Scale(p, den))
		at, den = d.transposed(&r, at), d.ar.Mul(d.ar.Mul(den, k), n)
	}
	w.spot = spotAt(at, den, d.exp)
	return &w.spot
}

// plain is take for a point that only moves, by sums that are doubles, and reports whether it is
// one.
func (w *solidWork) plain(a *exactPose, c *bodyPoint) bool {
	base, from := &c.pose.base, a.base.Pos
	if len(c.of) != 1 || len(c.pose.chain) > 0 || len(a.chain) > 0 || a.base.Rot != (Rot{}) || base.Rot != (Rot{}) {
		return false
	}
	v := c.of[0]
	p := v.Add(base.Pos)
	q := p.Sub(from)
	if p.Sub(base.Pos) != v || p.Sub(v) != base.Pos || q.Add(from) != p || p.Sub(q) != from {
		return false // a sum is rounded
	}
	w.spot = spot{near: q.clean()}
	return true
}

// closed returns the table of the triangles where u is a solid bounded by them, else nil.
func (u *union) closed() *triMesh {
	if u == nil || !u.bounds() {
		return nil
	}
	return u.from.(*meshLeaves).triMesh
}

// member returns member k of the body o.
func (o *Object) member(k int) (m member) {
	m.pose.base = o.pose
	u := o.union()
	switch {
	case u == nil:
		m.o = o
		return m
	case u.from != nil && u.shares == nil:
		m.u = u
	default:
		l := &u.leaves[k]
		m.pose.chain = l.chain
		if u.shares == nil || u.shares[k].of == nil {
			m.o = &l.body
			return m
		}
		m.u = u.shares[k].of
	}
	m.t, m.tree = m.u.closed(), &m.u.tree
	return m
}

// number returns the winding number of the solid m about c, and a triangle that c is on, -1 for
// none.
func (w *solidWork) number(m *member, c *bodyPoint) (n int, on int32) {
	return w.winder.number(m.t, m.tree, w.take(&m.pose, c))
}

// holds reports whether the solid m has c in its interior, off all triangles.
func (w *solidWork) holds(m *member, c *bodyPoint) bool {
	n, on := w.number(m, c)
	return on < 0 && n >= 1
}

// holdsPoint returns the first member of a, with the leaves of u, that is a solid and has the point
// p of the world in its interior; -1 where none has.
func (w *solidWork) holdsPoint(u *union, a *Object, p Vec) int {
	solids := u.solidMembers()
	if len(solids) == 0 || !a.aabb.Contains(p) {
		return -1
	}
	for _, k := range solids {
		m := a.member(int(k))
		if w.holdsAt(&m, p) {
			return int(k)
		}
	}
	return -1
}

// holdsAt reports whether the solid m has the point p of the world in its interior.
func (w *solidWork) holdsAt(m *member, p Vec) bool {
	w.points[0] = Vec{}
	return w.holds(m, &bodyPoint{pose: exactPose{base: Pose{Pos: p}}, of: w.points[:1]})
}

// middle makes c a point of the convex body b, an inner one of those that have some but users'.
func (w *solidWork) middle(b *Object, c *bodyPoint) {
	switch b.kind {
	case kindHull:
		c.of = b.hull.points
	case kindUser:
		w.points[0] = b.user.Support(Vec{1, 0, 0})
		c.of = w.points[:1]
	default:
		w.points[0] = Vec{}
		c.of = w.points[:1]
	}
}

// meshIn reports whether the solid m, which the surface t touches, has in its interior a corner or
// the middle of a triangle of t.
func (w *solidWork) meshIn(m *member, t *meshLeaves, c *bodyPoint) bool {
	for i := range t.tris {
		x, y, z := t.triMesh.corners(int32(i))
		w.points = [3]Vec{x, y, z}
		for k := range w.points {
			if c.of = w.points[k : k+1]; w.holds(m, c) {
				return true
			}
		}
		if c.of = w.points[:]; w.holds(m, c) {
			return true
		}
	}
	return false
}

// manyMore is how many times as many pairs of leaves as two members have the bodies have at least
// where those of the members are asked about one by one: the search goes through all that are as
// near, and knows nothing of members.
const manyMore = 16
