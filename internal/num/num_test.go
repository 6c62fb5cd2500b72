package num_test

import (
	"errors"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/num"
)

// exactly returns a with all its bits.
func exactly(a num.DD) *big.Float {
	wide := func(x float64) *big.Float { return new(big.Float).SetPrec(4000).SetFloat64(x) }
	return wide(0).Add(wide(a.Hi), wide(a.Lo))
}

// number draws a number of any size that leaves room for products, both signs.
func number(r *rand.Rand) float64 {
	return math.Ldexp(r.Float64()-0.5, r.IntN(200)-100)
}

// TestExactParts: a sum and a product of two doubles come as two, without any error.
func TestExactParts(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 10000 {
		a, b := number(r), number(r)
		x, y := exactly(num.DD{Hi: a}), exactly(num.DD{Hi: b})
		if got := exactly(num.TwoSum(a, b)); got.Cmp(x.Add(x, y)) != 0 {
			t.Fatalf("%v + %v: %v", a, b, got)
		}
		x = exactly(num.DD{Hi: a})
		if got := exactly(num.TwoProd(a, b)); got.Cmp(x.Mul(x, y)) != 0 {
			t.Fatalf("%v * %v: %v", a, b, got)
		}
	}
}

// TestErrorsOfDoubleDoubles: the error of each operation stays below its bound, and comes within a
// factor of 64 of it, so that neither the bound nor the operation can get worse unseen.
func TestErrorsOfDoubleDoubles(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 1))
	most := map[string]float64{}
	see := func(what string, got num.DD, want, bound *big.Float) {
		if got.Hi+got.Lo != got.Hi {
			t.Fatalf("%s: the low part of %v overlaps the high one", what, got)
		}
		off := exactly(got)
		off.Abs(off.Sub(off, want))
		share, _ := off.Quo(off, bound).Float64()
		most[what] = max(most[what], share)
	}
	power := func(k int) *big.Float { return new(big.Float).SetMantExp(big.NewFloat(1), k) }
	for range 20000 {
		a, b := num.TwoSum(number(r), number(r)), num.TwoSum(number(r), number(r))
		if r.IntN(2) == 0 { // cancels
			b = num.TwoSum(-a.Hi*(1+0x1p-30*r.Float64()), number(r)*0x1p-60)
		}
		x, y := exactly(a), exactly(b)
		size := new(big.Float).Add(new(big.Float).Abs(x), new(big.Float).Abs(y))
		see("add", a.Add(b), exactly(a).Add(x, y), new(big.Float).Mul(power(-104), size))
		see("sub", a.Sub(b), exactly(a).Sub(x, y), new(big.Float).Mul(power(-104), size))
		product := exactly(a).Mul(x, y)
		room := new(big.Float).Mul(power(-102), new(big.Float).Abs(product))
		see("mul", a.Mul(b), product, room)
		product = exactly(a).Mul(x, exactly(num.DD{Hi: b.Hi}))
		see("times", a.Times(b.Hi), product, new(big.Float).Mul(power(-102), new(big.Float).Abs(product)))
		inverse := exactly(a).Quo(exactly(num.DD{Hi: 1}), x)
		see("reciprocal", a.Reciprocal(), inverse, new(big.Float).Mul(power(-102), new(big.Float).Abs(inverse)))
		c, d := num.TwoSum(-a.Hi, number(r)*0x1p-80), num.TwoSum(-b.Hi, number(r)*0x1p-80)
		sum := exactly(a).Add(x, y)
		sum.Add(sum.Add(sum, exactly(c)), exactly(d))
		if sum.Sign() != 0 {
			see("sum", num.ExactSum(a, b, c, d), sum, new(big.Float).Mul(power(-104), new(big.Float).Abs(sum)))
		}
	}
	for _, what := range []string{"add", "sub", "mul", "times", "reciprocal", "sum"} {
		if share := most[what]; !(share <= 1 && share >= 1.0/64) {
			t.Errorf("%s: the greatest error is %.3g of its bound", what, share)
		}
	}
}

