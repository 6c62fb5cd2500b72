package d3

import (
	"math"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/num"
)

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
	gone          int  // of two boxes: axes gone through
	separated     bool // along n, strictly and rounding included
	rough         bool // axes are missing, so that they prove no overlap

	a, b       *satBody // of hulls and whatever meets one
	ownA, ownB satBody
	edgeB      []turnedEdge
	ties       ties
}

// begin resets s for the pair of m.
func (s *satRun) begin(m *minkowski, radius float64) {
	s.stop = radius + float64(8*unit*radius) + float64(2*m.errSep)
	s.noise = float64(64 * unit * m.reach)
	s.prefer = float64(4 * unit * m.reach)
	s.sep, s.top = math.Inf(-1), math.Inf(-1)
	s.n, s.axis = Vec{1, 0, 0}, boxAxis{-1, -1}
	s.tested, s.total, s.separated, s.rough = 0, 0, false, false
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

// tell sets st to what s did. a is the first shape.
func (s *satRun) tell(a *Object, st *SATStats) {
	st.Separated, st.Tested, st.Skipped = s.separated, s.tested, s.total-s.tested
	if s.separated {
		st.Axis = worldNormal(a, s.n)
	}
}

// worldNormal returns the unit vector n of a's frame in the world's.
func worldNormal(a *Object, n Vec) Vec {
	n = a.axes.apply(n)
	return n.Scale(1.5 - float64(n.Len2()/2)).clean() // one step of Newton's method, as for the normal of a Contact
}

// satAxes tests the axes, that of the Cache first, until one separates the shapes for certain; it then is q.sat.n.
func (q *Query) satAxes(opt SATOptions, c *Cache) bool {
	s, m := &q.sat, &q.m
	s.begin(m, q.radius)
	found := c != nil && c.axis != (Vec{}) && s.cached(m, c.axis)
	if !found {
		found = q.satRun(opt)
	}
	if found {
		low, _ := m.bracket(m.separation(s.n), 0)
		s.separated = low > q.radius+float64(8*unit*q.radius)
	}
	q.turns = 1
	if s.separated {
		q.trace.satApart(q)
	}
	return s.separated
}

// satRun tests the axes of the pair.
func (q *Query) satRun(opt SATOptions) bool {
	s, m := &q.sat, &q.m
	if m.a.kind == kindBox && m.b.kind == kindBox {
		s.slack = unit * max(float64(24*m.b.reach), float64(33*m.a.reach)+float64(8*(m.reach-m.a.reach-m.b.reach)))
		s.thick = least(m.a.half) + least(m.b.half)
		found := s.boxes(m)
		q.trace.satBoxes(q, s.gone)
		return found
	}
	s.slack = unit * (float64(48*max(m.a.reach, m.b.reach)) + float64(20*m.reach))
	return q.satHulls(opt)
}

// least returns the least coordinate.
func least(v Vec) float64 { return min(v.X, v.Y, v.Z) }

// cached tries an axis of a Cache and reports whether it separates. The sign is found by trying, as another pair may have left it.
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

// boxes sets k to the answer about two boxes, and returns true where the axes tell it. GJK is faster from the simplex in a Cache.
func (q *Query) boxes(k *core, c *Cache) bool {
	s, m := &q.sat, &q.m
	if m.a.kind != kindBox || m.b.kind != kindBox || c != nil && c.n > 0 || m.reach > 2*(m.a.reach+m.b.reach) {
		return false
	}
	s.begin(m, 0)
	s.stop = math.Inf(1)
	q.turns = 1
	q.satRun(SATOptions{})
	ok := s.top > 0 && c == nil && q.satGap(k) || s.top <= 0 && q.satDepth(k)
	if !ok {
		q.trace.satUnsure(q)
	}
	return ok
}

// relateBoxes answers where the axes of two boxes settle the relation.
func (q *Query) relateBoxes(c *Cache) (collide.Relation, bool) {
	if q.m.a.kind != kindBox || q.m.b.kind != kindBox {
		return collide.Undecided, false
	}
	rel, sure := collide.Apart, q.satAxes(SATOptions{}, c)
	if !sure {
		rel, sure = collide.Overlapping, q.satInside()
	}
	if !sure {
		q.trace.satUnsure(q)
	}
	c.keepAxis(&q.sat)
	return rel, sure
}

// satGap sets k to the answer for two boxes apart, and reports whether it could: the nearest features are those of the best axis.
func (q *Query) satGap(k *core) bool {
	s, m := &q.sat, &q.m
	sep := m.separation(s.n)
	a, b, ok := s.witness(m, sep)
	if !ok {
		return false
	}
	low, up := m.bracket(sep, a.Sub(b).Len())
	k.lower, k.upper, k.dist, k.n, k.a, k.status = low, up, max(low, min(sep, up)), s.n, a, collide.Exact
	w := q.width(m)
	slack := float64(8 * unit * (q.radius + k.dist))
	if sure := low-q.radius > slack || up-q.radius < -slack; !sure || !(low > 0) || !(up-low <= w.At(low)) {
		return false // the exact path needs the simplex that GJK ends with
	}
	q.trace.satDepth(q, k)
	return true
}

// satDepth sets k to the answer for cores that overlap, and reports whether it could: all axes overlap by more than rounding, and
// the witness was found.
func (q *Query) satDepth(k *core) bool {
	s, m := &q.sat, &q.m
	if !q.satInside() {
		return false
	}
	sep := m.separation(s.n)
	low, _ := m.bracket(sep, 0)
	up := s.upper(m)
	a, _, ok := s.witness(m, sep)
	if !ok {
		return false
	}
	k.lower, k.upper, k.dist, k.n, k.a, k.status = low, up, max(low, min(sep, up)), s.n, a, collide.Exact
	w := q.width(m)
	if !(up-low <= w.At(low)) {
		return false
	}
	q.trace.satDepth(q, k)
	return true
}

// upper returns the upper bound of the signed distance that all axes together prove.
func (s *satRun) upper(m *minkowski) float64 {
	return s.top + float64(8*unit*math.Abs(s.top)) + m.errSep + s.slack
}

// satInside reports whether the axes prove that the origin lies inside C: docs/math/sat3.md, "Inside".
func (q *Query) satInside() bool {
	s, m := &q.sat, &q.m
	if s.rough || s.top > 0 || !(s.upper(m) < 0) {
		return false
	}
	if s.thick > 2*(m.errSep+s.slack) {
		return true
	}
	q.restart(nil)
	out, _ := q.gjk(m, num.Noise, math.Inf(1))
	q.trace.gjkEnd(q, out)
	return out == outContains && q.s.n == 4 && q.s.surrounds(m.errPoint)
}
