package solid

import "github.com/collide-go/collide/d3"

// crease is the cosine of the angle from which on an edge between two faces is seen: 30 degrees.
// Below it the surface is shaded as if it were round.
const crease = 0.8660254037844386

// Mesh returns the surface for shading; both sides of a flat one.
func (h *Polyhedron) Mesh() *Mesh {
	p, m := h.Points, &Mesh{}
	switch {
	case len(p) == 0:
	case len(p) == 1:
		m.line(p[0], p[0])
	case h.Dim == 1:
		m.line(p[0], p[1])
	case h.Dim == 2:
		for _, f := range h.Faces {
			n := h.normal(f)
			for range 2 {
				m.triangle([3]d3.Vec{p[f[0]], p[f[1]], p[f[2]]}, [3]d3.Vec{n, n, n})
				n = n.Neg()
			}
		}
	default:
		h.smooth(m)
	}
	return m
}

// smooth adds the faces of a solid to a mesh. The normal at a corner is the mean over the faces
// that meet there without a crease to the face.
func (h *Polyhedron) smooth(m *Mesh) {
	p := h.Points
	at := make([][]int, len(p))
	normals := make([]d3.Vec, len(h.Faces))
	size := 0.0
	for i, f := range h.Faces {
		normals[i] = h.normal(f)
		for _, v := range f {
			at[v] = append(at[v], i)
			size = max(size, p[v].Sub(p[0]).Len())
		}
	}
	area := func(f [3]int) float64 {
		a, b := p[f[1]].Sub(p[f[0]]), p[f[2]].Sub(p[f[0]])
		return a.Scale(1 / size).Cross(b.Scale(1 / size)).Len()
	}
	for i, f := range h.Faces {
		var n [3]d3.Vec
		for k, v := range f {
			for _, j := range at[v] {
				if normals[i].Dot(normals[j]) > crease {
					n[k] = n[k].Add(normals[j].Scale(area(h.Faces[j])))
				}
			}
			if n[k] = Unit(n[k]); n[k] == (d3.Vec{}) {
				n[k] = normals[i]
			}
		}
		m.triangle([3]d3.Vec{p[f[0]], p[f[1]], p[f[2]]}, n)
	}
}
