package num

import "math"

// Cubic is a polynomial of degree 3 at most over [0, 1]: its Bernstein coefficients B, and bounds M
// of their magnitudes. Each coefficient is off by at most Error times its bound.
type Cubic struct {
	B, M  [4]float64
	Error float64
}

// Span is an interval of numbers.
type Span struct{ Lo, Hi float64 }

const (
	// halvings is how often Roots halves an interval. Beyond it two roots are so near together, or
	// one so close to an end, that doubles hardly tell.
	halvings = 12

	// CubicHalving is the error of Bernstein coefficients after that, in units of u times the
	// bound. docs/math/vertices.md, "Rounding".
	CubicHalving = 3 * halvings

	// CubicValue is the error of a value, in units of u times the value of the bounds.
	CubicValue = 12

	// CubicWidth is how wide the interval of a root may be.
	CubicWidth = 0x1p-36

	newtonSteps = 12 // more than it takes from anywhere in an interval with one simple root
)

// Roots returns the roots in [0, 1], each enclosed in a Span of its own at most CubicWidth wide, in
// order. ok is false where doubles cannot prove that these are all the roots, or enclose one so
// narrowly: near multiple roots, and near roots at the ends.
func (c *Cubic) Roots(spans *[3]Span) (n int, ok bool) {
	noise := c.Error + float64(CubicHalving*Unit)
	type part struct {
		b, m  [4]float64
		depth int
		at    float64 // in units of its length 2^-depth
	}
	var stack [halvings + 1]part
	stack[0].b, stack[0].m = c.B, c.M
	// (1) the parts on the stack, the last one first, follow each other, and what is left of them
	// has the n roots of spans and no others
	for top := 0; top >= 0; {
		p := &stack[top]
		switch variations(&p.b, &p.m, noise) {
		case 0:
			top--
			continue
		case 1:
			if spans[n], ok = c.enclose(&p.b, Span{p.at, p.at + 1}, math.Ldexp(1, -p.depth)); !ok {
				return n, false
			}
			n++
			top--
			continue
		}
		if p.depth == halvings {
			return n, false
		}
		var right part
		right.depth, right.at = p.depth+1, float64(2*p.at)+1
		b, m := p.b, p.m
		left := &stack[top+1]
		left.depth, left.at = p.depth+1, float64(2*p.at)
		left.b, right.b = halve(&b)
		left.m, right.m = halve(&m)
		stack[top] = right
		top++
	}
	return n, true
}

// variations returns the number of roots between the ends by Descartes' rule of signs: 0 or 1 where
// it is certain though each coefficient may be off by noise times its bound, 2 for anything else.
func variations(b, m *[4]float64, noise float64) int {
	var s [4]int
	for i := range 4 {
		if e := float64(noise * m[i]); b[i] > e {
			s[i] = 1
		} else if b[i] < -e {
			s[i] = -1
		}
	}
	switch ends := s[0] * s[3]; {
	case ends > 0 && s[1] == s[0] && s[2] == s[0]:
		return 0
	case ends < 0 && (s[1] == s[0] || s[2] == s[3]):
		return 1
	}
	return 2
}

// halve returns the coefficients for the two halves of the interval.
func halve(b *[4]float64) (left, right [4]float64) {
	p, q, r := float64(0.5*(b[0]+b[1])), float64(0.5*(b[1]+b[2])), float64(0.5*(b[2]+b[3]))
	s, t := float64(0.5*(p+q)), float64(0.5*(q+r))
	m := float64(0.5 * (s + t))
	return [4]float64{b[0], p, s, m}, [4]float64{m, t, r, b[3]}
}

// value returns the value at t and a third of the slope, by de Casteljau's scheme.
func value(b *[4]float64, t float64) (v, slope float64) {
	w := 1 - t
	p := float64(w*b[0]) + float64(t*b[1])
	q := float64(w*b[1]) + float64(t*b[2])
	r := float64(w*b[2]) + float64(t*b[3])
	p = float64(w*p) + float64(t*q)
	q = float64(w*q) + float64(t*r)
	return float64(w*p) + float64(t*q), q - p
}

// enclose returns a Span of the only root in the part, whose coefficients are b and have certain
// signs at the ends. The part is in units of its length.
func (c *Cubic) enclose(b *[4]float64, part Span, length float64) (Span, bool) {
	x, slope := simpleRoot(b)
	t := float64(length * (part.Lo + x))
	part.Lo, part.Hi = float64(length*part.Lo), float64(length*part.Hi)
	up := b[3] > 0
	bound, _ := value(&c.M, t)
	half := float64(length*(float64((c.Error+float64(CubicValue*Unit))*bound)/math.Abs(3*slope))) + Unit
	// (1) a span of less than 2 half does not do
	for ; half < CubicWidth/2; half *= 2 {
		s := Span{max(t-half, part.Lo), min(t+half, part.Hi)}
		if (s.Lo == part.Lo || c.beyond(s.Lo, !up)) && (s.Hi == part.Hi || c.beyond(s.Hi, up)) {
			return s, true
		}
	}
	return Span{}, false // NaN leaves here too
}

// beyond reports whether the value at t is certainly positive (up), or negative.
func (c *Cubic) beyond(t float64, up bool) bool {
	v, _ := value(&c.B, t)
	bound, _ := value(&c.M, t)
	if !up {
		v = -v
	}
	return v > float64((c.Error+float64(CubicValue*Unit))*bound)
}

// simpleRoot returns about the root between the ends, where the signs differ, and a third of the
// slope there: Newton's method, with a bisection wherever that would leave the interval.
func simpleRoot(b *[4]float64) (x, slope float64) {
	lo, hi := 0.0, 1.0
	x = b[0] / (b[0] - b[3])
	// (1) the root is in [lo, hi], and x between
	for range newtonSteps {
		var v float64
		v, slope = value(b, x)
		step := v / float64(3*slope)
		if math.Abs(step) <= 2*Unit {
			return x, slope
		}
		if (v > 0) == (b[0] > 0) {
			lo = x
		} else {
			hi = x
		}
		if x -= step; !(x > lo && x < hi) {
			x = float64(0.5 * (lo + hi))
		}
	}
	return x, slope
}
