package d2

import (
	"math"

	"github.com/collide-go/collide/internal/num"
)

// The solvers see a pair as the Minkowski difference C = A - B of the two cores, in A's frame, with
// lengths scaled by a power of two so that reach, a bound on |w| for w in C, lies in [1/4, 1/2). C
// is known by its support map alone. Every point of C that a solver keeps is snapped to multiples
// of grid, so that differences of points are exact doubles, edges have exact normals and
// determinants are exact integers (package exact). docs/math/gjk.md derives the error bounds.

const (
	gridSnap = 1.5    // x + gridSnap - gridSnap rounds |x| < 1/2 to a multiple of 2^-52
	gridSize = 0x1p52 // grid points per unit of length
	gridStep = 0x1p-52
)

// body is one core as the solvers see it: about its centre, in its own axes, scaled.
type body struct {
	o     *Object
	half  Vec     // Object.half, scaled
	scale float64 // from the caller's unit to the solvers'
	reach float64 // Object.radius, scaled
	inner float64 // Object.inner, scaled, where the points leave that disc out; else 0
	hint  int32   // vertex where the last search for a support point ended, -1 at the start
	kind  kind
}

// vertex is a point w = a - b of C with the point a of A that it came from. b is a - w.
type vertex struct {
	w, a   Vec
	ia, ib int32 // vertex numbers of polygons, -1 for curved shapes
}

// minkowski is the difference C = A - B.
type minkowski struct {
	a, b  body
	rot   mat2 // B's axes in A's frame: x -> rot x + t takes B's frame to A's
	t     Vec  // B's centre in A's frame
	scale float64
	reach float64 // no point of C is farther from the origin
	size  float64 // larger extent of the two shapes, with margins

	far      float64 // how far off B's position is because of centres far from their frames' origins
	errSep   float64 // separation(n) is off by less than this
	errPoint float64 // a point of C as given by support is off by less than this
	found    probe   // where support puts what it finds
	bad      bool    // a user's Support broke its contract
	curved   bool    // the cores are not both polygons
}

// fill makes b the core of o in the solvers' unit.
func (b *body) fill(o *Object, scale float64) {
	b.o, b.kind, b.hint, b.half = o, o.kind, -1, o.half.Scale(scale)
	b.scale, b.reach, b.inner = scale, float64(o.radius*scale), 0
}

// init prepares C for a and b.
func (m *minkowski) init(a, b *Object) { m.place(a, b, between(a, b), offsets) }

// place is init for centres that are d apart, known to off of the coordinates of the centres.
func (m *minkowski) place(a, b *Object, d Vec, off float64) {
	big := max(math.Abs(d.X), math.Abs(d.Y), a.radius, b.radius)
	size := max(a.extent, b.extent)
	if big == 0 {
		big = size // points at one place: only their margins have a size
	}
	s := num.PowerBelow(big)
	dist := float64(d.Scale(s).Len() * (1 + quotientPad*unit))
	if k := num.PowerBelow(2 * (dist + float64(a.radius*s) + float64(b.radius*s))); k < 1 { // not where s is clamped
		s, dist = float64(s*k), float64(dist*k)
	}
	if most := float64(0x1p400 * num.PowerBelow(size)); size > 0 && s > most { // large margins must not overflow
		s, dist = most, float64(dist*(most/s))
	}
	m.scale = s
	m.a.fill(a, s)
	m.b.fill(b, s)
	m.a.inner, m.b.inner = float64(a.inner*s), float64(b.inner*s)
	ra, rb := a.axes(), b.axes()
	rel := ra.applyT(Vec{rb.c, rb.s})
	m.rot = mat2{rel.X, rel.Y}
	m.t = ra.applyT(d.Scale(s))
	m.reach = dist + m.a.reach + m.b.reach
	m.size = float64(size * s)
	m.bad = false
	m.curved = a.kind.curved() || b.kind.curved()
	m.far = float64(off * m.scale * (big1(a.center) + big1(b.center)))
	m.bounds(dist)
}

// bounds sets the two error bounds, in units of u times the length they belong to.
//
// The frame. The matrices of the poses are those of the stored doubles, with c^2 + s^2 within 4u of
// 1, so A's matrix is a rotation Q times a number within 2u of 1. The solvers' frame is Q's: a
// point a of A is off by 2u |a| for being used as it is, and rot and t, which are A's transposed
// matrix times something, by 2u of their own. B's matrix is used as it stands. A product of a
// matrix and a vector is off by (1 + sqrt 2)u < 2.42u, an inner product by 2u.
//
//	             A                 B                       distance of the centres   all of C
//	errPoint     2 frame, 1 local  2 frame, 1 local,       2 frame, 1 between,       1 sum, 0.5 weights, 2 their
//	                               2.42 rot, 2.42 rot b,   2.42 t, 1 sum             products, 2 length, 1 padding;
//	                               1 sum                                             grid: 1.42, of 1
//	  sum        3                 8.84                    6.42                      6.5; 1.42
//	errSep       2 frame, 1 local, 2 frame, 1 local,       2 frame, 1 between,       1 sum, 4 length of d and
//	             2 d.a             2.42 rot, 2.42 db,      2.42 t, 2 d.t, 1 sum      scaling, 1 padding
//	                               2 db.b, 1 sum
//	  sum        5                 10.84                   8.42                      6
//
// That the vertices found are the best only in doubles adds nothing: docs/math/gjk.md,
// section "Rounding". An ellipse's support point adds 6u: two products, a length, a quotient. The
// point of its inner disc adds 4u of that radius, the difference 1u. Rounding up holds the terms in
// u^2.
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

