package d2

import (
	"math"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/num"
)

// The features of the first vertex and the first edge: others have their numbers added.
const (
	vertexFeature = collide.FeatureID(collide.FeatureVertex) << collide.FeatureIndexBits
	edgeFeature   = collide.FeatureID(collide.FeatureEdge) << collide.FeatureIndexBits
	ballFeature   = vertexFeature // of a circle
)

// ballFoot returns the direction, in the own axes, and the length of the vector t from a centre.
// The direction is turned last, so that the distance takes two roundings.
func ballFoot(t Vec, o *Object) (n Vec, l float64) {
	if s := t.Len2(); s > nearSquare && s < 1/nearSquare {
		l = math.Sqrt(s)
	} else {
		l = t.farLength()
	}
	return o.axes().applyT(t.Scale(1 / l)), l
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

// segmentFoot returns the nearest point of the segment from -h to h along X, the direction from it
// to x, the distance, and the feature.
func segmentFoot(x Vec, h float64) (foot, n Vec, l float64, feature collide.FeatureID) {
	w := x
	switch {
	case x.X >= h:
		w.X, foot.X = x.X-h, h
		feature = collide.Feature(collide.FeatureVertex, 0)
	case x.X <= -h:
		w.X, foot.X = x.X+h, -h
		feature = collide.Feature(collide.FeatureVertex, 1)
	default:
		w.X, foot.X = 0, x.X
		feature = collide.Feature(collide.FeatureEdge, 0)
	}
	l = w.length()
	return foot, w.Scale(1 / l), l, feature
}

// boxFoot returns the nearest point of the boundary of the box with the half extents h, the normal
// there along which x lies, the signed distance, and the feature.
func boxFoot(x, h Vec) (foot, n Vec, l float64, feature collide.FeatureID) {
	dx, dy := math.Abs(x.X)-h.X, math.Abs(x.Y)-h.Y
	switch {
	case dx < 0 && dy < 0: // inside
		if dx >= dy {
			n.X, l = 1, dx
		} else {
			n.Y, l = 1, dy
		}
	case dy < 0: // so the box is not flat along Y
		n.X, l = float64(dx*(1/dx)), dx
	case dx < 0:
		n.Y, l = float64(dy*(1/dy)), dy
	default:
		w := Vec{math.Copysign(dx, x.X), math.Copysign(dy, x.Y)}
		l = w.length()
		foot = Vec{math.Copysign(h.X, x.X), math.Copysign(h.Y, x.Y)}
		return foot, w.Scale(1 / l), l, collide.Feature(collide.FeatureVertex, negative(x.X)|negative(x.Y)<<1)
	}
	if n.X != 0 {
		n.X, foot = math.Copysign(n.X, x.X), Vec{math.Copysign(h.X, x.X), x.Y}
		return foot, n, l, collide.Feature(collide.FeatureEdge, negative(x.X))
	}
	n.Y, foot = math.Copysign(n.Y, x.Y), Vec{x.X, math.Copysign(h.Y, x.Y)}
	return foot, n, l, collide.Feature(collide.FeatureEdge, 2+negative(x.Y))
}

// negative returns 1 for a coordinate below zero, else 0.
func negative(x float64) int32 { return int32(math.Float64bits(x) >> 63) }

// ellipse is the footing at x beside an ellipse. It reports false where its two bounds are far
// apart.
func (f *footing) ellipse(x Vec, reach float64, o *Object) bool {
	size := reach + o.radius
	k := num.PowerBelow(size)
	if !(k > 0x1p-1000 && k < 0x1p1000) {
		return false
	}
	y, n, low, high, turns := nearestOnEllipse(o.half.Scale(k), x.Scale(k))
	f.turns += turns
	if !(high-low <= float64(pointGap*unit*size*k)) || !(math.Abs(n.Len2()-1) < 0x1p-40) {
		return false
	}
	f.foot, f.n = y.Scale(1/k), n
	f.low, f.high = float64(low/k), float64(high/k)
	f.err = float64(pointFar * unit * size)
	f.feature = collide.Feature(collide.FeatureWhole, 0)
	return true
}
