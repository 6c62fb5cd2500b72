package d3

import (
	"github.com/collide-go/collide"
)

// solver answers about one pair after the other: a run, the work spaces of all algorithms, and the options that
// choose between them.
type solver struct {
	run
	algorithm collide.Algorithm
	cull      Cull

	sat      satRun
	epa      epa
	arc      halfCircle
	cells    cellSearch
	relation exactRelation
}

// patience is how many vertices EPA takes on curved cores before the directions are covered by cells.
const patience = 256

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

// solve sets k to the answer about the cores. These are the stages, in their order; each returns whether it has the
// answer. begun tells that the simplex of GJK is there, and the short ways of polytopes have been tried. c may be nil.
func (s *solver) solve(c *Cache, begun bool, k *core) {
	r := &s.run
	switch {
	case begun && (!r.m.curved || s.algorithm == collide.GJK):
	case begun:
		if r.closed(k) { // for curved cores it is sure of more than relateFast is
			return
		}
	case s.algorithm == collide.GJK:
		r.begin(c)
	case s.algorithm == collide.SAT && s.sat.serves(r):
		apart := s.sat.axes(r, s.cull, c)
		c.keepAxis(s.sat.n, apart)
		if apart {
			r.turns = 0
			r.m.forget()
			r.beginAlong(s.sat.n) // GJK measures the gap
			break
		}
		if s.sat.depth(r, k) {
			return
		}
		r.trace.satEnd(r, collide.ExitUnsettled)
		if r.begin(c); r.closed(k) {
			return
		}
	default:
		r.trace.unserved(s.algorithm, r.m.scale)
		if s.sat.twoBoxes(r, c, k) {
			return
		}
		if r.begin(c); r.closed(k) {
			return
		}
	}
	exit := r.gjkFloat(k)
	if exit == collide.ExitUnsure {
		exit = r.gjkExact(k)
	}
	switch curved := r.m.curved; {
	case exit != collide.ExitContains: // the cores are apart
	case s.epa.flat(r, k):
	case curved && s.arc.settles(r, k):
	case s.epa.start(r, patience, k):
	case curved && s.cells.settles(r, s.epa.normal(), k):
	default:
		s.epa.grow(r, maxVertices, k)
	}
	c.keep(r)
}

// distance sets ct to the answer about a pair in canonical order. c may be nil.
func (s *solver) distance(a, b *Object, c *Cache, ct *Contact) {
	if a.kind == kindHalfSpace || b.kind == kindHalfSpace {
		s.halfSpace(a, b, ct)
		return
	}
	s.prepare(a, b)
	var k core
	s.solve(c, false, &k)
	s.answer(a, b, &k, ct)
	if a.kind == kindBox && b.kind == kindBox && ct.Relation == collide.Overlapping {
		c.forget()
	}
}

// relate returns the relation of a pair in canonical order. c may be nil.
func (s *solver) relate(a, b *Object, c *Cache) collide.Relation {
	var ct Contact
	if a.kind == kindHalfSpace || b.kind == kindHalfSpace {
		s.halfSpace(a, b, &ct)
		return ct.Relation
	}
	s.prepare(a, b)
	if s.axesFirst() {
		if rel, sure := s.sat.relate(&s.run, s.cull, c); sure {
			return rel
		}
	}
	s.begin(c)
	if rel, sure := s.relateFast(); sure {
		c.keep(&s.run)
		return rel
	}
	var k core
	s.solve(c, true, &k)
	s.answer(a, b, &k, &ct)
	return ct.Relation
}

// axesFirst reports whether relate tries the separating axis test first.
func (s *solver) axesFirst() bool {
	switch s.algorithm {
	case collide.SAT:
		if s.sat.serves(&s.run) {
			return true
		}
		s.trace.unserved(s.algorithm, s.m.scale)
	case collide.GJK:
		return false
	case collide.Auto:
	}
	return s.m.a.kind == kindBox && s.m.b.kind == kindBox
}

// relateFast answers where a separating direction, or a simplex around the origin with room to spare, settles the
// relation.
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
		if s.radius > room || s.s.n == 4 && s.s.surrounds(room) {
			return collide.Overlapping, true
		}
	default:
		if s.s.n == 4 { // doubles saw the origin inside and set no weights
			break
		}
		if p, _ := s.s.point(); p.Len()+room+slack < s.radius {
			return collide.Overlapping, true
		}
	}
	return collide.Undecided, false
}
