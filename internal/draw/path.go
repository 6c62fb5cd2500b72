package draw

import (
	"math"

	"github.com/collide-go/collide/d2"
)

// Path is a sequence of outlines made of lines and cubic curves. The zero value is empty.
type Path struct{ parts []part }

// part is one piece of a path. Its last point is where the next piece starts.
type part struct {
	kind byte // 'M', 'L', 'C' or 'Z', as in SVG
	p    [3]d2.Vec
}

// MoveTo starts a new outline at p.
func (h *Path) MoveTo(p d2.Vec) { h.parts = append(h.parts, part{kind: 'M', p: [3]d2.Vec{p}}) }

// LineTo adds a straight line to p.
func (h *Path) LineTo(p d2.Vec) { h.parts = append(h.parts, part{kind: 'L', p: [3]d2.Vec{p}}) }

// CubicTo adds the cubic Bézier curve with the control points a and b that ends in p.
func (h *Path) CubicTo(a, b, p d2.Vec) {
	h.parts = append(h.parts, part{kind: 'C', p: [3]d2.Vec{a, b, p}})
}

// Close ends the outline with a line to where it started.
func (h *Path) Close() { h.parts = append(h.parts, part{kind: 'Z'}) }

// Polygon returns the closed path through the points, Polyline the open one.
func Polygon(points ...d2.Vec) *Path {
	h := Polyline(points...)
	if len(points) > 0 {
		h.Close()
	}
	return h
}

// Polyline returns the open path through the points.
func Polyline(points ...d2.Vec) *Path {
	h := &Path{}
	for i, p := range points {
		if i == 0 {
			h.MoveTo(p)
		} else {
			h.LineTo(p)
		}
	}
	return h
}

// kappa is 4/3 (sqrt 2 - 1): a quarter of the unit circle from (1, 0) has the control points (1,
// kappa) and (kappa, 1), and is then off by 3e-4 at most.
const kappa = 0.5522847498307936

// Ellipse returns the closed path of the ellipse about center with the half axes u and v, two
// perpendicular vectors.
func Ellipse(center, u, v d2.Vec) *Path {
	h := &Path{}
	h.MoveTo(center.Add(u))
	for range 4 {
		h.CubicTo(center.Add(u).Add(v.Scale(kappa)), center.Add(v).Add(u.Scale(kappa)), center.Add(v))
		u, v = v, u.Neg()
	}
	h.Close()
	return h
}

// Circle returns the closed path of a circle.
func Circle(center d2.Vec, radius float64) *Path {
	return Ellipse(center, d2.Vec{X: radius}, d2.Vec{Y: radius})
}

// ArcTo adds the shorter arc about center from center + r u, where the path must be, to center + r
// v, for unit vectors u and v; a half circle turns counter-clockwise from u (clockwise on a page,
// whose y points down).
func (h *Path) ArcTo(center, u, v d2.Vec, r float64) {
	h.arc(center, u, v, r, 3)
}

// arc halves an arc until it is at most a quarter of the circle, at most the given number of times.
func (h *Path) arc(center, u, v d2.Vec, r float64, halvings int) {
	cos := u.Dot(v)
	if cos < 0 && halvings > 0 {
		m := u.Add(v)
		if l := m.Len(); l > 1e-9 {
			m = m.Scale(1 / l)
		} else {
			m = d2.Vec{X: -u.Y, Y: u.X}
		}
		h.arc(center, u, m, r, halvings-1)
		h.arc(center, m, v, r, halvings-1)
		return
	}
	// With the angle t the handles have the length 4/3 tan(t/4) r, and tan(t/4) = sin(t/2) / (1 +
	// cos(t/2)).
	cos = min(max(cos, -1), 1)
	half := math.Sqrt(0.5 + float64(cos/2))
	k := float64(r * 4 / 3 * math.Sqrt(max(0, 0.5-float64(cos/2))) / (1 + half))
	if u.Cross(v) < 0 {
		k = -k
	}
	from, to := center.Add(u.Scale(r)), center.Add(v.Scale(r))
	h.CubicTo(from.Add(d2.Vec{X: -u.Y, Y: u.X}.Scale(k)), to.Add(d2.Vec{X: v.Y, Y: -v.X}.Scale(k)), to)
}

