package d3

import "github.com/collide-go/collide/internal/num"

// Ellipsoid is a solid ellipsoid with semi-axes Radii, centred. Zero radii make it an elliptic
// disc, a segment or a point.
type Ellipsoid struct{ Radii Vec }

// Margin returns 0: the core is the whole ellipsoid.
func (e Ellipsoid) Margin() float64 { return 0 }

// Support returns the surface point farthest along dir, each coordinate within 4 ulp of its
// semi-axis. Tie: the centre where dir is perpendicular to a flat ellipsoid.
//
// With m = (a x, b y, c z) for semi-axes a, b, c and dir (x, y, z) the point is (a, b, c) m/|m|.
func (e Ellipsoid) Support(dir Vec) Vec {
	d, a := dir.normal(), e.Radii.normal()
	m := Vec{float64(a.X * d.X), float64(a.Y * d.Y), float64(a.Z * d.Z)}.normal()
	n := m.length()
	if !(n > 0) {
		return Vec{}
	}
	return Vec{
		num.PlusZero(float64(e.Radii.X * (m.X / n))),
		num.PlusZero(float64(e.Radii.Y * (m.Y / n))),
		num.PlusZero(float64(e.Radii.Z * (m.Z / n))),
	}
}
