package d2

import "github.com/collide-go/collide"

// run is what the stages of one query share: what may be spent, the pair, and where the search stands. A stage takes
// a *run and returns what it found; solve.go calls the stages in their order.
type run struct {
	tolerance float64
	limit     int // of turns
	trace     *Trace
	algorithm collide.Algorithm
	cull      Cull

	m      minkowski
	s      simplex
	turns  int
	radius float64 // the sum of both margins and inner discs, in the solvers' unit
}

// simplex is the hull of one to three points of C, the newest last, with the weights of its point nearest
// the origin. The float solver below finds that point fast and mostly right; gjk.go checks what it says,
// and grid.go is the exact one that decides where the check fails. Regions after [Ericson05], 5.1.
type simplex struct {
	p      [3]vertex
	lambda [3]float64
	n      int
}

// has reports whether p is a vertex of s already.
func (s *simplex) has(p *vertex) bool {
	for i := range s.n {
		if s.p[i].w == p.w {
			return true
		}
	}
	return false
}

// point returns the points of C and of A that the weights stand for.
func (s *simplex) point() (w, a Vec) {
	for i := range s.n {
		w = w.Add(s.p[i].w.Scale(s.lambda[i]))
		a = a.Add(s.p[i].a.Scale(s.lambda[i]))
	}
	return w, a
}

// keep1 reduces s to the vertex i.
func (s *simplex) keep1(i int) {
	if i != 0 {
		s.p[0] = s.p[i]
	}
	s.lambda[0], s.n = 1, 1
}

// Cull says which axes SAT leaves out because they cannot matter. No mode changes an answer.
type Cull uint8

// The ways to cull.
const (
	CullNone  Cull = iota // test every axis
	CullSlab              // for SATRelate: only edges that reach into the other shape's extent along the shorter side of the boxes' intersection; SAT takes it for CullNone
	CullDepth             // leave out an edge if the num.Middle of the other shape lies deeper behind it than the bounding boxes overlap
)

// String returns "none", "slab" or "depth".
func (c Cull) String() string {
	switch c {
	case CullSlab:
		return "slab"
	case CullDepth:
		return "depth"
	case CullNone:
	}
	return "none"
}
