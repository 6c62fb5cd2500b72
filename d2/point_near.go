package d2

import (
	"math"

	"github.com/collide-go/collide"
)

// ball is the footing at the vector t from a centre. Its direction is turned to the own axes last,
// so that the distance takes two roundings.
func (f *footing) ball(t Vec, o *Object) {
	l := t.length()
	f.n = o.axes().applyT(t.Scale(1 / l))
	f.low, f.high = l, l
	f.err = float64(pointBall * unit * l)
	f.feature = collide.Feature(collide.FeatureVertex, 0)
}

// plane is the footing at the vector t from the origin of a half-space's frame. It reports false
// where the height is too small a difference for doubles.
func (f *footing) plane(t Vec, o *Object) bool {
	n := o.plane.Normal
	l := n.length()
	off := o.plane.Offset / l
	f.n = Vec{n.X / l, n.Y / l}
	up := o.axes().apply(f.n)
	f.low = up.Dot(t) - off
	f.high = f.low
	f.err = float64(planeHeight * unit * (big1(t) + math.Abs(off)))
	if !(f.err <= float64(planeNear*unit*math.Abs(f.low))) {
		return false
	}
	f.foot = o.axes().applyT(t.Sub(up.Scale(f.low)))
	return true
}

// segment is the footing at x beside a segment along X. reach bounds |x|.
func (f *footing) segment(x Vec, reach float64, o *Object) {
	h := o.half.X
	w := x
	switch {
	case x.X >= h:
		w.X, f.foot.X = x.X-h, h
		f.feature = collide.Feature(collide.FeatureVertex, 0)
	case x.X <= -h:
		w.X, f.foot.X = x.X+h, -h
		f.feature = collide.Feature(collide.FeatureVertex, 1)
	default:
		w.X, f.foot.X = 0, x.X
		f.feature = collide.Feature(collide.FeatureEdge, 0)
	}
	l := w.length()
	f.n = w.Scale(1 / l)
	f.low, f.high = l, l
	f.err = float64(pointCore * unit * (reach + o.radius))
}

// box is the footing at x beside a box.
func (f *footing) box(x Vec, reach float64, o *Object) {
	h := o.half
	f.err = float64(pointCore * unit * (reach + o.radius))
	dx, dy := math.Abs(x.X)-h.X, math.Abs(x.Y)-h.Y
	if dx < 0 && dy < 0 {
		f.foot = x
		if dx >= dy {
			f.n.X, f.foot.X, f.low = math.Copysign(1, x.X), math.Copysign(h.X, x.X), dx
			f.feature = collide.Feature(collide.FeatureEdge, negative(x.X))
		} else {
			f.n.Y, f.foot.Y, f.low = math.Copysign(1, x.Y), math.Copysign(h.Y, x.Y), dy
			f.feature = collide.Feature(collide.FeatureEdge, 2+negative(x.Y))
		}
		f.high = f.low
		return
	}
	sides, w := 0, Vec{}
	if f.foot.X = x.X; dx >= 0 || h.X == 0 {
		w.X, f.foot.X = math.Copysign(max(dx, 0), x.X), math.Copysign(h.X, x.X)
		sides |= 1
	}
	if f.foot.Y = x.Y; dy >= 0 || h.Y == 0 {
		w.Y, f.foot.Y = math.Copysign(max(dy, 0), x.Y), math.Copysign(h.Y, x.Y)
		sides |= 2
	}
	f.feature = boxFeature(sides, x)
	l := w.length()
	f.n = w.Scale(1 / l)
	f.low, f.high = l, l
}

// negative returns 1 for a coordinate below zero, else 0.
func negative(x float64) int32 { return int32(math.Float64bits(x) >> 63) }

// boxFeature returns the feature of a box on the sides whose bits are set, X lowest, in the
// quadrant of x.
func boxFeature(sides int, x Vec) collide.FeatureID {
	switch sides {
	case 1:
		return collide.Feature(collide.FeatureEdge, negative(x.X))
	case 2:
		return collide.Feature(collide.FeatureEdge, 2+negative(x.Y))
	}
	return collide.Feature(collide.FeatureVertex, negative(x.X)|negative(x.Y)<<1)
}
