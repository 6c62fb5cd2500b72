package d3

import (
	"math"

	"github.com/collide-go/collide"
)

// Direct forms. Points, segments and a box are answered in the caller's unit and in the axes of one
// of them, without the difference C, its scale and its grid. The bracket needs no search: no signed
// distance changes by more than the bodies move, so that it is off by what rounding moves them.
// What that leaves in doubt, near contact and out of the range of squares, is left to the general
// stages. docs/math/exact.md, "Direct forms".

// direct is what a direct form finds about the cores of two bodies, of which y is a point or a
// segment, or both are boxes: in x's axes, about its centre.
type direct struct {
	x, y     *Object
	foot, w  Vec     // the point of x's core, and from there to that of y's
	v        Vec     // the axis of y, a segment beside a segment or a box
	n        Vec     // the unit normal from x to y
	along    float64 // where on its axis the point of y is
	other    Vec     // the point of y itself, a box, in its axes
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
	if y.kind > kindSegment || x.kind > kindBox {
		return false
	}
	f.x, f.y = x, y
	d := y.pose.Pos.Sub(x.pose.Pos)
	all := big1(d) + x.radius + y.radius
	f.limit(all, early)
	if x.kind == kindPoint {
		return f.balls(d)
	}
	t := x.axes.applyT(d)
	err := float64(directPad * unit * all)
	switch {
	case y.kind == kindPoint:
		err = float64(pointCore * unit * (big1(d) + x.radius))
		f.point(t)
	case x.kind == kindSegment:
		f.segments(t, x.axes.applyT(y.axes.column(2)))
	default:
		f.beside(t, x.axes.applyT(y.axes.column(2)))
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

// beyondAlong reports whether the direction w, of which w2 is the square, says that bodies whose
// cores are x apart along it, times its length, are more than far apart.
func beyondAlong(far, w2, x float64) bool {
	s := float64(x * x)
	return x > 0 && min(w2, s) > nearSquares && s > float64(float64(far*far)*w2)
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
	half := Vec{Z: f.x.half.Z}
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

// minDet is the square of the sine between two axes from which on their common perpendicular is
// known better than the difference of two points.
const minDet = 0x1p-20

// segments finds the points of two segments nearest to each other, that of y having its middle at t
// and the direction v. Lines that pass each other between the ends are nearest along their common
// perpendicular.
func (f *direct) segments(t, v Vec) {
	h, k := f.x.half.Z, f.y.half.Z
	f.v = v
	r, s, det := nearestOnAxes(t, v, h, k)
	w := t.Add(v.Scale(s))
	w.Z -= r
	w2 := w.Len2()
	if w2 > float64(f.far*f.far) &&
		beyondAlong(f.far, w2, w.Dot(t)-(float64(k*math.Abs(w.Dot(v)))+float64(h*math.Abs(w.Z)))) {
		f.ended, f.relation = true, collide.Apart
		return
	}
	f.form, f.foot, f.along, f.w = collide.ExitSegments, Vec{0, 0, r}, s, w
	high := math.Sqrt(w2)
	if !(w2 > nearSquare && w2 < 1/nearSquare) {
		high = w.farLength()
	}
	n := w.Scale(1 / high)
	if math.Abs(r) < h && math.Abs(s) < k && det > minDet {
		n = commonNormal(t, v, det)
	}
	f.n, f.high = n, high
	f.low = n.Dot(t) - (float64(k*math.Abs(n.Dot(v))) + float64(h*math.Abs(n.Z)))
}

// commonNormal returns the unit vector across Z and v that points to t; det is the squared sine
// between them.
func commonNormal(t, v Vec, det float64) Vec {
	return Vec{-v.Y, v.X, 0}.Scale(math.Copysign(1/math.Sqrt(det), float64(v.X*t.Y)-float64(v.Y*t.X)))
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

// distance returns the signed distance of the bodies that ends up in answers.
func (f *direct) distance() float64 { return f.low - (f.x.margin + f.y.margin) + 0 }

// contact sets ct to the answer; the points of x come first where first is set.
func (f *direct) contact(first bool, ct *Contact) {
	dist := f.distance()
	ct.Distance, ct.Lower, ct.Upper, ct.Relation = dist, f.lower, f.upper, f.relation
	ct.Status, ct.Iterations = collide.Exact, 1
	x, y := f.x, f.y
	switch {
	case y.kind == kindBox:
		if f.boxContact(ct); !first {
			ct.swap()
		}
		return
	case x.kind == kindPoint:
		own, other := f.surfaces(f.n, y.axes.applyT(f.n))
		f.points(first, dist, f.n, own, other, &ct.Normal, &ct.PointA, &ct.PointB, &ct.LocalA, &ct.LocalB)
		return
	}
	on, off, own, other := &ct.PointA, &ct.PointB, &ct.LocalA, &ct.LocalB
	if !first {
		on, off, own, other = off, on, other, own
	}
	ours := f.foot.Add(f.n.Scale(x.margin)).clean() // as surfaces and points have it
	at := x.pose.Pos.Add(x.axes.apply(ours))
	*on, *own = at.clean(), ours
	n := unitAgain(x.axes.apply(f.n))
	*off = at.Add(n.Scale(dist)).clean()
	theirs := y.axes.applyT(n).Scale(-y.margin)
	theirs.Z += f.along
	*other = theirs.clean()
	if ct.Normal = n.clean(); !first {
		ct.Normal = Vec{0 - n.X, 0 - n.Y, 0 - n.Z}
	}
}

// normal returns the unit normal from x to y in the world's axes.
func (f *direct) normal() Vec {
	if f.x.kind == kindPoint { // f.n is in the world's axes
		return f.n
	}
	return unitAgain(f.x.axes.apply(f.n))
}

// surfaces returns the points of both surfaces in their own frames; n is the normal in the world's
// axes, turned in those of y.
func (f *direct) surfaces(n, turned Vec) (own, other Vec) {
	x, y := f.x, f.y
	if x.kind == kindPoint {
		own = x.axes.applyT(n).Scale(x.margin)
	} else {
		own = f.foot.Add(f.n.Scale(x.margin))
	}
	other = turned.Scale(-y.margin)
	other.Z += f.along
	return own.clean(), other.clean()
}

// points sets normal and points of an answer, dist apart, from what surfaces gives: those of x
// first where first is set.
func (f *direct) points(first bool, dist float64, n, own, other Vec, normal, pa, pb, la, lb *Vec) {
	x := f.x
	at := n.Scale(x.margin)
	if x.kind != kindPoint {
		at = x.axes.apply(own)
	}
	at = x.pose.Pos.Add(at)
	over := at.Add(n.Scale(dist))
	if !first {
		n, pa, pb, la, lb = n.Neg(), pb, pa, lb, la
	}
	*normal, *pa, *pb, *la, *lb = n.clean(), at.clean(), over.clean(), own, other
}

// record records f, an answer about a and the other body.
func (f *direct) record(t *Trace, a *Object, ct *Contact) {
	if t != nil {
		n := a.axes.applyT(ct.Normal)
		t.addClosed(1, f.form, n, ct.LocalA.Sub(n.Scale(a.margin)), f.low)
	}
}
