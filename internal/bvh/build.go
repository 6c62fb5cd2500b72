package bvh

import (
	"cmp"
	"math"
	"math/bits"
	"slices"
)

// The tree is built from the top down. Each set of items is cut by a plane across an axis; of 16
// planes along each axis the one with the least sum of surface times number of items wins, the
// surface area heuristic with bins [Wald07]. Equal input gives an equal tree on every platform.

// bins is the number of slices along an axis whose borders are tried, the number of [Wald07].
// TestBuildQuality prints the cost of the tree.
const bins = 16

// deepest returns a depth that trees of n items by the heuristic rarely reach. Sets below it are
// cut into halves of equal number, so that no tree is deeper than that and log2 n more, whatever
// the boxes: 1, 2, 4, 8, ... would lose one item a cut otherwise.
func deepest(n int) int { return 2*bits.Len(uint(n)) + 8 }

// highest is more than the height of any tree: below deepest, sets are halved.
const highest = 128

// Build makes t the tree of the boxes, with one item a leaf; item i has the box boxes[i]. It keeps
// t's memory.
//
// Items with an infinite side have a subtree of their own below the root: they cannot be kept apart
// by planes, and would make every box above them infinite.
//
// Cost: n log n (BenchmarkBuild); allocates a list of the items.
// Source: [Wald07].
func (t *Tree[B]) Build(boxes []B) { t.BuildLeaves(boxes, 1) }

// BuildLeaves is Build with up to most items a leaf, at most MaxLeaf: a search hands out all items
// of a leaf whose box it has to look into. That is for items that are cheap to ask about, and many:
// the tree is smaller.
func (t *Tree[B]) BuildLeaves(boxes []B, most int) {
	t.build(boxes, builder[B]{tree: t, boxes: boxes, most: most})
}

// build is Build by a builder.
func (t *Tree[B]) build(boxes []B, b builder[B]) {
	t.items = slices.Grow(t.items[:0], len(boxes))
	t.nodes, t.height = t.nodes[:0], 0
	b.limit = deepest(len(boxes))
	for i := range boxes {
		if !unbounded(&boxes[i]) {
			t.items = append(t.items, int32(i))
		}
	}
	n := len(t.items)
	for i := range boxes {
		if unbounded(&boxes[i]) {
			t.items = append(t.items, int32(i))
		}
	}
	b.items = t.items
	if len(boxes) > 0 {
		t.nodes = append(slices.Grow(t.nodes, len(boxes)/b.most+1), node[B]{})
		if n == 0 || n == len(boxes) {
			b.add(0, len(boxes), 0, 0)
		} else {
			b.join(0, 0, n, len(boxes), 0)
		}
		if spare := cap(t.nodes) - len(t.nodes); b.most > 1 && spare > len(t.nodes)/8 {
			t.nodes = slices.Clip(slices.Clone(t.nodes))
		}
	}
	t.measure()
}

// builder is the work on one tree.
type builder[B Box] struct {
	tree  *Tree[B]
	boxes []B
	items []int32 // a permutation; each box of the tree has a run of it
	limit int     // depth below which sets are halved
	most  int     // items a leaf
	quick bool    // sets are cut in the middle
}

// add puts the subtree of items[lo:hi], at least one, into a slot.
func (b *builder[B]) add(lo, hi int, slot int32, depth int) {
	if hi-lo > b.most {
		b.join(slot, lo, b.cut(lo, hi, depth), hi, depth)
		return
	}
	n := &b.tree.nodes[slot>>1]
	box := &n.box[slot&1]
	*box = b.boxes[b.items[lo]]
	for _, item := range b.items[lo+1 : hi] {
		extend(box, &b.boxes[item])
	}
	n.kid[slot&1] = leafAt(lo, hi-lo)
	b.tree.height = max(b.tree.height, depth)
}

// join puts a new node below a slot, with the subtrees of items[lo:mid] and items[mid:hi].
func (b *builder[B]) join(slot int32, lo, mid, hi, depth int) {
	t := b.tree
	i := int32(len(t.nodes))
	t.nodes = append(t.nodes, node[B]{})
	b.add(lo, mid, 2*i, depth+1)
	b.add(mid, hi, 2*i+1, depth+1)
	n := &t.nodes[slot>>1]
	n.kid[slot&1] = i
	n.box[slot&1] = union(&t.nodes[i].box[0], &t.nodes[i].box[1])
}

