package d3

import (
	"math"
	"slices"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/num"
)

const (
	// aligned is the slope of a face up to which the normal is the face's own, which turns with it.
	// Rounding of faces wider than 2^-29 of the pair stays below.
	aligned = 0x1p-22
	// idSlack is how far, relative to the smaller body, a point may be moved without a change of
	// its ID by a change that its features do not show: a quarter of what the ID promises.
	idSlack = 0x1p-22
	// stableFactor: a point that may move more than that many times as far as its bodies carries
	// its place in its ID.
	stableFactor = 3
	// placeSteps is how many steps of places the smaller body's size has.
	placeSteps = 0x1p24
	// together is the length, relative to the smaller body, below which two points are one.
	together = 0x1p-20
	// keepArea is the part of the intersection's area that the points must span after those were
	// left out that move too far.
	keepArea = 0.75
)

// clipper is the pair of supporting features, their intersection, and the points over it. It grows
// as needed and is kept by the Query.
type clipper struct {
	a, b        span
	core        body    // beside a half-space
	size        float64 // of the smaller body that has a size
	stableLever float64 // a lever of this length about the normal moves stableFactor times as far as the bodies do
	free        float64 // a lever of this length moves by idSlack where the normal jumps from one face to the other

	seen       []ringPoint // the corners that the intersection has, or had
	ring, next []int32     // those it has, in order
	p          []candidate

	sheet   sheet
	outline []candidate
}

// ringPoint is a corner of the intersection of subject and window.
type ringPoint struct {
	u, v float64
	kind ringKind
	i, j int32   // corner or edge of the subject and of the window
	out  int32   // the edge to the next point: of the subject if >= 0, else ^out of the window
	side float64 // how far to the left of the window's edge at hand it lies
}

// ringKind says what made a point.
type ringKind uint8

const (
	ofSubject ringKind = iota // corner i of the subject
	ofWindow                  // corner j of the window
	crossing                  // edge i of the subject meets edge j of the window
	beyond                    // the lines of two edges of the window meet, outside it but for rounding
)

// candidate is a point of the manifold before the reduction.
type candidate struct {
	u, v, d float64
	a, b    Vec // u, v and height of the points of A and B, each from its own body's centre
	id      collide.FeatureID
	more    float64 // what the choice of the reduction would span with it
	weak    bool    // its place depends too much on the poses, and it lies nearly on the line of its neighbours
}

// set makes c the point at u, v where the surfaces have the given heights. subject's comes first.
func (c *candidate) set(k *clipper, u, v, hs, hw float64, flip bool) {
	if flip {
		hs, hw = hw, hs
	}
	a, b := &k.a, &k.b
	c.u, c.v, c.d = u, v, -((hs + hw) + (a.off.Z + b.off.Z))
	c.a.X, c.a.Y, c.a.Z = u-a.off.X, v-a.off.Y, hs
	c.b.X, c.b.Y, c.b.Z = u-b.off.X, v-b.off.Y, hw
	c.weak = false
}

// of returns the point of the body of s.
func (c *candidate) of(k *clipper, s *span) *Vec {
	if s == &k.a {
		return &c.a
	}
	return &c.b
}

// window intersects subject, an edge or a face, with window, a face [SutherlandHodgman74]: edge by
// edge of the window it keeps what lies to the left.
func (k *clipper) window(subject, window *span) {
	k.seen, k.ring = k.seen[:0], k.ring[:0]
	for i := range subject.c {
		c, x := &subject.c[i], k.another()
		x.u, x.v, x.kind, x.i, x.out = c.u, c.v, ofSubject, int32(i), int32(i)
		k.ring = append(k.ring, int32(i))
	}
	for j := range window.c {
		w := &window.c[j]
		if w.eu == 0 && w.ev == 0 {
			continue
		}
		switch k.beside(w) {
		case len(k.ring):
		case 0:
			k.ring = k.ring[:0]
			return
		default:
			k.cut(subject, window, int32(j))
		}
	}
}

