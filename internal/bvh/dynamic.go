package bvh

import (
	"math"
	"math/bits"
	"slices"
	"sync/atomic"
)

// room is the number of items that a leaf has room for. BenchmarkRebuild and BenchmarkSelf compare.
const room = 8

// vertex is a node of a dynamic tree, of either dimension: 32 bytes. The two children of a node lie
// side by side, the first at an even place: one cache line.
type vertex struct {
	span
	down  int32  // the first child; of a leaf its block
	up    int32  // the parent; kept in the first of two children alone
	n     int32  // number of items of a leaf, 0 for other nodes
	tall  uint16 // steps down to the lowest leaf
	moved uint8  // 1 where an item below moved since Settle
	axis  uint8  // how the two children lay when they were put together; a ray asks it
}

// The low two bits of axis are that along which the children were apart most, or shared least.
const (
	turnedBit = 2      // the number of the bit that says that the second one came first along it
	longer    = 1 << 3 // the second one holds the boxes of a longer class
	loose     = 1 << 4 // of the node itself: much smaller than what the cut of its parent leaves it
)

// block holds the items of a leaf, in any order: 192 bytes, so that the spans fill two cache lines.
type block struct {
	spans [room]span
	items [room]int32
	_     [32]byte
}

// head is what is known of a block. Heads lie by themselves, so that one pass over all of them is
// short.
//
// Two exact items, whose integers tell their boxes (onGrid), meet where their spans do. Rebuild
// finds them, and what moves is not exact any more.
type head struct {
	up    int32 // the leaf; of a free block the next one
	moved uint8 // the bit of each place whose item moved since Settle
	exact uint8 // the bit of each place whose item is exact
}

// Dynamic is a tree of boxes that come, move and go. Items are numbers of the caller, from 0; those
// up to the greatest one take memory. The zero value has no items.
//
// The first two nodes are roots: the first of the boxes with finite sides, the second of the
// others, which would make every box above them infinite.
type Dynamic[B Box] struct {
	grid   grid
	nodes  []vertex
	blocks []block
	heads  []head  // of the blocks
	free   int32   // the first of a list of free pairs of nodes, linked by up; none at its end
	empty  int32   // the same of blocks
	boxes  []B     // of the items
	news   []B     // of MoveEach
	place  []int32 // of each item: its block times room and its place there; none without such an item
	count  [2]int  // items below each root
	out    int     // finite boxes that lay outside the grid when they were put on it
	fat    float64 // by how much the spans of boxes are grown
	fatter float64 // the same after the next Rebuild
	next   int     // where Optimize goes on
	turn   int     // counts calls of MoveAll
	size   bulk    // of the nodes when they were built, 0 where nobody looked
	dense  bool    // the boxes were so many when they were built that most places lie in one of them
	looked int     // the number of items that MoveAll moved since somebody looked at sizes
	moves  int     // at least the number of items that moved since Settle
	work   sorter
	idle   atomic.Pointer[sharing[B]] // of AppendPairsBy
	spare  atomic.Pointer[coupler[B]] // of AppendPairs and EachPair
	fine   bool                       // Rebuild is Refine

	workers int // of Rebuild and MoveShared
	gang    *gang[B]
}

// Len returns the number of items.
func (t *Dynamic[B]) Len() int { return t.count[0] + t.count[1] }

// Has reports whether there is an item i.
func (t *Dynamic[B]) Has(i int) bool { return i >= 0 && i < len(t.place) && t.place[i] != none }

// Cap returns a number above all items.
func (t *Dynamic[B]) Cap() int { return len(t.place) }

// Box returns the box of item i, which must be there.
func (t *Dynamic[B]) Box(i int) *B { return &t.boxes[i] }

// Fatten makes the tree hold each box grown by fat on all sides, from the next Rebuild on: a move
// within that costs next to nothing, and every answer takes a look at the box itself.
func (t *Dynamic[B]) Fatten(fat float64) { t.fatter = fat }

