package trig

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// TestNear holds Near to its bound, on angles of all sizes and near multiples of pi/4.
func TestNear(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 1))
	worst := 0.0
	for range 20000 {
		x := (rng.Float64() - 0.5) * math.Ldexp(1, rng.IntN(60)-30)
		if rng.IntN(2) == 0 {
			x = math.Nextafter(float64(rng.IntN(1<<21)-1<<20)*(math.Pi/4), math.Inf(rng.IntN(3)-1))
		}
		c, s := Near(x)
		wc, ws := cosSin(x, 200)
		for _, p := range []struct {
			got  float64
			want *big.Float
		}{{c, wc}, {s, ws}} {
			d, _ := new(big.Float).Sub(p.want, big.NewFloat(p.got)).Float64()
			worst = max(worst, math.Abs(d)/0x1p-53)
		}
	}
	if t.Logf("off by at most %v * 2^-53", worst); worst > 2 || worst < 0.5 {
		t.Errorf("off by %v * 2^-53", worst)
	}
	for _, x := range []float64{0x1p21, -1e300, 0x1p20 + 1} {
		c, s := Near(x)
		if wc, ws := CosSin(x); c != wc || s != ws {
			t.Errorf("Near(%v) = %v, %v", x, c, s)
		}
	}
}

// TestNearSum holds NearSum to its bound, where the less part is a small angle and where it is not.
func TestNearSum(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 2))
	worst := [2]float64{}
	for range 20000 {
		hi := (rng.Float64() - 0.5) * math.Ldexp(1, rng.IntN(400)-30)
		lo := (rng.Float64() - 0.5) * (math.Nextafter(math.Abs(hi), math.Inf(1)) - math.Abs(hi))
		c, s := NearSum(hi, lo)
		ch, sh := cosSin(hi, 200)
		cl, sl := cosSin(lo, 200)
		mul := func(x, y *big.Float) *big.Float { return new(big.Float).Mul(x, y) }
		for _, p := range []struct {
			got  float64
			want *big.Float
		}{
			{c, new(big.Float).Sub(mul(ch, cl), mul(sh, sl))},
			{s, new(big.Float).Add(mul(sh, cl), mul(ch, sl))},
		} {
			d, _ := new(big.Float).Sub(p.want, big.NewFloat(p.got)).Float64()
			k := 0
			if math.Abs(lo) >= smallAngle {
				k = 1
			}
			worst[k] = max(worst[k], math.Abs(d)/0x1p-53)
		}
	}
	if t.Logf("off by at most %v * 2^-53", worst); max(worst[0], worst[1]) > 3 || min(worst[0], worst[1]) < 0.75 {
		t.Errorf("off by %v * 2^-53", worst)
	}
}
