//go:build !purego

package d3

import (
	"math"
	"unsafe"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/lanes"
)

// The plain case of touchBall by vectors, where the processor has them.

// touchLanes is TouchInto for the plain case of a box and a sphere, in any order; Undecided for
// what touchBall or others tell.
func (mf *Manifold) touchLanes(a, b *Object) collide.Relation {
	x, y := (*lanes.Body)(unsafe.Pointer(a)), (*lanes.Body)(unsafe.Pointer(b))
	return collide.Relation(lanes.TouchBall(x, y, &touchLimits, (*lanes.Point)(unsafe.Pointer(mf))))
}

// touchLimits are the constants of touchBall.
var touchLimits = lanes.BallLimits{
	Slope:      four(maxSlope),
	TiltShift:  four(int64(math.MaxInt64 - (mostTilt - 1))), // the last one to MaxInt64
	TiltAbove:  four(int64(math.MaxInt64 - (mostTilt - leastTilt))),
	Pad:        nearPad * unit,
	NearSquare: nearSquare,
	FarSquare:  1 / nearSquare,
	NearApart:  nearSquares,
	Deep:       (1 + 0x1p-20) / (fewLevers * fewLevers), // with far more than rounding
	Places:     fewSizes,
	Names:      laneNames(),
}

// four returns x in all lanes.
func four[T float64 | int64](x T) [4]T { return [4]T{x, x, x, x} }

// laneNames returns lanes.BallLimits.Names.
func laneNames() (names [2][64]uint64) {
	for i, id := range boxNames {
		k := 0
		for axis := range 3 {
			k |= (i>>axis&1<<1 | i>>(3+axis)&1) << (2 * axis)
		}
		names[0][k] = uint64(collide.FeatureID(id) | loneBall<<collide.FeatureSideBits)
		names[1][k] = uint64(collide.FeatureID(id)<<collide.FeatureSideBits | loneBall)
	}
	return names
}

// These lines compile while Object and Manifold begin as package lanes has it, and the numbers of
// kinds and relations are those there.
var (
	_ = is[unsafe.Offsetof(Object{}.pose)-unsafe.Offsetof(lanes.Body{}.Pos)]
	_ = is[unsafe.Offsetof(Object{}.solid)-unsafe.Offsetof(lanes.Body{}.Solid)]
	_ = is[unsafe.Offsetof(Object{}.kind)-unsafe.Offsetof(lanes.Body{}.Kind)]
	_ = is[unsafe.Offsetof(Object{}.half)-unsafe.Offsetof(lanes.Body{}.Half)]
	_ = is[unsafe.Offsetof(Object{}.axes)-unsafe.Offsetof(lanes.Body{}.Axes)]
	_ = is[unsafe.Offsetof(Object{}.margin)-unsafe.Offsetof(lanes.Body{}.Margin)]
	_ = is[unsafe.Offsetof(Object{}.radius)-unsafe.Offsetof(lanes.Body{}.Radius)]
	_ = is[unsafe.Offsetof(Object{}.extent)-unsafe.Offsetof(lanes.Body{}.Extent)]

	_ = is[unsafe.Offsetof(Manifold{}.N)-unsafe.Offsetof(lanes.Point{}.N)]
	_ = is[unsafe.Offsetof(Manifold{}.Points)-unsafe.Offsetof(lanes.Point{}.PointA)]
	_ = is[unsafe.Offsetof(ManifoldPoint{}.PointB)+points-unsafe.Offsetof(lanes.Point{}.PointB)]
	_ = is[unsafe.Offsetof(ManifoldPoint{}.LocalA)+points-unsafe.Offsetof(lanes.Point{}.LocalA)]
	_ = is[unsafe.Offsetof(ManifoldPoint{}.LocalB)+points-unsafe.Offsetof(lanes.Point{}.LocalB)]
	_ = is[unsafe.Offsetof(ManifoldPoint{}.ID)+points-unsafe.Offsetof(lanes.Point{}.ID)]
	_ = is[unsafe.Sizeof(ManifoldPoint{})+points-unsafe.Sizeof(lanes.Point{})]

	_ = is[kindBox-lanes.KindBox]
	_ = is[collide.Undecided-lanes.Elsewhere]
	_ = is[collide.Apart-lanes.Apart]
	_ = is[collide.Overlapping-lanes.Overlap]
)

// points is where the points of a Manifold begin.
const points = unsafe.Offsetof(Manifold{}.Points)

// is has the index 0 alone.
var is [1]struct{}
