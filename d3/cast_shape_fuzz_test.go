package d3_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d3"
)

// FuzzCastShape casts any body that Place accepts at any other, along any way that NewSweep takes:
// every cast returns, with finite numbers, times in order, and the same bits again and for
// exchanged roles.
func FuzzCastShape(f *testing.F) {
	rng := rand.New(rand.NewPCG(71, 72))
	for range 300 {
		data := make([]byte, 60+rng.IntN(160))
		for i := range data {
			data[i] = byte(rng.Uint32())
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		in := &input{data}
		v, most := in.vec(), in.number()
		opt := d3.SweepOptions{Deepening: in.byte()&1 == 1}
		if in.byte()&3 == 0 {
			opt.Skin = in.number()
		}
		a, ok := in.object(t)
		if !ok {
			return
		}
		b, ok := in.object(t)
		if !ok {
			return
		}
		s, err := d3.NewSweep(v, most, opt)
		if err != nil {
			return
		}
		h := d3.CastShape(&a, &b, &s)
		checkShapeHit(t, &h, most)
		if h != d3.CastShape(&a, &b, &s) {
			t.Fatal("the second answer differs from the first")
		}
		r, err := d3.NewSweep(v.Neg(), most, opt)
		if err != nil {
			t.Fatal(err)
		}
		if equalKeys(&a, &b) {
			return
		}
		if k := d3.CastShape(&b, &a, &r); h.Verdict != k.Verdict || h.T != k.T || h.Lower != k.Lower || h.Upper != k.Upper {
			t.Fatalf("%+v, with exchanged roles %+v", h, k)
		}
	})
}

// checkShapeHit checks that all numbers of h are finite, not -0, and fit each other.
func checkShapeHit(t *testing.T, h *d3.ShapeHit, most float64) {
	t.Helper()
	numbers := []float64{h.T, h.Lower, h.Upper}
	for _, v := range []d3.Vec{h.Normal, h.PointA, h.PointB} {
		c := coordinates(v)
		numbers = append(numbers, c[:]...)
	}
	for _, x := range numbers {
		if math.IsNaN(x) || math.IsInf(x, 0) || x == 0 && math.Signbit(x) {
			t.Fatalf("%+v", h)
		}
	}
	if !(0 <= h.Lower && h.Lower <= h.T && h.T <= h.Upper && h.Upper <= most) {
		t.Fatalf("times out of order: %+v", h)
	}
	miss := h.Verdict == collide.Miss
	if l := h.Normal.Len(); h.Status != collide.BadSupport && miss != (l == 0) || l > 0 && math.Abs(l-1) > 4e-16 {
		t.Fatalf("a normal of length %v: %+v", l, h)
	}
}
