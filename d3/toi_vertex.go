package d3

import (
	"math"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/exact"
	"github.com/collide-go/collide/internal/num"
)

// Four points that move on straight lines, and the first time at which two figures made of them
// meet: a vertex and a triangle, or two edges.
//
// Their differences sweep a figure too, a triangle or a parallelogram, and they meet where that
// holds the origin. It can do so only while its plane does: at the roots of a cubic in t. Doubles
// enclose the roots and judge them one by one; where their error bounds do not suffice, integers do
// it anew, without any rounding. docs/math/vertices.md.

// moving is the work space for points that move.
type moving struct {
	ar    exact.Arena
	roots [exact.MaxRoots]exact.Root // of the polynomial that was looked at last

	start, end [4]Vec
	edges      bool // two edges; else a vertex and a triangle

	// The figure of the differences has the corner r, and the edges u and w from there: at the
	// start and at the end, rounded, and the greatest magnitudes of their coordinates there.
	u, w, r             [2]Vec
	sizeU, sizeW, sizeR [2]float64
}

const (
	// movingLeast and movingMost bound the sizes that the stage in doubles takes: no product of
	// four of them overflows, and what underflow costs is far below the error bounds.
	movingLeast = 0x1p-250
	movingMost  = 0x1p250
)

// impact finds the first contact.
func (m *moving) impact(out *Impact) {
	*out = Impact{Verdict: collide.Miss, PartA: -1, PartB: -1, TriangleA: -1, TriangleB: -1, Status: collide.Exact}
	if m.boxesApart() {
		return
	}
	if m.quick(out) {
		return
	}
	if out.Iterations = 0; !m.planeApart() {
		m.exactly(out)
	}
}

// boxesApart reports whether a plane across an axis parts the figures at the start and at the end,
// on the same sides: then one that moves along parts them all the time.
func (m *moving) boxesApart() bool {
	s, e := &m.start, &m.end
	if m.edges {
		return both(edgesSide(s[0].X, s[1].X, s[2].X, s[3].X), edgesSide(e[0].X, e[1].X, e[2].X, e[3].X)) ||
			both(edgesSide(s[0].Y, s[1].Y, s[2].Y, s[3].Y), edgesSide(e[0].Y, e[1].Y, e[2].Y, e[3].Y)) ||
			both(edgesSide(s[0].Z, s[1].Z, s[2].Z, s[3].Z), edgesSide(e[0].Z, e[1].Z, e[2].Z, e[3].Z))
	}
	return both(faceSide(s[0].X, s[1].X, s[2].X, s[3].X), faceSide(e[0].X, e[1].X, e[2].X, e[3].X)) ||
		both(faceSide(s[0].Y, s[1].Y, s[2].Y, s[3].Y), faceSide(e[0].Y, e[1].Y, e[2].Y, e[3].Y)) ||
		both(faceSide(s[0].Z, s[1].Z, s[2].Z, s[3].Z), faceSide(e[0].Z, e[1].Z, e[2].Z, e[3].Z))
}

// both reports whether two sides are the same, and not 0.
func both(a, b int) bool { return a*b > 0 }

// faceSide returns 1 where v is below a, b and c, -1 where it is above, else 0.
func faceSide(v, a, b, c float64) int {
	if v < min(a, b, c) {
		return 1
	}
	if v > max(a, b, c) {
		return -1
	}
	return 0
}

// edgesSide returns 1 where a0 and a1 are below b0 and b1, -1 where they are above, else 0.
func edgesSide(a0, a1, b0, b1 float64) int {
	if max(a0, a1) < min(b0, b1) {
		return 1
	}
	if min(a0, a1) > max(b0, b1) {
		return -1
	}
	return 0
}

