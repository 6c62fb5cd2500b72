package draw

import (
	"math"

	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/internal/trig"
)

// Camera looks at a scene from far away, without perspective. The world's Z points up in the picture.
type Camera struct {
	Azimuth   float64 // degrees from +X to where the viewer stands, counter-clockwise seen from above
	Elevation float64 // degrees above the plane of X and Y
}

// axes returns the unit vectors to the right and up in the picture, and toward the viewer.
func (c Camera) axes() (right, up, back d3.Vec) {
	ca, sa := cosSin(c.Azimuth)
	ce, se := cosSin(c.Elevation)
	right = d3.Vec{X: -sa, Y: ca}
	back = d3.Vec{X: float64(ce * ca), Y: float64(ce * sa), Z: se}
	return right, back.Cross(right), back
}

// cosSin returns the cosine and sine of an angle in degrees, the same bits everywhere, exact at quarter turns; of angle 0 for what is no
// number.
func cosSin(degrees float64) (c, s float64) {
	if !(math.Abs(degrees) <= 1e9) {
		degrees = 0
	}
	degrees = math.Mod(degrees, 360)
	switch degrees {
	case 90, -270:
		return 0, 1
	case 180, -180:
		return -1, 0
	case 270, -90:
		return 0, -1
	}
	return trig.CosSin(float64(degrees*math.Pi) / 180)
}

// View is a rectangle of a page, its frame, in which a Camera sees the world.
type View struct {
	page            *Page
	frame           d2.AABB
	mid             d2.Vec
	center          d3.Vec // the world point in the middle of the frame
	scale           float64
	right, up, back d3.Vec
}

// View returns a view in the frame that shows all the meshes, as large as they fit, with room page units left free
// around them. The meshes are relative to the world point center. Without a point it shows a width of 1.
func (p *Page) View(frame d2.AABB, cam Camera, center d3.Vec, meshes []*Mesh, room float64) *View {
	v := &View{page: p, frame: frame, mid: middle(frame), center: center}
	v.right, v.up, v.back = cam.axes()
	var seen union2
	for _, m := range meshes {
		for _, q := range m.Points {
			at := d2.Vec{X: v.right.Dot(q), Y: v.up.Dot(q)}
			seen.add(d2.AABB{Min: at, Max: at})
		}
	}
	c := p.Canvas(frame, seen.box, room)
	v.scale = c.scale
	v.mid = d2.Vec{X: v.mid.X - float64(c.center.X*c.scale), Y: v.mid.Y + float64(c.center.Y*c.scale)}
	return v
}

// Point returns the page point of a world point. It may lie outside the frame.
func (v *View) Point(p d3.Vec) d2.Vec {
	q := v.near(p.Sub(v.center))
	return d2.Vec{X: q.X, Y: q.Y}
}

// Scale returns the number of page units in a world unit across the line of sight.
func (v *View) Scale() float64 { return v.scale }

// near returns page coordinates and depth, toward the viewer, of a world point relative to center.
func (v *View) near(p d3.Vec) d3.Vec {
	return d3.Vec{
		X: v.mid.X + float64(v.right.Dot(p)*v.scale),
		Y: v.mid.Y - float64(v.up.Dot(p)*v.scale),
		Z: v.back.Dot(p) * v.scale,
	}
}

// Direction returns what a world vector looks like on the page, in its own length.
func (v *View) Direction(d d3.Vec) d2.Vec { return d2.Vec{X: v.right.Dot(d), Y: -v.up.Dot(d)} }

// Segment draws the segment between two world points, over everything drawn before.
func (v *View) Segment(from, to d3.Vec, s Style) {
	s.Fill = None
	v.page.clipped(Polyline(v.Point(from), v.Point(to)), s, v.frame)
}

// Arrow draws an arrow from one world point to another, over everything drawn before.
func (v *View) Arrow(from, to d3.Vec, s Style) {
	p, q := v.Point(from), v.Point(to)
	if contains(v.frame, p, 0) && contains(v.frame, q, 0) {
		v.page.Arrow(p, q, s)
	}
}

// Dot draws a disc of a radius in page units about a world point, over everything drawn before.
func (v *View) Dot(at d3.Vec, radius float64, r Role) {
	if p := v.Point(at); contains(v.frame, p, 0) {
		v.page.Dot(p, radius, r)
	}
}

// Text puts a text at a world point moved by a number of page units.
func (v *View) Text(at d3.Vec, move d2.Vec, text string, f Font) {
	if p := v.Point(at); contains(v.frame, p, 0) {
		v.page.Text(p.Add(move), text, f)
	}
}

// Triad draws the directions of the world's axes about a page point, on a disc of paper.
func (v *View) Triad(at d2.Vec, length float64) {
	v.page.Path(Circle(at, length+16), Style{Fill: Paper, Alpha: 0.8})
	for _, x := range []struct {
		name string
		dir  d3.Vec
	}{{"X", d3.Vec{X: 1}}, {"Y", d3.Vec{Y: 1}}, {"Z", d3.Vec{Z: 1}}} {
		d := v.Direction(x.dir)
		tip := at.Add(d.Scale(length))
		v.page.Arrow(at, tip, Style{Stroke: Axis, Width: 1.5})
		if l := d.Len(); l > 0.2 {
			v.page.Text(tip.Add(d.Scale(9/l)), x.name, Font{Role: Muted, Size: 11, Anchor: MidCenter})
		}
	}
}
