package draw

import (
	"math"

	"github.com/collide-go/collide/d2"
)

// bucket is the size of the squares of the page into which taken sorts its rectangles.
const bucket = 64

// taken is a set of rectangles.
type taken struct {
	boxes  []d2.AABB
	sorted map[[2]int][]int32 // those that meet a square
	seen   []int              // for each box the last question that met it
	asked  int
}

// buckets calls f for the squares that a rectangle meets, until f returns false; none where it is
// far off the page.
func buckets(r d2.AABB, f func(key [2]int) bool) {
	const far = 16384 // the largest page
	at := func(x float64) int { return int(math.Floor(min(max(x, -bucket), far) / bucket)) }
	if !(r.Min.X <= r.Max.X && r.Min.Y <= r.Max.Y) {
		return
	}
	for y := at(r.Min.Y); y <= at(r.Max.Y); y++ {
		for x := at(r.Min.X); x <= at(r.Max.X); x++ {
			if !f([2]int{x, y}) {
				return
			}
		}
	}
}

// add adds a rectangle.
func (t *taken) add(r d2.AABB) {
	if t.sorted == nil {
		t.sorted = map[[2]int][]int32{}
	}
	buckets(r, func(key [2]int) bool {
		t.sorted[key] = append(t.sorted[key], int32(len(t.boxes)))
		return true
	})
	t.boxes, t.seen = append(t.boxes, r), append(t.seen, 0)
}

// each calls f for the rectangles that may meet r, once each, until f returns false.
func (t *taken) each(r d2.AABB, f func(b d2.AABB) bool) {
	t.asked++
	buckets(r, func(key [2]int) bool {
		for _, i := range t.sorted[key] {
			if t.seen[i] == t.asked {
				continue
			}
			t.seen[i] = t.asked
			if !f(t.boxes[i]) {
				return false
			}
		}
		return true
	})
}

// overlaps reports whether a rectangle of the set meets r.
func (t *taken) overlaps(r d2.AABB) bool {
	some := false
	t.each(r, func(b d2.AABB) bool {
		some = b.Overlaps(r)
		return !some
	})
	return some
}

// under returns what it costs that the line from a note's point to the note runs under rectangles:
// nothing is under one as large as a note.
func (t *taken) under(from, to d2.Vec) float64 {
	sum := 0.0
	way := d2.AABB{
		Min: d2.Vec{X: min(from.X, to.X), Y: min(from.Y, to.Y)},
		Max: d2.Vec{X: max(from.X, to.X), Y: max(from.Y, to.Y)},
	}
	t.each(way, func(b d2.AABB) bool {
		if p, q, ok := ClipLine(from, to, b); !ok || p == q || b.Contains(from) {
			return true
		}
		sum += 6
		if b.Max.X-b.Min.X > 11 {
			sum = math.Inf(1)
		}
		return !math.IsInf(sum, 0)
	})
	return sum
}
