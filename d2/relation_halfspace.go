package d2

import (
	"math"
	"math/big"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/exact"
)

// The exact path for a half-space h and another shape x: heights above h's line. The support point of a user's shape along down, in
// x's frame, is taken as exact. docs/math/exact.md.

// height returns the height of x's centre above the line, exact but for the rounding of a square root, a quotient and the result.
func (d *exactRelation) height(h, x *Object, down Vec) float64 {
	g, up, n2 := d.line(h, x, down)
	up.Add(up, d.dot(g, d.vec(x.center)))
	m, e := exact.Float(up)
	l, f := exact.Float(n2)
	if f&1 != 0 {
		l, f = 2*l, f-1
	}
	// up is in units of 2^(exp - 2 shift) times that of the normal, sqrt(n2) in 2^-shift times that of the normal.
	return math.Ldexp(m/math.Sqrt(l), e-f/2+d.exp-int(d.shift))
}

// line computes, exactly: the normal g in x's frame, the signed height up of x's origin, and the squared
// length n2 of the normal in the world. With the normal's unit left out, g is in units of 2^(-2 shift), up in those times 2^exp,
// n2 in 2^(-2 shift).
//
// The half-space is the set of x with (R normal) . (x - pos) <= offset: the pose turns the normal, and the offset is taken as it is.
func (d *exactRelation) line(h, x *Object, down Vec) (g bigVec, up, n2 *big.Int) {
	n := h.plane.Normal
	en := lowest(math.MaxInt, n)
	exp := min(h.lowestExponent(), x.lowestExponent(), lowest(math.MaxInt, x.center))
	if x.kind == kindUser {
		exp = min(exp, lowest(math.MaxInt, x.user.Support(down)))
	}
	if _, k := exact.Split(h.plane.Offset); k != math.MaxInt {
		exp = min(exp, k-en)
	}
	d.poses(h, x, exp)
	world := d.rotate(d.ra, d.scaled(n, en))
	n2 = d.dot(world, world)
	g = d.rotateBack(d.rb, world)
	up = d.dot(world, d.world(d.sub(d.vec(x.pose.Pos), d.vec(h.pose.Pos))))
	off := exact.SetScaled(d.ar.Int(), h.plane.Offset, d.exp+en)
	up.Sub(up, off.Lsh(off, 2*d.shift))
	return g, up, n2
}

// aboveLine returns the relation of h and x, grown by its margin, which the sign of the height of x's lowest point tells.
func (d *exactRelation) aboveLine(h, x *Object, down Vec) collide.Relation {
	switch c := d.heightSign(h, x, down); {
	case c > 0:
		return collide.Apart
	case c < 0:
		return collide.Overlapping
	}
	return collide.Touching
}

// heightSign returns the sign of the height of x's lowest point.
func (d *exactRelation) heightSign(h, x *Object, down Vec) int {
	g, up, n2 := d.line(h, x, down)
	ar := &d.ar
	r := ar.Int().SetInt64(0)
	x.addMargins(d, r)
	r.Lsh(r, d.shift)
	grown := ar.Int().Mul(ar.Int().Mul(r, r), n2) // (margin * |normal|)^2
	zero := ar.Int().SetInt64(0)
	switch x.kind {
	case kindEllipse:
		size := d.vec(x.half)
		s := bigVec{ar.Int().Mul(g[0], size[0]), ar.Int().Mul(g[1], size[1])}
		return signRoots(ar, up, d.dot(s, s), grown)
	case kindUser:
		own := d.vec(x.user.Support(down))
		return signRoots(ar, up.Add(up, d.dot(g, own)), zero, grown)
	default:
	}
	var low *big.Int
	for i := range x.corners() {
		if s := d.dot(g, d.vec(x.corner(i))); low == nil || s.Cmp(low) < 0 {
			low = s
		}
	}
	return signRoots(ar, up.Add(up, low), zero, grown)
}

// signRoots returns the sign of p - sqrt(u) - sqrt(v) for u, v >= 0.
func signRoots(ar *exact.Arena, p, u, v *big.Int) int {
	if p.Sign() <= 0 {
		if p.Sign() == 0 && u.Sign() == 0 && v.Sign() == 0 {
			return 0
		}
		return -1
	}
	// p > sqrt(u) + sqrt(v) where p^2 - u - v > 2 sqrt(u v).
	d := ar.Int().Mul(p, p)
	d.Sub(d.Sub(d, u), v)
	uv := ar.Int().Mul(u, v)
	if d.Sign() < 0 {
		return -1
	}
	return ar.Int().Mul(d, d).Cmp(uv.Lsh(uv, 2))
}
