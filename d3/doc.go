// Package d3 answers collision questions about pairs of placed shapes in three dimensions.
//
// Shapes are sphere, capsule, box, hull, cylinder, cone, ellipsoid, half-space, any of these except
// the half-space grown by a radius (Rounded), unions of them (Compound), surfaces and solids of
// triangles (Mesh), terrain (HeightField), and the user's own (Convex). Place checks a shape with
// its pose and returns an Object; two Objects are asked about with
//
//	Distance  signed distance with certified bounds, relation, normal and witness points
//	Relate    apart, touching, overlapping or undecided
//	Overlap   whether they have a point in common
//	Within    whether they are as near as a length, for less work than Distance
//	Contains  whether one lies in the other
//	Collide   what Distance tells, and the points where the bodies touch
//	Touch     the relation and, unless apart, these points: what an engine asks in each step
//	SAT       what Distance tells, by the separating axis test, and the axis
//
// ClosestPoint asks about a point and CastRay about a ray. CastShape tells when a body that is
// pushed along a line meets another, TimeOfImpact when two bodies that move and turn do.
//
// All of these are methods of a Query, too, which takes options, a Cache for warm starts and a
// Trace. Relations are exact for polytopes, rounded or not, half-spaces, and most pairs with an
// ellipsoid: Relate says which. Objects are only read, so that any number of goroutines may ask
// about the same ones. Frames, units, signs, the story of a query and a glossary are in the comment
// of package collide.
package d3
