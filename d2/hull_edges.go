package d2

import (
	"math"

	"github.com/collide-go/collide/internal/lanes"
)

// What SAT needs to know of a polygon: its edges, and a table that gives the two vertices that can
// be farthest along a direction, so that an axis costs the same for any number of vertices.
// docs/math/sat.md, "Support by heading".

// A heading is the angle of a direction in units of 2^-32 of a full turn, so that sums wrap as
// angles do.
const (
	halfTurn     = 1 << 31
	headingError = 1 << 14 // headingOf is off by less: 2^-18 turns
	candidates   = 2       // how many vertices the table offers
	tableLimit   = 256     // vertices up to which a polygon has a table: beyond, its cells would be too wide
	crowded      = 1<<16 - 1

	smallCount = lanes.Width        // vertices up to which a polygon is small
	smallShift = lanes.HeadingShift // from a heading to a cell of a small one
	smallMask  = lanes.KeyEdge      // bits of a key that number the edge
)

// hullEdge is an edge of a core.
type hullEdge struct {
	n       Vec     // outward unit normal, within 3u of the exact direction, its length within 4u of 1
	off     float64 // the greater n.v of its two ends v
	heading uint32  // of n
}

// edgeTable is what a Hull keeps for SAT.
type edgeTable struct {
	edges []hullEdge // edge i leaves vertex i, counter-clockwise; none for a point
	ring  []Vec      // the vertices about the centre, the first one again at the end
	first []uint16   // by heading of d: the first candidate for the least d.v, or crowded; empty beyond tableLimit
	inner float64    // a disc of this radius about the centre lies in the polygon
	shift uint8      // from a heading to an index of first
	near  uint8      // 1 where there is a table and the centre is near the origin of the frame

	// It begins 184 bytes after the start of a Hull, before which the allocator puts eight: then
	// none of its vectors lies in two lines of the cache.
	small smallTable
}

// smallTable is an edgeTable of fixed size, in a few cache lines, component by component. N is 0
// where the polygon has too many edges, or too many of them in one cell; Clear tells isClear.
type smallTable lanes.Polygon

// tableOf returns the table of a side.
func tableOf(s *lanes.Side) *smallTable { return (*smallTable)(s.Polygon) }

// normal returns the normal of edge i.
func (x *smallTable) normal(i int) Vec { return Vec{x.NormalX[i&7], x.NormalY[i&7]} }

// vertex returns vertex i, at most x.N.
func (x *smallTable) vertex(i int) Vec { return Vec{x.Corners[i][0], x.Corners[i][1]} }

// candidates returns the number of the first of the two vertices of which one is the lowest along a
// direction of the heading.
func (x *smallTable) candidates(heading uint32) int {
	return int(x.First[heading>>smallShift] / lanes.CornerSize)
}

// doubtfulEdge is an edge of one polygon of a pair that may separate it for all that doubles tell,
// with the two vertices of the other polygon one of which is the lowest over it; w is -1 where v is
// for certain.
type doubtfulEdge struct {
	edge, v, w int32
	ofB        bool
}

// wrap returns the number of vertex i of n, i at most n: that after the last one is the first.
func wrap(i, n int) int {
	if i == n {
		return 0
	}
	return i
}

// fillEdges prepares h for SAT. points, local and radius are there.
func (h *Hull) fillEdges() {
	t := &h.table
	n := len(h.points)
	t.ring = append(append(make([]Vec, 0, n+1), h.local...), h.local[0])
	if n == 1 {
		t.first, t.shift = []uint16{0}, 32
		return
	}
	t.edges = make([]hullEdge, n)
	t.fillRound(h)
	if n <= tableLimit {
		t.fillFirst()
		if big1(h.center) <= h.radius { // farther off, its rounding is more than the short ways allow
			t.near = 1
			t.fillSmall(h)
		}
	}
}

// fillRound fills the edges, for which there is room, and inner. ring is there.
func (t *edgeTable) fillRound(h *Hull) {
	n := len(h.points)
	t.inner = math.Inf(1)
	for i := range t.edges {
		e := &t.edges[i]
		e.n = edgeNormal(h.points[i], h.points[(i+1)%n])
		e.off = max(e.n.Dot(t.ring[i]), e.n.Dot(t.ring[i+1])) + 0 // no -0
		e.heading = headingOf(e.n)
		t.inner = min(t.inner, e.off)
	}
	t.inner = max(0, t.inner-float64(innerPad*unit*h.radius))
}

