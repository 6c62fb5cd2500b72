package d3

import (
	"math/big"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/decided"
	"github.com/collide-go/collide/internal/exact"
)

// A cone beside a ball or a point is decided exactly: in the half-plane through the axis and the
// point the cone is a triangle, of which the apex, the side, the rim or the base is nearest. The
// one root there is that of the square of the point's distance from the axis.
// docs/math/exact.md, "Cones beside balls".

// conePair is the work on one pair. Lengths are in the unit of roundFrame.
type conePair struct {
	d            *exactRelation
	radius       *big.Int
	height       *big.Int
	down, over   *big.Int // how far the point is below the apex, and above the base
	square       *big.Int // of its distance from the axis
	margin, side *big.Int // the latter is the square of the side's length
}

// cones returns the relation of two bodies of which one is a cone, Undecided unless the other one
// is a ball or a point, and where the cone is flat or a segment.
func (d *exactRelation) cones(a, b *Object) collide.Relation {
	c, o := a, b
	if c.kind != kindCone {
		c, o = b, a
	}
	if c.kind != kindCone || o.kind != kindPoint || min(c.half.X, c.half.Z) == 0 {
		return collide.Undecided
	}
	var f roundFrame
	f.prepare(d, c, o)
	ar := &d.ar
	at := f.vertex(0)
	k := conePair{d: d, radius: f.radius, height: ar.Int().Lsh(f.half, 1), margin: f.margin}
	k.down, k.over = ar.Int().Sub(f.half, at[2]), ar.Int().Add(f.half, at[2])
	k.square = ar.Int().Add(ar.Mul(at[0], at[0]), ar.Mul(at[1], at[1]))
	k.side = ar.Int().Add(ar.Mul(k.radius, k.radius), ar.Mul(k.height, k.height))
	return decided.Relation(k.sign())
}

// sign returns the sign of the distance less the margin.
func (k *conePair) sign() int {
	ar := &k.d.ar
	out := k.beyond(ar.Int().Neg(ar.Mul(k.radius, k.down)), k.height) // of the side's line
	inside := max(out, -k.over.Sign())
	switch {
	case inside < 0 || k.margin.Sign() == 0:
		return inside
	case inside == 0:
		return -1
	case k.over.Sign() < 0 && k.square.Cmp(ar.Mul(k.radius, k.radius)) <= 0: // below the base
		return ar.Int().Neg(k.over).Cmp(k.margin)
	}
	// From the rim to the apex the place along the side is R^2 + H over - R rho, times its length.
	along := ar.Int().Add(ar.Mul(k.radius, k.radius), ar.Mul(k.height, k.over))
	radius := ar.Int().Neg(k.radius)
	if k.beyond(along, radius) <= 0 {
		return besideRim(ar, k.square, k.radius, k.over, k.margin)
	}
	if k.beyond(ar.Int().Sub(along, k.side), radius) >= 0 { // the apex is nearest
		sum := ar.Int().Add(k.square, ar.Mul(k.down, k.down))
		return sum.Cmp(ar.Mul(k.margin, k.margin))
	}
	// H rho - R down against the margin times the side.
	return exact.SignRootsShrunk(ar, ar.Int().Neg(ar.Mul(k.radius, k.down)),
		ar.Mul(ar.Mul(k.margin, k.margin), k.side), ar.Mul(ar.Mul(k.height, k.height), k.square))
}

// beyond returns the sign of x + y rho, rho being the distance from the axis.
func (k *conePair) beyond(x, y *big.Int) int { return exact.SignRoot(&k.d.ar, x, y, k.square) }
