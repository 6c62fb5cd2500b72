package d3

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

// Rounded is a convex shape grown by a ball of radius R: its margin is that of Core plus R, exactly.
type Rounded struct {
	Core Convex
	R    float64
}

// Sphere is a ball about the origin. Its core is a point.
type Sphere struct{ Radius float64 }

// Capsule is a segment of length Height along Z, centred, grown by Radius. Its core is the segment.
type Capsule struct{ Height, Radius float64 }

// Box is a box with full extents Size, centred.
type Box struct{ Size Vec }

// Cylinder is a solid cylinder along Z, centred.
type Cylinder struct{ Radius, Height float64 }

// Cone is a solid cone along Z: apex at +Height/2, base disc at -Height/2.
type Cone struct{ Radius, Height float64 }

// Ellipsoid is a solid ellipsoid with semi-axes Radii, centred.
type Ellipsoid struct{ Radii Vec }

// HalfSpace is the set of points x with Normal . x <= Offset. Normal need not be a unit vector.
type HalfSpace struct {
	Normal Vec
	Offset float64
}
