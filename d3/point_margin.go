package d3

import (
	"math"
	"math/big"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/exact"
	"github.com/collide-go/collide/internal/num"
)

// The relation of the signed distance less d to zero is that of the bodies with a margin more, d,
// which may be below zero. As long as all margins together are not, the solver and its exact path
// answer as for any pair. Below that the depth of the cores is compared with what is missing: by
// the bracket of the distance, and where that holds d by integers. docs/math/exact.md, "Depths".

// marginWork is the work space of queries with a margin.
type marginWork struct {
	a, b Object
	list []float64 // the margins of a, where there are several
	ar   exact.Arena
}

// grow sets the pair of w to a and b, half-spaces or convex, with the margins together grown by d,
// exactly, and reports whether their sum is below zero.
func (w *marginWork) grow(a, b *Object, d float64) (x, y *Object, below bool) {
	switch {
	case a.kind != kindHalfSpace && a.margin+d > 0:
		w.a = *a
		w.margin(&w.a, d, a.margins, a.margin)
		return &w.a, b, false
	case b.kind != kindHalfSpace && (b.margin+d > 0 || a.kind == kindHalfSpace):
		w.a = *b
		w.margin(&w.a, d, b.margins, b.margin)
		return a, &w.a, w.a.margin < 0
	}
	w.a, w.b = *a, *b
	if b.kind == kindHalfSpace {
		w.margin(&w.a, d, a.margins, a.margin)
		return &w.a, b, w.a.margin < 0
	}
	w.b.extent -= float64(2 * b.margin)
	w.b.margin, w.b.margins = 0, nil
	if b.margins == nil && b.margin != 0 {
		w.margin(&w.a, d, a.margins, a.margin, b.margin)
	} else {
		w.margin(&w.a, d, a.margins, a.margin, b.margins...)
	}
	return &w.a, &w.b, w.a.margin < 0
}

// margin sets the margins of o to the sum of d, those of its own that list or else single tells,
// and more.
func (w *marginWork) margin(o *Object, d float64, list []float64, single float64, more ...float64) {
	w.list = append(w.list[:0], d)
	if list == nil && single != 0 {
		w.list = append(w.list, single)
	}
	w.list = append(append(w.list, list...), more...)
	old := o.margin
	sum, rest := w.ar.Sum(w.list)
	o.margin, o.margins = sum, nil
	if rest {
		o.margins = w.list
	}
	o.extent = max(0, o.extent-float64(2*old)+float64(2*sum))
}

// relate returns the relation of the signed distance of a pair in canonical order, less d, to zero.
// c may be nil.
func (w *marginWork) relate(s *solver, a, b *Object, d float64, c *Cache) collide.Relation {
	if a.kind == kindHalfSpace && b.kind == kindHalfSpace {
		g := s.relation.slabOf(a, b, d)
		return g.relation()
	}
	x, y, below := w.grow(a, b, d)
	if !below {
		if rel := s.relate(x, y, c); rel != collide.Undecided {
			return rel
		}
	}
	var ct Contact
	s.distance(a, b, c, &ct)
	if rel, sure := ct.against(d); sure || !below {
		return rel
	}
	return w.exactly(s, x, y)
}

// against returns the relation of the signed distance less d to zero where the bracket tells it.
func (c *Contact) against(d float64) (rel collide.Relation, sure bool) {
	switch {
	case c.Lower > d:
		return collide.Apart, true
	case c.Upper < d:
		return collide.Overlapping, true
	}
	return collide.Undecided, c.Status == collide.BadSupport
}

// exactly is relate for a pair that grow has made, whose margins are together below zero, Undecided
// where there is no exact way to it.
func (w *marginWork) exactly(s *solver, a, b *Object) collide.Relation {
	h, o := a, b
	if b.kind == kindHalfSpace {
		h, o = b, a
	}
	switch {
	case h.kind == kindHalfSpace:
		var p planePair
		p.init(h, o, &s.relation.integers)
		return p.relation()
	case a.kind.curved() || b.kind.curved():
		return collide.Undecided
	}
	s.prepare(a, b)
	l := depthLimit{d: &s.relation, m: &s.m, a: a, b: b}
	return l.relate()
}

