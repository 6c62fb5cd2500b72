package d3

import (
	"math"

	"github.com/collide-go/collide/internal/exact"
	"github.com/collide-go/collide/internal/num"
)

// Vec is a point or a vector.
type Vec struct{ X, Y, Z float64 }

// Add returns v + w.
func (v Vec) Add(w Vec) Vec { return Vec{v.X + w.X, v.Y + w.Y, v.Z + w.Z} }

// Sub returns v - w.
func (v Vec) Sub(w Vec) Vec { return Vec{v.X - w.X, v.Y - w.Y, v.Z - w.Z} }

// Neg returns -v.
func (v Vec) Neg() Vec { return Vec{-v.X, -v.Y, -v.Z} }

// Scale returns s times v. The products are rounded, so that they never fuse into a caller's sum.
func (v Vec) Scale(s float64) Vec {
	return Vec{float64(v.X * s), float64(v.Y * s), float64(v.Z * s)}
}

// Dot returns the inner product of v and w.
func (v Vec) Dot(w Vec) float64 {
	return float64(v.X*w.X) + float64(v.Y*w.Y) + float64(v.Z*w.Z)
}

// Cross returns the vector product of v and w.
func (v Vec) Cross(w Vec) Vec {
	return Vec{
		float64(v.Y*w.Z) - float64(v.Z*w.Y),
		float64(v.Z*w.X) - float64(v.X*w.Z),
		float64(v.X*w.Y) - float64(v.Y*w.X),
	}
}

// array returns the coordinates of v.
func (v Vec) array() [3]float64 { return [3]float64{v.X, v.Y, v.Z} }

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
	return Vec{x.X / n, x.Y / n, x.Z / n}
}

// Lerp returns (1 - t) v + t w: v at t = 0 and w at t = 1, exactly, and points beyond them for
// other t.
func (v Vec) Lerp(w Vec, t float64) Vec { return v.Scale(1 - t).Add(w.Scale(t)) }

// Dist returns the distance of the points v and w, |w - v|, without the limits of Len: within 4
// ulp.
func (v Vec) Dist(w Vec) float64 { return w.Sub(v).length() }

// Perp returns a vector across v, exactly perpendicular to it: v times the axis of its least
// coordinate (Z before Y before X in a tie), without any rounding. Its length is within [0.81, 1]
// of that of v. It jumps where the least coordinate changes, as any such choice must somewhere.
func (v Vec) Perp() Vec {
	x, y, z := math.Abs(v.X), math.Abs(v.Y), math.Abs(v.Z)
	switch {
	case z <= x && z <= y:
		return Vec{v.Y, 0 - v.X, 0}
	case y <= x:
		return Vec{0 - v.Z, 0, v.X}
	}
	return Vec{0, v.Z, 0 - v.Y}
}

// normal returns v times a power of two that makes its largest coordinate lie in [2^-480, 2^480],
// so that squares neither overflow nor lose digits. Zero stays zero.
func (v Vec) normal() Vec {
	m := max(math.Abs(v.X), math.Abs(v.Y), math.Abs(v.Z))
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
	x, y, z := math.Abs(v.X), math.Abs(v.Y), math.Abs(v.Z)
	m := max(x, y, z)
	if x+y+z == m {
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

// clean returns v without negative zeros.
func (v Vec) clean() Vec { return Vec{v.X + 0, v.Y + 0, v.Z + 0} }

// ldexpVec returns v times 2^k.
func ldexpVec(v Vec, k int) Vec {
	return Vec{math.Ldexp(v.X, k), math.Ldexp(v.Y, k), math.Ldexp(v.Z, k)}
}

// lexLess reports whether a comes before b by X, then Y, then Z.
func lexLess(a, b Vec) bool {
	if a.X != b.X {
		return a.X < b.X
	}
	if a.Y != b.Y {
		return a.Y < b.Y
	}
	return a.Z < b.Z
}

// array returns v as the predicates of package exact take it.
func array(v Vec) [3]float64 { return [3]float64{v.X, v.Y, v.Z} }

// big1 returns the sum of the magnitudes of v.
func big1(v Vec) float64 { return math.Abs(v.X) + math.Abs(v.Y) + math.Abs(v.Z) }

// compareVec compares lexicographically.
func compareVec(a, b Vec) int {
	if c := num.Compare(a.X, b.X); c != 0 {
		return c
	}
	if c := num.Compare(a.Y, b.Y); c != 0 {
		return c
	}
	return num.Compare(a.Z, b.Z)
}

// largest returns the largest coordinate.
func largest(v Vec) float64 { return max(v.X, v.Y, v.Z) }

// unitVec returns the unit vector along axis i.
func unitVec(i int8) Vec {
	switch i {
	case 0:
		return Vec{1, 0, 0}
	case 1:
		return Vec{0, 1, 0}
	}
	return Vec{0, 0, 1}
}

// crossExact returns v x w with each coordinate off by little more than u of itself, however much
// cancels.
func crossExact(v, w Vec) Vec {
	return Vec{
		num.TwoProd(v.Y, w.Z).Sub(num.TwoProd(v.Z, w.Y)).Hi,
		num.TwoProd(v.Z, w.X).Sub(num.TwoProd(v.X, w.Z)).Hi,
		num.TwoProd(v.X, w.Y).Sub(num.TwoProd(v.Y, w.X)).Hi,
	}
}

// least returns the least coordinate.
func least(v Vec) float64 { return min(v.X, v.Y, v.Z) }

// with returns v with coordinate i set to x.
func (v Vec) with(i int8, x float64) Vec {
	switch i {
	case 0:
		v.X = x
	case 1:
		v.Y = x
	default:
		v.Z = x
	}
	return v
}

// along returns coordinate i of v.
func (v Vec) along(i int8) float64 {
	switch i {
	case 0:
		return v.X
	case 1:
		return v.Y
	}
	return v.Z
}

// across returns two unit vectors across the unit vector v and each other, in right-handed order.
func (v Vec) across() (t1, t2 Vec) {
	t1 = Vec{0, v.Z, -v.Y}
	if math.Abs(v.X) > math.Abs(v.Z) {
		t1 = Vec{-v.Y, v.X, 0}
	}
	t1 = t1.Scale(1 / t1.Len())
	return t1, v.Cross(t1)
}

// abs returns v with the magnitudes of its coordinates.
func (v Vec) abs() Vec { return Vec{math.Abs(v.X), math.Abs(v.Y), math.Abs(v.Z)} }

// lowest returns the least of e and the exponents of v.
func lowest(e int, v Vec) int {
	for _, x := range [3]float64{v.X, v.Y, v.Z} {
		_, k := exact.Split(x)
		e = min(e, k)
	}
	return e
}

// one returns 1 for true.
func one(b bool) int {
	if b {
		return 1
	}
	return 0
}
