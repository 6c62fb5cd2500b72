package d3

import (
	"math"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/num"
)

// A segment beside a box. Along the segment half the squared distance from the box has a derivative
// that does not fall and is linear between the points where the segment crosses the planes of the
// faces: its zero is found between two of them. A segment that meets the box is measured along the
// normals of all faces of the difference, those of the box and those across the segment and an
// edge.

// beside finds the answer about the box x and the segment y with its middle at t and the
// direction v.
func (f *direct) beside(t, v Vec) {
	h, k := f.x.half, f.y.half.Z
	f.v = v
	if f.far <= math.MaxFloat64 && facesSeparate(h, t, v, k, f.far) {
		f.ended, f.relation = true, collide.Apart
		return
	}
	s := nearestOnSegment(h, t, v, k)
	p := t.Add(v.Scale(s))
	var foot, w Vec
	foot.X, w.X = split(h.X, p.X)
	foot.Y, w.Y = split(h.Y, p.Y)
	foot.Z, w.Z = split(h.Z, p.Z)
	if w2 := w.Len2(); w2 > float64(f.far*f.far) &&
		beyondAlong(f.far, w2, w.Dot(t)-float64(k*math.Abs(w.Dot(v)))-h.Dot(w.abs())) {
		f.ended, f.relation = true, collide.Apart
		return
	}
	f.form, f.foot, f.w, f.along = collide.ExitSegmentBox, foot, w, s
	if f.high = w.length(); f.high == 0 {
		f.within(t, v)
		return
	}
	f.n = w.Scale(1 / f.high)
	f.low = f.separation(h, t, v)
	if math.Abs(s) < k { // the normal is across the segment, the difference but for rounding
		n, low := f.n, f.low
		f.n = acrossBoth(n, v)
		if f.low = f.separation(h, t, v); !(f.low > low) {
			f.n, f.low = n, low
		}
	}
}

// separation returns how far f.n, from the box with the half extents h to the segment, separates
// them.
func (f *direct) separation(h, t, v Vec) float64 {
	return separates(f.n, h, t, v, f.y.half.Z)
}

// separates is separation for the normal n and the half length k.
func separates(n, h, t, v Vec, k float64) float64 {
	return n.Dot(t) - float64(k*math.Abs(n.Dot(v))) - h.Dot(n.abs())
}

// acrossBoth returns the unit vector near n, all but perpendicular to v, that is perpendicular to
// it, and where one coordinate of n is zero to that axis too.
func acrossBoth(n, v Vec) Vec {
	switch {
	case n.X == 0 && n.Y != 0 && n.Z != 0:
		n = Vec{0, math.Copysign(v.Z, n.Y), math.Copysign(v.Y, n.Z)}
	case n.Y == 0 && n.X != 0 && n.Z != 0:
		n = Vec{math.Copysign(v.Z, n.X), 0, math.Copysign(v.X, n.Z)}
	case n.Z == 0 && n.X != 0 && n.Y != 0:
		n = Vec{math.Copysign(v.Y, n.X), math.Copysign(v.X, n.Y), 0}
	default:
		n = n.Sub(v.Scale(n.Dot(v)))
	}
	return n.Scale(1 / n.Len())
}

// within is beside for a segment that meets the box.
func (f *direct) within(t, v Vec) {
	h, k := f.x.half, f.y.half.Z
	low, axis := math.Abs(t.X)-float64(k*math.Abs(v.X))-h.X, int8(0)
	if s := math.Abs(t.Y) - float64(k*math.Abs(v.Y)) - h.Y; s > low {
		low, axis = s, 1
	}
	if s := math.Abs(t.Z) - float64(k*math.Abs(v.Z)) - h.Z; s > low {
		low, axis = s, 2
	}
	f.n, f.low = Vec{}.with(axis, math.Copysign(1, t.along(axis))), low
	edge := int8(-1)
	x2, y2, z2 := float64(v.X*v.X), float64(v.Y*v.Y), float64(v.Z*v.Z)
	if !deeper(f.low, y2+z2, depthAcross(v.Y, v.Z, t.Y, t.Z, h.Y, h.Z)) && f.across(h, t, v, y2+z2, 0) {
		edge = 0
	}
	if !deeper(f.low, z2+x2, depthAcross(v.Z, v.X, t.Z, t.X, h.Z, h.X)) && f.across(h, t, v, z2+x2, 1) {
		edge = 1
	}
	if !deeper(f.low, x2+y2, depthAcross(v.X, v.Y, t.X, t.Y, h.X, h.Y)) && f.across(h, t, v, x2+y2, 2) {
		edge = 2
	}
	f.high = f.low
	f.along = f.lowest(h, t, v, edge)
	p := t.Add(v.Scale(f.along))
	f.foot = clampTo(h, p.Sub(f.n.Scale(f.low)))
	f.w = p.Sub(f.foot)
}

// depthAcross returns how deep a box and a segment are in each other across the segment and an edge
// of the box, times the length of the product of their directions: of v, t and h it takes the
// coordinates on the next two axes, a and b of v.
func depthAcross(a, b, tj, tl, hj, hl float64) float64 {
	return (float64(hj*math.Abs(b)) + float64(hl*math.Abs(a))) - math.Abs(float64(a*tl)-float64(b*tj))
}

// deeper reports whether that depth is clearly more than -low, without a root; long is the square
// of that length.
func deeper(low, long, deep float64) bool {
	d2 := float64(deep * deep)
	return low < 0 && deep > 0 && d2 > float64((1+0x1p-20)*float64(low*low)*long) && d2 > nearSquares
}

// across offers the normal across the segment and the edges along axis i; long is the square of the
// length of their product.
func (f *direct) across(h, t, v Vec, long float64, i int8) bool {
	if !(long > 1/quickRange) { // the segment is an edge's direction
		return false
	}
	long = 1 / math.Sqrt(long)
	j, l := (i+1)%3, (i+2)%3
	n := Vec{}.with(j, -float64(v.along(l)*long)).with(l, float64(v.along(j)*long))
	if n.Dot(t) < 0 {
		n = n.Neg()
	}
	return f.offer(h, t, v, n)
}

// offer takes n for the normal if it separates box and segment farther than the one before, and
// reports whether it does.
func (f *direct) offer(h, t, v, n Vec) bool {
	was, low := f.n, f.low
	f.n = n
	if f.low = f.separation(h, t, v); f.low > low {
		return true
	}
	f.n, f.low = was, low
	return false
}

// lowest returns how far from its middle the segment is deepest in the box along f.n: that of a
// face, or across the edges along the axis edge.
func (f *direct) lowest(h, t, v Vec, edge int8) float64 {
	k := f.y.half.Z
	if edge >= 0 {
		m := unitVec(edge).Cross(f.n) // along which segment and edge cross
		foot := Vec{math.Copysign(h.X, f.n.X), math.Copysign(h.Y, f.n.Y), math.Copysign(h.Z, f.n.Z)}
		return num.Clamp(foot.Sub(t).Dot(m)/v.Dot(m), k)
	}
	lo, hi := -k, k // the part over the face
	for i := range int8(3) {
		if d := v.along(i); f.n.along(i) == 0 && d != 0 {
			a, b := (-h.along(i)-t.along(i))/d, (h.along(i)-t.along(i))/d
			lo, hi = num.Cut(lo, hi, a, b)
		}
	}
	lo, hi = num.Clamp(lo, k), num.Clamp(hi, k) // a tiny d makes much of rounding
	switch slope := f.n.Dot(v); {
	case slope > 0:
		return lo
	case slope < 0:
		return hi
	}
	return (lo + hi) / 2
}
