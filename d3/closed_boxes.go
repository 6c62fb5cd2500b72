package d3

import "math"

// Two boxes apart, by clamping. The point of a box nearest to a given one is had by clamping its
// coordinates. Each of two points that is the nearest to the other one is a point where the boxes
// are nearest: going to and fro between the boxes ends there soon where one of the two is a corner.
// Where two edges cross it goes on for ever, and where the boxes are near each other it takes long:
// that is left to the general stages. docs/math/exact.md, "Direct forms".

// clampTurns is how often clamping goes to and fro: it is enough for five of six pairs of which the
// balls around the boxes are apart, and each further turn brings fewer than one in a hundred.
const clampTurns = 8

// boxes finds the answer about two boxes, which p is, where the balls around them or a face keep
// them apart; it reports whether that is certain. Boxes with margins are left to the general
// stages: they may be in contact where their cores are apart, and Touch, which comes another way,
// is to have the manifold of Collide to the last bit.
func (f *direct) boxes(a, b *Object, p *boxPair) bool {
	if !(p.sep > 0) || a.margin != 0 || b.margin != 0 {
		return false
	}
	f.x, f.y, f.ended = a, b, false
	foot, over := clampTo(p.a, p.t), Vec{}
	if !(p.dist > a.radius+b.radius) {
		if p.level() {
			return false
		}
		foot = p.corner()
	}
	settled := false
	// At the head of every turn:
	//
	//	(1) foot is a point of A; after the first turn the one nearest to over, a point of B.
	for range clampTurns {
		f.other = clampTo(p.b, p.r.applyT(foot.Sub(p.t)))
		over = p.r.apply(f.other).Add(p.t)
		last := foot
		if foot = clampTo(p.a, over); foot == last {
			settled = true
			break
		}
	}
	f.foot, f.w = foot, over.Sub(foot)
	if f.high = f.w.length(); !settled || !(f.high > 0) {
		return false
	}
	f.n = f.w.Scale(1 / f.high)
	f.low = f.n.Dot(p.t) - p.a.Dot(f.n.abs()) - p.b.Dot(p.r.applyT(f.n).abs())
	return f.low > 0 && f.bracket(float64(directPad*unit*(big1(b.pose.Pos.Sub(a.pose.Pos))+(a.radius+b.radius))))
}

// level reports whether the face that separates the boxes most is parallel to one of the other box,
// or nearly so: then many points are equally near, and the general stages give their middle.
func (p *boxPair) level() bool {
	v := p.r.column(p.face % 3)
	if p.face < 3 {
		v = [...]Vec{p.r.x, p.r.y, p.r.z}[p.face]
	}
	return largest(v.abs()) > 1-0x1p-40 // as flat as what rests on a floor is: an angle of 2^-20
}

// corner returns the point of A nearest to the other body's corner that lies farthest beyond the
// face that separates the boxes most, or the corner itself if it is A's.
func (p *boxPair) corner() Vec {
	if i := p.face; i < 3 { // the corner of B
		n := Vec{}.with(i, math.Copysign(1, p.t.along(i)))
		return clampTo(p.a, p.r.apply(cornerAlong(p.b, p.r.applyT(n).Neg())).Add(p.t))
	}
	i := p.face - 3
	return cornerAlong(p.a, p.r.column(i).Scale(math.Copysign(1, p.back.along(i))))
}

// boxContact sets normal and points of ct for two boxes.
func (f *direct) boxContact(ct *Contact) {
	x := f.x
	own, n := f.foot.clean(), worldNormal(x, f.n)
	at := x.pose.Pos.Add(x.axes.apply(own))
	ct.Normal, ct.PointA, ct.PointB = n.clean(), at.clean(), at.Add(n.Scale(ct.Distance)).clean()
	ct.LocalA, ct.LocalB = own, f.other.clean()
}
