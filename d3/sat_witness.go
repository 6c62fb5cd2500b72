package d3

import (
	"math"

	"github.com/collide-go/collide/internal/num"
)

// The witness of SAT: a point a of A and b of B with b - a = separation n, for the best axis n. Of
// cores that overlap, the ball about the origin that just fits into C touches C's surface at depth
// n, so this point is a difference of the features of A and B that support n. Of cores apart it is
// one if the nearest features are a face and a corner, two edges, or lie along each other; else
// there is no such point.

// satTies is how many vertices of a body may support an axis alike.
const satTies = 64

// witness returns the points, in A's frame, for the search along s.n, which found the separation
// sep. ok is false where no such points lie within rounding of the features.
func (s *satRun) witness(m *minkowski, found *probe, sep float64) (a, b Vec, ok bool) {
	tol := float64(witnessTies * unit * m.reach)
	if s.axis.i >= 0 || s.axis.j >= 0 {
		a, b, ok = s.two.witness(s.axis, found, sep, tol)
	}
	if ok {
		return a, b, true
	}
	return s.parallel(m, found, tol)
}

// alone reports whether the corner of a box with the half extents h that lies farthest along d does
// so by more than tol.
func alone(d, h Vec, tol float64) bool {
	tol /= 2
	return math.Abs(float64(d.X*h.X)) > tol && math.Abs(float64(d.Y*h.Y)) > tol && math.Abs(float64(d.Z*h.Z)) > tol
}

// onto returns the point of the box nearest to x, and whether no coordinate moves by more than tol.
func onto(x, half Vec, tol float64) (Vec, bool) {
	ok := math.Abs(x.X) <= half.X+tol && math.Abs(x.Y) <= half.Y+tol && math.Abs(x.Z) <= half.Z+tol
	if math.Abs(x.X) > half.X {
		x.X = math.Copysign(half.X, x.X)
	}
	if math.Abs(x.Y) > half.Y {
		x.Y = math.Copysign(half.Y, x.Y)
	}
	if math.Abs(x.Z) > half.Z {
		x.Z = math.Copysign(half.Z, x.Z)
	}
	return x, ok
}

// witness is satRun.witness for the axis of two boxes.
func (p *boxPair) witness(axis boxAxis, found *probe, sep, tol float64) (a, b Vec, ok bool) {
	switch {
	case axis.j < 0:
		return p.faceOfA(found, sep, tol)
	case axis.i < 0:
		return p.faceOfB(found, sep, tol)
	}
	return p.edgeEdge(found, axis, tol)
}

// faceOfA returns the points of a face of box A and a corner of box B.
func (p *boxPair) faceOfA(l *probe, sep, tol float64) (a, b Vec, ok bool) {
	if !alone(l.db, p.b, tol) {
		return a, b, false
	}
	b = p.r.apply(l.b).Add(p.t)
	a, ok = onto(b.Sub(l.d.Scale(sep)), p.a, tol)
	return a, b, ok
}

// faceOfB returns the points of a corner of box A and a face of box B.
func (p *boxPair) faceOfB(l *probe, sep, tol float64) (a, b Vec, ok bool) {
	if !alone(l.d, p.a, tol) {
		return a, b, false
	}
	b, ok = onto(p.r.applyT(l.a.Add(l.d.Scale(sep)).Sub(p.t)), p.b, tol)
	return l.a, p.r.apply(b).Add(p.t), ok
}

// edgeEdge returns the points of an edge of box A and one of box B where they cross, seen along the
// axis.
func (p *boxPair) edgeEdge(l *probe, axis boxAxis, tol float64) (a, b Vec, ok bool) {
	// Along their own edge both corners may be any.
	if !alone(l.d.with(axis.i, 1), p.a.with(axis.i, 1), tol) ||
		!alone(l.db.with(axis.j, 1), p.b.with(axis.j, 1), tol) {
		return a, b, false
	}
	a = l.a.with(axis.i, 0)
	b = p.r.apply(l.b.with(axis.j, 0)).Add(p.t)
	g := p.r.column(axis.j)
	across := l.d.Cross(unitVec(axis.i))
	r := across.Dot(a.Sub(b)) / across.Dot(g)
	h := p.b.along(axis.j)
	if !(math.Abs(r) <= h+tol) {
		return a, b, false
	}
	b = b.Add(g.Scale(num.Clamp(r, h)))
	x := b.along(axis.i)
	h = p.a.along(axis.i)
	return a.with(axis.i, num.Clamp(x, h)), b, math.Abs(x) <= h+tol
}

// ties is the work space of parallel: the vertices of A and B that support an axis, in A's frame,
// and a simplex.
type ties struct {
	a, b   [satTies]Vec
	na, nb int
	s      simplex
}

// parallel returns the points where faces or edges lie along each other: any that the features have
// in common, seen along the axis. They are given by all vertices within tol of the farthest. GJK on
// these alone ends after a few steps: the origin lies in the shadow of their difference.
func (s *satRun) parallel(m *minkowski, found *probe, tol float64) (a, b Vec, ok bool) {
	t := &s.ties
	if !t.find(m, found, tol) {
		return a, b, false
	}
	n := found.d
	if a, b, ok = t.simple(n, tol); ok {
		return a, b, true
	}
	return t.common(n, tol)
}

