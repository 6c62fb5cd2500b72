package d2

import (
	"math"
	"math/big"
)

// Fault is what keeps a closed path from bounding a convex polygon, or paths from bounding a
// region.
type Fault uint8

// The faults, from CheckConvex and Decompose.
const (
	FaultNone       Fault = iota
	FaultDegenerate       // fewer than three distinct points, or all on one line
	FaultSpike            // the path folds back on itself at a corner
	FaultCrossing         // two edges cross in a point within both
	FaultTouching         // two edges touch or overlap without crossing
	FaultReflex           // a corner turns the wrong way
	FaultWinding          // all corners turn the same way, by more than a full turn: a star, or a path twice
	FaultOutside          // a hole lies outside the outer path
	FaultNested           // a hole lies inside another hole
)

// String returns the fault in words.
func (f Fault) String() string {
	switch f {
	case FaultNone:
		return "none"
	case FaultDegenerate:
		return "degenerate"
	case FaultSpike:
		return "spike"
	case FaultCrossing:
		return "crossing"
	case FaultTouching:
		return "touching"
	case FaultReflex:
		return "reflex"
	case FaultWinding:
		return "winding"
	case FaultOutside:
		return "outside"
	case FaultNested:
		return "nested"
	}
	return "unknown"
}

// Convexity tells whether a closed path bounds a convex polygon and, if not, why and where. Edge i
// is the one that ends at the first point after points[i] that differs from it.
type Convexity struct {
	Fault  Fault  // FaultNone for a convex polygon
	Corner int    // the corner to blame: the Index of NewPolygon's error; -1 for FaultNone and FaultDegenerate
	Edges  [2]int // the first two, in lexicographic order, that meet and are no neighbours; else -1, -1
	Point  Vec    // a point where these two meet, rounded; without them points[Corner]

	Repeated  []int // points that repeat the one before: no fault
	Collinear []int // points within an edge, the path going straight on: no fault
}

// CheckConvex tells whether the closed path over the points, which may go either way round, is the
// boundary of a convex polygon run through once: just when NewPolygon accepts it. Every decision is
// an exact sign, with no tolerance.
//
// A path whose corners turn both ways gets FaultCrossing or FaultTouching where two of its edges do
// that, else FaultReflex; one whose corners all turn one way gets FaultWinding, with the first of
// its crossings; a spike comes before both. The slice is not kept.
//
// The errors are those of NewHull: numbers that are no coordinates, or no points.
//
// Cost: O(n) for a convex path, O(n log n) for a simple one. Else up to O(n^2) comparisons of
// boxes.
func CheckConvex(points []Vec) (Convexity, error) {
	if err := checkPoints(points); err != nil {
		return Convexity{}, err
	}
	c := Convexity{Corner: -1, Edges: [2]int{-1, -1}}
	corners := distinctNeighbours(points)
	for i, next := 0, 0; i < len(points); i++ {
		if next < len(corners) && corners[next] == i {
			next++
		} else {
			c.Repeated = append(c.Repeated, i)
		}
	}
	if len(corners) < 3 || onOneLine(points, corners) {
		c.Fault = FaultDegenerate
		return c, nil
	}
	n := len(corners)
	for i, at := range corners {
		p, q, r := points[corners[(i+n-1)%n]], points[at], points[corners[(i+1)%n]]
		if orient(p, q, r) == 0 && lexCompare(p, q) == lexCompare(q, r) {
			c.Collinear = append(c.Collinear, at)
		}
	}
	c.Corner = notConvex(points, corners)
	if c.Corner < 0 {
		return c, nil
	}
	c.blame(points, corners)
	return c, nil
}

// blame fills in what is wrong with a path over the corners that is not convex, Corner being set.
func (c *Convexity) blame(points []Vec, corners []int) {
	c.Point = points[c.Corner].clean()
	n := len(corners)
	ways := [3]bool{} // clockwise, straight, counter-clockwise
	path := newPath(points, corners)
	for i, at := range corners {
		p, q, r := points[corners[(i+n-1)%n]], points[at], points[corners[(i+1)%n]]
		ways[1+orient(p, q, r)] = true
		if at == c.Corner && orient(p, q, r) == 0 {
			c.Fault = FaultSpike
			return
		}
	}
	met, proper := firstMeeting([]path2{path})
	if met != nil {
		c.Edges = [2]int{met[0].index, met[1].index}
		c.Point = meetingPoint(met)
	}
	switch {
	case !ways[0] || !ways[2]:
		c.Fault = FaultWinding
	case met == nil:
		c.Fault = FaultReflex
	case proper:
		c.Fault = FaultCrossing
	default:
		c.Fault = FaultTouching
	}
}

// ConvexPosition returns the index of the first point that is not a corner of the convex hull of
// all, or that repeats an earlier one; -1 where there is none, so that the points are in convex
// position. Every decision is an exact sign, with no tolerance.
//
// The errors are those of NewHull.
//
// Cost: O(n log n).
func ConvexPosition(points []Vec) (int, error) {
	h, err := NewHull(points)
	if err != nil {
		return -1, err
	}
	corners := make(map[Vec]bool, len(h.points))
	for _, p := range h.points {
		corners[p] = true
	}
	for i, p := range points {
		if p = p.clean(); !corners[p] {
			return i, nil
		}
		delete(corners, p)
	}
	return -1, nil
}

// meetingPoint returns a common point of two edges that have one, rounded: the crossing, or the
// lexicographically least end of one that lies on the other.
func meetingPoint(e []edge2) Vec {
	least, found := Vec{math.Inf(1), 0}, false
	for i := range 2 {
		for _, p := range [2]Vec{e[i].a, e[i].b} {
			if o := &e[1-i]; orient(o.a, o.b, p) == 0 && o.box().Contains(p) && lexCompare(p, least) < 0 {
				least, found = p, true
			}
		}
	}
	if found {
		return least.clean()
	}
	r := func(x float64) *big.Rat { return new(big.Rat).SetFloat64(x) }
	sub := func(p, q float64) *big.Rat { return new(big.Rat).Sub(r(p), r(q)) }
	det := func(a, b, c, d *big.Rat) *big.Rat {
		return new(big.Rat).Sub(new(big.Rat).Mul(a, d), new(big.Rat).Mul(b, c))
	}
	a, b := &e[0], &e[1]
	ux, uy := sub(a.b.X, a.a.X), sub(a.b.Y, a.a.Y)
	vx, vy := sub(b.b.X, b.a.X), sub(b.b.Y, b.a.Y)
	t := det(sub(b.a.X, a.a.X), sub(b.a.Y, a.a.Y), vx, vy)
	t.Quo(t, det(ux, uy, vx, vy))
	x, _ := ux.Add(ux.Mul(ux, t), r(a.a.X)).Float64()
	y, _ := uy.Add(uy.Mul(uy, t), r(a.a.Y)).Float64()
	return Vec{x, y}.clean()
}
