package d2

import "math"

// maxSlope is the sine of the angle between the normals of an edge and of the contact up to which
// the edge faces the other body. A steeper one has its far end an eighth of its length farther off
// than the near one, or more, where no engine looks for contacts.
const maxSlope = 0.125

// span is the supporting feature of one body in the contact's frame: u runs along the tangent from
// the centre of A, or from that of B where B is by far the smaller one; heights run along the
// body's side of the normal from its own centre.
type span struct {
	n     int        // 1: a vertex, or the farthest point of a curved surface; 2: an edge
	u, h  [2]float64 // the vertex, or the ends of the edge, u ascending
	v     [2]int32   // their numbers
	edge  int32
	slope float64 // of h over u along the edge; +Inf for all else, which the normal does not turn with
	r     float64 // the margin
	d, t  Vec     // along the heights and u, in the body's frame
	off   Vec     // u and height of the body's centre as seen from the origin
	body  *body   // what it is a feature of
	curve bool    // a curved surface
	far   bool    // the body is smaller by far than the pair
	bend  float64 // its greatest radius of curvature, without the margin
	base  float64 // its least
}

// find makes s the supporting feature of b along the unit vector d. t is the tangent; both are in
// b's frame. off holds u and height of b's centre.
func (s *span) find(b *body, d, t, off Vec) {
	s.n, s.slope, s.off, s.d, s.t, s.body = 1, math.Inf(1), off, d, t, b
	switch b.kind {
	case kindPoint:
		s.u[0], s.h[0] = off.X, 0
	case kindSegment:
		s.segment(b, d, t)
	case kindBox:
		s.box(b, d, t)
	case kindHull:
		s.hull(b, d, t)
	default:
		p, v := b.support(d)
		s.vertex(p, v, d, t)
		s.curve, s.bend = true, b.reach
		if b.kind == kindEllipse {
			low, high := min(b.half.X, b.half.Y), max(b.half.X, b.half.Y)
			s.bend, s.base = float64(high*(high/low)), float64(low*(low/high))
		}
	}
}

// vertex makes s a vertex.
func (s *span) vertex(p Vec, v int32, d, t Vec) {
	s.u[0], s.h[0], s.v[0] = t.Dot(p)+s.off.X, d.Dot(p), v
}

// ends makes s the edge from p to r, whose vector is e.
func (s *span) ends(p, r, e Vec, v, w, edge int32, d, t Vec) {
	if t.Dot(e) < 0 {
		p, r, v, w, e = r, p, w, v, e.Neg()
	}
	s.u[0], s.h[0], s.v[0] = t.Dot(p)+s.off.X, d.Dot(p), v
	s.u[1], s.h[1], s.v[1] = t.Dot(r)+s.off.X, d.Dot(r), w
	if s.slope = d.Dot(e) / t.Dot(e); !(math.Abs(s.slope) <= 1) {
		s.slope = math.Inf(1)
		return // an edge so short that its direction is lost in underflow is the vertex that it starts from
	}
	s.n, s.edge = 2, edge
}

// segment is find for segments.
func (s *span) segment(b *body, d, t Vec) {
	p := Vec{b.half.X, 0}
	if math.Abs(d.X) <= maxSlope {
		s.ends(p.Neg(), p, p.Scale(2), 1, 0, 0, d, t)
		return
	}
	p, v := b.support(d)
	s.vertex(p, v, d, t)
}

// box is find for boxes.
func (s *span) box(b *body, d, t Vec) {
	p, v := b.corner(d)
	switch {
	case math.Abs(d.Y) <= maxSlope && b.half.Y > 0:
		h := Vec{0, b.half.Y}
		s.ends(Vec{p.X, -h.Y}, Vec{p.X, h.Y}, h.Scale(2), v|2, v&1, v&1, d, t)
	case math.Abs(d.X) <= maxSlope && b.half.X > 0:
		h := Vec{b.half.X, 0}
		s.ends(Vec{-h.X, p.Y}, Vec{h.X, p.Y}, h.Scale(2), v|1, v&2, 2+v>>1, d, t)
	default:
		s.vertex(p, v, d, t)
	}
}

// hull is find for hulls: of the two edges at the farthest vertex the one with the normal nearer to
// d, the one that starts there on ties.
func (s *span) hull(b *body, d, t Vec) {
	h := b.o.hull
	last := int32(len(h.local) - 1)
	k := b.hint
	if uint32(k) > uint32(last) {
		k = h.support(d, -1)
	} else if last > 0 {
		k = h.climb(d, k)
	}
	b.hint = k
	if last == 0 {
		s.vertex(h.local[k].Scale(b.scale), k, d, t)
		return
	}
	s.around(h, b.scale, k, d, t)
}

// around makes s the supporting feature at the farthest vertex k of h, which has two or more.
func (s *span) around(h *Hull, scale float64, k int32, d, t Vec) {
	last := int32(len(h.local) - 1)
	next, prev := k+1, k-1
	if next > last {
		next = 0
	}
	if prev < 0 {
		prev = last
	}
	p := h.local[k]
	after := h.local[next].Sub(p).Scale(scale)
	before := p.Sub(h.local[prev]).Scale(scale)
	p = p.Scale(scale)
	x, y := after.Dot(d), before.Dot(d)
	x, y = float64(x*x), float64(y*y)
	lx, ly := after.Len2(), before.Len2()
	if float64(x*ly) <= float64(y*lx) {
		if x <= float64(maxSlope*maxSlope*lx) && lx > 0 {
			s.ends(p, h.local[next].Scale(scale), after, k, next, k, d, t)
			return
		}
	} else if y <= float64(maxSlope*maxSlope*ly) && ly > 0 {
		s.ends(h.local[prev].Scale(scale), p, before, prev, k, prev, d, t)
		return
	}
	s.vertex(p, k, d, t)
}
