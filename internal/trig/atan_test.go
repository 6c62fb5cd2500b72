package trig

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// bigAtan2 returns the angle of (x, y) with 300 bits: one step of Newton's method from math.Atan2,
// and the series of the small angle that is left.
func bigAtan2(y, x float64) *big.Float {
	const prec = 1600
	num := func(v float64) *big.Float { return new(big.Float).SetPrec(prec).SetFloat64(v) }
	near := math.Atan2(y, x)
	if near == 0 {
		return num(0)
	}
	c, s := cosSin(near, prec-200)
	mul := func(a, b *big.Float) *big.Float { return num(0).Mul(a, b) }
	t := num(0).Sub(mul(c, num(y)), mul(s, num(x)))
	t.Quo(t, num(0).Add(mul(c, num(x)), mul(s, num(y))))
	sum, power, t2 := num(near), num(0).Set(t), mul(t, t)
	for k := 1.0; k < 25; k += 2 {
		sum.Add(sum, num(0).Quo(power, num(k)))
		power = num(0).Neg(mul(power, t2))
	}
	return sum
}

// TestAtan2 holds Atan2 to 1.2 ulp, and finds an error of a third of that.
func TestAtan2(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	worst := 0.0
	check := func(y, x float64) {
		got := Atan2(y, x)
		want := bigAtan2(y, x)
		d, _ := new(big.Float).Sub(want, big.NewFloat(got)).Float64()
		w, _ := want.Float64()
		e := math.Abs(d) / (math.Nextafter(math.Abs(w), 4) - math.Abs(w))
		if !(e <= 1.2) || math.Signbit(got) != math.Signbit(y) {
			t.Fatalf("Atan2(%v, %v) = %v, off by %v ulp", y, x, got, e)
		}
		worst = max(worst, e)
	}
	for range 4000 {
		y, x := rng.Float64()*2-1, rng.Float64()*2-1
		switch rng.IntN(4) {
		case 0:
			y = math.Ldexp(y, -rng.IntN(400))
		case 1:
			x = math.Ldexp(x, -rng.IntN(400))
		case 2:
			x = y * (1 + float64(rng.IntN(9)-4)*0x1p-50) * []float64{1, -1, 2, 8}[rng.IntN(4)]
		}
		check(y, x)
	}
	if worst < 0.4 {
		t.Errorf("the largest error is %v ulp: the bound says little", worst)
	}
	minus := math.Copysign(0, -1)
	for _, c := range []struct{ y, x, want float64 }{
		{0, 1, 0},
		{0, -1, math.Pi},
		{minus, -1, -math.Pi},
		{1, 0, math.Pi / 2},
		{-1, minus, -math.Pi / 2},
		{0, 0, 0},
		{1, 1, math.Pi / 4},
		{1, -1, 3 * math.Pi / 4},
		{5e-324, 1, 5e-324},
		{1, 5e-324, math.Pi / 2},
	} {
		if got := Atan2(c.y, c.x); got != c.want || math.Signbit(got) != math.Signbit(c.want) {
			t.Errorf("Atan2(%v, %v) = %v, want %v", c.y, c.x, got, c.want)
		}
	}
}

// TestArctangents holds the table to the sum of two doubles nearest to each entry.
func TestArctangents(t *testing.T) {
	for j, row := range arctangents {
		want := bigAtan2(float64(j), 8)
		hi, _ := want.Float64()
		lo, _ := want.Sub(want, big.NewFloat(hi)).Float64()
		if row != [2]float64{hi, lo} {
			t.Errorf("arctan(%d/8) is %x, %x; the table has %x", j, hi, lo, row)
		}
	}
	half := new(big.Float).SetMantExp(pi(400), -1)
	hi, _ := half.Float64()
	lo, _ := half.Sub(half, big.NewFloat(hi)).Float64()
	if right != hi || rightRest != lo {
		t.Errorf("pi/2 is %x, %x", hi, lo)
	}
}
