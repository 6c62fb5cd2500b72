package d3

import "math"

// The convex hulls of two bodies tell about where their nearest triangles lie, and how far apart
// these are at most, in the time of a few pairs of triangles. A search that begins with that asks
// about fewer pairs. docs/math/compound.md, "Triangles".

// leadEnough is how much of the distance of the hulls may be left to find: a direction that is as
// good is as good as that of the triangles.
const leadEnough = 0x1p-10

// leadTries is the turn from which on the hulls must be seen to be apart: to find that they overlap
// takes a few turns more, for nothing.
const leadTries = 2

// lead returns about a unit vector from the hull f to the hull g, which lies in the frame of f as
// rel says, that separates them about as far as they are apart, and the distance of two corners, to
// facetPad; ok is false where it finds none.
func (p *hullPair) lead(f, g *Hull, rel *posed) (n Vec, upper float64, ok bool) {
	s := &p.s
	s.n = 0
	if n = rel.near(g.center).Sub(f.center); !(n.Len2() > 0x1p-900) {
		return Vec{}, 0, false
	}
	n = n.Scale(1 / n.Len())
	last, least := math.Inf(1), math.Inf(1)
	// At the head of every turn
	//
	//	(1) n is about a unit vector, for all but the first from the point of the simplex nearest the
	//	    origin to the origin, and last the square of its distance;
	//	(2) least is the least square of the distance of two corners so far.
	for turn := range apartTurns {
		a := f.points[f.support(n, -1)]
		d := a.Sub(rel.near(g.points[g.support(rel.back(n).Neg(), -1)]))
		least = min(least, d.Len2())
		switch sep := -n.Dot(d); {
		case sep > 0 && turn > 0 && math.Sqrt(last)-sep < leadEnough*sep:
			return n, math.Sqrt(least), least > 0x1p-900
		case sep <= 0 && turn >= leadTries: // most likely they overlap
			return Vec{}, 0, false
		}
		s.p[s.n].w = d
		s.n++
		v, inside := s.nearest()
		vv := v.Len2()
		if inside || !(vv < last && vv > 0x1p-900) {
			break
		}
		last, n = vv, v.Scale(-1/math.Sqrt(vv))
	}
	return Vec{}, 0, false
}
