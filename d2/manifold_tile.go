package d2

import "cmp"

// What a surface is beside another body: its tiles, seen along the normal of a contact.

// tile is what leaves have in a sheet: a corner, or an edge. Their vertices are numbers in the
// surface.
type tile struct {
	u, h [2]float64 // u ascending
	v    [2]int32
}

// facet is a leaf of a surface, by its corners, counter-clockwise.
type facet struct {
	n  int
	p  [facetCorners]Vec
	at [facetCorners]int32 // their numbers in the body
}

// levelSlope is the slope up to which an edge of a surface lies across the normal: a manifold's
// normal is that of each of its edges to less than 1e-9.
const levelSlope = 0x1p-31

// levelSlack is what rounding does to the height of a leaf, relative to the pair's reach.
const levelSlack = 0x1p-44

// compareTiles orders tiles by place.
func compareTiles(x, y tile) int {
	return cmp.Or(cmp.Compare(x.u[0], y.u[0]), cmp.Compare(x.u[1], y.u[1]), cmp.Compare(x.v[0], y.v[0]))
}
