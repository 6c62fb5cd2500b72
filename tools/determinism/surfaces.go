package main

import (
	"fmt"

	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/internal/testkit/shapegen"
)

// surfaces answers all that is asked of pairs and of casts about n meshes, height fields, chains
// and grids in each dimension, each beside a body of the hard families.
func (s *answers) surfaces(n int) {
	g3, g2 := shapegen.New3(3), shapegen.New2(3)
	for i := range n {
		p3 := g3.Hard(shapegen.Hard3[i%len(shapegen.Hard3)])
		p2 := g2.Hard(shapegen.Hard2[i%len(shapegen.Hard2)])
		s.surface3(fmt.Sprintf("3d surface %d", i), i, &p3, g3)
		s.surface2(fmt.Sprintf("2d surface %d", i), i, &p2, g2)
	}
}

// surface3 puts a solid, a surface or a height field in the place of the first body of p.
func (s *answers) surface3(id string, i int, p *shapegen.Pair3, g *shapegen.Gen3) {
	a, b, err := p.Place()
	if err != nil {
		s.refused(id, err)
		return
	}
	size := max(p.A.Extent(), p.B.Extent())
	shape, err := drawn3(i, size, g)
	if err == nil {
		a, err = d3.Place(shape, a.Pose())
	}
	if err != nil {
		s.refused(id, err)
		return
	}
	s.pair3(id, &a, &b)
	s.bodies3(id, &a, &b, size, g)
}

// drawn3 returns a surface of about the size given: in turn a block of the lattice as a solid, with
// a notch, the same as a surface, and a height field.
func drawn3(i int, size float64, g *shapegen.Gen3) (d3.Shape, error) {
	if i%3 == 2 {
		heights := make([][]float64, 4)
		for j := range heights {
			heights[j] = make([]float64, 5)
			for k := range heights[j] {
				heights[j][k] = float64(g.IntN(4)) * size / 8
			}
		}
		return d3.NewHeightField(size/4, size/4, heights)
	}
	outline := [][2]float64{{0, 0}, {3, 0}, {3, 3}, {float64(1 + g.IntN(2)), float64(1 + g.IntN(2))}, {0, 3}}
	n := len(outline)
	var points []d3.Vec
	for _, z := range []float64{0, float64(1 + g.IntN(3))} {
		for _, c := range outline {
			points = append(points, d3.Vec{X: c[0], Y: c[1], Z: z}.Scale(size/3))
		}
	}
	var faces [][3]int
	for k := range n {
		l := (k + 1) % n
		faces = append(faces, [3]int{k, l, n + l}, [3]int{k, n + l, n + k})
	}
	for _, f := range [][3]int{{0, 1, 3}, {1, 2, 3}, {0, 3, 4}} { // the notch is seen from both corners
		faces = append(faces, [3]int{f[2], f[1], f[0]}, [3]int{n + f[0], n + f[1], n + f[2]})
	}
	return d3.NewMesh(points, faces, d3.MeshOptions{Solid: i%3 == 0})
}

// surface2 puts a chain or a grid in the place of the first body of p.
func (s *answers) surface2(id string, i int, p *shapegen.Pair2, g *shapegen.Gen2) {
	a, b, err := p.Place()
	if err != nil {
		s.refused(id, err)
		return
	}
	size := max(p.A.Extent(), p.B.Extent())
	shape, err := drawn2(i, size, g)
	if err == nil {
		a, err = d2.Place(shape, a.Pose())
	}
	if err != nil {
		s.refused(id, err)
		return
	}
	s.pair2(id, &a, &b)
	s.bodies2(id, &a, &b, size, g)
}

// drawn2 returns a chain or a grid of about the size given.
func drawn2(i int, size float64, g *shapegen.Gen2) (d2.Shape, error) {
	if i%2 == 0 {
		points := make([]d2.Vec, 6)
		for k := range points {
			points[k] = d2.Vec{X: float64(k), Y: float64(g.IntN(3))}.Scale(size / 4)
		}
		return d2.NewChain(points, d2.ChainOptions{Closed: g.IntN(2) == 0, OneSided: i%4 == 0})
	}
	rows := make([][]bool, 4)
	for j := range rows {
		rows[j] = make([]bool, 5)
		for k := range rows[j] {
			rows[j][k] = g.IntN(2) == 0
		}
	}
	rows[0][0] = true
	return d2.NewGrid(d2.Vec{X: size / 4, Y: size / 4}, rows)
}
