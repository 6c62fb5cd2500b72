package d3

import (
	"math"

	"github.com/collide-go/collide"
)

// solver answers about one pair after the other: a run, the work spaces of all algorithms, and the
// options that choose between them.
type solver struct {
	run
	algorithm collide.Algorithm
	cull      Cull

	sat      satRun
	slim     slimRun
	epa      epa
	arc      halfCircle
	cells    cellSearch
	relation exactRelation
	direct   direct
	bare     bool // the last answer came in the caller's unit: the run is not set up
}

// patience is how many vertices EPA takes on curved cores before the directions are covered by
// cells.
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

// solve sets k to the answer about the cores, solved. These are the stages, in their order. early
// tells that nothing more is asked about shapes that are apart. c may be nil.
func (s *solver) solve(c *Cache, early bool, k *core) outcome {
	if c != nil && s.resume(c, k) {
		return solved
	}
	if out := s.solveDirect(c, early, k); out != open {
		return out
	}
	return s.solveGJK(c, early, k)
}

// resume sets k to the answer about cores that still overlap by where EPA ended in the last query
// with c. It looks at c in any case, for what EPA keeps there later depends on the way since then.
func (s *solver) resume(c *Cache, k *core) bool {
	if !s.epa.resume(&s.run, c, s.algorithm != collide.SAT, k) {
		return false
	}
	_, sure := s.bracketed(k)
	return sure
}

// solveDirect is solve by the separating axis test and the closed forms. Where it leaves the pair
// open, the simplex that GJK starts from is there.
func (s *solver) solveDirect(c *Cache, early bool, k *core) outcome {
	r := &s.run
	switch {
	case early && c != nil && r.m.curved && s.stillFar(c):
		return apart
	case s.algorithm == collide.GJK:
		r.begin(c)
		return open
	case s.algorithm == collide.SAT && s.sat.serves(r):
		out := s.sat.solve(r, s.cull, c, k)
		if out == apart && !early {
			r.turns = 0
			r.m.forget()
			r.beginAlong(s.sat.n) // GJK measures the gap
			return open
		}
		if out != open {
			return out
		}
	default:
		r.trace.unserved(s.algorithm, r.m.scale)
		if r.m.a.kind == kindHull && r.m.b.kind == kindHull {
			return s.solveHulls(c, early, k)
		}
		if out := s.sat.twoBoxes(r, c, early, k); out != open {
			return out
		}
		if early && s.aimedApart() {
			return apart
		}
	}
	if r.begin(c); !r.closed(k) {
		return open
	}
	if early && r.clear(k.lower) {
		return apart
	}
	return solved
}

// solveHulls is solveDirect for two hulls, which have no closed form. The arcs come first where c
// does not know them apart; where they are, GJK starts from a facet of C. With early set, and
// nothing to keep or to show, nothing is left to ask then: docs/math/sat3.md, "Arcs".
func (s *solver) solveHulls(c *Cache, early bool, k *core) outcome {
	r := &s.run
	first := c == nil || c.n == 0 || c.proof.scale != 0
	arcs := s.cold(c) && s.sat.arcTables(&r.m) && (first && s.sat.few() || s.sat.deep(&r.m))
	if arcs && s.sat.arcs(r, k) {
		if r.turns = 1; c != nil {
			c.keepFound(&r.m)
			c.proof.begin(&r.m, -k.lower)
		}
		return solved
	}
	if arcs && early && c == nil && s.plain() && s.iterations == 0 && s.sat.arcsApart(r) {
		r.turns = 1
		return apart
	}
	if arcs && first && s.sat.arc.least < 0 {
		s.sat.arc.facet(r)
		return open
	}
	if c != nil && s.epa.elsewhere(&r.m, &c.proof) {
		c = nil
	}
	r.begin(c)
	return open
}

// solveGJK is solve by GJK, from the simplex of the run, and for cores that overlap by what comes
// after it. It leaves a pair open only where early ended the search and rounding left a doubt.
func (s *solver) solveGJK(c *Cache, early bool, k *core) outcome {
	r := &s.run
	least, far := 0.0, math.Inf(1)
	if early {
		least, _ = s.clearance()
		far = least + s.m.errSep + s.m.errPoint
	}
	exit := r.gjkFloat(far, k)
	if exit == collide.ExitFar {
		if !(k.lower > least) {
			return open
		}
		c.keepAt(r, r.foot)
		c.forget()
		return apart
	}
	if exit != collide.ExitUnsure && exit != collide.ExitContains {
		c.keepAt(r, r.foot)
		c.forget()
		return solved
	}
	if exit == collide.ExitUnsure {
		exit = r.gjkExact(k)
	}
	switch curved := r.m.curved; {
	case exit != collide.ExitContains: // the cores are apart
		c.forget()
	case s.algorithm == collide.Auto && s.slim.solve(&s.sat, r, k):
	case s.cold(c) && s.sat.fewFaces(r, k):
		if c != nil {
			c.proof.begin(&r.m, -k.lower)
		}
	case s.epa.flat(r, k):
	case curved && s.arc.settles(r, k):
	case s.epa.start(r, patience, k):
		s.epa.keep(r, c)
	case curved && s.cells.settles(r, s.epa.normal(), k):
	default:
		s.epa.grow(r, maxVertices, k)
		s.epa.keep(r, c)
	}
	if exit == collide.ExitContains && r.m.curved {
		c.overlapped()
	} else {
		c.keep(r)
	}
	return solved
}

