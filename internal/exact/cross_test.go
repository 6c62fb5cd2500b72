package exact

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// rationalCross2D is Cross2D in rational numbers.
func rationalCross2D(x [8]float64) int {
	r := func(i int) *big.Rat { return new(big.Rat).SetFloat64(x[i]) }
	diff := func(i, j int) *big.Rat { return new(big.Rat).Sub(r(i), r(j)) }
	l := new(big.Rat).Mul(diff(2, 0), diff(7, 5))
	return l.Cmp(new(big.Rat).Mul(diff(3, 1), diff(6, 4)))
}

// TestCross2D compares with rational arithmetic, near-parallel edges and extreme magnitudes
// included.
func TestCross2D(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	zeros := 0
	for range 20000 {
		var x [8]float64
		scale := math.Ldexp(1, rng.IntN(600)-300)
		for i := range x {
			x[i] = float64(rng.IntN(9)-4) * scale
		}
		switch rng.IntN(4) {
		case 0: // a shifted copy of the first edge, or its reverse
			for i := range 4 {
				x[4+i] = x[i] + 0.1*scale*float64(1+i%2)
			}
		case 1:
			x[rng.IntN(8)] = 1e100 * (rng.Float64() - 0.5)
		case 2:
			i := rng.IntN(8)
			x[i] = math.Nextafter(x[i], math.Inf(1-2*rng.IntN(2)))
		}
		got := Cross2D(x[0], x[1], x[2], x[3], x[4], x[5], x[6], x[7])
		if want := rationalCross2D(x); got != want {
			t.Fatalf("Cross2D(%v) = %d, want %d", x, got, want)
		}
		if got == 0 {
			zeros++
		}
	}
	if zeros < 500 || zeros > 15000 {
		t.Errorf("%d of 20000 are parallel", zeros)
	}
}