// TestSignsOfDoubleDoubles: the negative, the magnitude and the product with a power of two are
// exact, whatever the signs of the parts; those of 0 and of a subnormal low part, too.
func TestSignsOfDoubleDoubles(t *testing.T) {
	for _, a := range []num.DD{{Hi: 3, Lo: 0x1p-60}, {Hi: 3, Lo: -0x1p-60}, {Hi: -3, Lo: 0x1p-60}, {Hi: -3, Lo: -0x1p-60}, {}, {Lo: -0x1p-1074}} {
		x := exactly(a)
		if got := exactly(a.Neg()); got.Cmp(new(big.Float).Neg(x)) != 0 {
			t.Errorf("the negative of %v is %v", a, got)
		}
		if got := exactly(a.Abs()); got.Cmp(new(big.Float).Abs(x)) != 0 {
			t.Errorf("the magnitude of %v is %v", a, got)
		}
		if got := exactly(a.Scale(-8)); got.Cmp(new(big.Float).Mul(x, big.NewFloat(-8))) != 0 {
			t.Errorf("-8 times %v is %v", a, got)
		}
	}
}

// TestPowerBelow: the power brings every number to [1/2, 1), as far as its range allows.
func TestPowerBelow(t *testing.T) {
	for _, x := range []float64{1, 0.5, 0.75, 3, 1e100, 1e-100, 0x1p980, 0x1p-980, math.Pi} {
		if y := x * num.PowerBelow(x); !(y >= 0.5 && y < 1) {
			t.Errorf("%v: %v", x, y)
		}
	}
	if num.PowerBelow(0) != 1 || num.PowerBelow(math.SmallestNonzeroFloat64) != 0x1p1010 || num.PowerBelow(math.MaxFloat64) != 0x1p-1010 {
		t.Error("not clamped")
	}
}

// TestOutward: a sum rounded up is the least double not below it, rounded down the greatest not
// above.
func TestOutward(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 1))
	for range 10000 {
		a, b := number(r), number(r)
		sum := exactly(num.TwoSum(a, b))
		up, down := num.AddUp(a, b), num.AddDown(a, b)
		below := exactly(num.DD{Hi: math.Nextafter(up, math.Inf(-1))})
		above := exactly(num.DD{Hi: math.Nextafter(down, math.Inf(1))})
		if exactly(num.DD{Hi: up}).Cmp(sum) < 0 || below.Cmp(sum) >= 0 {
			t.Fatalf("%v + %v up: %v", a, b, up)
		}
		if exactly(num.DD{Hi: down}).Cmp(sum) > 0 || above.Cmp(sum) <= 0 {
			t.Fatalf("%v + %v down: %v", a, b, down)
		}
	}
	if m := num.Middle(math.Inf(-1), math.Inf(1)); m != 0 {
		t.Errorf("the middle of the line is %v", m)
	}
}

// TestHalf: a size above 0 keeps a half above 0, and no half of a size is too small.
func TestHalf(t *testing.T) {
	for _, size := range []float64{0, math.SmallestNonzeroFloat64, 3 * math.SmallestNonzeroFloat64, 1, math.MaxFloat64} {
		if h := num.Half(size); h+h < size || size > 0 && !(h > 0) {
			t.Errorf("half of %v is %v", size, h)
		}
	}
}

// TestSumDifferences: the sum is right to one rounding, also where all four numbers cancel.
func TestSumDifferences(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 1))
	for range 10000 {
		p, u := number(r), number(r)
		q, v := p*(1+0x1p-40*r.Float64()), u*(1-0x1p-40*r.Float64())
		sum := exactly(num.TwoSum(q, -p))
		want, _ := sum.Add(sum, exactly(num.TwoSum(v, -u))).Float64()
		if got := num.SumDifferences(p, q, u, v, 0); math.Abs(got-want) > 0x1p-52*math.Abs(want) {
			t.Fatalf("(%v - %v) + (%v - %v): %v, want %v", q, p, v, u, got, want)
		}
	}
}

