// Package collide holds what collision detection in two and three dimensions shares: the relation
// of two shapes, the status of an answer, and the errors. The shapes and queries are in packages d2
// and d3, which are twins: what one has, the other has under the same name.
//
// # The story of a pair
//
// A shape is a literal, such as d3.Box{Size: d3.Vec{X: 1, Y: 2, Z: 3}}, or the result of a
// constructor that has to compute, such as d3.NewHull. Place checks it together with its pose,
// once, and returns an Object; bad input is refused there and nowhere else. A query takes two
// Objects and always answers:
//
//	shape + pose -> Place -> Object
//	two Objects  -> compounds: the pairs of parts, best first by a tree of boxes, each as below
//	             -> canonical order, so that swapping the arguments gives the same bits
//	             -> with a half-space: the height of the other shape's lowest point
//	             -> two polygons apart: the nearest features, along their outlines from the vertices
//	                toward each other
//	             -> two boxes of space, two polygons of few edges: the separating axis test, if it
//	                is sure
//	             -> else the pose of B in the frame of A, lengths scaled by a power of two
//	             -> a closed form, if the pair has one: points and segments, a point and a box or
//	                a curved body
//	             -> else GJK on the cores, by the support map of A - B, in doubles, of curved cores
//	                ended by Newton's method, then exactly on a grid
//	                  cores apart: the distance, less the margins
//	                  cores overlap: the depth along a normal
//	                    two polygons with many edges: the separating axis test
//	                    bodies of revolution about parallel axes: one half circle of normals
//	                    else EPA, which grows a polytope inside A - B; of curved cores in space
//	                    Newton's method finds the least depth, and derivatives prove it around it
//	                    curved, and many normals nearly equally good: cells of directions
//	             -> where the bracket holds zero: the exact relation, if the pair has one
//	             -> Contact, back in the world frame
//	             -> if asked: the features that face each other, clipped -> Manifold
//
// # Points, casts and motions
//
// ClosestPoint and Contains ask about a point and about a body inside another one. CastRay,
// CastShape and TimeOfImpact ask when: their answers are times, again with two bounds, and a
// Verdict, Miss, Graze, Hit or Unsure. A miss is proved for the whole way. Casts of polytopes,
// rounded or not, are decided exactly, as relations are. docs/casts.md has what is proved, and what
// it costs; packages d2/world, d3/world and broadphase are for many bodies at once.
//
// # Brackets
//
// Every Contact holds two bounds: Lower <= true signed distance <= Upper, with all rounding
// included. Running out of steps makes the bracket wider, never wrong. The Relation agrees with the
// bracket:
//
//	Apart        Lower >= 0 and Upper > 0
//	Touching     Distance = Lower = Upper = 0
//	Overlapping  Upper <= 0 and Lower < 0
//	Undecided    Lower <= 0 <= Upper
//
// Shapes are closed sets, so that touching counts as intersecting. Undecided does not occur where
// the relation is decided by exact arithmetic: for two polytopes, rounded or not, for a half-space
// and any shape, another half-space among them, and for an ellipse or ellipsoid beside another one,
// beside a circle or ball, grown or not, and beside a polytope that is not rounded. A cylinder is
// decided beside a ball, a cylinder that is parallel or that it crosses between the ends, and a
// polytope, rounded or not, unless the rim of a cap is nearest to one that is rounded; a cone
// beside a ball; and every body but a user's own that rests on the cap of a cylinder or the base of
// a cone. Every other pair with a curved shape (cylinder, cone, ellipse, ellipsoid, a user's own)
// is Undecided within the width of its bracket.
//
// The bracket of polytopes, and of balls beside curved shapes, is at most 256 u L wide, that of
// other pairs with curved shapes as wide as the option Tolerance asks, unless the Status says
// otherwise: Limit where the iterations ran out, Rounding where doubles end first, BadSupport where
// a user's shape contradicts itself and nothing is known. docs/limits.md has the cases.
//
// # Conventions
//
//   - Lengths are in any one unit of the caller's; angles are in radians. There is no absolute
//     tolerance, so that the unit does not matter.
//   - Frames are right-handed. A pose takes points of a body's own frame to the world: it rotates,
//     then shifts. Quaternions are written x, y, z, w. The zero pose is the identity.
//   - The signed distance is positive between shapes that are apart, and zero at touch. Between
//     shapes that overlap it is minus the penetration depth: the length of the shortest translation
//     that separates them.
//   - The normal is a unit vector in the world frame and points from A to B.
//     PointB - PointA = Distance * Normal. Moving B by -Distance * Normal brings overlapping shapes
//     to touch. Swapping the arguments negates the normal, exchanges the points and changes no
//     other bit.
//   - All numbers are float64. A number given is meant exactly: no input is rounded or snapped.
//   - Answers are the same bits on every platform, in every goroutine and in every order of calls.
//   - Queries only read Objects, so that any number of goroutines may share them. A Query holds
//     work space and is for one goroutine at a time.
//
// # Glossary
//
//   - A, B: the first and the second of the two shapes of a query, or their cores.
//   - AABB: axis-aligned bounding box, in the world frame.
//   - axis: a direction that the separating axis test tries.
//   - bracket: the interval [Lower, Upper] that holds the true signed distance.
//   - cells of directions: a cover of all normals by rectangles on the faces of a cube, with a
//     bound of the depth in each; for curved shapes with many nearly equal ways out.
//   - closed form: an answer by a formula, without iterations.
//   - compound: a union of shapes, its parts, that is placed and asked about as one body.
//   - core: what is left of a convex shape when the ball of its margin is taken off: the segment of
//     a capsule, the centre of a sphere.
//   - culling: leaving out axes that cannot be the answer.
//   - deepening: of casts and motions, that contact counts only where bodies get deeper than they
//     are at the start.
//   - depth, penetration depth: the length of the shortest translation that ends an overlap.
//   - disc of directions: the directions around the one of a minimum, for which derivatives prove
//     that no depth is less.
//   - EPA: the expanding polytope algorithm, which finds the penetration depth [Bergen01].
//   - feature: a vertex, an edge or a face of a shape; FeatureID names a pair of them.
//   - foot of a direction: the support point along it, with how it moves as the direction turns.
//   - ghost collision: contact with an edge inside a smooth surface, which is not there.
//   - GJK: the algorithm of Gilbert, Johnson and Keerthi, which finds the distance [GJK88].
//   - graze: contact in which the bodies have no inner point in common.
//   - grid: the multiples of 2^-52, to which the solvers round points of A - B, once, so that what
//     they decide about them is decided in integers.
//   - half circle: the normals from one end of an axis to the other, in a plane through it. For
//     bodies of revolution about parallel axes one of them holds the best normal.
//   - Hull: the convex hull of points given by the caller.
//   - L, the size of a pair: the larger extent of its two shapes plus their distance.
//   - leaf: one of the convex bodies of which a mesh, a height field, a chain, a grid or a compound
//     is the union: a triangle, an edge, a rectangle of cells, a part.
//   - manifold: the few points by which two shapes touch.
//   - margin: the radius of the ball by which a core is grown to give the shape.
//   - Minkowski difference A - B: all differences of a point of A and a point of B. It holds the
//     origin if and only if the shapes intersect, and its distance from the origin is theirs.
//   - MTV: the least translation that ends an overlap.
//   - piece: one choice of a feature of each core. Its support values bound those of A - B from
//     below, and along each direction some piece attains them. Where two pieces agree, on a line of
//     directions, the support value has a kink: a valley, each side of which is a ridge.
//   - polytope: the convex hull of finitely many points: a point, segment, box, polygon or hull.
//   - reach: a bound of the lengths of the points of A - B, seen from A's centre.
//   - relation: apart, touching, overlapping or undecided; between closed sets.
//   - SAT: the separating axis test, which tries the finitely many axes that can separate polytopes
//     [Gottschalk96].
//   - separation along n: how far all of B lies beyond all of A along n; a lower bound of the
//     signed distance.
//   - separating axis: a direction along which the shadows of two shapes do not overlap.
//   - simplex: a point, segment, triangle or tetrahedron whose corners are points of A - B; what
//     GJK moves toward the origin.
//   - skin: how near bodies count as in contact in a cast.
//   - solid, surface: all that triangles enclose; the triangles alone.
//   - support point: a point of a shape that lies farthest in a given direction, at the support
//     value; the support map yields one for every direction.
//   - trace: the record of the steps of a query.
//   - u: 2^-53, half an ulp of 1. A rounded operation is off by at most u of its result.
//   - ulp: a unit in the last place of a double.
//   - verdict: what a cast or a motion meets: miss, graze, hit or unsure.
//   - warm start: beginning a search where the last one about the same pair ended, by a Cache.
//   - way out: a translation that ends an overlap; of a surface one along a normal that it has.
//   - witness points: the points of A and B that attain the distance.
//
// Keys such as [GJK88] are resolved in docs/references.md.
package collide
