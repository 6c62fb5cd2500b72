package d2

import (
	"math"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/num"
)

// Direct forms. Points and segments, beside each other, a box or a polygon of few edges, are
// answered in the caller's unit and in the axes of one of the bodies, without the difference C, its
// scale and its grid. The bracket needs no search: no signed distance changes by more than the
// bodies move, so that it is off by what rounding moves them. What that leaves in doubt, near
// contact and out of the range of squares, is left to the general stages. docs/math/exact.md,
// "Direct forms".

// directEdges is how many edges a polygon may have: all of them are looked at.
const directEdges = 32

// direct is what a direct form finds about the cores of two bodies, of which y is a point or a
// segment: in x's axes, about its centre.
type direct struct {
	x, y     *Object
	foot, w  Vec     // the point of x's core, and from there to that of y's
	n        Vec     // the unit normal from x to y
	along    float64 // where on its axis the point of y is
	t, v     Vec     // the middle of y and its axis, where x is no point
	near     int32   // of a polygon x, a corner that n leads past, or the one that its edge begins at
	low      float64 // the signed distance as n tells it
	high     float64 // and as the two points do, never less but for rounding
	form     collide.Exit
	far      float64 // cores farther apart end the search, where apart is all that is asked; else +Inf
	ended    bool    // the search ended so: relation is Apart, and nothing else is set
	relation collide.Relation
	lower    float64 // certified bounds of the signed distance of the bodies
	upper    float64
}

// find sets f to the answer about a pair in canonical order that has a direct form, and reports
// whether that is certain. early tells that nothing more is asked about bodies that are apart: of
// some that are f then knows that much and no more.
func (f *direct) find(a, b *Object, early bool) bool {
	x, y := a, b
	if x.kind < y.kind {
		x, y = b, a
	}
	if y.kind > kindSegment || x.kind > kindHull {
		return false
	}
	f.x, f.y = x, y
	if x.kind == kindPoint {
		d := y.pose.Pos.Sub(x.pose.Pos)
		f.limit(big1(d), early)
		return f.balls(d)
	}
	off := 0.0
	if x.kind == kindHull {
		if n := len(x.hull.table.edges); n < 3 || n > directEdges {
			return false
		}
		off = float64(offsets * big1(x.center))
	}
	d := between(x, y)
	t, v := x.axes().applyT(d), Vec{}
	if y.kind == kindSegment {
		v = x.axes().applyT(Vec{y.c, y.s})
	}
	f.t, f.v = t, v
	all := big1(d) + x.radius + y.radius
	f.limit(all, early)
	f.far += off
	err := float64(directPad*unit*all) + off
	switch {
	case x.kind == kindHull:
		f.form = collide.ExitPolygon
		f.beside(t, v)
	case y.kind == kindPoint:
		err = float64(pointCore * unit * (big1(d) + x.radius))
		f.point(t)
	case x.kind == kindBox:
		f.form = collide.ExitSegmentBox
		f.beside(t, v)
	default:
		f.segments(t, v)
	}
	return f.ended || f.bracket(err)
}

// limit sets far, where early is set, from the sum of all lengths but the margins.
func (f *direct) limit(all float64, early bool) {
	f.ended, f.far = false, math.Inf(1)
	if early {
		r := f.x.margin + f.y.margin
		f.far = r + float64(squarePad*unit*(all+r))
	}
}

// beyond ends the search where it is early and the square w2 of a distance says apart.
func (f *direct) beyond(w2 float64) bool {
	if w2 > float64(f.far*f.far) && w2 > nearSquares {
		f.ended, f.relation = true, collide.Apart
	}
	return f.ended
}

// beyondAlong ends the search where it is early and the direction w, of which w2 is the square,
// says apart: the cores are x apart along it, times its length.
func (f *direct) beyondAlong(w2, x float64) bool {
	far2, s := float64(f.far*f.far), float64(x*x)
	if x > 0 && min(w2, s) > nearSquares && s > float64(far2*w2) {
		f.ended, f.relation = true, collide.Apart
	}
	return f.ended
}

// balls is find for points that are d apart. Their normal stays in the world's axes.
func (f *direct) balls(d Vec) bool {
	if f.beyond(d.Len2()) {
		return true
	}
	l := d.length()
	f.form, f.foot, f.along = collide.ExitSegments, Vec{}, 0
	f.w, f.low, f.high, f.n = d, l, l, d.Scale(1/l)
	return f.bracket(float64(pointBall * unit * big1(d)))
}

// point finds the point of x nearest to the point t. A segment is a box without width.
func (f *direct) point(t Vec) {
	half := Vec{X: f.x.half.X}
	f.form, f.along = collide.ExitSegments, 0
	if f.x.kind == kindBox {
		half, f.form = f.x.half, collide.ExitPointBox
	}
	v, foot, depth := boxPoint(half, t)
	if f.foot, f.w = foot, v; depth < 0 {
		if f.beyond(v.Len2()) {
			return
		}
		f.high = v.length()
		f.low, f.n = f.high, v.Scale(1/f.high)
		return
	}
	f.n, f.low, f.high, f.w = v, -depth, -depth, v.Scale(-depth)
	if f.form == collide.ExitSegments { // which normal is the rule's is for the general stages to tell
		f.n = Vec{}
	}
}

