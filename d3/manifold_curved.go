package d3

import (
	"math"

	"github.com/collide-go/collide/internal/num"
)

// Cylinders and cones. A cap is flat: the face is the regular octagon in it, whose corners are
// fixed in the body's frame. The side is ruled: the edge is the line on it farthest along the
// normal. docs/math/manifold.md.

// capCorners is the number of corners of a cap's octagon. Between two of them the cap reaches 0.08
// of its radius beyond the octagon.
const capCorners = 8

// capDirection holds the corners of the octagon, counter-clockwise seen from +Z.
var capDirection = [capCorners][2]float64{
	{1, 0},
	{math.Sqrt2 / 2, math.Sqrt2 / 2},
	{0, 1},
	{-math.Sqrt2 / 2, math.Sqrt2 / 2},
	{-1, 0},
	{-math.Sqrt2 / 2, -math.Sqrt2 / 2},
	{0, -1},
	{math.Sqrt2 / 2, -math.Sqrt2 / 2},
}

// Numbers of vertices of cylinders and cones: the octagon's corners at +Z, those at -Z, the ends of
// the side's line.
const (
	lowerCap = capCorners
	upperEnd = 2 * capCorners // the apex of a cone
	lowerEnd = upperEnd + 1
	sideLine = 2 * capCorners // the edge; 0 to 15 are those of the octagons
)

// lid makes s the cap at height z, of radius r; bit 0 is the upper one.
func (s *span) lid(r, z float64, bit int32) {
	s.face(bit, Vec{0, 0, num.Sign(bit)})
	s.disc = true
	for i := range int32(capCorners) {
		k, edge := i, i
		if bit != 0 {
			k = capCorners - 1 - i
			edge = (k + capCorners - 1) % capCorners
		}
		c := &capDirection[k]
		s.add(Vec{float64(r * c[0]), float64(r * c[1]), z}, lowerCap*bit+k, lowerCap*bit+edge)
	}
}

// rim makes s the circle of radius r at the end of a cylinder or the base of a cone.
func (s *span) rim(b *body, r float64) {
	// The point of the rim turns about the axis by 1 over the sine of the angle between axis and
	// normal.
	s.whole(b, 0, r/max(math.Sqrt(float64(s.d.X*s.d.X)+float64(s.d.Y*s.d.Y)), maxSlope))
}

// cylinder is find for cylinders.
func (s *span) cylinder(b *body) {
	r, h := b.half.X, b.half.Z
	rho := math.Sqrt(float64(s.d.X*s.d.X) + float64(s.d.Y*s.d.Y))
	bit := int32(math.Float64bits(s.d.Z) >> 63)
	switch {
	case rho <= maxSlope && r > 0:
		s.lid(r, float64(h*num.Sign(bit)), bit)
	case math.Abs(s.d.Z) <= maxSlope && h > 0:
		p := rimPoint(r, s.d)
		s.line(sideLine, Vec{p.X, p.Y, h}, Vec{p.X, p.Y, -h}, upperEnd, lowerEnd)
		s.bend, s.base = r, r
	default:
		s.rim(b, r)
	}
}

// cone is find for cones.
func (s *span) cone(b *body) {
	r, h := b.half.X, b.half.Z
	rho := math.Sqrt(float64(s.d.X*s.d.X) + float64(s.d.Y*s.d.Y))
	if rho <= maxSlope && s.d.Z < 0 && r > 0 {
		s.lid(r, -h, 1)
		return
	}
	apex := Vec{0, 0, h}
	foot := rimPoint(r, s.d)
	foot.Z = -h
	e := apex.Sub(foot)
	rise := e.Dot(s.d)
	switch {
	case math.Abs(rise) <= float64(maxSlope*e.Len()):
		s.line(sideLine, apex, foot, upperEnd, lowerEnd)
		s.bend, s.base = r, r
	case rise > 0:
		s.vertex(apex, upperEnd)
	default:
		s.rim(b, r)
	}
}
