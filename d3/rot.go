package d3

import (
	"math"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/num"
	"github.com/collide-go/collide/internal/trig"
)

// Rot is a rotation. The zero value is the identity, so that rotations compare with ==.
//
// A rotation means R(q)/(q.q) of the quaternion q it was made from, exactly; it is never
// normalised.
type Rot struct {
	x, y, z, w float64 // all zero: the identity
}

// unitTolerance is how far the length of a quaternion may be from 1.
const unitTolerance = 1e-3

// NewQuat returns the rotation R(q)/(q.q) of the quaternion q = (x, y, z, w), w the real part. The
// components are kept as given. q and -q are the same rotation, but only x = y = z = 0 always gives
// the zero Rot. It takes up to twice as long as math.Sincos.
//
// Errors: ErrNotFinite and ErrOutOfRange for a component, ErrZeroQuaternion, and
// ErrNotUnitQuaternion for a length off 1 by more than 1e-3.
func NewQuat(x, y, z, w float64) (Rot, error) {
	for _, c := range [...]struct {
		path  string
		value float64
	}{{"q.x", x}, {"q.y", y}, {"q.z", z}, {"q.w", w}} {
		if err := num.CheckNumber(c.path, c.value); err != nil {
			return Rot{}, err
		}
	}
	if x == 0 && y == 0 && z == 0 && w == 0 {
		return Rot{}, &collide.Error{Code: collide.ErrZeroQuaternion, Path: "q", Index: -1}
	}
	n := math.Sqrt(float64(x*x) + float64(y*y) + float64(z*z) + float64(w*w))
	if !(math.Abs(n-1) <= unitTolerance) {
		return Rot{}, &collide.Error{Code: collide.ErrNotUnitQuaternion, Path: "q", Index: -1, Value: n}
	}
	return makeRot(x, y, z, w), nil
}

// NewAxisAngle returns the rotation by angle radians, counter-clockwise seen from the tip of axis,
// which need not be a unit vector. The quaternion is the double nearest to each component within 4
// ulp, and from then on it is the rotation. Angle 0 gives the zero Rot. Some 6 times as long as
// math.Sincos, without allocation for all angles but one in 2^49 (docs/math/trig.md).
//
// Errors: ErrNotFinite and ErrOutOfRange for a number, ErrZeroQuaternion for a zero axis.
func NewAxisAngle(axis Vec, angle float64) (Rot, error) {
	if err := checkAxisAngle(axis, angle); err != nil {
		return Rot{}, err
	}
	c, s := trig.CosSin(float64(angle * 0.5))
	return about(axis, c, s), nil
}

// NewAxisAngleDegrees is NewAxisAngle with the angle in degrees: of its half, the cosine and the
// sine are those of the real number angle pi/360, rounded once. As long as NewAxisAngle; the same
// errors.
func NewAxisAngleDegrees(axis Vec, angle float64) (Rot, error) {
	if err := checkAxisAngle(axis, angle); err != nil {
		return Rot{}, err
	}
	c, s := trig.CosSinDegrees(float64(angle * 0.5))
	return about(axis, c, s), nil
}

// checkAxisAngle refuses numbers out of range and a zero axis.
func checkAxisAngle(axis Vec, angle float64) error {
	if err := checkVec("axis", axis); err != nil {
		return err
	}
	if err := num.CheckNumber("angle", angle); err != nil {
		return err
	}
	if axis == (Vec{}) {
		return &collide.Error{Code: collide.ErrZeroQuaternion, Path: "axis", Index: -1}
	}
	return nil
}

// about returns the rotation about axis, not zero, with the cosine and sine of half its angle.
func about(axis Vec, c, s float64) Rot {
	u := axis.normal()
	u = u.Scale(1 / u.Len()).Scale(s)
	return makeRot(u.X, u.Y, u.Z, c)
}

// NewRPY returns the rotation by roll about X, then pitch about Y, then yaw about Z, the axes
// fixed, all in radians. The quaternion is converted once, each component within 2^-51, and from
// then on it is the rotation. Some 14 times as long as math.Sincos, without allocation for all
// angles but one in 2^49 (docs/math/trig.md).
//
// Errors: ErrNotFinite and ErrOutOfRange for an angle.
func NewRPY(roll, pitch, yaw float64) (Rot, error) {
	return newRPY(roll, pitch, yaw, trig.CosSin)
}

// NewRPYDegrees is NewRPY with the angles in degrees: of their halves, cosines and sines are those
// of the real numbers, rounded once. As long as NewRPY; the same errors.
func NewRPYDegrees(roll, pitch, yaw float64) (Rot, error) {
	return newRPY(roll, pitch, yaw, trig.CosSinDegrees)
}

