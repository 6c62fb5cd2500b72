package world

import (
	"math"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/broadphase"
	"github.com/collide-go/collide/d3"
)

// This file has what differs from the other dimension.

// box is a box of the tree.
type box = broadphase.Box3

// boxTree is a tree of boxes.
type boxTree = broadphase.Tree3

// boxOf returns b for the tree. A box that is none, as of a shape whose support is no number,
// becomes all of space, so that its body is asked about.
func boxOf(b d3.AABB) box {
	if b.Min.X <= b.Max.X && b.Min.Y <= b.Max.Y && b.Min.Z <= b.Max.Z {
		return b.Array()
	}
	inf := math.Inf(1)
	return box{-inf, -inf, -inf, inf, inf, inf}
}

// array returns v for the tree.
func array(v d3.Vec) broadphase.Vec3 { return broadphase.Vec3{v.X, v.Y, v.Z} }

// around returns the box that holds the body with box b at pose p wherever it turns about the
// origin of its frame, which moves from p to q on a straight line.
//
// No point of the body is farther from the origin of its frame than the corners of b, and no corner
// farther than the sum of its distances along the axes; 1 + 2^-40 is more than the roundings of the
// sum, and than those of a motion.
func around(b d3.AABB, p, q d3.Pose) d3.AABB {
	x := max(b.Max.X-p.Pos.X, p.Pos.X-b.Min.X)
	y := max(b.Max.Y-p.Pos.Y, p.Pos.Y-b.Min.Y)
	z := max(b.Max.Z-p.Pos.Z, p.Pos.Z-b.Min.Z)
	r := float64((x + y + z) * (1 + 0x1p-40))
	return d3.AABB{Min: p.Pos, Max: p.Pos}.Union(d3.AABB{Min: q.Pos, Max: q.Pos}).Grow(r)
}

// halfTurn returns the motion from p to q, which are half a turn apart, about the axis that the
// turn has.
func halfTurn(p, q d3.Pose) (d3.Motion, error) {
	axis, angle := q.Rot.Mul(p.Rot.Inverse()).AxisAngle()
	return d3.NewMotion(q.Pos.Sub(p.Pos), axis.Scale(angle), d3.Vec{})
}

// parts reports whether o is a body of many parts.
func parts(o *d3.Object) bool {
	switch o.Shape().(type) {
	case *d3.Compound, *d3.Mesh, *d3.HeightField:
		return true
	}
	return false
}

// axes is the number of coordinates.
const axes = 3

// appendNumbers appends the coordinates of v.
func appendNumbers(b []float64, v d3.Vec) []float64 { return append(b, v.X, v.Y, v.Z) }

// vecOf returns the vector with which b begins.
func vecOf(b []float64) d3.Vec { return d3.Vec{X: b[0], Y: b[1], Z: b[2]} }

// plusZero returns v with 0 for -0.
func plusZero(v d3.Vec) d3.Vec { return d3.Vec{X: v.X + 0, Y: v.Y + 0, Z: v.Z + 0} }

// sameBits reports whether two numbers have the same bits.
func sameBits(x, y float64) bool { return math.Float64bits(x) == math.Float64bits(y) }

// same reports whether u and v have the same bits.
func same(u, v d3.Vec) bool { return sameBits(u.X, v.X) && sameBits(u.Y, v.Y) && sameBits(u.Z, v.Z) }

// within reports whether a coordinate is one that a pose may have.
func within(x float64) bool { return -collide.MaxMagnitude <= x && x <= collide.MaxMagnitude }

// reachable reports whether a pose may have the position v.
func reachable(v d3.Vec) bool { return within(v.X) && within(v.Y) && within(v.Z) }

// own reports whether s is, or may be made of, a shape of the user's own.
func own(s d3.Shape) bool {
	switch s := s.(type) {
	case d3.Sphere, d3.Capsule, d3.Cylinder, d3.Cone, d3.Box, d3.Ellipsoid, d3.HalfSpace,
		*d3.Hull, *d3.Mesh, *d3.HeightField:
		return false
	case d3.Rounded:
		return own(s.Core)
	}
	return true
}
