package draw

import (
	"math"

	"github.com/collide-go/collide/d2"
)

// directions is how many directions sample the outline of a shape that is known by its support map alone.
const directions = 256

// shapePath returns the outline of a placed shape other than a half-plane, relative to the world point center.
func shapePath(o *d2.Object, center d2.Vec) *Path {
	pose := o.Pose()
	at := pose.Pos.Sub(center)
	return localPath(o.Shape()).mapped(func(v d2.Vec) d2.Vec { return pose.Rot.Apply(v).Add(at) })
}

// localPath returns the outline of a shape other than a half-plane in its own frame.
func localPath(s d2.Shape) *Path {
	s, margin := unround2(s)
	switch s := s.(type) {
	case d2.Circle:
		return Circle(d2.Vec{}, s.Radius+margin)
	case d2.Capsule:
		return grown([]d2.Vec{{X: -s.Height / 2}, {X: s.Height / 2}}, s.Radius+margin)
	case d2.Box:
		x, y := s.Size.X/2, s.Size.Y/2
		return grown([]d2.Vec{{X: -x, Y: -y}, {X: x, Y: -y}, {X: x, Y: y}, {X: -x, Y: y}}, margin)
	case d2.Ellipse:
		if margin == 0 {
			return Ellipse(d2.Vec{}, d2.Vec{X: s.Radii.X}, d2.Vec{Y: s.Radii.Y})
		}
		return sampled(s, margin)
	case *d2.Polygon:
		return grown(s.Vertices(), margin)
	case *d2.Hull:
		return grown(s.Vertices(), margin)
	case d2.Convex:
		return sampled(s, margin+s.Margin())
	}
	return &Path{}
}

// unround2 takes a shape out of the Rounded shapes around it and returns how far they grow it.
func unround2(s d2.Shape) (d2.Shape, float64) {
	margin := 0.0
	for {
		switch r := s.(type) {
		case d2.Rounded:
			s, margin = r.Core, margin+r.R
		case *d2.Rounded:
			s, margin = r.Core, margin+r.R
		case *d2.Circle:
			s = *r
		case *d2.Capsule:
			s = *r
		case *d2.Box:
			s = *r
		case *d2.Ellipse:
			s = *r
		default:
			return s, margin
		}
	}
}

// grown returns the outline of a convex polygon, counter-clockwise, of any number of corners, grown by r.
func grown(p []d2.Vec, r float64) *Path {
	p = distinct(p)
	switch {
	case len(p) == 0:
		return &Path{}
	case r == 0:
		return Polygon(p...)
	case len(p) == 1:
		return Circle(p[0], r)
	}
	h := &Path{}
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

// sampled returns the outline through the support points, grown by margin, in all directions.
func sampled(s d2.Convex, margin float64) *Path {
	p := make([]d2.Vec, 0, directions)
	for i := range directions {
		n := direction(i, directions)
		v := s.Support(n).Add(n.Scale(margin))
		if !finiteWorld(v) {
			return &Path{}
		}
		p = append(p, v)
	}
	h, err := d2.NewHull(p) // samples of a map that is no support map have an order, too
	if err != nil {
		return &Path{}
	}
	return Polygon(h.Vertices()...)
}

// direction returns unit vector i of n, counter-clockwise from +X, nearly evenly spread. It uses square roots alone,
// so that it is the same everywhere: each quarter is bent from the line (1-t, t).
func direction(i, n int) d2.Vec {
	quarter := 4 * i / n
	t := float64(4*i-quarter*n) / float64(n)
	// tan(t pi/2 - pi/4) within 1 %, by the line and a cube: what is left after normalising is even enough.
	s := float64(2*t) - 1
	s = float64(s * (0.7868 + float64(0.2132*s*s)))
	v := d2.Vec{X: 1 - s, Y: 1 + s}
	v = v.Scale(1 / v.Len())
	for range quarter {
		v = d2.Vec{X: -v.Y, Y: v.X}
	}
	return v
}
