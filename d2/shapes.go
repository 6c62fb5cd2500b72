package d2

// Shape is anything that Place accepts: a Convex, a HalfSpace, a Compound, a Chain or a Grid.
type Shape interface {
	// Margin returns the radius by which the core is grown, >= 0.
	Margin() float64
}

// Convex is a convex core given by its support map, grown by its margin. Users add shapes by
// writing these two methods; such a Support is taken as exact.
type Convex interface {
	Shape
	// Support returns a core point farthest along dir: own frame, dir != 0 of any length.
	Support(dir Vec) Vec
}

// Rounded is a convex shape grown by a disc of radius R: its margin is that of Core plus R,
// exactly.
type Rounded struct {
	Core Convex
	R    float64
}

// Margin returns the margin of the core plus R, rounded; R alone where the core is nil.
func (r Rounded) Margin() float64 {
	if r.Core == nil {
		return r.R
	}
	return r.Core.Margin() + r.R
}

// Support returns the support point of the core; the origin where the core is nil.
func (r Rounded) Support(dir Vec) Vec {
	if r.Core == nil {
		return Vec{}
	}
	return r.Core.Support(dir)
}

// Polygon is a convex polygon with area. Make it with NewPolygon.
type Polygon struct {
	hull Hull
}
