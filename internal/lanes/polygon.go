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
	Off              [Width]float64 // of the edges' lines along them, none -0
	Heading          [Width]uint32  // of the normals
	N                int

	// Few is 1 where there are up to four corners, and all but the two that First names are higher
	// by more than rounding: the lowest of them all is that of the two, bit for bit.
	Few uint8
	// Clear is 1 where no edge and no corner is so small that rounding may mistake it.
	Clear uint8

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

// Side is one polygon of a Pair, and how its edges see the other one.
type Side struct {
	*Polygon
	View View
}

// Pair is two polygons.
type Pair struct {
	Side [2]Side
	Seen Seen
}

// Seen is what an edge of one polygon sees of the other one: of the first polygon before Width, of
// the other one from there on. That of other edges than the one asked for does not count.
type Seen struct {
	X, Y  [2 * Width]float64 // the normals in the frame of the polygon seen
	Depth [2 * Width]float64 // how far that reaches behind the edge
	Cell  [2 * Width]uint32  // of their headings there
}

// Least returns the least of the keys of the edges of both polygons, and sets Seen for that edge. A
// key is the order of the depth with the last four bits replaced by the number of the edge, that in
// Seen.
func (p *Pair) Least() int64 {
	if vectors {
		return bothDepths(p)
	}
	key := min(p.least(0), p.least(1))
	p.look(key)
	return key
}

// LeastOverlap is Least for polygons that overlap. Where a key is below 0 it returns one that is.
func (p *Pair) LeastOverlap() int64 {
	if vectors {
		return bothDepths(p)
	}
	key := p.least(0)
	if key >= 0 {
		key = min(key, p.least(1))
		p.look(key)
	}
	return key
}

// LeastOf returns the least of the keys of the edges of one side, 0 or 1.
func (p *Pair) LeastOf(side int) int64 {
	if vectors {
		return depths(p, side&1)
	}
	return p.least(side)
}

// least is LeastOf in plain Go. No depth is -0, as no Off is.
func (p *Pair) least(side int) int64 {
	own, q, v := p.Side[side&1].Polygon, p.Side[side&1^1].Polygon, &p.Side[side&1].View
	c, s, x, y, heading, corners, first := v.C, v.S, v.X, v.Y, v.Heading, &q.Corners, &q.First
	best := int64(math.MaxInt64)
	for i := range own.N {
		i &= Width - 1
		nx, ny := own.NormalX[i], own.NormalY[i]
		dx, dy := float64(c*nx)-float64(s*ny), float64(s*nx)+float64(c*ny)
		w := &corners[first[(own.Heading[i]+heading)>>HeadingShift]/CornerSize]
		low := min(float64(dx*w[0])+float64(dy*w[1]), float64(dx*w[2])+float64(dy*w[3]))
		k := orderOf(own.Off[i] - (float64(nx*x) + float64(ny*y)) - low)
		best = min(best, k&^KeyEdge|int64(i))
	}
	return best | int64(side&1*Width)
}

// look sets Seen for the edge of a key.
func (p *Pair) look(key int64) {
	k, i := key&KeyEdge, key&(Width-1)
	side, seen := k/Width, &p.Seen
	own, q, v := p.Side[side].Polygon, p.Side[side^1].Polygon, &p.Side[side].View
	nx, ny := own.NormalX[i], own.NormalY[i]
	dx, dy := float64(v.C*nx)-float64(v.S*ny), float64(v.S*nx)+float64(v.C*ny)
	cell := (own.Heading[i] + v.Heading) >> HeadingShift
	w := &q.Corners[q.First[cell]/CornerSize]
	low := min(float64(dx*w[0])+float64(dy*w[1]), float64(dx*w[2])+float64(dy*w[3]))
	seen.X[k], seen.Y[k], seen.Cell[k] = dx, dy, cell
	seen.Depth[k] = own.Off[i] - (float64(nx*v.X) + float64(ny*v.Y)) - low
}

// Order maps doubles to integers of the same order; 0 and -0 are one.
func Order(x float64) int64 { return orderOf(x + 0) }

// orderOf is Order for a number that is not -0.
func orderOf(x float64) int64 {
	k := int64(math.Float64bits(x))
	return k ^ int64(uint64(k>>63)>>1)
}
