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

// Seen is what the edges of two polygons see of each other, those of the first one before Width,
// those of the other one from there on.
type Seen struct {
	X, Y   [2 * Width]float64 // the normals in the frame of the polygon seen
	Depth  [2 * Width]float64 // how far that reaches behind the edge
	Corner [2 * Width]uint8   // as in Polygon.First
}

// Least returns the least of best and the keys of the edges of p, one or more, which see q as v
// says, and sets seen for them. A key is the order of the depth with the last four bits replaced by
// the edge's number and from, which is 0 or Width.
func (p *Polygon) Least(q *Polygon, v *View, seen *Seen, best, from int64) int64 {
	if vectors {
		return min(best, depths(p, q, v, seen, from))
	}
	return p.least(q, v, seen, best, from)
}

// LeastOfBoth is Least for the edges of p and for those of q, which see p as w says and are
// numbered from Width on.
func (p *Polygon) LeastOfBoth(q *Polygon, v, w *View, seen *Seen) int64 {
	if vectors {
		return bothDepths(p, q, v, w, seen)
	}
	return q.least(p, w, seen, p.least(q, v, seen, math.MaxInt64, 0), Width)
}

// least is Least in plain Go.
func (p *Polygon) least(q *Polygon, v *View, seen *Seen, best, from int64) int64 {
	c, s, x, y, heading := v.C, v.S, v.X, v.Y, v.Heading
	for i := range p.N {
		i &= Width - 1
		k := (i + int(from)) & (2*Width - 1)
		nx, ny := p.NormalX[i], p.NormalY[i]
		dx, dy := float64(c*nx)-float64(s*ny), float64(s*nx)+float64(c*ny)
		corner := q.First[(p.Heading[i]+heading)>>HeadingShift]
		w := &q.Corners[corner/CornerSize]
		low := min(float64(dx*w[0])+float64(dy*w[1]), float64(dx*w[2])+float64(dy*w[3]))
		depth := p.Off[i] - (float64(nx*x) + float64(ny*y)) - low
		seen.X[k], seen.Y[k], seen.Depth[k], seen.Corner[k] = dx, dy, depth, corner
		best = min(best, Order(depth)&^KeyEdge|int64(k))
	}
	return best
}

// Order maps doubles to integers of the same order; 0 and -0 are one.
func Order(x float64) int64 {
	k := int64(math.Float64bits(x + 0))
	return k ^ int64(uint64(k>>63)>>1)
}
