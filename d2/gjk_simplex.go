package d2

import "math"

// nearest returns the point of s nearest the origin and drops the vertices that do not carry it.
// inside tells that the origin seems to lie in the triangle, which then is kept whole.
func (s *simplex) nearest() (v Vec, inside bool) {
	switch s.n {
	case 1:
		s.lambda[0] = 1
		return s.p[0].w, false
	case 2:
		v, t := nearestSegment(s.p[0].w, s.p[1].w)
		s.keep(0, 1, t)
		return v, false
	}
	return s.triangle()
}

// keep2 reduces s to the vertices i < j with weights 1-t and t.
func (s *simplex) keep2(i, j int, t float64) {
	if i != 0 {
		s.p[0] = s.p[i]
	}
	if j != 1 {
		s.p[1] = s.p[j]
	}
	s.lambda[0], s.lambda[1], s.n = 1-t, t, 2
}

// keep reduces s to what carries the point of the edge ij at t, as given by nearestSegment.
func (s *simplex) keep(i, j int, t float64) {
	switch t {
	case 0:
		s.keep1(i)
	case 1:
		s.keep1(j)
	default:
		s.keep2(i, j, t)
	}
}

// nearestSegment returns the point v = (1-t) a + t b of the segment nearest the origin. Between the
// ends v is computed as a multiple of the segment's perpendicular, so that its direction is good
// however short it is.
func nearestSegment(a, b Vec) (v Vec, t float64) {
	e := b.Sub(a)
	x, y := e.Dot(b), -e.Dot(a)
	if !(y > 0) { // the region of a
		return a, 0
	}
	if !(x > 0) { // the region of b
		return b, 1
	}
	n, inv := e.perp(), 1/(x+y)
	return n.Scale(n.Dot(a) * inv), min(float64(y*inv), 1)
}

// triangle is nearest for three points a, b, c: the best of the edges that the origin lies beyond.
// The nearest point of such an edge may be its end. Regions after [Ericson05], 5.1.5.
func (s *simplex) triangle() (v Vec, inside bool) {
	a, b, c := s.p[0].w, s.p[1].w, s.p[2].w
	area := b.Sub(a).Cross(c.Sub(a))
	best, t, i, j := math.Inf(1), 0.0, -1, 0
	if !(b.Cross(c)*area > 0) { // beyond bc: the regions of bc, b and c
		v, t = nearestSegment(b, c)
		best, i, j = v.Len2(), 1, 2
	}
	if !(c.Cross(a)*area > 0) { // beyond ac: the regions of ac, a and c
		if w, x := nearestSegment(a, c); w.Len2() < best {
			best, v, t, i, j = w.Len2(), w, x, 0, 2
		}
	}
	if !(a.Cross(b)*area > 0) { // beyond ab: only with a Cache, or where rounding spoiled the simplex
		if w, x := nearestSegment(a, b); w.Len2() < best {
			v, t, i, j = w, x, 0, 1
		}
	}
	if i < 0 { // the region inside
		return Vec{}, true
	}
	s.keep(i, j, t)
	return v, false
}

// surrounds reports whether a disc of radius r about the origin lies in the triangle s, which holds
// the origin.
func (s *simplex) surrounds(r float64) bool {
	for i := range 3 {
		a := s.p[i].w
		e := s.p[(i+1)%3].w.Sub(a)
		if !(math.Abs(e.Cross(a)) > float64((r+sideOfOrigin*unit)*e.Len())) {
			return false
		}
	}
	return true
}
