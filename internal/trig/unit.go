package trig

import "math"

// Unit returns the doubles nearest to c/n and s/n, where n is the length of the finite vector (c,
// s), not zero. It allocates where one of them is within 2^-98 of itself of the middle between two
// doubles, or subnormal.
func Unit(c, s float64) (float64, float64) {
	if c == 0 || s == 0 {
		return sign(c), sign(s)
	}
	_, e := math.Frexp(max(math.Abs(c), math.Abs(s)))
	x, y := math.Ldexp(c, -e), math.Ldexp(s, -e)
	if u, v := math.Abs(x), math.Abs(y); min(u, v) < 0x1p-400 {
		// n is the greater within 2^-800 of itself, and a quotient of doubles is never that near to
		// a middle.
		if min(u, v) < 0x1p-1000 {
			return slowUnit(c, s)
		}
		if u < v {
			return x / v, sign(y)
		}
		return sign(x), y / u
	}
	x2, x2e := twoProd(x, x)
	y2, y2e := twoProd(y, y)
	h, he := twoSum(x2, y2)
	he += x2e + y2e // h + he is n^2 within 2^-104 of itself
	r := 1 / math.Sqrt(h)
	r2, r2e := twoProd(r, r)
	p, pe := twoProd(h, r2)
	d := ((1 - p) - pe) - (float64(h*r2e) + float64(he*r2)) // 1 - n^2 r^2, some 2^-51, within 2^-101
	d = float64(d*0.5) + float64(float64(d*d)*0.375)        // so that 1/n = r (1 + d)
	u, ok1 := product(x, r, d)
	v, ok2 := product(y, r, d)
	if !ok1 || !ok2 {
		return slowUnit(c, s)
	}
	return u, v
}

// product returns the double nearest to x r (1 + d), |d| < 2^-50, and whether it is that of every
// number within 2^-98 of it.
func product(x, r, d float64) (float64, bool) {
	p, e := twoProd(x, r)
	hi, lo := twoSum(p, e+float64(p*d))
	slack := float64(hi * 0x1p-98)
	return hi, hi+(lo-slack) == hi && hi+(lo+slack) == hi
}

// twoSum returns a + b exactly ([Knuth97], 4.2.2).
func twoSum(a, b float64) (sum, rest float64) {
	sum = a + b
	t := sum - a
	return sum, (a - (sum - t)) + (b - t)
}

// split returns the upper 26 bits of a and the rest ([Dekker71]). |a| < 2^996.
func split(a float64) (hi, lo float64) {
	t := float64(134217729 * a) // 2^27 + 1
	hi = t - (t - a)
	return hi, a - hi
}

// twoProd returns a b exactly, unless the rest is subnormal ([Dekker71]). |a|, |b| < 2^996.
func twoProd(a, b float64) (product, rest float64) {
	product = float64(a * b)
	ah, al := split(a)
	bh, bl := split(b)
	rest = float64(ah*bh) - product
	rest += float64(ah * bl)
	rest += float64(al * bh)
	return product, rest + float64(al*bl)
}

// sign returns -1, 0 or 1.
func sign(x float64) float64 {
	switch {
	case x > 0:
		return 1
	case x < 0:
		return -1
	}
	return 0
}
