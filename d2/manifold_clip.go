package d2

import (
	"math"

	"github.com/collide-go/collide"
)

const (
	// aligned is the slope of an edge up to which the normal is the edge's own, which turns with
	// it. Rounding of edges longer than 2^-29 of the pair stays below.
	aligned = 0x1p-22
	// idSlack is how far, relative to the smaller body, a point may be moved without a change of
	// its ID by a change that its features do not show: a quarter of what the ID promises.
	idSlack = 0x1p-22
	// stableFactor: a point that may move more than that many times as far as its bodies carries
	// its place in its ID.
	stableFactor = 3
	// placeSteps is how many steps of places the smaller body's size has.
	placeSteps = 0x1p24
	// touch is how far a vertex may lie off an edge's end and yet over it, relative to the pair's
	// reach: the rounding of coordinates.
	touch = 0x1p-46
	// together is the length, relative to the shorter edge, below which two points are one.
	together = 0x1p-20
)

// patch is the pair of supporting features and the points over their intersection.
type patch struct {
	a, b        span
	normal      Vec     // in the frame of A
	reach       float64 // no coordinate is greater
	size        float64 // of the smaller body that has a size
	stableLever float64 // a lever of this length about the normal moves stableFactor times as far as the bodies do
	byB         bool    // B's centre is the origin, not A's
	loose       bool    // the witness of a curved pair is known too little to be still
	// of the ends that the features have next to each other, where they have nothing over each
	// other
	corner collide.FeatureID
	n      int
	p      [2]clipped
}

// clipped is a point of a patch.
type clipped struct {
	d    float64
	u    float64
	a, b Vec // u and height of the points of A and B, each from its own body's centre
	id   collide.FeatureID
}

// clip intersects the features and reports whether they have points over each other.
func (p *patch) clip() bool {
	a, b := &p.a, &p.b
	switch {
	case a.n == 1 && b.n == 1:
		return false
	case a.n == 1:
		return p.over(b, a.u[0], a.facing()|collide.Feature(collide.FeatureEdge, b.edge)<<collide.FeatureSideBits)
	case b.n == 1:
		return p.over(a, b.u[0], collide.Feature(collide.FeatureEdge, a.edge)|b.facing()<<collide.FeatureSideBits)
	}
	lo, hi := &p.p[0], &p.p[1]
	p.bound(lo, 0, 1)
	p.bound(hi, 1, -1)
	if !(hi.u-lo.u > float64(together*min(a.u[1]-a.u[0], b.u[1]-b.u[0]))) {
		if hi.d < lo.d {
			lo, hi = hi, lo
		}
		if gap := math.Abs(hi.u - lo.u); p.beside(gap) {
			if gap <= float64(idSlack*p.size) {
				p.corner = lo.id
			}
			return false
		}
		p.p[0], p.n = *lo, 1
		return true
	}
	p.n = 2
	return true
}

// beside reports whether the features have passed each other by the gap, and not by rounding alone.
func (p *patch) beside(gap float64) bool {
	a, b := &p.a, &p.b
	return max(a.u[0], b.u[0]) > min(a.u[1], b.u[1]) && gap > float64(touch*p.reach)
}

// over makes the only point that over the vertex of one body at u, if the other's edge reaches so
// far.
func (p *patch) over(edge *span, u float64, id collide.FeatureID) bool {
	off := float64(touch * p.reach)
	if !(u >= edge.u[0]-off && u <= edge.u[1]+off) {
		return false
	}
	p.at(&p.p[0], max(edge.u[0], min(u, edge.u[1])), id, 1)
	p.n = 1
	return true
}

// bound sets c to the end of the intersection at the ends i: the greater of the lower ends for sign
// 1, the lesser of the upper ones for sign -1. Ends that are over each other up to idSlack are
// named both, so that no jitter tells which of them it is.
func (p *patch) bound(c *clipped, i int, sign float64) {
	a, b := &p.a, &p.b
	ahead := float64(sign * (a.u[i] - b.u[i]))
	switch slack := float64(idSlack * p.size); {
	case ahead > slack:
		p.at(c, a.u[i], a.end(i)|collide.Feature(collide.FeatureEdge, b.edge)<<collide.FeatureSideBits, 2)
	case ahead < -slack:
		p.at(c, b.u[i], collide.Feature(collide.FeatureEdge, a.edge)|b.end(i)<<collide.FeatureSideBits, 2)
	case ahead >= 0:
		p.at(c, a.u[i], a.end(i)|b.end(i)<<collide.FeatureSideBits, 2)
	default:
		p.at(c, b.u[i], a.end(i)|b.end(i)<<collide.FeatureSideBits, 2)
	}
}
