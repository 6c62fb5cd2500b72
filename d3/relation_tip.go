package d3

import (
	"math"
	"math/big"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/exact"
)

// What rests on the cap of a cylinder or cone with a curved surface is decided exactly, too, where
// it is an ellipsoid, a cylinder or a cone. Its lowest points over the cap are corners of an edge,
// a disc, or one point P + W/sqrt k with integers P, W and k, the tip; whether that is above the
// cap, and over the disc, are signs of x + y sqrt k. docs/math/exact.md, "Caps".

// tipPair is the work on one pair: a body with a tip over one of the caps of a round body.
type tipPair struct {
	roundFrame
	cone bool        // the round body is a cone, which is narrower below its cap
	at   [3]*big.Int // P
	side [2]*big.Int // W across the axis
	down *big.Int    // -W along the axis is down k
	k    *big.Int    // positive
	own  [2]*big.Int // radius and half the height of the body above, not times norm
}

// tips returns the relation of two bodies with curved surfaces near contact through a cap,
// Undecided where they meet otherwise.
func (d *exactRelation) tips(a, b *Object) collide.Relation {
	for _, pair := range [2][2]*Object{{a, b}, {b, a}} {
		round, o := pair[0], pair[1]
		if round.kind != kindCylinder && round.kind != kindCone || !o.tipped() {
			continue
		}
		for _, sign := range [2]int64{1, -1} {
			if round.kind == kindCone && sign > 0 || !mayCarry(round, o, float64(sign)) {
				continue
			}
			if rel := d.tip(round, o, sign); rel != collide.Undecided {
				return rel
			}
		}
	}
	return collide.Undecided
}

// tipped reports whether a body has a tip, or an edge or disc in its place.
func (o *Object) tipped() bool {
	return o.kind == kindEllipsoid || o.kind == kindCylinder || o.kind == kindCone && min(o.half.X, o.half.Z) > 0
}

// tipRoom is the part of the sizes within which doubles ask for the integers, far more than they
// are off.
const tipRoom = 0x1p-12

// mayCarry reports whether o has a lowest point over a cap that is about on the disc, as doubles
// see it. They prove nothing, and need not: where they are wrong a pair stays undecided.
func mayCarry(round, o *Object, sign float64) bool {
	var rel mat3
	rel.setRelative(&round.axes, &o.axes)
	core := o.body(1)
	p, _ := core.support(rel.applyT(Vec{0, 0, -sign}))
	v := round.axes.applyT(between(round, o)).Add(rel.apply(p))
	margins := round.margin + o.margin
	room := float64(tipRoom * (round.radius + o.radius + margins))
	if math.Abs(float64(sign*v.Z)-round.half.Z-margins) > room {
		return false
	}
	if max(math.Abs(v.X), math.Abs(v.Y)) < round.half.X+room {
		return true
	}
	if o.kind == kindEllipsoid {
		return false
	}
	// Of what stands on a disc or lies on an edge another point may be on the disc.
	z := float64(sign * rel.column(2).Z)
	across := math.Sqrt(max(1-float64(z*z), 0))
	fall := float64(2 * o.half.Z * z) // from one end to the other
	if o.kind == kindCone {
		fall += float64(o.half.X * across)
	}
	return float64(o.half.X*across) < room || math.Abs(fall) < room
}

// tip returns the relation as far as the cap on one side of the axis proves it.
func (d *exactRelation) tip(round, o *Object, sign int64) collide.Relation {
	t := tipPair{cone: round.kind == kindCone}
	t.prepare(d, round, o)
	if sign < 0 {
		t.off[2].Neg(t.off[2])
		for i := range 3 {
			t.m[2][i].Neg(t.m[2][i])
		}
	}
	h := d.vec(o.half)
	if o.kind == kindEllipsoid {
		return t.ellipsoid(h)
	}
	t.own = [2]*big.Int{h[0], h[2]}
	m2 := t.m[2][2]
	t.k = d.ar.Int().Sub(d.ar.Mul(d.norm, d.norm), d.ar.Mul(m2, m2))
	if o.kind == kindCone {
		return t.leaningCone()
	}
	return t.leaningCylinder()
}

// ellipsoid is tip for an ellipsoid of the radii h.
func (t *tipPair) ellipsoid(h [3]*big.Int) collide.Relation {
	ar := &t.d.ar
	t.at, t.down, t.k = t.off, ar.Int().SetInt64(1), ar.Int().SetInt64(0)
	t.side = [2]*big.Int{ar.Int().SetInt64(0), ar.Int().SetInt64(0)}
	for i := range 3 {
		x := ar.Mul(h[i], t.m[2][i])
		t.k.Add(t.k, ar.Mul(x, x))
		x = ar.Mul(h[i], x)
		for j := range 2 {
			t.side[j].Sub(t.side[j], ar.Mul(x, t.m[j][i]))
		}
	}
	if t.k.Sign() == 0 { // flat, and lies on the cap
		return collide.Undecided
	}
	return t.relate()
}

// leaningCylinder is tip for a cylinder.
func (t *tipPair) leaningCylinder() collide.Relation {
	switch s := t.m[2][2].Sign(); {
	case s == 0: // it lies
		p, q := t.onAxis(1), t.onAxis(-1)
		r := t.d.ar.Mul(t.own[0], t.d.norm)
		p[2].Sub(p[2], r)
		q[2].Sub(q[2], r)
		return t.corners(t.radius, p, q)
	case t.k.Sign() == 0: // it stands
		return t.stands(t.onAxis(-s))
	default:
		return t.rim(t.onAxis(-s))
	}
}

