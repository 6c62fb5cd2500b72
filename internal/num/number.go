package num

import "math"

// Unit is u, half an ulp of 1: the relative error of one rounding.
const Unit = 0x1p-53

// PlusZero turns -0 into +0 and leaves every other number alone.
func PlusZero(x float64) float64 { return x + 0 }

// Magnitude returns the bits of |x|, which are in the order of the magnitudes: the greatest of
// integers is found faster than that of doubles.
func Magnitude(x float64) uint64 { return math.Float64bits(x) &^ (1 << 63) }

// Lesser returns the lesser of two numbers that are not negative, sooner than min, which has to
// know of signs and of NaN.
func Lesser(x, y float64) float64 {
	return math.Float64frombits(min(math.Float64bits(x), math.Float64bits(y)))
}

// Greater returns the greater of two numbers that are not negative.
func Greater(x, y float64) float64 {
	return math.Float64frombits(max(math.Float64bits(x), math.Float64bits(y)))
}

// Clamp returns the number in [-h, h] nearest to x, by comparisons, which let the processor go on
// where min and max have it wait.
func Clamp(x, h float64) float64 {
	if x > h {
		return h
	}
	if x < -h {
		return -h
	}
	return x
}

// Cut returns the part of [lo, hi] between a and b, in any order of these; lo > hi where there is
// none.
func Cut(lo, hi, a, b float64) (from, to float64) {
	if a > b {
		a, b = b, a
	}
	if a > lo {
		lo = a
	}
	if b < hi {
		hi = b
	}
	return lo, hi
}

// PowerBelow returns the power of two 2^k with 2^k x in [1/2, 1), clamped so that it and its
// products with accepted numbers stay finite; 1 for x = 0. Precondition: x >= 0.
func PowerBelow(x float64) float64 {
	e := int(math.Float64bits(x)>>52&0x7ff) - 1022
	if x == 0 {
		return 1
	}
	return math.Float64frombits(uint64(1023-min(max(e, -1010), 1010)) << 52)
}

// Exponent returns e of x = 2^e. Precondition: x is such a power, and a normal number.
func Exponent(x float64) int { return int(math.Float64bits(x)>>52) - 1023 }

// Ldexp is math.Ldexp, quick where 2^e is a normal number: one product, which rounds as often.
func Ldexp(x float64, e int) float64 {
	if e < -1022 || e > 1023 {
		return math.Ldexp(x, e)
	}
	return float64(x * math.Float64frombits(uint64(e+1023)<<52))
}

// Compare returns the sign of x - y, 0 where one is NaN.
func Compare(x, y float64) int {
	switch {
	case x < y:
		return -1
	case x > y:
		return 1
	}
	return 0
}

// Clamp1 returns the number of [-1, 1] nearest x; 0 for NaN.
func Clamp1(x float64) float64 {
	switch {
	case x >= 1:
		return 1
	case x <= -1:
		return -1
	case x == x:
		return x
	}
	return 0
}

// Toward returns h, or -h where the coordinate d of a direction is negative; never -0.
func Toward(h, d float64) float64 {
	if d < 0 {
		return 0 - h
	}
	return h
}

// Sign returns 1 for a number whose lowest bit is 0 and -1 for others: the side that a bit of a
// corner's number stands for.
func Sign(bit int32) float64 { return float64(1 - 2*(bit&1)) }

// Half returns half a size >= 0, rounded up where the size is an odd multiple of the least
// subnormal number (exact everywhere else), so that a body with a size keeps one.
func Half(size float64) float64 {
	h := float64(size * 0.5)
	return PlusZero(max(h, size-h))
}

// RoundUp returns x >= 0 enlarged by 8 to 10 u, so that it bounds what x was rounded from in a few
// steps.
func RoundUp(x float64) float64 {
	if x == 0 {
		return 0
	}
	return float64(x*(1+0x1p-50)) + math.SmallestNonzeroFloat64
}

// Middle returns (lo + hi)/2, or 0 for the whole line. The halves are added, so that nothing
// overflows.
func Middle(lo, hi float64) float64 {
	if m := float64(lo*0.5) + float64(hi*0.5); m == m {
		return PlusZero(m)
	}
	return 0
}

// AddUp returns the least double not below a + b. Infinite sums stay.
func AddUp(a, b float64) float64 {
	s := TwoSum(a, b)
	if s.Lo > 0 {
		s.Hi = math.Nextafter(s.Hi, math.Inf(1))
	}
	return PlusZero(s.Hi)
}

// AddDown returns the greatest double not above a + b.
func AddDown(a, b float64) float64 { return PlusZero(-AddUp(-a, -b)) }

// SumDifferences returns (q - p) + (v - u) + rest with one rounding, but for the last bits of rest.
func SumDifferences(p, q, u, v, rest float64) float64 {
	d, e := TwoSum(q, -p), TwoSum(v, -u)
	s := TwoSum(d.Hi, e.Hi)
	return s.Hi + (s.Lo + (d.Lo + (e.Lo + rest)))
}

// ScaleDown returns s x, rounded down where it is below the least normal double; s is a power of
// two from 2^-1022 to 2^1022.
func ScaleDown(x, s float64) float64 {
	if y := float64(x * s); math.Abs(y) > 0x1p-1022 {
		return y
	}
	return scaleTinyDown(x, s)
}

// scaleTinyDown is ScaleDown for what may be below the least normal double.
func scaleTinyDown(x, s float64) float64 {
	y := float64(x * s)
	if math.Abs(y) <= 0x1p-1022 && y/s > x {
		y = math.Nextafter(y, math.Inf(-1))
	}
	return y
}

// ScaleUp is ScaleDown, rounded up.
func ScaleUp(x, s float64) float64 { return -ScaleDown(-x, s) }
