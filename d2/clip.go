package d2

import "math"

const (
	// aligned is the slope of an edge up to which the normal is the edge's own, which turns with it. Rounding of edges longer than
	// 2^-29 of the pair stays below.
	aligned = 0x1p-22
	// still is how far, relative to the smaller body, a point may be moved without a change of its ID by a change that its features do not show: a
	// quarter of what the ID promises.
	still = 0x1p-22
	// steady is how many times farther than the bodies a point may move without its place being in its ID.
	steady = 4
	// placeSteps is how many steps of places the smaller body's size has.
	placeSteps = 0x1p24
	// together is the length, relative to the shorter edge, below which two points are one.
	together = 0x1p-20
)

// patch is the pair of supporting features and the points over their intersection.
type patch struct {
	a, b span
	size float64 // of the smaller body that has a size
	calm float64 // a lever of this length about the normal moves steady times as far as the bodies do
	n    int
	p    [2]clipped
}

// clipped is a point of a patch: z on A's surface, and -d - z is that of B's.
type clipped struct {
	u, z, d float64
	id      FeatureID
}

// clip intersects the features and reports whether they have points over each other.
func (p *patch) clip() bool {
	a, b := &p.a, &p.b
	switch {
	case a.n == 1 && b.n == 1:
		return false
	case a.n == 1:
		return p.over(b, a.u[0], a.end(0)|feature(featureEdge, b.edge)<<sideBits)
	case b.n == 1:
		return p.over(a, b.u[0], feature(featureEdge, a.edge)|b.end(0)<<sideBits)
	}
	lo, hi := p.bound(0, 1), p.bound(1, -1)
	if !(hi.u-lo.u > float64(together*min(a.u[1]-a.u[0], b.u[1]-b.u[0]))) {
		if !(hi.u-lo.u >= float64(-still*p.size)) {
			return false
		}
		if hi.d < lo.d {
			lo = hi
		}
		p.p[0], p.n = lo, 1
		return true
	}
	p.p[0], p.p[1], p.n = lo, hi, 2
	return true
}

// over makes the only point that over the vertex of one body at u, if the other's edge reaches so far.
func (p *patch) over(edge *span, u float64, id FeatureID) bool {
	slack := float64(still * p.size)
	if !(u >= edge.u[0]-slack && u <= edge.u[1]+slack) {
		return false
	}
	p.p[0] = p.at(max(edge.u[0], min(u, edge.u[1])), id, 1)
	p.n = 1
	return true
}

// bound returns the end of the intersection at the ends i: the greater of the lower ends for sign 1, the lesser of the upper ones for sign -1.
// Ends that are over each other up to still are named both, so that no jitter tells which of them it is.
func (p *patch) bound(i int, sign float64) clipped {
	a, b := &p.a, &p.b
	ahead := float64(sign * (a.u[i] - b.u[i]))
	switch slack := float64(still * p.size); {
	case ahead > slack:
		return p.at(a.u[i], a.end(i)|feature(featureEdge, b.edge)<<sideBits, 2)
	case ahead < -slack:
		return p.at(b.u[i], feature(featureEdge, a.edge)|b.end(i)<<sideBits, 2)
	case ahead >= 0:
		return p.at(a.u[i], a.end(i)|b.end(i)<<sideBits, 2)
	}
	return p.at(b.u[i], a.end(i)|b.end(i)<<sideBits, 2)
}

// at returns the point at u with what else its ID has to say. edges is how many of the features are edges.
func (p *patch) at(u float64, id FeatureID, edges int) clipped {
	za, zb := p.a.height(u), p.b.height(u)
	c := clipped{u: u, z: za, d: -(za + zb), id: id}
	lever := math.Abs(c.d) + p.a.r + p.b.r
	if lever > p.calm {
		c.id |= p.place(u/p.size, za/p.size)
	}
	if edges == 2 && float64(lever*math.Abs(p.a.slope+p.b.slope)) > float64(still*p.size) {
		owner, edge := FeatureID(1), p.a.edge
		if math.Abs(p.b.slope) < math.Abs(p.a.slope) {
			owner, edge = 2, p.b.edge
		}
		c.id = c.id | owner<<ownerShift | hash(uint64(edge))&^(1<<placeShift-1)
	}
	return c
}

// place returns the part of an ID for a point at x, y, in units of the smaller body.
func (p *patch) place(x, y float64) FeatureID {
	return hash(math.Float64bits(math.Floor(x*placeSteps)+0) ^ 3*math.Float64bits(math.Floor(y*placeSteps)+0))
}

// hash spreads x over the bits from placeShift on, and sets one of them.
func hash(x uint64) FeatureID {
	x = (x ^ x>>32) * 0x9e3779b97f4a7c15
	x = (x ^ x>>29) * 0xbf58476d1ce4e5b9
	return FeatureID(x>>placeShift|1) << placeShift
}

// anchor moves all points along the normal by what rounding left between the deepest and dist, the contact's distance, so that they are equal.
// Where there is more between them the points stay as they are. No point of C is farther from the origin than reach.
func (p *patch) anchor(dist, reach float64) {
	least := p.p[0].d
	if p.n == 2 {
		least = min(least, p.p[1].d)
	}
	if !(math.Abs(least-dist) <= float64(0x1p-44*(p.size+math.Abs(dist)+p.a.r+p.b.r))+float64(0x1p-45*reach)) {
		return
	}
	for i := range p.n {
		p.p[i].d = dist + (p.p[i].d - least)
	}
}
