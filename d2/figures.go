package d2

import (
	"fmt"
	"math"
	"slices"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/exact"
	"github.com/collide-go/collide/internal/num"
)

// This file builds the figures that the algorithms only ask questions about: Minkowski sum and
// difference as polygons, the table of all vertex pairs, the hull of a placed polygon.
// docs/math/decompose.md, section "Minkowski figures".

// VertexPair is an entry of a MinkowskiTable: vertex A of one list combined with vertex B of the
// other.
type VertexPair struct {
	A, B  int // indices
	Point Vec
}

// MinkowskiSum returns the set of all points a + b, a in the first hull and b in the second, as a
// hull: frame and unit are those that both are given in. Points and segments are welcome.
//
// The corners are the sums of corners, each coordinate rounded once, less those that the rounding
// has moved off the boundary. So every point of the exact sum is within half an ulp, in each
// coordinate, of a point of the result, and the other way round. Which corners belong together is
// decided by exact signs; parallel edges become one.
//
// The errors are collide.ErrNilShape for a Hull that no constructor made, with Path a or b, and
// collide.ErrOutOfRange for a sum above collide.MaxMagnitude.
//
// Cost: O(n + m). Source: the merge of the edges by direction, [Berg08] section 13.3.
func MinkowskiSum(a, b *Hull) (*Hull, error) { return minkowskiSum(a, b, 1) }

// MinkowskiDifference returns the set of all points a - b as a hull: that of MinkowskiSum for the
// mirror image of b. It holds the origin just when the two hulls, placed in one frame, have a point
// in common, as far as the rounding of the corners leaves that visible; Relate decides it exactly.
//
// Rounding, errors, cost and source: as for MinkowskiSum.
func MinkowskiDifference(a, b *Hull) (*Hull, error) { return minkowskiSum(a, b, -1) }

// MinkowskiTable returns the sums and the differences of all pairs of the two lists, in the order
// A1 and B1, A1 and B2, and so on, each coordinate rounded once. Of the corners of two polygons
// these are the candidates for the corners of their Minkowski sum and difference.
//
// Cost: O(n m).
func MinkowskiTable(a, b []Vec) (sum, difference []VertexPair) {
	sum = make([]VertexPair, 0, len(a)*len(b))
	difference = make([]VertexPair, 0, len(a)*len(b))
	for i, p := range a {
		for j, q := range b {
			sum = append(sum, VertexPair{i, j, p.Add(q).clean()})
			difference = append(difference, VertexPair{i, j, p.Sub(q).clean()})
		}
	}
	return sum, difference
}

// Hull returns the core of o, where it is a point, segment, box, polygon or hull, as a hull in the
// world frame. The margin is left out.
//
// Corners are rounded to within an ulp of each coordinate and 2^-100 of the distances from the
// origins of frame and world. The error is collide.ErrNotPolytope for an ellipse, a half-space
// or a user's shape, and collide.ErrOutOfRange for a corner above collide.MaxMagnitude.
//
// Cost: O(n log n).
func (o *Object) Hull() (*Hull, error) {
	o = o.placed()
	if o.kind > kindHull {
		return nil, &collide.Error{Code: collide.ErrNotPolytope, Path: "shape", Index: -1, Value: math.NaN()}
	}
	points := make([]Vec, o.corners())
	for i := range points {
		points[i] = o.toWorld(o.corner(int32(i)))
	}
	return NewHull(points)
}

// toWorld takes the point x of the shape's frame to the world, with one rounding of each coordinate
// that counts.
func (o *Object) toWorld(x Vec) Vec {
	var v, lo Vec
	v.X, lo.X = rotate(Vec{o.c, -o.s}, x)
	v.Y, lo.Y = rotate(Vec{o.s, o.c}, x)
	p := o.pose.Pos
	return Vec{num.SumDifferences(0, p.X, 0, v.X, lo.X), num.SumDifferences(0, p.Y, 0, v.Y, lo.Y)}.clean()
}

// ring is a hull seen as its corners in order, counter-clockwise from the lexicographically least,
// mirrored where sign is -1.
type ring struct {
	points []Vec
	first  int
	sign   float64
}

// newRing returns the ring of h, or of its mirror image, which begins with the greatest corner of
// h.
func newRing(h *Hull, sign float64) ring {
	r := ring{h.points, 0, sign}
	for i, p := range h.points {
		if sign < 0 && lexCompare(p, h.points[r.first]) > 0 {
			r.first = i
		}
	}
	return r
}

