package d2

import "math"

// A direction n with n.w <= 0 on all of C proves that the bodies touch. Such directions form a
// cone, the polar of C, and where the origin is a corner of C, it is a wide one. So, before the
// edges of the cone are asked for, which are many, its middle is: the cone of the directions that
// are left is kept in doubles, and a vertex of C that rules out its middle cuts off half. The
// directions tried are integers, and what they prove is exact; where the cone gets thin, the exact
// edges decide. docs/math/exact.md.

// polarCone is a cone of directions, in the world's axes: the unit vectors along its two edges.
type polarCone struct {
	rays [2]Vec
}

const (
	polarTurns = 40      // each cuts off half: thin long before that
	polarThin  = 0x1p-30 // sine of an angle: what a cone is when this code leaves it to the integers
	polarOpen  = 0x1p-10 // sine of the angle at which a cone starts short of a half-plane
	polarGrid  = 0x1p40  // directions are rounded to this fraction, for short integers
)

// start makes the cone that of the directions at less than a right angle to n, all but polarOpen.
func (k *polarCone) start(n Vec) {
	n = n.Unit()
	u := n.Perp()
	k.rays = [2]Vec{u, u.Neg()}
	for i, x := range k.rays {
		k.rays[i] = x.Add(n.Scale(polarOpen)).Unit()
	}
}

// middle returns a unit vector in the middle of the cone, zero where there is no cone left.
func (k *polarCone) middle() Vec { return k.rays[0].Add(k.rays[1]).Unit() }

// cut leaves of the cone the directions with no positive product with w.
func (k *polarCone) cut(w Vec) {
	x, y := k.rays[0].Dot(w), k.rays[1].Dot(w)
	edge := k.rays[0].Scale(math.Abs(y)).Add(k.rays[1].Scale(math.Abs(x))).Unit()
	switch {
	case x > 0 && y > 0:
		k.rays = [2]Vec{}
	case x > 0:
		k.rays[0] = edge
	case y > 0:
		k.rays[1] = edge
	}
}
