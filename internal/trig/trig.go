// Package trig has the sine and cosine of the constructors of rotations: correctly rounded, and so
// the same bits on every platform, which math.Sin and math.Cos are not.
//
// Integers of 128 bits with a proved error bound give them, unless the result is within that bound
// of the middle between two doubles; then math/big does. docs/math/trig.md derives the bounds.
package trig

import "math"

// CosSin returns the doubles nearest to the cosine and the sine of the finite x radians. Nothing is
// allocated unless a result is within 2^-102 of the middle between two doubles, as for one angle in
// 2^49.
func CosSin(x float64) (c, s float64) {
	if math.Abs(x) < 0x1p-27 {
		return 1, x // 1 - x^2/2 and x - x^3/6 round to these
	}
	a := reduce(x)
	c, s, ok := a.quick()
	if !ok {
		c, s, ok = a.accurate()
	}
	if !ok {
		return slowCosSin(x)
	}
	return c, flip(s, x)
}

// CosSinDegrees returns the doubles nearest to the cosine and the sine of the finite d degrees, the
// real angle d pi/180: (0, 1) for 90, (0.5, ...) for 60. It allocates where CosSin does, and where
// the sine is below 2^-1020.
func CosSinDegrees(d float64) (c, s float64) {
	a := reduceDegrees(d)
	if a.mantissa == (fixed{}) {
		c, s = a.place(1, 0)
		return c + 0, flip(s, d) + 0 // no -0
	}
	c, s, ok := a.quick()
	if !ok {
		c, s, ok = a.accurate()
	}
	if !ok {
		return slowCosSinDegrees(d)
	}
	return c, flip(s, d)
}

// flip returns s with the other sign where that of x is minus.
func flip(s, x float64) float64 {
	return math.Float64frombits(math.Float64bits(s) ^ math.Float64bits(x)&(1<<63))
}
