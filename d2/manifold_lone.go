package d2

import (
	"math"

	"github.com/collide-go/collide"
)

// The manifold of a circle and a circle, a capsule, a box or a polygon is the contact's own point,
// and so is that of a capsule and any of these where no edge faces an edge. Of the features only
// the names are needed, and none is clipped.

// lone sets mf to what manifold gives for a pair of which one core is a point or a segment and the
// other a polytope, and reports whether it did: edges that face each other, one whose end a segment
// ends beside, and bodies of sizes too unlike are left to manifold.
func lone(a, b *Object, ct *Contact, mf *Manifold) bool {
	size, r := min(a.extent, b.extent), a.margin+b.margin
	if float64(size*spread) < max(a.extent, b.extent, math.Abs(ct.Distance)) {
		return false
	}
	n := a.axes().applyT(ct.Normal)
	idA, slopeA := a.facing(n)
	idB, slopeB := b.facing(b.axes().applyT(ct.Normal).Neg())
	id := idA | idB<<collide.FeatureSideBits
	slope, lever := min(slopeA, slopeB), float64(stableFactor*size)
	if max(slopeA, slopeB) <= 1 {
		return false
	}
	if segments := min(a.kind, b.kind) == kindSegment; segments && slope <= 1 && !(slope <= aligned) {
		return false
	}
	if !(slope <= aligned) {
		lever = float64(stableFactor * max(ct.Distance+r, 0))
	}
	switch edge := slope <= 1; {
	case edge && math.Abs(ct.Distance)+r > lever: // as over
		at := ct.LocalA.Sub(a.center)
		id |= places(at, at.Add(n.Scale(ct.Distance)), size)
	case !edge && max(a.margin, b.margin) > lever: // as witness
		id |= places(ct.LocalA, ct.LocalB, size)
	}
	mf.Normal, mf.N = ct.Normal, 1
	mf.Points[0] = ManifoldPoint{
		PointA: ct.PointA, PointB: ct.PointB, LocalA: ct.LocalA, LocalB: ct.LocalB, Distance: ct.Distance, ID: id,
	}
	return true
}

// facing returns the name of the feature of a polytope that find finds along d, and the magnitude
// of its slope.
func (o *Object) facing(d Vec) (id collide.FeatureID, slope float64) {
	s := span{n: 1, slope: math.Inf(1)}
	switch o.kind {
	case kindSegment:
		switch {
		case math.Abs(d.X) <= maxSlope:
			return collide.Feature(collide.FeatureEdge, 0), math.Abs(d.X / d.Y)
		case d.X < 0:
			s.v[0] = 1
		}
	case kindBox:
		var b body
		b.fill(o, 1)
		s.box(&b, d, d.perp())
	case kindHull:
		s.around(o.hull, 1, o.hull.support(d, -1), d, d.perp())
	default:
	}
	return s.facing(), math.Abs(s.slope)
}