// span returns the span of a box.
func (t *Dynamic[B]) span(b *B) span {
	if t.fat == 0 {
		return spanOf(&t.grid, b)
	}
	return t.fatSpan(*b)
}

// fatSpan is span for a fat tree.
func (t *Dynamic[B]) fatSpan(g B) span {
	h := len(g) / 2
	for k := range h {
		g[k], g[h+k] = g[k]-t.fat, g[h+k]+t.fat
	}
	return spanOf(&t.grid, &g)
}

// Reset removes all items and keeps the memory.
func (t *Dynamic[B]) Reset() {
	t.nodes, t.blocks, t.heads = t.nodes[:0], t.blocks[:0], t.heads[:0]
	t.place, t.boxes = t.place[:0], t.boxes[:0]
	t.count, t.out, t.moves, t.size, t.dense = [2]int{}, 0, 0, bulk{}, false
}

// Build makes t the tree of the boxes, item i of boxes[i]. All of them count as moved.
func (t *Dynamic[B]) Build(boxes []B) {
	t.Reset()
	t.boxes = append(t.boxes, boxes...)
	t.place = slices.Grow(t.place, len(boxes))[:len(boxes)]
	clear(t.place)
	t.heat(1)
	t.moves, t.turn = len(boxes), 0
	t.rebuild(t.fit())
}

// tallest is the height at which a tree is built anew, so that no search needs a longer stack. A
// tree that was built has at most 64 levels by the bits of the curve and 32 by numbers.
const tallest = 150

// Insert adds item i, which must not be there, with its box. It counts as moved.
//
// Cost: logarithmic (BenchmarkInsert); where a fresh item is above Cap, that grows to it.
func (t *Dynamic[B]) Insert(i int, box *B) {
	for len(t.place) <= i {
		t.place = append(t.place, none)
		t.boxes = append(t.boxes, *box)
	}
	t.boxes[i] = *box
	if t.Len() == 0 {
		t.first(box)
	}
	s := t.span(box)
	r := 0
	if outside[B](s) {
		if unbounded(box) {
			r = 1
		} else if t.out++; t.out > 64+t.count[0]/8 {
			t.place[i] = 0
			t.renew([]int32{int32(i)})
			return
		}
	}
	t.insert(int32(r), int32(i), s)
	t.flag(int32(i))
	if t.nodes[r].tall > tallest {
		t.Rebuild()
	}
}

// first makes the tree ready for its first item. The grid has room for 1000 times its box.
func (t *Dynamic[B]) first(b *B) {
	t.fat = t.fatter
	t.nodes = append(t.nodes[:0], vertex{down: none, up: none}, vertex{down: none, up: none})
	t.blocks, t.heads = t.blocks[:0], t.heads[:0]
	t.free, t.empty, t.out = none, none, 0
	box := *b
	h := len(box) / 2
	side := 0.0
	for k := range h {
		if s := box[h+k] - box[k]; s <= math.MaxFloat64 {
			side = max(side, s)
		}
	}
	if side == 0 {
		side = 1
	}
	for k := range h {
		c := middle(&box, k)
		if math.IsNaN(c - c) {
			c = 0
		}
		box[k], box[h+k] = c-float64(500*side), c+float64(500*side)
	}
	fit(&t.grid, &box)
}

// insert adds an item to the tree below root r.
func (t *Dynamic[B]) insert(r, item int32, s span) {
	t.count[r]++
	if t.count[r] == 1 {
		n := &t.nodes[r]
		n.span, n.down, n.n, n.tall = s, t.newBlock(), 1, 0
		t.put(r, 0, item, s)
		return
	}
	k := t.descend(r, s)
	n := &t.nodes[k]
	switch {
	case n.n == 0:
		t.beside(k, item, s)
	case n.n < room:
		n.n++
		n.span = join[B](n.span, s)
		t.put(k, n.n-1, item, s)
	default:
		t.split(k, item, s)
	}
	t.lift(t.parent(k))
}

