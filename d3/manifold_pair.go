package d3

import (
	"math"
	"slices"

	"github.com/collide-go/collide"
)

// manifold sets mf from ct, the answer of r about the pair, which is in canonical order.
func (k *clipper) manifold(r *run, a, b *Object, ct *Contact, mf *Manifold) {
	mf.Normal = ct.Normal
	if ct.Status == collide.BadSupport {
		return
	}
	if a.kind == kindHalfSpace && b.kind == kindHalfSpace { // the whole surfaces face each other
		mf.one(ct, 0)
		return
	}
	if a.kind == kindHalfSpace || b.kind == kindHalfSpace {
		k.plane(a, b, ct, mf)
		return
	}
	m := &r.m
	dist := float64(ct.Distance * m.scale)
	loose := k.features(m, a, b, ct, dist)
	var own candidate
	far := k.a.far || k.b.far
	if far {
		own = k.own(a, b, ct, m.scale) // before intersect makes edges of faces
	}
	if !k.intersect() {
		if loose {
			k.stableLever = -1
		}
		if k.witness(ct, mf, m.scale); far {
			var w frame
			w.set(k, a, b, ct.Normal, m.scale)
			own.id = mf.Points[0].ID
			w.point(&own, &mf.Points[0])
		}
		return
	}
	slack := k.slack(r, dist)
	k.strengthen()
	if k.least()-dist > slack { // no corner of the features makes the deepest point
		if !far {
			own = k.own(a, b, ct, m.scale)
		}
		k.deepen(&own)
	}
	k.finish(dist, slack)
	var w frame
	w.set(k, a, b, ct.Normal, m.scale)
	mf.N = len(k.p)
	for i := range k.p {
		w.point(&k.p[i], &mf.Points[i])
	}
}

// features finds the supporting features of both bodies along the normal of ct, at dist, and sets
// size, stableLever and far. It reports whether normal and witness of a curved pair are known too
// little for their places to be still.
func (k *clipper) features(m *minkowski, a, b *Object, ct *Contact, dist float64) (loose bool) {
	m.a.inner, m.b.inner = 0, 0 // features are those of whole bodies
	n := a.axes.applyT(ct.Normal)
	t1, t2 := n.across()
	k.measure(a, b, m.scale)
	back := n.Neg()
	fromA, fromB := Vec{}, Vec{m.t.Dot(t1), m.t.Dot(t2), m.t.Dot(back)}
	byB := float64(b.extent*spread) < a.extent
	if byB {
		fromA, fromB = Vec{-fromB.X, -fromB.Y, fromB.Z}, Vec{}
	}
	k.a.begin(n, t1, t2, fromA, float64(a.margin*m.scale))
	k.a.find(&m.a)
	k.b.begin(m.rot.applyT(back), m.rot.applyT(t1), m.rot.applyT(t2), fromB, float64(b.margin*m.scale))
	k.b.behind = true
	k.b.find(&m.b)
	k.a.tiny, k.b.tiny = float64(a.extent*spread) < b.extent, byB
	k.afar(m.size, float64(a.extent*m.scale), float64(b.extent*m.scale), dist)
	k.a.directions()
	k.b.directions()
	k.findLever(dist)
	gap := float64((ct.Upper - ct.Lower) * m.scale)
	loose = m.curved && float64(8*gap) > float64(idSlack*idSlack*k.size) // they are known to sqrt(2 gap/size) alone
	if loose && !k.aligned() {
		k.stableLever = -1
	}
	return loose
}

// slack returns what may lie between the deepest candidate and the contact, at dist: rounding, and
// of curved pairs what the bracket leaves open.
func (k *clipper) slack(r *run, dist float64) float64 {
	slack := float64(0x1p-44*(k.size+math.Abs(dist)+k.a.r+k.b.r)) + 0x1p-46
	if r.m.curved {
		w := r.allowance()
		slack += float64(2 * w.At(0))
	}
	return slack
}

// spread is how many times smaller than the other a body is by far: its features are then compared
// about its own centre, for about the other's they would lose what 1e-9 of its size takes.
const spread = 0x1p12

// afar sets far of both bodies: size is that of the pair, a and b are the extents of the bodies,
// and dist is their distance, all in one unit.
func (k *clipper) afar(size, a, b, dist float64) {
	size = max(size, math.Abs(dist))
	k.a.far, k.b.far = float64(a*spread) < size, float64(b*spread) < size
}

// seatRoom is how far rounding may have put a witness off its body, relative to the pair: eight
// times the width of a bracket of polytopes.
const seatRoom = 0x1p-42

// own returns the contact's own witness. That of a body by far smaller than the pair is known to
// the pair's rounding alone, and is put on its feature. That of a larger one is on its surface by
// more digits than the search for a height has.
func (k *clipper) own(a, b *Object, ct *Contact, scale float64) candidate {
	c := candidate{d: float64(ct.Distance * scale)}
	c.a = k.a.seen(ct.LocalA.Sub(a.center).Scale(scale))
	c.b = k.b.seen(ct.LocalB.Sub(b.center).Scale(scale))
	c.u, c.v = c.a.X+k.a.off.X, c.a.Y+k.a.off.Y
	tol := float64(seatRoom * (1 + math.Abs(c.d) + k.a.r + k.b.r))
	if k.a.far {
		c.a = k.a.seat(c.a, tol)
	}
	if k.b.far {
		c.b = k.b.seat(c.b, tol)
	}
	return c
}

