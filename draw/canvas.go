package draw

import (
	"math"

	"github.com/collide-go/collide/d2"
)

// Canvas is a rectangle of a page, its frame, that shows a part of the plane: x to the right and y up, with one
// scale for both. Points and lengths of the plane are called world points and lengths. What lies outside the frame
// is cut off.
type Canvas struct {
	page   *Page
	frame  d2.AABB
	mid    d2.Vec  // of the frame
	center d2.Vec  // the world point there
	scale  float64 // page units in a world unit
}

// Canvas returns a canvas in the frame that shows all of the world rectangle, as large as it fits, with room
// page units left free around it. A rectangle without a size is shown one unit wide, or as wide as doubles can
// resolve; what is not finite counts as 0.
func (p *Page) Canvas(frame, world d2.AABB, room float64) *Canvas {
	c := &Canvas{page: p, frame: frame}
	c.mid = middle(frame)
	c.center = middle(world)
	if !finiteWorld(c.center) {
		c.center = d2.Vec{}
	}
	size := world.Max.Sub(world.Min)
	if !finiteWorld(size) {
		size = d2.Vec{}
	}
	least := max(1e-12*max(math.Abs(c.center.X), math.Abs(c.center.Y)), 1e-280)
	if !(max(size.X, size.Y) > least) {
		size = d2.Vec{X: max(1, least), Y: max(1, least)}
	}
	in := frame.Max.Sub(frame.Min)
	c.scale = min(max(in.X-2*room, 8)/max(size.X, least), max(in.Y-2*room, 8)/max(size.Y, least))
	return c
}

// middle returns the middle of a box, computed so that it does not overflow.
func middle(b d2.AABB) d2.Vec {
	return d2.Vec{X: float64(b.Min.X/2) + float64(b.Max.X/2), Y: float64(b.Min.Y/2) + float64(b.Max.Y/2)}
}

// finiteWorld reports whether v is a point that shapes and poses can have.
func finiteWorld(v d2.Vec) bool { return math.Abs(v.X) <= 1e101 && math.Abs(v.Y) <= 1e101 }

// Page returns the page of the canvas.
func (c *Canvas) Page() *Page { return c.page }

// Frame returns the rectangle of the page that the canvas fills.
func (c *Canvas) Frame() d2.AABB { return c.frame }

// Scale returns the number of page units in a world unit.
func (c *Canvas) Scale() float64 { return c.scale }

// Point returns the page point of a world point. It may lie outside the frame.
func (c *Canvas) Point(v d2.Vec) d2.Vec { return c.near(v.Sub(c.center)) }

// near returns the page point of a world point given relative to the center of the canvas.
func (c *Canvas) near(v d2.Vec) d2.Vec {
	v = v.Scale(c.scale)
	return d2.Vec{X: c.mid.X + v.X, Y: c.mid.Y - v.Y}
}

// World returns the world rectangle that the frame shows.
func (c *Canvas) World() d2.AABB {
	half := c.frame.Max.Sub(c.frame.Min).Scale(0.5 / c.scale)
	return d2.AABB{Min: c.center.Sub(half), Max: c.center.Add(half)}
}

// Path draws a path given in world points.
func (c *Canvas) Path(h *Path, s Style) { c.page.clipped(h.mapped(c.Point), s, c.frame) }

// Polygon draws a polygon given by world points.
func (c *Canvas) Polygon(points []d2.Vec, s Style) { c.Path(Polygon(points...), s) }

// Segment draws the segment between two world points.
func (c *Canvas) Segment(from, to d2.Vec, s Style) {
	s.Fill = None
	c.Path(Polyline(from, to), s)
}

// Circle draws a circle with its center and radius in the world.
func (c *Canvas) Circle(center d2.Vec, radius float64, s Style) { c.Path(Circle(center, radius), s) }

// Line draws the part inside the frame of the line through a world point along dir.
func (c *Canvas) Line(through, dir d2.Vec, s Style) {
	l := dir.Len()
	if !(l > 0) || math.IsInf(l, 0) {
		return
	}
	p := c.Point(through)
	d := d2.Vec{X: dir.X / l, Y: -dir.Y / l}
	reach := p.Sub(c.mid).Len() + c.frame.Max.Sub(c.frame.Min).Len()
	s.Fill = None
	c.page.clipped(Polyline(p.Sub(d.Scale(reach)), p.Add(d.Scale(reach))), s, c.frame)
}

// Arrow draws an arrow from one world point to another. One whose tip is outside the frame loses its head.
func (c *Canvas) Arrow(from, to d2.Vec, s Style) {
	p, q := c.Point(from), c.Point(to)
	a, b, ok := d2.Vec{}, d2.Vec{}, false
	if finite(p, q) {
		a, b, ok = clipLine(p, q, c.frame)
	}
	switch {
	case !ok:
	case b == q:
		c.page.Arrow(a, b, s)
	default:
		c.page.Line(a, b, s)
	}
}

// Dot draws a disc of a radius in page units about a world point, if that is in the frame.
func (c *Canvas) Dot(at d2.Vec, radius float64, r Role) {
	if p := c.Point(at); contains(c.frame, p, 0) {
		c.page.Dot(p, radius, r)
	}
}

// Text puts a text at a world point moved by a number of page units, if the point is in the frame.
func (c *Canvas) Text(at, move d2.Vec, text string, f Font) {
	if p := c.Point(at); contains(c.frame, p, 0) {
		c.page.Text(p.Add(move), text, f)
	}
}

// Object draws a placed shape. One too small to see is drawn as a dot.
func (c *Canvas) Object(o *d2.Object, s Style) {
	if h, ok := o.Shape().(d2.HalfSpace); ok {
		c.halfPlane(h, o.Pose(), s)
		return
	}
	h := shapePath(o, c.center).mapped(c.near)
	if at, ok := h.tiny(); ok && contains(c.frame, at, 0) {
		r := s.Stroke
		if r == None {
			r = s.Fill
		}
		c.page.Path(Circle(at, 2.5), Style{Fill: r})
		return
	}
	c.page.clipped(h, s, c.frame)
}

// halfPlane draws the part of a half-plane inside the frame: its area, and its line.
func (c *Canvas) halfPlane(h d2.HalfSpace, pose d2.Pose, s Style) {
	l := h.Normal.Len()
	if !(l > 0) || math.IsInf(l, 0) {
		return
	}
	n := pose.Rot.Apply(h.Normal.Scale(1 / l))
	foot := c.near(pose.Pos.Sub(c.center).Add(n.Scale(h.Offset / l)))
	if !finite(foot) {
		return
	}
	u := d2.Vec{X: n.X, Y: -n.Y} // on the page
	// The point of the line nearest the middle of the frame, so that the numbers stay small.
	foot = c.mid.Add(u.Scale(foot.Sub(c.mid).Dot(u)))
	reach := c.frame.Max.Sub(c.frame.Min).Len() + foot.Sub(c.mid).Len()
	t := d2.Vec{X: -u.Y, Y: u.X}.Scale(reach)
	a, b, deep := foot.Add(t), foot.Sub(t), u.Scale(-2*reach)
	area := s
	area.Stroke = None
	c.page.clipped(Polygon(a, b, b.Add(deep), a.Add(deep)), area, c.frame)
	s.Fill = None
	c.page.clipped(Polyline(a, b), s, c.frame)
}
