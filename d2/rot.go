package d2

import (
	"math"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/num"
	"github.com/collide-go/collide/internal/trig"
)

// Rot is a rotation. The zero value is the identity, so that rotations compare with ==.
//
// A rotation means the matrix [[c, -s], [s, c]] of the two stored doubles, exactly; c^2 + s^2 is
// within 4u of 1, where u = 2^-53.
type Rot struct {
	c, s float64 // both zero: the identity
}

// unitTolerance is how far the length of (cos, sin) may be from 1.
const unitTolerance = 1e-3

// NewAngle returns the counter-clockwise rotation by angle radians: the doubles nearest to its
// cosine and its sine, on every platform. Angle 0 gives the zero Rot. Some 5 times as long as
// math.Sincos, without allocation for all angles but one in 2^49 (docs/math/trig.md).
//
// Errors: ErrNotFinite and ErrOutOfRange.
func NewAngle(angle float64) (Rot, error) {
	if err := num.CheckNumber("angle", angle); err != nil {
		return Rot{}, err
	}
	return makeRot(trig.CosSin(angle)), nil
}

// NewAngleDegrees returns the counter-clockwise rotation by an angle in degrees, rounded once: the
// doubles nearest to the cosine and the sine of the real number angle pi/180. 90 gives (0, 1)
// exactly, and 45 two equal numbers. A multiple of 360 gives the zero Rot. As long as NewAngle.
//
// Errors: ErrNotFinite and ErrOutOfRange.
func NewAngleDegrees(angle float64) (Rot, error) {
	if err := num.CheckNumber("angle", angle); err != nil {
		return Rot{}, err
	}
	return makeRot(trig.CosSinDegrees(angle)), nil
}

// NewFromTo returns the rotation that turns the direction of from into that of to, within 4u where
// u = 2^-53. The vectors need not have length 1. Opposite ones give half a turn. Some 11 times as
// long as math.Sincos, without allocation.
//
// Errors: ErrNotFinite and ErrOutOfRange for a coordinate, ErrZeroNormal for a zero vector.
func NewFromTo(from, to Vec) (Rot, error) {
	if err := checkDirection("from", from); err != nil {
		return Rot{}, err
	}
	if err := checkDirection("to", to); err != nil {
		return Rot{}, err
	}
	a, b := from.Unit(), to.Unit()
	c := num.TwoProd(a.X, b.X).Add(num.TwoProd(a.Y, b.Y))
	s := num.TwoProd(a.X, b.Y).Sub(num.TwoProd(a.Y, b.X))
	return makeRot(trig.Unit(c.Hi, s.Hi)), nil
}

// NewLookAt returns the rotation that turns the X axis into the direction of dir, which need not
// have length 1: the cosine and the sine are the doubles nearest to dir.X/|dir| and dir.Y/|dir|.
// Some 6 times as long as math.Sincos, without allocation.
//
// Errors: ErrNotFinite and ErrOutOfRange for a coordinate, ErrZeroNormal for a zero vector.
func NewLookAt(dir Vec) (Rot, error) {
	if err := checkDirection("dir", dir); err != nil {
		return Rot{}, err
	}
	return makeRot(trig.Unit(dir.X, dir.Y)), nil
}

// checkDirection refuses what checkVec does, and zero.
func checkDirection(path string, v Vec) error {
	if err := checkVec(path, v); err != nil {
		return err
	}
	if v == (Vec{}) {
		return &collide.Error{Code: collide.ErrZeroNormal, Path: path, Index: -1}
	}
	return nil
}

// NewMatrix returns the rotation of a matrix given by rows: [[c, -s], [s, c]] as NewCosSin(c, s)
// takes them, and the rotation nearest to any other. Some 4 times as long as math.Sincos, 8 where
// it normalises, without allocation.
//
// Errors: ErrNotFinite and ErrOutOfRange for an entry; ErrNotUnit for a matrix with an entry, or a
// length, off by more than 1e-3 from the nearest rotation's, reflections among them.
func NewMatrix(m [2][2]float64) (Rot, error) {
	if err := checkVec("matrix[0]", Vec{m[0][0], m[0][1]}); err != nil {
		return Rot{}, err
	}
	if err := checkVec("matrix[1]", Vec{m[1][0], m[1][1]}); err != nil {
		return Rot{}, err
	}
	c, s := float64((m[0][0]+m[1][1])*0.5), float64((m[1][0]-m[0][1])*0.5)
	off := max(math.Abs(c-m[0][0]), math.Abs(s-m[1][0]), math.Abs(Vec{c, s}.length()-1))
	if !(off <= unitTolerance) {
		return Rot{}, &collide.Error{Code: collide.ErrNotUnit, Path: "matrix", Index: -1, Value: off}
	}
	return NewCosSin(c, s)
}