// seat returns the point of the surface of s at x, which is known to tol, the rounding of the pair;
// x itself where there is none. On a slope the surface is not the core and the margin on top of it:
// what rounding moves a point along the slope, away from its corner, would count.
//
// It lies on the feature, if that is near, or else where the body is over x or nearest to it: where
// the normal is known to less than the body's angles, x may be at another vertex of like height.
func (s *span) seat(x Vec, tol float64) Vec {
	if s.kind == collide.FeatureWhole || s.disc {
		return x
	}
	u, v := s.onto(x.X+s.off.X, x.Y+s.off.Y)
	y := s.over(u, v)
	far := y.Sub(x).Len()
	if far <= float64(tol/16) {
		return y
	}
	for _, z := range [2]Vec{{x.X, x.Y, s.ray(x.X+s.off.X, x.Y+s.off.Y)}, s.nearest(x)} {
		if d := z.Sub(x).Len(); d < far {
			y, far = z, d
		}
	}
	if !(far <= tol) {
		return x
	}
	return y
}

// over returns the point of the surface of s over u, v, which lies on the feature. Where none is
// found, as of a margin that is lost beside the body, it is the margin away from the core.
func (s *span) over(u, v float64) Vec {
	z := s.core(u, v)
	h := s.height(u, v, z)
	if math.IsInf(h, -1) {
		h = z + s.r
	}
	return Vec{u - s.off.X, v - s.off.Y, h}
}

// frame takes candidates to the world and to the bodies.
type frame struct {
	k    *clipper
	a, b *Object
	n    Vec
	inv  float64
	byB  bool // the points of B are placed, and those of A beside them
}

// set makes w that of the candidates of k about a and b, whose normal is n.
func (w *frame) set(k *clipper, a, b *Object, n Vec, scale float64) {
	w.k, w.a, w.b, w.n, w.inv, w.byB = k, a, b, n, 1/scale, steadier(b, a, k.b.tiny)
}

// steadier reports whether points of a are known in the world better by far than those of b, or not
// worse by far if small says that a is smaller by far. The points of the other body are then placed
// from them.
func steadier(a, b *Object, small bool) bool {
	x, y := big1(a.pos)+a.extent, big1(b.pos)+b.extent
	return float64(x*spread) < y || small && !(float64(y*spread) < x)
}

// point sets p to c.
func (w *frame) point(c *candidate, p *ManifoldPoint) {
	own, other := w.k.a.point(&c.a).Scale(w.inv), w.k.b.point(&c.b).Scale(w.inv)
	p.ID, p.Distance = c.id, float64(c.d*w.inv)+0
	p.LocalA, p.LocalB = w.a.center.Add(own).clean(), w.b.center.Add(other).clean()
	over := w.n.Scale(p.Distance)
	if w.byB {
		at := w.b.axes.apply(other).Add(w.b.pos)
		p.PointA, p.PointB = at.Sub(over).clean(), at.clean()
		return
	}
	at := w.a.axes.apply(own).Add(w.a.pos)
	p.PointA, p.PointB = at.clean(), at.Add(over).clean()
}

// measure sets size, and stableLever as it is where the normal turns no more than the bodies do.
func (k *clipper) measure(a, b *Object, scale float64) {
	k.size = min(a.extent, b.extent)
	if k.size == 0 {
		k.size = max(a.extent, b.extent)
	}
	k.size = float64(k.size * scale)
	k.stableLever = float64(stableFactor * k.size)
}

// findLever sets stableLever where neither body's face gives the normal. It is then perpendicular
// to two edges, or joins points or parallel lines that are dist apart, margins and curvature
// included.
func (k *clipper) findLever(dist float64) {
	if k.aligned() {
		return
	}
	a, b := &k.a, &k.b
	arm := max(dist+(a.r+a.base)+(b.r+b.base), 0)
	if p, q := a.flattest(), b.flattest(); p != nil && q != nil {
		if sine := math.Abs(float64(p.eu*q.ev) - float64(p.ev*q.eu)); sine > aligned {
			arm = float64(k.size * sine)
		}
	}
	k.stableLever = float64(stableFactor * arm)
}

// aligned reports whether the normal is that of a face.
func (k *clipper) aligned() bool { return min(k.a.slope, k.b.slope) <= aligned }

// flattest returns the start of the edge that is across the normal, nil if there is none: of a face
// on a slope, which has two, that of the higher one.
func (s *span) flattest() (start *corner) {
	top := math.Inf(-1)
	for i := range s.c {
		p, q := &s.c[i], s.next(i)
		long := math.Abs(q.u-p.u) + math.Abs(q.v-p.v)
		if len(s.c) < 2 || s.disc || !(math.Abs(q.h-p.h) <= float64(aligned*long)) {
			continue
		}
		if h := p.h + q.h; h > top {
			start, top = p, h
		}
	}
	return start
}

