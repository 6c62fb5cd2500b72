package d3

import "math"

const (
	// aligned is the slope of a face up to which the normal is the face's own, which turns with it. Rounding of faces wider than 2^-29 of the
	// pair stays below.
	aligned = 0x1p-22
	// still is how far, relative to the smaller body, a point may be moved without a change of its ID by a change that its features do not show: a
	// quarter of what the ID promises.
	still = 0x1p-22
	// steady is how many times farther than the bodies a point may move without its place being in its ID.
	steady = 4
	// placeSteps is how many steps of places the smaller body's size has.
	placeSteps = 0x1p24
	// together is the length, relative to the smaller body, below which two points are one.
	together = 0x1p-20
	// keepArea is the part of the intersection's area that the points must span after those were left out that move too far.
	keepArea = 0.75
)

// clipper is the pair of supporting features, their intersection, and the points over it. It grows as needed and is kept by the Query.
type clipper struct {
	a, b span
	size float64 // of the smaller body that has a size
	calm float64 // a lever of this length about the normal moves steady times as far as the bodies do

	ring, next []ringPoint // the intersection
	p          []candidate
}

// ringPoint is a corner of the intersection of subject and window.
type ringPoint struct {
	u, v float64
	kind ringKind
	i, j int32 // corner or edge of the subject and of the window
	out  int32 // the edge to the next point: of the subject if >= 0, else ^out of the window
}

// ringKind says what made a point.
type ringKind uint8

const (
	ofSubject ringKind = iota // corner i of the subject
	ofWindow                  // corner j of the window
	crossing                  // edge i of the subject meets edge j of the window
	beyond                    // the lines of two edges of the window meet, outside it but for rounding
)

// candidate is a point of the manifold before the reduction: z on A's surface, and -d - z is that of B's.
type candidate struct {
	u, v, z, d float64
	id         FeatureID
	weak       bool // its place depends too much on the poses, and it lies nearly on the line of its neighbours
}

// window intersects subject, an edge or a face, with window, a face [SutherlandHodgman74]: edge by edge of the window it keeps what lies to the left.
func (k *clipper) window(subject, window *span) {
	k.ring = k.ring[:0]
	for i := range subject.c {
		c := &subject.c[i]
		k.ring = append(k.ring, ringPoint{u: c.u, v: c.v, i: int32(i), out: int32(i)})
	}
	for j := range window.c {
		w := &window.c[j]
		if w.eu == 0 && w.ev == 0 || len(k.ring) == 0 {
			continue
		}
		k.next = k.next[:0]
		p := k.ring[len(k.ring)-1]
		before := w.beside(p.u, p.v)
		for _, q := range k.ring {
			after := w.beside(q.u, q.v)
			if (before >= 0) != (after >= 0) {
				x := meet(subject, window, &p, int32(j))
				if x.kind == beyond {
					t := before / (before - after)
					x.u, x.v = p.u+float64(t*(q.u-p.u)), p.v+float64(t*(q.v-p.v))
				}
				if x.out = p.out; before >= 0 {
					x.out = ^int32(j)
				}
				k.next = append(k.next, x)
			}
			if after >= 0 {
				k.next = append(k.next, q)
			}
			p, before = q, after
		}
		k.ring, k.next = k.next, k.ring
	}
}

// meet returns the point where the edge that leaves p meets edge j of the window. Two neighbouring edges of the window meet in its corner; that others meet
// is beyond two that are still to come, and for the caller to tell.
func meet(subject, window *span, p *ringPoint, j int32) ringPoint {
	n := int32(len(window.c))
	if p.out < 0 {
		last := ^p.out
		switch {
		case (last+1)%n == j:
		case (j+1)%n == last:
			j = last
		default:
			return ringPoint{kind: beyond, j: j}
		}
		return ringPoint{u: window.c[j].u, v: window.c[j].v, kind: ofWindow, j: j}
	}
	w := &window.c[j]
	from, to := &subject.c[p.out], &subject.c[(int(p.out)+1)%len(subject.c)]
	x, y := w.beside(from.u, from.v), w.beside(to.u, to.v)
	t := 0.0
	if x != y {
		t = max(0, min(x/(x-y), 1))
	}
	return ringPoint{
		u: from.u + float64(t*(to.u-from.u)), v: from.v + float64(t*(to.v-from.v)), kind: crossing, i: p.out, j: j,
	}
}

