// Package d3 answers collision questions about pairs of placed convex shapes in three dimensions.
//
// Shapes are sphere, capsule, box, hull, cylinder, cone, ellipsoid, half-space, any of these but
// the half-space grown by a radius (Rounded), and the user's own (Convex). Place checks a shape
// with its pose and returns an Object; two Objects are asked about with
//
//	Distance  signed distance with certified bounds, relation, normal and witness points
//	Relate    apart, touching, overlapping or undecided
//	Overlap   whether they have a point in common
//
// or with the methods of a Query, which take options, a Cache for warm starts and a Trace.
// Relations are exact for polytopes, rounded or not, and for half-spaces. Frames, units, signs, the
// story of a query and a glossary are in the comment of package collide.
package d3
