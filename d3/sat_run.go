package d3

import (
	"math"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/num"
)

// Cull says which axes the separating axis test leaves out because they cannot matter. No mode
// changes an answer.
type Cull uint8

// The modes of culling.
const (
	CullNone  Cull = iota // test every axis
	CullDepth             // leave out a face when a point of the other body is deeper in it than the least overlap
)

// String returns "none" or "depth".
func (c Cull) String() string {
	switch c {
	case CullDepth:
		return "depth"
	case CullNone:
	}
	return "none"
}

// satRun is the state of one run of the separating axis test, and its work space.
type satRun struct {
	stop   float64 // a separation above it ends the run
	noise  float64 // bounds the error of a separation times the length of its axis
	prefer float64 // by how much an axis of edges must beat that of a face
	sep    float64 // the separation along n
	top    float64 // the greatest of all axes: at least sep
	top2   float64 // its square; 0 where it is positive
	n      Vec     // the axis chosen: unit, in A's frame, from A to B
	axis   boxAxis // the same by name, of two boxes
	thick  float64 // a ball of this radius fits into C
	slack  float64 // how far above the depth the least overlap may be, because axes are rounded: docs/math/sat3.md

	tested, total int
	tried         int  // of two boxes: axes tried, in their order
	separated     bool // along n, strictly and rounding included
	ended         bool // at an axis beyond stop, so that others were not tested
	incomplete    bool // an axis could not be computed, so no overlap may be claimed

	two        boxPair    // boxes
	a, b       *axisTable // of hulls and whatever meets one
	ownA, ownB axisTable
	edgeB      []turnedEdge
	ties       ties
	arc        arcRun
}

// begin resets s for the pair of m.
func (s *satRun) begin(m *minkowski, radius float64) { s.beginAt(m.reach, m.errSep, radius) }

// beginAt is begin for a reach and the error of a separation.
func (s *satRun) beginAt(reach, errSep, radius float64) {
	s.stop = radius + float64(marginPad*unit*radius) + float64(2*errSep)
	s.noise = float64(satNoise * unit * reach)
	s.prefer = float64(satPrefer * unit * reach)
	s.sep, s.top = math.Inf(-1), math.Inf(-1)
	s.n, s.axis = Vec{1, 0, 0}, boxAxis{-1, -1}
	s.tested, s.total, s.separated, s.ended, s.incomplete = 0, 0, false, false, false
}

// offer takes in the separation along n and chooses n if it is clearly better than the axis chosen.
func (s *satRun) offer(sep float64, n Vec, axis boxAxis) {
	if sep > s.top {
		s.raise(sep)
	}
	if sep > s.sep+s.prefer {
		s.sep, s.n, s.axis = sep, n, axis
	}
}

// raise makes sep the greatest separation seen.
func (s *satRun) raise(sep float64) {
	s.top, s.top2 = sep, float64(sep*sep)
	if sep > 0 {
		s.top2 = 0
	}
}

// serves reports whether the separating axis test has axes for the cores of r: both are polytopes.
func (s *satRun) serves(r *run) bool { return r.m.a.kind <= kindHull && r.m.b.kind <= kindHull }

// axes tests the axes, that of the Cache first, until one separates the shapes for certain; it then
// is s.n.
func (s *satRun) axes(r *run, cull Cull, c *Cache) bool {
	m := &r.m
	s.begin(m, r.radius)
	found := c != nil && c.axis != (Vec{}) && s.cached(m, c.axis)
	if !found {
		found = s.all(r, cull)
	}
	if s.ended = found; found {
		low, _ := m.bracket(m.separation(s.n), 0)
		s.separated = r.clear(low)
	}
	r.turns = 1
	r.trace.satCounts(s)
	if s.separated {
		r.trace.satEnd(r, collide.ExitSeparated)
	}
	return s.separated
}

// all tests the axes of the pair.
func (s *satRun) all(r *run, cull Cull) bool {
	m := &r.m
	if m.a.kind == kindBox && m.b.kind == kindBox {
		s.slack = boxSlack(m)
		s.thick = least(m.a.half) + least(m.b.half)
		found := s.boxes(m)
		r.trace.satBoxes(r, s.tried)
		return found
	}
	s.slack = s.hullSlack(m)
	return s.hulls(r, cull)
}

// hullSlack is the slack of the axes of polytopes.
func (s *satRun) hullSlack(m *minkowski) float64 {
	return unit * (float64(hullSlackRadius*max(m.a.reach, m.b.reach)) + float64(hullSlackReach*m.reach))
}

