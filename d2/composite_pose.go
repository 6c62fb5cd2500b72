package d2

import (
	"math"

	"github.com/collide-go/collide/internal/num"
)

// posed is where the frame of one body lies in that of another, in double-double: what a part of
// the first is placed by. docs/math/compound.md derives the errors.
type posed struct {
	turned bool      // the rotation is not the identity
	exact  bool      // rotation and position have no error
	z      [2]num.DD // cosine and sine of the matrix
	p      [2]num.DD // position
}

// set makes f the pose p.
func (f *posed) set(p Pose) { f.relative(&Pose{}, &p) }

// relative makes f the pose of b in the frame of a.
func (f *posed) relative(a, b *Pose) {
	d := origins(a, b)
	f.z = b.Rot.wide()
	if a.Rot == (Rot{}) {
		f.turned, f.exact, f.p = b.Rot != Rot{}, true, d
		return
	}
	za := a.Rot.inverse()
	f.exact, f.p = false, mulComplex(&za, &d)
	if f.turned = a.Rot != b.Rot; f.turned {
		f.z = mulComplex(&za, &f.z)
	} else {
		f.z = Rot{}.wide()
	}
}

// origins returns where the origin of b lies as seen from that of a, in the axes of the world.
func origins(a, b *Pose) [2]num.DD {
	return [2]num.DD{num.TwoSum(b.Pos.X, -a.Pos.X), num.TwoSum(b.Pos.Y, -a.Pos.Y)}
}

// within makes f, the pose of a body, that in the frame that has the pose in beside it.
func (f *posed) within(in *Pose) {
	for i, x := range [2]float64{in.Pos.X, in.Pos.Y} {
		if f.p[i].Lo == 0 {
			f.p[i] = num.TwoSum(f.p[i].Hi, -x)
			continue
		}
		f.exact = f.exact && x == 0
		f.p[i] = f.p[i].Sub(num.DD{Hi: x})
	}
	if in.Rot == (Rot{}) {
		return
	}
	z := in.Rot.inverse()
	f.p, f.z = mulComplex(&z, &f.p), mulComplex(&z, &f.z)
	if f.turned, f.exact = true, false; f.z[1].Hi == 0 && f.z[0].Hi > 0 {
		f.turned = false
		f.z = Rot{}.wide()
	}
}

// wide returns the cosine and the sine of r.
func (r Rot) wide() [2]num.DD {
	c, s := r.cosSin()
	return [2]num.DD{{Hi: c}, {Hi: s}}
}

// inverse returns cosine and sine of the inverse of the matrix of r, which is the transposed one
// over c^2 + s^2.
func (r Rot) inverse() [2]num.DD {
	z := r.wide()
	inv := z[0].Mul(z[0]).Add(z[1].Mul(z[1])).Reciprocal()
	return [2]num.DD{z[0].Mul(inv), z[1].Mul(inv).Neg()}
}

// mulComplex returns the product of two complex numbers, each part within 2^-99 of the product's
// size: the rotation and scaling a applied to b.
func mulComplex(a, b *[2]num.DD) [2]num.DD {
	return [2]num.DD{a[0].Mul(b[0]).Sub(a[1].Mul(b[1])), a[1].Mul(b[0]).Add(a[0].Mul(b[1]))}
}

// place returns the product of f and the pose of a part, rounded. No point at a distance r from the
// part's origin is farther than shift + turn r from where the exact product has it; both are 0
// where the product is exact.
func (f *posed) place(in Pose) (out Pose, shift, turn float64) {
	switch {
	case !f.turned:
		out.Rot = in.Rot
	case in.Rot == (Rot{}) && f.exact:
		out.Rot = Rot{f.z[0].Hi, f.z[1].Hi}
	default:
		zi := in.Rot.wide()
		out.Rot, turn = unitRot(mulComplex(&f.z, &zi)), placeTurn*unit
	}
	own := [2]num.DD{{Hi: in.Pos.X}, {Hi: in.Pos.Y}}
	v := f.p
	if in.Pos != (Vec{}) {
		if f.turned {
			own = mulComplex(&f.z, &own)
		}
		v[0], v[1] = v[0].Add(own[0]), v[1].Add(own[1])
	}
	out.Pos = Vec{v[0].Hi, v[1].Hi}.clean()
	if f.exact && (!f.turned || in.Pos == Vec{}) && f.plain(in.Pos, v) {
		return out, 0, turn
	}
	size := big1(in.Pos) + big1(f.at())
	return out, float64(placeRound*unit*big1(out.Pos)) + float64(placeOff*size) + 0x1p-1060, turn
}

// plain reports whether the sum v of the position and own is a vector of doubles, exactly.
func (f *posed) plain(own Vec, v [2]num.DD) bool {
	return v[0].Lo == 0 && v[1].Lo == 0 && (f.p[0].Lo == 0 || own.X == 0) && (f.p[1].Lo == 0 || own.Y == 0)
}

// unitRot returns the rotation of z brought to unit length and rounded. z is within 2^-50 of that
// length.
func unitRot(z [2]num.DD) Rot {
	// (1 + d)^(-1/2) = 1 - d/2 within d^2 < 2^-96.
	d := z[0].Mul(z[0]).Add(z[1].Mul(z[1])).Add(num.DD{Hi: -1}).Hi
	c := z[0].Hi + (z[0].Lo - float64(float64(0.5*d)*z[0].Hi))
	s := z[1].Hi + (z[1].Lo - float64(float64(0.5*d)*z[1].Hi))
	return makeRot(c, s)
}

// at returns the position, rounded.
func (f *posed) at() Vec { return Vec{f.p[0].Hi, f.p[1].Hi} }

// back returns v of the outer frame in the inner one, within 8u |v|.
func (f *posed) back(v Vec) Vec { return mat2{f.z[0].Hi, f.z[1].Hi}.applyT(v) }

// near returns the point v of the inner frame in the outer one, in doubles.
func (f *posed) near(v Vec) Vec {
	return mat2{f.z[0].Hi, f.z[1].Hi}.apply(v).Add(f.at())
}

// off bounds how far the position is from its rounded one.
func (f *posed) off() float64 {
	return float64(frameOff * unit * (math.Abs(f.p[0].Hi) + math.Abs(f.p[1].Hi)))
}