// leaningCone is tip for a cone, whose apex is at the end of the axis.
func (t *tipPair) leaningCone() collide.Relation {
	ar := &t.d.ar
	apex, base := t.onAxis(1), t.onAxis(-1)
	fall := ar.Int().Lsh(ar.Mul(t.own[1], t.m[2][2]), 1) // of the base below the apex
	switch s := exact.SignRoot(ar, fall, t.own[0], t.k); {
	case s < 0:
		return t.corners(t.radius, apex)
	case s == 0:
		return t.lies(apex, base)
	case t.k.Sign() == 0:
		return t.stands(base)
	default:
		return t.rim(base)
	}
}

// onAxis returns the end of the axis of the body above, the lower one for -1 if it points up.
func (t *tipPair) onAxis(end int) [3]*big.Int {
	x := t.d.ar.Vec()
	for i := range 3 {
		x[i].Mul(t.own[1], t.m[i][2])
		if end < 0 {
			x[i].Neg(x[i])
		}
		x[i].Add(x[i], t.off[i])
	}
	return x
}

// stands is tip for a body that stands with a disc about the middle given.
func (t *tipPair) stands(middle [3]*big.Int) collide.Relation {
	ar := &t.d.ar
	return t.corners(ar.Int().Add(t.radius, ar.Mul(t.own[0], t.d.norm)), middle)
}

// lies is tip for a cone that lies on its side: the root of k is a fraction, and so is the lowest
// point of the rim. All lengths are multiplied by the cone's height.
func (t *tipPair) lies(apex, base [3]*big.Int) collide.Relation {
	ar := &t.d.ar
	height := ar.Int().Lsh(t.own[1], 1)
	t.radius, t.half, t.margin = ar.Mul(t.radius, height), ar.Mul(t.half, height), ar.Mul(t.margin, height)
	apex, base = ar.Scale(apex, height), ar.Scale(base, height)
	rr := ar.Mul(t.own[0], t.own[0])
	for i := range 2 {
		base[i].Sub(base[i], ar.Mul(rr, t.m[i][2]))
	}
	base[2].Set(apex[2])
	return t.corners(t.radius, apex, base)
}

// corners returns the relation where the points are the corners of what is lowest, and the disc of
// the cap has the radius given.
func (t *tipPair) corners(disc *big.Int, points ...[3]*big.Int) collide.Relation {
	d := t.d
	c := capPair{roundFrame: t.roundFrame, cone: t.cone, low: d.low[:0], flat: d.flat[:0], disc: disc}
	for _, p := range points {
		c.insert(p)
	}
	d.low, d.flat = c.low, c.flat
	return c.relate()
}

// rim is tip for the lowest point of the rim about a point of the axis.
func (t *tipPair) rim(middle [3]*big.Int) collide.Relation {
	ar := &t.d.ar
	t.at, t.down = middle, t.own[0]
	x := ar.Mul(t.own[0], t.m[2][2])
	t.side = [2]*big.Int{ar.Mul(x, t.m[0][2]), ar.Mul(x, t.m[1][2])}
	return t.relate()
}

// relate compares the tip with the cap.
func (t *tipPair) relate() collide.Relation {
	ar := &t.d.ar
	down := ar.Int().Neg(t.down)
	sign := func(above *big.Int) int { return exact.SignRoot(ar, above, down, t.k) }
	gap := ar.Int().Sub(t.at[2], t.half)
	deep := ar.Int().Add(t.at[2], t.half)
	r := capRows{over: sign(ar.Int().Sub(gap, t.margin)), gap: sign(gap), deep: sign(deep), grown: t.margin.Sign() > 0}
	if r.over <= 0 {
		r.near = t.beside(deep, t.cone && r.gap < 0)
	}
	return r.relation()
}

// beside compares the distance of the tip from the axis with the radius of the cap; narrower says
// that it is that of the cone's section deep above the apex, as far as the tip is.
func (t *tipPair) beside(deep *big.Int, narrower bool) int {
	ar := &t.d.ar
	square := func(v [2]*big.Int) *big.Int { return ar.Int().Add(ar.Mul(v[0], v[0]), ar.Mul(v[1], v[1])) }
	p := [2]*big.Int{t.at[0], t.at[1]}
	x := ar.Int().Add(ar.Mul(t.k, square(p)), square(t.side)) // the square of the distance is (x + y sqrt k)/k
	y := ar.Int().Add(ar.Mul(p[0], t.side[0]), ar.Mul(p[1], t.side[1]))
	y.Lsh(y, 1)
	rr := ar.Mul(ar.Mul(t.radius, t.radius), t.k)
	if !narrower {
		return exact.SignRoot(ar, x.Sub(x, rr), y, t.k)
	}
	height := ar.Int().Lsh(t.half, 1) // the section's radius is R (deep - down sqrt k)/height
	hh := ar.Mul(height, height)
	s := ar.Int().Add(ar.Mul(deep, deep), ar.Mul(ar.Mul(t.down, t.down), t.k))
	u := ar.Int().Lsh(ar.Mul(deep, t.down), 1)
	x = ar.Int().Sub(ar.Mul(hh, x), ar.Mul(rr, s))
	y = ar.Int().Add(ar.Mul(hh, y), ar.Mul(rr, u))
	return exact.SignRoot(ar, x, y, t.k)
}
