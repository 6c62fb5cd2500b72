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

import "math"

// Box is an axis-aligned box: the least coordinates and then the greatest, of the plane or of
// space.
type Box interface{ [4]float64 | [6]float64 }

// node is one box of the tree: 64 bytes in space, 48 in the plane.
//
// A leaf has left = none, and its item in right. Insert and Remove, which come with moving worlds,
// need a way up (parent), a balance (height, 0 for a leaf) and a list of free nodes: a free node
// has height none and the next free node in parent. Trees that were only built have no free nodes.
type node[B Box] struct {
	box         B
	left, right int32
	parent      int32
	height      int32
}

// none is the index of no node.
const none = -1

// isLeaf reports whether n holds an item.
func (n *node[B]) isLeaf() bool { return n.left == none }

// Tree is a tree of boxes over the items 0 to Len()-1. The zero value has no items.
//
// Nodes lie in one slice, parents before their children, the root first.
type Tree[B Box] struct {
	nodes []node[B]
	leaf  []int32 // the node of each item
	reach float64 // see Reach
}

// Len returns the number of items.
func (t *Tree[B]) Len() int { return len(t.leaf) }

// Root returns the box of all items. The tree must have one.
func (t *Tree[B]) Root() B { return t.nodes[0].box }

// Height returns the number of steps from the root to the lowest leaf, -1 without items.
func (t *Tree[B]) Height() int {
	if len(t.nodes) == 0 {
		return none
	}
	return int(t.nodes[0].height)
}

// Single makes t the tree of one item with the given box. It keeps its memory.
func (t *Tree[B]) Single(box B) {
	t.nodes = append(t.nodes[:0], node[B]{box: box, left: none, parent: none})
	t.leaf = append(t.leaf[:0], 0)
	t.measure()
}

// Refit gives the items new boxes and leaves the tree as it is otherwise. boxes[i] is that of item
// i.
//
// Answers stay right however far the items moved; searches get slower as the tree fits less well.
//
// Cost: linear (BenchmarkRefit); nothing is allocated.
func (t *Tree[B]) Refit(boxes []B) {
	for i := len(t.nodes) - 1; i >= 0; i-- { // children before their parents
		n := &t.nodes[i]
		if n.isLeaf() {
			n.box = boxes[n.right]
			continue
		}
		n.box = t.nodes[n.left].box
		extend(&n.box, &t.nodes[n.right].box)
	}
	t.measure()
}

// measure sets reach. Where the root is bounded, its sides have the greatest magnitudes.
func (t *Tree[B]) measure() {
	var most [3]float64
	for i := range t.nodes {
		n := &t.nodes[i]
		if i > 0 && !n.isLeaf() {
			continue
		}
		half := len(n.box) / 2
		for k := range len(n.box) {
			if m := math.Abs(n.box[k]); m <= math.MaxFloat64 {
				most[k%half] = max(most[k%half], m)
			}
		}
		if i == 0 && !unbounded(&n.box) {
			break
		}
	}
	t.reach = float64((most[0] + most[1] + most[2]) * (1 + 0x1p-50))
}

// Reach returns the sum over the axes of the greatest magnitudes of finite coordinates, rounded up.
func (t *Tree[B]) Reach() float64 { return t.reach }
