package oracle

import (
	"math"
	"math/big"

	"github.com/collide-go/collide"
)

// answer returns r minus the sum of the margins of p.
func answer(r root, p *pair) Answer {
	switch r.compare(&p.sumR, p.expR) {
	case 0:
		return Answer{Relation: collide.Touching}
	case 1:
		lo, hi := r.minus(&p.sumR, p.expR)
		return Answer{collide.Apart, max(lo, 0), hi}
	}
	lo, hi := r.minus(&p.sumR, p.expR)
	return Answer{collide.Overlapping, lo, min(hi, 0)}
}

// compare returns the sign of r - m 2^e.
func (r *root) compare(m *big.Int, e int) int {
	switch {
	case r.sign > m.Sign():
		return 1
	case r.sign < m.Sign():
		return -1
	case r.sign == 0:
		return 0
	}
	var left, right big.Int
	right.Mul(m, m).Mul(&right, &r.den)
	left.Set(&r.num)
	if k := 2 * (r.exp - e); k >= 0 {
		left.Lsh(&left, uint(k))
	} else {
		right.Lsh(&right, uint(-k))
	}
	return r.sign * left.Cmp(&right)
}

// minus returns doubles around r - m 2^e, which is not zero.
func (r *root) minus(m *big.Int, e int) (lo, hi float64) {
	for prec := uint(160); ; prec *= 2 {
		x := new(big.Float).SetPrec(prec)
		if r.sign != 0 {
			num := new(big.Float).SetPrec(prec).SetInt(&r.num)
			den := new(big.Float).SetPrec(prec).SetInt(&r.den)
			x.Quo(num, den)
			x.Sqrt(x)
			x.SetMantExp(x, r.exp)
			if r.sign < 0 {
				x.Neg(x)
			}
		}
		big1 := x.MantExp(nil)
		if m.Sign() != 0 {
			sum := new(big.Float).SetPrec(prec).SetInt(m)
			sum.SetMantExp(sum, e)
			if x.Sign() == 0 {
				big1 = sum.MantExp(nil)
			}
			big1 = max(big1, sum.MantExp(nil))
			x.Sub(x, sum)
		}
		// Each of the six roundings is off by 2^-prec of the larger operand at most.
		if x.Sign() == 0 || x.MantExp(nil) < big1-int(prec)+70 {
			continue
		}
		f, _ := x.Float64()
		return math.Nextafter(f, math.Inf(-1)), math.Nextafter(f, math.Inf(1))
	}
}
