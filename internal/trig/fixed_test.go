package trig

import (
	"math"
	"math/big"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"
)

// randomAngle returns an angle of any size, often near a multiple of pi/2, or small.
func randomAngle(rng *rand.Rand) float64 {
	x := rng.Float64()*2 - 1
	switch rng.IntN(5) {
	case 0:
		return x * math.Ldexp(1, rng.IntN(350)-26)
	case 1:
		return float64(rng.IntN(1<<20)) * (math.Pi / 2)
	case 2:
		return math.Float64frombits(math.Float64bits(float64(1+rng.IntN(64))*(math.Pi/4)) + uint64(rng.IntN(9)) - 4)
	case 3:
		return math.Ldexp(1+float64(rng.IntN(9)-4)*0x1p-52, rng.IntN(30)-26)
	}
	return x * 7
}

// hard are angles whose sine or cosine is harder to round than a random one, or far to reduce.
var hard = []float64{
	math.Sqrt(0x1p-53), math.Sqrt(3 * 0x1p-53), // the cosine is within 2^-106 of the middle of two doubles
	0x1.e0000000001c2p-20, 0x1.8000000000009p-23, // near to a double by 2^-120
	math.Ldexp(6381956970095103, 797), // the nearest to a multiple of pi/2 of all ([Muller16])
	math.Ldexp(6381956970095103, 200), 5.319372648326541e255,
	1e100, -1e100, 1e22, 1e300, math.MaxFloat64,
	math.Pi, math.Pi / 2, math.Pi / 4, -math.Pi / 4, 3 * math.Pi / 4, 2 * math.Pi, 0.785, 0.7853981633974482,
	0x1p-27, -0x1p-27, math.Nextafter(0x1p-27, 1), math.Nextafter(0x1p-27, 0),
	1, -1, 0.5, 355, 103993.0 / 33102, 7.725251837074637e-7,
}

// TestCosSinIsItsSlowTwin holds CosSin, and the two ways in it, to the way of math/big.
func TestCosSinIsItsSlowTwin(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	xs := slices.Clone(hard)
	for range 20000 {
		xs = append(xs, randomAngle(rng))
	}
	for k := 1; k < 2000; k++ { // both neighbours of each multiple of pi/2
		x := float64(k) * (math.Pi / 2)
		xs = append(xs, x, math.Nextafter(x, 0), math.Nextafter(x, math.Inf(1)))
	}
	for _, x := range xs {
		wc, ws := slowCosSin(x)
		if c, s := CosSin(x); c != wc || s != ws {
			t.Fatalf("CosSin(%v) = %v, %v; want %v, %v", x, c, s, wc, ws)
		}
		if math.Abs(x) < 0x1p-27 {
			continue
		}
		a := reduce(x)
		for name, f := range map[string]func(angle) (float64, float64, bool){"quick": angle.quick, "accurate": angle.accurate} {
			c, s, ok := f(a)
			if ok && (c != wc || s*math.Copysign(1, x) != ws) {
				t.Fatalf("%s is certain that the cosine and sine of %v are %v, %v; they are %v, %v", name, x, c, s, wc, ws)
			}
		}
	}
}

// randomDegrees returns an angle of any size, often a rational part of the turn.
func randomDegrees(rng *rand.Rand) float64 {
	x := rng.Float64()*2 - 1
	switch rng.IntN(4) {
	case 0:
		return math.Ldexp(x, rng.IntN(700)-350)
	case 1:
		return float64(rng.IntN(1<<20)-1<<19) / 8
	case 2:
		return math.Float64frombits(math.Float64bits(float64(1+rng.IntN(64))*15) + uint64(rng.IntN(9)) - 4)
	}
	return x * 720
}

func TestCosSinDegreesIsItsSlowTwin(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 4))
	ds := []float64{math.MaxFloat64, 1e100, -1e22, 5e-324, -1e-310, 1e-306, 1e-305, 0x1p-1020, 45, 30, 60, -60, 1, 360.5}
	for range 20000 {
		ds = append(ds, randomDegrees(rng))
	}
	for _, d := range ds {
		c, s := CosSinDegrees(d)
		if math.Mod(d, 90) == 0 {
			k := int(math.Mod(d, 360)/90+4) % 4
			if wc, ws := [...]float64{1, 0, -1, 0}[k], [...]float64{0, 1, 0, -1}[k]; c != wc || s != ws {
				t.Fatalf("CosSinDegrees(%v) = %v, %v; want %v, %v", d, c, s, wc, ws)
			}
			continue
		}
		if wc, ws := slowCosSinDegrees(d); c != wc || s != ws {
			t.Fatalf("CosSinDegrees(%v) = %v, %v; want %v, %v", d, c, s, wc, ws)
		}
	}
}