// at returns corner i; len(points) is the first again.
func (r *ring) at(i int) Vec {
	return r.points[(i+r.first)%len(r.points)].Scale(r.sign)
}

// edges returns how many edges the ring has: two, there and back, for a segment, none for a point.
func (r *ring) edges() int {
	if len(r.points) == 1 {
		return 0
	}
	return len(r.points)
}

// minkowskiSum returns a + b for sign 1, a - b for sign -1.
func minkowskiSum(a, b *Hull, sign float64) (*Hull, error) {
	for i, h := range [2]*Hull{a, b} {
		if h == nil || len(h.points) == 0 {
			return nil, nilShape("ab"[i:i+1] + ".")
		}
	}
	r, s := newRing(a, 1), newRing(b, sign)
	sums := sumCorners(&r, &s)
	for _, p := range sums {
		for k, x := range [2]float64{p.X, p.Y} {
			if num.BadNumber(x) != nil {
				return nil, &collide.Error{Code: collide.ErrOutOfRange, Path: fmt.Sprintf("sum.%c", 'x'+k), Index: -1, Value: x}
			}
		}
	}
	h := hullInOrder(sums)
	return &h, nil
}

// sumCorners returns the corners of the sum of r and s, rounded, counter-clockwise from the
// lexicographically least.
//
// The edges of the sum are those of both rings in the order of their directions; two of one
// direction are taken together. At the head of every turn i edges of r and j of s have been taken,
// all of them before the rest in that order.
func sumCorners(r, s *ring) []Vec {
	n, m := r.edges(), s.edges()
	sums := make([]Vec, 0, n+m+1)
	for i, j := 0, 0; ; {
		sums = append(sums, r.at(i).Add(s.at(j)).clean())
		if i == n && j == m {
			return sums
		}
		order := 0
		switch {
		case i == n:
			order = 1
		case j == m:
			order = -1
		default:
			order = compareEdges(r.at(i), r.at(i+1), s.at(j), s.at(j+1))
		}
		if order <= 0 {
			i++
		}
		if order >= 0 {
			j++
		}
	}
}

// compareEdges orders the edges a b and c d by direction, counter-clockwise from straight down,
// which comes last: -1 where a b comes first.
func compareEdges(a, b, c, d Vec) int {
	back, otherBack := lexCompare(a, b) > 0, lexCompare(c, d) > 0
	switch {
	case back == otherBack: // less than a half turn apart
		return -exact.Cross2D(a.X, a.Y, b.X, b.Y, c.X, c.Y, d.X, d.Y)
	case back:
		return 1
	}
	return -1
}

// column is the range of Y of the points with one X.
type column struct{ x, lo, hi float64 }

// hullInOrder returns the hull of p, the corners of a convex polygon after rounding, in order from
// the lexicographically least one and back to it. It takes linear time.
//
// Rounding is monotone: the X of the corners still rise and then fall. But where they are equal the
// Y may be in any order, and the turns may be wrong. So of each X the least and the greatest Y are
// kept, and the two chains are made anew with exact signs.
func hullInOrder(p []Vec) Hull {
	top := 0
	for i, q := range p {
		if q.X > p[top].X {
			top = i
		}
	}
	var columns []column
	for i, j := 0, len(p)-1; i <= top || j > top; { // both chains from the least X on
		q := p[min(i, top)]
		if j > top && (i > top || p[j].X < q.X) {
			q = p[j]
			j--
		} else {
			i++
		}
		if n := len(columns); n > 0 && columns[n-1].x == q.X {
			c := &columns[n-1]
			c.lo, c.hi = min(c.lo, q.Y), max(c.hi, q.Y)
		} else {
			columns = append(columns, column{q.X, q.Y, q.Y})
		}
	}
	var lower, upper []Vec
	last := len(columns) - 1
	for i, c := range columns {
		lower = append(lower, Vec{c.x, c.lo})
		upper = append(upper, Vec{columns[last-i].x, columns[last-i].hi})
	}
	lower, upper = append(lower, upper[0]), append(upper, lower[0])
	if last == 0 && lower[0] == upper[0] {
		return hullFrom(lower[:1:1])
	}
	lower, upper = halfChain(slices.Compact(lower)), halfChain(slices.Compact(upper))
	return hullFrom(slices.Concat(lower[:len(lower)-1], upper[:len(upper)-1]))
}
