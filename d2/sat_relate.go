package d2

import (
	"math"

	"github.com/collide-go/collide"
)

// relate returns the relation of two polytopes if their edges tell it for certain. It ends at the
// first core one of whose edges separates the shapes; the axis that did so last time, from c, comes
// first.
func (s *satRun) relate(r *run, a, b *Object, cull Cull, c *Cache) (rel collide.Relation, sure bool) {
	rel = collide.Undecided
	if s.place(r, a, b) {
		rel = s.verdict(r, cull, c)
	}
	r.trace.satEnd(r, s, rel, nil)
	return rel, rel != collide.Undecided
}

// verdict returns the relation if edges tell it for certain, and sets the axis where it separates.
func (s *satRun) verdict(r *run, cull Cull, c *Cache) collide.Relation {
	all := len(s.x.edges) + len(s.y.edges)
	far := s.far(r)
	if s.cached(&r.m, c, far) {
		s.tested, s.skipped = 1, all
		return collide.Apart
	}
	apart := false
	if r.trace != nil || cull != CullNone {
		apart = s.early(r, cull, far)
	} else {
		apart = s.separates(far)
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

// early tests edge by edge and reports whether one separates the cores by more than far, where it
// stops.
func (s *satRun) early(r *run, cull Cull, far float64) bool {
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
