package trig

import "math"

// nearLimit is up to where Near is its own way; larger angles take that of CosSin.
const nearLimit = 0x1p20

// pi/2 in three parts: twice 33 bits, so that their products with integers up to 2^20 are exact,
// and the rest.
const (
	quarter1 = 0x1.921fb544p+0
	quarter2 = 0x1.0b4611a6p-34
	quarter3 = 0x1.3198a2e037073p-69
)

// Near returns the cosine and the sine of x radians, each within 2 * 2^-53 in absolute terms: in a
// third of the time of CosSin, which rounds correctly, and as that the same on every platform.
//
// The angle is brought to within pi/4 of a multiple of pi/2 ([Muller16], 11.2), and the series are
// summed in Horner's way up to the terms below 2^-57.
func Near(x float64) (c, s float64) {
	if !(math.Abs(x) <= nearLimit) {
		return CosSin(x)
	}
	n := math.Floor(float64(x*(2/math.Pi)) + 0.5)
	r := ((x - float64(n*quarter1)) - float64(n*quarter2)) - float64(n*quarter3)
	z := float64(r * r)
	c = float64(z*(1.0/20922789888000)) - 1.0/87178291200
	s = float64(z*(-1.0/1307674368000)) + 1.0/6227020800
	c, s = float64(z*c)+1.0/479001600, float64(z*s)-1.0/39916800
	c, s = float64(z*c)-1.0/3628800, float64(z*s)+1.0/362880
	c, s = float64(z*c)+1.0/40320, float64(z*s)-1.0/5040
	c, s = float64(z*c)-1.0/720, float64(z*s)+1.0/120
	c, s = float64(z*c)+1.0/24, float64(z*s)-1.0/6
	c = float64(z*c) - 0.5
	c, s = 1+float64(z*c), r+float64(float64(z*r)*s)
	switch int64(n) & 3 {
	case 1:
		return -s, c
	case 2:
		return -c, -s
	case 3:
		return s, -c
	}
	return c, s
}

// NearSum returns the cosine and the sine of hi + lo radians, whose sum rounds to hi, each within
// 3 * 2^-53 in absolute terms. Beyond 2^26 lo is no small angle, and has a cosine and a sine of its
// own.
func NearSum(hi, lo float64) (c, s float64) {
	c, s = Near(hi)
	if math.Abs(lo) < smallAngle {
		return c - float64(s*lo), s + float64(c*lo)
	}
	cl, sl := CosSin(lo)
	return float64(c*cl) - float64(s*sl), float64(s*cl) + float64(c*sl)
}

// smallAngle is below which an angle is its own sine and has no cosine but 1, to 2^-55.
const smallAngle = 0x1p-27
