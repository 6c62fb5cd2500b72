package d2

import (
	"cmp"
	"slices"

	"github.com/collide-go/collide/internal/num"
)

// swapped reports whether the canonical order of the pair is b, a: by position, rotation, kind,
// then parameters. Pairs with equal keys stay as they are.
func swapped(a, b *Object) bool {
	if c := compareVec(a.pose.Pos, b.pose.Pos); c != 0 {
		return c > 0
	}
	return compareRest(a, b) > 0
}

// precedes reports whether a comes before b, another body, in canonical order.
func precedes(a, b *Object) bool {
	if x, y := a.pose.Pos.X, b.pose.Pos.X; x != y {
		return x < y
	}
	return swapped(b, a)
}

// compareRest compares what comes after the position.
func compareRest(a, b *Object) int {
	ra, rb := a.axes(), b.axes()
	if c := compareVec(Vec{ra.c, ra.s}, Vec{rb.c, rb.s}); c != 0 {
		return c
	}
	if c := int(a.kind) - int(b.kind); c != 0 {
		return c
	}
	if c := compareVec(a.half, b.half); c != 0 {
		return c
	}
	if c := num.Compare(a.margin, b.margin); c != 0 {
		return c
	}
	if c := slices.Compare(a.margins, b.margins); c != 0 { // equal sums that were rounded
		return c
	}
	if a.kind == kindHalfSpace {
		return cmp.Or(compareVec(a.plane.Normal, b.plane.Normal), num.Compare(a.plane.Offset, b.plane.Offset))
	}
	if a.kind == kindComposite {
		return a.parts.compare(b.parts)
	}
	if a.kind != kindHull {
		return 0
	}
	if c := len(a.hull.points) - len(b.hull.points); c != 0 {
		return c
	}
	for i := range a.hull.points {
		if c := compareVec(a.hull.points[i], b.hull.points[i]); c != 0 {
			return c
		}
	}
	return 0
}

// compareVec compares lexicographically.
func compareVec(a, b Vec) int {
	if c := num.Compare(a.X, b.X); c != 0 {
		return c
	}
	return num.Compare(a.Y, b.Y)
}
