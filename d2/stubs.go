package d2

// Margin returns 0.
func (h *Hull) Margin() float64 { return 0 }

// Support returns a vertex.
func (h *Hull) Support(Vec) Vec { return Vec{} }

// NewHull returns the convex hull of the points.
func NewHull(points []Vec) (*Hull, error) { return nil, nil }

// NewPolygon returns the convex polygon with these corners, in either winding.
func NewPolygon(points []Vec) (*Polygon, error) { return nil, nil }

// Margin returns 0.
func (p *Polygon) Margin() float64 { return 0 }

// Support returns a corner.
func (p *Polygon) Support(Vec) Vec { return Vec{} }
