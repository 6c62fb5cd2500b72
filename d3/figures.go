package d3

import (
	"fmt"
	"math"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/num"
)

// This file builds the figures that the algorithms only ask questions about: Minkowski sum and
// difference as hulls, the table of all vertex pairs, the hull of a placed polytope.
// docs/math/decompose.md, section "Minkowski figures".

// VertexPair is an entry of a MinkowskiTable: vertex A of one list combined with vertex B of the
// other.
type VertexPair struct {
	A, B  int // indices
	Point Vec
}

// MinkowskiSum returns the set of all points a + b, a in the first hull and b in the second, as a
// hull: frame and unit are those that both are given in. Flat hulls, segments and points are
// welcome.
//
// The corners are the sums of corners, each coordinate rounded once, less those that the rounding
// has moved off the surface. So every point of the exact sum is within half an ulp, in each
// coordinate, of a point of the result, and the other way round.
//
// The errors are collide.ErrNilShape for a Hull that no constructor made, with Path a or b, and
// collide.ErrOutOfRange for a sum above collide.MaxMagnitude.
//
// Cost: for solid hulls of n and m corners about 9 n m comparisons of edges, and then that of
// NewHull for the pairs of corners that have, or all but have, a supporting plane of one direction
// in common: some 5 (n + m) for round bodies, n m bits of memory to tell them apart. Where a hull
// is flat, that of NewHull for all n m sums. Source: the Gauss maps of both, [Fukuda04].
func MinkowskiSum(a, b *Hull) (*Hull, error) { return minkowskiSum(a, b, 1) }

// MinkowskiDifference returns the set of all points a - b as a hull: that of MinkowskiSum for the
// mirror image of b. It holds the origin just when the two hulls, placed in one frame, have a point
// in common, as far as the rounding of the corners leaves that visible; Relate decides it exactly.
//
// Rounding, errors, cost and source: as for MinkowskiSum.
func MinkowskiDifference(a, b *Hull) (*Hull, error) { return minkowskiSum(a, b, -1) }

// MinkowskiTable returns the sums and the differences of all pairs of the two lists, in the order
// A1 and B1, A1 and B2, and so on, each coordinate rounded once. Of the corners of two hulls these
// are the candidates for the corners of their Minkowski sum and difference.
//
// Cost: O(n m).
func MinkowskiTable(a, b []Vec) (sum, difference []VertexPair) {
	sum = make([]VertexPair, 0, len(a)*len(b))
	difference = make([]VertexPair, 0, len(a)*len(b))
	for i, p := range a {
		for j, q := range b {
			sum = append(sum, VertexPair{i, j, p.Add(q).clean()})
			difference = append(difference, VertexPair{i, j, p.Sub(q).clean()})
		}
	}
	return sum, difference
}

// Hull returns the core of o, where it is a point, segment, box or hull, as a hull in the world
// frame. The margin is left out.
//
// Corners are rounded to within an ulp of each coordinate and 2^-96 of the distances from the
// origins of frame and world; corners of a flat face need not stay on one plane.
// The error is collide.ErrNotPolytope for a cylinder, cone, ellipsoid, half-space or user's shape,
// and collide.ErrOutOfRange for a corner above collide.MaxMagnitude.
//
// Cost: that of NewHull.
func (o *Object) Hull() (*Hull, error) {
	o = o.placed()
	if o.kind > kindHull {
		return nil, &collide.Error{Code: collide.ErrNotPolytope, Path: "shape", Index: -1, Value: math.NaN()}
	}
	hi, lo := o.pose.Rot.axes()
	points := make([]Vec, o.corners())
	for i := range points {
		points[i] = o.toWorld(&hi, &lo, o.exactCorner(int32(i)))
	}
	return NewHull(points)
}

// toWorld takes the point x of the shape's frame to the world by the rotation hi + lo, with one
// rounding of each coordinate that counts.
func (o *Object) toWorld(hi, lo *mat3, x Vec) Vec {
	var v, w Vec
	v.X, w.X = rotate(hi.x, lo.x, x)
	v.Y, w.Y = rotate(hi.y, lo.y, x)
	v.Z, w.Z = rotate(hi.z, lo.z, x)
	p := o.pose.Pos
	return Vec{
		num.SumDifferences(0, p.X, 0, v.X, w.X), num.SumDifferences(0, p.Y, 0, v.Y, w.Y),
		num.SumDifferences(0, p.Z, 0, v.Z, w.Z),
	}.clean()
}

// minkowskiSum returns a + b for sign 1, a - b for sign -1.
func minkowskiSum(a, b *Hull, sign float64) (*Hull, error) {
	for i, h := range [2]*Hull{a, b} {
		if h == nil || len(h.points) == 0 {
			return nil, nilShape("ab"[i:i+1] + ".")
		}
	}
	var sums []Vec
	add := func(i, j int32) { sums = append(sums, a.points[i].Add(b.points[j].Scale(sign)).clean()) }
	if a.dim < 3 || b.dim < 3 {
		for i := range a.points {
			for j := range b.points {
				add(int32(i), int32(j))
			}
		}
	} else {
		commonPlanes(newGauss(a, 1), newGauss(b, sign), add)
	}
	for _, p := range sums {
		for k, x := range array(p) {
			if num.BadNumber(x) != nil {
				return nil, &collide.Error{Code: collide.ErrOutOfRange, Path: fmt.Sprintf("sum.%c", 'x'+k), Index: -1, Value: x}
			}
		}
	}
	return NewHull(sums)
}

