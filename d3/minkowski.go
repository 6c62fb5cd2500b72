package d3

import (
	"math"

	"github.com/collide-go/collide/internal/exact"
	"github.com/collide-go/collide/internal/num"
)

// The solvers see a pair as the Minkowski difference C = A - B of the two cores, in A's frame, with
// lengths scaled by a power of two so that reach, a bound on |w| for w in C, lies in [1/4, 1/2). C
// is known by its support map alone. Every point of C that a solver keeps is snapped to multiples
// of grid, so that differences of points are exact doubles and determinants are exact integers
// (package exact). docs/math/gjk.md derives the error bounds.

const (
	gridSnap = 1.5    // x + gridSnap - gridSnap rounds |x| < 1/2 to a multiple of 2^-52
	gridSize = 0x1p52 // grid points per unit of length
)

// body is one core as the solvers see it: about its centre, in its own axes, scaled.
type body struct {
	polytope       // half scaled
	hint     int32 // vertex where the last search for a support point ended, -1 at the start
	user     Convex
	center   Vec     // of a user's shape, in its own frame and unit
	scale    float64 // from the caller's unit to the solvers'
	reach    float64 // Object.radius, scaled
	inner    float64 // Object.inner, scaled, where the points leave that ball out; else 0
}

// vertex is a point w = a - b of C with the point a of A that it came from. b is a - w.
type vertex struct {
	w, a   Vec
	ia, ib int32 // vertex numbers of polytopes, -1 for curved shapes
}

// minkowski is the difference C = A - B.
type minkowski struct {
	a, b  body
	rot   mat3 // B's axes in A's frame: x -> rot x + t takes B's frame to A's
	t     Vec  // B's centre in A's frame
	scale float64
	reach float64 // no point of C is farther from the origin
	size  float64 // larger extent of the two shapes, with margins

	far      float64 // how far off B's position is because of centres far from their frames' origins
	errSep   float64 // separation(n) is off by less than this
	errPoint float64 // a point of C as given by support is off by less than this
	found    probe   // the last search for support points
	bad      bool    // a user's Support broke its contract
	curved   bool    // the cores are not both polytopes
}

// body returns the core of o in the solvers' unit.
func (o *Object) body(scale float64) (b body) {
	b.set(o, scale)
	return b
}

// set makes o the core of an Object in the solvers' unit.
func (o *body) set(of *Object, scale float64) {
	o.kind, o.hint, o.half, o.scale = of.kind, -1, of.half.Scale(scale), scale
	o.center, o.reach = of.center, float64(of.radius*scale)
	o.hull, o.user, o.inner = of.hull, of.user, 0
}

// init prepares C for a and b.
func (m *minkowski) init(a, b *Object) { m.place(a, b, between(a, b), offsets) }

// offsets is what between leaves out, relative to the coordinates of the centres.
const offsets = farCentres

// place is init for centres that are d apart, known to off of the coordinates of the centres.
func (m *minkowski) place(a, b *Object, d Vec, off float64) {
	big := math.Float64frombits(max(num.Magnitude(d.X), num.Magnitude(d.Y), num.Magnitude(d.Z), num.Magnitude(a.radius),
		num.Magnitude(b.radius)))
	if big == 0 {
		big = max(a.extent, b.extent) // points at one place: only their margins have a size
	}
	s := num.PowerBelow(big)
	dist := d.Scale(s).Len()
	if k := num.PowerBelow(2 * (dist + float64(a.radius*s) + float64(b.radius*s))); k < 1 { // not where s is clamped
		s, dist = float64(s*k), float64(dist*k)
	}
	extent := a.extent
	if b.extent > extent {
		extent = b.extent
	}
	if extent > float64(0x1p300*big) { // else s is not above most: it is at most 1/big
		if most := float64(0x1p400 * num.PowerBelow(extent)); s > most { // large margins must not overflow
			s, dist = most, float64(dist*(most/s))
		}
	}
	m.scale = s
	m.a.set(a, s)
	m.b.set(b, s)
	m.a.inner, m.b.inner = float64(a.inner*s), float64(b.inner*s)
	m.rot.setRelative(&a.axes, &b.axes)
	m.t = a.axes.applyT(d.Scale(s))
	m.reach = dist + m.a.reach + m.b.reach
	m.size = float64(extent * s)
	m.bad = false
	m.curved = a.kind.curved() || b.kind.curved()
	m.far = float64(off * m.scale * (big1(a.center) + big1(b.center)))
	m.bounds(dist)
}