// segments finds the points of two segments nearest to each other, that of y having its middle at t
// and the direction v. Those that cross are measured along the normals of both. Source:
// [Ericson05], 5.1.9.
func (f *direct) segments(t, v Vec) {
	h, k := f.x.half.X, f.y.half.X
	f.form = collide.ExitSegments
	across := Vec{0, math.Copysign(1, t.Y)}
	f.n, f.low = across, math.Abs(t.Y)-float64(k*math.Abs(v.Y))
	m := v.perp()
	if m.Dot(t) < 0 {
		m = m.Neg()
	}
	if low := m.Dot(t) - float64(h*math.Abs(m.X)); low > f.low {
		f.n, f.low = m, low
	}
	if f.low > f.far {
		f.ended, f.relation = true, collide.Apart
		return
	}
	if !(f.low > 0) {
		f.crossing(t, v, f.n == across)
		return
	}
	e := v.Dot(t)
	r := 0.0
	if v.Y != 0 {
		r = t.X - float64(v.X*(t.Y/v.Y))
	}
	s := num.Clamp(float64(v.X*num.Clamp(r, h))-e, k)
	r = num.Clamp(t.X+float64(v.X*s), h)
	w := t.Add(v.Scale(s))
	w.X -= r
	w2 := w.Len2()
	if w2 > float64(f.far*f.far) &&
		f.beyondAlong(w2, w.Dot(t)-(float64(k*math.Abs(w.Dot(v)))+float64(h*math.Abs(w.X)))) {
		return
	}
	high := math.Sqrt(w2)
	if !(w2 > nearSquare && w2 < 1/nearSquare) {
		high = w.farLength()
	}
	f.foot, f.along, f.w, f.high = Vec{r, 0}, s, w, high
	if high-f.low > float64(directPad*unit*(h+k+high)) { // two ends are nearest
		n := w.Scale(1 / high)
		f.n, f.low = n, n.Dot(t)-float64(k*math.Abs(n.Dot(v)))-float64(h*math.Abs(n.X))
	}
}

// crossing completes segments for those that cross: along the normal of x, or of y, an end of the
// other is the nearest to getting out.
func (f *direct) crossing(t, v Vec, ofX bool) {
	h, k := f.x.half.X, f.y.half.X
	f.high = f.low
	if ofX {
		f.along = -math.Copysign(k, f.n.Dot(v))
		f.w = f.n.Scale(f.low)
		f.foot = t.Add(v.Scale(f.along)).Sub(f.w)
		f.foot.X = num.Clamp(f.foot.X, h)
	} else {
		f.foot = Vec{math.Copysign(h, f.n.X), 0}
		f.along = num.Clamp(f.foot.Sub(t).Dot(v), k)
	}
	f.w = t.Add(v.Scale(f.along)).Sub(f.foot)
}

// bracket sets bounds and relation, where low and high are off by err, and reports whether they
// are certain.
func (f *direct) bracket(err float64) bool {
	r := f.x.margin + f.y.margin
	pad := err + float64(marginPad*unit*(r+math.Abs(f.high))) + 0x1p-1060
	f.lower, f.upper = f.low-r-pad, f.high-r+pad
	switch {
	case f.lower > 0:
		f.relation = collide.Apart
	case f.upper < 0:
		f.relation = collide.Overlapping
	default:
		return false
	}
	if w := f.upper - f.lower; !(w <= float64(bracketUnits*unit*f.x.extent)) && // which is quicker
		!(w <= float64(bracketUnits*unit*(max(f.x.extent, f.y.extent)+max(f.lower, 0)))) {
		return false
	}
	n := f.n // which is a quotient by high where it is no product of units
	if !(f.high > 1/quickRange && f.high < quickRange || math.Abs(n.Len2()-1) < 0x1p-40) {
		return false
	}
	return big1(f.w.Sub(n.Scale(f.low))) <= err
}

// contact sets ct to the answer; the points of x come first where first is set.
func (f *direct) contact(first bool, ct *Contact) {
	x, y := f.x, f.y
	dist := f.low - (x.margin + y.margin) + 0
	ct.Distance, ct.Lower, ct.Upper, ct.Relation = dist, f.lower, f.upper, f.relation
	ct.Status, ct.Iterations = collide.Exact, 1
	if x.kind == kindPoint {
		f.ballContact(first, ct)
		return
	}
	on, off, own, other := &ct.PointA, &ct.PointB, &ct.LocalA, &ct.LocalB
	if !first {
		on, off, own, other = off, on, other, own
	}
	ours := f.foot.Add(f.n.Scale(x.margin))
	at := x.pos.Add(x.axes().apply(ours))
	*on, *own = at.clean(), x.center.Add(ours).clean()
	n := worldNormal(x, f.n)
	*off = at.Add(n.Scale(dist)).clean()
	theirs := y.axes().applyT(n).Scale(-y.margin)
	theirs.X += f.along
	*other = theirs.clean()
	if ct.Normal = n.clean(); !first {
		ct.Normal = Vec{0 - n.X, 0 - n.Y}
	}
}

