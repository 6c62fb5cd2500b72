package d2

import (
	"math"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/lanes"
)

// brick is how a leaf that is a box, a capsule or a circle lies in the body's frame.
type brick struct {
	at     Vec
	axes   mat2
	half   Vec // of a box; (h/2, 0) of a segment, zero of a point
	radius float64
	kind   kind
}

// leastFoot is the least distance from a core of which foot tells the direction: far above all at
// which the inverse overflows or a scaled square underflows.
const leastFoot = 0x1p-500

// keyDistance returns the signed distance that a key of package lanes stands for.
func keyDistance(key int64) float64 {
	if key &^= lanes.KeyPlace; key < 0 {
		return -math.Float64frombits(uint64(-key))
	}
	return math.Sqrt(math.Float64frombits(uint64(key)))
}

// foot returns the unit vector along which x, in the body's frame, is nearest to the core of b, the
// signed distance, how far off that is, and the feature. Nearer than leastFoot it may be no unit
// vector.
func (b *brick) foot(x Vec) (n Vec, l, err float64, feature collide.FeatureID) {
	t := x.Sub(b.at)
	y := b.axes.applyT(t)
	err = float64(pointCore * unit * (big1(t) + b.radius))
	if b.kind != kindBox {
		if b.kind == kindSegment {
			_, n, l, feature = segmentFoot(y, b.half.X)
			return b.axes.apply(n), l, err, feature
		}
		l = t.length()
		return b.axes.apply(b.axes.applyT(t.Scale(1 / l))), l, float64(pointBall * unit * l), ballFeature
	}
	dx, dy := math.Abs(y.X)-b.half.X, math.Abs(y.Y)-b.half.Y
	switch {
	case dx >= 0 && dy >= 0:
		n = Vec{math.Copysign(dx, y.X), math.Copysign(dy, y.Y)}
		if s := n.Len2(); s > nearSquare && s < 1/nearSquare { // length, without a call
			l = math.Sqrt(s)
		} else {
			l = n.farLength()
		}
		n, feature = b.axes.apply(n.Scale(1/l)), collide.Feature(collide.FeatureVertex, negative(y.X)|negative(y.Y)<<1)
	case dx >= dy:
		f := math.Copysign(alongOne(dx), y.X)
		n, l = Vec{float64(b.axes.c * f), float64(b.axes.s * f)}, dx
		feature = collide.Feature(collide.FeatureEdge, negative(y.X))
	default:
		f := math.Copysign(alongOne(dy), y.Y)
		n, l = Vec{-float64(b.axes.s * f), float64(b.axes.c * f)}, dy
		feature = collide.Feature(collide.FeatureEdge, 2+negative(y.Y))
	}
	return n, l, err, feature
}

// alongOne returns d / d as boxFoot rounds it.
func alongOne(d float64) float64 {
	if d < 0 { // inside
		return 1
	}
	return float64(d * (1 / d))
}
