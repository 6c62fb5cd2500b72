package lanes

import (
	"math"
	"math/rand/v2"
	"testing"
)

// number draws a number of those that tell expressions apart: small integers, which make ties, and
// others of many sizes.
func number(r *rand.Rand) float64 {
	if r.IntN(2) == 0 {
		return float64(r.IntN(7) - 3)
	}
	return math.Ldexp(r.Float64()*2-1, r.IntN(60)-30)
}

// TestVectorsAgree holds the twins of all functions to plain Go, bit for bit, for every number of
// elements and from every one on.
func TestVectorsAgree(t *testing.T) {
	if !vectors {
		t.Skip("the processor has no vectors of four doubles")
	}
	r := rand.New(rand.NewPCG(20261126, 1))
	vec := func() (v [3]float64) {
		for i := range v {
			v[i] = number(r)
		}
		return v
	}
	const count = 21
	b2, b3 := MakeBoxes2(count), MakeBoxes3(count)
	for range 3000 {
		for i := range count {
			at, half := vec(), vec()
			for k := range half {
				half[k] = math.Abs(half[k])
			}
			b2.Set(i, [2]float64(at[:2]), number(r), number(r), [2]float64(half[:2]))
			b3.Set(i, at, &[3][3]float64{vec(), vec(), vec()}, half)
		}
		x := vec()
		n := r.IntN(Width + 1)
		first, place := r.IntN(count-n+1), int64(r.IntN(1<<8-Width))
		least, next := b2.Nearest(x[0], x[1], first, n, place)
		if l, m := b2.nearest(x[0], x[1], first, n, place); l != least || m != next {
			t.Fatalf("rectangles: %x %x, %x %x in plain Go", least, next, l, m)
		}
		least, next = b3.Nearest(&x, first, n, place)
		if l, m := b3.nearest(&x, first, n, place); l != least || m != next {
			t.Fatalf("boxes: %x %x, %x %x in plain Go", least, next, l, m)
		}
	}
}

// BenchmarkBoxes times a look at eight boxes.
func BenchmarkBoxes(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 1))
	t2, t3 := MakeBoxes2(Width), MakeBoxes3(Width)
	for i := range Width {
		t2.Set(i, [2]float64{r.Float64(), r.Float64()}, 0.6, 0.8, [2]float64{0.1, 0.2})
		t3.Set(i, [3]float64{r.Float64(), r.Float64(), r.Float64()},
			&[3][3]float64{{1, 0, 0}, {0, 0.6, 0.8}, {0, -0.8, 0.6}}, [3]float64{0.1, 0.2, 0.3})
	}
	x := [3]float64{0.5, 0.4, 0.3}
	var sum int64
	run := func(name string, f func() (least, next int64)) {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				least, next := f()
				sum += least + next
			}
		})
	}
	run("2/vectors", func() (least, next int64) { return t2.Nearest(x[0], x[1], 0, Width, 0) })
	run("2/plain", func() (least, next int64) { return t2.nearest(x[0], x[1], 0, Width, 0) })
	run("3/vectors", func() (least, next int64) { return t3.Nearest(&x, 0, Width, 0) })
	run("3/plain", func() (least, next int64) { return t3.nearest(&x, 0, Width, 0) })
}
