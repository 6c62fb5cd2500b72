package solid

import (
	"cmp"
	"math"
	"slices"

	"github.com/collide-go/collide/d3"
)

// Polyhedron is the surface of the convex hull of points. Its faces are triangles, outward and
// counter-clockwise; Facet tells which of them lie in one plane. A flat hull has one side alone.
type Polyhedron struct {
	Points []d3.Vec
	Faces  [][3]int
	Facet  []int
	Normal []d3.Vec    // of each facet
	Edges  []Edge      // those that a picture shows: between facets that meet at a clear angle
	Core   [][2]d3.Vec // of a body that is a grown polytope: the edges of its core
	Dim    int         // 0 to 3

	across map[[2]int]int // the face on the left of each directed edge
}

// Edge is an edge of a polyhedron between two facets, which are the same at the rim of a flat body.
type Edge struct{ Ends, Facets [2]int }

// The least angle between facets whose common edge is drawn, by its cosine: 25 degrees where
// surfaces are sampled, else one.
const (
	creaseSampled = 0.906
	creaseFlat    = 0.9998
)

// NewPolyhedron returns the hull of points, with all its edges; nothing for points that are not
// finite.
func NewPolyhedron(points []d3.Vec) *Polyhedron { return polyhedron(points, creaseFlat) }

// polyhedron is NewPolyhedron with the edges of a crease. It is made at a size near 1, as areas
// leave the range of doubles before lengths do, and the difference of two bodies may be larger than
// a body.
func polyhedron(points []d3.Vec, crease float64) *Polyhedron {
	most := 0.0
	for _, p := range points {
		most = max(most, math.Abs(p.X), math.Abs(p.Y), math.Abs(p.Z))
	}
	_, unit := math.Frexp(most)
	h, err := d3.NewHull(scaled(points, -unit))
	if err != nil {
		return &Polyhedron{}
	}
	m := &Polyhedron{Points: h.Vertices(), Faces: h.Faces(), Dim: h.Dim(), across: map[[2]int]int{}}
	for i, f := range m.Faces {
		for j := range 3 {
			m.across[[2]int{f[j], f[(j+1)%3]}] = i
		}
	}
	m.facets()
	m.edges(crease)
	m.Points = scaled(m.Points, unit)
	return m
}

// scaled returns points times 2^e.
func scaled(points []d3.Vec, e int) []d3.Vec {
	list := make([]d3.Vec, len(points))
	for i, p := range points {
		list[i] = d3.Vec{X: math.Ldexp(p.X, e), Y: math.Ldexp(p.Y, e), Z: math.Ldexp(p.Z, e)}
	}
	return list
}

// Polyhedron returns the surface of b, sampled where it has curved parts; nothing for a half-space.
func (b *Body) Polyhedron() *Polyhedron { return b.polyhedron(3) }

// polyhedron is Polyhedron with more samples on each level.
func (b *Body) polyhedron(level int) *Polyhedron {
	if b.Core == nil {
		return &Polyhedron{}
	}
	pts, crease := b.Corners, creaseFlat
	if b.Smooth || len(pts) == 0 {
		pts, crease = supports(b.Core, level), creaseSampled
	}
	m := polyhedron(pts, crease)
	if b.Margin == 0 {
		return m
	}
	var core [][2]d3.Vec
	pts = supports(b.Grown, level)
	if !b.Smooth { // the plates over the core's faces, exactly
		for _, e := range m.Edges {
			core = append(core, [2]d3.Vec{m.Points[e.Ends[0]], m.Points[e.Ends[1]]})
		}
		for _, f := range m.Faces {
			n := m.normal(f).Scale(b.Margin)
			for _, i := range f {
				pts = append(pts, m.Points[i].Add(n))
			}
		}
	}
	m = polyhedron(pts, creaseSampled)
	m.Core = core
	return m
}

// supports returns support points in directions all around, more of them on each level.
func supports(f Support, level int) []d3.Vec {
	pts := Around(level)
	for i, d := range pts {
		pts[i] = f(d)
	}
	return pts
}

// normal returns the unit normal of a face.
func (h *Polyhedron) normal(f [3]int) d3.Vec {
	return unitNormal(h.Points[f[0]], h.Points[f[1]], h.Points[f[2]])
}

// area returns twice the area of a face.
func (h *Polyhedron) area(f [3]int) float64 {
	p := h.Points[f[0]]
	return h.Points[f[1]].Sub(p).Cross(h.Points[f[2]].Sub(p)).Len()
}

