package draw

import (
	"cmp"
	"math"
	"slices"

	"github.com/collide-go/collide/d3"
)

// mesh is the surface of a convex body. Its faces are triangles, outward and counter-clockwise; facet tells which of them lie in one
// plane. Its edges are those that a picture shows: between facets that meet at a clear angle.
type mesh struct {
	points []point
	faces  [][3]int
	facet  []int
	normal []point // of each facet
	edges  []ridge
	core   [][2]point // edges of the core inside a grown polytope
}

// ridge is an edge of a mesh between two facets, which are the same at the rim of a flat body.
type ridge struct {
	ends   [2]int
	facets [2]int
}

// The least angle between facets whose common edge is drawn, by its cosine: 25 degrees where surfaces are sampled, else one.
const (
	creaseSampled = 0.906
	creaseFlat    = 0.9998
)

// mesh returns the surface of b, sampled where it has curved parts.
func (b *body) mesh() mesh {
	pts := b.corners
	if b.smooth || len(pts) == 0 {
		pts = nil
		for _, d := range aroundSphere(3) {
			pts = append(pts, b.core(d))
		}
	}
	m := hull3(pts)
	if b.margin > 0 {
		if !b.smooth {
			m.finish(creaseFlat)
			for _, e := range m.edges {
				m.core = append(m.core, [2]point{m.points[e.ends[0]], m.points[e.ends[1]]})
			}
		}
		pts = nil
		for _, d := range aroundSphere(3) {
			pts = append(pts, b.grown(d))
		}
		if !b.smooth { // the plates over the core's faces, exactly
			for _, f := range m.faces {
				n := times(m.faceNormal(f), b.margin)
				for _, i := range f {
					pts = append(pts, plus(m.points[i], n))
				}
			}
		}
		edges := m.core
		m = hull3(pts)
		m.core = edges
	}
	if b.smooth || b.margin > 0 {
		m.finish(creaseSampled)
	} else {
		m.finish(creaseFlat)
	}
	return m
}

// faceNormal returns the unit normal of a face.
func (m *mesh) faceNormal(f [3]int) point {
	p := m.points[f[0]]
	return unitOf(cross(minus(m.points[f[1]], p), minus(m.points[f[2]], p)))
}

// area returns twice the area of a face.
func (m *mesh) area(f [3]int) float64 {
	p := m.points[f[0]]
	return length(cross(minus(m.points[f[1]], p), minus(m.points[f[2]], p)))
}

// finish joins faces to facets, the largest first, so that slivers that rounding left in a plane join it, and finds the edges
// between facets that meet at a clear angle.
func (m *mesh) finish(crease float64) {
	size := 0.0
	for _, p := range m.points {
		size = max(size, length(minus(p, m.points[0])))
	}
	across := map[[2]int]int{} // the face on the left of each directed edge
	order := make([]int, len(m.faces))
	m.facet = make([]int, len(m.faces))
	for i, f := range m.faces {
		order[i], m.facet[i] = i, -1
		for j := range 3 {
			across[[2]int{f[j], f[(j+1)%3]}] = i
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(m.area(m.faces[b]), m.area(m.faces[a])) })
	for _, seed := range order {
		if m.facet[seed] >= 0 {
			continue
		}
		n, at := m.faceNormal(m.faces[seed]), m.points[m.faces[seed][0]]
		id := len(m.normal)
		m.normal = append(m.normal, n)
		m.facet[seed] = id
		for todo := []int{seed}; len(todo) > 0; {
			f := m.faces[todo[0]]
			todo = todo[1:]
			for j := range 3 {
				k, ok := across[[2]int{f[(j+1)%3], f[j]}]
				if ok && m.facet[k] < 0 && m.inPlane(m.faces[k], n, at, 1e-6*size) {
					m.facet[k] = id
					todo = append(todo, k)
				}
			}
		}
	}
	m.ridges(across, crease)
	if len(m.faces) == 0 && len(m.points) == 2 {
		m.normal = []point{{}}
		m.edges = []ridge{{ends: [2]int{0, 1}}}
	}
}

// ridges finds the edges.
func (m *mesh) ridges(across map[[2]int]int, crease float64) {
	for i, f := range m.faces {
		for j := range 3 {
			a, b, id := f[j], f[(j+1)%3], m.facet[i]
			k, ok := across[[2]int{b, a}]
			switch {
			case !ok:
				m.edges = append(m.edges, ridge{[2]int{a, b}, [2]int{id, id}})
			case a < b && m.facet[k] != id && dot(m.normal[m.facet[k]], m.normal[id]) < crease:
				m.edges = append(m.edges, ridge{[2]int{a, b}, [2]int{id, m.facet[k]}})
			}
		}
	}
}

// rims returns the outline of each facet, counter-clockwise seen from outside.
func (m *mesh) rims() [][]point {
	next := make([]map[int]int, len(m.normal))
	owner := map[[2]int]int{}
	for i, f := range m.faces {
		for j := range 3 {
			owner[[2]int{f[j], f[(j+1)%3]}] = m.facet[i]
		}
	}
	first := make([]int, len(m.normal))
	for i, f := range m.faces {
		id := m.facet[i]
		for j := range 3 {
			a, b := f[j], f[(j+1)%3]
			if k, ok := owner[[2]int{b, a}]; !ok || k != id {
				if next[id] == nil {
					next[id], first[id] = map[int]int{}, a
				}
				next[id][a] = b
			}
		}
	}
	out := make([][]point, len(m.normal))
	for id := range out {
		at := first[id]
		for range len(next[id]) {
			out[id] = append(out[id], m.points[at])
			at = next[id][at]
		}
	}
	return out
}

// inPlane reports whether the corners of f lie within slack of the plane through at.
func (m *mesh) inPlane(f [3]int, n, at point, slack float64) bool {
	for _, i := range f {
		if math.Abs(dot(n, minus(m.points[i], at))) > slack {
			return false
		}
	}
	return true
}

// aroundSphere returns unit vectors that cover the sphere evenly: an icosahedron's corners, its edges split n times.
func aroundSphere(n int) []point {
	g := (1 + math.Sqrt(5)) / 2
	var pts []point
	for _, s := range []float64{-1, 1} {
		for _, t := range []float64{-g, g} {
			pts = append(pts, point{0, s, t}, point{s, t, 0}, point{t, 0, s})
		}
	}
	for i := range pts {
		pts[i] = unitOf(pts[i])
	}
	for range n {
		h := hull3(pts)
		seen := map[[2]int]bool{}
		pts = slices.Clone(h.points)
		for _, f := range h.faces {
			for i := range 3 {
				a, b := f[i], f[(i+1)%3]
				if k := ([2]int{min(a, b), max(a, b)}); !seen[k] {
					seen[k] = true
					pts = append(pts, unitOf(mid(h.points[a], h.points[b])))
				}
			}
		}
	}
	return pts
}

// hull3 returns the mesh of the hull of the points. Flat sets have no faces beyond those that the hull gives.
func hull3(pts []point) mesh {
	v := make([]d3.Vec, len(pts))
	for i, p := range pts {
		v[i] = d3.Vec{X: p[0], Y: p[1], Z: p[2]}
	}
	h, err := d3.NewHull(v)
	if err != nil { // numbers that Place refuses
		return mesh{}
	}
	m := mesh{faces: h.Faces()}
	for _, p := range h.Vertices() {
		m.points = append(m.points, from3(p))
	}
	return m
}
