package num

import "math"

// KeyList finds the least of many numbers that come and go: the faces of EPA by their distance. It is a list
// in blocks, each with its least number, which is looked for anew only after a change. For the hundred faces of
// everyday polytopes that is much faster than a heap, whose branches nobody can predict; among thousands a
// search costs the square root of their count.
type KeyList struct {
	key []int64 // sortKey of the numbers; noKey is that of +Inf
	low []int64 // the least of each block; stale where that is to be found again
	at  []int32 // where it is
}

const (
	keyBlock = 64                    // the length of a block
	noKey    = 0x7ff0_0000_0000_0000 // sortKey(+Inf)
	stale    = math.MinInt64
)

// sortKey maps doubles to integers in the same order. Go selects the lesser of two integers without a branch;
// one between doubles would be mispredicted a few times in every search.
func sortKey(x float64) int64 {
	b := int64(math.Float64bits(x))
	return b ^ int64(uint64(b>>63)>>1)
}

// Reset empties the list.
func (l *KeyList) Reset() { l.key, l.low, l.at = l.key[:0], l.low[:0], l.at[:0] }

// AddBelow appends k, or +Inf if k is above most.
func (l *KeyList) AddBelow(k, most float64) {
	if len(l.key)%keyBlock == 0 {
		l.low, l.at = append(l.low, stale), append(l.at, -1)
	}
	l.low[len(l.low)-1] = stale
	i, top := sortKey(k), sortKey(most)
	if i > top {
		i = noKey
	}
	l.key = append(l.key, i)
}

// Set changes element i to k.
func (l *KeyList) Set(i int32, k float64) {
	l.key[i] = sortKey(k)
	l.low[i/keyBlock] = stale
}

// Least returns the first of the least elements, -1 where all are +Inf.
func (l *KeyList) Least() int32 {
	best, at := int64(noKey), int32(-1)
	for b, m := range l.low {
		if m == stale {
			m = l.search(b)
		}
		if m < best {
			best, at = m, l.at[b]
		}
	}
	return at
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
