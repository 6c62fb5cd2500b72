package d3

import "github.com/collide-go/collide"

// A manifold says where two bodies touch along the contact's normal n, in points that a physics engine can hold them apart by. The
// supporting feature of a body is the face with the normal nearest to n, where it is near enough, or else an edge across n, or the vertex farthest along n. Seen
// along n both features are sets of one plane, the tangent plane; the points lie over the corners of the sets' intersection. docs/math/manifold.md.

// Manifold is the set of points by which two shapes A and B touch, or would touch if they came nearer along Normal.
//
// Normal is that of the contact: a unit vector in the world frame, from A to B. Points[:N] are in use: up to 4 where a face faces a face or a
// half-space, 2 where an edge faces one of them or a parallel edge, else 1; 0 for the status BadSupport alone. One of the points has the contact's Distance (within
// 256 * 2^-53 of the pair's size where cores are tiny beside their distance), none has a lesser one. The
// other points' Distance may be greater by an eighth of the features' length: callers that want points within a margin leave out those with a greater Distance.
type Manifold struct {
	Normal Vec
	N      int
	Points [4]ManifoldPoint
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
// Bits 0 to 17 are the index of A's feature, bits 18 and 19 its kind: 0 for the whole surface (ellipsoids, shapes of users, half-spaces, rims of cylinders and cones), 1
// for a vertex, 2 for an edge, 3 for a face. Bits 20 to 39 are the same of B. Indices of 2^18 and more lose their high bits.
//
// A vertex of a hull is numbered as in Vertices; of a box 0 to 7, bit 0 set at -X, bit 1 at -Y, bit 2 at -Z; of a capsule 0 at +Z, 1 at -Z; a sphere is
// the vertex 0. The caps of cylinders and cones stand for octagons with the vertices 0 to 7 at +Z and 8 to 15 at -Z, counter-clockwise about Z from +X; the line of the side that
// touches has the vertices 16 above (a cone's apex) and 17 below. The faces of a box are 0 to 5 for +X, -X, +Y, -Y, +Z, -Z, of a cylinder or
// cone 0 for the upper cap, 1 for the lower one. Edges, and the faces of hulls, are numbered in an order of their own, the same for equal shapes.
//
// Bits 40 to 63 are zero but for points that would jump without their features changing. Bits 40 and 41 are 1 or 2 where the normal is
// that of A's or B's face and the point would be elsewhere with the other's; bits 42 to 63 then tell which face. They hold the point's
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
	featureBits = 18                 // of an index
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
// Cost: that of Distance and less than 1 us for boxes turned against each other (BenchmarkManifoldStep); the number of corners of one face times that of the other. The first manifold of a hull makes
// the tables of its faces, which stay with it; but for them nothing is allocated once the work space has grown. Source: [Gregorius13], [SutherlandHodgman74].
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

// Touch returns the relation of a and b and sets m, unless they are apart, to their manifold: what a physics engine asks in each step about the
// manifold that it keeps for a pair. Between shapes apart m.N is 0, the rest of m is what it was, and nothing is worked out beyond a direction that separates them.
//
// The manifold is that of Manifold, bit for bit. The relation never contradicts that of Distance; of curved shapes it may be decided where that of Relate or of
// Distance is not. c is as for Distance.
//
// Cost: that of Relate for shapes apart, else up to that of Relate and Manifold. Source: as for Collide.
func (q *Query) Touch(a, b *Object, c *Cache, m *Manifold) collide.Relation {
	a, b = a.placed(), b.placed()
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

// swap makes mf the manifold for the arguments in the other order.
func (mf *Manifold) swap() {
	mf.Normal = mf.Normal.Neg().clean()
	for i := range mf.Points[:mf.N] {
		p := &mf.Points[i]
		p.PointA, p.PointB, p.LocalA, p.LocalB, p.ID = p.PointB, p.PointA, p.LocalB, p.LocalA, p.ID.swap()
	}
}
