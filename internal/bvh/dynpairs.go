package bvh

import (
	"math/bits"
	"slices"
)

// Couple is a pair of items, the lesser first.
type Couple = [2]int32

// two is a pair of nodes.
type two struct{ a, b int32 }

// coupler gathers the pairs of items whose boxes meet.
type coupler[B Box] struct {
	t     *Dynamic[B]
	all   uint32 // all bits where pairs need not have moved
	sure  int    // 1 where spans that meet deep are proof that boxes meet
	ended bool   // visit returned false
	out   []Couple
	more  func()                 // where it is not nil, gives out more room
	stack [4*tallest + 64]uint64 // pairs of nodes, packed

	// of a search for one item: the nodes beside the way down to it, and those found
	depth  int
	beside [tallest + 64]two // where their children or their block are, and how many items
	spans  [tallest + 64]span
	found  [foundMask + 1]int32 // where children are
	leaves [endsMask + 1]two    // blocks, and how many items
}

const (
	foundFew  = 256       // as many nodes wait in the order found; with more the last one comes first
	foundMask = 1<<10 - 1 // above foundFew and the heights of both trees
	endsMask  = 1<<8 - 1  // above the number of nodes beside a way down
)

// AppendPairs appends the pairs of items of t whose boxes meet, in the order of the tree.
func (t *Dynamic[B]) AppendPairs(out []Couple) []Couple { return t.couples(out, 1<<room-1) }

// AppendMovedPairs appends those of them of which one at least moved since Settle.
func (t *Dynamic[B]) AppendMovedPairs(out []Couple) []Couple { return t.couples(out, 0) }

// couples appends the pairs.
func (t *Dynamic[B]) couples(out []Couple, all uint32) []Couple {
	c := coupler[B]{t: t, out: out, all: all, sure: t.sure()}
	c.trees(nil)
	return c.out
}

// sparse is the share of items, one in sparse, up to which a search for each that moved is faster
// than one pass over all pairs of nodes.
const sparse = 4

// seeks reports whether so few items moved, as far as the number of moves tells.
func (t *Dynamic[B]) seeks() bool { return t.moves*sparse < t.Len() }

// EachPair calls visit for the pairs that AppendPairs finds, of moved items alone if moved says so,
// until it returns false. It reports whether all were visited.
func (t *Dynamic[B]) EachPair(moved bool, visit func(i, j int32) bool) bool {
	c := coupler[B]{t: t, sure: t.sure()}
	if !moved {
		c.all = 1<<room - 1
	}
	c.trees(visit)
	return !c.ended
}

// sure is 1 where spans are those of the boxes, not of fat ones.
func (t *Dynamic[B]) sure() int {
	if t.fat > 0 {
		return 0
	}
	return 1
}

// trees gathers the pairs of both trees.
func (c *coupler[B]) trees(visit func(i, j int32) bool) {
	if c.all == 0 && c.t.seeks() {
		for r := range int32(2) {
			if c.t.count[r] > 0 {
				c.depth = 0
				if c.t.count[1-r] > 0 {
					c.aside(1 - r)
				}
				c.seek(r, visit)
			}
		}
		return
	}
	for r := range int32(2) {
		if c.t.count[r] > 0 {
			c.self(r, visit)
		}
	}
	if c.t.count[0] > 0 && c.t.count[1] > 0 && uint32(c.t.nodes[0].moved|c.t.nodes[1].moved)|c.all != 0 {
		c.cross(0, 1, visit)
	}
}

// aside puts a node on the list of those beside the way down.
func (c *coupler[B]) aside(k int32) {
	n := &c.t.nodes[k]
	c.beside[c.depth], c.spans[c.depth] = two{n.down, n.n}, n.span
	c.depth++
}

// seek gathers the pairs of the items below node i that moved. All items of the trees are below it
// or below a node of the list beside.
func (c *coupler[B]) seek(i int32, visit func(i, j int32) bool) {
	n := &c.t.nodes[i]
	switch {
	case n.moved == 0 || c.ended:
	case n.n == 0:
		d := n.down
		c.aside(d + 1)
		c.seek(d, visit)
		c.depth--
		c.aside(d)
		c.seek(d+1, visit)
		c.depth--
	default:
		b := &c.t.blocks[n.down]
		for m := b.moved; m != 0; m &= m - 1 {
			c.around(i, bits.TrailingZeros32(m), visit)
		}
	}
}

