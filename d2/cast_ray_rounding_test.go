package d2

import (
	"math"
	"math/big"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/testkit/climb"
)

// The shares of rays, in rows of vec_rounding_test.go: what doubles say of a ray against the same
// closed forms in numbers of 500 bits.

// shortRay is a ray about the position of a body, in doubles, and the true one in the body's axes.
type shortRay struct {
	o         *Object
	w, d      Vec
	own, away wide
	s         quickSpan
}

// drawShortRay returns a ray toward the body, of a length that is near one.
func drawShortRay(d *climb.Draw, s Shape) *shortRay {
	r := &shortRay{o: atPose(s, Pose{drawVec(d), drawRot(d)})}
	pos := r.o.pose.Pos
	from := drawVec(d).Scale(4)
	to := pos.Add(drawVec(d).Scale(d.Tiny(4) * r.o.extent))
	r.w, r.d = from.Sub(pos), to.Sub(from).Scale(0.3+2*d.Float())
	r.own = from.wide().plus(-1, pos.wide()).framed(r.o)
	r.away = r.d.wide().framed(r.o)
	return r
}

// share returns how much of the error of the entry the true entry uses; NaN for rays about which
// the short way leaves a doubt.
func (r *shortRay) share(v collide.Verdict, in *big.Float) float64 {
	if v != collide.Hit || in == nil {
		return math.NaN()
	}
	return away(r.s.in, in) / r.s.errIn
}

// bigEntry returns the lesser t at which |w + t d|^2 = r^2; nil if there is none.
func bigEntry(w, d wide, r float64) *big.Float {
	a, b, c := d.dot(d), w.dot(d), w.dot(w)
	c.Sub(c, number(0).Mul(number(r), number(r)))
	disc := number(0).Sub(number(0).Mul(b, b), number(0).Mul(a, c))
	if disc.Sign() <= 0 || a.Sign() == 0 {
		return nil
	}
	b.Add(b, disc.Sqrt(disc))
	return b.Neg(b.Quo(b, a))
}

// bigCrossing returns -v/s.
func bigCrossing(v, s *big.Float) *big.Float {
	q := number(0).Quo(v, s)
	return q.Neg(q)
}

// bigStrip returns the t at which the line w + t d enters the strip of the half width h; nil if it
// is along the strip.
func bigStrip(w, d *big.Float, h float64) *big.Float {
	if d.Sign() == 0 {
		return nil
	}
	// It enters at the side that the direction comes from.
	return bigCrossing(number(0).Add(w, number(math.Copysign(h, float64(d.Sign())))), d)
}

func shareRayBall(d *climb.Draw) float64 {
	r := drawShortRay(d, Circle{Radius: d.Tiny(4)})
	v := r.s.circle(r.o, r.w, r.d, 0, 0, math.MaxFloat64)
	return r.share(v, bigEntry(r.own, r.away, r.o.margin))
}

func shareRayCapsule(d *climb.Draw) float64 {
	r := drawShortRay(d, Capsule{Radius: d.Tiny(4), Height: d.Float()})
	v := r.s.capsule(r.o, r.w, r.d, 0, 0, math.MaxFloat64)
	end := Vec{X: r.o.half.X}.wide()
	switch r.s.id {
	case 2:
		return r.share(v, bigStrip(r.own[1], r.away[1], r.o.margin))
	case 0:
		return r.share(v, bigEntry(r.own.plus(-1, end), r.away, r.o.margin))
	}
	return r.share(v, bigEntry(r.own.plus(1, end), r.away, r.o.margin))
}

func shareRayBox(d *climb.Draw) float64 {
	r := drawShortRay(d, drawBox(d))
	var f quickFrame
	v := r.s.box(r.o.axes(), r.o.half, r.o.radius, r.w, r.d, 0, 0, math.MaxFloat64, &f)
	x, y := bigStrip(r.own[0], r.away[0], r.o.half.X), bigStrip(r.own[1], r.away[1], r.o.half.Y)
	if x == nil || y == nil {
		return math.NaN()
	}
	if x.Cmp(y) < 0 {
		x = y
	}
	return r.share(v, x)
}

func shareRayFacet(d *climb.Draw) float64 {
	points := make([]Vec, 3+d.Int(8))
	for i := range points {
		points[i] = drawVec(d).Scale(d.Tiny(4))
	}
	h, err := NewHull(points)
	if err != nil || h.dim < 2 {
		return math.NaN()
	}
	r := drawShortRay(d, h)
	var x hullWalk
	v := r.s.hull(r.o, r.w, r.d, 0, 0, math.MaxFloat64, &x)
	var in *big.Float
	for i, p := range h.points {
		e := h.points[(i+1)%len(h.points)].wide().plus(-1, p.wide())
		n := wide{e[1], number(0).Neg(e[0])}
		if s := n.dot(r.away); s.Sign() < 0 {
			if t := bigCrossing(n.dot(r.own.plus(-1, p.wide())), s); in == nil || t.Cmp(in) > 0 {
				in = t
			}
		}
	}
	return r.share(v, in)
}

// shareRayPlace is about a point in the axes of a body.
func shareRayPlace(d *climb.Draw) float64 {
	o, v := atPose(Circle{Radius: 1}, Pose{Rot: drawRot(d)}), drawVec(d)
	return o.axes().applyT(v).wide().plus(-1, v.wide().framed(o)).len() / (rayPlace * unit * big1(v))
}

// shareRayAcross is about what of a vector is across the axis of a body.
func shareRayAcross(d *climb.Draw) float64 {
	o, v := atPose(Circle{Radius: 1}, Pose{Rot: drawRot(d)}), drawVec(d)
	return away(Vec{o.c, o.s}.Cross(v), v.wide().framed(o)[1]) / (rayAcross * unit * big1(v))
}

// shareRayDot is about how far the origin of a ray is above a line.
func shareRayDot(d *climb.Draw) float64 {
	c := rayCast{o: drawVec(d)}
	n, p := drawVec(d), drawVec(d).Scale(d.Tiny(6))
	n = n.Scale(1 / n.Len())
	v, _, _, _ := c.above(n, p, 0, 0)
	w := c.o.wide().plus(-1, p.wide())
	return away(v, n.wide().dot(w)) / (rayDot * unit * big1(c.o.Sub(p)))
}

// shareRayAlong is about the direction from one corner to another.
func shareRayAlong(d *climb.Draw) float64 {
	p, q := drawVec(d).Scale(d.Tiny(4)), drawVec(d)
	e, _, _ := axisOf(p, q)
	return e.wide().plus(-1, q.wide().plus(-1, p.wide()).unit()).len() / (rayAlong * unit)
}

// shareRayHeight is about how far the origin of a ray is above a half-plane.
func shareRayHeight(d *climb.Draw) float64 {
	o := atPose(HalfSpace{Normal: drawVec(d), Offset: d.Signed()}, Pose{Rot: drawRot(d)})
	c := rayCast{body: o, o: drawVec(d)}
	v, _, off := c.height()
	l := o.plane.Normal.wide()
	exactly := l.dot(c.o.wide())
	exactly.Sub(exactly, number(o.plane.Offset)).Quo(exactly, root(l.dot(l)))
	return away(v, exactly) / (rayHeight * unit * (big1(c.o) + math.Abs(off)))
}