// curved reports whether cores of kind k have curved surfaces, so that doubles can only approach
// their answer.
func (k kind) curved() bool { return k >= kindCylinder && k <= kindUser }

// bounds sets the two error bounds. The factors of u are counted in docs/math/gjk.md, section
// "Rounding": rotation of B, position of B, local points, sums; 4 more for a curved support point;
// then the grid's half step.
func (m *minkowski) bounds(dist float64) {
	ra, rb := m.a.reach, m.b.reach
	sep := float64(sepA*ra) + float64(sepB*rb) + float64(sepDist*dist) + float64(sepReach*m.reach)
	pt := float64(pointA*ra) + float64(pointB*rb) + float64(pointDist*dist) + float64(pointReach*m.reach)
	if m.curved {
		k := float64(curvedCore)
		if m.a.inner > 0 || m.b.inner > 0 {
			k = curvedCore + innerBall
		}
		sep += float64(k * (ra + rb))
		pt += float64(k * (ra + rb))
	}
	if m.reach > 0 { // points at one place are on the grid
		pt += pointGrid
	}
	m.errSep = float64(unit*sep) + m.far
	m.errPoint = float64(unit*pt) + m.far
}

// probe is one search for support points: what was asked, and what was found.
type probe struct {
	d, db  Vec   // the direction, in A's frame and in B's
	a, b   Vec   // the point of A farthest along d, in A's frame, and that of B along -d, in B's
	ia, ib int32 // their numbers
}

// search finds the support points of A and B along d, a direction in A's frame. The answer holds
// until the next search.
func (m *minkowski) search(d Vec) *probe {
	p := &m.found
	db := m.rot.applyT(d)
	p.d, p.db = d, db
	p.a, p.ia = m.a.support(d)
	p.b, p.ib = m.b.support(db.Neg())
	if p.ia == badVertex || p.ib == badVertex {
		m.bad = true
	}
	return p
}

// support is search, and sets v to the point of C farthest along d, snapped to the grid. It is the
// turn of GJK, written out: what search finds need not be read again.
func (m *minkowski) support(d Vec, v *vertex) *probe {
	p := &m.found
	db := m.rot.applyT(d)
	p.d, p.db = d, db
	a, ia := m.a.support(d)
	p.a, p.ia, v.a, v.ia = a, ia, a, ia
	b, ib := m.b.support(db.Neg())
	p.b, p.ib, v.ib = b, ib, ib
	if ia == badVertex || ib == badVertex {
		m.bad = true
	}
	v.w = a.Sub(m.rot.apply(b).Add(m.t)).snap()
	return p
}

// point returns the point a - b of C, snapped to the grid. b is in B's frame.
func (m *minkowski) point(a, b Vec) Vec {
	w := a.Sub(m.rot.apply(b).Add(m.t))
	return w.snap()
}

// separation returns how far the unit vector n, in A's frame, separates the cores: the least n.x
// over B less the greatest n.x over A. It bounds the distance from below and, negated, the depth
// from above, to errSep.
func (m *minkowski) separation(n Vec) float64 { return m.search(n).separation(m, 1) }

// separation is that of m along the direction of the search p of m, whose length has the inverse
// given.
func (p *probe) separation(m *minkowski, inverse float64) float64 {
	return float64(((p.d.Dot(m.t) + p.db.Dot(p.b)) - p.d.Dot(p.a)) * inverse)
}

// badVertex numbers the answer of a user's Support that breaks its contract.
const badVertex = -2

// support returns the core point farthest along d, and its number.
func (o *body) support(d Vec) (Vec, int32) {
	if o.kind == kindHull {
		h, i := o.hull, int32(0)
		switch { // what h.support does, without a call between
		case h.cells != nil:
			i = h.cells.support(h.local, d)
		case len(h.local) <= scanLimit:
			i = scan(h.local, d)
		default:
			i = h.support(d, o.hint)
		}
		o.hint = i
		return h.local[i].Scale(o.scale), i
	}
	switch o.kind {
	case kindPoint:
		return Vec{}, 0
	case kindSegment:
		if d.Z < 0 {
			return Vec{0, 0, -o.half.Z}, 1
		}
		return Vec{0, 0, o.half.Z}, 0
	case kindBox:
		return o.farCorner(d)
	case kindHull, kindCylinder, kindCone, kindEllipsoid, kindUser, kindHalfSpace, kindComposite:
	}
	return o.supportCurved(d)
}

// vertex returns vertex i of a polytope core.
func (o *body) vertex(i int32) Vec {
	if o.kind == kindHull {
		return o.hull.local[i].Scale(o.scale)
	}
	return o.corner(i)
}

