package bvh

import (
	"math"
	"math/rand/v2"
	"testing"
)

// wideOf returns the tree collapsed.
func wideOf[B Box](t *Tree[B]) *Wide[B] {
	w := new(Wide[B])
	w.Collapse(t)
	return w
}

func TestWide(t *testing.T) {
	each(t, testWide[[4]float64])
	each(t, testWide[[6]float64])
}

// A wide tree has each leaf of the tree once, with its slot, below a box that is its own, and of a
// node that is not full all children are leaves.
func testWide[B Box](t *testing.T, rng *rand.Rand, _ string, boxes []B) {
	var tree Tree[B]
	tree.BuildLeaves(boxes, 1+rng.IntN(MaxLeaf))
	wide := wideOf(&tree)
	slots := map[int32]int32{} // by the leaf
	for i := range tree.nodes {
		for side, k := range tree.nodes[i].kid {
			if k < 0 {
				slots[k] = int32(2*i + side)
			}
		}
	}
	if len(wide.leaves) != len(slots) {
		t.Fatalf("%d leaves of %d", len(wide.leaves), len(slots))
	}
	for _, leaf := range wide.leaves {
		slot, ok := slots[leaf.run]
		if delete(slots, leaf.run); !ok || slot != leaf.slot {
			t.Fatalf("leaf %x in slot %d, not %d", leaf.run, leaf.slot, slot)
		}
		b := tree.box(slot)
		var s Around[B]
		var mid, low [3]float64
		for k := range len(*b) / 2 {
			if mid[k], low[k] = middle(b, k), (*b)[k]; math.IsNaN(mid[k]) || math.IsInf(mid[k], 0) || math.IsInf(low[k], 0) {
				mid[k], low[k] = 1, 2 // without an end along this axis, as a search has it
			}
		}
		for _, x := range [][3]float64{mid, low} { // in the box of the leaf, and so in all above it
			found, pad := false, 0x1p-50*wide.tree.Reach()
			s.Start(wide, &x)
			for first, _, ok := s.NextLeaf(pad); ok; first, _, ok = s.NextLeaf(pad) {
				at, _ := leafOf(leaf.run)
				found = found || first == at
			}
			if !found {
				t.Fatalf("the leaf in slot %d is not found about %v", slot, x)
			}
		}
	}
	for node := range wide.nodes.Len() {
		kids, empty, inner := wide.nodes.Kids(node), 0, 0
		for i, k := range kids {
			switch {
			case k > 0:
				inner++
			case i > 0 && k == -1 && kids[0] != -1 || i > 1 && k == -1: // the first leaf is that of one box
				empty++
			}
		}
		if empty > 0 && inner > 0 {
			t.Fatalf("node %d has %v below it", node, *kids)
		}
	}
}

// TestWideAnew: what a search or a wide tree was used for before does not count.
func TestWideAnew(t *testing.T) {
	boxes := random[[6]float64](rand.New(rand.NewPCG(1, 2)), "everyday", 100)
	var tree, few Tree[[6]float64]
	tree.Build(boxes)
	few.Build(boxes[:1])
	var w Wide[[6]float64]
	var s Around[[6]float64]
	for _, c := range []struct {
		tree *Tree[[6]float64]
		n    int
	}{{&tree, 100}, {&few, 1}, {&Tree[[6]float64]{}, 0}, {&tree, 100}} {
		w.Collapse(c.tree)
		s.Start(&w, &[3]float64{1, 2, 3})
		n := 0
		for _, _, ok := s.NextLeaf(math.Inf(1)); ok; _, _, ok = s.NextLeaf(math.Inf(1)) {
			n++
		}
		if n != c.n {
			t.Errorf("%d leaves of %d", n, c.n)
		}
		s.Start(&w, &[3]float64{1, 2, 3})
		s.NextLeaf(math.Inf(1)) // and leave it there
	}
}

// BenchmarkCollapse times the wide tree beside the build of the tree.
func BenchmarkCollapse(b *testing.B) {
	boxes := many()
	var tree Tree[[6]float64]
	var wide Wide[[6]float64]
	ratios(b, []string{"build", "collapse"}, func() { tree.BuildLeaves(boxes, MaxLeaf) }, func() { wide.Collapse(&tree) })
}
