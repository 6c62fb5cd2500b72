package d3

import "github.com/collide-go/collide/internal/num"

// Cylinder is a solid cylinder along Z, centred.
type Cylinder struct{ Radius, Height float64 }

// Margin returns 0: the core is the whole cylinder.
func (c Cylinder) Margin() float64 { return 0 }

// Support returns a rim point within 3 ulp of the radius. Ties: the upper rim where dir is
// perpendicular to the axis, the centre of the cap where dir lies along the axis.
func (c Cylinder) Support(dir Vec) Vec {
	p := onRim(c.Radius, dir)
	p.Z = num.Toward(num.Half(c.Height), dir.Z)
	return p
}

// onRim returns the point of the circle of radius r in the XY plane farthest along dir, or the
// centre where dir has no part in the plane.
func onRim(r float64, dir Vec) Vec {
	d := Vec{dir.X, dir.Y, 0}.normal()
	n := d.length()
	if !(n > 0) {
		return Vec{}
	}
	return Vec{num.PlusZero(float64(r * (d.X / n))), num.PlusZero(float64(r * (d.Y / n))), 0}
}
