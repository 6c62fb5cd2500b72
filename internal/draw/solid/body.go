package solid

import (
	"math"
	"slices"

	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/d3"
)

// Support is a convex set given by its support map: a farthest point along d, which is not zero.
type Support func(d d3.Vec) d3.Vec

// Body is a convex set to be drawn, in space or, with Z = 0, in the plane: a core, and the radius
// by which it is grown.
type Body struct {
	Core   Support // nil for a half-space
	Margin float64
	// the radius of a ball that can be taken off the core: of ellipses and ellipsoids, else 0
	Inner   float64
	Corners []d3.Vec // all corners of a core that is a polytope, none where it is not
	Smooth  bool     // the core has curved surfaces, so that its mesh is sampled
	Normal  d3.Vec   // half-space: the unit vector n with n . x <= Offset
	Offset  float64
}

// Lift returns the vector of space in the plane Z = 0 that v is.
func Lift(v d2.Vec) d3.Vec { return d3.Vec{X: v.X, Y: v.Y} }

// Flat returns v without its Z.
func Flat(v d3.Vec) d2.Vec { return d2.Vec{X: v.X, Y: v.Y} }

// Body2 returns the shape of o in the world, less the place from.
func Body2(o *d2.Object, from d3.Vec) Body {
	r := o.Pose().Rot
	turn := func(v d3.Vec) d3.Vec { return Lift(r.Apply(Flat(v))) }
	back := func(v d3.Vec) d3.Vec { return Lift(r.Inverse().Apply(Flat(v))) }
	b := local2(o.Shape())
	return b.placed(turn, back, Lift(o.Pose().Pos).Sub(from))
}

// Body3 is Body2 in space.
func Body3(o *d3.Object, from d3.Vec) Body {
	r := o.Pose().Rot
	b := local3(o.Shape())
	return b.placed(r.Apply, r.Inverse().Apply, o.Pose().Pos.Sub(from))
}

// placed returns b turned and then moved.
func (b Body) placed(turn, back Support, at d3.Vec) Body {
	if b.Core == nil {
		b.Normal = turn(b.Normal)
		b.Offset += b.Normal.Dot(at)
		return b
	}
	core := b.Core
	b.Core = func(d d3.Vec) d3.Vec { return turn(core(back(d))).Add(at) }
	b.Corners = slices.Clone(b.Corners)
	for i, v := range b.Corners {
		b.Corners[i] = turn(v).Add(at)
	}
	return b
}

// core2 takes a shape out of the Rounded shapes and the pointers around it.
func core2(s d2.Shape) d2.Shape {
	switch r := s.(type) {
	case d2.Rounded:
		return core2(r.Core)
	case *d2.Rounded:
		return core2(r.Core)
	case *d2.Circle:
		return *r
	case *d2.Capsule:
		return *r
	case *d2.Box:
		return *r
	case *d2.Ellipse:
		return *r
	}
	return s
}

// local2 returns a shape of the plane in its own frame.
func local2(s d2.Shape) Body {
	if h, ok := s.(d2.HalfSpace); ok {
		return halfSpace(Lift(h.Normal), h.Offset)
	}
	b := Body{Margin: s.Margin(), Core: func(d d3.Vec) d3.Vec { return Lift(s.(d2.Convex).Support(Flat(d))) }}
	var corners []d2.Vec
	switch c := core2(s).(type) {
	case d2.Circle:
		corners = []d2.Vec{{}}
	case d2.Capsule:
		corners = []d2.Vec{{X: -c.Height / 2}, {X: c.Height / 2}}
	case d2.Box:
		x, y := c.Size.X/2, c.Size.Y/2
		corners = []d2.Vec{{X: -x, Y: -y}, {X: x, Y: -y}, {X: x, Y: y}, {X: -x, Y: y}}
	case *d2.Polygon:
		corners = c.Vertices()
	case *d2.Hull:
		corners = c.Vertices()
	case d2.Ellipse:
		b.Smooth, b.Inner = true, innerRadius(c.Radii.X, c.Radii.Y)
	default:
		b.Smooth = true
	}
	for _, v := range corners {
		b.Corners = append(b.Corners, Lift(v))
	}
	return b
}

// core3 is core2 in space.
func core3(s d3.Shape) d3.Shape {
	switch r := s.(type) {
	case d3.Rounded:
		return core3(r.Core)
	case *d3.Rounded:
		return core3(r.Core)
	case *d3.Sphere:
		return *r
	case *d3.Capsule:
		return *r
	case *d3.Cylinder:
		return *r
	case *d3.Cone:
		return *r
	case *d3.Ellipsoid:
		return *r
	case *d3.Box:
		return *r
	}
	return s
}

