package d2

import "math"

// Cull says which axes SAT leaves out because they cannot matter. No mode changes an answer.
type Cull uint8

// The ways to cull. CullSlab takes the extent of the other shape along the shorter side of the
// overlap of the bounding boxes; outside Relate it is CullNone. CullDepth compares with the middle
// of the other shape.
const (
	CullNone  Cull = iota // test every axis
	CullSlab              // in Relate: only edges that reach into the overlap of the boxes
	CullDepth             // no edge behind which the other shape lies deeper than the boxes overlap
)

// String returns "none", "slab" or "depth".
func (c Cull) String() string {
	switch c {
	case CullSlab:
		return "slab"
	case CullDepth:
		return "depth"
	case CullNone:
	}
	return "none"
}

// Culling. docs/math/sat.md has the proofs, docs/culling.md what it brings.

// atLeast returns a lower bound of the depth of the edge e: that of the disc about the centre of
// the other core y which lies in y. It is off by less than the separation.
func (s *satView) atLeast(e *hullEdge, y *satBody) float64 {
	return e.off + y.inner() - e.n.Dot(s.t)
}

// boxDepth returns a number such that no edge with a greater atLeast can have the least depth: the
// depth of the cores' boxes along A's axes with room for rounding, or +Inf where the boxes do not
// overlap.
func (s *satRun) boxDepth() float64 {
	a, b := s.boxes()
	p := min(a.Max.X-b.Min.X, b.Max.X-a.Min.X, a.Max.Y-b.Min.Y, b.Max.Y-a.Min.Y)
	if !(p > 0) {
		return math.Inf(1)
	}
	return p + float64(4*s.err)
}

// boxes returns the bounding boxes of the cores in A's frame, each side off by less than err.
func (s *satRun) boxes() (a, b AABB) {
	at := func(d Vec, heading uint32) float64 { return s.y.least(s.a.rot.apply(d), heading+s.a.base) }
	b = AABB{
		Vec{s.a.t.X + at(Vec{1, 0}, 0), s.a.t.Y + at(Vec{0, 1}, 1<<30)},
		Vec{s.a.t.X - at(Vec{-1, 0}, 2<<30), s.a.t.Y - at(Vec{0, -1}, 3<<30)},
	}
	a = AABB{
		Vec{s.x.least(Vec{1, 0}, 0), s.x.least(Vec{0, 1}, 1<<30)},
		Vec{-s.x.least(Vec{-1, 0}, 2<<30), -s.x.least(Vec{0, -1}, 3<<30)},
	}
	return a, b
}

// slab is a strip of A's frame along one axis: what CullSlab keeps has to reach into the other
// core's part of it.
type slab struct {
	on       bool
	a, b     Vec        // the axis in either frame
	shift    float64    // of B's centre along it
	ofA, ofB [2]float64 // the extents of the cores, widened
}

// lay chooses the axis along which the boxes' intersection is shorter. Where they have none there
// is nothing to prove: sl stays off.
func (sl *slab) lay(s *satRun) {
	a, b := s.boxes()
	wide := float64(2 * s.err)
	x := min(a.Max.X, b.Max.X) - max(a.Min.X, b.Min.X)
	y := min(a.Max.Y, b.Max.Y) - max(a.Min.Y, b.Min.Y)
	if !(x >= 0 && y >= 0) {
		return
	}
	sl.on = true
	if x <= y {
		sl.a, sl.b, sl.shift = Vec{1, 0}, s.a.rot.apply(Vec{1, 0}), s.a.t.X
		sl.ofA, sl.ofB = [2]float64{a.Min.X - wide, a.Max.X + wide}, [2]float64{b.Min.X - wide, b.Max.X + wide}
		return
	}
	sl.a, sl.b, sl.shift = Vec{0, 1}, s.a.rot.apply(Vec{0, 1}), s.a.t.Y
	sl.ofA, sl.ofB = [2]float64{a.Min.Y - wide, a.Max.Y + wide}, [2]float64{b.Min.Y - wide, b.Max.Y + wide}
}

// reaches reports whether edge i of x comes into the extent along the axis, which is in x's frame.
func (sl *slab) reaches(x *satBody, i int, axis Vec, shift float64, extent [2]float64) bool {
	p, q := x.ends(i)
	u, v := axis.Dot(p)+shift, axis.Dot(q)+shift
	return max(u, v) >= extent[0] && min(u, v) <= extent[1]
}
