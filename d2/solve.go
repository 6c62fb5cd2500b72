package d2

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

	small    smallState
	nearest  nearestPair
	sat      satRun
	epa      epa
	relation exactRelation
	direct   direct
	bare     bool // the last answer is the direct form's: the run is not set up
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

// solve sets k to the answer about the cores, solved. These are the stages, in their order. early
// tells that nothing more is asked about shapes that are apart. c may be nil.
func (s *solver) solve(a, b *Object, c *Cache, early bool, k *core) outcome {
	if out := s.solveDirect(a, b, c, early, k); out != open {
		return out
	}
	return s.solveGJK(a, b, c, early, k)
}

// solveDirect is solve by the separating axis test and the closed forms. Where it leaves the pair
// open, the simplex that GJK starts from is there.
func (s *solver) solveDirect(a, b *Object, c *Cache, early bool, k *core) outcome {
	r := &s.run
	if p := c.overlap(); p != nil && p.about(a, b) && s.algorithm != collide.GJK || s.axesFirst(a, b, true) {
		if out := s.axes(a, b, c, early, k); out != open {
			return out
		}
	}
	s.prepare(a, b)
	if early && c != nil && r.m.curved && s.stillFar(c) {
		return apart
	}
	if r.begin(c); s.algorithm == collide.GJK || !r.closed(k) {
		return open
	}
	if early && k.lower > s.radius+float64(marginPad*unit*s.radius) {
		return apart
	}
	c.keep(r)
	return solved
}

// again returns c if the axis test is to begin with its axis, else nil.
func (s *solver) again(a, b *Object, c *Cache) *Cache {
	if c == nil || s.algorithm != collide.SAT && (!c.separates || a.edgeCount()+b.edgeCount() < satAgain) {
		return nil
	}
	return c
}

// axes answers about the cores by the separating axis test.
func (s *solver) axes(a, b *Object, c *Cache, early bool, k *core) outcome {
	if p := &s.small.pair; p.tested {
		if !s.sat.solveSmall(&s.run, a, b, p, k) {
			return open
		}
	} else if out := s.sat.from(&s.run, a, b, s.cull, s.again(a, b, c), c.overlap(), early, k); out != solved {
		if out == apart {
			c.keepAxis(s.sat.axis, true)
		}
		return out
	}
	c.keepAxis(k.n, k.lower > s.radius)
	return solved
}

// solveGJK is solve by GJK, from the simplex of the run, and for cores that overlap by what comes
// after it. It leaves a pair open only where early ended the search and rounding left a doubt.
func (s *solver) solveGJK(a, b *Object, c *Cache, early bool, k *core) outcome {
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
		return apart
	}
	if exit != collide.ExitUnsure && exit != collide.ExitContains {
		if c.keepAt(r, r.foot); c != nil && k.lower > s.radius {
			c.separates = true
		}
		return solved
	}
	if exit == collide.ExitUnsure {
		exit = r.gjkExact(k)
	}
	switch {
	case exit != collide.ExitContains: // the cores are apart
	case s.algorithm != collide.GJK && s.sat.depth(r, c.overlap(), k):
	case s.epa.flat(r, k):
	case s.epa.start(r, s.patience(a, b), k):
	case s.sat.settle(r, nil, k): // which no number of equally near edges slows down
	default:
		s.epa.grow(r, maxVertices+1, k)
	}
	if exit == collide.ExitContains && s.m.curved {
		c.overlapped()
		return solved
	}
	if c.keep(r); c != nil && k.lower > s.radius {
		c.separates = true
	}
	return solved
}

// patience returns how many vertices EPA takes on polygons before SAT does its work: a turn costs
// as much as the test of eight edges.
func (s *solver) patience(a, b *Object) int {
	if s.algorithm == collide.GJK || s.m.curved {
		return maxVertices + 1
	}
	return 64 + (a.edgeCount()+b.edgeCount())/8
}

// directly reports whether the direct form has the answer about a pair in canonical order, which is
// no more than that it is apart where early is set.
func (s *solver) directly(a, b *Object, early bool) bool {
	s.bare = s.algorithm == collide.Auto && s.direct.find(a, b, early)
	return s.bare
}

// answerDirect sets ct to the answer of the direct form.
func (s *solver) answerDirect(a *Object, ct *Contact) {
	s.direct.contact(s.direct.x == a, ct)
	s.direct.record(s.trace, a, ct)
}

// distance sets ct to the answer about a pair in canonical order. c may be nil. small tells that
// the answer is that of two small polygons that overlap, whose manifold s.small.face gives.
func (s *solver) distance(a, b *Object, c *Cache, ct *Contact) (small bool) {
	return !s.nearby(a, b, false, c, ct) && s.measure(a, b, c, ct)
}

// measure is distance but for nearby.
func (s *solver) measure(a, b *Object, c *Cache, ct *Contact) (small bool) {
	if a.kind == kindHalfSpace || b.kind == kindHalfSpace {
		s.unserved()
		s.halfSpace(a, b, ct)
		return false
	}
	s.bare = false // two hulls have no shorter way
	if (a.kind != kindHull || b.kind != kindHull) && s.directly(a, b, false) {
		s.answerDirect(a, ct)
		return false
	}
	return s.distanceOn(a, b, c, ct)
}

// shortly reports whether a pair in canonical order of a point or a segment and another body may
// have a direct form, of which nothing is to be recorded, and whether that has the answer.
func (s *solver) shortly(a, b *Object) (suits, found bool) {
	if max(a.kind, b.kind) > kindHull || s.trace != nil {
		return false, false
	}
	return true, s.directly(a, b, false)
}