// depthLimit compares the depth of two polytopes, grown by margins that are together below zero,
// with the length below zero.
type depthLimit struct {
	d     *exactRelation
	m     *minkowski
	a, b  *Object
	limit float64  // about the length, in the solvers' unit
	exact *big.Int // the length
	equal bool     // a direction with just that support value was found
	some  bool     // some direction was found
}

// relate returns the relation. The depth is the least support value of C over all unit directions,
// and the least is that along the normal of a face of C: of a face of A or B, or of an edge of
// each. Other directions do no harm, as none has a lesser value.
func (l *depthLimit) relate() collide.Relation {
	l.d.prepare(l.m, l.a, l.b)
	l.exact = l.d.margins(l.a, l.b)
	l.exact.Neg(l.exact)
	l.limit = float64(-(l.a.margin + l.b.margin) * l.m.scale)
	if l.faces(l.a, true) || l.faces(l.b, false) || l.edges() || !l.some {
		return collide.Apart
	}
	if l.equal {
		return collide.Touching
	}
	return collide.Overlapping
}

// faces tries the normals of the faces of o, which is A or else B, and reports whether one proves
// that the depth is less.
func (l *depthLimit) faces(o *Object, isA bool) bool {
	if o.kind == kindBox {
		for _, f := range boxFaces {
			if l.face(o, f, isA) {
				return true
			}
		}
	}
	if o.kind == kindHull {
		for _, f := range o.hull.faces {
			if l.face(o, f, isA) {
				return true
			}
		}
	}
	return false
}

// boxFaces are three corners of a face of a box across each axis.
var boxFaces = [3][3]int32{{0, 2, 4}, {0, 4, 1}, {0, 1, 2}}

// face is faces for the face through three corners.
func (l *depthLimit) face(o *Object, f [3]int32, isA bool) bool {
	body, rows := &l.m.a, &l.d.ma
	if !isA {
		body, rows = &l.m.b, &l.d.mb
	}
	p, q := body.vertex(f[1]).Sub(body.vertex(f[0])), body.vertex(f[2]).Sub(body.vertex(f[0]))
	n := p.Cross(q)
	e, g := p.Len(), q.Len()
	err := float64(directionError * unit * (float64((e+g)*body.reach) + float64(e*g)))
	if !isA {
		n = l.m.rot.apply(n)
	}
	if l.far(n, err) {
		return false
	}
	ar := &l.d.ar
	mark := ar.Mark()
	defer ar.Release(mark)
	return l.try(ar.Cross(l.edge(o, rows, f[0], f[1]), l.edge(o, rows, f[0], f[2])))
}

// edges tries the products of an edge of each body, and reports whether one proves that the depth
// is less.
func (l *depthLimit) edges() bool {
	for i, e, ok := l.a.nextEdge(-1); ok; i, e, ok = l.a.nextEdge(i) {
		u := l.m.a.vertex(e[1]).Sub(l.m.a.vertex(e[0]))
		for k, f, ok := l.b.nextEdge(-1); ok; k, f, ok = l.b.nextEdge(k) {
			v := l.m.rot.apply(l.m.b.vertex(f[1]).Sub(l.m.b.vertex(f[0])))
			x, y := u.Len(), v.Len()
			err := float64(directionError * unit * (float64(x*l.m.b.reach) + float64(y*l.m.a.reach) + float64(2*x*y)))
			if l.far(u.Cross(v), err) {
				continue
			}
			ar := &l.d.ar
			mark := ar.Mark()
			less := l.try(ar.Cross(l.edge(l.a, &l.d.ma, e[0], e[1]), l.edge(l.b, &l.d.mb, f[0], f[1])))
			if ar.Release(mark); less {
				return true
			}
		}
	}
	return false
}

// nextEdge returns the edge after number i, -1 for the first: its number and its corners. Of a box
// one edge stands for each direction. ok is false where there is none.
func (p *polytope) nextEdge(i int) (next int, ends [2]int32, ok bool) {
	i++
	switch p.kind {
	case kindSegment:
		return i, [2]int32{0, 1}, i == 0
	case kindBox:
		return i, [2]int32{0, 1 << i}, i < 3
	case kindHull:
		h := p.hull
		for ; i < len(h.adj); i++ {
			if u := h.from(int32(i)); u < h.adj[i] {
				return i, [2]int32{u, h.adj[i]}, true
			}
		}
	case kindPoint, kindCylinder, kindCone, kindEllipsoid, kindUser, kindHalfSpace, kindComposite:
	}
	return i, ends, false
}

