package d3

import (
	"math"

	"github.com/collide-go/collide"
)

// impact is the work space of TimeOfImpact for one pair that has no parts.
//
// At the head of every step:
//
//	(1) the bodies are proved apart in [0, lower);
//	(2) lower is greater than at the head of every earlier step;
//	(3) n is a unit vector, the normal of the bodies at lower.
type impact struct {
	g     pairCourse
	l     lane
	spun  [2]spindle
	cache Cache
	k     core
	ct    Contact   // at the start, and in the end at lower
	first [2]Object // the bodies where they begin, if elsewhere than they were placed
	ends  [2]Object // the bodies where they end
	flip  bool      // A is the second body of the query
	trace *Trace

	lower, upper float64
	steps        int
	target       float64 // a signed distance as near to the level as this ends the search
	n            Vec     // the normal where last measured, unit, world frame
	last         Vec     // that of the last step, and its time, or -1
	lastTime     float64
	low, up      float64 // the bracket where last measured
	rest         float64 // what the last step expected to be left of the distance
	small        float64 // extent of the smaller body
	creeps       int     // steps in a row of creep
	doubt        bool    // there was more, or contact was looked for in vain
	probed       bool    // contact was looked for in the last step
	near         float64 // how far above the level the axes are followed
	features     features
	before       features // those of the last step
	edgeA, edgeB Vec      // of featuresEdges, in the frames of the bodies
	scale        float64  // of k
	radius       float64  // sum of the margins, in that scale
}

// impactSteps is how many steps TimeOfImpact takes at most where Options.MaxIterations is 0.
const impactSteps = 4096

// begin sets up the search for a and b, of which only a may be a half-space or both.
func (im *impact) begin(a *Object, ma *Motion, b *Object, mb *Motion, duration float64) {
	a, b = ma.begin(a, &im.first[0]), mb.begin(b, &im.first[1])
	im.flip = swapped(a, b)
	if p, q := a.kind == kindHalfSpace, b.kind == kindHalfSpace; p != q {
		im.flip = q
	}
	if im.flip {
		a, ma, b, mb = b, mb, a, ma
	}
	im.g.init(a, ma, b, mb, duration)
}

// begin returns the body o where the motion m begins: o, or with a start of its own moved, which
// is put at.
func (m *Motion) begin(o, moved *Object) *Object {
	if !m.posed || m.from == o.pose {
		return o
	}
	*moved = *o
	moved.set(m.from)
	return moved
}

// solve sets out to the answer about the pair of begin.
func (im *impact) solve(s *solver, deepening bool, out *Impact) {
	im.trace, s.trace = s.trace, nil
	im.search(s, deepening, out)
	s.trace = im.trace
	if im.flip {
		out.swap()
	}
}

// swap makes i the answer for the bodies in the other order.
func (i *Impact) swap() {
	i.Normal = i.Normal.Neg().clean()
	i.PointA, i.PointB = i.PointB, i.PointA
	i.PartA, i.PartB = i.PartB, i.PartA
	i.TriangleA, i.TriangleB = i.TriangleB, i.TriangleA
}

// search is solve in canonical order.
func (im *impact) search(s *solver, deepening bool, out *Impact) {
	g, ct := &im.g, &im.ct
	*out = Impact{PartA: -1, PartB: -1, TriangleA: -1, TriangleB: -1, Upper: g.duration}
	im.steps, im.lower, im.upper = 0, 0, g.duration
	if g.level = 0; deepening {
		g.level = -float64(s.tolerance * g.size)
	}
	s.s = simplex{} // what an earlier pair left in it shows in the last bits where curved cores overlap
	im.cache.Clear()
	if !im.glide(s, out) {
		im.stand(s, deepening, out)
	}
	if out.Iterations = im.steps; out.Verdict == collide.Miss {
		out.Upper = 0
		return
	}
	out.T, out.Lower, out.Upper = im.lower, im.lower, im.upper
	if im.lower > 0 {
		im.bounds(s, im.lower)
		im.contactNow(im.lower, ct)
	}
	out.Normal, out.PointA, out.PointB = ct.Normal, ct.PointA, ct.PointB
	if out.Verdict == collide.Unsure {
		out.Separation = ct.Upper
	}
}

