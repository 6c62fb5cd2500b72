package d3

import (
	"math"
	"slices"

	"github.com/collide-go/collide"
)

// at reports whether corner i of s is within idSlack of u, v.
func (k *clipper) at(s *span, i int, u, v float64) bool {
	slack := float64(idSlack * k.size)
	c := &s.c[i]
	return math.Abs(c.u-u) <= slack && math.Abs(c.v-v) <= slack
}

// near returns the corner of s within idSlack of u, v, -1 if there is none.
func (k *clipper) near(s *span, u, v float64) int {
	for i := range s.c {
		if k.at(s, i, u, v) {
			return i
		}
	}
	return -1
}

// nearEnd is near for the ends of edge i alone.
func (k *clipper) nearEnd(s *span, i int32, u, v float64) int {
	j := int(i) + 1
	if j == len(s.c) {
		j = 0
	}
	switch {
	case k.at(s, int(i), u, v):
		return int(i)
	case k.at(s, j, u, v):
		return j
	}
	return -1
}

// points makes the candidates from the ring. flip tells that the subject is B's.
func (k *clipper) points(subject, window *span, flip bool) {
	k.p = k.p[:0]
	for _, i := range k.ring {
		r, c := &k.seen[i], k.fresh()
		var s, w int
		var hs, hw float64
		switch r.kind {
		case ofSubject:
			s, w = int(r.i), k.near(window, r.u, r.v)
			hs, hw = subject.c[s].h, window.core(r.u, r.v)
		case ofWindow:
			s, w = k.near(subject, r.u, r.v), int(r.j)
			hs, hw = subject.core(r.u, r.v), window.c[w].h
		case beyond:
			s, w = k.near(subject, r.u, r.v), int(r.j)
			hs, hw = subject.core(r.u, r.v), window.core(r.u, r.v)
		case crossing:
			r.i, r.j = subject.carrier(r.i, r.u, r.v), window.carrier(r.j, r.u, r.v)
			s, w = k.nearEnd(subject, r.i, r.u, r.v), k.nearEnd(window, r.j, r.u, r.v)
			hs, hw = subject.border(r.i, r.u, r.v), window.border(r.j, r.u, r.v)
		}
		is, iw := collide.Feature(subject.kind, subject.index), collide.Feature(window.kind, window.index)
		bare := s < 0 && w < 0
		if bare {
			is = collide.Feature(collide.FeatureEdge, subject.c[r.i].edge)
			iw = collide.Feature(collide.FeatureEdge, window.c[r.j].edge)
		}
		if s >= 0 {
			is = collide.Feature(collide.FeatureVertex, subject.c[s].vertex)
		}
		if w >= 0 {
			iw = collide.Feature(collide.FeatureVertex, window.c[w].vertex)
		}
		c.set(k, r.u, r.v, subject.height(r.u, r.v, hs), window.height(r.u, r.v, hw), flip)
		if subject.tiny && r.kind != ofSubject {
			k.settle(c, subject)
		}
		if window.tiny && r.kind != ofWindow {
			k.settle(c, window)
		}
		if c.id = is | iw<<collide.FeatureSideBits; flip {
			c.id = iw | is<<collide.FeatureSideBits
		}
		k.label(c, bare && r.kind == crossing, subject, window, r)
		k.join()
	}
	if n := len(k.p); n > 1 && k.same(&k.p[0], &k.p[n-1]) {
		if k.p[n-1].d < k.p[0].d {
			k.p[0] = k.p[n-1]
		}
		k.p = k.p[:n-1]
	}
}

// settle puts c on the feature s, beside which rounding may have left it: that of a far larger
// body, or what touch allows. Beside an edge there is surface as far as its margin goes, and there
// it stays.
func (k *clipper) settle(c *candidate, s *span) {
	u, v := s.onto(c.u, c.v)
	if x, y := c.u-u, c.v-v; s.r > 0 && s.kind != collide.FeatureFace && float64(x*x)+float64(y*y) <= float64(s.r*s.r) {
		return
	}
	*c.of(k, s) = s.over(u, v)
	if math.IsInf(c.d, 1) { // the surface was not found beside the feature
		c.d = -((c.a.Z + c.b.Z) + (k.a.off.Z + k.b.off.Z))
	}
}

// fresh appends a candidate, which the caller fills in.
func (k *clipper) fresh() *candidate {
	n := len(k.p)
	k.p = slices.Grow(k.p, 1)[:n+1]
	return &k.p[n]
}

