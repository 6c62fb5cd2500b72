package d2

// Hull is the convex hull of any one or more points, segments and single points included. Make it with NewHull.
type Hull struct {
	points []Vec   // the extreme points, exactly as given, counter-clockwise, the lexicographically least first
	center Vec     // the middle of their AABB, rounded: any double near the middle would do
	local  []Vec   // points - center, each coordinate rounded once
	radius float64 // no element of local is longer
	dim    int     // 0 point, 1 segment, 2 solid
}
