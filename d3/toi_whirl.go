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
	if h >= im.upper-im.lower {
		return h
	}
	return im.linear(n, d, v, im.spun[0].along(&g.a, n)+im.spun[1].along(&g.b, n.Neg()), h)
}

// linear returns how long, at least h, bodies stay apart along n that reach no farther from their
// pivots toward each other than reach in all; the pivots are d apart, with the velocity v. Where n
// is zero, from a pivot to one in the same place, there is no axis.
func (im *impact) linear(n, d, v Vec, reach, h float64) float64 {
	if n == (Vec{}) {
		return h
	}
	g := &im.g
	gap := n.Dot(d) - reach - g.margin - g.level
	size := d.length() + g.a.size + g.b.size + g.margin + math.Abs(g.level)
	pad := g.steady(size) + float64(whirlSums*unit*size)
	if !(gap > float64(2*pad)) {
		return h
	}
	left := im.upper - im.lower
	fall := -n.Dot(v) + float64(whirlSums*unit*v.length())
	if fall <= 0 {
		return left
	}
	return max(h, min(left, (gap-float64(2*pad))/fall))
}

// ballReach returns how far the ball about the pivot of c reaches in which c turns; of a body that
// does not turn, its core along n.
func (c *course) ballReach(n Vec) float64 {
	if c.turns {
		return c.size
	}
	m := c.start.applyT(n)
	return m.Dot(c.far(m))
}

// approach returns how long the balls of the bodies keep them apart from the start on, 0 where they
// do not. From pivot to pivot when the balls meet, or are nearest, is the axis along which they are
// apart the longest: the gap along it is linear in time.
func (im *impact) approach() float64 {
	g := &im.g
	if g.a.plane || g.b.plane || g.a.screw || g.b.screw {
		return 0
	}
	d := g.wide(0)
	v := Vec{g.velocity[0].Hi, g.velocity[1].Hi, g.velocity[2].Hi}
	n := meeting(d, v, g.a.size+g.b.size+g.margin).Unit()
	return im.linear(n, d, v, g.a.ballReach(n)+g.b.ballReach(n.Neg()), 0)
}

// meeting returns about where a point, at d with the velocity v, is when it first comes within r of
// the origin, or nearest to it, from now on.
func meeting(d, v Vec, r float64) Vec {
	toward := d.Dot(v)
	if !(toward < 0) {
		return d
	}
	vv, rest := v.Len2(), d.Len2()-float64(r*r)
	t := -toward / vv
	if disc := float64(toward*toward) - float64(vv*rest); disc > 0 {
		t = rest / (math.Sqrt(disc) - toward)
	}
	return d.Add(v.Scale(t))
}
