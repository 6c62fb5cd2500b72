package solid

import (
	"math"

	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/internal/draw"
)

// directions is how many directions sample the outline of a shape that is known by its support map
// alone.
const directions = 256

// Outline returns the outline of a placed shape other than a half-plane, relative to the world
// point center.
func Outline(o *d2.Object, center d2.Vec) *draw.Path {
	pose := o.Pose()
	at := pose.Pos.Sub(center)
	return localOutline(o.Shape()).Mapped(func(v d2.Vec) d2.Vec { return pose.Rot.Apply(v).Add(at) })
}

// localOutline returns the outline of a shape other than a half-plane in its own frame.
func localOutline(s d2.Shape) *draw.Path {
	b := local2(s)
	if e, ok := core2(s).(d2.Ellipse); ok && b.Margin == 0 {
		return draw.Ellipse(d2.Vec{}, d2.Vec{X: e.Radii.X}, d2.Vec{Y: e.Radii.Y})
	}
	if b.Core == nil {
		return &draw.Path{}
	}
	if b.Smooth {
		return b.sampledOutline()
	}
	p := make([]d2.Vec, len(b.Corners))
	for i, v := range b.Corners {
		p[i] = Flat(v)
	}
	return grown(p, b.Margin)
}

// Object draws a placed shape of the plane. One too small to see is drawn as a dot.
func (v *View) Object(o *d2.Object, s draw.Style) {
	if _, ok := o.Shape().(d2.HalfSpace); ok {
		b := Body2(o, Lift(v.Center))
		v.HalfPlane(v.Near(Flat(b.Normal.Scale(b.Offset))), b.Normal, s)
		return
	}
	h := Outline(o, v.Center).Mapped(v.Near)
	if at, ok := h.Tiny(); ok && draw.Contains(v.Frame, at, 0) {
		r := s.Stroke
		if r == draw.None {
			r = s.Fill
		}
		v.Page.Path(draw.Circle(at, 2.5), draw.Style{Fill: r})
		return
	}
	v.Path(h, s)
}

// HalfPlane draws the part inside the frame of the half-plane on whose border a page point lies,
// and whose normal is a unit vector n of the plane: its area, and its line.
func (v *View) HalfPlane(foot d2.Vec, n d3.Vec, s draw.Style) {
	if n == (d3.Vec{}) || !draw.Finite(foot) {
		return
	}
	u := v.Direction(n)
	// The point of the line nearest the middle of the frame, so that the numbers stay small.
	mid := v.Near(d2.Vec{})
	foot = mid.Add(u.Scale(foot.Sub(mid).Dot(u)))
	reach := v.Frame.Max.Sub(v.Frame.Min).Len() + foot.Sub(mid).Len()
	t := d2.Vec{X: -u.Y, Y: u.X}.Scale(reach)
	p, q, deep := foot.Add(t), foot.Sub(t), u.Scale(-2*reach)
	area := s
	area.Stroke = draw.None
	v.Path(draw.Polygon(p, q, q.Add(deep), p.Add(deep)), area)
	s.Fill = draw.None
	v.Path(draw.Polyline(p, q), s)
}

// grown returns the outline of a convex polygon, counter-clockwise, of any number of corners, grown
// by r.
func grown(p []d2.Vec, r float64) *draw.Path {
	p = distinct(p)
	switch {
	case len(p) == 0:
		return &draw.Path{}
	case r == 0:
		return draw.Polygon(p...)
	case len(p) == 1:
		return draw.Circle(p[0], r)
	}
	h := &draw.Path{}
	n := len(p)
	before := outward(p[n-1], p[0])
	for i := range p {
		after := outward(p[i], p[(i+1)%n])
		if i == 0 {
			h.MoveTo(p[i].Add(before.Scale(r)))
		} else {
			h.LineTo(p[i].Add(before.Scale(r)))
		}
		h.ArcTo(p[i], before, after, r)
		before = after
	}
	h.Close()
	return h
}

// distinct returns the points without those equal to the one before.
func distinct(p []d2.Vec) []d2.Vec {
	var q []d2.Vec
	for _, v := range p {
		if len(q) == 0 || v != q[len(q)-1] {
			q = append(q, v)
		}
	}
	for len(q) > 1 && q[0] == q[len(q)-1] {
		q = q[:len(q)-1]
	}
	return q
}

// outward returns the unit normal to the right of the way from p to q.
func outward(p, q d2.Vec) d2.Vec {
	d := q.Sub(p)
	s := max(math.Abs(d.X), math.Abs(d.Y))
	d = d2.Vec{X: d.X / s, Y: d.Y / s} // so that the square neither overflows nor vanishes
	return d2.Vec{X: d.Y, Y: -d.X}.Scale(1 / d.Len())
}

// sampledOutline returns the outline through the support points, grown by margin, in all
// directions.
func (b *Body) sampledOutline() *draw.Path {
	p := make([]d2.Vec, 0, directions)
	for i := range directions {
		n := draw.UnitAt(i, directions)
		v := Flat(b.Grown(Lift(n)))
		if !draw.FiniteWorld(v) {
			return &draw.Path{}
		}
		p = append(p, v)
	}
	h, err := d2.NewHull(p) // samples of a map that is no support map have an order, too
	if err != nil {
		return &draw.Path{}
	}
	return draw.Polygon(h.Vertices()...)
}
