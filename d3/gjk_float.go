package d3

import (
	"math"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/num"
)

// GJK walks a simplex in C = A - B toward the point of C nearest the origin ([GJK88], [Bergen99]).
// The float loop is fast and stops on bounds; what it cannot certify goes to the exact loop, which
// works on the snapped points and always ends: its distance falls strictly and the grid is finite.
// docs/math/gjk.md.

// begin sets up the first simplex: the support point along the way between the axes of cores that
// have such, which is a better start than the direction that a Cache has for them; else from the
// Cache; else the support point toward B's centre, +X where the centres coincide. c may be nil.
func (r *run) begin(c *Cache) {
	r.turns = 0
	r.leap.start()
	if !r.m.hasSpines() || !r.beginAimed() {
		if c.restore(r) {
			return
		}
		d := r.m.t
		if d == (Vec{}) {
			d.X = 1
		}
		r.beginAlong(d)
	}
	r.trace.start(r)
}

// beginAlong makes the simplex the support point along d.
func (r *run) beginAlong(d Vec) {
	r.leap.start()
	s := &r.s
	r.m.support(d, &s.p[0])
	clear(s.lambda[1:]) // all of it: a Cache keeps what weights make of the simplex
	s.lambda[0], s.n = 1, 1
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
		if r.s.thin() {
			exit = collide.ExitUnsure
		} else {
			exit, found = r.straighten(v, found, far)
		}
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
		if v == (Vec{}) {
			v.X = 1
		}
		r.separated(r.m.search(v.Neg()), k)
		k.status = collide.Limit
	default:
	}
	return exit
}

// walk runs the float loop from the simplex of r. It ends early, with ExitFar, when the cores are
// proved farther apart than far. found is the last search: with ExitApart and ExitFar it was along
// -v, with ExitNewton it separates the cores.
//
// At the head of every turn:
//
//	(1) v is the computed point of the simplex nearest the origin;
//	(2) |v| is smaller than at the head of every earlier turn.
func (r *run) walk(tol, far float64) (exit collide.Exit, v Vec, found *probe) {
	s, m := &r.s, &r.m
	if d := r.leap.d; d != (Vec{}) { // what Newton's method found before holds
		return collide.ExitNewton, d.Neg(), m.search(d)
	}
	if r.leap.aims {
		r.leap.aims = false
		if found, exit = r.newtonAimed(tol, far); found != nil {
			return exit, found.d.Neg(), found
		}
	}
	v, inside := s.nearest()
	if inside {
		return s.verifyInside(), v, nil
	}
	vv := v.Len2()
	for r.turns < r.limit {
		length := math.Sqrt(vv)
		if !(length > 0x1p-40) { // rounding of v is no longer small against v
			return r.stuck(v, tol, far)
		}
		r.turns++
		p := &s.p[s.n]
		found = m.support(v.Neg(), p)
		vw := v.Dot(p.w)
		r.trace.gjk(r, v, p)
		if vw > float64(far*length) {
			return collide.ExitFar, v, found
		}
		if !(vv-vw > float64(num.StopAt(tol, length)*length)) { // the bounds are near enough; NaN ends here
			return collide.ExitApart, v, found
		}
		if s.has(p) { // a repeated support point: no progress is left
			return collide.ExitApart, v, found
		}
		s.n++
		if v, inside = s.nearest(); inside {
			return s.verifyInside(), v, nil
		}
		last := vv
		if vv = v.Len2(); !(vv < last) { // rounding has spoiled the step, or v is NaN
			return r.stuck(v, tol, far)
		}
		if m.curved && r.leap.due(m) {
			if found, exit = r.newton(v, tol, far); found != nil {
				return exit, v, found
			}
			if r.leap.moved { // to points of the surface beside the origin
				r.leap.moved = false
				if v, inside = s.nearest(); inside {
					return s.verifyInside(), v, nil
				}
				vv = v.Len2()
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
	if r.leap.moved = false; better == nil {
		m.found = keep
		return collide.ExitApart, found
	}
	return exit, better
}

// stuck ends walk where doubles lead no farther from v, the point of the simplex nearest the
// origin: Newton's method is tried along the last search, until it has failed so once.
func (r *run) stuck(v Vec, tol, far float64) (collide.Exit, Vec, *probe) {
	m := &r.m
	if !r.leap.helps(m) {
		return collide.ExitUnsure, v, nil
	}
	n, d := &r.newt, m.found.d
	n.most = v.Len()
	n.begin(m, &r.s, v, d.Scale(1/d.Len()))
	found, exit := n.close(r, tol, far)
	if r.leap.moved = false; found == nil {
		exit, r.leap.next = collide.ExitUnsure, math.MaxInt
	}
	return exit, v, found
}

// verifyInside returns ExitContains if the tetrahedron s holds the origin for certain.
func (s *simplex) verifyInside() collide.Exit {
	if s.holdsOrigin() {
		return collide.ExitContains
	}
	return collide.ExitUnsure
}

// separated sets k to the answer for separated cores: found is a search along the direction from
// the point of the simplex nearest the origin to the origin.
func (r *run) separated(found *probe, k *core) {
	inv := 1 / found.d.Len()
	w, a := r.s.point()
	r.foot = w
	sep := found.separation(&r.m, inv)
	low, up := r.m.bracket(sep, w.Len())
	if sep > up { // min and max of doubles take longer, as they care for NaN and the sign of zero
		sep = up
	}
	if sep < low {
		sep = low
	}
	k.lower, k.upper, k.dist = low, up, sep // in place, as a copy of what was just stored has to wait
	k.n, k.a, k.status = found.d.Scale(inv), a, 0
}
