package main

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/collide-go/collide"
)

// maker draws bodies of facets and questions about them, in both dimensions.
type maker struct {
	*rand.Rand
	err   error
	scale float64 // of the next body
	other *figure // the next body is put at a corner of this one; nil for none
}

// keep notes an error.
func (m *maker) keep(err error) {
	if err != nil && m.err == nil {
		m.err = err
	}
}

// lattice returns a number of a lattice with n places.
func (m *maker) lattice(n int) float64 { return float64(m.IntN(n)) * m.scale }

// scales returns the sizes of two bodies: equal, or 1e9 apart.
func (m *maker) scales() (a, b float64) {
	switch m.IntN(6) {
	case 0:
		return 0x1p30, 1
	case 1:
		return 1, 0x1p30
	}
	return 1, 1
}

// place returns where the body f of dimension dim is put, which p takes to the world but for the
// place: on a lattice, or with a corner at one of the other body.
func (m *maker) place(dim int, f *figure) (pos xyz) {
	for i := range dim {
		pos[i] = float64(m.IntN(9)-4) / 2 * m.scale
	}
	if m.other == nil || m.IntN(3) == 0 && m.other.reach < 1e6 && m.scale == 1 {
		return pos
	}
	at, own := m.corner(m.other.facets).rounded(), f.own[m.IntN(len(f.own))]
	small := min(m.scale, 1)
	pos = along(at, f.move(own[m.IntN(len(own))]).rounded(), -1)
	for i := range dim {
		pos[i] += []float64{0, 0, 0.5, -1, 0x1p-30}[m.IntN(5)] * small
	}
	return pos
}

// corner returns a corner, or the middle of an edge or a facet.
func (m *maker) corner(facets [][]rvec) rvec {
	f := facets[m.IntN(len(facets))]
	p, q := f[m.IntN(len(f))], f[m.IntN(len(f))]
	half := big.NewRat(1, 2)
	p = p.along(half, q.sub(p))
	if m.IntN(4) == 0 {
		p = p.along(half, f[m.IntN(len(f))].sub(p))
	}
	return p
}

// way returns a direction: of a lattice, along two corners, or any.
func (m *maker) way(dim int, f *figure) (d xyz) {
	switch m.IntN(3) {
	case 0:
		return m.corner(f.facets).sub(m.corner(f.facets)).rounded()
	case 1:
		for i := range dim {
			d[i] = (m.Float64() - 0.5) * m.scale
		}
		return d
	}
	for i := range dim {
		d[i] = float64(m.IntN(5)-2) * m.scale
	}
	return d
}

// drawRay draws a ray at f, of a direction that is not zero.
func (m *maker) drawRay(dim int, f *figure) (o, d xyz, limit float64) {
	for d == (xyz{}) {
		d = m.way(dim, f)
	}
	back := []float64{0, 0.5, 1, 2, 3, 100}[m.IntN(6)]
	o = along(m.corner(f.facets).rounded(), d, -back)
	return o, d, []float64{math.Inf(1), back, 1, 2 * back, back / 2}[m.IntN(5)]
}

// drawPoint draws a point in, on or near f.
func (m *maker) drawPoint(dim int, f *figure) xyz {
	p := m.corner(f.facets).rounded()
	if m.IntN(4) > 0 {
		p = along(p, m.way(dim, f), []float64{0.5, 1, 2, 0x1p-30, 1e3}[m.IntN(5)])
	}
	return p
}

// checkOne asks about rays and points and one body.
func (w *worker) checkOne(id string, m *maker, dim int, f *figure) *fault {
	for range 2 {
		o, d, limit := m.drawRay(dim, f)
		h, err := f.ray(o, d, limit)
		if err != nil {
			continue // out of range: refused
		}
		w.tally.relation["ray "+h.verdict.String()]++
		w.tally.status["ray "+h.status.String()]++
		if err := f.checkRay(&h, o, d, limit); err != nil {
			err = fmt.Errorf("%w\nray from %v along %v to %v: %+v", err, o, d, limit, h.all)
			return w.figureFault(f.kind+" ray", id, err, f)
		}
	}
	p := m.drawPoint(dim, f)
	n, err := f.near(p)
	if err != nil {
		return nil
	}
	w.tally.relation["point "+n.relation.String()]++
	w.tally.status["point "+n.status.String()]++
	if err := f.checkNear(&n, p); err != nil {
		return w.figureFault(f.kind+" point", id, fmt.Errorf("%w\npoint %v: %+v", err, p, n.all), f)
	}
	return nil
}

// checkHeld holds the answer of Contains about b in a against their corners.
func (f *figure) checkHeld(b *figure, in collide.Containment) error {
	if len(f.pieces) == 0 {
		if in == collide.Inside || in == collide.InsideTouching && len(b.pieces) > 0 {
			return fmt.Errorf("%v in a surface", in)
		}
		return nil
	}
	least := 1
	out := false
	for _, g := range b.facets {
		for _, p := range g {
			side := f.side(p)
			least, out = min(least, -side), out || side > 0
		}
	}
	apart := !out && least > 0 && gapOf(f.facets, b.facets, math.Inf(1)).Sign() > 0
	switch {
	case out && in == collide.ContainmentUndecided && !b.clearOf(f):
	case out && in != collide.NotInside:
		return fmt.Errorf("%v, and a corner is outside", in)
	case apart && f.parts && in != collide.NotInside: // several parts hold it together, or it meets where they do
	case apart && in != collide.Inside && !b.around(f):
		return fmt.Errorf("%v, and it is inside", in)
	case !apart && in == collide.Inside:
		return errors.New("inside, and it meets the boundary")
	}
	return nil
}

// clearOf reports whether a corner of f is farther outside of a than rounding.
func (f *figure) clearOf(a *figure) bool {
	off := 256 * u * (a.reach + a.far + f.reach + f.far)
	return slices.ContainsFunc(f.facets, func(g []rvec) bool {
		return slices.ContainsFunc(g, func(p rvec) bool {
			return !f.amid(p) && a.side(p) > 0 && !gapBelow(square(p, a.facets), off)
		})
	})
}

// amid reports whether p is in the middle of a straight side of the outline of f, cells in the
// plane: then it need not be a corner of a part.
func (f *figure) amid(p rvec) bool {
	var ends []rvec // of the edges at p, seen from there
	for _, g := range f.facets {
		if len(g) != 2 || !f.parts {
			return false
		}
		for k := range g {
			if d := g[1-k].sub(p); g[k].sub(p).dot(g[k].sub(p)).Sign() == 0 {
				ends = append(ends, d)
			}
		}
	}
	if len(ends) != 2 {
		return false
	}
	c := ends[0].cross(ends[1])
	return c.dot(c).Sign() == 0
}

// around reports whether a corner of f lies in b.
func (f *figure) around(a *figure) bool { return len(f.pieces) > 0 && f.side(a.facets[0][0]) <= 0 }

// figureFault counts and returns what is wrong with an answer about some bodies.
func (w *worker) figureFault(name, id string, err error, bodies ...*figure) *fault {
	name = "facets " + name
	w.tally.fault[name]++
	lines := []string{fmt.Sprintf("%s: %s: %v", id, name, err)}
	for _, f := range bodies {
		if f != nil {
			lines = append(lines, f.text())
		}
	}
	return &fault{name, strings.Join(lines, "\n")}
}
