package d3

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// coherent returns n directions, each turned a little from the last.
func coherent(r *rand.Rand, n int) []Vec {
	d, v := make([]Vec, n), Vec{1, 0, 0}
	for i := range d {
		v = v.Add(Vec{r.Float64() - 0.5, r.Float64() - 0.5, r.Float64() - 0.5}.Scale(0.04))
		v = v.Scale(1 / v.Len())
		d[i] = v
	}
	return d
}

func BenchmarkSupport(b *testing.B) {
	r := rand.New(rand.NewPCG(29, 30))
	random, near := onSphere(r, 4096), coherent(r, 4096)
	var sum int32
	for _, n := range []int{8, 20, 32, 128, 512, 2048} {
		h, err := NewHull(onSphere(r, n))
		if err != nil {
			b.Fatal(err)
		}
		h.fillStart()
		run := func(name string, dirs []Vec, f func(d Vec, last int32) int32) {
			b.Run(fmt.Sprintf("%s/n=%d", name, n), func(b *testing.B) {
				i, last := 0, int32(0)
				for b.Loop() {
					last = f(dirs[i&4095], last)
					sum += last
					i++
				}
			})
		}
		run("scan", random, func(d Vec, _ int32) int32 { return scan(h.local, d) })
		run("table", random, func(d Vec, _ int32) int32 { return h.tableStart(d) })
		run("climb", random, func(d Vec, _ int32) int32 { return h.climb(d, h.tableStart(d)) })
		run("climb-hint", near, func(d Vec, last int32) int32 { return h.climb(d, last) })
	}
	if sum == math.MaxInt32 {
		b.Log(sum)
	}
}
