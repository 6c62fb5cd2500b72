package d3

import (
	"math"
)

// The pieces of each kind of body. A piece is told to c.line in doubles and, in the second pass,
// where doubles do not rule it out, to c.n in integers as well. The numbers of the constraints tell
// the normal: cast_ray_feature.go.

// pieces runs through the pieces of the body under way.
func (c *rayCast) pieces() {
	o := c.body
	c.line.Reset(c.line.Max, c.line.Far)
	switch o.kind {
	case kindPoint:
		c.ball(Vec{}, Vec{}, 0)
	case kindSegment:
		c.capsule()
	case kindBox:
		if o.margin > 0 {
			c.roundedBox()
		} else {
			c.box(false)
		}
	case kindHull:
		switch {
		case o.margin > 0 || o.hull.dim < 2:
			c.roundedHull()
		case o.hull.dim == 2:
			c.flatHull()
		default:
			c.hull(false)
		}
	case kindCylinder:
		c.cylinder()
	case kindCone:
		c.cone()
	case kindEllipsoid:
		c.ellipsoid()
	case kindHalfSpace:
		c.halfSpace()
	case kindUser, kindComposite:
	}
}

// begin begins a piece.
func (c *rayCast) begin() { c.line.Begin() }

// open ends the piece in doubles. In the second pass it reports whether the integers are to decide
// it.
func (c *rayCast) open() bool {
	if !c.exactly {
		c.line.End()
		return false
	}
	if c.line.Missed() {
		return false
	}
	c.n.line.Begin()
	return true
}

// marginError bounds the rounding of the margins' sum.
func (c *rayCast) marginError() float64 { return float64(rayMargin * unit * c.body.margin) }

// ball is the ball about p, about the centre, and own, the same point in the body's frame, whose
// radius is the margin.
func (c *rayCast) ball(p, own Vec, id int32) {
	w := c.o.Sub(p)
	c.begin()
	c.round(w, c.d, c.eo+float64(rayShift*unit*(big1(c.o)+big1(p))), c.ed, c.body.margin, c.marginError(), id)
	if !c.open() {
		return
	}
	n := &c.n
	mark := n.ar.Mark()
	v := n.from(own)
	n.line.Ball(n.ar.Dot(v, v), n.ar.Dot(v, n.d), n.dd, n.rr, id)
	n.ar.Release(mark)
}

// round adds the constraint |w + t d| <= r, with w, d and r off by ew, ed and er.
func (c *rayCast) round(w, d Vec, ew, ed, r, er float64, id int32) {
	ww, dd, wd := w.Len2(), d.Len2(), w.Dot(d)
	m := w
	if dd > 0 {
		m = w.Sub(d.Scale(wd / dd))
	}
	c.line.Round(ww, dd, wd, m.Len2(), r, ew, ed, er, id)
}

// above returns the value of n.(x - p) at the ray's origin and its slope, for n within en of a unit
// vector and p within ep, and how far off both are.
func (c *rayCast) above(n, p Vec, en, ep float64) (v, s, ev, es float64) {
	w := c.o.Sub(p)
	ev = c.eo + ep + float64((en+rayDot*unit)*big1(w)) + float64(rayShift*unit*big1(c.o))
	return n.Dot(w), n.Dot(c.d), ev, c.ed + float64(2*en) + rayDot*unit
}

// cornerError returns how far off the corners of h are.
func (h *Hull) cornerError() float64 { return float64(rayShift * unit * h.radius) }

// plane adds the constraint n.(x - p) <= 0, for n within en of a unit vector and p within ep.
func (c *rayCast) plane(n, p Vec, en, ep float64, id int32) {
	v, s, ev, es := c.above(n, p, en, ep)
	c.line.Linear(v, s, ev, es, id)
}

