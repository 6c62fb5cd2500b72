// Package lanes computes the same expression for up to eight elements of a table at a time.
//
// Each function has one definition, in plain Go, and on processors that have vectors of four
// doubles a twin that computes the same roundings in the same order: the same bits.
package lanes

import "math"

// Width is how many elements a call looks at.
const Width = 8

// table holds numbers of elements, one component after the other: component k of element i is at
// k*stride + i. Each component has room for Width elements more, so that a look at Width of them
// from any on stays inside.
type table struct {
	data   []float64
	stride int
}

// makeTable returns a table of n elements of zeros.
func makeTable(components, n int) table {
	return table{make([]float64, components*(n+Width)), n + Width}
}

// set sets the components of element i.
func (t *table) set(i int, components ...float64) {
	for k, x := range components {
		t.data[k*t.stride+i] = x
	}
}

// from returns the first component of element first, and panics where n is not of [0, Width] or the
// table has fewer elements than first + n.
func (t *table) from(first, n int) *float64 {
	if uint(n) > Width || first+n > t.stride-Width {
		panic("lanes: beyond the table")
	}
	return &t.data[first]
}

// Len returns the number of elements.
func (t *table) Len() int { return max(t.stride-Width, 0) }

// A key tells how near a box is to a point, in the order of the signed distances: outside the bits
// of the square, inside minus the bits of the depth, the last ones replaced by a place in a list.
const (
	KeyPlace = 1<<8 - 1    // the bits of a key for the place
	KeyFar   = 0x7ff << 52 // of an infinite distance, and of no box
)

// inward returns the bits of the distance, inward, from the nearer one of the faces at -h and h to
// p: of the distances to both one is negative at most, and as integers the lesser one is less.
func inward(h, p float64) int64 {
	return min(int64(math.Float64bits(h-p)), int64(math.Float64bits(h+p)))
}

// NegativePart returns the number with the given bits where it is negative, else 0.
func NegativePart(bits int64) float64 { return math.Float64frombits(uint64(bits & (bits >> 63))) }

// lesser2 returns the two least of x, y and k, for x <= y.
func lesser2(x, y, k int64) (least, next int64) { return min(x, k), min(y, max(x, k)) }
