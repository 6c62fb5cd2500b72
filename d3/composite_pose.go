package d3

import (
	"math"

	"github.com/collide-go/collide/internal/num"
)

// posed is where the frame of one body lies in that of another, in double-double: what a part of
// the first is placed by. docs/math/compound.md derives the errors.
type posed struct {
	turned bool         // the rotation is not the identity
	exact  bool         // quaternion and position have no error
	q      [4]num.DD    // quaternion x, y, z, w
	m      [3][3]num.DD // matrix, by rows
	p      [3]num.DD    // position
}

// set makes f the pose p.
func (f *posed) set(p Pose) { f.relative(&Pose{}, &p) }

// relative makes f the pose of b in the frame of a.
func (f *posed) relative(a, b *Pose) {
	if a.Rot == (Rot{}) {
		f.turned, f.exact = b.Rot != Rot{}, true
		origins(&f.p, a, b)
		b.Rot.wide(&f.q, &f.m)
		return
	}
	f.exact = false
	var d [3]num.DD
	var qa, qb [4]num.DD
	var ma, mb [3][3]num.DD
	origins(&d, a, b)
	a.Rot.wide(&qa, &ma)
	turnBack(&f.p, &ma, &d)
	if f.turned = a.Rot != b.Rot; !f.turned {
		Rot{}.wide(&f.q, &f.m)
		return
	}
	b.Rot.wide(&qb, &mb)
	for i := range 3 {
		qa[i] = qa[i].Neg()
	}
	mulQuat(&f.q, &qa, &qb)
	unturn(&f.m, &ma, &mb)
}

// origins sets d to where the origin of b lies as seen from that of a, in the axes of the world. It
// and what follows set what they find in place, as a copy of what was just stored has to wait.
func origins(d *[3]num.DD, a, b *Pose) {
	d[0], d[1] = num.TwoSum(b.Pos.X, -a.Pos.X), num.TwoSum(b.Pos.Y, -a.Pos.Y)
	d[2] = num.TwoSum(b.Pos.Z, -a.Pos.Z)
}

// turnBack sets p to the product of the transposed matrix m and d, which is another vector.
func turnBack(p *[3]num.DD, m *[3][3]num.DD, d *[3]num.DD) {
	for i := range 3 {
		p[i] = m[0][i].Mul(d[0]).Add(m[1][i].Mul(d[1])).Add(m[2][i].Mul(d[2]))
	}
}

// unturn sets out to the product of the transposed matrix a and b, which are others.
func unturn(out, a, b *[3][3]num.DD) {
	for i := range 3 {
		for k := range 3 {
			out[i][k] = a[0][i].Mul(b[0][k]).Add(a[1][i].Mul(b[1][k])).Add(a[2][i].Mul(b[2][k]))
		}
	}
}

