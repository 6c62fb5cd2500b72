package broadphase

import (
	"cmp"
	"iter"
	"math/bits"
	"slices"
)

// AppendPairs appends all pairs of boxes that meet, in order.
//
// Cost: linear in the boxes and the pairs where boxes are about as large as their distances.
func (t *Tree[B, V]) AppendPairs(dst []Pair) []Pair {
	n := len(dst)
	dst = t.t.AppendPairsBy(dst, false, t.workers)
	return t.sort(dst, n)
}

// AppendMovedPairs appends the pairs of boxes that meet, of which one at least was inserted, moved
// or built since the last call of Settle, in order. A pair that met before and is not among them
// while one of its boxes moved does not meet any longer.
func (t *Tree[B, V]) AppendMovedPairs(dst []Pair) []Pair {
	n := len(dst)
	dst = t.t.AppendPairsBy(dst, true, t.workers)
	return t.sort(dst, n)
}

// GatherPairs appends all pairs of boxes that meet, the lesser id first, in the order of the tree:
// AppendPairs without sorting them, by one goroutine.
func (t *Tree[B, V]) GatherPairs(dst []Pair) []Pair { return t.t.AppendPairs(dst) }

// GatherMovedPairs appends the pairs of AppendMovedPairs as GatherPairs does.
func (t *Tree[B, V]) GatherMovedPairs(dst []Pair) []Pair { return t.t.AppendMovedPairs(dst) }

// AppendMoved appends the ids of the boxes that were inserted, moved or built since the last call
// of Settle, in order.
func (t *Tree[B, V]) AppendMoved(dst []int32) []int32 {
	n := len(dst)
	dst = t.t.AppendMoved(dst)
	slices.Sort(dst[n:])
	return dst
}

// CountMoved returns the number of ids that AppendMoved appends.
func (t *Tree[B, V]) CountMoved() int { return t.t.CountMoved() }

// AppendIDs appends the ids of all boxes in the order of the tree: ids in a row are mostly of boxes
// near each other. Work that is done in this order finds what it reads in the cache.
func (t *Tree[B, V]) AppendIDs(dst []int32) []int32 { return t.t.AppendItems(dst) }

// EachPair calls visit for all pairs of boxes that meet, the lesser id first, in the order of the
// tree, until it returns false. visit must not change the tree.
func (t *Tree[B, V]) EachPair(visit func(a, b int32) bool) { t.t.EachPair(false, visit) }

// EachMovedPair calls visit for the pairs of AppendMovedPairs, as EachPair does.
func (t *Tree[B, V]) EachMovedPair(visit func(a, b int32) bool) { t.t.EachPair(true, visit) }

// Pairs yields all pairs of boxes that meet, in order. It gathers them first.
func (t *Tree[B, V]) Pairs() iter.Seq2[int, int] { return pairsOf(t.AppendPairs) }

// MovedPairs yields the pairs of AppendMovedPairs, in order. It gathers them first.
func (t *Tree[B, V]) MovedPairs() iter.Seq2[int, int] { return pairsOf(t.AppendMovedPairs) }

// pairsOf yields pairs.
func pairsOf(all func([]Pair) []Pair) iter.Seq2[int, int] {
	return func(yield func(int, int) bool) {
		for _, p := range all(nil) {
			if !yield(int(p[0]), int(p[1])) {
				return
			}
		}
	}
}

// AppendPairsWith appends the pairs of a box of t and a box of o that meet, in order: the id in t
// first.
//
// Cost: a search in the larger tree for each box of the smaller one.
func (t *Tree[B, V]) AppendPairsWith(dst []Pair, o *Tree[B, V]) []Pair {
	n := len(dst)
	t.t.Across(&o.t, func(i, j int32) bool {
		dst = append(dst, Pair{i, j})
		return true
	})
	return sortPairs(dst, n)
}

// digit is the number of bits of an id that one pass of sortPairs looks at.
const digit = 11

