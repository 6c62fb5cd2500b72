package d3

import (
	"math"
	"slices"

	"github.com/collide-go/collide/internal/exact"
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
	if h.own != nil {
		h.table.Store(h.own.fillTable())
		return h.table.Load()
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

// hullNear is what a query about a point and a solid hull needs to know: the plane of each triangle
// of Hull.faces, and what lies beside it.
type hullNear struct {
	planes []nearPlane
	tris   []nearTri
	left   []int32 // of each element of Hull.adj: the triangle left of the edge to it
	twin   []int32 // of each element of Hull.adj: that of the same edge the other way round
	rough  bool    // a normal is not good enough to prove anything
}

// nearPlane is the plane n.x = off of a triangle, outward, with off the greatest of its corners
// about the centre.
type nearPlane struct {
	n   Vec
	off float64
}

// nearTri is a triangle: its corners, counter-clockwise seen from outside, the places in Hull.adj
// of the edges that leave them, and the number of the face of hullFaces that it is part of.
type nearTri struct {
	v, edge [3]int32
	face    int32
}

// nearTable returns the table of h, whose dim is 3. Whoever asks first keeps it; others who ask at
// the same time make the same.
func (h *Hull) nearTable() *hullNear {
	if t := h.near.Load(); t != nil {
		return t
	}
	n := len(h.faces)
	t := &hullNear{
		planes: make([]nearPlane, n), tris: make([]nearTri, n),
		left: make([]int32, len(h.adj)), twin: make([]int32, len(h.adj)),
	}
	for i, f := range h.faces {
		m, _, good := h.normal(f)
		t.rough = t.rough || !good
		off := math.Inf(-1)
		for k, v := range f {
			off = max(off, m.Dot(h.local[v]))
			at := h.slot(v, f[(k+1)%3])
			t.tris[i].v[k], t.tris[i].edge[k] = v, at
			t.left[at], t.twin[at] = int32(i), h.slot(f[(k+1)%3], v)
		}
		t.planes[i] = nearPlane{m, off}
		t.tris[i].face = h.faceOf(f, m)
	}
	h.near.CompareAndSwap(nil, t)
	return h.near.Load()
}

// faceOf returns the number of the face of hullFaces that the triangle f, whose normal is n, is
// part of: of those at all its corners the one whose normal is nearest.
func (h *Hull) faceOf(f [3]int32, n Vec) int32 {
	t := h.faceTable()
	best, at := math.Inf(-1), int32(0)
	for _, i := range t.around.of(f[0]) {
		if c := t.normal[i].Dot(n); c > best && slices.Contains(t.around.of(f[1]), i) &&
			slices.Contains(t.around.of(f[2]), i) {
			best, at = c, i
		}
	}
	return at
}

// edgeNumber returns the number in hullFaces of the edge between the vertices u and v; ok is false
// where it lies within a face.
func (h *Hull) edgeNumber(u, v int32) (number int32, ok bool) {
	if h.own != nil {
		return u + v - 1, true // as facetEnds has them
	}
	t := h.faceTable()
	for _, i := range t.meet.of(u) {
		if e := t.ends[i]; e[0] == v || e[1] == v {
			return i, true
		}
	}
	return 0, false
}

// from returns the vertex that the edge at element i of adj leaves.
func (h *Hull) from(i int32) int32 {
	lo, hi := int32(0), int32(len(h.points)) // adjStart[lo] <= i < adjStart[hi]
	for hi-lo > 1 {
		if m := (lo + hi) / 2; h.adjStart[m] <= i {
			lo = m
		} else {
			hi = m
		}
	}
	return lo
}

// What rays need to know of a solid hull: its faces, triangles in one plane as one, and which of
// them share an edge, so that a ray finds the face by which it enters by walking.

// rayFace is the half-space n.x <= off about the centre, that of a face: n is a unit vector within
// 6u. The faces beside it are rayTable.beside[from:to].
type rayFace struct {
	n        Vec
	off      float64
	from, to int32
	triangle int32 // one of its triangles
	id       int32 // its number among the faces of axisTable, -1 for none
}

// rayTable is what a Hull keeps for rays. It has no faces where a normal is too uncertain.
type rayTable struct {
	faces  []rayFace
	beside []int32
	at     []int32 // a face at each vertex
}

// rayFaces returns the table of a solid hull, which is made when it is first asked for.
func (h *Hull) rayFaces() *rayTable {
	if t := h.rays.Load(); t != nil {
		return t
	}
	t := &rayTable{}
	t.fill(h)
	h.rays.CompareAndSwap(nil, t)
	return t
}

// fill sets t to the table of h.
func (t *rayTable) fill(h *Hull) {
	near := h.nearTable()
	if near.rough {
		return
	}
	of := t.join(h, near) // the face of each triangle
	t.at = make([]int32, len(h.points))
	var pairs [][2]int32 // of faces beside each other
	for u := range int32(len(h.points)) {
		for at := h.adjStart[u]; at < h.adjStart[u+1]; at++ {
			t.at[u] = of[near.left[at]]
			if a, b := of[near.left[at]], of[near.left[near.twin[at]]]; a != b {
				pairs = append(pairs, [2]int32{a, b})
			}
		}
	}
	table := tableOf(len(t.faces), pairs)
	t.beside = table.list
	for i := range t.faces {
		f := &t.faces[i]
		f.id = -1
		f.n, f.off = near.planes[f.triangle].n, near.planes[f.triangle].off
		f.from, f.to = table.start[i], table.start[i+1]
	}
	for i, f := range h.faceTable().axes.faces {
		t.faces[of[f.id]].id = int32(i)
	}
}

// join makes the faces, each of the triangles that lie in one plane exactly, and returns the face
// of each triangle.
func (t *rayTable) join(h *Hull, near *hullNear) []int32 {
	of := make([]int32, len(h.faces))
	for i := range of {
		of[i] = -1
	}
	var stack []int32
	for i := range int32(len(h.faces)) {
		if of[i] >= 0 {
			continue
		}
		face := int32(len(t.faces))
		t.faces = append(t.faces, rayFace{triangle: i})
		of[i], stack = face, append(stack[:0], i)
		for len(stack) > 0 {
			f := &near.tris[stack[len(stack)-1]]
			stack = stack[:len(stack)-1]
			for _, edge := range f.edge {
				next := near.left[near.twin[edge]]
				if of[next] < 0 && h.inPlane(i, next) {
					of[next], stack = face, append(stack, next)
				}
			}
		}
	}
	return of
}

// inPlane reports whether two triangles lie in one plane, exactly.
func (h *Hull) inPlane(i, j int32) bool {
	f := h.faces[i]
	for _, v := range h.faces[j] {
		if exact.Orient3D(array(h.points[f[0]]), array(h.points[f[1]]), array(h.points[f[2]]), array(h.points[v])) != 0 {
			return false
		}
	}
	return true
}