// TestSmallOnes checks the helpers that a line of a table defines.
func TestSmallOnes(t *testing.T) {
	nan := math.NaN()
	for _, row := range [][2]float64{
		{num.Clamp1(nan), 0},
		{num.Clamp1(2), 1},
		{num.Clamp1(-2), -1},
		{num.Clamp1(0.5), 0.5},
		{num.Toward(2, -1), -2},
		{num.Toward(2, 0), 2},
		{num.Sign(4), 1},
		{num.Sign(5), -1},
		{float64(num.Compare(1, 2)), -1},
		{float64(num.Compare(2, 1)), 1},
		{float64(num.Compare(nan, 1)), 0},
		{num.RoundUp(0), 0},
		{num.StopAt(1, 1), 0x1p-29},
		{num.StopAt(0, 1), num.Noise},
		{num.StopAt(0x1p-40, 1), 0x1p-40},
		{num.StopAt(num.Noise/2, 1), num.Noise},
		{num.StopAt(1, num.Noise), num.Noise},
		{num.StopAt(1, 0x1p-20), 0x1p-49},
		{num.MarginError(false), 4 * num.Unit},
		{num.MarginError(true), 5 * num.Unit},
		{num.Slack(0, 1, 1), 0},
		{num.Slack(1, -1, 0.5), 1},
	} {
		if row[0] != row[1] {
			t.Errorf("%v, want %v", row[0], row[1])
		}
	}
	if x := num.RoundUp(1); !(x >= 1+8*num.Unit && x <= 1+10*num.Unit) {
		t.Errorf("1 rounded up is %v", x)
	}
	if math.Signbit(num.Toward(0, -1)) || math.Signbit(num.PlusZero(math.Copysign(0, -1))) {
		t.Error("a zero is negative")
	}
	if num.Magnitude(-2) != num.Magnitude(2) || num.Magnitude(2) <= num.Magnitude(1) {
		t.Error("magnitudes are out of order")
	}
	w := num.Allowance{Rel: 1, Size: 2, Radius: 1, Error: 0.25}
	if w.At(0) != 1.75 || w.At(3) != 3 {
		t.Errorf("allowance %v and %v", w.At(0), w.At(3))
	}
	w = num.Allowance{Rel: 0.5, Size: 2, Radius: 1, Error: 0.25}
	if w.At(-1) != 0.75 || w.At(0.5) != 0.625 || w.At(3) != 1 {
		t.Errorf("allowance %v, %v and %v", w.At(-1), w.At(0.5), w.At(3))
	}
}

// TestChecks: each check refuses what it should, and names it.
func TestChecks(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	for _, row := range []struct {
		err  error
		want error
	}{
		{num.CheckNumber("x", 1e100), nil},
		{num.CheckNumber("x", nan), collide.ErrNotFinite},
		{num.CheckNumber("x", -inf), collide.ErrNotFinite},
		{num.CheckNumber("x", -2e100), collide.ErrOutOfRange},
		{num.CheckSize("x", 0), nil},
		{num.CheckSize("x", -1), collide.ErrNegativeSize},
		{num.CheckSize("x", inf), collide.ErrNotFinite},
		{num.CheckSize("x", collide.MinSize), nil},
		{num.CheckSize("x", collide.MinSize/2), collide.ErrOutOfRange},
		{num.CheckExtent("x", math.SmallestNonzeroFloat64), collide.ErrOutOfRange},
		{num.CheckTolerance(0), nil},
		{num.CheckTolerance(-1), collide.ErrBadOption},
		{num.CheckTolerance(nan), collide.ErrBadOption},
		{num.CheckTolerance(inf), collide.ErrBadOption},
		{num.CheckChoice("x", 2, 2), nil},
		{num.CheckChoice("x", 0, 2), nil},
		{num.CheckChoice("x", 3, 2), collide.ErrBadOption},
		{num.CheckChoice("x", -1, 2), collide.ErrBadOption},
	} {
		var e *collide.Error
		if !errors.Is(row.err, row.want) || row.err != nil && (!errors.As(row.err, &e) || e.Path == "" || e.Index != -1) {
			t.Errorf("%v, want %v", row.err, row.want)
		}
	}
}

// TestScaleOutward: scaled back, a bound below the least normal double is the next one outward, and
// exact above.
func TestScaleOutward(t *testing.T) {
	least := math.SmallestNonzeroFloat64
	for _, row := range [][4]float64{
		{0, 0x1p-1022, 0, 0},
		{3, 0x1p-1000, 3 * 0x1p-1000, 3 * 0x1p-1000},
		{0x1p-100, 0x1p-1000, 0, least},
		{-0x1p-100, 0x1p-1000, -least, 0},
		{0x1.8p-74, 0x1p-1000, least, 2 * least},
		{-0x1.8p-74, 0x1p-1000, -2 * least, -least},
		{0x1p-74, 0x1p-1000, least, least},
		{0x1p-200, 0x1p100, 0x1p-100, 0x1p-100},
		{1 - 0x1p-53, 0x1p-1022, 0x1p-1022 - least, 0x1p-1022},
		{0x1p-53 - 1, 0x1p-1022, -0x1p-1022, least - 0x1p-1022},
	} {
		if lo, hi := num.ScaleDown(row[0], row[1]), num.ScaleUp(row[0], row[1]); lo != row[2] || hi != row[3] {
			t.Errorf("%g times %g: [%g, %g], want [%g, %g]", row[0], row[1], lo, hi, row[2], row[3])
		}
	}
}

