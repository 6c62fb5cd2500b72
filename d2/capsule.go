package d2

// Capsule is a segment of length Height along X, centred, grown by Radius. Its core is the segment.
type Capsule struct{ Height, Radius float64 }

// Margin returns the radius.
func (c Capsule) Margin() float64 { return c.Radius }

// Support returns an end of the segment; the one at +Height/2 where dir is perpendicular to it.
func (c Capsule) Support(dir Vec) Vec { return Vec{along(halfOf(c.Height), dir.X), 0} }

// along returns h, or -h where the coordinate d of a direction is negative; never -0.
func along(h, d float64) float64 {
	if d < 0 {
		return 0 - h
	}
	return h
}

// halfOf returns half a size >= 0, rounded up where the size is an odd multiple of the least subnormal
// number (exact everywhere else), so that a body with a size keeps one.
func halfOf(size float64) float64 {
	h := float64(size * 0.5)
	return plusZero(max(h, size-h))
}
