package d3

import "github.com/collide-go/collide/internal/num"

// Cone is a solid cone along Z: apex at +Height/2, base disc at -Height/2. Without a radius it is a
// segment, without a height a disc.
type Cone struct{ Radius, Height float64 }

// Margin returns 0: the core is the whole cone.
func (c Cone) Margin() float64 { return 0 }

// Support returns the apex or a rim point of the base, the latter within 3 ulp of the radius. Ties:
// the apex where dir is perpendicular to a side, the centre of the base where dir points straight
// down.
func (c Cone) Support(dir Vec) Vec {
	d := dir.normal()
	h := num.Half(c.Height)
	if float64(d.Z*c.Height) >= float64(c.Radius*Vec{d.X, d.Y, 0}.length()) {
		return Vec{0, 0, h}
	}
	p := onRim(c.Radius, dir)
	p.Z = 0 - h
	return p
}
