package d2

import (
	"math"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/num"
)

// relate returns the relation of two polytopes if their edges tell it for certain. It ends at the
// first core one of whose edges separates the shapes; the axis that did so last time, from c, comes
// first.
func (s *satState) relate(r *run, a, b *Object, cull Cull, c *Cache) (rel collide.Relation, sure bool) {
	rel = collide.Undecided
	if s.place(r, a, b) {
		rel = s.verdict(r, cull, c)
	}
	if rel == collide.Apart {
		c.keepAxis(s.axis)
	}
	r.trace.satEnd(r, s, rel, nil)
	return rel, rel != collide.Undecided
}

// verdict returns the relation if edges tell it for certain, and sets the axis where it separates.
func (s *satState) verdict(r *run, cull Cull, c *Cache) collide.Relation {
	n := len(s.x.edges)
	all := n + len(s.y.edges)
	far := r.radius + float64(marginPad*unit*r.radius) + s.err
	if s.cached(&r.m, c, far) {
		s.tested, s.skipped = 1, all
		return collide.Apart
	}
	apart := false
	if r.trace != nil || cull != CullNone {
		apart = s.early(r, cull, far)
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
	case r.radius == 0 || !s.bracket(r, &k): // which is sure of what it says, margins included
		return collide.Undecided
	case k.lower > r.radius:
		s.axis = k.n
		return collide.Apart
	}
	return collide.Overlapping
}

// beyond reports whether the depth of the key k separates the cores by more than far, which has err
// in it.
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

// early tests edge by edge and reports whether one separates the cores by more than far, where it
// stops.
func (s *satState) early(r *run, cull Cull, far float64) bool {
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
		if s.edge(r, i, &s.a, &s.x.edges[i], &s.y, limit) > far && beyond(s.key, far) {
			return true
		}
	}
	n := len(s.x.edges)
	for i := range s.y.edges {
		if sl.on && !sl.reaches(&s.y, i, sl.b, sl.shift, sl.ofA) {
			continue
		}
		if s.edge(r, n+i, &s.b, &s.y.edges[i], &s.x, limit) > far && beyond(s.key, far) {
			return true
		}
	}
	return false
}

// cached tries the axis that c keeps, and reports whether it separates the cores by more than far.
func (s *satState) cached(m *minkowski, c *Cache, far float64) bool {
	if c == nil {
		return false
	}
	n := c.v.Scale(-num.PowerBelow(max(math.Abs(c.v.X), math.Abs(c.v.Y))))
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
