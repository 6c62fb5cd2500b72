package d3

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// TestUsedUp: the time that a gap lasts is below that of exact arithmetic, and near it, also where
// the bodies part so fast that the acceleration is all but lost beside the speed.
func TestUsedUp(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 5))
	exactly := func(x float64) *big.Float { return new(big.Float).SetPrec(400).SetFloat64(x) }
	back := 0
	for range 20_000 {
		gap, bend := math.Ldexp(1+rng.Float64(), -rng.IntN(60)), math.Ldexp(rng.Float64(), 10-rng.IntN(40))
		speed := math.Ldexp(rng.Float64()-0.75, rng.IntN(20))
		got := usedUp(gap, speed, bend)
		s, b := exactly(speed), exactly(bend)
		root := new(big.Float).SetPrec(400).Mul(s, s)
		root.Add(root, new(big.Float).SetPrec(400).Mul(exactly(2*gap), b))
		root.Sqrt(root)
		want, _ := root.Sub(root, s).Quo(root, b).Float64()
		if !(got <= want && got >= want*(1-1e-9)) {
			t.Fatalf("gap %v, speed %v, bend %v: %v, want %v", gap, speed, bend, got, want)
		}
		if speed < 0 && 2*bend*gap < 0x1p-53*speed*speed {
			back++
		}
	}
	if back < 1000 {
		t.Errorf("only %d part so fast", back)
	}
	if got := usedUp(1, -1, 0); !math.IsInf(got, 1) {
		t.Errorf("bodies that part meet at %v", got)
	}
}
