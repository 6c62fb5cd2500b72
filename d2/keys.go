package d2

import "math"

// keyList finds the least of many numbers that come and go: the edges of EPA by their distance. It is a list in blocks, each with its
// least number, which is looked for anew only after a change. For the dozens of edges of everyday polygons that beats a heap, whose
// branches nobody can predict, by far; thousands cost the square root of their count.
type keyList struct {
	key []float64 // +Inf: gone
	low []float64 // the least of each block; NaN where that is to be found again
	at  []int32   // where it is
}

// keyBlock is the length of a block.
const keyBlock = 64

// reset empties the list.
func (l *keyList) reset() { l.key, l.low, l.at = l.key[:0], l.low[:0], l.at[:0] }

// add appends k.
func (l *keyList) add(k float64) {
	if len(l.key)%keyBlock == 0 {
		l.low, l.at = append(l.low, math.NaN()), append(l.at, -1)
	}
	l.low[len(l.low)-1] = math.NaN()
	l.key = append(l.key, k)
}

// set changes element i to k.
func (l *keyList) set(i int32, k float64) {
	l.key[i] = k
	l.low[i/keyBlock] = math.NaN()
}

// least returns the first of the least elements, -1 where all are gone.
func (l *keyList) least() int32 {
	best, at := math.Inf(1), int32(-1)
	for b, m := range l.low {
		if m != m {
			m = l.search(b)
		}
		if m < best {
			best, at = m, l.at[b]
		}
	}
	return at
}

// search finds the least of block b again and returns it.
func (l *keyList) search(b int) float64 {
	m, at := math.Inf(1), 0
	for i, k := range l.key[b*keyBlock : min((b+1)*keyBlock, len(l.key))] {
		if k < m {
			m, at = k, i
		}
	}
	l.low[b], l.at[b] = m, int32(b*keyBlock+at)
	return m
}
