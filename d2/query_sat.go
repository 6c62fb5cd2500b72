package d2

import "github.com/collide-go/collide"

// SAT returns the contact of a and b by the separating axis test, and the axis: a unit vector in
// the world frame from a to b along which the shapes are farthest apart or, where they overlap,
// overlap least. C = A - B is a polygon whose edges have the normals of A's edges and of B's,
// negated, so the cores overlap exactly where no edge of either has the other core beyond it.
//
// The Contact is that of Distance in all its rules: frames, signs, bracket, relation. Distance*axis
// is the least translation (see Contact.MTV). Shapes apart have the distance of the edge that
// separates them most from what lies over it, or of two vertices; bounds prove it, and where they
// do not, near contact, GJK and the exact path answer. Circles, capsules, boxes, polygons and
// hulls, and the same grown by a margin, have polytopes for cores. A pair with another shape is
// answered as by Distance, and the axis is the normal.
//
// Options.Algorithm asks for the same in every query. There is no error.
//
// Cost: proportional to the number of edges; about 0.1 us for polygons of up to eight corners; no
// allocation. Source: [Ericson05], 5.2.1.
func SAT(a, b *Object) (Contact, Vec) {
	q := pool.Get().(*Query)
	defer pool.Put(q)
	q.algorithm = collide.SAT
	ct := q.Distance(a, b, nil)
	q.algorithm = collide.Auto
	return ct, ct.Normal
}