// distanceOn is measure for convex bodies of which the direct form tells nothing.
func (s *solver) distanceOn(a, b *Object, c *Cache, ct *Contact) (small bool) {
	s.small.pair.tested = false
	if s.plain() && isSmall(a, b) && s.small.overlap(a, b, c, ct) {
		return true
	}
	var k core
	s.solve(a, b, c, false, &k)
	s.answer(a, b, &k, ct)
	return false
}

// nearby sets ct to the answer about two polygons that are apart, and reports whether the search
// along their outlines found it; other asks for that of the pair in the other order. A Cache with
// what separated them tells where to begin. With a trace all edges are tested, too, where the axis
// test would come first, for what it is to show.
func (s *solver) nearby(a, b *Object, other bool, c *Cache, ct *Contact) bool {
	p, found := &s.nearest, false
	if !suits(a, b) || s.algorithm != collide.Auto || s.cull != CullNone || !p.place(a, b) {
		return false
	}
	if c != nil && c.n > 0 {
		if !c.separates {
			return false
		}
		found = p.again(c)
	}
	if !found && !p.first() || !p.contact(a, b, other, ct) {
		return false
	}
	s.bare = true
	c.keepNear(p.k.n, p.side[0].at, p.side[1].at)
	if s.trace != nil && s.sat.place(&s.run, a, b) {
		s.sat.recordNear(&s.run, &p.k, fewEdges(a, b, true))
	}
	return true
}

// touch is distance for shapes that may have a common point. About others it returns apart as soon
// as that is sure, which takes no more than relate, and leaves ct alone.
func (s *solver) touch(a, b *Object, c *Cache, ct *Contact) (out outcome, small bool) {
	if a.kind == kindHalfSpace || b.kind == kindHalfSpace {
		return solved, s.distance(a, b, c, ct)
	}
	if s.directly(a, b, true) {
		if s.direct.relation == collide.Apart {
			return apart, false
		}
		s.answerDirect(a, ct)
		return solved, false
	}
	s.small.pair.tested = false
	if s.plain() && isSmall(a, b) {
		if s.small.relate(a, b) == collide.Apart {
			return apart, false
		}
		if s.small.pair.tested && s.small.settle(a, b, c, ct) {
			return solved, true
		}
	}
	var k core
	switch s.solve(a, b, c, true, &k) {
	case apart:
		return apart, false
	case open:
		s.prepare(a, b)
		s.begin(c)
		s.solveGJK(a, b, c, false, &k)
	case solved:
	}
	s.answer(a, b, &k, ct)
	return solved, false
}

// relate returns the relation of a pair in canonical order. c may be nil.
func (s *solver) relate(a, b *Object, c *Cache) collide.Relation {
	ct := &s.small.ct
	if a.kind == kindHalfSpace || b.kind == kindHalfSpace {
		s.unserved()
		s.halfSpace(a, b, ct)
		return ct.Relation
	}
	if s.directly(a, b, s.trace == nil) {
		if s.trace != nil {
			s.answerDirect(a, ct)
		}
		return s.direct.relation
	}
	if s.axesFirst(a, b, false) {
		if rel, sure := s.sat.relate(&s.run, a, b, s.cull, s.again(a, b, c)); sure {
			if rel == collide.Apart {
				c.keepAxis(s.sat.axis, true)
			}
			return rel
		}
	}
	s.prepare(a, b)
	var k core
	if s.algorithm != collide.GJK && s.closed(&k) {
		if rel, sure := s.bracketed(&k); sure {
			return rel
		}
		s.begin(c) // for the exact path
	} else {
		if rel, sure := s.relateGJK(c); sure {
			return rel
		}
		s.solveGJK(a, b, c, false, &k)
	}
	s.answer(a, b, &k, ct)
	return ct.Relation
}

// manifold sets mf from ct, the answer just given about the pair.
func (s *solver) manifold(a, b *Object, ct *Contact, mf *Manifold) {
	if s.bare && (a.kind == kindSegment || b.kind == kindSegment) && s.direct.lone(a, s.direct.x == a, mf) {
		return
	}
	s.clipped(a, b, ct, mf)
}

// clipped is manifold but for what the direct form tells of it.
func (s *solver) clipped(a, b *Object, ct *Contact, mf *Manifold) {
	if s.bare {
		if lone(a, b, ct, mf) {
			return
		}
		s.prepare(a, b)
	}
	s.run.manifold(a, b, ct, mf)
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
	if s.stillFar(c) {
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

// plain reports whether nothing keeps small polygons from their own way: no trace, no culling, no
// other algorithm.
func (s *solver) plain() bool {
	return s.trace == nil && s.cull == CullNone && s.algorithm != collide.GJK
}

// axesFirst reports whether the separating axis test comes before GJK: where it is asked for, or
// where both cores are polytopes with few edges. measure tells that more than the relation is
// wanted: then more edges pay where the centres are so near that the shapes may well overlap.
func (s *solver) axesFirst(a, b *Object, measure bool) bool {
	switch {
	case s.algorithm == collide.GJK:
		return false
	case !polytopes(a, b):
		s.unserved()
		return false
	}
	return s.algorithm == collide.SAT || fewEdges(a, b, measure)
}

// unserved records that SAT was asked for, if it was, and cannot answer about the pair.
func (s *solver) unserved() {
	if s.algorithm == collide.SAT {
		s.trace.unserved()
	}
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
	case collide.ExitFar:
		var k core
		if s.separated(found, &k); k.lower > least {
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
