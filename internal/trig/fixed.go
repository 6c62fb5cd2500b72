package trig

import (
	"math"
	"math/bits"
)

// fixed is an unsigned fraction of 128 bits, (hi 2^64 + lo) / 2^128. A unit of it is 2^-128.
//
// Integers need no rule about fused products, and are the same on every platform.
type fixed struct{ hi, lo uint64 }

// mul returns a b less 0 to 3 units: three partial products are cut off, and the least is left out.
func (a fixed) mul(b fixed) fixed {
	h, l := bits.Mul64(a.hi, b.hi)
	m, _ := bits.Mul64(a.hi, b.lo)
	n, _ := bits.Mul64(a.lo, b.hi)
	m, c1 := bits.Add64(m, n, 0)
	l, c2 := bits.Add64(l, m, 0)
	h, _ = bits.Add64(h, c1, c2)
	return fixed{h, l}
}

// sub returns a - b modulo 1.
func (a fixed) sub(b fixed) fixed {
	lo, c := bits.Sub64(a.lo, b.lo, 0)
	hi, _ := bits.Sub64(a.hi, b.hi, c)
	return fixed{hi, lo}
}

// shiftRight returns a / 2^n less 0 to 1 units. n >= 0.
func (a fixed) shiftRight(n uint) fixed {
	if n >= 64 {
		return fixed{0, a.hi >> (n - 64)}
	}
	return fixed{a.hi >> n, a.lo>>n | a.hi<<(64-n)}
}

// angle is an angle reduced to an eighth of a turn either way: it is turn/2 (rounded down) right
// angles plus, or minus where turn is odd, 2^exp mantissa.
type angle struct {
	mantissa fixed // in [1/2, 1), or 0
	exp      int   // 2^exp mantissa <= 0.8
	turn     uint  // only the last three bits count
}

// twoOverPi has 64 zeros and then the first bits of 2/pi.
var twoOverPi = [...]uint64{
	0x0000000000000000, 0xa2f9836e4e441529, 0xfc2757d1f534ddc0, 0xdb6295993c439041,
	0xfe5163abdebbc561, 0xb7246e3a424dd2e0, 0x06492eea09d1921c, 0xfe1deb1cb129a73e,
	0xe88235f52ebb4484, 0xe99c7026b45f7e41, 0x3991d639835339f4, 0x9c845f8bbdf9283b,
	0x1ff897ffde05980f, 0xef2f118b5a0a6d1f, 0x6d367ecf27cb09b7, 0x4f463f669e5fea2d,
	0x7527bac7ebe5f17b, 0x3d0739f78a5292ea, 0x6bfb5fb11f8d5d08, 0x56033046fc7b6bab,
	0xf0cfbc209af4361d, 0xa9e391615ee61b08, 0x6599855f14a06840,
}

// quarterPi is pi/4 and degree 32 pi/180, each to the nearest unit.
var (
	quarterPi = fixed{0xc90fdaa22168c234, 0xc4c6628b80dc1cd1}
	degree    = fixed{0x8efa351294e9c8ae, 0x0ec5f66e9485c4d9}
)

// decompose returns m and e with |x| = m 2^e for a finite x; m < 2^53.
func decompose(x float64) (m uint64, e int) {
	b := math.Float64bits(x)
	m, e = b&(1<<52-1), int(b>>52&0x7ff)
	if e == 0 {
		return m, -1074
	}
	return m | 1<<52, e - 1075
}

// reduce reduces |x| radians by multiples of pi/2. The mantissa is off by at most 11 units.
//
// It multiplies by 2/pi ([PayneHanek83]): bits of 2/pi that give a multiple of 4 are left out, the
// next 256 give two bits of the quadrant and 254 of the fraction, of which the first 61 may be
// zeros, no more ([Muller16]).
func reduce(x float64) angle {
	m, e := decompose(x)
	if math.Abs(x) < 0.785 {
		n := bits.LeadingZeros64(m)
		return angle{mantissa: fixed{m << (n & 63), 0}, exp: e + 64 - n}
	}
	i, n := (e+62)>>6, uint(e+62)&63
	t := twoOverPi[i : i+5 : i+5]
	w0, w1, w2, w3 := join(t[0], t[1], n), join(t[1], t[2], n), join(t[2], t[3], n), join(t[3], t[4], n)
	h1, l1 := bits.Mul64(m, w1)
	h2, l2 := bits.Mul64(m, w2)
	h3, p3 := bits.Mul64(m, w3)
	p2, c := bits.Add64(l2, h3, 0)
	p1, c := bits.Add64(l1, h2, c)
	p0, _ := bits.Add64(m*w0, h1, c)

	turn := uint(p0 >> 62)
	p0, p1, p2 = join(p0, p1, 2), join(p1, p2, 2), join(p2, p3, 2)
	back := p0 >> 63 // nearer to the next multiple; the complement is less than a unit of 2^-192 short
	p0, p1, p2 = p0^-back, p1^-back, p2^-back
	n = uint(bits.LeadingZeros64(p0)) & 63
	return angle{
		mantissa: fixed{join(p0, p1, n), join(p1, p2, n)}.mul(quarterPi),
		exp:      1 - int(n),
		turn:     2*turn + 3*uint(back),
	}.normalise()
}