// axisOf returns the unit vector from p to q, which are off by u of themselves, their distance, and
// how far off the vector is.
func axisOf(p, q Vec) (e Vec, long, en float64) {
	e = q.Sub(p)
	if long = e.length(); !(long > 0) {
		return Vec{}, 0, 0
	}
	return e.Unit(), long, rayAlong*unit + float64(rayEnds*unit*(big1(p)+big1(q))/long)
}

// across returns how far off the origin about p and the direction are across an axis within en.
func (c *rayCast) across(p Vec, en float64) (ew, ed float64) {
	off := float64(2*en) + rayAcross*unit
	return c.eo + float64(off*(big1(c.o)+big1(p))), c.ed + float64(2*off)
}

// tube is the part of the capsule about the edge from p to q, about the centre, that is over the
// edge; ownP and ownQ are the same points in the body's frame.
func (c *rayCast) tube(p, q, ownP, ownQ Vec, id int32) {
	e, long, en := axisOf(p, q)
	if !(long > 0) {
		return // the balls at the ends are all there is
	}
	w := c.o.Sub(p)
	ew, ed := c.across(p, en)
	we, de := w.Dot(e), c.d.Dot(e)
	c.begin()
	c.line.Linear(-we, -de, ew, ed, id)
	c.line.Linear(we-long, de, ew+float64(rayLong*unit*(long+big1(p)+big1(q))), ed, id)
	c.round(w.Sub(e.Scale(we)), c.d.Sub(e.Scale(de)), ew, ed, c.body.margin, c.marginError(), id)
	if !c.open() {
		return
	}
	n := &c.n
	mark := n.ar.Mark()
	v, x := n.from(ownP), n.ar.Sub(n.length(ownQ), n.length(ownP))
	n.line.Tube(n.ar.Dot(x, x), n.ar.Dot(x, v), n.ar.Dot(x, n.d), n.ar.Dot(v, v), n.ar.Dot(v, n.d), n.dd, n.n, n.rr, id)
	n.ar.Release(mark)
}

// capsule is a segment along Z with its margin.
func (c *rayCast) capsule() {
	p := Vec{0, 0, c.body.half.Z}
	q := p.Neg()
	c.tube(q, p, q, p, 2)
	c.ball(p, p, 0)
	c.ball(q, q, 1)
}

// box is the core of a box; a soft one lies inside the body.
func (c *rayCast) box(soft bool) {
	h := array(c.body.half)
	c.begin()
	o, d := array(c.o), array(c.d)
	for i := range 3 {
		c.side(o[i], d[i], h[i], int32(2*i))
	}
	if !c.open() {
		return
	}
	for i := range 3 {
		c.n.side(i, h[i], soft, int32(2*i), int32(2*i+1))
	}
	c.n.line.End()
}

// side adds the constraints |o + t d| <= h along one axis, under the numbers id and id + 1.
func (c *rayCast) side(o, d, h float64, id int32) {
	e := c.eo + float64(unit*(math.Abs(o)+h))
	if h == 0 {
		c.line.Flat(o, d, e, c.ed, id)
		return
	}
	c.line.Linear(o-h, d, e, c.ed, id)
	c.line.Linear(-o-h, -d, e, c.ed, id+1)
}

// roundedBox is a box with a margin: the box, a slab about each face, a tube about each edge and a
// ball at each vertex. The numbers are those of faces, then of edges, then of vertices.
func (c *rayCast) roundedBox() {
	h := array(c.body.half)
	if h[0] > 0 && h[1] > 0 && h[2] > 0 {
		c.box(true)
	}
	for i := range 3 {
		c.boxFace(i, 1, int32(2*i))
		if h[i] > 0 {
			c.boxFace(i, -1, int32(2*i+1))
		}
	}
	for i := range 3 {
		j, k := (i+1)%3, (i+2)%3
		for b := range int32(4) {
			if h[i] == 0 || b&1 != 0 && h[j] == 0 || b&2 != 0 && h[k] == 0 {
				continue
			}
			v := b&1<<j | b>>1<<k
			p, q := c.body.corner(v), c.body.corner(v|1<<i)
			c.tube(q, p, q, p, 6+boxEdge(i, v))
		}
	}
	for v := range int32(8) {
		if v&1 != 0 && h[0] == 0 || v&2 != 0 && h[1] == 0 || v&4 != 0 && h[2] == 0 {
			continue
		}
		p := c.body.corner(v)
		c.ball(p, p, 18+v)
	}
}

