package d3

import (
	"cmp"
	"math"
	"slices"
)

// This file makes the tables of a hull's faces and edges that contact manifolds are cut from. Points that were rounded lie beside the plane that they
// were meant for, and the exact hull of a cube turned in floating point has twelve facets. So facets that lie in one plane but for flatTolerance are
// one face here. The hull itself stays exact.

// flatTolerance is how far from the plane of a face its corners may lie, relative to the hull's radius: four times what rounding to
// float32 does to points.
const flatTolerance = 0x1p-22

// hullFaces are the faces and edges of a hull: none of a point, one edge of a segment, both sides of a flat hull.
type hullFaces struct {
	start   []int32 // face i has the corners[start[i]:start[i+1]], counter-clockwise seen from outside
	corners []int32
	leaving []int32   // the edge from each of corners to the next one of its face
	normal  []Vec     // of each face, unit, outward
	rough   []float64 // of each face: the range of its vertices' heights
	ends    [][2]int32

	around table // the faces at each vertex
	meet   table // the edges at each vertex
}

// table lists numbers by vertex: those of vertex i are list[start[i]:start[i+1]].
type table struct{ start, list []int32 }

// of returns the numbers of vertex i.
func (t *table) of(i int32) []int32 { return t.list[t.start[i]:t.start[i+1]] }

// tableOf returns the table of the pairs of a vertex and a number.
func tableOf(vertices int, pairs [][2]int32) table {
	slices.SortFunc(pairs, func(a, b [2]int32) int { return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1])) })
	pairs = slices.Compact(pairs)
	t := table{make([]int32, vertices+1), make([]int32, len(pairs))}
	for i, p := range pairs {
		t.start[p[0]+1]++
		t.list[i] = p[1]
	}
	for i := range vertices {
		t.start[i+1] += t.start[i]
	}
	return t
}

// facesOf makes the tables from the exact facets.
func (h *Hull) facesOf(facets [][]int32) {
	f := &h.flat
	f.start = []int32{0}
	j := joiner{h: h, scale: powerBelow(h.radius)}
	switch h.dim {
	case 3:
		j.join(facets)
	case 2:
		back := slices.Clone(facets[0])
		slices.Reverse(back)
		j.add(facets[0], facets[:1])
		j.add(back, [][]int32{back})
	case 1:
		f.ends = [][2]int32{{0, 1}}
	}
	if h.dim >= 2 {
		f.numberEdges()
	}
	var at [][2]int32
	for i, e := range f.ends {
		at = append(at, [2]int32{e[0], int32(i)}, [2]int32{e[1], int32(i)})
	}
	f.meet = tableOf(len(h.points), at)
	f.around = tableOf(len(h.points), j.at)
}

// numberEdges fills ends and leaving. An edge has the number of its place among all, ordered by their lesser and then their greater vertex.
func (f *hullFaces) numberEdges() {
	each := func(do func(at int, e [2]int32)) {
		for i := range f.normal {
			loop := f.corners[f.start[i]:f.start[i+1]]
			for k, a := range loop {
				b := loop[(k+1)%len(loop)]
				do(int(f.start[i])+k, [2]int32{min(a, b), max(a, b)})
			}
		}
	}
	compare := func(a, b [2]int32) int { return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1])) }
	each(func(_ int, e [2]int32) { f.ends = append(f.ends, e) })
	slices.SortFunc(f.ends, compare)
	f.ends = slices.Clip(slices.Compact(f.ends))
	f.leaving = make([]int32, len(f.corners))
	each(func(at int, e [2]int32) {
		i, _ := slices.BinarySearchFunc(f.ends, e, compare)
		f.leaving[at] = int32(i)
	})
}

// joiner joins facets that are coplanar but for flatTolerance.
type joiner struct {
	h     *Hull
	scale float64
	at    [][2]int32 // vertex and face
	next  []int32    // of a vertex, along the boundary of the face being made
}

// point returns vertex i, scaled to about 1.
func (j *joiner) point(i int32) Vec { return j.h.local[i].Scale(j.scale) }

// area returns the vector area of a polygon, twice.
func (j *joiner) area(loop []int32) Vec {
	o := j.point(loop[0])
	var n Vec
	last := j.point(loop[1]).Sub(o)
	for _, i := range loop[2:] {
		v := j.point(i).Sub(o)
		n = n.Add(last.Cross(v))
		last = v
	}
	return n
}

