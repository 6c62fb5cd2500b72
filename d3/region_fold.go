package d3

import (
	"cmp"
	"math"
	"slices"
)

// This file finds where a surface bends inward. There the cuts of region_cells.go are best.

// foldEdge is an edge across an axis at which the surface bends inward, or what stands for one.
type foldEdge struct {
	a, b Vec
	axis int8
}

// foldAt is a coordinate at which the surface bends inward, and the length of the edges there.
type foldAt struct{ x, weight float64 }

// A crease is a set of edges joined to each other at which the surface bends inward. One that is
// nearly in a plane across an axis, within creaseFlat of the size and of its own length, has two
// folds: where it begins and where it ends on that axis.
const creaseFlat = 1.0 / 32

// foldsIn returns the coordinates of the folds within the box of b, ascending.
func (c *carver) foldsIn(b *chunk) (out [3][]foldAt) {
	slack := float64(0x1p-20 * c.s.size)
	for i := range c.fold {
		e := &c.fold[i]
		lo, hi := minVec(e.a, e.b), maxVec(e.a, e.b)
		in := true
		for k := range int8(3) {
			if lo.along(k) > b.hi.along(k)-slack || hi.along(k) < b.lo.along(k)+slack {
				in = false
			}
		}
		if in {
			length := hi.Sub(lo).Len()
			out[e.axis] = append(out[e.axis], foldAt{e.a.along(e.axis), length})
		}
	}
	for k := range out {
		slices.SortFunc(out[k], func(a, b foldAt) int {
			return cmp.Or(cmp.Compare(a.x, b.x), cmp.Compare(a.weight, b.weight))
		})
		list := out[k][:0]
		for _, f := range out[k] {
			if n := len(list); n > 0 && list[n-1].x == f.x {
				list[n-1].weight += f.weight
			} else {
				list = append(list, f)
			}
		}
		out[k] = list
	}
	return out
}

// foldsOf returns the folds of the surface.
func foldsOf(t *triMesh, points []Vec, size float64) (folds []foldEdge) {
	var edges [][2]int32
	crease := make([]int32, len(points)) // a point of the same crease, itself for one of all
	for i := range crease {
		crease[i] = int32(i)
	}
	for i := range t.tris {
		for k := range 3 {
			j := t.beyond()[i][k]
			if j <= int32(i) || !bendsInward(t, points, i, k, j) {
				continue
			}
			e := [2]int32{t.tris[i][k], t.tris[i][(k+1)%3]}
			edges = append(edges, e)
			crease[rootOf(crease, e[0])] = rootOf(crease, e[1])
		}
	}
	boxes := map[int32]AABB{}
	for _, e := range edges {
		a, b := points[e[0]], points[e[1]]
		r := rootOf(crease, e[0])
		x, ok := boxes[r]
		if !ok {
			x = AABB{a, a}
		}
		boxes[r] = AABB{minVec(minVec(x.Min, a), b), maxVec(maxVec(x.Max, a), b)}
	}
	for _, e := range edges {
		a, b := points[e[0]], points[e[1]]
		x := boxes[rootOf(crease, e[0])]
		side := x.Max.Sub(x.Min)
		for k := range int8(3) {
			switch flat := side.along(k); {
			case math.Abs(a.along(k)-b.along(k)) <= float64(0x1p-20*size):
				folds = append(folds, foldEdge{a, b.with(k, a.along(k)), k})
			case flat <= float64(creaseFlat*size) && flat <= float64(creaseFlat*4*largest(side)):
				for _, at := range [2]float64{x.Min.along(k), x.Max.along(k)} {
					folds = append(folds, foldEdge{a.with(k, at), b.with(k, at), k})
				}
			}
		}
	}
	return folds
}

// bendsInward reports whether the surface turns inward by more than some degrees at edge k of
// triangle i, which j lies beyond.
func bendsInward(t *triMesh, points []Vec, i, k int, j int32) bool {
	f := t.tris[i]
	a, b, o := points[f[k]], points[f[(k+1)%3]], points[f[(k+2)%3]]
	for _, v := range t.tris[j] {
		if v == f[k] || v == f[(k+1)%3] {
			continue
		}
		n, m := b.Sub(a).Cross(o.Sub(a)), a.Sub(b).Cross(points[v].Sub(b))
		l := n.Len() * m.Len()
		return l > 0 && n.Dot(points[v].Sub(a)) > 0 && n.Dot(m) < float64(0.98*l)
	}
	return false
}
