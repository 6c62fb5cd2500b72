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

// rounded returns the surface of a solid grown by r > 0: its faces moved outward, a piece of a
// cylinder along each edge, and a piece of a sphere about each corner.
func (h *Polyhedron) rounded(r float64) *Mesh {
	p, m := h.Points, &Mesh{}
	normals := make([]d3.Vec, len(h.Faces))
	for i, f := range h.Faces {
		n := h.normal(f)
		normals[i] = n
		up := n.Scale(r)
		m.triangle([3]d3.Vec{p[f[0]].Add(up), p[f[1]].Add(up), p[f[2]].Add(up)}, [3]d3.Vec{n, n, n})
	}
	first := make([]int, len(p)) // a face of each corner
	for i, f := range h.Faces {
		for k := range 3 {
			a, b := f[k], f[(k+1)%3]
			first[a] = i
			if a < b {
				m.edgeArc(p[a], p[b], normals[i], normals[h.across[[2]int{b, a}]], r, halvings-1)
			}
		}
	}
	for v := range p {
		m.corner(p[v], r, h.around(v, first[v]), normals)
	}
	return m
}

// around returns the faces about corner v in order, beginning with the face i.
func (h *Polyhedron) around(v, i int) []int {
	list := []int{i}
	for range h.Faces {
		f := h.Faces[list[len(list)-1]]
		k := 0
		for f[k] != v {
			k++
		}
		next, ok := h.across[[2]int{v, f[(k+2)%3]}]
		if !ok || next == i {
			break
		}
		list = append(list, next)
	}
	return list
}

// edgeArc adds the piece of a cylinder of radius r about an edge between two normals.
func (m *Mesh) edgeArc(p, q, from, to d3.Vec, r float64, level int) {
	if level > 0 && from.Dot(to) < 0.999 {
		mid := Unit(from.Add(to))
		m.edgeArc(p, q, from, mid, r, level-1)
		m.edgeArc(p, q, mid, to, r, level-1)
		return
	}
	a, b := from.Scale(r), to.Scale(r)
	m.quad([4]d3.Vec{p.Add(a), q.Add(a), q.Add(b), p.Add(b)}, [4]d3.Vec{from, from, to, to})
}

// corner adds the piece of a sphere of radius r about a corner between the normals of its faces.
func (m *Mesh) corner(p d3.Vec, r float64, faces []int, normals []d3.Vec) {
	var mid d3.Vec
	for _, f := range faces {
		mid = mid.Add(normals[f])
	}
	mid = Unit(mid)
	for i := range faces {
		a, b := normals[faces[i]], normals[faces[(i+1)%len(faces)]]
		split(mid, a, b, halvings-1, func(a, b, c d3.Vec) {
			m.triangle([3]d3.Vec{p.Add(a.Scale(r)), p.Add(b.Scale(r)), p.Add(c.Scale(r))}, [3]d3.Vec{a, b, c})
		})
	}
}