// ballContact sets normal and points of ct for two points.
func (f *direct) ballContact(first bool, ct *Contact) {
	x, y, n := f.x, f.y, f.n
	own := x.axes().applyT(n).Scale(x.margin).clean()
	other := y.axes().applyT(n).Scale(-y.margin).clean()
	at := x.pose.Pos.Add(n.Scale(x.margin))
	over := at.Add(n.Scale(ct.Distance)).clean()
	at = at.clean()
	if first {
		ct.Normal, ct.PointA, ct.PointB, ct.LocalA, ct.LocalB = n.clean(), at, over, own, other
	} else {
		ct.Normal, ct.PointA, ct.PointB, ct.LocalA, ct.LocalB = n.Neg().clean(), over, at, other, own
	}
}

// record records f, an answer about a and the other body.
func (f *direct) record(t *Trace, a *Object, ct *Contact) {
	if t != nil {
		n := a.axes().applyT(ct.Normal)
		t.addClosed(1, f.form, n, ct.LocalA.Sub(a.center).Sub(n.Scale(a.margin)), f.low)
	}
}

// circles sets ct to the answer about two circles in any order, but for the numbers of parts, and
// reports whether it did: what direct.balls finds and contact says of it, bit for bit.
func circles(a, b *Object, ct *Contact) bool {
	a, b = a.placed(), b.placed()
	n, l, pad, ok := circlePair(a, b)
	if !ok {
		return false
	}
	r := a.margin + b.margin
	ct.Distance, ct.Lower, ct.Upper = l-r+0, l-r-pad, l-r+pad
	ct.Status, ct.Relation, ct.Iterations = collide.Exact, sideOf(ct.Lower), 1
	circlePoints(a, b, n, ct.Distance, &ct.Normal, &ct.PointA, &ct.PointB, &ct.LocalA, &ct.LocalB)
	return true
}

// circlePair returns the unit vector from the centre of a circle to that of another one, how far
// these are apart, and what the distance of the circles is off by. It reports whether that is all:
// not where squares are near the end of their range, and where the bracket holds zero or is wide.
func circlePair(a, b *Object) (n Vec, l, pad float64, ok bool) {
	d := b.pose.Pos.Sub(a.pose.Pos)
	l2 := d.Len2()
	if !(l2 > nearSquare && l2 < 1/nearSquare) { // beyond it n l is d within 4u, and n of length one
		return n, l, pad, false
	}
	l = math.Sqrt(l2)
	r := a.margin + b.margin
	pad = float64(pointBall*unit*big1(d)) + float64(marginPad*unit*(r+l)) + 0x1p-1060
	lower, upper := l-r-pad, l-r+pad
	w := upper - lower
	ok = (lower > 0 || upper < 0) && (w <= float64(bracketUnits*unit*a.extent) || // which is quicker
		w <= float64(bracketUnits*unit*(max(a.extent, b.extent)+max(lower, 0))))
	return d.Scale(1 / l), l, pad, ok
}

// circlePoints sets normal and points of two circles, dist apart; n is what circlePair returns. One
// point is worked out from the circle that comes first in canonical order, and the other one from
// there, without a branch that hangs on which that is.
func circlePoints(a, b *Object, n Vec, dist float64, normal, pa, pb, la, lb *Vec) {
	other := laterCircle(a, b)
	pair, points := [2]*Object{a, b}, [2]*Vec{pa, pb}
	x, m := pair[other&1], n.Scale(float64(1-2*int64(other)))
	at := x.pose.Pos.Add(m.Scale(x.margin))
	*points[other&1] = at.clean()
	*points[^other&1] = at.Add(m.Scale(dist)).clean()
	*la = a.axes().applyT(n).Scale(a.margin).clean()
	*lb = b.axes().applyT(n).Scale(-b.margin).clean()
	*normal = n.clean()
}

// laterCircle returns 1 where b comes first of two circles in canonical order, else 0. No branch
// hangs on which it is.
func laterCircle(a, b *Object) (other uint64) {
	if a.pose.Pos.X > b.pose.Pos.X {
		other = 1
	}
	if a.pose.Pos.X == b.pose.Pos.X {
		other = laterLevel(a, b)
	}
	return other
}

// laterLevel is laterCircle where swapped tells.
func laterLevel(a, b *Object) uint64 {
	if swapped(a, b) {
		return 1
	}
	return 0
}

// sideOf returns Apart for a lower bound of a distance above zero, else Overlapping. The bracket
// does not hold zero.
func sideOf(lower float64) collide.Relation {
	if lower > 0 {
		return collide.Apart
	}
	return collide.Overlapping
}
