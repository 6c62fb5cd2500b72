package d3

import (
	"math"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/decided"
	"github.com/collide-go/collide/internal/num"
)

// Two cylinders whose axes cross are decided exactly where the axes, as lines, are nearest to each
// other between the ends of both: there they lie as two lines with the radii for margins do. And
// where those lines are apart the cylinders are, wherever they end. docs/math/exact.md, "Crossed
// cylinders".

// crossedSigns returns the exact relation of two cylinders as far as double-doubles tell it without
// a search, Undecided elsewhere.
func crossedSigns(a, b *Object) collide.Relation {
	if a.kind != kindCylinder || b.kind != kindCylinder || a.margins != nil || b.margins != nil || !mayCross(a, b) {
		return collide.Undecided
	}
	k := ddSquares{x: a, y: b, r: num.TwoSum(a.margin, b.margin).Add(num.TwoSum(a.half.X, b.half.X))}
	if !k.prepare() {
		return collide.Undecided
	}
	rel, inside := k.segments()
	if rel == collide.Overlapping && !inside {
		return collide.Undecided
	}
	return rel
}

// flatCylinder reports whether a cylinder has no inside.
func (o *Object) flatCylinder() bool { return min(o.half.X, o.half.Z) == 0 }

// crossRoom is the part of the sizes within which doubles take a foot for one between the ends, and
// how near to parallel they ask.
const crossRoom = 0x1p-20

// mayCross reports whether neither of two cylinders is flat and their axes are nearest to each
// other about between the ends of both, as doubles see it. They prove nothing, and need not: where
// they are wrong a pair stays undecided.
func mayCross(a, b *Object) bool {
	if a.flatCylinder() || b.flatCylinder() {
		return false
	}
	u, v, d := a.axes.column(2), b.axes.column(2), between(a, b)
	c, e, f := u.Dot(v), u.Dot(d), v.Dot(d)
	det, room := 1-float64(c*c), float64(crossRoom*(a.radius+b.radius))
	r := (e - float64(c*f)) / det
	return det < crossRoom || math.Abs(r) < a.half.Z+room && math.Abs(float64(c*r)-f) < b.half.Z+room
}

// crossed is cylinders for two of them, Undecided where one is flat, the axes are parallel, or they
// are nearest to each other beyond an end.
func (d *exactRelation) crossed(a, b *Object) collide.Relation {
	if !mayCross(a, b) {
		return collide.Undecided
	}
	ar := &d.ar
	d.pair(a, b, min(a.lowestExponent(), b.lowestExponent()))
	u, v := axisZ(&d.ra), axisZ(&d.rb)
	n := ar.Cross(u, v)
	nn := ar.Dot(n, n)
	if nn.Sign() == 0 {
		return collide.Undecided
	}
	at := ar.Scale(d.offset(b, a), d.norm)
	g, h := d.vec(a.half), d.vec(b.half)
	radius := ar.Int().Add(ar.Mul(ar.Int().Add(g[0], h[0]), d.norm), d.margins(a, b))
	along := ar.Dot(at, n)
	c := ar.Mul(along, along).Cmp(ar.Mul(ar.Mul(radius, radius), nn))
	if c > 0 {
		return collide.Apart
	}
	// The feet are na (at x v).n / n.n and nb (at x u).n / n.n along the axes.
	nn = ar.Mul(nn, d.norm)
	foot := ar.Mul(ar.Dot(ar.Cross(at, v), n), d.na)
	if foot.CmpAbs(ar.Mul(g[2], nn)) > 0 {
		return collide.Undecided
	}
	if foot = ar.Mul(ar.Dot(ar.Cross(at, u), n), d.nb); foot.CmpAbs(ar.Mul(h[2], nn)) > 0 {
		return collide.Undecided
	}
	return decided.Relation(c)
}
