package d3

import "math"

// A body that turns fast stays in the cylinder about its axis of rotation through the pivot, which
// only moves at the pivot's velocity. As long as these cylinders are apart along an axis, so are
// the bodies, however often they turn.

// spindle is the cylinder about the axis of rotation that a core stays in: relative to the pivot,
// along the axis from low to high, and no farther from it than radius.
type spindle struct {
	known     bool
	low, high float64
	radius    float64
}

// set makes p the cylinder of c.
func (p *spindle) set(c *course) {
	p.known = true
	at := c.start.apply(c.arm)
	reach := func(n Vec) float64 {
		m := c.start.applyT(n)
		return n.Dot(at) + m.Dot(c.far(m))
	}
	x, y := c.axis.across()
	across := func(n Vec) float64 { return max(reach(n), reach(n.Neg())) }
	p.low, p.high = -reach(c.axis.Neg()), reach(c.axis)
	p.radius = min(c.size, Vec{across(x), across(y), 0}.length())
}

// along returns how far the cylinder reaches along n from the pivot; of a body that does not turn,
// its core.
func (p *spindle) along(c *course, n Vec) float64 {
	if !c.turns {
		m := c.start.applyT(n)
		return m.Dot(c.far(m))
	}
	if !p.known {
		p.set(c)
	}
	up := n.Dot(c.axis)
	return max(float64(up*p.low), float64(up*p.high)) + float64(p.radius*n.Cross(c.axis).length())
}

// whirlTurn is by how much, in radians, bodies turn at least in the time left for their cylinders
// to be tried.
const whirlTurn = 1

// whirl returns how long the cylinders of the bodies keep them apart, at most for the time left;
// h is what is known already. Along a fixed axis their gap is linear in time.
func (im *impact) whirl(h float64) float64 {
	g := &im.g
	left := im.upper - im.lower
	if h >= left || g.a.screw || g.b.screw || !(max(g.a.rate.Hi, g.b.rate.Hi)*left > whirlTurn) {
		return h
	}
	d := g.wide(im.lower)
	v := Vec{g.velocity[0].Hi, g.velocity[1].Hi, g.velocity[2].Hi}
	h = im.whirlAlong(im.n, d, v, h)
	h = im.whirlAlong(d.Unit(), d, v, h)
	for _, c := range [...]*course{&g.a, &g.b} {
		if c.turns {
			h = im.whirlAlong(c.axis.Scale(math.Copysign(1, c.axis.Dot(d))), d, v, h)
		}
	}
	return h
}

// whirlAlong is whirl along n, about a unit vector, for pivots d apart with the velocity v.
func (im *impact) whirlAlong(n, d, v Vec, h float64) float64 {
	g := &im.g
	left := im.upper - im.lower
	if h >= left {
		return h
	}
	reach := im.spun[0].along(&g.a, n) + im.spun[1].along(&g.b, n.Neg())
	gap := n.Dot(d) - reach - g.margin - g.level
	size := d.length() + g.a.size + g.b.size + g.margin + math.Abs(g.level)
	pad := g.slip(size) + float64(whirlSums*unit*size)
	if !(gap > float64(2*pad)) {
		return h
	}
	fall := -n.Dot(v) + float64(whirlSums*unit*v.length())
	if fall <= 0 {
		return left
	}
	return max(h, min(left, (gap-float64(2*pad))/fall))
}
