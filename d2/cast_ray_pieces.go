package d2

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
		if o.margin > 0 {
			c.capsule()
		} else {
			c.box(false)
		}
	case kindBox:
		if o.margin > 0 {
			c.roundedBox()
		} else {
			c.box(false)
		}
	case kindHull:
		switch {
		case o.margin > 0 || o.hull.dim == 0:
			c.roundedHull()
		case o.hull.dim == 1:
			c.flatHull()
		default:
			c.hull(false)
		}
	case kindEllipse:
		c.ellipse()
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

// marginError bounds the rounding of the margins' sum, and what the length of the matrix does to
// it.
func (c *rayCast) marginError() float64 { return float64(rayMargin * unit * c.body.margin) }

// ball is the disc about p, about the centre, and own, the same point in the body's frame, whose
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
	n.line.Ball(n.d2.dot(v, v), n.d2.dot(v, n.d), n.dd, n.rr, id)
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

// above returns the value of n.(x - p) at the ray's origin and its slope, for n within en of a unit
// vector and p within ep, and how far off both are.
func (c *rayCast) above(n, p Vec, en, ep float64) (v, s, ev, es float64) {
	w := c.o.Sub(p)
	ev = c.eo + ep + float64((en+rayDot*unit)*big1(w)) + float64(rayShift*unit*big1(c.o))
	return n.Dot(w), n.Dot(c.d), ev, c.ed + float64(2*en) + rayDot*unit
}

