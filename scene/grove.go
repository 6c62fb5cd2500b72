package scene

import (
	"iter"

	"github.com/collide-go/collide/internal/bvh"
)

// groves are the objects of a scene, to find those whose boxes meet a box. Thousands of objects of
// one group may lie in one place, such as the parts of an assembly: looking at their pairs to leave
// them out would take the square of their number. So each large block of objects that pairs cannot
// tell apart, of one group and one kind, has a tree of its own, which is left out as a whole; what
// is in small blocks shares one. There are at most as many trees as the root of the number of
// objects, and an object meets no more than that of its own group, of each kind, for nothing.
type groves struct {
	pairs *pairing
	list  []grove
}

// grove is a tree over objects, which are in one block unless it is the first one.
type grove struct {
	objects []int32
	boxes   [][6]float64
	tree    bvh.Tree[[6]float64]
}

// newGroves returns the blocks of the objects, without boxes.
func newGroves(p *pairing) groves {
	type block struct {
		group string
		kind  int32
	}
	of := func(i int) block {
		b := block{group: p.scene.Objects[i].Group}
		if p.kindOf != nil {
			b.kind = p.kindOf[i]
		}
		return b
	}
	n := len(p.scene.Objects)
	count := make(map[block]int)
	for i := range n {
		count[of(i)]++
	}
	g := groves{pairs: p, list: make([]grove, 1)}
	index := make(map[block]int)
	for i := range n {
		b := of(i)
		k := index[b]
		if k == 0 && count[b]*count[b] >= n && count[b] > 1 {
			k = len(g.list)
			index[b] = k
			g.list = append(g.list, grove{})
		}
		g.list[k].objects = append(g.list[k].objects, int32(i))
	}
	return g
}

// build builds the trees over the boxes of the objects.
func (g *groves) build(boxes [][6]float64) {
	for k := range g.list {
		t := &g.list[k]
		t.boxes = t.boxes[:0]
		for _, i := range t.objects {
			t.boxes = append(t.boxes, boxes[i])
		}
		t.tree.Build(t.boxes)
	}
}

// near returns the objects whose boxes meet a box, in no order, but for most of those that are not
// to be checked with object j. search is work space.
func (g *groves) near(search *bvh.Within[[6]float64], j int, box *[6]float64) iter.Seq[int] {
	return func(yield func(int) bool) {
		for k := range g.list {
			t := &g.list[k]
			if k > 0 && !g.pairs.met(int(t.objects[0]), j) {
				continue
			}
			search.Start(&t.tree, box)
			for i, ok := search.Next(); ok; i, ok = search.Next() {
				if !yield(int(t.objects[i])) {
					return
				}
			}
		}
	}
}
