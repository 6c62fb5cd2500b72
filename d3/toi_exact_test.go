package d3

import (
	"math"
	"math/big"

	"github.com/collide-go/collide"
)

// Where bodies on their way are, to 2^-300 of their sizes: motions again, by another road than the
// code's. Turns are quaternions; cosines and sines are series.

// bigRot is a unit quaternion x, y, z, w.
type bigRot struct {
	v bigVec
	w *big.Float
}

func (v bigVec) add(w bigVec) bigVec {
	for i := range 3 {
		v[i] = bigZero().Add(v[i], w[i])
	}
	return v
}

func (v bigVec) by(s *big.Float) bigVec {
	for i := range 3 {
		v[i] = bigZero().Mul(v[i], s)
	}
	return v
}

// bigRotOf returns r as a unit quaternion.
func bigRotOf(r Rot) bigRot {
	x, y, z, w := r.quat()
	return bigRot{bigVec{bigNum(x), bigNum(y), bigNum(z)}, bigNum(w)}.unit()
}

func (q bigRot) unit() bigRot {
	l := q.v.dot(q.v)
	l.Sqrt(l.Add(l, bigZero().Mul(q.w, q.w)))
	l.Quo(bigNum(1), l)
	return bigRot{q.v.by(l), bigZero().Mul(q.w, l)}
}

// times returns the turn q after p.
func (q bigRot) times(p bigRot) bigRot {
	w := bigZero().Mul(q.w, p.w)
	return bigRot{p.v.by(q.w).add(q.v.by(p.w)).add(q.v.cross(p.v)), w.Sub(w, q.v.dot(p.v))}
}

func (q bigRot) inverse() bigRot { return bigRot{q.v.scaled(-1), q.w} }

func (q bigRot) apply(x bigVec) bigVec {
	u := q.v.cross(x).scaled(2)
	return x.add(u.by(q.w)).add(q.v.cross(u))
}

// bigTurn returns the turn by |w| radians about w.
func bigTurn(w bigVec) bigRot {
	half, squares := w.scaled(0.5), 0
	if _, e := math.Frexp(half.len()); e > -8 {
		half, squares = half.scaled(math.Ldexp(1, -8-e)), e+8
	}
	s := half.dot(half)
	cos, sinc, term := bigNum(1), bigNum(1), bigNum(1)
	for k := 1; k < 20; k++ { // 2^-320 is left
		term.Mul(term, s)
		term.Quo(term, bigNum(-float64((2*k-1)*(2*k))))
		cos.Add(cos, term)
		sinc.Add(sinc, bigZero().Quo(term, bigNum(float64(2*k+1))))
	}
	q := bigRot{half.by(sinc), cos}
	for range squares {
		q = q.times(q)
	}
	return q.unit()
}

// power returns the part of q, the shorter way, that is done after the share t of the time.
func (q bigRot) power(t float64) bigRot {
	p := bigRot{bigVecOf(Vec{}), bigNum(1)}
	if t >= 1 {
		return q
	}
	for t > 0 {
		q = bigRot{q.v, bigZero().Add(q.w, bigNum(1))}.unit()
		if t *= 2; t >= 1 {
			p = p.times(q)
			t--
		}
	}
	return p
}

// exactWay is where a body is at a time: what turns it, and where its frame's origin is.
type exactWay struct {
	turn   bigRot
	origin bigVec
}

// exactly returns where the body o is at the time t of the duration of m; t/duration is a double
// without rounding where m is posed.
func (m *Motion) exactly(o *Object, t, duration float64) exactWay {
	if !m.posed {
		r0, e := bigRotOf(o.pose.Rot), bigVecOf(m.center)
		turn := bigTurn(bigVecOf(m.angular).scaled(t)).times(r0)
		at := bigVecOf(o.pose.Pos).add(r0.apply(e)).add(bigVecOf(m.linear).scaled(t))
		return exactWay{turn, at.sub(turn.apply(e))}
	}
	r0 := bigRotOf(m.from.Rot)
	whole := bigRotOf(m.to.Rot).times(r0.inverse())
	if whole.w.Sign() < 0 {
		whole = bigRot{whole.v.scaled(-1), bigZero().Neg(whole.w)}
	}
	part := whole.power(t / duration)
	shift := bigVecOf(m.to.Pos).sub(bigVecOf(m.from.Pos))
	at := bigVecOf(m.from.Pos)
	vv := whole.v.dot(whole.v)
	if m.path != collide.Screw || vv.Sign() == 0 {
		return exactWay{part.times(r0), at.add(shift.scaled(t / duration))}
	}
	// The part of the shift along the axis, and a turn about the point z from the origin:
	// (R - 1) z is the rest of the shift.
	along := whole.v.by(bigZero().Quo(whole.v.dot(shift), vv))
	rest := shift.sub(along)
	z := rest.scaled(-0.5).sub(whole.v.cross(rest).by(bigZero().Quo(whole.w, vv)).scaled(0.5))
	at = at.add(along.scaled(t / duration)).add(part.apply(z)).sub(z)
	return exactWay{part.times(r0), at}
}

// place returns where the point x of the body's frame is.
func (w exactWay) place(x bigVec) bigVec { return w.origin.add(w.turn.apply(x)) }

// corners returns where the corners of the box o are.
func (w exactWay) corners(o *Object) (at [8]bigVec) {
	for i := range at {
		at[i] = w.place(bigVecOf(o.corner(int32(i))))
	}
	return at
}

// double returns x, rounded.
func double(x *big.Float) float64 {
	f, _ := x.Float64()
	return f
}
