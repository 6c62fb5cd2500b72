package world

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d3"
)

// checkClearance compares Clearance with all pairs. It returns what it found.
func checkClearance(t *testing.T, w *World[int], first, second Who, in, of func(Handle) bool) (Clearance, bool) {
	t.Helper()
	got, ok := w.Clearance(first, second)
	want, lower, found := Clearance{Upper: math.Inf(1)}, math.Inf(1), false
	for a := range w.Bodies() {
		for b := range w.Bodies() {
			if a == b || !in(a) || !of(b) || w.ignored[[2]Handle{min(a, b), max(a, b)}] {
				continue
			}
			ct := d3.Distance(w.Object(a), w.Object(b))
			lower = min(lower, ct.Lower)
			if got.Lower > ct.Upper {
				t.Fatalf("%v and %v are as near as %v, which is below %v", a, b, ct.Upper, got.Lower)
			}
			if !found || ct.Upper < want.Upper {
				want, found = Clearance{A: a, B: b, Upper: ct.Upper, Contact: ct}, true
			}
		}
	}
	if ok != found || ok && (got.A != want.A || got.B != want.B || got.Contact != want.Contact || got.Upper != want.Upper) {
		t.Fatalf("%+v %v, want %+v %v", got, ok, want, found)
	}
	// A pair that boxes left out may have a wider bracket, but not a nearer one.
	if ok && (got.Lower < lower || got.Lower > got.Upper || got.Lower > got.Contact.Lower) {
		t.Fatalf("lower %v, the least of all pairs is %v, that of this one %v, upper %v", got.Lower, lower, got.Contact.Lower, got.Upper)
	}
	return got, ok
}

// TestClearance compares the least clearance of random sets of random bodies, of which some overlap
// each other, with all pairs.
func TestClearance(t *testing.T) {
	r := rand.New(rand.NewPCG(61, 62))
	relations := map[collide.Relation]int{}
	parts := 0
	for range 15 {
		w := crowd(t, r)
		all := slices.Collect(w.Bodies())
		for range 30 {
			must(t, w.Ignore(all[r.IntN(5)], all[5+r.IntN(5)], true))
		}
		for range 20 {
			first, in := randomWho(r, w)
			second, of := randomWho(r, w)
			// parts of the space, so that sets are apart as well
			at, gap := r.Float64()*4, r.Float64()*4
			left := func(h Handle) bool { return w.Object(h).Pose().Pos.X < at-gap/2 }
			right := func(h Handle) bool { return w.Object(h).Pose().Pos.X > at+gap/2 }
			take, other := first.Take, second.Take
			if r.IntN(4) > 0 {
				first.Take = func(h Handle) bool { return take(h) && left(h) }
				second.Take = func(h Handle) bool { return other(h) && right(h) }
			} else {
				left = func(Handle) bool { return true }
				right = left
			}
			c, ok := checkClearance(t, w, first, second, func(h Handle) bool { return in(h) && left(h) },
				func(h Handle) bool { return of(h) && right(h) })
			if !ok {
				continue
			}
			relations[c.Contact.Relation]++
			if c.Contact.PartA >= 0 || c.Contact.PartB >= 0 {
				parts++
			}
		}
	}
	if relations[collide.Apart] < 30 || relations[collide.Overlapping] < 30 || parts < 10 {
		t.Errorf("%v, %d with parts", relations, parts)
	}
}

// TestClearanceHard asks about what is decided by the last bit: grids in which all pairs are
// equally near or touch, far from the origin, flat bodies, bodies in one place, and half-spaces.
func TestClearanceHard(t *testing.T) {
	r := rand.New(rand.NewPCG(63, 64))
	even := func(w *World[int]) func(Handle) bool { return func(h Handle) bool { return *w.Value(h)%2 == 0 } }
	odd := func(w *World[int]) func(Handle) bool { return func(h Handle) bool { return *w.Value(h)%2 == 1 } }
	for name, c := range map[string]struct {
		gap, off float64
		shape    func() d3.Shape
	}{
		"touching":     {1, 0, func() d3.Shape { return cube(1) }},
		"equally near": {1.25, 0, func() d3.Shape { return cube(1) }},
		"far away":     {1.25, 1e7, func() d3.Shape { return cube(1) }},
		"very far":     {1.25, 1e15, func() d3.Shape { return cube(1) }},
		"by an ulp":    {1 + 0x1p-52, 0, func() d3.Shape { return cube(1) }},
		"points":       {1, 3, func() d3.Shape { return cube(0) }},
		"flat":         {1, 0, func() d3.Shape { return board(1.5, 0) }},
		"one place":    {0, 0, func() d3.Shape { return randomShape(t, r) }},
		"deep":         {0.1, 0, func() d3.Shape { return cube(1) }},
		"balls":        {1 + 0x1p-30, 1e5, func() d3.Shape { return d3.Sphere{Radius: 0.5} }},
		"half-spaces": {1, 0, func() d3.Shape {
			if r.IntN(4) == 0 {
				return floor()
			}
			return randomShape(t, r)
		}},
	} {
		w := newWorld(t, Options{})
		for i := range 49 {
			p := at(float64(float64(i%7)*c.gap)+c.off, float64(float64(i/7)*c.gap)-c.off)
			add(t, w, c.shape(), d3.Pose{Pos: p}, Body{})
		}
		a, b := even(w), odd(w)
		if _, ok := checkClearance(t, w, Who{Take: a}, Who{Take: b}, a, b); !ok {
			t.Errorf("%s: nothing", name)
		}
		all := func(Handle) bool { return true }
		checkClearance(t, w, Who{}, Who{}, all, all)
	}
	w := newWorld(t, Options{})
	if c, ok := w.Clearance(Who{}, Who{}); ok {
		t.Errorf("in an empty World: %+v", c)
	}
	add(t, w, cube(1), d3.Pose{}, Body{})
	if c, ok := w.Clearance(Who{}, Who{}); ok {
		t.Errorf("of one body: %+v", c)
	}
}

// TestClearanceAllocations holds that Clearance allocates nothing once it has grown.
func TestClearanceAllocations(t *testing.T) {
	r := rand.New(rand.NewPCG(65, 66))
	w := crowd(t, r)
	half := func(h Handle) bool { return w.Object(h).Pose().Pos.X < 2 }
	rest := func(h Handle) bool { return !half(h) }
	ask := func() { w.Clearance(Who{Take: half}, Who{Take: rest}) }
	ask()
	if n := testing.AllocsPerRun(10, ask); n > 0 && !raceEnabled {
		t.Errorf("%v allocations", n)
	}
}

// BenchmarkClearance asks for the least clearance of two swarms of 50 000 bodies each.
func BenchmarkClearance(b *testing.B) {
	r := rand.New(rand.NewPCG(67, 68))
	w := newWorld(b, Options{})
	for i := range 100000 {
		p := d3.Pose{Pos: randomPoint(r, 60)}
		p.Pos.X += float64(100 * (i % 2))
		add(b, w, cube(1), p, Body{Filter: Filter{Category: 1 << (i % 2)}})
	}
	first, second := Who{Filter: Filter{Mask: 1}}, Who{Filter: Filter{Mask: 2}}
	b.ReportAllocs()
	for b.Loop() {
		if _, ok := w.Clearance(first, second); !ok {
			b.Fatal("nothing")
		}
	}
}