// glide sets out to the verdict about bodies that their balls keep apart at the start, and reports
// whether they do. Such bodies are first measured when they have come near.
func (im *impact) glide(s *solver, out *Impact) bool {
	g := &im.g
	h := im.approach()
	if !(h > 0) || s.iterations == 1 { // one step is for a look at the bodies
		return false
	}
	if im.trace != nil {
		s.distance(g.a.from, g.b.from, nil, &im.ct)
		s.s = simplex{} // answers do not depend on whether there is a trace
	}
	im.steps, im.lower = 1, h
	if h >= g.duration {
		im.record(im.trace, 0, h, collide.ExitPassed)
		out.Verdict, out.Status = collide.Miss, collide.Converged
		return true
	}
	im.record(im.trace, 0, h, collide.ExitAdvanced)
	if out.Verdict, out.Status = collide.Unsure, collide.BadSupport; im.bounds(s, h) {
		out.Verdict, out.Status = im.run(s)
	}
	return true
}

// stand sets out to the verdict about bodies that may be in contact at the start.
func (im *impact) stand(s *solver, deepening bool, out *Impact) {
	g, ct := &im.g, &im.ct
	s.distance(g.a.from, g.b.from, nil, ct)
	im.low, im.up, im.n, im.k.status = ct.Lower, ct.Upper, ct.Normal, ct.Status
	switch touch := ct.touches(); {
	case ct.Status == collide.BadSupport:
		out.Status = collide.BadSupport
	case deepening && !(ct.Lower > -math.MaxFloat64): // half-spaces that overlap without bound
		out.Verdict = collide.Miss
	case touch && !deepening:
		out.Verdict, out.Status, im.upper = collide.Hit, ct.Status, 0
		im.record(im.trace, 0, 0, collide.ExitMet)
	case ct.Relation == collide.Apart && g.still(): // exactly, where the steps see no more than rounding
		out.Verdict, out.Status = collide.Miss, collide.Converged
		im.steps++
		im.record(im.trace, 0, g.duration, collide.ExitPassed)
	case g.a.plane && g.b.plane && !g.together():
		out.Verdict, out.Status, im.upper = im.planes()
	default:
		if deepening {
			g.level = min(0, ct.Lower) - float64(s.tolerance*g.size)
		}
		g.set(0)
		im.features = featuresCorners // which is as good as any while they are far apart
		out.Verdict, out.Status = im.run(s)
	}
}

// touches reports whether the shapes have a common point for certain.
func (c *Contact) touches() bool {
	return c.Relation == collide.Touching || c.Relation == collide.Overlapping
}

// run finds the time of impact of the pair in g between lower, where it was measured and is apart
// or no deeper than the level, and upper.
func (im *impact) run(s *solver) (collide.Verdict, collide.Status) {
	g := &im.g
	im.lastTime, im.creeps, im.probed = -1, 0, false
	im.spun = [2]spindle{}
	im.target = float64(float64(0.5*s.tolerance) * g.size)
	im.near = float64(0.0625 * im.target)
	im.small = min(g.a.body.extent, g.b.body.extent)
	if g.a.plane {
		im.small = g.b.body.extent
	}
	im.rest, im.before = math.Inf(1), featuresUnknown
	limit := impactSteps
	if s.iterations != 0 {
		limit = s.iterations
	}
	for im.steps++; ; im.steps++ {
		im.doubt = im.probed || im.features == im.before && im.low > float64(4*im.rest)+im.target
		im.before = im.features
		h, q, pad := im.best()
		if h >= im.upper-im.lower {
			im.record(im.trace, im.lower, im.upper, collide.ExitPassed)
			return collide.Miss, collide.Converged
		}
		next := im.lower + h
		if next-im.lower > h { // rounded up
			next = math.Nextafter(next, 0)
		}
		if im.creep(h, q.p0, pad); !(next > im.lower) || im.creeps > mostCreeps {
			status := collide.Rounding
			if !g.a.plane && im.k.status == collide.Limit { // of the solver: the normal is no better
				status = collide.Limit
			}
			return im.late(s, status)
		}
		im.record(im.trace, im.lower, next, collide.ExitAdvanced)
		im.rest = q.at(h)
		from := im.lower
		im.last, im.lastTime, im.lower = im.n, from, next
		im.probed = im.rest <= max(im.target, 4*pad)
		if im.probed && im.probe(s, from, &q, pad) {
			return collide.Hit, collide.Converged
		}
		if im.steps >= limit {
			return im.late(s, collide.Limit)
		}
		if !im.bounds(s, im.lower) {
			return collide.Unsure, collide.BadSupport
		}
	}
}

