package lanes

import "math"

const (
	// HeadingShift takes a heading, an angle in units of 2^-32 of a full turn, to its cell.
	HeadingShift = 32 - 7
	// CornerSize is what Polygon.First counts corners in: the bytes of an element of Corners.
	CornerSize = 32
	// KeyEdge is the bits of a key of depth that number the edge.
	KeyEdge = 15
)

// Polygon is a polygon of up to Width corners: its edges, and itself as the edges of another one
// see it. Edges from N on are the last one over and over.
type Polygon struct {
	NormalX, NormalY [Width]float64 // outward
	Off              [Width]float64 // of the edges' lines along them
	Heading          [Width]uint32  // of the normals
	N                int

	// For directions with headings in a cell, First names two corners one of which is the lowest,
	// by CornerSize times the number of the first; Corners has each corner with the next one.
	Corners [Width + 1][4]float64
	First   [1 << (32 - HeadingShift)]uint8
}

// AddEdge makes the polygon one edge longer: by that with the outward normal (x, y), of that
// heading, and the line at off along it. There must be room.
func (p *Polygon) AddEdge(x, y, off float64, heading uint32) {
	for i := p.N; i < Width; i++ {
		p.NormalX[i], p.NormalY[i], p.Off[i], p.Heading[i] = x, y, off, heading
	}
	p.N++
}

// A View is how the edges of a polygon see another one.
type View struct {
	C, S    float64 // what turns directions into the frame of the other polygon: (C, S) and (-S, C)
	X, Y    float64 // its centre
	Heading uint32  // what the turn adds to a heading
}

// Least returns the least of best and the keys of the edges of p, one or more, which see q as v
// says. A key is the order of the depth, how far q reaches behind the edge, with the last four bits
// replaced by the edge's number and from, which is 0 or Width.
func (p *Polygon) Least(q *Polygon, v *View, best, from int64) int64 {
	if vectors {
		return min(best, depths(p, q, v, from))
	}
	return p.least(q, v, best, from)
}

// least is Least in plain Go.
func (p *Polygon) least(q *Polygon, v *View, best, from int64) int64 {
	c, s, x, y, heading := v.C, v.S, v.X, v.Y, v.Heading
	for i := range p.N {
		i &= Width - 1
		nx, ny := p.NormalX[i], p.NormalY[i]
		dx, dy := float64(c*nx)-float64(s*ny), float64(s*nx)+float64(c*ny)
		w := &q.Corners[q.First[(p.Heading[i]+heading)>>HeadingShift]/CornerSize]
		low := min(float64(dx*w[0])+float64(dy*w[1]), float64(dx*w[2])+float64(dy*w[3]))
		depth := p.Off[i] - (float64(nx*x) + float64(ny*y)) - low
		best = min(best, Order(depth)&^KeyEdge|(int64(i)+from))
	}
	return best
}

// Order maps doubles to integers of the same order; 0 and -0 are one.
func Order(x float64) int64 {
	k := int64(math.Float64bits(x + 0))
	return k ^ int64(uint64(k>>63)>>1)
}
