package num_test

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/internal/exact"
	"github.com/collide-go/collide/internal/num"
)

// bigCubic returns the integer polynomial in powers of t of Bernstein coefficients that are
// multiples of 2^-60.
func bigCubic(ar *exact.Arena, b [4]float64) exact.Poly {
	// sum of binomial(3, i) b_i t^i (1 - t)^(3-i)
	var s exact.Poly
	one := ar.Int().SetInt64(1)
	zero := ar.Int().SetInt64(0)
	up, down := ar.Line(zero, one), ar.Line(one, zero)
	for i := range 4 {
		c := ar.Scaled(b[i], -60)
		if i == 1 || i == 2 {
			c = ar.Mul(c, big.NewInt(3))
		}
		term := ar.Line(c, c)
		for k := range 3 {
			if k < i {
				term = ar.MulPoly(term, up)
			} else {
				term = ar.MulPoly(term, down)
			}
		}
		s = ar.AddPoly(s, term)
	}
	return s
}

// What Roots proves is so: as many roots as integers find, one in each span, in order; and it
// proves it for nearly all polynomials that are drawn at random.
func TestCubicRoots(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 6))
	var ar exact.Arena
	var roots [exact.MaxRoots]exact.Root
	counts, proved, easy := [4]int{}, 0, 0
	const n = 20000
	for i := range n {
		var c num.Cubic
		hard := i%2 == 0
		for k := range 4 {
			c.B[k] = math.Ldexp(float64(r.Int64N(1<<53)-1<<52), -52)
			if r.IntN(4) == 0 {
				c.B[k] = math.Ldexp(c.B[k], -r.IntN(8))
			}
		}
		if hard { // all but a double root: (t - x)^2 (1 - t) and its like, and a little
			x, e := r.Float64(), math.Ldexp(r.Float64()-0.5, -r.IntN(50))
			c.B = [4]float64{x*x + e, x*(x-1)*2/3 + x*x/3 + e, (1-x)*(1-x)/3 + x*(x-1)*2/3 + e, (1-x)*(1-x) + e}
			for k := range 4 {
				c.B[k] = math.Ldexp(math.Round(math.Ldexp(c.B[k], 56)), -56)
			}
		}
		for k := range 4 {
			c.M[k] = math.Abs(c.B[k])
		}
		var spans [3]num.Span
		found, ok := c.Roots(&spans)
		if !ok {
			continue
		}
		if proved++; !hard {
			easy++
		}
		ar.Reset()
		if want := ar.Roots(bigCubic(&ar, c.B), &roots); want != found {
			t.Fatalf("%v: %d roots, not %d", c.B, found, want)
		}
		counts[found]++
		var held [3]bool
		for k, s := range spans[:found] {
			if !(0 <= s.Lo && s.Lo <= s.Hi && s.Hi <= 1 && s.Hi-s.Lo <= num.CubicWidth) || k > 0 && s.Lo < spans[k-1].Hi {
				t.Fatalf("%v: spans %v", c.B, spans[:found])
			}
			for j := range found {
				if lo, hi := ar.Bracket(&roots[j]); lo >= s.Lo && hi <= s.Hi && !held[j] {
					held[j] = true
					break
				}
			}
		}
		for j := range found {
			if !held[j] {
				t.Fatalf("%v: root %d is in none of %v", c.B, j, spans[:found])
			}
		}
	}
	if easy < n/2*99/100 || proved-easy < n/4 {
		t.Errorf("of %d proved %d, and %d of the hard ones", n/2, easy, proved-easy)
	}
	for k, c := range counts[:3] {
		if c < 100 {
			t.Errorf("%d polynomials with %d roots only", c, k)
		}
	}
	t.Logf("%v proved of %d", counts, n)
}

// A root that the errors of the coefficients may move is enclosed with all its places.
func TestCubicRootsOfInexactCoefficients(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 7))
	found := 0
	for range 20000 {
		c := num.Cubic{Error: math.Ldexp(1, -20-r.IntN(30))}
		for k := range 4 {
			c.B[k] = 2*r.Float64() - 1
			c.M[k] = math.Abs(c.B[k]) * (1 + r.Float64())
		}
		var spans [3]num.Span
		n, ok := c.Roots(&spans)
		if !ok {
			continue
		}
		d := c
		for k := range 4 {
			d.B[k] += float64(0.999 * c.Error * c.M[k] * (2*r.Float64() - 1))
		}
		d.Error = 0
		var moved [3]num.Span
		k, ok := d.Roots(&moved)
		if !ok || k != n {
			t.Fatalf("%+v has %d roots, moved %d, %v", c, n, k, ok)
		}
		for i := range n {
			if found++; moved[i].Hi < spans[i].Lo || moved[i].Lo > spans[i].Hi {
				t.Fatalf("%+v: a root in %v moves to %v", c, spans[i], moved[i])
			}
		}
	}
	if found < 1000 {
		t.Errorf("%d roots only", found)
	}
}

