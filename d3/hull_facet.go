package d3

import (
	"math"

	"github.com/collide-go/collide/internal/num"
)

// facetHull is the hull of three points, or the segment or the point that they are, with its tables
// in memory of its own: made anew it takes no more.
type facetHull struct {
	Hull
	corner, about [facetCorners]Vec
	face          [1][3]int32
	firsts        [4]int32
	next          [6]int32
	faces         hullFaces
	joiner        joiner
}

// The two sides of a triangle, each a loop of its corners, and its edges as hullFaces numbers them.
var (
	facetSides = [2][]int32{{0, 1, 2}, {2, 1, 0}}
	facetEnds  = [3][2]int32{{0, 1}, {0, 2}, {1, 2}}
)

// facetCorners is the greatest number of corners of a facetHull.
const facetCorners = 3

// set makes f the hull of the first n of the points, none of which is the mean of others: they are
// not on one line, or in one place. -0 is not among their coordinates. The front of a triangle,
// face 0, is where they go round counter-clockwise.
func (f *facetHull) set(p *[facetCorners]Vec, n int) {
	h := &f.Hull
	f.corner[0], f.corner[1], f.corner[2] = p[0], p[1], p[2]
	lo, hi := p[0], p[0]
	for _, q := range p[1:n] {
		lo = Vec{min(lo.X, q.X), min(lo.Y, q.Y), min(lo.Z, q.Z)}
		hi = Vec{max(hi.X, q.X), max(hi.Y, q.Y), max(hi.Z, q.Z)}
	}
	h.box, h.dim = AABB{lo, hi}, n-1
	h.center = lo.Add(hi).Scale(0.5)
	m := 0.0
	for i := range n {
		v := p[i].Sub(h.center)
		f.about[i] = v
		m = max(m, math.Abs(v.X), math.Abs(v.Y), math.Abs(v.Z))
	}
	h.radius = 0
	if m > 0 {
		scale, longest := num.PowerBelow(m), 0.0
		for _, v := range f.about[:n] {
			longest = max(longest, v.Scale(scale).Len2())
		}
		h.radius = math.Nextafter(math.Sqrt(longest)*(1+0x1p-50)/scale, math.Inf(1)) // as Hull.placeLocal
	}
	h.points, h.local = f.corner[:n], f.about[:n]
	f.connect()
	h.own = f
	if h.table.Load() != nil {
		h.table.Store(nil)
	}
}

// connect fills the faces and the edge graph.
func (f *facetHull) connect() {
	h := &f.Hull
	h.faces, h.adjStart, h.adj = nil, f.firsts[:h.dim+2], f.next[:h.dim*(h.dim+1)]
	switch h.dim {
	case 2:
		f.face = [1][3]int32{{0, 1, 2}}
		h.faces = f.face[:]
		f.firsts, f.next = [4]int32{0, 2, 4, 6}, [6]int32{1, 2, 0, 2, 0, 1}
	case 1:
		f.firsts, f.next = [4]int32{0, 1, 2}, [6]int32{1, 0}
	default:
		f.firsts = [4]int32{}
	}
}

// fillTable makes the table of faces, as Hull.faceTable does for other hulls.
func (f *facetHull) fillTable() *hullFaces {
	h, t := &f.Hull, &f.faces
	t.start, t.facets = append(t.start[:0], 0), append(t.facets[:0], 0)
	t.corners, t.leaving, t.ends = t.corners[:0], t.leaving[:0], t.ends[:0]
	t.normal, t.thin, t.parts = t.normal[:0], t.thin[:0], t.parts[:0]
	t.axes.faces, t.axes.edges, t.axes.rough, t.axes.inner = t.axes.faces[:0], t.axes.edges[:0], false, 0
	j := &f.joiner
	j.h, j.f, j.scale, j.at = h, t, num.PowerBelow(h.radius), j.at[:0]
	at := func(list *table, start [4]int32, numbers ...int32) {
		list.start, list.list = append(list.start[:0], start[:h.dim+2]...), append(list.list[:0], numbers...)
	}
	switch h.dim {
	case 2:
		for i := range facetSides {
			j.add(facetSides[i], facetSides[i:i+1])
		}
		t.ends = append(t.ends, facetEnds[:]...)
		t.leaving = append(t.leaving, 0, 2, 1, 2, 0, 1)
		t.axes.fillFlat(h)
		at(&t.meet, [4]int32{0, 2, 4, 6}, 0, 1, 0, 2, 1, 2)
		at(&t.around, [4]int32{0, 2, 4, 6}, 0, 1, 0, 1, 0, 1)
	case 1:
		t.ends = append(t.ends, facetEnds[0])
		t.axes.fillSegment(edgeDir(h, 0, 1))
		at(&t.meet, [4]int32{0, 1, 2}, 0, 0)
		at(&t.around, [4]int32{})
	default:
		at(&t.meet, [4]int32{})
		at(&t.around, [4]int32{})
	}
	return t
}
