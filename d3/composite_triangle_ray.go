package d3

import "math"

// A ray and many triangles: a line passes a triangle where it goes round two of its edges in
// opposite senses. Doubles tell that for most triangles whose boxes the ray meets; the others are
// asked about as hulls. docs/math/compound.md.

// lineMisses reports whether the line from o along d misses the triangle for certain. They are
// within eo and ed of the true ones.
//
// If o + t d is the mean of the corners with the weights w_k, then t d . (q_i x q_j) is w_k times
// q_0 . (q_1 x q_2) for the corners q as seen from o: no two of the three have opposite signs.
func lineMisses(a, b, c, o, d Vec, eo, ed float64) bool {
	a, b, c = a.Sub(o), b.Sub(o), c.Sub(o)
	x, y, z := d.Dot(b.Cross(c)), d.Dot(c.Cross(a)), d.Dot(a.Cross(b))
	size := max(
		math.Abs(a.X), math.Abs(a.Y), math.Abs(a.Z), math.Abs(b.X), math.Abs(b.Y), math.Abs(b.Z),
		math.Abs(c.X), math.Abs(c.Y), math.Abs(c.Z),
	)
	size += eo
	// With S the size, |d|_1 times 10u S^2 for products and sums, and 4S(eo + uS) for the corners;
	// 4 ed S^2 for the direction.
	far := float64(big1(d) * size)
	off := float64(facetRay*unit*far*size) + float64(4*far*eo) + float64(4*size*ed*size) + 0x1p-1000
	return max(x, y, z) > off && min(x, y, z) < -off
}
