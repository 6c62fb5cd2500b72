package d2

import (
	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/exact"
	"github.com/collide-go/collide/internal/num"
)

// The exact loop of GJK, and the exact twin of simplex.nearest: vertices are integers, every sign
// is certain. A sub-simplex T carries the point nearest the origin exactly if its weights are
// positive and no other vertex lies on the near side of the line through T across the direction to
// that point (the Karush-Kuhn-Tucker conditions), so the first T that passes is the answer. Bounds
// on the integers: |coordinate| < 2^51, differences and directions < 2^52, products of two < 2^104,
// all below 2^127.

// gjkExact goes on from the simplex of r in integers and sets k, unless it returns ExitContains.
//
// At the head of every turn:
//
//	(1) the simplex is exactly the carrier of its nearest point, which is nearer than on every
//	    earlier turn;
//	(2) so no simplex comes back, and the corners of C are finite: the loop ends, at the limit of
//	    turns at the latest.
func (r *run) gjkExact(k *core) collide.Exit {
	w := r.allowance()
	exit, dir, found := r.walkExact(r.gap(&w))
	r.trace.gjkEnd(r, exit)
	switch exit {
	case collide.ExitApart:
		r.separated(found, k)
		if k.status = collide.Converged; !(k.upper-k.lower <= w.At(k.lower)) {
			k.status = collide.Rounding
		}
	case collide.ExitLimit:
		r.outOfTurns(dir, k)
	default:
	}
	return exit
}

// walkExact is the loop of gjkExact. dir points from the origin to the nearest point of the
// simplex; with ExitApart found is a search along -dir.
func (r *run) walkExact(tol float64) (exit collide.Exit, dir Vec, found *probe) {
	s := &r.s
	for r.turns < r.limit {
		d := s.nearestExact()
		if d == (gridPoint{}) {
			return collide.ExitContains, Vec{}, nil
		}
		dir = direction(d)
		p := &s.p[s.n]
		found = r.m.support(dir.Neg(), p)
		r.turns++
		gap := dir.Dot(s.p[0].w.Sub(p.w))
		length := dir.Len()
		r.trace.gjkExact(r, dir, found, p)
		if !(gap > float64(num.StopAt(tol, dir.Dot(s.p[0].w)/length)*length)) { // the bounds are near enough
			return collide.ExitApart, dir, found
		}
		if d.dot(toGrid(p.w).sub(toGrid(s.p[0].w))).Sign() >= 0 { // no strict decrease: the nearest point of C
			return collide.ExitApart, dir, found
		}
		s.n++
	}
	return collide.ExitLimit, direction(s.nearestExact()), nil
}

// gridPoint is an integer point or an exact direction.
type gridPoint [2]int64

func (p gridPoint) sub(q gridPoint) gridPoint { return gridPoint{p[0] - q[0], p[1] - q[1]} }

func (p gridPoint) dot(q gridPoint) exact.Int128 {
	return exact.Mul(p[0], q[0]).Add(exact.Mul(p[1], q[1]))
}

// cross returns the determinant of p and q.
func (p gridPoint) cross(q gridPoint) exact.Int128 {
	return exact.Mul(p[0], q[1]).Sub(exact.Mul(p[1], q[0]))
}

// grid returns the vertices of s as integers.
func (s *simplex) grid() (g [3]gridPoint) {
	for i := range s.n {
		g[i] = toGrid(s.p[i].w)
	}
	return g
}

// nearestExact reduces s to the sub-simplex that carries the point nearest the origin. dir is an
// exact multiple of that point; it is zero where the origin lies in s.
func (s *simplex) nearestExact() (dir gridPoint) {
	g := s.grid()
	if s.n == 3 && s.holdsOrigin(&g) {
		return gridPoint{}
	}
	for j := s.n - 1; j > 0; j-- {
		for i := range j {
			if d, ok := s.segmentExact(&g, i, j); ok {
				return d
			}
		}
	}
	for i := range s.n {
		if s.supports(&g, g[i], i) {
			s.keep1(i)
			return g[i]
		}
	}
	return gridPoint{} // one of the sub-simplices passes
}

// holdsOrigin reports whether the origin lies in the closed triangle. It keeps the smallest face
// that holds it.
func (s *simplex) holdsOrigin(g *[3]gridPoint) bool {
	if g[1].sub(g[0]).cross(g[2].sub(g[0])).Sign() == 0 {
		return false
	}
	// The weights' signs: the areas that the origin makes with each edge.
	sign := [3]int{g[1].cross(g[2]).Sign(), g[2].cross(g[0]).Sign(), g[0].cross(g[1]).Sign()}
	if min(sign[0], sign[1], sign[2]) < 0 && max(sign[0], sign[1], sign[2]) > 0 {
		return false
	}
	n := 0
	for i := range 3 {
		if sign[i] != 0 {
			s.p[n] = s.p[i]
			n++
		}
	}
	s.n = n
	return true
}

// supports reports whether no vertex of s has a smaller product with d than vertex i.
func (s *simplex) supports(g *[3]gridPoint, d gridPoint, i int) bool {
	for j := range s.n {
		if j != i && d.dot(g[j].sub(g[i])).Sign() < 0 {
			return false
		}
	}
	return true
}

// segmentExact keeps the edge ij and returns its direction if it carries the nearest point.
func (s *simplex) segmentExact(g *[3]gridPoint, i, j int) (gridPoint, bool) {
	a, b := g[i], g[j]
	e := b.sub(a)
	x, y := e.dot(b), e.dot(a)
	if x.Sign() <= 0 || y.Sign() >= 0 {
		return gridPoint{}, false
	}
	d := gridPoint{-e[1], e[0]}
	switch d.dot(a).Sign() {
	case 0:
		d = gridPoint{}
	case -1:
		d = gridPoint{e[1], -e[0]}
	}
	if !s.supports(g, d, i) {
		return gridPoint{}, false
	}
	u, v := x.Float(), -y.Float()
	s.keep2(i, j, v/(u+v))
	return d, true
}

// toGrid returns w, a point given by support, as an integer multiple of the grid's step:
// |coordinate| < 2^51.
func toGrid(w Vec) gridPoint {
	return gridPoint{int64(w.X * gridSize), int64(w.Y * gridSize)}
}

// direction returns an exact direction as a vector of doubles, exactly.
func direction(d gridPoint) Vec { return Vec{float64(d[0]) * gridStep, float64(d[1]) * gridStep} }
