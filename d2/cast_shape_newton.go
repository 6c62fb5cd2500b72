package d2

import "math"

// The walk of a cast ends where its bounds meet, and a gap e between them leaves the direction open
// by the root of 2e over the distance of the cores: 2^-14 at worst. Newton's method, which solves
// for the direction and the time together, gives both to within rounding, from a few turns of the
// walk on. docs/math/cast.md, "The normal".

const (
	sharpTurn  = 0x1p-52 // the square of the last turn of the direction: the next one is below rounding
	sharpTries = 4       // how often vertices that were missed are taken in
)

// sharpen looks for the time, the normal and the point of the first contact of curved cores by
// Newton's method, from the simplex of r seen along n. It reports whether there are points of both
// bodies as near as rounding, or as tol if that is more, at that time; else nothing changes but lo.
func (c *shapeCast) sharpen(r *run, n Vec, tol float64) bool {
	m := &r.m
	if !m.curved || m.a.kind == kindUser || m.b.kind == kindUser || n == (Vec{}) {
		return false
	}
	var w newton
	t, tau, lo := m.t, c.tau, c.lo
	m.t = t.Add(c.x)
	w.begin(r, n)
	m.t = t
	for range sharpTries {
		if r.turns >= r.limit || !c.turn(r, &w, t, &tau) {
			return false
		}
		r.turns++
		var p vertex
		found := m.support(w.d, &p)
		f := c.plane(r, found, w.d, 1)
		if m.bad {
			return false
		}
		late := f.slope < 0 && f.root >= lo
		if late && c.sharp(r, &w, found, p, &f, c.near(r, r.radius)) {
			return true
		}
		if !w.missed([2]int32{p.ia, p.ib}) {
			return tol > 0 && late && c.sharp(r, &w, found, p, &f, tol)
		}
	}
	return false
}

// sharp is the end of sharpen, of which n is the work, found the last search, which came to p, and f
// what that tells.
func (c *shapeCast) sharp(r *run, n *newton, found *probe, p vertex, f *facing, tol float64) bool {
	var s simplex
	n.simplex(&s)
	w, a := s.point()
	if !(math.Abs(w.Sub(c.v.Scale(f.root)).Len()-r.radius) <= tol) {
		return false
	}
	for i := range s.n {
		s.p[i].w = s.p[i].w.Sub(c.x)
	}
	r.s = s
	if y, _ := s.point(); r.trace != nil && y.Len() > 0x1p-40 {
		p.w = p.w.Sub(c.x)
		r.trace.cast(c, r, found, n.d.Scale(-y.Len()), &p)
	}
	c.n, c.a, c.cos, c.best = n.d, a, -f.slope, max(c.lo, f.root)
	return true
}

// turn solves for the direction across both cores and the time tau at which the bodies meet along
// it, and reports whether it has them. t is where B starts.
func (c *shapeCast) turn(r *run, n *newton, t Vec, tau *float64) (still bool) {
	m := &r.m
	defer func() { m.t = t }()
	m.t = t.Add(c.v.Scale(*tau))
	n.set()
	for range newtonSteps {
		turn, changed, ok := n.step()
		if !ok {
			return false
		}
		n.set()
		slope := n.d.Dot(c.v)
		if !(slope < 0) {
			return false
		}
		gap := n.w.Dot(n.d) + r.radius
		by := gap / slope
		*tau += by
		m.t = t.Add(c.v.Scale(*tau))
		n.w = n.w.Sub(c.v.Scale(by))
		still = !changed && turn <= sharpTurn
		if still && math.Abs(gap) <= newtonGap*unit { // solved where they meet
			return true
		}
	}
	return still
}