// within makes f, the pose of a body, that in the frame that has the pose in beside it.
func (f *posed) within(in *Pose) {
	for i, x := range array(in.Pos) {
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
	var q [4]num.DD
	var m [3][3]num.DD
	in.Rot.wide(&q, &m)
	p, rot, old := f.p, f.m, f.q
	turnBack(&f.p, &m, &p)
	unturn(&f.m, &m, &rot)
	for i := range 3 {
		q[i] = q[i].Neg()
	}
	f.turned, f.exact = true, false
	if mulQuat(&f.q, &q, &old); f.q[0].Hi == 0 && f.q[1].Hi == 0 && f.q[2].Hi == 0 {
		f.turned = false
		Rot{}.wide(&f.q, &f.m)
	}
}

// wide sets q to the quaternion of r, and m to its matrix within 2^-100.
func (r Rot) wide(q *[4]num.DD, m *[3][3]num.DD) {
	x, y, z, w := r.quat()
	q[0], q[1], q[2], q[3] = num.DD{Hi: x}, num.DD{Hi: y}, num.DD{Hi: z}, num.DD{Hi: w}
	var h, l mat3
	r.setAxes(&h, &l)
	m[0][0], m[0][1], m[0][2] = num.DD{Hi: h.x.X, Lo: l.x.X}, num.DD{Hi: h.x.Y, Lo: l.x.Y}, num.DD{Hi: h.x.Z, Lo: l.x.Z}
	m[1][0], m[1][1], m[1][2] = num.DD{Hi: h.y.X, Lo: l.y.X}, num.DD{Hi: h.y.Y, Lo: l.y.Y}, num.DD{Hi: h.y.Z, Lo: l.y.Z}
	m[2][0], m[2][1], m[2][2] = num.DD{Hi: h.z.X, Lo: l.z.X}, num.DD{Hi: h.z.Y, Lo: l.z.Y}, num.DD{Hi: h.z.Z, Lo: l.z.Z}
}

// mulQuat sets q to the product of two other quaternions, each component within 2^-99.
func mulQuat(q, a, b *[4]num.DD) {
	for i := range 3 {
		j, k := (i+1)%3, (i+2)%3
		q[i] = a[3].Mul(b[i]).Add(a[i].Mul(b[3])).Add(a[j].Mul(b[k]).Sub(a[k].Mul(b[j])))
	}
	q[3] = a[3].Mul(b[3]).Sub(a[0].Mul(b[0]).Add(a[1].Mul(b[1])).Add(a[2].Mul(b[2])))
}

// place returns the product of f and the pose of a part, rounded. No point at a distance r from the
// part's origin is farther than shift + turn r from where the exact product has it; both are 0
// where the product is exact.
func (f *posed) place(in Pose) (out Pose, shift, turn float64) {
	switch {
	case !f.turned:
		out.Rot = in.Rot
	case in.Rot == (Rot{}):
		out.Rot = makeRot(f.q[0].Hi, f.q[1].Hi, f.q[2].Hi, f.q[3].Hi)
		if !f.exact {
			turn = placeTurn * unit
		}
	default:
		x, y, z, w := in.Rot.quat()
		var q [4]num.DD
		qi := [4]num.DD{{Hi: x}, {Hi: y}, {Hi: z}, {Hi: w}}
		mulQuat(&q, &f.q, &qi)
		out.Rot = makeRot(q[0].Hi, q[1].Hi, q[2].Hi, q[3].Hi)
		turn = placeTurn * unit
	}
	var v, rest [3]float64
	own := [3]float64{in.Pos.X, in.Pos.Y, in.Pos.Z}
	for i := range 3 {
		s := f.p[i]
		if in.Pos != (Vec{}) {
			if f.turned {
				s = s.Add(f.m[i][0].Times(own[0]).Add(f.m[i][1].Times(own[1])).Add(f.m[i][2].Times(own[2])))
			} else {
				s = s.Add(num.DD{Hi: own[i]})
			}
		}
		v[i], rest[i] = s.Hi, s.Lo
	}
	out.Pos = Vec{v[0], v[1], v[2]}.clean()
	if f.exact && (!f.turned || in.Pos == Vec{}) && f.plain(own, rest) {
		return out, 0, turn
	}
	size := big1(in.Pos) + big1(f.at())
	return out, float64(placeRound*unit*big1(out.Pos)) + float64(placeOff*size) + 0x1p-1060, turn
}

// plain reports whether a sum of the position and own is a double, exactly; rest is what is left of
// it.
func (f *posed) plain(own, rest [3]float64) bool {
	for i := range 3 {
		if rest[i] != 0 || f.p[i].Lo != 0 && own[i] != 0 {
			return false
		}
	}
	return true
}

// at returns the position, rounded.
func (f *posed) at() Vec { return Vec{f.p[0].Hi, f.p[1].Hi, f.p[2].Hi} }

// back returns v of the outer frame in the inner one, within 8u |v|.
func (f *posed) back(v Vec) Vec {
	m := &f.m
	return Vec{
		float64(m[0][0].Hi*v.X) + float64(m[1][0].Hi*v.Y) + float64(m[2][0].Hi*v.Z),
		float64(m[0][1].Hi*v.X) + float64(m[1][1].Hi*v.Y) + float64(m[2][1].Hi*v.Z),
		float64(m[0][2].Hi*v.X) + float64(m[1][2].Hi*v.Y) + float64(m[2][2].Hi*v.Z),
	}
}

// near returns the point v of the inner frame in the outer one, in doubles.
func (f *posed) near(v Vec) Vec {
	m := &f.m
	return Vec{
		float64(m[0][0].Hi*v.X) + float64(m[0][1].Hi*v.Y) + float64(m[0][2].Hi*v.Z) + f.p[0].Hi,
		float64(m[1][0].Hi*v.X) + float64(m[1][1].Hi*v.Y) + float64(m[1][2].Hi*v.Z) + f.p[1].Hi,
		float64(m[2][0].Hi*v.X) + float64(m[2][1].Hi*v.Y) + float64(m[2][2].Hi*v.Z) + f.p[2].Hi,
	}
}

// off bounds how far the position is from its rounded one.
func (f *posed) off() float64 {
	return float64(frameOff * unit * (math.Abs(f.p[0].Hi) + math.Abs(f.p[1].Hi) + math.Abs(f.p[2].Hi)))
}
