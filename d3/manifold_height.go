package d3

import (
	"math"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/num"
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
	if n == 1 {
		s.c[0].eu, s.c[0].ev, s.c[0].long = 0, 0, 0
		return
	}
	for i := range s.c {
		s.c[i].toward(s.next(i))
	}
}

// toward sets the direction from p to q, and their distance.
func (p *corner) toward(q *corner) {
	eu, ev := q.u-p.u, q.v-p.v
	l := math.Sqrt(float64(eu*eu) + float64(ev*ev))
	if !(l > 0x1p-480) { // the squares may have underflowed
		k := num.PowerBelow(max(math.Abs(eu), math.Abs(ev)))
		eu, ev = float64(eu*k), float64(ev*k)
		l = math.Sqrt(float64(eu*eu) + float64(ev*ev))
		p.long = l / k
	} else {
		p.long = l
	}
	if l > 0 {
		eu, ev = eu/l, ev/l
	}
	p.eu, p.ev = eu, ev
}

// core returns the height of a face or of an edge's line at u, v.
func (s *span) core(u, v float64) float64 {
	switch {
	case s.kind != collide.FeatureFace:
		return s.c[0].heightTo(s.next(0), u, v)
	case len(s.parts) > 0:
		return s.facet(u, v)
	}
	return s.plane(u, v)
}

// plane returns the height of the plane of a face at u, v.
func (s *span) plane(u, v float64) float64 {
	p := &s.c[0]
	return p.h + (float64(s.gu*(u-p.u)) + float64(s.gv*(v-p.v)))
}

// border returns the height at u, v, on the edge from corner i on. The boundary of a face that is
// not quite flat need not be convex: what the lines of its edges leave of it may end beside them.
func (s *span) border(i int32, u, v float64) float64 {
	switch {
	case s.kind == collide.FeatureFace && s.body.kind != kindHull:
		return s.plane(u, v) // the normal is the face's own, not found from its corners
	case len(s.parts) > 0:
		return s.facet(u, v)
	}
	return s.c[i].heightTo(s.next(int(i)), u, v)
}

// carrier returns the edge that u, v lies on, of edge i and those in line with it: a corner may lie
// on the straight line between two others, and the line of the one edge is met where the other is.
func (s *span) carrier(i int32, u, v float64) int32 {
	if len(s.c) < 3 {
		return i
	}
	n := int32(len(s.c))
	// At the head of every turn u, v is beside edge i or past one of its ends.
	for range n - 1 {
		p, j := &s.c[i], i
		switch at := p.along(u, v); {
		case at > p.long:
			j = (i + 1) % n
		case at < 0:
			j = (i + n - 1) % n
		}
		if q := &s.c[j]; j == i || !(float64(p.eu*q.eu)+float64(p.ev*q.ev) > inLine) {
			break
		}
		i = j
	}
	return i
}

// inLine is the cosine above which two edges that meet are in line: past the end of the one a point
// on its line is beside the other by 2^-20 of its way at most.
const inLine = 1 - 0x1p-41

// next returns the corner after corner i.
func (s *span) next(i int) *corner {
	if i++; i == len(s.c) {
		i = 0
	}
	return &s.c[i]
}

// facet returns the height of a face that is not quite flat at u, v: that of the triangle over
// which u, v lies, as a mean of its corners with weights of 0 to 1, so that it is the height of a
// point of the face whatever rounding does.
func (s *span) facet(u, v float64) float64 {
	u, v = u-s.off.X, v-s.off.Y
	best, height := math.Inf(-1), s.c[0].h
	for _, t := range s.parts {
		var x, y, h, w [3]float64
		for i, k := range t {
			p := s.local[k].Scale(s.scale)
			x[i], y[i], h[i] = s.t1.Dot(p)-u, s.t2.Dot(p)-v, s.d.Dot(p)
		}
		for i := range w {
			j, k := (i+1)%3, (i+2)%3
			w[i] = float64(x[j]*y[k]) - float64(y[j]*x[k])
		}
		sum := w[0] + w[1] + w[2] // of either sign: B's face is seen from behind
		for i := range w {
			w[i] /= sum
		}
		if m := min(w[0], w[1], w[2]); m > best {
			w = [3]float64{max(w[0], 0), max(w[1], 0), max(w[2], 0)}
			best, height = m, (float64(w[0]*h[0])+float64(w[1]*h[1])+float64(w[2]*h[2]))/(w[0]+w[1]+w[2])
		}
	}
	return height
}