// around gathers the pairs of item j of leaf i, which moved; of another one that moved too if that
// has a greater number.
//
// At the head of every turn the spans of the nodes whose children are found from head to before
// top, and those of the leaves, meet that of the item. Most of what is loaded misses the cache. The
// oldest comes first, as its place does not wait for the last turn, and leaves wait until all are
// known: a branch on which of the nodes are leaves would be taken wrongly every other time.
func (c *coupler[B]) around(i int32, j int, visit func(i, j int32) bool) {
	nodes := c.t.nodes
	home := &c.t.blocks[nodes[i].down]
	o := other{home.items[j&(room-1)], guards[B](), home.spans[j&(room-1)]}
	head, top, ends := 0, 0, 1
	c.leaves[0] = two{nodes[i].down, nodes[i].n}
	for l := range c.spans[:c.depth] {
		met, inner := o.meets(c.spans[l]), isInner(c.beside[l].b)
		c.found[top&foundMask], c.leaves[ends&endsMask] = c.beside[l].a, c.beside[l]
		top, ends = top+met&inner, ends+met&^inner
	}
	for head < top {
		if ends > endsMask-2 {
			c.meetings(&o, ends, visit)
			ends = 0
		}
		at := head
		if head++; top-head > foundFew {
			head, top = head-1, top-1
			at = top
		}
		ch := (*[2]vertex)(nodes[c.found[at&foundMask]:])
		d0, n0, d1, n1 := ch[0].down, ch[0].n, ch[1].down, ch[1].n
		met, inner := o.meets(ch[0].span), isInner(n0)
		c.found[top&foundMask], c.leaves[ends&endsMask] = d0, two{d0, n0}
		top, ends = top+met&inner, ends+met&^inner
		met, inner = o.meets(ch[1].span), isInner(n1)
		c.found[top&foundMask], c.leaves[ends&endsMask] = d1, two{d1, n1}
		top, ends = top+met&inner, ends+met&^inner
	}
	c.meetings(&o, ends, visit)
}

// isInner is 1 for a node that has children instead of items, by the number of these, else 0.
func isInner(n int32) int { return int(uint32(n-1) >> 31) }

// other is an item and its span.
type other struct {
	item   int32
	guards uint64
	span
}

// meets is 1 where the integers of s meet those of the item, else 0.
func (o *other) meets(s span) int { return full((s.hi-o.lo)&(o.hi-s.lo), o.guards) }

// meetings gathers the pairs of s and an item in one of the first n of leaves.
func (c *coupler[B]) meetings(s *other, n int, visit func(i, j int32) bool) {
	for _, l := range c.leaves[:n] {
		if visit == nil {
			c.reserve()
		}
		b := &c.t.blocks[l.a]
		for met := among(b, l.b, s.span, s.guards); met != 0; met &= met - 1 {
			k := bits.TrailingZeros32(met) & (room - 1)
			if o := &b.spans[k]; b.moved>>k&1 == 0 || s.item < b.items[k] {
				c.put(s.item, b.items[k], s.hi-o.lo, o.hi-s.lo, visit)
			}
		}
	}
}

// self gathers the pairs below one node.
func (c *coupler[B]) self(i int32, visit func(i, j int32) bool) {
	n := &c.t.nodes[i]
	switch {
	case n.moved == 0 && c.all == 0 || c.ended:
	case n.n > 0:
		c.within(&c.t.blocks[n.down], n.n, visit)
	default:
		c.self(n.down, visit)
		c.self(n.down+1, visit)
		l, r := &c.t.nodes[n.down], &c.t.nodes[n.down+1]
		if meet[B](l.span, r.span) && uint32(l.moved|r.moved)|c.all != 0 {
			c.cross(n.down, n.down+1, visit)
		}
	}
}

// cross gathers the pairs of an item below a and one below b, whose spans meet.
//
// At the head of every turn the spans of each pair on the stack meet, and each pair of items that
// is still to come is below one of them. What may come next is written first and counted after: a
// branch on whether spans meet would be taken wrongly every other time. A leaf beside a node with
// children comes first in the next turn.
func (c *coupler[B]) cross(i, j int32, visit func(i, j int32) bool) {
	nodes, g := c.t.nodes, guards[B]()
	c.stack[0] = packed(i, j)
	for top := 1; top > 0 && !c.ended; {
		top--
		e := c.stack[top]
		a, b := &nodes[uint32(e)], &nodes[e>>32]
		switch {
		case uint32(a.moved|b.moved)|c.all == 0:
		case a.n|b.n == 0:
			e = packed(a.down, b.down)
			a0, a1, b0, b1 := &nodes[a.down], &nodes[a.down+1], &nodes[b.down], &nodes[b.down+1]
			st := (*[4]uint64)(c.stack[top:])
			st[0] = e
			k := full((a0.hi-b0.lo)&(b0.hi-a0.lo), g)
			st[k&3] = e + 1<<32
			k += full((a0.hi-b1.lo)&(b1.hi-a0.lo), g)
			st[k&3] = e + 1
			k += full((a1.hi-b0.lo)&(b0.hi-a1.lo), g)
			st[k&3] = e + 1<<32 + 1
			top += k + full((a1.hi-b1.lo)&(b1.hi-a1.lo), g)
		case a.n == 0:
			c.stack[top] = e>>32 | e<<32
			top++
		case b.n == 0:
			e = e&(1<<32-1) | uint64(b.down)<<32
			b0, b1 := &nodes[b.down], &nodes[b.down+1]
			st := (*[2]uint64)(c.stack[top:])
			st[0] = e
			k := full((a.hi-b0.lo)&(b0.hi-a.lo), g)
			st[k&1] = e + 1<<32
			top += k + full((a.hi-b1.lo)&(b1.hi-a.lo), g)
		default:
			c.between(a, b, visit)
		}
	}
}

