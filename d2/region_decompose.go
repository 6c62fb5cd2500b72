package d2

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/collide-go/collide"
)

// This file cuts a polygon with holes into convex polygons: checks (region_simple.go), y-monotone
// pieces and triangles (region_triangulate.go), and then the triangles are joined again as long as
// they stay convex [Hertel83]. docs/math/decompose.md has the proofs.

// RegionError is the error of Decompose about paths that are well-formed one by one but bound no
// region. Path 0 is the outer one, path i the hole i-1; edge k of a path is the one that ends at
// the first point after points[k] that differs from it.
type RegionError struct {
	Fault Fault  // spike, crossing, touching, outside or nested
	Paths [2]int // the two paths; twice the same where a path is at fault with itself
	Edges [2]int // the two edges; for a spike the corner twice, for holes outside or nested -1, -1
	Point Vec    // the common point of the edges, rounded; the tip of the spike; a point of the hole
}

// Error says what is wrong, with paths and edges as in "outer[3] and holes[0][2] cross at (1, 2)".
func (e *RegionError) Error() string {
	p, q := edgeName(e.Paths[0], e.Edges[0]), edgeName(e.Paths[1], e.Edges[1])
	at := fmt.Sprintf(" at (%v, %v)", e.Point.X, e.Point.Y)
	switch e.Fault {
	case FaultSpike:
		return p + " is the tip of a spike" + at
	case FaultCrossing:
		return "edges " + p + " and " + q + " cross" + at
	case FaultTouching:
		return "edges " + p + " and " + q + " touch" + at
	case FaultNested:
		return p + " lies inside " + q
	default:
		return p + " lies outside " + q
	}
}

// Unwrap returns collide.ErrNotSimple.
func (e *RegionError) Unwrap() error { return collide.ErrNotSimple }

// Path names the first element to blame, as in "outer[3]" or "holes[0]".
func (e *RegionError) Path() string { return edgeName(e.Paths[0], e.Edges[0]) }

// edgeName names an edge of a path, or the path where edge is negative.
func edgeName(path, edge int) string {
	name := "outer"
	if path > 0 {
		name = fmt.Sprintf("holes[%d]", path-1)
	}
	if edge >= 0 {
		name += fmt.Sprintf("[%d]", edge)
	}
	return name
}

// Decompose cuts the region inside the closed path outer and outside the holes into convex
// polygons, in the frame and the unit of the points.
//
// The paths may go either way round; points that repeat the one before or lie within an edge are
// dropped. No two paths may have a point in common, nor a path one with itself but for neighbouring
// edges. The corners of the pieces are among the points given, bit for bit (-0 as 0), so the pieces
// fill the region exactly: their interiors are disjoint and their areas add up. Pieces that are
// neighbours share a part of an edge. Every decision is an exact sign, with no tolerance.
//
// Of r corners that bend inward (with those of the holes, seen from the region), at most 2r + 1 - h
// pieces come, for h holes; at least ceil(r/2) + 1 - h are needed, so there are at most four times
// as many as needed where h is 0. The pieces depend on the region alone, not on the way its paths
// are written down. They come in the order of their first vertices.
//
// The errors are those of NewHull, with Paths outer and holes[i] and Index the point;
// collide.ErrDegenerate, Index -1, for a path with fewer than three distinct points or all on one
// line; and *RegionError (collide.ErrNotSimple), which names the edges that cross or touch, or the
// hole that lies outside or in another one. The slices are not kept.
//
// Cost: O(n log n) comparisons for n points, and moves of O(n^2) short integers at worst: 0.1 s for
// 10 000 points. Paths that meet cost up to O(n^2) comparisons of boxes more, to name the first
// edges that do. Sources: [Shamos76], [Garey78], [Berg08] chapter 3, [Hertel83].
func Decompose(outer []Vec, holes ...[]Vec) ([]*Polygon, error) {
	paths := make([]path2, 1+len(holes))
	for i := range paths {
		points := outer
		if i > 0 {
			points = holes[i-1]
		}
		var err error
		if paths[i], err = checkPath(points, i); err != nil {
			return nil, err
		}
	}
	if met, proper := firstMeeting(paths); met != nil {
		fault := FaultTouching
		if proper {
			fault = FaultCrossing
		}
		return nil, &RegionError{
			Fault: fault, Paths: [2]int{met[0].path, met[1].path},
			Edges: [2]int{met[0].index, met[1].index}, Point: meetingPoint(met),
		}
	}
	if err := checkHoles(paths); err != nil {
		return nil, err
	}
	r := newRegion(paths)
	r.cut()
	return r.joined(r.triangles()), nil
}

// checkPath returns path i over the points, which has area and no spike.
func checkPath(points []Vec, i int) (path2, error) {
	name := edgeName(i, -1)
	if err := checkPoints(points); err != nil {
		e := *err.(*collide.Error) //nolint:errorlint // checkPoints returns no other
		e.Path = name + e.Path[len("points"):]
		return nil, &e
	}
	corners := distinctNeighbours(points)
	if len(corners) < 3 || onOneLine(points, corners) {
		return nil, &collide.Error{Code: collide.ErrDegenerate, Path: name, Index: -1, Value: math.NaN()}
	}
	n := len(corners)
	for k, at := range corners {
		a, b, c := points[corners[(k+n-1)%n]], points[at], points[corners[(k+1)%n]]
		if orient(a, b, c) == 0 && lexCompare(a, b) != lexCompare(b, c) {
			return nil, &RegionError{Fault: FaultSpike, Paths: [2]int{i, i}, Edges: [2]int{at, at}, Point: b.clean()}
		}
	}
	return newPath(points, corners), nil
}

