// Package bvh is a tree of boxes over numbered items, written once for both dimensions.
//
// The tree finds items whose boxes meet a box, a ray or the boxes of another tree, and the items
// nearest by a lower bound. It knows no shapes. A box is a closed set: boxes that only touch meet.
// Sides may be infinite, no coordinate may be NaN, finite ones are at most 1e150 in magnitude.
//
// Searches are pulled: Start sets one up, each Next returns one more item. A search keeps its work
// space, so that it allocates nothing once that has grown, and a tree is only read by searches.
//
// Decision 20 has the reasons and the measurements.
package bvh

import (
	"math"
	"slices"
)

// Box is an axis-aligned box: the least coordinates and then the greatest, of the plane or of
// space.
type Box interface{ [4]float64 | [6]float64 }

// node holds the boxes of its two children: 104 bytes in space, 72 in the plane. A search that
// comes to a node looks at both boxes, and goes on where it has to: no node is read for its box
// alone.
//
// kid is the node of a child, or stands for a leaf: see leafAt.
type node[B Box] struct {
	box [2]B
	kid [2]int32
}

// none is the index of no node.
const none = -1

// A box of the tree is named by its slot: twice the node that holds it, and 1 for the second one.
// The root has slot 0, in a node that holds nothing else.

// box returns the box in a slot.
func (t *Tree[B]) box(slot int32) *B { return &t.nodes[slot>>1].box[slot&1] }

// kid returns what lies below a slot: a node, or a leaf where it is negative.
func (t *Tree[B]) kid(slot int32) int32 { return t.nodes[slot>>1].kid[slot&1] }

// MaxLeaf is how many items a leaf may hold.
const MaxLeaf = 8

// leafAt returns the leaf of items[first:first+n], with n from 1 to MaxLeaf.
func leafAt(first, n int) int32 { return int32(^(first*MaxLeaf + n - 1)) }

// leafOf returns which of the tree's items are those of a leaf.
func leafOf(leaf int32) (first, n int) { return int(^leaf) / MaxLeaf, int(^leaf)%MaxLeaf + 1 }

// run returns the items of a leaf.
func (t *Tree[B]) run(leaf int32) []int32 {
	first, n := leafOf(leaf)
	return t.items[first : first+n]
}

// Tree is a tree of boxes over the items 0 to Len()-1. The zero value has no items.
//
// Nodes lie in one slice, parents before what is below them, and the items of leaves in another.
type Tree[B Box] struct {
	nodes  []node[B] // the first holds the root
	items  []int32   // a permutation, leaf by leaf
	height int
	reach  float64 // see Reach
}

// Len returns the number of items.
func (t *Tree[B]) Len() int { return len(t.items) }

// Items returns the items leaf by leaf. They are not to be changed.
func (t *Tree[B]) Items() []int32 { return t.items }

// Leaves calls visit for the box of each leaf, whose items are Items()[first:first+n].
func (t *Tree[B]) Leaves(visit func(box *B, first, n int)) {
	for i := range t.nodes {
		for side, k := range t.nodes[i].kid {
			if k < 0 { // never the second one of the node that holds the root
				first, n := leafOf(k)
				visit(&t.nodes[i].box[side], first, n)
			}
		}
	}
}

// Each calls visit for each box of the tree and its depth, 0 for the root, an outer box before what
// is in it; leaf is whether it is that of a leaf. It is for pictures of the tree.
func (t *Tree[B]) Each(visit func(box *B, depth int, leaf bool)) {
	if len(t.items) > 0 {
		t.each(0, 0, visit)
	}
}

// each is Each from a slot on.
func (t *Tree[B]) each(slot int32, depth int, visit func(box *B, depth int, leaf bool)) {
	k := t.kid(slot)
	visit(t.box(slot), depth, k < 0)
	if k >= 0 {
		t.each(2*k, depth+1, visit)
		t.each(2*k+1, depth+1, visit)
	}
}

// Root returns the box of all items. The tree must have one.
func (t *Tree[B]) Root() B { return t.nodes[0].box[0] }

// Height returns the number of steps from the root to the lowest leaf, -1 without items.
func (t *Tree[B]) Height() int {
	if len(t.items) == 0 {
		return none
	}
	return t.height
}

// Single makes t the tree of one item with the given box. It keeps its memory.
func (t *Tree[B]) Single(box B) {
	t.nodes = append(t.nodes[:0], node[B]{box: [2]B{box}, kid: [2]int32{leafAt(0, 1)}})
	t.items = append(t.items[:0], 0)
	t.height = 0
	t.measure()
}

// refit gives the items new boxes and leaves the tree as it is otherwise. box(i) is that of item i.
//
// Answers stay right however far the items moved; searches get slower as the tree fits less well.
//
// Cost: linear (BenchmarkRefit); nothing is allocated.
func (t *Tree[B]) refit(box func(item int32) B) {
	for i := len(t.nodes) - 1; i >= 0; i-- { // what is below a node comes after it
		n := &t.nodes[i]
		for side, k := range n.kid {
			switch {
			case i == 0 && side == 1 || len(t.items) == 0:
			case k >= 0:
				n.box[side] = union(&t.nodes[k].box[0], &t.nodes[k].box[1])
			default:
				run := t.run(k)
				n.box[side] = box(run[0])
				for _, item := range run[1:] {
					b := box(item)
					extend(&n.box[side], &b)
				}
			}
		}
	}
	t.measure()
}

// Like makes t a tree of as many items as o has, cut as o is, with other boxes: box(i) is that of
// item i. The list of items is shared.
func (t *Tree[B]) Like(o *Tree[B], box func(item int32) B) {
	t.nodes, t.items, t.height = slices.Clone(o.nodes), o.items, o.height
	t.refit(box)
}

// measure sets reach. Where the root is bounded, its sides have the greatest magnitudes.
func (t *Tree[B]) measure() {
	var most [3]float64
	gather := func(b *B) {
		half := len(*b) / 2
		for k := range len(*b) {
			if m := math.Abs((*b)[k]); m <= math.MaxFloat64 {
				most[k%half] = max(most[k%half], m)
			}
		}
	}
	switch {
	case len(t.nodes) == 0:
	case !unbounded(&t.nodes[0].box[0]):
		gather(&t.nodes[0].box[0])
	default:
		for i := range t.nodes {
			gather(&t.nodes[i].box[0])
			gather(&t.nodes[i].box[1])
		}
	}
	t.reach = float64((most[0] + most[1] + most[2]) * (1 + 0x1p-50))
}

// Reach returns the sum over the axes of the greatest magnitudes of finite coordinates, rounded up.
func (t *Tree[B]) Reach() float64 { return t.reach }

// Bounded reports whether the sides of all boxes are finite.
func (t *Tree[B]) Bounded() bool { return t.Len() == 0 || !unbounded(t.box(0)) }
