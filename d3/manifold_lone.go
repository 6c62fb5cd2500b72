package d3

import (
	"math"

	"github.com/collide-go/collide"
)

// The manifold of a sphere and a sphere, a capsule or a box is the contact's own point, and so is
// that of a capsule or a box and any of these where a vertex faces the other body, or where two
// edges cross far from their ends. Of the features only the names are needed, and none is clipped.

// lone sets mf to what manifold gives for a pair of which one core is a point or a segment and the
// other a point, a segment or a box, and reports whether it did: what may have a second point,
// bodies of sizes too unlike, and flat boxes, whose features have more names than one, are left to
// manifold.
func lone(a, b *Object, ct *Contact, mf *Manifold) bool {
	size, r := min(a.extent, b.extent), a.margin+b.margin
	if most := float64(size * spread); most < a.extent || most < b.extent || most < math.Abs(ct.Distance) ||
		a.flatBox() || b.flatBox() {
		return false
	}
	if a.kind == kindPoint && b.kind == kindPoint {
		id := loneBalls
		if deep(a, b, ct) {
			id |= places(ct.LocalA, ct.LocalB, size)
		}
		mf.one(ct, id)
		return true
	}
	idA, flatA := a.facing(ct.Normal, 1)
	idB, flatB := b.facing(ct.Normal, -1)
	id := idA | idB<<collide.FeatureSideBits
	switch {
	case edgeLike(idA) && edgeLike(idB): // as witness, of edges
		still, alone := crossingAlone(a, b, idA, idB, ct, size)
		if !alone {
			return false
		}
		if !still {
			id |= places(ct.LocalA, ct.LocalB, size)
		}
	case flatA || flatB: // as over
		if math.Abs(ct.Distance)+r > float64(stableFactor*size) {
			id |= places(ct.LocalA, ct.LocalA.Add(a.axes.applyT(ct.Normal).Scale(ct.Distance)), size)
		}
	case deep(a, b, ct): // as witness, by findLever
		id |= places(ct.LocalA, ct.LocalB, size)
	}
	mf.one(ct, id)
	return true
}

// flatBox reports whether the core of o is a box without extent along an axis.
func (o *Object) flatBox() bool { return o.kind == kindBox && least(o.half) == 0 }

// loneBalls is the ID of the point of two spheres.
const (
	loneBall  = collide.FeatureID(collide.FeatureVertex) << collide.FeatureIndexBits
	loneBalls = loneBall | loneBall<<collide.FeatureSideBits
)

// deep reports whether the greater margin is so much longer than the way from core to core that the
// witness of two vertices turns far where the bodies turn little.
func deep(a, b *Object, ct *Contact) bool {
	r := a.margin + b.margin
	lever := float64(stableFactor * (ct.Distance + r))
	return (a.margin > lever || b.margin > lever) && r > 0
}

// loneBoxes is lone for two boxes.
func loneBoxes(a, b *Object, ct *Contact, mf *Manifold) bool {
	size := min(a.extent, b.extent)
	if most := float64(size * spread); a.margin+b.margin != 0 || a.flatBox() || b.flatBox() ||
		most < a.extent || most < b.extent || most < math.Abs(ct.Distance) {
		return false
	}
	idA, flatA := a.facing(ct.Normal, 1)
	idB, flatB := b.facing(ct.Normal, -1)
	id := idA | idB<<collide.FeatureSideBits
	switch {
	case edgeLike(idA) && edgeLike(idB):
		still, alone := crossingAlone(a, b, idA, idB, ct, size)
		if !alone {
			return false
		}
		if !still {
			id |= places(ct.LocalA, ct.LocalB, size)
		}
	case (flatA || flatB) && math.Abs(ct.Distance) > float64(stableFactor*size): // as over
		id |= places(ct.LocalA, ct.LocalA.Add(a.axes.applyT(ct.Normal).Scale(ct.Distance)), size)
	}
	mf.one(ct, id)
	return true
}

// acrossEdge returns the axis along which the edge id of a segment or a box runs, and its product
// with n; ok is false where id names no edge.
func (o *Object) acrossEdge(id collide.FeatureID, n Vec) (axis int8, down float64, ok bool) {
	kind, i := id.A()
	if axis = 2; o.kind == kindBox {
		axis = int8(i >> 2 & 3) // as boxEdge numbers them
	}
	return axis, o.axes.column(axis).Dot(n), kind == collide.FeatureEdge
}

// crossingAlone reports whether two edges that face each other, segments or of boxes, cross far
// from their ends, so that none is a point of the manifold, and whether the crossing stays where it
// is as the bodies turn. What is near a limit, other than for the ends, is not told.
func crossingAlone(a, b *Object, idA, idB collide.FeatureID, ct *Contact, size float64) (still, alone bool) {
	i, down, ok := a.acrossEdge(idA, ct.Normal)
	j, up, too := b.acrossEdge(idB, ct.Normal)
	if !ok || !too || a.kind != b.kind {
		return false, false
	}
	const near = 0x1p-30 // far more than rounding
	sine := a.axes.column(i).Cross(b.axes.column(j)).length()
	left := a.half.along(i) - math.Abs(ct.LocalA.along(i)-float64(down*a.margin))
	if other := b.half.along(j) - math.Abs(ct.LocalB.along(j)+float64(up*b.margin)); other < left {
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

// edgeLike reports whether id, of one body, names an edge or a face.
func edgeLike(id collide.FeatureID) bool {
	return id>>collide.FeatureIndexBits != collide.FeatureID(collide.FeatureVertex)
}

// facing returns the name of the feature that find finds along n, in the world's axes and times
// sign, of a point, a segment or a box, and whether it is a face whose normal that is.
func (o *Object) facing(n Vec, sign float64) (id collide.FeatureID, flat bool) {
	switch o.kind {
	case kindSegment:
		switch z := float64(o.axes.column(2).Dot(n) * sign); {
		case math.Abs(z) <= maxSlope:
			return collide.Feature(collide.FeatureEdge, 0), false
		case z < 0:
			return collide.Feature(collide.FeatureVertex, 1), false
		}
	case kindBox:
		d := o.axes.applyT(n).Scale(sign)
		kind, i, off := boxFacing(d, o.half)
		v := int32(math.Float64bits(d.X)>>63 | math.Float64bits(d.Y)>>63<<1 | math.Float64bits(d.Z)>>63<<2)
		switch kind {
		case collide.FeatureFace:
			return collide.Feature(kind, int32(2*i)+v>>i&1), off <= aligned*aligned
		case collide.FeatureEdge:
			v = boxEdge(i, v)
		default:
		}
		return collide.Feature(kind, v), false
	default:
	}
	return collide.Feature(collide.FeatureVertex, 0), false
}
