package d2

import (
	"math"

	"github.com/collide-go/collide"
)

// Bodies without a closed form, user's shapes and rounded ellipses, are answered by an iteration on
// the certified distance of points of the ray, a convex function of t. A distance of at least f > 0
// with the normal n proves, by the plane through n, a distance of at least f + n.d (t' - t) at
// every other t'. Steps to where that is 0 are Newton's method, and never pass a contact.
// docs/math/ray.md.

// castTurns is the default limit of distances that one ray may take.
const castTurns = 256

// distanceCast is the work on one ray.
type distanceCast struct {
	c     *rayCast
	s     *solver
	still Object // the body at the identity
	point Object

	lo, hi   float64 // no contact before lo, nor after hi
	in       float64 // a t in contact
	found    bool
	bad      bool
	missed   bool
	turns    int
	limit    int
	entering Vec // the normal at lo
}

// iterate sets k to the answer about a body without a closed form.
func (c *rayCast) iterate(s *solver, k *rayAnswer) {
	d := &c.curved
	*d = distanceCast{c: c, s: s, still: *c.body, point: origin, hi: min(c.max, c.line.Far), limit: castTurns}
	if s.iterations != 0 {
		d.limit = s.iterations
	}
	tolerance, trace := s.tolerance, s.trace
	s.tolerance, s.trace = float64(tolerance/16), nil
	d.still.set(Pose{})
	d.search(float64(tolerance * c.body.extent))
	k.turns = d.turns
	switch {
	case d.bad:
		k.verdict, k.status, k.upper = collide.Unsure, collide.BadSupport, min(c.max, math.MaxFloat64)
	case d.missed:
		k.verdict, k.status = collide.Miss, collide.Converged
	case !d.found:
		k.verdict, k.status, k.lower, k.upper = collide.Unsure, collide.Rounding, d.lo, d.hi
		if d.turns >= d.limit {
			k.status = collide.Limit
		}
	default:
		k.verdict, k.status = collide.Hit, collide.Converged
		k.lower, k.upper = d.lo, d.in
		k.before = d.in == 0
		k.normal = d.entering
		if d.turns >= d.limit {
			k.status = collide.Limit
		}
		k.exit = d.leave(float64(tolerance * c.body.extent))
	}
	s.tolerance, s.trace = tolerance, trace
}

// A side tells where a point of the ray is.
type side uint8

const (
	sideOpen   side = iota // not to be told
	sideIn                 // in contact
	sideBefore             // outside, and the body ahead
	sideBeyond             // outside, and the body behind
)

// at asks for the distance at t, and moves lo or hi.
func (d *distanceCast) at(t float64) side {
	d.turns++
	c := d.c
	x := c.o.Add(c.d.Scale(t)).Add(c.body.center)
	d.point.pose.Pos = x
	d.point.set(d.point.pose)
	var ct Contact
	d.s.distance(&d.still, &d.point, nil, &ct)
	if d.bad = ct.Status == collide.BadSupport; d.bad {
		return sideOpen
	}
	slack := c.eo + float64(t*c.ed) + float64(rayPoint*unit*(big1(c.o)+float64(2*t)+big1(c.body.center)))
	switch {
	case ct.Upper+slack < 0:
		return sideIn
	case !(ct.Lower-slack > 0):
		if d.entering == (Vec{}) && ct.Normal.Dot(c.d) < 0 { // the ray may begin on the surface
			d.entering = ct.Normal
		}
		return sideOpen
	}
	f := float64((ct.Lower - slack) * (1 - 0x1p-40))
	s := ct.Normal.Dot(c.d)
	e := c.ed + raySteep*unit
	if s < -2*e {
		d.entering = ct.Normal
		d.lo = max(d.lo, t+f/(e-s))
		return sideBefore
	}
	if s > 2*e {
		d.hi = min(d.hi, t-f/(s+e))
		return sideBeyond
	}
	if float64(4*e*c.line.Far) < f {
		d.missed = true
	}
	return sideOpen
}

// search finds the least t in contact; tol is the length to which.
//
// At the head of every turn there is no contact outside [lo, hi].
func (d *distanceCast) search(tol float64) {
	if d.at(0) == sideIn {
		d.found, d.in = true, 0
		d.lo = 0
		return
	}
	d.newton(tol)
	step := tol
	for d.turns < d.limit && !d.done() {
		t := d.lo + step
		if step *= 4; !(t < d.hi) {
			d.split(tol)
			return
		}
		switch d.at(t) {
		case sideIn:
			d.found, d.in = true, t
			d.refine(tol)
			return
		case sideBeyond:
			d.split(tol)
			return
		case sideOpen, sideBefore:
		}
	}
}

// done reports whether nothing is left to find out.
func (d *distanceCast) done() bool {
	d.missed = d.missed || d.lo > d.hi
	return d.missed || d.bad
}

// newton moves lo as near to the contact as it goes.
func (d *distanceCast) newton(tol float64) {
	for d.turns < d.limit && !d.done() {
		was := d.lo
		if d.at(d.lo) != sideBefore || d.lo-was <= float64(0.125*tol) {
			return
		}
	}
}

// split looks for a contact in [lo, hi] by halving, towards the point nearest the body.
func (d *distanceCast) split(tol float64) {
	for d.turns < d.limit && !d.done() {
		was := d.hi - d.lo
		t := float64(0.5*d.lo) + float64(0.5*d.hi)
		switch d.at(t) {
		case sideIn:
			d.found, d.in = true, t
			d.refine(tol)
			return
		case sideOpen:
			if !d.done() {
				d.quarters(tol)
			}
			return
		case sideBefore, sideBeyond:
		}
		if d.hi-d.lo >= was {
			return
		}
	}
}

// quarters looks for a contact beside the middle of [lo, hi], where none could be told.
func (d *distanceCast) quarters(tol float64) {
	for _, x := range [4]float64{0.25, 0.75, 0.125, 0.875} {
		u := d.lo + float64(x*(d.hi-d.lo))
		if d.turns >= d.limit {
			return
		}
		if d.at(u) == sideIn {
			d.found, d.in = true, u
			d.refine(tol)
			return
		}
		if d.done() {
			return
		}
	}
}

// refine brings in, which is in contact, down to lo.
func (d *distanceCast) refine(tol float64) {
	d.newton(tol)
	step := float64(0.5 * tol)
	for d.turns < d.limit && d.in-d.lo > tol && !d.bad {
		t := d.lo + step
		if !(t < d.in) {
			return
		}
		step *= 4
		if d.at(t) == sideIn {
			d.in = t
			return
		}
	}
}

// leave returns the greatest t in contact, about, for a body that is hit.
func (d *distanceCast) leave(tol float64) float64 {
	c := d.c
	end := min(c.max, c.line.Far)
	d.hi = end
	limit := d.turns + castTurns
	for t := end; d.turns < limit; t = d.hi {
		switch d.at(t) {
		case sideIn, sideOpen, sideBefore:
			return t
		case sideBeyond:
			if t-d.hi <= float64(0.125*tol) {
				return d.hi
			}
		}
	}
	return d.hi
}
