package d3

import (
	"math"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/num"
)

// GJK walks a simplex in C = A - B toward the point of C nearest the origin ([GJK88], [Bergen99]). The float loop
// is fast and stops on bounds; what it cannot certify goes to the exact loop, which works on the snapped
// points and always ends: its distance falls strictly and the grid is finite. docs/math/gjk.md.

// outcome says where a GJK loop ended.
type outcome uint8

const (
	outApart    outcome = iota // the simplex carries the nearest point, as far as the bounds say
	outContains                // the simplex holds the origin, exactly on the grid
	outUnsure                  // doubles made no more progress
	outFar                     // farther apart than the caller cares
	outLimit                   // the iteration limit
)

// core is the answer about two cores, in the solvers' unit and A's frame.
type core struct {
	lower, upper float64 // certified bounds of the signed distance
	dist         float64 // the value reported, in [lower, upper]
	n            Vec     // unit, from A to B
	a            Vec     // witness point of A about its centre
	status       collide.Status
}

// start fills the simplex with its first vertex: the support point toward B's centre, +X where the centres coincide.
func (q *Query) start(m *minkowski) {
	d := m.t
	if d == (Vec{}) {
		d.X = 1
	}
	m.support(d, &q.s.p[0])
	q.s.lambda[0], q.s.n = 1, 1
	q.trace.start(q, d)
}

// gjk runs the float loop from the simplex in q.s; v is its nearest point as doubles see it. It ends early, with outFar, when the cores are proved
// farther apart than far.
//
// At the head of every turn: v is the point of the simplex nearest the origin as doubles see it, and no shorter
// than on no earlier turn.
func (q *Query) gjk(m *minkowski, tol, far float64) (out outcome, v Vec) {
	s := &q.s
	v, inside := s.nearest()
	if inside {
		return q.verifyInside(), v
	}
	vv := v.Len2()
	for ; q.turns < q.limit; q.turns++ {
		length := math.Sqrt(vv)
		if !(length > 0x1p-40) {
			return outUnsure, v // rounding of v is no longer small against v
		}
		p := &s.p[s.n]
		m.support(v.Neg(), p)
		vw := v.Dot(p.w)
		q.trace.gjk(q, v, p)
		if vw > float64(far*length) {
			q.turns++
			return outFar, v
		}
		if !(vv-vw > float64(num.StopAt(tol, length)*length)) || s.has(p) {
			q.turns++
			return outApart, v
		}
		s.n++
		if v, inside = s.nearest(); inside {
			q.turns++
			return q.verifyInside(), v
		}
		last := vv
		if vv = v.Len2(); !(vv < last) {
			q.turns++
			return outUnsure, v
		}
	}
	return outLimit, v
}

// verifyInside returns outContains if the tetrahedron in q.s holds the origin for certain.
func (q *Query) verifyInside() outcome {
	if q.s.holdsOrigin() {
		return outContains
	}
	return outUnsure
}

// gjkExact runs the exact loop from the simplex in q.s. dir points from the origin to the nearest point.
//
// At the head of every turn the simplex is exactly the carrier of its nearest point, which is nearer than before.
func (q *Query) gjkExact(m *minkowski, tol float64) (out outcome, dir Vec) {
	s := &q.s
	for ; q.turns < q.limit; q.turns++ {
		d := s.nearestExact()
		if d == (gridVec{}) {
			return outContains, Vec{}
		}
		dir = direction(d[0], d[1], d[2])
		p := &s.p[s.n]
		m.support(dir.Neg(), p)
		gap := dir.Dot(s.p[0].w.Sub(p.w))
		q.trace.gjkExact(q, dir, p)
		if !(gap > float64(num.StopAt(tol, dir.Dot(s.p[0].w)/dir.Len())*dir.Len())) || d.dot(gridPoint(toGrid(p.w)).sub(toGrid(s.p[0].w))).Sign() >= 0 {
			q.turns++
			return outApart, dir
		}
		s.n++
	}
	d := s.nearestExact()
	if d == (gridVec{}) {
		return outContains, Vec{}
	}
	dir = direction(d[0], d[1], d[2])
	m.support(dir.Neg(), &s.p[3])
	return outLimit, dir
}

// apart sets c to the answer for separated cores. toward points from the origin to the nearest point of C; the last support
// point was looked for along its negative.
func (q *Query) apart(m *minkowski, toward Vec, c *core) {
	inv := 1 / toward.Len()
	n := toward.Scale(-inv)
	w, a := q.s.point()
	sep := m.lastSeparation(inv)
	low, up := m.bracket(sep, w.Len())
	*c = core{lower: low, upper: up, dist: max(low, min(sep, up)), n: n, a: a}
}

// bracket returns the certified bounds of the distance from a separation and the length of a point of C as computed. The
// error bounds count what is relative to the reach; the rest is relative to the values: normalising, and the last sums.
func (m *minkowski) bracket(sep, length float64) (lower, upper float64) {
	return sep - float64(8*unit*math.Abs(sep)) - m.errSep, length + float64(10*unit*length) + m.errPoint
}

// solve sets c to the answer about the cores of m. far is as for gjk.
func (q *Query) solve(m *minkowski, far float64, c *core) {
	w := q.width(m)
	tol := float64(num.Noise)
	if m.curved {
		tol = max(tol, float64(w.At(0)-m.errSep-m.errPoint)/4)
	}
	out, v := q.gjk(m, tol, far)
	if out == outApart && q.s.thin() {
		out = outUnsure
	}
	q.trace.gjkEnd(q, out)
	if out == outApart || out == outFar {
		q.apart(m, v, c)
		if c.upper-c.lower <= w.At(c.lower) || out == outFar && c.lower > far {
			c.status = collide.Converged
			return
		}
		out = outUnsure
	}
	if out == outUnsure {
		var dir Vec
		out, dir = q.gjkExact(m, tol)
		q.trace.gjkEnd(q, out)
		if out != outContains {
			q.apart(m, dir, c)
			c.status = collide.Rounding
			if c.upper-c.lower <= w.At(c.lower) {
				c.status = collide.Converged
			}
			if out == outLimit {
				c.status = collide.Limit
			}
			return
		}
	}
	if out == outLimit {
		if v == (Vec{}) {
			v.X = 1
		}
		m.support(v.Neg(), &q.s.p[3])
		q.apart(m, v, c)
		c.status = collide.Limit
		return
	}
	q.epa.solve(q, m, w.At(0), c)
}

// width returns the width that the bracket of m may have.
func (q *Query) width(m *minkowski) num.Allowance {
	rel := 256 * unit
	if m.curved {
		rel = max(rel, q.tolerance)
	}
	return num.Allowance{Rel: rel, Size: m.size, Radius: q.radius, Error: float64(2 * q.sums())}
}

// sums bounds how much each end of the bracket is off, relative to margins and distance, once the margins are subtracted: their own
// sums, the sum of both and the two subtractions; an inner ball is one more number to be added.
func (q *Query) sums() float64 {
	if q.m.a.inner > 0 || q.m.b.inner > 0 {
		return 5 * unit
	}
	return 4 * unit
}
