package d3

import (
	"math"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/num"
)

// Cores of revolution about one axis have a whole ring of nearest faces, which EPA would have to cut into thousands. Their difference is
// a body of revolution too, and its meridian is the Minkowski difference of theirs, a polygon: so the depth is the least support value over
// the normals of the meridians' edges. An axis that is off by a little changes any support value by no more than that, which
// bounds the answer for pairs that are nearly coaxial.

// profile is the meridian of a core of revolution: its corners (distance from the axis, height), one side of the axis.
type profile struct {
	corner [3][2]float64
	n      int
	normal [3][2]float64 // of its edges, outward
	edges  int
}

// profile returns the meridian of a point, segment, cylinder or cone, with the axis pointing up or down.
func (o *body) profile(up float64) (p profile, ok bool) {
	r, h := o.half.X, o.half.Z
	switch o.kind {
	case kindPoint:
		return profile{n: 1}, true
	case kindSegment:
		return profile{corner: [3][2]float64{{0, h}, {0, -h}}, n: 2, normal: [3][2]float64{{1, 0}}, edges: 1}, true
	case kindCylinder:
		return profile{
			corner: [3][2]float64{{r, h}, {r, -h}}, n: 2,
			normal: [3][2]float64{{1, 0}, {0, 1}, {0, -1}}, edges: 3,
		}, true
	case kindCone:
		k := num.PowerBelow(max(r, h))
		side := Vec{float64(2 * h * k), float64(r * k), 0}
		l := side.Len()
		if !(l > 0) {
			return profile{}, false // too small to have a shape in this unit
		}
		return profile{
			corner: [3][2]float64{{0, float64(up * h)}, {r, float64(-up * h)}}, n: 2,
			normal: [3][2]float64{{side.X / l, float64(up * (side.Y / l))}, {0, -up}}, edges: 2,
		}, true
	case kindBox, kindHull, kindEllipsoid, kindUser, kindHalfSpace:
	}
	return profile{}, false
}

// coaxial sets c to the answer and returns true for overlapping cores of revolution whose axes all but coincide.
func (q *Query) coaxial(c *core) bool {
	m := &q.m
	if !m.curved {
		return false
	}
	axis := Vec{0, 0, 1}
	if m.a.kind == kindPoint {
		axis = Vec{m.rot.x.Z, m.rot.y.Z, m.rot.z.Z}
		axis = axis.Scale(1 / axis.Len())
	}
	along := m.t.Dot(axis)
	side := m.t.Sub(axis.Scale(along))
	off, up := 0.0, 1.0 // a point need not lie on the axis: its nearest face lies in the meridian through it
	if m.a.kind != kindPoint && m.b.kind != kindPoint {
		if m.rot.z.Z < 0 {
			up = -1
		}
		off = side.Len() + float64(2*m.b.reach*Vec{m.rot.x.Z, m.rot.y.Z, 0}.Len())
	}
	w := q.width(m)
	room := w.At(0) - m.errSep - m.errPoint - m.errSep
	if !(2*off < room/2) {
		return false
	}
	a, okA := m.a.profile(1)
	b, okB := m.b.profile(up)
	if !okA || !okB {
		return false
	}
	return q.coaxialDepth(&a, &b, axis, side, along, off, c)
}

// coaxialDepth is coaxial once the meridians are known: side and along are the parts of B's centre off and along the axis, off bounds by how
// much support values change where the axes coincide.
func (q *Query) coaxialDepth(a, b *profile, axis, side Vec, along, off float64, c *core) bool {
	m := &q.m
	radial := perpendicular(axis)
	l := side.Len()
	if l > 0x1p-40 {
		side = side.Scale(1 / l)
		side = side.Sub(axis.Scale(side.Dot(axis)))
		radial = side.Scale(1 / side.Len())
	} else {
		off = max(off, l) // its direction is mostly rounding: a point, too, is then taken as lying on the axis
	}
	best, n2 := math.Inf(-1), [2]float64{}
	try := func(x, y float64) {
		if s := m.separation(radial.Scale(x).Add(axis.Scale(y))); s > best {
			best, n2 = s, [2]float64{x, y}
		}
	}
	for _, n := range a.normal[:a.edges] {
		try(n[0], n[1])
	}
	for _, n := range b.normal[:b.edges] {
		try(n[0], -n[1])
	}
	if best >= 0 {
		return false // apart, or no deeper than rounding: not for this form
	}
	n := radial.Scale(n2[0]).Add(axis.Scale(n2[1]))
	low, _ := m.bracket(best, 0)
	*c = core{lower: low, upper: best + float64(2*off) + m.errSep + m.errSep, dist: best, n: n, status: collide.Converged}
	w := q.width(m)
	if !(c.upper < 0) || !(c.upper-c.lower <= w.At(0)) {
		return false
	}
	// The faces along n are intervals along the meridian; the witness lies in the middle of what they share.
	x0, x1 := a.face(n2, 1, 0, 0)
	y0, y1 := b.face(n2, -1, l, along)
	mid := (max(x0, y0) + min(x1, y1)) / 2
	h := a.height(n2)
	c.a = radial.Scale(float64(h*n2[0]) - float64(mid*n2[1])).Add(axis.Scale(float64(h*n2[1]) + float64(mid*n2[0])))
	q.turns = 1
	q.trace.closed(q, exitCoaxial, c.n, c.a, c.dist)
	return true
}

// perpendicular returns a unit vector across the unit vector v.
func perpendicular(v Vec) Vec {
	e := Vec{1, 0, 0}
	if math.Abs(v.X) > 0.6 {
		e = Vec{0, 1, 0}
	}
	p := v.Cross(e)
	return p.Scale(1 / p.Len())
}

// height returns the support value of the whole meridian, both sides of the axis, along n.
func (p *profile) height(n [2]float64) float64 {
	h := math.Inf(-1)
	for _, c := range p.corner[:p.n] {
		h = max(h, float64(math.Abs(n[0])*c[0])+float64(n[1]*c[1]))
	}
	if p.n == 0 {
		return 0
	}
	return h
}

// face returns the ends, along the tangent (-n[1], n[0]), of the part of the meridian farthest along sign*n, moved by (dx, dy).
func (p *profile) face(n [2]float64, sign, dx, dy float64) (lo, hi float64) {
	d := [2]float64{float64(sign * n[0]), float64(sign * n[1])}
	top := p.height(d)
	slack := float64(0x1p-40 * (math.Abs(top) + 1))
	lo, hi = math.Inf(1), math.Inf(-1)
	for _, c := range p.corner[:p.n] {
		for _, x := range [2]float64{c[0], -c[0]} {
			if float64(d[0]*x)+float64(d[1]*c[1]) < top-slack {
				continue
			}
			t := float64(n[0]*(c[1]+dy)) - float64(n[1]*(x+dx))
			lo, hi = min(lo, t), max(hi, t)
		}
	}
	return lo, hi
}
