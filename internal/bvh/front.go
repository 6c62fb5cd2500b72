package bvh

import "math/bits"

// front holds pairs of nodes whose spans meet, packed, in three lists: of two nodes with children,
// of one such node and a leaf, of two leaves. What is done with a pair depends on its kind, which
// nothing can predict: in lists of one kind each there is nothing to predict. What may come next is
// written first and counted after: a branch on whether spans meet would be taken wrongly every
// other time.
//
// Some pairs are taken from a list at once: what is loaded for one of them does not wait for
// another one. From leaves to pairs of items it goes in steps of the same kind: which items are
// near the other leaf, which ones those meet, the list of all. A loop over bits ends where nothing
// can predict it, but what it waits for is known since the step before.
type front struct {
	tops uint64                   // of 16 bits each: how many pairs each list has
	list [4 << frontBits]uint64   // the last part is of no list
	met  [1 << frontBits]leafPair // of leaves
}

const (
	frontBits = 9
	frontMask = 1<<frontBits - 1
	frontWait = 24             // as many pairs of siblings wait
	batchSize = 8              // as many pairs are taken at once
	fewInner  = 32             // where there are no more of two nodes with children
	someMixed = 256            // with more of one such node those are next
	fewMixed  = 300            // as fewInner
	frontFull = frontMask - 64 // there is room for what one batch leads to
)

// One pair that is taken alone leaves up to three others at each level, or one.
const (
	_ = uint(frontMask - fewInner - 3*batchSize - 3*(tallest-1))
	_ = uint(frontMask - fewMixed - 4*batchSize - tallest)
)

