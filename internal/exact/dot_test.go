package exact

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// TestDot4Sign compares with rationals, on products that cancel to the last bit, or all the way.
func TestDot4Sign(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 1))
	zeros := 0
	for range 20000 {
		var a, b [4]float64
		for i := range a {
			a[i] = math.Ldexp(rng.Float64()-0.5, rng.IntN(80)-40)
			b[i] = math.Ldexp(rng.Float64()-0.5, rng.IntN(80)-40)
		}
		switch rng.IntN(4) {
		case 0: // a quaternion times an imaginary one: zero
			b = [4]float64{a[1], -a[0], a[3], -a[2]}
		case 1: // nearly
			b = [4]float64{a[1], -a[0], a[3], -math.Nextafter(a[2], 1)}
		case 2:
			a = [4]float64{}
		}
		sum := new(big.Rat)
		for i := range a {
			x, y := new(big.Rat).SetFloat64(a[i]), new(big.Rat).SetFloat64(b[i])
			sum.Add(sum, x.Mul(x, y))
		}
		if sum.Sign() == 0 {
			zeros++
		}
		if got := Dot4Sign(a, b); got != sum.Sign() {
			t.Fatalf("%v . %v: %d, want %d", a, b, got, sum.Sign())
		}
	}
	if zeros < 1000 {
		t.Errorf("%d zeros", zeros)
	}
}