// planeApart reports whether a plane that moves along parts the figures at the start and at the
// end, and so all the time. It tries one, the one that is farthest from the origin half-way of
// those that touch the figure at a corner, square to the line from the origin, or along an edge,
// square to the figure. Whichever it is, the comparison is exact. It is for figures that stay in
// one plane with the origin, and miss it there.
func (m *moving) planeApart() bool {
	if !m.moderate() {
		return false
	}
	u, w, r := vecAt(&m.u, 0.5), vecAt(&m.w, 0.5), vecAt(&m.r, 0.5)
	n := u.Cross(w)
	corners := [4]Vec{r, r.Add(u), r.Add(w), r.Add(u).Add(w)}
	normals := [9]Vec{r, corners[1], corners[2], corners[3], u.Cross(n), n.Cross(u), w.Cross(n), n.Cross(w)}
	last := 3
	if normals[8] = n.Cross(w.Sub(u)); m.edges {
		last = 4
	}
	most, best := 0.0, Vec{}
	for _, d := range normals {
		gap := math.Inf(1)
		for _, c := range corners[:last] {
			gap = min(gap, d.Dot(c))
		}
		if gap /= d.Len(); gap > most {
			most, best = gap, d.Scale(1/largest(d.abs()))
		}
	}
	return most > 0 && m.parts(best, &m.start) && m.parts(best, &m.end)
}

// parts reports whether d leads from the second figure to the first, everywhere.
func (m *moving) parts(d Vec, p *[4]Vec) bool {
	above := func(i, j int) bool {
		return exact.CompareDots3D([3]float64{d.X, d.Y, d.Z}, [3]float64{p[i].X, p[i].Y, p[i].Z},
			[3]float64{p[j].X, p[j].Y, p[j].Z}) > 0
	}
	if m.edges {
		return above(0, 2) && above(0, 3) && above(1, 2) && above(1, 3)
	}
	return above(1, 0) && above(2, 0) && above(3, 0)
}

// quick finds the first contact in doubles and reports whether it is certain.
func (m *moving) quick(out *Impact) bool {
	if m.differences(); !m.moderate() {
		return false
	}
	c := m.coplanar()
	var spans [3]num.Span
	n, ok := c.Roots(&spans)
	if !ok {
		return false
	}
	for _, s := range spans[:n] {
		out.Iterations++
		switch m.inside(s) {
		case certainlyIn:
			out.Verdict, out.Lower, out.Upper = collide.Hit, s.Lo, s.Hi
			out.T = float64(0.5 * (s.Lo + s.Hi))
			return true
		case uncertain:
			return false
		case certainlyOut:
		}
	}
	return true
}

// differences sets u, w, r and their sizes. Each coordinate is off by u of itself.
func (m *moving) differences() {
	for i, p := range [2]*[4]Vec{&m.start, &m.end} {
		if m.edges {
			m.u[i], m.w[i], m.r[i] = p[1].Sub(p[0]), p[2].Sub(p[3]), p[0].Sub(p[2])
		} else {
			m.u[i], m.w[i], m.r[i] = p[2].Sub(p[1]), p[3].Sub(p[1]), p[1].Sub(p[0])
		}
	}
	m.sizeU, m.sizeW, m.sizeR = sizes(&m.u), sizes(&m.w), sizes(&m.r)
}

// sizes returns the greatest magnitudes of the coordinates of two vectors.
func sizes(p *[2]Vec) [2]float64 {
	return [2]float64{largest(p[0].abs()), largest(p[1].abs())}
}

// moderate reports whether all sizes are neither too great nor too small for doubles.
func (m *moving) moderate() bool {
	return moderate(&m.sizeU) && moderate(&m.sizeW) && moderate(&m.sizeR)
}

// moderate reports whether two sizes are neither too great nor too small for doubles.
func moderate(s *[2]float64) bool {
	return max(s[0], s[1]) <= movingMost && min(s[0], s[1]) >= movingLeast
}

