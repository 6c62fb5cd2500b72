package d3

import (
	"math"
	"slices"

	"github.com/collide-go/collide/internal/exact"
	"github.com/collide-go/collide/internal/num"
)

// Two triangles of a mesh cross where they have a point in common that is not of a corner or an
// edge that they share. All signs are exact. docs/math/solid.md.

// MeshCrossing is a pair of triangles of a mesh that meet elsewhere than in what they share.
type MeshCrossing struct {
	A, B     int  // their numbers, the lesser one first
	At       Vec  // a point of both, rounded
	Coplanar bool // they lie in one plane
}

// cross reports whether the triangles i and j, neither of them flat, meet elsewhere than in what
// they share, and returns a point where they do, and whether they lie in one plane. Those with the
// same three corners do not count.
//
// The common part of two triangles is convex. Apart from what is shared it has a point only if an
// edge of one that does not end in a shared corner meets the other triangle, or, with one edge
// shared, if the third corners are on one side of it in one plane.
func (t *triMesh) cross(i, j int32) (at Vec, coplanar, ok bool) {
	f, g := *t.tri(i), *t.tri(j)
	shared := 0
	for k := range 3 { // shared corners come first
		if m := slices.Index(g[:], f[k]); m >= 0 {
			f[k], f[shared] = f[shared], f[k]
			g[m], g[shared] = g[shared], g[m]
			shared++
		}
	}
	if shared == 3 {
		return Vec{}, false, false
	}
	p := [3]Vec{t.points[f[0]], t.points[f[1]], t.points[f[2]]}
	q := [3]Vec{t.points[g[0]], t.points[g[1]], t.points[g[2]]}
	if shared < 2 && seenApart(&p, &q, shared) {
		return Vec{}, false, false
	}
	coplanar = !slices.ContainsFunc(q[shared:], func(v Vec) bool { return planeSide(&p, v) != 0 })
	switch shared {
	case 2:
		if !coplanar {
			return Vec{}, false, false
		}
		k := wideAxis(&p)
		if sideOf(k, p[0], p[1], p[2]) != sideOf(k, p[0], p[1], q[2]) {
			return Vec{}, false, false
		}
		return p[0].Lerp(p[1], 0.5), true, true
	case 1:
		if at, ok = meetsEdge(&q, p[1], p[2]); !ok {
			at, ok = meetsEdge(&p, q[1], q[2])
		}
		return at, coplanar, ok
	}
	if offPlane(&p, &q) || offPlane(&q, &p) {
		return Vec{}, false, false
	}
	for k := range 3 {
		if at, ok = meetsEdge(&q, p[k], p[(k+1)%3]); ok {
			return at, coplanar, true
		}
		if at, ok = meetsEdge(&p, q[k], q[(k+1)%3]); ok {
			return at, coplanar, true
		}
	}
	return Vec{}, false, false
}

// seenApart reports whether along some axis the line of an edge of one triangle is seen to keep
// them apart, so that they have no point in common but the corner that comes first, where they
// share one. For triangles in one plane this is far cheaper than signs that are 0.
//
// Seen along the axis, one triangle lies on one side of the line or on it, the other one beyond it,
// but for the shared corner on it. As the first has an area there, no other point of it is seen at
// that corner.
func seenApart(p, q *[3]Vec, shared int) bool {
	for k := range 3 {
		if edgeParts(k, p, q, shared) || edgeParts(k, q, p, shared) {
			return true
		}
	}
	return false
}

// edgeParts reports whether the line of an edge of p keeps q apart, seen along axis k.
func edgeParts(k int, p, q *[3]Vec, shared int) bool {
	turn := sideOf(k, p[0], p[1], p[2])
	if turn == 0 {
		return false
	}
	for e := range 3 {
		if shared == 1 && e == 1 {
			continue // this edge does not pass through the corner
		}
		a, b := p[e], p[(e+1)%3]
		apart := true
		for m := shared; m < 3 && apart; m++ {
			apart = sideOf(k, a, b, q[m]) == -turn
		}
		if apart {
			return true
		}
	}
	return false
}

