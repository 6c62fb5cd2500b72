package d3

import (
	"math"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/num"
)

// The manifold of a sphere and a sphere, a capsule or a box is the contact's own point, and so is
// that of a capsule or a box and any of these where a vertex faces the other body, or where two
// edges cross far from their ends. Of the features only the names are needed, and none is clipped.
// What else a capsule has with another one or a box, bars and strip find.

// lone sets mf to what manifold gives for the pair that f is the answer about, a the first of it in
// canonical order, and reports whether it did: what rounding might decide, bodies of sizes too
// unlike, and flat boxes, whose features have more names than one, are left to manifold. The points
// of f.x come first where first is set.
func (f *direct) lone(a *Object, first bool, mf *Manifold) bool {
	x, y, dist := f.x, f.y, f.distance()
	if unlike(x.extent, y.extent, dist) || x.flatBox() {
		return false
	}
	size := num.Lesser(x.extent, y.extent)
	n := f.normal()
	turned := y.axes.applyT(n)
	idX, flat := x.facingAlong(f.n)
	idY, _ := y.facingAlong(turned.Neg())
	placed := false
	switch {
	case edgeLike(idX) && edgeLike(idY): // as witness, of edges
		still, alone := f.crossingAlone(idX, turned.Z, dist, size)
		if !alone {
			var g found
			g.f, g.a, g.n, g.turned, g.dist, g.size = f, a, n, turned, dist, size
			return g.several(first, idX, flat, mf)
		}
		placed = !still
	case flat: // as over
		placed = math.Abs(dist)+(x.margin+y.margin) > float64(stableFactor*size)
	default: // as witness, by findLever
		placed = f.deep()
	}
	p := &mf.Points[0]
	own, other := f.surfaces(n, turned)
	f.points(first, dist, n, own, other, &mf.Normal, &p.PointA, &p.PointB, &p.LocalA, &p.LocalB)
	mf.N, p.Distance = 1, dist
	if p.ID = idX | idY<<collide.FeatureSideBits; !first {
		p.ID = idY | idX<<collide.FeatureSideBits
	}
	if placed {
		p.ID |= f.places(a, flat, own, other, turned, size, dist)
	}
	return true
}

// touchSegments sets mf to the manifold of two segments, unless they are apart, and returns the
// relation: what direct.find and lone do for pairs of all kinds, bit for bit, kept in few
// variables. It is Undecided where a direct form or bars is not sure; f is work space.
func (mf *Manifold) touchSegments(a, b *Object, f *direct) collide.Relation {
	x, y := a, b
	other := a.pose.Pos.X > b.pose.Pos.X || a.pose.Pos.X == b.pose.Pos.X && swapped(a, b)
	if other {
		x, y = b, a
	}
	t, v := x.axes.applyT(y.pose.Pos.Sub(x.pose.Pos)), x.axes.applyT(y.axes.column(2))
	h, k := x.half.Z, y.half.Z
	r, s, det := nearestOnAxes(t, v, h, k)
	w := t.Add(v.Scale(s))
	w.Z -= r
	margins, radii, w2 := x.margin+y.margin, x.radius+y.radius, w.Len2()
	err := float64(nearPad * unit * (radii + margins))
	lo, hi := margins-err, margins+err
	if w2 > float64(hi*hi) &&
		beyondAlong(hi, w2, w.Dot(t)-(float64(k*math.Abs(w.Dot(v)))+float64(h*math.Abs(w.Z)))) {
		return collide.Apart
	}
	if !(w2 < float64(lo*lo) && lo > 0 && w2 > nearSquare && w2 < 1/nearSquare) || !alikeInSize(x.extent, y.extent) {
		return collide.Undecided
	}
	var n Vec
	if math.Abs(r) < h && math.Abs(s) < k && det > minDet {
		n = commonNormal(t, v, det)
	} else {
		n = w.Scale(1 / math.Sqrt(w2))
	}
	low := n.Dot(t) - (float64(k*math.Abs(n.Dot(v))) + float64(h*math.Abs(n.Z)))
	if !straight(w, n, low, radii) {
		return collide.Undecided
	}
	if mf.segments(x, y, other, low, r, s, det, n) {
		return collide.Overlapping
	}
	f.x, f.y, f.foot, f.w, f.v, f.n, f.along, f.low = x, y, Vec{0, 0, r}, w, v, n, s, low
	n = f.normal()
	edge, size := collide.Feature(collide.FeatureEdge, 0), num.Lesser(x.extent, y.extent)
	if mf.besides(f, !other, edge, false, f.distance(), size, n, y.axes.applyT(n)) {
		return collide.Overlapping
	}
	return collide.Undecided
}

