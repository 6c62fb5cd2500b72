package d2

import "math"

// A body that turns fast stays in the disc about its pivot, which only moves at the pivot's
// velocity. As long as these discs are apart along an axis, so are the bodies, however often they
// turn.

// reach returns how far the disc of c reaches from its pivot; of a body that does not turn, its
// core along n.
func (c *course) reach(n Vec) float64 {
	if c.turns {
		return c.size
	}
	m := c.start.applyT(n)
	return m.Dot(c.far(m))
}

// whirlTurn is by how much, in radians, bodies turn at least in the time left for their discs to be
// tried.
const whirlTurn = 1

// whirl returns how long the discs of the bodies keep them apart, at most for the time left; h is
// what is known already. Along a fixed axis their gap is linear in time.
func (im *impact) whirl(h float64) float64 {
	g := &im.g
	left := im.upper - im.lower
	if h >= left || g.a.screw || g.b.screw || !(max(math.Abs(g.a.w), math.Abs(g.b.w))*left > whirlTurn) {
		return h
	}
	d := g.wide(im.lower)
	v := Vec{g.velocity[0].Hi, g.velocity[1].Hi}
	h = im.whirlAlong(im.n, d, v, h)
	return im.whirlAlong(d.Unit(), d, v, h)
}

// whirlAlong is whirl along n, about a unit vector, for pivots d apart with the velocity v. Where n
// is zero, from a pivot to one in the same place, there is no axis.
func (im *impact) whirlAlong(n, d, v Vec, h float64) float64 {
	g := &im.g
	left := im.upper - im.lower
	if h >= left || n == (Vec{}) {
		return h
	}
	reach := g.a.reach(n) + g.b.reach(n.Neg())
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

// approach returns how long the discs of the bodies keep them apart from the start on, 0 where they
// do not. From pivot to pivot when the discs meet, or are nearest, is the axis along which they are
// apart the longest: the gap along it is linear in time.
func (im *impact) approach() float64 {
	g := &im.g
	if g.a.plane || g.b.plane || g.a.screw || g.b.screw {
		return 0
	}
	d := g.wide(0)
	v := Vec{g.velocity[0].Hi, g.velocity[1].Hi}
	n := meeting(d, v, g.a.size+g.b.size+g.margin).Unit()
	return im.whirlAlong(n, d, v, 0)
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
