package d3

import "github.com/collide-go/collide/internal/num"

// Capsule is a segment of length Height along Z, centred, grown by Radius. Its core is the segment.
type Capsule struct{ Height, Radius float64 }

// Margin returns the radius.
func (c Capsule) Margin() float64 { return c.Radius }

// Support returns an end of the segment; the upper one where dir is perpendicular to it.
func (c Capsule) Support(dir Vec) Vec { return Vec{0, 0, num.Toward(num.Half(c.Height), dir.Z)} }
