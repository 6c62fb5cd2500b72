package d3

import (
	"math"

	"github.com/collide-go/collide"
)

// Bodies that are nearly of revolution about parallel axes have a ring of all but equal depths,
// which EPA would have to cut into thousands of faces. The half circle of normals from one end of
// the axis through B's centre to the other settles their depth: a problem in the plane, solved by
// few support points. docs/math/epa.md.

// halfCircle is the work space for one half circle of normals.
type halfCircle struct {
	m    *minkowski
	u, e Vec // the half circle goes from u through e to -u; B's centre is on the side of e
	// how much support values about both centres change with the angle of a turn about u, with room
	// for rounding
	slope    float64
	tol      float64 // how far the bounds may be apart in the end
	top, end vertex  // the support points along u and -u
	best     float64 // the least support value so far, and its normal
	n        Vec
	arcs     [maxArcs + 1]arc
	count    int
}

// maxArcs is how many arcs a half circle is cut into at most.
const maxArcs = 64

// pad is above all rounding of planar coordinates and angles, in the solvers' unit, where points
// have lengths below 1/2.
const pad = cellPad * unit

// arcPoint is a unit normal x*e + z*u of a half circle, with the support point in its plane and
// their inner product.
type arcPoint struct {
	x, z, px, pz, h float64
	w, a            Vec // of the vertex itself
}

// arc is a part of a half circle, from a on to b in the sense from u to -u; no support value on it
// is below low.
type arc struct {
	a, b arcPoint
	low  float64
	x, z float64 // the normal at which to cut it
}

// settles sets k to the answer about overlapping cores, and returns true, if one half circle
// settles it.
func (s *halfCircle) settles(r *run, k *core) bool {
	m, w := &r.m, r.allowance()
	s.m, s.tol = m, float64((w.At(0)-m.errSep-m.errPoint)/2)-pad
	if !(s.tol > pad) || r.turns >= r.limit || !s.choose() {
		return false
	}
	s.best = math.Inf(1)
	s.pole(&s.top, 1)
	s.pole(&s.end, -1)
	// All other half circles are at most half a turn away, and farther from B's centre.
	inner := s.half() - float64(math.Pi*s.slope) - pad
	if r.turns++; inner < s.best-s.tol {
		return false
	}
	n := s.n
	sep := m.separation(n)
	low, _ := m.bracket(sep, 0)
	*k = core{lower: low, upper: m.errPoint - inner, n: n, a: s.witness(n, -sep), status: collide.Converged}
	k.dist = max(k.lower, min(sep, k.upper))
	r.trace.settled(r, k, collide.ExitArc)
	return true
}

// pole sets p to the support point along sign*u.
func (s *halfCircle) pole(p *vertex, sign float64) {
	n := s.u.Scale(sign)
	s.see(n, s.m.support(n, p))
}

// see keeps n, along which found was looked for, if its support value is the least so far.
func (s *halfCircle) see(n Vec, found *probe) {
	if h := -found.separation(s.m, 1); h < s.best {
		s.best, s.n = h, n
	}
}

// half returns a lower bound of the support values on the half circle: their least value less a
// quarter of the tolerance. The origin is in C, so that none of them is below 0.
//
// At the head of every turn: the arcs make up the half circle.
func (s *halfCircle) half() float64 {
	top, end := s.project(0, 1, &s.top), s.project(0, -1, &s.end)
	mid := s.at(1, 0)
	s.arcs[0].set(&top, &mid)
	s.arcs[1].set(&mid, &end)
	for s.count = 2; ; s.count++ {
		g := s.least()
		if s.settled(g) || s.count == maxArcs {
			return max(g.low, 0)
		}
		p := s.at(g.x, g.z)
		if s.settled(g) { // cut at the normal of its edge without a gain: it stays whole
			return max(g.low, 0)
		}
		s.arcs[s.count].set(&p, &g.b)
		g.set(&g.a, &p)
	}
}

// least returns the arc with the least bound.
func (s *halfCircle) least() *arc {
	k := 0
	for i := 1; i < s.count; i++ {
		if s.arcs[i].low < s.arcs[k].low {
			k = i
		}
	}
	return &s.arcs[k]
}

// settled reports whether the bound of g is near enough to the least support value seen.
func (s *halfCircle) settled(g *arc) bool { return g.low >= s.best-float64(s.tol/4) }

// at returns the support point along x*e + z*u.
func (s *halfCircle) at(x, z float64) arcPoint {
	var p vertex
	n := s.e.Scale(x).Add(s.u.Scale(z))
	s.see(n, s.m.support(n, &p))
	return s.project(x, z, &p)
}

// project returns the point p of C, found along x*e + z*u, as one of the half circle's plane.
func (s *halfCircle) project(x, z float64, p *vertex) arcPoint {
	px, pz := p.w.Dot(s.e), p.w.Dot(s.u)
	return arcPoint{x: x, z: z, px: px, pz: pz, h: float64(x*px) + float64(z*pz), w: p.w, a: p.a}
}

// set makes g the arc from a to b. For a normal on it the support value is at least that of either
// support point, the greater of two sinusoids, which are concave where they are not negative: so
// its least value is that at a, at b, or where the two are equal, at the normal of the line through
// the points.
func (g *arc) set(a, b *arcPoint) {
	p, r := *a, *b // a or b may be g's own
	g.a, g.b, g.low = p, r, min(p.h, r.h)
	g.x, g.z = p.x+r.x, p.z+r.z
	k := 1 / math.Sqrt(float64(g.x*g.x)+float64(g.z*g.z))
	g.x, g.z = float64(g.x*k), float64(g.z*k)
	x, z := p.pz-r.pz, r.px-p.px
	l := math.Sqrt(float64(x*x) + float64(z*z))
	if !(l > 0x1p-44) { // too short to have a direction
		g.low -= l
		return
	}
	x, z = x/l, z/l
	if float64(p.z*x)-float64(p.x*z) > 0 && float64(r.z*x)-float64(r.x*z) < 0 {
		g.low = min(g.low, float64(x*p.px)+float64(z*p.pz))
		g.x, g.z = x, z
	}
}

// witness returns a point of A that belongs to the point h*n of C, up to the tolerance. It starts
// from the arc with the least bound.
func (s *halfCircle) witness(n Vec, h float64) Vec {
	foot := n.Scale(h).snap()
	g := s.least()
	var x simplex
	x.p[0], x.p[1] = vertex{w: g.a.w.Sub(foot), a: g.a.a}, vertex{w: g.b.w.Sub(foot), a: g.b.a}
	if x.n = 2; x.p[0].w == x.p[1].w {
		x.n = 1
	}
	return s.m.nearestTo(x, foot, s.tol)
}