// add appends the face with the given boundary, which is made of the facets.
func (j *joiner) add(loop []int32, facets [][]int32) {
	f := &j.h.flat
	n := j.area(loop).normal()
	if l := n.Len(); l > 0 {
		n = n.Scale(1 / l)
	}
	face := int32(len(f.normal))
	lo, hi := math.Inf(1), math.Inf(-1)
	for _, t := range facets {
		for _, i := range t {
			j.at = append(j.at, [2]int32{i, face})
			z := n.Dot(j.point(i))
			lo, hi = min(lo, z), max(hi, z)
		}
	}
	f.normal = append(f.normal, n)
	f.rough = append(f.rough, float64((hi-lo)/j.scale))
	f.corners = append(f.corners, loop...)
	f.start = append(f.start, int32(len(f.corners)))
}

// directed is an edge of a facet.
type directed struct{ from, to, facet int32 }

func compareEdges(a, b directed) int {
	return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(a.to, b.to))
}

// join makes the faces of a solid hull: from the largest facet not yet in a face on, those that are reached over edges and lie in its plane.
func (j *joiner) join(facets [][]int32) {
	area := make([]Vec, len(facets))
	size := make([]float64, len(facets))
	order := make([]int32, len(facets))
	var edges []directed
	for i, t := range facets {
		area[i] = j.area(t)
		size[i] = area[i].length()
		order[i] = int32(i)
		for k, a := range t {
			edges = append(edges, directed{a, t[(k+1)%len(t)], int32(i)})
		}
	}
	slices.SortFunc(edges, compareEdges)
	slices.SortStableFunc(order, func(a, b int32) int { return cmp.Compare(size[b], size[a]) })
	j.next = make([]int32, len(j.h.points))
	member := make([]int32, len(facets)) // of the face begun by that facet, plus 1
	for _, seed := range order {
		if member[seed] != 0 {
			continue
		}
		member[seed] = seed + 1
		group := []int32{seed}
		n := area[seed].Scale(1 / max(size[seed], math.SmallestNonzeroFloat64))
		for k := 0; k < len(group); k++ {
			t := facets[group[k]]
			for i, a := range t {
				e, _ := slices.BinarySearchFunc(edges, directed{t[(i+1)%len(t)], a, 0}, compareEdges)
				g := edges[e].facet
				if member[g] == 0 && j.coplanar(n, area[g], size[g], facets[seed][0], facets[g]) {
					member[g] = seed + 1
					group = append(group, g)
				}
			}
		}
		j.close(group, facets, edges, member)
	}
}

// coplanar reports whether the facet lies in the plane through the vertex o across n, up to flatTolerance, and faces its way.
func (j *joiner) coplanar(n, area Vec, size float64, o int32, facet []int32) bool {
	if !(n.Dot(area) >= float64(0.5*size)) {
		return false
	}
	at := j.point(o)
	for _, i := range facet {
		if !(math.Abs(n.Dot(j.point(i).Sub(at))) <= float64(flatTolerance*j.scale*j.h.radius)) {
			return false
		}
	}
	return true
}

// close adds the face made of the facets in group; one face for each where their boundary is not one loop.
func (j *joiner) close(group []int32, facets [][]int32, edges []directed, member []int32) {
	parts := make([][]int32, len(group))
	for i, g := range group {
		parts[i] = facets[g]
	}
	if len(group) == 1 {
		j.add(parts[0], parts)
		return
	}
	for _, t := range parts {
		for _, a := range t {
			j.next[a] = -1
		}
	}
	count, begin, simple := 0, int32(-1), true
	for _, t := range parts {
		for i, a := range t {
			b := t[(i+1)%len(t)]
			e, _ := slices.BinarySearchFunc(edges, directed{b, a, 0}, compareEdges)
			if member[edges[e].facet] == member[group[0]] {
				continue
			}
			simple = simple && j.next[a] < 0
			j.next[a], begin = b, a
			count++
		}
	}
	var loop []int32
	for at := begin; simple && at >= 0 && len(loop) < count; at = j.next[at] {
		loop = append(loop, at)
	}
	if simple && len(loop) == count && count >= 3 && j.next[loop[count-1]] == begin {
		j.add(loop, parts)
		return
	}
	for i := range parts {
		j.add(parts[i], parts[i:i+1])
	}
}
