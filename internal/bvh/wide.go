package bvh

import (
	"math"

	"github.com/collide-go/collide/internal/lanes"
)

// Wide is a tree collapsed to nodes of up to four children, whose boxes are looked at together
// [Wald08]: for searches around a point.
type Wide[B Box] struct {
	tree   *Tree[B]
	nodes  lanes.Fours // the number of a leaf is ^ that in leaves
	leaves []wideLeaf
}

// wideLeaf is a leaf as leafAt has it, and the slot of its box in the tree.
type wideLeaf struct{ run, slot int32 }

// Collapse makes w the tree t, which must not be changed while w is used. Of a node the child with
// the most surface is replaced by its own two until there are four, or leaves alone.
//
// Cost: linear (BenchmarkCollapse); allocates.
// Source: [Wald08].
func (w *Wide[B]) Collapse(t *Tree[B]) {
	var box B
	w.tree, w.nodes, w.leaves = t, lanes.MakeFours(len(box)/2), nil
	if t.Len() > 0 {
		w.add(t, 0)
	}
}

// add appends the node of what lies below a slot of t, and all nodes below that, and returns which
// it is.
func (w *Wide[B]) add(t *Tree[B], slot int32) int32 {
	four, n := [4]int32{slot}, 1
	// At the head of every turn what lies below the slot lies below one of the n slots of four.
	for n < 4 {
		most, widest := math.Inf(-1), none
		for i, s := range four[:n] {
			if t.kid(s) < 0 {
				continue
			}
			if area := surface(t.box(s)); area > most {
				most, widest = area, i
			}
		}
		if widest == none {
			break
		}
		k := t.kid(four[widest])
		four[widest], four[n] = 2*k, 2*k+1
		n++
	}
	var low, high [4][3]float64
	for i, s := range four[:n] {
		b := t.box(s)
		h := len(*b) / 2
		for k := range h {
			low[i][k], high[i][k] = (*b)[k], (*b)[h+k]
		}
	}
	node := w.nodes.Len()
	w.nodes.Add(n, &low, &high)
	for i, s := range four[:n] {
		var below int32
		if t.kid(s) >= 0 {
			below = w.add(t, s)
		} else {
			below = ^int32(len(w.leaves))
			w.leaves = append(w.leaves, wideLeaf{t.kid(s), s})
		}
		w.nodes.Kids(node)[i] = below // not where the kids were before add
	}
	return int32(node)
}
