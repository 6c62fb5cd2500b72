package d3

import (
	"math"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/num"
)

// Squares. Which relation two bodies have that have a direct form is a comparison of the square of
// a distance with that of the margins: without a root, a quotient or a normal, and the same
// whichever body comes first. docs/math/exact.md, "Squares".

// squarePad is what a distance whose square is compared is off by, and taking the margins off: in
// units of u times all lengths.
const squarePad = directPad + marginPad

// nearPad is squarePad in units of u times the radii of the cores and the margins, for bodies that
// are not apart: with |d|_1 their lengths are at most 1 + sqrt(3) of these.
const nearPad = 3 * squarePad

// nearSquares is the least square that is compared: below it underflow counts.
const nearSquares = 0x1p-960

// squares returns the relation of a and b, in any order, where their cores are points, segments or
// boxes, one of them no box, and squares tell it for certain; Undecided elsewhere.
func squares(a, b *Object) collide.Relation {
	x, y := a, b
	if x.kind < y.kind {
		x, y = b, a
	}
	if y.kind > kindSegment || x.kind > kindBox {
		return collide.Undecided
	}
	d := y.pose.Pos.Sub(x.pose.Pos)
	r := x.margin + y.margin
	err := float64(squarePad * unit * (big1(d) + x.radius + y.radius + r))
	lo, hi := r-err, r+err
	switch {
	case x.kind == kindPoint:
		return decideSquare(d.Len2(), lo, hi)
	case x.kind == kindSegment:
		return squareSegments(x, y, d, lo, hi)
	}
	t := x.axes.applyT(d)
	if y.kind == kindPoint {
		return decideSquare(Vec{
			beyondZero(math.Abs(t.X) - x.half.X), beyondZero(math.Abs(t.Y) - x.half.Y), beyondZero(math.Abs(t.Z) - x.half.Z),
		}.Len2(), lo, hi)
	}
	return squareBeside(x.half, t, x.axes.applyT(y.axes.column(2)), y.half.Z, lo, hi)
}

// beyondZero returns x where it is positive, else 0. It does not branch.
func beyondZero(x float64) float64 {
	u := math.Float64bits(x)
	return math.Float64frombits(u &^ uint64(int64(u)>>63))
}

// decideSquare compares a squared distance with lo and hi, between which the margins' sum lies with
// all that the distance is off by.
func decideSquare(w2, lo, hi float64) collide.Relation {
	switch {
	case w2 > float64(hi*hi) && w2 > nearSquares:
		return collide.Apart
	case w2 < float64(lo*lo) && lo > 0x1p-480:
		return collide.Overlapping
	}
	return collide.Undecided
}

// decideAlong is decideSquare where w2 is the square of a difference w of points of both cores,
// which is an upper bound; along is what separates them along w, times the length of w.
func decideAlong(w2, along, lo, hi float64) collide.Relation {
	switch s := float64(along * along); {
	case w2 < float64(lo*lo) && lo > 0x1p-480:
		return collide.Overlapping
	case along > 0 && w2 > nearSquares && s > nearSquares && s > float64(float64(hi*hi)*w2):
		return collide.Apart
	}
	return collide.Undecided
}

// squareSegments is squares for a segment x and a segment or a point y, whose middle is d from that
// of x. The points are those of direct.segments, in the world's axes.
func squareSegments(x, y *Object, d Vec, lo, hi float64) collide.Relation {
	u, v := x.axes.column(2), y.axes.column(2)
	h, k := x.half.Z, y.half.Z
	c, e, f := u.Dot(v), u.Dot(d), v.Dot(d)
	r := 0.0
	if det := 1 - float64(c*c); det > 0 {
		r = num.Clamp((e-float64(c*f))/det, h)
	}
	s := num.Clamp(float64(c*r)-f, k)
	r = num.Clamp(e+float64(c*s), h)
	w := d.Add(v.Scale(s)).Sub(u.Scale(r))
	along := w.Dot(d) - (float64(k*math.Abs(w.Dot(v))) + float64(h*math.Abs(w.Dot(u))))
	return decideAlong(w.Len2(), along, lo, hi)
}

// squareBeside is squares for a box with the half extents h and a segment in its axes, with its
// middle at t, the direction v and the half length k.
func squareBeside(h, t, v Vec, k, lo, hi float64) collide.Relation {
	if facesSeparate(h, t, v, k, hi) {
		return collide.Apart
	}
	p := t.Add(v.Scale(nearestOnSegment(h, t, v, k)))
	w := Vec{beyondBox(h.X, p.X), beyondBox(h.Y, p.Y), beyondBox(h.Z, p.Z)}
	along := w.Dot(t) - float64(k*math.Abs(w.Dot(v))) - h.Dot(w.abs())
	return decideAlong(w.Len2(), along, lo, hi)
}

// facesSeparate reports whether a face of a box with the half extents h separates it by more than
// far from a segment in its axes, with its middle at t, the direction v and the half length k.
func facesSeparate(h, t, v Vec, k, far float64) bool {
	return math.Abs(t.X)-float64(k*math.Abs(v.X))-h.X > far ||
		math.Abs(t.Y)-float64(k*math.Abs(v.Y))-h.Y > far ||
		math.Abs(t.Z)-float64(k*math.Abs(v.Z))-h.Z > far
}
