package d3

import (
	"math"

	"github.com/collide-go/collide/internal/num"
)

// Two boxes overlap where they do along each of the axes of the separating axis test, and along
// each a box that moves comes in at one time and leaves at another. So all that the walk finds in
// turns stands in fifteen pairs of numbers ([Ericson05], 5.5.8). docs/math/cast.md, "Slabs".

// boxSlab is what two boxes are along one axis: their centres are at + tau rate apart, and they
// overlap where that is less than both, which is what they reach together. All of them are times
// the length of the axis, which is at most long.
type boxSlab struct{ at, rate, both, long float64 }

// slabFaces is how many axes are normals of faces, A's and then B's. Those across edges follow,
// boxAxis.number tells in which order; they have more noise, until one is sharpened.
const slabFaces = 6

// slabOff is how far what the slabs say may be off.
type slabOff struct {
	side  float64 // along a unit vector
	edges float64 // more than that along the product of two edges, times its length
	rate  float64 // the change
}

// slabCast is a cast of two boxes without margins by their axes, in any unit. Names are those of
// minkowski and shapeCast.
type slabCast struct {
	rot            mat3
	t              Vec
	halfA, halfB   Vec
	reachA, reachB float64
	reach, err     float64 // minkowski.errSep
	v              Vec
	len, last      float64
	slab           [boxAxes]boxSlab

	errPoint, twist float64 // castBox: minkowski.errPoint but for the grid, and shapeCast.twist

	lo, hi, best, cos float64 // the answer
	n, a              Vec
}

// set makes c the cast of the boxes of m by v up to the time last.
func (c *slabCast) set(m *minkowski, v Vec, length, last float64) {
	c.rot, c.t, c.halfA, c.halfB = m.rot, m.t, m.a.half, m.b.half
	c.reachA, c.reachB, c.reach, c.err = m.a.reach, m.b.reach, m.reach, m.errSep
	c.v, c.len, c.last = v, length, last
}

// cast looks for the first contact, and reports whether doubles tell all by the axes. twist is how
// far off the axes of parts may be.
func (c *slabCast) cast(twist float64) (end castEnd, ok bool) {
	turned := float64(2 * twist * c.reach)
	off := slabOff{
		side:  c.err + boxSlackOf(c.reachA, c.reachB, c.reach) + float64(slabPad*unit*c.reach) + turned,
		edges: c.err + float64(satNoise*unit*c.reach) + turned,
		rate:  float64((slabSlope*unit+float64(3*twist))*c.len) + math.SmallestNonzeroFloat64, // never 0
	}
	c.faceSlabs()
	best, first := c.facesMeet(&off)
	if lo := slabTime(best, first); lo > c.last || passed(c.slab[:slabFaces], lo, off.side+float64(off.rate*c.last)) {
		return castMiss, true // most of them, without the products of edges
	}
	c.edgeSlabs()
	lo, first := c.slabsMeet(&off, best, first)
	if lo > c.last || passed(c.slab[:], lo, off.edges+float64(off.rate*c.last)) {
		return castMiss, true
	}
	if !(least(c.halfA)+least(c.halfB) > float64(2*off.side)) { // docs/math/sat3.md, "Inside"
		return castOpen, false
	}
	if first < 0 {
		return castStart, c.slabsHold(0, &off)
	}
	return castOpen, c.slabsEnd(lo, first, &off)
}

// facesMeet returns the bits of the time up to which one of the normals of faces proves that there
// is no contact, and that axis; 1 and -1 where none does. No branch hangs on where the boxes are.
func (c *slabCast) facesMeet(off *slabOff) (best int64, first int) {
	best, first = 1, -1 // the bits of negative numbers are less
	for i := range slabFaces {
		t := c.slab[i].enter(off.side, off.rate)
		if t >= best {
			first = i
		}
		best = max(best, t)
	}
	return best, first
}

// slabsMeet goes on from facesMeet to all axes, and returns the time.
func (c *slabCast) slabsMeet(off *slabOff, best int64, at int) (lo float64, first int) {
	first = at
	for i := slabFaces; i < boxAxes; i++ {
		t := c.slab[i].enter(off.edges, off.rate)
		if t >= best {
			first = i
		}
		best = max(best, t)
	}
	return slabTime(best, first), first
}

// slabTime returns the time that the axis first proves, whose bits are best: 0 without an axis.
func slabTime(best int64, first int) float64 {
	if first < 0 {
		return 0
	}
	return float64(math.Float64frombits(uint64(best)) * (1 - quotientPad*unit))
}

// enter returns the bits of the time before which there is no contact along the axis: those of
// negative numbers are less than 0.
func (g *boxSlab) enter(off, noise float64) int64 {
	return int64(math.Float64bits((g.at - g.both - off) / (noise - g.rate)))
}

// passed reports whether B has left A behind along one of the axes at the time tau, for certain,
// and does not come back by the end of the way. off is how far off the places may be up to then.
func passed(slabs []boxSlab, tau, off float64) bool {
	var signs uint64
	for i := range slabs {
		g := &slabs[i]
		signs |= math.Float64bits(g.at + float64(tau*g.rate) + g.both + off)
	}
	return signs>>63 != 0
}

