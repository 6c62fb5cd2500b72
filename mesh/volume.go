package mesh

import (
	"math"
	"slices"

	"github.com/collide-go/collide/d3"
)

// Volume returns the volume that triangles over points enclose, in their unit cubed, and whether
// they are closed: every edge is run along as often one way as the other. It is positive when the
// corners of each triangle are counter-clockwise as seen from outside, negative when the mesh is
// inside out. What is not closed has no volume, and 0 is returned, as for a triangle with an index
// of no point. Points that are equal count as one. Edges are told apart by 64 bits of their
// corners, so that a mesh that is not closed is taken for one that is with a chance of 2^-64.
//
// The volume is the sum of the signed volumes of the tetrahedra that the triangles make with the
// first corner. It is off by rounding of some ulp of the sum of their magnitudes. Cost: linear.
func Volume[I int | int32](points []d3.Vec, triangles [][3]I) (volume float64, closed bool) {
	outside := func(t [3]I) bool { return int(min(t[0], t[1], t[2])) < 0 || int(max(t[0], t[1], t[2])) >= len(points) }
	if len(triangles) == 0 || slices.ContainsFunc(triangles, outside) {
		return 0, false
	}
	name := make([]uint64, len(points))
	for i, p := range points {
		name[i] = mix(math.Float64bits(p.X+0) + mix(math.Float64bits(p.Y+0)+mix(math.Float64bits(p.Z+0))))
	}
	// An edge adds a number of its own one way, and takes it off the other way.
	var open uint64
	o := points[triangles[0][0]]
	for _, t := range triangles {
		a, b, c := points[t[0]].Sub(o), points[t[1]].Sub(o), points[t[2]].Sub(o)
		volume += a.Dot(b.Cross(c)) / 6
		for k := range t {
			p, q := name[t[k]], name[t[(k+1)%3]]
			open += mix(p^mix(q)) - mix(q^mix(p))
		}
	}
	if open != 0 {
		return 0, false
	}
	return volume, true
}

// mix scatters the bits of x: the finaliser of splitmix64, a bijection.
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
