package d3

import (
	"math"

	"github.com/collide-go/collide"
)

// Where many directions are nearly equally good ways out and no axis explains it, the directions
// are covered by cells, rectangles on the faces of a cube about the origin: branch and bound. In
// each of them the support values are bounded from below by their derivatives in the middle
// (ring_cells_model.go, ring_cells_bound.go, ring_cells_valley.go), not by points of C, so that the
// cells along a ring of ties may be long. A cell whose bound does not reach the least support value
// seen, less the tolerance, is cut. docs/math/epa.md.

// cellSearch is the work space of the search.
type cellSearch struct {
	m      *minkowski
	frame  mat3 // takes the cube's axes to A's: those of the curved body, so that its rings lie along the axes of faces
	round  [2]roundBody
	tol    float64 // how far the bounds may be apart in the end
	inner  float64 // the radius of the balls that the cores leave out
	best   float64 // the least support value so far, and its normal
	n      Vec
	cells  [cellStack]cell
	valley valley
}

// cell is the set of directions through the rectangle of half widths ru, rv about (u, v) on a face
// of the cube with corners (+-1, +-1, +-1).
type cell struct {
	axis, sign   int8 // of the face
	u, v, ru, rv float64
}

// place is a point of a cell, from its middle.
type place struct{ x, y float64 }

const (
	// cellsPerTurn is how many cells count as one turn of EPA.
	cellsPerTurn = 32
	// coarse: a model whose remainder is above coarse tolerances is of no use, and the cell is cut.
	coarse = 8
	// cellDepth is how often a side is halved at most: beyond that a cell is a direction, up to
	// rounding.
	cellDepth = 48
	// maxAspect is how many times longer than wide a cell may be.
	maxAspect = 1024
	// cellStack is room for the first cells and, since each halving of a side leaves less than four
	// for later, for all that may wait.
	cellStack = 54 + 4*2*cellDepth
)

// settles sets c to the answer about overlapping cores, and returns true, if the search settles it.
// It starts from n, a normal that is known to be good.
func (s *cellSearch) settles(r *run, n Vec, c *core) bool {
	m, w := &r.m, r.allowance()
	tol := float64((w.At(0)-m.errSep-m.errPoint)/2) - pad
	if !(tol > 8*pad) || m.a.kind == kindUser || m.b.kind == kindUser {
		return false
	}
	s.start(m, tol)
	s.try(n)
	// a look at smaller and smaller cells about the best normal makes it better
	for half := 0.25; half > 0x1p-30; half /= 4 {
		k := s.about(s.n, half)
		s.cutOf(&k)
	}
	if !s.run(r) {
		return false
	}
	sep := m.separation(s.n)
	low, _ := m.bracket(sep, 0)
	*c = core{lower: low, upper: m.errPoint - max(s.best-s.tol-pad, 0), n: s.n, status: collide.Converged}
	c.a = m.surfacePoint(s.n, -sep, s.tol)
	c.dist = max(c.lower, min(sep, c.upper))
	r.trace.settled(r, c, collide.ExitCells)
	return true
}

// start sets up s. It tries both ends of both axes first: often the best normal is one of them, and
// the middles of the first cells miss them.
func (s *cellSearch) start(m *minkowski, tol float64) {
	s.m, s.tol, s.inner, s.best = m, tol, m.a.inner+m.b.inner, math.Inf(1)
	if s.frame = (mat3{Vec{1, 0, 0}, Vec{0, 1, 0}, Vec{0, 0, 1}}); !m.a.kind.curved() {
		s.frame = m.rot
	}
	for i, x := range [2]Vec{{0, 0, 1}, m.rot.column(2)} {
		s.try(x)
		s.try(x.Neg())
		s.round[i].set(s, i)
	}
}

// try looks at the support value along n, of any length but 0, and keeps it if it is the least so
// far.
func (s *cellSearch) try(n Vec) *probe {
	found := s.m.search(n)
	inverse := 1 / n.Len()
	if h := -found.separation(s.m, inverse); h < s.best {
		s.best, s.n = h, n.Scale(inverse)
	}
	return found
}

// look is try for the direction at p, and returns the piece there.
func (s *cellSearch) look(k *cell, p place) (piece, *probe) {
	found := s.try(s.frame.apply(k.direction(k.u+p.x, k.v+p.y)))
	return s.piece(found), found
}

// run covers all directions, and returns false if that takes too many cells. The rings of the body
// that the cube is aligned with run along the middle of faces, so that the first cells have them
// inside.
//
// At the head of every turn: the support values of all directions that are in no cell of the list
// are at least best - tol - pad.
func (s *cellSearch) run(r *run) bool {
	n := 0
	for i := range int8(6) {
		for _, u := range [3]place{{-0.75, 0.25}, {0.75, 0.25}, {0, 0.5}} {
			for _, v := range [3]place{{-0.75, 0.25}, {0.75, 0.25}, {0, 0.5}} {
				s.cells[n] = cell{i / 2, 1 - 2*(i%2), u.x, v.x, u.y, v.y}
				n++
			}
		}
	}
	for count := 1; n > 0 && s.best > s.tol; count++ { // the origin is in C, so that no support value is below 0
		if count%cellsPerTurn == 0 {
			if r.turns++; r.turns >= r.limit/2 { // the rest is for EPA, which goes on
				return false
			}
		}
		n--
		k := s.cells[n]
		c := s.cutOf(&k)
		if c.parts == 0 {
			continue
		}
		if n = s.divide(k, &c, n); n < 0 {
			return false
		}
	}
	return true
}

