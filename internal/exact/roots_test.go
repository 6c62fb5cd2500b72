package exact

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// root returns the square root of i in 200 bits.
func root(i int64) *big.Float { return new(big.Float).Sqrt(new(big.Float).SetPrec(200).SetInt64(i)) }

// signOf returns the sign of a sum of such roots, 0 where it is less than what was rounded off.
func signOf(sum *big.Float) int {
	if x, _ := sum.Float64(); math.Abs(x) < 1e-40 {
		return 0
	}
	return sum.Sign()
}

// TestSignRootsShrunk: all small integers, against square roots in 200 bits; ties are perfect
// squares.
func TestSignRootsShrunk(t *testing.T) {
	ar := new(Arena)
	zeros := 0
	for p := int64(-9); p <= 9; p++ {
		for u := int64(0); u <= 50; u++ {
			for v := int64(0); v <= 50; v++ {
				f := new(big.Float).SetPrec(200).SetInt64(p)
				f.Sub(f, root(u)).Add(f, root(v))
				want := signOf(f)
				if want == 0 {
					zeros++
				}
				ar.Reset()
				if got := SignRootsShrunk(ar, big.NewInt(p), big.NewInt(u), big.NewInt(v)); got != want {
					t.Fatalf("%d - sqrt %d + sqrt %d: %d, want %d", p, u, v, got, want)
				}
			}
		}
	}
	if zeros < 100 {
		t.Errorf("%d zeros", zeros)
	}
}

// TestSignRoot: all small integers, against square roots in 200 bits.
func TestSignRoot(t *testing.T) {
	ar := new(Arena)
	zeros := 0
	for x := int64(-9); x <= 9; x++ {
		for y := int64(-9); y <= 9; y++ {
			for k := int64(0); k <= 50; k++ {
				f := root(k)
				f.Mul(f, new(big.Float).SetInt64(y)).Add(f, new(big.Float).SetInt64(x))
				want := signOf(f)
				if want == 0 {
					zeros++
				}
				ar.Reset()
				if got := SignRoot(ar, big.NewInt(x), big.NewInt(y), big.NewInt(k)); got != want {
					t.Fatalf("%d + %d sqrt %d: %d, want %d", x, y, k, got, want)
				}
			}
		}
	}
	if zeros < 100 {
		t.Errorf("%d zeros", zeros)
	}
}

// TestSum: sums that cancel, against rationals.
func TestSum(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	ar := new(Arena)
	exact, zeros := 0, 0
	for range 20000 {
		x := make([]float64, 1+rng.IntN(5))
		want := new(big.Rat)
		for i := range x {
			x[i] = math.Ldexp(float64(rng.IntN(9)-4), rng.IntN(130)-65)
			if i > 0 && rng.IntN(3) == 0 {
				x[i] = -x[i-1]
			}
			want.Add(want, new(big.Rat).SetFloat64(x[i]))
		}
		got, rest := ar.Sum(x)
		back := new(big.Rat).SetFloat64(got)
		if rest == (back.Cmp(want) == 0) || back.Sign() != want.Sign() {
			t.Fatalf("%v: %v, %v, want %v", x, got, rest, want)
		}
		if !rest {
			exact++
		}
		if got == 0 {
			zeros++
		}
		off, _ := back.Sub(back, want).Float64()
		if math.Abs(off) > math.Abs(got)*0x1p-52 {
			t.Fatalf("%v: %v is off by %v", x, got, off)
		}
	}
	if exact < 1000 || zeros < 500 || exact > 19000 {
		t.Errorf("%d exact, %d zeros", exact, zeros)
	}
}
