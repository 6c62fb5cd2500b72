package d3

import "math"

// keyList finds the least of many numbers that come and go: the faces of EPA by their distance. It is a list in blocks, each with its
// least number, which is looked for anew only after a change. For the hundred faces of everyday polytopes that beats a heap, whose
// branches nobody can predict, by far; thousands cost the square root of their count.
type keyList struct {
	key []int64 // sortKey of the numbers; gone is that of +Inf
	low []int64 // the least of each block; stale where that is to be found again
	at  []int32 // where it is
}

const (
	keyBlock = 64                    // the length of a block
	gone     = 0x7ff0_0000_0000_0000 // sortKey(+Inf)
	stale    = math.MinInt64
)

// sortKey maps doubles to integers in the same order. Go selects the lesser of two integers without a branch; one between doubles would
// be mispredicted a few times in every search.
func sortKey(x float64) int64 {
	b := int64(math.Float64bits(x))
	return b ^ int64(uint64(b>>63)>>1)
}

// reset empties the list.
func (l *keyList) reset() { l.key, l.low, l.at = l.key[:0], l.low[:0], l.at[:0] }

// addBelow appends k, or +Inf if k is above most.
func (l *keyList) addBelow(k, most float64) {
	if len(l.key)%keyBlock == 0 {
		l.low, l.at = append(l.low, stale), append(l.at, -1)
	}
	l.low[len(l.low)-1] = stale
	i, top := sortKey(k), sortKey(most)
	if i > top {
		i = gone
	}
	l.key = append(l.key, i)
}

// set changes element i to k.
func (l *keyList) set(i int32, k float64) {
	l.key[i] = sortKey(k)
	l.low[i/keyBlock] = stale
}

// least returns the first of the least elements, -1 where all are gone.
func (l *keyList) least() int32 {
	best, at := int64(gone), int32(-1)
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
func (l *keyList) search(b int) int64 {
	m, at := int64(gone), 0
	for i, k := range l.key[b*keyBlock : min((b+1)*keyBlock, len(l.key))] {
		if k < m {
			at = i
		}
		m = min(m, k)
	}
	l.low[b], l.at[b] = m, int32(b*keyBlock+at)
	return m
}
