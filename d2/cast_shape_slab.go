package d2

import (
	"math"
	"math/bits"

	"github.com/collide-go/collide/internal/num"
)

// Two boxes overlap where they do along each of the normals of their edges, and along each a box
// that moves comes in at one time and leaves at another. So all that the walk finds in turns stands
// in four pairs of numbers ([Ericson05], 5.5.8). docs/math/cast.md, "Slabs".

// boxSlab is what two boxes are along one axis: their centres are at + tau rate apart, and they
// overlap where that is less than both, which is what they reach together.
type boxSlab struct{ at, rate, both float64 }

// slabAxes is how many axes two boxes have: A's X and Y, then B's.
const slabAxes = 4

// slabCast is a cast of two boxes without margins by their axes, in any unit. Names are those of
// minkowski and shapeCast.
type slabCast struct {
	rot        mat2
	t          Vec
	halfA      Vec
	halfB      Vec
	reach, err float64 // minkowski.errSep
	v          Vec
	len, last  float64
	slab       [slabAxes]boxSlab

	errPoint, twist float64 // castBox: minkowski.errPoint but for the grid, and shapeCast.twist

	lo, hi, best, cos float64 // the answer
	n, a              Vec
}

// set makes c the cast of the boxes of m by v up to the time last.
func (c *slabCast) set(m *minkowski, v Vec, length, last float64) {
	c.rot, c.t, c.halfA, c.halfB = m.rot, m.t, m.a.half, m.b.half
	c.reach, c.err = m.reach, m.errSep
	c.v, c.len, c.last = v, length, last
}

// cast looks for the first contact, and reports whether doubles tell all by the axes. twist is how
// far off the axes of parts may be. No branch hangs on which axis is the first.
func (c *slabCast) cast(twist float64) (end castEnd, ok bool) {
	c.fillSlabs()
	off := c.err + float64(slabPad*unit*c.reach) + float64(2*twist*c.reach)
	noise := float64((slabSlope*unit+float64(3*twist))*c.len) + math.SmallestNonzeroFloat64 // never 0
	s := &c.slab
	x, y := s[0].enter(off, noise), s[1].enter(off, noise)
	z, w := s[2].enter(off, noise), s[3].enter(off, noise)
	best := max(1, x, y, z, w)
	first := bits.Len64(bit(x == best)|bit(y == best)<<1|bit(z == best)<<2|bit(w == best)<<3) - 1
	lo := 0.0
	if first >= 0 {
		lo = float64(math.Float64frombits(uint64(best)) * (1 - quotientPad*unit))
	}
	if lo > c.last || slabsPassed(s, lo, off+float64(noise*c.last)) {
		return castMiss, true
	}
	if first < 0 {
		return castStart, slabsHold(s, 0, off)
	}
	g := &s[first&(slabAxes-1)]
	speed := -g.rate - noise
	hi := float64((g.at - g.both + off + float64(2*slabPad*unit*c.reach)) / speed * (1 + quotientPad*unit))
	if !(speed > float64(slabSlow*c.len) && hi < c.last && slabsHold(s, hi, off+float64(noise*hi))) {
		return castOpen, false
	}
	at := max(lo, min((g.at-g.both)/-g.rate, hi))
	if !c.slabPoint(first, at, float64(4*(off+float64(noise*at)))) {
		return castOpen, false
	}
	c.lo, c.hi, c.best, c.cos = lo, hi, at, -g.rate
	return castOpen, true
}

// enter returns the bits of the time before which there is no contact along the axis: those of
// negative numbers are less than 0.
func (g *boxSlab) enter(off, noise float64) int64 {
	return int64(math.Float64bits((g.at - g.both - off) / (noise - g.rate)))
}

// bit returns 1 for true, without a branch.
func bit(is bool) uint64 {
	if is {
		return 1
	}
	return 0
}

