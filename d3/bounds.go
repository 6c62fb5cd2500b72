package d3

import (
	"math"

	"github.com/collide-go/collide/internal/num"
)

// setBox sets aabb to that of the grown shape in the world.
//
// Without a rotation the box of the own frame is exact, and is moved with each sum rounded outward.
// With one, a side is the position of the centre plus a support value. Rows of the matrix are
// within 1.02u, where u = 2^-53, the products and sums of three terms add 5u, the points of a hull
// relative to its centre 1u: 8u of the radius. The position is within 1u and what rounding left of
// the centre's place, the last two sums add 3u of what they hold. 16u of all is more than that,
// with u per margin for their sum, and 16 of the least subnormal number for products that
// underflow.
func (o *Object) setBox() {
	b := &o.aabb
	switch o.kind {
	case kindComposite:
		*b = o.parts.worldBox(o.pose, o.axes)
		return
	case kindHalfSpace:
		inf := math.Inf(1)
		b.Min, b.Max = Vec{-inf, -inf, -inf}, Vec{inf, inf, inf}
		return
	case kindPoint, kindSegment, kindBox, kindHull, kindCylinder, kindCone, kindEllipsoid, kindUser:
	}
	m := o.margin
	if o.pose.Rot == (Rot{}) {
		if len(o.margins) > 1 {
			m = float64(m*(1+float64(0x1p-52*float64(len(o.margins))))) + math.SmallestNonzeroFloat64
		}
		own, p := o.ownBox(), o.pose.Pos
		*b = AABB{
			Vec{num.AddDown(p.X, own.Min.X), num.AddDown(p.Y, own.Min.Y), num.AddDown(p.Z, own.Min.Z)},
			Vec{num.AddUp(p.X, own.Max.X), num.AddUp(p.Y, own.Max.Y), num.AddUp(p.Z, own.Max.Z)},
		}.Grow(m)
		return
	}
	b.Min.X, b.Max.X = o.side(o.axes.x, o.pos.X, o.offLo.X)
	b.Min.Y, b.Max.Y = o.side(o.axes.y, o.pos.Y, o.offLo.Y)
	b.Min.Z, b.Max.Z = o.side(o.axes.z, o.pos.Z, o.offLo.Z)
}

// side returns the ends of the AABB along the world axis that is row in the own frame, rounded
// outward. pos is that coordinate of the centre, and rest what rounding left of it.
func (o *Object) side(row Vec, pos, rest float64) (lo, hi float64) {
	lo, hi = o.spread(row)
	return o.outward(lo, hi, pos, rest)
}

// outward returns the ends of the AABB from lo and hi, which spread has found, and pos and rest as
// of side.
func (o *Object) outward(lo, hi, pos, rest float64) (least, greatest float64) {
	k := unit * (boundsPad + float64(len(o.margins)))
	pad := float64(k*(math.Abs(pos)+o.radius+o.margin)) + 16*math.SmallestNonzeroFloat64
	pad += float64(2*math.Abs(rest)) + float64(0x1p-96*big1(o.center))
	if o.kind == kindHull && len(o.hull.local) > scanLimit {
		pad += float64(climbPad * unit * o.radius)
	}
	return num.PlusZero(pos + (lo - o.margin) - pad), num.PlusZero(pos + (hi + o.margin) + pad)
}

// spread returns the least and the greatest row . (x - center) over the core points x.
func (o *Object) spread(row Vec) (lo, hi float64) {
	h := o.half
	switch o.kind {
	case kindPoint, kindHalfSpace, kindComposite:
		return 0, 0
	case kindSegment:
		hi = float64(math.Abs(row.Z) * h.Z)
	case kindBox:
		hi = row.abs().Dot(h)
	case kindCylinder:
		hi = float64(math.Abs(row.Z)*h.Z) + float64(h.X*Vec{row.X, row.Y, 0}.length())
	case kindCone:
		apex := float64(row.Z * h.Z)
		disc := float64(h.X * Vec{row.X, row.Y, 0}.length())
		return min(apex, -apex-disc), max(apex, disc-apex)
	case kindEllipsoid:
		hi = Vec{float64(row.X * h.X), float64(row.Y * h.Y), float64(row.Z * h.Z)}.length()
	case kindHull:
		return o.hull.spread(row)
	case kindUser:
		hi = row.Dot(o.user.Support(row).Sub(o.center))
		lo = row.Dot(o.user.Support(row.Neg()).Sub(o.center))
		return lo, hi
	}
	return -hi, hi
}

// spreadLimit is the number of corners of a hull up to which one pass over all is faster than two
// searches.
const spreadLimit = 12

// spread returns the least and the greatest row . v over the corners v about the centre. Of a hull
// of many corners both may be off by what climbPad covers.
func (h *Hull) spread(row Vec) (lo, hi float64) {
	if len(h.local) > spreadLimit {
		return row.Dot(h.local[h.support(row.Neg(), -1)]), row.Dot(h.local[h.support(row, -1)])
	}
	lo, hi = math.Inf(1), math.Inf(-1)
	for _, p := range h.local {
		d := row.Dot(p)
		lo, hi = min(lo, d), max(hi, d)
	}
	return lo, hi
}

// ownBox returns the AABB of the core in its own frame, exactly.
func (o *Object) ownBox() AABB {
	switch o.kind {
	case kindHull:
		return o.hull.box
	case kindUser:
		s := o.user
		return AABB{
			Vec{s.Support(Vec{-1, 0, 0}).X, s.Support(Vec{0, -1, 0}).Y, s.Support(Vec{0, 0, -1}).Z},
			Vec{s.Support(Vec{1, 0, 0}).X, s.Support(Vec{0, 1, 0}).Y, s.Support(Vec{0, 0, 1}).Z},
		}
	case kindPoint, kindSegment, kindBox, kindCylinder, kindCone, kindEllipsoid, kindHalfSpace, kindComposite:
	}
	return AABB{o.half.Neg(), o.half}
}
