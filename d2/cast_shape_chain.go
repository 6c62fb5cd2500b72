package d2

import "math"

// The outline of C = A - B is made of the edges of both polygons, sorted by the headings of their
// normals. The way of a cast passes through one edge on the side from which B comes: from a guess
// the outline is followed to it, which takes one product for each edge. docs/math/cast.md,
// "Chains".

// chainCast is the work space: both polygons, and how the edges of each see the other.
type chainCast struct {
	x, y   satBody
	a, b   satView
	i, j   int32   // the corner of C, A's and B's
	at     uint32  // heading of a normal there, in A's frame
	v, vb  Vec     // the velocity in A's frame and in B's
	ca, cb float64 // how far the corners of A and B are to the left of the way
	ct     float64 // the same of B's centre
}

// start prepares the outline at a corner of C that is farthest along about d, from A to B, for a
// way with the velocity v. It reports whether both polygons have tables.
func (k *chainCast) start(m *minkowski, v, d Vec) bool {
	ta, tb := &m.a.o.hull.table, &m.b.o.hull.table
	l := d.Len()
	if len(ta.first) < 2 || len(tb.first) < 2 || !(l > 0) {
		return false
	}
	turn := m.b.o.heading - m.a.o.heading
	k.at = headingOf(d.Scale(1 / l))
	i, j := ta.first[(k.at+halfTurn)>>(ta.shift&31)], tb.first[(k.at-turn)>>(tb.shift&31)]
	if i == crowded || j == crowded {
		return false
	}
	k.x.fill(m.a.o)
	k.y.fill(m.b.o)
	back := mat2{m.rot.c, -m.rot.s}
	t := m.t.Scale(1 / m.scale)
	k.a, k.b = satView{back, t, -turn}, satView{m.rot, back.apply(t).Neg(), turn}
	k.i, k.j = int32(i), int32(j)
	if n := int32(len(k.x.edges)); k.i == n {
		k.i = 0
	}
	if n := int32(len(k.y.edges)); k.j == n {
		k.j = 0
	}
	k.v, k.vb = v, m.rot.applyT(v)
	k.ca, k.cb, k.ct = v.Cross(k.x.table.ring[k.i]), k.vb.Cross(k.y.table.ring[k.j]), v.Cross(t)
	return true
}

// follow goes on to where the outline crosses the way: from the corner (ia, ib) to that of k, along
// the edge e. Without such an edge C lies beside the way, on its left for dir 1, on its right for
// -1; or it is not known, for dir 0.
func (k *chainCast) follow() (e *hullEdge, ia, ib int32, dir int) {
	side := k.side()
	dir = 1
	if side < 0 {
		dir = -1
	}
	for range len(k.x.edges) + len(k.y.edges) {
		ia, ib = k.i, k.j
		e = k.step(dir)
		next := k.side()
		if (next > 0) != (side > 0) {
			return e, ia, ib, dir
		}
		if !(math.Abs(next) < math.Abs(side)) {
			return nil, 0, 0, dir
		}
		side = next
	}
	return nil, 0, 0, 0
}

// side returns how far the corner of C is to the left of the way, times the speed.
func (k *chainCast) side() float64 { return k.ca - k.cb - k.ct }

// step goes on to the next corner of C, counter-clockwise for dir 1, clockwise for -1, and returns
// the edge passed.
func (k *chainCast) step(dir int) *hullEdge {
	i, j, nx, ny := k.i, k.j, int32(len(k.x.edges)), int32(len(k.y.edges))
	if dir < 0 { // edge i leaves corner i
		if i--; i < 0 {
			i = nx - 1
		}
		if j--; j < 0 {
			j = ny - 1
		}
	}
	e, f := &k.x.edges[i], &k.y.edges[j]
	p, q := int32(e.heading-k.at), int32(f.heading+k.b.base+halfTurn-k.at)
	if dir < 0 {
		p, q = -p, -q
	}
	if p <= q {
		if k.at = e.heading; dir > 0 {
			if i++; i == nx {
				i = 0
			}
		}
		k.i, k.ca = i, k.v.Cross(k.x.table.ring[i])
		return e
	}
	if k.at = f.heading + k.b.base + halfTurn; dir > 0 {
		if j++; j == ny {
			j = 0
		}
	}
	k.j, k.cb = j, k.vb.Cross(k.y.table.ring[j])
	return f
}