// cold reports whether the depth of hulls may be found without EPA, which alone leaves a Cache what
// starts it warm. That pays where the next query may be glad of it.
func (s *solver) cold(c *Cache) bool {
	return s.algorithm == collide.Auto && (c == nil || !s.epa.steady(&c.proof, arcStep))
}

// directly reports whether the direct form has the answer about a pair in canonical order, which is
// no more than that it is apart where early is set.
func (s *solver) directly(a, b *Object, early bool) bool {
	s.bare = s.algorithm == collide.Auto && s.direct.find(a, b, early)
	return s.bare
}

// boxes reports whether a and b are two boxes that have a shorter way, and sets s.sat.two to them.
func (s *solver) boxes(a, b *Object) bool {
	if a.kind != kindBox || b.kind != kindBox || s.algorithm != collide.Auto {
		return false
	}
	s.sat.two.setBoxes(a, b)
	return true
}

// plainly sets ct to the answer about two boxes, which s.sat.two is, in the caller's unit. It
// leaves open what takes more than the axes, what is to be recorded, and what a Cache may know
// better.
func (s *solver) plainly(a, b *Object, c *Cache, early bool, ct *Contact) outcome {
	if s.trace != nil || c != nil && !c.proof.empty() {
		return open
	}
	var k core
	out := s.sat.plain(a, b, early, c, &k)
	if out == solved && !s.sat.two.contact(a, b, &k, ct) {
		return open
	}
	s.bare = out == solved
	return out
}

// answerDirect sets ct to the answer of the direct form.
func (s *solver) answerDirect(a *Object, ct *Contact) {
	s.direct.contact(s.direct.x == a, ct)
	if s.trace != nil && s.direct.y.kind == kindBox {
		s.recordBoxes()
		return
	}
	s.direct.record(s.trace, a, ct)
}

// recordBoxes records the direct form of two boxes apart as what it proves: an axis that separates
// them by their distance, beside those of the faces.
func (s *solver) recordBoxes() {
	f, r := &s.direct, &s.run
	s.prepare(f.x, f.y)
	r.turns = 1
	margins := f.x.margin + f.y.margin
	k := core{lower: float64((f.lower + margins) * s.m.scale), upper: float64((f.upper + margins) * s.m.scale), n: f.n}
	s.trace.satBoxes(r, 6)
	s.sat.tested, s.sat.total = 6, boxAxes
	s.trace.satCounts(&s.sat)
	s.trace.satDepth(r, &k)
}

// distance sets ct to the answer about a pair in canonical order. c may be nil.
func (s *solver) distance(a, b *Object, c *Cache, ct *Contact) {
	if a.kind == kindHalfSpace || b.kind == kindHalfSpace {
		s.halfSpace(a, b, ct)
		return
	}
	boxes := false
	if s.bare = false; a.kind != kindHull || b.kind != kindHull { // two hulls have no shorter way
		if boxes = s.boxes(a, b); boxes {
			s.bare = s.direct.boxes(a, b, &s.sat.two)
		}
		if s.bare && boxes || !boxes && s.directly(a, b, false) {
			s.answerDirect(a, ct)
			return
		}
	}
	s.distanceOn(a, b, boxes, c, ct)
}

// shortly reports whether a pair in canonical order of spheres, capsules and boxes, not two of
// these, has a direct form, of which nothing is to be recorded, and whether that has the answer.
func (s *solver) shortly(a, b *Object) (suits, found bool) {
	if !a.solid || !b.solid || s.trace != nil {
		return false, false
	}
	return true, s.directly(a, b, false)
}

// distanceOn is distance for convex bodies of which the direct form tells nothing; boxes is what
// s.boxes says of them.
func (s *solver) distanceOn(a, b *Object, boxes bool, c *Cache, ct *Contact) {
	if boxes && s.plainly(a, b, c, false, ct) == solved {
		return
	}
	var k core
	s.prepare(a, b)
	s.solve(c, false, &k)
	s.answer(a, b, &k, ct)
}

// touch is distance for shapes that may have a common point, of which directly has not told the
// answer; boxes is what s.boxes says of them. About others it returns false as soon as that is
// sure, which takes no more than relate, and leaves ct alone.
func (s *solver) touch(a, b *Object, boxes bool, c *Cache, ct *Contact) bool {
	if a.kind == kindHalfSpace || b.kind == kindHalfSpace {
		s.halfSpace(a, b, ct)
		return true
	}
	if boxes {
		if out := s.plainly(a, b, c, true, ct); out != open {
			return out == solved
		}
	}
	var k core
	s.prepare(a, b)
	switch s.solve(c, true, &k) {
	case apart:
		return false
	case open:
		s.prepare(a, b)
		s.solve(c, false, &k)
	case solved:
	}
	s.answer(a, b, &k, ct)
	return true
}

