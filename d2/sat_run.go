package d2

import (
	"math"

	"github.com/collide-go/collide"
)

// satState is the work space of SAT. Edges are numbered through: those of A, then those of B.
type satState struct {
	x, y            satBody // A's core and B's
	a, b            satView // how A's edges see B, and B's see A
	err             float64 // a separation is off by less than this and 8u of itself
	key             int64   // order of the least depth found, but for the bits of mask
	mask            int64   // bits of a key that do not count
	at              int     // the edge that has it
	axis            Vec     // the one that separates, in A's frame
	tested, skipped int
}

const (
	none      = math.MaxInt64 // the key before any edge
	keySpread = 48 * unit     // depths with the same key differ by less, relative to themselves; 8u of it for the depth's own error
)

// satPlace prepares SAT, with lengths in the caller's unit: nothing in it is of a degree above 1, so there is no scale to choose. It reports
// whether the pair suits: not points, nor where sizes are near the end of the range of doubles, or centres far from the origins of their
// frames cancel.
func (q *Query) satPlace(a, b *Object) bool {
	m, s := &q.m, &q.sat
	s.tested, s.skipped, s.key, s.mask, s.at = 0, 0, none, 0, -1
	d := b.pose.Pos.Sub(a.pose.Pos).Add(b.off.Sub(a.off))
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
	r := a.axes().applyT(Vec{b.c, b.s})
	rot, back := mat2{r.X, r.Y}, mat2{r.X, -r.Y}
	t := a.axes().applyT(d)
	turn := b.heading - a.heading
	s.a, s.b = satView{back, t, -turn}, satView{rot, back.apply(t).Neg(), turn}
	s.err = float64(unit*(float64(18*(a.radius+b.radius))+float64(20*dist))) + m.far
	q.satFill(a, b)
	return len(s.x.edges)+len(s.y.edges) > 0
}

// satFill is the rest of satPlace, after the views, the reach and the error.
func (q *Query) satFill(a, b *Object) {
	m, s := &q.m, &q.sat
	m.scale, m.bad, m.curved = 1, false, false
	m.a.fill(a, 1)
	m.b.fill(b, 1)
	m.rot, m.t = s.b.rot, s.a.t
	m.size = max(a.extent, b.extent)
	q.radius, q.turns = a.margin+b.margin, 1
	s.x.fill(a)
	s.y.fill(b)
	if s.x.table != nil && s.y.table != nil && s.x.table.small.n > 0 && s.y.table.small.n > 0 {
		s.mask = smallMask
	}
}

// satFew is the number of edges of both cores up to which SAT comes before GJK. Beyond, GJK tells sooner that cores are apart; SAT
// then takes the place of EPA.
const satFew = 24

// fewEdges reports whether SAT is the first choice for the pair: polytopes with few edges. Pairs of boxes and points or of segments have closed
// forms, and for a point and a polygon GJK is faster.
func (q *Query) fewEdges(a, b *Object) bool {
	if q.general || a.kind >= kindEllipse || b.kind >= kindEllipse {
		return false
	}
	if a.kind == kindPoint || b.kind == kindPoint || a.kind+b.kind == 2*kindSegment {
		return false
	}
	return a.edgeCount()+b.edgeCount() <= satFew
}

// edgeCount returns the number of edges of a core.
func (o *Object) edgeCount() int {
	switch o.kind {
	case kindHull:
		return len(o.hull.sat.edges)
	case kindBox:
		return 4
	case kindSegment:
		return 2
	default:
		return 0
	}
}

// satFirst sets ct to the answer about a pair for which SAT is the first choice, and reports whether it did.
func (q *Query) satFirst(a, b *Object, c *Cache, ct *Contact) bool {
	if q.trace == nil && !q.general && q.satSmall(a, b, c, ct, nil) {
		return true
	}
	return q.fewEdges(a, b) && q.satTry(a, b, CullNone, c, ct)
}

// satDepth sets c to the answer about cores that GJK found to overlap, if they are polytopes with tables and SAT is sure of it; lengths are then in
// the caller's unit. Otherwise nothing has changed.
func (q *Query) satDepth(c *core) bool {
	a, b := q.m.a.o, q.m.b.o
	if q.general || a.kind != kindHull && b.kind != kindHull || q.m.curved || max(a.edgeCount(), b.edgeCount()) > tableLimit {
		return false
	}
	m, radius, turns := q.m, q.radius, q.turns
	if q.satPlace(a, b) {
		q.satTest(CullNone)
		if q.satSolve(c) {
			q.trace.satEnd(q, collide.Undecided, c)
			q.turns = turns
			return true
		}
		q.trace.satEnd(q, collide.Undecided, nil)
	}
	q.m, q.radius, q.turns = m, radius, turns
	return false
}

