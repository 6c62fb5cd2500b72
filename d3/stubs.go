package d3

// Margin returns 0.
func (h *Hull) Margin() float64 { return 0 }

// Support returns a vertex.
func (h *Hull) Support(Vec) Vec { return Vec{} }

// NewHull returns the convex hull of the points.
func NewHull(points []Vec) (*Hull, error) { return nil, nil }