// at returns vertex i of a core, if it is a polytope that has one, and starts the next search
// there.
func (o *body) at(i int32) (Vec, bool) {
	if o.kind == kindHull {
		local := o.hull.local
		if uint(i) >= uint(len(local)) {
			return Vec{}, false
		}
		o.hint = i
		return local[i].Scale(o.scale), true
	}
	if o.kind > kindHull || i < 0 || i >= o.corners() {
		return Vec{}, false
	}
	o.hint = i
	return o.corner(i), true
}

// smallCore is the size of a core, in the unit in which it is, from which on squares of its lengths
// may be below the least double: the unit of motions is the caller's. In a larger core support
// points whose squares are lost are nearer to the centre than rounding can tell.
const smallCore = 0x1p-400

// supportCurved is support for cores with curved surfaces.
func (o *body) supportCurved(d Vec) (Vec, int32) {
	switch o.kind {
	case kindCylinder:
		p := rimPoint(o.half.X, d)
		p.Z = math.Copysign(o.half.Z, d.Z)
		return p, -1
	case kindCone:
		// The apex is farthest where 2 half.Z d.Z >= radius |(d.X, d.Y)|.
		p := rimPoint(o.half.X, d)
		if float64(d.X*p.X)+float64(d.Y*p.Y) <= float64(2*o.half.Z*d.Z) {
			return Vec{0, 0, o.half.Z}, -1
		}
		p.Z = -o.half.Z
		return p, -1
	case kindEllipsoid:
		e := Vec{float64(o.half.X * d.X), float64(o.half.Y * d.Y), float64(o.half.Z * d.Z)}
		l := e.Len()
		if o.reach < smallCore {
			l = e.length()
		}
		if !(l > 0) {
			return Vec{}, -1
		}
		p := Vec{float64(o.half.X * (e.X / l)), float64(o.half.Y * (e.Y / l)), float64(o.half.Z * (e.Z / l))}
		if o.inner > 0 {
			l = d.Len()
			p = p.Sub(Vec{float64(o.inner * (d.X / l)), float64(o.inner * (d.Y / l)), float64(o.inner * (d.Z / l))})
		}
		return p, -1
	case kindPoint, kindSegment, kindBox, kindHull, kindUser, kindHalfSpace, kindComposite:
	}
	p := o.user.Support(d).Sub(o.center).Scale(o.scale)
	if !(p.length() <= float64(o.reach*(1+0x1p-21))) {
		return Vec{}, badVertex
	}
	return p, -1
}

// rimPoint returns the point of the circle of radius r in the plane Z = 0 farthest along d; (r,
// 0, 0) where d is along Z.
func rimPoint(r float64, d Vec) Vec {
	l := math.Sqrt(float64(d.X*d.X) + float64(d.Y*d.Y))
	if !(l > 0) {
		return Vec{r, 0, 0}
	}
	return Vec{float64(r * (d.X / l)), float64(r * (d.Y / l)), 0}
}

// toGrid returns w, a point given by support, as an integer multiple of the grid's step:
// |coordinate| < 2^51.
func toGrid(w Vec) [3]int64 {
	return [3]int64{int64(w.X * gridSize), int64(w.Y * gridSize), int64(w.Z * gridSize)}
}

// direction returns an exact direction as a vector of doubles whose largest coordinate has
// magnitude in [1/2, 1).
func direction(x, y, z exact.Int256) Vec {
	v := Vec{x.Float(), y.Float(), z.Float()}
	return v.Scale(num.PowerBelow(largest(v.abs())))
}

// at sets p to the vertex of C with the given numbers, and reports whether both cores are polytopes
// that have them.
func (m *minkowski) at(ia, ib int32, p *vertex) bool {
	a, okA := m.a.at(ia)
	b, okB := m.b.at(ib)
	p.w, p.a, p.ia, p.ib = m.point(a, b), a, ia, ib
	return okA && okB
}

// bracket returns the certified bounds of the distance from a separation and the length of a point
// of C as computed. The error bounds count what is relative to the reach; the rest is relative to
// the values: normalising, and the last sums.
func (m *minkowski) bracket(sep, length float64) (lower, upper float64) {
	return sep - float64(sepRelative*unit*math.Abs(sep)) - m.errSep, length + float64(lengthRelative*unit*length) +
		m.errPoint
}

// snap returns the grid point nearest v, whose coordinates are below 1/2.
func (v Vec) snap() Vec {
	return Vec{v.X + gridSnap - gridSnap, v.Y + gridSnap - gridSnap, v.Z + gridSnap - gridSnap}
}