// facets joins faces to facets, the largest first, so that slivers that rounding left in a plane
// join it.
func (h *Polyhedron) facets() {
	size := 0.0
	for _, p := range h.Points {
		size = max(size, p.Sub(h.Points[0]).Len())
	}
	order := make([]int, len(h.Faces))
	h.Facet = make([]int, len(h.Faces))
	for i := range h.Faces {
		order[i], h.Facet[i] = i, -1
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(h.area(h.Faces[b]), h.area(h.Faces[a])) })
	for _, seed := range order {
		if h.Facet[seed] >= 0 {
			continue
		}
		n, at := h.normal(h.Faces[seed]), h.Points[h.Faces[seed][0]]
		id := len(h.Normal)
		h.Normal = append(h.Normal, n)
		h.Facet[seed] = id
		for todo := []int{seed}; len(todo) > 0; {
			f := h.Faces[todo[0]]
			todo = todo[1:]
			for j := range 3 {
				k, ok := h.across[[2]int{f[(j+1)%3], f[j]}]
				if ok && h.Facet[k] < 0 && h.inPlane(h.Faces[k], n, at, 1e-6*size) {
					h.Facet[k] = id
					todo = append(todo, k)
				}
			}
		}
	}
}

// inPlane reports whether the corners of f lie within slack of the plane through at.
func (h *Polyhedron) inPlane(f [3]int, n, at d3.Vec, slack float64) bool {
	return !slices.ContainsFunc(f[:], func(i int) bool { return math.Abs(n.Dot(h.Points[i].Sub(at))) > slack })
}

// edges finds the edges between facets that meet at a clear angle.
func (h *Polyhedron) edges(crease float64) {
	if len(h.Points) == 2 {
		h.Normal = []d3.Vec{{}}
		h.Edges = []Edge{{Ends: [2]int{0, 1}}}
	}
	for i, f := range h.Faces {
		for j := range 3 {
			a, b, id := f[j], f[(j+1)%3], h.Facet[i]
			k, ok := h.across[[2]int{b, a}]
			switch {
			case !ok:
				h.Edges = append(h.Edges, Edge{[2]int{a, b}, [2]int{id, id}})
			case a < b && h.Facet[k] != id && h.Normal[h.Facet[k]].Dot(h.Normal[id]) < crease:
				h.Edges = append(h.Edges, Edge{[2]int{a, b}, [2]int{id, h.Facet[k]}})
			}
		}
	}
}

// Rims returns the outline of each facet, counter-clockwise seen from outside.
func (h *Polyhedron) Rims() [][]d3.Vec {
	next, first := make([]map[int]int, len(h.Normal)), make([]int, len(h.Normal))
	for i, f := range h.Faces {
		id := h.Facet[i]
		for j := range 3 {
			a, b := f[j], f[(j+1)%3]
			if k, ok := h.across[[2]int{b, a}]; !ok || h.Facet[k] != id {
				if next[id] == nil {
					next[id], first[id] = map[int]int{}, a
				}
				next[id][a] = b
			}
		}
	}
	out := make([][]d3.Vec, len(h.Normal))
	for id := range out {
		at := first[id]
		for range len(next[id]) {
			out[id] = append(out[id], h.Points[at])
			at = next[id][at]
		}
	}
	return out
}

// Around returns unit vectors that cover the sphere evenly: an icosahedron's corners, its edges
// split n times.
func Around(n int) []d3.Vec {
	g := (1 + math.Sqrt(5)) / 2
	var pts []d3.Vec
	for _, s := range []float64{-1, 1} {
		for _, t := range []float64{-g, g} {
			pts = append(pts, Unit(d3.Vec{Y: s, Z: t}), Unit(d3.Vec{X: s, Y: t}), Unit(d3.Vec{X: t, Z: s}))
		}
	}
	for range n {
		h, err := d3.NewHull(pts)
		if err != nil {
			return pts // cannot be: the points are finite
		}
		pts = h.Vertices()
		seen := map[[2]int]bool{}
		corners := slices.Clone(pts)
		for _, f := range h.Faces() {
			for i := range 3 {
				a, b := f[i], f[(i+1)%3]
				if k := ([2]int{min(a, b), max(a, b)}); !seen[k] {
					seen[k] = true
					pts = append(pts, Unit(corners[a].Add(corners[b]).Scale(0.5)))
				}
			}
		}
	}
	return pts
}