// tube is the part of the capsule about the edge from p to q, about the centre, that is over the
// edge; ownP and ownQ are the same points in the body's frame.
func (c *rayCast) tube(p, q, ownP, ownQ Vec, id int32) {
	e, long, en := axisOf(p, q)
	if !(long > 0) {
		return // the discs at the ends are all there is
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
	v, x := n.from(ownP), n.d2.sub(n.length(ownQ), n.length(ownP))
	dot := n.d2.dot
	n.line.Tube(dot(x, x), dot(x, v), dot(x, n.d), dot(v, v), dot(v, n.d), n.dd, n.n, n.rr, id)
	n.ar.Release(mark)
}

// capsule is a segment along X with its margin.
func (c *rayCast) capsule() {
	p := Vec{c.body.half.X, 0}
	q := p.Neg()
	c.tube(q, p, q, p, 2)
	c.ball(p, p, 0)
	c.ball(q, q, 1)
}

// box is the core of a box; a soft one lies inside the body.
func (c *rayCast) box(soft bool) {
	h := pairOf(c.body.half)
	c.begin()
	o, d := pairOf(c.o), pairOf(c.d)
	for i := range 2 {
		c.side(o[i], d[i], h[i], int32(2*i))
	}
	if !c.open() {
		return
	}
	for i := range 2 {
		c.n.side(i, h[i], soft, int32(2*i))
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

// roundedBox is a box with a margin: the box, a tube about each edge and a disc at each vertex. The
// numbers are those of edges, then of vertices.
func (c *rayCast) roundedBox() {
	h := c.body.half
	if h.X > 0 && h.Y > 0 {
		c.box(true)
	}
	for b := range int32(2) {
		if h.Y > 0 && (b == 0 || h.X > 0) {
			p, q := boxCorner(h, b), boxCorner(h, b|2)
			c.tube(q, p, q, p, b)
		}
		if h.X > 0 && (b == 0 || h.Y > 0) {
			p, q := boxCorner(h, 2*b), boxCorner(h, 2*b|1)
			c.tube(q, p, q, p, 2+b)
		}
	}
	for v := range int32(4) {
		if v&1 != 0 && h.X == 0 || v&2 != 0 && h.Y == 0 {
			continue
		}
		p := boxCorner(h, v)
		c.ball(p, p, 4+v)
	}
}

// hull is the core of a polygon: one line for each edge. A soft one lies inside the body.
func (c *rayCast) hull(soft bool) {
	h := c.body.hull
	edges := h.table.edges
	c.begin()
	for i := range edges {
		v, s, ev, es := c.edge(&edges[i], h.local[i])
		c.line.Linear(v, s, ev, es, int32(i))
	}
	if !c.open() {
		return
	}
	n := &c.n
	for i := range edges {
		if !c.line.Matters(c.edge(&edges[i], h.local[i])) {
			continue
		}
		p := h.points[i]
		e := n.d2.sub(n.length(h.points[(i+1)%len(edges)]), n.length(p))
		m := bigVec{e[1], e[0].Neg(e[0])}
		v, s := n.d2.dot(m, n.from(p)), n.d2.dot(m, n.d)
		n.line.Linear(v, s, soft, int32(i))
	}
	n.line.End()
}

// edge is above for an edge of the body that starts at p.
func (c *rayCast) edge(e *hullEdge, p Vec) (v, s, ev, es float64) {
	return c.above(e.n, p, rayNormal*unit, float64(rayShift*unit*c.body.hull.radius))
}

// flatHull is a segment: its line, under the number 2, and the ends 0 and 1.
func (c *rayCast) flatHull() {
	h := c.body.hull
	p, q := h.local[0], h.local[1]
	e, long, en := axisOf(p, q)
	w := c.o.Sub(p)
	we, de := w.Dot(e), c.d.Dot(e)
	ew, ed := c.across(p, en)
	c.begin()
	c.line.Linear(-we, -de, ew, ed, 0)
	c.line.Linear(we-long, de, ew+float64(rayLong*unit*(long+big1(p)+big1(q))), ed, 1)
	c.line.Flat(e.Cross(w), e.Cross(c.d), ew, ed, 2)
	if !c.open() {
		return
	}
	n := &c.n
	ar, dot := n.ar, n.d2.dot
	v, x := n.from(h.points[0]), n.d2.sub(n.length(h.points[1]), n.length(h.points[0]))
	y := bigVec{ar.Int().Neg(x[1]), x[0]}
	ev, ed2 := dot(x, v), dot(x, n.d)
	n.line.Linear(ar.Int().Neg(ev), ar.Int().Neg(ed2), false, 0)
	n.line.Linear(ar.Int().Sub(ev, ar.Mul(n.n, dot(x, x))), ed2, false, 1)
	n.line.Flat(dot(y, v), dot(y, n.d), 2)
	n.line.End()
}

// pairOf returns the coordinates of v.
func pairOf(v Vec) [2]float64 { return [2]float64{v.X, v.Y} }

// roundedHull is a hull with a margin, or a point: the hull if it is solid, a tube about
// each edge and a disc at each vertex. The numbers are those of edges, then of vertices.
func (c *rayCast) roundedHull() {
	h := c.body.hull
	if h.dim == 2 {
		c.hull(true)
	}
	n := len(h.points)
	edges := n
	if n < 3 {
		edges = n - 1
	}
	for i := range edges {
		j := (i + 1) % n
		c.tube(h.local[i], h.local[j], h.points[i], h.points[j], int32(i))
	}
	for i := range n {
		c.ball(h.local[i], h.points[i], int32(n+i))
	}
}

// ellipse is an ellipse without a margin, or the segment that a flat one is, whose line has the
// number 1.
func (c *rayCast) ellipse() {
	h, o, d := pairOf(c.body.half), pairOf(c.o), pairOf(c.d)
	flat, low := -1, math.Inf(1)
	c.begin()
	for i := range 2 {
		if h[i] == 0 {
			flat = i
			c.line.Flat(o[i], d[i], c.eo, c.ed, 1)
			o[i], d[i] = 0, 0
			continue
		}
		o[i], d[i], low = o[i]/h[i], d[i]/h[i], min(low, h[i])
	}
	w, v := Vec{o[0], o[1]}, Vec{d[0], d[1]}
	c.round(w, v, c.eo/low+float64(rayScaled*unit*big1(w)), c.ed/low+float64(rayScaled*unit*big1(v)), 1, 0, 0)
	if !c.open() {
		return
	}
	if n := &c.n; flat >= 0 {
		n.line.Flat(n.o[flat], n.d[flat], 1)
	}
	c.n.ellipse()
}

// halfSpace is a half-plane.
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

// height returns how far the ray's origin is above a half-plane, what of that t adds, and the
// offset of its line.
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
