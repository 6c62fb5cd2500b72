package trig

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// referenceCosSin computes the same in another way: no reduction, the series of exp(i x / 2^k), k
// squarings.
func referenceCosSin(x float64) (c, s *big.Float) {
	const prec = 1200
	num := func(v float64) *big.Float { return new(big.Float).SetPrec(prec).SetFloat64(v) }
	k := max(0, math.Ilogb(x)) + 10
	t := num(x)
	t.SetMantExp(t, -k)
	re, im := num(1), num(0)
	tr, ti := num(1), num(0)
	for n := 1.0; n < 200; n++ {
		f := num(0).Quo(t, num(n))
		tr, ti = num(0).Neg(num(0).Mul(ti, f)), num(0).Mul(tr, f)
		re.Add(re, tr)
		im.Add(im, ti)
	}
	for range k {
		rr := num(0).Sub(num(0).Mul(re, re), num(0).Mul(im, im))
		ri := num(0).Mul(num(2), num(0).Mul(re, im))
		re, im = rr, ri
	}
	return re, im
}

func TestCosSinIsCorrectlyRounded(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	xs := []float64{
		1, -1, math.Pi, math.Pi / 2, -math.Pi / 4, 3 * math.Pi / 2, 2 * math.Pi, 0x1p-27, -0x1p-26, 0.5,
		1e100, -1e100, 1e22, math.Ldexp(6381956970095103, 200), 355, 103993.0 / 33102, 7.725251837074637e-7,
	}
	for range 300 {
		xs = append(xs, (rng.Float64()-0.5)*math.Ldexp(1, rng.IntN(60)-30))
	}
	for _, x := range xs {
		c, s := CosSin(x)
		bc, bs := referenceCosSin(x)
		wc, _ := bc.Float64()
		ws, _ := bs.Float64()
		if c != wc || s != ws {
			t.Errorf("CosSin(%v) = %v, %v; want %v, %v", x, c, s, wc, ws)
		}
	}
}

func TestCosSinOfTinyAngles(t *testing.T) {
	for _, x := range []float64{0, 5e-324, -1e-300, 1e-9, 0x1p-28} {
		if c, s := CosSin(x); c != 1 || s != x {
			t.Errorf("CosSin(%v) = %v, %v", x, c, s)
		}
	}
}

// TestPi checks the last bits of pi against another formula, 4 arctan(1/2) + 4 arctan(1/3).
func TestPi(t *testing.T) {
	const shift = 3000
	want := arctanInverse(2, shift)
	want.Lsh(want.Add(want, arctanInverse(3, shift)), 2)
	f := new(big.Float).SetPrec(piBits).SetInt(want)
	f.SetMantExp(f, -shift)
	if f.Cmp(pi(piBits)) != 0 {
		t.Errorf("pi = %v, want %v", pi(piBits), f)
	}
	if got, _ := pi(60).Float64(); got != math.Pi {
		t.Errorf("pi to 60 bits = %v", got)
	}
	if d := new(big.Float).Sub(pi(2500), pi(piBits)); d.MantExp(nil) > -piBits+2 {
		t.Errorf("2500 bits of pi differ from %d by %v", piBits, d)
	}
}

func TestUnit(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	pairs := [][2]float64{{1.0005, 0}, {0, -0.9995}, {0.6001, 0.8}, {1.0001, 5e-324}, {3, 4}, {-1e-200, 1.0001}}
	for range 500 {
		c, s := math.Sincos(rng.Float64() * 7)
		k := 1 + (rng.Float64()-0.5)*1e-3
		pairs = append(pairs, [2]float64{c * k, s * k})
	}
	for _, p := range pairs {
		c, s := Unit(p[0], p[1])
		num := func(v float64) *big.Float { return new(big.Float).SetPrec(5000).SetFloat64(v) }
		n := num(0).Add(num(0).Mul(num(p[0]), num(p[0])), num(0).Mul(num(p[1]), num(p[1])))
		n.Sqrt(n)
		wc, _ := num(0).Quo(num(p[0]), n).Float64()
		ws, _ := num(0).Quo(num(p[1]), n).Float64()
		if c != wc || s != ws {
			t.Errorf("Unit(%v) = %v, %v; want %v, %v", p, c, s, wc, ws)
		}
	}
}

func BenchmarkCosSin(b *testing.B) {
	x := 0.1
	for b.Loop() {
		CosSin(x)
		x += 0.1
	}
}