// put writes an item into place j of the block of leaf k.
func (t *Dynamic[B]) put(k, j, item int32, s span) {
	at := t.nodes[k].down
	b, h := &t.blocks[at], &t.heads[at]
	b.spans[j], b.items[j] = s, item
	h.up, h.moved, h.exact = k, h.moved&^(1<<j), h.exact&^(1<<j)
	t.place[item] = at*room + j
}

// descend returns the node that takes up an item: the leaf or the node beside which the sum of
// the surfaces of all nodes grows least, as far as one way down tells.
func (t *Dynamic[B]) descend(k int32, s span) int32 {
	for t.nodes[k].n == 0 {
		n := &t.nodes[k]
		l, r := &t.nodes[n.down], &t.nodes[n.down+1]
		both := int64(area[B](join[B](n.span, s)))
		inherit := 2 * (both - int64(area[B](n.span)))
		left := inherit + int64(area[B](join[B](l.span, s))) - int64(area[B](l.span))
		right := inherit + int64(area[B](join[B](r.span, s))) - int64(area[B](r.span))
		if 2*both < left && 2*both < right {
			return k
		}
		k = n.down
		if right < left || right == left && r.tall < l.tall {
			k++
		}
	}
	return k
}

// beside makes node k the parent of what it was and of a leaf with one item.
func (t *Dynamic[B]) beside(k, item int32, s span) {
	p := t.newPair(k)
	t.take(p, k)
	t.nodes[p+1] = vertex{span: s, down: t.newBlock(), n: 1, up: t.nodes[p+1].up}
	t.put(p+1, 0, item, s)
	t.nodes[k].n, t.nodes[k].down = 0, p
	t.cut(k)
	t.pull(k)
}

// take moves the content of node from to node k.
func (t *Dynamic[B]) take(k, from int32) {
	up := t.nodes[k].up
	t.nodes[k] = t.nodes[from]
	t.nodes[k].up = up
	t.adopt(k)
}

// adopt tells what is below node i where that lies.
func (t *Dynamic[B]) adopt(i int32) {
	if n := &t.nodes[i]; n.n == 0 {
		t.nodes[n.down].up = i
	} else {
		t.heads[n.down].up = i
	}
}

// parent returns the parent of node i, none for a root.
func (t *Dynamic[B]) parent(i int32) int32 {
	if i < 2 {
		return none
	}
	return t.nodes[i&^1].up
}

// pull sets what node k says about its children.
func (t *Dynamic[B]) pull(k int32) {
	n := &t.nodes[k]
	l, r := &t.nodes[n.down], &t.nodes[n.down+1]
	n.span, n.tall, n.moved = join[B](l.span, r.span), 1+max(l.tall, r.tall), l.moved|r.moved
}

// cut sets the axis of node k.
func (t *Dynamic[B]) cut(k int32) {
	n := &t.nodes[k]
	l, r := &t.nodes[n.down], &t.nodes[n.down+1]
	axis := apart[B](l.span, r.span)
	n.axis = n.axis&loose | axis
	all := join[B](l.span, r.span)
	l.loosen(slack[B](all, l.span, axis))
	r.loosen(slack[B](all, r.span, axis))
}

// loosen sets the bit loose of a node that is no leaf to x.
func (v *vertex) loosen(x uint8) {
	if v.n == 0 {
		v.axis = v.axis&^loose | x
	}
}

// lift sets what node k and those above it say about their children, and turns them where that
// makes them smaller.
func (t *Dynamic[B]) lift(k int32) {
	for k != none {
		t.rotate(k)
		old := t.nodes[k]
		if t.pull(k); t.nodes[k] == old {
			return
		}
		k = t.parent(k)
	}
}

