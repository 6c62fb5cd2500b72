package d3

import (
	"cmp"
	"slices"

	"github.com/collide-go/collide/internal/bvh"
)

// crossTree is a tree of triangles that knows what all triangles below a box have in common.
//
// All boxes of triangles around one corner meet, so that a search for boxes would find all their
// pairs. Of two triangles with one corner in common that cross the edge across from it of one meets
// the other. So where all triangles below a box have a corner, a search for those that cross a
// triangle with that corner looks at the edges across from it, and where they have two of its
// corners there is nothing to look for: those have an edge in common with it, and are found
// otherwise. Triangles around crowded corners lie together in the tree, so that boxes have that.
type crossTree struct {
	t     *triMesh
	boxes [][6]float64
	items []int32
	nodes []crossNode // those below a node follow it, those of the first kid first
	share []shared
	stack []int32
	key   [][3]int32 // for each item its crowded corners, while the tree is built
}

// crossNode is a box of a crossTree.
type crossNode struct {
	box    [6]float64
	lo, hi int32 // its items
	next   int32 // its second kid, 0 for a leaf
	share  int32 // what its triangles have in common, -1 for nothing
}

// shared is what the triangles of a node have in common.
type shared struct {
	corner [3]int32      // crowded ones, -1 for none
	across [3][6]float64 // the box of the edges across from each of them
}

// A corner with more than crowded triangles is crowded. A leaf has at most crossLeaf.
const (
	crowded   = 48
	crossLeaf = 4
)

// build makes c the tree of the triangles in list, whose boxes are given by their numbers.
func (c *crossTree) build(t *triMesh, boxes [][6]float64, list []int32) {
	c.t, c.boxes = t, boxes
	if len(list) == 0 {
		return
	}
	own := make([][6]float64, len(list))
	for k, i := range list {
		own[k] = boxes[i]
	}
	var tree bvh.Tree[[6]float64]
	tree.Build(own)
	c.items = make([]int32, len(list))
	for k, n := range tree.Items() {
		c.items[k] = list[n]
	}
	c.group()
	c.nodes = make([]crossNode, 0, len(list))
	c.add(0, len(list))
	c.key = nil
}

// group puts triangles with the same crowded corners together, and sets key.
func (c *crossTree) group() {
	count := make([]int32, len(c.t.points))
	for _, i := range c.items {
		for _, v := range c.t.tri(i) {
			count[v]++
		}
	}
	at := make(map[[3]int32]int32)
	type entry struct {
		item, group int32
		key         [3]int32
	}
	list := make([]entry, len(c.items))
	for k, i := range c.items {
		key := *c.t.tri(i)
		for n, v := range key {
			if count[v] <= crowded {
				key[n] = -1
			}
		}
		slices.Sort(key[:])
		g, ok := at[key]
		if !ok {
			g = int32(len(at))
			at[key] = g
		}
		list[k] = entry{i, g, key}
	}
	slices.SortStableFunc(list, func(x, y entry) int { return cmp.Compare(x.group, y.group) })
	c.key = make([][3]int32, len(list))
	for k, x := range list {
		c.items[k], c.key[k] = x.item, x.key
	}
}

// add adds the node of items[lo:hi] and those below it.
func (c *crossTree) add(lo, hi int) {
	k := len(c.nodes)
	c.nodes = append(c.nodes, crossNode{lo: int32(lo), hi: int32(hi), share: -1})
	if hi-lo <= crossLeaf && c.key[lo] == c.key[hi-1] {
		n := &c.nodes[k]
		n.box = c.boxes[c.items[lo]]
		for _, i := range c.items[lo+1 : hi] {
			n.box = unionBox(&n.box, &c.boxes[i])
		}
		c.shareLeaf(n)
		return
	}
	mid := c.middle(lo, hi)
	c.add(lo, mid)
	next := len(c.nodes)
	c.add(mid, hi)
	n, x, y := &c.nodes[k], &c.nodes[k+1], &c.nodes[next]
	n.next, n.box = int32(next), unionBox(&x.box, &y.box)
	if x.share < 0 || y.share < 0 {
		return
	}
	s, some := shared{corner: [3]int32{-1, -1, -1}}, false
	for i, v := range c.share[x.share].corner {
		if j := slices.Index(c.share[y.share].corner[:], v); v >= 0 && j >= 0 {
			s.corner[i], some = v, true
			s.across[i] = unionBox(&c.share[x.share].across[i], &c.share[y.share].across[j])
		}
	}
	if some {
		n.share = int32(len(c.share))
		c.share = append(c.share, s)
	}
}

