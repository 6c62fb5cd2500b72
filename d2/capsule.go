package d2

import "github.com/collide-go/collide/internal/num"

// Capsule is a segment of length Height along X, centred, grown by Radius. Its core is the segment.
type Capsule struct{ Height, Radius float64 }

// Margin returns the radius.
func (c Capsule) Margin() float64 { return c.Radius }

// Support returns an end of the segment; the one at +Height/2 where dir is perpendicular to it.
func (c Capsule) Support(dir Vec) Vec { return Vec{num.Toward(num.Half(c.Height), dir.X), 0} }
