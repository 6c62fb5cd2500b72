package d3

import "math"

// A point and many triangles: as for pairs of triangles, a direction proves most triangles to be
// farther away than the nearest so far, and only the others are made hulls. docs/math/compound.md.

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