// shareLeaf sets what the triangles of a leaf have in common.
func (c *crossTree) shareLeaf(n *crossNode) {
	s := shared{corner: c.key[n.lo]}
	if s.corner[2] < 0 { // sorted: none is crowded
		return
	}
	for i, v := range s.corner {
		if v < 0 {
			continue
		}
		for k, item := range c.items[n.lo:n.hi] {
			box := c.across(item, v)
			if k > 0 {
				box = unionBox(&s.across[i], &box)
			}
			s.across[i] = box
		}
	}
	n.share = int32(len(c.share))
	c.share = append(c.share, s)
}

// middle returns where items[lo:hi] are cut: between groups if there are two or more.
func (c *crossTree) middle(lo, hi int) int {
	mid := lo + (hi-lo)/2
	if c.key[lo] == c.key[hi-1] {
		return mid
	}
	for d := 0; ; d++ {
		if k := mid - d; k > lo && c.key[k] != c.key[k-1] {
			return k
		}
		if k := mid + d; k < hi && k > lo && c.key[k] != c.key[k-1] {
			return k
		}
	}
}

// across returns the box of the edge of triangle i across from its corner v.
func (c *crossTree) across(i, v int32) (box [6]float64) {
	f := c.t.tri(i)
	k := slices.Index(f[:], v)
	x, y := array(c.t.points[f[(k+1)%3]]), array(c.t.points[f[(k+2)%3]])
	for k := range 3 {
		box[k], box[k+3] = min(x[k], y[k]), max(x[k], y[k])
	}
	return box
}

// search appends the triangles after i that may cross it, those that have an edge in common with it
// left out, and takes what it looks at from left. It returns early where left falls below 0.
func (c *crossTree) search(list []int32, i int32, left *int) []int32 {
	box, f := c.boxes[i], *c.t.tri(i)
	c.stack = append(c.stack[:0], 0)
	for len(c.stack) > 0 && *left >= 0 {
		k := c.stack[len(c.stack)-1]
		c.stack = c.stack[:len(c.stack)-1]
		n := &c.nodes[k]
		*left--
		if !boxesMeet(&n.box, &box) || n.share >= 0 && !c.mayCross(n, i, &f) {
			continue
		}
		if n.next > 0 {
			c.stack = append(c.stack, n.next, k+1)
			continue
		}
		for _, j := range c.items[n.lo:n.hi] {
			*left--
			if j > i && boxesMeet(&c.boxes[j], &box) && c.pairMayCross(i, j, &f) {
				list = append(list, j)
			}
		}
	}
	return list
}

// mayCross reports whether a triangle of the node, of which all have something in common, may cross
// triangle i, whose corners are f, and has no edge in common with it.
func (c *crossTree) mayCross(n *crossNode, i int32, f *[3]int32) bool {
	s := &c.share[n.share]
	both, at := 0, 0
	for k, v := range s.corner {
		if v >= 0 && (v == f[0] || v == f[1] || v == f[2]) {
			both, at = both+1, k
		}
	}
	switch both {
	case 0:
		return true
	case 1:
		own := c.across(i, s.corner[at])
		return boxesMeet(&own, &n.box) || boxesMeet(&s.across[at], &c.boxes[i])
	}
	return false
}

// pairMayCross is mayCross for one triangle.
func (c *crossTree) pairMayCross(i, j int32, f *[3]int32) bool {
	both, at := 0, int32(0)
	for _, v := range c.t.tri(j) {
		if v == f[0] || v == f[1] || v == f[2] {
			both, at = both+1, v
		}
	}
	switch both {
	case 0:
		return true
	case 1:
		x, y := c.across(i, at), c.across(j, at)
		return boxesMeet(&x, &c.boxes[j]) || boxesMeet(&y, &c.boxes[i])
	}
	return false
}

// boxesMeet reports whether two boxes meet.
func boxesMeet(a, b *[6]float64) bool {
	return a[0] <= b[3] && b[0] <= a[3] && a[1] <= b[4] && b[1] <= a[4] && a[2] <= b[5] && b[2] <= a[5]
}

// unionBox returns the box of two.
func unionBox(a, b *[6]float64) (box [6]float64) {
	for k := range 3 {
		box[k], box[k+3] = min(a[k], b[k]), max(a[k+3], b[k+3])
	}
	return box
}
