package d2

import "math"

// The kernels compare depths as integers: order keeps their order, Go selects the lesser without a
// branch, and a branch would be mispredicted once or twice in a few edges. docs/math/sat.md has the
// bounds.

// satBody is one core as SAT sees it: a hull with its table, or a box, segment or point, which have
// formulas.
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
	x.box[0], x.box[1] = hullEdge{Vec{1, 0}, h.X, 0}, hullEdge{Vec{-1, 0}, h.X, 2 << 30}
	x.box[2], x.box[3] = hullEdge{Vec{0, 1}, h.Y, 1 << 30}, hullEdge{Vec{0, -1}, h.Y, 3 << 30}
	x.edges = x.box[:0]
	switch o.kind {
	case kindSegment:
		x.edges = x.box[2:]
	case kindBox:
		x.edges = x.box[:]
	case kindPoint, kindHull, kindEllipse, kindUser, kindHalfSpace, kindComposite: // a point has no edges
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
		return boxCorner(x.half, i)
	}
	return x.table.ring[i]
}

// after returns the corner next to corner i, counter-clockwise for dir 1, clockwise for -1; i
// itself where the core is a point.
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

// depth returns how far the other core y reaches behind the edge e; less than 0 where it lies
// beyond.
func (s *satView) depth(e *hullEdge, y *satBody) float64 {
	return e.off - e.n.Dot(s.t) - y.least(s.rot.apply(e.n), e.heading+s.base)
}

// beyond reports whether the depth of the key k separates the cores by more than far, which has err
// in it.
func beyond(k int64, far float64) bool {
	sep := -ordered(k)
	return sep-float64(keySpread*sep) > far
}
