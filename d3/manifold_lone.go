package d3

import (
	"math"

	"github.com/collide-go/collide"
)

// The manifold of a sphere and a sphere, a capsule or a box is the contact's own point. Of the
// features only the names are needed, and none is clipped.

// lone sets mf to what manifold gives for a pair of which one core is a point and the other a
// point, a segment or a box, and reports whether it did: bodies of sizes too unlike are left to
// manifold.
func lone(a, b *Object, ct *Contact, mf *Manifold) bool {
	size, r := min(a.extent, b.extent), a.margin+b.margin
	if float64(size*spread) < max(a.extent, b.extent, math.Abs(ct.Distance)) {
		return false
	}
	n := a.axes.applyT(ct.Normal)
	idA, slopeA := a.facing(n)
	idB, slopeB := b.facing(b.axes.applyT(ct.Normal).Neg())
	id := idA | idB<<collide.FeatureSideBits
	// as over, and as witness with the lever of findLever
	if min(slopeA, slopeB) <= aligned {
		if math.Abs(ct.Distance)+r > float64(stableFactor*size) {
			id |= places(ct.LocalA, ct.LocalA.Add(n.Scale(ct.Distance)), size)
		}
	} else if max(a.margin, b.margin) > float64(stableFactor*max(ct.Distance+r, 0)) {
		id |= places(ct.LocalA, ct.LocalB, size)
	}
	mf.Normal, mf.N = ct.Normal, 1
	mf.Points[0] = ManifoldPoint{
		PointA: ct.PointA, PointB: ct.PointB, LocalA: ct.LocalA, LocalB: ct.LocalB, Distance: ct.Distance, ID: id,
	}
	return true
}

// facing returns the name of the feature of a point, a segment or a box that find finds along d,
// and its slope.
func (o *Object) facing(d Vec) (id collide.FeatureID, slope float64) {
	slope = math.Inf(1)
	switch o.kind {
	case kindSegment:
		switch {
		case math.Abs(d.Z) <= maxSlope:
			return collide.Feature(collide.FeatureEdge, 0), slope
		case d.Z < 0:
			return collide.Feature(collide.FeatureVertex, 1), slope
		}
	case kindBox:
		kind, i := boxFacing(d, o.half)
		_, v := o.farCorner(d)
		switch x := array(d); kind {
		case collide.FeatureFace:
			f, g := x[(i+1)%3], x[(i+2)%3]
			slope = math.Sqrt(float64(f*f)+float64(g*g)) / math.Abs(x[i])
			v = int32(2*i) + v>>i&1
		case collide.FeatureEdge:
			v = boxEdge(i, v)
		default:
		}
		return collide.Feature(kind, v), slope
	default:
	}
	return collide.Feature(collide.FeatureVertex, 0), slope
}
