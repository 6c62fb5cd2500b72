package d2

import (
	"math"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/trig"
)

// Rot is a rotation. The zero value is the identity, so that rotations compare with ==.
//
// A rotation means the matrix [[c, -s], [s, c]] of the two stored doubles, exactly; c^2 + s^2 is within 4u of
// 1, where u = 2^-53.
type Rot struct {
	c, s float64 // both zero: the identity
}

// unitTolerance is how far the length of (cos, sin) may be from 1.
const unitTolerance = 1e-3

// NewAngle returns the counter-clockwise rotation by angle radians: the doubles nearest to its cosine and
// its sine, on every platform. Angle 0 gives the zero Rot. About 10 us.
//
// Errors: ErrNotFinite and ErrOutOfRange.
func NewAngle(angle float64) (Rot, error) {
	if err := checkNumber("angle", angle); err != nil {
		return Rot{}, err
	}
	return makeRot(trig.CosSin(angle)), nil
}

// NewCosSin returns the rotation with the given cosine and sine. A pair with c^2 + s^2 off 1 by more than 4u,
// where u = 2^-53, is normalised once, to the doubles nearest to c/n and s/n for n its length; any other pair
// is kept as given.
//
// Errors: ErrNotFinite and ErrOutOfRange for a number, ErrNotUnit for a length off 1 by more than 1e-3.
func NewCosSin(c, s float64) (Rot, error) {
	if err := checkNumber("cos", c); err != nil {
		return Rot{}, err
	}
	if err := checkNumber("sin", s); err != nil {
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
// The square of a coordinate below 2^-300 is left out: without it the sum differs from the limits by 2^-106 at
// least, for 1 + 4u and 1 - 4u have no dyadic root.
func isUnit(c, s float64) bool {
	square := func(x float64) dd {
		if math.Abs(x) < 0x1p-300 {
			return dd{}
		}
		return twoProd(x, x)
	}
	above := exactSum(square(c), square(s), dd{-1, 0}, dd{-0x1p-51, 0})
	below := exactSum(square(c), square(s), dd{-1, 0}, dd{0x1p-51, 0})
	return above.hi <= 0 && below.hi >= 0
}

// makeRot returns the rotation of a pair known to be near a unit one.
func makeRot(c, s float64) Rot {
	if c == 1 && s == 0 {
		return Rot{}
	}
	return Rot{plusZero(c), plusZero(s)}
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

// Mul returns the rotation that applies s first and r second: the product of the matrices brought to unit
// length and rounded, so that long products do not drift.
func (r Rot) Mul(s Rot) Rot {
	if r == (Rot{}) {
		return s
	}
	if s == (Rot{}) {
		return r
	}
	p := twoProd(r.c, s.c).sub(twoProd(r.s, s.s))
	q := twoProd(r.s, s.c).add(twoProd(r.c, s.s))
	// (1 + d)^(-1/2) = 1 - d/2 within d^2 < 2^-98, as the pairs are within 4u of unit length.
	d := p.mul(p).add(q.mul(q)).add(dd{-1, 0}).hi
	return makeRot(p.hi+(p.lo-float64(float64(0.5*d)*p.hi)), q.hi+(q.lo-float64(float64(0.5*d)*q.hi)))
}

// Inverse returns the opposite rotation: the transposed matrix.
func (r Rot) Inverse() Rot { return Rot{r.c, plusZero(-r.s)} }

// Apply returns v turned by r, within 4u |v| where u = 2^-53.
func (r Rot) Apply(v Vec) Vec {
	c, s := r.cosSin()
	return Vec{float64(c*v.X) - float64(s*v.Y), float64(s*v.X) + float64(c*v.Y)}
}