// height returns the height of the surface at u, v, where that of the core is z: of the ball about
// a core point that reaches highest. Over a face that ball has its centre to the side that rises,
// at r times the sine of the face's slope, or else on an edge, or on another face.
// docs/math/manifold.md, "Margins".
func (s *span) height(u, v, z float64) float64 {
	if s.r == 0 {
		return z
	}
	return s.grown(u, v, z)
}

// grown is height for margins above 0.
func (s *span) grown(u, v, z float64) float64 {
	if len(s.c) < 2 || s.kind == collide.FeatureFace && s.slope == 0 && len(s.parts) == 0 {
		return z + s.r
	}
	if s.kind == collide.FeatureFace {
		k := math.Sqrt(1 + float64(s.slope*s.slope))
		at := s.r / k
		c := Vec{u + float64(at*s.gu), v + float64(at*s.gv), z + float64(at*float64(s.slope*s.slope))}
		if top := z + float64(s.r*k); s.holds(c.X, c.Y) && (len(s.parts) == 0 || s.reaches(Vec{u, v, top}, c)) {
			return top
		}
	}
	for i := range s.c {
		h, c := s.overEdge(i, u, v)
		if s.body.kind == kindSegment || !math.IsInf(h, -1) && s.reaches(Vec{u, v, h}, c) {
			return h
		}
		if s.kind != collide.FeatureFace {
			break
		}
	}
	return s.ray(u, v)
}

// overEdge returns the height at u, v of the edge from corner i on, grown by r, and the centre of
// the ball that reaches there; -Inf beside it.
func (s *span) overEdge(i int, u, v float64) (float64, Vec) {
	p, q := &s.c[i], s.next(i)
	long := p.long
	x, y := u-p.u, v-p.v
	along, beside := float64(x*p.eu)+float64(y*p.ev), float64(y*p.eu)-float64(x*p.ev)
	rr := float64(s.r*s.r) - float64(beside*beside)
	if !(rr >= 0) {
		return math.Inf(-1), Vec{}
	}
	slope := 0.0
	if long > 0 {
		slope = (q.h - p.h) / long
	}
	sine := slope / math.Sqrt(1+float64(slope*slope))
	at := max(0, min(along+float64(math.Sqrt(rr)*sine), long))
	rest := rr - float64((along-at)*(along-at))
	if !(rest >= 0) {
		return math.Inf(-1), Vec{}
	}
	h := p.h + float64(at*slope)
	return h + math.Sqrt(rest), Vec{p.u + float64(at*p.eu), p.v + float64(at*p.ev), h}
}

// rayTolerance is how far off its surface a point may be that the ball about a point of one feature
// reaches, relative to the body.
const rayTolerance = 0x1p-36

// reaches reports whether no ball about another core point reaches beyond x, which lies on the
// surface of the ball about c: whether the core has nothing beyond c in the direction from there to
// x.
func (s *span) reaches(x, c Vec) bool {
	m := x.Sub(c).Scale(1 / s.r)
	d := s.point(&m)
	p, _ := s.body.support(d)
	beyond := p.Dot(d) - m.Dot(Vec{c.X - s.off.X, c.Y - s.off.Y, c.Z})
	return beyond <= float64(rayTolerance*(s.body.reach+s.r))
}

// ray returns the height of the whole grown body at u, v: by Newton's method, from above, along
// planes that hold the body. It returns -Inf where the body is not there, so steep that it might as
// well not be, or not found.
func (s *span) ray(u, v float64) float64 {
	foot := s.point(&Vec{u - s.off.X, v - s.off.Y, 0})
	top, _ := s.body.support(s.d)
	h := top.Dot(s.d) + s.r
	tol := float64(0x1p-38 * (s.body.reach + s.r))
	for range 32 {
		at := foot.Add(s.d.Scale(h))
		far, low, m := s.body.from(at, tol)
		switch {
		case far <= s.r+tol:
			return h
		case low > s.r:
		case far <= s.r+float64(rayTolerance*(s.body.reach+s.r)):
			return h
		default: // the nearest core point is not found, so nobody knows where the surface is
			return math.Inf(-1)
		}
		rise := m.Dot(s.d)
		if !(rise > 0x1p-10) {
			return math.Inf(-1)
		}
		h -= (low - s.r) / rise
	}
	return h
}

// nearest returns the point of the grown body's surface nearest to x, which lies outside the core;
// one at infinity where it does not.
func (s *span) nearest(x Vec) Vec {
	at := s.point(&x)
	tol := float64(0x1p-38 * (s.body.reach + s.r))
	far, low, n := s.body.from(at, tol)
	if !(low > 0 && far-low <= tol) {
		return Vec{X: math.Inf(1)}
	}
	return s.seen(at.Sub(n.Scale(far - s.r)))
}

