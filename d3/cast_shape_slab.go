package d3

import "math"

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

// slabCast is a cast of two boxes without margins by their axes. Times and lengths are those of
// shapeCast, and so are the names.
type slabCast struct {
	slab      [boxAxes]boxSlab
	v         Vec
	len, last float64

	lo, hi, best, cos float64 // the answer
	n, a              Vec
}

// cast looks for the first contact, and reports whether doubles tell all by the axes. twist is how
// far off the axes of parts may be.
func (c *slabCast) cast(m *minkowski, twist float64) (end castEnd, ok bool) {
	turned := float64(2 * twist * m.reach)
	off := slabOff{
		side:  m.errSep + boxSlack(m) + float64(slabPad*unit*m.reach) + turned,
		edges: m.errSep + float64(satNoise*unit*m.reach) + turned,
		rate:  float64((slabSlope*unit + float64(3*twist)) * c.len),
	}
	c.faceSlabs(m)
	lo, first := c.slabsMeet(0, slabFaces, 0, -1, off.side, off.rate)
	if lo > c.last {
		return castMiss, true
	}
	c.edgeSlabs(m)
	lo, first = c.slabsMeet(slabFaces, boxAxes, lo, first, off.edges, off.rate)
	if lo > c.last || c.slabsPassed(lo, &off) {
		return castMiss, true
	}
	if !(least(m.a.half)+least(m.b.half) > float64(2*off.side)) { // docs/math/sat3.md, "Inside"
		return castOpen, false
	}
	if first < 0 {
		return castStart, c.slabsHold(m, 0, &off)
	}
	return castOpen, c.slabsEnd(m, lo, first, &off)
}

// slabsMeet returns the time up to which one of the axes from i to n, or what is known before, lo,
// proves that there is no contact, and that axis. off is how far off the axes may be.
func (c *slabCast) slabsMeet(i, n int, lo float64, first int, off, rate float64) (float64, int) {
	s := c.slab[i:n]
	for k := range s {
		g := &s[k]
		// Only what comes later than lo is worth a division.
		if low, speed := g.at-g.both-off, rate-g.rate; low > float64(lo*speed) {
			lo, first = float64(low/speed*(1-4*unit)), i+k
		}
	}
	return lo, first
}

// slabsPassed reports whether B has left A behind along an axis at the time tau, for certain, and
// does not come back by the end of the way.
func (c *slabCast) slabsPassed(tau float64, off *slabOff) bool {
	least := -off.edges - float64(off.rate*c.last)
	for i := range c.slab {
		if g := &c.slab[i]; g.at+float64(tau*g.rate)+g.both < least {
			return true
		}
	}
	return false
}

// slabsHold reports whether A and B overlap along all axes at the time tau, by enough to prove
// contact.
func (c *slabCast) slabsHold(m *minkowski, tau float64, off *slabOff) bool {
	rate := float64(off.rate * tau)
	for i := range slabFaces {
		if !c.slab[i].holds(tau, off.side+rate) {
			return false
		}
	}
	for i := slabFaces; i < boxAxes; i++ {
		if g := &c.slab[i]; g.holds(tau, float64(off.side*g.long)+off.edges+rate) {
			continue
		}
		if g, _ := c.sharpen(m, i); !g.holds(tau, off.side+rate) {
			return false
		}
	}
	return true
}

// holds reports whether A and B overlap along the axis by more than off at the time tau.
func (g *boxSlab) holds(tau, off float64) bool {
	return math.Abs(g.at+float64(tau*g.rate))+off < g.both
}

// slabsEnd sets the answer where there is contact soon after lo, which the axis first proves to
// have none before it. It reports whether that is certain.
func (c *slabCast) slabsEnd(m *minkowski, lo float64, first int, off *slabOff) bool {
	g, n := c.sharpen(m, first)
	speed := -g.rate - off.rate
	hi := float64((g.at - g.both + off.side + float64(4*slabPad*unit*m.reach)) / speed * (1 + 4*unit))
	if !(speed > float64(slabSlow*c.len) && hi < c.last && g.holds(hi, off.side+float64(off.rate*hi))) {
		return false
	}
	if c.slab[first].both = math.Inf(1); !c.slabsHold(m, hi, off) {
		return false
	}
	lo = max(lo, float64((g.at-g.both-off.side)/(off.rate-g.rate)*(1-4*unit)))
	best := max(lo, min((g.at-g.both)/-g.rate, hi))
	if !c.slabPoint(m, first, n, best, float64(4*(off.side+float64(off.rate*best)))) {
		return false
	}
	c.lo, c.hi, c.best, c.cos = lo, hi, best, -g.rate
	return true
}

