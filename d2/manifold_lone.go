package d2

import (
	"math"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/num"
)

// The manifold of a circle and a circle, a capsule, a box or a polygon is the contact's own point,
// and so is that of a capsule and any of these where no edge faces an edge. Of the features only
// the names are needed, and none is clipped. Of capsules direct.lone knows more.

// lone sets mf to what manifold gives for a pair of which one core is a point or a segment and the
// other a polytope, and reports whether it did: edges that face each other, one whose end a segment
// ends beside, bodies of sizes too unlike, and flat boxes, whose features have more names than one,
// are left to manifold.
func lone(a, b *Object, ct *Contact, mf *Manifold) bool {
	if a.kind == kindPoint && b.kind == kindPoint {
		return mf.circles(a, b, ct)
	}
	size, r := min(a.extent, b.extent), a.margin+b.margin
	if unlike(a.extent, b.extent, ct.Distance) || a.flatBox() || b.flatBox() {
		return false
	}
	idA, slopeA := a.facing(ct.Normal, 1)
	idB, slopeB := b.facing(ct.Normal, -1)
	id := idA | idB<<collide.FeatureSideBits
	slope := min(slopeA, slopeB)
	edge := slope <= 1
	switch {
	case slopeA <= 1 && slopeB <= 1:
		return false
	case !edge: // as witness
		if deep(a, b, ct) {
			id |= places(ct.LocalA, ct.LocalB, size)
		}
		mf.one(ct, id)
		return true
	case a.kind == kindSegment && b.kind >= kindSegment || b.kind == kindSegment && a.kind >= kindSegment:
		if !(slope <= aligned) {
			return false
		}
	}
	lever := float64(stableFactor * size)
	if !(slope <= aligned) {
		lever = float64(stableFactor * max(ct.Distance+r, 0))
	}
	if math.Abs(ct.Distance)+r > lever { // as over
		at := ct.LocalA.Sub(a.center)
		id |= places(at, at.Add(a.axes().applyT(ct.Normal).Scale(ct.Distance)), size)
	}
	mf.one(ct, id)
	return true
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

// circles is lone for two circles in any order.
func (mf *Manifold) circles(a, b *Object, ct *Contact) bool {
	if unlike(a.extent, b.extent, ct.Distance) {
		return false
	}
	id := loneBalls
	if deep(a, b, ct) {
		own, off := ct.LocalA, ct.LocalB
		if laterCircle(a, b) != 0 {
			own, off = off, own
		}
		id |= places(own, off, num.Lesser(a.extent, b.extent))
	}
	mf.one(ct, id)
	return true
}

// touchCircles sets mf to the manifold of two circles, unless they are apart, and returns the
// relation; Undecided where it is left to others. It is what circles and lone make of them, bit for
// bit, in one go: the bracket of circles that overlap is never too wide, as it is in proportion to
// the greater one. A point, which the zero Object is, is unlike any circle.
func (mf *Manifold) touchCircles(a, b *Object) collide.Relation {
	d := b.pose.Pos.Sub(a.pose.Pos)
	l2, r := d.Len2(), a.margin+b.margin
	r2 := float64(r * r)
	switch {
	case !(l2 > nearSquare && l2 < 1/nearSquare):
		return collide.Undecided
	case l2 > float64(r2*(1+0x1p-40)): // far more than rounding
		return collide.Apart
	case !(l2 < float64(r2*(1-0x1p-40))) || !alikeInSize(a.margin, b.margin):
		return collide.Undecided
	}
	l := math.Sqrt(l2)
	n, dist, p := d.Scale(1/l), l-r+0, &mf.Points[0]
	own, off := a.axes().applyT(n).Scale(a.margin).clean(), b.axes().applyT(n).Scale(-b.margin).clean()
	p.LocalA, p.LocalB = own, off
	// The points in the world begin with that of x, the circle that comes first in canonical order.
	// No branch hangs on which it is.
	other := math.Float64bits(d.X) >> 63
	if d.X == 0 {
		other = laterLevel(a, b)
	}
	pair := [2]*Object{a, b}
	x := pair[other&1]
	at, over := choose(&p.PointA, &p.PointB, other)
	m := n.Scale(num.Sign(int32(other)))
	from := x.pose.Pos.Add(m.Scale(x.margin))
	*at, *over = from.clean(), from.Add(m.Scale(dist)).clean()
	mf.Normal, mf.N, p.Distance, p.ID = n.clean(), 1, dist, loneBalls
	if num.Greater(a.margin, b.margin) > float64(stableFactor*(dist+r)) { // as deep
		if other != 0 {
			own, off = off, own
		}
		p.ID |= places(own, off, num.Lesser(a.extent, b.extent))
	}
	return collide.Overlapping
}

// touchSegments sets mf to the manifold of two segments, unless they are apart, and returns the
// relation: what direct.find and lone do for pairs of all kinds, bit for bit. It is Undecided where
// a direct form or lone is not sure; f is work space.
func (mf *Manifold) touchSegments(a, b *Object, f *direct) collide.Relation {
	x, y := a, b
	other := a.pose.Pos.X > b.pose.Pos.X || a.pose.Pos.X == b.pose.Pos.X && swapped(a, b)
	if other {
		x, y = b, a
	}
	d := y.pose.Pos.Sub(x.pose.Pos)
	t, v := x.axes().applyT(d), x.axes().applyT(Vec{y.c, y.s})
	margins, all := x.margin+y.margin, big1(d)+x.radius+y.radius
	f.x, f.y, f.t, f.v = x, y, t, v
	f.far, f.ended = margins+float64(squarePad*unit*(all+margins)), false
	if f.segments(t, v); f.ended {
		return collide.Apart
	}
	if !f.bracket(float64(directPad*unit*all)) ||
		f.relation == collide.Overlapping && !mf.segments(f, other) && !f.lone(x, !other, mf) {
		return collide.Undecided
	}
	return f.relation
}

// segments sets mf to what lone makes of f, the answer about two segments, where that is one point
// at two ends, or at an end over an edge; it reports whether that is certain. x comes second where
// other is set.
func (mf *Manifold) segments(f *direct, other bool) bool {
	x, y, n, margins := f.x, f.y, f.n, f.x.margin+f.y.margin
	dist := f.low - margins + 0
	all, size := x.extent+y.extent+math.Abs(dist), num.Lesser(x.extent, y.extent)
	if !alikeInSize(x.extent, y.extent) || !(num.Lesser(x.margin, y.margin) > 0x1p-400 && all < 0x1p400) ||
		!(num.Lesser(x.half.X, y.half.X) > float64(0x1p-30*all)) {
		return false
	}
	own := f.foot.Add(n.Scale(x.margin))
	at := x.pos.Add(x.axes().apply(own))
	normal := unitAgain(x.axes().apply(n))
	turned := y.axes().applyT(normal)
	edgeX, edgeY := math.Abs(n.X) <= maxSlope, math.Abs(turned.X) <= maxSlope
	placed := false
	switch slope := num.Lesser(math.Abs(n.X), math.Abs(turned.X)); {
	case edgeX && edgeY || (edgeX || edgeY) && slope > 0.98*aligned:
		return false
	case edgeX || edgeY: // as over
		placed = math.Abs(dist)+margins > float64(stableFactor*size)
	default: // as witness
		placed = num.Greater(x.margin, y.margin) > float64(stableFactor*max(dist+margins, 0))
	}
	p := &mf.Points[0]
	on, off, ours, theirs := p.sides(!other)
	*on, *ours = at.clean(), own.clean()
	*off = at.Add(normal.Scale(dist)).clean()
	of := turned.Scale(-y.margin)
	of.X += f.along
	*theirs = of.clean()
	mf.N, p.Distance = 1, dist
	p.ID = segmentFacing(edgeX, n.X) | segmentFacing(edgeY, -turned.X)<<collide.FeatureSideBits
	switch {
	case placed && (edgeX || edgeY):
		p.ID |= places(own, own.Add(n.Scale(dist)), size)
	case placed:
		p.ID |= places(own, of, size)
	}
	if mf.Normal = normal.clean(); other {
		mf.Normal, p.ID = Vec{0 - normal.X, 0 - normal.Y}, p.ID.Swap()
	}
	return true
}

// segmentFacing is facingAlong for a segment and a direction with the first coordinate x; edge
// tells that it is at most maxSlope.
func segmentFacing(edge bool, x float64) collide.FeatureID {
	if edge {
		return collide.Feature(collide.FeatureEdge, 0)
	}
	return collide.Feature(collide.FeatureVertex, int32(math.Float64bits(x)>>63))
}

// choose returns x and y where other is zero, else y and x, without a branch if nothing is read
// there.
func choose[T any](x, y *T, other uint64) (first, second *T) {
	first, second = x, y
	if other != 0 {
		first, second = y, x
	}
	return first, second
}

// flatBox reports whether the core of o is a box without extent along an axis.
func (o *Object) flatBox() bool { return o.kind == kindBox && min(o.half.X, o.half.Y) == 0 }

// loneBalls is the ID of the point of two circles.
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

// facing returns the name of the feature of a polytope that find finds along n, in the world's axes
// and times sign, and the magnitude of its slope.
func (o *Object) facing(n Vec, sign float64) (id collide.FeatureID, slope float64) {
	if o.kind == kindPoint {
		return collide.Feature(collide.FeatureVertex, 0), math.Inf(1)
	}
	return o.facingAlong(o.axes().applyT(n).Scale(sign))
}

// facingAlong is facing for a core that is no point, along d in its own axes.
func (o *Object) facingAlong(d Vec) (id collide.FeatureID, slope float64) {
	if o.kind == kindSegment {
		switch {
		case math.Abs(d.X) <= maxSlope:
			return collide.Feature(collide.FeatureEdge, 0), math.Abs(d.X / d.Y)
		case d.X < 0:
			return collide.Feature(collide.FeatureVertex, 1), math.Inf(1)
		}
		return collide.Feature(collide.FeatureVertex, 0), math.Inf(1)
	}
	s := span{n: 1, slope: math.Inf(1)}
	switch o.kind {
	case kindBox:
		var b body
		b.fill(o, 1)
		s.box(&b, d, d.perp())
	case kindHull:
		s.around(o.hull, num.PowerBelow(o.radius), o.hull.support(d, -1), d, d.perp())
	default:
	}
	return s.facing(), math.Abs(s.slope)
}
