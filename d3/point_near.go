package d3

import (
	"math"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/num"
)

// ballFeature is the feature of a sphere.
const ballFeature = collide.FeatureID(collide.FeatureVertex) << collide.FeatureIndexBits

// ballFoot returns the direction, in the own axes, and the length of the vector t from a centre.
// The direction is turned last, so that the distance takes two roundings.
func ballFoot(t Vec, o *Object) (n Vec, l float64) {
	if s := t.Len2(); s > nearSquare && s < 1/nearSquare {
		l = math.Sqrt(s)
	} else {
		l = t.farLength()
	}
	return o.axes.applyT(t.Scale(1 / l)), l
}

// plane is the footing at the vector t from the origin of a half-space's frame. It reports false
// where the height is too small a difference for doubles.
func (f *footing) plane(t Vec, o *Object) bool {
	n := o.plane.Normal
	l := n.length()
	off := o.plane.Offset / l
	f.n = Vec{n.X / l, n.Y / l, n.Z / l}
	up := o.axes.apply(f.n)
	f.low = up.Dot(t) - off
	f.high = f.low
	f.err = float64(planeHeight * unit * (big1(t) + math.Abs(off)))
	if !(f.err <= float64(planeNear*unit*math.Abs(f.low))) {
		return false
	}
	f.foot = o.axes.applyT(t.Sub(up.Scale(f.low)))
	return true
}

// segmentFoot returns the nearest point of the segment from -h to h along Z, the direction from it
// to x, the distance, and the feature.
func segmentFoot(x Vec, h float64) (foot, n Vec, l float64, feature collide.FeatureID) {
	w := x
	switch {
	case x.Z >= h:
		w.Z, foot.Z = x.Z-h, h
		feature = collide.Feature(collide.FeatureVertex, 0)
	case x.Z <= -h:
		w.Z, foot.Z = x.Z+h, -h
		feature = collide.Feature(collide.FeatureVertex, 1)
	default:
		w.Z, foot.Z = 0, x.Z
		feature = collide.Feature(collide.FeatureEdge, 0)
	}
	l = w.length()
	return foot, w.Scale(1 / l), l, feature
}

// boxFoot returns the nearest point of the boundary of the box with the half extents h, the normal
// there along which x lies, the signed distance, and the feature.
func boxFoot(x, h Vec) (foot, n Vec, l float64, feature collide.FeatureID) {
	dx, dy, dz := math.Abs(x.X)-h.X, math.Abs(x.Y)-h.Y, math.Abs(x.Z)-h.Z
	if dx < 0 && dy < 0 && dz < 0 {
		foot = x
		switch {
		case dx >= dy && dx >= dz:
			n.X, foot.X, l = math.Copysign(1, x.X), math.Copysign(h.X, x.X), dx
			return foot, n, l, collide.Feature(collide.FeatureFace, negative(x.X))
		case dy >= dz:
			n.Y, foot.Y, l = math.Copysign(1, x.Y), math.Copysign(h.Y, x.Y), dy
			return foot, n, l, collide.Feature(collide.FeatureFace, 2+negative(x.Y))
		}
		n.Z, foot.Z, l = math.Copysign(1, x.Z), math.Copysign(h.Z, x.Z), dz
		return foot, n, l, collide.Feature(collide.FeatureFace, 4+negative(x.Z))
	}
	// Where h is 0 along an axis, x is not behind that side.
	sides, w := 0, Vec{}
	if foot.X = x.X; dx >= 0 {
		w.X, foot.X = math.Copysign(dx, x.X), math.Copysign(h.X, x.X)
		sides |= 1
	}
	if foot.Y = x.Y; dy >= 0 {
		w.Y, foot.Y = math.Copysign(dy, x.Y), math.Copysign(h.Y, x.Y)
		sides |= 2
	}
	if foot.Z = x.Z; dz >= 0 {
		w.Z, foot.Z = math.Copysign(dz, x.Z), math.Copysign(h.Z, x.Z)
		sides |= 4
	}
	l = w.length()
	return foot, w.Scale(1 / l), l, boxFeature(sides, x)
}

// negative returns 1 for a coordinate below zero, else 0.
func negative(x float64) int32 { return int32(math.Float64bits(x) >> 63) }

// boxFeature returns the feature of a box on the sides whose bits are set, X lowest, in the octant
// of x.
func boxFeature(sides int, x Vec) collide.FeatureID {
	v := negative(x.X) | negative(x.Y)<<1 | negative(x.Z)<<2
	switch sides {
	case 1:
		return collide.Feature(collide.FeatureFace, v&1)
	case 2:
		return collide.Feature(collide.FeatureFace, 2+v>>1&1)
	case 4:
		return collide.Feature(collide.FeatureFace, 4+v>>2)
	case 6:
		return collide.Feature(collide.FeatureEdge, boxEdge(0, v))
	case 5:
		return collide.Feature(collide.FeatureEdge, boxEdge(1, v))
	case 3:
		return collide.Feature(collide.FeatureEdge, boxEdge(2, v))
	}
	return collide.Feature(collide.FeatureVertex, v)
}

// round is the footing at x beside a cylinder or a cone. It reports false where the plane
// found does not prove the distance: a cone may be so flat that rounding hides which of its
// features is nearest.
func (f *footing) round(x Vec, reach float64, o *Object) bool {
	rho := Vec{x.X, x.Y, 0}.length()
	radial := Vec{1, 0, 0}
	if rho > 0 {
		radial = Vec{x.X / rho, x.Y / rho, 0}
	}
	foot, n, gap := o.nearestOnRound(rho, x.Z)
	f.foot, f.n = foot.around(radial), n.around(radial)
	top := float64(n.Z * o.half.Z)
	rim := float64(n.X*o.half.X) + math.Abs(top)
	if o.kind == kindCone {
		rim = max(top, float64(n.X*o.half.X)-top)
	}
	size := reach + o.radius
	f.low = float64(n.X*rho) + float64(n.Z*x.Z) - rim
	f.high = max(f.low, gap)
	f.err = float64(pointFar * unit * size)
	f.feature = o.roundFeature(foot)
	return math.Abs(gap-f.low) <= float64(pointGap*unit*size)
}

// roundFeature returns the feature of a cylinder or cone that carries a point of its meridian: a
// cap, the apex, else the whole.
func (o *Object) roundFeature(foot Vec) collide.FeatureID {
	switch r, h := o.half.X, o.half.Z; {
	case foot.X < r && foot.Z == -h:
		return collide.Feature(collide.FeatureFace, 1)
	case foot.X < r && foot.Z == h && o.kind == kindCylinder:
		return collide.Feature(collide.FeatureFace, 0)
	case foot.X == 0 && foot.Z == h && o.kind == kindCone:
		return collide.Feature(collide.FeatureVertex, 16)
	}
	return collide.Feature(collide.FeatureWhole, 0)
}

// ellipsoid is the footing at x beside an ellipsoid. It reports false where its two bounds are far
// apart.
func (f *footing) ellipsoid(x Vec, reach float64, o *Object) bool {
	size := reach + o.radius
	k := num.PowerBelow(size)
	if !(k > 0x1p-1000 && k < 0x1p1000) {
		return false
	}
	y, n, low, high, turns := nearestOnEllipsoid(o.half.Scale(k), x.Scale(k))
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