// slabSlow is the closing speed of a side, relative to the speed, from which the walk does better:
// it ends at the face that the way passes through, whatever is beside it.
const slabSlow = 0x1p-20

// slabOf returns the slab along which B's centre is at the place given and moves at the rate given,
// as seen from where B comes.
func slabOf(at, rate, both float64) boxSlab {
	return boxSlab{float64(at * math.Copysign(1, -rate)), -math.Abs(rate), both, 1}
}

// faceSlabs sets the slabs along the normals of faces.
func (c *slabCast) faceSlabs(m *minkowski) {
	r, a, b, s := &m.rot, &m.a.half, &m.b.half, &c.slab
	s[0] = slabOf(m.t.X, c.v.X, a.X+cover(r.x.X, r.x.Y, r.x.Z, b))
	s[1] = slabOf(m.t.Y, c.v.Y, a.Y+cover(r.y.X, r.y.Y, r.y.Z, b))
	s[2] = slabOf(m.t.Z, c.v.Z, a.Z+cover(r.z.X, r.z.Y, r.z.Z, b))
	t, v := r.applyT(m.t), r.applyT(c.v)
	s[3] = slabOf(t.X, v.X, b.X+cover(r.x.X, r.y.X, r.z.X, a))
	s[4] = slabOf(t.Y, v.Y, b.Y+cover(r.x.Y, r.y.Y, r.z.Y, a))
	s[5] = slabOf(t.Z, v.Z, b.Z+cover(r.x.Z, r.y.Z, r.z.Z, a))
}

// edgeSlabs sets the slabs across edges, as satRun.edges has them.
func (c *slabCast) edgeSlabs(m *minkowski) {
	x, y, z := m.rot.x.abs(), m.rot.y.abs(), m.rot.z.abs()
	r, t, v, a, b, s := &m.rot, &m.t, &c.v, &m.a.half, &m.b.half, &c.slab
	s[6] = slabAcross(r.y.X, r.z.X, t.Y, t.Z, v.Y, v.Z,
		float64(a.Y*z.X)+float64(a.Z*y.X)+float64(b.Y*x.Z)+float64(b.Z*x.Y))
	s[7] = slabAcross(r.y.Y, r.z.Y, t.Y, t.Z, v.Y, v.Z,
		float64(a.Y*z.Y)+float64(a.Z*y.Y)+float64(b.Z*x.X)+float64(b.X*x.Z))
	s[8] = slabAcross(r.y.Z, r.z.Z, t.Y, t.Z, v.Y, v.Z,
		float64(a.Y*z.Z)+float64(a.Z*y.Z)+float64(b.X*x.Y)+float64(b.Y*x.X))
	s[9] = slabAcross(r.z.X, r.x.X, t.Z, t.X, v.Z, v.X,
		float64(a.Z*x.X)+float64(a.X*z.X)+float64(b.Y*y.Z)+float64(b.Z*y.Y))
	s[10] = slabAcross(r.z.Y, r.x.Y, t.Z, t.X, v.Z, v.X,
		float64(a.Z*x.Y)+float64(a.X*z.Y)+float64(b.Z*y.X)+float64(b.X*y.Z))
	s[11] = slabAcross(r.z.Z, r.x.Z, t.Z, t.X, v.Z, v.X,
		float64(a.Z*x.Z)+float64(a.X*z.Z)+float64(b.X*y.Y)+float64(b.Y*y.X))
	s[12] = slabAcross(r.x.X, r.y.X, t.X, t.Y, v.X, v.Y,
		float64(a.X*y.X)+float64(a.Y*x.X)+float64(b.Y*z.Z)+float64(b.Z*z.Y))
	s[13] = slabAcross(r.x.Y, r.y.Y, t.X, t.Y, v.X, v.Y,
		float64(a.X*y.Y)+float64(a.Y*x.Y)+float64(b.Z*z.X)+float64(b.X*z.Z))
	s[14] = slabAcross(r.x.Z, r.y.Z, t.X, t.Y, v.X, v.Y,
		float64(a.X*y.Z)+float64(a.Y*x.Z)+float64(b.X*z.Y)+float64(b.Y*z.X))
	for k := slabFaces; k < boxAxes; k++ {
		if s[k].long < nearlyParallel { // the noise would be all of it
			s[k], _ = c.sharpen(m, k)
		}
	}
}