// simple is common for what nearly all pairs of hulls have: a corner over a triangle, or two edges
// that cross. It leaves to common what is not so for certain.
func (t *ties) simple(n Vec, tol float64) (a, b Vec, ok bool) {
	switch {
	case t.na == 3 && t.nb == 1:
		b = t.b[0]
		a = b.Sub(n.Scale(n.Dot(b.Sub(t.a[0]))))
		return a, b, within3(n, a, t.a[0], t.a[1], t.a[2])
	case t.na == 1 && t.nb == 3:
		a = t.a[0]
		b = a.Sub(n.Scale(n.Dot(a.Sub(t.b[0]))))
		return a, b, within3(n, b, t.b[0], t.b[1], t.b[2])
	case t.na == 2 && t.nb == 2:
		e, f, w := t.a[1].Sub(t.a[0]), t.b[1].Sub(t.b[0]), t.b[0].Sub(t.a[0])
		nf, ne := n.Cross(f), n.Cross(e)
		inv := 1 / nf.Dot(e)
		x, y := float64(nf.Dot(w)*inv), float64(ne.Dot(w)*inv)
		if !(x >= 0 && x <= 1 && y >= 0 && y <= 1) {
			return a, b, false
		}
		a, b = t.a[0].Add(e.Scale(x)), t.b[0].Add(f.Scale(y))
		w = a.Sub(b)
		return a, b, w.Sub(n.Scale(w.Dot(n))).Len2() <= float64(tol*tol)
	}
	return a, b, false
}

// within3 reports whether x lies in the triangle p, q, r for certain, seen along the unit vector n.
func within3(n, x, p, q, r Vec) bool {
	p, q, r = p.Sub(x), q.Sub(x), r.Sub(x)
	i, j, k := n.Dot(p.Cross(q)), n.Dot(q.Cross(r)), n.Dot(r.Cross(p))
	const sure = 0x1p-40 // far above the rounding of products of lengths below 1
	return min(i, j, k) > sure || max(i, j, k) < -sure
}

// common is parallel, once the vertices are found.
func (t *ties) common(n Vec, tol float64) (a, b Vec, ok bool) {
	v := Vec{}
	t.s.n = 0
	for t.s.n < 3 {
		i, j := farthest1(t.a[:t.na], v.Neg()), farthest1(t.b[:t.nb], v)
		w := t.a[i].Sub(t.b[j])
		p := &t.s.p[t.s.n]
		*p = vertex{w: w.Sub(n.Scale(w.Dot(n))), a: t.a[i], ib: int32(j)}
		if t.s.has(p) {
			break
		}
		t.s.n++
		last := v.Len2()
		if v, _ = t.s.nearest(); !(v.Len() > tol/4) || last > 0 && !(v.Len2() < last) {
			break
		}
	}
	w, a := t.s.point()
	for i := range t.s.n {
		b = b.Add(t.b[t.s.p[i].ib].Scale(t.s.lambda[i]))
	}
	return a, b, w.Len() <= tol
}

// farthest1 returns the index of the first of the points farthest along d.
func farthest1(p []Vec, d Vec) int {
	best, at := math.Inf(-1), 0
	for i := range p {
		if x := p[i].Dot(d); x > best {
			best, at = x, i
		}
	}
	return at
}

// find fills t with the vertices that support the search l up to tol. It reports false where they
// are too many.
func (t *ties) find(m *minkowski, l *probe, tol float64) bool {
	t.na, t.nb = m.a.level(l.d, l.d.Dot(l.a)-tol, &t.a), m.b.level(l.db.Neg(), -l.db.Dot(l.b)-tol, &t.b)
	for i := range t.nb {
		t.b[i] = m.rot.apply(t.b[i]).Add(m.t)
	}
	return t.na > 0 && t.nb > 0
}

// level fills p with the vertices of o at least at floor along d, and returns their number; 0 for
// too many.
func (o *body) level(d Vec, floor float64, p *[satTies]Vec) (n int) {
	if o.kind == kindHull {
		return o.levelHull(d, floor/o.scale, p)
	}
	for i := range o.corners() {
		v := o.vertex(i)
		if !(v.Dot(d) >= floor) {
			continue
		}
		if n == len(p) {
			return 0
		}
		p[n] = v
		n++
	}
	return n
}

// levelHull is level for a hull, with the floor in its own unit, a power of two off.
func (o *body) levelHull(d Vec, floor float64, p *[satTies]Vec) (n int) {
	local := o.hull.local
	var at [satTies + 1]int32 // nobody can predict which: all are written, and few are kept
	for i := range local {
		at[n] = int32(i)
		if n += one(local[i].Dot(d) >= floor); n == len(at) {
			return 0
		}
	}
	for i, k := range at[:n] {
		p[i] = local[k].Scale(o.scale)
	}
	return n
}
