package d2

import (
	"strconv"

	"github.com/collide-go/collide/internal/num"
)

// VertexEdgeImpact returns when a vertex first meets an edge, both ends of which move on straight
// lines as it does. The points are, in order, the vertex and the ends of the edge: at start at
// t = 0, at end at t = 1, and at start + t (end - start) between.
//
// The edge is a closed set; one without length counts as the point that it is. The verdict is
// exact, collide.Hit or collide.Miss: no hit is missed, nor one invented, whatever the motion. They
// are apart in [0, Lower), and meet at some time of at most Upper; Lower and Upper lie within
// 2^-36, and are equal or neighbours where the contact is near an end of the time or grazing. T is
// between. Normal, points and Separation are not set; Iterations tells at how many times at which
// all points are on one line the figures were looked at.
//
// Errors: collide.ErrNotFinite and collide.ErrOutOfRange, with a Path such as "start[2].y".
//
// Cost: some 10 ns where boxes tell, 100 ns where doubles do; some 10 us in integers, which only
// contact at the ends, or points that stay on one line, need; more where the magnitudes of the
// numbers are very different. No allocation but for large integers. Source: [Provot97]; signs at
// the roots after [Basu06].
func VertexEdgeImpact(start, end [3]Vec) (Impact, error) {
	q := pool.Get().(*Query)
	defer pool.Put(q)
	return q.VertexEdgeImpact(start, end)
}

// VertexEdgeImpact is the package-level VertexEdgeImpact with q's work space.
func (q *Query) VertexEdgeImpact(start, end [3]Vec) (out Impact, err error) {
	if err := checkMoving(&start, &end); err != nil {
		return Impact{PartA: -1, PartB: -1, TriangleA: -1, TriangleB: -1}, err
	}
	m := &q.moving
	m.start, m.end = start, end
	m.impact(&out)
	return out, nil
}

// checkMoving refuses numbers that are not finite or out of range.
func checkMoving(start, end *[3]Vec) error {
	for i := range start {
		if s, e := start[i], end[i]; num.BadNumber(s.X) != nil || num.BadNumber(s.Y) != nil {
			return checkVec("start["+strconv.Itoa(i)+"]", s)
		} else if num.BadNumber(e.X) != nil || num.BadNumber(e.Y) != nil {
			return checkVec("end["+strconv.Itoa(i)+"]", e)
		}
	}
	return nil
}
