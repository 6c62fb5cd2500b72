package d2

import (
	"math"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/num"
)

// satRun is the work space of SAT. Edges are numbered through: those of A, then those of B.
type satRun struct {
	x, y            satBody // A's core and B's
	a, b            satView // how A's edges see B, and B's see A
	err             float64 // a separation is off by less than this and 8u of itself
	key             int64   // order of the least depth found, without the bits of mask
	mask            int64   // bits of a key that do not count
	at              int     // the edge that has it
	axis            Vec     // the one that separates, in A's frame
	tested, skipped int
}

const (
	none = math.MaxInt64 // the key before any edge

	// keySpread is by how much, relative to themselves, depths with the same key may differ; 8u of
	// it are for the error of a depth.
	keySpread = keyOrder * unit
)

// place prepares SAT, with lengths in the caller's unit: nothing in it is of a degree above 1, so
// there is no scale to choose. It reports whether the pair suits: not points, nor where sizes are
// near the end of the range of doubles, or centres far from the origins of their frames cancel.
func (s *satRun) place(r *run, a, b *Object) bool {
	m := &r.m
	s.tested, s.skipped, s.key, s.mask, s.at = 0, 0, none, 0, -1
	d := centres(a, b)
	m.far = 0
	if big1(a.center) > a.radius || big1(b.center) > b.radius {
		d = between(a, b)
		m.far = float64(offsets * (big1(a.center) + big1(b.center)))
	}
	dist := big1(d)
	m.reach = dist + a.radius + b.radius
	if !(m.reach > 0x1p-900) || m.far > float64(unit*m.reach) {
		return false
	}
	c := a.axes().applyT(Vec{b.c, b.s})
	rot, back := mat2{c.X, c.Y}, mat2{c.X, -c.Y}
	t := a.axes().applyT(d)
	turn := b.heading - a.heading
	s.a.rot, s.a.t, s.a.base = back, t, -turn // field by field, as nearestPair.place has it
	s.b.rot, s.b.t, s.b.base = rot, back.apply(t).Neg(), turn
	s.err = float64(unit*(float64(edgeRadius*(a.radius+b.radius))+float64(edgeDist*dist))) + m.far
	s.fill(r, a, b)
	return len(s.x.edges)+len(s.y.edges) > 0
}

// fill is the rest of place, after the views, the reach and the error.
func (s *satRun) fill(r *run, a, b *Object) {
	m := &r.m
	m.scale, m.bad, m.curved = 1, false, false
	m.a.fill(a, 1)
	m.b.fill(b, 1)
	m.rot, m.t = s.b.rot, s.a.t
	m.size = max(a.extent, b.extent)
	r.radius, r.turns = a.margin+b.margin, 1
	s.x.fill(a)
	s.y.fill(b)
	if s.x.table != nil && s.y.table != nil && s.x.table.small.N > 0 && s.y.table.small.N > 0 {
		s.mask = smallMask
	}
}

// satFew is the number of edges of both cores up to which SAT comes before GJK. Beyond, GJK tells
// sooner that cores are apart. Cores so near that they may well overlap are measured by SAT up to
// satMany edges; beyond, it takes the place of EPA where GJK has found the overlap.
const (
	satFew  = 40
	satMany = 160
)

// satAgain is the number of edges of both cores from which on the axis of a Cache comes first: one
// axis more or less does not pay where there are fewer.
const satAgain = 17

// polytopes reports whether both cores are, so that SAT can answer about them.
func polytopes(a, b *Object) bool { return a.kind < kindEllipse && b.kind < kindEllipse }

// fewEdges reports whether SAT is the first choice for two polytopes: those with few edges. Pairs
// of boxes and points or of segments have closed forms, and for a point and a polygon GJK is
// faster.
func fewEdges(a, b *Object, measure bool) bool {
	if a.kind == kindPoint || b.kind == kindPoint || a.kind+b.kind == 2*kindSegment {
		return false
	}
	n := a.edgeCount() + b.edgeCount()
	return n <= satFew || measure && n <= satMany && near(a, b)
}