// nearlyParallel is the sine of the angle between edges below which their product is brought to the
// length 1 at once.
const nearlyParallel = 0x1p-20

// slabAcross returns the slab along the product (-q, p) of two edges, in the plane in which the
// centres are (tx, ty) apart and B moves by (vx, vy).
func slabAcross(p, q, tx, ty, vx, vy, both float64) boxSlab {
	at, rate := float64(ty*p)-float64(tx*q), float64(vy*p)-float64(vx*q)
	return boxSlab{float64(at * math.Copysign(1, -rate)), -math.Abs(rate), both, math.Abs(p) + math.Abs(q)}
}

// edgesOf returns the axes of A and of B of which the axis k, one across edges, is the product.
func edgesOf(k int) (i, j int8) { return int8(k-slabFaces) / 3, int8(k-slabFaces) % 3 }

// sharpen returns the slab along the unit vector of axis k, with as little noise as along that of a
// face, and that unit vector, from where B comes. Edges that doubles cannot tell from parallel ones
// have no axis, and overlap: docs/math/sat3.md, "Parallel edges".
func (c *slabCast) sharpen(m *minkowski, k int) (g boxSlab, n Vec) {
	switch {
	case k < slabFaces/2:
		g, n = c.slab[k], unitVec(int8(k))
	case k < slabFaces:
		g, n = c.slab[k], m.rot.column(int8(k-slabFaces/2))
	default:
		i, j := edgesOf(k)
		n = unitVec(i).Cross(m.rot.column(j))
		l := n.Len2()
		if !(l > parallelEdges) {
			return boxSlab{0, 0, math.Inf(1), 1}, n
		}
		n = n.Scale(1 / math.Sqrt(l))
		g = slabOf(n.Dot(m.t), n.Dot(c.v), n.abs().Dot(m.a.half)+m.rot.applyT(n).abs().Dot(m.b.half))
	}
	if n.Dot(c.v) > 0 {
		n = n.Neg()
	}
	return g, n
}

// slabPoint sets the normal n and the point of A of the contact along axis k at the time tau. It
// reports whether that is a point of both boxes, but for tol.
func (c *slabCast) slabPoint(m *minkowski, k int, n Vec, tau, tol float64) bool {
	q := m.t.Add(c.v.Scale(tau)) // B's centre
	p, _ := m.a.farCorner(n)
	if k < slabFaces/2 || k >= slabFaces {
		b, _ := m.b.farCorner(m.rot.applyT(n).Neg())
		if i := int8(k); k < slabFaces {
			p = m.rot.apply(b).Add(q).within(m.a.half).with(i, p.along(i))
		} else {
			p = c.slabCross(m, k, p, b, q)
		}
	}
	// Where edges or faces are parallel that need not be a point of B: go there and back.
	x := m.rot.apply(m.rot.applyT(p.Sub(q)).within(m.b.half)).Add(q)
	c.n, c.a = n, x.within(m.a.half)
	return c.a.Sub(x).Len2() <= float64(tol*tol)
}

// slabCross returns the point of A's edge through the corner p that is nearest the line of B's edge
// through b, whose centre is at q: the axis k is across them.
func (c *slabCast) slabCross(m *minkowski, k int, p, b, q Vec) Vec {
	i, j := edgesOf(k)
	e := m.rot.column(j)
	across := unitVec(i).Cross(e)
	d := m.rot.apply(b).Add(q).Sub(p.with(i, 0))
	return p.with(i, d.Cross(e).Dot(across)/across.Len2()).within(m.a.half)
}

// within returns the point of the box with the half extents h that is nearest v.
func (v Vec) within(h Vec) Vec {
	return Vec{max(-h.X, min(v.X, h.X)), max(-h.Y, min(v.Y, h.Y)), max(-h.Z, min(v.Z, h.Z))}
}
