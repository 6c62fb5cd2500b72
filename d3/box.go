package d3

import "github.com/collide-go/collide/internal/num"

// Box is a box with full extents Size, centred.
type Box struct{ Size Vec }

// Margin returns 0: the core is the whole box.
func (b Box) Margin() float64 { return 0 }

// Support returns the farthest corner; where a coordinate of dir is 0, the one on the positive
// side.
func (b Box) Support(dir Vec) Vec {
	h := b.half()
	return Vec{num.Toward(h.X, dir.X), num.Toward(h.Y, dir.Y), num.Toward(h.Z, dir.Z)}
}

// half returns the half extents.
func (b Box) half() Vec { return Vec{num.Half(b.Size.X), num.Half(b.Size.Y), num.Half(b.Size.Z)} }