// straight reports whether w is low n but for what bracket allows for, with the radii of the cores
// as the lengths: by squares, where it takes the sum of three coordinates.
func straight(w, n Vec, low, radii float64) bool {
	off := float64(directPad * unit * radii)
	return float64(4*w.Sub(n.Scale(low)).Len2()) <= float64(off*off)
}

// segments sets mf to the one point of two segments, which are low apart, at r and s on their axes,
// and reports whether that is all of it: not where the edges of both face each other, unless they
// cross far from their ends. n is the normal, in the axes of x, and det the squared sine between
// the axes; x comes second where other is set.
func (mf *Manifold) segments(x, y *Object, other bool, low, r, s, det float64, n Vec) bool {
	margins := x.margin + y.margin
	dist := low - margins + 0
	normal := unitAgain(x.axes.apply(n))
	turned := y.axes.applyT(normal)
	edgeX, edgeY := math.Abs(n.Z) <= maxSlope, math.Abs(turned.Z) <= maxSlope
	placed := false
	if edgeX && edgeY {
		still, alone := x.crossingSegments(y, dist, r, s, det, num.Greater(math.Abs(n.Z), math.Abs(turned.Z)))
		if !alone {
			return false
		}
		placed = !still
	} else if margins > float64(fewLevers*low) { // as deep
		lever := float64(stableFactor * (dist + margins))
		placed = x.margin > lever || y.margin > lever
	}
	idX, idY := segmentFacing(edgeX, n.Z), segmentFacing(edgeY, -turned.Z)
	p := &mf.Points[0]
	on, off, own, of := p.sides(!other)
	ours := n.Scale(x.margin)
	ours.Z += r
	ours = ours.clean()
	at := x.axes.apply(ours).Add(x.pose.Pos)
	*on, *own = at.clean(), ours
	*off = at.Add(normal.Scale(dist)).clean()
	theirs := turned.Scale(-y.margin)
	theirs.Z += s
	*of = theirs.clean()
	mf.N, p.Distance = 1, dist
	if other {
		mf.Normal, p.ID = Vec{0 - normal.X, 0 - normal.Y, 0 - normal.Z}, idY|idX<<collide.FeatureSideBits
	} else {
		mf.Normal, p.ID = normal.clean(), idX|idY<<collide.FeatureSideBits
	}
	if placed {
		p.ID |= places(*own, *of, min(x.extent, y.extent))
	}
	return true
}

// crossingSegments is edgesAlone for two segments that face each other at r and s on their axes;
// det is the squared sine between these.
func (o *Object) crossingSegments(y *Object, dist, r, s, det, slope float64) (still, alone bool) {
	return edgesAlone(&edgePair{
		left:    num.Lesser(o.half.Z-math.Abs(r), y.half.Z-math.Abs(s)),
		sine:    math.Sqrt(det),
		slope:   slope,
		most:    num.Greater(o.margin, y.margin),
		margins: o.margin + y.margin,
		all:     o.extent + y.extent + math.Abs(dist),
		size:    num.Lesser(o.extent, y.extent),
	})
}

// segmentFacing is facingAlong for a segment and a direction with the last coordinate z; edge tells
// that it is at most maxSlope.
func segmentFacing(edge bool, z float64) collide.FeatureID {
	if edge {
		return collide.Feature(collide.FeatureEdge, 0)
	}
	return collide.Feature(collide.FeatureVertex, int32(math.Float64bits(z)>>63))
}

// unlike reports whether one of two extents is by far smaller than the other, or than dist.
func unlike(a, b, dist float64) bool {
	x, y := float64(a*spread), float64(b*spread)
	return x < b || y < a || x < math.Abs(dist) || y < math.Abs(dist)
}

// alikeInSize reports whether two lengths, positive or not both, are unlike by less than spread. It
// goes by the exponents, and leaves out what is within a factor of two of that. Of extents of
// bodies that overlap no depth is unlike then: it is at most half of their sum.
func alikeInSize(a, b float64) bool {
	const most = 11 << 52 // spread is 2^12
	return math.Float64bits(a)-math.Float64bits(b)+most <= 2*most
}

// places is places for the points own and other of f, dist apart, a the first of the bodies, and
// flat as lone has it.
func (f *direct) places(a *Object, flat bool, own, other, turned Vec, size, dist float64) collide.FeatureID {
	switch {
	case !flat && f.x == a:
		return places(own, other, size)
	case !flat:
		return places(other, own, size)
	case f.x == a:
		return places(own, own.Add(f.n.Scale(dist)), size)
	}
	return places(other, other.Sub(turned.Scale(dist)), size)
}

