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

// deepen sets h to the answer about bodies in contact at the start, with the contact ct, where only
// deeper contact counts.
//
// Before each turn the signed distance is at least that of the lines left and right, which fall and
// rise; it is least between them.
func (c *shapeCast) deepen(s *solver, a, b *Object, ct *Contact, h *ShapeHit) {
	h.Status = collide.Converged
	left := line{0, ct.Lower, ct.Normal.Dot(c.move.v)}
	pad := (ct.Upper - ct.Lower) + float64(64*unit*(a.extent+b.extent))
	right := left
	t := c.move.t
	for range deepenTurns {
		least := left.at + float64((t-left.t)*left.slope)
		if least >= ct.Upper-float64(2*pad) { // at its least it is not deeper
			h.miss()
			return
		}
		off := c.pass(b, t)
		var now Contact
		s.distance(a, &c.moved, nil, &now)
		h.Iterations += now.Iterations
		if now.Status == collide.BadSupport {
			break
		}
		if now.Upper < ct.Lower-float64(2*pad)-off {
			h.Verdict = collide.Hit
			h.Normal, h.PointA, h.PointB = ct.Normal, ct.PointA, ct.PointB
			h.PartA, h.PartB, h.TriangleA, h.TriangleB = -1, -1, -1, -1
			return
		}
		pad = max(pad, (now.Upper-now.Lower)+off)
		l := line{t, now.Lower - off, now.Normal.Dot(c.move.v)}
		switch {
		case l.slope < 0 && t >= c.move.t:
			h.miss() // it falls to the end, and not below
			return
		case l.slope < 0:
			left = l
		default:
			right = l
		}
		// Where the lines meet.
		t = (left.at - float64(left.t*left.slope) - right.at + float64(right.t*right.slope)) / (right.slope - left.slope)
		t = max(left.t, min(t, right.t))
	}
	h.Verdict, h.Status = collide.Unsure, collide.Limit
	h.Upper = c.move.t
	h.Normal, h.PointA, h.PointB = ct.Normal, ct.PointA, ct.PointB
	h.PartA, h.PartB, h.TriangleA, h.TriangleB = -1, -1, -1, -1
}

// deepenTurns bounds the turns of deepen.
const deepenTurns = 64

// pass makes c.moved the body b at the time t, and returns how far rounding may have moved it.
func (c *shapeCast) pass(b *Object, t float64) float64 {
	c.moved = *b
	p := b.pose
	p.Pos = p.Pos.Add(c.move.v.Scale(t))
	c.moved.set(p)
	return num.RoundUp(float64(2*unit*(big1(p.Pos)+big1(b.pose.Pos))) + math.SmallestNonzeroFloat64)
}