// TestLesser holds Lesser and Greater to min and max, which know of all numbers.
func TestLesser(t *testing.T) {
	list := []float64{0, math.SmallestNonzeroFloat64, 0x1p-1022, 0.5, 1, 1 + 0x1p-52, 1e300, math.MaxFloat64, math.Inf(1)}
	for _, x := range list {
		for _, y := range list {
			if num.Lesser(x, y) != min(x, y) || num.Greater(x, y) != max(x, y) {
				t.Errorf("%v and %v: %v and %v", x, y, num.Lesser(x, y), num.Greater(x, y))
			}
		}
	}
}

// TestComparisonsAreMinAndMax holds what compares to min and max of the language: Clamp to the
// bit.
func TestComparisonsAreMinAndMax(t *testing.T) {
	few := []float64{0, math.Copysign(0, -1), 1, -1, 0x1p-1060, 3, -3, math.MaxFloat64, math.Inf(-1)}
	for _, h := range []float64{0, 0x1p-1060, 1, 2, math.MaxFloat64} {
		if !math.IsNaN(num.Clamp(math.NaN(), h)) {
			t.Errorf("NaN in [-%v, %v] is lost", h, h)
		}
		for _, x := range few {
			if got, want := num.Clamp(x, h), max(-h, min(x, h)); math.Float64bits(got) != math.Float64bits(want) {
				t.Errorf("%v in [-%v, %v]: %v, not %v", x, h, h, got, want)
			}
			for _, y := range few {
				from, to := num.Cut(-h, h, x, y)
				if lo, hi := max(-h, min(x, y)), min(h, max(x, y)); from != lo || to != hi {
					t.Errorf("[-%v, %v] from %v to %v: [%v, %v], not [%v, %v]", h, h, x, y, from, to, lo, hi)
				}
			}
		}
	}
}

// TestBoxGapIsSure: the sign is that of rational arithmetic, where the sums are rounded by as much
// as they differ, on both sides of a power of two, and where they are exact.
func TestBoxGapIsSure(t *testing.T) {
	rng := rand.New(rand.NewPCG(51, 52))
	seen := map[[2]int]int{} // the sign, by that of the difference of the rounded sums
	for turn := range 40000 {
		bits := 53
		if turn%4 == 0 { // few digits: no sum is rounded
			bits = 12
		}
		draw := func() float64 { return math.Ldexp(float64(rng.Int64N(1<<bits)), -bits-rng.IntN(3)) }
		p, q, h := -draw(), draw(), draw()
		if rng.IntN(2) == 0 {
			q, h = 1+p+float64(draw()*0x1p-49), float64(draw()*0.5)
		}
		g := q - p - h + float64(float64(rng.IntN(17)-8)*0x1p-54)
		if rng.IntN(2) == 0 {
			p, q = q, p
		}
		if rng.IntN(2) == 0 {
			g, h = h, g
		}
		sum := new(big.Rat)
		for _, x := range []float64{max(p, q), -min(p, q), -g, -h} {
			sum.Add(sum, new(big.Rat).SetFloat64(x))
		}
		sign := num.BoxGap(p, q, g, h)
		if sign != sum.Sign() {
			t.Fatalf("%v %v %v %v: the sign is %v, not %v", p, q, g, h, sign, sum.Sign())
		}
		seen[[2]int{num.Compare(math.Abs(q-p), g+h), sign}]++
	}
	for _, row := range [][2]int{{-1, -1}, {0, -1}, {0, 0}, {0, 1}, {1, 1}} {
		if seen[row] < 500 {
			t.Errorf("rounded and true sign %v: %d only", row, seen[row])
		}
	}
}
