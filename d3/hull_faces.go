package d3

import (
	"slices"

	"github.com/collide-go/collide/internal/num"
)

// The one table of a hull's faces and edges, made when it is first asked for. It has two marks. The
// separating axis test needs axes that prove something: there only triangles that lie in one plane
// exactly are one face. Manifolds are cut from faces as they were meant: points that were rounded
// lie beside their plane, and the exact hull of a cube turned in floating point has twelve facets,
// so facets that lie in one plane up to flatTolerance are one face there. The hull itself stays
// exact.

// flatTolerance is how far from the plane of a face its corners may lie, relative to the hull's
// radius: four times what rounding to float32 does to points.
const flatTolerance = 0x1p-22

// hullFaces are the faces and edges of a hull: none of a point, one edge of a segment, both sides
// of a flat hull.
type hullFaces struct {
	axes axisTable // those that are exactly coplanar as one

	// Those that are coplanar up to flatTolerance as one.
	start   []int32 // face i has the corners[start[i]:start[i+1]], counter-clockwise seen from outside
	corners []int32
	leaving []int32 // the edge from each of corners to the next one of its face
	normal  []Vec   // of each face, unit, outward
	thin    []bool  // of each face: its angles are too small to tell its inside from its outside
	// of each face: parts[facets[i]:facets[i+1]] are its triangles, where those lie in one plane
	// for flatTolerance only
	facets []int32
	parts  [][3]int32
	ends   [][2]int32

	around table // the faces at each vertex
	meet   table // the edges at each vertex
}

// table lists numbers by vertex: those of vertex i are list[start[i]:start[i+1]].
type table struct{ start, list []int32 }

// of returns the numbers of vertex i.
func (t *table) of(i int32) []int32 { return t.list[t.start[i]:t.start[i+1]] }

// tableOf returns the table of the pairs of a vertex and a number, which come with ascending
// numbers; equal ones count once.
func tableOf(vertices int, pairs [][2]int32) table {
	t := table{start: make([]int32, vertices+1)}
	last := make([]int32, vertices) // number of the vertex's last pair, plus 1
	for _, p := range pairs {
		if last[p[0]] != p[1]+1 {
			last[p[0]] = p[1] + 1
			t.start[p[0]+1]++
		}
	}
	for i := range vertices {
		t.start[i+1] += t.start[i]
	}
	t.list = make([]int32, t.start[vertices])
	fill := slices.Clone(t.start)
	for _, p := range pairs {
		if at := fill[p[0]]; at == t.start[p[0]] || t.list[at-1] != p[1] {
			t.list[at] = p[1]
			fill[p[0]]++
		}
	}
	return t
}

// faceTable returns the table of h. Whoever asks first keeps it; others who ask at the same time
// make the same.
func (h *Hull) faceTable() *hullFaces {
	if f := h.table.Load(); f != nil {
		return f
	}
	f := &hullFaces{start: []int32{0}, facets: []int32{0}}
	j := joiner{h: h, f: f, scale: num.PowerBelow(h.radius), left: make([]int32, len(h.adj))}
	switch h.dim {
	case 3:
		facets := make([][]int32, len(h.faces))
		for i := range h.faces {
			facets[i] = h.faces[i][:]
		}
		j.join(facets)
		f.axes.fillSolid(h, j.left)
	case 2:
		front := h.outline()
		back := slices.Clone(front)
		slices.Reverse(back)
		j.join([][]int32{front, back})
		f.axes.fillFlat(h)
	case 1:
		f.ends = [][2]int32{{0, 1}}
		f.axes.fillSegment(edgeDir(h, 0, 1))
	}
	at := make([][2]int32, 0, 2*len(f.ends))
	for i, e := range f.ends {
		at = append(at, [2]int32{e[0], int32(i)}, [2]int32{e[1], int32(i)})
	}
	f.meet = tableOf(len(h.points), at)
	f.around = tableOf(len(h.points), j.at)
	h.table.CompareAndSwap(nil, f)
	return f
}

// slot returns the place of v among the neighbours of u in adj.
func (h *Hull) slot(u, v int32) int32 {
	i, _ := slices.BinarySearch(h.adj[h.adjStart[u]:h.adjStart[u+1]], v)
	return h.adjStart[u] + int32(i)
}

// outline returns the corners of a flat hull in the order of its triangles' boundary: of the edges
// that run one way only.
func (h *Hull) outline() []int32 {
	next := make([]int32, len(h.points))
	for _, t := range h.faces {
		for i, a := range t {
			if b := t[(i+1)%3]; slices.Contains(h.adj[h.adjStart[a]:h.adjStart[a+1]], b) {
				next[a] = b
			}
		}
	}
	ring := []int32{h.faces[0][0]}
	for v := next[ring[0]]; v != ring[0]; v = next[v] {
		ring = append(ring, v)
	}
	return ring
}
