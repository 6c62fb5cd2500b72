package d3

// Box is a box with full extents Size, centred.
type Box struct{ Size Vec }

// Margin returns 0: the core is the whole box.
func (b Box) Margin() float64 { return 0 }

// Support returns the farthest corner; where a coordinate of dir is 0, the one on the positive side.
func (b Box) Support(dir Vec) Vec {
	h := b.half()
	return Vec{along(h.X, dir.X), along(h.Y, dir.Y), along(h.Z, dir.Z)}
}

// half returns the half extents.
func (b Box) half() Vec { return Vec{halfOf(b.Size.X), halfOf(b.Size.Y), halfOf(b.Size.Z)} }
