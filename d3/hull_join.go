package d3

import (
	"cmp"
	"math"
	"slices"
)

// joiner joins facets that are coplanar but for flatTolerance.
type joiner struct {
	h     *Hull
	f     *hullFaces
	scale float64
	left  []int32 // of each element of h.adj: the facet left of the edge to it
	face  []int32 // of each facet: the face begun by which facet it is in, plus 1
	parts [][]int32
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
	f := j.f
	n := j.area(loop).normal()
	along, width := j.measure(loop)
	if width < 0x1p-8 {
		for range 2 {
			n = n.Sub(along.Scale(n.Dot(along)))
		}
	}
	if l := n.length(); l > 0 {
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
	f.thin = append(f.thin, !(width > thinFace) || !(hi-lo <= float64(4*flatTolerance*j.scale*j.h.radius)))
	if len(facets) > 1 && hi-lo > float64(levelFace*j.scale*j.h.radius) {
		for _, t := range facets {
			f.parts = append(f.parts, [3]int32{t[0], t[1], t[2]})
		}
	}
	f.facets = append(f.facets, int32(len(f.parts)))
	f.corners = append(f.corners, loop...)
	f.start = append(f.start, int32(len(f.corners)))
}

const (
	// thinFace is the width of a face, relative to its length, from which on it is a face: the
	// crossings of its edges are then within 2^-30 of where they are.
	thinFace = 0x1p-20
	// levelFace is the range of the heights of a face's vertices, relative to the hull's radius,
	// from which on points between them are taken from its facets: the rounding of those heights
	// stays below.
	levelFace = 0x1p-48
)

// measure returns the unit vector from the first corner of a loop to the one farthest from it, and
// how far the others lie beside that line, relative to that distance. A normal found from the
// loop's area is off by rounding over the width, along the line as much as across it; the caller
// makes it perpendicular to the line, and the rest moves no corner by more than rounding.
func (j *joiner) measure(loop []int32) (along Vec, width float64) {
	o := j.point(loop[0])
	for _, i := range loop[1:] {
		if v := j.point(i).Sub(o); v.length() > along.length() {
			along = v
		}
	}
	long := along.length()
	if !(long > 0) {
		return Vec{}, 0
	}
	along = along.Scale(1 / long)
	for _, i := range loop[1:] {
		v := j.point(i).Sub(o)
		for range 2 {
			v = v.Sub(along.Scale(v.Dot(along)))
		}
		width = max(width, v.length())
	}
	return along, width / long
}

// join makes the faces: from the largest facet not yet in a face on, those that are reached over
// edges and lie in its plane.
func (j *joiner) join(facets [][]int32) {
	area := make([]Vec, len(facets))
	size := make([]float64, len(facets))
	order := make([]int32, len(facets))
	for i, t := range facets {
		area[i] = j.area(t)
		size[i] = area[i].length()
		order[i] = int32(i)
	}
	slices.SortFunc(order, func(a, b int32) int { return cmp.Or(cmp.Compare(size[b], size[a]), int(a-b)) })
	for i, t := range facets {
		for k, a := range t {
			j.left[j.h.slot(a, t[(k+1)%len(t)])] = int32(i)
		}
	}
	j.next = make([]int32, len(j.h.points))
	j.face = make([]int32, len(facets))
	var group []int32
	for _, seed := range order {
		if j.face[seed] != 0 {
			continue
		}
		j.face[seed] = seed + 1
		group = append(group[:0], seed)
		n := area[seed].Scale(1 / max(size[seed], math.SmallestNonzeroFloat64))
		for k := 0; k < len(group); k++ {
			t := facets[group[k]]
			for i, a := range t {
				g := j.beyond(a, t[(i+1)%len(t)])
				if j.face[g] == 0 && j.coplanar(n, area[g], size[g], facets[seed][0], facets[g]) {
					j.face[g] = seed + 1
					group = append(group, g)
				}
			}
		}
		j.close(group, facets)
	}
	j.numberEdges()
}

// beyond returns the facet on the other side of the edge from a to b of a facet.
func (j *joiner) beyond(a, b int32) int32 { return j.left[j.h.slot(b, a)] }

// numberEdges fills ends and leaving. Edges are ordered by their lesser and then their greater
// vertex.
func (j *joiner) numberEdges() {
	f, h := j.f, j.h
	number := make([]int32, len(h.adj))
	for u := range int32(len(h.points)) {
		for at := h.adjStart[u]; at < h.adjStart[u+1]; at++ {
			if v := h.adj[at]; u < v && j.face[j.left[at]] != j.face[j.beyond(u, v)] {
				number[at] = int32(len(f.ends))
				f.ends = append(f.ends, [2]int32{u, v})
			}
		}
	}
	f.leaving = make([]int32, len(f.corners))
	for i := range f.normal {
		loop := f.corners[f.start[i]:f.start[i+1]]
		for k, a := range loop {
			b := loop[(k+1)%len(loop)]
			f.leaving[int(f.start[i])+k] = number[h.slot(min(a, b), max(a, b))]
		}
	}
}

// coplanar reports whether the facet lies in the plane through the vertex o across n, up to
// flatTolerance, and faces its way.
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

// close adds the face made of the facets in group; one face for each where their boundary is not
// one loop.
func (j *joiner) close(group []int32, facets [][]int32) {
	parts := j.parts[:0]
	for _, g := range group {
		parts = append(parts, facets[g])
	}
	j.parts = parts
	if len(group) == 1 {
		j.add(parts[0], parts)
		return
	}
	if loop := j.boundary(parts, j.face[group[0]]); loop != nil {
		j.add(loop, parts)
		return
	}
	for i, g := range group {
		j.face[g] = g + 1
		j.add(parts[i], parts[i:i+1])
	}
}

// boundary returns the loop around the facets of the face, nil if there is not one simple loop.
func (j *joiner) boundary(facets [][]int32, face int32) []int32 {
	for _, t := range facets {
		for _, a := range t {
			j.next[a] = -1
		}
	}
	count, begin := 0, int32(-1)
	for _, t := range facets {
		for i, a := range t {
			b := t[(i+1)%len(t)]
			if j.face[j.beyond(a, b)] == face {
				continue
			}
			if j.next[a] >= 0 {
				return nil
			}
			j.next[a], begin = b, a
			count++
		}
	}
	var loop []int32
	for at := begin; at >= 0 && len(loop) < count; at = j.next[at] {
		loop = append(loop, at)
	}
	if count < 3 || len(loop) < count || j.next[loop[count-1]] != begin {
		return nil
	}
	return loop
}
