package exact

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// drawDouble returns finite doubles of every exponent, subnormal ones and powers of two among them.
func drawDouble(r *rand.Rand) float64 {
	switch r.IntN(8) {
	case 0:
		return []float64{0, math.Copysign(0, -1), 1, -1, math.SmallestNonzeroFloat64, math.MaxFloat64, 0x1p-1022, 0x1.8p-1074 + 0x1p-1073}[r.IntN(8)]
	case 1:
		return math.Ldexp(1, r.IntN(2098)-1074)
	}
	for {
		if x := math.Float64frombits(r.Uint64() &^ (1<<r.IntN(53) - 1)); !math.IsNaN(x) && !math.IsInf(x, 0) {
			return x
		}
	}
}

func TestSplit(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 1))
	for range 100000 {
		x := drawDouble(r)
		m, e := Split(x)
		if x == 0 {
			if m != 0 || e != math.MaxInt {
				t.Fatalf("zero: %d, %d", m, e)
			}
			continue
		}
		if m&1 == 0 || math.Abs(float64(m)) > 1<<53 {
			t.Fatalf("%v: %d is even or too long", x, m)
		}
		want := new(big.Float).SetFloat64(x)
		if got := new(big.Float).SetMantExp(new(big.Float).SetInt64(m), e); got.Cmp(want) != 0 {
			t.Fatalf("%v: %d * 2^%d", x, m, e)
		}
	}
}

func TestSetScaled(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 2))
	for range 20000 {
		x := drawDouble(r)
		_, e := Split(x)
		if x == 0 {
			e = 0
		}
		e -= r.IntN(200)
		got := SetScaled(big.NewInt(77), x, e) // what was in z must not matter
		back := new(big.Float).SetMantExp(new(big.Float).SetInt(got), e)
		if back.Cmp(new(big.Float).SetFloat64(x)) != 0 {
			t.Fatalf("%v in units of 2^%d: %v", x, e, got)
		}
	}
}

// TestFloatKeeps63Bits: the mantissa in [1/2, 1), within 2^-52 of the integer, for every bit length
// that crosses words.
func TestFloatKeeps63Bits(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 3))
	if m, e := Float(new(big.Int)); m != 0 || e != 0 {
		t.Errorf("zero: %v, %d", m, e)
	}
	for n := 1; n <= 400; n++ {
		for k := range 8 {
			x := new(big.Int).SetBit(new(big.Int), n-1, 1)
			switch k {
			case 0: // a power of two
			case 1:
				x.Sub(new(big.Int).Lsh(x, 1), big.NewInt(1)) // all ones
			default:
				for i := range n - 1 {
					x.SetBit(x, i, uint(r.IntN(2)))
				}
			}
			for _, v := range []*big.Int{x, new(big.Int).Neg(x)} {
				m, e := Float(v)
				if !(math.Abs(m) >= 0.5 && math.Abs(m) <= 1) || e != n {
					t.Fatalf("%v: %v * 2^%d", v, m, e)
				}
				got := new(big.Float).SetPrec(600).SetMantExp(big.NewFloat(m), e)
				d := new(big.Float).SetPrec(600).Sub(got, new(big.Float).SetPrec(600).SetInt(v))
				if d.Sign() != 0 && d.MantExp(nil) > n-52 {
					t.Fatalf("%v: %v * 2^%d is off by %v", v, m, e, d)
				}
			}
		}
	}
}

func TestArenaLendsAndTakesBack(t *testing.T) {
	var a Arena
	x := a.Int().SetInt64(5)
	mark := a.Mark()
	y := a.Int().SetInt64(7)
	if x == y {
		t.Fatal("the same integer twice")
	}
	a.Release(mark)
	if z := a.Int(); z != y {
		t.Error("the integer lent since the mark did not come back")
	}
	if x.Int64() != 5 {
		t.Errorf("an integer lent before the mark changed to %v", x)
	}
	v := a.Vec()
	if v[0] == v[1] || v[1] == v[2] || v[0] == v[2] || v[0] == y {
		t.Error("a vector with one integer twice")
	}
	a.Reset()
	if a.Int() != x {
		t.Error("Reset did not take the first integer back")
	}
}

// TestArenaVectors holds the vector operations against plain int64 arithmetic, and checks that no
// operand changes.
func TestArenaVectors(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 4))
	var a Arena
	for range 2000 {
		a.Reset()
		var p, q [3]int64
		var x, y [3]*big.Int
		for i := range 3 {
			p[i], q[i] = r.Int64N(1<<30)-1<<29, r.Int64N(1<<30)-1<<29
		}
		x, y = a.Vec(), a.Vec()
		for i := range 3 {
			x[i].SetInt64(p[i])
			y[i].SetInt64(q[i])
		}
		s := a.Int().SetInt64(q[0])
		cross, sub, scaled, dot := a.Cross(x, y), a.Sub(x, y), a.Scale(x, s), a.Dot(x, y)
		if dot.Int64() != p[0]*q[0]+p[1]*q[1]+p[2]*q[2] {
			t.Fatalf("%v . %v = %v", p, q, dot)
		}
		for i := range 3 {
			j, k := (i+1)%3, (i+2)%3
			if cross[i].Int64() != p[j]*q[k]-p[k]*q[j] || sub[i].Int64() != p[i]-q[i] || scaled[i].Int64() != p[i]*q[0] {
				t.Fatalf("%v, %v: %v, %v, %v", p, q, cross, sub, scaled)
			}
			if x[i].Int64() != p[i] || y[i].Int64() != q[i] {
				t.Fatalf("an operand changed: %v, %v", x, y)
			}
		}
	}
}

// TestArenaAllocatesOnce: the second round of the same work takes its memory from the first.
func TestArenaAllocatesOnce(t *testing.T) {
	var a Arena
	work := func() {
		a.Reset()
		v := a.Vec()
		for i := range 3 {
			SetScaled(v[i], 1.1+float64(i), -200)
		}
		w := a.Cross(v, a.Scale(v, a.Dot(v, v)))
		_, _ = Float(a.Dot(w, w))
	}
	work()
	if n := testing.AllocsPerRun(20, work); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// TestSqrt draws integers of any length, squares and their neighbours among them.
func TestSqrt(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 3))
	var ar Arena
	for range 20000 {
		ar.Reset()
		x := big.NewInt(1 + r.Int64N(9))
		x.Lsh(x, uint(r.IntN(900))).Add(x, big.NewInt(r.Int64()))
		if r.IntN(2) == 0 {
			x.Mul(x, x)
		}
		x.Add(x, big.NewInt(r.Int64N(2)))
		root := new(big.Int).Sqrt(x)
		off := new(big.Int).Sub(ar.Sqrt(x), root)
		room := new(big.Int).Rsh(root, 50)
		if off.CmpAbs(room.Add(room, big.NewInt(2))) > 0 || root.Add(root, off).Sign() <= 0 {
			t.Fatalf("%v: %v off", x, off)
		}
	}
}
