package solid

import "github.com/collide-go/collide/d3"

// Whole reports whether a shape is a surface of triangles, a mesh or a height field. MeshOf takes
// such a shape as a whole; as a Body it is its convex hull.
func Whole(s d3.Shape) bool {
	switch s.(type) {
	case *d3.Mesh, *d3.HeightField:
		return true
	}
	return false
}

// facets returns the vertices and the triangles of a mesh or a height field, and whether both sides
// of them are seen; no triangles for any other shape.
func facets(s d3.Shape) (v []d3.Vec, faces [][3]int, both bool) {
	switch s := s.(type) {
	case *d3.Mesh:
		return s.Vertices(), s.Triangles(), !s.Solid()
	case *d3.HeightField:
		v, faces = terrain(s)
		return v, faces, true
	}
	return nil, nil, false
}

// terrain returns the vertices of a height field, row by row, and its triangles in their order.
func terrain(f *d3.HeightField) (v []d3.Vec, faces [][3]int) {
	dx, dy := f.Spacing()
	rows := f.Heights()
	for j, row := range rows {
		for i, h := range row {
			v = append(v, d3.Vec{X: float64(float64(i) * dx), Y: float64(float64(j) * dy), Z: h})
		}
	}
	n := len(rows[0])
	for j := range len(rows) - 1 {
		for i := range n - 1 {
			a := j*n + i
			faces = append(faces, [3]int{a, a + 1, a + n + 1}, [3]int{a, a + n + 1, a + n})
		}
	}
	return v, faces
}

// surface returns triangles as they are, each with the normal of its own plane; seen from both
// sides if asked.
func surface(v []d3.Vec, faces [][3]int, both bool) *Mesh {
	m := &Mesh{Points: v, Normals: make([]d3.Vec, len(v)), Faces: faces}
	if both {
		for _, f := range faces {
			m.Faces = append(m.Faces, [3]int{f[0], f[2], f[1]})
		}
	}
	return m
}

// farthest returns the first of the points that lie farthest along d.
func farthest(points []d3.Vec, d d3.Vec) d3.Vec {
	best, most := points[0], points[0].Dot(d)
	for _, p := range points[1:] {
		if t := p.Dot(d); t > most {
			best, most = p, t
		}
	}
	return best
}
