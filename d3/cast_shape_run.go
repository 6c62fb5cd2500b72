package d3

import (
	"math"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/num"
)

// shapeCast is the work on one pair. Times tau are those of the solvers: t times 2^exp, so that
// the velocity v is about 1 long in the solvers' unit.
type shapeCast struct {
	move  sweepTerm // B's way: all of it, or what is left of it when the bodies have passed each other
	slack float64   // how far off the poses of parts may be
	twist float64   // that, relative to the reach
	moved Object    // B at another time
	pair  planePair // of a half-space and a body
	exp   int
	v     Vec // the velocity in A's frame
	len   float64
	last  float64 // tau at the end of the way
	deep  bool    // Sweep.deepening

	x    Vec     // the points of the simplex are relative to x
	tau  float64 // x is tau v, rounded
	lo   float64 // no contact before it, proved
	end  float64 // no contact after it, proved
	hi   float64 // a contact at some time of at most it, proved; infinite without any
	best float64 // the time of the first contact as doubles see it, in [lo, hi]
	room bool    // the contact of hi has common interior points
	n    Vec     // unit, from A to B, and the point of A about its centre, at lo
	a    Vec
	cos  float64 // the closing speed along n

	slabs          slabCast
	guesses        int     // how often the walk may still guess
	wary           bool    // a place that no plane proved was too far
	before, length float64 // tau at the last turn, and how far x was from the simplex
}

// set makes c the cast of b by t v.
func (c *shapeCast) set(v Vec, w *Sweep) {
	c.move = sweepTerm{v: v, t: w.max, skin: w.skin}
	c.deep = w.deepening
}

// frame sets the velocity and the way in the solvers' unit.
func (c *shapeCast) frame(r *run, a *Object) {
	m := &r.m
	v := c.move.v
	k := num.PowerBelow(largest(v.abs()))
	c.v = a.axes.applyT(v.Scale(k))
	c.len = c.v.Len()
	c.exp = num.Exponent(m.scale) - num.Exponent(k)
	c.begin()
	c.last = num.Ldexp(c.move.t, c.exp)
	if !(c.len > 0) {
		c.last, c.move.t = 0, 0
		return
	}
	// B has passed A for certain when it has gone all the way around it.
	if beyond := float64(4 * (m.reach + r.radius) / c.len); c.last > beyond {
		if t := c.up(beyond); t < c.move.t {
			c.last, c.move.t = num.Ldexp(t, c.exp), t
		}
	}
}

// begin makes c a cast of which nothing is known.
func (c *shapeCast) begin() {
	c.lo, c.tau, c.x, c.n, c.a, c.cos = 0, 0, Vec{}, Vec{}, Vec{}, 1
	c.hi, c.end, c.best, c.room = math.Inf(1), math.Inf(1), 0, false
}

// down returns the time tau in the caller's unit, rounded down; up the same, rounded up.
func (c *shapeCast) down(tau float64) float64 {
	t := num.Ldexp(tau, -c.exp)
	if t < 0x1p-1022 && num.Ldexp(t, c.exp) > tau {
		t = max(0, math.Nextafter(t, 0))
	}
	return min(t, c.move.t)
}

// up is down, rounded up.
func (c *shapeCast) up(tau float64) float64 {
	t := num.Ldexp(tau, -c.exp)
	if t < 0x1p-1022 && num.Ldexp(t, c.exp) < tau {
		t = math.Nextafter(t, math.Inf(1))
	}
	return t
}

// miss makes h the answer that there is no contact.
func (h *ShapeHit) miss() {
	*h = ShapeHit{
		Verdict: collide.Miss, PartA: -1, PartB: -1, TriangleA: -1, TriangleB: -1,
		Status: collide.Exact, Iterations: h.Iterations,
	}
}

// swap makes h the answer for the arguments in the other order: B rested, and A moved by -by.
func (h *ShapeHit) swap(by Vec) {
	if h.Normal == (Vec{}) {
		return
	}
	h.Normal = h.Normal.Neg().clean()
	h.PointA, h.PointB = h.PointB.Sub(by).clean(), h.PointA.Sub(by).clean()
	h.PartA, h.PartB = h.PartB, h.PartA
	h.TriangleA, h.TriangleB = h.TriangleB, h.TriangleA
}

// badSupport makes h the answer about a user's Support that broke its contract.
func (c *shapeCast) badSupport(h *ShapeHit) {
	*h = ShapeHit{
		Upper: c.move.t, Normal: Vec{1, 0, 0}, PartA: -1, PartB: -1, TriangleA: -1, TriangleB: -1, Status: collide.BadSupport,
		Iterations: h.Iterations,
	}
}
