package d2

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
	t := x.axes().applyT(d)
	if y.kind == kindPoint {
		return decideSquare(Vec{beyondZero(math.Abs(t.X) - x.half.X), beyondZero(math.Abs(t.Y) - x.half.Y)}.Len2(), lo, hi)
	}
	return squareBeside(x.half, t, x.axes().applyT(Vec{y.c, y.s}), y.half.X, lo, hi)
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
// of x. The points are those that are nearest on the lines, in the world's axes, brought back to
// the segments.
func squareSegments(x, y *Object, d Vec, lo, hi float64) collide.Relation {
	u, v := Vec{x.c, x.s}, Vec{y.c, y.s}
	h, k := x.half.X, y.half.X
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
// middle at t, the direction v and the half length k: the sides of both tell, but where a corner of
// the box may be nearest to an end of the segment.
func squareBeside(h, t, v Vec, k, lo, hi float64) collide.Relation {
	m := v.perp()
	sep := max(
		math.Abs(t.X)-float64(k*math.Abs(v.X))-h.X,
		math.Abs(t.Y)-float64(k*math.Abs(v.Y))-h.Y,
		math.Abs(m.Dot(t))-(float64(h.X*math.Abs(m.X))+float64(h.Y*math.Abs(m.Y))),
	)
	switch {
	case sep > hi:
		return collide.Apart
	case sep <= 0 && sep < lo:
		return collide.Overlapping
	}
	return collide.Undecided
}
