package d3

import (
	"math"

	"github.com/collide-go/collide"
)

// Bodies that are nearly of revolution about nearly one direction u have a ring, or a whole cap, of all but equal depths, which EPA would have
// to cut into thousands of faces. Here the sphere of normals is swept by half circles from u to -u. On one of them the least support value
// is a problem in the plane, solved by few support points, and turning the half circle by an angle changes support values by little,
// which bounds everything between two of them. docs/math/epa.md.

// turning bounds how the support values of a core, about its centre, change with the angle of a turn about u: by at most slope times
// the angle, and with a second derivative of at most bend, which is infinite for cores with flat faces or edges.
type turning struct{ slope, bend float64 }

// spin is a core as something nearly of revolution: turned about axis, through its centre, its support values change by at most slack
// times the angle. No point of it is farther than r from the centre.
type spin struct {
	axis     Vec
	slack, r float64
}

// spin returns the axis about which the least slack is known; axes are those of o.
func (o *body) spin(axes *[3]Vec) spin {
	h := o.half
	switch o.kind {
	case kindSegment, kindCylinder, kindCone:
		return spin{axes[2], 0, o.reach}
	case kindEllipsoid: // a support value changes by at most the difference of the radii across the axis
		return least(axes, [3]float64{math.Abs(h.Y - h.Z), math.Abs(h.Z - h.X), math.Abs(h.X - h.Y)}, o.reach-o.inner)
	case kindBox: // no point moves by more than its distance from the axis
		yz, zx, xy := Vec{0, h.Y, h.Z}, Vec{h.X, 0, h.Z}, Vec{h.X, h.Y, 0}
		return least(axes, [3]float64{yz.Len(), zx.Len(), xy.Len()}, o.reach)
	case kindPoint, kindHull, kindUser, kindHalfSpace:
	}
	return spin{axes[2], o.reach, o.reach}
}

// least returns the spin about the axis with the least slack, the last of them on ties.
func least(axes *[3]Vec, slack [3]float64, r float64) spin {
	k := 2
	for i := 1; i >= 0; i-- {
		if slack[i] < slack[k] {
			k = i
		}
	}
	return spin{axes[k], slack[k], r}
}

// about returns the slack of s about another axis u: a turn about u differs from one about the core's own axis by at most |u - axis| r per
// angle, and moves no point by more than r.
func (s *spin) about(u Vec) float64 {
	w := s.axis
	if w.Dot(u) < 0 {
		w = w.Neg()
	}
	return min(s.r, float64(w.Sub(u).Len()*s.r)+s.slack)
}

// bent reports whether o has a finite bend that is not 0.
func (o *body) bent() bool {
	return o.kind == kindEllipsoid && min(o.half.X, o.half.Y, o.half.Z) > 0
}

// unbent returns slope, but 0 where bend bounds the changes better.
func (o *body) unbent(slope float64) float64 {
	if o.bent() {
		return 0
	}
	return slope
}

// bend returns the bend of o about u; e and f span the plane across it. An ellipsoid's support value is the root of n.Qn, which on a half circle's
// turn is x^2 (a constant + p cos 2t) + 2xz q cos t + z^2 (a constant) but for phases, and no less than the least radius.
func (o *body) bend(axes *[3]Vec, u, e, f Vec) float64 {
	switch o.kind {
	case kindPoint:
		return 0
	case kindEllipsoid:
		var ee, ff, ef, ue, uf float64
		for i, r := range [3]float64{o.half.X, o.half.Y, o.half.Z} {
			x, y, z := float64(r*axes[i].Dot(e)), float64(r*axes[i].Dot(f)), float64(r*axes[i].Dot(u))
			ee, ff, ef = ee+float64(x*x), ff+float64(y*y), ef+float64(x*y)
			ue, uf = ue+float64(z*x), uf+float64(z*y)
		}
		p, q := Vec{(ee - ff) / 2, ef, 0}, Vec{ue, uf, 0}
		return (float64(2*p.Len()) + q.Len()/2 + pad) / min(o.half.X, o.half.Y, o.half.Z)
	case kindSegment, kindBox, kindHull, kindCylinder, kindCone, kindUser, kindHalfSpace:
	}
	return math.Inf(1)
}

