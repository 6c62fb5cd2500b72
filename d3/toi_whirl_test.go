package d3

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// reached returns how far apart two balls are that reach as far as reach in all, a time h after
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

// TestBallsKeepBodiesApart: a box of 4 by 6 by 12 spins about its centre, so that its corners are
// on a sphere of radius 7, and meets another such box or a ball. Until the balls about them touch,
// the first step needs to know nothing else: it goes there, but for twice what the places of points
// may be off and the gap be rounded by, and what that is worth of the way. The time at which the
// balls are that far apart is known to all bits.
func TestBallsKeepBodiesApart(t *testing.T) {
	r := rand.New(rand.NewPCG(64, 32))
	steps := 0
	for range 5000 {
		k := math.Ldexp(1, r.IntN(60)-30)
		box := Box{Size: Vec{4 * k, 6 * k, 12 * k}}
		margin, size := 7*k*r.Float64(), 0.0
		var other Shape = Sphere{Radius: margin}
		if r.IntN(2) == 0 {
			other, margin, size = box, 0, 7*k
		}
		way := k * math.Ldexp(20+20*r.Float64(), r.IntN(12))
		number := func(x float64) float64 { return float64(x * (2*r.Float64() - 1)) }
		from := Vec{number(way), number(way), number(way)}
		v := from.Scale(-math.Ldexp(1+r.Float64(), r.IntN(40)-20))
		v.X += number(0.01 * v.Y)
		a, b := mustPlace(t, box, Pose{}), mustPlace(t, other, Pose{Pos: from})
		ma, mb := Motion{angular: Vec{number(1e6), number(1e6), number(1e6)}}, Motion{linear: v, angular: Vec{number(1), 0, 0}}
		var im impact
		im.lower, im.upper = 0, 1000*way/v.length()
		im.begin(a, &ma, b, &mb, im.upper)
		h := im.approach()
		if !(h > 0) || h >= im.upper { // the balls overlap, or miss each other
			continue
		}
		steps++
		sum := from.length() + 7*k + size + margin
		slip := turnSlip*(7*k+size) + placeSlip*sum
		want := 2*(slip+whirlSums*sum) + whirlSums*h*v.length()
		gap := reached([]float64{from.X, from.Y, from.Z}, []float64{v.X, v.Y, v.Z}, h, 7*k+size+margin) / unit
		if x := (gap - want) / sum; !(x > -6 && x < 10) {
			t.Fatalf("%v of size %v at %v, %v on the way: %.1f u from where the balls should stop", other, k, from, v, x)
		}
	}
	if steps < 2000 {
		t.Errorf("%d steps only", steps)
	}
}