// cubicThrough returns random coefficients of a polynomial that is about 0 at t, where halving may
// cut it: one coefficient of them is moved by that much.
func cubicThrough(r *rand.Rand, t, by float64) (b [4]float64) {
	for k := range 4 {
		b[k] = math.Ldexp(float64(r.Int64N(1<<54)-1<<53), -53)
	}
	w := [4]float64{(1 - t) * (1 - t) * (1 - t), 3 * t * (1 - t) * (1 - t), 3 * t * t * (1 - t), t * t * t}
	k := r.IntN(4)
	for w[k] < 0.1 {
		k = (k + 1) % 4
	}
	b[k] = 0
	sum := float64(w[0]*b[0]) + float64(w[1]*b[1]) + float64(w[2]*b[2]) + float64(w[3]*b[3])
	b[k] = math.Ldexp(math.Round(math.Ldexp(by-sum/w[k], 52)), -52)
	return b
}

// holdsRoots fails unless the spans hold all roots of the polynomial, one each.
func holdsRoots(t *testing.T, ar *exact.Arena, b [4]float64, spans []num.Span) {
	t.Helper()
	var roots [exact.MaxRoots]exact.Root
	ar.Reset()
	if want := ar.Roots(bigCubic(ar, b), &roots); want != len(spans) {
		t.Fatalf("%v: %d roots, not %d", b, len(spans), want)
	}
	for k, s := range spans {
		if !(0 <= s.Lo && s.Lo <= s.Hi && s.Hi <= 1 && s.Hi-s.Lo <= num.CubicWidth) || k > 0 && s.Lo < spans[k-1].Hi {
			t.Fatalf("%v: spans %v", b, spans)
		}
		if lo, hi := ar.Bracket(&roots[k]); lo < s.Lo || hi > s.Hi {
			t.Fatalf("%v: root %d in [%v, %v] is not in %v", b, k, lo, hi, s)
		}
	}
}

// Where a part ends the sign of the polynomial tells on which side of the end a root is. A
// polynomial that is 0 there, but for rounding or for the errors of its coefficients, has a root
// about the end, or outside [0, 1] and none: whatever is proved is so for all of them.
func TestCubicRootsAtTheEndsOfParts(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 8))
	var ar exact.Arena
	proved, inexact := 0, 0
	for i := range 6000 {
		half := r.IntN(5)
		at := math.Ldexp(float64(r.IntN(1<<half+1)), -half)
		c, by := num.Cubic{}, math.Ldexp(float64(r.IntN(41)-20), -52)
		if i%2 == 0 {
			c.Error = math.Ldexp(1+r.Float64(), -30-r.IntN(16))
			by = 3 * c.Error * (2*r.Float64() - 1)
		}
		c.B = cubicThrough(r, at, by)
		for k := range 4 {
			c.M[k] = math.Abs(c.B[k]) + math.Ldexp(c.Error, 14)
		}
		if c.Error > 0 { // with bounds above or below 1, too
			f := math.Ldexp(1, r.IntN(9)-4)
			c.Error /= f
			for k := range 4 {
				c.M[k] *= f
			}
		}
		var spans [3]num.Span
		n, ok := c.Roots(&spans)
		if !ok {
			continue
		}
		if proved++; c.Error == 0 {
			holdsRoots(t, &ar, c.B, spans[:n])
			continue
		}
		inexact++
		for range 6 { // the ends of what is allowed, all one way or each its own
			moved, all := c.B, float64(2*r.IntN(2)-1)
			for k := range 4 {
				if r.IntN(2) == 0 {
					all = -all
				}
				moved[k] += math.Ldexp(math.Trunc(math.Ldexp(0.999*all*c.Error*c.M[k], 58)), -58)
			}
			holdsRoots(t, &ar, moved, spans[:n])
		}
	}
	if inexact < 500 || proved-inexact < 500 {
		t.Errorf("proved %d, of which %d with errors", proved, inexact)
	}
}

// Coefficients that are no numbers are not proved.
func TestCubicRootsRefuse(t *testing.T) {
	for _, b := range [][4]float64{{math.NaN(), 1, 1, 1}, {1, 1, 1, math.NaN()}, {0, 0, 0, 0}, {0, 1, 1, 1}, {1, 1, 1, 0}} {
		var spans [3]num.Span
		if n, ok := (&num.Cubic{B: b, M: [4]float64{1, 1, 1, 1}}).Roots(&spans); ok {
			t.Errorf("%v has %d roots", b, n)
		}
	}
}
