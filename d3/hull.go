package d3

// Hull is the convex hull of any one or more points, flat sets included. Make it with NewHull.
type Hull struct {
	points []Vec   // the extreme points, exactly as given, in the order of their first appearance
	center Vec     // the middle of their AABB, rounded: any double near the middle would do
	local  []Vec   // points - center, each coordinate rounded once
	radius float64 // no element of local is longer
	dim    int     // 0 point, 1 segment, 2 flat, 3 solid

	faces    [][3]int32 // dim 3: triangles, counter-clockwise seen from outside; dim 2: one side's triangulation; else empty
	adjStart []int32    // vertex i has the neighbours adj[adjStart[i]:adjStart[i+1]]; len(points)+1 elements
	adj      []int32
	start    []int32 // direction table (see hillClimb); empty for hulls of few points
}