// offsets bounds the error of between by the magnitudes of the centres: 4u^2 of their sum per
// coordinate of off + offLo, so 5.66u^2, and 9u^2 of the length of off for the sums of low parts.
const offsets = farCentres * unit * unit

// probe is what a search for a support point of C found. It stays as it is until the next one.
type probe struct {
	d, db Vec // the direction in A's frame and in B's
	a, b  Vec // the support points: A's in A's frame along d, B's in B's along -db
}

// separation returns how far d, times its inverse length, separates the cores: see
// minkowski.separation.
func (f *probe) separation(m *minkowski, inverse float64) float64 {
	return float64(((f.d.Dot(m.t) + f.db.Dot(f.b)) - f.d.Dot(f.a)) * inverse)
}

// support sets p to the point of C farthest along d in A's frame, snapped to the grid, and returns
// what it comes from.
func (m *minkowski) support(d Vec, p *vertex) *probe {
	f := &m.found
	f.d, f.db = d, m.rot.applyT(d)
	f.a, p.ia = m.a.support(d)
	f.b, p.ib = m.b.support(f.db.Neg())
	if p.ia == badVertex || p.ib == badVertex {
		m.bad = true
	}
	p.a, p.w = f.a, m.point(f.a, f.b)
	return f
}

// search is support for callers that do not keep the point.
func (m *minkowski) search(d Vec) *probe {
	var p vertex
	return m.support(d, &p)
}

// point returns the point a - b of C, snapped to the grid. b is in B's frame.
func (m *minkowski) point(a, b Vec) Vec {
	w := a.Sub(m.rot.apply(b).Add(m.t))
	return Vec{w.X + gridSnap - gridSnap, w.Y + gridSnap - gridSnap}
}

// separation returns how far the unit vector n, in A's frame, separates the cores: the least n.x
// over B less the greatest n.x over A. It bounds the distance from below and, negated, the depth
// from above, to errSep.
func (m *minkowski) separation(n Vec) float64 {
	return m.search(n).separation(m, 1)
}

// badVertex numbers the answer of a user's Support that breaks its contract.
const badVertex = -2

// support returns the core point farthest along d, and its number.
func (b *body) support(d Vec) (Vec, int32) {
	switch b.kind {
	case kindPoint:
		return Vec{}, 0
	case kindSegment:
		if d.X < 0 {
			return Vec{-b.half.X, 0}, 1
		}
		return Vec{b.half.X, 0}, 0
	case kindBox:
		return b.corner(d)
	case kindHull:
		b.hint = b.o.hull.support(d, b.hint)
		return b.o.hull.local[b.hint].Scale(b.scale), b.hint
	case kindEllipse, kindUser, kindHalfSpace, kindComposite:
	}
	return b.supportCurved(d)
}

// corner is support for boxes. Ties go to the positive side.
func (b *body) corner(d Vec) (Vec, int32) {
	x, y := math.Float64bits(d.X)>>63, math.Float64bits(d.Y)>>63
	return Vec{
		math.Float64frombits(math.Float64bits(b.half.X) ^ x<<63),
		math.Float64frombits(math.Float64bits(b.half.Y) ^ y<<63),
	}, int32(x | y<<1)
}

// at returns vertex i of a polygon core.
func (b *body) at(i int32) (Vec, bool) {
	switch b.kind {
	case kindPoint:
		return Vec{}, i == 0
	case kindSegment:
		return Vec{float64(b.half.X * num.Sign(i)), 0}, i == 0 || i == 1
	case kindBox:
		return boxCorner(b.half, i), i >= 0 && i < 4
	case kindHull:
		if i < 0 || int(i) >= len(b.o.hull.local) {
			return Vec{}, false
		}
		b.hint = i
		return b.o.hull.local[i].Scale(b.scale), true
	case kindEllipse, kindUser, kindHalfSpace, kindComposite:
	}
	return Vec{}, false
}

// smallCore is the size of a core, in the unit in which it is, from which on squares of its lengths
// may be below the least double: the unit of motions is the caller's. In a larger core support
// points whose squares are lost are nearer to the centre than rounding can tell.
const smallCore = 0x1p-400

// supportCurved is support for cores with curved surfaces.
func (b *body) supportCurved(d Vec) (Vec, int32) {
	if b.kind == kindEllipse {
		e := Vec{float64(b.half.X * d.X), float64(b.half.Y * d.Y)}
		l := e.Len()
		if b.reach < smallCore {
			l = e.length()
		}
		if !(l > 0) {
			return Vec{}, -1
		}
		p := Vec{float64(b.half.X * (e.X / l)), float64(b.half.Y * (e.Y / l))}
		if b.inner > 0 {
			l = d.Len()
			p = p.Sub(Vec{float64(b.inner * (d.X / l)), float64(b.inner * (d.Y / l))})
		}
		return p, -1
	}
	p := b.o.user.Support(d).Sub(b.o.center).Scale(b.scale)
	if !(p.length() <= float64(b.reach*(1+0x1p-21))) {
		return Vec{}, badVertex
	}
	return p, -1
}

// normalize brings lengths after satRun.place from the caller's unit to one in which powers of
// them are in range.
func (m *minkowski) normalize() {
	if m.scale != 1 || m.reach > 0x1p-100 && m.reach < 0x1p100 {
		return
	}
	s := num.PowerBelow(2 * m.reach)
	if most := float64(0x1p400 * num.PowerBelow(m.size)); m.size > 0 && s > most { // large margins must not overflow
		s = most
	}
	m.scale, m.t, m.reach, m.size, m.far = s, m.t.Scale(s), float64(m.reach*s), float64(m.size*s), float64(m.far*s)
	m.a.fill(m.a.o, s)
	m.b.fill(m.b.o, s)
}
