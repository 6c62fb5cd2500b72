package d3

import (
	"fmt"
	"math"
	"slices"
	"sync/atomic"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/num"
)

// Hull is the convex hull of any one or more points, flat sets included. Make it with NewHull.
type Hull struct {
	points []Vec   // the extreme points, exactly as given (-0 as 0), in the order of their first appearance
	center Vec     // the middle of their AABB, rounded: any double near the middle would do
	local  []Vec   // points - center, each coordinate rounded once
	radius float64 // no element of local is longer
	box    AABB    // of points
	dim    int     // 0 point, 1 segment, 2 flat, 3 solid

	// dim 3: triangles, counter-clockwise seen from outside; dim 2: one side's triangulation; else
	// empty
	faces    [][3]int32
	adjStart []int32 // vertex i has the neighbours adj[adjStart[i]:adjStart[i+1]]; len(points)+1 elements
	adj      []int32
	start    []int32       // direction table (see tableStart); empty for hulls of few points
	cells    *supportCells // nil for those of few, and of very many

	table atomic.Pointer[hullFaces] // of its faces and edges, from the first time that SAT or a manifold asks
	near  atomic.Pointer[hullNear]  // of its triangles, from the first time that a point is asked about
	rays  atomic.Pointer[rayTable]  // of its faces and the faces beside them, from the first ray
	own   tableMaker                // of the first table, where it is made in place
}

// tableMaker makes the table of a hull in memory that is there.
type tableMaker interface{ fillTable() *hullFaces }

// NewHull returns the convex hull of the points, in the frame and the unit in which they are given.
//
// Every decision is an exact sign, with no tolerance: the hull keeps exactly the extreme points.
// Points that repeat others, or lie inside the hull, a face or an edge, are dropped. Points on one
// plane, on one line or in one place give a flat hull, a segment or a point; Dim tells which. The
// same points give the same hull on every platform. The slice is not kept.
//
// The error is collide.ErrEmpty for no points, collide.ErrNotFinite for NaN or an infinity, or
// collide.ErrOutOfRange for a magnitude above collide.MaxMagnitude; Index is that of the point. A
// hull whose largest extent is neither 0 nor at least collide.MinSize is made, and refused by
// Place.
//
// Cost: O(n log n) for points in general position, O(n^2) at worst; of hulls of 21 to 8192 corners
// half of it is the table by which Support finds them. Source: [Barber96] with the exact signs of
// package exact.
func NewHull(points []Vec) (*Hull, error) {
	if err := checkPoints(points); err != nil {
		return nil, err
	}
	h, facets := hullOf(points)
	h.finish(facets)
	return h, nil
}

// hullOf returns the hull of points that passed the checks, without its faces, and its facets:
// convex polygons of vertices, counter-clockwise seen from outside; of a flat hull its one side.
func hullOf(points []Vec) (*Hull, [][]int32) {
	scaled := scaleToUnit(points)
	var facets [][]int32 // convex polygons of indices, their corners the extreme points
	seed, dim := firstSimplex(scaled)
	switch dim {
	case 3:
		facets = quickhull(scaled, seed)
	case 2:
		facets = [][]int32{flatHull(scaled, seed)}
	case 1:
		facets = [][]int32{{seed[0], seed[1]}}
	default:
		facets = [][]int32{{seed[0]}}
	}
	h := &Hull{dim: dim}
	h.number(points, facets)
	return h, facets
}

// finish makes all else of a hull whose facets come in an order that decides how its faces are
// numbered and cut.
func (h *Hull) finish(facets [][]int32) {
	h.placeLocal()
	h.connect(facets)
	h.cells = newCells(h.local, h.radius)
	if h.cells == nil && len(h.points) > scanLimit {
		h.fillStart()
	}
}

// HullOf is NewHull for points of any type with the fields X, Y and Z, such as the vectors of other
// libraries.
func HullOf[P ~struct{ X, Y, Z float64 }](points []P) (*Hull, error) {
	v := make([]Vec, len(points))
	for i, p := range points {
		v[i] = Vec(p)
	}
	return NewHull(v)
}

// Vertices returns the extreme points, exactly as they were given but for -0, which is 0, in the
// order of their first appearance. The slice is the caller's.
func (h *Hull) Vertices() []Vec { return slices.Clone(h.points) }

// Faces returns the surface as triangles of indices into Vertices. Of a solid hull they close it,
// counter-clockwise seen from outside, none with zero area; a flat face of more corners is cut into
// triangles. A flat hull has one side triangulated; segments and points have no faces. The slice is
// the caller's.
func (h *Hull) Faces() [][3]int {
	faces := make([][3]int, len(h.faces))
	for i, f := range h.faces {
		faces[i] = [3]int{int(f[0]), int(f[1]), int(f[2])}
	}
	return faces
}

// Dim returns the dimension: 0 for a point, 1 for a segment, 2 for a flat hull, 3 for a solid one.
func (h *Hull) Dim() int { return h.dim }

// Margin returns 0: a hull is not grown. Wrap it in Rounded for that.
func (h *Hull) Margin() float64 { return 0 }

// checkPoints returns the first reason to refuse the points.
func checkPoints(points []Vec) error {
	if len(points) == 0 {
		return &collide.Error{Code: collide.ErrEmpty, Path: "points", Index: -1, Value: math.NaN()}
	}
	for i, p := range points {
		for j, x := range [3]float64{p.X, p.Y, p.Z} {
			if code := num.BadNumber(x); code != nil {
				path := fmt.Sprintf("points[%d].%c", i, 'x'+rune(j))
				return &collide.Error{Code: code, Path: path, Index: i, Value: x}
			}
		}
	}
	return nil
}

