package d2

import (
	"math"

	"github.com/collide-go/collide"
)

const (
	maxCells    = 128     // on the stack: two for each halving, and the first four
	coverDepth  = 26      // halvings of a cell: its support values then differ by rounding
	coverCells  = 1 << 14 // cells that are looked at in all
	coverCorner = 2       // ends of a cell
)

// coverCell is the directions of an arc, with the support values of the core of B at
// its ends.
type coverCell struct {
	n     [coverCorner]Vec
	h     [coverCorner]float64
	depth int
}

// cover tells how b, curved, lies in a, convex, by covering all directions with cells.
//
// At the head of every turn each direction is in a cell on the stack, in one that is proved to have
// all support values of B less than those of A, or in one that is too small to go on with.
func (w *containWork) cover(s *solver, a, b *held) collide.Containment {
	s.prepare(a.o, b.o)
	m := &s.m
	k := m.scale
	left := float64(((b.o.margin + b.o.inner) - (a.o.margin + a.o.inner)) * k)
	pad := float64(2*(m.errSep+m.errPoint)) + float64((a.slack+b.slack)*k) +
		float64(2*marginPad*unit*k*(a.o.margin+b.o.margin+a.o.inner+b.o.inner))
	n := w.octants(m)
	found := collide.Inside
	for range coverCells {
		if n == 0 || m.bad {
			break
		}
		n--
		c := w.cells[n]
		middle := c.n[0].Add(c.n[1])
		middle = middle.Scale(1 / middle.Len())
		p, i := m.a.support(middle)
		if m.bad = m.bad || i == badVertex; m.reaching(middle)-middle.Dot(p)+left > pad {
			return collide.NotInside
		}
		rest := left
		if left < 0 {
			p, rest = p.Sub(middle.Scale(left)), 0
		}
		worst := math.Inf(-1)
		for j := range c.n {
			worst = max(worst, c.h[j]-c.n[j].Dot(p))
		}
		switch {
		case worst+rest < -pad:
		case c.depth == coverDepth || n+2 > maxCells:
			found = collide.ContainmentUndecided
		default:
			n += w.split(m, &c, n)
		}
	}
	if n > 0 || m.bad {
		return collide.ContainmentUndecided
	}
	return found
}

// reaching returns the support value of B's core along n, in A's frame.
func (m *minkowski) reaching(n Vec) float64 {
	d := m.rot.applyT(n)
	p, i := m.b.support(d)
	if i == badVertex {
		m.bad = true
	}
	return n.Dot(m.t) + d.Dot(p)
}

// octants puts the cells of the four quadrants on the stack and returns how many they are.
func (w *containWork) octants(m *minkowski) int {
	if w.cells == nil {
		w.cells = make([]coverCell, maxCells)
	}
	axes := [5]Vec{{1, 0}, {0, 1}, {-1, 0}, {0, -1}, {1, 0}}
	for i := range 4 {
		c := &w.cells[i]
		c.depth = 0
		for j := range c.n {
			c.n[j] = axes[i+j]
			c.h[j] = m.reaching(c.n[j])
		}
	}
	return 4
}

// split puts the two halves of c on the stack, from place n on, and returns how many they are.
func (w *containWork) split(m *minkowski, c *coverCell, n int) int {
	mid := c.n[0].Add(c.n[1])
	mid = mid.Scale(1 / mid.Len())
	h := m.reaching(mid)
	w.cells[n] = coverCell{[coverCorner]Vec{c.n[0], mid}, [coverCorner]float64{c.h[0], h}, c.depth + 1}
	w.cells[n+1] = coverCell{[coverCorner]Vec{mid, c.n[1]}, [coverCorner]float64{h, c.h[1]}, c.depth + 1}
	return coverCorner
}