// gauss is what a solid hull, or its mirror image, shows to a plane that is rolled around it: the
// directions of its faces, and the arcs between them that belong to its edges. Lengths are scaled
// by a power of two to less than 1.
type gauss struct {
	p     []Vec
	faces []gaussFace
	edges []gaussEdge
}

// gaussFace is a triangle of the surface.
type gaussFace struct {
	v      [3]int32
	normal Vec // outward, rounded, of any length
	weight Vec // of the rounding of normal: each coordinate is off by less than 5u times that of weight
}

// gaussEdge is an edge from u to v.
type gaussEdge struct {
	u, v        int32
	left, right int32 // the faces beside it, seen from outside
	d           Vec   // from u to v, each coordinate rounded once
}

// newGauss returns the directions of h, or of its mirror image for sign -1.
func newGauss(h *Hull, sign float64) *gauss {
	g := &gauss{p: make([]Vec, len(h.points))}
	m := 0.0
	for _, p := range h.points {
		m = max(m, math.Abs(p.X), math.Abs(p.Y), math.Abs(p.Z))
	}
	_, e := math.Frexp(m)
	for i, p := range h.points {
		g.p[i] = ldexpVec(p, -e).Scale(sign)
	}
	side := make(map[[2]int32]int32, 3*len(h.faces)) // the face to the left of an edge
	for i, f := range h.faces {
		if sign < 0 {
			f[1], f[2] = f[2], f[1] // the mirror image of a surface is inside out
		}
		for k := range f {
			side[[2]int32{f[k], f[(k+1)%3]}] = int32(i)
		}
		face := gaussFace{v: f}
		u, v := g.p[f[1]].Sub(g.p[f[0]]), g.p[f[2]].Sub(g.p[f[0]])
		face.normal = u.Cross(v)
		u, v = u.abs(), v.abs()
		face.weight = Vec{
			float64(u.Y*v.Z) + float64(u.Z*v.Y),
			float64(u.Z*v.X) + float64(u.X*v.Z),
			float64(u.X*v.Y) + float64(u.Y*v.X),
		}
		g.faces = append(g.faces, face)
	}
	for i := range g.faces { // by faces, not by the map, for a fixed order
		f := g.faces[i].v
		for k := range f {
			if u, v := f[k], f[(k+1)%3]; u < v {
				right := side[[2]int32{v, u}]
				g.edges = append(g.edges, gaussEdge{u, v, int32(i), right, g.p[v].Sub(g.p[u])})
			}
		}
	}
	return g
}

// side tells on which side of the plane through f the direction d points: 1 outward, -1 inward, 0
// where rounding leaves it open.
//
// A difference of coordinates is off by u of itself, in f's normal and in d; the products and sums
// of the triple product add 5u of the sum of magnitudes, as in exact.Orient3D: 8u of it in all, and
// underflow far below the scaled size of the hulls.
func (f *gaussFace) side(d Vec) int {
	x := f.normal.Dot(d)
	err := float64(figureSum*unit*f.weight.Dot(d.abs())) + 0x1p-900
	switch {
	case x > err:
		return 1
	case x < -err:
		return -1
	}
	return 0
}

// commonPlanes calls add, once each, for all pairs of corners of g and h that have a supporting
// plane with one outward direction in common, the directions of such planes being more than a
// single one or an arc. Pairs that miss that by little may come too.
//
// Each corner of g + h is a corner of a face of g + h. Its direction is that of a face of g, or of
// a face of h, or the one in which the arcs of an edge of g and an edge of h cross. In the first
// two cases the corner is a sum of a corner of that face and a corner of the other body that is
// farthest along its direction; in the last, of two ends.
func commonPlanes(g, h *gauss, add func(i, j int32)) {
	seen := make([]uint64, (len(g.p)*len(h.p)+63)/64)
	once := func(i, j int32) {
		bit := int(i)*len(h.p) + int(j)
		if seen[bit>>6]&(1<<(bit&63)) == 0 {
			seen[bit>>6] |= 1 << (bit & 63)
			add(i, j)
		}
	}
	g.alongFaces(h, once)
	h.alongFaces(g, func(j, i int32) { once(i, j) })
	for i := range g.edges {
		e := &g.edges[i]
		left, right := &g.faces[e.left], &g.faces[e.right]
		for j := range h.edges {
			f := &h.edges[j]
			a, b := left.side(f.d), right.side(f.d)
			if a*b > 0 {
				continue
			}
			c, d := h.faces[f.left].side(e.d), h.faces[f.right].side(e.d)
			// Two arcs cut the other's great circle. They do so in one point, not in two opposite
			// ones, where b and d have different signs.
			if c*d > 0 || b*d > 0 || a*c > 0 {
				continue
			}
			once(e.u, f.u)
			once(e.u, f.v)
			once(e.v, f.u)
			once(e.v, f.v)
		}
	}
}

// alongFaces calls add for the corners of each face of g with the corners of h that are farthest
// along its direction, or all but so.
func (g *gauss) alongFaces(h *gauss, add func(i, j int32)) {
	for i := range g.faces {
		f := &g.faces[i]
		best := 0
		for j := range h.p {
			if f.normal.Dot(h.p[j].Sub(h.p[best])) > 0 {
				best = j
			}
		}
		for j := range h.p {
			if f.side(h.p[j].Sub(h.p[best])) >= 0 {
				for _, v := range f.v {
					add(v, int32(j))
				}
			}
		}
	}
}
