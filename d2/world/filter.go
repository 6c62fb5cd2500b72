package world

// Filter says which bodies a body may touch. The zero Filter is that of a body in category 1 that
// touches all.
type Filter struct {
	Category uint64 // the categories that the body is in, a bit each; 0 means 1
	Mask     uint64 // the categories that it touches; 0 means all
	Group    int32  // two bodies of one group above 0 touch whatever the masks say, below 0 never; 0 is no group
}

// Everything is the mask of all categories.
const Everything = ^uint64(0)

// set returns f with the meaning of zero filled in.
func (f Filter) set() Filter {
	if f.Category == 0 {
		f.Category = 1
	}
	if f.Mask == 0 {
		f.Mask = Everything
	}
	return f
}

// allows reports whether bodies with the filters f and g, both set, may touch.
func (f *Filter) allows(g *Filter) bool {
	if f.Group != 0 && f.Group == g.Group {
		return f.Group > 0
	}
	return f.Mask&g.Category != 0 && g.Mask&f.Category != 0
}