// edgeNormal returns the unit vector to the right of the edge from p to q. The difference is
// scaled, so that its square is in range.
func edgeNormal(p, q Vec) Vec {
	e := q.Sub(p)
	_, k := math.Frexp(largest(e.abs()))
	e = ldexpVec(e, -k)
	return e.perp().Neg().Scale(1 / e.Len()).clean()
}

// fillFirst makes the table of candidates. An entry covers the headings of its cell, widened by all
// errors of headings: those of the normals of both polygons and of both rotations. Vertex k is the
// farthest between the headings of edges k-1 and k.
func (t *edgeTable) fillFirst() {
	n := len(t.edges)
	t.shift = smallShift
	for cells := 1 << (32 - smallShift); cells < 8*n; cells *= 2 {
		t.shift--
	}
	t.first = make([]uint16, 1<<(32-t.shift))
	up := t.unrolled()
	const wide = 4 * headingError
	width := uint64(1)<<t.shift + 2*wide
	k, last := 0, uint64(0)
	for cell := range t.first {
		lo := uint32(cell)<<t.shift + halfTurn - wide
		from := up[0] + uint64(lo-uint32(up[0]))
		if from < last {
			k = 0
		}
		for last = from; k < n && up[k] < from; {
			k++
		}
		inside := 0 // headings of edges in the cell
		for inside < candidates && up[(k+inside)%n]+uint64((k+inside)/n)<<32 <= from+width {
			inside++
		}
		t.first[cell] = uint16(k % n)
		if inside >= candidates {
			t.first[cell] = crowded
		}
	}
}

// unrolled returns the headings of the edges in order, not wrapped and not falling.
func (t *edgeTable) unrolled() []uint64 {
	up := make([]uint64, len(t.edges))
	at := uint64(t.edges[0].heading)
	end := at + 1<<32
	for i := range t.edges {
		step := t.edges[i].heading - uint32(at)
		if step < 3<<30 { // beyond, it is a step back, by the error of headings
			at = min(at+uint64(step), end)
		}
		up[i] = at
	}
	return up
}

// fillSmall copies the table into one of fixed size.
func (t *edgeTable) fillSmall(h *Hull) {
	s := &t.small
	n := len(t.edges)
	if n > smallCount {
		return
	}
	for i, f := range t.first {
		if f == crowded {
			return
		}
		s.First[i] = uint8(f * lanes.CornerSize)
	}
	for i := range t.edges {
		e := &t.edges[i]
		(*lanes.Polygon)(s).AddEdge(e.n.X, e.n.Y, e.off, e.heading)
	}
	for i, v := range t.ring[:n] {
		w := t.ring[i+1]
		s.Corners[i] = [2 * candidates]float64{v.X, v.Y, w.X, w.Y}
	}
	s.Corners[n] = s.Corners[0]
	if s.isClear(h.radius) {
		s.Clear = 1
		if n <= 4 {
			s.Few = 1
		}
	}
}

// clearSine is more than the sine of any angle that rounding makes in a polygon that is clear, and
// less than those between its edges.
const clearSine = 0x1p-28

// isClear reports whether no edge is so short, and no corner so blunt or so pointed, that rounding
// may confuse it with its neighbours. The normals and edges of a clear polygon, as they are stored,
// are off by less than 2^-32.
func (x *smallTable) isClear(radius float64) bool {
	if !(radius > 0x1p-100 && radius < 0x1p100) {
		return false
	}
	for i := range x.N {
		r, k := &x.Corners[i], wrap(i+1, x.N)
		if !(Vec{r[2] - r[0], r[3] - r[1]}.Len() > float64(0x1p-20*radius)) ||
			!(x.normal(i).Cross(x.normal(k)) > 0x1p-20) {
			return false
		}
	}
	return true
}

// order maps doubles to integers of the same order.
func order(x float64) int64 { return lanes.Order(x) }

// ordered is the inverse of order.
func ordered(k int64) float64 {
	return math.Float64frombits(uint64(k ^ int64(uint64(k>>63)>>1)))
}
