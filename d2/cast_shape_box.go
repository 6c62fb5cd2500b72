package d2

import "github.com/collide-go/collide"

// Two boxes without margins of which nothing but the first contact is asked: slabCast in the
// caller's unit, without what the walk and the exact path need. It has the same bits, and leaves to
// the others what it is not sure of. docs/math/cast.md, "Slabs".

// castBox is a box as such a cast sees it.
type castBox struct {
	axes   mat2
	at     Vec // the centre
	half   Vec
	radius float64 // of the ball around it
}

// castBox returns o, a box.
func (o *Object) castBox() castBox { return castBox{o.axes(), o.pose.Pos, o.half, o.radius} }

// place makes c the cast of b by t v, 0 <= t <= last, and reports whether doubles suit it in the
// caller's unit.
func (c *slabCast) place(a, b *castBox, v Vec, last float64) bool {
	d := b.at.Sub(a.at)
	ra, rb, dist := a.radius, b.radius, float64(d.Len()*(1+quotientPad*unit))
	rel := a.axes.applyT(Vec{b.axes.c, b.axes.s})
	c.rot, c.t, c.halfA, c.halfB = mat2{rel.X, rel.Y}, a.axes.applyT(d), a.half, b.half
	c.reach = dist + ra + rb
	sep := float64(sepA*ra) + float64(sepB*rb) + float64(sepDist*dist) + float64(sepReach*c.reach)
	pt := float64(pointA*ra) + float64(pointB*rb) + float64(pointDist*dist) + float64(pointReach*c.reach)
	c.err, c.errPoint, c.twist = float64(unit*sep), float64(unit*pt), 0 // minkowski.bounds
	c.v = a.axes.applyT(v)
	c.len = c.v.Len()
	c.last = min(last, float64(4*c.reach/c.len)) // shapeCast.frame
	return c.reach < quickRange && c.reach > 1/quickRange && c.len < quickRange && c.len > 1/quickRange
}

// blur takes in that parts may be off by slack and twist, as shapeCast has them, and reports
// whether that leaves doubles something to tell.
func (c *slabCast) blur(slack, twist float64) bool {
	off := slack + float64(twist*c.reach)
	few := off <= c.err+c.errPoint
	c.err, c.errPoint, c.twist = c.err+off, c.errPoint+off, twist
	return few
}

// quickly makes h the answer, and reports whether doubles tell all. a is the box at rest.
func (c *slabCast) quickly(a *castBox, h *ShapeHit) bool {
	switch end, ok := c.cast(c.twist); {
	case !ok || end == castStart:
		return false
	case end == castMiss:
		h.Iterations = 1
		h.miss()
		return true
	}
	if !c.tight() {
		return false
	}
	c.fill(a, h)
	return true
}

// tight reports whether the bracket is as narrow as one from doubles has to be: shapeCast.exact.
func (c *slabCast) tight() bool {
	return c.lo > 0 && float64((c.hi-c.lo)*c.cos) < float64(wideBracket*(c.err+c.errPoint))
}

// fill makes h the hit of c, about the box a at rest.
func (c *slabCast) fill(a *castBox, h *ShapeHit) {
	at := a.at.Add(a.axes.apply(c.a)).clean()
	*h = ShapeHit{
		Verdict: collide.Hit, T: c.best, Lower: c.lo, Upper: c.hi,
		Normal: unitAgain(a.axes.apply(c.n)).clean(), PointA: at, PointB: at,
		PartA: h.PartA, PartB: h.PartB, TriangleA: -1, TriangleB: -1, Status: collide.Converged, Iterations: 1,
	}
}
