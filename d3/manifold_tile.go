package d3

import (
	"math"
	"slices"
)

// What a surface is beside another body: its tiles, seen along the normal of a contact.

// sheet is a surface's side of a pair, in the contact's frame.
type sheet struct {
	tiles []tile
	rim   []rimEdge
	face  int32 // the number of its faces
}

// tile is what a leaf has in a sheet: a corner, an edge, or a triangle counter-clockwise seen from
// B. Their vertex and edge are numbers in the surface.
type tile struct {
	n     int
	c     [3]corner
	inner [3]bool // the edge from corner k on has a face on either side
}

// rimEdge is an edge of a face of a sheet, or a tile that is an edge.
type rimEdge struct {
	lo, hi int32 // its vertices
	tile   int32
	k      int8
	alone  bool // no face
	back   bool // it runs from hi to lo
}

// levelSlope is the slope up to which a leaf of a surface lies across the normal: a manifold's
// normal is that of each of its faces to less than 1e-9.
const levelSlope = 0x1p-31

// facet is a leaf of a surface, by its corners: a triangle or a segment.
type facet struct {
	n  int
	p  [facetCorners]Vec
	at [facetCorners]int32 // their numbers in the body
}

// front reports whether the front of a face is towards B, and turns its corners counter-clockwise.
func (x *tile) front() bool {
	p, q, r := &x.c[0], &x.c[1], &x.c[2]
	if float64((q.u-p.u)*(r.v-p.v))-float64((q.v-p.v)*(r.u-p.u)) >= 0 {
		return true
	}
	a, b, c := p.edge, q.edge, r.edge
	*q, *r = *r, *q
	p.edge, q.edge, r.edge = c, b, a
	return false
}

// hem finds the inner edges of the sheet, and leaves out edges that are those of faces, or double.
func (s *sheet) hem() {
	s.rim = s.rim[:0]
	for i := range s.tiles {
		x := &s.tiles[i]
		if x.n < 2 {
			continue
		}
		for e := range x.n {
			if x.n == 2 && e == 1 {
				break
			}
			a, b := x.c[e].vertex, x.c[(e+1)%x.n].vertex
			s.rim = append(s.rim, rimEdge{
				lo: min(a, b), hi: max(a, b), tile: int32(i), k: int8(e), alone: x.n == 2, back: a > b,
			})
		}
	}
	slices.SortFunc(s.rim, compareRim)
	for lo := 0; lo < len(s.rim); {
		hi, ways := lo, [2]int{}
		for ; hi < len(s.rim) && s.rim[hi].lo == s.rim[lo].lo && s.rim[hi].hi == s.rim[lo].hi; hi++ {
			if r := &s.rim[hi]; !r.alone {
				way := 0
				if r.back {
					way = 1
				}
				ways[way]++
			}
		}
		for i := lo; i < hi; i++ {
			r := &s.rim[i]
			if x := &s.tiles[r.tile]; r.alone && i > lo {
				x.n = 0
			} else {
				x.inner[r.k] = ways[0] > 0 && ways[1] > 0
			}
		}
		lo = hi
	}
}

// compareRim orders edges by their vertices, those of faces first.
func compareRim(a, b rimEdge) int {
	switch {
	case a.lo != b.lo:
		return int(a.lo) - int(b.lo)
	case a.hi != b.hi:
		return int(a.hi) - int(b.hi)
	case a.alone != b.alone:
		if a.alone {
			return 1
		}
		return -1
	}
	return int(a.tile) - int(b.tile)
}

// under reports whether u, v lies over the tile, up to rounding.
func (x *tile) under(u, v float64) bool {
	p := &x.c[0]
	switch x.n {
	case 0:
		return false
	case 1:
		return math.Abs(u-p.u) <= touch && math.Abs(v-p.v) <= touch
	case 2:
		return p.carries(u, v)
	}
	for i := range x.c {
		if !(x.c[i].beside(u, v) >= -touch) {
			return false
		}
	}
	// a needle's edges all have places in line with it on their inner side
	q, r := &x.c[1], &x.c[2]
	return u >= min(p.u, q.u, r.u)-touch && u <= max(p.u, q.u, r.u)+touch &&
		v >= min(p.v, q.v, r.v)-touch && v <= max(p.v, q.v, r.v)+touch
}

// height returns the height of the tile at u, v, over which it lies: a mean of the corners'.
func (x *tile) height(u, v float64) float64 {
	p, q := &x.c[0], &x.c[1]
	switch x.n {
	case 1:
		return p.h
	case 2:
		return p.heightTo(q, u, v)
	}
	sum, high := 0.0, 0.0
	for i := range x.c {
		e := &x.c[(i+1)%3] // the edge across corner i
		w := max(float64(e.beside(u, v)*e.long), 0)
		sum, high = sum+w, high+float64(w*x.c[i].h)
	}
	if !(sum > 0) {
		return p.h
	}
	return high / sum
}