// mostCreeps is after how many creeping steps in a row a search ends.
const mostCreeps = 16

// creep counts steps in a row by h that would not come to an end before the limit, at a gap that is
// hardly more than the rounding.
func (im *impact) creep(h, gap, pad float64) {
	if float64(h*impactSteps) < im.upper-im.lower && gap < float64(8*pad) {
		im.creeps++
		return
	}
	im.creeps = 0
}

// probe looks for contact where the polynomial q, which begins at from, falls well below zero or is
// least, and reports whether there is some.
func (im *impact) probe(s *solver, from float64, q *cubic, pad float64) bool {
	deep := float64(16 * pad)
	if im.target < im.small { // what is smaller than that need not come so deep
		deep = max(deep, 0.5*im.target)
	}
	after := q.fall(-deep, 0.25*deep, im.upper-from)
	if q.p2 > 0 { // not beyond the deepest point
		after = min(after, max(0, -q.p1/q.p2))
	}
	t := min(from+after, im.upper)
	return t > im.lower && im.meets(s, t)
}

// meets reports whether contact at the time t can be proved, and if so makes that the end.
func (im *impact) meets(s *solver, t float64) bool {
	met := false
	if im.g.level != 0 || im.trace != nil {
		met = im.bounds(s, t) && im.up <= im.g.level
	} else {
		met = im.overlap(s, t)
	}
	exit := collide.ExitNotMet
	if met {
		im.upper, exit = t, collide.ExitMet
	}
	im.record(im.trace, t, im.lower, exit)
	return met
}

// shortStep is which part of the time until a pair of points meets along an axis is so little that
// other axes are tried: what another axis costs, a measurement of the bodies costs twice.
const shortStep = 0.25

// best tries axes along the normal: how long they keep the bodies apart, and the polynomial and the
// rounding of the best. Where the features are known that the bodies are nearest with, the axis
// that goes with them is tried alone, unless the same kind said more than was true the last time or
// it goes a short way: an axis that turns with a small body bounds points far from that badly.
func (im *impact) best() (h float64, q cubic, pad float64) {
	g := &im.g
	h = -1
	if g.a.plane { // no other axis bounds a half-space
		im.try(g.a.w, &h, &q, &pad)
		return h, q, pad
	}
	switch im.features {
	case featuresA:
		im.try(g.a.w, &h, &q, &pad)
	case featuresB:
		im.try(g.b.w, &h, &q, &pad)
	case featuresCorners:
		im.try(Vec{}, &h, &q, &pad)
	case featuresEdges:
		if turn, ok := im.edgesTurn(im.n); ok {
			im.try(turn, &h, &q, &pad)
		}
	case featuresUnknown:
	}
	if left := im.upper - im.lower; !im.doubt && h > float64(shortStep*q.quadraticRoot(left)) {
		if q.at(h) > im.target {
			h = im.whirl(h)
		}
		return h, q, pad
	}
	im.try(Vec{}, &h, &q, &pad)
	if g.a.turns {
		im.try(g.a.w, &h, &q, &pad)
	}
	if g.b.turns {
		im.try(g.b.w, &h, &q, &pad)
	}
	if dt := im.lower - im.lastTime; im.lastTime >= 0 && dt > 0 {
		im.try(im.last.Cross(im.n).Scale(1/dt), &h, &q, &pad)
	}
	return im.whirl(h), q, pad
}