// boxFace is the points within the margin of the plane of a face and over it. All its constraints
// have the number of the face: a ray that meets the seam beside it enters over an edge of the face.
func (c *rayCast) boxFace(i int, sign float64, id int32) {
	h, o, d := array(c.body.half), array(c.o), array(c.d)
	c.begin()
	for _, j := range [2]int{(i + 1) % 3, (i + 2) % 3} {
		e := c.eo + float64(unit*(math.Abs(o[j])+h[j]))
		c.line.Linear(o[j]-h[j], d[j], e, c.ed, id)
		c.line.Linear(-o[j]-h[j], -d[j], e, c.ed, id)
	}
	r := c.body.margin
	at := float64(sign * h[i])
	e := c.eo + float64(rayShift*unit*(math.Abs(o[i])+h[i]+r)) + c.marginError()
	c.line.Linear(o[i]-at-r, d[i], e, c.ed, id)
	c.line.Linear(at-o[i]-r, -d[i], e, c.ed, id)
	if !c.open() {
		return
	}
	n := &c.n
	n.side((i+1)%3, h[(i+1)%3], true, id, id)
	n.side((i+2)%3, h[(i+2)%3], true, id, id)
	mark := n.ar.Mark()
	v := n.ar.Int().Sub(n.o[i], n.scalar(at))
	n.line.Slab(v, n.d[i], n.rr, id)
	n.ar.Release(mark)
}

// hull is the core of a solid hull: one plane for each face. A soft one lies inside the body.
func (c *rayCast) hull(soft bool) {
	h := c.body.hull
	t := &h.faceTable().axes
	c.begin()
	if t.rough {
		c.line.Doubtful()
	} else {
		for i := range t.faces {
			f := &t.faces[i]
			c.plane(f.n, h.local[f.v], rayNormal*unit, h.cornerError(), int32(i))
		}
	}
	if !c.open() {
		return
	}
	n := &c.n
	for i := range t.faces {
		f := &t.faces[i]
		if !t.rough && !c.line.Matters(c.above(f.n, h.local[f.v], rayNormal*unit, h.cornerError())) {
			continue
		}
		m, p := n.normal(h, f.id)
		n.line.Linear(n.ar.Dot(m, n.from(p)), n.ar.Dot(m, n.d), soft, int32(i))
	}
	n.line.End()
}

// flatHull is a flat hull: its plane, under the number 0, and one constraint for each edge of its
// outline, under 1 and so on.
func (c *rayCast) flatHull() {
	h := c.body.hull
	t := &h.faceTable().axes
	c.begin()
	if t.rough {
		c.line.Doubtful()
	} else {
		f := &t.faces[0]
		v, s, ev, es := c.above(f.n, h.local[f.v], rayNormal*unit, h.cornerError())
		c.line.Flat(v, s, ev, es, 0)
		for i := range t.edges {
			e := &t.edges[i]
			out := e.dir.Cross(e.n1)
			c.plane(out, h.local[e.v], rayRing*unit, h.cornerError(), int32(1+i))
		}
	}
	if !c.open() {
		return
	}
	n := &c.n
	m, p := n.normal(h, 0)
	n.line.Flat(n.ar.Dot(m, n.from(p)), n.ar.Dot(m, n.d), 0)
	for i := range t.edges {
		u, v := h.edgeOf(int32(i))
		out := n.outward(h, m, u, v)
		n.line.Linear(n.ar.Dot(out, n.from(h.points[u])), n.ar.Dot(out, n.d), false, int32(1+i))
	}
	n.line.End()
}

