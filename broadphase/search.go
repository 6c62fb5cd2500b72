package broadphase

import (
	"cmp"
	"iter"
	"math"
	"slices"

	"github.com/collide-go/collide/internal/bvh"
)

// EachWithin calls visit for the boxes that meet b, in the order of the tree, until it returns
// false. A box of numbers that are no numbers meets nothing. visit must not change the tree.
func (t *Tree[B, V]) EachWithin(b B, visit func(id int32) bool) {
	if check(&b) == nil {
		t.t.Within(&b, visit)
	}
}

// AppendWithin appends the ids of the boxes that meet b, in order.
func (t *Tree[B, V]) AppendWithin(dst []int32, b B) []int32 {
	n := len(dst)
	t.EachWithin(b, func(id int32) bool {
		dst = append(dst, id)
		return true
	})
	slices.Sort(dst[n:])
	return dst
}

// Within yields the ids of the boxes that meet b, in order. It gathers them first.
func (t *Tree[B, V]) Within(b B) iter.Seq[int] {
	return func(yield func(int) bool) {
		for _, id := range t.AppendWithin(nil, b) {
			if !yield(int(id)) {
				return
			}
		}
	}
}

// Hit is a box on the way of a ray or of a moving box.
type Hit struct {
	// From is the parameter of the first contact, 0 where it starts in contact, rounded down: at
	// most the exact one, and at least that less 2^-50 of it.
	From float64
	ID   int32
}

// EachAlong calls visit for the boxes that are met by the points origin + s dir, s from 0 to limit,
// and the parameter from as in Hit: nearer boxes first as far as the tree tells. visit returns the
// limit from then on; no box met after it is visited. Return from to look for what may be nearer
// than a shape met at from, limit to see all, a negative number to end.
//
// Every box that the ray meets is found. One that it passes by less than the rounding of a double
// may be found too. The limit may be infinite. A direction of length 0 is a point. Where a number
// is not finite, or limit is negative, nothing is found. visit must not change the tree.
func (t *Tree[B, V]) EachAlong(origin, dir V, limit float64, visit func(id int32, from float64) float64) {
	var b B
	var d [3]float64
	for k := range len(b) / 2 {
		b[k], b[len(b)/2+k], d[k] = coordinate(&origin, k), coordinate(&origin, k), coordinate(&dir, k)
		if !inRange(b[k]) || d[k]-d[k] != 0 {
			return
		}
	}
	if limit >= 0 {
		t.t.Sweep(&b, d, limit, visit)
	}
}

// EachSwept is EachAlong for a box that moves along dir: it calls visit for the boxes that are met
// by b + s dir, s from 0 to limit. b must be finite.
func (t *Tree[B, V]) EachSwept(b B, dir V, limit float64, visit func(id int32, from float64) float64) {
	var d [3]float64
	for k := range len(b) / 2 {
		d[k] = coordinate(&dir, k)
		if d[k]-d[k] != 0 || b[k]-b[k] != 0 || b[len(b)/2+k]-b[len(b)/2+k] != 0 {
			return
		}
	}
	if limit >= 0 && check(&b) == nil {
		t.t.Sweep(&b, d, limit, visit)
	}
}

// coordinate returns coordinate k of v.
func coordinate[V Vec](v *V, k int) float64 { return (*v)[k] }

// AppendAlong appends the hits of EachAlong in the order of From and then of ids.
func (t *Tree[B, V]) AppendAlong(dst []Hit, origin, dir V, limit float64) []Hit {
	n := len(dst)
	t.EachAlong(origin, dir, limit, func(id int32, from float64) float64 {
		dst = append(dst, Hit{from, id})
		return limit
	})
	slices.SortFunc(dst[n:], compareHits)
	return dst
}

// AppendSwept appends the hits of EachSwept in the order of From and then of ids.
func (t *Tree[B, V]) AppendSwept(dst []Hit, b B, dir V, limit float64) []Hit {
	n := len(dst)
	t.EachSwept(b, dir, limit, func(id int32, from float64) float64 {
		dst = append(dst, Hit{from, id})
		return limit
	})
	slices.SortFunc(dst[n:], compareHits)
	return dst
}