// near reports whether two cores may well overlap: the line of their centres does not separate
// them, as far as doubles tell.
func near(a, b *Object) bool {
	d := centres(a, b)
	if d.length() > a.radius+b.radius {
		return false
	}
	n := d.Scale(num.PowerBelow(largest(d.abs())))
	return a.reach(n)+b.reach(n.Neg()) >= n.Dot(d)
}

// reach returns the greatest n . (x - center) over the core points x, n in the world's axes.
func (o *Object) reach(n Vec) float64 {
	n = o.axes().applyT(n)
	if o.kind == kindHull {
		return n.Dot(o.hull.local[o.hull.support(n, -1)])
	}
	_, hi := o.spread(n)
	return hi
}

// centres returns the vector from the centre of a to that of b in the world's axes, rounded. It
// does not depend on where the two are together.
func centres(a, b *Object) Vec { return b.pose.Pos.Sub(a.pose.Pos).Add(b.off.Sub(a.off)) }

// solve sets k to the answer about the cores of the two polytopes placed if SAT is sure of it.
// early tells that it may end where the shapes are apart; so it ends at the first core one of whose
// edges separates them, unless all axes are to be recorded or some left out. c may be nil.
func (s *satRun) solve(r *run, cull Cull, c *Cache, early bool, k *core) outcome {
	if early && r.trace == nil && cull == CullNone {
		if far := s.far(r); s.cached(&r.m, c, far) || s.separates(far) {
			return apart
		}
	} else {
		s.test(r, cull)
	}
	return s.conclude(r, k)
}

// conclude is solve after the tests.
func (s *satRun) conclude(r *run, k *core) outcome {
	if !s.bracket(r, k) {
		r.trace.satEnd(r, s, collide.Undecided, nil)
		return open
	}
	r.trace.satEnd(r, s, collide.Undecided, k)
	return solved
}

// far returns what an edge must separate the cores by at least, for the shapes to be apart.
func (s *satRun) far(r *run) float64 { return r.radius + float64(marginPad*unit*r.radius) + s.err }

// separates tests the edges of A and then those of B, and reports whether one separates the cores
// by more than far; it then is the axis.
func (s *satRun) separates(far float64) bool {
	n := len(s.x.edges)
	s.testA()
	s.tested = n
	if !beyond(s.key, far) {
		s.testB()
		s.tested = n + len(s.y.edges)
		if !beyond(s.key, far) {
			return false
		}
	}
	s.axis = s.normal(s.at)
	return true
}

// test tests the edges of both cores.
func (s *satRun) test(r *run, cull Cull) {
	n := len(s.x.edges)
	if r.trace == nil && cull != CullDepth {
		s.testA()
		s.testB()
		s.tested = n + len(s.y.edges)
		return
	}
	limit := math.Inf(1)
	if cull == CullDepth {
		limit = s.boxDepth()
	}
	for i := range s.x.edges {
		s.edge(r, i, &s.a, &s.x.edges[i], &s.y, limit)
	}
	for i := range s.y.edges {
		s.edge(r, n+i, &s.b, &s.y.edges[i], &s.x, limit)
	}
}

// edge tests edge i unless its depth is above limit for certain, and returns its separation.
func (s *satRun) edge(r *run, i int, v *satView, e *hullEdge, other *satBody, limit float64) float64 {
	if v.atLeast(e, other) > limit {
		s.skipped++
		return math.Inf(-1)
	}
	s.tested++
	depth := v.depth(e, other)
	s.count(i, depth)
	r.trace.sat(r, s, i, -depth)
	return -depth
}

// testA finds the edge of least depth among those of A.
func (s *satRun) testA() { s.least(&s.a, s.x.edges, &s.y, 0) }

// testB is testA for the edges of B, after those of A.
func (s *satRun) testB() { s.least(&s.b, s.y.edges, &s.x, len(s.x.edges)) }

// count takes edge i with its depth into account. Edges come in ascending order, so that the first
// of equals stays.
func (s *satRun) count(i int, depth float64) {
	if k := order(depth) &^ s.mask; k < s.key {
		s.at, s.key = i, k
	}
}

