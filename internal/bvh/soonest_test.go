package bvh

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// meetTime returns when the box a and the box b, which moves by v, first meet; +Inf for never.
func meetTime[B Box](a, b *B, v [3]float64) float64 {
	h := len(*a) / 2
	from, to := 0.0, math.Inf(1)
	for k := range h {
		lo, hi := (*a)[k]-(*b)[h+k], (*a)[h+k]-(*b)[k]
		switch {
		case v[k] == 0 && (lo > 0 || hi < 0):
			return math.Inf(1)
		case v[k] == 0:
			continue
		}
		lo, hi = lo/v[k], hi/v[k]
		from, to = max(from, min(lo, hi)), min(to, max(lo, hi))
	}
	if from > to {
		return math.Inf(1)
	}
	return from
}

// TestSoonest compares with all pairs, with bounds that are as good as can be, that fall short, and
// that know nothing.
func TestSoonest(t *testing.T) {
	t.Run("plane", testSoonest[[4]float64])
	t.Run("space", testSoonest[[6]float64])
}

func testSoonest[B Box](t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 8))
	var search Soonest[B]
	for i := range 120 {
		kind := []string{"everyday", "lattice", "points", "line"}[i%4]
		x, y := random[B](rng, kind, rng.IntN(40)), random[B](rng, kind, rng.IntN(40))
		var a, b Tree[B]
		a.Build(x)
		b.Build(y)
		v := [3]float64{rng.Float64()*4 - 2, rng.Float64()*4 - 2, rng.Float64()*4 - 2}
		short := float64(i%3) / 2 // how much of the time left a bound tells
		bound := func(n, m *B, from float64) float64 {
			at := meetTime(n, m, v)
			if math.IsInf(at, 1) && short > 0 {
				return at
			}
			return max(from, from+short*(min(at, 100)-from))
		}
		limit := 10 * rng.Float64()
		seen := map[[2]int32]bool{}
		search.Start(&a, &b, 0)
		last := 0.0
		var order []float64
		for {
			i, j, at, ok := search.Next(limit, bound)
			if !ok {
				break
			}
			if at < last || at > limit {
				t.Fatalf("%v after %v, limit %v", at, last, limit)
			}
			if seen[[2]int32{i, j}] {
				t.Fatalf("pair %d, %d twice", i, j)
			}
			if exact := meetTime(&x[i], &y[j], v); at > exact*(1+1e-12) {
				t.Fatalf("pair %d, %d at %v, its boxes meet at %v", i, j, at, exact)
			} else if short == 1 && at < exact*(1-1e-12) {
				t.Fatalf("pair %d, %d at %v, and its boxes are known to be apart until %v", i, j, at, exact)
			}
			seen[[2]int32{i, j}], last = true, at
			order = append(order, at)
		}
		for i := range x {
			for j := range y {
				if meetTime(&x[i], &y[j], v) < limit*(1-1e-12) && !seen[[2]int32{int32(i), int32(j)}] {
					t.Fatalf("pair %d, %d is missing", i, j)
				}
			}
		}
		if !slices.IsSorted(order) {
			t.Fatal(order)
		}
	}
}

// TestSoonestCreeps: leaves whose bounds creep are handed out, and do not wait for each other.
func TestSoonestCreeps(t *testing.T) {
	var one, two Tree[[4]float64]
	boxes := make([][4]float64, 40)
	for i := range boxes {
		x := float64(i)
		boxes[i] = [4]float64{x, 0, x + 1, 1}
	}
	one.Build(boxes)
	two.Build(boxes)
	var search Soonest[[4]float64]
	search.Start(&one, &two, 0)
	asked, pairs, last := 0, 0, 0.0
	for {
		_, _, at, ok := search.Next(1, func(_, _ *[4]float64, t float64) float64 {
			asked++
			return t + 1e-9
		})
		if !ok {
			break
		}
		if pairs++; at < last {
			t.Fatalf("%v after %v", at, last)
		}
		last = at
	}
	if pairs != len(boxes)*len(boxes) || asked > 4*pairs {
		t.Errorf("%d pairs of %d, and %d bounds", pairs, len(boxes)*len(boxes), asked)
	}
}