// divide puts the parts of k at the end of the list of n cells, one near cut.at last, so that it
// comes next. A cell that is too small makes it return -1.
func (s *cellSearch) divide(k cell, cut *cut, n int) int {
	least := math.Ldexp(1, -cellDepth)
	x, y := math.Abs(float64(cut.along.x*k.ru)), math.Abs(float64(cut.along.y*k.rv))
	nu, nv := 1, 1
	if x >= y || k.ru > maxAspect*k.rv {
		nu = cut.parts
	}
	if y >= x || k.rv > maxAspect*k.ru {
		nv = cut.parts
	}
	k.ru, k.rv = k.ru/float64(nu), k.rv/float64(nv)
	if k.ru < least || k.rv < least {
		return -1
	}
	du, dv := math.Copysign(k.ru, cut.at.x), math.Copysign(k.rv, cut.at.y)
	for i := 1 - nu; i < nu; i += 2 {
		for j := 1 - nv; j < nv; j += 2 {
			s.cells[n] = k
			s.cells[n].u, s.cells[n].v = k.u+float64(du*float64(i)), k.v+float64(dv*float64(j))
			n++
		}
	}
	return n
}

// direction returns the direction through (u, v) on the face of k, in the cube's axes.
func (k *cell) direction(u, v float64) Vec {
	w := float64(k.sign)
	switch k.axis {
	case 0:
		return Vec{w, u, v}
	case 1:
		return Vec{v, w, u}
	}
	return Vec{u, v, w}
}

// about returns the square cell of half width r about the direction n.
func (s *cellSearch) about(n Vec, r float64) cell {
	n = s.frame.applyT(n)
	k := cell{sign: 1, ru: r, rv: r}
	for i := range int8(3) {
		if math.Abs(n.along(i)) > math.Abs(n.along(k.axis)) {
			k.axis = i
		}
	}
	l := n.along(k.axis)
	if l < 0 {
		k.sign, l = -1, -l
	}
	i, j := k.axes()
	k.u, k.v = n.along(i)/l, n.along(j)/l
	return k
}

// axes returns the axes of u and v.
func (k *cell) axes() (i, j int8) { return (k.axis + 1) % 3, (k.axis + 2) % 3 }

// extent returns how far the rectangle reaches from its middle along the unit vector (x, y).
func (k *cell) extent(x, y float64) float64 {
	return math.Abs(float64(x*k.ru)) + math.Abs(float64(y*k.rv))
}

// cut tells how to go on with a cell.
type cut struct {
	// how many parts it is cut into in one direction, or in each; 0 if no direction in it has a
	// support value below best - tol - pad
	parts int
	along place // the direction along which it becomes shorter, or none for both
	at    place // where its bound is about least
}

// cutOf looks into k.
func (s *cellSearch) cutOf(k *cell) cut {
	here, found := s.look(k, place{})
	if s.least(k, found) >= 0 {
		return cut{}
	}
	var f model
	if !s.model(k, place{}, &here, &f) {
		return cut{parts: 2, along: f.edge}
	}
	b := s.smooth(k, &here, &f)
	switch {
	case b.low >= 0:
		return cut{}
	case b.rest > 16*coarse*s.tol:
		// the rest is one of fourth order, and would be too great in halves
		return cut{4, b.along, b.at}
	case b.rest > coarse*s.tol:
		return cut{2, b.along, b.at}
	}
	there, _ := s.look(k, b.at)
	if there == here {
		return cut{2, b.along, b.at}
	}
	v := s.kink(k, &there, &f)
	switch {
	case v.low >= 0:
		return cut{}
	case v.low > b.low:
		if _, found := s.look(k, v.at); s.value(k, v.at, found) > 0 && v.rest < -v.low/2 { // there is another piece between
			v.along = v.across
		}
		return cut{2, v.along, v.at}
	case math.IsInf(v.low, -1):
		return cut{2, v.along, b.at}
	}
	return cut{2, b.along, b.at}
}

// value returns the value at p, where found was looked for.
func (s *cellSearch) value(k *cell, p place, found *probe) float64 {
	return -found.separation(s.m, 1) - float64((s.best-s.tol)*k.direction(k.u+p.x, k.v+p.y).Len())
}

// least returns the least value of w.x - depth |x| in the rectangle of k, where w is the point of C
// found. As best > tol it is concave, and so least in a corner.
func (s *cellSearch) least(k *cell, found *probe) float64 {
	w := s.frame.applyT(found.a.Sub(s.m.rot.apply(found.b).Add(s.m.t)))
	low := math.Inf(1)
	for _, u := range [2]float64{k.u - k.ru, k.u + k.ru} {
		for _, v := range [2]float64{k.v - k.rv, k.v + k.rv} {
			x := k.direction(u, v)
			low = min(low, w.Dot(x)-float64((s.best-s.tol)*x.Len()))
		}
	}
	return low
}