// planeSide returns the side of the plane of the triangle on which v lies.
func planeSide(p *[3]Vec, v Vec) int {
	return exact.Orient3D(array(p[0]), array(p[1]), array(p[2]), array(v))
}

// offPlane reports whether q lies off the plane of p on one side.
func offPlane(p, q *[3]Vec) bool {
	a, b, c := planeSide(p, q[0]), planeSide(p, q[1]), planeSide(p, q[2])
	return a != 0 && a == b && b == c
}

// sideOf returns the side of the line from a to b on which c lies, seen along axis k.
func sideOf(k int, a, b, c Vec) int {
	x, y, z := array(a), array(b), array(c)
	i, j := (k+1)%3, (k+2)%3
	return exact.Orient2D(x[i], x[j], y[i], y[j], z[i], z[j])
}

// wideAxis returns an axis along which the triangle, which is not flat, has an area.
func wideAxis(p *[3]Vec) int {
	for k := range 2 {
		if sideOf(k, p[0], p[1], p[2]) != 0 {
			return k
		}
	}
	return 2
}

// meetsEdge reports whether the segment from a to b meets the triangle, which is not flat, and
// returns a point where it does, rounded.
func meetsEdge(p *[3]Vec, a, b Vec) (at Vec, ok bool) {
	s, u := planeSide(p, a), planeSide(p, b)
	switch {
	case s != 0 && s == u:
		return Vec{}, false
	case s == 0 && u == 0:
		return meetsInPlane(p, a, b)
	}
	x, y, z := array(p[0]), array(p[1]), array(p[2])
	v, w := array(a), array(b)
	d, e, f := exact.Orient3D(v, w, x, y), exact.Orient3D(v, w, y, z), exact.Orient3D(v, w, z, x)
	if min(d, e, f) < 0 && max(d, e, f) > 0 {
		return Vec{}, false
	}
	n := crossExact(p[1].Sub(p[0]), p[2].Sub(p[0]))
	from, to := math.Abs(n.Dot(a.Sub(p[0]))), math.Abs(n.Dot(b.Sub(p[0])))
	switch {
	case s == 0:
		return a, true
	case u == 0:
		return b, true
	case !(from+to > 0 && from+to < math.Inf(1)):
		return a.Lerp(b, 0.5), true
	}
	return a.Lerp(b, from/(from+to)), true
}

// meetsInPlane is meetsEdge for a segment in the plane of the triangle.
func meetsInPlane(p *[3]Vec, a, b Vec) (at Vec, ok bool) {
	k := wideAxis(p)
	turn := sideOf(k, p[0], p[1], p[2])
	for _, v := range [2]Vec{a, b} {
		in := true
		for e := range 3 {
			in = in && sideOf(k, p[e], p[(e+1)%3], v)*turn >= 0
		}
		if in {
			return v, true
		}
	}
	for e := range 3 {
		c, d := p[e], p[(e+1)%3]
		s, u := sideOf(k, a, b, c), sideOf(k, a, b, d)
		v, w := sideOf(k, c, d, a), sideOf(k, c, d, b)
		if s*u > 0 || v*w > 0 || s == 0 && u == 0 {
			continue // on one line one end of the segment is in the edge, or an edge beside this one is met
		}
		return lineCross(a, b, c, d), true
	}
	return Vec{}, false
}

// lineCross returns the point of the segment from a to b nearest to where the line through c and d
// crosses it, rounded, both in one plane.
func lineCross(a, b, c, d Vec) Vec {
	n := crossExact(b.Sub(a), d.Sub(c))
	x := crossExact(c.Sub(a), d.Sub(c)).Dot(n) / n.Dot(n)
	if !(x >= 0) { // also where a product left the range
		x = 0
	}
	return a.Lerp(b, num.Clamp1(x))
}
