package d2

import (
	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/exact"
	"github.com/collide-go/collide/internal/num"
)

// Three points that move on straight lines, and the first time at which a vertex meets an edge.
//
// The differences of the edge's points and the vertex sweep an edge too, and the two meet where
// that holds the origin. It can do so only while its line does: at the roots of a quadratic in t.
// Doubles enclose the roots and judge them one by one; where their error bounds do not suffice,
// integers do it anew, without any rounding. docs/math/vertices.md.

// moving is the work space for points that move.
type moving struct {
	ar    exact.Arena
	roots [exact.MaxRoots]exact.Root // of the polynomial that was looked at last

	start, end [3]Vec

	// The edge of the differences has the end r, and leads along u from there: at the start and at
	// the end, rounded, and the greatest magnitudes of their coordinates there.
	u, r         [2]Vec
	sizeU, sizeR [2]float64
}

const (
	// movingLeast and movingMost bound the sizes that the stage in doubles takes: no product of two
	// of them overflows, and what underflow costs is far below the error bounds.
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
	if out.Iterations = 0; !m.lineApart() {
		m.exactly(out)
	}
}

// boxesApart reports whether a line across an axis parts the vertex and the edge at the start and
// at the end, on the same sides: then one that moves along parts them all the time.
func (m *moving) boxesApart() bool {
	s, e := &m.start, &m.end
	return both(edgeSide(s[0].X, s[1].X, s[2].X), edgeSide(e[0].X, e[1].X, e[2].X)) ||
		both(edgeSide(s[0].Y, s[1].Y, s[2].Y), edgeSide(e[0].Y, e[1].Y, e[2].Y))
}

// both reports whether two sides are the same, and not 0.
func both(a, b int) bool { return a*b > 0 }

// edgeSide returns 1 where v is below a and b, -1 where it is above, else 0.
func edgeSide(v, a, b float64) int {
	if v < min(a, b) {
		return 1
	}
	if v > max(a, b) {
		return -1
	}
	return 0
}

// lineApart reports whether a line that moves along parts the vertex and the edge at the start and
// at the end, and so all the time. It tries one, the one that is farthest from the origin half-way
// of those that touch the edge of the differences at an end, square to the line from the origin.
// Whichever it is, the comparison is exact. It is for points that stay on one line, and miss there.
func (m *moving) lineApart() bool {
	if !m.moderate() {
		return false
	}
	u, r := vecAt(&m.u, 0.5), vecAt(&m.r, 0.5)
	most, best := 0.0, Vec{}
	for _, d := range [2]Vec{r, r.Add(u)} {
		if gap := min(d.Dot(r), d.Dot(r.Add(u))) / d.Len(); gap > most {
			most, best = gap, d.Scale(1/largest(d.abs()))
		}
	}
	return most > 0 && parts(best, &m.start) && parts(best, &m.end)
}

// parts reports whether d leads from the vertex to the edge, everywhere.
func parts(d Vec, p *[3]Vec) bool {
	above := func(i int) bool {
		return exact.CompareDots2D([2]float64{d.X, d.Y}, [2]float64{p[i].X, p[i].Y}, [2]float64{p[0].X, p[0].Y}) > 0
	}
	return above(1) && above(2)
}

// quick finds the first contact in doubles and reports whether it is certain.
func (m *moving) quick(out *Impact) bool {
	if m.differences(); !m.moderate() {
		return false
	}
	c := m.collinear()
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

// differences sets u, r and their sizes. Each coordinate is off by u of itself.
func (m *moving) differences() {
	for i, p := range [2]*[3]Vec{&m.start, &m.end} {
		m.u[i], m.r[i] = p[2].Sub(p[1]), p[1].Sub(p[0])
	}
	m.sizeU, m.sizeR = sizes(&m.u), sizes(&m.r)
}

// sizes returns the greatest magnitudes of the coordinates of two vectors.
func sizes(p *[2]Vec) [2]float64 {
	return [2]float64{largest(p[0].abs()), largest(p[1].abs())}
}

// moderate reports whether all sizes are neither too great nor too small for doubles.
func (m *moving) moderate() bool { return moderate(&m.sizeU) && moderate(&m.sizeR) }

// moderate reports whether two sizes are neither too great nor too small for doubles.
func moderate(s *[2]float64) bool {
	return max(s[0], s[1]) <= movingMost && min(s[0], s[1]) >= movingLeast
}

// collinear returns u x r as a polynomial in t, raised to degree 3, with a factor of 2 in the
// bounds for the two products of coordinates.
func (m *moving) collinear() num.Cubic {
	b0, b2 := m.u[0].Cross(m.r[0]), m.u[1].Cross(m.r[1])
	b1 := m.u[0].Cross(m.r[1]) + m.u[1].Cross(m.r[0]) // twice the coefficient
	s0, s2 := float64(2*float64(m.sizeU[0]*m.sizeR[0])), float64(2*float64(m.sizeU[1]*m.sizeR[1]))
	s1 := float64(2 * (float64(m.sizeU[0]*m.sizeR[1]) + float64(m.sizeU[1]*m.sizeR[0])))
	return num.Cubic{
		B:     [4]float64{b0, (b0 + b1) / 3, (b1 + b2) / 3, b2},
		M:     [4]float64{s0, (s0 + s1) / 3, (s1 + s2) / 3, s2},
		Error: collinearError * unit,
	}
}

// sure is what doubles know.
type sure uint8

const (
	uncertain sure = iota
	certainlyIn
	certainlyOut
)

// inside tells whether the origin is in the edge at the one time in the span at which it is on the
// edge's line.
func (m *moving) inside(s num.Span) sure {
	t := float64(0.5 * (s.Lo + s.Hi))
	uu, a := m.weights(t)
	errU, errA := m.weightErrors(t, s.Hi-s.Lo)
	return judge(a, errA).and(judge(uu-a, errU+errA))
}

// weights returns u.u and a u.u, where -r = a u: then a u.u = -(r.u). The origin is in the edge
// where neither a nor 1 - a is negative.
func (m *moving) weights(t float64) (uu, a float64) {
	u, r := vecAt(&m.u, t), vecAt(&m.r, t)
	return u.Dot(u), -r.Dot(u)
}

// weightErrors bounds how far the weights, and their difference, are off those at any time within
// width of t.
func (m *moving) weightErrors(t, width float64) (uu, a float64) {
	su, sr := sizeAt(&m.sizeU, t), sizeAt(&m.sizeR, t)
	moved := float64(width * max(moves(&m.sizeU)/su, moves(&m.sizeR)/sr))
	rel := float64(insideError*unit) + float64(insideMoved*moved)
	return float64(rel * float64(su*su)), float64(rel * float64(su*sr))
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