// Mapped returns the path with f, an affine map, applied to its points.
func (h *Path) Mapped(f func(d2.Vec) d2.Vec) *Path {
	m := &Path{parts: make([]part, len(h.parts))}
	for i, q := range h.parts {
		for j := range points(q.kind) {
			q.p[j] = f(q.p[j])
		}
		m.parts[i] = q
	}
	return m
}

// Tiny returns where a path is that spans less than three page units.
func (h *Path) Tiny() (d2.Vec, bool) {
	var box Union
	for i := range h.parts {
		for _, v := range h.parts[i].p[:points(h.parts[i].kind)] {
			box.Add(d2.AABB{Min: v, Max: v})
		}
	}
	size := box.Box.Max.Sub(box.Box.Min)
	return Middle(box.Box), box.Some && size.X < 3 && size.Y < 3
}

// points returns how many points a piece of the given kind has.
func points(kind byte) int {
	switch kind {
	case 'C':
		return 3
	case 'Z':
		return 0
	}
	return 1
}

// Outlines returns the points of the outlines of a path, with each curve replaced by lines that
// stray from it by about a tenth of a page unit at most.
func (h *Path) Outlines() (list [][]d2.Vec) {
	for _, o := range h.flatten() {
		list = append(list, o.p)
	}
	return list
}

// outline is a flattened outline of a path.
type outline struct {
	p      []d2.Vec
	closed bool
}

// flatten returns the outlines with each curve replaced by lines that stray from it by about a
// tenth of a page unit at most.
func (h *Path) flatten() []outline {
	var list []outline
	var at d2.Vec
	open := func() *outline {
		if len(list) == 0 || list[len(list)-1].closed {
			list = append(list, outline{p: []d2.Vec{at}})
		}
		return &list[len(list)-1]
	}
	for _, q := range h.parts {
		switch q.kind {
		case 'M':
			at = q.p[0]
			list = append(list, outline{p: []d2.Vec{at}})
		case 'L':
			o := open()
			at = q.p[0]
			o.p = append(o.p, at)
		case 'C':
			o := open()
			o.p = appendCubic(o.p, at, q.p)
			at = q.p[2]
		case 'Z':
			o := open()
			o.closed = true
			at = o.p[0]
		}
	}
	return list
}

// appendCubic appends the points of a flattened curve but for its first, from.
func appendCubic(to []d2.Vec, from d2.Vec, p [3]d2.Vec) []d2.Vec {
	bend := max(from.Sub(p[0].Scale(2)).Add(p[1]).Len(), p[0].Sub(p[1].Scale(2)).Add(p[2]).Len())
	n := min(max(math.Ceil(math.Sqrt(bend*7.5)), 1), 64) // n lines are off by 3/4 bend / n^2
	for i := 1.0; i < n; i++ {
		t := i / n
		s := 1 - t
		to = append(to, from.Scale(s*s*s).Add(p[0].Scale(3*s*s*t)).Add(p[1].Scale(3*s*t*t)).Add(p[2].Scale(t*t*t)))
	}
	return append(to, p[2])
}

// UnitAt returns unit vector i of n, counter-clockwise from +X, nearly evenly spread. It uses
// square roots alone, so that it is the same everywhere: each quarter is bent from the line (1-t,
// t).
func UnitAt(i, n int) d2.Vec {
	quarter := 4 * i / n
	t := float64(4*i-quarter*n) / float64(n)
	// tan(t pi/2 - pi/4) within 1 %, by the line and a cube: what is left after normalising is even
	// enough.
	s := float64(2*t) - 1
	s = float64(s * (0.7868 + float64(0.2132*s*s)))
	v := d2.Vec{X: 1 - s, Y: 1 + s}
	v = v.Scale(1 / v.Len())
	for range quarter {
		v = d2.Vec{X: -v.Y, Y: v.X}
	}
	return v
}
