package exact

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

func bigOf(x Int256) *big.Int {
	z := new(big.Int)
	for _, w := range []uint64{x.w3, x.w2, x.w1, x.w0} {
		z.Lsh(z, 64)
		z.Or(z, new(big.Int).SetUint64(w))
	}
	if int64(x.w3) < 0 {
		z.Sub(z, new(big.Int).Lsh(big.NewInt(1), 256))
	}
	return z
}

// drawInt returns integers of every bit length, with the extreme ones among them.
func drawInt(r *rand.Rand) int64 {
	switch r.IntN(8) {
	case 0:
		return []int64{0, 1, -1, math.MaxInt64, math.MinInt64, 1 << 53, -(1 << 53)}[r.IntN(7)]
	default:
		return int64(r.Uint64()) >> r.IntN(64)
	}
}

func TestWideIntegersAgreeWithBig(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for i := range 200000 {
		a, b, c, d := drawInt(r), drawInt(r), drawInt(r), drawInt(r)
		x, y := Mul(a, b), Mul(c, d)
		X := new(big.Int).Mul(big.NewInt(a), big.NewInt(b))
		Y := new(big.Int).Mul(big.NewInt(c), big.NewInt(d))
		check := func(what string, got Int256, want *big.Int) {
			t.Helper()
			if bigOf(got).Cmp(want) != 0 || got.Sign() != want.Sign() {
				t.Fatalf("%d: %s of %d %d %d %d: got %v, want %v", i, what, a, b, c, d, bigOf(got), want)
			}
			f, _ := new(big.Float).SetInt(want).Float64()
			if math.Abs(got.Float()-f) > math.Abs(f)*0x1p-52 {
				t.Fatalf("%d: %s: Float of %v is %v", i, what, want, got.Float())
			}
		}
		check("product", x.Wide(), X)
		check("wide product", MulWide(x, y), new(big.Int).Mul(X, Y))
		check("sum", x.Wide().Add(y.Wide()), new(big.Int).Add(X, Y))
		check("difference", x.Wide().Sub(y.Wide()), new(big.Int).Sub(X, Y))
		check("times", x.Wide().Times(c), new(big.Int).Mul(X, big.NewInt(c)))
		if x.Sign() != X.Sign() {
			t.Fatalf("sign of %v", X)
		}
	}
}

func TestDet3NearlySingular(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	zero := 0
	for range 50000 {
		var m [3][3]int64
		for j := range 3 {
			m[0][j], m[1][j] = drawInt(r)>>11, drawInt(r)>>11
			m[2][j] = (m[0][j]>>1 + m[1][j]>>1) + int64(r.IntN(3)-1)
		}
		var B [3][3]*big.Int
		for i := range 3 {
			for j := range 3 {
				B[i][j] = big.NewInt(m[i][j])
			}
		}
		minor := func(i, j, k, l int) *big.Int {
			x := new(big.Int).Mul(B[i][k], B[j][l])
			return x.Sub(x, new(big.Int).Mul(B[i][l], B[j][k]))
		}
		want := new(big.Int).Mul(B[2][0], minor(0, 1, 1, 2))
		want.Add(want, new(big.Int).Mul(B[2][1], minor(0, 1, 2, 0)))
		want.Add(want, new(big.Int).Mul(B[2][2], minor(0, 1, 0, 1)))
		if got := Det3(m[0], m[1], m[2]); got != want.Sign() {
			t.Fatalf("%v: got %d, want %d", m, got, want.Sign())
		}
		if want.Sign() == 0 {
			zero++
		}
	}
	if zero == 0 {
		t.Fatal("no singular matrix drawn")
	}
}

func TestFloatOfBigKeepsTheLeadingBits(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 20000 {
		x := new(big.Int)
		for range r.IntN(6) {
			x.Lsh(x, uint(r.IntN(70)))
			x.Add(x, new(big.Int).SetUint64(r.Uint64()>>r.IntN(64)))
		}
		if r.IntN(2) == 0 {
			x.Neg(x)
		}
		m, e := Float(x)
		want, _ := new(big.Float).SetMantExp(new(big.Float).SetInt(x), -e).Float64()
		if x.Sign() == 0 {
			want = 0
		}
		if math.Abs(m-want) > 0x1p-53 {
			t.Fatalf("%v: %v * 2^%d, want %v", x, m, e, want)
		}
	}
}

func TestSplitIsExact(t *testing.T) {
	for _, x := range []float64{0, 1, -1, 3, 0.1, math.SmallestNonzeroFloat64, math.MaxFloat64, -0x1p-1060, 0x1p1023, 6} {
		m, e := Split(x)
		if x == 0 {
			if m != 0 {
				t.Fatal("zero")
			}
			continue
		}
		if m&1 == 0 || math.Ldexp(float64(m), e) != x {
			t.Fatalf("%v = %d * 2^%d", x, m, e)
		}
	}
}