// join returns the 64 bits that begin n < 64 bits into (a, b).
func join(a, b uint64, n uint) uint64 { return a<<(n&63) | b>>1>>(63-n&63) }

// reduceDegrees reduces |d| degrees by multiples of 90, exactly. The mantissa is off by at most 8
// units.
func reduceDegrees(d float64) angle {
	m, e := decompose(d)
	if e > 0 { // 2^e modulo 360 has the period 12 from 2^3 on
		k := e
		if k > 3 {
			k = 3 + (k-3)%12
		}
		m, e = m%360<<k, 0
	}
	a := angle{}
	if e > -56 { // otherwise |d| < 2^-3
		right := uint64(90) << -e
		turn := m / right
		m -= turn * right
		back := (right - 2*m) >> 63
		m = (m ^ -back) + back + right&-back
		a.turn = uint(2*turn + 3*back)
	}
	if m == 0 {
		return a
	}
	n := bits.LeadingZeros64(m)
	a.mantissa = fixed{m << (n & 63), 0}.mul(degree)
	a.exp = e + 59 - n
	return a.normalise()
}

// normalise doubles a mantissa below 1/2.
func (a angle) normalise() angle {
	n := 1 &^ (a.mantissa.hi >> 63)
	a.mantissa = fixed{a.mantissa.hi<<n | n&(a.mantissa.lo>>63), a.mantissa.lo << n}
	a.exp -= int(n)
	return a
}

// The scales of the upper coefficients: cosHigh holds multiples of 2^-100, sinHigh of 2^-104.
const (
	cosScale = 100
	sinScale = 104
)

// The coefficients 1/(2k)! and 1/(2k+1)!, each the nearest: for k = 1 to 6 as fractions, for k = 7
// to 14 scaled.
var (
	cosLow = [...]fixed{
		{0x8000000000000000, 0x0000000000000000},
		{0x0aaaaaaaaaaaaaaa, 0xaaaaaaaaaaaaaaab},
		{0x005b05b05b05b05b, 0x05b05b05b05b05b0},
		{0x0001a01a01a01a01, 0xa01a01a01a01a01a},
		{0x0000049f93edde27, 0xd71cbbc05b4fa99a},
		{0x00000008f76c77fc, 0x6c4bdaa26d4c3d68},
	}
	cosHigh = [...]uint64{
		0xc9cba54603e4e906, 0x00d73f9f399dc0f9, 0x0000b413c31dcbed, 0x0000007950ae9008,
		0x000000004338e5b7, 0x00000000001f2cf0, 0x0000000000000c47, 0x0000000000000004,
	}
	sinLow = [...]fixed{
		{0x2aaaaaaaaaaaaaaa, 0xaaaaaaaaaaaaaaab},
		{0x0222222222222222, 0x2222222222222222},
		{0x000d00d00d00d00d, 0x00d00d00d00d00d0},
		{0x00002e3bc74aad8e, 0x671f5583911ca003},
		{0x0000006b99159fd5, 0x138e3f9d1f92e0df},
		{0x00000000b092309d, 0x43684be51c198e92},
	}
	sinHigh = [...]uint64{
		0xd73f9f399dc0f88f, 0x00ca963b81856a53, 0x000097a4da340a0b, 0x0000005c6e3bdb74,
		0x000000002ec36826, 0x000000000013f3cd, 0x0000000000000747, 0x0000000000000002,
	}
)

// The margins bound how far the sine and the cosine of the two ways may be off, in multiples of
// 2^-117 for results brought to [1/2, 1): docs/math/trig.md derives them.
const (
	quickCosMargin = 4 << 53
	quickSinMargin = 5 << 53
	cosMargin      = 13100
	sinMargin      = 670
)

