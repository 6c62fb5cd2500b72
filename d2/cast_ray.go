package d2

import (
	"math"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/num"
)

// A ray meets a convex body in an interval of its parameter t. In the body's own frame the body is
// a union of pieces, each the points for which some linear constraints and at most one quadratic
// one hold: a box or an ellipse is one piece; what a disc sweeps that moves over a polygon is one
// for each edge and vertex. The line enters and leaves each piece at quotients or roots that are
// known in closed form. Doubles with error bounds find them first; what they cannot tell is decided
// in integers. docs/math/ray.md.

// rayCast is the work space for rays.
type rayCast struct {
	ray   *Ray
	max   float64 // Ray.max in units of t for the direction dir
	shift int     // dir is the ray's direction times 2^-shift
	dir   Vec     // with the largest coordinate in [1/2, 1), or zero

	// The body under way, and the ray in its frame, about its centre.
	body   *Object
	o, d   Vec
	eo, ed float64 // o and d are that near the true ones

	line    num.Line
	exactly bool       // the second pass, in integers
	pose    *exactPose // of a part of a compound; nil for other bodies
	n       rayInts
	curved  distanceCast
}

// rayAnswer is what is found about a ray and one convex body, with t for the direction dir.
type rayAnswer struct {
	verdict      collide.Verdict
	lower, upper float64 // of the least t in contact
	exit         float64 // of the greatest; +Inf where there is none
	before       bool    // the ray's line is in the body before the origin
	id           int32   // the constraint by which the ray enters; -1 where before is set
	normal       Vec     // of a curved body that an iteration answers, in its frame
	status       collide.Status
	turns        int
}

// start begins a query about r.
func (c *rayCast) start(r *Ray) {
	c.ray = r
	big := largest(r.direction.abs())
	if big > 0x1p-500 {
		k := num.PowerBelow(big)
		c.dir, c.max = r.direction.Scale(k), float64(r.max/k)
		c.shift = 1023 - int(math.Float64bits(k)>>52)
		return
	}
	_, c.shift = math.Frexp(big)
	c.dir, c.max = ldexpVec(r.direction, -c.shift), math.Ldexp(r.max, c.shift)
}

// enter takes the ray to the frame of o. from and d are its origin about the position of o, and its
// direction, in the axes about o; they are within ef and ed of the true ones.
//
// The length of the matrix, products and sums make rayPlace, and taking the centre off rayShift.
func (c *rayCast) enter(o *Object, from, d Vec, ef, ed float64) {
	c.body, c.exactly = o, false
	size := big1(from)
	if o.pose.Rot == (Rot{}) {
		c.o, c.d, c.eo, c.ed = from, d, ef, ed
	} else {
		c.o, c.d = o.axes().applyT(from), o.axes().applyT(d)
		c.eo, c.ed = ef+float64(rayPlace*unit*size), ed+rayTurn*unit
	}
	if o.center != (Vec{}) {
		c.o = c.o.Sub(o.center)
		c.eo += float64(rayShift * unit * (float64(2*size) + big1(o.center)))
	}
	far := c.max // of a half-space
	if o.kind != kindHalfSpace {
		far = float64(4*(size+big1(o.center)+o.radius+o.margin)) + 0x1p-1000
	}
	c.line.Reset(c.max, far)
}

// convex sets k to the answer about the convex body o in the world.
func (c *rayCast) convex(s *solver, o *Object, k *rayAnswer) {
	from := c.ray.origin.Sub(o.pose.Pos)
	c.pose = nil
	c.enter(o, from, c.dir, float64(unit*big1(from)), 4*0x1p-1000)
	c.solve(s, k)
}

// solve sets k to the answer about the body under way.
func (c *rayCast) solve(s *solver, k *rayAnswer) {
	*k = rayAnswer{status: collide.Exact, turns: 1, id: -1}
	c.n.d2 = &s.relation.integers
	if o := c.body; o.kind == kindUser || o.margin > 0 && o.kind.curved() {
		c.iterate(s, k)
		return
	}
	c.pieces()
	l := &c.line
	if !l.Doubt && !c.wide() {
		if l.Found {
			k.verdict = collide.Hit
			k.lower, k.upper, k.exit, k.before, k.id = l.Lower, l.Upper, l.Exit, l.Before, l.ID
		} else {
			k.verdict = collide.Miss
		}
		return
	}
	c.settle(s, k)
}

// looseExit is how far off the exit may be, relative to its t and to the size.
const looseExit = 0x1p-36

// wide reports whether the brackets are too wide to leave them so: that of the exit, and the one of
// t of a curved body.
func (c *rayCast) wide() bool {
	l := &c.line
	switch size := c.body.extent; {
	case !l.Found:
		return false
	case l.Loose > float64(looseExit*(math.Abs(l.Exit)+size)):
		return true
	case l.Upper-l.Lower <= float64(1e-10*size):
		return false
	}
	return c.body.kind.curved() || c.body.margin > 0
}

// settle sets k to the exact answer.
func (c *rayCast) settle(s *solver, k *rayAnswer) {
	n := &c.n
	n.prepare(&s.relation.integers, c)
	c.exactly = true
	c.pieces()
	l := &n.line
	switch l.Found {
	case 0:
		k.verdict = collide.Miss
		return
	case 1:
		k.verdict = collide.Graze
	default:
		k.verdict = collide.Hit
	}
	k.lower, k.upper, k.exit, k.before, k.id = l.Lower, l.Upper, l.Exit, l.Before, l.ID
}

// answer sets h to the answer about the body under way, with the normal in its frame.
func (c *rayCast) answer(k *rayAnswer, h *RayHit) {
	*h = RayHit{}
	h.Verdict, h.Part, h.Triangle, h.Status, h.Iterations = k.verdict, -1, -1, k.status, k.turns
	if k.verdict == collide.Miss {
		return
	}
	h.Lower, h.Upper = c.bounds(k)
	h.T = num.PlusZero(min(max(num.Middle(h.Lower, h.Upper), h.Lower), h.Upper, math.MaxFloat64))
	h.Point = c.ray.At(h.T)
	if k.verdict == collide.Unsure {
		return
	}
	h.Exit = max(min(c.parameter(k.exit), c.ray.max), h.T)
	if h.HasExit = !math.IsInf(h.Exit, 1); !h.HasExit {
		h.Exit = 0
	}
	if !k.before {
		c.surface(k, h)
	}
}

// bounds returns the bracket of k in the ray's own parameter.
func (c *rayCast) bounds(k *rayAnswer) (lower, upper float64) {
	lower = min(max(c.parameter(k.lower), 0), c.ray.max, math.MaxFloat64)
	return lower, max(lower, min(c.parameter(k.upper), c.ray.max))
}

// parameter returns the ray's own parameter for t.
func (c *rayCast) parameter(t float64) float64 {
	if -500 < c.shift && c.shift < 500 {
		return float64(t * math.Float64frombits(uint64(1023-c.shift)<<52))
	}
	return math.Ldexp(t, -c.shift)
}
