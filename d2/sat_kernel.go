package d2

import "math"

// The kernels compare depths as integers: order keeps their order, Go selects the lesser without a branch, and a branch would be
// mispredicted once or twice in a few edges. docs/math/sat.md has the bounds.

// order maps doubles to integers of the same order, but for -0, which comes before 0.
func order(x float64) int64 {
	k := int64(math.Float64bits(x))
	return k ^ int64(uint64(k>>63)>>1)
}

// ordered is the inverse of order.
func ordered(k int64) float64 {
	return math.Float64frombits(uint64(k ^ int64(uint64(k>>63)>>1)))
}

// satBody is one core as SAT sees it: a hull with its table, or a box, segment or point, which have formulas.
type satBody struct {
	edges []satEdge
	table *satTable // nil for boxes, segments and points
	hull  *Hull
	half  Vec
	box   [4]satEdge
}

// fill makes x the core of o. A segment has the last two edges of its box.
func (x *satBody) fill(o *Object) {
	if o.kind == kindHull {
		x.table, x.hull = &o.hull.sat, o.hull
		x.edges = x.table.edges
		return
	}
	h := o.half
	x.table, x.hull, x.half = nil, nil, h
	x.box = [4]satEdge{
		{Vec{1, 0}, h.X, 0}, {Vec{-1, 0}, h.X, 2 << 30}, {Vec{0, 1}, h.Y, 1 << 30}, {Vec{0, -1}, h.Y, 3 << 30},
	}
	x.edges = x.box[:0]
	switch o.kind {
	case kindSegment:
		x.edges = x.box[2:]
	case kindBox:
		x.edges = x.box[:]
	default:
	}
}

// least returns the least d.v over the vertices v of x. heading is that of d.
func (x *satBody) least(d Vec, heading uint32) float64 {
	if x.table == nil {
		return -(float64(math.Abs(d.X)*x.half.X) + float64(math.Abs(d.Y)*x.half.Y))
	}
	if len(x.table.first) > 0 {
		if j := int(x.table.first[heading>>x.table.shift]); j != crowded {
			v := x.table.ring[j : j+candidates]
			return min(d.Dot(v[0]), d.Dot(v[1]))
		}
	}
	return d.Dot(x.hull.local[x.hull.support(d.Neg(), -1)])
}

// inner returns the radius of a disc about the centre that lies in the core.
func (x *satBody) inner() float64 {
	if x.table == nil {
		return min(x.half.X, x.half.Y)
	}
	return x.table.inner
}

// satView is how the edges of one core see the other core.
type satView struct {
	rot  mat2   // takes directions from the frame of the edges to that of the other core
	t    Vec    // the other centre, in the frame of the edges
	base uint32 // what rot adds to a heading
}

// separation returns how far the other core y lies beyond the edge e; less than 0 where it does not.
func (s *satView) separation(e *satEdge, y *satBody) float64 {
	return e.n.Dot(s.t) + y.least(s.rot.apply(e.n), e.heading+s.base) - e.off
}

// smallKeys returns the least of best and the keys of the edges of x that see y as s says. The key of edge i is the order of its
// depth with the last four bits replaced by i + from.
func (s *satView) smallKeys(x, y *satSmall, best, from int64) int64 {
	rot, t, base := s.rot, s.t, s.base
	for i := range x.edges[:x.n&15] {
		e := &x.edges[i&7]
		d := rot.apply(e.n)
		j := y.first[(e.heading+base)>>smallShift] & 7
		sep := e.n.Dot(t) + min(d.Dot(y.ring[j]), d.Dot(y.ring[j+1])) - e.off
		best = min(best, order(-sep)&^smallMask|(int64(i)+from))
	}
	return best
}