// cached tries an axis of a Cache and reports whether it separates. The sign is found by trying, as
// another pair may have left it.
func (s *satRun) cached(m *minkowski, n Vec) bool {
	if !(math.Abs(n.Len2()-1) < 0x1p-40) {
		return false
	}
	s.tested++
	s.total++
	if m.separation(n) > s.stop {
		s.n = n
		return true
	}
	return false
}

// solve sets k to the answer where the axes tell it, or finds that one separates the shapes. It
// keeps the axis in c, which may be nil.
func (s *satRun) solve(r *run, cull Cull, c *Cache, k *core) outcome {
	separated := s.axes(r, cull, c)
	c.keepAxis(s.n, separated)
	if separated {
		return apart
	}
	if s.depth(r, k) {
		return solved
	}
	r.trace.satEnd(r, collide.ExitUnsettled)
	return open
}

// twoBoxes is solve for two boxes, which measures the gap too unless early is set. Boxes far from
// each other it leaves to GJK, which is faster there.
func (s *satRun) twoBoxes(r *run, c *Cache, early bool, k *core) outcome {
	m := &r.m
	if m.a.kind != kindBox || m.b.kind != kindBox || m.reach > 2*(m.a.reach+m.b.reach) {
		return open
	}
	if early {
		separated := s.axes(r, CullNone, c)
		c.keepAxis(s.n, separated)
		if separated {
			return apart
		}
	}
	if !early || s.ended {
		s.begin(m, 0)
		s.stop = math.Inf(1)
		r.turns = 1
		s.all(r, CullNone)
		r.trace.satCounts(s)
	}
	if s.top > 0 && s.gap(r, k) || s.top <= 0 && s.depth(r, k) {
		return solved
	}
	r.trace.satEnd(r, collide.ExitUnsettled)
	return open
}

// relate answers where the axes settle the relation, and keeps the axis in c, which may be nil.
func (s *satRun) relate(r *run, cull Cull, c *Cache) (rel collide.Relation, sure bool) {
	rel, sure = collide.Apart, s.axes(r, cull, c)
	if !sure {
		rel, sure = collide.Overlapping, s.inside(r)
	}
	if !sure {
		r.trace.satEnd(r, collide.ExitUnsettled)
	}
	c.keepAxis(s.n, s.separated)
	return rel, sure
}

// gap sets k to the answer for two boxes apart, and reports whether it could: the nearest features
// are those of the best axis.
func (s *satRun) gap(r *run, k *core) bool {
	m := &r.m
	found := m.search(s.n)
	sep := found.separation(m, 1)
	a, b, ok := s.witness(m, found, sep)
	if !ok {
		return false
	}
	low, up := m.bracket(sep, a.Sub(b).Len())
	k.lower, k.upper, k.dist, k.n, k.a, k.status = low, up, max(low, min(sep, up)), s.n, a, collide.Exact
	w := r.allowance()
	slack := float64(marginPad * unit * (r.radius + k.dist))
	if sure := low-r.radius > slack || up-r.radius < -slack; !sure || !(low > 0) || !(up-low <= w.At(low)) {
		return false // the exact path needs the simplex that GJK ends with
	}
	r.trace.satDepth(r, k)
	return true
}

// depth sets k to the answer for cores that overlap, and reports whether it could: all axes overlap
// by more than rounding, and the witness was found.
func (s *satRun) depth(r *run, k *core) bool {
	m := &r.m
	if !s.inside(r) {
		return false
	}
	found := m.search(s.n)
	sep := found.separation(m, 1)
	low, _ := m.bracket(sep, 0)
	up := s.upper(m)
	a, _, ok := s.witness(m, found, sep)
	if !ok {
		return false
	}
	k.lower, k.upper, k.dist, k.n, k.a, k.status = low, up, max(low, min(sep, up)), s.n, a, collide.Exact
	w := r.allowance()
	if !(up-low <= w.At(low)) {
		return false
	}
	r.trace.satDepth(r, k)
	return true
}

// upper returns the upper bound of the signed distance that all axes together prove.
func (s *satRun) upper(m *minkowski) float64 {
	return s.top + float64(sepRelative*unit*math.Abs(s.top)) + m.errSep + s.slack
}

// inside reports whether the axes prove that the origin lies inside C: docs/math/sat3.md, "Inside".
func (s *satRun) inside(r *run) bool {
	m := &r.m
	if s.incomplete || s.top > 0 || !(s.upper(m) < 0) {
		return false
	}
	if s.thick > 2*(m.errSep+s.slack) {
		return true
	}
	r.begin(nil)
	exit, _, _ := r.walk(num.Noise, math.Inf(1))
	r.trace.gjkEnd(r, exit)
	return exit == collide.ExitContains && r.s.n == 4 && r.s.surrounds(m.errPoint)
}
