package d2

import (
	"math"

	"github.com/collide-go/collide"
)

// satSmallRelate is SATRelate for small polygons in any order, where their edges tell the relation for certain; Undecided elsewhere.
func (q *Query) satSmallRelate(a, b *Object, st *SATStats) collide.Relation {
	p := &q.small.pair
	if !isSmall(a, b) || !p.place(a, b) {
		return collide.Undecided
	}
	rel, tested := p.relate(a.margin + b.margin)
	if rel == collide.Undecided {
		return rel
	}
	st.Tested, st.Skipped = tested, p.x.n+p.y.n-tested
	if rel == collide.Apart {
		st.Axis, st.Separated = worldAxis(a, p.normal()), true
	}
	return rel
}

// relateSmall is Relate for small polygons in any order, where their edges tell the relation for certain; Undecided elsewhere.
func (q *Query) relateSmall(a, b *Object) collide.Relation {
	p := &q.small.pair
	if !p.place(a, b) {
		return collide.Undecided
	}
	rel, _ := p.relate(a.margin + b.margin)
	return rel
}

// satRelate is SATRelate for a pair in canonical order.
func (q *Query) satRelate(a, b *Object, opt SATOptions, c *Cache, st *SATStats) collide.Relation {
	rel := collide.Undecided
	if q.satPlace(a, b) {
		rel = q.satVerdict(opt.Cull, c)
	}
	st.Tested, st.Skipped = q.sat.tested, q.sat.skipped
	if rel == collide.Apart {
		st.Axis, st.Separated = worldAxis(a, q.sat.axis), true
		c.keepAxis(q.sat.axis)
	}
	q.trace.satEnd(q, rel, nil)
	if rel == collide.Undecided {
		rel = q.relateGeneral(a, b, c)
	}
	return rel
}

// worldAxis returns n, in a's frame and of a length near 1, in the world's, a unit vector but for rounding.
func worldAxis(a *Object, n Vec) Vec {
	n = a.axes().apply(n)
	return n.Scale(1.5 - float64(n.Len2()*0.5)).clean()
}

// satVerdict returns the relation if edges tell it for certain, and sets the axis where it separates.
func (q *Query) satVerdict(cull Cull, c *Cache) collide.Relation {
	s := &q.sat
	n := len(s.x.edges)
	all := n + len(s.y.edges)
	far := q.radius + float64(8*unit*q.radius) + s.err
	if q.satCached(c, far) {
		s.tested, s.skipped = 1, all
		return collide.Apart
	}
	apart := false
	if q.trace != nil || cull != CullNone {
		apart = q.satEarly(cull, far)
	} else {
		s.testA()
		s.tested = n
		if apart = beyond(s.key, far); !apart {
			s.testB()
			s.tested, apart = all, beyond(s.key, far)
		}
	}
	s.skipped = all - s.tested
	if apart {
		s.axis = s.normal(s.at)
		return collide.Apart
	}
	if depth := ordered(s.key); s.key == none || depth-float64(keySpread*depth) > s.err {
		return collide.Overlapping
	}
	var k core
	switch {
	case q.radius == 0 || !q.satSolve(&k): // which is sure of what it says, margins included
		return collide.Undecided
	case k.lower > q.radius:
		s.axis = k.n
		return collide.Apart
	}
	return collide.Overlapping
}

// beyond reports whether the depth of the key k separates the cores by more than far, which has err in it.
func beyond(k int64, far float64) bool {
	sep := -ordered(k)
	return sep-float64(keySpread*sep) > far
}

// normal returns the normal of edge i in A's frame, from A to B.
func (s *satState) normal(i int) Vec {
	if n := len(s.x.edges); i >= n {
		return s.b.rot.apply(s.y.edges[i-n].n).Neg()
	}
	return s.x.edges[i].n
}

// satEarly tests edge by edge and reports whether one separates the cores by more than far, where it stops.
func (q *Query) satEarly(cull Cull, far float64) bool {
	s := &q.sat
	limit := math.Inf(1)
	var sl slab
	switch cull {
	case CullDepth:
		limit = float64(2 * s.err) // what lies deeper does not separate
	case CullSlab:
		sl.lay(s)
	case CullNone:
	}
	for i := range s.x.edges {
		if sl.on && !sl.reaches(&s.x, i, sl.a, 0, sl.ofB) {
			continue
		}
		if q.satEdge(i, &s.a, &s.x.edges[i], &s.y, limit) > far && beyond(s.key, far) {
			return true
		}
	}
	n := len(s.x.edges)
	for i := range s.y.edges {
		if sl.on && !sl.reaches(&s.y, i, sl.b, sl.shift, sl.ofA) {
			continue
		}
		if q.satEdge(n+i, &s.b, &s.y.edges[i], &s.x, limit) > far && beyond(s.key, far) {
			return true
		}
	}
	return false
}

// satCached tries the axis that c keeps, and reports whether it separates the cores by more than far.
func (q *Query) satCached(c *Cache, far float64) bool {
	if c == nil {
		return false
	}
	m, s := &q.m, &q.sat
	n := c.v.Scale(-powerBelow(max(math.Abs(c.v.X), math.Abs(c.v.Y))))
	if !(n.Len2() > 0) {
		return false
	}
	n = n.Scale(1 / n.Len())
	s.axis = n
	return s.along(m, n) > far
}

// along returns the separation of the cores along the unit vector n of A's frame.
func (s *satState) along(m *minkowski, n Vec) float64 {
	h := headingOf(n)
	return n.Dot(m.t) + s.y.least(m.rot.applyT(n), h+s.a.base) + s.x.least(n.Neg(), h+halfTurn)
}

// keepAxis stores n, in A's frame and from A to B, as the direction to start from. c may be nil.
func (c *Cache) keepAxis(n Vec) {
	if c == nil {
		return
	}
	c.n, c.ia[0], c.ib[0], c.v = 1, -1, -1, n.Neg()
}