// rotate exchanges a child of node k with a child of the other one where that makes the other one
// smaller by an eighth at least, by the exchange that saves most: what saves less costs more than
// it helps. The lesser child cannot become smaller: it would hold the greater one.
func (t *Dynamic[B]) rotate(k int32) {
	d := t.nodes[k].down
	c, is, less := d, int64(area[B](t.nodes[d].span)), int64(area[B](t.nodes[d+1].span))
	if less > is {
		c, is = d+1, less
	}
	n, other := &t.nodes[c], c^1
	if n.n > 0 {
		return
	}
	best, x, y := is>>3, int32(none), int32(none)
	for g := range int32(2) {
		// grandchild g goes up, the other child comes down to its sibling
		if gain := is - int64(area[B](join[B](t.nodes[other].span, t.nodes[n.down+1-g].span))); gain > best {
			best, x, y = gain, other, n.down+g
		}
	}
	if x == none {
		return
	}
	t.nodes[x], t.nodes[y] = t.nodes[y], t.nodes[x]
	t.nodes[x].up, t.nodes[y].up = t.nodes[y].up, t.nodes[x].up // stay where they were
	t.adopt(x)
	t.adopt(y)
	t.cut(x ^ 1)
	t.pull(x ^ 1)
	t.cut(k)
}

// newPair returns the first of two nodes below up.
func (t *Dynamic[B]) newPair(up int32) int32 {
	p := t.free
	if p == none {
		p = int32(len(t.nodes))
		t.nodes = append(t.nodes, vertex{}, vertex{})
	} else {
		t.free = t.nodes[p].up
	}
	t.nodes[p].up = up
	return p
}

// newBlock returns an empty block.
func (t *Dynamic[B]) newBlock() int32 {
	k := t.empty
	if k == none {
		t.blocks, t.heads = append(t.blocks, block{}), append(t.heads, head{})
		return int32(len(t.blocks) - 1)
	}
	t.empty = t.heads[k].up
	t.heads[k] = head{}
	return k
}

// split makes the full leaf k the parent of two leaves that share its items and one more: those
// before and after a cut across the axis, in the order of centres, where the sum of surface times
// number is least.
func (t *Dynamic[B]) split(k, item int32, s span) {
	type entry struct {
		span
		item  int32
		moved bool
	}
	var list, cut [room + 1]entry
	at := t.nodes[k].down
	b, moved := &t.blocks[at], t.heads[at].moved
	for i := range room {
		list[i] = entry{b.spans[i], b.items[i], moved>>i&1 == 1}
	}
	list[room] = entry{s, item, false}
	w := fieldBits[B]() + 1
	least, before := uint64(math.MaxUint64), 0
	for axis := range 64 / w {
		key := func(e *entry) uint64 { return e.lo>>(axis*w)&(1<<(w-1)-1) + e.hi>>(axis*w)&(1<<(w-1)-1) }
		for i := 1; i <= room; i++ {
			for j := i; j > 0 && key(&list[j]) < key(&list[j-1]); j-- {
				list[j], list[j-1] = list[j-1], list[j]
			}
		}
		var above [room + 1]uint64
		all := list[room].span
		for i := room; i > 0; i-- {
			all = join[B](all, list[i].span)
			above[i] = area[B](all) * uint64(room+1-i)
		}
		all = list[0].span
		for i := 1; i <= room; i++ {
			if c := area[B](all)*uint64(i) + above[i]; c < least {
				least, before, cut = c, i, list
			}
			all = join[B](all, list[i].span)
		}
	}
	p := t.newPair(k)
	n := &t.nodes[k]
	blocks := [2]int32{at, t.newBlock()}
	n.n, n.down = 0, p
	t.heads[at] = head{}
	for i := range int32(2) {
		v := &t.nodes[p+i]
		*v = vertex{down: blocks[i], up: v.up}
		run := cut[:before]
		if i == 1 {
			run = cut[before:]
		}
		v.span = run[0].span
		for j, e := range run {
			v.span = join[B](v.span, e.span)
			v.n++
			t.put(p+i, int32(j), e.item, e.span)
			if e.moved {
				t.heads[blocks[i]].moved |= 1 << j
				v.moved = 1
			}
		}
	}
	t.cut(k)
	t.pull(k)
}