// newRPY is NewRPY with the cosine and sine of half the angles by cosSin.
func newRPY(roll, pitch, yaw float64, cosSin func(float64) (c, s float64)) (Rot, error) {
	if err := num.CheckNumber("roll", roll); err != nil {
		return Rot{}, err
	}
	if err := num.CheckNumber("pitch", pitch); err != nil {
		return Rot{}, err
	}
	if err := num.CheckNumber("yaw", yaw); err != nil {
		return Rot{}, err
	}
	cr, sr := cosSin(float64(roll * 0.5))
	cp, sp := cosSin(float64(pitch * 0.5))
	cy, sy := cosSin(float64(yaw * 0.5))
	x := makeRot(sr, 0, 0, cr)
	y := makeRot(0, sp, 0, cp)
	z := makeRot(0, 0, sy, cy)
	return z.Mul(y.Mul(x)), nil
}

// NewFromTo returns the shortest rotation that turns the direction of from into that of to, within
// 16u where u = 2^-53. The vectors need not have length 1. Opposite ones give half a turn about
// some axis across them (that of Perp); of vectors within e of opposite the axis is known within
// u/e. Some 6 times as long as math.Sincos, 12 for vectors nearly opposite, without allocation.
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
	if a.Dot(b) > -0.5 {
		return turnBetween(a, b), nil
	}
	// Half a turn about an axis across a, and then the short rest.
	p := partAcross(a.Cross(b), a)
	if p == (Vec{}) {
		p = a.Perp().Unit()
	}
	return turnBetween(a.Neg(), b).Mul(makeRot(p.X, p.Y, p.Z, 0)), nil
}

// turnBetween returns the rotation from a to b, unit vectors less than 130 degrees apart: the
// product of the quaternions of the direction halfway and of a.
func turnBetween(a, b Vec) Rot {
	if a == b {
		return Rot{}
	}
	h := a.Add(b).Unit()
	v := a.Cross(h)
	return makeRot(v.X, v.Y, v.Z, a.Dot(h))
}

// partAcross returns the unit vector of v less its part along the unit vector a, perpendicular to a
// within 2u where u = 2^-53; zero where v is 0 or within 2^-8 of the line of a.
func partAcross(v, a Vec) Vec {
	v = v.Unit()
	v = v.Sub(a.Scale(v.Dot(a)))
	if v.Len2() < 0x1p-16 {
		return Vec{}
	}
	v = v.Unit()
	return v.Sub(a.Scale(v.Dot(a))).Unit()
}

