package d2

import (
	"fmt"
	"math"

	"github.com/collide-go/collide"
)

// NewPolygon returns the convex polygon with these corners, at least three, in the frame and the
// unit in which they are given.
//
// The corners may go either way round from any start; repeated corners and corners within an edge
// are allowed and dropped. All of these descriptions of one polygon give the same polygon, bit for
// bit. Every decision is an exact sign, with no tolerance. The slice is not kept.
//
// The errors are those of NewHull and, with Path points and Index -1, collide.ErrDegenerate for
// fewer than three distinct points or points on one line, and collide.ErrNotConvex. Of the latter
// Index is the corner to blame: the tip of a spike that folds back on itself; else a corner that
// turns the other way than the one with the least X (of these the least Y), as a reflex corner or
// that of a bow-tie does; else, for a star, the corner by which the turns exceed a full one.
// CheckConvex says more: which edges cross, and where.
//
// Cost: O(n log n).
func NewPolygon(points []Vec) (*Polygon, error) {
	if err := checkPoints(points); err != nil {
		return nil, err
	}
	corners := distinctNeighbours(points)
	if len(corners) < 3 || onOneLine(points, corners) {
		return nil, &collide.Error{Code: collide.ErrDegenerate, Path: "points", Index: -1, Value: math.NaN()}
	}
	if i := notConvex(points, corners); i >= 0 {
		path := fmt.Sprintf("points[%d]", i)
		return nil, &collide.Error{Code: collide.ErrNotConvex, Path: path, Index: i, Value: math.NaN()}
	}
	return &Polygon{hull: hullOf(points)}, nil
}

// Vertices returns the corners, exactly as they were given, with -0 as 0:
// counter-clockwise, the one with the least X, of these the least Y, first; none repeated, none
// within an edge. The slice is the caller's.
func (p *Polygon) Vertices() []Vec { return p.hull.Vertices() }

// Support returns a corner of p farthest along dir, as Hull.Support does. The zero Polygon gives
// the origin.
func (p *Polygon) Support(dir Vec) Vec { return p.hull.Support(dir) }

// Margin returns 0: a polygon is not grown. Wrap it in Rounded for that.
func (p *Polygon) Margin() float64 { return 0 }

// distinctNeighbours returns the indices of the points that differ from the one before, the last
// one being before the first.
func distinctNeighbours(points []Vec) []int {
	var corners []int
	before := points[len(points)-1]
	for i, p := range points {
		if p != before {
			corners = append(corners, i)
		}
		before = p
	}
	return corners
}

// onOneLine reports whether the corners, of which the first two differ, are collinear.
func onOneLine(points []Vec, corners []int) bool {
	a, b := points[corners[0]], points[corners[1]]
	for _, i := range corners[2:] {
		if orient(a, b, points[i]) != 0 {
			return false
		}
	}
	return true
}

// notConvex returns the index of the corner to blame, -1 if the closed path over the corners, which
// is not on one line and has no two equal neighbours, is the boundary of a convex polygon run
// through once.
//
// That is so just when it never folds back, never turns both ways, and its edges turn by one full
// turn in all. As they turn one way only, the last is so when their directions change between
// upward and downward no more than twice.
func notConvex(points []Vec, corners []int) int {
	n := len(corners)
	turns := make([]int, n)
	least := 0
	for i, at := range corners {
		a, b, c := points[corners[(i+n-1)%n]], points[at], points[corners[(i+1)%n]]
		turns[i] = orient(a, b, c)
		// On a line, the path folds back at b just when it goes on in the opposite lexicographic
		// direction.
		if turns[i] == 0 && lexCompare(a, b) != lexCompare(b, c) {
			return at
		}
		if lexCompare(b, points[corners[least]]) < 0 {
			least = i
		}
	}
	changes := 0
	for i, at := range corners {
		// The least corner has a turn: a path straight through it would come from a lesser one.
		if turns[i]*turns[least] < 0 {
			return at
		}
	}
	for i, at := range corners {
		a, b, c := points[corners[(i+n-1)%n]], points[at], points[corners[(i+1)%n]]
		if upward(a, b) != upward(b, c) {
			changes++
		}
		if changes > 2 {
			return at
		}
	}
	return -1
}

// upward reports whether b - a points into the upper half plane, the positive X axis included.
func upward(a, b Vec) bool { return b.Y > a.Y || b.Y == a.Y && b.X > a.X }