// TestCosSinDegreesOfKnownAngles: the sines and cosines that are rational, and symmetries.
func TestCosSinDegreesOfKnownAngles(t *testing.T) {
	half := math.Sqrt(0.75)
	for _, w := range []struct{ d, c, s float64 }{
		{0, 1, 0},
		{90, 0, 1},
		{-90, 0, -1},
		{180, -1, 0},
		{-180, -1, 0},
		{270, 0, -1},
		{360, 1, 0},
		{3.6e22, 1, 0},
		{60, 0.5, half},
		{30, half, 0.5},
		{-30, half, -0.5},
		{120, -0.5, half},
		{150, -half, 0.5},
		{45, math.Sqrt(0.5), math.Sqrt(0.5)},
		{-135, -math.Sqrt(0.5), -math.Sqrt(0.5)},
		{5e-324, 1, 0},
	} {
		c, s := CosSinDegrees(w.d)
		if c != w.c || s != w.s || math.Signbit(c) != math.Signbit(w.c) || math.Signbit(s) != math.Signbit(w.s) {
			t.Errorf("CosSinDegrees(%v) = %v, %v; want %v, %v", w.d, c, s, w.c, w.s)
		}
	}
}

// integerOf returns the integer of words of 64 bits, the upper ones first.
func integerOf(words ...uint64) *big.Int {
	v := new(big.Int)
	for _, w := range words {
		v.Or(v.Lsh(v, 64), new(big.Int).SetUint64(w))
	}
	return v
}

// seriesErrors returns by how many 2^-117 the four series of a are off, brought to results in [1/2,
// 1), where r is the angle itself, of which a is the reduced one.
func seriesErrors(a angle, r *big.Float) (quickCos, quickSin, cos, sin float64) {
	bs, bc := series(r, 400)
	bs.SetMantExp(bs, -a.exp)
	off := func(want *big.Float, got fixed) float64 {
		g := new(big.Float).SetInt(integerOf(got.hi, got.lo))
		g.SetPrec(400).SetMantExp(g, -128)
		g.Sub(want, g)
		f, _ := g.SetMantExp(g, 117+bits.LeadingZeros64(got.hi)).Float64()
		return math.Abs(f)
	}
	v, qs := a.quickSeries()
	w, s := a.series()
	return off(bc, fixed{-v, 0}), off(bs, fixed{qs, 0}), off(bc, (fixed{}).sub(w)), off(bs, s)
}

// reducedExactly returns |x| less the multiple of pi/2 that reduce took off, without its sign.
func reducedExactly(x float64) *big.Float {
	const prec = 1800
	half := new(big.Float).SetMantExp(pi(prec), -1)
	bx := new(big.Float).SetPrec(prec).SetFloat64(math.Abs(x))
	k := nearest(new(big.Float).SetPrec(prec).Quo(bx, half))
	r := new(big.Float).SetPrec(prec).SetInt(k)
	r.Sub(bx, r.Mul(r, half))
	return r.Abs(r).SetPrec(400)
}

// TestMargins climbs to angles with large errors: the largest lie between a third of the margins
// and the margins. It fails where a bound is wrong, and where it is three times what it has to be.
func TestMargins(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 9))
	margins := [...]float64{quickCosMargin, quickSinMargin, cosMargin, sinMargin}
	names := [...]string{"quickCosMargin", "quickSinMargin", "cosMargin", "sinMargin"}
	var worst, at [4]float64
	try := func(x float64) {
		a, r := reduce(x), reducedExactly(x)
		var e [4]float64
		e[0], e[1], e[2], e[3] = seriesErrors(a, r)
		for i := range e {
			if e[i] > worst[i] {
				worst[i], at[i] = e[i], x
			}
		}
	}
	for range 2000 {
		try(0x1p-26 + rng.Float64()*20)
		try(0.7 + rng.Float64()*0.085)
		try(0.5 + rng.Float64()*0.1)
		try(math.Abs(randomAngle(rng)) + 0x1p-26)
		try(at[rng.IntN(4)] * (1 + (rng.Float64()-0.5)*math.Ldexp(1, -rng.IntN(45))))
	}
	for i, w := range worst {
		t.Logf("%s: %.3f of the margin at %v", names[i], w/margins[i], at[i])
		if !(w <= margins[i] && w >= margins[i]/3) {
			t.Errorf("%s is %g; the largest error is %g, at %v", names[i], margins[i], w, at[i])
		}
	}
}

