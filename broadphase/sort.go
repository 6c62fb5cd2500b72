package broadphase

import (
	"math/bits"
	"slices"

	"github.com/collide-go/collide/internal/crew"
)

// sorter sorts pairs by several goroutines: each puts a run of them into buckets by the high bits
// of their first ids, and then each sorts some of the buckets.
type sorter struct {
	crew     crew.Crew
	src, dst []Pair
	low      int                 // bits of an id below those of the bucket
	runs     int                 // of pairs
	count    [][1 << digit]int32 // of each run: the pairs of each bucket
	ends     [1 << digit]int32   // of the buckets

	tally, spread, refine func(k int) // made once
}

// alone is the number of pairs up to which one goroutine sorts them.
const alone = 1 << 14

// groups is the number of groups of buckets.
const groups = 1 << 6

// sort is sortPairs by all workers.
func (t *Tree[B, V]) sort(list []Pair, from int) []Pair {
	if t.workers <= 1 || len(list)-from <= alone {
		return sortPairs(list, from)
	}
	s := t.idle.Swap(nil) // nil where another goroutine has it
	if s == nil {
		s = &sorter{}
	}
	list = s.sort(list, from, t.t.Cap(), t.workers)
	t.idle.Store(s)
	return list
}

// sort sorts the pairs of a list from a place on, of ids below most.
func (s *sorter) sort(list []Pair, from, most, workers int) []Pair {
	n := len(list) - from
	list = slices.Grow(list, n)
	s.src, s.dst = list[from:], list[len(list):len(list)+n]
	s.low = max(bits.Len(uint(most))-digit, 0)
	s.runs = 4 * workers
	s.count = slices.Grow(s.count[:0], s.runs)[:s.runs]
	if s.tally == nil {
		s.tally, s.spread, s.refine = s.tallyRun, s.spreadRun, s.refineGroup
	}
	s.crew.Do(workers, s.runs, s.tally)
	sum := int32(0)
	for d := range s.ends {
		for k := range s.count {
			c := &s.count[k][d]
			sum, *c = sum+*c, sum
		}
		s.ends[d] = sum
	}
	s.crew.Do(workers, s.runs, s.spread)
	s.crew.Do(workers, groups, s.refine)
	s.src, s.dst = nil, nil
	return list
}

// run returns a run of the pairs.
func (s *sorter) run(k int) []Pair {
	n := len(s.src)
	return s.src[n/s.runs*k : max(n/s.runs*(k+1), (k+1)/s.runs*n)]
}

// tallyRun counts the pairs of a run in each bucket.
func (s *sorter) tallyRun(k int) {
	c := &s.count[k]
	*c = [1 << digit]int32{}
	for _, p := range s.run(k) {
		c[p[0]>>s.low&(1<<digit-1)]++
	}
}

// spreadRun puts the pairs of a run into their buckets.
func (s *sorter) spreadRun(k int) {
	c, dst := &s.count[k], s.dst
	for _, p := range s.run(k) {
		d := p[0] >> s.low & (1<<digit - 1)
		dst[c[d]] = p
		c[d]++
	}
}

// refineGroup sorts a group of buckets and puts them back.
func (s *sorter) refineGroup(k int) {
	var counts [1 << digit]int32
	first := int32(0)
	for d := k << digit / groups; d < (k+1)<<digit/groups; d++ {
		if d > 0 {
			first = s.ends[d-1]
		}
		src, dst := s.dst[first:s.ends[d]], s.src[first:s.ends[d]]
		if s.low > digit || len(src) < 1<<s.low/8 {
			copy(dst, src)
			slices.SortFunc(dst, comparePairs)
			continue
		}
		low := counts[:1<<s.low]
		clear(low)
		for i := range src {
			low[src[i][0]&(1<<s.low-1)]++
		}
		sum := int32(0)
		for i, n := range low {
			sum, low[i] = sum+n, sum
		}
		for i := range src {
			c := &low[src[i][0]&(1<<s.low-1)]
			dst[*c] = src[i]
			*c++
		}
		sortSeconds(dst)
	}
}
