package bvh

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestExact: boxes on whole numbers are exact after Rebuild and Refine, those a bit beside are not,
// nor any on a bent grid; pairs are those of brute force where all of them touch.
func TestExact(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 9))
	var boxes [][6]float64
	for i := range 1000 {
		var b [6]float64
		for k, x := range [3]int{i % 10, i / 10 % 10, i / 100} {
			b[k], b[k+3] = float64(x), float64(x+1)
		}
		if i%3 == 0 {
			k := rng.IntN(6)
			b[k] = math.Nextafter(b[k], math.Inf(2*rng.IntN(2)-1))
		}
		boxes = append(boxes, b)
	}
	w := brute[[6]float64]{boxes, make([]bool, len(boxes)), make([]bool, len(boxes))}
	for i := range boxes {
		w.has[i], w.moved[i] = true, true
	}
	var d Dynamic[[6]float64]
	d.Build(boxes)
	for _, again := range []func(){d.Rebuild, d.Refine} {
		again()
		checkDynamic(t, &d, &w)
		for i := range boxes {
			at := d.place[i]
			if is := d.heads[at/room].exact>>(at%room)&1 == 1; is != (i%3 != 0) {
				t.Fatalf("box %v: exact %v", boxes[i], is)
			}
		}
		got := d.AppendPairs(nil)
		slices.SortFunc(got, func(p, q Couple) int { return slices.Compare(p[:], q[:]) })
		if !slices.Equal(got, w.pairs(false)) {
			t.Errorf("%d pairs, want %d", len(got), len(w.pairs(false)))
		}
	}
}

// TestProduct compares the product of two sets of bits with its definition.
func TestProduct(t *testing.T) {
	for a := range uint32(1 << room) {
		for b := range uint32(1 << room) {
			want := uint64(0)
			for i := range room {
				for k := range room {
					want |= uint64(a>>i&1&(b>>k&1)) << (room*i + k)
				}
			}
			if got := product(a, b); got != want {
				t.Fatalf("%b times %b: %b, want %b", a, b, got, want)
			}
		}
	}
}

// TestFrontIsWideEnough: where all boxes meet all others, and where they lie in towers, no list of
// the front overflows: none of the pairs is missing.
func TestFrontIsWideEnough(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	for _, kind := range []string{"nested", "equal", "wide", "growing", "shrinking"} {
		var d Dynamic[[6]float64]
		const n = 1500
		w := brute[[6]float64]{make([][6]float64, n), make([]bool, n), make([]bool, n)}
		for i := range n {
			w.set(i, wildBox[[6]float64](rng, kind, i))
			if kind == "wide" {
				w.boxes[i][0], w.boxes[i][3] = -1, 11
			}
			d.Insert(i, &w.boxes[i])
		}
		for range 2 {
			got := d.AppendPairs(nil)
			slices.SortFunc(got, func(p, q Couple) int { return slices.Compare(p[:], q[:]) })
			if want := w.pairs(false); !slices.Equal(got, want) {
				t.Errorf("%s, %d high: %d pairs, want %d", kind, d.nodes[0].tall, len(got), len(want))
			}
			d.Rebuild()
		}
	}
}

// TestSpanOf: boxes within the grid, at its border and beyond have the span of heldSpan, which
// holds each coordinate to the border by itself.
func TestSpanOf(t *testing.T) {
	testSpanOf[[4]float64](t)
	testSpanOf[[6]float64](t)
}

func testSpanOf[B Box](t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	var g grid
	var bounds B
	h := len(bounds) / 2
	for k := range h {
		bounds[k], bounds[h+k] = -3, 5
	}
	fit(&g, &bounds)
	edge := []float64{-3, 5, 0, math.Copysign(0, -1), -1e300, 1e300, math.Inf(-1), math.Inf(1)}
	for _, q := range []float64{0, 1, float64(most[B]()), float64(most[B]() + 1)} {
		x := float64((q-margin[B]())/g.scale) + g.base[0]
		edge = append(edge, x, math.Nextafter(x, math.Inf(-1)), math.Nextafter(x, math.Inf(1)))
	}
	for range 100000 {
		var b B
		for k := range h {
			x, y := -3+8*rng.Float64(), -3+8*rng.Float64()
			if rng.IntN(4) == 0 {
				x = edge[rng.IntN(len(edge))]
			}
			if rng.IntN(4) == 0 {
				y = edge[rng.IntN(len(edge))]
			}
			b[k], b[h+k] = min(x, y), max(x, y)
		}
		if got, want := spanOf(&g, &b), heldSpan(&g, &b); got != want {
			t.Fatalf("%v: %x, want %x", b, got, want)
		}
	}
}