// Along yields the hits of AppendAlong in order. It gathers them first.
func (t *Tree[B, V]) Along(origin, dir V, limit float64) iter.Seq[Hit] {
	return func(yield func(Hit) bool) {
		for _, h := range t.AppendAlong(nil, origin, dir, limit) {
			if !yield(h) {
				return
			}
		}
	}
}

// First returns the hit of AppendAlong that comes first; ok is false where there is none.
func (t *Tree[B, V]) First(origin, dir V, limit float64) (first Hit, ok bool) {
	t.EachAlong(origin, dir, limit, func(id int32, from float64) float64 {
		if !ok || from < first.From || from == first.From && id < first.ID {
			first, ok = Hit{from, id}, true
		}
		return from
	})
	return first, ok
}

// compareHits is the order of hits.
func compareHits(a, b Hit) int { return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.ID, b.ID)) }

// Near is a box with its distance from a point or a box: 0 inside.
type Near struct {
	ID       int32
	Distance float64
	// Lower <= the exact distance <= Upper: certified.
	Lower, Upper float64
}

// AppendNearest appends the k boxes nearest to a point, all where there are fewer, in the order of
// distance and then of ids. Boxes whose distances differ by less than their rounding may be taken
// to be as far as each other. A point that is not finite has nothing near it.
//
// Cost: a search, and k comparisons for each box that was among the nearest for a while.
func (t *Tree[B, V]) AppendNearest(dst []Near, point V, k int) []Near {
	var b B
	for i := range len(b) / 2 {
		b[i], b[len(b)/2+i] = coordinate(&point, i), coordinate(&point, i)
		if b[i]-b[i] != 0 {
			return dst
		}
	}
	return t.AppendNearestTo(dst, b, k)
}

// AppendNearestTo is AppendNearest for a box.
func (t *Tree[B, V]) AppendNearestTo(dst []Near, b B, k int) []Near {
	if k <= 0 || check(&b) != nil {
		return dst
	}
	n := len(dst)
	t.t.Nearest(&b, math.Inf(1), func(id int32, gap2 float64) float64 {
		// Distance is the square until all are found; the list from n on is in order.
		if len(dst)-n == k {
			last := &dst[len(dst)-1]
			if gap2 == last.Distance && id > last.ID {
				return gap2
			}
			dst = dst[:len(dst)-1]
		}
		dst = append(dst, Near{ID: id, Distance: gap2})
		i := len(dst) - 1
		for ; i > n && (dst[i-1].Distance > gap2 || dst[i-1].Distance == gap2 && dst[i-1].ID > id); i-- {
			dst[i] = dst[i-1]
		}
		dst[i] = Near{ID: id, Distance: gap2}
		if len(dst)-n < k {
			return math.Inf(1)
		}
		return dst[len(dst)-1].Distance
	})
	for i := n; i < len(dst); i++ {
		bracket(&dst[i], &b, t.t.Box(int(dst[i].ID)))
	}
	return dst
}

// bracket sets the distance of two boxes and its bounds.
//
// With u = 2^-53: a gap along an axis is off by u of itself, its square by 3u, a sum of three by
// 5u, the root by 3.5u: 8u is more. Distances whose squares may be below the range of doubles are
// scaled.
func bracket[B Box](n *Near, a, b *B) {
	n.Distance = math.Sqrt(bvh.Gap2(a, b))
	n.Lower, n.Upper = float64(n.Distance*(1-0x1p-50)), float64(n.Distance*(1+0x1p-50))
	if n.Distance > 0x1p-480 {
		return
	}
	sum := 0.0
	for k := range len(*a) / 2 {
		g := float64(max((*a)[k]-(*b)[len(*a)/2+k], (*b)[k]-(*a)[len(*a)/2+k], 0) * 0x1p960)
		sum += float64(g * g)
	}
	if sum == 0 {
		return
	}
	d := math.Sqrt(sum)
	n.Distance = float64(d * 0x1p-960)
	n.Lower = max(float64(float64(d*(1-0x1p-50))*0x1p-960)-math.SmallestNonzeroFloat64, 0)
	n.Upper = float64(float64(d*(1+0x1p-50))*0x1p-960) + math.SmallestNonzeroFloat64
}