// Matrix returns the matrix of r by rows, [[c, -s], [s, c]], exactly.
func (r Rot) Matrix() [2][2]float64 {
	c, s := r.cosSin()
	return [2][2]float64{{c, num.PlusZero(-s)}, {s, c}}
}

// Angle returns the angle of r in radians, counter-clockwise, in [-pi, pi], within 1.2 ulp and the
// same on every platform, which math.Atan2 is not. Twice as long as math.Sincos.
func (r Rot) Angle() float64 {
	c, s := r.cosSin()
	return trig.Atan2(s, c)
}

// Slerp returns the rotation between r, at t = 0, and s, at t = 1, on the shorter way
// (counter-clockwise for half a turn); other t go beyond. It takes the time of Angle, NewAngle and
// two Mul.
//
// Errors: ErrNotFinite and ErrOutOfRange for t.
func (r Rot) Slerp(s Rot, t float64) (Rot, error) {
	if err := num.CheckNumber("t", t); err != nil {
		return Rot{}, err
	}
	if t == 1 {
		return s, nil
	}
	return r.Mul(makeRot(trig.CosSin(float64(r.Inverse().Mul(s).Angle() * t)))), nil
}

// Integrate returns r after the time dt at the angular velocity w, in radians per unit of time,
// counter-clockwise: exactly the turn by w dt, not a step of Euler's method. Cost: NewAngle and
// Mul.
//
// Errors: ErrNotFinite and ErrOutOfRange for w and dt.
func (r Rot) Integrate(w, dt float64) (Rot, error) {
	if err := num.CheckNumber("w", w); err != nil {
		return Rot{}, err
	}
	if err := num.CheckNumber("dt", dt); err != nil {
		return Rot{}, err
	}
	return makeRot(trig.CosSin(float64(w * dt))).Mul(r), nil
}

// NewCosSin returns the rotation with the given cosine and sine. A pair with c^2 + s^2 off 1 by
// more than 4u, where u = 2^-53, is normalised once, to the doubles nearest to c/n and s/n for n
// its length; any other pair is kept as given. Twice as long as math.Sincos, 7 times where it
// normalises, without allocation.
//
// Errors: ErrNotFinite and ErrOutOfRange for a number, ErrNotUnit for a length off 1 by more than
// 1e-3.
func NewCosSin(c, s float64) (Rot, error) {
	if err := num.CheckNumber("cos", c); err != nil {
		return Rot{}, err
	}
	if err := num.CheckNumber("sin", s); err != nil {
		return Rot{}, err
	}
	n := math.Sqrt(float64(c*c) + float64(s*s))
	if !(math.Abs(n-1) <= unitTolerance) {
		return Rot{}, &collide.Error{Code: collide.ErrNotUnit, Path: "cos_sin", Index: -1, Value: n}
	}
	if !isUnit(c, s) {
		c, s = trig.Unit(c, s)
	}
	return makeRot(c, s), nil
}

// isUnit reports, without error, whether |c^2 + s^2 - 1| <= 4u.
//
// The square of a coordinate below 2^-300 is left out: without it the sum differs from the limits
// by 2^-106 at least, for 1 + 4u and 1 - 4u have no dyadic root.
func isUnit(c, s float64) bool {
	square := func(x float64) num.DD {
		if math.Abs(x) < 0x1p-300 {
			return num.DD{}
		}
		return num.TwoProd(x, x)
	}
	if e := square(c).Add(square(s)).Add(num.DD{Hi: -1}).Hi; math.Abs(math.Abs(e)-0x1p-51) > 0x1p-90 {
		return math.Abs(e) < 0x1p-51 // e is within 2^-100
	}
	above := num.ExactSum(square(c), square(s), num.DD{Hi: -1}, num.DD{Hi: -0x1p-51})
	below := num.ExactSum(square(c), square(s), num.DD{Hi: -1}, num.DD{Hi: 0x1p-51})
	return above.Hi <= 0 && below.Hi >= 0
}

// makeRot returns the rotation of a pair known to be near a unit one.
func makeRot(c, s float64) Rot {
	if c == 1 && s == 0 {
		return Rot{}
	}
	return Rot{num.PlusZero(c), num.PlusZero(s)}
}

// CosSin returns the stored cosine and sine; (1, 0) for the identity.
func (r Rot) CosSin() (c, s float64) { return r.cosSin() }

// cosSin returns the stored cosine and sine.
func (r Rot) cosSin() (c, s float64) {
	if r == (Rot{}) {
		return 1, 0
	}
	return r.c, r.s
}

