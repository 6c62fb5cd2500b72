package d2

// Circle is a disc about the origin. Its core is a point.
type Circle struct{ Radius float64 }

// Margin returns the radius.
func (c Circle) Margin() float64 { return c.Radius }

// Support returns the origin, the only core point.
func (c Circle) Support(Vec) Vec { return Vec{} }
