package d2

import (
	"math"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/num"
)

// GJK walks a simplex in C = A - B toward the point of C nearest the origin ([GJK88], [Bergen99]). The float loop
// is fast and stops on bounds; what it cannot certify goes to the exact loop, which works on the snapped
// points and always ends: its distance falls strictly and the grid is finite. docs/math/gjk.md.

// start fills the simplex with its first vertex: the support point toward B's centre, +X where the centres coincide.
func (r *run) start() {
	d := r.m.t
	if d == (Vec{}) {
		d.X = 1
	}
	found := r.m.search(d, &r.s.p[0])
	r.s.lambda[0], r.s.n = 1, 1
	r.trace.start(r, found)
}

// shortest is the length below which the side of an edge on which the origin lies is not certain in doubles: the
// product behind it is off by 2u |edge| |w| with |w| < 1/2, so the length by u.
const shortest = 8 * unit

// gjk runs the float loop from the simplex in r.s; v is its computed point nearest the origin. It ends early, with ExitFar, when
// the cores are proved farther apart than far. found is the last search: with ExitApart and ExitFar the one from v toward the origin.
//
// At the head of every turn:
// (1) v is the computed point of the simplex nearest the origin, and vv the square of its length.
// (2) |v| is smaller than at the head of every earlier turn.
// (3) The direction of v is that of a vertex or the perpendicular of an edge.
func (r *run) gjk(tol, far float64) (end collide.Exit, v Vec, found *probe) {
	s, m := &r.s, &r.m
	v, inside := s.nearest()
	if inside {
		return r.verifyInside(), v, nil
	}
	vv := v.Len2()
	for r.turns < r.limit {
		length := math.Sqrt(vv)
		if !(length > shortest) { // doubles cannot tell on which side of the simplex the origin lies
			return collide.ExitUnsure, v, nil
		}
		p := &s.p[s.n]
		found = m.search(v.Neg(), p)
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
			return r.verifyInside(), v, nil
		}
		last := vv
		if vv = v.Len2(); !(vv < last) { // rounding ate the progress
			return collide.ExitUnsure, v, nil
		}
	}
	return collide.ExitLimit, v, nil
}

// verifyInside returns ExitContains if the triangle in r.s holds the origin for certain.
func (r *run) verifyInside() collide.Exit {
	g := r.s.grid()
	if r.s.holdsOrigin(&g) {
		return collide.ExitContains
	}
	return collide.ExitUnsure
}
