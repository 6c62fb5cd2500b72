package bvh

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestRefine: a refined tree is a tree of its boxes, of the same bits whatever was called before
// and however many goroutines there are; its answers are those of brute force.
func TestRefine(t *testing.T) {
	t.Run("2D", testRefine[[4]float64])
	t.Run("3D", testRefine[[6]float64])
}

func testRefine[B Box](t *testing.T) {
	for _, kind := range wild {
		for _, n := range []int{1, 2, 8, 9, 60, 400} {
			rng := rand.New(rand.NewPCG(91, uint64(n)))
			w := &brute[B]{make([]B, n), make([]bool, n), make([]bool, n)}
			for i := range n {
				w.set(i, wildBox[B](rng, kind, i))
			}
			var d, o Dynamic[B]
			d.Build(w.boxes)
			d.Refine()
			checkDynamic(t, &d, w)
			checkAnswers(t, &d, w, rng, kind)
			o.SetWorkers(2)
			for i := range n {
				o.Insert(i, &w.boxes[rng.IntN(n)])
			}
			for i := range n {
				o.Move(i, &w.boxes[i])
			}
			o.Refine()
			if !slices.Equal(d.nodes, o.nodes) || !slices.Equal(d.place, o.place) ||
				!slices.Equal(d.AppendItems(nil), o.AppendItems(nil)) {
				t.Fatalf("%s, %d boxes: another tree after other calls", kind, n)
			}
			for range n {
				i := rng.IntN(n)
				b := wildBox[B](rng, kind, i)
				o.Move(i, &b)
				w.set(i, b)
			}
			checkDynamic(t, &o, w)
			checkAnswers(t, &o, w, rng, kind)
		}
	}
}

// TestRefineHeight: no boxes make a refined tree higher than searches have stacks for.
func TestRefineHeight(t *testing.T) {
	const n = 20000
	for _, kind := range []string{"growing", "nested", "equal", "fractal", "line"} {
		rng := rand.New(rand.NewPCG(91, 2))
		boxes := make([][6]float64, n)
		for i := range boxes {
			boxes[i] = wildBox[[6]float64](rng, kind, i)
			if kind == "equal" {
				boxes[i] = [6]float64{1, 2, 3, 4, 5, 6}
			} else if kind == "line" { // each half as far from the origin as the one before
				x := math.Ldexp(1, -i%900)
				boxes[i] = [6]float64{x, x, x, x, x, x}
			}
		}
		var d Dynamic[[6]float64]
		d.Build(boxes)
		d.Refine()
		if tall := int(d.nodes[0].tall); tall > deepest(n)+20 {
			t.Errorf("%s: height %d", kind, tall)
		}
		if d.Len() != n {
			t.Errorf("%s: %d boxes", kind, d.Len())
		}
	}
}

// TestRefineMakesNodesSmaller: that is what it is for.
func TestRefineMakesNodesSmaller(t *testing.T) {
	for _, w := range rayWorlds {
		rng := rand.New(rand.NewPCG(91, 3))
		boxes := make([][6]float64, 5000)
		for i := range boxes {
			half, at := w.box(rng, [3]float64{rng.Float64() * 17, rng.Float64() * 17, rng.Float64() * 17})
			for k := range 3 {
				boxes[i][k], boxes[i][k+3] = at[k]-half[k], at[k]+half[k]
			}
		}
		var d Dynamic[[6]float64]
		d.Build(boxes)
		before := d.sizes().sum
		d.Refine()
		after := d.sizes().sum
		t.Logf("%s: %.2f", w.name, float64(after)/float64(before))
		if after > before+before/20 {
			t.Errorf("%s: nodes are %.2f as large as those of Rebuild", w.name, float64(after)/float64(before))
		}
	}
}

// BenchmarkRefine prints the time of Refine for a box, beside that of Rebuild.
func BenchmarkRefine(b *testing.B) {
	rng := rand.New(rand.NewPCG(91, 4))
	boxes := make([][6]float64, 100000)
	for i := range boxes {
		for k := range 3 {
			c := rng.Float64() * 46
			boxes[i][k], boxes[i][k+3] = c, c+0.2+0.8*rng.Float64()
		}
	}
	var d Dynamic[[6]float64]
	d.Build(boxes)
	for _, way := range []struct {
		name string
		call func()
	}{{"refine", d.Refine}, {"rebuild", d.Rebuild}} {
		b.Run(way.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				way.call()
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(boxes)), "ns/box")
		})
	}
}
