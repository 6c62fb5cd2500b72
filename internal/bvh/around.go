package bvh

import (
	"math"

	"github.com/collide-go/collide/internal/lanes"
)

// Around finds the items of one tree near a point or a box, as good as nearest first. The zero
// value is ready for Start.
type Around[B Box] struct {
	tree  *Tree[B]
	twice [3]float64 // the coordinates of the point, or of the middle of the box, doubled
	sides [3]float64 // of the box
	stack [highest]rankedKid
	top   int // entries of the stack
	rest  rest
	near  int64 // the rank of the leaf of the rest
	leaf  int32 // the slot of that leaf
}

// rankedKid is a node or leaf with the rank of its box, and the slot of that.
type rankedKid struct {
	rank      int64
	kid, slot int32
}

// Start begins a search in t for items near the point x. In the plane its third coordinate is not
// read. The sides of all boxes must be finite.
func (s *Around[B]) Start(t *Tree[B], x *[3]float64) { s.StartBox(t, x, &[3]float64{}) }

// StartBox is Start for the box with its middle at x and the sides given. Distances are then those
// of boxes: that of two which overlap is minus the least move along an axis that parts them.
func (s *Around[B]) StartBox(t *Tree[B], x, sides *[3]float64) {
	s.tree, s.top, s.rest.items, s.sides = t, 0, nil, *sides
	for k, v := range x {
		s.twice[k] = 2 * v
	}
	if t.Len() > 0 {
		first, _ := besides(s, &t.nodes[0])
		s.stack[0], s.top = rankedKid{first, t.kid(0), 0}, 1
	}
}

// Next returns one more item whose box, or that of its leaf, has a signed distance from the point,
// negative inside, of at most limit, to 8u of the greatest coordinates of both: the caller adds
// that to limit, which may fall from call to call. Of two boxes side by side in the tree the
// nearer one comes first. ok is false where none is left.
func (s *Around[B]) Next(limit float64) (item int32, ok bool) {
	if len(s.rest.items) > 0 && s.near <= rank(limit) {
		return s.rest.next()
	}
	first, n, ok := s.NextLeaf(limit)
	if !ok {
		return 0, false
	}
	s.rest.items = s.tree.items[first : first+n]
	return s.rest.next()
}

// NextLeaf is Next for all items of a leaf at once: Items()[first:first+n] of the tree. A search
// calls one of the two.
func (s *Around[B]) NextLeaf(limit float64) (first, n int, ok bool) {
	most := rank(limit)
	// At the head of every turn each item that is still to come is below an entry of the stack.
	for s.top > 0 {
		s.top--
		e := s.stack[s.top]
		for e.rank <= most {
			if e.kid < 0 {
				s.near, s.leaf = e.rank, e.slot
				first, n = leafOf(e.kid)
				return first, n, true
			}
			two := &s.tree.nodes[e.kid]
			x, y := besides(s, two)
			near, far := rankedKid{x, two.kid[0], 2 * e.kid}, rankedKid{y, two.kid[1], 2*e.kid + 1}
			if y < x {
				near, far = far, near
			}
			s.stack[s.top] = far
			if far.rank <= most {
				s.top++
			}
			e = near
		}
	}
	return 0, 0, false
}

// Beyond reports whether the turned box of the leaf that NextLeaf returned last is farther from the
// point than the limit for certain. t is that of the tree.
//
// Along a column of its matrix a box is off by less than turnedUnits u of the lengths; columns are
// unit vectors to 2^-22, and twice that to the square.
func (s *Around[B]) Beyond(t *Turned, limit float64) bool {
	b := &t.boxes[s.leaf]
	m := b.Axes()
	var d [3]float64
	size := s.tree.reach
	for k := range 3 {
		x := float64(0.5 * s.twice[k])
		size += math.Abs(x)
		d[k] = (x - t.origin[k]) - float64(float64(b.C[k])*t.unit)
	}
	sum := 0.0
	for k := range 3 {
		gap := math.Abs(dot3(&m[k], &d)) - float64(float64(b.H[k])*t.unit)
		if gap > 0 {
			sum += float64(gap * gap)
		}
	}
	limit = max(limit, 0) + float64(turnedUnits*0x1p-53*size) + 0x1p-500
	return sum > float64(float64(limit*limit)*(1+4*lanes.TurnedGrow))
}

// rank returns what besides makes of a signed distance, rounded up by more than the last bit.
func rank(distance float64) int64 {
	if distance < 0 {
		return -int64(math.Float64bits(float64(-2*distance)*(1-0x1p-50))) + 1
	}
	return int64(math.Float64bits(float64(float64(float64(4*distance)*distance)*(1+0x1p-49)) + 0x1p-1070))
}

// besides returns the ranks of the signed distances of the point from both boxes of a node, which
// are in the order of the distances: outside the bits of the square, inside minus those of the
// depth.
//
// Along an axis (hi - lo) + side - |2x - (lo + hi)| is twice the depth, negative outside. There is
// no comparison, which would be mispredicted.
func besides[B Box](s *Around[B], n *node[B]) (x, y int64) {
	var ranks [2]int64
	for i := range n.box {
		b := &n.box[i]
		h := len(*b) / 2
		u := int64(math.Float64bits((((*b)[h] - (*b)[0]) + s.sides[0]) - math.Abs(s.twice[0]-((*b)[h]+(*b)[0]))))
		v := int64(math.Float64bits((((*b)[h+1] - (*b)[1]) + s.sides[1]) - math.Abs(s.twice[1]-((*b)[h+1]+(*b)[1]))))
		deep := min(u, v)
		x, y := lanes.NegativePart(u), lanes.NegativePart(v)
		sum := float64(x*x) + float64(y*y)
		if h == 3 {
			w := int64(math.Float64bits((((*b)[h+h-1] - (*b)[h-1]) + s.sides[2]) - math.Abs(s.twice[2]-((*b)[h+h-1]+(*b)[h-1]))))
			deep = min(deep, w)
			z := lanes.NegativePart(w)
			sum += float64(z * z)
		}
		ranks[i] = int64(math.Float64bits(sum)) - max(deep, 0)
	}
	return ranks[0], ranks[1]
}
