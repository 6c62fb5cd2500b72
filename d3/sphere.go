package d3

// Sphere is a ball about the origin. Its core is a point.
type Sphere struct{ Radius float64 }

// Margin returns the radius.
func (s Sphere) Margin() float64 { return s.Radius }

// Support returns the origin, the only core point.
func (s Sphere) Support(Vec) Vec { return Vec{} }