// sweep is the work space of a sweep.
type sweep struct {
	m              *minkowski
	u, e, f        Vec     // orthonormal: the axis, and what spans the plane across it; B's centre is on the side of e
	side           float64 // how far B's centre is from A's axis along e
	a, b           turning // of the two cores
	slope          float64 // the sum of both slopes, with room for rounding
	tol            float64 // how far the bounds may be apart in the end
	top, end       vertex  // the support points along u and -u, the ends of all half circles
	planes         int
	moving         bool // the cores have no bends: their points are moved along
	fixedA, fixedB bool
	ga, gb         Vec     // how the axes differ from u, or u for cores that are not turned along
	rest           float64 // what moving the points leaves out, per angle and its square
	alone          bool    // one half circle is enough
	best           float64 // the least support value so far, and its normal
	n              Vec
	arcs           [maxArcs + 1]arc // of the half circle last looked at
	count          int
	sectors        [64]sector
	fans           [64]fan
}

// maxArcs is how many arcs a half circle is cut into at most.
const maxArcs = 96

// sector lies between two half circles, whose radial directions are given in e and f, and whose least support values are at least low.
type sector struct {
	a, b       [2]float64
	lowA, lowB float64
	angle      float64
}

// pad is above all rounding of planar coordinates and angles, in the solvers' unit, where points have lengths below 1/2.
const pad = 128 * unit

// meridians sets c to the answer about overlapping cores that are nearly of revolution, and returns true, if a sweep settles it.
func (q *Query) meridians(width float64, c *core) bool {
	m, s := &q.m, &q.sweep
	if !s.begin(m, float64(width-m.errSep-m.errPoint)/2) {
		return false
	}
	inner, ok := s.run(q)
	if !ok {
		return false
	}
	sep := m.separation(s.n)
	low, _ := m.bracket(sep, 0)
	*c = core{lower: low, upper: m.errPoint - inner, n: s.n, a: s.witness(-sep), status: collide.Converged}
	c.dist = max(c.lower, min(sep, c.upper))
	return true
}

