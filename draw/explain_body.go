package draw

import (
	"math"
	"slices"

	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/d3"
)

// point is a point or vector of the plane (Z is 0) or of space, in the caller's unit and the world's axes.
type point = [3]float64

// support is a convex set given by its support map: a farthest point along d, which is not zero.
type support func(d point) point

// body is a convex set to be drawn: a core and the radius by which it is grown.
type body struct {
	core    support // nil for a half-space
	margin  float64
	corners []point // all corners of a core that is a polytope, none where it is not
	smooth  bool    // the core has curved surfaces, so that its mesh is sampled
	normal  point   // half-space: normal . x <= offset
	offset  float64
}

func plus(a, b point) point          { return point{a[0] + b[0], a[1] + b[1], a[2] + b[2]} }
func minus(a, b point) point         { return point{a[0] - b[0], a[1] - b[1], a[2] - b[2]} }
func times(a point, k float64) point { return point{a[0] * k, a[1] * k, a[2] * k} }
func dot(a, b point) float64         { return float64(a[0]*b[0]) + float64(a[1]*b[1]) + float64(a[2]*b[2]) }
func length(a point) float64         { return math.Sqrt(dot(a, a)) }
func from2(v d2.Vec) point           { return point{v.X, v.Y} }
func from3(v d3.Vec) point           { return point{v.X, v.Y, v.Z} }
func mid(a, b point) point           { return times(plus(a, b), 0.5) }

func cross(a, b point) point {
	return point{
		float64(a[1]*b[2]) - float64(a[2]*b[1]),
		float64(a[2]*b[0]) - float64(a[0]*b[2]),
		float64(a[0]*b[1]) - float64(a[1]*b[0]),
	}
}

// unitOf returns a over its length, and zero for zero.
func unitOf(a point) point {
	if m := max(math.Abs(a[0]), math.Abs(a[1]), math.Abs(a[2])); m > 0 {
		a = times(a, 1/m)
		return times(a, 1/length(a))
	}
	return point{}
}

// body2 returns the shape of o in the world, less the position from.
func body2(o *d2.Object, from point) body {
	pose, b := o.Pose(), body{margin: o.Shape().Margin()}
	if h, ok := o.Shape().(d2.HalfSpace); ok {
		n := from2(pose.Rot.Apply(h.Normal))
		b.normal, b.offset = unitOf(n), h.Offset/length(n)+dot(unitOf(n), minus(from2(pose.Pos), from))
		return b
	}
	shape, back, at := o.Shape().(d2.Convex), pose.Rot.Inverse(), minus(from2(pose.Pos), from)
	b.core = func(d point) point {
		p := shape.Support(back.Apply(d2.Vec{X: d[0], Y: d[1]}))
		return plus(from2(pose.Rot.Apply(p)), at)
	}
	core := shape
	for r, ok := core.(d2.Rounded); ok; r, ok = core.(d2.Rounded) {
		core = r.Core
	}
	var corners []d2.Vec
	switch c := core.(type) {
	case d2.Circle:
		corners = []d2.Vec{{}}
	case d2.Capsule:
		corners = []d2.Vec{{X: c.Height / 2}, {X: -c.Height / 2}}
	case d2.Box:
		x, y := c.Size.X/2, c.Size.Y/2
		corners = []d2.Vec{{X: x, Y: y}, {X: -x, Y: y}, {X: -x, Y: -y}, {X: x, Y: -y}}
	case *d2.Polygon:
		corners = c.Vertices()
	case *d2.Hull:
		corners = c.Vertices()
	default:
		b.smooth = true
	}
	for _, v := range corners {
		b.corners = append(b.corners, plus(from2(pose.Rot.Apply(v)), at))
	}
	return b
}