// from returns how far a core point is from x, and how far, up to tol below that, a plane that
// holds the core, with its unit normal.
func (o *body) from(x Vec, tol float64) (far, low float64, n Vec) {
	var g simplex
	far, low = math.Inf(1), math.Inf(-1)
	d := x
	for range 64 {
		p, _ := o.support(d)
		w := p.Sub(x)
		if l := d.Len(); l > 0 && -(w.Dot(d)/l) > low {
			low, n = -(w.Dot(d) / l), d.Scale(1/l)
		}
		g.p[g.n] = vertex{w: w}
		if far-low <= tol || g.has(&g.p[g.n]) {
			break
		}
		g.n++
		v, inside := g.nearest()
		l := v.Len()
		if inside || !(l <= far+tol) { // a point no nearer may still tell a better direction
			break
		}
		far, d = min(far, l), v.Neg()
	}
	return far, low, n
}

// point returns the point of the body's frame, about its centre, that has the given u, v and
// height.
func (s *span) point(x *Vec) Vec {
	return Vec{
		float64(s.t1.X*x.X) + float64(s.t2.X*x.Y) + float64(s.d.X*x.Z),
		float64(s.t1.Y*x.X) + float64(s.t2.Y*x.Y) + float64(s.d.Y*x.Z),
		float64(s.t1.Z*x.X) + float64(s.t2.Z*x.Y) + float64(s.d.Z*x.Z),
	}
}

// seen is the inverse of point.
func (s *span) seen(p Vec) Vec { return Vec{s.t1.Dot(p), s.t2.Dot(p), s.d.Dot(p)} }

// onto returns the point of the feature, as seen along the normal, nearest to u, v, which rounding
// alone has put beside it.
func (s *span) onto(u, v float64) (float64, float64) {
	switch {
	case s.disc || s.kind == collide.FeatureFace && s.holds(u, v):
		return u, v
	case len(s.c) < 2:
		return s.c[0].u, s.c[0].v
	case s.kind != collide.FeatureFace:
		x, y, _ := s.c[0].foot(u, v)
		return x, y
	}
	// Of edges in line with each other the line is as near as that of the one that is nearest.
	x, y, least := s.c[0].foot(u, v)
	for i := range s.c[1:] {
		if p, q, far := s.c[i+1].foot(u, v); far < least {
			x, y, least = p, q, far
		}
	}
	return x, y
}

// foot returns the point of the edge that p begins nearest to u, v, and the greater of the
// differences of their coordinates, which does not underflow as its square may.
func (p *corner) foot(u, v float64) (x, y, far float64) {
	t := max(0, min(p.along(u, v), p.long))
	x, y = p.u+float64(t*p.eu), p.v+float64(t*p.ev)
	return x, y, max(math.Abs(u-x), math.Abs(v-y))
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

// beside returns how far u, v lies to the left of the edge from p on: inside a face, for they are
// counter-clockwise.
func (p *corner) beside(u, v float64) float64 {
	return float64((v-p.v)*p.eu) - float64((u-p.u)*p.ev)
}

// along returns how far u, v lies along the edge that p begins.
func (p *corner) along(u, v float64) float64 {
	return float64((u-p.u)*p.eu) + float64((v-p.v)*p.ev)
}

// heightTo returns the height of the edge from p to q at its point nearest to u, v.
func (p *corner) heightTo(q *corner, u, v float64) float64 {
	if !(p.long > 0) {
		return p.h
	}
	t := max(0, min(p.along(u, v)/p.long, 1))
	return p.h + float64(t*(q.h-p.h))
}

// carries reports whether u, v lies on the edge that p begins, up to rounding.
func (p *corner) carries(u, v float64) bool {
	at := p.along(u, v)
	return at >= -touch && at <= p.long+touch && math.Abs(p.beside(u, v)) <= touch
}

// common returns where the edge that p begins and the one from w to z have a point in common: at u,
// v, where their lines do, or at the end of the other one beyond which that lies, as it may for
// edges on one line.
func (p *corner) common(u, v float64, w, z *corner) (x, y float64, ok bool) {
	switch at := w.along(u, v); {
	case at < 0:
		return w.u, w.v, p.carries(w.u, w.v)
	case at > w.long:
		return z.u, z.v, p.carries(z.u, z.v)
	}
	return u, v, true
}
