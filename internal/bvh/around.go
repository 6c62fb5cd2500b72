package bvh

import (
	"math"

	"github.com/collide-go/collide/internal/lanes"
)

// Around finds the items of one tree near a point or a box, as good as nearest first. The zero
// value is ready for Start.
type Around[B Box] struct {
	wide   *Wide[B]
	sought lanes.Sought
	wait   lanes.Wait
	rest   rest
	near   int64 // the key of the leaf of the rest
	slot   int32 // of that leaf in the tree
}

// Start begins a search in w for items near the point x. In the plane its third coordinate is not
// read.
func (s *Around[B]) Start(w *Wide[B], x *[3]float64) { s.StartBox(w, x, &[3]float64{}) }

// StartBox is Start for the box with its middle at x and the sides given. Distances are then those
// of boxes: that of two which overlap is minus the least move along an axis that parts them.
func (s *Around[B]) StartBox(w *Wide[B], x, sides *[3]float64) {
	s.wide, s.rest.items, s.sought.Sides = w, nil, *sides
	for k, v := range x {
		s.sought.Twice[k] = 2 * v
	}
	if s.wait.Clear(); w.nodes.Len() > 0 {
		s.wait.Start()
	}
}

// Next returns one more item whose box, or that of its leaf, has a signed distance from the point,
// negative inside, of at most limit, to 8u of the greatest coordinates of both: the caller adds
// that to limit, which may fall from call to call. Of the children of a node the nearest one comes
// first. ok is false where none is left.
func (s *Around[B]) Next(limit float64) (item int32, ok bool) {
	if len(s.rest.items) > 0 && s.near <= rank(limit) {
		return s.rest.next()
	}
	first, n, ok := s.NextLeaf(limit)
	if !ok {
		return 0, false
	}
	s.rest.items = s.wide.tree.items[first : first+n]
	return s.rest.next()
}

// NextLeaf is Next for all items of a leaf at once: Items()[first:first+n] of the tree. A search
// calls one of the two.
func (s *Around[B]) NextLeaf(limit float64) (first, n int, ok bool) {
	e, ok := s.wide.nodes.Next(&s.sought, min(rank(limit), lanes.KeyFar-1), &s.wait)
	if !ok {
		return 0, 0, false
	}
	leaf := &s.wide.leaves[^e.Kid]
	s.near, s.slot = e.Key, leaf.slot
	first, n = leafOf(leaf.run)
	return first, n, true
}

// Beyond reports whether the turned box of the leaf that NextLeaf returned last is farther from the
// point than the limit for certain. t is that of the tree.
//
// Along a column of its matrix a box is off by less than turnedUnits u of the lengths; columns are
// unit vectors to 2^-22, and twice that to the square.
func (s *Around[B]) Beyond(t *Turned, limit float64) bool {
	b := &t.boxes[s.slot]
	m := b.Axes()
	var d [3]float64
	size := s.wide.tree.reach
	for k := range 3 {
		x := float64(0.5 * s.sought.Twice[k])
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

// rank returns the key of a signed distance, rounded up by more than its last bits.
func rank(distance float64) int64 {
	if distance < 0 {
		return -int64(math.Float64bits(float64(-2*distance)*(1-0x1p-50))) + 1
	}
	return int64(math.Float64bits(float64(float64(float64(4*distance)*distance)*(1+0x1p-49)) + 0x1p-1070))
}