// edgeOf returns the vertices of edge i of the outline of a flat hull, as axisTable counts them.
func (h *Hull) edgeOf(i int32) (u, v int32) {
	for u = range int32(len(h.points)) {
		for _, v = range h.adj[h.adjStart[u]:h.adjStart[u+1]] {
			if v < u {
				continue
			}
			if i == 0 {
				return u, v
			}
			i--
		}
	}
	return 0, 1
}

// roundedHull is a hull with a margin, or one without area: the hull if it is solid, a slab about
// each triangle, a tube about each edge and a ball at each vertex. The numbers are those of
// triangles, then of the places in Hull.adj, then of vertices.
func (c *rayCast) roundedHull() {
	h := c.body.hull
	if h.dim == 3 {
		c.hull(true)
	}
	if c.body.margin > 0 {
		for i := range h.faces {
			c.triangle(h, int32(i))
		}
	}
	id := int32(len(h.faces))
	for u := range int32(len(h.points)) {
		for at := h.adjStart[u]; at < h.adjStart[u+1]; at++ {
			if v := h.adj[at]; u < v {
				c.tube(h.local[u], h.local[v], h.points[u], h.points[v], id+at)
			}
		}
	}
	id += int32(len(h.adj))
	for v := range int32(len(h.points)) {
		c.ball(h.local[v], h.points[v], id+v)
	}
}

// triangle is the points within the margin of the plane of triangle i and over it.
func (c *rayCast) triangle(h *Hull, i int32) {
	f := &h.faces[i]
	m, _, good := h.normal(*f)
	c.begin()
	if good {
		p := h.local[f[0]]
		r := c.body.margin
		v, s, ev, es := c.above(m, p, rayNormal*unit, float64(rayShift*unit*(h.radius+r))+c.marginError())
		c.line.Linear(v-r, s, ev, es, i)
		c.line.Linear(-v-r, -s, ev, es, i)
		for k := range 3 {
			a, b := h.local[f[k]], h.local[f[(k+1)%3]]
			e := b.Sub(a)
			long := e.length()
			out := e.Unit().Cross(m)
			c.plane(out, a, rayRing*unit+float64(rayEnds*unit*h.radius/long), h.cornerError(), i)
		}
	} else {
		c.line.Doubtful()
	}
	if !c.open() {
		return
	}
	n := &c.n
	mark := n.ar.Mark()
	x, p := n.normal(h, i)
	for k := range 3 {
		a, b := h.points[f[k]], h.points[f[(k+1)%3]]
		out := n.ar.Cross(n.ar.Sub(n.length(b), n.length(a)), x)
		n.line.Linear(n.ar.Dot(out, n.from(a)), n.ar.Dot(out, n.d), true, i)
	}
	n.line.Slab(n.ar.Dot(x, n.from(p)), n.ar.Dot(x, n.d), n.ar.Mul(n.rr, n.ar.Dot(x, x)), i)
	n.ar.Release(mark)
}

// cylinder is a cylinder without a margin: caps 0 and 1, side 2.
func (c *rayCast) cylinder() {
	h := c.body.half
	c.begin()
	c.side(c.o.Z, c.d.Z, h.Z, 0)
	c.round(Vec{c.o.X, c.o.Y, 0}, Vec{c.d.X, c.d.Y, 0}, c.eo, c.ed, h.X, 0, 2)
	if !c.open() {
		return
	}
	n := &c.n
	n.side(2, h.Z, false, 0, 1)
	r := n.scalar(h.X)
	w, d := n.o, n.d
	w[2], d[2] = n.zero, n.zero
	n.line.Ball(n.ar.Dot(w, w), n.ar.Dot(w, d), n.ar.Dot(d, d), n.ar.Mul(r, r), 2)
}

