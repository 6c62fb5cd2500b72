package d2

import (
	"math"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/pairs"
)

// The signed distance of two bodies of parts against a length: all pairs of parts that may be so
// near are asked, in integers where doubles leave it open.

// relateMargin returns the relation of the signed distance of a and b, of which one is a compound
// at least, less d, to zero.
func (w *partPair) relateMargin(s *solver, m *marginWork, a, b *Object, d float64, c *Cache) collide.Relation {
	if d < 0 {
		if rel := w.relate(s, a, b, c, pairs.Never); rel == collide.Apart || rel == collide.Touching {
			return collide.Apart
		}
	}
	if w.start(a, b); d >= 0 && w.hullsApart(d) {
		return collide.Apart
	}
	trace := s.trace
	s.trace = nil
	rel := w.margins(s, m, d)
	s.trace = trace
	if d >= 0 || rel == collide.Overlapping {
		return rel
	}
	// The parts are no deeper than -d in each other, but the bodies may be.
	var ct Contact
	w.distance(s, a, b, false, c, &ct)
	if rel, sure := ct.against(d); sure {
		return rel
	}
	return collide.Undecided
}

// margins returns the least relation, in the order overlapping, undecided, touching, apart, of the
// signed distances of all pairs of parts less d.
func (w *partPair) margins(s *solver, m *marginWork, d float64) collide.Relation {
	w.startSearch()
	rel := collide.Apart
	limit := max(d, 0)
	for rel != collide.Overlapping {
		if w.spent(s) {
			w.cut = w.search.pairs.Least() <= limit
			break
		}
		i, j, ok := w.next(limit)
		if !ok {
			break
		}
		rel = nearer(rel, w.pairMargin(s, m, i, j, d))
	}
	w.listing = true
	w.list = w.list[:0]
	w.besidePlanes(s, limit, pairs.Never)
	w.listing = false
	for _, p := range w.list {
		if rel == collide.Overlapping {
			break
		}
		rel = nearer(rel, w.pairMargin(s, m, p.I, p.J, d))
	}
	if w.cut {
		rel = nearer(rel, collide.Undecided)
	}
	return rel
}

// nearer returns the relation of a union of which two parts have the relations x and y.
func nearer(x, y collide.Relation) collide.Relation {
	for _, rel := range [...]collide.Relation{collide.Overlapping, collide.Undecided, collide.Touching} {
		if x == rel || y == rel {
			return rel
		}
	}
	return collide.Apart
}

// pairMargin returns the relation of the signed distance of part i of F and part j of G, less d, to
// zero.
func (w *partPair) pairMargin(s *solver, m *marginWork, i, j int32, d float64) collide.Relation {
	if w.passed(i, j) {
		return collide.Apart
	}
	ct := w.contact(s, i, j)
	if rel, sure := ct.against(d); sure {
		return rel
	}
	return w.marginExactly(s, m, i, j, d, w.fc.leaf(i, &w.slots[0]).body.axes().applyT(ct.Normal))
}

// marginExactly is pairMargin in integers, as exactly is for d = 0.
func (w *partPair) marginExactly(s *solver, m *marginWork, i, j int32, d float64, n Vec) collide.Relation {
	x, y := w.inWorld(i, j)
	in := &s.relation
	defer func() { in.posed = [2]exactPose{} }()
	if x.body.kind == kindHalfSpace && y.body.kind == kindHalfSpace {
		w.pose(&in.integers, &x.body, i, &y.body, j)
		gap := in.gapOf(&x.body, &y.body, d)
		return gap.relation()
	}
	a, b, below := m.grow(&x.body, &y.body, d)
	if a.kind == kindHalfSpace || b.kind == kindHalfSpace {
		return w.planeExactly(&in.integers, a, i, b, j)
	}
	s.prepare(a, b)
	off := float64((x.slack() + y.slack()) * s.m.scale)
	s.m.errPoint, s.m.errSep = s.m.errPoint+off, s.m.errSep+off
	w.pose(&in.integers, a, i, b, j)
	switch {
	case !below:
		return in.parts(&s.run, a, b, n)
	case s.m.curved:
		return collide.Undecided
	}
	l := depthLimit{d: in, m: &s.m, a: a, b: b}
	return l.relate()
}

// distanceWithin sets ct to the answer of Query.DistanceWithin about a and b, of which one is a
// compound at least.
func (w *partPair) distanceWithin(s *solver, a, b *Object, d float64, c *Cache, ct *Contact) {
	w.start(a, b)
	trace := s.trace
	s.trace = nil
	w.all(s, d, pairs.Contact, c)
	if !w.found.Some {
		w.startSearch()
		if i, j, ok := w.next(math.Inf(1)); ok {
			w.ask(s, i, j)
		}
	}
	s.trace = trace
	if !w.found.Some || !(w.found.Lower > d) || !(d <= math.MaxFloat64) {
		w.distance(s, a, b, true, c, ct)
		return
	}
	// No pair that was left out is as near as d.
	w.keep(c)
	*ct = w.best
	ct.Lower = min(w.found.Lower, math.Nextafter(d, math.Inf(1)))
	ct.Status = collide.Limit
	w.world(ct, w.found.Best.I, w.found.Best.J)
}
