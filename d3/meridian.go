package d3

import (
	"math"

	"github.com/collide-go/collide"
)

// Bodies that are nearly of revolution about nearly one direction u have a ring, or a whole cap, of all but equal depths, which EPA would have
// to cut into thousands of faces. Here the sphere of normals is swept by half circles from u to -u. On one of them the least support value
// is a problem in the plane, solved by few support points, and turning the half circle by an angle changes support values in a way
// that is bounded: meridian_sector.go and meridian_turn.go; meridian_axis.go looks for u. docs/math/epa.md.

// sweep is the work space of a sweep.
type sweep struct {
	m *minkowski
	axis
	tol      float64 // how far the bounds may be apart in the end
	top, end vertex  // the support points along u and -u, the ends of all half circles
	best     float64 // the least support value so far, and its normal
	n        Vec
	arcs     [maxArcs + 1]arc // of the half circle last looked at
	count    int
	calls    int // of support
	sectors  [64]sector
	fans     [64]fan
	zones    [maxZones]zone
}

// maxArcs is how many arcs a half circle is cut into at most.
const maxArcs = 64

// maxCalls is about how many support points a sweep asks for before it gives up.
const maxCalls = 1 << 14

// pad is above all rounding of planar coordinates and angles, in the solvers' unit, where points have lengths below 1/2.
const pad = 128 * unit

// meridianPoint is a unit normal x*radial + z*u of a half circle, with the support point in its plane and their inner product. When the half
// circle turns by t, the point moves along by sin t (vx, vz) + (1 - cos t) (qx, qz).
type meridianPoint struct {
	x, z, px, pz, h, vx, vz, qx, qz float64
	w, a                            Vec // of the vertex itself
}

// arc is a part of a half circle, from a on to b in the sense from u to -u; no support value on it is below low.
type arc struct {
	a, b   meridianPoint
	low    float64
	x, z   float64 // the normal at which to cut it
	sx, sz float64 // before that normal the point of a is the farther one, beyond it that of b
}

// meridians sets c to the answer about overlapping cores, and returns true, if a sweep settles it. For few, one half circle has to do.
func (q *Query) meridians(width float64, few bool, c *core) bool {
	m, s := &q.m, &q.sweep
	s.m, s.tol = m, float64((width-m.errSep-m.errPoint)/2)-pad
	if !(s.tol > pad) || q.turns+4 > q.limit || !s.choose(few) {
		return false
	}
	inner, ok := s.run(q)
	if !ok {
		return false
	}
	n := s.n
	sep := m.separation(n)
	low, _ := m.bracket(sep, 0)
	*c = core{lower: low, upper: m.errPoint - inner, n: n, a: s.witness(n, -sep), status: collide.Converged}
	c.dist = max(c.lower, min(sep, c.upper))
	q.trace.meridians(q, c)
	return true
}

// run returns a lower bound of all support values.
func (s *sweep) run(q *Query) (inner float64, ok bool) {
	s.best, s.calls = math.Inf(1), 0
	s.pole(&s.top, 1)
	s.pole(&s.end, -1)
	low := s.half([2]float64{1, 0})
	q.turns++
	// All other half circles are at most half a turn away, and farther from B's centre.
	if inner = low - float64(math.Pi*s.slope) - pad; inner >= s.best-s.tol {
		return inner, true
	}
	if s.moving {
		return s.turns(q)
	}
	return s.chords(q, low)
}

// pole sets p to the support point along sign*u.
func (s *sweep) pole(p *vertex, sign float64) {
	n := s.u.Scale(sign)
	s.m.support(n, p)
	s.see(n)
}

// see keeps n, whose support point was just asked for, if its support value is the least so far.
func (s *sweep) see(n Vec) {
	if h := -s.m.lastSeparation(1); h < s.best {
		s.best, s.n = h, n
	}
}

// half returns a lower bound of the support values on the half circle through d, given in e and f: their least value less a quarter of the
// tolerance, or less an eighth of what that is above the best. The origin is in C, so that none of them is below 0.
//
// At the head of every turn: the arcs make up the half circle.
func (s *sweep) half(d [2]float64) float64 {
	radial := s.e.Scale(d[0]).Add(s.f.Scale(d[1]))
	top, end := s.project(0, 1, radial, &s.top), s.project(0, -1, radial, &s.end)
	mid := s.at(1, 0, radial)
	least := min(top.h, mid.h, end.h)
	s.arcs[0].set(&top, &mid)
	s.arcs[1].set(&mid, &end)
	for s.count = 2; ; s.count++ {
		k := 0
		for i := 1; i < s.count; i++ {
			if s.arcs[i].low < s.arcs[k].low {
				k = i
			}
		}
		g := &s.arcs[k]
		if s.settled(g.low, least) || s.count == maxArcs {
			return max(g.low, 0)
		}
		p := s.at(g.x, g.z, radial)
		if least = min(least, p.h); s.settled(g.low, least) { // cut at the normal of its edge without a gain: it stays whole
			return max(g.low, 0)
		}
		s.arcs[s.count].set(&p, &g.b)
		g.set(&g.a, &p)
	}
}

// settled reports whether low is near enough to the least support value seen on a half circle.
func (s *sweep) settled(low, least float64) bool {
	return low >= least-max(s.tol/4, (least-s.best)/8)
}

// at returns the support point along x*radial + z*u.
func (s *sweep) at(x, z float64, radial Vec) meridianPoint {
	var p vertex
	n := radial.Scale(x).Add(s.u.Scale(z))
	s.m.support(n, &p)
	s.calls++
	s.see(n)
	return s.project(x, z, radial, &p)
}

// project returns the point p of C, found along x*radial + z*u, as one of the half circle's plane.
func (s *sweep) project(x, z float64, radial Vec, p *vertex) meridianPoint {
	px, pz := p.w.Dot(radial), p.w.Dot(s.u)
	r := meridianPoint{x: x, z: z, px: px, pz: pz, h: float64(x*px) + float64(z*pz), w: p.w, a: p.a}
	if s.moving {
		v, q := s.move(p)
		r.vx, r.vz, r.qx, r.qz = v.Dot(radial), v.Dot(s.u), q.Dot(radial), q.Dot(s.u)
	}
	return r
}

// set makes g the arc from a to b. For a normal on it the support value is at least that of either support point, the greater of two
// sinusoids, which are concave where they are not negative: so its least value is that at a, at b, or where the two are equal, at the normal of the
// line through the points.
func (g *arc) set(a, b *meridianPoint) {
	p, r := *a, *b // a or b may be g's own
	g.a, g.b, g.low = p, r, min(p.h, r.h)
	g.x, g.z = p.x+r.x, p.z+r.z
	k := 1 / math.Sqrt(float64(g.x*g.x)+float64(g.z*g.z))
	g.x, g.z = float64(g.x*k), float64(g.z*k)
	g.sx, g.sz = g.x, g.z
	x, z := p.pz-r.pz, r.px-p.px
	l := math.Sqrt(float64(x*x) + float64(z*z))
	switch x, z = x/l, z/l; {
	case !(l > 0x1p-44): // too short to have a direction
		g.low -= l
	case !(float64(p.z*x)-float64(p.x*z) > 0):
		g.sx, g.sz = p.x, p.z
	case !(float64(r.z*x)-float64(r.x*z) < 0):
		g.sx, g.sz = r.x, r.z
	default:
		g.low = min(g.low, float64(x*p.px)+float64(z*p.pz))
		g.x, g.z, g.sx, g.sz = x, z, x, z
	}
}