// coplanar returns (u x w) . r as a polynomial in t, with a factor of 6 in the bounds for the six
// products of three coordinates.
func (m *moving) coplanar() num.Cubic {
	n0, n2 := m.u[0].Cross(m.w[0]), m.u[1].Cross(m.w[1])
	n1 := m.u[0].Cross(m.w[1]).Add(m.u[1].Cross(m.w[0])) // twice the coefficient
	s0, s2 := float64(m.sizeU[0]*m.sizeW[0]), float64(m.sizeU[1]*m.sizeW[1])
	s1 := float64(m.sizeU[0]*m.sizeW[1]) + float64(m.sizeU[1]*m.sizeW[0])
	a, b := m.sizeR[0], m.sizeR[1]
	return num.Cubic{
		B: [4]float64{
			n0.Dot(m.r[0]),
			(n1.Dot(m.r[0]) + n0.Dot(m.r[1])) / 3,
			(n1.Dot(m.r[1]) + n2.Dot(m.r[0])) / 3,
			n2.Dot(m.r[1]),
		},
		M: [4]float64{
			float64(6 * float64(s0*a)),
			float64(2 * (float64(s1*a) + float64(s0*b))),
			float64(2 * (float64(s1*b) + float64(s2*a))),
			float64(6 * float64(s2*b)),
		},
		Error: coplanarError * unit,
	}
}

// sure is what doubles know.
type sure uint8

const (
	uncertain sure = iota
	certainlyIn
	certainlyOut
)

// inside tells whether the origin is in the figure at the one time in the span at which it is in
// the figure's plane.
func (m *moving) inside(s num.Span) sure {
	t := float64(0.5 * (s.Lo + s.Hi))
	nn, a, b := m.weights(t)
	errN, errA, errB := m.weightErrors(t, s.Hi-s.Lo)
	if m.edges {
		return judge(a, errA).and(judge(b, errB)).and(judge(nn-a, errN+errA)).and(judge(nn-b, errN+errB))
	}
	return judge(a, errA).and(judge(b, errB)).and(judge(nn-a-b, errN+errA+errB))
}

// weights returns n.n, a n.n and b n.n, where n = u x w and -r = a u + b w: then a n.n = (w x r).n
// and b n.n = (r x u).n. The origin is in the triangle where a, b and 1 - a - b are not negative,
// in the parallelogram where a, b, 1 - a and 1 - b are not.
func (m *moving) weights(t float64) (nn, a, b float64) {
	u, w, r := vecAt(&m.u, t), vecAt(&m.w, t), vecAt(&m.r, t)
	n := u.Cross(w)
	return n.Dot(n), w.Cross(r).Dot(n), r.Cross(u).Dot(n)
}

// weightErrors bounds how far the weights, and their differences, are off those at any time within
// width of t.
func (m *moving) weightErrors(t, width float64) (nn, a, b float64) {
	su, sw, sr := sizeAt(&m.sizeU, t), sizeAt(&m.sizeW, t), sizeAt(&m.sizeR, t)
	moved := float64(width * max(moves(&m.sizeU)/su, moves(&m.sizeW)/sw, moves(&m.sizeR)/sr))
	rel := float64(insideError*unit) + float64(insideMoved*moved)
	ss := float64(su * sw)
	rel = float64(rel * ss)
	return float64(rel * ss), float64(rel * float64(sw*sr)), float64(rel * float64(su*sr))
}

// judge tells whether x, off by err, is positive.
func judge(x, err float64) sure {
	switch {
	case x > err:
		return certainlyIn
	case x < -err:
		return certainlyOut
	}
	return uncertain
}

// and tells whether both hold.
func (s sure) and(o sure) sure {
	switch {
	case s == certainlyOut || o == certainlyOut:
		return certainlyOut
	case s == uncertain || o == uncertain:
		return uncertain
	}
	return certainlyIn
}

// vecAt returns the vector at t.
func vecAt(p *[2]Vec, t float64) Vec { return p[0].Scale(1 - t).Add(p[1].Scale(t)) }

// sizeAt returns the size at t, at least.
func sizeAt(s *[2]float64, t float64) float64 { return float64(s[0]*(1-t)) + float64(s[1]*t) }

// moves returns how far a coordinate moves in a unit of time, at most.
func moves(s *[2]float64) float64 { return s[0] + s[1] }