// begin finds the axis. It returns false where the bodies are not nearly of revolution about one.
func (s *sweep) begin(m *minkowski, tol float64) bool {
	axesA, r := [3]Vec{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, &m.rot
	axesB := [3]Vec{{r.x.X, r.y.X, r.z.X}, {r.x.Y, r.y.Y, r.z.Y}, {r.x.Z, r.y.Z, r.z.Z}}
	a, b := m.a.spin(&axesA), m.b.spin(&axesB)
	s.m, s.tol = m, tol-pad
	// The better of the two axes: that about which less is left to the cores without a bend, then that about which less is left in all.
	s.u, s.a.slope, s.b.slope = a.axis, a.slack, b.about(a.axis)
	x, y := a.about(b.axis), b.slack
	ours, theirs := m.a.unbent(s.a.slope)+m.b.unbent(s.b.slope), m.a.unbent(x)+m.b.unbent(y)
	if theirs < ours || theirs == ours && x+y < s.a.slope+s.b.slope {
		s.u, s.a.slope, s.b.slope = b.axis.Scale(1/b.axis.Len()), x, y
	}
	s.slope = s.a.slope + s.b.slope + pad
	t := m.t.Sub(s.u.Scale(m.t.Dot(s.u)))
	s.side = t.Len()
	if s.alone = math.Pi*s.slope < s.tol/4; !(s.tol > pad) || !s.alone && !(s.side+s.slope < Gate) {
		return false
	}
	if s.side > 0x1p-40 {
		s.e = t.Scale(1 / s.side)
		s.e = s.e.Sub(s.u.Scale(s.e.Dot(s.u)))
		s.e = s.e.Scale(1 / s.e.Len())
	} else { // its direction is mostly rounding
		s.slope, s.side = s.slope+s.side, 0
		s.e = perpendicular(s.u)
	}
	s.f = s.u.Cross(s.e)
	s.moving = !m.a.bent() && !m.b.bent()
	if s.moving {
		s.along(&a, &b)
		return true
	}
	s.a.bend, s.b.bend = m.a.bend(&axesA, s.u, s.e, s.f), m.b.bend(&axesB, s.u, s.e, s.f)
	return true
}

var Gate = 0x1p-6

// run sweeps the sphere and returns a lower bound of all support values.
//
// At the head of every turn: whatever is not in a sector of the list has no support value below inner, nor below best - tol.
func (s *sweep) run(q *Query) (inner float64, ok bool) {
	s.best = math.Inf(1)
	s.top, s.end = s.pole(1), s.pole(-1)
	q.turns++
	first := s.half([2]float64{1, 0})
	if inner = first - float64(math.Pi*s.slope); s.alone || inner >= s.best-s.tol {
		return inner - pad, true
	}
	if s.moving {
		return s.turns(q)
	}
	return s.chords(q, first)
}

// chords goes on from the half circle through B's centre, on which no support value is below first, with sectors between two half circles.
//
// At the head of every turn: whatever is not in a sector of the list has no support value below inner, nor below best - tol.
func (s *sweep) chords(q *Query, first float64) (inner float64, ok bool) {
	inner = math.Inf(1)
	quarter := [5][2]float64{{1, 0}, {0, 1}, {-1, 0}, {0, -1}, {1, 0}}
	low := [5]float64{0: first, 4: first}
	for i := 1; i < 4; i++ {
		low[i] = s.half(quarter[i])
	}
	n := 0
	for i := range 4 {
		s.sectors[n] = sector{quarter[i], quarter[i+1], low[i], low[i+1], math.Pi / 2}
		n++
	}
	for s.planes = 4; n > 0; {
		n--
		t := s.sectors[n]
		if b := s.bound(&t); b >= s.best-s.tol {
			inner = min(inner, b)
			continue
		}
		if s.planes++; s.planes > maxPlanes || q.turns >= q.limit || n+2 > len(s.sectors) {
			return 0, false
		}
		q.turns++
		mid := [2]float64{t.a[0] + t.b[0], t.a[1] + t.b[1]}
		k := 1 / math.Sqrt(float64(mid[0]*mid[0])+float64(mid[1]*mid[1]))
		mid[0], mid[1] = float64(mid[0]*k), float64(mid[1]*k)
		h := s.half(mid)
		left, right := sector{t.a, mid, t.lowA, h, t.angle / 2}, sector{mid, t.b, h, t.lowB, t.angle / 2}
		if s.bound(&left) < s.bound(&right) {
			left, right = right, left
		}
		s.sectors[n], s.sectors[n+1] = left, right
		n += 2
	}
	return inner - pad, true
}

// maxPlanes is how many half circles a sweep looks at before it gives up.
const maxPlanes = 1024

// pole returns the support point along sign*u.
func (s *sweep) pole(sign float64) vertex {
	var p vertex
	s.m.support(s.u.Scale(sign), &p)
	if h := -s.m.lastSeparation(1); h < s.best {
		s.best, s.n = h, s.u.Scale(sign)
	}
	return p
}

// bound returns a lower bound of the support values in t, which lies in one quadrant: the greater of two.
//
// From the half circle at angle l to that at angle k support values fall by at most slope |k - l| + side max(0, cos k - cos l), and the cosine
// changes by at most |k - l| times the greatest sine: they lie above two lines from the ends.
//
// Between them, they fall below the values interpolated from both ends by at most s (1 - s) dip, at the fraction s of the angle, where each part of
// dip comes from a slope or from a second derivative.
func (s *sweep) bound(t *sector) float64 {
	slopeA, slopeB := s.slope, s.slope
	steep := float64(s.side * max(math.Abs(t.a[1]), math.Abs(t.b[1])))
	if t.b[0] > t.a[0] {
		slopeA += steep
	} else {
		slopeB += steep
	}
	x := (t.lowA - t.lowB + float64(slopeB*t.angle)) / (slopeA + slopeB)
	lines := t.lowA - float64(slopeA*max(0, min(x, t.angle)))
	dip := float64(2*pad*t.angle) + float64(s.side*float64(t.angle*t.angle)/2)
	for _, k := range [2]turning{s.a, s.b} {
		dip += min(float64(2*k.slope*t.angle), float64(k.bend*float64(t.angle*t.angle)/2))
	}
	x = max(0, min((dip+t.lowA-t.lowB)/(2*dip), 1))
	return max(lines, t.lowA+float64(x*(t.lowB-t.lowA))-float64(float64(x*(1-x))*dip))
}

// meridianPoint is a unit normal x*radial + z*u of a half circle, with the support point in its plane and their inner product. When the half
// circle turns by t, the point moves along by sin t * (vx, vz) + (1 - cos t) (qx, qz).
type meridianPoint struct{ x, z, px, pz, h, vx, vz, qx, qz float64 }

// arc is a part of a half circle, from a on to b in the sense from u to -u; no support value on it is below low.
type arc struct {
	a, b meridianPoint
	low  float64
	x, z float64 // the normal at which to cut it
}

// at returns the support point along x*radial + z*u.
func (s *sweep) at(x, z float64, radial Vec) meridianPoint {
	var p vertex
	n := radial.Scale(x).Add(s.u.Scale(z))
	s.m.support(n, &p)
	if h := -s.m.lastSeparation(1); h < s.best {
		s.best, s.n = h, n
	}
	return s.project(x, z, radial, &p)
}

// project returns the point p of C as one of the half circle's plane.
func (s *sweep) project(x, z float64, radial Vec, p *vertex) meridianPoint {
	px, pz := p.w.Dot(radial), p.w.Dot(s.u)
	r := meridianPoint{x: x, z: z, px: px, pz: pz, h: float64(x*px) + float64(z*pz)}
	if s.moving {
		v, q := s.move(p)
		r.vx, r.vz, r.qx, r.qz = v.Dot(radial), v.Dot(s.u), q.Dot(radial), q.Dot(s.u)
	}
	return r
}

// half returns a lower bound of the support values on the half circle through d, given in e and f: their least value less a quarter of the
// tolerance, or less an eighth of what that is above the best.
//
// At the head of every turn: the arcs make up the half circle.
func (s *sweep) half(d [2]float64) float64 {
	radial := s.e.Scale(d[0]).Add(s.f.Scale(d[1]))
	top, end := s.project(0, 1, radial, &s.top), s.project(0, -1, radial, &s.end)
	mid := s.at(1, 0, radial)
	least := min(top.h, mid.h, end.h)
	s.arcs[0], s.arcs[1] = newArc(top, mid), newArc(mid, end)
	n := 2
	for {
		k := 0
		for i := 1; i < n; i++ {
			if s.arcs[i].low < s.arcs[k].low {
				k = i
			}
		}
		g := &s.arcs[k]
		if g.low >= least-max(s.tol/4, (least-s.best)/8) || n == maxArcs {
			s.count = n
			return max(g.low, 0)
		}
		p := s.at(g.x, g.z, radial)
		least = min(least, p.h)
		s.arcs[n] = newArc(p, g.b)
		*g = newArc(g.a, p)
		n++
	}
}

// newArc returns the arc from a to b. For a normal on it the support value is at least that of either support point, the greater of two
// sinusoids, which are concave where they are not negative: so its least value is that at a, at b, or where the two are equal, at the normal of the
// line through the points.
func newArc(a, b meridianPoint) arc {
	g := arc{a: a, b: b, low: min(a.h, b.h)}
	x, z := a.pz-b.pz, b.px-a.px
	l := math.Sqrt(float64(x*x) + float64(z*z))
	x, z = x/l, z/l
	if l > 0x1p-44 && float64(a.z*x)-float64(a.x*z) > 0 && float64(x*b.z)-float64(z*b.x) < 0 {
		g.x, g.z = x, z
		g.low = min(g.low, float64(x*a.px)+float64(z*a.pz))
		return g
	}
	if !(l > 0x1p-44) {
		g.low -= l
	}
	x, z = a.x+b.x, a.z+b.z
	l = math.Sqrt(float64(x*x) + float64(z*z))
	g.x, g.z = x/l, z/l
	return g
}

// witness returns a point of A that belongs to the point h*n of C, up to the tolerance: GJK looks for that point, which lies outside C by no more
// than the bounds are apart.
func (s *sweep) witness(h float64) Vec {
	m, foot := s.m, s.n.Scale(h)
	var x simplex
	m.support(s.n, &x.p[0])
	x.p[0].w = x.p[0].w.Sub(foot)
	x.n = 1
	var a Vec
	best := math.Inf(1)
	for range 64 {
		v, inside := x.nearest()
		if inside {
			return x.surface()
		}
		if !(v.Len() < best) {
			break
		}
		best = v.Len()
		_, a = x.point()
		if best <= s.tol {
			break
		}
		p := &x.p[x.n]
		m.support(v.Neg(), p)
		p.w = p.w.Sub(foot)
		x.n++
	}
	return a
}

// surface returns the point of A that belongs to the point of the tetrahedron's surface nearest the origin, which lies inside.
func (s *simplex) surface() Vec {
	var a Vec
	best := math.Inf(1)
	for i := range 4 {
		p, q, r := &s.p[(i+1)&3], &s.p[(i+2)&3], &s.p[(i+3)&3]
		if v, x, y, z := nearestTriangle(p.w, q.w, r.w); v.Len() < best {
			best, a = v.Len(), p.a.Scale(x).Add(q.a.Scale(y)).Add(r.a.Scale(z))
		}
	}
	return a
}

// along prepares move. A core of revolution about w has the support value of n for S n too, where S turns about w. So the value along R n, where
// R turns about u by t, is that along S'R n, and S'R, with S' the turn back about w by t, is the identity but for the vector product with
//
//	g sin t - (u x g) (1 - cos t),  g = u - w, across u
//
// and for g^2 t^2/2, and as much for the part of g along u. Cores of another sort stay where they are: their points move by R' - 1.
func (s *sweep) along(a, b *spin) {
	s.rest = pad
	g := func(o *body, c *spin) Vec {
		switch o.kind {
		case kindSegment, kindCylinder, kindCone, kindEllipsoid:
			w := c.axis
			if w.Dot(s.u) < 0 {
				w = w.Neg()
			}
			d := s.u.Sub(w)
			s.rest += float64(d.Len2()*c.r) + c.slack
			return d.Sub(s.u.Scale(d.Dot(s.u)))
		case kindPoint, kindBox, kindHull, kindUser, kindHalfSpace:
		}
		return s.u
	}
	s.ga, s.gb = g(&s.m.a, a), g(&s.m.b, b)
	s.fixedA, s.fixedB = s.ga == s.u, s.gb == s.u
}

// move returns how p moves when the half circle turns by t: by sin t * v + (1 - cos t) q.
func (s *sweep) move(p *vertex) (v, q Vec) {
	b := p.a.Sub(p.w).Sub(s.m.t) // B's point about its centre
	v, q = s.part(p.a, s.ga, s.fixedA)
	vb, qb := s.part(b, s.gb, s.fixedB)
	vt, qt := s.part(s.m.t, s.u, true)
	return v.Sub(vb).Sub(vt), q.Sub(qb).Sub(qt)
}

// part is move for a point of one core.
func (s *sweep) part(p, g Vec, fixed bool) (v, q Vec) {
	if fixed {
		return p.Cross(s.u), s.u.Scale(p.Dot(s.u)).Sub(p)
	}
	return p.Cross(g), p.Cross(s.u.Cross(g)).Neg()
}

// turns is chords with sectors about one half circle each, whose points move along.
func (s *sweep) turns(q *Query) (inner float64, ok bool) {
	inner = math.Inf(1)
	n := 0
	for _, d := range [4][2]float64{{0, -1}, {-1, 0}, {0, 1}, {1, 0}} {
		s.fans[n] = fan{d, math.Sqrt2 / 2, math.Sqrt2 / 2, math.Pi / 4}
		n++
	}
	for s.planes = 0; n > 0; {
		n--
		t := s.fans[n]
		if s.planes++; s.planes > maxPlanes || q.turns >= q.limit || n+2 > len(s.fans) {
			return 0, false
		}
		q.turns++
		s.half(t.d)
		if b := s.moved(&t); b >= s.best-s.tol {
			inner = min(inner, b)
			continue
		}
		// The middles of both halves lie half the angle to either side.
		c := math.Sqrt((1 + t.cos) / 2)
		half := fan{cos: c, sin: t.sin / (2 * c), angle: t.angle / 2}
		for i, sign := range [2]float64{1, -1} {
			y := float64(sign * half.sin)
			half.d = [2]float64{float64(t.d[0]*c) - float64(t.d[1]*y), float64(t.d[1]*c) + float64(t.d[0]*y)}
			s.fans[n+i] = half
		}
		n += 2
	}
	return inner - pad, true
}

// fan is a sector to both sides of the half circle through d, by angle.
type fan struct {
	d               [2]float64
	cos, sin, angle float64
}

// moved returns a lower bound of the support values in t, from the arcs of its half circle.
func (s *sweep) moved(t *fan) float64 {
	low := math.Inf(1)
	for i := range s.count {
		low = min(low, s.arcs[i].moved(t))
	}
	return max(low-float64(s.rest*(t.angle+float64(t.angle*t.angle))), 0)
}

// moved returns a lower bound of the support values along the arc's normals, turned by any angle of t. Any point of the arc's edge will do for
// any part of the arc: at each angle its value is a sinusoid, least at the ends of the part. Here one end of the edge is used up to the middle normal and
// the other beyond, or the foot of the origin for a part about the middle normal as well.
func (g *arc) moved(t *fan) float64 {
	low := min(g.a.least(g.a.x, g.a.z, t), g.a.least(g.x, g.z, t), g.b.least(g.x, g.z, t), g.b.least(g.b.x, g.b.z, t))
	ex, ez := g.b.px-g.a.px, g.b.pz-g.a.pz
	l2 := float64(ex*ex) + float64(ez*ez)
	f := -(float64(g.a.px*ex) + float64(g.a.pz*ez)) / l2
	if !(f > 0 && f < 1) {
		return low
	}
	mix := func(a, b float64) float64 { return a + float64(f*(b-a)) }
	p := meridianPoint{
		px: mix(g.a.px, g.b.px), pz: mix(g.a.pz, g.b.pz), vx: mix(g.a.vx, g.b.vx), vz: mix(g.a.vz, g.b.vz),
		qx: mix(g.a.qx, g.b.qx), qz: mix(g.a.qz, g.b.qz),
	}
	// How far the normal turns when the ends of the edge move.
	dv := float64(g.x*(g.b.vx-g.a.vx)) + float64(g.z*(g.b.vz-g.a.vz))
	dq := float64(g.x*(g.b.qx-g.a.qx)) + float64(g.z*(g.b.qz-g.a.qz))
	w := (float64(math.Abs(dv)*t.sin) + float64(math.Abs(dq)*(1-t.cos))) / math.Sqrt(l2)
	ax, az := clip(g.x-float64(w*g.z), g.z+float64(w*g.x), g.a.x, g.a.z, 1)
	bx, bz := clip(g.x+float64(w*g.z), g.z-float64(w*g.x), g.b.x, g.b.z, -1)
	return max(low, min(
		g.a.least(g.a.x, g.a.z, t), g.a.least(ax, az, t), p.least(ax, az, t),
		p.least(bx, bz, t), g.b.least(bx, bz, t), g.b.least(g.b.x, g.b.z, t),
	))
}

// clip returns the unit vector along (x, z), or (ax, az) where that is passed; sign says on which side.
func clip(x, z, ax, az, sign float64) (float64, float64) {
	if !(float64(sign*(float64(az*x)-float64(ax*z))) > 0) {
		return ax, az
	}
	l := math.Sqrt(float64(x*x) + float64(z*z))
	return x / l, z / l
}

// least returns the least inner product of (x, z) with the moved point, at any angle of t: p.n + v sin t + q (1 - cos t), least where
// q cos t - v sin t is greatest.
func (p *meridianPoint) least(x, z float64, t *fan) float64 {
	v := math.Abs(float64(x*p.vx) + float64(z*p.vz))
	q := float64(x*p.qx) + float64(z*p.qz)
	top := float64(q*t.cos) + float64(v*t.sin)
	if q > 0 && float64(v*t.cos) <= float64(q*t.sin) {
		top = math.Sqrt(float64(v*v) + float64(q*q))
	}
	return float64(x*p.px) + float64(z*p.pz) + (q - top)
}

func (q *Query) Debug() (float64, float64, float64, float64, int, int) {
	s := &q.sweep
	return s.side, s.slope, s.a.bend, s.b.bend, s.planes, maxPlanes
}