// slabSlow is the closing speed of a side, relative to the speed, from which the walk does better:
// it ends at the face that the way passes through, whatever is beside it.
const slabSlow = 0x1p-20

// fillSlabs sets the slabs of the pair, each seen from the side from which B comes.
func (c *slabCast) fillSlabs() {
	a, b := c.halfA, c.halfB
	x, y := math.Abs(c.rot.c), math.Abs(c.rot.s)
	t, v := c.rot.applyT(c.t), c.rot.applyT(c.v)
	c.slab = [slabAxes]boxSlab{
		slabOf(c.t.X, c.v.X, a.X+float64(x*b.X)+float64(y*b.Y)),
		slabOf(c.t.Y, c.v.Y, a.Y+float64(y*b.X)+float64(x*b.Y)),
		slabOf(t.X, v.X, b.X+float64(x*a.X)+float64(y*a.Y)),
		slabOf(t.Y, v.Y, b.Y+float64(y*a.X)+float64(x*a.Y)),
	}
}

// slabOf returns the slab along which B's centre is at the place given and moves at the rate given.
func slabOf(at, rate, both float64) boxSlab {
	bits := math.Float64bits(rate)
	flip := ^bits & (1 << 63)
	return boxSlab{math.Float64frombits(math.Float64bits(at) ^ flip), math.Float64frombits(bits | 1<<63), both}
}

// slabsPassed reports whether B has left A behind along an axis at the time tau, and does not come
// back. off is how far off the places may be then, and up to the end of the way.
func slabsPassed(s *[slabAxes]boxSlab, tau, off float64) bool {
	var signs uint64
	for i := range s {
		g := &s[i]
		signs |= math.Float64bits(g.at + float64(tau*g.rate) + g.both + off)
	}
	return signs>>63 != 0
}

// slabsHold reports whether A and B overlap along all axes at the time tau, by more than off.
func slabsHold(s *[slabAxes]boxSlab, tau, off float64) bool {
	for i := range s {
		if g := &s[i]; !(math.Abs(g.at+float64(tau*g.rate))+off < g.both) {
			return false
		}
	}
	return true
}

// slabPoint sets the normal and the point of A of the contact along axis k at the time tau. It
// reports whether the point is one of both boxes, but for tol.
func (c *slabCast) slabPoint(k int, tau, tol float64) bool {
	var p Vec
	q := c.t.Add(c.v.Scale(tau)) // B's centre
	n := c.slabNormal(k)
	if k < slabAxes/2 {
		p = c.rot.apply(cornerAlong(c.halfB, c.rot.applyT(n).Neg())).Add(q).within(c.halfA)
		if k == 0 {
			p.X = math.Copysign(c.halfA.X, n.X)
		} else {
			p.Y = math.Copysign(c.halfA.Y, n.Y)
		}
	} else {
		p = cornerAlong(c.halfA, n)
	}
	// Where edges are parallel that need not be a point of B: go there and back.
	x := c.rot.apply(c.rot.applyT(p.Sub(q)).within(c.halfB)).Add(q)
	c.n, c.a = n, x.within(c.halfA)
	return c.a.Sub(x).Len2() <= float64(tol*tol)
}

// slabNormal returns the unit vector along axis k against the way.
func (c *slabCast) slabNormal(k int) Vec {
	n := [slabAxes]Vec{{1, 0}, {0, 1}, {c.rot.c, c.rot.s}, {-c.rot.s, c.rot.c}}[k]
	if n.Dot(c.v) > 0 {
		return n.Neg()
	}
	return n
}

// cornerAlong returns the corner of the box with the half extents h farthest along d.
func cornerAlong(h, d Vec) Vec { return Vec{math.Copysign(h.X, d.X), math.Copysign(h.Y, d.Y)} }

// within returns the point of the box with the half extents h that is nearest v.
func (v Vec) within(h Vec) Vec {
	return Vec{num.Clamp(v.X, h.X), num.Clamp(v.Y, h.Y)}
}