// join joins the last candidate with the one before if they are together, or with one that has its
// ID, as three edges that meet within idSlack of two vertices make them: the deeper one stays.
func (k *clipper) join() {
	n := len(k.p) - 1
	c := &k.p[n]
	for i := n - 1; i >= 0; i-- {
		p := &k.p[i]
		if p.id != c.id && (i < n-1 || !k.same(p, c)) {
			continue
		}
		if c.d < p.d {
			*p = *c
		}
		k.p = k.p[:n]
		return
	}
}

// same reports whether two candidates are one point.
func (k *clipper) same(p, q *candidate) bool {
	slack := float64(together * k.size)
	return p.id == q.id || math.Abs(p.u-q.u) <= slack && math.Abs(p.v-q.v) <= slack
}

// label completes the ID of a point by what moves it without a change of its features. crossed
// tells that it is where two edges cross.
func (k *clipper) label(c *candidate, crossed bool, subject, window *span, r *ringPoint) {
	faces := k.a.kind == collide.FeatureFace && k.b.kind == collide.FeatureFace
	lever := math.Abs(c.d) + k.a.r + k.b.r + k.a.bend + k.b.bend
	move := lever > k.stableLever
	if crossed {
		e, w := &subject.c[r.i], &window.c[r.j]
		if sine := float64(e.eu*w.ev) - float64(e.ev*w.eu); math.Abs(sine) < 1.0/stableFactor {
			c.weak = faces && float64(e.eu*w.eu)+float64(e.ev*w.ev) > 0
			move = true
		}
	}
	if move {
		c.id |= k.place(c)
	}
	if !faces && !crossed || !(lever > k.free) {
		return
	}
	owner, face := collide.FeatureID(1), &k.a
	if k.b.slope < k.a.slope {
		owner, face = 2, &k.b
	}
	if face.kind == collide.FeatureFace {
		c.id = c.id | owner<<collide.FeatureOwnerShift | hash(uint64(face.index))&^(1<<collide.FeaturePlaceShift-1)
	}
}

// place returns the part of an ID for a point: where it lies in A's axes on A's surface, and on
// that of B.
func (k *clipper) place(c *candidate) collide.FeatureID {
	s := &k.a
	p := s.point(&c.a)
	return places(p, p.Add(s.d.Scale(c.d)), k.size)
}

// placeKeys are odd numbers of no pattern, one for each coordinate of two points.
const (
	placeKey0 = 0x9e3779b97f4a7c15
	placeKey1 = 0xc2b2ae3d27d4eb4f
	placeKey2 = 0xe7037ed1a0b428db
	placeKey3 = 0xd6e8feb86659fd93
	placeKey4 = 0xa0761d6478bd642f
	placeKey5 = 0x8ebc6af09c88c6e3
)

// places returns the part of an ID for the points p and q; size is that of the smaller body. The
// products of the steps and the keys add up: their high bits hang on all low bits of the steps.
func places(p, q Vec, size float64) collide.FeatureID {
	steps := placeSteps / size
	return topBits(stepBits(p.X, steps)*placeKey0 + stepBits(p.Y, steps)*placeKey1 +
		stepBits(p.Z, steps)*placeKey2 + stepBits(q.X, steps)*placeKey3 +
		stepBits(q.Y, steps)*placeKey4 + stepBits(q.Z, steps)*placeKey5)
}

// stepBits returns a number with the nearest whole number of steps to x in its low bits, steps to a
// unit: the sum's last place is a whole step, or more where x is so far that it has no finer one.
func stepBits(x, steps float64) uint64 {
	return math.Float64bits(float64(x*steps) + 0x1.8p52)
}

// hash spreads x over the bits from collide.FeaturePlaceShift on; not all of them are zero.
func hash(x uint64) collide.FeatureID { return topBits(mix(x)) }

// topBits returns the bits of x from collide.FeaturePlaceShift on, or 1 there if they are zero.
func topBits(x uint64) collide.FeatureID {
	return collide.FeatureID(max(x>>collide.FeaturePlaceShift, 1)) << collide.FeaturePlaceShift
}

// mix returns a number all of whose high bits depend on all bits of x.
func mix(x uint64) uint64 {
	x = (x ^ x>>32) * 0x9e3779b97f4a7c15
	x = (x ^ x>>29) * 0xbf58476d1ce4e5b9
	return x ^ x>>32
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
