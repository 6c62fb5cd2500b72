package d3

import (
	"math"

	"github.com/collide-go/collide"
)

// A manifold says where two bodies touch along the contact's normal n, in points that a physics engine can hold them apart by. The
// supporting feature of a body is the face with the normal nearest to n, where it is near enough, or else an edge across n, or the vertex farthest along n. Seen
// along n both features are sets of one plane, the tangent plane; the points lie over the corners of the sets' intersection. docs/math/manifold.md.

// Manifold is the set of points by which two shapes A and B touch, or would touch if they came nearer along Normal.
//
// Normal is that of the contact: a unit vector in the world frame, from A to B. Points[:N] are in use: up to 4 where a face faces a face or a
// half-space, 2 where an edge faces one of them or a parallel edge, else 1; 0 for the status BadSupport alone. One of the points has the contact's Distance (within
// 256 * 2^-53 of the pair's size where cores are tiny beside their distance, 2^-22 of a hull's where its facets are nearly coplanar), none has a lesser one. The
// other points' Distance may be greater by an eighth of the features' length: callers that want points within a margin leave out those with a greater Distance.
type Manifold struct {
	Normal Vec
	N      int
	Points [4]ManifoldPoint
}

// ManifoldPoint is one point of a manifold: a point of each surface, one over the other along the normal.
type ManifoldPoint struct {
	PointA, PointB Vec     // world, on the surfaces; PointB - PointA = Distance*Normal within rounding
	Distance       float64 // signed: < 0 where the surfaces have passed each other
	ID             FeatureID
}

// FeatureID names the features that make a manifold point. It stays the same while the same features touch, so that an engine can carry
// impulses from one step to the next.
//
// Bits 0 to 21 are the index of A's feature, bits 22 and 23 its kind: 0 for the whole surface (ellipsoids, shapes of users, half-spaces, rims of cylinders and cones), 1
// for a vertex, 2 for an edge, 3 for a face. Bits 24 to 47 are the same of B. Indices above 2^22 lose their high bits.
//
// A vertex of a hull is numbered as in Vertices; of a box 0 to 7, bit 0 set at -X, bit 1 at -Y, bit 2 at -Z; of a capsule 0 at +Z, 1 at -Z; a sphere is
// the vertex 0. The caps of cylinders and cones stand for octagons with the vertices 0 to 7 at +Z and 8 to 15 at -Z, counter-clockwise about Z from +X; the line of the side that
// touches has the vertices 16 above (a cone's apex) and 17 below. The faces of a box are 0 to 5 for +X, -X, +Y, -Y, +Z, -Z, of a cylinder or
// cone 0 for the upper cap, 1 for the lower one. Edges, and the faces of hulls, are numbered in an order of their own, the same for equal shapes.
//
// Bits 48 to 63 are zero but for points that would jump without their features changing. Bits 48 and 49 are 1 or 2 where the normal is
// that of A's or B's face and the point would be elsewhere with the other's; bits 50 to 63 then tell which face. They hold the point's
// place, in steps, where that depends on the poses so much that the points of two nearby poses are not the same in any useful sense.
type FeatureID uint64

// featureKind is the kind of a feature in a FeatureID.
type featureKind = FeatureID

const (
	featureWhole featureKind = iota
	featureVertex
	featureEdge
	featureFace
)

const (
	featureBits = 22                 // of an index
	sideBits    = featureBits + 2    // of kind and index of one body
	ownerShift  = 2 * sideBits       // of whose face gives the normal
	placeShift  = ownerShift + 2     // of the place
	sideMask    = 1<<sideBits - 1    // one body's part
	indexMask   = 1<<featureBits - 1 // its index
)

// feature returns one body's part of an ID.
func feature(k featureKind, index int32) FeatureID {
	return k<<featureBits | FeatureID(index)&indexMask
}