// relate returns the relation of a pair in canonical order. c may be nil.
func (s *solver) relate(a, b *Object, c *Cache) collide.Relation {
	var ct Contact
	if a.kind == kindHalfSpace || b.kind == kindHalfSpace {
		s.halfSpace(a, b, &ct)
		return ct.Relation
	}
	if s.directly(a, b, s.trace == nil) {
		if s.trace != nil {
			s.answerDirect(a, &ct)
		}
		return s.direct.relation
	}
	s.prepare(a, b)
	if s.axesFirst() {
		if rel, sure := s.sat.relate(&s.run, s.cull, c); sure {
			return rel
		}
	}
	var k core
	if s.algorithm != collide.GJK && s.closed(&k) {
		if rel, sure := s.bracketed(&k); sure {
			return rel
		}
		s.begin(c) // for the exact path
	} else {
		if c == nil && s.aimedApart() {
			return collide.Apart
		}
		if rel, sure := s.relateGJK(c); sure {
			return rel
		}
		s.epa.watch(&s.run, c)
		s.solveGJK(c, false, &k)
	}
	s.answer(a, b, &k, &ct)
	return ct.Relation
}

// manifold sets mf from ct, the answer just given about the pair.
func (s *solver) manifold(k *clipper, a, b *Object, ct *Contact, mf *Manifold) {
	if a.kind == kindBox && b.kind == kindBox {
		if loneBoxes(a, b, ct, mf) {
			return
		}
	} else if s.bare && s.direct.lone(a, s.direct.x == a, mf) {
		return
	}
	s.clipped(k, a, b, ct, mf)
}

// clipped is manifold for a pair that is not lone.
func (s *solver) clipped(k *clipper, a, b *Object, ct *Contact, mf *Manifold) {
	if s.bare {
		s.prepare(a, b)
	}
	k.manifold(&s.run, a, b, ct, mf)
}

// bracketed returns the relation where the bounds of the cores tell it, as answer would.
func (s *solver) bracketed(k *core) (rel collide.Relation, sure bool) {
	slack := s.marginSlack(k.dist)
	switch {
	case k.lower-s.radius-slack > 0:
		return collide.Apart, true
	case k.upper-s.radius+slack < 0:
		return collide.Overlapping, true
	}
	return collide.Undecided, false
}

// relateGJK is relateFast from the Cache. Curved cores have no corners for it to keep; it is the
// direction that is tried again, and where that fails they start afresh.
func (s *solver) relateGJK(c *Cache) (collide.Relation, bool) {
	if c == nil || !s.m.curved {
		s.begin(c)
		rel, sure := s.relateFast()
		if sure {
			c.keep(&s.run)
		}
		return rel, sure
	}
	if s.stillFar(c) || s.aimedApart() {
		return collide.Apart, true
	}
	s.begin(nil)
	rel, sure := s.relateFast()
	if rel == collide.Apart {
		c.keep(&s.run)
	} else {
		c.overlapped()
	}
	return rel, sure
}

// stillFar reports whether the direction in the Cache proves that the shapes are apart.
func (s *solver) stillFar(c *Cache) bool {
	if l := c.v.Len2(); !(l > 0 && l < 1) {
		return false
	}
	var k core
	s.s.n = 0
	s.separated(s.m.search(c.v.Neg()), &k)
	least, _ := s.clearance()
	return !s.m.bad && k.lower > least
}

// plain reports whether nothing keeps a pair from the shortest way: no trace and no algorithm asked
// for.
func (s *solver) plain() bool { return s.trace == nil && s.algorithm == collide.Auto }

// aimedApart reports whether a few directions that take no search prove the shapes apart. It is for
// the shortest way alone, with nothing to record or to count; a Cache stays as it is.
func (s *solver) aimedApart() bool {
	if !s.plain() || s.iterations != 0 || !s.m.hasSpines() {
		return false
	}
	least, _ := s.clearance()
	return s.aimed(least)
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

// clearance returns how far apart the bounds must prove the cores for relate to say that the shapes
// are apart, and room for rounding: with curved cores so much that Distance, which stops at its
// width, never says less.
func (s *solver) clearance() (least, room float64) {
	slack := float64(marginPad * unit * s.radius)
	w := s.allowance()
	room = s.m.errSep + s.m.errPoint
	if s.m.curved {
		room += float64(2 * w.At(0))
	}
	return s.radius + slack + room - s.m.errSep - s.m.errPoint, room
}

// relateFast answers where a separating direction, or a simplex around the origin with room to
// spare, settles the relation.
func (s *solver) relateFast() (collide.Relation, bool) {
	slack := float64(marginPad * unit * s.radius)
	least, room := s.clearance()
	far := s.radius + slack + room
	exit, _, found := s.walk(far/1024, far)
	s.trace.gjkEnd(&s.run, exit)
	if s.m.bad {
		return collide.Undecided, true
	}
	switch exit {
	case collide.ExitFar, collide.ExitNewton:
		var k core
		if s.separated(found, &k); k.lower > least {
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