// another appends a point, which the caller fills in: a copy of what was just stored has to wait.
func (k *clipper) another() *ringPoint {
	n := len(k.seen)
	k.seen = slices.Grow(k.seen, 1)[:n+1]
	return &k.seen[n]
}

// beside sets side of the ring for the edge from w on, and returns how many points lie to its left.
func (k *clipper) beside(w *corner) (left int) {
	for _, i := range k.ring {
		p := &k.seen[i]
		if p.side = w.beside(p.u, p.v); p.side >= 0 {
			left++
		}
	}
	return left
}

// cut keeps of the ring, on both sides of edge j of the window, what lies to its left.
func (k *clipper) cut(subject, window *span, j int32) {
	next := k.next[:0]
	last := k.ring[len(k.ring)-1]
	for _, i := range k.ring {
		p, q := &k.seen[last], &k.seen[i]
		if (p.side >= 0) != (q.side >= 0) {
			next = append(next, int32(len(k.seen)))
			x := k.another()
			if x.meet(subject, window, p, j); x.kind == beyond {
				t := p.side / (p.side - q.side)
				x.u, x.v = p.u+float64(t*(q.u-p.u)), p.v+float64(t*(q.v-p.v))
			} else if !within(p, x, q) {
				x.hold(p, q)
			}
			if x.out = p.out; p.side >= 0 {
				x.out = ^j
			}
		}
		if q.side >= 0 {
			next = append(next, i)
		}
		last = i
	}
	k.ring, k.next = next, k.ring
}

// within reports whether x lies in the box that p and q span, and is neither: hold then leaves x.
// With a = x - p and b = q - x no product of coordinates is negative, so (a + b)·a and (a + b)·b
// are positive.
func within(p, x, q *ringPoint) bool {
	u, v := float64((x.u-p.u)*(q.u-x.u)), float64((x.v-p.v)*(q.v-x.v))
	return u >= 0 && v >= 0 && u+v > 0
}

// hold makes x the end of the way from p to q that it lies beyond, if it does. The lines of two
// edges that are all but parallel meet anywhere, as far as rounding can tell; p and q hold what the
// edges before have left of the way.
func (x *ringPoint) hold(p, q *ringPoint) {
	eu, ev, xu, xv := q.u-p.u, q.v-p.v, x.u-p.u, x.v-p.v
	if big := max(math.Abs(eu), math.Abs(ev)); big < 0x1p-480 { // the squares may underflow
		k := num.PowerBelow(big)
		eu, ev, xu, xv = float64(eu*k), float64(ev*k), float64(xu*k), float64(xv*k)
	}
	switch t := float64(xu*eu) + float64(xv*ev); {
	case !(t > 0):
		*x = *p
	case t >= float64(eu*eu)+float64(ev*ev):
		*x = *q
	}
}

// meet makes x the point where the edge that leaves p meets edge j of the window. Where that edge
// is of the window too, and a neighbour of edge j, they meet in a corner of the window and the
// point has its ID. The caller handles edges of the window that are not neighbours.
func (x *ringPoint) meet(subject, window *span, p *ringPoint, j int32) {
	x.i, x.j = 0, j
	if p.out < 0 {
		n := int32(len(window.c))
		switch last := ^p.out; {
		case last+1 == j || j == 0 && last == n-1:
		case j+1 == last || last == 0 && j == n-1:
			j = last
		default:
			x.kind = beyond
			return
		}
		x.u, x.v, x.kind, x.j = window.c[j].u, window.c[j].v, ofWindow, j
		return
	}
	w := &window.c[j]
	from, to := &subject.c[p.out], subject.next(int(p.out))
	f, g := w.beside(from.u, from.v), w.beside(to.u, to.v)
	t := 0.0
	if f != g {
		t = max(0, min(f/(f-g), 1))
	}
	x.kind, x.i = crossing, p.out
	if window.tiny { // the longer edge may be known to no more than the length of the shorter one
		to := window.next(int(j))
		f, g := from.beside(w.u, w.v), from.beside(to.u, to.v)
		if k := f / (f - g); math.Abs(k) <= 2 {
			x.u, x.v = w.u+float64(k*(to.u-w.u)), w.v+float64(k*(to.v-w.v))
			return
		}
	}
	x.u, x.v = from.u+float64(t*(to.u-from.u)), from.v+float64(t*(to.v-from.v))
}