// scaleToUnit returns the points times 2^k with the largest coordinate in [1/2, 1), so that the
// float filters of the exact signs do not underflow. It returns the points as they are where that
// would round one.
func scaleToUnit(points []Vec) []Vec {
	m := 0.0
	for _, p := range points {
		m = max(m, math.Abs(p.X), math.Abs(p.Y), math.Abs(p.Z))
	}
	_, e := math.Frexp(m)
	scaled := make([]Vec, len(points))
	for i, p := range points {
		q := ldexpVec(p, -e)
		if ldexpVec(q, e) != p {
			return points
		}
		scaled[i] = q
	}
	return scaled
}

// placeLocal fills center, local and radius. Lengths are measured at a scale where squares neither
// vanish nor overflow.
func (h *Hull) placeLocal() {
	lo, hi := h.points[0], h.points[0]
	for _, p := range h.points {
		lo = Vec{min(lo.X, p.X), min(lo.Y, p.Y), min(lo.Z, p.Z)}
		hi = Vec{max(hi.X, p.X), max(hi.Y, p.Y), max(hi.Z, p.Z)}
	}
	h.box = AABB{lo, hi}
	h.center = lo.Add(hi).Scale(0.5)
	h.local = make([]Vec, len(h.points))
	m := 0.0
	for i, p := range h.points {
		v := p.Sub(h.center)
		h.local[i] = v
		m = max(m, math.Abs(v.X), math.Abs(v.Y), math.Abs(v.Z))
	}
	_, e := math.Frexp(m)
	longest := 0.0
	for _, v := range h.local {
		longest = max(longest, ldexpVec(v, -e).Len2())
	}
	if longest == 0 {
		return
	}
	// Len2 is off by at most 3u of itself and by underflow far below 1/4, the root by u: together
	// below 4u.
	up := math.Sqrt(longest) * (1 + 0x1p-50)
	h.radius = math.Nextafter(math.Ldexp(up, e), math.Inf(1))
}

// number fills points with the corners of the facets, in ascending order of their indices, and
// renumbers the facets so.
func (h *Hull) number(points []Vec, facets [][]int32) {
	number := make([]int32, len(points)) // 1 for a corner, then its number
	n := 0
	for _, f := range facets {
		for _, p := range f {
			n += int(1 - number[p])
			number[p] = 1
		}
	}
	h.points = make([]Vec, 0, n)
	for i, used := range number {
		if used != 0 {
			number[i] = int32(len(h.points))
			h.points = append(h.points, points[i].Add(Vec{})) // -0 + 0 = 0
		}
	}
	for _, f := range facets {
		for i, p := range f {
			f[i] = number[p]
		}
	}
}

// connect cuts the facets into triangles and builds the edge graph: of the triangles when the hull
// is solid, where each edge is in two triangles, once either way round; else of the only facet.
func (h *Hull) connect(facets [][]int32) {
	if h.dim >= 2 {
		h.faces = make([][3]int32, 0, 2*len(h.points))
		for _, f := range facets {
			h.faces = appendTriangles(h.faces, f)
		}
	}
	var edges [][2]int32 // each both ways round
	switch h.dim {
	case 3:
		edges = make([][2]int32, 0, 3*len(h.faces))
		for _, t := range h.faces {
			edges = append(edges, [2]int32{t[0], t[1]}, [2]int32{t[1], t[2]}, [2]int32{t[2], t[0]})
		}
	case 2:
		for i, p := range facets[0] {
			q := facets[0][(i+1)%len(facets[0])]
			edges = append(edges, [2]int32{p, q}, [2]int32{q, p})
		}
	case 1:
		edges = [][2]int32{{0, 1}, {1, 0}}
	}
	h.adjStart = make([]int32, len(h.points)+1)
	for _, e := range edges {
		h.adjStart[e[0]+1]++
	}
	for i := range h.points {
		h.adjStart[i+1] += h.adjStart[i]
	}
	h.adj = make([]int32, len(edges))
	fill := slices.Clone(h.adjStart)
	for _, e := range edges {
		h.adj[fill[e[0]]] = e[1]
		fill[e[0]]++
	}
	for i := range h.points {
		slices.Sort(h.adj[h.adjStart[i]:h.adjStart[i+1]])
	}
}

// appendTriangles cuts a convex polygon into triangles of the same winding, as a strip, so that no
// corner gets many edges.
func appendTriangles(faces [][3]int32, polygon []int32) [][3]int32 {
	i, j := 0, len(polygon)-1
	for j-i >= 2 {
		faces = append(faces, [3]int32{polygon[i], polygon[i+1], polygon[j]})
		i++
		if j-i >= 2 {
			faces = append(faces, [3]int32{polygon[i], polygon[j-1], polygon[j]})
			j--
		}
	}
	return faces
}

// edgeDir returns the unit vector from vertex i of h to vertex j, each coordinate but for a common
// factor within 2u.
func edgeDir(h *Hull, i, j int32) Vec {
	e := h.points[j].Sub(h.points[i])
	e = e.Scale(num.PowerBelow(largest(e.abs())))
	return e.Scale(1 / e.Len())
}