// checkHoles refuses the first hole that lies outside the outer path or inside another hole. No two
// paths have a common point, so one point of a hole tells for all.
func checkHoles(paths []path2) error {
	boxes := make([]AABB, len(paths))
	for i, p := range paths {
		boxes[i] = p[0].box()
		for k := range p {
			boxes[i] = boxes[i].Union(p[k].box())
		}
	}
	for i := 1; i < len(paths); i++ {
		v := paths[i][0].a
		e := RegionError{Fault: FaultOutside, Paths: [2]int{i, 0}, Edges: [2]int{-1, -1}, Point: v.clean()}
		if !paths[0].contains(v) {
			return &e
		}
		for j := 1; j < len(paths); j++ {
			if j != i && boxes[j].Contains(v) && paths[j].contains(v) {
				e.Fault, e.Paths[1] = FaultNested, j
				return &e
			}
		}
	}
	return nil
}

// contains reports whether v, which is not on the path, lies inside it: whether a ray upward
// crosses it an odd number of times.
func (p path2) contains(v Vec) bool {
	inside := false
	for k := range p {
		a, b := p[k].a, p[k].b
		if (a.X <= v.X) == (b.X <= v.X) {
			continue
		}
		if b.X < a.X {
			a, b = b, a
		}
		if orient(a, b, v) < 0 {
			inside = !inside
		}
	}
	return inside
}

// joined returns the polygons that the triangles make up once every diagonal has gone that is not
// needed: one is needed where without it a corner at one of its ends would turn by more than a half
// turn. Diagonals that settle an inward corner alone go last, for these save others. The triangles
// are counter-clockwise.
//
// At the head of every turn the half-edges of each piece form a ring of next and prev whose corners
// turn left or go straight on.
func (r *region) joined(triangles [][3]int32) []*Polygon {
	points := r.points
	n := int32(3 * len(triangles))
	from := make([]int32, n)
	next, prev := make([]int32, n), make([]int32, n)
	for t, tri := range triangles {
		for k := range int32(3) {
			h := int32(3*t) + k
			from[h], next[h], prev[h] = tri[k], int32(3*t)+(k+1)%3, int32(3*t)+(k+2)%3
		}
	}
	gone := make([]bool, n)
	for _, d := range r.diagonals(from, next) {
		h, t := d[0], d[1] // from u to v, and back
		u, v := points[from[h]], points[from[t]]
		if orient(points[from[prev[h]]], u, points[from[next[next[t]]]]) < 0 ||
			orient(points[from[prev[t]]], v, points[from[next[next[h]]]]) < 0 {
			continue
		}
		next[prev[h]], prev[next[t]] = next[t], prev[h]
		next[prev[t]], prev[next[h]] = next[h], prev[t]
		gone[h], gone[t] = true, true
	}
	var pieces []*Polygon
	for h := range n {
		if gone[h] {
			continue
		}
		var corners []Vec
		for k := h; !gone[k]; k = next[k] {
			gone[k] = true
			corners = append(corners, points[from[k]])
		}
		pieces = append(pieces, &Polygon{hull: hullOf(corners)})
	}
	slices.SortStableFunc(pieces, func(p, q *Polygon) int {
		return cmp.Or(lexCompare(p.hull.points[0], q.hull.points[0]), lexCompare(p.hull.points[1], q.hull.points[1]))
	})
	return pieces
}

// diagonals returns the pairs of half-edges that run along each other: first those that settle no
// end, then one, then both, in the order of their ends.
func (r *region) diagonals(from, next []int32) [][2]int32 {
	type side struct{ settled, low, high, half int32 }
	sides := make([]side, len(from))
	for h := range from {
		u, v := min(from[h], from[next[h]]), max(from[h], from[next[h]])
		sides[h] = side{r.settles(u, v) + r.settles(v, u), u, v, int32(h)}
	}
	slices.SortFunc(sides, func(a, b side) int {
		return cmp.Or(cmp.Compare(a.settled, b.settled), cmp.Compare(a.low, b.low), cmp.Compare(a.high, b.high),
			cmp.Compare(a.half, b.half))
	})
	var pairs [][2]int32
	for i := 1; i < len(sides); i++ {
		if a, b := sides[i-1], sides[i]; a.low == b.low && a.high == b.high {
			pairs = append(pairs, [2]int32{a.half, b.half})
		}
	}
	return pairs
}

// settles returns 1 where u bends inward and the diagonal to v leaves no more than a half turn on
// either side, else 0.
func (r *region) settles(u, v int32) int32 {
	p, q := r.points[r.before[u]], r.points[r.after[u]]
	if r.convex(u) || orient(r.points[u], q, r.points[v]) < 0 || orient(r.points[u], r.points[v], p) < 0 {
		return 0
	}
	return 1
}