// Remove removes item i, which must be there.
//
// Cost: the height of the tree (BenchmarkInsert).
func (t *Dynamic[B]) Remove(i int) {
	at := t.place[i]
	t.place[i] = none
	k := t.heads[at/room].up
	r := k
	for p := t.parent(r); p != none; p = t.parent(r) {
		r = p
	}
	t.count[r]--
	t.pluck(k, at%room)
}

// pluck takes the item in place j out of leaf k.
func (t *Dynamic[B]) pluck(k, j int32) {
	n := &t.nodes[k]
	b, h := &t.blocks[n.down], &t.heads[n.down]
	n.n--
	if last := n.n; j < last {
		b.spans[j], b.items[j] = b.spans[last], b.items[last]
		h.moved = h.moved&^(1<<j) | h.moved>>last&1<<j
		h.exact = h.exact&^(1<<j) | h.exact>>last&1<<j
		t.place[b.items[j]] = n.down*room + j
	}
	h.moved &^= 1 << n.n
	h.exact &^= 1 << n.n
	if n.n > 0 {
		t.gather(k)
		t.lift(t.parent(k))
		return
	}
	h.up, t.empty = t.empty, n.down
	n.moved, n.down = 0, none
	p := t.parent(k)
	if p == none {
		return
	}
	pair := k &^ 1
	t.take(p, k^1)
	t.nodes[pair], t.nodes[pair+1] = vertex{up: t.free}, vertex{}
	t.free = pair
	t.lift(t.parent(p))
}

// gather sets the span of leaf k, and whether items of it moved.
func (t *Dynamic[B]) gather(k int32) {
	n := &t.nodes[k]
	b := &t.blocks[n.down]
	s := b.spans[0]
	for _, o := range b.spans[1:n.n] {
		s = join[B](s, o)
	}
	n.span, n.moved = s, 0
	if t.heads[n.down].moved != 0 {
		n.moved = 1
	}
}

// Move gives item i, which must be there, another box. It counts as moved.
//
// An item that stays near stays in its leaf, another one is put in anew.
//
// Cost: a few nodes for a small move, else as Remove and Insert (BenchmarkMove).
func (t *Dynamic[B]) Move(i int, box *B) {
	at := t.place[i]
	before := t.blocks[at/room].spans[at%room]
	if !t.shift(at, int32(i), box) {
		t.Remove(i)
		t.Insert(i, box)
		return
	}
	t.flag(int32(i))
	s := t.blocks[at/room].spans[at%room]
	if s == before {
		return
	}
	k := t.heads[at/room].up
	if around := t.above(k); around > 1 && !holds[B](t.nodes[around].span, s) {
		t.again(int32(i))
	} else {
		t.gather(k)
		t.lift(t.parent(k))
	}
}

// near is the number of levels above its leaf that an item is shifted within: with more, a tree
// that moves gets worse, with fewer, items at the border of their nodes are put in anew.
const near = 4

// above returns the node that is near levels above node k, or a root.
func (t *Dynamic[B]) above(k int32) int32 {
	for range near {
		if k > 1 {
			k = t.nodes[k&^1].up
		}
	}
	return k
}

// flag marks item i as moved.
func (t *Dynamic[B]) flag(i int32) {
	at := t.place[i]
	h := &t.heads[at/room]
	h.moved |= 1 << (at % room)
	t.moves++
	for k := h.up; k != none && t.nodes[k].moved == 0; k = t.parent(k) {
		t.nodes[k].moved = 1
	}
}

// AppendMoved appends the items that moved since Settle, leaf by leaf, from the last to the first.
func (t *Dynamic[B]) AppendMoved(items []int32) []int32 {
	var stack [tallest + 10]int32
	top := min(len(t.nodes), 2)
	stack[1] = 1
	for top > 0 {
		top--
		n := &t.nodes[stack[top]]
		switch {
		case n.moved == 0:
		case n.n == 0 && n.down != none:
			stack[top], stack[top+1] = n.down, n.down+1
			top += 2
		case n.n > 0:
			b, moved := &t.blocks[n.down], t.heads[n.down].moved
			for j := range n.n {
				if moved>>j&1 == 1 {
					items = append(items, b.items[j])
				}
			}
		}
	}
	return items
}

