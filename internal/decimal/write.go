package decimal

import (
	"encoding/binary"
	"math"
	"math/bits"
	"strconv"
)

// Append appends the shortest number that reads back to x, that of strconv.AppendFloat with 'g' and
// -1.
func Append(dst []byte, x float64) []byte {
	if i := int32(x); float64(i) == x && i < 1e6 && i > -1e6 && i != 0 {
		return strconv.AppendInt(dst, int64(i), 10)
	}
	n, exp, ok := shortest(x)
	if !ok {
		return strconv.AppendFloat(dst, x, 'g', -1, 64)
	}
	if x < 0 {
		dst = append(dst, '-')
	}
	var buf [20]byte
	first := put(&buf, n)
	last := len(buf)
	for buf[last-1] == '0' { // n is not 0
		last--
	}
	return layOut(dst, buf[first:last], len(buf)-first+exp)
}

// doubt is more than the units by which the fixed-point numbers of shortest are off: each is cut
// off, and lacks what the power of ten lacks, and one may be the difference to one that is exact.
const doubt = 4

// shortest returns n and exp, so that n*10^exp is the number of fewest digits that reads back to
// |x|, and of those the nearest to it; zeros at its end do not count. ok is false where it takes
// more to say.
//
// x is v*10^exp, with v between 1e16 and 2e17, and the numbers that read back to it are those
// nearer to v than w, half the distance of two doubles, which is between 0.5 and 23; of both ends
// nobody asks here. The multiple of 100 nearest to v is the only one that can be nearer than w, so
// it is the shortest, if it is, whatever its zeros are. Else no number ends with more than one
// zero, and of those that end with one the nearest to v is nearer than w, if any is. Else no
// shorter number is left than the nearest. Where one of these comparisons is in doubt, ok is false.
// A power of two has neighbours at two distances, and is left to the caller as well.
//
// Sources: [Steele90], and the idea of doubt [Loitsch10].
func shortest(x float64) (n uint64, exp int, ok bool) {
	b := math.Float64bits(x)
	f, e := b&(1<<52-1), int(b>>52&0x7ff)
	if f == 0 || e < 1023-70 || e > 1023+70 {
		return 0, 0, false
	}
	e -= 1023 // x is between 2^e and 2^(e+1)
	q := 16 - log10(e)
	t := &powers[q-leastPower]
	m := (f | 1<<52) << 11
	high, low := bits.Mul64(m, t.high)
	more, _ := bits.Mul64(m, t.low)
	low, carry := bits.Add64(low, more, 0)
	high += carry
	one := uint(62-e-log2(q)) & 63 // high, of v, counts units of 2^-one: 5 to 11 bits
	n = high >> one
	above := n % 100
	scale := (one + 46) & 63
	over := high<<(64-one&63)>>(64-scale&63) | low>>18 // v-n, in units of 2^-scale
	w := t.high>>54<<46 | (t.high<<10|t.low>>54)>>18
	for unit := uint64(100); unit > 0; unit /= 10 {
		near, d, half := n-above, above<<scale|over, unit<<scale>>1
		if d > half {
			near, d = near+unit, 2*half-d
		}
		if d-w+doubt <= 2*doubt || unit < 100 && half-d <= doubt {
			return 0, 0, false
		}
		if d < w {
			return near, -q, true
		}
		if above %= 10; unit == 10 {
			above = 0
		}
	}
	return 0, 0, false
}

// put writes the digits of n, which is not 0, to the end of buf, and returns where they begin.
func put(buf *[20]byte, n uint64) int {
	i := len(buf)
	for n >= 1e8 {
		i -= 8
		eight := uint32(n % 1e8)
		n /= 1e8
		binary.LittleEndian.PutUint64(buf[i:], eightDigits(eight))
	}
	for rest := uint32(n); rest > 0; rest /= 10 {
		i--
		buf[i] = byte('0' + rest%10)
	}
	return i
}

// eightDigits returns the digits of n, below 1e8, the first in the lowest byte: fours, then pairs,
// then all are taken apart side by side. 5243/2^19 and 103/2^10 divide by 100 and 10 as far as it
// goes.
func eightDigits(n uint32) uint64 {
	w := uint64(n/1e4) | uint64(n%1e4)<<32
	q := w * 5243 >> 19 & 0x0000007f0000007f
	w = q | (w-100*q)<<16
	q = w * 103 >> 10 & 0x000f000f000f000f
	w = q | (w-10*q)<<8
	return w | 0x3030303030303030
}

// layOut appends 0.digits * 10^point as strconv does for 'g' and -1: plain from 1e-4 to 1e6, with
// an exponent of two digits at least beyond. digits is not empty, and ends with none that is 0.
func layOut(dst, digits []byte, point int) []byte {
	switch n := len(digits); {
	case point < -3 || point > 6:
		dst = append(dst, digits[0])
		if n > 1 {
			dst = append(append(dst, '.'), digits[1:]...)
		}
		dst = append(dst, 'e')
		e := point - 1
		if e < 0 {
			dst, e = append(dst, '-'), -e
		} else {
			dst = append(dst, '+')
		}
		return append(dst, byte('0'+e/10), byte('0'+e%10)) // numbers here are far from 1e99
	case point <= 0:
		dst = append(append(dst, '0', '.'), "000"[:-point]...)
		return append(dst, digits...)
	case point >= n:
		dst = append(dst, digits...)
		return append(dst, "000000"[:point-n]...)
	default:
		dst = append(append(dst, digits[:point]...), '.')
		return append(dst, digits[point:]...)
	}
}