// swap returns the ID with A and B exchanged.
func (id FeatureID) swap() FeatureID {
	owner := id >> ownerShift & 3
	owner = owner<<1&2 | owner>>1
	return id>>placeShift<<placeShift | owner<<ownerShift | id&sideMask<<sideBits | id>>sideBits&sideMask
}

// Collide returns the contact of a and b, as Distance does, and their manifold.
//
// Everything is in the world frame, lengths in the unit of the shapes and poses. Swapping a and b gives the same points in the same order with A and
// B exchanged. A point with the same ID moves by at most ten times what the bodies do, of the smaller one's size; docs/math/manifold.md says where
// curved surfaces do not keep to that.
//
// Cost: that of Distance and about 0.3 us for boxes; the number of corners of one face times that of the other; no allocation once the work space
// has grown. Source: [Gregorius13], [SutherlandHodgman74].
func Collide(a, b *Object) (Contact, Manifold) {
	q := pool.Get().(*Query)
	defer pool.Put(q)
	return q.Manifold(a, b, nil)
}

// Manifold is Collide with q's options and work space; c is as for Distance.
//
// Cost and source: as for Collide.
func (q *Query) Manifold(a, b *Object, c *Cache) (ct Contact, mf Manifold) {
	a, b = a.placed(), b.placed()
	if swapped(a, b) {
		q.distance(b, a, c, &ct)
		q.manifold(b, a, &ct, &mf)
		ct.swap()
		mf.swap()
		return ct, mf
	}
	q.distance(a, b, c, &ct)
	q.manifold(a, b, &ct, &mf)
	return ct, mf
}

// swap makes mf the manifold for the arguments in the other order.
func (mf *Manifold) swap() {
	mf.Normal = mf.Normal.Neg().clean()
	for i := range mf.Points[:mf.N] {
		p := &mf.Points[i]
		p.PointA, p.PointB, p.ID = p.PointB, p.PointA, p.ID.swap()
	}
}

// across returns two unit vectors across the unit vector n and each other, in right-handed order.
func across(n Vec) (t1, t2 Vec) {
	t1 = Vec{0, n.Z, -n.Y}
	if math.Abs(n.X) > math.Abs(n.Z) {
		t1 = Vec{-n.Y, n.X, 0}
	}
	t1 = t1.Scale(1 / t1.Len())
	return t1, n.Cross(t1)
}

// manifold sets mf from ct, the answer about the pair, which is in canonical order.
func (q *Query) manifold(a, b *Object, ct *Contact, mf *Manifold) {
	mf.Normal = ct.Normal
	if ct.Status == collide.BadSupport {
		return
	}
	k := &q.clip
	if a.kind == kindHalfSpace || b.kind == kindHalfSpace {
		k.plane(a, b, ct, mf)
		return
	}
	m := &q.m
	n := a.axes.applyT(ct.Normal)
	t1, t2 := across(n)
	k.measure(a, b, m.scale)
	k.a.begin(n, t1, t2, Vec{}, float64(a.margin*m.scale))
	k.a.find(&m.a)
	back := n.Neg()
	k.b.begin(m.rot.applyT(back), m.rot.applyT(t1), m.rot.applyT(t2), Vec{m.t.Dot(t1), m.t.Dot(t2), m.t.Dot(back)}, float64(b.margin*m.scale))
	k.b.find(&m.b)
	dist := float64(ct.Distance * m.scale)
	k.calmness(dist)
	if !k.intersect() {
		k.witness(ct, mf, m.scale)
		return
	}
	slack := float64(0x1p-44*(k.size+math.Abs(dist)+k.a.r+k.b.r)) + 0x1p-46 + k.a.tol + k.b.tol
	if m.curved {
		w := q.width(m)
		slack += float64(2 * w.at(0))
	}
	k.finish(dist, slack, ct.LocalA.Sub(a.center).Scale(m.scale))
	w := frame{pos: a.pos, u: a.axes.apply(t1), v: a.axes.apply(t2), z: ct.Normal, inv: 1 / m.scale}
	mf.N = len(k.p)
	for i := range k.p {
		w.point(&k.p[i], &mf.Points[i])
	}
}

