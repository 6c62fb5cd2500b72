package oracle

import (
	"math"
	"math/big"
)

// vec is an integer vector.
type vec [3]big.Int

func dot(v, w *vec) *big.Int {
	var s, t big.Int
	for i := range v {
		s.Add(&s, t.Mul(&v[i], &w[i]))
	}
	return &s
}

func sub(v, w *vec) *vec {
	var r vec
	for i := range r {
		r[i].Sub(&v[i], &w[i])
	}
	return &r
}

func cross(v, w *vec) *vec {
	var r vec
	var t big.Int
	for i := range r {
		j, k := (i+1)%3, (i+2)%3
		r[i].Mul(&v[j], &w[k])
		r[i].Sub(&r[i], t.Mul(&v[k], &w[j]))
	}
	return &r
}

func (v *vec) isZero() bool { return v[0].Sign() == 0 && v[1].Sign() == 0 && v[2].Sign() == 0 }

// scaled returns k v.
func (v *vec) scaled(k *big.Int) *vec {
	var r vec
	for i := range r {
		r[i].Mul(&v[i], k)
	}
	return &r
}

// bits returns the length of the longest coordinate.
func (v *vec) bits() int {
	return max(v[0].BitLen(), v[1].BitLen(), v[2].BitLen())
}

// float returns v / 2^k, each coordinate rounded.
func (v *vec) float(k int) [3]float64 {
	var r [3]float64
	for i := range r {
		if v[i].Sign() != 0 {
			f := new(big.Float).SetPrec(53).SetInt(&v[i])
			r[i], _ = f.SetMantExp(f, -k).Float64()
		}
	}
	return r
}

// split returns f as m * 2^e with m odd, or 0, 0.
func split(f float64) (m int64, e int) {
	if f == 0 {
		return 0, 0
	}
	fr, e := math.Frexp(f)
	m = int64(fr * (1 << 53))
	e -= 53
	for m&1 == 0 {
		m >>= 1
		e++
	}
	return m, e
}

// common returns an exponent e so that every number given is an integer times 2^e.
func common(e int, some bool, fs ...float64) (int, bool) {
	for _, f := range fs {
		if f == 0 {
			continue
		}
		_, k := split(f)
		if !some || k < e {
			e, some = k, true
		}
	}
	return e, some
}

// integer returns f / 2^e, which must be an integer.
func integer(f float64, e int) big.Int {
	m, k := split(f)
	var r big.Int
	if m != 0 {
		r.Lsh(big.NewInt(m), uint(k-e))
	}
	return r
}

// apply returns the product of the matrix with rows m and v.
func apply(m *[3]vec, v *vec) *vec {
	var r vec
	for i := range r {
		r[i].Set(dot(&m[i], v))
	}
	return &r
}