// Mul returns the rotation that applies s first and r second: the product of the matrices brought
// to unit length and rounded, so that long products do not drift.
func (r Rot) Mul(s Rot) Rot {
	if r == (Rot{}) {
		return s
	}
	if s == (Rot{}) {
		return r
	}
	p := num.TwoProd(r.c, s.c).Sub(num.TwoProd(r.s, s.s))
	q := num.TwoProd(r.s, s.c).Add(num.TwoProd(r.c, s.s))
	// (1 + d)^(-1/2) = 1 - d/2 within d^2 < 2^-98, as the pairs are within 4u of unit length.
	d := p.Mul(p).Add(q.Mul(q)).Add(num.DD{Hi: -1}).Hi
	return makeRot(p.Hi+(p.Lo-float64(float64(0.5*d)*p.Hi)), q.Hi+(q.Lo-float64(float64(0.5*d)*q.Hi)))
}

// Inverse returns the opposite rotation: the transposed matrix.
func (r Rot) Inverse() Rot { return Rot{r.c, num.PlusZero(-r.s)} }

// Apply returns v turned by r, within 4u |v| where u = 2^-53.
func (r Rot) Apply(v Vec) Vec {
	c, s := r.cosSin()
	return Vec{float64(c*v.X) - float64(s*v.Y), float64(s*v.X) + float64(c*v.Y)}
}

// mat2 is the matrix [[c, -s], [s, c]].
type mat2 struct{ c, s float64 }

// apply returns m v. Each call is off by (1 + sqrt 2) u |m| |v|: two rounded products and a sum per
// coordinate.
func (m mat2) apply(v Vec) Vec {
	return Vec{float64(m.c*v.X) - float64(m.s*v.Y), float64(m.s*v.X) + float64(m.c*v.Y)}
}

// times returns the product of m and n.
func (m mat2) times(n mat2) mat2 {
	return mat2{float64(m.c*n.c) - float64(m.s*n.s), float64(m.s*n.c) + float64(m.c*n.s)}
}

// applyT returns the transpose of m times v.
func (m mat2) applyT(v Vec) Vec {
	return Vec{float64(m.c*v.X) + float64(m.s*v.Y), float64(m.c*v.Y) - float64(m.s*v.X)}
}

// headingOf returns the heading of v, whose length is near 1, to less than headingError. The
// polynomial for the arc tangent is that of [Hastings55], sheet 13, with an error below 1.2e-5
// radians.
func headingOf(v Vec) uint32 {
	x, y := math.Abs(v.X), math.Abs(v.Y)
	m := num.Lesser(x, y) / num.Greater(x, y)
	q := float64(m * m)
	p := float64(q*0.0208351) - 0.0851330
	p = float64(q*p) + 0.1801410
	p = float64(q*p) - 0.3302995
	p = float64(q*p) + 0.9998660
	return unfolded(v, x-y, float64(m*p*(0x1p31/math.Pi)))
}

// roughHeading returns the heading of v to a thousandth of a turn, sooner than headingOf: a start
// for a search. It unfolds the heading in integers.
func roughHeading(v Vec) uint32 {
	x, y := num.Magnitude(v.X), num.Magnitude(v.Y)
	m := math.Float64frombits(min(x, y)) / math.Float64frombits(max(x, y))
	p := uint32(int64(float64(m*(1.0584-float64(m*0.273))) * (0x1p31 / math.Pi)))
	p = foldBack(p, int64(x-y), 1<<30)
	p = foldBack(p, int64(math.Float64bits(v.X)), 1<<31)
	return foldBack(p, int64(math.Float64bits(v.Y)), 0)
}

// foldBack returns turn - p where x is negative, else p, without a branch.
func foldBack(p uint32, x int64, turn uint32) uint32 {
	minus := uint32(x >> 63)
	return (p ^ minus) - minus + turn&minus
}

// unfolded returns the heading of v whose magnitudes, which differ by d, have the heading p in the
// first half of a quarter turn.
func unfolded(v Vec, d, p float64) uint32 {
	return uint32(int64(fold(fold(fold(p, d, 0x1p30), v.X, 0x1p31), v.Y, 0x1p32)))
}

// fold returns turn - p where the sign of x is that of a negative number, else p, without a branch,
// which half of all directions would take. What zeros of either sign give is one heading.
func fold(p, x, turn float64) float64 {
	minus := uint64(int64(math.Float64bits(x)) >> 63)
	return math.Float64frombits(math.Float64bits(p)^minus<<63) + math.Float64frombits(math.Float64bits(turn)&minus)
}

// ApplyInverse returns v turned back by r, as Inverse().Apply(v) does.
func (r Rot) ApplyInverse(v Vec) Vec { return r.Inverse().Apply(v) }
