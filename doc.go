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
//	two Objects  -> the pose of B in the frame of A, lengths scaled by a power of two
//	             -> a closed form, if the pair has one
//	             -> else GJK on the cores, by the support map of A - B
//	                  cores apart: the distance, less the radii
//	                  cores overlap: the depth along a normal, by EPA
//	             -> exact arithmetic, where floating point cannot decide
//	             -> Contact, back in the world frame
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
// Shapes are closed sets, so that touching counts as intersecting. For polytopes, rounded or not, an exact
// path decides, and Undecided does not occur. Curved shapes (cylinder, cone, ellipse, ellipsoid, a user's
// own) are undecided when they touch within the width of their bracket and no closed form or exact path covers the
// pair.
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
//     arguments negates the normal and changes no other bit.
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
//   - EPA: the expanding polytope algorithm, which finds the penetration depth [Bergen01].
//   - GJK: the algorithm of Gilbert, Johnson and Keerthi, which finds the distance [GJK88].
//   - L, the size of a pair: the larger extent of its two shapes plus their distance.
//   - Minkowski difference A - B: all differences of a point of A and a point of B. It holds the origin
//     if and only if the shapes intersect, and its distance from the origin is theirs.
//   - polytope: the convex hull of finitely many points, here points, segments, boxes, polygons and hulls.
//   - separating axis: a direction along which the shadows of two shapes do not overlap.
//   - support point: a point of a shape that lies farthest in a given direction; the support map
//     yields one for every direction.
//   - ulp, u: a unit in the last place of a double; u = 2^-53, half an ulp of 1.
//   - witness points: the points of A and B that attain the distance.
//
// Keys such as [GJK88] are resolved in docs/references.md.
package collide