// far reports whether C surely reaches farther than the limit along n and against it. n is off by
// err.
func (l *depthLimit) far(n Vec, err float64) bool {
	m := l.m
	length := n.Len()
	room := float64(err*(m.reach+l.limit)) + float64(2*(m.errSep+m.errPoint)*length) +
		float64(limitError*unit*l.limit*length) + 0x1p-900
	most := float64(l.limit*length) + room
	if !(-m.search(n).separation(m, 1) > most && -m.search(n.Neg()).separation(m, 1) > most) {
		return false
	}
	l.some = true
	return true
}

// edge returns the difference of two corners of o in integers, by the rows of its matrix.
func (l *depthLimit) edge(o *Object, rows *[3][3]*big.Int, i, k int32) [3]*big.Int {
	ar := &l.d.ar
	v := ar.Sub(l.d.vec(o.exactCorner(k)), l.d.vec(o.exactCorner(i)))
	return [3]*big.Int{ar.Dot(rows[0], v), ar.Dot(rows[1], v), ar.Dot(rows[2], v)}
}

// try compares the support values of C along n and against it with the limit, and reports whether
// one is less.
func (l *depthLimit) try(n [3]*big.Int) bool {
	if isZero(n) {
		return false
	}
	l.some = true
	h, back := l.value(n, true), l.value(n, false)
	back.Neg(back)
	if back.Cmp(h) < 0 {
		h = back
	}
	if h.Sign() <= 0 {
		return true
	}
	ar := &l.d.ar
	switch ar.Mul(h, h).Cmp(ar.Mul(ar.Mul(l.exact, l.exact), ar.Dot(n, n))) {
	case -1:
		return true
	case 0:
		l.equal = true
	}
	return false
}

// value returns the greatest product of a point of C with n, or the least.
func (l *depthLimit) value(n [3]*big.Int, most bool) *big.Int {
	d := l.d
	d.p = d.p[:0]
	d.insert(d.support(n, most))
	x := d.ar.Dot(n, d.at(0))
	d.p = d.p[:0]
	return x
}

// farther sets ct to an answer about a pair in canonical order and reports true where GJK proves on
// the way that they are farther apart than d. c may be nil.
func (w *marginWork) farther(s *solver, a, b *Object, d float64, c *Cache, ct *Contact) bool {
	if a.kind == kindHalfSpace || b.kind == kindHalfSpace || !(d <= math.MaxFloat64) || s.algorithm != collide.Auto {
		return false
	}
	s.prepare(a, b)
	s.begin(c)
	least := s.radius + float64(d*s.m.scale)
	least += float64(marginPad * unit * least)
	exit, v, found := s.walk(num.Noise, least+float64(2*(s.m.errSep+s.m.errPoint)))
	if exit != collide.ExitFar || s.m.bad {
		return false
	}
	var k core
	s.separated(found, &k)
	p, own := s.s.point()
	length := p.Len()
	if !(k.lower-float64(marginPad*unit*k.lower) > least) || v == (Vec{}) {
		return false
	}
	k.a, k.n, k.status = own, p.Scale(-1/length), collide.Limit
	k.dist = min(max(k.lower, length), k.upper)
	s.answer(a, b, &k, ct)
	c.keep(&s.run)
	return ct.Lower > d
}

// boxesFarther reports whether the boxes of a and b prove that the bodies are farther apart than
// d >= 0.
func boxesFarther(a, b *AABB, d float64) bool {
	return num.AddDown(a.Min.X, -b.Max.X) > d || num.AddDown(b.Min.X, -a.Max.X) > d ||
		num.AddDown(a.Min.Y, -b.Max.Y) > d || num.AddDown(b.Min.Y, -a.Max.Y) > d ||
		num.AddDown(a.Min.Z, -b.Max.Z) > d || num.AddDown(b.Min.Z, -a.Max.Z) > d
}

// checkMargin refuses a margin that is NaN, and where negative margins mean nothing one below zero.
func checkMargin(d, least float64) error {
	if d >= least {
		return nil
	}
	return &collide.Error{Code: collide.ErrBadOption, Path: "d", Index: -1, Value: d}
}
