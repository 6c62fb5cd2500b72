package d3

import "github.com/collide-go/collide"

// SAT returns the contact of a and b by the separating axis test, and an axis: a unit vector in the
// world frame, from a to b. It is an axis that separates the shapes, where the test finds one, else
// that of the least overlap.
//
// The Contact is that of Distance in all its rules: frames, signs, bracket, relation. Where an axis
// separates the shapes, the test ends there, and the distance comes from GJK started along that
// axis. Where no axis of the test separates, and for pairs that the test cannot serve, the axis is
// Contact.Normal. It serves pairs of points, segments, boxes and hulls, and the same grown by a
// margin; others are answered as by Distance. Near contact, and for pairs whose difference is
// nearly flat, the general solver answers.
//
// Options.Algorithm makes a Query answer so. Its Trace then tells how many axes were tested.
//
// Cost: 15 axes for two boxes, as in Distance; for hulls the product of their numbers of edges,
// more than Distance takes from some 6 corners on. The first query about a hull keeps its faces and
// edges with it; nothing else is allocated once the work space has grown. Source: [Gottschalk96],
// [Gregorius13].
func SAT(a, b *Object) (Contact, Vec) {
	q := pool.Get().(*Query)
	defer pool.Put(q)
	q.algorithm, q.sat.separated = collide.SAT, false
	ct := q.Distance(a, b, nil)
	q.algorithm = collide.Auto
	if !q.sat.separated || q.ofParts(a, b) {
		return ct, ct.Normal
	}
	a, b = a.placed(), b.placed()
	if swapped(a, b) {
		return ct, worldNormal(b, q.sat.n).Neg().clean()
	}
	return ct, worldNormal(a, q.sat.n).clean()
}
