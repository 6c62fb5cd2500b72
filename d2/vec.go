package d2

import (
	"math"

	"github.com/collide-go/collide/internal/exact"
)

// Vec is a point or a vector.
type Vec struct{ X, Y float64 }

// Add returns v + w.
func (v Vec) Add(w Vec) Vec { return Vec{v.X + w.X, v.Y + w.Y} }

// Sub returns v - w.
func (v Vec) Sub(w Vec) Vec { return Vec{v.X - w.X, v.Y - w.Y} }

// Neg returns -v.
func (v Vec) Neg() Vec { return Vec{-v.X, -v.Y} }

// Scale returns s times v. The products are rounded, so that they never fuse into a caller's sum.
func (v Vec) Scale(s float64) Vec { return Vec{float64(v.X * s), float64(v.Y * s)} }

// Dot returns the inner product of v and w.
func (v Vec) Dot(w Vec) float64 { return float64(v.X*w.X) + float64(v.Y*w.Y) }

// Cross returns the determinant of v and w: positive when w lies counter-clockwise of v.
func (v Vec) Cross(w Vec) float64 { return float64(v.X*w.Y) - float64(v.Y*w.X) }

// array returns the coordinates of v.
func (v Vec) array() [2]float64 { return [2]float64{v.X, v.Y} }

// Len2 returns the squared length of v.
func (v Vec) Len2() float64 { return v.Dot(v) }

// Len returns the length of v. It overflows or underflows where Len2 does.
func (v Vec) Len() float64 { return math.Sqrt(v.Len2()) }

// Unit returns v / |v|, each coordinate within 3 ulp, for finite v of any size; exactly where v
// lies along an axis. Zero gives zero.
func (v Vec) Unit() Vec {
	if v == (Vec{}) {
		return Vec{}
	}
	x := v.normal()
	n := x.length()
	return Vec{x.X / n, x.Y / n}
}

// Lerp returns (1 - t) v + t w: v at t = 0 and w at t = 1, exactly, and points beyond them for
// other t.
func (v Vec) Lerp(w Vec, t float64) Vec { return v.Scale(1 - t).Add(w.Scale(t)) }

// Dist returns the distance of the points v and w, |w - v|, without the limits of Len: within 4
// ulp.
func (v Vec) Dist(w Vec) float64 { return w.Sub(v).length() }

// Perp returns v turned by a quarter counter-clockwise, exactly.
func (v Vec) Perp() Vec { return Vec{0 - v.Y, v.X} }

// normal returns v times a power of two that makes its largest coordinate lie in [2^-480, 2^480],
// so that squares neither overflow nor lose digits. Zero stays zero.
func (v Vec) normal() Vec {
	m := max(math.Abs(v.X), math.Abs(v.Y))
	switch {
	case m > 0x1p300:
		return v.Scale(0x1p-600)
	case m < 0x1p-300:
		return v.Scale(0x1p600)
	}
	return v
}

// length returns the length of v within 3 ulp, without the limits of Len, and exactly where v lies
// along an axis: the root of a rounded square is the number squared.
func (v Vec) length() float64 {
	if s := v.Len2(); s > nearSquare && s < 1/nearSquare {
		return math.Sqrt(s)
	}
	return v.farLength()
}

// nearSquare bounds the squares of lengths that length takes the root of.
const nearSquare = 0x1p-590

// farLength is length for vectors whose squares may leave the range of doubles.
func (v Vec) farLength() float64 {
	x, y := math.Abs(v.X), math.Abs(v.Y)
	m := max(x, y)
	if x+y == m {
		return m
	}
	switch {
	case m > 0x1p300:
		return float64(v.Scale(0x1p-600).Len() * 0x1p600)
	case m < 0x1p-300:
		return float64(v.Scale(0x1p600).Len() * 0x1p-600)
	}
	return v.Len()
}

// largest returns the largest coordinate.
func largest(v Vec) float64 { return max(v.X, v.Y) }

// abs returns v with the magnitudes of its coordinates.
func (v Vec) abs() Vec { return Vec{math.Abs(v.X), math.Abs(v.Y)} }

// big1 returns the sum of the magnitudes of v.
func big1(v Vec) float64 { return math.Abs(v.X) + math.Abs(v.Y) }

// perp returns v turned by a quarter counter-clockwise, exactly.
func (v Vec) perp() Vec { return Vec{-v.Y, v.X} }

// clean returns v without negative zeros.
func (v Vec) clean() Vec { return Vec{v.X + 0, v.Y + 0} }

// lexCompare orders points by X, then Y.
func lexCompare(a, b Vec) int {
	switch {
	case a.X < b.X || a.X == b.X && a.Y < b.Y:
		return -1
	case a == b:
		return 0
	}
	return 1
}

// ldexpVec returns v times 2^k.
func ldexpVec(v Vec, k int) Vec { return Vec{math.Ldexp(v.X, k), math.Ldexp(v.Y, k)} }

// lowest returns the least of e and the exponents of v.
func lowest(e int, v Vec) int {
	for _, x := range [2]float64{v.X, v.Y} {
		_, k := exact.Split(x)
		e = min(e, k)
	}
	return e
}
