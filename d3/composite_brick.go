package d3

import (
	"math"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/lanes"
)

// brick is how a leaf that is a box, a capsule or a sphere lies in the body's frame.
type brick struct {
	at     Vec
	axes   mat3
	half   Vec // of a box; (0, 0, h/2) of a segment, zero of a point
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
	switch b.kind {
	case kindBox:
	case kindSegment:
		_, n, l, feature = segmentFoot(y, b.half.Z)
		return b.axes.apply(n), l, err, feature
	default:
		l = t.length()
		return b.axes.apply(b.axes.applyT(t.Scale(1 / l))), l, float64(pointBall * unit * l), ballFeature
	}
	dx, dy, dz := math.Abs(y.X)-b.half.X, math.Abs(y.Y)-b.half.Y, math.Abs(y.Z)-b.half.Z
	if dx < 0 && dy < 0 && dz < 0 {
		_, n, l, feature = boxFoot(y, b.half)
		return b.axes.apply(n), l, err, feature
	}
	sides := 0
	if dx >= 0 {
		n.X = math.Copysign(dx, y.X)
		sides |= 1
	}
	if dy >= 0 {
		n.Y = math.Copysign(dy, y.Y)
		sides |= 2
	}
	if dz >= 0 {
		n.Z = math.Copysign(dz, y.Z)
		sides |= 4
	}
	l = n.length()
	return b.axes.apply(n.Scale(1 / l)), l, err, boxFeature(sides, y)
}
