package bvh

import (
	"cmp"
	"math/bits"
	"slices"
)

// border returns the level of the border between two sorted keys, the i-th and the next: the
// highest bit in which they differ. Equal keys are cut by their number.
func border(a, b uint64, i int) int32 {
	if d := a ^ b; d != 0 {
		return int32(32 + bits.Len64(d))
	}
	return int32(bits.Len32(uint32(i ^ (i + 1))))
}

// digit is the number of bits that one pass of the sort looks at.
const digit = 11

// few is the number of keys up to which comparisons are faster than counting.
const few = 400

// sort sorts the keys, equal ones by item: they come in by item, and every step keeps the order of
// equals.
func (w *sorter) sort() {
	n := len(w.keys)
	if n <= few {
		sortKeys(w.keys)
		return
	}
	w.other = slices.Grow(w.other[:0], n)[:n]
	passes := passesOf(n)
	low := w.low(passes)
	for p := range passes {
		scatter(w.other, w.keys, uint(low+digit*p))
		w.keys, w.other = w.other, w.keys
	}
	refine(w.keys, low)
}

// low returns the lowest bit of keys that so many passes look at.
func (w *sorter) low(passes int) int { return max(w.bits-digit*passes, 0) }

// passesOf returns the number of passes that sort n keys.
func passesOf(n int) int {
	if n > 1<<15 {
		return 3
	}
	return 2
}

// refine puts runs of keys that are equal from bit low on in order by the others, but those that
// fit into a leaf: such a run is in one, in whatever order.
func refine(keys []sortKey, low int) {
	first, last := 0, ^uint64(0) // no key has the highest bit
	for i := range keys {
		k := keys[i].key >> (low & 63)
		if k != last {
			first, last = i, k
		} else if i+1-first > room && (i+1 == len(keys) || keys[i+1].key>>(low&63) != k) {
			sortKeys(keys[first : i+1])
		}
	}
}

// scatter puts src into dst by the digit above low.
func scatter(dst, src []sortKey, low uint) {
	var at [1 << digit]int32
	for i := range src {
		at[src[i].key>>(low&63)&(1<<digit-1)]++
	}
	sum := int32(0)
	for d := range at {
		sum, at[d] = sum+at[d], sum
	}
	for i := range src {
		k := src[i]
		to := &at[k.key>>(low&63)&(1<<digit-1)]
		dst[*to] = k
		*to++
	}
}

// sortKeys sorts by key and item, by insertion where the keys are few: equal ones come in by item.
func sortKeys(keys []sortKey) {
	if len(keys) > 24 {
		slices.SortFunc(keys, func(a, b sortKey) int {
			if c := cmp.Compare(a.key, b.key); c != 0 {
				return c
			}
			return cmp.Compare(a.item, b.item)
		})
		return
	}
	for i := 1; i < len(keys); i++ {
		k := keys[i]
		j := i
		for ; j > 0 && keys[j-1].key > k.key; j-- {
			keys[j] = keys[j-1]
		}
		keys[j] = k
	}
}
