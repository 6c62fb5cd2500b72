package d2

// dd is the unevaluated sum hi + lo of two doubles with |lo| <= ulp(hi)/2: about 106 bits ([Dekker71]).
type dd struct{ hi, lo float64 }

// twoSum returns a + b exactly, in any order of magnitude ([Knuth97], 4.2.2).
func twoSum(a, b float64) dd {
	s := a + b
	t := s - a
	return dd{s, (a - (s - t)) + (b - t)}
}

// quickTwoSum returns a + b exactly where |a| >= |b|.
func quickTwoSum(a, b float64) dd {
	s := a + b
	return dd{s, b - (s - a)}
}

// split returns the upper 26 bits of a and the rest ([Dekker71]). |a| < 2^996.
func split(a float64) (hi, lo float64) {
	t := float64(134217729 * a) // 2^27 + 1
	hi = t - (t - a)
	return hi, a - hi
}

// twoProd returns a b exactly, unless the error term is subnormal. |a|, |b| < 2^996.
func twoProd(a, b float64) dd {
	p := float64(a * b)
	ah, al := split(a)
	bh, bl := split(b)
	e := float64(ah*bh) - p
	e += float64(ah * bl)
	e += float64(al * bh)
	return dd{p, e + float64(al*bl)}
}

// add returns a + b within 2^-104 (|a| + |b|).
func (a dd) add(b dd) dd {
	s := twoSum(a.hi, b.hi)
	return quickTwoSum(s.hi, s.lo+(a.lo+b.lo))
}

// sub returns a - b within 2^-104 (|a| + |b|).
func (a dd) sub(b dd) dd { return a.add(dd{-b.hi, -b.lo}) }

// mul returns a b within 2^-102 |a b|.
func (a dd) mul(b dd) dd {
	p := twoProd(a.hi, b.hi)
	return quickTwoSum(p.hi, p.lo+(float64(a.hi*b.lo)+float64(a.lo*b.hi)))
}

// times returns x a within 2^-102 |x a|.
func (a dd) times(x float64) dd {
	p := twoProd(a.hi, x)
	return quickTwoSum(p.hi, p.lo+float64(a.lo*x))
}

// scale returns s a, exactly where s is plus or minus a power of two.
func (a dd) scale(s float64) dd { return dd{float64(a.hi * s), float64(a.lo * s)} }

// exactSum returns a + b + c + d within 2^-104 of the sum itself, however much cancels: the terms are
// first distilled into a nonoverlapping expansion ([Shewchuk97], GROW-EXPANSION).
func exactSum(a, b, c, d dd) dd {
	terms := [8]float64{a.lo, a.hi, b.lo, b.hi, c.lo, c.hi, d.lo, d.hi}
	for n := 1; n < len(terms); n++ {
		q := terms[n]
		for i := range n {
			s := twoSum(q, terms[i])
			q, terms[i] = s.hi, s.lo
		}
		terms[n] = q
	}
	sum := dd{}
	for i := len(terms) - 1; i >= 0; i-- {
		sum = sum.add(dd{terms[i], 0})
	}
	return sum
}

// plusZero turns -0 into +0 and leaves every other number alone.
func plusZero(x float64) float64 { return x + 0 }
