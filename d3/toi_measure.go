package d3

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
		at := g.b.place(t).Add(g.b.body.axes.apply(foot)).Sub(im.n.Scale(g.b.body.margin))
		ct.Distance = im.low + float64(0.5*(im.up-im.low))
		ct.PointA, ct.PointB = at.Sub(im.n.Scale(ct.Distance)).clean(), at.clean()
		return
	}
	a := &g.a.body
	inv := 1 / im.scale
	ct.Distance = float64((k.dist - im.radius) * inv)
	own := k.a.Add(k.n.Scale(float64((a.margin + a.inner) * im.scale))).Scale(inv)
	at := g.a.place(t).Add(a.axes.apply(own))
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
	s.solveGJK(&im.cache, false, &im.k)
	im.features = im.featuresOf(&s.s)
}

// place puts the pair at the time last set into the run of s.
func (im *impact) place(s *solver) {
	g := &im.g
	a, b := &g.a.body, &g.b.body
	s.turns, s.s.n, s.epa.way = 0, 0, math.Inf(1)
	s.m.place(a, b, g.d, 0)
	s.limit = s.turnLimit()
	s.radius = float64(((a.margin + a.inner) + (b.margin + b.inner)) * s.m.scale)
	im.scale, im.radius = s.m.scale, s.radius
}

// features says what of the bodies is where they are nearest, as far as is known.
type features uint8

const (
	featuresUnknown features = iota
	featuresCorners          // one point of each
	featuresA                // an edge or a face of A, and a corner of B or a face with that
	featuresB                // an edge or a face of B, and a corner of A
	featuresEdges            // an edge of each
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

// featuresOf returns the features that the vertices of s are from, of two edges what they are from
// end to end, in the frames of the bodies.
func (im *impact) featuresOf(s *simplex) features {
	if s.n == 1 {
		return featuresCorners
	}
	var a, b int // how many corners of each
	for i := range s.n {
		p := &s.p[i]
		if p.ia < 0 || p.ib < 0 || s.n == 4 {
			return featuresUnknown
		}
		newA, newB := 1, 1
		for j := range i {
			if s.p[j].ia == p.ia {
				newA = 0
			}
			if s.p[j].ib == p.ib {
				newB = 0
			}
		}
		a, b = a+newA, b+newB
	}
	switch {
	case a == 2 && b == 2:
		im.edges(s)
		return featuresEdges
	case a >= b:
		return featuresA
	}
	return featuresB
}

// edges sets the edges that the vertices of s, two corners of each body, are from.
func (im *impact) edges(s *simplex) {
	g := &im.g
	p := &s.p[0]
	for i := 1; i < s.n; i++ {
		if q := &s.p[i]; q.ia != p.ia {
			im.edgeA = g.a.core.vertex(q.ia).Sub(g.a.core.vertex(p.ia))
		}
		if q := &s.p[i]; q.ib != p.ib {
			im.edgeB = g.b.core.vertex(q.ib).Sub(g.b.core.vertex(p.ib))
		}
	}
}

// edgesTurn returns how fast the axis n, across an edge of each body, has to turn to stay across
// both, and whether there is an answer. The edges are those of im.edges.
func (im *impact) edgesTurn(n Vec) (turn Vec, ok bool) {
	g := &im.g
	a, b := g.a.body.axes.apply(im.edgeA), g.b.body.axes.apply(im.edgeB)
	det := a.Dot(b.Cross(n))
	if !(math.Abs(det) > float64(0x1p-20*a.length())*b.length()) {
		return Vec{}, false
	}
	p, q := g.a.w.Cross(n).Dot(a), g.b.w.Cross(n).Dot(b)
	u := b.Cross(n).Scale(p / det).Sub(a.Cross(n).Scale(q / det))
	return n.Cross(u), true
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
	im.k = core{dist: far, n: g.a.body.axes.applyT(im.n), a: Vec{}}
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
		s.solveGJK(nil, false, &im.k)
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
	im.n, _ = g.a.body.plane.face(&g.a.body.axes)
	im.l.set(g, im.n, g.a.w)
	q := im.l.begin(g)
	pad := im.l.pad(0)
	im.low, im.up = q.p0+g.level-pad, q.p0+g.level+pad
	return q.p0-q.p0 == 0
}
