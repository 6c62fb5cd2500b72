package trig

import "math"

// arctangents are arctan(j/8) for j = 0 to 8 as the sum of two doubles.
var arctangents = [...][2]float64{
	{0, 0},
	{0x1.fd5ba9aac2f6ep-4, -0x1.cd37686760c17p-59},
	{0x1.f5b75f92c80ddp-3, 0x1.8ab6e3cf7afbdp-57},
	{0x1.6f61941e4def1p-2, -0x1.c63aae6f6e918p-56},
	{0x1.dac670561bb4fp-2, 0x1.a2b7f222f65e2p-56},
	{0x1.1e00babdefeb4p-1, -0x1.928df287a668fp-58},
	{0x1.4978fa3269ee1p-1, 0x1.2419a87f2a458p-56},
	{0x1.700a7c5784634p-1, -0x1.8c34d25aadef6p-56},
	{0x1.921fb54442d18p-1, 0x1.1a62633145c07p-55},
}

// right is pi/2 as the sum of two doubles.
const (
	right     = 0x1.921fb54442d18p+0
	rightRest = 0x1.1a62633145c07p-54
)

// Atan2 returns the angle of the vector (x, y), in [-pi, pi], within 1.2 ulp: that of x + iy. Its
// products and sums are rounded one by one, so that it is the same on every platform, as math.Atan2
// is not. The larger magnitude is within [2^-900, 2^900], or both are 0, which gives 0.
func Atan2(y, x float64) float64 {
	u, v := math.Abs(x), math.Abs(y)
	hi, lo := arctan(min(u, v), max(u, v))
	if v > u {
		hi, lo = right-hi, ((right-(right-hi))-hi)+(rightRest-lo)
	}
	if math.Signbit(x) && (x != 0 || y != 0) {
		a := 2*right - hi
		hi, lo = a, ((2*right-a)-hi)+(2*rightRest-lo)
	}
	return math.Copysign(hi+lo, y)
}

// arctan returns arctan(v/u) as a sum of two doubles, the second of which is at most a ulp of j/8
// and half the first. 0 <= v <= u.
//
// With t = (v - u j/8) / (u + v j/8) it is arctan(j/8) + arctan(t), and |t| < 1/16 leaves seven
// terms of the series.
func arctan(v, u float64) (hi, lo float64) {
	if v == 0 {
		return 0, 0
	}
	j := math.Floor(float64(8*(v/u)) + 0.5)
	p, e := twoProd(j, u) // 8 v - p is exact: both are within a factor of 2, or j is 0
	t := ((float64(8*v) - p) - e) / (float64(8*u) + float64(j*v))
	z := float64(t * t)
	s := 1.0/11 - float64(z*(1.0/13))
	s = 1.0/9 - float64(z*s)
	s = 1.0/7 - float64(z*s)
	s = 1.0/5 - float64(z*s)
	s = 1.0/3 - float64(z*s)
	c := arctangents[int(j)]
	rest := c[1] - float64(float64(t*z)*s)
	if j == 0 {
		return t, rest
	}
	hi = c[0] + t
	return hi, (t - (hi - c[0])) + rest
}