// local3 returns a shape of space in its own frame.
func local3(s d3.Shape) Body {
	if h, ok := s.(d3.HalfSpace); ok {
		return halfSpace(h.Normal, h.Offset)
	}
	if v, faces, _ := facets(s); faces != nil {
		return Body{Core: func(d d3.Vec) d3.Vec { return farthest(v, d) }}
	}
	b := Body{Margin: s.Margin(), Core: s.(d3.Convex).Support}
	switch c := core3(s).(type) {
	case d3.Sphere:
		b.Corners = []d3.Vec{{}}
	case d3.Capsule:
		b.Corners = []d3.Vec{{Z: c.Height / 2}, {Z: -c.Height / 2}}
	case d3.Box:
		b.Corners = BoxCorners(c.Size.Scale(0.5))
	case *d3.Hull:
		b.Corners = c.Vertices()
	case d3.Ellipsoid:
		b.Smooth, b.Inner = true, innerRadius(c.Radii.X, c.Radii.Y, c.Radii.Z)
	default:
		b.Smooth = true
	}
	return b
}

// innerRadius returns the least radius of curvature of an ellipse or ellipsoid with those
// semi-axes.
func innerRadius(axes ...float64) float64 {
	least, most := slices.Min(axes), slices.Max(axes)
	if !(least > 0) {
		return 0
	}
	return least * (least / most)
}

// Split returns b with its inner ball moved from the core to the margin: the same set.
func (b Body) Split() Body {
	if core, r := b.Core, b.Inner; core != nil && r > 0 {
		b.Core = func(d d3.Vec) d3.Vec { return core(d).Sub(Unit(d).Scale(r)) }
		b.Margin, b.Inner = b.Margin+r, 0
	}
	return b
}

// BoxCorners returns the corners of the box about the origin with the given half sizes.
func BoxCorners(half d3.Vec) []d3.Vec {
	p := make([]d3.Vec, 8)
	for i := range p {
		p[i] = half
		if i&1 != 0 {
			p[i].X = -half.X
		}
		if i&2 != 0 {
			p[i].Y = -half.Y
		}
		if i&4 != 0 {
			p[i].Z = -half.Z
		}
	}
	return p
}

// halfSpace returns the half-space normal . x <= offset.
func halfSpace(normal d3.Vec, offset float64) Body {
	return Body{Normal: Unit(normal), Offset: offset / normal.Len()}
}

// Minus returns the Minkowski difference a - b. Of a half-space it is a half-space.
func Minus(a, b *Body) Body {
	d := Body{Margin: a.Margin + b.Margin, Smooth: a.Smooth || b.Smooth}
	switch {
	case a.Core == nil && b.Core == nil:
		return d
	case a.Core == nil: // n.x <= offset for x in A, less the least n.y over B
		d.Normal, d.Offset = a.Normal, a.Offset-a.Normal.Dot(b.Core(a.Normal.Neg()))+b.Margin
		return d
	case b.Core == nil:
		d.Normal = b.Normal.Neg()
		d.Offset = b.Offset + d.Normal.Dot(a.Core(d.Normal)) + a.Margin
		return d
	}
	d.Core = func(n d3.Vec) d3.Vec { return a.Core(n).Sub(b.Core(n.Neg())) }
	if len(a.Corners)*len(b.Corners) <= 4096 {
		for _, p := range a.Corners {
			for _, q := range b.Corners {
				d.Corners = append(d.Corners, p.Sub(q))
			}
		}
	}
	return d
}

// Grown is the support map of b with its margin.
func (b *Body) Grown(d d3.Vec) d3.Vec {
	p := b.Core(d)
	if b.Margin == 0 {
		return p
	}
	return p.Add(Unit(d).Scale(b.Margin))
}

// Foot returns the point of the plane that bounds a half-space nearest to p.
func (b *Body) Foot(p d3.Vec) d3.Vec { return p.Add(b.Normal.Scale(b.Offset - b.Normal.Dot(p))) }

// Tangents returns two perpendicular unit vectors of the plane that bounds a half-space, the first
// level.
func (b *Body) Tangents() (u, v d3.Vec) {
	u = d3.Vec{Z: 1}.Cross(b.Normal)
	if u.Len() < 1e-6 {
		u = d3.Vec{X: 1}.Cross(b.Normal)
	}
	u = Unit(u)
	return u, b.Normal.Cross(u)
}

// Patch returns the corners of the rectangle about a point with half sides u and v.
func Patch(mid, u, v d3.Vec) [4]d3.Vec {
	return [4]d3.Vec{mid.Add(u).Add(v), mid.Sub(u).Add(v), mid.Sub(u).Sub(v), mid.Add(u).Sub(v)}
}

// Unit returns v as long as 1, and zero for what has no direction. It is scaled first, so that no
// product overflows or vanishes.
func Unit(v d3.Vec) d3.Vec {
	s := max(math.Abs(v.X), math.Abs(v.Y), math.Abs(v.Z))
	switch {
	case !(s > 0) || math.IsInf(s, 0):
		return d3.Vec{}
	case s < 0x1p-1000: // whose reciprocal may overflow
		return Unit(v.Scale(0x1p500))
	}
	v = v.Scale(1 / s)
	return v.Scale(1 / v.Len())
}
