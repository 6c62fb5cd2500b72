// Package shapegen draws random pairs of placed shapes, biased to those on which collision queries
// go wrong: thin, tiny and degenerate shapes, rotations that are nearly parallel, gaps from 0 to an
// ulp to a thousandth of the size on both sides of contact, large offsets, tiny and huge units. For
// tests only.
//
// The same seed gives the same bits on every platform: all draws are uniform, and no function is
// used that differs between platforms. Near-contact pairs are placed by support points that the
// package computes itself, so that a fault in the library does not hide in its own test data.
package shapegen

import (
	"math"
	"math/rand/v2"
)

// source is a seeded generator with the draws that both dimensions need.
type source struct{ *rand.Rand }

func newSource(seed uint64) source { return source{rand.New(rand.NewPCG(seed, 0x9e3779b97f4a7c15))} }

// chance reports true with probability p.
func (s source) chance(p float64) bool { return s.Float64() < p }

// signed returns a number in [-1, 1).
func (s source) signed() float64 { return float64(2*s.Float64()) - 1 }

// pick returns one of the values.
func (s source) pick(v ...float64) float64 { return v[s.IntN(len(v))] }

// gap returns a gap relative to the size: 0, about an ulp, or larger, on either side of contact.
func (s source) gap() float64 {
	g := s.pick(0, 0x1p-52, 1e-15, 1e-12, 1e-9, 1e-6, 1e-3, 0.03)
	if s.chance(0.6) {
		g = -g
	}
	return g
}

// tilt returns an angle from parallel.
func (s source) tilt() float64 { return s.pick(0, 1e-16, 1e-12, 1e-8, 1e-4) }

// place says where B goes.
type place int

const (
	near place = iota // contact within a thousandth or so
	deep              // centres close together
	far               // a few sizes away
)

func (s source) place() place {
	switch f := s.Float64(); {
	case f < 0.64:
		return near
	case f < 0.84:
		return deep
	}
	return far
}

// offset returns how far from the origin the pair goes, in sizes.
func (s source) offset() float64 { return s.pick(0, 0, 0, 1e3, 1e7) }

// unit returns the unit of length. Powers of two stand in for the powers of ten where pow2 is asked
// for.
func (s source) unit(pow2 bool) float64 {
	i := s.IntN(8)
	if i > 4 {
		return 1
	}
	if pow2 {
		return []float64{0x1p-100, 0x1p-20, 1, 0x1p20, 0x1p100}[i]
	}
	return []float64{1e-30, 1e-6, 1, 1e6, 1e30}[i]
}

// rounding returns a radius for Rounded, relative to the size.
func (s source) rounding() float64 { return s.pick(0, 1e-12, 0.01, 0.1, 0.1, 0.5, 100) }

// extents returns the full extents of two bodies, n coordinates each, in one of six size classes:
// equal cubes, small against large, slabs, needle against cube, slab against needle, anisotropic.
func (s source) extents(n int) (a, b [3]float64) {
	cube := [3]float64{1, 1, 1}
	slab, needle := cube, cube
	slab[s.IntN(n)] = s.pick(1e-2, 1e-4)
	thin := s.pick(1e-2, 1e-4)
	for i, long := 0, s.IntN(n); i < n; i++ {
		if i != long {
			needle[i] = thin
		}
	}
	switch s.IntN(6) {
	case 0:
		a, b = cube, cube
	case 1:
		f := s.pick(0.1, 1e-3, 1e-6)
		a, b = cube, [3]float64{f, f, f}
	case 2:
		a, b = slab, slab
	case 3:
		a, b = needle, cube
	case 4:
		a, b = slab, needle
	case 5:
		for i := range n {
			a[i] = math.Ldexp(1+s.Float64(), s.IntN(13)-6)
			b[i] = math.Ldexp(1+s.Float64(), s.IntN(13)-6)
		}
	}
	if s.chance(0.5) {
		for i := range n {
			a[i] = float64(a[i] * (0.5 + s.Float64()))
			b[i] = float64(b[i] * (0.5 + s.Float64()))
		}
	}
	return a, b
}

// eighths rounds v to a multiple of 1/8, at least 1/8.
func eighths(v float64) float64 { return max(math.Floor(float64(v*8)), 1) / 8 }

// weights returns n weights that sum to about 1; one of them is 1 in a third of the draws.
func (s source) weights(n int) []float64 {
	w := make([]float64, n)
	if n == 1 || s.chance(0.34) {
		w[s.IntN(n)] = 1
		return w
	}
	sum := 0.0
	for i := range w {
		w[i] = s.Float64() + 0x1p-20
		sum += w[i]
	}
	for i := range w {
		w[i] /= sum
	}
	return w
}

// vector is a vector of 2 or 3 coordinates; in two dimensions the third is zero.
type vector = [3]float64

func add(v, w vector) vector { return vector{v[0] + w[0], v[1] + w[1], v[2] + w[2]} }
func sub(v, w vector) vector { return vector{v[0] - w[0], v[1] - w[1], v[2] - w[2]} }

func scale(v vector, k float64) vector {
	return vector{float64(v[0] * k), float64(v[1] * k), float64(v[2] * k)}
}

func dot(v, w vector) float64 {
	return float64(v[0]*w[0]) + float64(v[1]*w[1]) + float64(v[2]*w[2])
}

func cross(v, w vector) vector {
	return vector{
		float64(v[1]*w[2]) - float64(v[2]*w[1]),
		float64(v[2]*w[0]) - float64(v[0]*w[2]),
		float64(v[0]*w[1]) - float64(v[1]*w[0]),
	}
}

// normal returns v over its length, and whether that is not zero. Works for any magnitude.
func normal(v vector) (vector, bool) {
	m := max(math.Abs(v[0]), math.Abs(v[1]), math.Abs(v[2]))
	if m == 0 {
		return v, false
	}
	_, e := math.Frexp(m)
	v = vector{math.Ldexp(v[0], -e), math.Ldexp(v[1], -e), math.Ldexp(v[2], -e)}
	return scale(v, 1/math.Sqrt(dot(v, v))), true
}

// direction returns a random unit vector with n coordinates.
func (s source) direction(n int) vector {
	for {
		var v vector
		for i := range n {
			v[i] = s.signed()
		}
		if l := dot(v, v); l > 0.01 && l < 1 {
			return scale(v, 1/math.Sqrt(l))
		}
	}
}

// top returns a random point among those of pts that lie farthest along n, to about nine digits.
func (s source) top(pts []vector, n vector) vector {
	best, size := math.Inf(-1), 0.0
	for _, p := range pts {
		best = max(best, dot(p, n))
		size = max(size, math.Abs(p[0]), math.Abs(p[1]), math.Abs(p[2]))
	}
	var tied []vector
	for _, p := range pts {
		if dot(p, n) >= best-float64(1e-10*size) {
			tied = append(tied, p)
		}
	}
	var r vector
	for i, w := range s.weights(len(tied)) {
		if w == 1 {
			return tied[i]
		}
		r = add(r, scale(tied[i], w))
	}
	return r
}

// tenTo returns about 10^x, the same bits on every platform, which math.Pow does not promise.
func tenTo(x float64) float64 {
	y := float64(x * (math.Ln10 / math.Ln2))
	k := math.Floor(y)
	f := float64((y - k) * math.Ln2)
	sum := 1.0 // the series of exp, to a term below 1e-20
	for i := 20; i > 0; i-- {
		sum = 1 + float64(f*sum)/float64(i)
	}
	return math.Ldexp(sum, int(k))
}
