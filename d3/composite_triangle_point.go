package d3

import (
	"math"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/num"
)

// A point and many triangles: as for pairs of triangles, a direction proves most triangles to be
// farther away than the nearest so far. The others are asked about by their corners, and only
// needles are made hulls. docs/math/compound.md.

// facetNear is the work space for a point and triangles.
type facetNear struct {
	of    facets
	x     Vec     // the point, in the frame of the triangles
	pad   float64 // what rounding may do to a distance
	upper float64 // the least upper bound of the distances
	wait  []waitingFacet
}

// waitingFacet is a triangle with a certain lower bound of its distance.
type waitingFacet struct {
	i     int32
	lower float64
}

// start begins a query about the point x, all of whose lengths are below size, and the triangles
// of f; nil for a body of other parts, of which all are to be asked about. off bounds how far x is
// from the true point.
func (p *facetNear) start(f facets, x Vec, size, off float64) {
	p.of, p.x, p.upper, p.wait = f, x, math.Inf(1), p.wait[:0]
	p.pad = float64(facetPoint*unit*size) + off + 0x1p-400
}

// spare reports whether triangle i need not be asked about now: it is farther away than another
// one, or waits.
func (p *facetNear) spare(i int32, upper float64) bool {
	if p.of == nil {
		return false
	}
	upper = min(upper, p.upper) + p.pad
	a, b, c := p.of.vertices(i)
	a, b, c = a.Sub(p.x), b.Sub(p.x), c.Sub(p.x)
	x, y, z := aside(a.X, b.X, c.X), aside(a.Y, b.Y, c.Y), aside(a.Z, b.Z, c.Z)
	square := float64(float64(upper*upper) * (1 + 0x1p-48))
	if float64(x*x)+float64(y*y)+float64(z*z) > square {
		return true
	}
	v, la, lb, lc := nearestTriangle(a, b, c)
	vv := v.Len2()
	low := min(v.Dot(a), v.Dot(b), v.Dot(c)) // |v| times how far v separates the triangle
	if low > 0 && float64(low*low) > float64(square*vv) {
		return true
	}
	if !(low > 0 && vv > 0x1p-600 && vv < 0x1p600) {
		return false
	}
	sum := la + lb + lc
	high := a.Scale(la / sum).Add(b.Scale(lb / sum)).Add(c.Scale(lc / sum)).Len()
	if !(high < math.MaxFloat64) {
		return false
	}
	p.upper = min(p.upper, high+p.pad)
	p.wait = append(p.wait, waitingFacet{i, low/math.Sqrt(vv) - p.pad})
	return true
}

// aside returns how far 0 is from the range of three numbers: the least magnitude where all have
// one sign, else 0. Bits of magnitudes are in their order, and no branch is mispredicted.
func aside(a, b, c float64) float64 {
	const magnitude = 1<<63 - 1
	x, y, z := int64(math.Float64bits(a)), int64(math.Float64bits(b)), int64(math.Float64bits(c))
	one := x&y&z | ^(x | y | z) // negative where the signs agree
	return math.Float64frombits(uint64(min(x&magnitude, y&magnitude, z&magnitude) & (one >> 63)))
}

// ofFacet is triangle for triangle i of list.
func (f *footing) ofFacet(list facets, i int32, x Vec) (ok bool) {
	a, b, c := list.vertices(i)
	return f.triangle(x, a, b, c)
}

// triangle is the footing at x beside the triangle of three corners, all in one frame: bit for bit
// that beside its hull, which is not made. ok is false for needles, whose hull may be a segment,
// and where lengths are far from 1: they are left to the hull.
func (f *footing) triangle(x, a, b, c Vec) (ok bool) {
	center := Vec{
		float64(0.5 * (min(a.X, b.X, c.X) + max(a.X, b.X, c.X))),
		float64(0.5 * (min(a.Y, b.Y, c.Y) + max(a.Y, b.Y, c.Y))),
		float64(0.5 * (min(a.Z, b.Z, c.Z) + max(a.Z, b.Z, c.Z))),
	}
	x, a, b, c = x.Sub(center), a.Sub(center), b.Sub(center), c.Sub(center)
	reach, longest := big1(x), max(a.Len2(), b.Len2(), c.Len2())
	radius := math.Nextafter(math.Sqrt(longest)*(1+0x1p-50), math.Inf(1)) // as facetHull.set
	size := reach + num.RoundUp(radius)
	ab, ac := b.Sub(a), c.Sub(a)
	front := ab.Cross(ac)
	if !(longest > 0x1p-80 && size < 0x1p40 && front.Len2() > float64(float64(needle*ab.Len2())*ac.Len2())) {
		return false
	}
	f.err = float64(pointFar*unit*size) + float64(offsets*big1(center))
	p, q, r := a.Sub(x), b.Sub(x), c.Sub(x)
	v, la, lb, lc := nearestTriangle(p, q, r)
	f.n = v.Scale(-1 / v.length())
	f.feature = triangleFeature(la, lb, lc, front.Dot(v) > 0)
	sum := la + lb + lc
	mean := p.Scale(la / sum).Add(q.Scale(lb / sum)).Add(r.Scale(lc / sum))
	f.foot = x.Add(mean)
	f.low = f.n.Dot(x) - max(f.n.Dot(a), f.n.Dot(b), f.n.Dot(c))
	f.high = max(f.low, mean.length())
	return f.high-f.low <= float64(pointGap*unit*size)
}

// needle is the square of the sine below which a triangle's normal tells little: there it is left
// to its hull on which side of it a point is.
const needle = 0x1p-20

// triangleFeature returns the feature of a triangle on which the corners with weights above zero
// lie, of its two faces the one behind if the point is there.
func triangleFeature(a, b, c float64, behind bool) collide.FeatureID {
	on := 0
	for i, w := range [3]float64{a, b, c} {
		if w > 0 {
			on |= 1 << i
		}
	}
	switch on {
	case 1:
		return collide.Feature(collide.FeatureVertex, 0)
	case 2:
		return collide.Feature(collide.FeatureVertex, 1)
	case 4:
		return collide.Feature(collide.FeatureVertex, 2)
	case 3, 5, 6: // 0, 1 and 2, as facetEnds has them
		return collide.Feature(collide.FeatureEdge, int32(on-2)/2)
	}
	if behind {
		return collide.Feature(collide.FeatureFace, 1)
	}
	return collide.Feature(collide.FeatureFace, 0)
}
