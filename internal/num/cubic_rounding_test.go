package num

import (
	"math"
	"math/big"
	"testing"

	"github.com/collide-go/collide/internal/testkit/climb"
	"github.com/collide-go/collide/internal/testkit/raced"
)

// drawCubic returns coefficients, their magnitudes, and the coefficients for exact arithmetic.
func drawCubic(d *climb.Draw) (b, m [4]float64, c [4]*big.Float) {
	for i := range b {
		b[i] = d.Signed()
		m[i], c[i] = math.Abs(b[i]), bigOf(b[i])
	}
	return b, m, c
}

// blend returns (1 - t) x + t y.
func blend(t float64, x, y *big.Float) *big.Float {
	return bigSum(bigMul(bigSum(bigOf(1), bigNeg(bigOf(t))), x), bigMul(bigOf(t), y))
}

// share returns how far x is off from what it should be, in units of bound.
func share(x float64, exactly *big.Float, bound float64) float64 {
	off, _ := bigSum(bigOf(x), bigNeg(exactly)).Float64()
	return math.Abs(off) / bound
}

// shareValue returns the error of a value over its bound.
func shareValue(d *climb.Draw) float64 {
	b, m, c := drawCubic(d)
	t := d.Float()
	v, _ := value(&b, t)
	bound, _ := value(&m, t)
	for n := 3; n > 0; n-- {
		for i := range n {
			c[i] = blend(t, c[i], c[i+1])
		}
	}
	return share(v, c[0], CubicValue*Unit*bound)
}

// shareHalving returns the greatest error of a coefficient over its bound, on the way down to a
// part that is as short as parts get.
func shareHalving(d *climb.Draw) float64 {
	b, m, c := drawCubic(d)
	most := 0.0
	for range halvings {
		p, q, r := blend(0.5, c[0], c[1]), blend(0.5, c[1], c[2]), blend(0.5, c[2], c[3])
		s, t := blend(0.5, p, q), blend(0.5, q, r)
		mid := blend(0.5, s, t)
		left, right := halve(&b)
		low, high := halve(&m)
		if d.Int(2) == 0 {
			b, m, c = left, low, [4]*big.Float{c[0], p, s, mid}
		} else {
			b, m, c = right, high, [4]*big.Float{mid, t, r, c[3]}
		}
		for i := range b {
			most = max(most, share(b[i], c[i], CubicHalving*Unit*m[i]))
		}
	}
	return most
}

// TestCubicRounding: the errors of values and of halved coefficients stay below their bounds. A
// climb finds more than a third of the bound of values. Of that of coefficients it finds a fifth,
// as errors seldom add up twelve times; that one is held by the sum of what it bounds as well.
func TestCubicRounding(t *testing.T) {
	raced.Skip(t)
	if most := climb.Most(1, 10000, shareValue); !(most > 0.34 && most <= 1) {
		t.Errorf("the largest error of a value is %.3f of the bound", most)
	}
	if most := climb.Most(1, 10000, shareHalving); !(most > 0.15 && most <= 1) {
		t.Errorf("the largest error of a coefficient is %.3f of the bound", most)
	}
	const averages = 3 // in a row, each rounded once
	if CubicHalving < averages*halvings {
		t.Errorf("%d halvings of %d averages cost more than %v u", halvings, averages, CubicHalving)
	}
}