// quick returns the doubles nearest to the cosine and the sine of a, and whether they are certain.
// It evaluates the series with 64 bits; about one angle in 110 is not certain.
func (a angle) quick() (c, s float64, ok bool) {
	v, sin := a.quickSeries()
	c, ok1 := nearestDouble(fixed{-v, 0}, 0, quickCosMargin)
	s, ok2 := nearestDouble(fixed{sin, 0}, a.exp, quickSinMargin)
	c, s = a.place(c, s)
	return c, s, ok1 && ok2
}

// quickSeries is as series, with 64 bits: the coefficients are the nearest multiples of 2^-64.
func (a angle) quickSeries() (versine, sin uint64) {
	r := a.mantissa.hi
	t := r >> uint(-a.exp)
	z, _ := bits.Mul64(t, t)
	c, s := uint64(0xb41), uint64(0x98)
	c, s = below(0xd73fa, z, c), below(0xca96, z, s)
	c, s = below(0xc9cba54, z, c), below(0xd73f9f, z, s)
	c, s = below(0x8f76c77fc, z, c), below(0xb092309d, z, s)
	c, s = below(0x49f93edde28, z, c), below(0x6b99159fd5, z, s)
	c, s = below(0x1a01a01a01a02, z, c), below(0x2e3bc74aad8e, z, s)
	c, s = below(0x5b05b05b05b05b, z, c), below(0xd00d00d00d00d, z, s)
	c, s = below(0xaaaaaaaaaaaaaab, z, c), below(0x222222222222222, z, s)
	c, s = below(0x8000000000000000, z, c), below(0x2aaaaaaaaaaaaaab, z, s)
	versine, _ = bits.Mul64(z, c)
	s, _ = bits.Mul64(z, s)
	return versine | 1, below(r, r, s)
}

// below returns k less the upper half of a b: a step of Horner's scheme.
func below(k, a, b uint64) uint64 {
	p, _ := bits.Mul64(a, b)
	return k - p
}

// accurate is as quick with 128 bits; about one angle in 2^49 is not certain.
func (a angle) accurate() (c, s float64, ok bool) {
	versine, sin := a.series()
	c, ok1 := nearestDouble((fixed{}).sub(versine), 0, cosMargin)
	s, ok2 := nearestDouble(sin, a.exp, sinMargin)
	c, s = a.place(c, s)
	return c, s, ok1 && ok2
}

// series returns 1 minus the cosine of 2^exp mantissa, at least a unit, and its sine over 2^exp.
//
// Both are Horner's scheme in z, the square, and every partial sum is positive. The upper
// coefficients are so small that 64 bits do.
func (a angle) series() (versine, sin fixed) {
	t := a.mantissa.shiftRight(uint(-a.exp))
	z := t.mul(t)
	var c, s uint64
	for k := len(cosHigh) - 1; k >= 0; k-- {
		c, s = below(cosHigh[k], z.hi, c), below(sinHigh[k], z.hi, s)
	}
	p := fixed{c >> (cosScale - 64), c << (128 - cosScale)}
	q := fixed{s >> (sinScale - 64), s << (128 - sinScale)}
	for k := len(cosLow) - 1; k >= 0; k-- {
		p, q = cosLow[k].sub(z.mul(p)), sinLow[k].sub(z.mul(q))
	}
	versine = z.mul(p)
	versine.lo |= 1
	return versine, a.mantissa.sub(a.mantissa.mul(z.mul(q)))
}

// place turns the cosine and sine of 2^exp mantissa, not negative, into those of a.
func (a angle) place(c, s float64) (cos, sin float64) {
	cb, sb := math.Float64bits(c), math.Float64bits(s)
	q := uint64(a.turn >> 1)
	sb ^= uint64(a.turn) << 63
	swap := (cb ^ sb) & -(q & 1)
	cb, sb = cb^swap, sb^swap
	return math.Float64frombits(cb ^ (q^q>>1)<<63), math.Float64frombits(sb ^ q>>1<<63)
}

// nearestDouble returns the double nearest to every number within margin 2^-117 of v, times 2^exp,
// or false where there is none, or it is below the normal ones. v >= 1/4.
func nearestDouble(v fixed, exp int, margin uint64) (float64, bool) {
	n := 1 &^ (v.hi >> 63)
	behind := v.hi<<53<<n | v.lo>>11<<n // the bits behind the 53 that stay
	m := v.hi<<n>>11 + behind>>63       // a carry into 2^53 is one into the exponent
	return math.Float64frombits(uint64(exp-int(n)+1021)<<52 + m),
		behind-(1<<63-margin) > 2*margin && exp > -1020
}
