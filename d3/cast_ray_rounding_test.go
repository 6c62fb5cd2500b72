package d3

import (
	"math"
	"math/big"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/testkit/climb"
)

// The shares of rays, in rows of vec_rounding_test.go: what doubles say of a ray against the same
// closed forms in numbers of bigPrec bits.

// shortRay is a ray about the position of a body, in doubles, and the true one in the body's axes.
type shortRay struct {
	o         *Object
	w, d      Vec
	own, away bigVec
	s         quickSpan
}

// drawShortRay returns a ray toward the body, of a length that is near one.
func drawShortRay(d *climb.Draw, s Shape) *shortRay {
	r := &shortRay{o: atPose(s, Pose{drawVec(d), drawRot(d)})}
	pos := r.o.pose.Pos
	from := drawVec(d).Scale(4)
	to := pos.Add(drawVec(d).Scale(d.Tiny(4) * r.o.extent))
	r.w, r.d = from.Sub(pos), to.Sub(from).Scale(0.3+2*d.Float())
	r.own = bigVecOf(from).sub(bigVecOf(pos)).turned(r.o.pose.Rot, true)
	r.away = bigVecOf(r.d).turned(r.o.pose.Rot, true)
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
func bigEntry(w, d bigVec, r float64) *big.Float {
	a, b, c := d.dot(d), w.dot(d), w.dot(w)
	c.Sub(c, bigZero().Mul(bigNum(r), bigNum(r)))
	disc := bigZero().Sub(bigZero().Mul(b, b), bigZero().Mul(a, c))
	if disc.Sign() <= 0 || a.Sign() == 0 {
		return nil
	}
	b.Add(b, disc.Sqrt(disc))
	return b.Neg(b.Quo(b, a))
}

// bigCrossing returns -v/s.
func bigCrossing(v, s *big.Float) *big.Float {
	q := bigZero().Quo(v, s)
	return q.Neg(q)
}

// bigStrip returns the t at which the line w + t d enters the strip of the half width h; nil if it
// is along the strip.
func bigStrip(w, d *big.Float, h float64) *big.Float {
	if d.Sign() == 0 {
		return nil
	}
	// It enters at the side that the direction comes from.
	return bigCrossing(bigZero().Add(w, bigNum(math.Copysign(h, float64(d.Sign())))), d)
}

func shareRayBall(d *climb.Draw) float64 {
	r := drawShortRay(d, Sphere{Radius: d.Tiny(4)})
	v := r.s.sphere(r.o, r.w, r.d, 0, 0, math.MaxFloat64)
	return r.share(v, bigEntry(r.own, r.away, r.o.margin))
}

func shareRayCapsule(d *climb.Draw) float64 {
	r := drawShortRay(d, Capsule{Radius: d.Tiny(4), Height: d.Float()})
	v := r.s.capsule(r.o, r.w, r.d, 0, 0, math.MaxFloat64)
	w, way := r.own, r.away
	switch r.s.id {
	case 2:
		w[2], way[2] = bigZero(), bigZero()
	case 0:
		w = w.sub(bigVecOf(Vec{Z: r.o.half.Z}))
	default:
		w = w.sub(bigVecOf(Vec{Z: -r.o.half.Z}))
	}
	return r.share(v, bigEntry(w, way, r.o.margin))
}

func shareRayBox(d *climb.Draw) float64 {
	r := drawShortRay(d, drawBox(d))
	var f quickFrame
	v := r.s.box(&r.o.axes, &r.o.half, r.o.radius, r.w, r.d, 0, 0, math.MaxFloat64, &f)
	var in *big.Float
	for i, h := range array(r.o.half) {
		t := bigStrip(r.own[i], r.away[i], h)
		if t == nil {
			return math.NaN()
		}
		if in == nil || t.Cmp(in) > 0 {
			in = t
		}
	}
	return r.share(v, in)
}

func shareRayFacet(d *climb.Draw) float64 {
	points := make([]Vec, 4+d.Int(8))
	for i := range points {
		points[i] = drawVec(d).Scale(d.Tiny(4))
	}
	h, err := NewHull(points)
	if err != nil || h.dim < 3 {
		return math.NaN()
	}
	r := drawShortRay(d, h)
	var x hullWalk
	v := r.s.hull(r.o, r.w, r.d, 0, 0, math.MaxFloat64, &x)
	var in *big.Float
	for _, f := range h.faces {
		p := bigVecOf(h.points[f[0]])
		n := bigVecOf(h.points[f[1]]).sub(p).cross(bigVecOf(h.points[f[2]]).sub(p))
		if s := n.dot(r.away); s.Sign() < 0 {
			if t := bigCrossing(n.dot(r.own.sub(p)), s); in == nil || t.Cmp(in) > 0 {
				in = t
			}
		}
	}
	return r.share(v, in)
}

// shareRayPlace is about a point in the axes of a body.
func shareRayPlace(d *climb.Draw) float64 {
	o, v := atPose(Sphere{Radius: 1}, Pose{Rot: drawRot(d)}), drawVec(d)
	return bigVecOf(o.axes.applyT(v)).sub(bigVecOf(v).turned(o.pose.Rot, true)).len() / (rayPlace * unit * big1(v))
}

// shareRayAcross is about what of a vector is across the axis of a body.
func shareRayAcross(d *climb.Draw) float64 {
	o, v := atPose(Sphere{Radius: 1}, Pose{Rot: drawRot(d)}), drawVec(d)
	a := Vec{o.axes.x.Z, o.axes.y.Z, o.axes.z.Z}
	axis := bigVecOf(Vec{Z: 1}).turned(o.pose.Rot, false)
	h := axis.dot(bigVecOf(v))
	for i := range axis {
		axis[i] = bigZero().Mul(axis[i], h)
	}
	across := v.Sub(a.Scale(v.Dot(a)))
	return bigVecOf(across).sub(bigVecOf(v).sub(axis)).len() / (rayAcross * unit * big1(v))
}

// shareRayDot is about how far the origin of a ray is above a plane.
func shareRayDot(d *climb.Draw) float64 {
	c := rayCast{o: drawVec(d)}
	n, p := drawVec(d), drawVec(d).Scale(d.Tiny(6))
	n = n.Scale(1 / n.Len())
	v, _, _, _ := c.above(n, p, 0, 0)
	w := bigVecOf(c.o).sub(bigVecOf(p))
	return away(v, bigVecOf(n).dot(w)) / (rayDot * unit * big1(c.o.Sub(p)))
}

// shareRayAlong is about the direction from one corner to another.
func shareRayAlong(d *climb.Draw) float64 {
	p, q := drawVec(d).Scale(d.Tiny(4)), drawVec(d)
	e, _, _ := axisOf(p, q)
	return bigVecOf(e).sub(bigVecOf(q).sub(bigVecOf(p)).unit()).len() / (rayAlong * unit)
}

// shareRayHeight is about how far the origin of a ray is above a half-space.
func shareRayHeight(d *climb.Draw) float64 {
	n := drawVec(d)
	o := atPose(HalfSpace{Normal: n, Offset: d.Signed()}, Pose{Rot: drawRot(d)})
	c := rayCast{body: o, o: drawVec(d)}
	v, _, off := c.height()
	l := bigVecOf(o.plane.Normal)
	exactly := l.dot(bigVecOf(c.o))
	exactly.Sub(exactly, bigNum(o.plane.Offset)).Quo(exactly, bigZero().Sqrt(l.dot(l)))
	return away(v, exactly) / (rayHeight * unit * (big1(c.o) + math.Abs(off)))
}