// body3 is body2 in space.
func body3(o *d3.Object, from point) body {
	pose, b := o.Pose(), body{margin: o.Shape().Margin()}
	if h, ok := o.Shape().(d3.HalfSpace); ok {
		n := from3(pose.Rot.Apply(h.Normal))
		b.normal, b.offset = unitOf(n), h.Offset/length(n)+dot(unitOf(n), minus(from3(pose.Pos), from))
		return b
	}
	shape, back, at := o.Shape().(d3.Convex), pose.Rot.Inverse(), minus(from3(pose.Pos), from)
	b.core = func(d point) point {
		p := shape.Support(back.Apply(d3.Vec{X: d[0], Y: d[1], Z: d[2]}))
		return plus(from3(pose.Rot.Apply(p)), at)
	}
	core := shape
	for r, ok := core.(d3.Rounded); ok; r, ok = core.(d3.Rounded) {
		core = r.Core
	}
	var corners []d3.Vec
	switch c := core.(type) {
	case d3.Sphere:
		corners = []d3.Vec{{}}
	case d3.Capsule:
		corners = []d3.Vec{{Z: c.Height / 2}, {Z: -c.Height / 2}}
	case d3.Box:
		for i := range 8 {
			s := [3]float64{c.Size.X / 2, c.Size.Y / 2, c.Size.Z / 2}
			for j := range s {
				if i>>j&1 == 1 {
					s[j] = -s[j]
				}
			}
			corners = append(corners, d3.Vec{X: s[0], Y: s[1], Z: s[2]})
		}
	case *d3.Hull:
		corners = c.Vertices()
	default:
		b.smooth = true
	}
	for _, v := range corners {
		b.corners = append(b.corners, plus(from3(pose.Rot.Apply(v)), at))
	}
	return b
}

// difference returns the Minkowski difference a - b. Of a half-space it is a half-space.
func difference(a, b *body) body {
	d := body{margin: a.margin + b.margin, smooth: a.smooth || b.smooth}
	switch {
	case a.core == nil && b.core == nil:
		return d
	case a.core == nil: // n.x <= offset for x in A, less the least n.y over B
		d.normal, d.offset = a.normal, a.offset-dot(a.normal, b.core(times(a.normal, -1)))+b.margin
		return d
	case b.core == nil:
		d.normal = times(b.normal, -1)
		d.offset = b.offset + dot(d.normal, a.core(d.normal)) + a.margin
		return d
	}
	d.core = func(n point) point { return minus(a.core(n), b.core(times(n, -1))) }
	if len(a.corners)*len(b.corners) <= 4096 {
		for _, p := range a.corners {
			for _, q := range b.corners {
				d.corners = append(d.corners, minus(p, q))
			}
		}
	}
	return d
}

// grown is the support map of b with its margin.
func (b *body) grown(d point) point {
	p := b.core(d)
	if b.margin == 0 {
		return p
	}
	return plus(p, times(unitOf(d), b.margin))
}

// foot returns the point of the plane that bounds a half-space nearest to p.
func (b *body) foot(p point) point { return plus(p, times(b.normal, b.offset-dot(b.normal, p))) }

// outlineOf returns the outline of a convex set of the plane, counter-clockwise: the corners of a polygon, and of a curved one points that
// no arc leaves by more than slack. It asks for the support beyond each edge until there is nothing more.
func outlineOf(f support, slack float64) []point {
	start := []point{f(point{1, 0}), f(point{0, 1}), f(point{-1, 0}), f(point{0, -1})}
	var out []point
	var refine func(p, q point, deep int)
	refine = func(p, q point, deep int) {
		e := minus(q, p)
		n := unitOf(point{e[1], -e[0]})
		if n != (point{}) && deep > 0 {
			s := f(n)
			if dot(n, minus(s, p)) > slack && s != p && s != q {
				refine(p, s, deep-1)
				refine(s, q, deep-1)
				return
			}
		}
		out = append(out, p)
	}
	for i, p := range start {
		refine(p, start[(i+1)%4], 12)
	}
	return slices.Compact(out)
}
