// Package solid draws bodies of the plane and of space: their outlines, their surfaces, and what a
// camera sees of them.
package solid

import (
	"math"

	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/internal/draw"
	"github.com/collide-go/collide/internal/trig"
)

// Camera looks at space from far away, without perspective: Right and Up are where X and Y of the
// picture point, Back points to the viewer. They are perpendicular unit vectors.
type Camera struct{ Right, Up, Back d3.Vec }

// Front returns the camera of the plane.
func Front() Camera { return Camera{d3.Vec{X: 1}, d3.Vec{Y: 1}, d3.Vec{Z: 1}} }

// LookFrom returns the camera of a viewer who stands in a direction given in degrees: the azimuth
// from +X, counter-clockwise seen from above, and the elevation above the plane of X and Y. Z
// points up.
func LookFrom(azimuth, elevation float64) Camera {
	ca, sa := cosSin(azimuth)
	ce, se := cosSin(elevation)
	right := d3.Vec{X: -sa, Y: ca}
	back := d3.Vec{X: float64(ce * ca), Y: float64(ce * sa), Z: se}
	return Camera{right, back.Cross(right), back}
}

// LookAlong returns the camera with Back along a vector that is not along Z. Z points up.
func LookAlong(back d3.Vec) Camera {
	back = Unit(back)
	right := Unit(d3.Vec{Z: 1}.Cross(back))
	return Camera{right, back.Cross(right), back}
}

// cosSin returns the cosine and sine of an angle in degrees, the same bits everywhere, exact at
// quarter turns. NaN, infinities and angles above 1e9 count as 0.
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

// See returns the place of p in the picture plane, Y up.
func (c *Camera) See(p d3.Vec) d2.Vec { return d2.Vec{X: c.Right.Dot(p), Y: c.Up.Dot(p)} }

// Raise returns the vector of space that a vector of the picture plane stands for.
func (c *Camera) Raise(v d2.Vec) d3.Vec { return c.Right.Scale(v.X).Add(c.Up.Scale(v.Y)) }

// Silhouette returns the outline of a convex set as the camera sees it, counter-clockwise: the
// corners of a polytope, and of a curved set points that no arc leaves by more than slack.
func (c *Camera) Silhouette(f Support, slack float64) []d2.Vec {
	seen := func(d d2.Vec) d2.Vec { return c.See(f(c.Raise(d))) }
	start := [4]d2.Vec{seen(d2.Vec{X: 1}), seen(d2.Vec{Y: 1}), seen(d2.Vec{X: -1}), seen(d2.Vec{Y: -1})}
	var out []d2.Vec
	// refine asks for the support beyond each edge until there is nothing more.
	var refine func(p, q d2.Vec, deep int)
	refine = func(p, q d2.Vec, deep int) {
		n := Unit(d3.Vec{X: q.Y - p.Y, Y: p.X - q.X})
		if n != (d3.Vec{}) && deep > 0 {
			s := seen(Flat(n))
			if Flat(n).Dot(s.Sub(p)) > slack && s != p && s != q {
				refine(p, s, deep-1)
				refine(s, q, deep-1)
				return
			}
		}
		if len(out) == 0 || out[len(out)-1] != p {
			out = append(out, p)
		}
	}
	for i, p := range start {
		refine(p, start[(i+1)%4], 12)
	}
	return out
}

// Reach returns the box of a convex set as the camera sees it.
func (c *Camera) Reach(f Support) d2.AABB {
	return d2.AABB{
		Min: d2.Vec{X: c.See(f(c.Right.Neg())).X, Y: c.See(f(c.Up.Neg())).Y},
		Max: d2.Vec{X: c.See(f(c.Right)).X, Y: c.See(f(c.Up)).Y},
	}
}

// ReachOf returns the box of points as the camera sees them.
func (c *Camera) ReachOf(pts ...d3.Vec) d2.AABB {
	var u draw.Union
	for _, p := range pts {
		v := c.See(p)
		u.Add(d2.AABB{Min: v, Max: v})
	}
	return u.Box
}

// View is a canvas on which a Camera shows space. In the plane the Camera is Front.
type View struct {
	*draw.Canvas
	Camera
}

// At returns the page point of a point of space. It may lie outside the frame.
func (v *View) At(p d3.Vec) d2.Vec { return v.Point(v.See(p)) }

// Deep returns the page point of a point of space, and as Z its distance toward the viewer in page
// units.
func (v *View) Deep(p d3.Vec) d3.Vec {
	q := v.At(p)
	return d3.Vec{X: q.X, Y: q.Y, Z: v.Back.Dot(p) * v.Scale}
}

// Direction returns what a vector of space looks like on the page, in its own length.
func (v *View) Direction(d d3.Vec) d2.Vec { return d2.Vec{X: v.Right.Dot(d), Y: -v.Up.Dot(d)} }

// Triad draws the directions of the world's axes about a page point, on a disc of paper.
func (v *View) Triad(at d2.Vec, length float64) {
	v.Page.Path(draw.Circle(at, length+16), draw.Style{Fill: draw.Paper, Alpha: 0.8})
	for _, x := range []struct {
		name string
		dir  d3.Vec
	}{{"X", d3.Vec{X: 1}}, {"Y", d3.Vec{Y: 1}}, {"Z", d3.Vec{Z: 1}}} {
		d := v.Direction(x.dir)
		tip := at.Add(d.Scale(length))
		v.Page.Arrow(at, tip, draw.Style{Stroke: draw.Axis, Width: 1.5})
		if l := d.Len(); l > 0.2 {
			v.Page.Text(tip.Add(d.Scale(9/l)), x.name, draw.Font{Role: draw.Muted, Size: 11, Anchor: draw.MidCenter})
		}
	}
}
