package d2

import "github.com/collide-go/collide"

// A manifold says where two bodies touch along the contact's normal n, in points that a physics
// engine can hold them apart by. The supporting feature of a body is the edge with the normal
// nearest to n, where it is near enough, or else the vertex farthest along n. Seen along n both
// features are intervals of one line, the tangent; the points lie over the ends of the intervals'
// intersection. docs/math/manifold.md.

// Manifold is the set of points by which two shapes A and B touch, or would touch if they came
// nearer along Normal.
//
// Normal is that of the contact: a unit vector in the world frame, from A to B. Points[:N] are in
// use: N is 2 where an edge faces an edge or a half-space, else 1, and 0 for the status BadSupport
// alone. One of the points has the contact's Distance (within 256 * 2^-53 of the pair's size where
// cores are tiny beside their distance), none has a lesser one. The other point's Distance may be
// greater by an eighth of the edges' length: callers that want points within a margin leave out
// those with a greater Distance.
//
// Of a chain or a grid the points are those of all its edges that lie in one with the one in
// contact, and Normal is one that the surface has at each of them: between the normals of the edges
// there, or the normal of one. It need not be the contact's, nor need Distance: docs/meshes.md.
type Manifold struct {
	Normal Vec
	N      int
	Points [2]ManifoldPoint
}

// ManifoldPoint is one point of a manifold: a point of each surface, one over the other along the
// normal.
//
// Features are numbered as follows. A vertex of a polygon or hull as in Vertices; of a box 0 to 3,
// bit 0 set at -X, bit 1 at -Y; of a capsule 0 at +X, 1 at -X; a circle is the vertex 0. An edge of
// a polygon or hull has the number of the vertex where it starts, counter-clockwise; of a box 0 to
// 3 for +X, -X, +Y, -Y; a capsule's is 0. Ellipses, shapes of users and half-spaces are whole.
// Vertices of chains are numbered as in Points, those of grids row by row; the number of an edge of
// these goes by its normal, so that it stays from edge to edge of a line.
type ManifoldPoint struct {
	PointA, PointB Vec     // world, on the surfaces; PointB - PointA = Distance*Normal within rounding
	LocalA, LocalB Vec     // the same in the frames of A and B: full precision far from the origin
	Distance       float64 // signed: < 0 where the surfaces have passed each other
	ID             collide.FeatureID
}

// one makes mf the one point that the contact itself gives.
func (mf *Manifold) one(ct *Contact, id collide.FeatureID) {
	mf.Normal, mf.N = ct.Normal, 1
	p := &mf.Points[0]
	p.PointA, p.PointB, p.LocalA, p.LocalB = ct.PointA, ct.PointB, ct.LocalA, ct.LocalB
	p.Distance, p.ID = ct.Distance, id
}

// swap makes mf the manifold for the arguments in the other order.
func (mf *Manifold) swap() {
	mf.Normal = mf.Normal.Neg().clean()
	for i := range mf.Points[:mf.N] {
		p := &mf.Points[i]
		p.PointA, p.PointB, p.LocalA, p.LocalB, p.ID = p.PointB, p.PointA, p.LocalB, p.LocalA, p.ID.Swap()
	}
}