// NewLookAt returns the rotation that turns the X axis into the direction of dir and the Z axis as
// near to up as it goes: X forward, Y left, Z up. The vectors need not have length 1. Where the
// sine of the angle between dir and up is below 2^-20, up says nothing, and the rotation is that of
// NewFromTo from the X axis. Some 12 times as long as math.Sincos, without allocation.
//
// Errors: ErrNotFinite and ErrOutOfRange for a coordinate, ErrZeroNormal for a zero vector.
func NewLookAt(dir, up Vec) (Rot, error) {
	if err := checkDirection("dir", dir); err != nil {
		return Rot{}, err
	}
	if err := checkDirection("up", up); err != nil {
		return Rot{}, err
	}
	x := dir.Unit()
	y := up.Unit().Cross(x)
	if y.Len2() < 0x1p-40 {
		return NewFromTo(Vec{1, 0, 0}, dir)
	}
	y = partAcross(y, x)
	z := x.Cross(y)
	return fromColumns(x, y, z), nil
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

// NewMatrix returns the rotation of a matrix given by rows. Of the matrix of a rotation with
// entries off by e it is within 4e and 8u of that rotation, u = 2^-53. Some 5 times as long as
// math.Sincos, without allocation.
//
// Errors: ErrNotFinite and ErrOutOfRange for an entry; ErrNotUnit for a matrix with a row whose
// length, or two rows whose inner product, is off by more than 1e-3, and for a reflection.
func NewMatrix(m [3][3]float64) (Rot, error) {
	for i, path := range [...]string{"matrix[0]", "matrix[1]", "matrix[2]"} {
		if err := checkVec(path, Vec{m[i][0], m[i][1], m[i][2]}); err != nil {
			return Rot{}, err
		}
	}
	x, y, z := Vec{m[0][0], m[0][1], m[0][2]}, Vec{m[1][0], m[1][1], m[1][2]}, Vec{m[2][0], m[2][1], m[2][2]}
	off := max(math.Abs(x.Len()-1), math.Abs(y.Len()-1), math.Abs(z.Len()-1),
		math.Abs(x.Dot(y)), math.Abs(y.Dot(z)), math.Abs(z.Dot(x)))
	if off <= unitTolerance && x.Cross(y).Dot(z) < 0 {
		off = 2 // a reflection: -1 where 1 is wanted
	}
	if !(off <= unitTolerance) {
		return Rot{}, &collide.Error{Code: collide.ErrNotUnit, Path: "matrix", Index: -1, Value: off}
	}
	return fromColumns(x, y, z).Inverse(), nil
}

// fromColumns returns the rotation of the matrix with nearly orthonormal columns x, y, z. The
// quaternion is the one of the four columns of 4 q q^T with the largest diagonal, at least 1
// ([Shepperd78]).
func fromColumns(x, y, z Vec) Rot {
	q := [4]float64{1 + x.X - y.Y - z.Z, x.Y + y.X, z.X + x.Z, y.Z - z.Y}
	switch t := x.X + y.Y + z.Z; {
	case t >= max(x.X, y.Y, z.Z):
		q = [4]float64{y.Z - z.Y, z.X - x.Z, x.Y - y.X, 1 + t}
	case y.Y >= max(x.X, z.Z):
		q = [4]float64{x.Y + y.X, 1 - x.X + y.Y - z.Z, y.Z + z.Y, z.X - x.Z}
	case z.Z >= x.X:
		q = [4]float64{z.X + x.Z, y.Z + z.Y, 1 - x.X - y.Y + z.Z, x.Y - y.X}
	}
	n := math.Sqrt(float64(q[0]*q[0]) + float64(q[1]*q[1]) + float64(q[2]*q[2]) + float64(q[3]*q[3]))
	return makeRot(q[0]/n, q[1]/n, q[2]/n, q[3]/n)
}

// Matrix returns the matrix of r by rows, each entry within 0.501 ulp of that of R(q)/(q.q).
func (r Rot) Matrix() [3][3]float64 {
	m, _ := r.axes()
	return [3][3]float64{{m.x.X, m.x.Y, m.x.Z}, {m.y.X, m.y.Y, m.y.Z}, {m.z.X, m.z.Y, m.z.Z}}
}

// AxisAngle returns the unit axis and the angle in radians of r, in [0, pi], each within 6 ulp and
// the same on every platform: NewAxisAngle of both is r within 16u. The identity gives the Z axis
// and 0. Some 5 times as long as math.Sincos.
func (r Rot) AxisAngle() (axis Vec, angle float64) {
	if r == (Rot{}) {
		return Vec{0, 0, 1}, 0
	}
	axis, half := r.halfAngle()
	return axis, 2 * half
}

// halfAngle returns the axis and half the angle, in [0, pi/2], of a rotation that is not the
// identity.
func (r Rot) halfAngle() (axis Vec, half float64) {
	v := Vec{r.x, r.y, r.z}
	half = trig.Atan2(v.length(), math.Abs(r.w))
	if r.w < 0 {
		v = Vec{0 - r.x, 0 - r.y, 0 - r.z}
	}
	return v.Unit(), half
}

// Slerp returns the rotation between r, at t = 0, and s, at t = 1, on the shorter way about one
// axis (of half a turn, one of the two); other t go beyond. It takes the time of AxisAngle,
// NewAxisAngle and two Mul.
//
// Errors: ErrNotFinite and ErrOutOfRange for t.
func (r Rot) Slerp(s Rot, t float64) (Rot, error) {
	if err := num.CheckNumber("t", t); err != nil {
		return Rot{}, err
	}
	if t == 1 {
		return s, nil
	}
	d := r.Inverse().Mul(s)
	if d == (Rot{}) {
		return r, nil
	}
	axis, half := d.halfAngle()
	c, sin := trig.CosSin(float64(half * t))
	return r.Mul(about(axis, c, sin)), nil
}

// Integrate returns r after the time dt at the angular velocity w, in radians per unit of time,
// along the axis and in the frame of the world: exactly the turn by |w| dt about w, not a step of
// Euler's method. Cost: NewAxisAngle and Mul.
//
// Errors: ErrNotFinite and ErrOutOfRange for w and dt.
func (r Rot) Integrate(w Vec, dt float64) (Rot, error) {
	if err := checkVec("w", w); err != nil {
		return Rot{}, err
	}
	if err := num.CheckNumber("dt", dt); err != nil {
		return Rot{}, err
	}
	if w == (Vec{}) {
		return r, nil
	}
	c, s := trig.CosSin(float64(float64(w.length()*dt) * 0.5))
	return about(w, c, s).Mul(r), nil
}

// makeRot returns the rotation of a quaternion known to be near a unit one.
func makeRot(x, y, z, w float64) Rot {
	if x == 0 && y == 0 && z == 0 {
		return Rot{}
	}
	return Rot{num.PlusZero(x), num.PlusZero(y), num.PlusZero(z), num.PlusZero(w)}
}

// Quat returns the quaternion of r, w the real part; (0, 0, 0, 1) for the identity.
func (r Rot) Quat() (x, y, z, w float64) { return r.quat() }

// quat returns the quaternion of r.
func (r Rot) quat() (x, y, z, w float64) {
	if r == (Rot{}) {
		return 0, 0, 0, 1
	}
	return r.x, r.y, r.z, r.w
}

// Mul returns the rotation that applies s first and r second: the rounded product of the
// quaternions. It is brought back to unit length only where the length has strayed by 5e-4, because
// R(q)/(q.q) does not need it.
func (r Rot) Mul(s Rot) Rot {
	if r == (Rot{}) {
		return s
	}
	if s == (Rot{}) {
		return r
	}
	x := float64(r.w*s.x) + float64(r.x*s.w) + (float64(r.y*s.z) - float64(r.z*s.y))
	y := float64(r.w*s.y) + float64(r.y*s.w) + (float64(r.z*s.x) - float64(r.x*s.z))
	z := float64(r.w*s.z) + float64(r.z*s.w) + (float64(r.x*s.y) - float64(r.y*s.x))
	w := float64(r.w*s.w) - (float64(r.x*s.x) + float64(r.y*s.y) + float64(r.z*s.z))
	n2 := float64(x*x) + float64(y*y) + float64(z*z) + float64(w*w)
	if math.Abs(n2-1) > 0x1p-10 {
		n := math.Sqrt(n2)
		x, y, z, w = x/n, y/n, z/n, w/n
	}
	return makeRot(x, y, z, w)
}

// Inverse returns the opposite rotation, exactly: the conjugate quaternion.
func (r Rot) Inverse() Rot {
	return Rot{num.PlusZero(-r.x), num.PlusZero(-r.y), num.PlusZero(-r.z), r.w}
}

// Apply returns v turned by r, within 16u |v| where u = 2^-53.
func (r Rot) Apply(v Vec) Vec {
	if r == (Rot{}) {
		return v
	}
	u := Vec{r.x, r.y, r.z}
	n := u.Len2() + float64(r.w*r.w)
	t := u.Cross(v).Scale(2 / n)
	return v.Add(t.Scale(r.w)).Add(u.Cross(t))
}

// ApplyInverse returns v turned back by r, as Inverse().Apply(v) does.
func (r Rot) ApplyInverse(v Vec) Vec { return r.Inverse().Apply(v) }

// mat3 is a matrix by rows.
type mat3 struct{ x, y, z Vec }

// apply returns m v.
func (m *mat3) apply(v Vec) Vec { return Vec{m.x.Dot(v), m.y.Dot(v), m.z.Dot(v)} }

// applyT returns the transpose of m times v.
func (m *mat3) applyT(v Vec) Vec {
	return Vec{
		float64(m.x.X*v.X) + float64(m.y.X*v.Y) + float64(m.z.X*v.Z),
		float64(m.x.Y*v.X) + float64(m.y.Y*v.Y) + float64(m.z.Y*v.Z),
		float64(m.x.Z*v.X) + float64(m.y.Z*v.Y) + float64(m.z.Z*v.Z),
	}
}

// axes returns the matrix R(q)/(q.q) of r as hi + lo, as setAxes does.
func (r Rot) axes() (hi, lo mat3) {
	r.setAxes(&hi, &lo)
	return hi, lo
}

// setAxes sets hi + lo to the matrix R(q)/(q.q) of r. hi is that matrix with each entry within
// 0.501 ulp (and half the least subnormal), hi + lo is within 2^-100 of it.
//
// The products are formed 2^800 too large, so that none of their error terms gets lost below the
// least double. A sum that cancels by 2^-40 or more of its terms is done again without any error.
func (r Rot) setAxes(hi, lo *mat3) {
	if r == (Rot{}) {
		*hi, *lo = mat3{Vec{1, 0, 0}, Vec{0, 1, 0}, Vec{0, 0, 1}}, mat3{}
		return
	}
	const big = 0x1p400
	x, y := num.Halve(float64(r.x*big)), num.Halve(float64(r.y*big))
	z, w := num.Halve(float64(r.z*big)), num.Halve(float64(r.w*big))
	xx, yy, zz, ww := x.Times(x), y.Times(y), z.Times(z), w.Times(w)
	wx, yz := ww.Add(xx), yy.Add(zz)
	d := divide(wx.Add(yz))
	hi.x.X, lo.x.X = d.diagonal(wx.Sub(yz), ww, xx, yy, zz)
	wx, yz = ww.Sub(xx), yy.Sub(zz)
	hi.y.Y, lo.y.Y = d.diagonal(wx.Add(yz), ww, yy, xx, zz)
	hi.z.Z, lo.z.Z = d.diagonal(wx.Sub(yz), ww, zz, xx, yy)

	p, q := x.Times(y), w.Times(z)
	hi.x.Y, lo.x.Y = d.offDiagonal(p, q.Neg())
	hi.y.X, lo.y.X = d.offDiagonal(p, q)
	p, q = x.Times(z), w.Times(y)
	hi.z.X, lo.z.X = d.offDiagonal(p, q.Neg())
	hi.x.Z, lo.x.Z = d.offDiagonal(p, q)
	p, q = y.Times(z), w.Times(x)
	hi.y.Z, lo.y.Z = d.offDiagonal(p, q.Neg())
	hi.z.Y, lo.z.Y = d.offDiagonal(p, q)
}

// divisor divides by q.q.
type divisor struct {
	near  bool    // |1 - q.q| < 2^-50, as for every quaternion that was normalised in doubles
	minus float64 // 1/q.q - 1 within 2^-103
	inv   num.DD  // 1/q.q, where near is false
}

// divide returns the divisor by d / 2^800.
func divide(d num.DD) divisor {
	d.Hi, d.Lo = float64(d.Hi*0x1p-800), float64(d.Lo*0x1p-800)
	m := (1 - d.Hi) - d.Lo
	if math.Abs(m) < 0x1p-50 {
		return divisor{near: true, minus: m + float64(m*m)}
	}
	return divisor{inv: d.Reciprocal()}
}

// of returns 2^-800 n/q.q.
func (d *divisor) of(n num.DD) (hi, lo float64) {
	if d.near {
		n = num.QuickTwoSum(n.Hi, n.Lo+float64(n.Hi*d.minus))
	} else {
		n = n.Mul(d.inv)
	}
	return unscale(n)
}

// diagonal returns (a + b - c - e)/q.q, where sum is that bracket in double-double and scaled by
// 2^800.
func (d *divisor) diagonal(sum, a, b, c, e num.DD) (hi, lo float64) {
	if math.Abs(sum.Hi) < 0x1p760 { // the terms add up to about 2^800
		sum = num.ExactSum(a, b, c.Neg(), e.Neg())
	}
	return d.of(sum)
}

// offDiagonal returns 2 (a + b)/q.q, where a and b are scaled by 2^800.
func (d *divisor) offDiagonal(a, b num.DD) (hi, lo float64) {
	sum := a.Add(b)
	if math.Abs(sum.Hi) < float64(0x1p-40*math.Abs(a.Hi)) {
		sum = num.ExactSum(a, b, num.DD{}, num.DD{})
	}
	return d.of(num.DD{Hi: sum.Hi + sum.Hi, Lo: sum.Lo + sum.Lo})
}

// unscale divides by 2^800.
func unscale(a num.DD) (hi, lo float64) {
	return num.PlusZero(float64(a.Hi * 0x1p-800)), num.PlusZero(float64(a.Lo * 0x1p-800))
}

// setRelative sets m to the matrix that takes B's axes to A's: the transpose of a times b. It
// writes in place, as a copy of what was just stored has to wait.
func (m *mat3) setRelative(a, b *mat3) {
	m.x = b.applyT(Vec{a.x.X, a.y.X, a.z.X})
	m.y = b.applyT(Vec{a.x.Y, a.y.Y, a.z.Y})
	m.z = b.applyT(Vec{a.x.Z, a.y.Z, a.z.Z})
}

// product sets out to the product of m and n.
func (m *mat3) product(n, out *mat3) {
	out.x = n.applyT(m.x)
	out.y = n.applyT(m.y)
	out.z = n.applyT(m.z)
}

// column returns column i of m.
func (m *mat3) column(i int8) Vec { return Vec{m.x.along(i), m.y.along(i), m.z.along(i)} }
