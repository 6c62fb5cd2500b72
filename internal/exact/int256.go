package exact

import (
	"math"
	"math/bits"
)

// Int128 is a signed integer of 128 bits in two's complement.
type Int128 struct{ lo, hi uint64 }

// Mul returns x*y, which always fits.
func Mul(x, y int64) Int128 {
	hi, lo := bits.Mul64(uint64(x), uint64(y))
	// bits.Mul64 took a negative factor as that factor plus 2^64.
	hi -= uint64(x>>63)&uint64(y) + uint64(y>>63)&uint64(x)
	return Int128{lo, hi}
}

// Add returns x + y, modulo 2^128.
func (x Int128) Add(y Int128) Int128 {
	lo, c := bits.Add64(x.lo, y.lo, 0)
	hi, _ := bits.Add64(x.hi, y.hi, c)
	return Int128{lo, hi}
}

// Sub returns x - y, modulo 2^128.
func (x Int128) Sub(y Int128) Int128 {
	lo, b := bits.Sub64(x.lo, y.lo, 0)
	hi, _ := bits.Sub64(x.hi, y.hi, b)
	return Int128{lo, hi}
}

// Sign returns -1, 0 or 1.
func (x Int128) Sign() int {
	if int64(x.hi) < 0 {
		return -1
	}
	if x.hi|x.lo == 0 {
		return 0
	}
	return 1
}

// Float returns x, truncated to at least 63 significant bits and then rounded to the nearest
// double.
func (x Int128) Float() float64 { return x.Wide().Float() }

// Wide returns x with 256 bits.
func (x Int128) Wide() Int256 {
	s := uint64(int64(x.hi) >> 63)
	return Int256{x.lo, x.hi, s, s}
}

// Int256 is a signed integer of 256 bits in two's complement. Sums and products are modulo 2^256;
// the callers state why theirs fit.
type Int256 struct{ w0, w1, w2, w3 uint64 }

// Wide returns x as an Int256.
func Wide(x int64) Int256 {
	s := uint64(x >> 63)
	return Int256{uint64(x), s, s, s}
}

// Add returns x + y.
func (x Int256) Add(y Int256) Int256 {
	var c uint64
	x.w0, c = bits.Add64(x.w0, y.w0, 0)
	x.w1, c = bits.Add64(x.w1, y.w1, c)
	x.w2, c = bits.Add64(x.w2, y.w2, c)
	x.w3, _ = bits.Add64(x.w3, y.w3, c)
	return x
}

// Sub returns x - y.
func (x Int256) Sub(y Int256) Int256 {
	var b uint64
	x.w0, b = bits.Sub64(x.w0, y.w0, 0)
	x.w1, b = bits.Sub64(x.w1, y.w1, b)
	x.w2, b = bits.Sub64(x.w2, y.w2, b)
	x.w3, _ = bits.Sub64(x.w3, y.w3, b)
	return x
}

// Neg returns -x.
func (x Int256) Neg() Int256 { return Int256{}.Sub(x) }

// Sign returns -1, 0 or 1.
func (x Int256) Sign() int {
	if int64(x.w3) < 0 {
		return -1
	}
	if x.w0|x.w1|x.w2|x.w3 == 0 {
		return 0
	}
	return 1
}

// Times returns x*y.
func (x Int256) Times(y int64) Int256 {
	neg := y < 0
	u := uint64(y)
	if neg {
		u = -u
	}
	var r Int256
	var c, carry uint64
	carry, r.w0 = bits.Mul64(x.w0, u)
	h1, l1 := bits.Mul64(x.w1, u)
	r.w1, c = bits.Add64(l1, carry, 0)
	h2, l2 := bits.Mul64(x.w2, u)
	r.w2, c = bits.Add64(l2, h1, c)
	r.w3 = x.w3*u + h2 + c // modulo 2^256, right for negative x as well
	if neg {
		return r.Neg()
	}
	return r
}

// MulWide returns x*y, which always fits.
func MulWide(x, y Int128) Int256 {
	neg := int64(x.hi^y.hi) < 0
	x, y = x.abs(), y.abs()
	var r Int256
	var c uint64
	r.w1, r.w0 = bits.Mul64(x.lo, y.lo)
	r.w3, r.w2 = bits.Mul64(x.hi, y.hi)
	for _, m := range [2][2]uint64{{x.lo, y.hi}, {x.hi, y.lo}} {
		hi, lo := bits.Mul64(m[0], m[1])
		r.w1, c = bits.Add64(r.w1, lo, 0)
		r.w2, c = bits.Add64(r.w2, hi, c)
		r.w3 += c
	}
	if neg {
		return r.Neg()
	}
	return r
}

// abs returns the absolute value; that of -2^127 is 2^127 as an unsigned number.
func (x Int128) abs() Int128 {
	if int64(x.hi) < 0 {
		return Int128{}.Sub(x)
	}
	return x
}

// Float returns x, truncated to at least 63 significant bits and then rounded to the nearest
// double: the relative error is below 1.01 * 2^-53.
func (x Int256) Float() float64 {
	if int64(x.w3) < 0 {
		return -x.Neg().Float()
	}
	w := [4]uint64{x.w0, x.w1, x.w2, x.w3}
	i := 3
	for i > 0 && w[i] == 0 {
		i--
	}
	if i == 0 {
		return float64(w[0])
	}
	s := uint(bits.LeadingZeros64(w[i]))
	top := w[i]<<s | w[i-1]>>(64-s)
	return math.Ldexp(float64(top), 64*i-int(s))
}

// Det3 returns the sign of the determinant with rows a, b, c. No coordinate may exceed 2^53 in
// magnitude: the value is then below 2^162.
func Det3(a, b, c [3]int64) int {
	return Dot3(Cross3(a, b), c).Sign()
}

// Cross3 returns a x b. No coordinate may exceed 2^62 in magnitude.
func Cross3(a, b [3]int64) [3]Int128 {
	return [3]Int128{
		Mul(a[1], b[2]).Sub(Mul(a[2], b[1])),
		Mul(a[2], b[0]).Sub(Mul(a[0], b[2])),
		Mul(a[0], b[1]).Sub(Mul(a[1], b[0])),
	}
}

// Dot3 returns n . p.
func Dot3(n [3]Int128, p [3]int64) Int256 {
	return n[0].Wide().Times(p[0]).Add(n[1].Wide().Times(p[1])).Add(n[2].Wide().Times(p[2]))
}