// frame takes candidates to the world.
type frame struct {
	pos, u, v, z Vec
	inv          float64
}

// point sets p to c.
func (w *frame) point(c *candidate, p *ManifoldPoint) {
	at := w.u.Scale(float64(c.u * w.inv)).Add(w.v.Scale(float64(c.v * w.inv))).Add(w.z.Scale(float64(c.z * w.inv))).Add(w.pos)
	p.Distance = float64(c.d*w.inv) + 0
	p.PointA = at.clean()
	p.PointB = at.Add(w.z.Scale(p.Distance)).clean()
	p.ID = c.id
}

// measure sets size, and calm as it is where the normal turns no more than the bodies do.
func (k *clipper) measure(a, b *Object, scale float64) {
	k.size = min(a.extent, b.extent)
	if k.size == 0 {
		k.size = max(a.extent, b.extent)
	}
	k.size = float64(k.size * scale)
	k.calm = float64(steady * k.size)
}

// calmness sets calm where neither body's face gives the normal. It then joins two points or lines that are dist apart, margins and curvature included, or is
// perpendicular to two edges.
func (k *clipper) calmness(dist float64) {
	a, b := &k.a, &k.b
	if min(a.slope, b.slope) <= aligned {
		return
	}
	arm := max(dist+(a.r+a.bend)+(b.r+b.bend), 0)
	if p, q := a.flattest(), b.flattest(); p != nil && q != nil {
		arm = max(arm, float64(k.size*math.Abs(float64(p.eu*q.ev)-float64(p.ev*q.eu))))
	}
	k.calm = float64(steady * arm)
}

// flattest returns the start of the edge that is across the normal, nil if there is none.
func (s *span) flattest() *corner {
	for i := range s.c {
		p, q := &s.c[i], &s.c[(i+1)%len(s.c)]
		long := math.Abs(q.u-p.u) + math.Abs(q.v-p.v)
		if len(s.c) > 1 && math.Abs(q.z-p.z) <= float64(aligned*long) {
			return p
		}
	}
	return nil
}

// intersect makes the candidates and reports whether there are any.
func (k *clipper) intersect() bool {
	a, b := &k.a, &k.b
	if b.kind == featureFace {
		b.reverse()
	}
	a.directions()
	b.directions()
	switch {
	case len(a.c) < 2 || len(b.c) < 2:
		return false
	case b.kind == featureFace:
		k.window(a, b)
		k.points(a, b, false)
	case a.kind == featureFace:
		k.window(b, a)
		k.points(b, a, true)
	default:
		k.edges()
	}
	return len(k.p) > 0
}

