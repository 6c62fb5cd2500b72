package d3

import (
	"math"

	"github.com/collide-go/collide"
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
	if f.far <= math.MaxFloat64 && besideFaces(h, t, v, k) > f.far {
		f.ended, f.relation = true, collide.Apart
		return
	}
	s := nearestOnSegment(h, t, v, k)
	p := t.Add(v.Scale(s))
	foot := clampTo(h, p)
	w := p.Sub(foot)
	if w2 := w.Len2(); w2 > float64(f.far*f.far) &&
		f.beyondAlong(w2, w.Dot(t)-float64(k*math.Abs(w.Dot(v)))-h.Dot(w.abs())) {
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
	return f.n.Dot(t) - float64(f.y.half.Z*math.Abs(f.n.Dot(v))) - h.Dot(f.n.abs())
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
	h := f.x.half
	f.low = math.Inf(-1)
	edge := int8(-1)
	for i := range int8(3) {
		f.offer(h, t, v, Vec{}.with(i, math.Copysign(1, t.along(i))))
	}
	for i := range int8(3) {
		j, l := (i+1)%3, (i+2)%3
		a, b := v.along(j), v.along(l)
		long := float64(a*a) + float64(b*b)
		if !(long > 1/quickRange) { // the segment is an edge's direction
			continue
		}
		long = 1 / math.Sqrt(long)
		n := Vec{}.with(j, -float64(b*long)).with(l, float64(a*long))
		if n.Dot(t) < 0 {
			n = n.Neg()
		}
		if f.offer(h, t, v, n) {
			edge = i
		}
	}
	f.high = f.low
	f.along = f.lowest(h, t, v, edge)
	p := t.Add(v.Scale(f.along))
	f.foot = clampTo(h, p.Sub(f.n.Scale(f.low)))
	f.w = p.Sub(f.foot)
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
		return max(-k, min(foot.Sub(t).Dot(m)/v.Dot(m), k))
	}
	lo, hi := -k, k // the part over the face
	for i := range int8(3) {
		if d := v.along(i); f.n.along(i) == 0 && d != 0 {
			a, b := (-h.along(i)-t.along(i))/d, (h.along(i)-t.along(i))/d
			lo, hi = max(lo, min(a, b)), min(hi, max(a, b))
		}
	}
	lo, hi = max(-k, min(lo, k)), max(-k, min(hi, k)) // a tiny d makes much of rounding
	switch slope := f.n.Dot(v); {
	case slope > 0:
		return lo
	case slope < 0:
		return hi
	}
	return (lo + hi) / 2
}

// nearestOnSegment returns how far from its middle t, along v, the segment of the half length k is
// nearest to the box with the half extents h.
func nearestOnSegment(h, t, v Vec, k float64) float64 {
	slope := func(s float64) float64 {
		p := t.Add(v.Scale(s))
		return p.Sub(clampTo(h, p)).Dot(v)
	}
	lo, hi := -k, k
	below := slope(lo)
	if below >= 0 {
		return lo
	}
	above := slope(hi)
	if above <= 0 {
		return hi
	}
	// below < 0 at lo and above > 0 at hi
	for _, c := range [3][3]float64{{t.X, v.X, h.X}, {t.Y, v.Y, h.Y}, {t.Z, v.Z, h.Z}} {
		if c[1] == 0 {
			continue
		}
		for _, side := range [2]float64{-c[2], c[2]} {
			s := (side - c[0]) / c[1]
			if !(s > lo && s < hi) {
				continue
			}
			switch g := slope(s); {
			case g < 0:
				lo, below = s, g
			case g > 0:
				hi, above = s, g
			default:
				return s
			}
		}
	}
	return max(lo, min(lo+float64((hi-lo)*(below/(below-above))), hi))
}

// clampTo returns the point of the box with the half extents h nearest to p.
func clampTo(h, p Vec) Vec {
	return Vec{max(-h.X, min(p.X, h.X)), max(-h.Y, min(p.Y, h.Y)), max(-h.Z, min(p.Z, h.Z))}
}
