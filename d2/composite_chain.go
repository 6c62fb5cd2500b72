package d2

import (
	"fmt"
	"math"
	"slices"

	"github.com/collide-go/collide"
)

// ChainOptions are what NewChain may be told besides the points.
type ChainOptions struct {
	Closed    bool    // the last point is joined to the first
	OneSided  bool    // contact from the right of the way from point to point does not count
	Materials []int32 // a number of the caller's for each edge; nil for none
}

// Chain is a row of segments, its edges, each from one point to the next: a line without an inside,
// also where it is closed. Make it with NewChain. It does not change, so that any number of Objects
// may share it. Place gives an Object, and every query takes that.
//
// Answers name edges by the number of the point that they begin at, such as Contact.TriangleA. Two
// bodies are apart if no edge of one meets the other, and then their distance is the least of all
// edges. Chains overlap where two edges cross, and a chain overlaps a body where a point of it lies
// in its interior; else they touch where they meet. Contact.Lower of overlapping bodies is
// -math.MaxFloat64.
//
// Of a one-sided chain an edge is there for what is to its left alone: for a convex body, or part
// of a body, the middle of whose box in its own frame is to the left of the edge's line or on it;
// for a half-space that holds all that is far to the left; for a point; for a ray that begins
// there. Bodies that move are asked about where they begin, so that what comes from the right
// passes, and edges of two one-sided chains meet where each is there for the other. Which edges
// count is exact. Bodies of which none does are apart, and Distance, Lower and Upper are
// math.MaxFloat64, without a normal and points. Contains knows no sides.
type Chain struct {
	union
	points    []Vec
	options   ChainOptions
	materials []int32
}

// NewChain returns the chain through the points, in the frame and the unit in which they are given.
// The slices are not kept.
//
// Edges whose ends are equal are no part of the body; the others keep their numbers.
//
// Errors: collide.ErrNotFinite and collide.ErrOutOfRange for a coordinate, with a Path such as
// "points[3].x" and Index 3; collide.ErrOutOfRange also for an edge whose extent is below
// collide.MinSize; collide.ErrBadMesh where there are no edges, and where there are materials but
// not one for each.
//
// Cost: n log n.
func NewChain(points []Vec, opt ChainOptions) (*Chain, error) {
	if len(points) > 0 {
		if err := checkPoints(points); err != nil {
			return nil, err
		}
	}
	c := &Chain{points: slices.Clone(points), options: opt, materials: slices.Clone(opt.Materials)}
	c.options.Materials = nil
	for i, p := range c.points {
		c.points[i] = p.Add(Vec{}) // -0 + 0 = 0
	}
	if n := len(opt.Materials); n != 0 && n != c.Len() {
		return nil, &collide.Error{Code: collide.ErrBadMesh, Path: "materials", Index: -1, Value: float64(n)}
	}
	edges := &chainLeaves{points: c.points}
	for i := range c.Len() {
		e := c.points[(i+1)%len(points)].Sub(c.points[i])
		switch big := largest(e.abs()); {
		case big == 0:
		case big < collide.MinSize:
			return nil, &collide.Error{
				Code: collide.ErrOutOfRange, Path: fmt.Sprintf("points[%d]", i), Index: i, Value: big,
			}
		default:
			edges.ids = append(edges.ids, int32(i))
		}
	}
	if len(edges.ids) == 0 {
		return nil, &collide.Error{Code: collide.ErrBadMesh, Path: "points", Index: -1, Value: math.NaN()}
	}
	c.from, c.shell, c.open, c.left = edges, true, true, opt.OneSided
	c.build()
	return c, nil
}

// Margin returns 0: a chain is not grown.
func (c *Chain) Margin() float64 { return 0 }

// Len returns the number of edges, those whose ends are equal counted.
func (c *Chain) Len() int {
	if c.options.Closed {
		return len(c.points)
	}
	return max(0, len(c.points)-1)
}

// Points returns the points as they were given, with -0 as 0. The slice is the caller's.
func (c *Chain) Points() []Vec { return slices.Clone(c.points) }

// OneSided reports whether contact from the right of the way from point to point does not count.
func (c *Chain) OneSided() bool { return c.options.OneSided }

// Closed reports whether the last point is joined to the first.
func (c *Chain) Closed() bool { return c.options.Closed }

// Material returns the number that was given for edge i; 0 where none was.
func (c *Chain) Material(i int) int32 {
	material, _ := c.painted(i)
	return material
}

// Materials returns the numbers that were given for the edges, nil for none. The slice is the
// caller's.
func (c *Chain) Materials() []int32 { return slices.Clone(c.materials) }

// painted returns the number that was given for edge i, and whether one was.
func (c *Chain) painted(i int) (material int32, ok bool) {
	if i < 0 || i >= len(c.materials) {
		return 0, false
	}
	return c.materials[i], true
}

// chainLeaves makes the leaves of a chain.
type chainLeaves struct {
	points []Vec
	ids    []int32 // the edges that have a length
}

func (c *chainLeaves) len() int32 { return int32(len(c.ids)) }

func (c *chainLeaves) number(i int32, _ Vec) int { return int(c.ids[i]) }

// ends returns the ends of leaf i.
func (c *chainLeaves) ends(i int32) (a, b Vec) {
	k := int(c.ids[i])
	return c.points[k], c.points[(k+1)%len(c.points)]
}

func (c *chainLeaves) leaf(i int32, s *slot) {
	a, b := c.ends(i)
	if lexCompare(b, a) < 0 {
		a, b = b, a
	}
	s.put(&[facetCorners]Vec{a, b}, 2)
}

func (c *chainLeaves) facet(i int32, f *facet) {
	k := c.ids[i]
	f.n, f.p[0], f.at[0] = 2, c.points[k], k
	if k++; int(k) == len(c.points) {
		k = 0
	}
	f.p[1], f.at[1] = c.points[k], k
}

func (c *chainLeaves) box(i int32) AABB {
	a, b := c.ends(i)
	return AABB{Vec{min(a.X, b.X), min(a.Y, b.Y)}, Vec{max(a.X, b.X), max(a.Y, b.Y)}}
}

func (c *chainLeaves) along(i int32, n Vec) float64 {
	a, b := c.ends(i)
	return max(n.Dot(a), n.Dot(b))
}

func (c *chainLeaves) corners() []Vec { return c.points }