// finish makes the candidates ready for the caller: at most four, the deepest at dist, the contact's distance. What rounding, up to slack, left between
// them is taken from all. Where the deepest point is none of the candidates, the witness of A at own, about its centre, is added.
func (k *clipper) finish(dist, slack float64, own Vec) {
	if k.a.kind == featureFace && k.b.kind == featureFace {
		k.dropWeak()
	}
	least := k.least()
	if least-dist > slack {
		a := &k.a
		c := candidate{u: a.t1.Dot(own), v: a.t2.Dot(own), z: a.d.Dot(own), d: dist, id: k.facing()}
		if a.kind != featureEdge || k.b.kind != featureEdge || !k.crossSafely() {
			c.id |= k.place(c.u, c.v)
		}
		k.insert(c)
	}
	k.reduce(slack)
	if least = k.least(); math.Abs(least-dist) <= slack {
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

// facing returns the ID of a point that no corner of the features makes.
func (k *clipper) facing() FeatureID {
	return feature(k.a.kind, k.a.index) | feature(k.b.kind, k.b.index)<<sideBits
}

// crossSafely reports whether two edges cross at an angle that leaves their crossing where it is.
func (k *clipper) crossSafely() bool {
	p, q := &k.a.c[0], &k.b.c[0]
	return math.Abs(float64(p.eu*q.ev)-float64(p.ev*q.eu)) >= 1.0/steady && k.a.r+k.b.r+k.a.bend+k.b.bend <= k.calm
}

// insert puts c among the candidates, in the place in their order around the polygon where it spans most; a candidate together with it gives way.
func (k *clipper) insert(c candidate) {
	for i := range k.p {
		if k.same(&k.p[i], &c) {
			k.p[i] = c
			return
		}
	}
	n := len(k.p)
	best, at := math.Inf(-1), n
	for i := range n {
		if s := cross(&k.p[i], &c, &k.p[(i+1)%n]); s > best {
			best, at = s, i+1
		}
	}
	k.p = append(k.p, candidate{})
	copy(k.p[at+1:], k.p[at:])
	k.p[at] = c
}

// witness sets mf to the one point that the contact itself gives.
func (k *clipper) witness(ct *Contact, mf *Manifold, scale float64) {
	a, b := &k.a, &k.b
	id := k.facing()
	bent := max(a.r, b.r, a.bend, b.bend)
	deep := a.kind == featureWhole && b.kind == featureWhole && float64(ct.Distance*scale) < float64(-0.25*k.size)
	flat := a.kind == featureEdge && b.kind == featureEdge && !k.crossSafely()
	if deep || flat || bent > k.calm {
		size := k.size / scale
		id |= places(ct.LocalA.X/size, ct.LocalA.Y/size, ct.LocalA.Z/size)
	}
	mf.N = 1
	mf.Points[0] = ManifoldPoint{PointA: ct.PointA, PointB: ct.PointB, Distance: ct.Distance, ID: id}
}

// plane sets mf for a pair with one half-space: a point at each corner of the other shape's feature, four at most. It works about that shape's
// centre, along its side of the normal, and counts the heights of the points from that of the lowest one.
func (k *clipper) plane(a, b *Object, ct *Contact, mf *Manifold) {
	x, down, local := a, ct.Normal, ct.LocalA
	if a.kind == kindHalfSpace {
		x, down, local = b, ct.Normal.Neg(), ct.LocalB
	}
	scale := powerBelow(max(x.extent, x.radius))
	k.measure(x, x, scale)
	core := x.body(scale)
	d := x.axes.applyT(down)
	t1, t2 := across(d)
	s := &k.a
	s.begin(d, t1, t2, Vec{}, float64(x.margin*scale))
	s.find(&core)
	k.b.begin(d.Neg(), t1, t2, Vec{}, 0)
	k.b.whole(0)
	if len(s.c) < 2 {
		k.witness(ct, mf, scale)
	} else {
		s.directions()
		k.corners(float64(ct.Distance*scale), local.Sub(x.center).Scale(scale), &core)
		w := frame{pos: x.pos, u: x.axes.apply(t1), v: x.axes.apply(t2), z: down, inv: 1 / scale}
		mf.N = len(k.p)
		for i := range k.p {
			w.point(&k.p[i], &mf.Points[i])
		}
	}
	if x == a {
		return
	}
	for i := range mf.N {
		p := &mf.Points[i]
		p.ID = p.ID.swap()
		if len(s.c) >= 2 {
			p.PointA, p.PointB = p.PointB, p.PointA
		}
	}
}

// corners makes the candidates at the corners of A's feature over a half-space that is dist off; own is the witness.
func (k *clipper) corners(dist float64, own Vec, core *body) {
	s := &k.a
	low, _ := core.support(s.d)
	lowest := low.Dot(s.d) + s.r
	k.p = k.p[:0]
	for i := range s.c {
		c := &s.c[i]
		z := s.height(c.u, c.v, c.z)
		k.p = append(k.p, candidate{
			u: c.u, v: c.v, z: z, d: dist + (lowest - z), id: feature(featureVertex, c.vertex) | feature(featureWhole, 0)<<sideBits,
		})
	}
	k.finish(dist, float64(0x1p-44*(k.size+s.r))+s.tol, own)
}
