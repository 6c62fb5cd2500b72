package d3

import (
	"math"
	"slices"

	"github.com/collide-go/collide/internal/exact"
)

// firstSimplex returns the indices of dim+1 points that span the dimension of the whole set. They
// are chosen far apart in floating point; that they do span it is decided exactly.
func firstSimplex(p []Vec) (seed [4]int32, dim int) {
	lo, hi := 0, 0
	for i, q := range p {
		if lexLess(q, p[lo]) {
			lo = i
		}
		if lexLess(p[hi], q) {
			hi = i
		}
	}
	seed[0], seed[1] = int32(lo), int32(hi)
	if p[lo] == p[hi] {
		return seed, 0
	}
	a, b := p[lo], p[hi]
	third := farthest(p, func(q Vec) float64 { return b.Sub(a).Cross(q.Sub(a)).Len2() },
		func(q Vec) bool { return !exact.Collinear3D(array(a), array(b), array(q)) })
	if third < 0 {
		return seed, 1
	}
	c := p[third]
	n := b.Sub(a).Cross(c.Sub(a))
	fourth := farthest(p, func(q Vec) float64 { return math.Abs(n.Dot(q.Sub(a))) },
		func(q Vec) bool { return exact.Orient3D(array(a), array(b), array(c), array(q)) != 0 })
	seed[2] = int32(third)
	if fourth < 0 {
		return seed, 2
	}
	seed[3] = int32(fourth)
	return seed, 3
}

// farthest returns the index of a point that passes the exact test, -1 if there is none: the first
// of those with the greatest value if that one passes, else the first that does.
func farthest(p []Vec, value func(Vec) float64, exactly func(Vec) bool) int {
	best, at := 0.0, -1
	for i, q := range p {
		if v := value(q); v > best || v == best && at >= 0 && lexLess(q, p[at]) {
			best, at = v, i
		}
	}
	if at >= 0 && exactly(p[at]) {
		return at
	}
	return slices.IndexFunc(p, exactly)
}

// flatHull returns the corners of the convex hull of coplanar points, not all on one line, in order
// around it.
//
// It works on the projection along the axis nearest the plane's normal, which is one-to-one because
// the exact area of the seed's projection is not zero. Source: [Andrew79].
func flatHull(p []Vec, seed [4]int32) []int32 {
	project := projection(p[seed[0]], p[seed[1]], p[seed[2]])
	order := make([]int32, len(p))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortFunc(order, func(i, j int32) int {
		ix, iy := project(p[i])
		jx, jy := project(p[j])
		switch {
		case ix < jx || ix == jx && iy < jy:
			return -1
		case ix != jx || iy != jy:
			return 1
		}
		return int(i - j)
	})
	order = slices.CompactFunc(order, func(i, j int32) bool { return p[i] == p[j] })
	turn := func(i, j, k int32) int {
		ax, ay := project(p[i])
		bx, by := project(p[j])
		cx, cy := project(p[k])
		return exact.Orient2D(ax, ay, bx, by, cx, cy)
	}
	lower := halfChain(order, turn)
	slices.Reverse(order)
	upper := halfChain(order, turn)
	return append(lower[:len(lower)-1], upper[:len(upper)-1]...)
}

// halfChain returns the points of the order at which the chain from its first to its last turns
// left.
func halfChain(order []int32, turn func(i, j, k int32) int) []int32 {
	var chain []int32
	for _, p := range order {
		for len(chain) >= 2 && turn(chain[len(chain)-2], chain[len(chain)-1], p) <= 0 {
			chain = chain[:len(chain)-1]
		}
		chain = append(chain, p)
	}
	return chain
}

// projection returns a projection on a coordinate plane that keeps a, b, c from being collinear:
// the one with the greatest area in floating point whose exact area is not zero.
func projection(a, b, c Vec) func(Vec) (x, y float64) {
	planes := [3]func(Vec) (x, y float64){
		func(v Vec) (x, y float64) { return v.Y, v.Z },
		func(v Vec) (x, y float64) { return v.Z, v.X },
		func(v Vec) (x, y float64) { return v.X, v.Y },
	}
	n := b.Sub(a).Cross(c.Sub(a))
	best, at := -1.0, 0
	for i, area := range array(n) {
		ax, ay := planes[i](a)
		bx, by := planes[i](b)
		cx, cy := planes[i](c)
		if exact.Orient2D(ax, ay, bx, by, cx, cy) != 0 && math.Abs(area) > best {
			best, at = math.Abs(area), i
		}
	}
	return planes[at]
}