// bracket sets c to the answer about the cores, after test, if doubles are sure of it.
func (s *satRun) bracket(r *run, c *core) bool {
	var f face
	s.face(&f)
	err := s.err + float64(keySpread*math.Abs(f.sep))
	c.dist, c.status = f.sep, collide.Converged
	switch {
	case f.sep < -err:
		f.lay()
		c.lower, c.upper = f.sep-err, f.sep+err
		s.onFace(&r.m, &f, c)
	case !(f.sep > err):
		return false
	case f.lay():
		c.lower, c.upper = f.sep-err, f.high+err
		s.onFace(&r.m, &f, c)
	case !s.onCorner(&r.m, &f, c):
		return false
	}
	f.hint(&r.m)
	w := r.allowance()
	slack := float64(marginPad * unit * (r.radius + math.Abs(c.dist)))
	sure := c.lower-r.radius > slack || c.upper-r.radius < -slack
	return sure && c.upper-c.lower <= w.At(c.lower)
}

// tableLeast finds the edge of least depth among edges, which see the polygon y with the table t,
// from edge i on. It stops, and returns where, at an edge whose candidates are not in the table.
func (s *satRun) tableLeast(v *satView, edges []hullEdge, y *edgeTable, i, from int) int {
	rot, t, base, first, ring, shift := v.rot, v.t, v.base, y.first, y.ring, y.shift&31
	at, best := s.at, s.key
	for ; i < len(edges); i++ {
		e := &edges[i]
		j := int(first[(e.heading+base)>>shift])
		if j >= len(ring)-1 {
			break
		}
		p, q := &ring[j], &ring[j+1]
		d := rot.apply(e.n)
		k := order(e.off - e.n.Dot(t) - min(d.Dot(*p), d.Dot(*q)))
		if k < best {
			at = i + from
		}
		best = min(best, k)
	}
	s.at, s.key = at, best
	return i
}

// boxLeast finds the edge of least depth among edges, which see a box, segment or point with those
// half extents.
func (s *satRun) boxLeast(v *satView, edges []hullEdge, half Vec, from int) {
	rot, t, mask := v.rot, v.t, s.mask
	at, best := s.at, s.key
	for i := range edges {
		e := &edges[i]
		d := rot.apply(e.n)
		reach := float64(math.Abs(d.X)*half.X) + float64(math.Abs(d.Y)*half.Y)
		k := order(e.off-e.n.Dot(t)+reach) &^ mask
		if k < best {
			at = i + from
		}
		best = min(best, k)
	}
	s.at, s.key = at, best
}

// least finds the edge of least depth among edges, which see y as v says; the first has the number
// from.
func (s *satRun) least(v *satView, edges []hullEdge, y *satBody, from int) {
	if y.table == nil {
		s.boxLeast(v, edges, y.half, from)
		return
	}
	for i := 0; i < len(edges); i++ {
		if s.mask == 0 && len(y.table.first) > 1 {
			if i = s.tableLeast(v, edges, y.table, i, from); i == len(edges) {
				return
			}
		}
		s.count(from+i, v.depth(&edges[i], y))
	}
}

// normal returns the normal of edge i in A's frame, from A to B.
func (s *satRun) normal(i int) Vec {
	if n := len(s.x.edges); i >= n {
		return s.b.rot.apply(s.y.edges[i-n].n).Neg()
	}
	return s.x.edges[i].n
}

// along returns the separation of the cores along the unit vector n of A's frame.
func (s *satRun) along(m *minkowski, n Vec) float64 {
	h := headingOf(n)
	return n.Dot(m.t) + s.y.least(m.rot.applyT(n), h+s.a.base) + s.x.least(n.Neg(), h+halfTurn)
}

// cached tries the axis that c keeps, and reports whether it separates the cores by more than far.
func (s *satRun) cached(m *minkowski, c *Cache, far float64) bool {
	if c == nil {
		return false
	}
	n := c.v.Scale(-num.PowerBelow(largest(c.v.abs())))
	if !(n.Len2() > 0) {
		return false
	}
	n = n.Scale(1 / n.Len())
	s.axis = n
	return s.along(m, n) > far
}