// over makes the candidate of the only point of s over the face, if it lies there.
func (k *clipper) over(s, face *span, flip bool) bool {
	p := &s.c[0]
	if !face.under(p.u, p.v) {
		return false
	}
	var c candidate
	c.set(k, p.u, p.v, s.height(p.u, p.v, p.h), face.height(p.u, p.v, face.core(p.u, p.v)), flip)
	c.id = k.facing()
	if k.settle(&c, face); math.IsInf(c.d, 1) {
		return false // there is no surface over one of them
	}
	if math.Abs(c.d)+k.a.r+k.b.r+s.bend > k.stableLever {
		c.id |= k.place(&c)
	}
	k.p = append(k.p, c)
	return true
}

// edges makes the candidates of two edges: the ends of each that lie over the other, or beside it
// over its margin. Where they cross the contact's own point is the deepest.
func (k *clipper) edges() {
	a, b := &k.a, &k.b
	for i := range 2 {
		k.endOver(a, b, i, false)
	}
	for i := range 2 {
		k.endOver(b, a, i, true)
	}
}

// endOver adds the candidate at end i of s if it lies over t, or beside t by less than a quarter of
// the greater margin. It is then at the end, or on t if that has the lesser margin.
func (k *clipper) endOver(s, t *span, i int, flip bool) {
	e, p := &s.c[i], &t.c[0]
	long, along, beside := p.along(t.c[1].u, t.c[1].v), p.along(e.u, e.v), p.beside(e.u, e.v)
	onT := s.bend == 0 && (t.bend > 0 || s.r > t.r)
	room := 0.0 // beside the side of a cylinder the surface is not that of a tube about its line
	if onT {
		room = s.r / 4
	} else if t.bend == 0 {
		room = t.r / 4
	}
	if !(along >= -touch && along <= long+touch) || !(math.Abs(beside) <= max(room, touch)) {
		return
	}
	c := candidate{u: e.u, v: e.v}
	if onT {
		along = max(0, min(along, long))
		c.u, c.v = p.u+float64(along*p.eu), p.v+float64(along*p.ev)
	}
	c.set(k, c.u, c.v, s.height(c.u, c.v, e.h), t.height(c.u, c.v, t.core(c.u, c.v)), flip)
	k.settle(&c, s)
	k.settle(&c, t)
	is, it := collide.Feature(collide.FeatureVertex, e.vertex), collide.Feature(collide.FeatureEdge, t.index)
	if j := k.near(t, e.u, e.v); j >= 0 {
		it = collide.Feature(collide.FeatureVertex, t.c[j].vertex)
	}
	c.id = is | it<<collide.FeatureSideBits
	if flip {
		c.id = it | is<<collide.FeatureSideBits
	}
	if math.Abs(c.d)+s.r+t.r+s.bend+t.bend > k.stableLever {
		c.id |= k.place(&c)
	}
	for j := range k.p {
		if k.same(&k.p[j], &c) {
			if c.d < k.p[j].d {
				k.p[j] = c
			}
			return
		}
	}
	k.p = append(k.p, c)
}

// facing returns the ID of a point that no corner of the features makes.
func (k *clipper) facing() collide.FeatureID {
	return collide.Feature(k.a.kind, k.a.index) | collide.Feature(k.b.kind, k.b.index)<<collide.FeatureSideBits
}
