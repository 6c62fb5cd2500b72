package bvh

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestBuildQuick holds trees that are cut in the middle to all that is held of others: each item in
// one leaf, boxes that hold what is below them, no more depth than that of the heuristic.
func TestBuildQuick(t *testing.T) {
	each(t, testBuildQuick[[4]float64])
	each(t, testBuildQuick[[6]float64])
}

func testBuildQuick[B Box](t *testing.T, _ *rand.Rand, _ string, boxes []B) {
	var tree, again Tree[B]
	tree.BuildQuick(boxes)
	checkTree(t, &tree, boxes)
	again.Build(boxes)
	again.BuildQuick(boxes)
	if !slices.Equal(tree.nodes, again.nodes) {
		t.Error("the same boxes, another tree")
	}
	if n := testing.AllocsPerRun(3, func() { tree.BuildQuick(boxes) }); n > 0 && tree.Height() < deepest(len(boxes)) {
		t.Errorf("%v allocations", n)
	}
}

func BenchmarkBuildQuick(b *testing.B) {
	boxes := many()
	var t Tree[[6]float64]
	ratios(b, []string{"quick", "by-surface"}, func() { t.BuildQuick(boxes) }, func() { t.Build(boxes) })
}