// slabsHold reports whether A and B overlap along all axes at the time tau, by enough to prove
// contact.
func (c *slabCast) slabsHold(tau float64, off *slabOff) bool {
	rate := float64(off.rate * tau)
	all := uint64(1)
	for i := range slabFaces {
		all &= bit(c.slab[i].holds(tau, off.side+rate))
	}
	if all == 0 {
		return false
	}
	for i := slabFaces; i < boxAxes; i++ {
		g := &c.slab[i]
		all &= bit(g.holds(tau, float64(off.side*g.long)+off.edges+rate))
	}
	return all != 0 || c.sharpHold(tau, off)
}

// sharpHold is slabsHold for the products of edges, of which some have too much noise to tell.
func (c *slabCast) sharpHold(tau float64, off *slabOff) bool {
	rate := float64(off.rate * tau)
	for i := slabFaces; i < boxAxes; i++ {
		if g := &c.slab[i]; g.holds(tau, float64(off.side*g.long)+off.edges+rate) {
			continue
		}
		if g, _ := c.sharpen(i); !g.holds(tau, off.side+rate) {
			return false
		}
	}
	return true
}

// holds reports whether A and B overlap along the axis by more than off at the time tau.
func (g *boxSlab) holds(tau, off float64) bool {
	return math.Abs(g.at+float64(tau*g.rate))+off < g.both
}

// bit returns 1 for true, without a branch.
func bit(is bool) uint64 {
	if is {
		return 1
	}
	return 0
}

// slabsEnd sets the answer where there is contact soon after lo, which the axis first proves to
// have none before it. It reports whether that is certain.
func (c *slabCast) slabsEnd(lo float64, first int, off *slabOff) bool {
	g, n := c.sharpen(first)
	speed := -g.rate - off.rate
	hi := float64((g.at - g.both + off.side + float64(4*slabPad*unit*c.reach)) / speed * (1 + quotientPad*unit))
	if !(speed > float64(slabSlow*c.len) && hi < c.last && g.holds(hi, off.side+float64(off.rate*hi))) {
		return false
	}
	if c.slab[first].both = math.Inf(1); !c.slabsHold(hi, off) {
		return false
	}
	lo = max(lo, float64((g.at-g.both-off.side)/(off.rate-g.rate)*(1-quotientPad*unit)))
	best := max(lo, min((g.at-g.both)/-g.rate, hi))
	if !c.slabPoint(first, n, best, float64(4*(off.side+float64(off.rate*best)))) {
		return false
	}
	c.lo, c.hi, c.best, c.cos = lo, hi, best, -g.rate
	return true
}

// slabSlow is the closing speed of a side, relative to the speed, from which the walk does better:
// it ends at the face that the way passes through, whatever is beside it.
const slabSlow = 0x1p-20

// slabOf returns the slab along which B's centre is at the place given and moves at the rate given,
// as seen from where B comes; long is the length of the axis.
func slabOf(at, rate, both, long float64) boxSlab {
	bits := math.Float64bits(rate)
	flip := ^bits & (1 << 63)
	return boxSlab{math.Float64frombits(math.Float64bits(at) ^ flip), math.Float64frombits(bits | 1<<63), both, long}
}

// faceSlabs sets the slabs along the normals of faces.
func (c *slabCast) faceSlabs() {
	r, a, b, s := &c.rot, &c.halfA, &c.halfB, &c.slab
	x, y, z := r.x.abs(), r.y.abs(), r.z.abs()
	t, v := c.t, c.v
	s[0] = slabOf(t.X, v.X, a.X+x.Dot(*b), 1)
	s[1] = slabOf(t.Y, v.Y, a.Y+y.Dot(*b), 1)
	s[2] = slabOf(t.Z, v.Z, a.Z+z.Dot(*b), 1)
	t, v = r.applyT(t), r.applyT(v)
	s[3] = slabOf(t.X, v.X, b.X+Vec{x.X, y.X, z.X}.Dot(*a), 1)
	s[4] = slabOf(t.Y, v.Y, b.Y+Vec{x.Y, y.Y, z.Y}.Dot(*a), 1)
	s[5] = slabOf(t.Z, v.Z, b.Z+Vec{x.Z, y.Z, z.Z}.Dot(*a), 1)
}

// edgeSlabs sets the slabs across edges.
func (c *slabCast) edgeSlabs() {
	r, a, b, s := &c.rot, &c.halfA, &c.halfB, &c.slab
	x, y, z := r.x.abs(), r.y.abs(), r.z.abs()
	t, v := &c.t, &c.v
	c.acrossSlabs(6, &r.y, &r.z, &y, &z, &x, b, a.Y, a.Z, t.Y, t.Z, v.Y, v.Z)
	c.acrossSlabs(9, &r.z, &r.x, &z, &x, &y, b, a.Z, a.X, t.Z, t.X, v.Z, v.X)
	c.acrossSlabs(12, &r.x, &r.y, &x, &y, &z, b, a.X, a.Y, t.X, t.Y, v.X, v.Y)
	const near = 1 - nearlyParallel*nearlyParallel // the cosine is nearer to 1 than half of this
	if x.below(near) && y.below(near) && z.below(near) {
		return
	}
	for k := slabFaces; k < boxAxes; k++ {
		if s[k].long < nearlyParallel { // the noise would be all of it
			s[k], _ = c.sharpen(k)
		}
	}
}