// sortPairs sorts the pairs of a list from a place on: by counting digits of the first ids, and by
// comparing the second ones of equal first ones, of which there are few.
func sortPairs(list []Pair, from int) []Pair {
	pairs := list[from:]
	if len(pairs) < 300 {
		slices.SortFunc(pairs, comparePairs)
		return list
	}
	// the spare end of the list is the other side of each pass
	list = slices.Grow(list, len(pairs))
	pairs = list[from:]
	other := list[len(list) : len(list)+len(pairs)]
	most := int32(0)
	for _, p := range pairs {
		most = max(most, p[0])
	}
	src, dst := pairs, other
	for low := 0; low < bits.Len32(uint32(most)); low += digit {
		scatter(dst, src, low)
		src, dst = dst, src
	}
	copy(pairs, src)
	sortSeconds(pairs)
	return list
}

// sortSeconds sorts runs of pairs with equal first ids by the second ones.
func sortSeconds(pairs []Pair) {
	for i := 0; i < len(pairs); {
		j := i + 1
		for j < len(pairs) && pairs[j][0] == pairs[i][0] {
			j++
		}
		if j-i > 12 {
			slices.SortFunc(pairs[i:j], comparePairs)
		} else {
			for k := i + 1; k < j; k++ {
				p := pairs[k]
				m := k
				for ; m > i && pairs[m-1][1] > p[1]; m-- {
					pairs[m] = pairs[m-1]
				}
				pairs[m] = p
			}
		}
		i = j
	}
}

// scatter puts src into dst by the digit of the first ids above bit low; equal ones stay in order.
func scatter(dst, src []Pair, low int) {
	var counts [1 << digit]int
	for i := range src {
		counts[src[i][0]>>low&(1<<digit-1)]++
	}
	sum := 0
	for d := range counts {
		sum, counts[d] = sum+counts[d], sum
	}
	for i := range src {
		d := src[i][0] >> low & (1<<digit - 1)
		dst[counts[d]] = src[i]
		counts[d]++
	}
}

// comparePairs is the order of pairs.
func comparePairs(p, q Pair) int { return cmp.Or(cmp.Compare(p[0], q[0]), cmp.Compare(p[1], q[1])) }

// Brute appends the pairs of boxes that meet, in order, with their places in the slice as ids. It
// looks at all of them: for tests, and for a few dozen boxes. Boxes with a coordinate that is not a
// number meet nothing.
func Brute[B Box](dst []Pair, boxes []B) []Pair {
	for i := range boxes {
		for j := i + 1; j < len(boxes); j++ {
			if meet(&boxes[i], &boxes[j]) {
				dst = append(dst, Pair{int32(i), int32(j)})
			}
		}
	}
	return dst
}

// Sweep appends the pairs of boxes that meet, in order, with their places in the slice as ids: the
// boxes are sorted by their least coordinate along one axis, and each is compared with those that
// begin before it ends. For tests and for some hundred boxes. It allocates a list of the boxes.
//
// Boxes must be such that a Tree takes them.
func Sweep[B Box](dst []Pair, boxes []B) []Pair {
	from := len(dst)
	axis := spread(boxes)
	order := make([]int32, len(boxes))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortFunc(order, func(i, j int32) int {
		return cmp.Or(cmp.Compare(boxes[i][axis], boxes[j][axis]), cmp.Compare(i, j))
	})
	for k, i := range order {
		a := &boxes[i]
		for _, j := range order[k+1:] {
			b := &boxes[j]
			if (*b)[axis] > (*a)[len(*a)/2+axis] {
				break
			}
			if meet(a, b) {
				dst = append(dst, Pair{min(i, j), max(i, j)})
			}
		}
	}
	slices.SortFunc(dst[from:], comparePairs)
	return dst
}

// spread returns the axis along which the finite least coordinates reach farthest.
func spread[B Box](boxes []B) int {
	var lo, hi [3]float64
	var zero B
	best := 0
	for k := range len(zero) / 2 {
		first := true
		for i := range boxes {
			x := boxes[i][k]
			if x-x != 0 {
				continue
			}
			if first {
				lo[k], hi[k], first = x, x, false
			}
			lo[k], hi[k] = min(lo[k], x), max(hi[k], x)
		}
		if hi[k]-lo[k] > hi[best]-lo[best] {
			best = k
		}
	}
	return best
}

// meet reports whether a and b have a point in common.
func meet[B Box](a, b *B) bool {
	h := len(*a) / 2
	for k := range h {
		if !((*a)[k] <= (*b)[h+k] && (*b)[k] <= (*a)[h+k]) {
			return false
		}
	}
	return true
}
