package d3

import "github.com/collide-go/collide"

// A manifold says where two bodies touch along the contact's normal n, in points that a physics
// engine can hold them apart by. The supporting feature of a body is the face with the normal
// nearest to n, where it is near enough, or else an edge across n, or the vertex farthest along n.
// Seen along n both features are sets of one plane, the tangent plane; the points lie over the
// corners of the sets' intersection. docs/math/manifold.md.

// Manifold is the set of points by which two shapes A and B touch, or would touch if they came
// nearer along Normal.
//
// Normal is that of the contact: a unit vector in the world frame, from A to B. Points[:N] are in
// use: up to 4 where a face faces a face or a half-space, 2 where an edge faces one of them or a
// parallel edge, else 1; 0 for the status BadSupport alone. One of the points has the contact's
// Distance (within 256 * 2^-53 of the pair's size where cores are tiny beside their distance), none
// has a lesser one. The other points' Distance may be greater by an eighth of the features' length:
// callers that want points within a margin leave out those with a greater Distance.
//
// Of a mesh or a height field the points are those of all its faces that lie in one with the one in
// contact, and Normal is one that the surface has at each of them: between the normals of the faces
// there, or the normal of one. It need not be the contact's, nor need Distance: docs/meshes.md.
type Manifold struct {
	Normal Vec
	N      int
	Points [4]ManifoldPoint
}

// ManifoldPoint is one point of a manifold: a point of each surface, one over the other along the
// normal.
//
// ID numbers the features of each shape so. A vertex of a hull is numbered as in Vertices; of a box
// 0 to 7, bit 0 set at -X, bit 1 at -Y, bit 2 at -Z; of a capsule 0 at +Z, 1 at -Z; a sphere is the
// vertex 0. The caps of cylinders and cones stand for octagons with the vertices 0 to 7 at +Z and 8
// to 15 at -Z, counter-clockwise about Z from +X; the line of the side that touches has the
// vertices 16 above (a cone's apex) and 17 below. The faces of a box are 0 to 5 for +X, -X, +Y, -Y,
// +Z, -Z, of a cylinder or cone 0 for the upper cap, 1 for the lower one. Edges, and the faces of
// hulls, are numbered in an order of their own, the same for equal shapes. Vertices of meshes and
// height fields are numbered as in Vertices, equal ones once, and j w + i; edge k of triangle i has
// the number 3 i + k; the number of a face goes by its normal, so that it stays from triangle to
// triangle of a plane.
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
