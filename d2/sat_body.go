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
	edges []hullEdge
	table *edgeTable // nil for boxes, segments and points
	hull  *Hull
	half  Vec
	box   [4]hullEdge
}

// fill makes x the core of o. A segment has the last two edges of its box.
func (x *satBody) fill(o *Object) {
	if o.kind == kindHull {
		x.table, x.hull = &o.hull.table, o.hull
		x.edges = x.table.edges
		return
	}
	h := o.half
	x.table, x.hull, x.half = nil, nil, h
	x.box = [4]hullEdge{
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

// corners returns the number of corners of x; those of a box may coincide.
func (x *satBody) corners() int {
	if x.table == nil {
		return 4
	}
	return len(x.table.ring) - 1
}

// corner returns corner i.
func (x *satBody) corner(i int32) Vec {
	if x.table == nil {
		b := body{half: x.half, kind: kindBox}
		v, _ := b.at(i)
		return v
	}
	return x.table.ring[i]
}

// after returns the corner next to corner i, counter-clockwise for dir 1, clockwise for -1; i itself where the core is a point.
func (x *satBody) after(i int32, dir int) int32 {
	if x.table != nil {
		n := len(x.table.ring) - 1
		return int32((int(i) + n + dir) % n)
	}
	switch flat := (x.half.X == 0) != (x.half.Y == 0); {
	case x.half == (Vec{}):
		return i
	case flat && x.half.X == 0:
		return i ^ 2
	case flat:
		return i ^ 1
	}
	odd := (i ^ i>>1) & 1
	if dir < 0 {
		odd ^= 1
	}
	return i ^ 1<<odd
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

// depth returns how far the other core y reaches behind the edge e; less than 0 where it lies beyond.
func (s *satView) depth(e *hullEdge, y *satBody) float64 {
	return e.off - e.n.Dot(s.t) - y.least(s.rot.apply(e.n), e.heading+s.base)
}

// smallKeys returns the least of best and the keys of the edges of x that see y as s says. The key of edge i is the order of its
// depth with the last four bits replaced by i + from.
func smallKeys(x, y *smallTable, rot mat2, t Vec, base uint32, best, from int64) int64 {
	edges := x.edges[:x.n]
	for i := range edges {
		e := &edges[i]
		nx, ny := e.n.X, e.n.Y
		dx, dy := float64(rot.c*nx)-float64(rot.s*ny), float64(rot.s*nx)+float64(rot.c*ny)
		v := &y.ring[y.first[(e.heading+base)>>smallShift]&7]
		low := min(float64(dx*v[0])+float64(dy*v[1]), float64(dx*v[2])+float64(dy*v[3]))
		k := order(e.off - (float64(nx*t.X) + float64(ny*t.Y)) - low)
		best = min(best, k&^smallMask|(int64(i)+from))
	}
	return best
}

// tableLeast finds the edge of least depth among edges, which see the polygon y with the table t, from edge i on. It stops, and returns
// where, at an edge whose candidates are not in the table.
func (s *satState) tableLeast(v *satView, edges []hullEdge, y *edgeTable, i, from int) int {
	rot, t, base, first, ring, shift := v.rot, v.t, v.base, y.first, y.ring, y.shift&31
	at, best := s.at, s.key
	for ; i < len(edges); i++ {
		e := &edges[i]
		j := int(first[(e.heading+base)>>shift])
		if j >= len(ring)-1 {
			break
		}
		p, q := &ring[j], &ring[j+1]
		d := rot.apply(e.n)
		k := order(e.off - e.n.Dot(t) - min(d.Dot(*p), d.Dot(*q)))
		if k < best {
			at = i + from
		}
		best = min(best, k)
	}
	s.at, s.key = at, best
	return i
}

// least finds the edge of least depth among those of x, which see y as v says; the first has the number from.
func (s *satState) least(v *satView, x, y *satBody, from int) {
	for i := 0; i < len(x.edges); i++ {
		if y.table != nil && len(y.table.first) > 1 {
			if i = s.tableLeast(v, x.edges, y.table, i, from); i == len(x.edges) {
				return
			}
		}
		s.count(from+i, v.depth(&x.edges[i], y))
	}
}
