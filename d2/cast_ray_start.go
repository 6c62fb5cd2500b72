package d2

import "github.com/collide-go/collide"

// quickRay is the work space of the short ways.
type quickRay struct {
	span  quickSpan
	frame quickFrame
	walk  hullWalk
}

// set sets the span to where the ray is in o, to which there is a short way, and returns what that
// tells.
func (c *quickRay) set(o *Object, w, d Vec, ew, ed, limit float64) collide.Verdict {
	switch o.kind {
	case kindPoint:
		return c.span.circle(o, w, d, ew, ed, limit)
	case kindBox:
		return c.span.box(o.axes(), o.half, o.radius, w, d, ew, ed, limit, &c.frame)
	case kindSegment:
		return c.span.capsule(o, w, d, ew, ed, limit)
	default:
		return c.span.hull(o, w, d, ew, ed, limit, &c.walk)
	}
}

// cast sets h to the answer about r and the convex body o, by the long way.
func (c *rayCast) cast(s *solver, o *Object, r *Ray, h *RayHit) {
	var k rayAnswer
	c.start(r)
	c.convex(s, o, &k)
	c.answer(&k, h)
}
