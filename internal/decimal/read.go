// Package decimal reads and writes decimal numbers as package strconv does, bit for bit and byte
// for byte, in less time where that is easily proved: of 19 digits at most, and not far from 1.
// About all else strconv decides.
package decimal

import (
	"encoding/binary"
	"math"
	"math/bits"
	"strconv"
)

// maxDigits is how many digits always fit in a word.
const maxDigits = 19

// Read reads the number of JSON that s[i:] begins with. It returns the double nearest to it, that
// of strconv.ParseFloat, and the index behind the number: i if there is none or if it is beyond the
// range of doubles. It goes on to the first byte that belongs to no number; the caller looks
// whether that byte may stand there.
func Read(s []byte, i int) (x float64, end int) {
	t := scan(s, i)
	if t.end == i {
		return 0, i
	}
	if t.digits > maxDigits && t.digits-zeros(s[i:t.end]) > maxDigits {
		return parse(s, i, t.end)
	}
	x, ok := scaled(t.m, t.exp)
	if !ok {
		return parse(s, i, t.end)
	}
	if s[i] == '-' {
		x = -x
	}
	return x, t.end
}

// parse asks strconv.
func parse(s []byte, i, end int) (float64, int) {
	x, err := strconv.ParseFloat(string(s[i:end]), 64)
	if err != nil {
		return 0, i
	}
	return x, end
}

// token is a number m*10^exp, modulo 2^64 in m if it has more than maxDigits digits. The exponent
// is out of the range of powers where it has many digits.
type token struct {
	m           uint64
	exp, digits int // digits before the exponent, zeros in front included
	end         int
}

// scan finds the number that s[i:] begins with; end is i if there is none.
func scan(s []byte, i int) (t token) {
	t.end = i
	k := i
	if k < len(s) && s[k] == '-' {
		k++
	}
	first := k
	m, k := digits(0, s, k)
	n := k - first
	if n == 0 || n > 1 && s[first] == '0' {
		return t
	}
	exp := 0
	if k < len(s) && s[k] == '.' {
		from := k + 1
		m, k = digits(m, s, from)
		exp = from - k
		if exp == 0 {
			return t
		}
		n -= exp
	}
	if k < len(s) && s[k]|0x20 == 'e' {
		e, end := exponent(s, k+1)
		if end == 0 {
			return t
		}
		if exp, k = exp+e, end; e <= -farExponent || e >= farExponent {
			exp = e
		}
	}
	return token{m: m, exp: exp, digits: n, end: k}
}

// digits reads digits from s[i] on behind those of m, and returns the number and the index behind
// them.
func digits(m uint64, s []byte, i int) (uint64, int) {
	for i+8 <= len(s) {
		w := binary.LittleEndian.Uint64(s[i:])
		if !areDigits(w) {
			break
		}
		m = m*1e8 + eight(w)
		i += 8
	}
	for i < len(s) && s[i]-'0' <= 9 {
		m = m*10 + uint64(s[i]-'0')
		i++
	}
	return m, i
}

// areDigits reports whether the eight bytes of w are digits: 0x30 to 0x39, of which 6 more is not
// above 0x3f.
func areDigits(w uint64) bool {
	const high, six, three = 0xf0f0f0f0f0f0f0f0, 0x0606060606060606, 0x3333333333333333
	return w&high|(w+six)&high>>4 == three
}

// eight returns the number of eight digits, the first in the lowest byte: pairs, then fours, then
// all are put together side by side.
func eight(w uint64) uint64 {
	w -= 0x3030303030303030
	w = w*10 + w>>8
	w = w&0x00ff00ff00ff00ff*100 + w>>16&0x00ff00ff00ff00ff
	return w&0x0000ffff*10000 + w>>32&0x0000ffff
}

// farExponent is the least magnitude of an exponent that is no longer told from greater ones, about
// which strconv decides: it is out of the range of powers, whatever the digits are.
const farExponent = 1e4

// exponent reads what is behind the e of a number, or what is nearest to it up to farExponent; end
// is 0 if that is no exponent.
func exponent(s []byte, i int) (e, end int) {
	negative := i < len(s) && s[i] == '-'
	if i < len(s) && (s[i] == '-' || s[i] == '+') {
		i++
	}
	m, end := digits(0, s, i)
	if end == i {
		return 0, 0
	}
	e = int(min(m, farExponent))
	if end-i > maxDigits {
		e = farExponent
	}
	if negative {
		e = -e
	}
	return e, end
}

// zeros returns how many digits of a number come before the first that is not 0.
func zeros(s []byte) int {
	n := 0
	for _, c := range s {
		switch {
		case c == '0':
			n++
		case c != '-' && c != '.':
			return n
		}
	}
	return n
}

// exactTens are the powers of ten that doubles have.
var exactTens = [...]float64{
	1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11,
	1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
}

// scaled returns the double nearest to m*10^exp; ok is false where that takes more to say.
//
// With m and 10^exp exact, one operation rounds once. Else the product with the power from the
// table is known to two units of its second word: what the power lacks, and what the last word of
// the product is. It rounds to 53 bits as the truth does unless the middle between two doubles is
// that near. Source: [Lemire21], with the doubt left to the caller.
func scaled(m uint64, exp int) (x float64, ok bool) {
	if m < 1<<53 && exp <= 0 && exp >= -22 {
		return float64(m) / exactTens[-exp], true
	}
	if m < 1<<53 && exp > 0 && exp <= 22 {
		return float64(m) * exactTens[exp], true
	}
	if m == 0 || exp < leastPower || exp > greatestPower {
		return 0, m == 0
	}
	t := &powers[exp-leastPower]
	shift := bits.LeadingZeros64(m)
	m <<= shift
	high, low := bits.Mul64(m, t.high)
	more, _ := bits.Mul64(m, t.low)
	low, carry := bits.Add64(low, more, 0)
	high += carry
	drop := 10 + int(high>>63)
	half := uint64(1) << (drop - 1)
	rest := high & (2*half - 1)
	if rest == half && low == 0 || rest == half-1 && low >= 1<<64-2 {
		return 0, false
	}
	f := high >> drop
	if rest >= half {
		f++
	}
	e := drop + 1 + log2(exp) - shift // high counts units of 2^(1+log2-shift)
	return float64(f) * math.Float64frombits(uint64(e+1023)<<52), true
}
