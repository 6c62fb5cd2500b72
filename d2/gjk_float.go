package d2

import (
	"math"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/num"
)

// GJK walks a simplex in C = A - B toward the point of C nearest the origin ([GJK88], [Bergen99]).
// The float loop is fast and stops on bounds; what it cannot certify goes to the exact loop, which
// works on the snapped points and always ends: its distance falls strictly and the grid is finite.
// docs/math/gjk.md.

// begin sets up the first simplex: from the Cache, or else the support point toward B's centre, +X
// where the centres coincide. c may be nil.
func (r *run) begin(c *Cache) {
	r.turns, r.leap = 0, leap{next: newtonFirst}
	if c.restore(r) {
		return
	}
	d := r.m.t
	if d == (Vec{}) {
		d.X = 1
	}
	found := r.m.support(d, &r.s.p[0])
	r.s.lambda, r.s.n = [3]float64{1}, 1 // all of it: a Cache keeps what weights make of the simplex
	r.trace.start(r, found)
}

// gap returns the gap between the bounds at which GJK may stop, with the bracket allowed to be w
// wide.
func (r *run) gap(w *num.Allowance) float64 {
	if !r.m.curved {
		return num.Noise
	}
	return max(num.Noise, float64(w.At(0)-r.m.errSep-r.m.errPoint)/4)
}

// gjkFloat runs GJK in doubles and sets k where that gives the answer: with ExitApart and
// ExitLimit. ExitContains says that the cores have a common point, ExitUnsure that gjkExact has to
// go on. It ends early, with ExitFar and the bounds so far in k, where the cores are farther apart
// than far.
func (r *run) gjkFloat(far float64, k *core) collide.Exit {
	w := r.allowance()
	exit, v, found := r.walk(r.gap(&w), far)
	if exit == collide.ExitApart {
		exit, found = r.straighten(v, found, far)
	}
	r.trace.gjkEnd(r, exit)
	switch exit {
	case collide.ExitApart, collide.ExitNewton:
		r.separated(found, k)
		if k.status = collide.Converged; !(k.upper-k.lower <= w.At(k.lower)) {
			return collide.ExitUnsure
		}
	case collide.ExitFar:
		r.separated(found, k)
	case collide.ExitLimit:
		r.outOfTurns(v, k)
	default:
	}
	return exit
}

// outOfTurns sets k to the answer at the iteration limit: the simplex bounds the distance from
// above, and a search along -v, of any length, from below.
func (r *run) outOfTurns(v Vec, k *core) {
	if v == (Vec{}) {
		v.X = 1
	}
	r.separated(r.m.search(v.Neg()), k)
	k.status = collide.Limit
}

// shortest is the length below which the side of an edge on which the origin lies is not certain in
// doubles: the product behind it is off by 2u |edge| |w| with |w| < 1/2, so the length by u.
const shortest = sideOfOrigin * unit

// walk runs the float loop from the simplex of r. It ends early, with ExitFar, when the cores are
// proved farther apart than far. found is the last search: with ExitApart and ExitFar it was along
// -v, with ExitNewton it separates the cores.
//
// At the head of every turn:
//
//	(1) v is the computed point of the simplex nearest the origin, and vv the square of its length;
//	(2) |v| is smaller than at the head of every earlier turn;
//	(3) the direction of v is that of a vertex or the perpendicular of an edge.
func (r *run) walk(tol, far float64) (exit collide.Exit, v Vec, found *probe) {
	s, m := &r.s, &r.m
	if d := r.leap.d; d != (Vec{}) { // what Newton's method found before holds
		return collide.ExitNewton, d.Neg(), m.search(d)
	}
	v, inside := s.nearest()
	if inside {
		return s.verifyInside(), v, nil
	}
	vv := v.Len2()
	for r.turns < r.limit {
		length := math.Sqrt(vv)
		if !(length > shortest) { // doubles cannot tell on which side of the simplex the origin lies
			return collide.ExitUnsure, v, nil
		}
		p := &s.p[s.n]
		found = m.support(v.Neg(), p)
		r.turns++
		vw := v.Dot(p.w)
		r.trace.gjk(r, v, found, p)
		if vw > float64(far*length) { // all of C lies farther off than the caller asked
			return collide.ExitFar, v, found
		}
		if !(vv-vw > float64(num.StopAt(tol, length)*length)) { // the bounds have met; NaN leaves here, too
			return collide.ExitApart, v, found
		}
		if s.has(p) { // a repeated support point: no point of C is nearer along v
			return collide.ExitApart, v, found
		}
		s.n++
		if v, inside = s.nearest(); inside {
			return s.verifyInside(), v, nil
		}
		last := vv
		if vv = v.Len2(); !(vv < last) { // rounding ate the progress
			return collide.ExitUnsure, v, nil
		}
		if m.curved && r.leap.due(m) {
			if found, exit = r.newton(v, tol, far); found != nil {
				return exit, v, found
			}
		}
	}
	return collide.ExitLimit, v, nil
}

// straightAt is the gap between the bounds, of the distance of cores, at which a direction counts
// as that of the nearest points: it is open by 2^-24 of a radian then, the root of twice as much.
const straightAt = 0x1p-49

// straighten tries Newton's method from v, where GJK ended because the bounds of curved cores are
// near enough for the distance, but not for the direction; found is the last search.
func (r *run) straighten(v Vec, found *probe, far float64) (collide.Exit, *probe) {
	m := &r.m
	if !r.leap.helps(m) {
		return collide.ExitApart, found
	}
	length := v.Len()
	if !(length-found.separation(m, 1/length) > float64(straightAt*length)) {
		return collide.ExitApart, found
	}
	keep := m.found
	better, exit := r.newton(v, num.Noise, far)
	if better == nil {
		m.found = keep
		return collide.ExitApart, found
	}
	return exit, better
}

// verifyInside returns ExitContains if the triangle s holds the origin for certain.
func (s *simplex) verifyInside() collide.Exit {
	g := s.grid()
	if s.holdsOrigin(&g) {
		return collide.ExitContains
	}
	return collide.ExitUnsure
}

// separated sets k to the answer for separated cores: found is a search along the direction from
// the point of the simplex nearest the origin to the origin.
func (r *run) separated(found *probe, k *core) {
	m := &r.m
	inv := 1 / found.d.Len()
	k.n = found.d.Scale(inv)
	w, a := r.s.point()
	r.foot = w
	sep := found.separation(m, inv)
	low, up := sep-m.errSep, w.Len()+m.errPoint
	if sep > up { // min and max of doubles take longer, as they care for NaN and the sign of zero
		sep = up
	}
	if sep < low {
		sep = low
	}
	k.lower, k.upper, k.dist, k.a = low, up, sep, a
}
