package d3

import (
	"math"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/num"
)

// A point beside or inside a cylinder or a cone is a problem in the half plane through the axis and
// the point, the meridian, where the body is a rectangle or a triangle. A point of the meridian has
// its distance from the axis in X and its height in Z. Source: [Ericson05], 5.1, for the clamping.

// round reports whether cores of kind k are cylinders or cones.
func (k kind) round() bool { return k == kindCylinder || k == kindCone }

// closedRound sets c to the answer of a point at x and the cylinder or cone o, in the frame of o.
// On the axis, where all sides are as near, the one along X is taken; where the side and a flat
// face are as near, the side; of two flat faces the upper.
func (m *minkowski) closedRound(o *body, x Vec, c *core) {
	x = x.Add(Vec{}) // no -0
	rho := math.Sqrt(float64(x.X*x.X) + float64(x.Y*x.Y))
	radial := Vec{1, 0, 0}
	if rho > 0 {
		radial = Vec{x.X / rho, x.Y / rho, 0}
	}
	foot, n, gap := o.nearestOnRound(rho, x.Z)
	foot, n = foot.around(radial), n.around(radial)
	if o == &m.b {
		foot, n = Vec{}, m.rot.apply(n).Neg()
	}
	// No signed distance changes by more than the point moves, so that gap is off by what the point
	// is, and by a few roundings of lengths below the reach: less than the sum of both error
	// bounds. The separation along n is the bound on the other side.
	sep := m.separation(n)
	low, _ := m.bracket(sep, 0)
	*c = core{lower: low, upper: gap + (m.errPoint + m.errSep), n: n, a: foot, status: collide.Exact}
	c.dist = max(c.lower, min(sep, c.upper))
}

// around returns the point of space that has v, of the meridian, in the direction radial from the
// axis.
func (v Vec) around(radial Vec) Vec {
	return Vec{float64(v.X * radial.X), float64(v.X * radial.Y), v.Z}
}

// nearestOnRound returns the point of the meridian's outline nearest the point (rho, z), the signed
// distance of the two, and the outward unit normal there: that of a side, or in a corner the
// direction to the point.
func (p *polytope) nearestOnRound(rho, z float64) (foot, n Vec, gap float64) {
	if p.kind == kindCone {
		return p.nearestOnCone(rho, z)
	}
	return p.nearestOnCylinder(rho, z)
}

// nearestOnCylinder is nearestOnRound for a cylinder.
func (p *polytope) nearestOnCylinder(rho, z float64) (foot, n Vec, gap float64) {
	r, h := p.half.X, p.half.Z
	side, flat := rho-r, math.Abs(z)-h
	switch {
	case side > 0 && flat > 0:
		n, gap = cornerNormal(side, math.Copysign(flat, z))
		return Vec{r, 0, math.Copysign(h, z)}, n, gap
	case side >= flat:
		return Vec{r, 0, z}, Vec{1, 0, 0}, side
	}
	return Vec{rho, 0, math.Copysign(h, z)}, Vec{0, 0, math.Copysign(1, z)}, flat
}

// nearestOnCone is nearestOnRound for a cone: the outline is the triangle (0, -h), (r, -h), (0, h).
func (p *polytope) nearestOnCone(rho, z float64) (foot, n Vec, gap float64) {
	r, h := p.half.X, p.half.Z
	k := num.PowerBelow(max(r, h)) // a small cone far away has sides whose squares vanish
	n = Vec{float64(2 * h * k), 0, float64(r * k)}
	n = n.Scale(1 / n.Len())
	side, base := float64(n.X*rho)+float64(n.Z*(z-h)), -h-z
	if rho <= r && base > min(side, 0) {
		return Vec{rho, 0, -h}, Vec{0, 0, -1}, base
	}
	// How far up the side, from the rim.
	switch up := -float64(n.Z*(rho-r)) - float64(n.X*base); {
	case up <= 0:
		n, gap = cornerNormal(rho-r, -base)
		return Vec{r, 0, -h}, n, gap
	case up >= float64(n.Z*r)+float64(2*n.X*h):
		n, gap = cornerNormal(rho, z-h)
		return Vec{0, 0, h}, n, gap
	default:
		return Vec{max(0, r-float64(n.Z*up)), 0, min(h, float64(n.X*up)-h)}, n, side
	}
}

// cornerNormal returns the unit vector along (x, z), and its length before.
func cornerNormal(x, z float64) (n Vec, length float64) {
	v := Vec{x, 0, z}
	length = v.length()
	return v.Scale(1 / length), length
}
