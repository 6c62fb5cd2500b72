package d3

import (
	"math"

	"github.com/collide-go/collide/internal/num"
)

// AABB is an axis-aligned box, Min <= Max in each coordinate. It is a closed set; infinite sides
// are allowed.
type AABB struct{ Min, Max Vec }

// Array returns the box as package broadphase takes it: the least x, y and z, then the greatest.
func (a AABB) Array() [6]float64 {
	return [6]float64{a.Min.X, a.Min.Y, a.Min.Z, a.Max.X, a.Max.Y, a.Max.Z}
}

// Intersect returns the box of the points common to a and b, and whether there are any. Boxes that
// only touch have a flat one. Without a common point the box is the zero AABB.
func (a AABB) Intersect(b AABB) (AABB, bool) {
	if !a.Overlaps(b) {
		return AABB{}, false
	}
	return AABB{
		Vec{max(a.Min.X, b.Min.X), max(a.Min.Y, b.Min.Y), max(a.Min.Z, b.Min.Z)},
		Vec{min(a.Max.X, b.Max.X), min(a.Max.Y, b.Max.Y), min(a.Max.Z, b.Max.Z)},
	}, true
}

// Overlaps reports whether a and b have a common point; touching counts.
func (a AABB) Overlaps(b AABB) bool {
	return a.Min.X <= b.Max.X && b.Min.X <= a.Max.X &&
		a.Min.Y <= b.Max.Y && b.Min.Y <= a.Max.Y &&
		a.Min.Z <= b.Max.Z && b.Min.Z <= a.Max.Z
}

// apart reports whether a and b have no common point, which proves the same of what they hold.
func (a *AABB) apart(b *AABB) bool {
	return a.Min.X > b.Max.X || b.Min.X > a.Max.X ||
		a.Min.Y > b.Max.Y || b.Min.Y > a.Max.Y ||
		a.Min.Z > b.Max.Z || b.Min.Z > a.Max.Z
}

// passedBy reports whether b, moved by x v for 0 <= x <= t, never meets a for certain.
//
// Along each axis they meet from one quotient to another. A difference and a quotient are off by u
// of themselves each, 8u is more, and the least double stands for what underflows. No branch hangs
// on where the boxes are: it would be mispredicted.
func (a *AABB) passedBy(b *AABB, v Vec, t float64) bool {
	from, to, signs := int64(0), int64(math.Float64bits(t)), uint64(0)
	from, to, signs = alongAxis(b.Min.X-a.Max.X, b.Max.X-a.Min.X, v.X, from, to, signs)
	from, to, signs = alongAxis(b.Min.Y-a.Max.Y, b.Max.Y-a.Min.Y, v.Y, from, to, signs)
	from, to, signs = alongAxis(b.Min.Z-a.Max.Z, b.Max.Z-a.Min.Z, v.Z, from, to, signs)
	// 0/0: side by side along the way
	if f := math.Float64frombits; math.IsNaN(f(uint64(from))) || math.IsNaN(f(uint64(to))) {
		return a.passedBySide(b, v, t)
	}
	return from > to || signs>>63 != 0
}

// alongAxis takes one more axis into what passedBy knows: b, which moves by v along it, is between
// lo and hi past a. Times are told by their bits, which order those that are not negative, and put
// the others below. The sign of signs says that b has passed.
func alongAxis(lo, hi, v float64, from, to int64, signs uint64) (int64, int64, uint64) {
	speed := math.Abs(v)
	x, y, back := math.Float64bits(lo), math.Float64bits(hi), uint64(int64(math.Float64bits(v))>>63)
	gap := x&back | (y^1<<63)&^back
	left := y&back | (x^1<<63)&^back
	enters := float64(math.Float64frombits(gap)/speed*(1-timePad*unit)) - math.SmallestNonzeroFloat64
	leaves := float64(math.Float64frombits(left)/speed*(1+timePad*unit)) + math.SmallestNonzeroFloat64
	from, to = max(from, int64(math.Float64bits(enters))), min(to, int64(math.Float64bits(leaves)))
	return from, to, signs | math.Float64bits(math.Float64frombits(left)+0) // -0 is not past
}

// passedBySide is passedBy with branches.
func (a *AABB) passedBySide(b *AABB, v Vec, t float64) bool {
	from, to := 0.0, t
	lo := [3]float64{b.Min.X - a.Max.X, b.Min.Y - a.Max.Y, b.Min.Z - a.Max.Z}
	hi := [3]float64{b.Max.X - a.Min.X, b.Max.Y - a.Min.Y, b.Max.Z - a.Min.Z}
	for k, v := range [3]float64{v.X, v.Y, v.Z} {
		gap, left, speed := -hi[k], -lo[k], math.Abs(v)
		if v < 0 {
			gap, left = lo[k], hi[k]
		}
		if left < 0 {
			return true
		}
		if x := float64(gap/speed*(1-timePad*unit)) - math.SmallestNonzeroFloat64; gap > 0 && x > from {
			from = x
		}
		if x := float64(left/speed*(1+timePad*unit)) + math.SmallestNonzeroFloat64; x < to {
			to = x
		}
	}
	return from > to
}

// Union returns the smallest box that holds a and b.
func (a AABB) Union(b AABB) AABB {
	return AABB{
		Vec{min(a.Min.X, b.Min.X), min(a.Min.Y, b.Min.Y), min(a.Min.Z, b.Min.Z)},
		Vec{max(a.Max.X, b.Max.X), max(a.Max.Y, b.Max.Y), max(a.Max.Z, b.Max.Z)},
	}
}

// Contains reports whether the point p lies in a or on its surface.
func (a AABB) Contains(p Vec) bool { return a.Overlaps(AABB{p, p}) }

// Center returns the middle of a, rounded. A coordinate in which a is infinite both ways has the
// middle 0.
func (a AABB) Center() Vec {
	return Vec{num.Middle(a.Min.X, a.Max.X), num.Middle(a.Min.Y, a.Max.Y), num.Middle(a.Min.Z, a.Max.Z)}
}

// Size returns the full extents of a, rounded.
func (a AABB) Size() Vec { return a.Max.Sub(a.Min) }

// Grow returns a with each side moved outward by r >= 0, rounded outward.
func (a AABB) Grow(r float64) AABB {
	return AABB{
		Vec{num.AddDown(a.Min.X, -r), num.AddDown(a.Min.Y, -r), num.AddDown(a.Min.Z, -r)},
		Vec{num.AddUp(a.Max.X, r), num.AddUp(a.Max.Y, r), num.AddUp(a.Max.Z, r)},
	}
}

// triangleBox returns the box of a triangle.
func triangleBox(a, b, c Vec) AABB {
	return AABB{
		Vec{min(a.X, b.X, c.X), min(a.Y, b.Y, c.Y), min(a.Z, b.Z, c.Z)},
		Vec{max(a.X, b.X, c.X), max(a.Y, b.Y, c.Y), max(a.Z, b.Z, c.Z)},
	}
}
