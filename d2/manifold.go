package d2

import "github.com/collide-go/collide"

// A manifold says where two bodies touch along the contact's normal n, in points that a physics engine can hold them apart by. The
// supporting feature of a body is the edge with the normal nearest to n, where it is near enough, or else the vertex farthest along n. Seen along
// n both features are intervals of one line, the tangent; the points lie over the ends of the intervals' intersection. docs/math/manifold.md.

// Manifold is the set of points by which two shapes A and B touch, or would touch if they came nearer along Normal.
//
// Normal is that of the contact: a unit vector in the world frame, from A to B. Points[:N] are in use: N is 2 where an edge faces an edge or a
// half-space, else 1, and 0 for the status BadSupport alone. One of the points has the contact's Distance (within 256 * 2^-53 of the pair's size where
// cores are tiny beside their distance), none has a lesser one. The other point's
// Distance may be greater by an eighth of the edges' length: callers that want points within a margin leave out those with a greater Distance.
type Manifold struct {
	Normal Vec
	N      int
	Points [2]ManifoldPoint
}

// ManifoldPoint is one point of a manifold: a point of each surface, one over the other along the normal.
type ManifoldPoint struct {
	PointA, PointB Vec     // world, on the surfaces; PointB - PointA = Distance*Normal within rounding
	LocalA, LocalB Vec     // the same in the frames of A and B: full precision far from the origin
	Distance       float64 // signed: < 0 where the surfaces have passed each other
	ID             FeatureID
}

// FeatureID names the features that make a manifold point. It stays the same while the same features touch, so that an engine can carry
// impulses from one step to the next.
//
// Bits 0 to 17 are the index of A's feature, bits 18 and 19 its kind: 0 for the whole surface (ellipses, shapes of users, half-spaces), 1
// for a vertex, 2 for an edge. Bits 20 to 39 are the same of B. Indices of 2^18 and more lose their high bits.
// A vertex of a polygon or hull is numbered as in Vertices; of a box 0 to 3, bit 0 set at -X, bit 1 at -Y; of a capsule 0 at +X, 1 at -X; a
// circle is the vertex 0. An edge of a polygon or hull has the number of the vertex where it starts, counter-clockwise; of a box 0 to 3 for
// +X, -X, +Y, -Y; a capsule's is 0.
//
// Bits 40 to 63 are zero but for points that would jump without their features changing. Bits 40 and 41 are 1 or 2 where the normal is
// that of A's or B's edge and the point would be elsewhere with the other's; bits 42 to 63 then tell which edge. They hold the point's
// place, in steps, where that depends on the poses so much that the points of two nearby poses are not the same in any useful sense.
type FeatureID uint64

// featureKind is the kind of a feature in a FeatureID.
type featureKind = FeatureID

const (
	featureWhole featureKind = iota
	featureVertex
	featureEdge
)

const (
	featureBits = 18                 // of an index
	sideBits    = featureBits + 2    // of kind and index of one body
	ownerShift  = 2 * sideBits       // of whose edge gives the normal
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
// Cost: that of Distance and about 80 ns (BenchmarkManifoldStep); no allocation. Source: [Catto07].
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
		q.collide(b, a, c, &ct, &mf)
		ct.swap()
		mf.swap()
		return ct, mf
	}
	q.collide(a, b, c, &ct, &mf)
	return ct, mf
}

// Touch returns the relation of a and b and sets m, unless they are apart, to their manifold: what a physics engine asks in each step about the
// manifold that it keeps for a pair. Between shapes apart m.N is 0, the rest of m is what it was, and nothing is worked out beyond a direction that separates them.
//
// The manifold is that of Manifold, bit for bit. The relation never contradicts that of Distance; of curved shapes it may be decided where that of Relate or of
// Distance is not. c is as for Distance.
//
// Cost: that of Relate for shapes apart, else up to that of Relate and Manifold. Source: as for Collide.
func (q *Query) Touch(a, b *Object, c *Cache, m *Manifold) collide.Relation {
	a, b = a.placed(), b.placed()
	if c == nil && q.trace == nil && !q.general && isSmall(a, b) {
		if rel := q.touchSmall(a, b, m); rel != collide.Undecided {
			return rel
		}
	}
	rel := q.Relate(a, b, c)
	if rel == collide.Apart {
		m.N = 0
		return rel
	}
	var ct Contact
	ct, *m = q.Manifold(a, b, c)
	switch ct.Relation {
	case collide.Undecided:
		return rel
	case collide.Apart:
		m.N = 0
	default:
	}
	return ct.Relation
}

// collide is Manifold for a pair in canonical order.
func (q *Query) collide(a, b *Object, c *Cache, ct *Contact, mf *Manifold) {
	if q.trace == nil && !q.general && q.satSmall(a, b, c, ct, mf) {
		return
	}
	q.distance(a, b, c, ct)
	q.m.normalize()
	q.manifold(a, b, ct, mf)
}

// swap makes mf the manifold for the arguments in the other order.
func (mf *Manifold) swap() {
	mf.Normal = mf.Normal.Neg().clean()
	for i := range mf.Points[:mf.N] {
		p := &mf.Points[i]
		p.PointA, p.PointB, p.LocalA, p.LocalB, p.ID = p.PointB, p.PointA, p.LocalB, p.LocalA, p.ID.swap()
	}
}
