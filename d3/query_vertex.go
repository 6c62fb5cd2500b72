package d3

import (
	"strconv"

	"github.com/collide-go/collide/internal/num"
)

// VertexFaceImpact returns when a vertex first meets a triangle, all corners of which move on
// straight lines. The points are, in order, the vertex and the corners of the triangle: at start at
// t = 0, at end at t = 1, and at start + t (end - start) between.
//
// The triangle is a closed set; a flat one counts as the segment or point that it is. The verdict
// is exact, collide.Hit or collide.Miss: no hit is missed, nor one invented, whatever the motion.
// They are apart in [0, Lower), and meet at some time of at most Upper; Lower and Upper lie within
// 2^-36, and are equal or neighbours where the contact is near an end of the time or grazing. T is
// between. Normal, points and Separation are not set; Iterations tells at how many times at which
// all points are in one plane the figures were looked at.
//
// Errors: collide.ErrNotFinite and collide.ErrOutOfRange, with a Path such as "start[2].y".
//
// Cost: some 10 ns where boxes tell, 200 ns where doubles do; some 50 us in integers, which only
// contact at the rim or at the ends, or points that stay in one plane, need; more where the
// magnitudes of the numbers are very different. No allocation but for large integers. Source:
// [Provot97]; signs at the roots after [Basu06].
func VertexFaceImpact(start, end [4]Vec) (Impact, error) {
	q := pool.Get().(*Query)
	defer pool.Put(q)
	return q.VertexFaceImpact(start, end)
}

// EdgeEdgeImpact returns when two edges first meet, all ends of which move on straight lines. The
// points are, in order, the two ends of the one edge and the two of the other. All else is as for
// VertexFaceImpact.
func EdgeEdgeImpact(start, end [4]Vec) (Impact, error) {
	q := pool.Get().(*Query)
	defer pool.Put(q)
	return q.EdgeEdgeImpact(start, end)
}

// VertexFaceImpact is the package-level VertexFaceImpact with q's work space.
func (q *Query) VertexFaceImpact(start, end [4]Vec) (Impact, error) {
	return q.movingImpact(&start, &end, false)
}

// EdgeEdgeImpact is the package-level EdgeEdgeImpact with q's work space.
func (q *Query) EdgeEdgeImpact(start, end [4]Vec) (Impact, error) {
	return q.movingImpact(&start, &end, true)
}

// movingImpact checks the points and asks.
func (q *Query) movingImpact(start, end *[4]Vec, edges bool) (out Impact, err error) {
	if err := checkMoving(start, end); err != nil {
		return Impact{PartA: -1, PartB: -1, TriangleA: -1, TriangleB: -1}, err
	}
	m := &q.moving
	m.start, m.end, m.edges = *start, *end, edges
	m.impact(&out)
	return out, nil
}

// checkMoving refuses numbers that are not finite or out of range.
func checkMoving(start, end *[4]Vec) error {
	for i := range start {
		if s, e := start[i], end[i]; num.BadNumber(s.X) != nil || num.BadNumber(s.Y) != nil || num.BadNumber(s.Z) != nil {
			return checkVec("start["+strconv.Itoa(i)+"]", s)
		} else if num.BadNumber(e.X) != nil || num.BadNumber(e.Y) != nil || num.BadNumber(e.Z) != nil {
			return checkVec("end["+strconv.Itoa(i)+"]", e)
		}
	}
	return nil
}
