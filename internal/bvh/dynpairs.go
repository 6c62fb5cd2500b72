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
	ended bool   // visit returned false
	out   []Couple
	more  func()                  // where it is not nil, gives out more room
	list  [4 * room * room]Couple // of EachPair
	front front
	met   int // meetings of a search for items that moved

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
	c := t.coupler(all)
	c.out = out
	c.trees(nil)
	out, c.out = c.out, nil
	t.spare.Store(c)
	return out
}

// coupler returns a coupler that is ready, that of the last call if no other goroutine has it.
func (t *Dynamic[B]) coupler(all uint32) *coupler[B] {
	c := t.spare.Swap(nil)
	if c == nil {
		c = &coupler[B]{t: t}
	}
	c.all, c.ended, c.met, c.front.tops = all, false, 0, 0
	return c
}

// sparse is the share of items, one in sparse, up to which a search for each that moved is faster
// than one pass over all pairs of nodes.
const sparse = 4

// seeks reports whether so few items moved, as far as the number of moves tells.
func (t *Dynamic[B]) seeks() bool { return t.moves*sparse < t.Len() }

// EachPair calls visit for the pairs that AppendPairs finds, of moved items alone if moved says so,
// until it returns false. It reports whether all were visited.
//
// Some hundred pairs are gathered before they are visited: a call in the midst of the search would
// have it forget what it holds in registers.
func (t *Dynamic[B]) EachPair(moved bool, visit func(i, j int32) bool) bool {
	all := uint32(0)
	if !moved {
		all = 1<<room - 1
	}
	c := t.coupler(all)
	c.out = c.list[:0]
	c.trees(visit)
	c.flush(visit)
	ended := c.ended
	t.spare.Store(c)
	return !ended
}

// flush has the pairs in out visited.
func (c *coupler[B]) flush(visit func(i, j int32) bool) {
	for _, p := range c.out {
		if c.ended {
			break
		}
		c.ended = !visit(p[0], p[1])
	}
	c.out = c.out[:0]
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
				c.emit(visit)
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
		for m := c.t.heads[n.down].moved; m != 0; m &= m - 1 {
			c.around(i, bits.TrailingZeros8(m), visit)
		}
	}
}

// around finds the items that item j of leaf i, which moved, meets; another one that moved too if
// that has a later place.
//
// At the head of every turn the spans of the nodes whose children are found from head to before
// top, and those of the leaves, meet that of the item. Most of what is loaded misses the cache. The
// oldest comes first, as its place does not wait for the last turn, and leaves wait until all are
// known: a branch on which of the nodes are leaves would be taken wrongly every other time.
func (c *coupler[B]) around(i int32, j int, visit func(i, j int32) bool) {
	nodes := c.t.nodes
	home := &c.t.blocks[nodes[i].down]
	o := other{nodes[i].down, int32(j & (room - 1)), guards[B](), home.spans[j&(room-1)]}
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

// other is an item, its block and its place there, and its span.
type other struct {
	block, place int32
	guards       uint64
	span
}

// meets is 1 where the integers of s meet those of the item, else 0.
func (o *other) meets(s span) int { return full((s.hi-o.lo)&(o.hi-s.lo), o.guards) }

// meetings finds the items that meet s in the first n of leaves.
func (c *coupler[B]) meetings(s *other, n int, visit func(i, j int32) bool) {
	if c.met+n > frontMask {
		c.emit(visit)
	}
	k, blocks, heads, i := c.met, c.t.blocks, c.t.heads, uint32(s.place)&(room-1)
	for _, l := range c.leaves[:n] {
		b := &blocks[l.a]
		met := among(b, l.b, s.span, s.guards)
		// of those that moved, those of later blocks, or of later places in the same one
		met &= ^uint32(heads[l.a].moved) | uint32((s.block-l.a)>>31) | same(s.block, l.a)&^(2<<i-1)
		k = c.front.note(k, s.block, l.a, uint64(met)<<(room*i))
	}
	c.met = k
}

// self gathers the pairs below one node.
func (c *coupler[B]) self(i int32, visit func(i, j int32) bool) {
	c.below(i, visit)
	c.finish(visit)
}

// below puts the leaves below node i into the front, each with itself, and siblings that meet.
func (c *coupler[B]) below(i int32, visit func(i, j int32) bool) {
	n := &c.t.nodes[i]
	switch {
	case n.moved == 0 && c.all == 0 || c.ended:
	case n.n > 0:
		c.front.add(i, i, n, n, 1)
	default:
		d := n.down
		c.below(d, visit)
		c.below(d+1, visit)
		l, r := &c.t.nodes[d], &c.t.nodes[d+1]
		c.front.add(d, d+1, l, r, overlap(l, r, guards[B]())&waits(l, r, c.all))
		if c.front.crowded() {
			c.finish(visit)
		}
	}
}

// cross gathers the pairs of an item below a and one below b, whose spans meet.
func (c *coupler[B]) cross(i, j int32, visit func(i, j int32) bool) {
	a, b := &c.t.nodes[i], &c.t.nodes[j]
	c.front.add(i, j, a, b, waits(a, b, c.all))
	c.finish(visit)
}

// finish gathers the pairs of the nodes in the front.
func (c *coupler[B]) finish(visit func(i, j int32) bool) {
	f := &c.front
	for more := true; more && !c.ended; {
		more = f.advance(c.t.nodes, guards[B](), c.all)
		c.met = f.meet(c.t.nodes, c.t.blocks, c.t.heads, guards[B](), c.all)
		c.emit(visit)
	}
}

// emit gathers the pairs of the meetings, and forgets these.
func (c *coupler[B]) emit(visit func(i, j int32) bool) {
	blocks, heads, one, g := c.t.blocks, c.t.heads, ones[B](), guards[B]()
	if c.t.fat > 0 {
		one = g // no spans meet by more than that
	}
	for k := range c.front.met[:c.met] {
		m := &c.front.met[k]
		x, y := &blocks[m.x], &blocks[m.y]
		c.reserve(visit)
		n := len(c.out)
		some, deep := couple((*[room * room]Couple)(c.out[n:n+room*room]), x, y, m.pairs, one, g)
		c.out = c.out[:n+some]
		if deep {
			continue
		}
		if exact := product(uint32(heads[m.x].exact), uint32(heads[m.y].exact)); m.pairs&^exact != 0 {
			c.certain(n, m.pairs, exact)
		}
	}
	c.met = 0
}

// certain leaves out those of the pairs from place n of out on, of the bits of a word, whose boxes
// do not meet; for those whose bits are in exact spans have told it.
func (c *coupler[B]) certain(n int, pairs, exact uint64) {
	kept := n
	for at := n; pairs != 0; at++ {
		p := c.out[at]
		if exact>>bits.TrailingZeros64(pairs)&1 == 1 || c.exact(p[0], p[1]) == 1 {
			c.out[kept] = p
			kept++
		}
		pairs &= pairs - 1
	}
	c.out = c.out[:kept]
}

// reserve makes room for the pairs of two leaves.
func (c *coupler[B]) reserve(visit func(i, j int32) bool) {
	if cap(c.out)-len(c.out) < room*room {
		c.widen(visit)
	}
}

// widen makes that room where it is not there.
func (c *coupler[B]) widen(visit func(i, j int32) bool) {
	switch {
	case visit != nil:
		c.flush(visit)
	case c.more != nil:
		c.more()
	default:
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
