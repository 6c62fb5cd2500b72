// Package num holds the arithmetic that d2 and d3 share because it knows no dimension:
// double-doubles, powers of two, sums rounded outward, checks of numbers, the list of keys of EPA,
// and the width that a bracket may have.
package num

// DD is the unevaluated sum Hi + Lo of two doubles with |Lo| <= ulp(Hi)/2: about 106 bits
// ([Dekker71]).
type DD struct{ Hi, Lo float64 }

// TwoSum returns a + b exactly, in any order of magnitude ([Knuth97], 4.2.2).
func TwoSum(a, b float64) DD {
	s := a + b
	t := s - a
	return DD{s, (a - (s - t)) + (b - t)}
}

// QuickTwoSum returns a + b exactly where |a| >= |b|.
func QuickTwoSum(a, b float64) DD {
	s := a + b
	return DD{s, b - (s - a)}
}

// Split returns the upper 26 bits of a and the rest ([Dekker71]). |a| < 2^996.
func Split(a float64) (hi, lo float64) {
	t := float64(134217729 * a) // 2^27 + 1
	hi = t - (t - a)
	return hi, a - hi
}

// Halved is a double with its two halves, for products with several others.
type Halved struct{ v, hi, lo float64 }

// Halve splits a, |a| < 2^996.
func Halve(a float64) Halved {
	hi, lo := Split(a)
	return Halved{a, hi, lo}
}

// Times returns a b exactly, unless the error term is subnormal ([Dekker71]).
func (a Halved) Times(b Halved) DD {
	p := float64(a.v * b.v)
	e := float64(a.hi*b.hi) - p
	e += float64(a.hi * b.lo)
	e += float64(a.lo * b.hi)
	return DD{p, e + float64(a.lo*b.lo)}
}

// TwoProd returns a b exactly, unless the error term is subnormal. |a|, |b| < 2^996.
func TwoProd(a, b float64) DD { return Halve(a).Times(Halve(b)) }

// Neg returns -a.
func (a DD) Neg() DD { return DD{-a.Hi, -a.Lo} }

// Abs returns |a|.
func (a DD) Abs() DD {
	if a.Hi < 0 || a.Hi == 0 && a.Lo < 0 {
		return a.Neg()
	}
	return a
}

// Add returns a + b within 2^-104 (|a| + |b|).
func (a DD) Add(b DD) DD {
	s := TwoSum(a.Hi, b.Hi)
	return QuickTwoSum(s.Hi, s.Lo+(a.Lo+b.Lo))
}

// Sub returns a - b within 2^-104 (|a| + |b|).
func (a DD) Sub(b DD) DD { return a.Add(b.Neg()) }

// Mul returns a b within 2^-102 |a b|.
func (a DD) Mul(b DD) DD {
	p := TwoProd(a.Hi, b.Hi)
	return QuickTwoSum(p.Hi, p.Lo+(float64(a.Hi*b.Lo)+float64(a.Lo*b.Hi)))
}

// Times returns x a within 2^-102 |x a|.
func (a DD) Times(x float64) DD {
	p := TwoProd(a.Hi, x)
	return QuickTwoSum(p.Hi, p.Lo+float64(a.Lo*x))
}

// Scale returns s a, exactly where s is plus or minus a power of two.
func (a DD) Scale(s float64) DD { return DD{float64(a.Hi * s), float64(a.Lo * s)} }

// Reciprocal returns 1/a within 2^-102 / |a|, by one step of Newton's method from the double
// quotient.
func (a DD) Reciprocal() DD {
	r := 1 / a.Hi
	p := DD{r, 0}.Mul(a)
	e := (1 - p.Hi) - p.Lo // exact up to u of itself: p.Hi is within a few u of 1
	return QuickTwoSum(r, float64(r*e))
}

// ExactSum returns a + b + c + d within 2^-104 of the sum itself, however much cancels: the terms
// are first distilled into a nonoverlapping expansion ([Shewchuk97], GROW-EXPANSION).
func ExactSum(a, b, c, d DD) DD {
	terms := [8]float64{a.Lo, a.Hi, b.Lo, b.Hi, c.Lo, c.Hi, d.Lo, d.Hi}
	for n := 1; n < len(terms); n++ {
		q := terms[n]
		for i := range n {
			s := TwoSum(q, terms[i])
			q, terms[i] = s.Hi, s.Lo
		}
		terms[n] = q
	}
	sum := DD{}
	for i := len(terms) - 1; i >= 0; i-- {
		sum = sum.Add(DD{terms[i], 0})
	}
	return sum
}

// BoxGap returns the sign of |q - p| - g - h: of the gap along an axis between two boxes about p
// and q, with half sizes g and h. Rounding keeps the order of sums: those that differ when rounded
// differ that way, and of others what was rounded off tells.
func BoxGap(p, q, g, h float64) int {
	if q < p {
		p, q = q, p
	}
	d, s := TwoSum(q, -p), TwoSum(g, h)
	if d.Hi != s.Hi {
		return Compare(d.Hi, s.Hi)
	}
	return Compare(d.Lo, s.Lo)
}
