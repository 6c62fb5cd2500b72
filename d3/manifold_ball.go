package d3

import (
	"math"

	"github.com/collide-go/collide"
)

// The manifold of a sphere and a box in one go: what direct.find, lone and points do for pairs of
// all kinds, bit for bit, with what is known of this one. No branch hangs on where the sphere is,
// but for that it is inside: it would be mispredicted. What a direct form is not sure of is left to
// the others.

// suitsBall reports whether x is a box and y a sphere that touchBall is about.
func suitsBall(x, y *Object) bool {
	h := &x.half
	return x.kind == kindBox && y.kind == kindPoint && h.X > 0 && h.Y > 0 && h.Z > 0 && y.axes.x != (Vec{})
}

// touchBall sets mf to the manifold of a box x and a sphere y for which suitsBall, unless they are
// apart, and returns the relation; Undecided where it is left to others. The points of x come first
// where first is set.
func (mf *Manifold) touchBall(x, y *Object, first bool) collide.Relation {
	d := y.pose.Pos.Sub(x.pose.Pos)
	t := x.axes.applyT(d)
	var foot, n Vec
	foot.X, n.X = split(x.half.X, t.X)
	foot.Y, n.Y = split(x.half.Y, t.Y)
	foot.Z, n.Z = split(x.half.Z, t.Z)
	r, all, low2 := x.margin+y.margin, big1(d)+x.radius, n.Len2()
	far := r + float64(squarePad*unit*(all+r))
	if low2 > float64(far*far) && low2 > nearSquares {
		return collide.Apart
	}
	low := math.Sqrt(low2)
	switch {
	case low2 > nearSquare && low2 < 1/nearSquare: // n low is the way within 4u, and n of length one
		n = n.Scale(1 / low)
	case n != (Vec{}):
		return collide.Undecided
	default:
		n, foot, low = inward(x.half, t)
	}
	pad := float64(pointCore*unit*all) + float64(marginPad*unit*(r+math.Abs(low))) + 0x1p-1060
	lower, upper := low-r-pad, low-r+pad
	if lower > 0 {
		return collide.Apart
	}
	dist := low - r + 0
	const most = bracketUnits * unit
	if !(upper < 0) || !(upper-lower <= float64(most*x.extent)) && !(upper-lower <= float64(most*y.extent)) ||
		unlike(x.extent, y.extent, dist) {
		return collide.Undecided
	}
	id, flat := sideFacing(n), true
	if low > 0 {
		id, flat = ballFacing(n)
	}
	mf.ball(x, y, first, dist, foot, n, id, flat)
	return collide.Overlapping
}

// inward is boxPoint for a point t inside the box: the normal and the point of the nearest side,
// and how far inside t is, negative.
func inward(h, t Vec) (n, foot Vec, low float64) {
	x, y, z := depthBits(h.X, t.X), depthBits(h.Y, t.Y), depthBits(h.Z, t.Z)
	least := min(x, y, z)
	var i, j, k uint64
	if x == least {
		i = math.MaxUint64
	}
	if y == least {
		j = ^i
	}
	k = ^(i | j)
	n.X, foot.X = toSide(h.X, t.X, i)
	n.Y, foot.Y = toSide(h.Y, t.Y, j)
	n.Z, foot.Z = toSide(h.Z, t.Z, k)
	return n, foot, -math.Float64frombits(uint64(least))
}

// depthBits returns how far inside [-h, h] t is, as an integer of the same order.
func depthBits(h, t float64) int64 { return int64(math.Float64bits(h - math.Abs(t))) }

// toSide returns, where all bits of mask are set, the sign of t and h with it, else zero and t.
func toSide(h, t float64, mask uint64) (n, foot float64) {
	v := math.Float64bits(t)
	sign := v & (1 << 63)
	n = math.Float64frombits((math.Float64bits(1) | sign) & mask)
	return n, math.Float64frombits((math.Float64bits(h)|sign)&mask | v&^mask)
}