// CountMoved returns the number of items that moved since Settle.
func (t *Dynamic[B]) CountMoved() int {
	n := 0
	for r := range int32(2) {
		if t.count[r] > 0 {
			n += t.countMoved(r)
		}
	}
	return n
}

// countMoved returns the number of items below node k that moved since Settle.
func (t *Dynamic[B]) countMoved(k int32) int {
	n := &t.nodes[k]
	switch {
	case n.moved == 0:
		return 0
	case n.n > 0:
		return bits.OnesCount8(t.heads[n.down].moved)
	}
	return t.countMoved(n.down) + t.countMoved(n.down+1)
}

// AppendItems appends all items in the order of the tree.
func (t *Dynamic[B]) AppendItems(items []int32) []int32 {
	var stack [tallest + 10]int32
	for top := t.roots(stack[:]); top > 0; {
		top--
		n := &t.nodes[stack[top]]
		if n.n > 0 {
			items = append(items, t.blocks[n.down].items[:n.n]...)
			continue
		}
		stack[top], stack[top+1] = n.down+1, n.down
		top += 2
	}
	return items
}

// Settle forgets which items moved. Where they are many, it goes through all there is in order: on
// the way down the tree each load waits for one before it.
func (t *Dynamic[B]) Settle() {
	many := t.moves > len(t.nodes)/16
	t.moves = 0
	if many {
		for k := range t.nodes {
			t.nodes[k].moved = 0
		}
		for k := range t.heads {
			t.heads[k].moved = 0
		}
		return
	}
	var stack [tallest + 10]int32
	top := min(len(t.nodes), 2)
	stack[1] = 1
	for top > 0 {
		top--
		n := &t.nodes[stack[top]]
		if n.moved == 0 {
			continue
		}
		n.moved = 0
		if n.n > 0 {
			t.heads[n.down].moved = 0
		} else if n.down != none {
			stack[top], stack[top+1] = n.down, n.down+1
			top += 2
		}
	}
}

// Optimize takes n items out and puts them in anew, others at each call until all had their turn:
// what moves kept in place and what was put in early may have a better place by now.
func (t *Dynamic[B]) Optimize(n int) {
	for range min(n, len(t.place)) {
		if t.next >= len(t.place) {
			t.next = 0
		}
		i := t.next
		t.next++
		if t.place[i] == none {
			continue
		}
		t.again(int32(i))
	}
}

// MoveAll moves items[i] to boxes[i], for all of them. Where they are many, it builds the tree
// anew.
//
// Items that stay within what holds some dozen of them stay in their leaves; then one pass over the
// nodes above them sets their spans. The others are put in anew. Each loop does one thing, so that
// loads that miss the cache do not wait for each other.
func (t *Dynamic[B]) MoveAll(items []int32, boxes []B) {
	if t.crowd(len(items)) {
		for k, i := range items {
			t.boxes[i] = boxes[k]
		}
		t.renew(items)
		return
	}
	w := &t.work
	w.far, w.stray = w.far[:0], w.stray[:0]
	for k := 0; k < len(items); k += batch {
		end := min(k+batch, len(items))
		t.shiftBatch(items[k:end], boxes[k:end])
	}
	t.moves += len(items)
	t.turn++
	if len(items)*8 > len(t.blocks) {
		t.pullMoved()
	} else {
		t.touch(items)
		for r := range int32(2) {
			if t.count[r] > 0 {
				t.refit(r)
			}
		}
	}
	for _, i := range w.far {
		t.Remove(int(i))
		t.Insert(int(i), &t.boxes[i])
	}
	for _, i := range w.stray {
		t.again(i)
	}
	if t.looked += len(items); 2*t.looked > t.Len() {
		t.look()
	}
}

