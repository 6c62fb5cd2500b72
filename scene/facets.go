package scene

import (
	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/d3"
)

// facets returns the triangles, edges or cells of a body that is made of these. ok is false for
// others.
func (b *Body) facets() (list []Body, ok bool) {
	if b.Dim == 2 {
		pieces, ok := facets2(b.O2.Shape())
		for _, p := range pieces {
			if h, err := d2.NewHull(p); err == nil {
				if o, err := d2.Place(h, b.O2.Pose()); err == nil {
					list = append(list, Body2(o))
				}
			}
		}
		return list, ok
	}
	pieces, ok := facets3(b.O3.Shape())
	for _, p := range pieces {
		if h, err := d3.NewHull(p[:]); err == nil {
			if o, err := d3.Place(h, b.O3.Pose()); err == nil {
				list = append(list, Body3(o))
			}
		}
	}
	return list, ok
}

// facets2 returns the corners of the edges of a chain, or of the cells of a grid.
func facets2(s d2.Shape) (pieces [][]d2.Vec, ok bool) {
	switch s := s.(type) {
	case *d2.Chain:
		p := s.Points()
		for i := range s.Len() {
			pieces = append(pieces, []d2.Vec{p[i], p[(i+1)%len(p)]})
		}
		return pieces, true
	case *d2.Grid:
		c := s.Cell()
		for j, row := range s.Rows() {
			for i, filled := range row {
				if !filled {
					continue
				}
				x, y := float64(float64(i)*c.X), float64(float64(j)*c.Y)
				to := d2.Vec{X: float64(float64(i+1) * c.X), Y: float64(float64(j+1) * c.Y)}
				pieces = append(pieces, []d2.Vec{{X: x, Y: y}, {X: to.X, Y: y}, to, {X: x, Y: to.Y}})
			}
		}
		return pieces, true
	}
	return nil, false
}

// facets3 returns the corners of the triangles of a mesh or a height field.
func facets3(s d3.Shape) (pieces [][3]d3.Vec, ok bool) {
	switch s := s.(type) {
	case *d3.Mesh:
		v := s.Vertices()
		for _, t := range s.Triangles() {
			pieces = append(pieces, [3]d3.Vec{v[t[0]], v[t[1]], v[t[2]]})
		}
		return pieces, true
	case *d3.HeightField:
		dx, dy := s.Spacing()
		h := s.Heights()
		at := func(i, j int) d3.Vec {
			return d3.Vec{X: float64(float64(i) * dx), Y: float64(float64(j) * dy), Z: h[j][i]}
		}
		for j := range len(h) - 1 {
			for i := range len(h[0]) - 1 {
				a, c := at(i, j), at(i+1, j+1)
				pieces = append(pieces, [3]d3.Vec{a, at(i+1, j), c}, [3]d3.Vec{a, c, at(i, j+1)})
			}
		}
		return pieces, true
	}
	return nil, false
}

// surface reports whether the body is a mesh, a height field, a chain or a grid.
func (b *Body) surface() bool {
	if b.Dim == 2 {
		switch b.O2.Shape().(type) {
		case *d2.Chain, *d2.Grid:
			return true
		}
		return false
	}
	switch b.O3.Shape().(type) {
	case *d3.Mesh, *d3.HeightField:
		return true
	}
	return false
}