// ball sets mf to the point of the box x and the sphere y, dist deep; foot is the point of the box
// and n the normal, in its axes. The box's feature is id, a face with that normal if it is flat.
func (mf *Manifold) ball(x, y *Object, first bool, dist float64, foot, n Vec, id collide.FeatureID, flat bool) {
	own, normal := foot.Add(n.Scale(x.margin)).clean(), unitAgain(x.axes.apply(n))
	turned := y.axes.applyT(normal)
	other := turned.Scale(-y.margin).clean()
	mf.facing(x, first, dist, normal, own, other, id, loneBall)
	r := x.margin + y.margin
	lever, most := float64(stableFactor*(dist+r)), math.Abs(dist)+r
	if !flat && (x.margin > lever || y.margin > lever) ||
		most > float64(stableFactor*x.extent) || most > float64(stableFactor*y.extent) {
		mf.Points[0].ID |= ballPlaces(x, y, flat, dist, own, other, n, turned)
	}
}

// loneBall is the part of an ID for a sphere.
const loneBall = collide.FeatureID(collide.FeatureVertex) << collide.FeatureIndexBits

// ballFacing is facingAlong for a box that has an extent along each axis.
func ballFacing(d Vec) (id collide.FeatureID, flat bool) {
	x, y, z := float64(d.X*d.X), float64(d.Y*d.Y), float64(d.Z*d.Z)
	minus := int32(math.Float64bits(d.X)>>63 | math.Float64bits(d.Y)>>63<<1 | math.Float64bits(d.Z)>>63<<2)
	face, off := leastOf(y+z, z+x, x+y) // of a unit vector one sum at most is small
	edge, least := leastOf(math.Abs(d.X), math.Abs(d.Y), math.Abs(d.Z))
	id = collide.Feature(collide.FeatureVertex, minus)
	along := collide.Feature(collide.FeatureEdge, boxEdge(edge, minus))
	across := collide.Feature(collide.FeatureFace, int32(2*face)+minus>>face&1)
	if least <= int64(math.Float64bits(maxSlope)) {
		id = along
	}
	if off <= int64(math.Float64bits(maxSlope*maxSlope)) {
		id = across
	}
	return id, off <= int64(math.Float64bits(aligned*aligned))
}

// sideFacing is ballFacing for a normal along an axis without negative zeros, which that of inward
// is: the exponents of its ones and the sign tell the face.
func sideFacing(n Vec) collide.FeatureID {
	x, y, z := math.Float64bits(n.X), math.Float64bits(n.Y), math.Float64bits(n.Z)
	return collide.Feature(collide.FeatureFace, int32(y>>61&1<<1|z>>61&1<<2|(x|y|z)>>63))
}

// leastOf returns which of three numbers that are not negative is the least, the first one on ties,
// and its bits.
func leastOf(a, b, c float64) (i int, least int64) {
	x, y, z := int64(math.Float64bits(a)), int64(math.Float64bits(b)), int64(math.Float64bits(c))
	if y < x {
		i = 1
	}
	least = min(x, y)
	if z < least {
		i = 2
	}
	return i, min(least, z)
}

// ballPlaces returns what lone adds to the ID of the point of ball, where that moves more than the
// bodies do: own and other are the points of x and y, and n and turned the normal, in their frames;
// flat tells that it is over a face.
func ballPlaces(x, y *Object, flat bool, dist float64, own, other, n, turned Vec) collide.FeatureID {
	r, size := x.margin+y.margin, min(x.extent, y.extent)
	from, to, over := own, other, n
	if precedes(y, x) {
		from, to, over = other, own, turned.Neg()
	}
	switch most := max(x.margin, y.margin); {
	case flat && math.Abs(dist)+r > float64(stableFactor*size):
		return places(from, from.Add(over.Scale(dist)), size)
	case !flat && most > float64(stableFactor*(dist+r)) && r > 0:
		return places(from, to, size)
	}
	return 0
}
