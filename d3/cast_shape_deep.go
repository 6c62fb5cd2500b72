package d3

import (
	"math"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/num"
)

// The signed distance of two convex bodies is a convex function of the time: the greatest, over all
// directions, of how far they are separated along it, each of which is linear. So bodies in contact
// at the start go deeper at once or never. docs/math/cast.md, "Deepening".

// line is a lower bound of the signed distance at all times: its value at the time t, and how it
// changes.
type line struct{ t, at, slope float64 }

// depthLevel is what counts as deep: a signed distance below a value in [low, high], by more than
// pad.
type depthLevel struct{ low, high, pad float64 }

// deepen sets h to the answer about bodies in contact at the start, with the contact ct, where only
// deeper contact counts.
func (c *shapeCast) deepen(s *solver, a, b *Object, ct *Contact, h *ShapeHit) {
	h.Status = collide.Converged
	g := depthLevel{ct.Lower, ct.Upper, (ct.Upper - ct.Lower) + float64(castDepth*unit*(a.extent+b.extent))}
	first := line{0, ct.Lower, ct.Normal.Dot(c.move.v)}
	switch v, _ := c.dips(s, a, b, first, &g, &h.Iterations); v {
	case collide.Miss:
		h.miss()
		return
	case collide.Unsure:
		h.Status, h.Upper = collide.Limit, c.move.t
		fallthrough
	default:
		h.Verdict = v
	}
	h.Normal, h.PointA, h.PointB = ct.Normal, ct.PointA, ct.PointB
	h.PartA, h.PartB, h.TriangleA, h.TriangleB = -1, -1, -1, -1
}

// thin reports whether the core of o has no inner point, or may have none. The difference of two
// such cores may be flat: a way that crosses it leads into neither body.
func (o *Object) thin() bool {
	switch o.kind {
	case kindPoint, kindSegment, kindUser:
		return true
	case kindBox, kindCylinder, kindCone, kindEllipsoid:
		return least(o.half) == 0
	case kindHull:
		return o.hull.dim < 3
	case kindHalfSpace, kindComposite:
	}
	return false
}

// sinks returns whether a pair with a curved core, apart before the time lo, goes deeper than the
// tolerance after it, and a time by which it has: with deepening a graze within the tolerance does
// not count. It does not disturb what the walk has found.
func (c *shapeCast) sinks(s *solver, a, b *Object, lo float64, turns *int) (v collide.Verdict, by float64) {
	m, sx, n, radius, moved := s.m, s.s, s.turns, s.radius, c.moved
	defer func() { s.m, s.s, s.turns, s.radius, c.moved = m, sx, n, radius, moved }()
	off := c.pass(b, lo) + c.slack
	var ct Contact
	c.passing(s, a, &ct)
	*turns += ct.Iterations
	if ct.Status == collide.BadSupport {
		return collide.Unsure, 0
	}
	pad := (ct.Upper - ct.Lower) + float64(castDepth*unit*(a.extent+b.extent+c.move.skin))
	g := depthLevel{c.move.skin, c.move.skin, pad}
	return c.dips(s, a, b, line{lo, ct.Lower - off, ct.Normal.Dot(c.move.v)}, &g, turns)
}

// dips returns whether the signed distance goes below g at some time, a Hit, from that of left on,
// which bounds it, and such a time.
//
// Before each turn the signed distance is at least that of the lines left and right, which fall and
// rise; it is least between them.
func (c *shapeCast) dips(
	s *solver, a, b *Object, left line, g *depthLevel, turns *int,
) (v collide.Verdict, by float64) {
	right, pad := left, g.pad
	t := c.move.t
	for range deepenTurns {
		least := left.at + float64((t-left.t)*left.slope)
		if least >= g.high-float64(2*pad) { // at its least it is not deeper
			return collide.Miss, 0
		}
		off := c.pass(b, t) + c.slack
		var now Contact
		c.passing(s, a, &now)
		*turns += now.Iterations
		if now.Status == collide.BadSupport {
			break
		}
		if now.Upper < g.low-float64(2*pad)-off {
			return collide.Hit, t
		}
		if pad = max(pad, (now.Upper-now.Lower)+off); least >= g.high-float64(6*pad) {
			return collide.Miss, 0 // about there it is not, and what brackets leave open is no more
		}
		l := line{t, now.Lower - off, now.Normal.Dot(c.move.v)}
		switch {
		case l.slope < 0 && t >= c.move.t:
			return collide.Miss, 0 // it falls to the end, and not below
		case l.slope < 0:
			left = l
		default:
			right = l
		}
		// Where the lines meet.
		t = (left.at - float64(left.t*left.slope) - right.at + float64(right.t*right.slope)) / (right.slope - left.slope)
		t = max(left.t, min(t, right.t))
	}
	return collide.Unsure, 0
}

// deepenTurns bounds the turns of deepen.
const deepenTurns = 64

// pass makes c.moved the body b at the time t, and returns how far rounding may have moved it.
func (c *shapeCast) pass(b *Object, t float64) float64 {
	c.moved = *b
	p := b.pose
	p.Pos = p.Pos.Add(c.move.v.Scale(t))
	c.moved.set(p)
	return num.RoundUp(float64(castPose*unit*(big1(p.Pos)+big1(b.pose.Pos))) + math.SmallestNonzeroFloat64)
}

// passing sets ct to the answer about a and c.moved. Where parts have exact poses, those are of the
// start: c.moved is where its rounded pose has it, as its slack has it.
func (c *shapeCast) passing(s *solver, a *Object, ct *Contact) {
	exactly := s.relation.posed
	s.relation.posed = [2]exactPose{}
	s.distance(a, &c.moved, nil, ct)
	s.relation.posed = exactly
}
