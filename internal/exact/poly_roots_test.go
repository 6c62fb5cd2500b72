package exact

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// polyOf returns the polynomial with these coefficients, the constant first.
func polyOf(ar *Arena, c ...int64) (p Poly) {
	for i, x := range c {
		p.c[i] = ar.Int().SetInt64(x)
	}
	p.n = len(c)
	p.trim()
	return p
}

// at returns p at x, in rationals.
func (p *Poly) at(x *big.Rat) *big.Rat {
	v := new(big.Rat)
	for i := p.n - 1; i >= 0; i-- {
		v.Add(v.Mul(v, x), new(big.Rat).SetInt(p.c[i]))
	}
	return v
}

// Products of linear factors, some of them the same, and of a quadratic without roots: their roots
// are known rationals. Roots finds each of the interval once, Bracket the doubles beside it, Sign
// the signs of quadratics there, that of one which vanishes too.
func TestRootsOfKnownFactors(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 5))
	var ar Arena
	var roots [MaxRoots]Root
	counts := [MaxRoots + 1]int{}
	for range 4000 {
		ar.Reset()
		p := polyOf(&ar, int64(1-2*r.IntN(2)))
		want := map[string]*big.Rat{}
		den := []int64{8, 12, 1 << 40}[r.IntN(3)]
		var last int64
		for range 1 + r.IntN(3) {
			num := r.Int64N(den+den/2) - den/4
			if r.IntN(4) == 0 {
				num = last // twice
			}
			last = num
			p = ar.MulPoly(p, polyOf(&ar, -num, den))
			if 0 < num && num < den {
				x := big.NewRat(num, den)
				want[x.String()] = x
			}
		}
		if p.n == 2 && r.IntN(2) == 0 {
			p = ar.MulPoly(p, polyOf(&ar, 2, -3, 2)) // no real root
		}
		if p.n <= MaxRoots && r.IntN(2) == 0 { // twice two, at most
			if n := ar.CountRoots(ar.MulPoly(p, p)); n != len(want) {
				t.Fatalf("%d roots of a square, not %v", n, want)
			}
		}
		if n := ar.CountRoots(p); n != len(want) {
			t.Fatalf("%d roots counted, not %v", n, want)
		}
		n := ar.Roots(p, &roots)
		counts[n]++
		if n != len(want) {
			t.Fatalf("%d roots, not %v", n, want)
		}
		for i := range n {
			lo, hi := ar.Bracket(&roots[i])
			found := ""
			for k, x := range want {
				if new(big.Rat).SetFloat64(lo).Cmp(x) <= 0 && x.Cmp(new(big.Rat).SetFloat64(hi)) <= 0 {
					found = k
				}
			}
			if found == "" {
				t.Fatalf("[%v, %v] holds none of %v", lo, hi, want)
			}
			x := want[found]
			delete(want, found)
			if _, exactly := x.Float64(); exactly != (lo == hi) || lo != hi && hi != math.Nextafter(lo, 2) {
				t.Fatalf("[%v, %v] about %v", lo, hi, x)
			}
			for k := range 4 {
				q := polyOf(&ar, r.Int64N(9)-4, r.Int64N(9)-4, r.Int64N(9)-4)
				if k == 0 {
					q = ar.MulPoly(polyOf(&ar, -x.Num().Int64(), x.Denom().Int64()), polyOf(&ar, 3, r.Int64N(9)-4))
				}
				if got, sign := ar.Sign(&roots[i], &q), q.at(x).Sign(); got != sign {
					t.Fatalf("sign %d, not %d at %v", got, sign, x)
				}
			}
		}
	}
	for n, c := range counts {
		if c < 50 {
			t.Errorf("%d polynomials with %d roots only", c, n)
		}
	}
}

// Two roots as near to each other as 2^-500, and to a third, are told apart.
func TestRootsNearby(t *testing.T) {
	var ar Arena
	var roots [MaxRoots]Root
	one := ar.Int().SetInt64(1)
	den := ar.Int().Lsh(one, 500)
	factor := func(num *big.Int) (p Poly) { // den t - num
		p.c[0], p.c[1], p.n = ar.Int().Neg(num), den, 2
		return p
	}
	third := ar.Int().Quo(den, big.NewInt(3))
	next := ar.Int().Add(third, one)
	p := ar.MulPoly(ar.MulPoly(factor(third), factor(next)), polyOf(&ar, -1, 3))
	if n := ar.Roots(p, &roots); n != 3 {
		t.Fatalf("%d roots", n)
	}
	at := factor(third)
	signs := 0
	for i := range roots {
		signs += ar.Sign(&roots[i], &at)
		if lo, hi := ar.Bracket(&roots[i]); lo > 1.0/3 || hi < 1.0/3 || hi-lo > 0x1p-53 {
			t.Errorf("[%v, %v]", lo, hi)
		}
	}
	if signs != 2 { // 0 at the least root, 1 at the others
		t.Errorf("signs add up to %d", signs)
	}
}

// Signs at the ends, and of the zero polynomial.
func TestSignsAtEnds(t *testing.T) {
	var ar Arena
	for _, c := range []struct {
		p        Poly
		at0, at1 int
	}{
		{Poly{}, 0, 0},
		{polyOf(&ar, 0, 5), 0, 1},
		{polyOf(&ar, -2, 1, 1), -1, 0},
		{polyOf(&ar, 3), 1, 1},
		{polyOf(&ar, 3, 0, 0, -7), 1, -1},
	} {
		if a, b := c.p.SignAtEnds(&ar); a != c.at0 || b != c.at1 {
			t.Errorf("%d, %d, not %d, %d", a, b, c.at0, c.at1)
		}
	}
}