// cut puts items[lo:hi], two or more, into two runs and returns where the second begins.
func (b *builder[B]) cut(lo, hi, depth int) int {
	half := lo + (hi-lo)/2
	var from, to [3]float64 // range of the centres along each axis
	dim := b.centres(lo, hi, &from, &to)
	if depth >= b.limit {
		return b.halve(lo, hi, &from, &to)
	}
	if b.quick {
		return b.middles(lo, hi, &from, &to)
	}
	best, axis, border := math.Inf(1), none, 0
	for k := range dim {
		if !(to[k] > from[k]) {
			continue
		}
		if cost, at := b.best(lo, hi, k, from[k], to[k]); cost < best {
			best, axis, border = cost, k, at
		}
	}
	if axis == none { // all centres are equal, or infinite
		return half
	}
	mid := lo
	scale := bins / (to[axis] - from[axis])
	for i := lo; i < hi; i++ {
		if item := b.items[i]; bin(middle(&b.boxes[item], axis), from[axis], scale) < border {
			b.items[i], b.items[mid] = b.items[mid], item
			mid++
		}
	}
	return mid
}

// centres sets the range of the centres of items[lo:hi] and returns the number of axes. Infinite
// boxes have no centre, and an empty range.
func (b *builder[B]) centres(lo, hi int, from, to *[3]float64) int {
	var box B
	dim := len(box) / 2
	for k := range dim {
		from[k], to[k] = math.Inf(1), math.Inf(-1)
		for _, item := range b.items[lo:hi] {
			c := middle(&b.boxes[item], k)
			if math.IsNaN(c - c) {
				return 0
			}
			if c < from[k] { // comparisons, as in extend
				from[k] = c
			}
			if c > to[k] {
				to[k] = c
			}
		}
	}
	return dim
}

// bin returns the number of the slice in which a centre c lies.
func bin(c, from, scale float64) int { return min(int(float64((c-from)*scale)), bins-1) }

// best returns the border of bins along axis k with the least cost: the items of bins below it go
// left. Each border has items on both sides, as the first and the last bin are not empty. Of equal
// costs, as of points on a line, which have no surface, the more even cut wins.
func (b *builder[B]) best(lo, hi, k int, from, to float64) (cost float64, border int) {
	var boxes [bins]B
	var count [bins]int
	scale := bins / (to - from)
	if math.IsInf(scale, 1) { // the range is below the least normal double
		return math.Inf(1), 0
	}
	for _, item := range b.items[lo:hi] {
		i := bin(middle(&b.boxes[item], k), from, scale)
		if count[i] == 0 {
			boxes[i] = b.boxes[item]
		} else {
			extend(&boxes[i], &b.boxes[item])
		}
		count[i]++
	}
	var above [bins]float64 // cost of the bins from i up
	var all B
	n := 0
	for i := bins - 1; i > 0; i-- {
		all, n = gather(&all, n, &boxes[i], count[i])
		above[i] = float64(surface(&all) * float64(n))
	}
	cost, n = math.Inf(1), 0
	uneven := hi - lo
	for i := 1; i < bins; i++ {
		all, n = gather(&all, n, &boxes[i-1], count[i-1])
		c, d := float64(surface(&all)*float64(n))+above[i], 2*n-(hi-lo)
		d = max(d, -d)
		if c < cost || c == cost && d < uneven {
			cost, border, uneven = c, i, d
		}
	}
	return cost, border
}

// gather returns the union of a, which has n items, and b, which has m, and the number of both.
func gather[B Box](a *B, n int, b *B, m int) (B, int) {
	switch {
	case n == 0:
		return *b, m
	case m == 0:
		return *a, n
	}
	return union(a, b), n + m
}

// halve sorts items[lo:hi] along the axis on which the centres spread most, and returns the middle.
func (b *builder[B]) halve(lo, hi int, from, to *[3]float64) int {
	axis := 0
	for k := range 3 {
		if to[k]-from[k] > to[axis]-from[axis] {
			axis = k
		}
	}
	slices.SortFunc(b.items[lo:hi], func(i, j int32) int {
		return cmp.Or(cmp.Compare(middle(&b.boxes[i], axis), middle(&b.boxes[j], axis)), cmp.Compare(i, j))
	})
	return lo + (hi-lo)/2
}
