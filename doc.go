// Package collide holds what collision detection in two and three dimensions shares: the relation of
// two shapes, the status of an answer, and the errors. The shapes and queries are in packages d2 and d3,
// which are twins: what one has, the other has under the same name.
//
// # The story of a pair
//
// A shape is a literal, such as d3.Box{Size: d3.Vec{X: 1, Y: 2, Z: 3}}, or the result of a constructor
// that has to compute, such as d3.NewHull. Place checks it together with its pose, once, and returns an
// Object; bad input is refused there and nowhere else. A query takes two Objects and always answers:
//
//	shape + pose -> Place -> Object
//	two Objects  -> canonical order, so that swapping the arguments gives the same bits
//	             -> with a half-space: the height of the other shape's lowest point
//	             -> two boxes of space, two polygons of few edges: the separating axis test, if it is sure
//	             -> else the pose of B in the frame of A, lengths scaled by a power of two
//	             -> a closed form, if the pair has one: points and segments, a point and a box
//	             -> else GJK on the cores, by the support map of A - B, in doubles, then exactly on a grid
//	                  cores apart: the distance, less the radii
//	                  cores overlap: the depth along a normal, by a half circle of directions where both are nearly
//	                  of revolution, else by EPA, and by cells that cover all directions where EPA finds too many ties
//	             -> where the bracket holds zero: the relation by exact arithmetic, for the pairs below
//	             -> Contact, back in the world frame
//	             -> if asked: the features that face each other along the normal, clipped -> Manifold
//
// # Brackets
//
// Every Contact holds two bounds: Lower <= true signed distance <= Upper, with all rounding included.
// Running out of steps makes the bracket wider, never wrong. The Relation agrees with the bracket:
//
//	Apart        Lower >= 0 and Upper > 0
//	Touching     Distance = Lower = Upper = 0
//	Overlapping  Upper <= 0 and Lower < 0
//	Undecided    Lower <= 0 <= Upper
//
// Shapes are closed sets, so that touching counts as intersecting. An exact path decides, and Undecided does not occur, for
// two polytopes, rounded or not, and for a half-space and any shape, another half-space among them. A cylinder or cone and a polytope are decided where
// one rests on a flat face of the other. All else that is curved (cylinder, cone, ellipse, ellipsoid, a user's own) is Undecided
// within the width of its bracket.
//
// The bracket of polytopes is at most 256 u L wide, that of curved shapes as wide as the option Tolerance asks, unless the
// Status says otherwise: Limit where the iterations ran out, which happens to a few pairs of curved bodies deep in each other, Rounding where
// doubles end first, BadSupport where a user's shape contradicts itself and nothing is known. docs/limits.md has the cases.
//
// # Conventions
//
//   - Lengths are in any one unit of the caller's; angles are in radians. There is no absolute tolerance, so
//     that the unit does not matter.
//   - Frames are right-handed. A pose takes points of a body's own frame to the world: it rotates, then
//     shifts. Quaternions are written x, y, z, w. The zero pose is the identity.
//   - The signed distance is positive between shapes that are apart, and zero at touch. Of shapes that overlap it is minus the
//     penetration depth: the length of the shortest translation that separates them.
//   - The normal is a unit vector in the world frame and points from A to B. PointB - PointA =
//     Distance * Normal. Moving B by -Distance * Normal brings overlapping shapes to touch. Swapping the
//     arguments negates the normal, exchanges the points and changes no other bit.
//   - All numbers are float64. A number given is meant exactly: no input is rounded or snapped.
//   - Answers are the same bits on every platform, in every goroutine and in every order of calls.
//   - Queries only read Objects, so that any number of goroutines may share them. A Query holds work space and is
//     for one goroutine at a time.
//
// # Glossary
//
//   - AABB: axis-aligned bounding box, in the world frame.
//   - bracket: the interval [Lower, Upper] that holds the true signed distance.
//   - core and margin: a convex shape is a core, grown by a ball of radius Margin.
//   - closed form: an answer by a formula, without iterations.
//   - EPA: the expanding polytope algorithm, which finds the penetration depth [Bergen01].
//   - feature: a vertex, an edge or a face of a shape; FeatureID names a pair of them.
//   - GJK: the algorithm of Gilbert, Johnson and Keerthi, which finds the distance [GJK88].
//   - Hull: the convex hull of points given by the caller.
//   - L, the size of a pair: the larger extent of its two shapes plus their distance.
//   - manifold: the few points by which two shapes touch.
//   - MTV: the least translation that ends an overlap.
//   - Minkowski difference A - B: all differences of a point of A and a point of B. It holds the origin
//     if and only if the shapes intersect, and its distance from the origin is theirs.
//   - polytope: the convex hull of finitely many points, here points, segments, boxes, polygons and hulls.
//   - relation: apart, touching, overlapping or undecided; of closed sets.
//   - SAT: the separating axis test, which tries the finitely many axes that can separate polytopes [Gottschalk96].
//   - separating axis: a direction along which the shadows of two shapes do not overlap.
//   - support point: a point of a shape that lies farthest in a given direction; the support map
//     yields one for every direction.
//   - trace: the record of the steps of a query.
//   - ulp, u: a unit in the last place of a double; u = 2^-53, half an ulp of 1.
//   - warm start: beginning a search where the last one about the same pair ended, by a Cache.
//   - witness points: the points of A and B that attain the distance.
//
// Keys such as [GJK88] are resolved in docs/references.md.
package collide
