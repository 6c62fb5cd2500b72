package d2

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// reached returns how far apart two discs are that reach as far as reach in all, a time h after
// their pivots were from apart with the velocity v: in 300 bits.
func reached(from, v []float64, h, reach float64) float64 {
	exactly := func(x float64) *big.Float { return new(big.Float).SetPrec(300).SetFloat64(x) }
	sum := exactly(0)
	for i := range from {
		x := exactly(h)
		x.Add(x.Mul(x, exactly(v[i])), exactly(from[i]))
		sum.Add(sum, x.Mul(x, x))
	}
	gap, _ := sum.Sub(sum.Sqrt(sum), exactly(reach)).Float64()
	return gap
}

// TestDiscsKeepBodiesApart: a box of 6 by 8 spins about its centre, so that its corners are on a
// circle of radius 5, and meets another such box or a ball. Until the discs touch, nothing else
// tells how the box has turned: the first step goes there, but for twice what the places of points
// may be off and the gap be rounded by, and what that is worth of the way. The time at which the
// discs are that far apart is known to all bits.
func TestDiscsKeepBodiesApart(t *testing.T) {
	r := rand.New(rand.NewPCG(64, 32))
	steps := 0
	for range 5000 {
		k := math.Ldexp(1, r.IntN(60)-30)
		box := Box{Size: Vec{6 * k, 8 * k}}
		margin, size := 5*k*r.Float64(), 0.0
		var other Shape = Circle{Radius: margin}
		if r.IntN(2) == 0 {
			other, margin, size = box, 0, 5*k
		}
		way := k * math.Ldexp(20+20*r.Float64(), r.IntN(12))
		from := Vec{float64(way * (2*r.Float64() - 1)), float64(way * (2*r.Float64() - 1))}
		v := from.Scale(-math.Ldexp(1+r.Float64(), r.IntN(40)-20))
		v.X += 0.01 * v.Y * (2*r.Float64() - 1)
		a, b := mustPlace(t, box, Pose{}), mustPlace(t, other, Pose{Pos: from})
		ma, mb := Motion{angular: 1e6 * r.Float64()}, Motion{linear: v, angular: -r.Float64()}
		var im impact
		im.lower, im.upper = 0, 1000*way/v.length()
		im.begin(a, &ma, b, &mb, im.upper)
		h := im.approach()
		if !(h > 0) || h >= im.upper { // the discs overlap, or miss each other
			continue
		}
		steps++
		sum := from.length() + 5*k + size + margin
		slip := turnSlip*(5*k+size) + placeSlip*sum
		want := 2*(slip+whirlSums*sum) + whirlSums*h*v.length()
		gap := reached([]float64{from.X, from.Y}, []float64{v.X, v.Y}, h, 5*k+size+margin) / unit
		if x := (gap - want) / sum; !(x > -6 && x < 10) {
			t.Fatalf("%v of size %v at %v, %v on the way: %.1f u from where the discs should stop", other, k, from, v, x)
		}
	}
	if steps < 2000 {
		t.Errorf("%d steps only", steps)
	}
}
