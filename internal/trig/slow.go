package trig

import (
	"math"
	"math/big"
	"sync"
)

// slowCosSin is CosSin by math/big: with 160 digits, and with twice as many where rounding is not
// certain. No double but 0 has a sine or cosine halfway between two doubles, so that this ends.
// Some 35 us.
func slowCosSin(x float64) (c, s float64) {
	if x == 0 {
		return 1, x
	}
	return nearestPair(func(prec uint) (c, s *big.Float) { return cosSin(x, prec) })
}

// slowCosSinDegrees is CosSinDegrees by math/big. d is no multiple of 90. The sine or cosine of
// another rational angle is irrational or plus or minus 1/2 ([Niven56]), so that this ends.
func slowCosSinDegrees(d float64) (c, s float64) {
	return nearestPair(func(prec uint) (c, s *big.Float) {
		long := prec + 64 + 64 + uint(max(0, math.Ilogb(d))) // d - 90 k is exact
		x := new(big.Float).SetPrec(long).SetFloat64(d)
		right := big.NewFloat(90)
		k := nearest(new(big.Float).SetPrec(long).Quo(x, right))
		r := new(big.Float).SetPrec(long).SetInt(k)
		r.Sub(x, r.Mul(r, right))
		r.SetPrec(prec + 64)
		r.Quo(r.Mul(r, pi(prec+64)), big.NewFloat(180))
		return quadrant(k, r, prec+64)
	})
}

// nearestPair rounds the results of f, which are within 2^(20-prec) of themselves.
func nearestPair(f func(prec uint) (c, s *big.Float)) (c, s float64) {
	for prec := uint(160); ; prec *= 2 {
		bc, bs := f(prec)
		var ok1, ok2 bool
		c, ok1 = round(bc, prec)
		s, ok2 = round(bs, prec)
		if ok1 && ok2 {
			return c, s
		}
	}
}

// round returns the double nearest to v, and whether every number within 2^(24-prec) |v| has the
// same one.
func round(v *big.Float, prec uint) (float64, bool) {
	if v.Sign() == 0 {
		return 0, false
	}
	e := new(big.Float).SetPrec(prec).SetMantExp(v, 24-int(prec))
	lo, _ := new(big.Float).SetPrec(prec).Sub(v, e).Float64()
	hi, _ := new(big.Float).SetPrec(prec).Add(v, e).Float64()
	return lo, lo == hi
}

// cosSin returns the cosine and sine of x within 2^(20-prec) of themselves.
//
// x is reduced by k = round(x / (pi/2)) with 128 bits to spare beyond the integer part of x (the
// nearest that a double comes to a multiple of pi/2 is about 2^-62 of itself); the series follow.
func cosSin(x float64, prec uint) (c, s *big.Float) {
	work := prec + 64
	long := work + 128 + uint(max(0, math.Ilogb(x)))
	half := new(big.Float).SetMantExp(pi(long), -1)
	k := nearest(new(big.Float).SetPrec(long).Quo(big.NewFloat(x), half))
	r := new(big.Float).SetPrec(long).SetInt(k)
	r.Mul(r, half)
	r.Sub(new(big.Float).SetPrec(long).SetFloat64(x), r)
	r.SetPrec(work)
	return quadrant(k, r, work)
}

// quadrant returns the cosine and sine of k right angles and r.
func quadrant(k *big.Int, r *big.Float, prec uint) (c, s *big.Float) {
	bs, bc := series(r, prec)
	switch new(big.Int).And(k, big.NewInt(3)).Int64() {
	case 0:
		return bc, bs
	case 1:
		return bs.Neg(bs), bc
	case 2:
		return bc.Neg(bc), bs.Neg(bs)
	}
	return bs, bc.Neg(bc)
}

// series returns the sine and cosine of |r| <= 0.8 by their Taylor series.
func series(r *big.Float, prec uint) (s, c *big.Float) {
	r2 := new(big.Float).SetPrec(prec).Mul(r, r)
	s = new(big.Float).SetPrec(prec).Set(r)
	c = new(big.Float).SetPrec(prec).SetInt64(1)
	if r.Sign() == 0 {
		return s, c
	}
	odd := new(big.Float).SetPrec(prec).Set(r)
	even := new(big.Float).SetPrec(prec).SetInt64(1)
	n := new(big.Float).SetPrec(prec)
	for i := int64(1); even.MantExp(nil) > -int(prec) || odd.MantExp(nil)-r.MantExp(nil) > -int(prec); i++ {
		even.Quo(even.Mul(even, r2), n.SetInt64(-(2*i-1)*(2*i)))
		c.Add(c, even)
		odd.Quo(odd.Mul(odd, r2), n.SetInt64(-(2*i)*(2*i+1)))
		s.Add(s, odd)
	}
	return s, c
}

// nearest returns an integer nearest to v.
func nearest(v *big.Float) *big.Int {
	h := big.NewFloat(0.5)
	if v.Signbit() {
		h.Neg(h)
	}
	k, _ := new(big.Float).SetPrec(v.Prec()).Add(v, h).Int(nil)
	return k
}

// piBits is the precision to which pi is kept; enough for 1e100 at the first four precisions.
const piBits = 2048

var keptPi = sync.OnceValue(func() *big.Float { return computePi(piBits) })

// pi returns pi to at least prec bits.
func pi(prec uint) *big.Float {
	if prec <= piBits {
		return new(big.Float).SetPrec(prec).Set(keptPi())
	}
	return computePi(prec)
}

// computePi returns pi by Machin's formula, 16 arctan(1/5) - 4 arctan(1/239), in fixed point.
func computePi(prec uint) *big.Float {
	shift := prec + 32
	a := arctanInverse(5, shift)
	b := arctanInverse(239, shift)
	v := a.Sub(a.Lsh(a, 4), b.Lsh(b, 2))
	f := new(big.Float).SetPrec(prec).SetInt(v)
	return f.SetMantExp(f, -int(shift))
}

// arctanInverse returns 2^shift arctan(1/n) but for as many units as its series has terms.
func arctanInverse(n int64, shift uint) *big.Int {
	t := new(big.Int).Lsh(big.NewInt(1), shift)
	t.Quo(t, big.NewInt(n))
	sum := new(big.Int).Set(t)
	n2 := big.NewInt(n * n)
	q := new(big.Int)
	for i := int64(1); t.Sign() != 0; i++ {
		t.Quo(t, n2)
		q.Quo(t, big.NewInt(2*i+1))
		if i%2 == 1 {
			sum.Sub(sum, q)
		} else {
			sum.Add(sum, q)
		}
	}
	return sum
}

// slowUnit is Unit by math/big, of coordinates that are not 0.
//
// No quotient lies halfway between two doubles (a rational n is dyadic, and then its quotients are
// doubles or have no finite binary form), so that the loop ends.
func slowUnit(c, s float64) (float64, float64) {
	return nearestPair(func(prec uint) (x, y *big.Float) {
		num := func(v float64) *big.Float { return new(big.Float).SetPrec(prec + 64).SetFloat64(v) }
		bc, bs := num(c), num(s)
		n := num(0).Add(num(0).Mul(bc, bc), num(0).Mul(bs, bs))
		n.Sqrt(n)
		return bc.Quo(bc, n), bs.Quo(bs, n)
	})
}
