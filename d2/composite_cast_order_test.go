package d2

import (
	"slices"
	"testing"

	"github.com/collide-go/collide"
)

// TestCastFoundFirst looks at which of some pairs of parts a cast is about, whatever the order in
// which they are found, and whichever body of the query has the parts that are counted first.
func TestCastFoundFirst(t *testing.T) {
	const hit, graze, unsure = collide.Hit, collide.Graze, collide.Unsure
	for _, row := range []struct {
		name       string
		pairs      []ShapeHit
		part, flip int // PartA of the first
	}{
		{"the least time", []ShapeHit{
			{Verdict: hit, T: 2, Lower: 2, Upper: 2, PartA: 0},
			{Verdict: hit, T: 1, Lower: 1, Upper: 1, PartA: 1},
		}, 1, 1},
		{"of equal times the least part of A, then of B", []ShapeHit{
			{Verdict: hit, T: 1, Lower: 0.5, Upper: 1.5, PartA: 1, PartB: 0},
			{Verdict: graze, T: 1, Lower: 0.5, Upper: 2, PartA: 0, PartB: 1},
			{Verdict: hit, T: 1, Lower: 0.75, Upper: 1.25, PartA: 2, PartB: 1},
		}, 0, 1},
		{"contact that is sure before what is not", []ShapeHit{
			{Verdict: unsure, T: 0, Lower: 0, Upper: 4, PartA: 0},
			{Verdict: graze, T: 2, Lower: 1, Upper: 3, PartA: 1},
		}, 1, 1},
		{"unsure ones alone by time", []ShapeHit{
			{Verdict: unsure, T: 1, Lower: 1, Upper: 4, PartA: 0},
			{Verdict: unsure, T: 0, Lower: 0, Upper: 4, PartA: 1},
		}, 1, 1},
		{"one at rest at the start before one that may come a little later", []ShapeHit{
			{Verdict: hit, T: 0, Lower: 0, Upper: 1e-15, PartA: 0},
			{Verdict: hit, T: 0, Lower: 0, Upper: 0, PartA: 1},
		}, 1, 1},
		{"proved contact before T that only says how long it is apart", []ShapeHit{
			{Verdict: hit, T: 1, Lower: 1, Upper: 2, PartA: 0},
			{Verdict: hit, T: 1.5, Lower: 1.25, Upper: 1.625, PartA: 1},
		}, 1, 1},
	} {
		for _, flip := range []bool{false, true} {
			want := []int{row.part, row.flip}[bit(flip)]
			for range 2 {
				f := castFound{lower: 8, upper: 8}
				for k := range row.pairs {
					f.add(&row.pairs[k], flip)
				}
				if got := f.first().PartA; got != want {
					t.Errorf("%s, flip %v: part %d, want %d", row.name, flip, got, want)
				}
				slices.Reverse(row.pairs)
			}
		}
	}
}
