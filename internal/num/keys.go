package num

import (
	"math"
	"math/bits"
)

// KeyList finds the least of many numbers that come and go: the faces of EPA by their distance. It
// is a list in blocks, each with its least number, which is looked for anew only after a change,
// and only among those that are not +Inf. For the hundred faces of everyday polytopes that is much
// faster than a heap, whose branches nobody can predict. Blocks of blocks keep a search among
// hundreds of thousands at a few hundred comparisons.
type KeyList struct {
	n      int // elements
	blocks []keysOf
	top    []int64 // the least of each keyBlock blocks; stale where one of them is
	its    []int32 // where it is
}

// keysOf is a block of elements.
type keysOf struct {
	key  [keyBlock]int64 // sortKey of the numbers
	some uint64          // bit i is set where element i is not +Inf
	low  int64           // the least; stale where that is to be found again
	at   int32           // where it is
}

const (
	keyBlock = 64                    // the length of a block
	noKey    = 0x7ff0_0000_0000_0000 // sortKey(+Inf)
	stale    = math.MinInt64
)

// sortKey maps doubles to integers in the same order. Go selects the lesser of two integers without
// a branch; one between doubles would be mispredicted a few times in every search.
func sortKey(x float64) int64 {
	b := int64(math.Float64bits(x))
	return b ^ int64(uint64(b>>63)>>1)
}

// Reset empties the list.
func (l *KeyList) Reset() { l.n, l.blocks, l.top, l.its = 0, l.blocks[:0], l.top[:0], l.its[:0] }

// AddBelow appends k, or +Inf if k is above most.
func (l *KeyList) AddBelow(k, most float64) {
	i := l.n
	if i%keyBlock == 0 {
		l.addBlock()
	}
	l.n = i + 1
	b := &l.blocks[uint(i)/keyBlock]
	x := sortKey(k)
	b.key[i%keyBlock] = x
	some := uint64(0) // without a branch: whether a face is near enough nobody can predict
	if x <= min(sortKey(most), noKey-1) {
		some = 1
	}
	b.some |= some << (i % keyBlock)
	b.low, l.top[uint(i)/(keyBlock*keyBlock)] = stale, stale
}

// addBlock appends a block without elements.
func (l *KeyList) addBlock() {
	n := len(l.blocks)
	if n%keyBlock == 0 {
		l.top, l.its = append(l.top, stale), append(l.its, -1)
	}
	if n == cap(l.blocks) {
		l.blocks = append(l.blocks, keysOf{})
	}
	l.blocks = l.blocks[:n+1]
	b := &l.blocks[n]
	b.some, b.low, b.at = 0, noKey, -1
}

// Set changes element i to k.
func (l *KeyList) Set(i int32, k float64) {
	if k == math.Inf(1) {
		l.Drop(i)
		return
	}
	b := &l.blocks[uint32(i)/keyBlock]
	b.key[i%keyBlock] = sortKey(k)
	b.some |= 1 << (uint32(i) % keyBlock)
	b.low, l.top[uint32(i)/(keyBlock*keyBlock)] = stale, stale
}

// Drop changes element i to +Inf.
func (l *KeyList) Drop(i int32) {
	b := &l.blocks[uint32(i)/keyBlock]
	b.some &^= 1 << (uint32(i) % keyBlock)
	b.low, l.top[uint32(i)/(keyBlock*keyBlock)] = stale, stale
}

// Least returns the first of the least elements, -1 where all are +Inf.
func (l *KeyList) Least() int32 {
	best, at := int64(noKey), int32(-1)
	for g, m := range l.top {
		if m == stale {
			m = l.searchBlocks(g)
		}
		if m < best {
			best, at = m, l.its[g]
		}
	}
	return at
}

// searchBlocks finds the least of the blocks of group g again and returns it.
func (l *KeyList) searchBlocks(g int) int64 {
	best, at, first := int64(noKey), int32(-1), g*keyBlock
	blocks := l.blocks[first:min(first+keyBlock, len(l.blocks))]
	for i := range blocks {
		b := &blocks[i]
		if b.low == stale {
			b.search(int32((first + i) * keyBlock))
		}
		if b.low < best {
			best, at = b.low, b.at
		}
	}
	l.top[g], l.its[g] = best, at
	return best
}

// search finds the least of b again, whose first element is the one with the given number.
func (b *keysOf) search(first int32) {
	m, at := int64(noKey), 0
	for w := b.some; w != 0; w &= w - 1 {
		i := bits.TrailingZeros64(w)
		k := b.key[i%keyBlock]
		if k < m {
			at = i
		}
		m = min(m, k)
	}
	b.low, b.at = m, first+int32(at)
}

// At returns element i.
func (l *KeyList) At(i int32) float64 {
	b := &l.blocks[uint32(i)/keyBlock]
	if b.some>>(uint32(i)%keyBlock)&1 == 0 {
		return math.Inf(1)
	}
	k := b.key[i%keyBlock]
	return math.Float64frombits(uint64(k ^ int64(uint64(k>>63)>>1))) // sortKey is its own inverse
}
