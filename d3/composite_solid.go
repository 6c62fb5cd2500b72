package d3

import (
	"math"
	"math/big"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/pairs"
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

// closed returns the table of the triangles where u is a solid bounded by them, else nil.
func (u *union) closed() *triMesh {
	if u == nil || !u.shell || u.open {
		return nil
	}
	return u.from.(*meshLeaves).triMesh
}

// bodyPoint is the point of the body with the pose, which is exact: the mean of some points in its
// frame.
type bodyPoint struct {
	pose exactPose
	of   []Vec
}

// take makes the spot the place of c in the frame at the pose a.
//
// With n, k and p as of integers.chain, S the sum of m points and R/q the rotation of a, the place
// is R^T (p/k + r S/(n m)) / q.
func (w *solidWork) take(a *Pose, c *bodyPoint) *spot {
	if w.plain(a, c) {
		return &w.spot
	}
	d := &w.exact
	d.ar.Reset()
	exp := lowest(lowest(math.MaxInt, a.Pos), c.pose.base.Pos)
	for _, v := range c.of {
		exp = lowest(exp, v)
	}
	for _, p := range c.pose.chain {
		exp = lowest(exp, p.Pos)
	}
	if d.exp = exp; exp == math.MaxInt {
		d.exp = 0
	}
	c.pose.from = a.Pos
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
	if a.Rot != (Rot{}) {
		q := d.rotation(&r, a.Rot)
		at, den = d.transposed(&r, at), d.ar.Mul(den, q)
	}
	w.spot = spotAt(at, den, d.exp)
	return &w.spot
}

// plain is take for a point that only moves, by sums that are doubles, and reports whether it is
// one.
func (w *solidWork) plain(a *Pose, c *bodyPoint) bool {
	if len(c.of) != 1 || len(c.pose.chain) > 0 || a.Rot != (Rot{}) || c.pose.base.Rot != (Rot{}) {
		return false
	}
	v := c.of[0]
	p := v.Add(c.pose.base.Pos)
	q := p.Sub(a.Pos)
	if p.Sub(c.pose.base.Pos) != v || p.Sub(v) != c.pose.base.Pos || q.Add(a.Pos) != p || p.Sub(q) != a.Pos {
		return false // a sum is rounded
	}
	w.spot = spot{near: q.clean()}
	return true
}

// holds reports whether the solid u at the pose a has c in its interior, off all triangles.
func (w *solidWork) holds(u *union, a *Pose, c *bodyPoint) bool {
	t := u.closed()
	n, on := w.winder.number(t, &u.tree, w.take(a, c))
	return on < 0 && n >= 1
}

// holdsPoint reports whether the solid u of a has the point p of the world in its interior.
func (w *solidWork) holdsPoint(u *union, a *Object, p Vec) bool {
	if !a.aabb.Contains(p) {
		return false
	}
	w.points[0] = Vec{}
	return w.holds(u, &a.pose, &bodyPoint{pose: exactPose{base: Pose{Pos: p}}, of: w.points[:1]})
}

// enclosed reports whether one of F and G, of which no part and no triangle overlaps another, has
// part of the other one in its interior. touching tells that some of them touch.
func (w *partPair) enclosed(touching bool) bool {
	f, g := w.fc.closed(), w.gc.closed()
	if f == nil && g == nil || !w.f.aabb.Overlaps(w.g.aabb) {
		return false
	}
	if f != nil && g != nil && touching {
		return w.interior.meet(w.f, w.g, f, g, &w.fc.tree, &w.gc.tree)
	}
	return f != nil && w.reachesInto(w.fc, w.f, w.gc, w.g, touching) ||
		g != nil && w.reachesInto(w.gc, w.g, w.fc, w.f, touching)
}

// reachesInto is enclosed for the solid u, which is that of a, and the body b with the leaves of v.
func (w *partPair) reachesInto(u *union, a *Object, v *union, b *Object, touching bool) bool {
	in := &w.inner
	c := bodyPoint{pose: exactPose{base: b.pose}}
	switch {
	case v == nil:
		return b.kind != kindHalfSpace && in.convexIn(u, a, b, &c)
	case v.from == nil:
		for i := range v.leaves {
			l := &v.leaves[i]
			c.pose.chain = l.chain
			if l.body.kind != kindHalfSpace && in.convexIn(u, a, &l.body, &c) {
				return true
			}
		}
		return false
	}
	if m, ok := v.from.(*meshLeaves); ok {
		for _, k := range m.first {
			in.points[0] = m.points[k]
			if c.of = in.points[:1]; in.holds(u, &a.pose, &c) {
				return true
			}
		}
		return touching && in.meshIn(u, a, m, &c)
	}
	s := v.leaf(0, &w.slots[1])
	in.points[0] = s.body.hull.points[0]
	c.of = in.points[:1]
	return in.holds(u, &a.pose, &c)
}

// convexIn reports whether the solid u of a holds the middle of the convex body b, whose pose is
// that of c.
func (w *solidWork) convexIn(u *union, a, b *Object, c *bodyPoint) bool {
	w.middle(b, c)
	return w.holds(u, &a.pose, c)
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

// meshIn reports whether the solid u of a, which the surface m touches, has in its interior a
// corner or the middle of a triangle of m.
func (w *solidWork) meshIn(u *union, a *Object, m *meshLeaves, c *bodyPoint) bool {
	for i := range m.tris {
		x, y, z := m.triMesh.corners(int32(i))
		w.points = [3]Vec{x, y, z}
		for k := range w.points {
			if c.of = w.points[k : k+1]; w.holds(u, &a.pose, c) {
				return true
			}
		}
		if c.of = w.points[:]; w.holds(u, &a.pose, c) {
			return true
		}
	}
	return false
}

// swallow makes ct, the contact of the nearest parts, that of bodies of which one lies in the
// other: no translation that is shorter than their distance separates them.
func (w *partPair) swallow(s *solver, ct *Contact) {
	lower, upper := w.found.Lower, w.found.Upper
	ct.Relation, ct.Distance, ct.Normal = collide.Overlapping, -max(ct.Distance, 0), ct.Normal.Neg()
	ct.Upper = -max(lower, 0)
	ct.Lower = min(-upper, w.deepest(s))
	ct.Lower = min(ct.Lower, -math.SmallestNonzeroFloat64)
	ct.Distance = max(ct.Lower, min(ct.Distance, ct.Upper))
}

// contained tells how b lies in the solid a. Where no triangle of a passes through b, all of a
// connected b lies on one side of them: a point of each of its pieces tells on which.
func (w *partPair) contained(s *solver, a, b *Object) collide.Containment {
	w.start(a, b)
	w.all(s, 0, pairs.Never, nil)
	rel := w.found.Relation()
	if b.kind == kindHalfSpace || rel == collide.Overlapping {
		return collide.NotInside
	}
	sure, inside := w.piecesIn(a, b)
	switch {
	case !inside && sure:
		return collide.NotInside
	case rel == collide.Apart && sure:
		return collide.Inside
	case rel == collide.Touching && sure && b.union() == nil && b.kind != kindUser:
		return collide.InsideTouching
	}
	return collide.ContainmentUndecided
}

// piecesIn reports whether a point of each piece of b, no half-space, lies in the interior of the
// solid a; where one is not it is sure, unless it lies on a triangle. Pieces of a mesh are what
// hangs together, those of a compound its parts.
func (w *partPair) piecesIn(a, b *Object) (sure, inside bool) {
	u, v, in := a.union(), b.union(), &w.inner
	c := bodyPoint{pose: exactPose{base: b.pose}}
	one := func() bool {
		n, on := in.winder.number(u.closed(), &u.tree, in.take(&a.pose, &c))
		sure, inside = sure && on < 0, inside && on < 0 && n >= 1
		return inside
	}
	sure, inside = true, true
	switch {
	case v == nil:
		in.middle(b, &c)
		one()
	case v.from == nil:
		for i := range v.leaves {
			c.pose.chain = v.leaves[i].chain
			if v.leaves[i].body.kind == kindHalfSpace {
				return true, false
			}
			if in.middle(&v.leaves[i].body, &c); !one() {
				return sure, false
			}
		}
	default:
		m, ok := v.from.(*meshLeaves)
		if !ok {
			in.points[0] = v.leaf(0, &w.slots[1]).body.hull.points[0]
			c.of = in.points[:1]
			one()
			return sure, inside
		}
		for _, k := range m.first {
			in.points[0] = m.points[k]
			if c.of = in.points[:1]; !one() {
				return sure, false
			}
		}
	}
	return sure, inside
}
