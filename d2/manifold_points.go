package d2

import (
	"math"

	"github.com/collide-go/collide"
)

// at sets c to the point at u with what else its ID has to say. edges is how many of the features
// are edges.
func (p *patch) at(c *clipped, u float64, id collide.FeatureID, edges int) {
	c.u, c.id, c.a, c.b = u, id, p.a.place(u), p.b.place(u)
	c.d = -((c.a.Y + c.b.Y) + (p.a.off.Y + p.b.off.Y))
	lever := math.Abs(c.d) + p.a.r + p.b.r + p.a.bend + p.b.bend
	if lever > p.stableLever {
		c.id |= p.place(c)
	}
	if edges == 2 && float64(lever*math.Abs(p.a.slope+p.b.slope)) > float64(idSlack*p.size) {
		owner, edge := collide.FeatureID(1), p.a.edge
		if math.Abs(p.b.slope) < math.Abs(p.a.slope) {
			owner, edge = 2, p.b.edge
		}
		c.id = c.id | owner<<collide.FeatureOwnerShift | hash(uint64(edge))&^(1<<collide.FeaturePlaceShift-1)
	}
}

// place returns u and height from the body's own centre of the surface at u, which rounding alone
// may have put past the feature's end.
func (s *span) place(u float64) Vec {
	switch {
	case s.n == 1:
		return Vec{s.u[0] - s.off.X, s.h[0] + s.r}
	case s.r > 0 && u >= s.u[0]-s.r && u <= s.u[1]+s.r:
		return Vec{u - s.off.X, s.height(u)}
	case s.r > 0: // farther past the end than there is a margin
		u = max(s.u[0], min(u, s.u[1]))
		return Vec{u - s.off.X, s.height(u)}
	case u < s.u[0]:
		u = s.u[0]
	case u > s.u[1]:
		u = s.u[1]
	}
	return Vec{u - s.off.X, s.h[0] + float64((u-s.u[0])*s.slope)}
}

// place returns the part of an ID for a point: where it lies in A's axes on A's surface, and on
// that of B.
func (p *patch) place(c *clipped) collide.FeatureID {
	at := p.a.point(c.a)
	return places(at, at.Add(p.normal.Scale(c.d)), p.size)
}

// placeKeys are odd numbers of no pattern, one for each coordinate of two points.
const (
	placeKey0 = 0x9e3779b97f4a7c15
	placeKey1 = 0xc2b2ae3d27d4eb4f
	placeKey2 = 0xd6e8feb86659fd93
	placeKey3 = 0xa0761d6478bd642f
)

// places returns the part of an ID for the points p and q; size is that of the smaller body. The
// products of the steps and the keys add up: their high bits hang on all low bits of the steps.
func places(p, q Vec, size float64) collide.FeatureID {
	steps := placeSteps / size
	return topBits(stepBits(p.X, steps)*placeKey0 + stepBits(p.Y, steps)*placeKey1 +
		stepBits(q.X, steps)*placeKey2 + stepBits(q.Y, steps)*placeKey3)
}

// stepBits returns a number with the nearest whole number of steps to x in its low bits, steps to a
// unit: the sum's last place is a whole step, or more where x is so far that it has no finer one.
func stepBits(x, steps float64) uint64 {
	return math.Float64bits(float64(x*steps) + 0x1.8p52)
}

// hash spreads x over the bits from collide.FeaturePlaceShift on; not all of them are zero.
func hash(x uint64) collide.FeatureID { return topBits(mix(x)) }

// topBits returns the bits of x from collide.FeaturePlaceShift on, or 1 there if they are zero.
func topBits(x uint64) collide.FeatureID {
	return collide.FeatureID(max(x>>collide.FeaturePlaceShift, 1)) << collide.FeaturePlaceShift
}

// mix returns a number all of whose high bits depend on all bits of x.
func mix(x uint64) uint64 {
	x = (x ^ x>>32) * 0x9e3779b97f4a7c15
	x = (x ^ x>>29) * 0xbf58476d1ce4e5b9
	return x ^ x>>32
}

// misses reports whether the contact, at dist, is deeper than all points, and not by rounding
// alone: where edges are so nearly in line that the farthest vertex is not an end of the edge that
// the other body rests on.
func (p *patch) misses(dist float64) bool {
	return p.least()-dist > p.slack(dist)
}

// least returns the distance of the deepest point.
func (p *patch) least() float64 {
	least := p.p[0].d
	if p.n == 2 {
		least = min(least, p.p[1].d)
	}
	return least
}

// slack is what rounding may leave between the deepest point and the contact.
func (p *patch) slack(dist float64) float64 {
	return float64(0x1p-44*(p.size+math.Abs(dist)+p.a.r+p.b.r)) + float64(0x1p-44*p.reach)
}

// anchor moves all points along the normal by what rounding left between the deepest and dist, the
// contact's distance, so that they are equal. Where there is more between them the points stay as
// they are.
func (p *patch) anchor(dist float64) {
	least := p.least()
	if !(math.Abs(least-dist) <= p.slack(dist)) {
		return
	}
	for i := range p.n {
		p.p[i].d = dist + (p.p[i].d - least)
	}
}