// face returns the unit normal of the edge e of C, from A to B, and how far the polygons are
// separated along it, in the caller's unit; ofA tells whose edge it is.
func (k *chainCast) face(m *minkowski, e *hullEdge, ofA bool) (n Vec, sep float64) {
	if ofA {
		return e.n, -k.a.depth(e, &k.y)
	}
	return m.rot.apply(e.n).Neg(), -k.b.depth(e, &k.x)
}

// beside returns how far C is to the left of the way, for dir 1, or to its right, in the caller's
// unit.
func (k *chainCast) beside(m *minkowski, dir int) float64 {
	n := k.v.perp().Scale(float64(-dir) / k.v.Len())
	h := headingOf(n)
	return n.Dot(k.a.t) + k.x.least(n.Neg(), h+halfTurn) + k.y.least(m.rot.applyT(n), h-k.b.base)
}

// chain is the walk for two polygons without margins, where doubles tell all by the edge of C that
// the way meets. Otherwise nothing has changed but the work space.
func (c *shapeCast) chain(r *run, twist float64) (end castEnd, ok bool) {
	m, k := &r.m, &c.edges
	if !(c.len > 0 && k.start(m, c.v, m.t.Add(c.v.Scale(c.approach(r))))) {
		return castOpen, false
	}
	e, i, j, dir := k.follow()
	switch {
	case e != nil:
		return c.chainEnd(r, e, i, j, twist)
	case dir == 0:
		return castOpen, false
	}
	r.turns = 1
	return castMiss, float64(k.beside(m, dir)*m.scale) > m.errSep+float64((slabSlope*unit+float64(3*twist))*c.len*c.last)
}

// chainEnd sets the answer where the way passes from the corner (i, j) of C to the one that k is
// at, along the edge e. It reports whether doubles tell all.
func (c *shapeCast) chainEnd(r *run, e *hullEdge, i, j int32, twist float64) (end castEnd, ok bool) {
	m, k, s := &r.m, &c.edges, &r.s
	var f facing
	n, sep := k.face(m, e, k.i != i)
	f.n, sep = n, float64(sep*m.scale)
	noise := float64((slabSlope*unit + float64(3*twist)) * c.len)
	f.slope = f.n.Dot(c.v)
	off := c.chainOff(m, sep, twist)
	low := sep - off
	if !(low > 0 && f.slope < float64(-slabSlow*c.len)) {
		return castOpen, false
	}
	f.root = sep / -f.slope
	lo := float64(low / (noise - f.slope) * (1 - quotientPad*unit))
	if lo > c.last {
		r.turns = 1
		return castMiss, true
	}
	for n, at := range [2][2]int32{{i, j}, {k.i, k.j}} {
		p := &s.p[n]
		p.ia, p.ib = at[0], at[1]
		p.a = k.x.table.ring[p.ia].Scale(m.scale)
		p.w = m.point(p.a, k.y.table.ring[p.ib].Scale(m.scale))
	}
	s.n = 2
	c.moveTo(s, f.root)
	c.lo = lo
	if !c.portal(r, &f) || !c.room || (c.hi-c.lo)*c.cos > float64(chainWide*off) {
		c.begin()
		return castOpen, false
	}
	r.turns = 1
	return castOpen, true
}

// chainWide bounds the width of a bracket, in chainOff over the closing speed: beyond, the outline
// was not in order where edges are all but parallel.
const chainWide = 8

// chainOff bounds the error of sep, the separation along an edge, in the solvers' unit.
func (c *shapeCast) chainOff(m *minkowski, sep, twist float64) float64 {
	off := float64(unit*(float64(edgeRadius*(m.a.reach+m.b.reach))+float64(edgeDist*big1(m.t)))) + m.far
	off += float64(keyOrder * unit * math.Abs(sep))
	return off + float64(c.slack*m.scale) + float64(2*twist*m.reach)
}
