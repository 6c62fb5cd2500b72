package d2

import (
	"math"
	"math/big"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/exact"
)

// figure is the edge of the differences in integers, as polynomials in t: the product of its ends,
// which vanishes where its line holds the origin, and their inner product, which is positive where
// they lie on one side of it there.
type figure struct {
	cross, dot exact.Poly
}

// exactly finds the first contact in integers.
func (m *moving) exactly(out *Impact) {
	m.ar.Reset()
	out.Iterations = 0
	f := m.figure()
	p, flat := &f.cross, f.cross.IsZero()
	if flat {
		// The line holds the origin all the time: contact begins at the start, or where the inner
		// product changes its sign.
		p = &f.dot
	}
	cross0, cross1 := f.cross.SignAtEnds(&m.ar)
	dot0, dot1 := f.dot.SignAtEnds(&m.ar)
	if cross0 == 0 && dot0 <= 0 {
		out.Iterations++
		m.found(out, 0, 0)
		return
	}
	if !p.IsZero() {
		for i := range m.roots[:m.ar.Roots(*p, &m.roots)] {
			m.try(&f, &m.roots[i], out)
		}
	}
	if out.Verdict == collide.Miss && cross1 == 0 && dot1 <= 0 {
		out.Iterations++
		m.found(out, 1, 1)
	}
}

// try takes down contact at r, a time at which the line of f holds the origin, unless there is some
// before. Brackets are the nearest doubles on both sides, so that their order is that of the roots:
// equal ones serve as well.
func (m *moving) try(f *figure, r *exact.Root, out *Impact) {
	out.Iterations++
	lo, hi := m.ar.Bracket(r)
	if out.Verdict == collide.Hit && lo >= out.Lower {
		return
	}
	if m.ar.Sign(r, &f.dot) <= 0 {
		m.found(out, lo, hi)
	}
}

// found takes down contact in a bracket of neighbours.
func (m *moving) found(out *Impact, lo, hi float64) {
	out.Verdict, out.T, out.Lower, out.Upper = collide.Hit, hi, lo, hi
}

// figure returns the polynomials. The unit is the greatest power of two that makes integers of all
// coordinates.
func (m *moving) figure() (f figure) {
	e := math.MaxInt
	for i := range 3 {
		e = lowest(lowest(e, m.start[i]), m.end[i])
	}
	if e == math.MaxInt {
		e = 0
	}
	ar := &m.ar
	var ends [2][2]exact.Poly
	for i := range 2 {
		from, to := m.less(&m.start, i+1, e), m.less(&m.end, i+1, e)
		for axis := range 2 {
			ends[i][axis] = ar.Line(from[axis], to[axis])
		}
	}
	p, q := &ends[0], &ends[1]
	f.cross = ar.SubPoly(ar.MulPoly(p[0], q[1]), ar.MulPoly(p[1], q[0]))
	f.dot = ar.AddPoly(ar.MulPoly(p[0], q[0]), ar.MulPoly(p[1], q[1]))
	return f
}

// less lends the integers of point i less the vertex, times 2^-e.
func (m *moving) less(p *[3]Vec, i, e int) [2]*big.Int {
	ar := &m.ar
	return [2]*big.Int{
		ar.Int().Sub(ar.Scaled(p[i].X, e), ar.Scaled(p[0].X, e)),
		ar.Int().Sub(ar.Scaled(p[i].Y, e), ar.Scaled(p[0].Y, e)),
	}
}