// TestFallbackIsTaken: where x^2/2 is half of 2^-53, the cosine is too near to the middle of two
// doubles.
func TestFallbackIsTaken(t *testing.T) {
	for _, x := range hard[:2] {
		a := reduce(x)
		if _, _, ok := a.accurate(); ok {
			t.Errorf("128 bits decide %x", x)
		}
	}
}

// TestFallbackIsRare counts the angles that the quick way leaves, about one in 110, and those that
// the accurate way would leave with margins 2^38 times as wide: one in 2^49 / 2^38 = 2048, so that
// it leaves one in 2^49.
func TestFallbackIsRare(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 9))
	const n = 1 << 20
	quick, accurate := 0, 0
	for range n {
		a := reduce(0.1 + rng.Float64()*100)
		if _, _, ok := a.quick(); !ok {
			quick++
		}
		v, s := a.series()
		_, ok1 := nearestDouble((fixed{}).sub(v), 0, cosMargin<<38)
		_, ok2 := nearestDouble(s, a.exp, sinMargin<<38)
		if !ok1 || !ok2 {
			accurate++
		}
	}
	t.Logf("quick leaves 1 in %d, accurate 1 in 2^%.1f", n/quick, 38+math.Log2(n/float64(accurate)))
	if quick > n/90 || accurate > n/1800 || accurate < n/3600 {
		t.Errorf("of %d angles quick leaves %d, accurate with wide margins %d", n, quick, accurate)
	}
}

func TestNothingIsAllocated(t *testing.T) {
	x := 0.1
	if n := testing.AllocsPerRun(5000, func() {
		c, s := CosSin(x)
		CosSinDegrees(x * 100)
		Unit(c*1.0001, s*1.0001)
		Atan2(s, c)
		x *= 1.03
		if x > 1e100 {
			x = 1e-8
		}
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// TestTables computes the constants with math/big.
func TestTables(t *testing.T) {
	num := func(v float64) *big.Float { return new(big.Float).SetPrec(2000).SetFloat64(v) }
	integer := func(v *big.Float, scale int) *big.Int { // the integer nearest to 2^scale v
		return nearest(num(0).SetMantExp(v, scale))
	}
	check := func(name string, want *big.Int, words ...uint64) {
		t.Helper()
		if integerOf(words...).Cmp(want) != 0 {
			t.Errorf("%s is %x, want %x", name, words, want)
		}
	}
	check("pi/4", integer(pi(1900), 126), quarterPi.hi, quarterPi.lo)
	check("a degree", integer(num(0).Quo(pi(1900), num(180)), 133), degree.hi, degree.lo)
	v, _ := num(0).SetMantExp(num(0).Quo(num(2), pi(1900)), 64*(len(twoOverPi)-1)).Int(nil)
	check("2/pi", v, twoOverPi[:]...)
	factorial := num(1)
	for k := 1.0; k <= 29; k++ {
		factorial.Mul(factorial, num(k))
		inverse, i := num(0).Quo(num(1), factorial), int(k)/2
		switch odd := int(k)%2 == 1; {
		case i == 0:
		case i <= 6 && odd:
			check("sinLow", integer(inverse, 128), sinLow[i-1].hi, sinLow[i-1].lo)
		case i <= 6:
			check("cosLow", integer(inverse, 128), cosLow[i-1].hi, cosLow[i-1].lo)
		case odd:
			check("sinHigh", integer(inverse, sinScale), sinHigh[i-7])
		default:
			check("cosHigh", integer(inverse, cosScale), cosHigh[i-7])
		}
	}
}
