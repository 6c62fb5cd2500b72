package draw

import (
	"math"

	"github.com/collide-go/collide/d2"
)

// Canvas is a rectangle of a page, its frame, that shows a part of the plane: x to the right and y
// up, with one scale for both. Points and lengths of the plane are called world points and lengths.
// What lies outside the frame is cut off.
type Canvas struct {
	Page   *Page
	Frame  d2.AABB
	Center d2.Vec  // the world point in its middle
	Scale  float64 // page units in a world unit
	mid    d2.Vec  // of the frame
}

// Canvas returns a canvas in the frame that shows all of the world rectangle, as large as it fits,
// with room page units left free around it. A rectangle without a size is shown one unit wide, or
// as wide as doubles can resolve; what is not finite counts as 0.
func (p *Page) Canvas(frame, world d2.AABB, room float64) *Canvas {
	c := &Canvas{Page: p, Frame: frame}
	c.mid = Middle(frame)
	c.Center = Middle(world)
	if !FiniteWorld(c.Center) {
		c.Center = d2.Vec{}
	}
	size := world.Max.Sub(world.Min)
	if !FiniteWorld(size) {
		size = d2.Vec{}
	}
	// The box of a point is some units in the last place wide, which are nothing to show: up to 64
	// u.
	least := max(0x1p-47*max(math.Abs(c.Center.X), math.Abs(c.Center.Y)), 1e-280)
	if !(max(size.X, size.Y) > least) {
		size = d2.Vec{X: max(1, least), Y: max(1, least)}
	}
	in := frame.Max.Sub(frame.Min)
	c.Scale = min(max(in.X-2*room, 8)/max(size.X, least), max(in.Y-2*room, 8)/max(size.Y, least))
	return c
}

// Middle returns the middle of a box, computed so that it does not overflow.
func Middle(b d2.AABB) d2.Vec {
	return d2.Vec{X: float64(b.Min.X/2) + float64(b.Max.X/2), Y: float64(b.Min.Y/2) + float64(b.Max.Y/2)}
}

// FiniteWorld reports whether v is a point that shapes and poses can have.
func FiniteWorld(v d2.Vec) bool { return math.Abs(v.X) <= 1e101 && math.Abs(v.Y) <= 1e101 }

// Point returns the page point of a world point. It may lie outside the frame.
func (c *Canvas) Point(v d2.Vec) d2.Vec { return c.Near(v.Sub(c.Center)) }

// Near returns the page point of a world point given relative to the center of the canvas.
func (c *Canvas) Near(v d2.Vec) d2.Vec {
	v = v.Scale(c.Scale)
	return d2.Vec{X: c.mid.X + v.X, Y: c.mid.Y - v.Y}
}

// Path draws the part of a path of the page that is in the frame.
func (c *Canvas) Path(h *Path, s Style) { c.Page.Clipped(h, s, c.Frame) }

// Line draws the part of a segment of the page that is in the frame.
func (c *Canvas) Line(from, to d2.Vec, s Style) { c.Path(Polyline(from, to), s) }

// Arrow draws the part of an arrow of the page that is in the frame, with a head.
func (c *Canvas) Arrow(from, to d2.Vec, s Style) {
	if !Finite(from, to) {
		return
	}
	if a, b, ok := ClipLine(from, to, c.Frame); ok {
		c.Page.Arrow(a, b, s)
	}
}

// Dot draws a disc about a page point, if that is in the frame.
func (c *Canvas) Dot(at d2.Vec, radius float64, r Role) {
	if Contains(c.Frame, at, 0) {
		c.Page.Dot(at, radius, r)
	}
}

// Union is the union of boxes.
type Union struct {
	Box  d2.AABB
	Some bool // whether there is any
}

// Add adds a box.
func (u *Union) Add(b d2.AABB) {
	if u.Some {
		b = u.Box.Union(b)
	}
	u.Box, u.Some = b, true
}
