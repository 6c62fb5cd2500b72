package exact

import "math/big"

// MaxDegree is the greatest degree of a Poly.
const MaxDegree = 4

// Poly is a polynomial in one variable with integers of an Arena as coefficients, in order of
// powers, the constant first. Only the first n count; the last of them is not zero, and n = 0 is
// the zero polynomial. The zero Poly is that.
type Poly struct {
	c [MaxDegree + 1]*big.Int
	n int
}

// IsZero reports whether p is the zero polynomial.
func (p *Poly) IsZero() bool { return p.n == 0 }

// trim drops leading zeros.
func (p *Poly) trim() {
	for p.n > 0 && p.c[p.n-1].Sign() == 0 {
		p.n--
	}
}

// Line lends the polynomial from + (to - from) t.
func (a *Arena) Line(from, to *big.Int) Poly {
	p := Poly{n: 2}
	p.c[0], p.c[1] = from, a.Int().Sub(to, from)
	p.trim()
	return p
}

// AddPoly lends p + q.
func (a *Arena) AddPoly(p, q Poly) Poly {
	if p.n < q.n {
		p, q = q, p
	}
	r := p
	for i := range q.n {
		r.c[i] = a.Int().Add(p.c[i], q.c[i])
	}
	r.trim()
	return r
}

// SubPoly lends p - q.
func (a *Arena) SubPoly(p, q Poly) Poly {
	r := Poly{n: max(p.n, q.n)}
	for i := range r.n {
		switch {
		case i >= q.n:
			r.c[i] = p.c[i]
		case i >= p.n:
			r.c[i] = a.Int().Neg(q.c[i])
		default:
			r.c[i] = a.Int().Sub(p.c[i], q.c[i])
		}
	}
	r.trim()
	return r
}

// MulPoly lends p q. The degrees must not add up to more than MaxDegree.
func (a *Arena) MulPoly(p, q Poly) Poly {
	if p.n == 0 || q.n == 0 {
		return Poly{}
	}
	r := Poly{n: p.n + q.n - 1}
	for i := range r.n {
		r.c[i] = a.Int().SetInt64(0)
	}
	t := a.Int()
	for i := range p.n {
		for j := range q.n {
			r.c[i+j].Add(r.c[i+j], t.Mul(p.c[i], q.c[j]))
		}
	}
	return r
}

// TimesPoly lends k p.
func (a *Arena) TimesPoly(p Poly, k *big.Int) Poly {
	r := Poly{n: p.n}
	for i := range p.n {
		r.c[i] = a.Mul(p.c[i], k)
	}
	r.trim()
	return r
}

// derivative lends p'.
func (a *Arena) derivative(p Poly) Poly {
	r := Poly{n: max(p.n-1, 0)}
	for i := range r.n {
		r.c[i] = a.Int().SetInt64(int64(i + 1))
		r.c[i] = a.Mul(r.c[i], p.c[i+1])
	}
	return r
}

// remainder lends a positive multiple of the remainder of p divided by q, which is not zero.
func (a *Arena) remainder(p, q Poly) Poly {
	lead := a.Int().Abs(q.c[q.n-1])
	for p.n >= q.n {
		// lead p - (sign of q's leading coefficient) (p's leading coefficient) t^shift q, which has
		// no term of p's degree.
		top, shift := p.c[p.n-1], p.n-q.n
		r := Poly{n: p.n - 1}
		for i := range r.n {
			r.c[i] = a.Mul(p.c[i], lead)
			if i < shift {
				continue
			}
			t := a.Mul(top, q.c[i-shift])
			if q.c[q.n-1].Sign() > 0 {
				t.Neg(t)
			}
			r.c[i].Add(r.c[i], t)
		}
		r.trim()
		p = r
	}
	return p
}

// dyadic is the number m/2^k.
type dyadic struct {
	m *big.Int
	k uint
}

// sign returns the sign of p at x: that of 2^(k (n-1)) p(x), by Horner's rule.
func (a *Arena) sign(p *Poly, x dyadic) int {
	if p.n == 0 {
		return 0
	}
	defer a.Release(a.Mark())
	sum, next, term := a.Int().Set(p.c[p.n-1]), a.Int(), a.Int()
	for i := p.n - 2; i >= 0; i-- {
		next.Mul(sum, x.m)
		next.Add(next, term.Lsh(p.c[i], x.k*uint(p.n-1-i)))
		sum, next = next, sum
	}
	return sum.Sign()
}

// SignAtEnds returns the signs of p at 0 and at 1.
func (p *Poly) SignAtEnds(a *Arena) (at0, at1 int) {
	if p.n == 0 {
		return 0, 0
	}
	defer a.Release(a.Mark())
	sum := a.Int().SetInt64(0)
	for _, c := range p.c[:p.n] {
		sum.Add(sum, c)
	}
	return p.c[0].Sign(), sum.Sign()
}

// without lends p divided by 2^k t - m as often as that divides it; x = m/2^k must be in lowest
// terms. The quotients have integer coefficients by Gauss's lemma.
func (a *Arena) without(p Poly, x dyadic) Poly {
	for p.n > 0 && a.sign(&p, x) == 0 {
		q := Poly{n: p.n - 1}
		for i := p.n - 1; i > 0; i-- { // p's term i is 2^k q's term i-1, less m times q's term i
			s := a.Int().Set(p.c[i])
			if i < q.n {
				s.Add(s, a.Mul(x.m, q.c[i]))
			}
			q.c[i-1] = s.Rsh(s, x.k)
		}
		p = q
	}
	return p
}

// chain is a signed remainder sequence: each polynomial after the second is a positive multiple of
// minus the remainder of the two before it.
type chain struct {
	p [MaxDegree + 2]Poly
	n int
}

// chainOf lends the chain that begins with p and p'q, or p and the remainder of p'q divided by p.
func (a *Arena) chainOf(p, q Poly) chain {
	c := chain{n: 1}
	c.p[0] = p
	for r := a.remainder(a.MulPoly(a.derivative(p), q), p); r.n > 0; c.n++ {
		c.p[c.n] = r
		r = a.remainder(c.p[c.n-1], r)
		for i := range r.n {
			r.c[i] = a.Int().Neg(r.c[i])
		}
	}
	return c
}

// variations returns the number of sign changes of c at x, zeros left out.
func (a *Arena) variations(c *chain, x dyadic) int {
	n, last := 0, 0
	for i := range c.n {
		s := a.sign(&c.p[i], x)
		if s*last < 0 {
			n++
		}
		if s != 0 {
			last = s
		}
	}
	return n
}
