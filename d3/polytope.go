package d3

import (
	"math"

	"github.com/collide-go/collide/internal/num"
)

// polytope is the part of a core that tells its corners, where it is a polytope.
type polytope struct {
	kind kind
	half Vec   // box: half extents; segment: (0, 0, h/2); cylinder, cone: (r, r, h/2); ellipsoid: radii
	hull *Hull // kindHull only
}

// corners returns how many corners p has.
func (p *polytope) corners() int32 {
	switch p.kind {
	case kindHull:
		return int32(len(p.hull.local))
	case kindBox:
		return 8
	case kindSegment:
		return 2
	case kindPoint, kindCylinder, kindCone, kindEllipsoid, kindUser, kindHalfSpace, kindComposite:
	}
	return 1
}

// corner returns corner i about the centre of p; those of hulls are rounded.
func (p *polytope) corner(i int32) Vec {
	switch p.kind {
	case kindHull:
		return p.hull.local[i]
	case kindBox:
		return Vec{float64(p.half.X * num.Sign(i)), float64(p.half.Y * num.Sign(i>>1)), float64(p.half.Z * num.Sign(i>>2))}
	case kindSegment:
		return Vec{0, 0, float64(p.half.Z * num.Sign(i))}
	case kindPoint, kindCylinder, kindCone, kindEllipsoid, kindUser, kindHalfSpace, kindComposite:
	}
	return Vec{}
}

// exactCorner returns corner i in the frame of p, exactly as it was given.
func (p *polytope) exactCorner(i int32) Vec {
	if p.kind == kindHull {
		return p.hull.points[i]
	}
	return p.corner(i)
}

// farCorner returns the corner of a box farthest along d, and its number. Ties go to the positive
// side.
func (p *polytope) farCorner(d Vec) (Vec, int32) {
	x, y, z := math.Float64bits(d.X)>>63, math.Float64bits(d.Y)>>63, math.Float64bits(d.Z)>>63
	return Vec{
		math.Float64frombits(math.Float64bits(p.half.X) ^ x<<63),
		math.Float64frombits(math.Float64bits(p.half.Y) ^ y<<63),
		math.Float64frombits(math.Float64bits(p.half.Z) ^ z<<63),
	}, int32(x | y<<1 | z<<2)
}
