package mesh

import (
	"fmt"
	"math"

	"github.com/collide-go/collide/d3"
)

// node reads a node: its place is a matrix, or a translation, a rotation and a scale.
func (g *gltfFile) node() gltfNode {
	j := g.j
	n := gltfNode{pos: g.start(), mesh: -1}
	var matrix [16]float64
	t, q, s := [3]float64{}, [4]float64{3: 1}, [3]float64{1, 1, 1}
	whole, parts := false, false
	part := func(x []float64) func() {
		return func() {
			parts = true
			g.numbers(x)
		}
	}
	j.mapping(map[string]func(){
		"name":        func() { n.name = g.nameOf() },
		"mesh":        func() { n.mesh = g.index() },
		"children":    func() { n.children = g.indices("child") },
		"matrix":      func() { whole = true; g.numbers(matrix[:]) },
		"translation": part(t[:]), "rotation": part(q[:]), "scale": part(s[:]),
		"skin": func() {
			j.code(ErrUnsupported, j.pos, "skins are not read; write the file with the pose applied")
		},
		"weights":    g.weights,
		"extensions": g.extensions,
	})
	switch {
	case j.err != nil:
	case whole && parts:
		j.failAt(n.pos, "a matrix, or translation, rotation and scale, not both")
	case whole:
		n.local = g.matrix(&matrix, n.pos)
	case parts:
		n.local = g.place(t, q, s, n.pos)
	}
	return n
}

// numbers reads a list of as many numbers as x has.
func (g *gltfFile) numbers(x []float64) {
	at := g.start()
	n := 0
	g.j.list(func(i int) {
		a := g.j.number()
		if i < len(x) {
			x[i] = a
		}
		n++
	})
	if n != len(x) {
		g.j.failAt(at, "%d numbers are wanted; there are %d", len(x), n)
	}
}

// matrix returns the map of a matrix, which is given column by column.
func (g *gltfFile) matrix(m *[16]float64, pos int) *Transform {
	if m[3] != 0 || m[7] != 0 || m[11] != 0 || m[15] != 1 {
		g.j.failAt(pos, "the last row of a matrix is 0 0 0 1")
	}
	var t Transform
	for i := range 3 {
		for k := range 3 {
			t.M[i][k] = m[4*k+i]
		}
	}
	t.T = d3.Vec{X: m[12], Y: m[13], Z: m[14]}
	return &t
}

// place returns the map that scales, turns and moves, in this order. The quaternion may be off its
// length by a thousandth.
func (g *gltfFile) place(t [3]float64, q [4]float64, s [3]float64, pos int) *Transform {
	x, y, z, w := q[0], q[1], q[2], q[3]
	n := float64(x*x) + float64(y*y) + float64(z*z) + float64(w*w)
	if !(math.Abs(math.Sqrt(n)-1) <= 1e-3) {
		g.j.failAt(pos, "the length of a rotation is 1, not %v", math.Sqrt(n))
		return nil
	}
	p := func(a, b float64) float64 { return float64(2*a*b) / n }
	r := Transform{
		M: [3][3]float64{
			{1 - (p(y, y) + p(z, z)), p(x, y) - p(z, w), p(x, z) + p(y, w)},
			{p(x, y) + p(z, w), 1 - (p(x, x) + p(z, z)), p(y, z) - p(x, w)},
			{p(x, z) - p(y, w), p(y, z) + p(x, w), 1 - (p(x, x) + p(y, y))},
		},
		T: d3.Vec{X: t[0], Y: t[1], Z: t[2]},
	}
	for i := range r.M {
		for k := range r.M[i] {
			r.M[i][k] *= s[k]
		}
	}
	return &r
}

// roots returns the nodes that the scene begins with: those of the scene that the file names, else
// of the first one, else all that are no children. It checks the lists of children: each node has
// one parent at most.
func (g *gltfFile) roots() []int32 {
	for i := range g.nodes {
		for _, c := range g.nodes[i].children {
			switch {
			case int(c) >= len(g.nodes):
				g.j.failAt(g.nodes[i].pos, "nodes[%d]: child %d, but there are %d nodes", i, c, len(g.nodes))
				return nil
			case g.nodes[c].child:
				g.j.failAt(g.nodes[i].pos, "nodes[%d]: child %d is one already; a node has one parent", i, c)
				return nil
			}
			g.nodes[c].child = true
		}
	}
	if len(g.scenes) == 0 && g.scene < 0 {
		var roots []int32
		for i := range g.nodes {
			if !g.nodes[i].child {
				roots = append(roots, int32(i))
			}
		}
		return roots
	}
	k := max(g.scene, 0)
	if k >= int64(len(g.scenes)) {
		g.j.failAt(0, "scene %d, but there are %d", k, len(g.scenes))
		return nil
	}
	s := g.scenes[k]
	seen := map[int32]bool{}
	for _, i := range s.list {
		switch {
		case int(i) >= len(g.nodes):
			g.j.failAt(s.pos, "scenes[%d]: node %d, but there are %d", k, i, len(g.nodes))
			return nil
		case g.nodes[i].child || seen[i]:
			g.j.failAt(s.pos, "scenes[%d]: node %d is a child, or is named twice", k, i)
			return nil
		}
		seen[i] = true
	}
	return s.list
}

// addNode adds the parts of a node and its children, at being the place of its parent.
func (g *gltfFile) addNode(m *Model, i int32, at *Transform, depth int) error {
	n := &g.nodes[i]
	if g.j.err == nil && depth > g.opt.MaxDepth {
		g.j.code(ErrTooLarge, n.pos, "nodes[%d]: nodes more than %d deep", i, g.opt.MaxDepth)
	}
	if g.j.err != nil {
		return g.j.err
	}
	here := *at
	if n.local != nil {
		here = at.Mul(n.local)
		if !here.finite() {
			g.j.failAt(n.pos, "nodes[%d]: the place is beyond the range of doubles", i)
			return g.j.err
		}
	}
	if n.mesh >= 0 {
		if err := g.addPart(m, i, here); err != nil {
			return err
		}
	}
	for _, c := range n.children {
		if err := g.addNode(m, c, &here, depth+1); err != nil {
			return err
		}
	}
	return nil
}

// addPart adds the mesh of node i, unless it has no triangles.
func (g *gltfFile) addPart(m *Model, i int32, at Transform) error {
	n := &g.nodes[i]
	if int(n.mesh) >= len(g.meshes) {
		g.j.failAt(n.pos, "nodes[%d]: mesh %d, but there are %d", i, n.mesh, len(g.meshes))
		return g.j.err
	}
	source := &g.meshes[n.mesh]
	mesh, err := g.makeMesh(n.mesh)
	if err != nil || len(mesh.Triangles) == 0 {
		return err
	}
	if len(m.Parts) == g.opt.MaxParts {
		return g.tooManyParts()
	}
	if g.triangles += len(mesh.Triangles); g.triangles > g.opt.MaxTriangles {
		g.j.code(ErrTooLarge, n.pos, "nodes[%d]: more than %d triangles with those of instances", i, g.opt.MaxTriangles)
		return g.j.err
	}
	name := n.name
	if name == "" {
		name = source.name
	}
	if name == "" {
		name = fmt.Sprintf("node %d", i)
	}
	m.Parts = append(m.Parts, Part{Name: name, Mesh: mesh, At: at})
	return nil
}