// cone is a cone without a margin: cap 1, side 2.
func (c *rayCast) cone() {
	h := c.body.half
	long := 2 * h.Z
	k := long / h.X
	w, d := Vec{c.o.X, c.o.Y, 0}, Vec{c.d.X, c.d.Y, 0}
	z, s := h.Z-c.o.Z, -c.d.Z
	ew := c.eo + float64(rayShift*unit*(h.Z+math.Abs(c.o.Z)))
	across := d.Scale(z).Sub(w.Scale(s))
	c.begin()
	c.line.Linear(c.o.Z-h.Z, c.d.Z, ew, c.ed, 0)
	c.line.Linear(-c.o.Z-h.Z, -c.d.Z, ew, c.ed, 1)
	c.line.Wedge(w.Len2(), d.Len2(), w.Dot(d), z, s, k, across.Len2(), float64(w.X*d.Y)-float64(w.Y*d.X), ew, c.ed, 2)
	if !c.open() {
		return
	}
	n := &c.n
	n.side(2, h.Z, false, 0, 1)
	// long^2 |w|^2 <= r^2 z^2, with z and the line's part of it in units of n.
	ar := n.ar
	ll, rr := ar.Mul(n.scalar(long), n.scalar(long)), ar.Mul(n.scalar(h.X), n.scalar(h.X))
	x, y := n.o, n.d
	x[2], y[2] = n.zero, n.zero
	nz, ns := ar.Int().Sub(n.scalar(h.Z), n.o[2]), ar.Int().Neg(n.d[2])
	qa := ar.Mul(ll, ar.Dot(y, y))
	qa.Sub(qa, ar.Mul(rr, ar.Mul(ns, ns)))
	qb := ar.Mul(ll, ar.Dot(x, y))
	qb.Sub(qb, ar.Mul(rr, ar.Mul(nz, ns)))
	qc := ar.Mul(ll, ar.Dot(x, x))
	qc.Sub(qc, ar.Mul(rr, ar.Mul(nz, nz)))
	n.line.Quadratic(qa, qb, qc, 2)
}

// ellipsoid is an ellipsoid without a margin, or an elliptic disc, whose plane has the number 1.
func (c *rayCast) ellipsoid() {
	h, o, d := array(c.body.half), array(c.o), array(c.d)
	flat, low := -1, math.Inf(1)
	c.begin()
	for i := range 3 {
		if h[i] == 0 {
			flat = i
			c.line.Flat(o[i], d[i], c.eo, c.ed, 1)
			o[i], d[i] = 0, 0
			continue
		}
		o[i], d[i], low = o[i]/h[i], d[i]/h[i], min(low, h[i])
	}
	w, v := Vec{o[0], o[1], o[2]}, Vec{d[0], d[1], d[2]}
	c.round(w, v, c.eo/low+float64(rayScaled*unit*big1(w)), c.ed/low+float64(rayScaled*unit*big1(v)), 1, 0, 0)
	if !c.open() {
		return
	}
	if n := &c.n; flat >= 0 {
		n.line.Flat(n.o[flat], n.d[flat], 1)
	}
	c.n.ellipsoid()
}

// halfSpace is a half-space.
func (c *rayCast) halfSpace() {
	v, s, off := c.height()
	ev := c.eo + float64(rayHeight*unit*(big1(c.o)+math.Abs(off))) + 0x1p-1000
	c.begin()
	c.line.Linear(v, s, ev, c.ed+2*rayHeight*unit, 0)
	if !c.open() {
		return
	}
	c.n.halfSpace()
}

// height returns how far the ray's origin is above a half-space, what of that t adds, and the
// offset of its plane.
func (c *rayCast) height() (v, s, off float64) {
	p := &c.body.plane
	m := p.Normal.normal()
	k := m.length() // of the normal, but for a power of two
	scale := 1.0
	switch big := largest(p.Normal.abs()); {
	case big > 0x1p300:
		scale = 0x1p-600
	case big < 0x1p-300:
		scale = 0x1p600
	}
	m = m.Scale(1 / k)
	off = float64(p.Offset / k * scale)
	return m.Dot(c.o) - off, m.Dot(c.d), off
}