// look builds the tree anew where its nodes have become larger since they were built: what moves
// apart makes them grow, and a search takes longer by as much or more. To build costs as much as to
// move a third of the items.
func (t *Dynamic[B]) look() {
	t.looked = 0
	if s := t.sizes(); t.size.sum == 0 {
		t.size = s
	} else if s.sum > t.size.sum+t.size.sum/4 || s.mean > t.size.mean+1<<bulkBits/8 {
		t.Rebuild()
	}
}

// bulk tells how large nodes are: the sum of a sixteenth of their surfaces, which never overflows,
// and the mean of their logarithms: large nodes above a floor, or between two towns, make up most
// of the sum, and do not hide the others from the mean.
type bulk struct {
	sum  uint64
	mean int // 1<<bulkBits is a power of two
}

const bulkBits = 8

// sizes returns how large the nodes are.
func (t *Dynamic[B]) sizes() bulk {
	sum, logs, n := uint64(0), uint64(0), uint64(1)
	for k := range t.nodes {
		if s := t.nodes[k].span; s.hi != 0 { // of nodes that are there
			a := area[B](s)
			sum += a >> 4
			logs += math.Float64bits(float64(int64(a))) >> (52 - bulkBits)
			n++
		}
	}
	return bulk{sum, int(logs / n)}
}

// batch is a number of items whose boxes and blocks are fetched together.
const batch = 64

// shiftBatch gives a few items their boxes. The first loop is there for the cache alone: its loads
// do not wait for each other, those of the second one would.
func (t *Dynamic[B]) shiftBatch(items []int32, boxes []B) {
	w := &t.work
	for _, i := range items {
		at := t.place[i]
		b := &t.blocks[at/room]
		o := &t.boxes[i] // which may lie in two cache lines
		w.seen ^= b.spans[at%room].lo
		w.seen ^= math.Float64bits((*o)[0]) ^ math.Float64bits((*o)[len(*o)-1])
	}
	for k, i := range items {
		at := t.place[i]
		if t.shift(at, i, &boxes[k]) {
			t.heads[at/room].moved |= 1 << (at % room)
			continue
		}
		t.boxes[i] = boxes[k]
		w.far = append(w.far, i)
	}
}

// touch sets the leaves of the items, and tells the nodes above them that something moved.
func (t *Dynamic[B]) touch(items []int32) {
	w := &t.work
	w.dirty = w.dirty[:0]
	for _, i := range items {
		w.dirty = append(w.dirty, t.place[i]/room)
	}
	slices.Sort(w.dirty)
	for _, b := range slices.Compact(w.dirty) {
		t.touched(b)
		for k := t.parent(t.heads[b].up); k != none && t.nodes[k].moved == 0; k = t.parent(k) {
			t.nodes[k].moved = 1
		}
	}
}

// pullMoved sets all leaves of which items moved, and the nodes above them, in the order of memory:
// a step from node to node would wait for a load, and guess wrong which way it leads.
//
// Rebuild puts children before their parents. Where another one put a node before a child of it,
// the nodes above that one are set again. At the head of every turn the parents of all pairs before
// the k-th node, and the nodes above them that lie before it, say what their children say.
func (t *Dynamic[B]) pullMoved() {
	for k := range t.heads {
		if t.heads[k].moved != 0 {
			t.touched(int32(k))
		}
	}
	for k := int32(2); int(k) < len(t.nodes); k += 2 {
		if t.nodes[k].moved|t.nodes[k+1].moved == 0 {
			continue
		}
		up := t.nodes[k].up
		if (int(up)>>1+t.turn)%turns == 0 {
			t.rotate(up)
		}
		t.pull(up)
		if up < k {
			t.raise(t.parent(up))
		}
	}
}

// raise sets what node k and those above it say about their children, until nothing changes.
func (t *Dynamic[B]) raise(k int32) {
	for k != none {
		old := t.nodes[k]
		if t.pull(k); t.nodes[k] == old {
			return
		}
		k = t.parent(k)
	}
}

