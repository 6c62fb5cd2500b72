package exact

import (
	"cmp"
	"math"
	"math/big"

	"github.com/collide-go/collide/internal/num"
)

// Sum returns the sum of numbers, finite all: within an ulp, and with its exact sign. rest tells
// that it is not exact.
func (a *Arena) Sum(x []float64) (sum float64, rest bool) {
	if len(x) == 2 {
		s := num.TwoSum(x[0], x[1])
		return s.Hi, s.Lo != 0
	}
	exp := math.MaxInt
	for _, v := range x {
		_, e := Split(v)
		exp = min(exp, e)
	}
	if exp == math.MaxInt {
		return 0, false
	}
	mark := a.Mark()
	defer a.Release(mark)
	total, t := a.Int().SetInt64(0), a.Int()
	for _, v := range x {
		total.Add(total, SetScaled(t, v, exp))
	}
	m, e := Float(total)
	sum = num.PlusZero(math.Ldexp(m, e+exp))
	if _, e := Split(sum); e < exp {
		return sum, true
	}
	return sum, SetScaled(t, sum, exp).Cmp(total) != 0
}

// SignRootsShrunk returns the sign of p - sqrt(u) + sqrt(v) for u, v >= 0.
func SignRootsShrunk(ar *Arena, p, u, v *big.Int) int {
	if p.Sign() < 0 { // the opposite of |p| + sqrt(u) - sqrt(v)
		return -SignRootsShrunk(ar, ar.Int().Neg(p), v, u)
	}
	// (p + sqrt(v))^2 - u = p^2 + v - u + 2 p sqrt(v).
	x := ar.Int().Mul(p, p)
	x.Sub(x.Add(x, v), u)
	if x.Sign() >= 0 {
		if x.Sign() == 0 && (p.Sign() == 0 || v.Sign() == 0) {
			return 0
		}
		return 1
	}
	y := ar.Mul(ar.Mul(p, p), v)
	return y.Lsh(y, 2).Cmp(ar.Mul(x, x))
}

// SignRoot returns the sign of x + y sqrt(k) for k >= 0.
func SignRoot(ar *Arena, x, y, k *big.Int) int {
	p, q := x.Sign(), y.Sign()*k.Sign()
	if p*q >= 0 {
		return cmp.Or(p, q)
	}
	return p * ar.Mul(x, x).Cmp(ar.Mul(ar.Mul(y, y), k))
}

// SignMargin returns the sign of p - sqrt(u) - r sqrt(n) for u, n >= 0 and r of any sign.
func SignMargin(ar *Arena, p, u, r, n *big.Int) int {
	v := ar.Mul(ar.Mul(r, r), n)
	if r.Sign() < 0 {
		return SignRootsShrunk(ar, p, u, v)
	}
	return SignRoots(ar, p, u, v)
}