// try tries the axis along the normal that turns at the given rate, and sets h, q and pad where it
// keeps the bodies apart longer than h.
func (im *impact) try(turn Vec, h *float64, q *cubic, pad *float64) {
	im.l.set(&im.g, im.n, turn)
	if x, p := im.l.advance(&im.g, im.near, im.upper-im.lower); x > *h {
		*h, *q, *pad = x, p, im.l.pad(x)
	}
}

// lateProbes is how many times after the last proved apart are looked at for contact where the
// search went no farther, each twice as late after it as the one before.
const lateProbes = 40

// late ends a search that goes no farther, or has no step left, with what can be said about later
// times.
func (im *impact) late(s *solver, status collide.Status) (collide.Verdict, collide.Status) {
	g := &im.g
	left := im.upper - im.lower
	for k := -lateProbes; k <= 0; k++ {
		if t := min(im.lower+math.Ldexp(left, k), im.upper); t > im.lower && im.meets(s, t) {
			return collide.Hit, status
		}
	}
	a, b := &im.ends[0], &im.ends[1]
	if g.level == 0 && im.upper == g.duration && g.exactAt(a, b) {
		var ct Contact
		if s.distance(a, b, nil, &ct); ct.touches() {
			return collide.Hit, status
		}
	}
	return collide.Unsure, status
}

// from finds the time of impact of the pair in g, of parts that are apart or no deeper than the
// level before start, until the end, and sets out to it in the order of g.
func (im *impact) from(s *solver, start, end float64, out *Impact) {
	im.lower, im.upper, im.steps = start, end, 0
	s.s = simplex{} // as in search
	im.cache.Clear()
	*out = Impact{PartA: -1, PartB: -1, TriangleA: -1, TriangleB: -1}
	switch g := &im.g; {
	case !im.bounds(s, start):
		out.Status = collide.BadSupport
	case g.a.plane && g.b.plane && !g.together():
		out.Verdict, out.Status, im.upper = im.planes()
	default:
		if im.trace != nil {
			im.contactNow(start, &im.ct)
		}
		out.Verdict, out.Status = im.run(s)
	}
	if out.Iterations = im.steps; out.Verdict == collide.Miss {
		return
	}
	out.T, out.Lower, out.Upper = im.lower, im.lower, im.upper
	if out.Status != collide.BadSupport {
		im.look(s, im.lower, out)
	}
}

// look puts into out where the pair in g is at the time t.
func (im *impact) look(s *solver, t float64, out *Impact) {
	if im.bounds(s, t) {
		ct := &im.ct
		im.contactNow(t, ct)
		out.Normal, out.PointA, out.PointB, out.Separation = ct.Normal, ct.PointA, ct.PointB, ct.Upper
	}
}

// planes answers about two half-spaces that are apart at the start, so that their normals are
// opposite, and turn apart from each other: they meet as soon as the normals are no longer
// opposite, so any later time proves it.
//
// The difference of the normals grows by |D x n| t, D being that of the angular velocities, less at
// most the square of the sum of both times t^2/2.
func (im *impact) planes() (v collide.Verdict, status collide.Status, upper float64) {
	g := &im.g
	w := g.a.w.length() + g.b.w.length()
	across := g.b.w.Sub(g.a.w).Cross(im.n).length()
	if !(across > float64(0x1p-40*w)) {
		return collide.Unsure, collide.Rounding, g.duration
	}
	return collide.Hit, collide.Exact, min(float64(0x1p-50*g.duration), across/w/w)
}
