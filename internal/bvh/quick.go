package bvh

// BuildQuick is Build for a tree of few searches: it cuts each set of items in the middle of the
// longest range of their centres, which takes a fifth of the time (BenchmarkBuildQuick). Nothing is
// allocated once the tree has grown.
func (t *Tree[B]) BuildQuick(boxes []B) {
	t.build(boxes, builder[B]{tree: t, boxes: boxes, most: 1, quick: true})
}

// middles puts items[lo:hi], two or more, into two runs, those whose centres are below the middle
// of the longest range and the others, and returns where the second begins. Neither run is empty
// where the range has a length.
func (b *builder[B]) middles(lo, hi int, from, to *[3]float64) int {
	axis := 0
	for k := range 3 {
		if to[k]-from[k] > to[axis]-from[axis] {
			axis = k
		}
	}
	at := float64(0.5*from[axis]) + float64(0.5*to[axis])
	if !(from[axis] < at) { // all centres are equal, infinite, or a bit apart
		return lo + (hi-lo)/2
	}
	mid := lo
	for i := lo; i < hi; i++ {
		if item := b.items[i]; middle(&b.boxes[item], axis) < at {
			b.items[i], b.items[mid] = b.items[mid], item
			mid++
		}
	}
	return mid
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
