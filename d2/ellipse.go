package d2

import "github.com/collide-go/collide/internal/num"

// Ellipse is a solid ellipse with semi-axes Radii, centred. Zero radii make it a segment or a
// point.
type Ellipse struct{ Radii Vec }

// Margin returns 0: the core is the whole ellipse.
func (e Ellipse) Margin() float64 { return 0 }

// Support returns the boundary point farthest along dir, each coordinate within 4 ulp of its
// semi-axis. Tie: the centre where dir is perpendicular to a flat ellipse.
//
// With m = (a x, b y) for semi-axes a, b and dir (x, y) the point is (a, b) m/|m|.
func (e Ellipse) Support(dir Vec) Vec {
	d, a := dir.normal(), e.Radii.normal()
	m := Vec{float64(a.X * d.X), float64(a.Y * d.Y)}.normal()
	n := m.length()
	if !(n > 0) {
		return Vec{}
	}
	return Vec{
		num.PlusZero(float64(e.Radii.X * (m.X / n))),
		num.PlusZero(float64(e.Radii.Y * (m.Y / n))),
	}
}
