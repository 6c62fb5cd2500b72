package d3

// HalfSpace is the set of points x with Normal . x <= Offset. Normal need not be a unit vector. At
// pose p it is the set of x with (p.Rot Normal) . (x - p.Pos) <= Offset.
type HalfSpace struct {
	Normal Vec
	Offset float64
}

// Margin returns 0.
func (h HalfSpace) Margin() float64 { return 0 }
