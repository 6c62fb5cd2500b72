package pairs

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/collide-go/collide"
)

// What is found does not depend on the order of the pairs, and is what the definitions say: of
// overlapping pairs the deepest, else the nearest, of equal ones the least; of those that are apart
// by less than rounding the one with the least upper bound.
func TestFound(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	type answer struct {
		p   Pair
		rel collide.Relation
		d   float64
		up  float64 // how far the upper bound is above d
	}
	for turn := range 3000 {
		flip := turn%2 == 0
		var all []answer
		for range 1 + rng.IntN(8) {
			a := answer{Pair{int32(rng.IntN(3)), int32(rng.IntN(3))}, collide.Apart, float64(rng.IntN(4) - 2), float64(1 + rng.IntN(2))}
			switch {
			case a.d < 0:
				a.rel = collide.Overlapping
			case a.d == 0:
				a.rel = collide.Touching
			}
			switch rng.IntN(6) {
			case 0:
				a.rel = collide.Undecided
			case 1:
				if a.d == 0 { // by less than rounding
					a.rel = collide.Apart
				}
			}
			all = append(all, a)
		}
		rng.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		u := Nothing()
		if u.Relation() != collide.Apart || u.Enough(Contact) {
			t.Fatal("something is known before the first pair")
		}
		overlaps, undecided, least, most := false, false, math.Inf(1), math.Inf(1)
		for _, a := range all {
			u.Add(a.p, a.rel, a.d, a.d-1, a.d+a.up, flip)
			overlaps = overlaps || a.rel == collide.Overlapping
			undecided = undecided || a.rel == collide.Undecided
			least, most = min(least, a.d-1), min(most, a.d+a.up)
		}
		best := -1
		for i, a := range all {
			if overlaps && a.rel != collide.Overlapping {
				continue
			}
			if best < 0 || a.d < all[best].d {
				best = i
			} else if b := all[best]; a.d == b.d {
				near, had := a.rel != collide.Apart, b.rel != collide.Apart
				tie := near || a.d != 0 || a.up == b.up
				if near && !had || near == had && (tie && a.p.Compare(b.p, flip) < 0 || !tie && a.up < b.up) {
					best = i
				}
			}
		}
		want := all[best].rel
		if !overlaps && undecided {
			want = collide.Undecided
		}
		if u.Best != all[best].p || u.Relation() != want || u.Lower != least || u.Upper != most {
			t.Fatalf("%v: %+v, want pair %v, %v", all, u, all[best].p, want)
		}
		touch := overlaps || undecided || all[best].rel != collide.Apart
		if u.Enough(Overlap) != overlaps || u.Enough(Contact) != touch || u.Enough(Never) {
			t.Fatalf("%v: enough %v %v", all, u.Enough(Overlap), u.Enough(Contact))
		}
	}
}

// Pairs that are left out lower the bound of all, and leave the relation open unless they are
// apart, or a pair overlaps.
func TestRest(t *testing.T) {
	for _, c := range []struct {
		has   bool // a pair was added
		rel   collide.Relation
		lower float64
		want  collide.Relation
	}{
		{false, 0, 1, collide.Apart},
		{false, 0, 0, collide.Undecided},
		{true, collide.Apart, 1, collide.Apart},
		{true, collide.Apart, math.SmallestNonzeroFloat64, collide.Apart},
		{true, collide.Apart, 0, collide.Undecided},
		{true, collide.Touching, -1, collide.Undecided},
		{true, collide.Touching, 1, collide.Touching},
		{true, collide.Overlapping, -1, collide.Overlapping},
	} {
		u := Nothing()
		if c.has {
			u.Add(Pair{}, c.rel, 2, 2, 2, false)
		}
		u.Rest(c.lower)
		if u.Relation() != c.want || u.Lower != c.lower || u.Some != c.has || c.has && u.Upper != 2 {
			t.Errorf("%+v: %+v, %v", c, u, u.Relation())
		}
		if u.Enough(Contact) && c.rel == collide.Apart && c.want == collide.Apart {
			t.Errorf("%+v is enough", c)
		}
	}
}

// Compare puts pairs in the order of the query.
func TestCompare(t *testing.T) {
	list := []Pair{{1, 0}, {0, 2}, {0, 1}, {1, 1}}
	slices.SortFunc(list, func(p, q Pair) int { return p.Compare(q, false) })
	if want := [4]Pair{{0, 1}, {0, 2}, {1, 0}, {1, 1}}; [4]Pair(list) != want {
		t.Error(list)
	}
	slices.SortFunc(list, func(p, q Pair) int { return p.Compare(q, true) })
	if want := [4]Pair{{1, 0}, {0, 1}, {1, 1}, {0, 2}}; [4]Pair(list) != want {
		t.Error(list)
	}
}
