package world

import (
	"math"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/broadphase"
	"github.com/collide-go/collide/d2"
)

// This file has what differs from the other dimension.

// box is a box of the tree.
type box = broadphase.Box2

// boxTree is a tree of boxes.
type boxTree = broadphase.Tree2

// boxOf returns b for the tree. A box that is none, as of a shape whose support is no number,
// becomes all of the plane, so that its body is asked about.
func boxOf(b d2.AABB) box {
	if b.Min.X <= b.Max.X && b.Min.Y <= b.Max.Y {
		return b.Array()
	}
	inf := math.Inf(1)
	return box{-inf, -inf, inf, inf}
}

// array returns v for the tree.
func array(v d2.Vec) broadphase.Vec2 { return broadphase.Vec2{v.X, v.Y} }

// around returns the box that holds the body with box b at pose p wherever it turns about the
// origin of its frame, which moves from p to q on a straight line.
//
// No point of the body is farther from the origin of its frame than the corners of b, and no corner
// farther than the sum of its distances along the axes; 1 + 2^-40 is more than the roundings of the
// sum, and than those of a motion.
func around(b d2.AABB, p, q d2.Pose) d2.AABB {
	x := max(b.Max.X-p.Pos.X, p.Pos.X-b.Min.X)
	y := max(b.Max.Y-p.Pos.Y, p.Pos.Y-b.Min.Y)
	r := float64((x + y) * (1 + 0x1p-40))
	return d2.AABB{Min: p.Pos, Max: p.Pos}.Union(d2.AABB{Min: q.Pos, Max: q.Pos}).Grow(r)
}

// halfTurn returns the motion from p to q, which are half a turn apart, with the turn that the
// angle between them has.
func halfTurn(p, q d2.Pose) (d2.Motion, error) {
	return d2.NewMotion(q.Pos.Sub(p.Pos), q.Rot.Mul(p.Rot.Inverse()).Angle(), d2.Vec{})
}

// parts reports whether o is a body of many parts.
func parts(o *d2.Object) bool {
	switch o.Shape().(type) {
	case *d2.Compound, *d2.Chain, *d2.Grid:
		return true
	}
	return false
}

// axes is the number of coordinates.
const axes = 2

// appendNumbers appends the coordinates of v.
func appendNumbers(b []float64, v d2.Vec) []float64 { return append(b, v.X, v.Y) }

// vecOf returns the vector with which b begins.
func vecOf(b []float64) d2.Vec { return d2.Vec{X: b[0], Y: b[1]} }

// plusZero returns v with 0 for -0.
func plusZero(v d2.Vec) d2.Vec { return d2.Vec{X: v.X + 0, Y: v.Y + 0} }

// sameBits reports whether two numbers have the same bits.
func sameBits(x, y float64) bool { return math.Float64bits(x) == math.Float64bits(y) }

// same reports whether u and v have the same bits.
func same(u, v d2.Vec) bool { return sameBits(u.X, v.X) && sameBits(u.Y, v.Y) }

// within reports whether a coordinate is one that a pose may have.
func within(x float64) bool { return -collide.MaxMagnitude <= x && x <= collide.MaxMagnitude }

// reachable reports whether a pose may have the position v.
func reachable(v d2.Vec) bool { return within(v.X) && within(v.Y) }

// own reports whether s is, or may be made of, a shape of the user's own.
func own(s d2.Shape) bool {
	switch s := s.(type) {
	case d2.Circle, d2.Capsule, d2.Box, d2.Ellipse, d2.HalfSpace, *d2.Hull, *d2.Polygon, *d2.Chain, *d2.Grid:
		return false
	case d2.Rounded:
		return own(s.Core)
	}
	return true
}