// leafPair is what is known of two leaves, or of one with itself.
type leafPair struct {
	pairs uint64 // bit room i + k of item i of x and item k of y: their spans meet
	x, y  int32  // blocks
	n     int32  // items of y
	near  uint32 // items of x that have to be looked at
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

// isLeaf is 1 for a leaf, else 0.
func isLeaf(v *vertex) uint64 { return uint64(uint32(-v.n) >> 31) }

// waits is 1 where pairs below two nodes are asked for, else 0.
func waits(a, b *vertex, all uint32) uint64 { return uint64((uint32(a.moved|b.moved) | all) & 1) }

// overlap is 1 where the spans of two nodes meet, else 0.
func overlap(a, b *vertex, g uint64) uint64 {
	return uint64(full((a.hi-b.lo)&(b.hi-a.lo), g))
}

// same is all bits for equal numbers, else 0.
func same(i, j int32) uint32 {
	d := uint32(i ^ j)
	return (d|-d)>>31 - 1
}

// put puts a pair of a kind into its list, for good if met is 1, and returns the new tops.
func (f *front) put(tops, pair, kind, met uint64) uint64 {
	shift := kind << 4 & 63
	f.list[(kind<<frontBits|tops>>shift&frontMask)&(4<<frontBits-1)] = pair
	return tops + met<<shift
}

// add puts a pair of nodes into its list if met is 1.
func (f *front) add(i, j int32, a, b *vertex, met uint64) {
	f.tops = f.put(f.tops, packed(i, j), isLeaf(a)+isLeaf(b), met)
}

// crowded reports whether there may be no room for another pair.
func (f *front) crowded() bool {
	t := f.tops
	return t&frontMask >= frontWait || t>>16&frontMask >= someMixed || t>>32 >= frontFull
}

// take takes up to batchSize pairs from the end of a list, one where there are more than few, and
// returns the new tops and their number.
func (f *front) take(batch *[batchSize]uint64, tops, kind, few uint64) (rest uint64, n int) {
	count := tops >> (kind << 4 & 63) & frontMask
	k := min(count, batchSize)
	if count > few {
		k = 1
	}
	from := kind<<frontBits + count - k
	for i := range k {
		batch[i&(batchSize-1)] = f.list[(from+i)&(4<<frontBits-1)]
	}
	return tops - k<<(kind<<4&63), int(k)
}

// advance puts pairs of children in the place of pairs of nodes until there are leaves alone, or
// many of those; it reports whether others are left.
//
// At the head of every turn the spans of each pair in a list meet, and each pair of items that is
// still to come is below one of them.
func (f *front) advance(nodes []vertex, g uint64, all uint32) bool {
	t := f.tops
	for t&(1<<32-1) != 0 && t>>32 < frontFull {
		for t&frontMask != 0 && t>>16&frontMask < someMixed && t>>32 < frontFull {
			t = f.inner(t, nodes, g, all)
		}
		for t>>16&frontMask != 0 && t>>32 < frontFull {
			t = f.mixed(t, nodes, g, all)
		}
	}
	f.tops = t
	return t&(1<<32-1) != 0
}

// inner puts pairs of children in the place of a batch of pairs of nodes that have some.
func (f *front) inner(t uint64, nodes []vertex, g uint64, all uint32) uint64 {
	var batch [batchSize]uint64
	t, n := f.take(&batch, t, 0, fewInner)
	for k := range n {
		e := batch[k&(batchSize-1)]
		i, j := nodes[uint32(e)].down, nodes[e>>32].down
		x, y := (*[2]vertex)(nodes[i:]), (*[2]vertex)(nodes[j:])
		e = packed(i, j)
		lx, mx := isLeaf(&x[0]), isLeaf(&x[1])
		ly, my := isLeaf(&y[0]), isLeaf(&y[1])
		t = f.put(t, e, lx+ly, overlap(&x[0], &y[0], g)&waits(&x[0], &y[0], all))
		t = f.put(t, e+1, mx+ly, overlap(&x[1], &y[0], g)&waits(&x[1], &y[0], all))
		t = f.put(t, e+1<<32, lx+my, overlap(&x[0], &y[1], g)&waits(&x[0], &y[1], all))
		t = f.put(t, e+1<<32+1, mx+my, overlap(&x[1], &y[1], g)&waits(&x[1], &y[1], all))
	}
	return t
}

// mixed puts pairs of a leaf and a child in the place of a batch of pairs of a leaf and a node that
// has some.
func (f *front) mixed(t uint64, nodes []vertex, g uint64, all uint32) uint64 {
	var batch [batchSize]uint64
	t, n := f.take(&batch, t, 1, fewMixed)
	for k := range n {
		e := batch[k&(batchSize-1)]
		e ^= (e ^ (e>>32 | e<<32)) & -(1 - isLeaf(&nodes[uint32(e)])) // the leaf first
		a, j := &nodes[uint32(e)], nodes[e>>32].down
		y := (*[2]vertex)(nodes[j:])
		e = e&(1<<32-1) | uint64(j)<<32
		t = f.put(t, e, 1+isLeaf(&y[0]), overlap(a, &y[0], g)&waits(a, &y[0], all))
		t = f.put(t, e+1<<32, 1+isLeaf(&y[1]), overlap(a, &y[1], g)&waits(a, &y[1], all))
	}
	return t
}

// meet puts the pairs of items of the pairs of leaves in the list, which it empties, into met, and
// returns how many are there. Of a pair one item at least has to be among the moved ones of its
// block, or in all.
func (f *front) meet(nodes []vertex, blocks []block, heads []head, g uint64, all uint32) int {
	n := 0
	for k := range f.met[:f.near(nodes, blocks, g)] {
		m := &f.met[k]
		x, y, pairs := &blocks[m.x], &blocks[m.y], uint64(0)
		xm, ym, self := uint32(heads[m.x].moved)|all, uint32(heads[m.y].moved)|all, same(m.x, m.y)
		for near := m.near; near != 0; near &= near - 1 {
			i := bits.TrailingZeros32(near) & (room - 1)
			met := among(y, m.n, x.spans[i], g) & (ym | -(xm >> i & 1)) &^ (self & (2<<i - 1))
			pairs |= uint64(met) << (room * i)
		}
		n = f.note(n, m.x, m.y, pairs)
	}
	return n
}

// note makes the n-th of met that of the pairs of two blocks, for good if there are any, and
// returns the number then.
func (f *front) note(n int, x, y int32, pairs uint64) int {
	m := &f.met[n&frontMask]
	m.pairs, m.x, m.y = pairs, x, y
	return n + int((pairs|-pairs)>>63)
}

// near begins the meetings of the pairs of leaves in the list, which it empties: with the items of
// the first that meet the second. It returns their number.
func (f *front) near(nodes []vertex, blocks []block, g uint64) int {
	n, end := 0, f.tops>>32&frontMask
	f.tops &= 1<<32 - 1
	for _, e := range f.list[2<<frontBits : 2<<frontBits+end] {
		a, b := &nodes[uint32(e)], &nodes[e>>32]
		near := among(&blocks[a.down], a.n, b.span, g)
		near &^= same(a.down, b.down) & (1 << ((a.n - 1) & 31)) // the last item comes before no other one
		m := &f.met[n&frontMask]
		m.x, m.y, m.n, m.near = a.down, b.down, b.n, near
		n += int((near | -near) >> 31)
	}
	return n
}

// product returns the word with bit room i + k where bit i of a and bit k of b are set.
func product(a, b uint32) uint64 {
	const each, diagonal = 0x0101010101010101, 0x8040201008040201
	rows := ((uint64(a)*each&diagonal + 0x7f*each) >> 7 & each) * (1<<room - 1)
	return rows & (uint64(b) * each)
}

// couple writes pairs of the items of two blocks to out and returns their number, and whether the
// spans of all of them meet by more than one.
func couple(out *[room * room]Couple, x, y *block, pairs, one, g uint64) (n int, deep bool) {
	all := g
	for ; pairs != 0; pairs &= pairs - 1 {
		at := bits.TrailingZeros64(pairs)
		i, k := at/room&(room-1), at&(room-1)
		s, o := &x.spans[i], &y.spans[k]
		all &= (s.hi - o.lo - one) & (o.hi - s.lo - one)
		a, b := x.items[i], y.items[k]
		pair := &out[n&(room*room-1)] // a pair put together first would be read before its halves are written
		pair[0], pair[1] = min(a, b), max(a, b)
		n++
	}
	return n, all == g
}

const _ = uint(8-room) + uint(room-8) // among and product have a place for each item

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