// crowd reports whether n moved items are so many that building the tree anew is faster.
func (t *Dynamic[B]) crowd(n int) bool { return 3*n > t.Len() }

// MoveEach is MoveAll with boxes that box returns for each place of items, in order.
func (t *Dynamic[B]) MoveEach(items []int32, box func(k int) B) {
	if t.crowd(len(items)) {
		for k, i := range items {
			t.boxes[i] = box(k)
		}
		t.renew(items)
		return
	}
	t.news = t.news[:0]
	for k := range items {
		t.news = append(t.news, box(k))
	}
	t.MoveAll(items, t.news)
}

// MoveShared is MoveEach with items that are all different, and a function that several goroutines
// may call at once.
func (t *Dynamic[B]) MoveShared(items []int32, box func(k int) B) {
	g := t.team()
	if t.crowd(len(items)) {
		g.items, g.box = items, box
		g.over(len(items), g.shift)
		g.items, g.box = nil, nil
		t.renew(items)
		return
	}
	t.MoveEach(items, box)
}

// touched sets the leaf of a block of which items moved. Items that left what holds some dozen go
// on the list of stray ones; those whose centres did have their turn for that once in a few calls.
// Where boxes lie in a row, or in small groups, many others stick out: putting those in anew helps
// little.
func (t *Dynamic[B]) touched(k int32) {
	b, h := &t.blocks[k], &t.heads[k]
	if around := t.above(h.up); around > 1 {
		s, turn := t.nodes[around].span, (int(k)+t.turn)%turns == 0
		for moved := h.moved; moved != 0; moved &= moved - 1 {
			j := bits.TrailingZeros8(moved) % room
			o := b.spans[j]
			if c := centre[B](o); !meet[B](s, o) || turn && !meet[B](s, span{c, c | guards[B]()}) {
				t.work.stray = append(t.work.stray, b.items[j])
			}
		}
	}
	t.gather(h.up)
}

// keep returns the span was of an item where that holds its new box, else s.
func (t *Dynamic[B]) keep(was, s span, box *B) span {
	if t.fat > 0 && holds[B](was, spanOf(&t.grid, box)) {
		return was
	}
	return s
}

// shift gives item i, at a place, another box in the block where it is, and leaves the nodes above
// it as they are. It reports false, and does nothing, where the item has to be put in anew.
func (t *Dynamic[B]) shift(at, i int32, box *B) bool {
	b := &t.blocks[at/room]
	j := at % room
	s := t.keep(b.spans[j], t.span(box), box)
	if s != b.spans[j] && (outside[B](s) || t.count[1] > 0 && unbounded(&t.boxes[i])) ||
		outside[B](s) && unbounded(box) != unbounded(&t.boxes[i]) {
		return false
	}
	b.spans[j] = s
	t.heads[at/room].exact &^= 1 << (j & (room - 1))
	t.boxes[i] = *box
	return true
}

// turns is the number of calls of MoveAll in which each node above moved items is turned once.
const turns = 4

// refit sets what node k and those below it say about their children, where items below moved and
// the leaves know.
func (t *Dynamic[B]) refit(k int32) {
	n := &t.nodes[k]
	if n.moved == 0 || n.n > 0 {
		return
	}
	d := n.down
	t.refit(d)
	t.refit(d + 1)
	if (int(k)>>1+t.turn)%turns == 0 {
		t.rotate(k)
	}
	t.pull(k)
}

// again puts item i in anew.
func (t *Dynamic[B]) again(i int32) {
	at := t.place[i]
	b, h := &t.blocks[at/room], t.heads[at/room]
	moved, s := h.moved>>(at%room)&1, b.spans[at%room]
	r := int32(0)
	if t.count[1] > 0 && unbounded(&t.boxes[i]) {
		r = 1
	}
	t.pluck(h.up, at%room)
	t.count[r]--
	t.insert(r, i, s)
	if moved == 1 {
		t.flag(i)
	}
}
