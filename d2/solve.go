package d2

import "github.com/collide-go/collide"

// solver answers about one pair after the other: a run, the work spaces of all algorithms, and the
// options that choose between them.
type solver struct {
	run
	algorithm collide.Algorithm
	cull      Cull

	small    smallState
	sat      satRun
	epa      epa
	relation exactRelation
}

// prepare sets up the run for a pair of convex shapes.
func (s *solver) prepare(a, b *Object) {
	s.turns, s.s.n = 0, 0
	s.m.init(a, b)
	s.limit = s.turnLimit()
	if s.m.far > float64(farEnough*unit*s.m.reach) {
		s.m.place(a, b, s.relation.between(a, b), 0)
	}
	s.radius = float64(((a.margin + a.inner) + (b.margin + b.inner)) * s.m.scale)
}

// solve sets k to the answer about the cores. These are the stages, in their order; each returns
// whether it has the answer. begun tells that the simplex of GJK is there, and the short ways have
// been tried. c may be nil.
func (s *solver) solve(a, b *Object, c *Cache, begun bool, k *core) {
	r := &s.run
	if !begun {
		if s.axesFirst(a, b) && s.axes(a, b, k) {
			c.keepAxis(k.n)
			return
		}
		s.prepare(a, b)
		if r.begin(c); s.algorithm != collide.GJK && r.closed(k) {
			c.keep(r)
			return
		}
	}
	exit := r.gjkFloat(k)
	if exit == collide.ExitUnsure {
		exit = r.gjkExact(k)
	}
	switch {
	case exit != collide.ExitContains: // the cores are apart
	case s.algorithm != collide.GJK && s.sat.depth(r, k):
	case s.epa.flat(r, k):
	case s.epa.start(r, s.patience(a, b), k):
	case s.sat.settle(r, k): // which no number of equally near edges slows down
	default:
		s.epa.grow(r, maxVertices+1, k)
	}
	c.keep(r)
}

// patience returns how many vertices EPA takes on polygons before SAT does its work: a turn costs as
// much as the test of eight edges.
func (s *solver) patience(a, b *Object) int {
	if s.algorithm == collide.GJK || s.m.curved {
		return maxVertices + 1
	}
	return 64 + (a.edgeCount()+b.edgeCount())/8
}

// axes sets k to the answer about the cores of two polytopes, if the separating axis test is sure
// of it.
func (s *solver) axes(a, b *Object, k *core) bool {
	if p := &s.small.pair; p.tested {
		return s.sat.solveSmall(&s.run, a, b, p, k)
	}
	return s.sat.solve(&s.run, a, b, s.cull, k)
}

// distance sets ct to the answer about a pair in canonical order. c may be nil. small tells that
// the answer is that of two small polygons that overlap, whose manifold s.small.face gives.
func (s *solver) distance(a, b *Object, c *Cache, ct *Contact) (small bool) {
	if a.kind == kindHalfSpace || b.kind == kindHalfSpace {
		s.unserved()
		s.halfSpace(a, b, ct)
		return false
	}
	s.small.pair.tested = false
	if s.plain() && isSmall(a, b) && s.small.overlap(a, b, c, ct) {
		return true
	}
	var k core
	s.solve(a, b, c, false, &k)
	s.answer(a, b, &k, ct)
	return false
}

// relate returns the relation of a pair in canonical order. c may be nil.
func (s *solver) relate(a, b *Object, c *Cache) collide.Relation {
	ct := &s.small.ct
	if a.kind == kindHalfSpace || b.kind == kindHalfSpace {
		s.unserved()
		s.halfSpace(a, b, ct)
		return ct.Relation
	}
	if c != nil && s.plain() && isSmall(a, b) { // without a Cache the door has asked
		if rel := s.small.relate(a, b); rel != collide.Undecided {
			if rel == collide.Apart {
				c.keepAxis(s.small.pair.normal())
			}
			return rel
		}
	}
	if s.axesFirst(a, b) {
		if rel, sure := s.sat.relate(&s.run, a, b, s.cull, c); sure {
			return rel
		}
	}
	s.prepare(a, b)
	s.begin(c)
	if rel, sure := s.relateFast(); sure {
		c.keep(&s.run)
		return rel
	}
	var k core
	s.solve(a, b, c, true, &k)
	s.answer(a, b, &k, ct)
	return ct.Relation
}

// plain reports whether nothing keeps small polygons from their own way: no trace, no culling, no
// other algorithm.
func (s *solver) plain() bool {
	return s.trace == nil && s.cull == CullNone && s.algorithm != collide.GJK
}

// axesFirst reports whether the separating axis test comes before GJK: where it is asked for, or
// where both cores are polytopes with few edges.
func (s *solver) axesFirst(a, b *Object) bool {
	switch {
	case s.algorithm == collide.GJK:
		return false
	case !polytopes(a, b):
		s.unserved()
		return false
	}
	return s.algorithm == collide.SAT || fewEdges(a, b)
}

// unserved records that SAT was asked for, if it was, and cannot answer about the pair.
func (s *solver) unserved() {
	if s.algorithm == collide.SAT {
		s.trace.unserved()
	}
}

// relateFast answers where a separating direction, or a simplex around the origin with room to
// spare, settles the relation.
func (s *solver) relateFast() (collide.Relation, bool) {
	m := &s.m
	slack := float64(marginPad * unit * s.radius)
	w := s.allowance()
	room := m.errSep + m.errPoint
	if m.curved {
		room += float64(2 * w.At(0)) // so that Distance, which stops at that width, never says less
	}
	far := s.radius + slack + room
	exit, _, found := s.walk(far/1024, far)
	s.trace.gjkEnd(&s.run, exit)
	if m.bad {
		return collide.Undecided, true
	}
	switch exit {
	case collide.ExitFar:
		var k core
		if s.separated(found, &k); k.lower > s.radius+slack+room-m.errSep-m.errPoint {
			return collide.Apart, true
		}
	case collide.ExitContains:
		if s.radius > room || s.s.n == 3 && s.s.surrounds(room) {
			return collide.Overlapping, true
		}
	default:
		if s.s.n == 3 { // doubles saw the origin inside and set no weights
			break
		}
		if p, _ := s.s.point(); p.Len()+room+slack < s.radius {
			return collide.Overlapping, true
		}
	}
	return collide.Undecided, false
}
