package exact

import (
	"math"
	"math/big"
)

// Root is a real root of a polynomial in the open interval (0, 1): the only one in the open
// interval from lo to hi, which are no roots; or lo itself, where hi is the same.
type Root struct {
	p       Poly
	c       chain // of p and 1
	lo, hi  dyadic
	dyadic  bool
	signLo  int  // of p at lo
	crosses bool // p's sign at hi is the other one
	atLo    int  // variations of c at lo
}

// MaxRoots is how many roots a polynomial of degree 3, the greatest that Roots takes, may have.
const MaxRoots = 3

// Roots sets roots to the distinct roots of p in the open interval (0, 1), in no particular order,
// and returns their number. p must not be zero, and of degree 3 at most.
//
// They are isolated by halving the interval. The number of distinct roots in each part is the
// difference of the variations of Sturm's chain at its ends (Sturm's theorem, [Basu06]), which
// holds for multiple roots too as long as the ends are no roots. A middle that is a root is put
// down as such and divided out of p, with which the search begins anew.
func (a *Arena) Roots(p Poly, roots *[MaxRoots]Root) int {
	one := Poly{n: 1}
	one.c[0] = a.Int().SetInt64(1)
	zero, unit := a.ends()
	p = a.without(a.without(p, zero), unit)
	known := 0
	for {
		s := search{ar: a, p: p, c: a.chainOf(p, one), roots: roots, n: known}
		middle, found := s.isolate(zero, a.variations(&s.c, zero), a.variations(&s.c, unit))
		if !found {
			return s.n
		}
		roots[known] = Root{lo: middle, hi: middle, dyadic: true}
		known++
		p = a.without(p, middle)
	}
}

// ends lends 0 and 1.
func (a *Arena) ends() (zero, unit dyadic) {
	return dyadic{a.Int().SetInt64(0), 0}, dyadic{a.Int().SetInt64(1), 0}
}

// CountRoots returns the number of distinct roots of p, which is not zero, in the open interval
// (0, 1), by Sturm's theorem [Basu06].
func (a *Arena) CountRoots(p Poly) int {
	defer a.Release(a.Mark())
	one := Poly{n: 1}
	one.c[0] = a.Int().SetInt64(1)
	zero, unit := a.ends()
	c := a.chainOf(a.without(a.without(p, zero), unit), one)
	return a.variations(&c, zero) - a.variations(&c, unit)
}

// search is the work of Roots for one polynomial.
type search struct {
	ar    *Arena
	p     Poly
	c     chain
	roots *[MaxRoots]Root
	n     int
}

// isolate adds the roots of the open interval from lo = m/2^k to (m+1)/2^k, at whose ends the chain
// has the variations given. It stops at a middle that is a root, and returns that.
func (s *search) isolate(lo dyadic, atLo, atHi int) (root dyadic, found bool) {
	ar := s.ar
	one := ar.Int().SetInt64(1)
	// (1) the interval from lo, of length 2^-lo.k, has atLo - atHi roots, and none at its ends
	for atLo > atHi {
		if atLo-atHi == 1 {
			hi := dyadic{ar.Int().Add(lo.m, one), lo.k}
			r := Root{p: s.p, c: s.c, lo: lo, hi: hi, signLo: ar.sign(&s.p, lo), atLo: atLo}
			r.crosses = ar.sign(&s.p, hi) != r.signLo
			s.roots[s.n] = r
			s.n++
			return dyadic{}, false
		}
		middle := dyadic{ar.Int().Lsh(lo.m, 1), lo.k + 1}
		left := dyadic{ar.Int().Set(middle.m), middle.k}
		middle.m.Add(middle.m, one) // odd: in lowest terms
		if ar.sign(&s.p, middle) == 0 {
			return middle, true
		}
		at := ar.variations(&s.c, middle)
		if at > atHi && at < atLo {
			if root, found = s.isolate(left, atLo, at); found {
				return root, true
			}
		}
		if at > atHi {
			lo, atLo = middle, at // (1)
		} else {
			lo, atHi = left, at // (1)
		}
	}
	return dyadic{}, false
}

// Sign returns the sign of q, of degree 2 at most, at the root r. No root is approximated: with p's
// only root of the interval, Tarski's query, the sum of the signs of q at the roots of p between lo
// and hi, is that sign ([Basu06]).
func (a *Arena) Sign(r *Root, q *Poly) int {
	defer a.Release(a.Mark())
	if q.n == 0 {
		return 0
	}
	if r.dyadic {
		return a.sign(q, r.lo)
	}
	c := a.chainOf(r.p, *q)
	return a.variations(&c, r.lo) - a.variations(&c, r.hi)
}

// Bracket returns the greatest double that is not above the root r and the least that is not below
// it: r itself where it is a double, else two neighbours.
func (a *Arena) Bracket(r *Root) (lo, hi float64) {
	// Doubles that are not negative are in the order of their bits.
	below, above := uint64(0), math.Float64bits(1)
	if !r.dyadic && r.lo.k <= 53 {
		k := int(r.lo.k)
		below = math.Float64bits(math.Ldexp(float64(r.lo.m.Int64()), -k))
		above = math.Float64bits(math.Ldexp(float64(r.hi.m.Int64()), -k))
	}
	x := dyadic{m: a.Int()}
	defer a.Release(a.Mark())
	// (1) the doubles of the bits below and above enclose the root strictly
	for above-below > 1 {
		bits := below + (above-below)/2
		middle := math.Float64frombits(bits)
		m, e := Split(middle)
		x.m.SetInt64(m)
		if x.k = uint(-e); e > 0 {
			x.m.Lsh(x.m, uint(e)) // not reached: middle is below 1
			x.k = 0
		}
		switch a.compare(x, r) {
		case 0:
			return middle, middle
		case -1:
			below = bits
		default:
			above = bits
		}
	}
	return math.Float64frombits(below), math.Float64frombits(above)
}

// compare returns the sign of x - r.
func (a *Arena) compare(x dyadic, r *Root) int {
	defer a.Release(a.Mark())
	if s := a.order(x, r.lo); s <= 0 {
		if s == 0 && r.dyadic {
			return 0
		}
		return -1
	}
	if a.order(x, r.hi) >= 0 {
		return 1
	}
	s := a.sign(&r.p, x)
	if s == 0 {
		return 0
	}
	before := s == r.signLo
	if !r.crosses { // a double root
		before = a.variations(&r.c, x) == r.atLo
	}
	if before {
		return -1
	}
	return 1
}

// order returns the sign of x - y.
func (a *Arena) order(x, y dyadic) int {
	defer a.Release(a.Mark())
	k := max(x.k, y.k)
	return a.Int().Lsh(x.m, k-x.k).Cmp(a.Int().Lsh(y.m, k-y.k))
}

// Scaled lends x * 2^-e, which must be an integer.
func (a *Arena) Scaled(x float64, e int) *big.Int { return SetScaled(a.Int(), x, e) }
