package exact

import (
	"math"
	"math/big"
)

// Arena lends integers of any size and keeps their memory, so that work that repeats allocates
// nothing after the first time. The zero value is ready. It is not safe for concurrent use.
type Arena struct {
	ints []*big.Int
	used int
}

// Reset takes all integers back.
func (a *Arena) Reset() { a.used = 0 }

// Mark returns a mark for Release.
func (a *Arena) Mark() int { return a.used }

// Release takes back the integers lent since the mark.
func (a *Arena) Release(mark int) { a.used = mark }

// Int lends an integer whose value is arbitrary.
func (a *Arena) Int() *big.Int {
	if a.used == len(a.ints) {
		a.ints = append(a.ints, new(big.Int))
	}
	a.used++
	return a.ints[a.used-1]
}

// Vec lends a vector of integers.
func (a *Arena) Vec() [3]*big.Int { return [3]*big.Int{a.Int(), a.Int(), a.Int()} }

// Split returns the integer m and the exponent e with x = m * 2^e, m odd or zero. x must be finite.
// The exponent of zero is MaxInt, so that it never lowers a minimum.
func Split(x float64) (m int64, e int) {
	b := math.Float64bits(x)
	m, e = int64(b&(1<<52-1)), int(b>>52&0x7ff)
	if e == 0 {
		e = 1
	} else {
		m |= 1 << 52
	}
	if m == 0 {
		return 0, math.MaxInt
	}
	e -= 1075
	for m&0xff == 0 {
		m >>= 8
		e += 8
	}
	for m&1 == 0 {
		m >>= 1
		e++
	}
	if b>>63 != 0 {
		m = -m
	}
	return m, e
}

// SetScaled sets z to x * 2^-e, which must be an integer, and returns z.
func SetScaled(z *big.Int, x float64, e int) *big.Int {
	m, k := Split(x)
	z.SetInt64(m)
	if m != 0 && k > e {
		z.Lsh(z, uint(k-e))
	}
	return z
}

// Mul lends x*y. (Setting a factor to its own product would allocate.)
func (a *Arena) Mul(x, y *big.Int) *big.Int { return a.Int().Mul(x, y) }

// Cross lends a x b.
func (a *Arena) Cross(x, y [3]*big.Int) [3]*big.Int {
	r, t := a.Vec(), a.Int()
	for i := range 3 {
		j, k := (i+1)%3, (i+2)%3
		r[i].Mul(x[j], y[k])
		r[i].Sub(r[i], t.Mul(x[k], y[j]))
	}
	return r
}

// Dot lends x . y.
func (a *Arena) Dot(x, y [3]*big.Int) *big.Int {
	r, t := a.Int(), a.Int()
	r.Mul(x[0], y[0])
	r.Add(r, t.Mul(x[1], y[1]))
	return r.Add(r, t.Mul(x[2], y[2]))
}

// Sub lends x - y.
func (a *Arena) Sub(x, y [3]*big.Int) [3]*big.Int {
	r := a.Vec()
	for i := range 3 {
		r[i].Sub(x[i], y[i])
	}
	return r
}

// Scale lends s x.
func (a *Arena) Scale(x [3]*big.Int, s *big.Int) [3]*big.Int {
	r := a.Vec()
	for i := range 3 {
		r[i].Mul(x[i], s)
	}
	return r
}

// Float returns x as m * 2^e with m in [1/2, 1) or zero, truncated to 64 bits and rounded.
func Float(x *big.Int) (m float64, e int) {
	n := x.BitLen()
	if n == 0 {
		return 0, 0
	}
	top := topBits(x, n)
	m = float64(top) * 0x1p-64
	if x.Sign() < 0 {
		m = -m
	}
	return m, n
}

// Sqrt lends a positive integer near the square root of x > 0: within 2^-50 of it and 2.
func (a *Arena) Sqrt(x *big.Int) *big.Int {
	m, e := Float(x)
	if e&1 != 0 {
		m, e = float64(2*m), e-1
	}
	r := a.Int().SetInt64(int64(math.Ldexp(math.Sqrt(m), 52)))
	if e = e/2 - 52; e > 0 {
		return r.Lsh(r, uint(e))
	}
	return r.Add(r.Rsh(r, uint(-e)), bigOne)
}

var bigOne = big.NewInt(1)

// topBits returns the 64 leading bits of x, which has n > 0 bits.
func topBits(x *big.Int, n int) uint64 {
	w := x.Bits()
	const size = 32 << (^big.Word(0) >> 63)
	var top uint64
	filled := 0
	for i := len(w) - 1; i >= 0 && filled < 64; i-- {
		bitsHere := size
		word := uint64(w[i])
		if i == len(w)-1 {
			bitsHere = n - i*size
		}
		take := min(bitsHere, 64-filled)
		top = top<<uint(take) | word>>uint(bitsHere-take)&(1<<uint(take-1)<<1-1)
		filled += take
	}
	return top << uint(64-filled)
}

// SignRoots returns the sign of p - sqrt(u) - sqrt(v) for u, v >= 0.
func SignRoots(ar *Arena, p, u, v *big.Int) int {
	if p.Sign() <= 0 {
		if p.Sign() == 0 && u.Sign() == 0 && v.Sign() == 0 {
			return 0
		}
		return -1
	}
	// p > sqrt(u) + sqrt(v) where p^2 - u - v > 2 sqrt(u v).
	d := ar.Int().Mul(p, p)
	d.Sub(d.Sub(d, u), v)
	uv := ar.Int().Mul(u, v)
	if d.Sign() < 0 {
		return -1
	}
	return ar.Int().Mul(d, d).Cmp(uv.Lsh(uv, 2))
}