// near returns the corner of s within still of u, v, -1 if there is none.
func (k *clipper) near(s *span, u, v float64) int32 {
	slack := float64(still * k.size)
	for i := range s.c {
		if c := &s.c[i]; math.Abs(c.u-u) <= slack && math.Abs(c.v-v) <= slack {
			return int32(i)
		}
	}
	return -1
}

// points makes the candidates from the ring. flip tells that the subject is B's.
func (k *clipper) points(subject, window *span, flip bool) {
	k.p = k.p[:0]
	for i := range k.ring {
		r := &k.ring[i]
		c := candidate{u: r.u, v: r.v}
		s, w := k.near(subject, r.u, r.v), k.near(window, r.u, r.v)
		var zs, zw float64
		switch r.kind {
		case ofSubject:
			s = r.i
			zs, zw = subject.c[s].z, window.core(r.u, r.v)
		case ofWindow, beyond:
			w = r.j
			zs, zw = subject.core(r.u, r.v), window.c[w].z
		case crossing:
			zs, zw = subject.onEdge(r.i, r.u, r.v), window.onEdge(r.j, r.u, r.v)
		}
		is, iw := feature(subject.kind, subject.index), feature(window.kind, window.index)
		bare := s < 0 && w < 0
		if bare {
			is, iw = feature(featureEdge, subject.c[r.i].edge), feature(featureEdge, window.c[r.j].edge)
		}
		if s >= 0 {
			is = feature(featureVertex, subject.c[s].vertex)
		}
		if w >= 0 {
			iw = feature(featureVertex, window.c[w].vertex)
		}
		zs, zw = subject.height(r.u, r.v, zs), window.height(r.u, r.v, zw)
		c.z, c.d, c.id = zs, -(zs + zw), is|iw<<sideBits
		if flip {
			c.z, c.id = zw, iw|is<<sideBits
		}
		k.label(&c, bare && r.kind == crossing, subject, window, r)
		k.add(c)
	}
	if n := len(k.p); n > 1 && k.same(&k.p[0], &k.p[n-1]) {
		if k.p[n-1].d < k.p[0].d {
			k.p[0] = k.p[n-1]
		}
		k.p = k.p[:n-1]
	}
}

// onEdge returns z of edge i at u, v.
func (s *span) onEdge(i int32, u, v float64) float64 {
	p, q := &s.c[i], &s.c[(int(i)+1)%len(s.c)]
	along := float64((u-p.u)*p.eu) + float64((v-p.v)*p.ev)
	long := float64((q.u-p.u)*p.eu) + float64((q.v-p.v)*p.ev)
	if !(long > 0) {
		return p.z
	}
	return p.z + float64(max(0, min(along/long, 1))*(q.z-p.z))
}

// add appends a candidate, or joins it with the last one if they are together: the deeper one stays.
func (k *clipper) add(c candidate) {
	if n := len(k.p); n > 0 && k.same(&k.p[n-1], &c) {
		if c.d < k.p[n-1].d {
			k.p[n-1] = c
		}
		return
	}
	k.p = append(k.p, c)
}

// same reports whether two candidates are one point.
func (k *clipper) same(p, q *candidate) bool {
	slack := float64(together * k.size)
	return p.id == q.id || math.Abs(p.u-q.u) <= slack && math.Abs(p.v-q.v) <= slack
}

// label completes the ID of a point by what moves it without a change of its features. crossed tells that it is where two edges cross.
func (k *clipper) label(c *candidate, crossed bool, subject, window *span, r *ringPoint) {
	faces := k.a.kind == featureFace && k.b.kind == featureFace
	lever := math.Abs(c.d) + k.a.r + k.b.r + k.a.bend + k.b.bend
	move := lever > k.calm
	if crossed {
		e, w := &subject.c[r.i], &window.c[r.j]
		if sine := float64(e.eu*w.ev) - float64(e.ev*w.eu); math.Abs(sine) < 1.0/steady {
			c.weak = faces && float64(e.eu*w.eu)+float64(e.ev*w.ev) > 0
			move = true
		}
	}
	if move {
		c.id |= k.place(c.u, c.v)
	}
	apart := math.Inf(1) // how much the normal may jump: between those of two faces, or from one face of an edge to the other
	switch {
	case faces:
		du, dv := k.a.gu+k.b.gu, k.a.gv+k.b.gv
		apart = math.Sqrt(float64(du*du) + float64(dv*dv))
	case !crossed:
		return
	}
	if !(float64(lever*apart) > float64(still*k.size)) {
		return
	}
	owner, face := FeatureID(1), &k.a
	if k.b.slope < k.a.slope {
		owner, face = 2, &k.b
	}
	if face.kind == featureFace {
		c.id = c.id | owner<<ownerShift | hash(uint64(face.index))&^(1<<placeShift-1)
	}
}

