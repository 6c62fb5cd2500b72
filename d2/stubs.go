package d2

// Margin returns the radius.
func (s Circle) Margin() float64 { return s.Radius }

// Support returns the origin.
func (s Circle) Support(Vec) Vec { return Vec{} }

// Margin returns the radius.
func (c Capsule) Margin() float64 { return c.Radius }

// Support returns an end of the segment.
func (c Capsule) Support(Vec) Vec { return Vec{} }

// Margin returns 0.
func (b Box) Margin() float64 { return 0 }

// Support returns a corner.
func (b Box) Support(Vec) Vec { return Vec{} }

// Margin returns 0.
func (e Ellipse) Margin() float64 { return 0 }

// Support returns a surface point.
func (e Ellipse) Support(Vec) Vec { return Vec{} }

// Margin returns 0.
func (h HalfSpace) Margin() float64 { return 0 }

// Margin returns the sum of the margins.
func (r Rounded) Margin() float64 { return r.R }

// Support returns the core's support point.
func (r Rounded) Support(dir Vec) Vec { return r.Core.Support(dir) }

// Place returns s at pose p.
func Place(s Shape, p Pose) (Object, error) { return Object{}, nil }

// Move places o anew.
func (o *Object) Move(p Pose) error { return nil }

// NewAngle returns the rotation by an angle in radians.
func NewAngle(angle float64) (Rot, error) { return Rot{}, nil }

// NewCosSin returns the rotation with the given cosine and sine.
func NewCosSin(c, s float64) (Rot, error) { return Rot{}, nil }
