package d2

import (
	"math"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/num"
)

// A half-space and a body, of which B moves: the height of the body's lowest point changes at a
// constant rate. All signs are exact where doubles leave them open.

// fall is a height over a half-space: of a body, or of another half-space. Lengths and velocities
// are those of shapeCast.
type fall struct {
	d             *exactRelation
	p             *planePair // nil for two half-spaces
	a, b          *Object
	height, slack float64 // at the start, less the skin, and how far it may be off
	rate, noise   float64 // the same of its change
}

// beside is convex for a pair of which one body or both are half-spaces.
func (c *shapeCast) beside(s *solver, a, b *Object, h *ShapeHit) {
	h.Iterations = 1
	v := c.move.v
	k := num.PowerBelow(largest(v.abs()))
	c.v = v.Scale(k)
	c.len = c.v.Len()
	plane, x := a, b
	if a.kind != kindHalfSpace {
		plane, x = b, a
	}
	f := fall{d: &s.relation, a: a, b: b, noise: float64(castSlope * unit * c.len)}
	var foot, up Vec
	scale := 1.0
	if x.kind == kindHalfSpace {
		var ct Contact
		s.relation.halfSpaces(a, b, &ct)
		f.height, f.slack = ct.Distance, ct.Upper-ct.Lower
		if ct.Status == collide.Rounding { // they meet wherever they are
			f.height, f.slack = -1, 0
		}
		foot, up = ct.PointB, ct.Normal
	} else {
		p := &c.pair
		var k core
		exactly := s.relation.posed
		s.relation.posed = [2]exactPose{} // the height is that of the rounded poses, as slack has it
		p.init(plane, x, &s.relation.integers)
		s.relation.posed = exactly
		slack, ok := p.solve(&k)
		if !ok {
			c.badSupport(h)
			return
		}
		f.p, f.height, f.slack, scale = p, k.dist-p.radius, slack, p.scale
		up = p.up.Scale(1 / p.up.Len())
		foot = x.pos.Add(x.axes().apply(k.a.Add(p.down.Scale(p.radius)).Scale(1 / p.scale)))
	}
	if f.rate = up.Dot(c.v); x == a {
		f.rate, up = -f.rate, up.Neg()
	}
	skin := float64(c.move.skin * scale)
	f.height -= skin
	f.slack += float64(c.slack*scale) + float64(planeMargin*unit*(skin+math.Abs(f.height)))
	_, e := math.Frexp(k)
	_, g := math.Frexp(scale)
	c.exp = g - e
	if c.fall(&f, h); h.Verdict == collide.Miss {
		h.miss()
		return
	}
	h.PartA, h.PartB, h.TriangleA, h.TriangleB = -1, -1, -1, -1
	over := up.Scale(c.move.skin)
	if x == b {
		foot = foot.Add(v.Scale(h.T))
		h.PointA, h.PointB = foot.Sub(over), foot
	} else {
		h.PointA, h.PointB = foot, foot.Add(over)
	}
	h.Normal, h.PointA, h.PointB = up.clean(), h.PointA.clean(), h.PointB.clean()
}

// fall sets the verdict and the times of h.
func (c *shapeCast) fall(f *fall, h *ShapeHit) {
	start := f.sign(&c.move, 0)
	rate := num.Compare(f.rate, 0)
	if math.Abs(f.rate) <= f.noise {
		rate = f.closing(c.move.v)
	}
	if !c.move.moves() {
		rate = 0
	}
	h.Status = collide.Exact
	switch {
	case start <= 0 && rate < 0, start < 0 && !c.deep:
		h.Verdict = collide.Hit
		return
	case start == 0 && !c.deep:
		h.Verdict = collide.Graze
		return
	case rate >= 0 || start <= 0:
		h.Verdict = collide.Miss
		return
	}
	end := -1
	if t := c.move.t; !(c.up(float64((f.height+f.slack)/max(-f.rate-f.noise, 0))) < t) {
		end = f.sign(&c.move, t)
	}
	if end > 0 || end == 0 && c.deep {
		h.Verdict = collide.Miss
		return
	}
	h.Verdict = collide.Hit
	h.T, h.Lower, h.Upper = c.move.t, c.move.t, c.move.t
	if end == 0 {
		h.Verdict = collide.Graze
		return
	}
	low := max(0, f.height-f.slack)
	h.Lower = c.down(float64(low / (f.noise - f.rate) * (1 - quotientPad*unit)))
	if speed := -f.rate - f.noise; speed > 0 {
		h.Upper = min(c.move.t, c.up(float64((f.height+f.slack)/speed*(1+quotientPad*unit))))
	}
	h.T = max(h.Lower, min(math.Ldexp(f.height/-f.rate, -c.exp), h.Upper))
}

// sign returns the sign of the height at the time t.
func (f *fall) sign(w *sweepTerm, t float64) int {
	if t == 0 && math.Abs(f.height) > f.slack {
		return num.Compare(f.height, 0)
	}
	f.d.sweep = *w
	f.d.sweep.of, f.d.sweep.t = f.b, t
	defer func() { f.d.sweep = sweepTerm{} }()
	if f.p == nil {
		s := f.d.gapOf(f.a, f.b, 0)
		return s.sign
	}
	return f.p.sign()
}

// closing returns the sign of the change of the height, exactly.
func (f *fall) closing(v Vec) int {
	plane, x := f.a, f.b
	if f.p != nil {
		plane, x = f.p.h, f.p.x
	}
	d := f.d
	d.poses(plane, x, min(plane.lowestExponent(), x.lowestExponent()))
	n := d.rotate(d.ra, d.scaled(plane.plane.Normal, lowest(math.MaxInt, plane.plane.Normal)))
	s := d.dot(n, d.scaled(v, lowest(math.MaxInt, v))).Sign()
	if plane == f.b {
		return -s
	}
	return s
}
