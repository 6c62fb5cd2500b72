package d2

import (
	"math"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/num"
)

// axisParallel returns the exact relation of boxes and points without margins that no rotation turns: the commonest contact, where
// each axis decides for itself. known is false for other pairs, and where four doubles do not tell the sign.
func axisParallel(a, b *Object) (r collide.Relation, known bool) {
	if a.kind != kindBox && a.kind != kindPoint || b.kind != kindBox && b.kind != kindPoint ||
		a.pose.Rot != (Rot{}) || b.pose.Rot != (Rot{}) || a.margin != 0 || b.margin != 0 {
		return collide.Undecided, false
	}
	p, q, g, h := a.pose.Pos, b.pose.Pos, a.half, b.half
	x, okX := boxGap(p.X, q.X, g.X, h.X)
	y, okY := boxGap(p.Y, q.Y, g.Y, h.Y)
	switch {
	case !okX || !okY:
		return collide.Undecided, false
	case max(x, y) > 0:
		return collide.Apart, true
	case max(x, y) == 0:
		return collide.Touching, true
	}
	return collide.Overlapping, true
}

// boxGap returns the sign of |q - p| - g - h.
func boxGap(p, q, g, h float64) (sign int, known bool) {
	if q < p {
		p, q = q, p
	}
	d, s := num.TwoSum(q, -p), num.TwoSum(g, h)
	x := num.TwoSum(d.Hi, -s.Hi)
	rest := math.Abs(d.Lo) + math.Abs(s.Lo) + math.Abs(x.Lo)
	return num.Compare(x.Hi, 0), rest == 0 || math.Abs(x.Hi) > 2*rest
}
