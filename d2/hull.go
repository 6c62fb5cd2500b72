package d2

import (
	"fmt"
	"math"
	"slices"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/exact"
	"github.com/collide-go/collide/internal/num"
)

// Hull is the convex hull of any one or more points, segments and single points included. Make it
// with NewHull.
type Hull struct {
	points []Vec   // the extreme points as given (-0 as 0), counter-clockwise, the least first
	center Vec     // the middle of their AABB, rounded: any double near the middle would do
	local  []Vec   // points - center, each coordinate rounded once
	radius float64 // no element of local is longer

	start []int32   // direction table (see tableStart); empty for hulls of few points
	table edgeTable // hull_edges.go

	box AABB // of points
	dim int  // 0 point, 1 segment, 2 solid
}

// NewHull returns the convex hull of the points, in the frame and the unit in which they are given.
//
// Every decision is an exact sign, with no tolerance: the hull keeps exactly the extreme points.
// Points that repeat others, or lie inside the hull or an edge, are dropped. Points on one line or
// in one place give a segment or a point; Dim tells which. The same set of points, in any order,
// gives the same hull on every platform. The slice is not kept.
//
// The error is collide.ErrEmpty for no points, collide.ErrNotFinite for NaN or an infinity, or
// collide.ErrOutOfRange for a magnitude above collide.MaxMagnitude; Index is that of the point. A
// hull whose larger extent is neither 0 nor at least collide.MinSize is made, and refused by Place.
//
// Cost: O(n log n). Source: [Andrew79] with the exact signs of package exact.
func NewHull(points []Vec) (*Hull, error) {
	if err := checkPoints(points); err != nil {
		return nil, err
	}
	h := hullOf(points)
	return &h, nil
}

// HullOf is NewHull for points of any type with the fields X and Y, such as the vectors of other
// libraries.
func HullOf[P ~struct{ X, Y float64 }](points []P) (*Hull, error) {
	v := make([]Vec, len(points))
	for i, p := range points {
		v[i] = Vec(p)
	}
	return NewHull(v)
}

// Vertices returns the extreme points, exactly as they were given, with -0 as 0:
// counter-clockwise, the one with the least X, of these the least Y, first. The slice is the
// caller's.
func (h *Hull) Vertices() []Vec { return slices.Clone(h.points) }

// Dim returns the dimension: 0 for a point, 1 for a segment, 2 for a hull with area.
func (h *Hull) Dim() int { return h.dim }

// Margin returns 0: a hull is not grown. Wrap it in Rounded for that.
func (h *Hull) Margin() float64 { return 0 }

// checkPoints returns the first reason to refuse the points.
func checkPoints(points []Vec) error {
	if len(points) == 0 {
		return &collide.Error{Code: collide.ErrEmpty, Path: "points", Index: -1, Value: math.NaN()}
	}
	for i, p := range points {
		for j, x := range [2]float64{p.X, p.Y} {
			if code := num.BadNumber(x); code != nil {
				path := fmt.Sprintf("points[%d].%c", i, 'x'+rune(j))
				return &collide.Error{Code: code, Path: path, Index: i, Value: x}
			}
		}
	}
	return nil
}

// hullOf returns the hull of points that passed the checks.
func hullOf(points []Vec) Hull {
	p := make([]Vec, len(points))
	for i, q := range points {
		p[i] = q.Add(Vec{}) // -0 + 0 = 0
	}
	slices.SortFunc(p, lexCompare)
	p = slices.Compact(p)
	if len(p) == 1 {
		return hullFrom(p[:1:1])
	}
	lower := halfChain(p)
	slices.Reverse(p)
	upper := halfChain(p)
	return hullFrom(slices.Concat(lower[:len(lower)-1], upper[:len(upper)-1]))
}

// hullFrom returns the hull with the given extreme points: counter-clockwise, the lexicographically
// least first. They are kept.
func hullFrom(points []Vec) Hull {
	h := Hull{points: points, dim: min(len(points)-1, 2)}
	h.placeLocal()
	h.fillEdges()
	if len(h.points) > scanLimit {
		h.fillStart()
	}
	return h
}

// halfChain returns the points of the order at which the chain from its first to its last turns
// left.
func halfChain(order []Vec) []Vec {
	var chain []Vec
	for _, p := range order {
		for len(chain) >= 2 && orient(chain[len(chain)-2], chain[len(chain)-1], p) <= 0 {
			chain = chain[:len(chain)-1]
		}
		chain = append(chain, p)
	}
	return chain
}

// orient is the exact sign of orient2d.
func orient(a, b, c Vec) int { return exact.Orient2D(a.X, a.Y, b.X, b.Y, c.X, c.Y) }

// placeLocal fills center, local and radius. Lengths are measured at a scale where squares neither
// vanish nor overflow.
func (h *Hull) placeLocal() {
	lo, hi := h.points[0], h.points[0]
	for _, p := range h.points {
		lo = Vec{min(lo.X, p.X), min(lo.Y, p.Y)}
		hi = Vec{max(hi.X, p.X), max(hi.Y, p.Y)}
	}
	h.box = AABB{lo, hi}
	h.center = lo.Add(hi).Scale(0.5)
	h.local = make([]Vec, len(h.points))
	m := 0.0
	for i, p := range h.points {
		v := p.Sub(h.center)
		h.local[i] = v
		m = max(m, math.Abs(v.X), math.Abs(v.Y))
	}
	_, e := math.Frexp(m)
	longest := 0.0
	for _, v := range h.local {
		longest = max(longest, ldexpVec(v, -e).Len2())
	}
	if longest == 0 {
		return
	}
	// Len2 is off by at most 2u of itself and by underflow far below 1/4, the root by u: together
	// below 4u.
	up := math.Sqrt(longest) * (1 + 0x1p-50)
	h.radius = math.Nextafter(math.Ldexp(up, e), math.Inf(1))
}
