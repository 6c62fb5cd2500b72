package exact

import (
	"math"
	"math/bits"
)

// sumWords is the length that the widest sum needs: products of three doubles reach from 2^-3222 to
// 2^3072, 6 more bits hold the sign and the carries of up to 32 products, and 4 words are room for
// the last product's limbs.
const sumWords = (3222+3072+6)/64 + 5

// sum is an exact sum of products of doubles: an integer in two's complement, in units of 2^-k for
// a k that the caller's offsets imply. There is no rounding in it anywhere, so its sign is the same
// on every platform.
//
// It is Kulisch's long accumulator cut to the width that the operands at hand need. Unlike
// expansions of doubles it has no trouble with underflow, overflow or contraction.
type sum struct {
	words [sumWords]uint64
	used  int // words[:used] hold the sum, the sign bit included
	least int // no operand has a lower exponent
}

// reset empties s for up to 32 products of degree operands each, all of them with exponents in
// [least, greatest].
func (s *sum) reset(degree, least, greatest int) {
	s.used = (degree*(greatest-least+53)+6)/64 + 1
	s.least = least
}

// parts returns the integer m and the exponent e with |x| = m * 2^e, and whether x is negative.
func parts(x float64) (m uint64, e int, negative bool) {
	b := math.Float64bits(x)
	m, e = b&(1<<52-1), int(b>>52&0x7ff)
	if e == 0 {
		return m, -1074, b>>63 != 0
	}
	return m | 1<<52, e - 1075, b>>63 != 0
}

// exponents widens [least, greatest] to the exponents of x; a zero has none.
func exponents(x float64, least, greatest int) (newLeast, newGreatest int) {
	if x == 0 {
		return least, greatest
	}
	e := max(int(math.Float64bits(x)>>52&0x7ff), 1) - 1075
	return min(least, e), max(greatest, e)
}

// addProduct2 adds x*y, or -x*y when minus is set.
func (s *sum) addProduct2(x, y float64, minus bool) {
	mx, ex, nx := parts(x)
	my, ey, ny := parts(y)
	hi, lo := bits.Mul64(mx, my)
	if hi|lo == 0 {
		return
	}
	s.add(lo, hi, 0, uint(ex+ey-2*s.least), minus != (nx != ny))
}

// addProduct3 adds x*y*z, or -x*y*z when minus is set.
func (s *sum) addProduct3(x, y, z float64, minus bool) {
	mx, ex, nx := parts(x)
	my, ey, ny := parts(y)
	mz, ez, nz := parts(z)
	hi, lo := bits.Mul64(mx, my)
	if hi|lo == 0 || mz == 0 {
		return
	}
	c, w0 := bits.Mul64(lo, mz)
	w2, w1 := bits.Mul64(hi, mz)
	w1, carry := bits.Add64(w1, c, 0)
	s.add(w0, w1, w2+carry, uint(ex+ey+ez-3*s.least), (minus != (nx != ny)) != nz)
}

// add adds (or subtracts, when negative) the integer of three limbs shifted left by shift bits.
func (s *sum) add(w0, w1, w2 uint64, shift uint, negative bool) {
	i, r := int(shift>>6), shift&63
	// A shift by 64 gives 0 in Go, which is what r == 0 needs.
	limbs := [4]uint64{w0 << r, w1<<r | w0>>(64-r), w2<<r | w1>>(64-r), w2 >> (64 - r)}
	w := s.words[i : s.used+3]
	var carry uint64
	if negative {
		w[0], carry = bits.Sub64(w[0], limbs[0], 0)
		w[1], carry = bits.Sub64(w[1], limbs[1], carry)
		w[2], carry = bits.Sub64(w[2], limbs[2], carry)
		w[3], carry = bits.Sub64(w[3], limbs[3], carry)
		for j := 4; carry != 0 && j < len(w); j++ {
			w[j], carry = bits.Sub64(w[j], 0, carry)
		}
		return
	}
	w[0], carry = bits.Add64(w[0], limbs[0], 0)
	w[1], carry = bits.Add64(w[1], limbs[1], carry)
	w[2], carry = bits.Add64(w[2], limbs[2], carry)
	w[3], carry = bits.Add64(w[3], limbs[3], carry)
	for j := 4; carry != 0 && j < len(w); j++ {
		w[j], carry = bits.Add64(w[j], 0, carry)
	}
}

// sign returns the sign of the sum: -1, 0 or 1.
func (s *sum) sign() int {
	if s.words[s.used-1]>>63 != 0 {
		return -1
	}
	for _, w := range s.words[:s.used] {
		if w != 0 {
			return 1
		}
	}
	return 0
}
