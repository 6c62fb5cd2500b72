package draw

import "github.com/collide-go/collide/d3"

// crease is the cosine of the angle from which on an edge between two faces is seen: 30 degrees. Below it the surface
// is shaded as if it were round.
const crease = 0.8660254037844386

// polytope returns the surface of the hull of the corners, grown by margin. s has the same corners.
func polytope(s d3.Convex, corners []d3.Vec, margin float64) *Mesh {
	h, err := d3.NewHull(corners)
	if err != nil {
		return &Mesh{}
	}
	if margin == 0 {
		return hullMesh(h)
	}
	if h.Dim() < 3 {
		return sampledMesh(s, margin)
	}
	return roundedHull(h, margin)
}

// sampledMesh returns the hull of support points in many directions, grown by margin.
func sampledMesh(s d3.Convex, margin float64) *Mesh {
	var p []d3.Vec
	for _, n := range sphereDirections(4) {
		v := s.Support(n).Add(n.Scale(margin))
		if v.Sub(v) != (d3.Vec{}) { // not finite
			return &Mesh{}
		}
		p = append(p, v)
	}
	h, err := d3.NewHull(p)
	if err != nil {
		return &Mesh{}
	}
	return hullMesh(h)
}

// hullMesh returns the surface of a hull; both sides of a flat one.
func hullMesh(h *d3.Hull) *Mesh {
	p, faces := h.Vertices(), h.Faces()
	m := &Mesh{}
	switch {
	case len(p) == 0:
	case len(p) == 1:
		m.line(p[0], p[0])
	case h.Dim() == 1:
		m.line(p[0], p[1])
	case h.Dim() == 2:
		for _, f := range faces {
			n := unitNormal(p[f[0]], p[f[1]], p[f[2]])
			m.triangle([3]d3.Vec{p[f[0]], p[f[1]], p[f[2]]}, [3]d3.Vec{n, n, n})
			n = n.Neg()
			m.triangle([3]d3.Vec{p[f[0]], p[f[1]], p[f[2]]}, [3]d3.Vec{n, n, n})
		}
	default:
		m.smooth(p, faces)
	}
	return m
}

// smooth adds the faces of a closed surface. The normal at a corner is the mean over the faces that meet there without
// a crease to the face.
func (m *Mesh) smooth(p []d3.Vec, faces [][3]int) {
	at := make([][]int, len(p))
	normals := make([]d3.Vec, len(faces))
	size := 0.0
	for i, f := range faces {
		normals[i] = unitNormal(p[f[0]], p[f[1]], p[f[2]])
		for _, v := range f {
			at[v] = append(at[v], i)
			size = max(size, p[v].Sub(p[0]).Len())
		}
	}
	area := func(f [3]int) float64 {
		a, b := p[f[1]].Sub(p[f[0]]), p[f[2]].Sub(p[f[0]])
		return a.Scale(1 / size).Cross(b.Scale(1 / size)).Len()
	}
	for i, f := range faces {
		var n [3]d3.Vec
		for k, v := range f {
			for _, j := range at[v] {
				if normals[i].Dot(normals[j]) > crease {
					n[k] = n[k].Add(normals[j].Scale(area(faces[j])))
				}
			}
			if n[k] = unit3(n[k]); n[k] == (d3.Vec{}) {
				n[k] = normals[i]
			}
		}
		m.triangle([3]d3.Vec{p[f[0]], p[f[1]], p[f[2]]}, n)
	}
}

// roundedHull returns the surface of a solid hull grown by r > 0: its faces moved outward, a piece of a cylinder along
// each edge, and a piece of a sphere about each corner.
func roundedHull(h *d3.Hull, r float64) *Mesh {
	p, faces := h.Vertices(), h.Faces()
	m := &Mesh{}
	normals := make([]d3.Vec, len(faces))
	side := map[[2]int]int{} // the face to the left of an edge
	for i, f := range faces {
		n := unitNormal(p[f[0]], p[f[1]], p[f[2]])
		normals[i] = n
		up := n.Scale(r)
		m.triangle([3]d3.Vec{p[f[0]].Add(up), p[f[1]].Add(up), p[f[2]].Add(up)}, [3]d3.Vec{n, n, n})
		for k := range 3 {
			side[[2]int{f[k], f[(k+1)%3]}] = i
		}
	}
	first := make([]int, len(p)) // a face of each corner
	for i, f := range faces {
		for k := range 3 {
			a, b := f[k], f[(k+1)%3]
			first[a] = i
			if a < b {
				m.edgeArc(p[a], p[b], normals[i], normals[side[[2]int{b, a}]], r, halvings-1)
			}
		}
	}
	for v := range p {
		m.corner(p[v], r, around3(v, first[v], faces, side), normals)
	}
	return m
}

// around3 returns the faces about corner v in order, beginning with the face i.
func around3(v, i int, faces [][3]int, side map[[2]int]int) []int {
	list := []int{i}
	for range faces {
		f := faces[list[len(list)-1]]
		k := 0
		for f[k] != v {
			k++
		}
		next, ok := side[[2]int{v, f[(k+2)%3]}]
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
		mid := unit3(from.Add(to))
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
	mid = unit3(mid)
	for i := range faces {
		a, b := normals[faces[i]], normals[faces[(i+1)%len(faces)]]
		split(mid, a, b, halvings-1, func(a, b, c d3.Vec) {
			m.triangle([3]d3.Vec{p.Add(a.Scale(r)), p.Add(b.Scale(r)), p.Add(c.Scale(r))}, [3]d3.Vec{a, b, c})
		})
	}
}