// normalize brings lengths after satPlace from the caller's unit to one in which powers of them are in range.
func (m *minkowski) normalize() {
	if m.scale != 1 || m.reach > 0x1p-100 && m.reach < 0x1p100 {
		return
	}
	s := powerBelow(2 * m.reach)
	if most := float64(0x1p400 * powerBelow(m.size)); m.size > 0 && s > most { // large margins must not overflow
		s = most
	}
	m.scale, m.t, m.reach, m.size, m.far = s, m.t.Scale(s), float64(m.reach*s), float64(m.size*s), float64(m.far*s)
	m.a.fill(m.a.o, s)
	m.b.fill(m.b.o, s)
}

// satDistance is SAT for a pair in canonical order.
func (q *Query) satDistance(a, b *Object, opt SATOptions, c *Cache, ct *Contact, st *SATStats) {
	s := &q.sat
	switch {
	case q.trace == nil && opt.Cull != CullDepth && q.satSmall(a, b, c, ct, nil):
		s.tested, s.skipped = a.edgeCount()+b.edgeCount(), 0
	case !q.satTry(a, b, opt.Cull, c, ct):
		q.distanceGeneral(a, b, c, ct)
	}
	st.Axis, st.Separated = ct.Normal, ct.Lower > 0
	st.Tested, st.Skipped = s.tested, s.skipped
}

// satTry sets ct to the answer about the pair if SAT is sure of it.
func (q *Query) satTry(a, b *Object, cull Cull, c *Cache, ct *Contact) bool {
	if !q.satPlace(a, b) {
		return false
	}
	var k core
	q.satTest(cull)
	if !q.satSolve(&k) {
		q.trace.satEnd(q, collide.Undecided, nil)
		return false
	}
	q.trace.satEnd(q, collide.Undecided, &k)
	q.contact(a, b, &k, ct)
	c.keepAxis(k.n)
	return true
}

// satTest tests the edges of both cores.
func (q *Query) satTest(cull Cull) {
	s := &q.sat
	n := len(s.x.edges)
	if q.trace == nil && cull != CullDepth {
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
		q.satEdge(i, &s.a, &s.x.edges[i], &s.y, limit)
	}
	for i := range s.y.edges {
		q.satEdge(n+i, &s.b, &s.y.edges[i], &s.x, limit)
	}
}

// satEdge tests edge i unless its depth is above limit for certain, and returns its separation.
func (q *Query) satEdge(i int, v *satView, e *satEdge, other *satBody, limit float64) float64 {
	s := &q.sat
	if v.atLeast(e, other) > limit {
		s.skipped++
		return math.Inf(-1)
	}
	s.tested++
	depth := v.depth(e, other)
	s.count(i, depth)
	q.trace.sat(q, i, -depth)
	return -depth
}

// testA finds the edge of least depth among those of A.
func (s *satState) testA() {
	if s.mask != 0 {
		s.take(smallKeys(&s.x.table.small, &s.y.table.small, s.a.rot, s.a.t, s.a.base, s.key, 0))
		return
	}
	s.least(&s.a, &s.x, &s.y, 0)
}

// testB is testA for the edges of B, after those of A.
func (s *satState) testB() {
	if s.mask != 0 {
		s.take(smallKeys(&s.y.table.small, &s.x.table.small, s.b.rot, s.b.t, s.b.base, s.key, smallCount))
		return
	}
	s.least(&s.b, &s.y, &s.x, len(s.x.edges))
}

// take sets key, and at from the number in it.
func (s *satState) take(key int64) {
	s.key, s.at = key, int(key&smallMask)
	if s.at >= smallCount {
		s.at += len(s.x.edges) - smallCount
	}
}

// count takes edge i with its depth into account. Edges come in ascending order, so that the first of equals stays.
func (s *satState) count(i int, depth float64) {
	if k := order(depth) &^ s.mask; k < s.key {
		s.at, s.key = i, k
	}
}

// satSolve sets c to the answer about the cores, after satTest, if doubles are sure of it.
func (q *Query) satSolve(c *core) bool {
	s := &q.sat
	var f face
	s.face(&f)
	err := s.err + float64(keySpread*math.Abs(f.sep))
	c.dist, c.status = f.sep, collide.Converged
	switch {
	case f.sep < -err:
		f.lay()
		c.lower, c.upper = f.sep-err, f.sep+err
		s.onFace(&q.m, &f, c)
	case !(f.sep > err):
		return false
	case f.lay():
		c.lower, c.upper = f.sep-err, f.high+err
		s.onFace(&q.m, &f, c)
	case !s.onCorner(&q.m, &f, c):
		return false
	}
	f.hint(&q.m)
	w := q.width(&q.m)
	slack := float64(8 * unit * (q.radius + math.Abs(c.dist)))
	sure := c.lower-q.radius > slack || c.upper-q.radius < -slack
	return sure && c.upper-c.lower <= w.at(c.lower)
}
