package d2

import (
	"math"

	"github.com/collide-go/collide/internal/num"
)

// facetHull is the hull of four points at most, with its tables in memory of its own: made anew it
// takes no more. It has no table of headings, which would take longer to make than it saves.
type facetHull struct {
	Hull
	corner, about [facetCorners]Vec
	ring          [facetCorners + 1]Vec
	edges         [facetCorners]hullEdge
}

// facetCorners is the greatest number of corners of a facetHull.
const facetCorners = 4

// set makes f the hull of the first n of the points: corners of a convex polygon, of a segment or a
// point, as hullFrom takes them. -0 is not among their coordinates.
func (f *facetHull) set(p *[facetCorners]Vec, n int) {
	h := &f.Hull
	f.corner = *p
	lo, hi := p[0], p[0]
	for _, q := range p[1:n] {
		lo = Vec{min(lo.X, q.X), min(lo.Y, q.Y)}
		hi = Vec{max(hi.X, q.X), max(hi.Y, q.Y)}
	}
	h.box, h.dim = AABB{lo, hi}, min(n-1, 2)
	h.center = lo.Add(hi).Scale(0.5)
	m := 0.0
	for i := range n {
		v := p[i].Sub(h.center)
		f.about[i], f.ring[i] = v, v
		m = max(m, math.Abs(v.X), math.Abs(v.Y))
	}
	f.ring[n] = f.ring[0]
	h.radius = 0
	if m > 0 {
		scale, longest := num.PowerBelow(m), 0.0
		for _, v := range f.about[:n] {
			longest = max(longest, v.Scale(scale).Len2())
		}
		h.radius = math.Nextafter(math.Sqrt(longest)*(1+0x1p-50)/scale, math.Inf(1)) // as Hull.placeLocal
	}
	h.points, h.local = f.corner[:n], f.about[:n]
	t := &h.table
	t.ring, t.edges, t.inner = f.ring[:n+1], nil, 0
	if n > 1 {
		t.edges = f.edges[:n]
		t.fillRound(h)
	}
}
