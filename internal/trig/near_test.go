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