// packed returns the numbers of two nodes in one word, the second in its high half.
func packed(i, j int32) uint64 { return uint64(i) | uint64(j)<<32 }

// full is 1 where all guards g are set in x, else 0: by a branch that the compiler takes out, as
// nothing could predict it. What is the same for all boxes is a plain argument in these loops: a
// generic function in another one looks itself up each time.
func full(x, g uint64) int {
	k := 0
	if x&g == g {
		k = 1
	}
	return k
}

const _ = uint(8-room) + uint(room-8) // among has a line for each place

// among returns the bits of those of the first n spans of b that meet s, of places that count for
// nothing too: that costs less than a loop whose end nothing can predict.
func among(b *block, n int32, s span, g uint64) uint32 {
	o := &b.spans
	m := full((s.hi-o[7].lo)&(o[7].hi-s.lo), g)
	m += m + full((s.hi-o[6].lo)&(o[6].hi-s.lo), g)
	m += m + full((s.hi-o[5].lo)&(o[5].hi-s.lo), g)
	m += m + full((s.hi-o[4].lo)&(o[4].hi-s.lo), g)
	m += m + full((s.hi-o[3].lo)&(o[3].hi-s.lo), g)
	m += m + full((s.hi-o[2].lo)&(o[2].hi-s.lo), g)
	m += m + full((s.hi-o[1].lo)&(o[1].hi-s.lo), g)
	m += m + full((s.hi-o[0].lo)&(o[0].hi-s.lo), g)
	return uint32(m) & (1<<(n&31) - 1)
}

// within gathers the pairs of one leaf.
func (c *coupler[B]) within(b *block, n int32, visit func(i, j int32) bool) {
	if visit == nil {
		c.reserve()
	}
	moved, g := b.moved|c.all, guards[B]()
	n = min(n, room)
	for i := range n {
		s := b.spans[i]
		for k := i + 1; k < n; k++ {
			o := &b.spans[k]
			if p, q := s.hi-o.lo, o.hi-s.lo; p&q&g == g && (moved>>(i&31)|moved>>(k&31))&1 != 0 {
				c.put(b.items[i], b.items[k], p, q, visit)
			}
		}
	}
}

// between gathers the pairs of two leaves. Half of the time none of the first one meets the second.
func (c *coupler[B]) between(a, b *vertex, visit func(i, j int32) bool) {
	g := guards[B]()
	x, y := &c.t.blocks[a.down], &c.t.blocks[b.down]
	near := among(x, a.n, b.span, g)
	if near == 0 {
		return
	}
	if visit == nil {
		c.reserve()
	}
	xm, ym := x.moved|c.all, y.moved|c.all
	for ; near != 0; near &= near - 1 {
		i := bits.TrailingZeros32(near) & (room - 1)
		s := x.spans[i]
		met := among(y, b.n, s, g)
		if xm>>i&1 == 0 {
			met &= ym
		}
		for ; met != 0; met &= met - 1 {
			k := bits.TrailingZeros32(met) & (room - 1)
			o := &y.spans[k]
			c.put(x.items[i], y.items[k], s.hi-o.lo, o.hi-s.lo, visit)
		}
	}
}

// put gathers the pair of two items whose spans meet, with the differences p and q, if their boxes
// do. There must be room for it.
func (c *coupler[B]) put(i, j int32, p, q uint64, visit func(i, j int32) bool) {
	if (p-ones[B]())&(q-ones[B]())&guards[B]() != guards[B]() || c.sure == 0 {
		if c.exact(i, j) == 0 {
			return
		}
	}
	if visit != nil {
		c.ended = c.ended || !visit(min(i, j), max(i, j))
		return
	}
	n := len(c.out)
	c.out = c.out[:n+1]
	pair := &c.out[n] // a pair put together first would be read before its halves are written
	pair[0], pair[1] = min(i, j), max(i, j)
}

// reserve makes room for the pairs of two leaves.
func (c *coupler[B]) reserve() {
	if cap(c.out)-len(c.out) < room*room {
		c.widen()
	}
}

// widen makes that room where it is not there.
func (c *coupler[B]) widen() {
	if c.more != nil {
		c.more()
	} else {
		c.out = slices.Grow(c.out, room*room)
	}
}

// exact is 1 where the boxes of items i and j meet, else 0.
func (c *coupler[B]) exact(i, j int32) int {
	if a, b := &c.t.boxes[i], &c.t.boxes[j]; meetXY(a, b) && meetLast(a, b) {
		return 1
	}
	return 0
}