// intersect makes the candidates and reports whether there are any.
func (k *clipper) intersect() bool {
	a, b := &k.a, &k.b
	k.p = k.p[:0]
	k.free = 0 // from one face of an edge to the other the normal jumps by who knows how much
	if a.kind == collide.FeatureFace && b.kind == collide.FeatureFace {
		du, dv := a.gu+b.gu, a.gv+b.gv
		k.free = float64(idSlack*k.size) / math.Sqrt(float64(du*du)+float64(dv*dv)+math.SmallestNonzeroFloat64)
	}
	switch {
	case len(a.c) < 2 && b.kind == collide.FeatureFace && k.aligned():
		return k.over(a, b, false)
	case len(b.c) < 2 && a.kind == collide.FeatureFace && k.aligned():
		return k.over(b, a, true)
	case len(a.c) < 2 || len(b.c) < 2:
		return false
	case b.kind == collide.FeatureFace:
		k.window(a, b)
		k.points(a, b, false)
	case a.kind == collide.FeatureFace:
		k.window(b, a)
		k.points(b, a, true)
	}
	if len(k.p) == 0 && a.narrow() && b.narrow() { // edges touch that are across the normal, beside the faces
		k.edges()
	}
	// Beside a margin smaller than touch there is no surface.
	if a.r > 0 || b.r > 0 {
		k.p = slices.DeleteFunc(k.p, func(c candidate) bool { return !(math.Abs(c.a.Z)+math.Abs(c.d) <= math.MaxFloat64) })
	}
	return len(k.p) > 0
}

// narrow makes a face its edge that is across the normal, and reports whether there is one.
func (s *span) narrow() bool {
	if s.kind == collide.FeatureEdge {
		return true
	}
	p := s.flattest()
	if p == nil {
		return false
	}
	i := 0
	for &s.c[i] != p {
		i++
	}
	a, b := s.c[i], s.c[(i+1)%len(s.c)]
	b.edge, b.eu, b.ev, b.long = a.edge, -a.eu, -a.ev, a.long
	s.c = append(s.c[:0], a, b)
	s.kind, s.index, s.slope = collide.FeatureEdge, a.edge, math.Inf(1)
	return true
}

// strengthen leaves out weak candidates.
func (k *clipper) strengthen() {
	if k.a.kind == collide.FeatureFace && k.b.kind == collide.FeatureFace {
		k.dropWeak()
	}
}

// deepen adds the contact's own point, which no corner of the features makes.
func (k *clipper) deepen(own *candidate) {
	own.id = k.facing()
	if !k.crossSafely() {
		own.id |= k.place(own)
	}
	k.insert(own)
}

// finish makes the candidates ready for the caller: at most four, the deepest at dist, the
// contact's distance. What rounding, up to slack, left between them is taken from all.
func (k *clipper) finish(dist, slack float64) {
	k.reduce(dist + slack)
	if least := k.least(); math.Abs(least-dist) <= slack {
		for i := range k.p {
			k.p[i].d = dist + (k.p[i].d - least)
		}
	}
}

// least returns the distance of the deepest candidate.
func (k *clipper) least() float64 {
	least := math.Inf(1)
	for i := range k.p {
		least = min(least, k.p[i].d)
	}
	return least
}

// crossSafely reports whether the features are edges that cross at an angle that leaves their
// crossing where it is.
func (k *clipper) crossSafely() bool {
	if k.a.kind != collide.FeatureEdge || k.b.kind != collide.FeatureEdge {
		return false
	}
	p, q := &k.a.c[0], &k.b.c[0]
	return math.Abs(float64(p.eu*q.ev)-float64(p.ev*q.eu)) >= 1.0/stableFactor &&
		k.a.r+k.b.r+k.a.bend+k.b.bend <= k.stableLever
}

// insert puts c among the candidates, in the place in their order around the polygon where it spans
// most; a candidate together with it gives way.
func (k *clipper) insert(c *candidate) {
	for i := range k.p {
		if k.same(&k.p[i], c) {
			k.p[i] = *c
			return
		}
	}
	n := len(k.p)
	best, at := math.Inf(-1), n
	for i := range n {
		if s := cross(&k.p[i], c, &k.p[(i+1)%n]); s > best {
			best, at = s, i+1
		}
	}
	k.p = append(k.p, candidate{})
	copy(k.p[at+1:], k.p[at:])
	k.p[at] = *c
}

// witness sets mf to the one point that the contact itself gives.
func (k *clipper) witness(ct *Contact, mf *Manifold, scale float64) {
	a, b := &k.a, &k.b
	id := k.facing()
	deep := a.kind == collide.FeatureWhole && b.kind == collide.FeatureWhole &&
		float64(ct.Distance*scale) < float64(-0.25*k.size)
	free := len(a.c) > 1 && len(b.c) > 1 && !k.crossSafely()
	if deep || free || max(a.r, b.r, a.bend, b.bend) > k.stableLever {
		id |= places(ct.LocalA, ct.LocalB, k.size/scale)
	}
	mf.one(ct, id)
}
