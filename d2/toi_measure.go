package d2

import (
	"math"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/num"
)

// Two bodies on their way at one time: their nearest features, the bracket of their distance, and
// whether they overlap.

// contactNow sets ct to the contact at the time t, at which the bodies were measured last.
func (im *impact) contactNow(t float64, ct *Contact) {
	g, k := &im.g, &im.k
	ct.Lower, ct.Upper, ct.Normal = im.low, im.up, im.n.clean()
	if g.a.plane {
		foot := g.b.far(im.l.b.n)
		at := g.b.place(t).Add(g.b.body.axes().apply(foot)).Sub(im.n.Scale(g.b.body.margin))
		ct.Distance = im.low + float64(0.5*(im.up-im.low))
		ct.PointA, ct.PointB = at.Sub(im.n.Scale(ct.Distance)).clean(), at.clean()
		return
	}
	a := &g.a.body
	inv := 1 / im.scale
	ct.Distance = float64((k.dist - im.radius) * inv)
	own := k.a.Add(k.n.Scale(float64((a.margin + a.inner) * im.scale))).Scale(inv)
	at := g.a.place(t).Add(a.axes().apply(own))
	ct.PointA, ct.PointB = at.clean(), at.Add(im.n.Scale(ct.Distance)).clean()
}

// measure solves the pair at the time last set, for the bodies as set places them, by GJK from the
// end of the last time.
func (im *impact) measure(s *solver) {
	im.place(s)
	s.begin(&im.cache)
	if s.closed(&im.k) {
		im.features = im.closedFeatures()
		return
	}
	im.long(s)
	im.features = featuresOf(&s.s)
}

// place puts the pair at the time last set into the run of s.
func (im *impact) place(s *solver) {
	g := &im.g
	a, b := &g.a.body, &g.b.body
	s.turns, s.s.n = 0, 0
	s.m.place(a, b, g.d, 0)
	s.limit = s.turnLimit()
	s.radius = float64(((a.margin + a.inner) + (b.margin + b.inner)) * s.m.scale)
	im.scale, im.radius = s.m.scale, s.radius
}

// long is solver.solveGJK without the separating axis test, which places the bodies itself.
func (im *impact) long(s *solver) {
	r, k := &s.run, &im.k
	exit := r.gjkFloat(math.Inf(1), k)
	if exit == collide.ExitUnsure {
		exit = r.gjkExact(k)
	}
	switch {
	case exit != collide.ExitContains: // the cores are apart
	case s.epa.flat(r, k):
	case s.epa.start(r, maxVertices+1, k):
	default:
		s.epa.grow(r, maxVertices+1, k)
	}
	im.cache.keep(r)
}

// features says which body has more than a corner where the two are nearest, as far as is known.
type features uint8

const (
	featuresUnknown features = iota
	featuresCorners          // one point of each
	featuresA                // an edge of A
	featuresB                // an edge of B, a corner of A
)

// closedFeatures returns the features of a pair that has a closed form: of a point and another body
// those of that one, which may as well be a corner.
func (im *impact) closedFeatures() features {
	switch a, b := im.g.a.body.kind, im.g.b.body.kind; {
	case a == kindPoint && b == kindPoint:
		return featuresCorners
	case b == kindPoint:
		return featuresA
	case a == kindPoint:
		return featuresB
	}
	return featuresUnknown
}

// featuresOf returns the features that the vertices of s are from.
func featuresOf(s *simplex) features {
	switch {
	case s.n == 1:
		return featuresCorners
	case s.n != 2 || s.p[0].ia < 0 && s.p[0].ib < 0:
		return featuresUnknown
	case s.p[0].ia != s.p[1].ia:
		return featuresA
	}
	return featuresB
}

// bounds sets the bracket of the signed distance at the time t, certified for the bodies as the
// motions have them, and its normal. It reports whether that could be done: a user's Support may
// break its contract.
func (im *impact) bounds(s *solver, t float64) bool {
	if im.g.a.plane {
		return im.height(t)
	}
	if im.g.set(t); big1(im.g.d) > remote {
		return im.apart()
	}
	im.measure(s)
	im.bracket(s)
	im.n = worldNormal(&im.g.a.body, im.k.n)
	if !s.m.bad && !(math.Abs(im.n.Len2()-1) < 0x1p-20) { // beyond the range of the solvers
		return im.apart()
	}
	return !s.m.bad
}

// remote is where bodies are farther apart than the solvers reach: far beyond the positions that a
// body may be placed at.
const remote = 0x1p340

// apart is bounds for bodies so far apart that they are points.
func (im *impact) apart() bool {
	g := &im.g
	im.n, im.features = g.d.Unit(), featuresCorners
	far := g.d.length()
	size := g.a.body.radius + g.b.body.radius + g.margin
	slip := g.slip(far) + float64(0x1p-40*far)
	im.low, im.up = far-size-slip, far+size+slip
	im.k = core{dist: far, n: g.a.body.axes().applyT(im.n), a: Vec{}}
	im.scale, im.radius = 1, 0
	return far-far == 0
}

// bracket sets the bracket from that of the cores in k.
func (im *impact) bracket(s *solver) {
	slack := s.marginSlack(im.k.dist)
	inv := 1 / s.m.scale
	slip := im.g.slip(im.g.d.length()) // no point of a body is farther off, so no distance is farther off either
	im.low = num.ScaleDown(im.k.lower-s.radius-slack, inv) - slip
	im.up = num.ScaleUp(im.k.upper-s.radius+slack, inv) + slip
}

// overlap reports whether the bodies surely overlap at the time t.
func (im *impact) overlap(s *solver, t float64) bool {
	if im.g.a.plane {
		return im.height(t) && im.up <= im.g.level
	}
	if im.g.set(t); big1(im.g.d) > remote {
		return false
	}
	im.place(s)
	slip := float64(im.g.slip(im.g.d.length()) * s.m.scale)
	s.m.errSep += slip
	s.m.errPoint += slip
	if s.begin(&im.cache); !s.closed(&im.k) {
		rel, sure := s.relateFast()
		if sure || s.m.bad {
			return rel == collide.Overlapping && !s.m.bad
		}
		im.long(s)
	}
	if s.m.bad {
		return false
	}
	im.bracket(s)
	return im.up <= 0
}

// height is bounds where A is a half-space.
func (im *impact) height(t float64) bool {
	g := &im.g
	g.set(t)
	im.n, _ = g.a.body.plane.face(g.a.body.axes())
	im.l.set(g, im.n, g.a.w)
	q := im.l.begin(g)
	pad := im.l.pad(0)
	im.low, im.up = q.p0+g.level-pad, q.p0+g.level+pad
	return q.p0-q.p0 == 0
}
