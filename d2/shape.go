package d2

// Shape is anything that Place accepts: a Convex or a HalfSpace.
type Shape interface {
	// Margin returns the radius by which the core is grown, >= 0.
	Margin() float64
}

// Convex is a convex core given by its support map, grown by its margin. Users add shapes by writing
// these two methods; such a Support is taken as exact.
type Convex interface {
	Shape
	// Support returns a core point farthest along dir: own frame, dir != 0 of any length.
	Support(dir Vec) Vec
}

// Rounded is a convex shape grown by a disc of radius R: its margin is that of Core plus R, exactly.
type Rounded struct {
	Core Convex
	R    float64
}

// Circle is a disc about the origin. Its core is a point.
type Circle struct{ Radius float64 }

// Capsule is a segment of length Height along X, centred, grown by Radius. Its core is the segment.
type Capsule struct{ Height, Radius float64 }

// Box is a rectangle with full extents Size, centred.
type Box struct{ Size Vec }

// Ellipse is a solid ellipse with semi-axes Radii, centred.
type Ellipse struct{ Radii Vec }

// HalfSpace is the set of points x with Normal . x <= Offset. Normal need not be a unit vector.
type HalfSpace struct {
	Normal Vec
	Offset float64
}

// Polygon is a convex polygon with area. Make it with NewPolygon.
type Polygon struct {
	hull Hull
}