// place returns the part of an ID for a point at u, v.
func (k *clipper) place(u, v float64) FeatureID {
	return places(u/k.size, v/k.size, 0)
}

// places returns the part of an ID for a point at x, y, z, in units of the smaller body.
func places(x, y, z float64) FeatureID {
	step := func(x float64) uint64 { return math.Float64bits(math.Floor(x*placeSteps) + 0) }
	return hash(step(x) ^ 3*step(y) ^ 5*step(z))
}

// hash spreads x over the bits from placeShift on, and sets one of them.
func hash(x uint64) FeatureID {
	x = (x ^ x>>32) * 0x9e3779b97f4a7c15
	x = (x ^ x>>29) * 0xbf58476d1ce4e5b9
	return FeatureID(x>>placeShift|1) << placeShift
}

// dropWeak leaves out the weak candidates where the others span nearly as much.
func (k *clipper) dropWeak() {
	all, n := polygonArea(k.p), 0
	for i := range k.p {
		if !k.p[i].weak {
			n++
		}
	}
	if n == len(k.p) || n < 3 {
		return
	}
	strong := 0.0
	var first, last *candidate
	for i := range k.p {
		c := &k.p[i]
		switch {
		case c.weak:
			continue
		case first == nil:
			first = c
		case last != nil:
			strong += cross(first, last, c)
		}
		last = c
	}
	if strong < float64(keepArea*all) {
		return
	}
	n = 0
	for _, c := range k.p {
		if !c.weak {
			k.p[n] = c
			n++
		}
	}
	k.p = k.p[:n]
}

// cross returns twice the area of a triangle, positive where it is counter-clockwise.
func cross(a, b, c *candidate) float64 {
	return float64((b.u-a.u)*(c.v-a.v)) - float64((b.v-a.v)*(c.u-a.u))
}

// polygonArea returns twice the area of a polygon.
func polygonArea(p []candidate) float64 {
	sum := 0.0
	for i := 2; i < len(p); i++ {
		sum += cross(&p[0], &p[i-1], &p[i])
	}
	return sum
}

// edges makes the candidates of two edges: the ends of each that lie over the other, or beside it over its margin. Where they cross the contact's own
// point is the deepest.
func (k *clipper) edges() {
	k.p = k.p[:0]
	a, b := &k.a, &k.b
	for i := range 2 {
		k.endOver(a, b, i, false)
	}
	for i := range 2 {
		k.endOver(b, a, i, true)
	}
}

// touch is how far an end may lie off a line and yet on it: the rounding of coordinates below 1.
const touch = 0x1p-48

// endOver adds the candidate at end i of s if it lies over t, or beside t by less than a quarter of the greater margin. It is then at the end, or on t if that has the lesser
// margin.
func (k *clipper) endOver(s, t *span, i int, flip bool) {
	e, p := &s.c[i], &t.c[0]
	long := float64((t.c[1].u-p.u)*p.eu) + float64((t.c[1].v-p.v)*p.ev)
	along, beside := float64((e.u-p.u)*p.eu)+float64((e.v-p.v)*p.ev), p.beside(e.u, e.v)
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
	zs, zt := s.height(c.u, c.v, e.z), t.height(c.u, c.v, t.core(c.u, c.v))
	is, it := feature(featureVertex, e.vertex), feature(featureEdge, t.index)
	if j := k.near(t, e.u, e.v); j >= 0 {
		it = feature(featureVertex, t.c[j].vertex)
	}
	c.z, c.d, c.id = zs, -(zs + zt), is|it<<sideBits
	if flip {
		c.z, c.id = zt, it|is<<sideBits
	}
	if math.Abs(c.d)+s.r+t.r+s.bend+t.bend > k.calm {
		c.id |= k.place(c.u, c.v)
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
