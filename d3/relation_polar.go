package d3

import "math"

// A direction n with n.w <= 0 on all of C proves that the bodies touch. Such directions form a
// cone, the polar of C, and where the origin is a corner of C, or lies on an edge, it is a wide
// one. So, before the edges of the cone are asked for, which are many, its middle is: the cone of
// the directions that are left is kept in doubles, and a vertex of C that rules out its middle
// cuts off about half. The directions tried are integers, and what they prove is exact; where the
// cone gets thin, as that of two faces in one plane is, the exact edges decide.
// docs/math/exact.md.

// polarCone is a cone of directions, in the world's axes: the unit vectors along its edges, in
// order around it. A flat one has two.
type polarCone struct {
	rays, next []Vec
}

const (
	polarTurns = 40      // each cuts off about half: thin long before that
	polarThin  = 0x1p-30 // sine of an angle: what a cone is when this code leaves it to the integers
	polarOpen  = 0x1p-10 // sine of the angle at which a cone starts short of a half-space
	polarGrid  = 0x1p40  // directions are rounded to this fraction, for short integers
)

// start makes the cone that of the directions at less than a right angle to n, all but polarOpen;
// of those across e, where e is not zero.
func (k *polarCone) start(n, e Vec) {
	u := n.Perp()
	if e != (Vec{}) {
		u = e.Cross(n)
		n = u.Cross(e)
	}
	n, u = n.Unit(), u.Unit()
	k.rays = append(k.rays[:0], u)
	if e == (Vec{}) {
		v := n.Cross(u)
		k.rays = append(k.rays, v, u.Neg(), v.Neg())
	} else {
		k.rays = append(k.rays, u.Neg())
	}
	for i, x := range k.rays {
		k.rays[i] = x.Add(n.Scale(polarOpen)).Unit()
	}
}

// middle returns a unit vector in the middle of the cone, zero where there is no cone left: the
// mean of its border.
func (k *polarCone) middle() Vec {
	var sum Vec
	for i, p := range k.rays {
		q := k.rays[(i+1)%len(k.rays)]
		sum = sum.Add(p.Add(q).Scale(p.Sub(q).Len()))
	}
	return sum.Unit()
}

// cut leaves of the cone the directions with no positive product with w.
func (k *polarCone) cut(w Vec) {
	k.next = k.next[:0]
	for i, q := range k.rays {
		p := k.rays[(i+len(k.rays)-1)%len(k.rays)]
		x, y := p.Dot(w), q.Dot(w)
		if x > 0 != (y > 0) {
			k.next = append(k.next, p.Scale(math.Abs(y)).Add(q.Scale(math.Abs(x))).Unit())
		}
		if y <= 0 {
			k.next = append(k.next, q)
		}
	}
	k.rays, k.next = k.next, k.rays
}
