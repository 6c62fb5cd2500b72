package d2

import (
	"math/big"

	"github.com/collide-go/collide"
)

// Where bodies on their way are, to 2^-300 of their sizes: motions again, by another road than the
// code's. Turns are complex numbers; cosines and sines are series.

const bigPrec = 500

func bigNum(x float64) *big.Float { return new(big.Float).SetPrec(bigPrec).SetFloat64(x) }
func bigZero() *big.Float         { return new(big.Float).SetPrec(bigPrec) }

// bigPoint is a vector, or a complex number: one of length 1 is a turn.
type bigPoint [2]*big.Float

func bigPointOf(v Vec) bigPoint { return bigPoint{bigNum(v.X), bigNum(v.Y)} }

func (v bigPoint) add(w bigPoint) bigPoint {
	return bigPoint{bigZero().Add(v[0], w[0]), bigZero().Add(v[1], w[1])}
}

func (v bigPoint) sub(w bigPoint) bigPoint {
	return bigPoint{bigZero().Sub(v[0], w[0]), bigZero().Sub(v[1], w[1])}
}

func (v bigPoint) by(s *big.Float) bigPoint {
	return bigPoint{bigZero().Mul(v[0], s), bigZero().Mul(v[1], s)}
}

func (v bigPoint) scaled(s float64) bigPoint { return v.by(bigNum(s)) }

func (v bigPoint) dot(w bigPoint) *big.Float {
	s := bigZero().Mul(v[0], w[0])
	return s.Add(s, bigZero().Mul(v[1], w[1]))
}

func (v bigPoint) unit() bigPoint {
	l := bigZero().Sqrt(v.dot(v))
	return v.by(l.Quo(bigNum(1), l))
}

// apply returns the product of complex numbers: w, turned by v.
func (v bigPoint) apply(w bigPoint) bigPoint {
	s := bigZero().Mul(v[0], w[1])
	return bigPoint{v.inverse().dot(w), s.Add(s, bigZero().Mul(v[1], w[0]))}
}

func (v bigPoint) inverse() bigPoint { return bigPoint{v[0], bigZero().Neg(v[1])} }

// bigRotOf returns r as a unit vector.
func bigRotOf(r Rot) bigPoint {
	c, s := r.cosSin()
	return bigPointOf(Vec{c, s}).unit()
}

// bigTurn returns the turn by a.
func bigTurn(a *big.Float) bigPoint {
	a = bigZero().Set(a)
	squares := 0
	for ; a.Sign() != 0 && a.MantExp(nil) > -8; squares++ {
		a.Mul(a, bigNum(0.5))
	}
	s := bigZero().Mul(a, a)
	cos, sinc, term := bigNum(1), bigNum(1), bigNum(1)
	for k := 1; k < 20; k++ { // 2^-320 is left
		term.Mul(term, s)
		term.Quo(term, bigNum(-float64((2*k-1)*(2*k))))
		cos.Add(cos, term)
		sinc.Add(sinc, bigZero().Quo(term, bigNum(float64(2*k+1))))
	}
	q := bigPoint{cos, sinc.Mul(sinc, a)}
	for range squares {
		q = q.apply(q)
	}
	return q.unit()
}

// power returns the part of q, the shorter way, that is done after the share t of the time.
func (v bigPoint) power(t float64) bigPoint {
	p := bigPointOf(Vec{X: 1})
	if t >= 1 {
		return v
	}
	for t > 0 {
		v = v.add(bigPointOf(Vec{X: 1})).unit()
		if t *= 2; t >= 1 {
			p = p.apply(v)
			t--
		}
	}
	return p
}

// exactWay is where a body is at a time: what turns it, and where its frame's origin is.
type exactWay struct{ turn, origin bigPoint }

// exactly returns where the body o is at the time t of the duration of m; t/duration is a double
// without rounding where m is posed.
func (m *Motion) exactly(o *Object, t, duration float64) exactWay {
	if !m.posed {
		r0, e := bigRotOf(o.pose.Rot), bigPointOf(m.center)
		turn := bigTurn(bigZero().Mul(bigNum(m.angular), bigNum(t))).apply(r0)
		at := bigPointOf(o.pose.Pos).add(r0.apply(e)).add(bigPointOf(m.linear).scaled(t))
		return exactWay{turn, at.sub(turn.apply(e))}
	}
	r0 := bigRotOf(m.from.Rot)
	whole := bigRotOf(m.to.Rot).apply(r0.inverse())
	part := whole.power(t / duration)
	shift := bigPointOf(m.to.Pos).sub(bigPointOf(m.from.Pos))
	at := bigPointOf(m.from.Pos)
	less := whole.sub(bigPointOf(Vec{X: 1}))
	size := less.dot(less)
	if m.path != collide.Screw || size.Sign() == 0 {
		return exactWay{part.apply(r0), at.add(shift.scaled(t / duration))}
	}
	// A turn about the point z from the origin: (R - 1) z is the shift.
	z := less.inverse().apply(shift).by(size.Quo(bigNum(1), size))
	return exactWay{part.apply(r0), at.add(part.apply(z)).sub(z)}
}

// place returns where the point x of the body's frame is.
func (w exactWay) place(x bigPoint) bigPoint { return w.origin.add(w.turn.apply(x)) }

// corners returns where the corners of the box o are.
func (w exactWay) corners(o *Object) (at [4]bigPoint) {
	for i := range at {
		at[i] = w.place(bigPointOf(o.corner(int32(i))))
	}
	return at
}

// double returns x, rounded.
func double(x *big.Float) float64 {
	f, _ := x.Float64()
	return f
}
