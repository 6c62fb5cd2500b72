package num

import "math"

// KeyList finds the least of many numbers that come and go: the faces of EPA by their distance. It
// is a list in blocks, each with its least number, which is looked for anew only after a change.
// For the hundred faces of everyday polytopes that is much faster than a heap, whose branches
// nobody can predict. Blocks of blocks keep a search among hundreds of thousands at a few hundred
// comparisons.
type KeyList struct {
	key []int64 // sortKey of the numbers; noKey is that of +Inf
	low []int64 // the least of each block; stale where that is to be found again
	at  []int32 // where it is
	top []int64 // the least of each keyBlock blocks; stale where one of them is
	its []int32 // where it is
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
func (l *KeyList) Reset() {
	l.key, l.low, l.at, l.top, l.its = l.key[:0], l.low[:0], l.at[:0], l.top[:0], l.its[:0]
}

// AddBelow appends k, or +Inf if k is above most.
func (l *KeyList) AddBelow(k, most float64) {
	if len(l.key)%keyBlock == 0 {
		if len(l.low)%keyBlock == 0 {
			l.top, l.its = append(l.top, stale), append(l.its, -1)
		}
		l.low, l.at = append(l.low, stale), append(l.at, -1)
	}
	l.low[len(l.low)-1], l.top[len(l.top)-1] = stale, stale
	i, top := sortKey(k), sortKey(most)
	if i > top {
		i = noKey
	}
	l.key = append(l.key, i)
}

// Set changes element i to k.
func (l *KeyList) Set(i int32, k float64) {
	l.key[i] = sortKey(k)
	l.low[i/keyBlock], l.top[i/(keyBlock*keyBlock)] = stale, stale
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
	for b, m := range l.low[first:min(first+keyBlock, len(l.low))] {
		if m == stale {
			m = l.search(first + b)
		}
		if m < best {
			best, at = m, l.at[first+b]
		}
	}
	l.top[g], l.its[g] = best, at
	return best
}

// search finds the least of block b again and returns it.
func (l *KeyList) search(b int) int64 {
	m, at := int64(noKey), 0
	for i, k := range l.key[b*keyBlock : min((b+1)*keyBlock, len(l.key))] {
		if k < m {
			at = i
		}
		m = min(m, k)
	}
	l.low[b], l.at[b] = m, int32(b*keyBlock+at)
	return m
}

// At returns element i.
func (l *KeyList) At(i int32) float64 {
	k := l.key[i]
	return math.Float64frombits(uint64(k ^ int64(uint64(k>>63)>>1))) // sortKey is its own inverse
}