// below reports whether all coordinates of v are less than x.
func (v Vec) below(x float64) bool { return v.X < x && v.Y < x && v.Z < x }

// acrossSlabs sets the slabs across one axis of A and each of B, from slab k on, as satRun.edges
// has them. The products are (-q, p) in the plane of A's other axes: p and q are their rows of the
// relative matrix and g, h the same without signs, as is own, the row of the axis. A reaches ax and
// ay along these axes, the centres are tx and ty apart, and B moves by vx and vy.
func (c *slabCast) acrossSlabs(k int, p, q, g, h, own, b *Vec, ax, ay, tx, ty, vx, vy float64) {
	s := (*[3]boxSlab)(c.slab[k:])
	s[0] = slabOf(float64(ty*p.X)-float64(tx*q.X), float64(vy*p.X)-float64(vx*q.X),
		float64(ax*h.X)+float64(ay*g.X)+float64(b.Y*own.Z)+float64(b.Z*own.Y), g.X+h.X)
	s[1] = slabOf(float64(ty*p.Y)-float64(tx*q.Y), float64(vy*p.Y)-float64(vx*q.Y),
		float64(ax*h.Y)+float64(ay*g.Y)+float64(b.Z*own.X)+float64(b.X*own.Z), g.Y+h.Y)
	s[2] = slabOf(float64(ty*p.Z)-float64(tx*q.Z), float64(vy*p.Z)-float64(vx*q.Z),
		float64(ax*h.Z)+float64(ay*g.Z)+float64(b.X*own.Y)+float64(b.Y*own.X), g.Z+h.Z)
}

// nearlyParallel is the sine of the angle between edges below which their product is brought to the
// length 1 at once.
const nearlyParallel = 0x1p-20

// edgesOf returns the axes of A and of B of which the axis k, one across edges, is the product.
func edgesOf(k int) (i, j int8) { return int8(k-slabFaces) / 3, int8(k-slabFaces) % 3 }

// sharpen returns the slab along the unit vector of axis k, with as little noise as along that of a
// face, and that unit vector, from where B comes. Edges that doubles cannot tell from parallel ones
// have no axis, and overlap: docs/math/sat3.md, "Parallel edges".
func (c *slabCast) sharpen(k int) (g boxSlab, n Vec) {
	switch {
	case k < slabFaces/2:
		g, n = c.slab[k], unitVec(int8(k))
	case k < slabFaces:
		g, n = c.slab[k], c.rot.column(int8(k-slabFaces/2))
	default:
		i, j := edgesOf(k)
		n = unitVec(i).Cross(c.rot.column(j))
		l := n.Len2()
		if !(l > parallelEdges) {
			return boxSlab{0, 0, math.Inf(1), 1}, n
		}
		n = n.Scale(1 / math.Sqrt(l))
		g = slabOf(n.Dot(c.t), n.Dot(c.v), n.abs().Dot(c.halfA)+c.rot.applyT(n).abs().Dot(c.halfB), 1)
	}
	if n.Dot(c.v) > 0 {
		n = n.Neg()
	}
	return g, n
}

// slabPoint sets the normal n and the point of A of the contact along axis k at the time tau. It
// reports whether that is a point of both boxes, but for tol.
func (c *slabCast) slabPoint(k int, n Vec, tau, tol float64) bool {
	q := c.t.Add(c.v.Scale(tau)) // B's centre
	p := cornerAlong(c.halfA, n)
	if k < slabFaces/2 || k >= slabFaces {
		b := cornerAlong(c.halfB, c.rot.applyT(n).Neg())
		if i := int8(k); k < slabFaces {
			p = c.rot.apply(b).Add(q).within(c.halfA).with(i, p.along(i))
		} else {
			p = c.slabCross(k, p, b, q)
		}
	}
	// Where edges or faces are parallel that need not be a point of B: go there and back.
	x := c.rot.apply(c.rot.applyT(p.Sub(q)).within(c.halfB)).Add(q)
	c.n, c.a = n, x.within(c.halfA)
	return c.a.Sub(x).Len2() <= float64(tol*tol)
}

// slabCross returns the point of A's edge through the corner p that is nearest the line of B's edge
// through b, whose centre is at q: the axis k is across them.
func (c *slabCast) slabCross(k int, p, b, q Vec) Vec {
	i, j := edgesOf(k)
	e := c.rot.column(j)
	across := unitVec(i).Cross(e)
	d := c.rot.apply(b).Add(q).Sub(p.with(i, 0))
	return p.with(i, d.Cross(e).Dot(across)/across.Len2()).within(c.halfA)
}

// within returns the point of the box with the half extents h that is nearest v.
func (v Vec) within(h Vec) Vec {
	return Vec{num.Clamp(v.X, h.X), num.Clamp(v.Y, h.Y), num.Clamp(v.Z, h.Z)}
}