// deep reports whether the greater margin is so much longer than the way from core to core that the
// witness of two vertices turns far where the bodies turn little.
func (f *direct) deep() bool {
	x, y := f.x.margin, f.y.margin
	lever := float64(stableFactor * (f.distance() + (x + y)))
	return (x > lever || y > lever) && x+y > 0
}

// crossingAlone is edgesAlone for the edge id of x and the segment y, of which up is the product
// with the normal.
func (f *direct) crossingAlone(id collide.FeatureID, up, dist, size float64) (still, alone bool) {
	x, y := f.x, f.y
	kind, i := id.A()
	if kind != collide.FeatureEdge {
		return false, false
	}
	axis := int8(2)
	if x.kind == kindBox {
		axis = int8(i >> 2 & 3) // as boxEdge numbers them
	}
	return edgesAlone(&edgePair{
		left:    min(x.half.along(axis)-math.Abs(f.foot.along(axis)), y.half.Z-math.Abs(f.along)),
		sine:    f.v.with(axis, 0).length(),
		slope:   max(math.Abs(f.n.along(axis)), math.Abs(up)),
		most:    max(x.margin, y.margin),
		margins: x.margin + y.margin,
		all:     x.extent + y.extent + math.Abs(dist),
		size:    size,
	})
}

// flatBox reports whether the core of o is a box without extent along an axis.
func (o *Object) flatBox() bool {
	return o.kind == kindBox && (o.half.X == 0 || o.half.Y == 0 || o.half.Z == 0)
}

// loneBoxes is lone for two boxes.
func loneBoxes(a, b *Object, ct *Contact, mf *Manifold) bool {
	if a.margin+b.margin != 0 || a.flatBox() || b.flatBox() || unlike(a.extent, b.extent, ct.Distance) {
		return false
	}
	size := min(a.extent, b.extent)
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

// crossingAlone is edgesAlone for edges of two boxes.
func crossingAlone(a, b *Object, idA, idB collide.FeatureID, ct *Contact, size float64) (still, alone bool) {
	i, down, ok := a.acrossEdge(idA, ct.Normal)
	if !ok {
		return false, false
	}
	j, up, ok := b.acrossEdge(idB, ct.Normal)
	if !ok {
		return false, false
	}
	return edgesAlone(&edgePair{
		left:  min(a.half.along(i)-math.Abs(ct.LocalA.along(i)), b.half.along(j)-math.Abs(ct.LocalB.along(j))),
		sine:  a.axes.column(i).Cross(b.axes.column(j)).length(),
		slope: max(math.Abs(down), math.Abs(up)),
		all:   a.extent + b.extent + math.Abs(ct.Distance),
		size:  size,
	})
}

// edgePair is two edges that face each other: how far the point where they cross is from the
// nearest end, the sine of the angle between them, that between them and the tangent plane, the
// greater margin and both, all lengths, and the size of the smaller body.
type edgePair struct{ left, sine, slope, most, margins, all, size float64 }

// edgesAlone reports whether two edges cross far from their ends, so that none is a point of the
// manifold, and whether the crossing stays where it is as the bodies turn. What is near a limit,
// other than for the ends, is not told.
func edgesAlone(c *edgePair) (still, alone bool) {
	const near = 0x1p-30 // far more than rounding
	// an end this far beside the other edge is none of endOver
	far := float64(c.most/4) + float64(near*c.all)
	if !(float64(c.left*c.sine) > float64(far*(1+near))) || !(c.slope <= aligned/2) {
		return false, false
	}
	lever := float64(stableFactor * float64(c.size*c.sine))
	if math.Abs(c.sine-1.0/stableFactor) < near || math.Abs(c.margins-lever) < float64(near*lever) {
		return false, false
	}
	return c.sine > 1.0/stableFactor && c.margins < lever, true
}

// edgeLike reports whether id, of one body, names an edge or a face.
func edgeLike(id collide.FeatureID) bool {
	return id>>collide.FeatureIndexBits != collide.FeatureID(collide.FeatureVertex)
}

// facing is facingAlong for n in the world's axes, times sign.
func (o *Object) facing(n Vec, sign float64) (id collide.FeatureID, flat bool) {
	return o.facingAlong(o.axes.applyT(n).Scale(sign))
}

// facingAlong returns the name of the feature that find finds along the unit vector d, in o's axes,
// of a point, a segment or a box, and whether it is a face whose normal that is.
func (o *Object) facingAlong(d Vec) (id collide.FeatureID, flat bool) {
	switch o.kind {
	case kindSegment:
		switch {
		case math.Abs(d.Z) <= maxSlope:
			return collide.Feature(collide.FeatureEdge, 0), false
		case d.Z < 0:
			return collide.Feature(collide.FeatureVertex, 1), false
		}
	case kindBox:
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
