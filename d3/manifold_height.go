package d3

import (
	"math"

	"github.com/collide-go/collide"
)

// reverse turns the order of a face's corners round.
func (s *span) reverse() {
	n := len(s.c)
	for i, j := 0, n-1; i < j; i, j = i+1, j-1 {
		s.c[i], s.c[j] = s.c[j], s.c[i]
	}
	if n < 2 {
		return
	}
	first := s.c[0].edge // leaves what is now the first corner, so it now enters it
	for i := range n - 1 {
		s.c[i].edge = s.c[i+1].edge
	}
	s.c[n-1].edge = first
}

// directions fills in the unit vectors of the edges.
func (s *span) directions() {
	n := len(s.c)
	for i := range s.c {
		p, q := &s.c[i], &s.c[(i+1)%n]
		eu, ev := q.u-p.u, q.v-p.v
		if l := math.Sqrt(float64(eu*eu) + float64(ev*ev)); l > 0 {
			eu, ev = eu/l, ev/l
		}
		p.eu, p.ev = eu, ev
	}
}

// core returns z of a face's plane or an edge's line at u, v.
func (s *span) core(u, v float64) float64 {
	p := &s.c[0]
	if s.kind == collide.FeatureFace {
		return p.z + (float64(s.gu*(u-p.u)) + float64(s.gv*(v-p.v)))
	}
	q := &s.c[len(s.c)-1]
	eu, ev := q.u-p.u, q.v-p.v
	l := float64(eu*eu) + float64(ev*ev)
	if !(l > 0) {
		return p.z
	}
	t := max(0, min((float64((u-p.u)*eu)+float64((v-p.v)*ev))/l, 1))
	return p.z + float64(t*(q.z-p.z))
}

// height returns z of the surface at u, v, where that of the core is z: of the ball about a core point that reaches highest. Over a face that ball
// has its centre to the side that rises, at r times the sine of the face's slope, or else on the boundary.
func (s *span) height(u, v, z float64) float64 {
	switch {
	case s.r == 0:
		return z
	case s.kind != collide.FeatureFace:
		return s.overEdge(0, u, v)
	case s.slope == 0:
		return z + s.r
	}
	k := math.Sqrt(1 + float64(s.slope*s.slope))
	at := s.r / k
	if s.holds(u+float64(at*s.gu), v+float64(at*s.gv)) {
		return z + float64(s.r*k)
	}
	best := math.Inf(-1)
	for i := range s.c {
		best = max(best, s.overEdge(i, u, v))
	}
	return max(best, z)
}

// overEdge returns z of the edge from corner i on, grown by r, at u, v; -Inf beside it.
func (s *span) overEdge(i int, u, v float64) float64 {
	p, q := &s.c[i], &s.c[(i+1)%len(s.c)]
	long := float64((q.u-p.u)*p.eu) + float64((q.v-p.v)*p.ev)
	x, y := u-p.u, v-p.v
	along, beside := float64(x*p.eu)+float64(y*p.ev), float64(y*p.eu)-float64(x*p.ev)
	rr := float64(s.r*s.r) - float64(beside*beside)
	if !(rr >= 0) {
		return math.Inf(-1)
	}
	slope := 0.0
	if long > 0 {
		slope = (q.z - p.z) / long
	}
	sine := slope / math.Sqrt(1+float64(slope*slope))
	at := max(0, min(along+float64(math.Sqrt(rr)*sine), long))
	rest := rr - float64((along-at)*(along-at))
	if !(rest >= 0) {
		return math.Inf(-1)
	}
	return p.z + float64(at*slope) + math.Sqrt(rest)
}

// holds reports whether u, v lies over the face.
func (s *span) holds(u, v float64) bool {
	for i := range s.c {
		if p := &s.c[i]; p.beside(u, v) < 0 {
			return false
		}
	}
	return true
}

// under reports whether u, v lies over the face, or the disc that it stands for, up to rounding.
func (s *span) under(u, v float64) bool {
	if s.disc { // between opposite corners
		p, q := &s.c[0], &s.c[len(s.c)/2]
		return float64((u-p.u)*(u-q.u))+float64((v-p.v)*(v-q.v)) <= 0
	}
	for i := range s.c {
		if !(s.c[i].beside(u, v) >= -touch) {
			return false
		}
	}
	return true
}

// beside returns how far u, v lies to the left of the edge from p on: inside a face, for they are counter-clockwise.
func (p *corner) beside(u, v float64) float64 {
	return float64((v-p.v)*p.eu) - float64((u-p.u)*p.ev)
}
