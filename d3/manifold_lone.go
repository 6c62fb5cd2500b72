package d3

import (
	"math"

	"github.com/collide-go/collide"
)

// The manifold of a sphere and a sphere, a capsule or a box is the contact's own point, and so is
// that of a capsule and any of these where a vertex faces the other body, or where two capsules
// cross far from their ends. Of the features only the names are needed, and none is clipped.

// lone sets mf to what manifold gives for a pair of which one core is a point or a segment and the
// other a point, a segment or a box, and reports whether it did: what may have a second point, and
// bodies of sizes too unlike, are left to manifold.
func lone(a, b *Object, ct *Contact, mf *Manifold) bool {
	size, r := min(a.extent, b.extent), a.margin+b.margin
	if float64(size*spread) < max(a.extent, b.extent, math.Abs(ct.Distance)) {
		return false
	}
	n := a.axes.applyT(ct.Normal)
	idA, slopeA := a.facing(n)
	idB, slopeB := b.facing(b.axes.applyT(ct.Normal).Neg())
	id := idA | idB<<collide.FeatureSideBits
	kindA, _ := id.A()
	kindB, _ := id.B()
	switch {
	case kindA != collide.FeatureVertex && kindB != collide.FeatureVertex: // as witness, of edges
		still, alone := crossingAlone(a, b, ct, size)
		if !alone {
			return false
		}
		if !still {
			id |= places(ct.LocalA, ct.LocalB, size)
		}
	case min(slopeA, slopeB) <= aligned: // as over
		if math.Abs(ct.Distance)+r > float64(stableFactor*size) {
			id |= places(ct.LocalA, ct.LocalA.Add(n.Scale(ct.Distance)), size)
		}
	case max(a.margin, b.margin) > float64(stableFactor*max(ct.Distance+r, 0)): // as witness, by findLever
		id |= places(ct.LocalA, ct.LocalB, size)
	}
	mf.Normal, mf.N = ct.Normal, 1
	mf.Points[0] = ManifoldPoint{
		PointA: ct.PointA, PointB: ct.PointB, LocalA: ct.LocalA, LocalB: ct.LocalB, Distance: ct.Distance, ID: id,
	}
	return true
}

// crossingAlone reports whether two segments whose edges face each other cross far from their ends,
// so that none is a point of the manifold, and whether the crossing stays where it is as the bodies
// turn. What is near a limit, other than for the ends, is not told.
func crossingAlone(a, b *Object, ct *Contact, size float64) (still, alone bool) {
	if a.kind != kindSegment || b.kind != kindSegment {
		return false, false
	}
	const near = 0x1p-30 // far more than rounding
	u, v := a.axes.column(2), b.axes.column(2)
	down, up := u.Dot(ct.Normal), v.Dot(ct.Normal)
	sine := u.Cross(v).length()
	left := a.half.Z - math.Abs(ct.LocalA.Z-a.center.Z-float64(down*a.margin))
	if other := b.half.Z - math.Abs(ct.LocalB.Z-b.center.Z+float64(up*b.margin)); other < left {
		left = other
	}
	// an end this far beside the other edge is none of endOver
	far := float64(max(a.margin, b.margin)/4) + float64(near*(a.extent+b.extent+math.Abs(ct.Distance)))
	if !(float64(left*sine) > float64(far*(1+near))) || !(max(math.Abs(down), math.Abs(up)) <= aligned/2) {
		return false, false
	}
	r, lever := a.margin+b.margin, float64(stableFactor*float64(size*sine))
	if math.Abs(sine-1.0/stableFactor) < near || math.Abs(r-lever) < float64(near*lever) {
		return false, false
	}
	return sine > 1.0/stableFactor && r < lever, true
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
