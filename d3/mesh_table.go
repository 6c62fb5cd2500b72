package d3

import (
	"fmt"
	"math"
	"slices"
	"sync/atomic"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/num"
)

// triMesh is a set of triangles and what lies beside what. Corners with equal coordinates are one.
type triMesh struct {
	points []Vec      // the corners, each once, -0 as 0, in the order of their first appearance
	at     []int32    // the point of each vertex as given
	tris   [][3]int32 // the triangles with three different corners, in the order of lay; see tri
	place  []int32    // where in tris each triangle is; nil before lay, for the order of their numbers
	ids    []int32    // the number as given of each triangle; nil where none was dropped
	first  []int32    // of each set of triangles that hang together, if by a corner, one corner
	box    AABB       // of the corners of triangles
	exp    int        // no coordinate of a corner has a lower exponent, of the odd part; MaxInt where all are 0
	open   int32      // 3 i + k for edge k of triangle i, the first that is open; -1 where none is
	over   atomic.Pointer[[][3]int32]
}

// What lies beyond an edge that no other triangle has, or more than one.
const (
	edgeOpen = -1
	edgeMany = -2
)

// maxTriangles is the greatest number of triangles: their edges are numbered in 32 bits.
const maxTriangles = math.MaxInt32 / 3

// newTriMesh returns the table of triangles of the given vertices. Vertices with equal coordinates
// are one, and triangles with two equal corners are dropped, in this order.
//
// The error is collide.ErrNotFinite or collide.ErrOutOfRange for a coordinate, collide.ErrBadMesh
// for a number that no vertex has and for no triangles, dropped ones not counted,
// collide.ErrTooLarge for more vertices or triangles than numbers of 32 bits count. Index is that
// of the vertex or the triangle.
//
// Cost: linear (BenchmarkTriMesh).
func newTriMesh(points []Vec, triangles [][3]int) (*triMesh, error) {
	t := &triMesh{open: -1}
	if err := t.weld(points); err != nil {
		return nil, err
	}
	t.points = slices.Clip(slices.Clone(t.points))
	if err := t.take(triangles); err != nil {
		return nil, err
	}
	t.join()
	t.enclose()
	return t, nil
}

// weld sets points and at. Points are found by open addressing in a table of twice their number.
func (t *triMesh) weld(points []Vec) error {
	for i, p := range points {
		for k, x := range array(p) {
			if code := num.BadNumber(x); code != nil {
				path := fmt.Sprintf("vertices[%d].%c", i, 'x'+rune(k))
				return &collide.Error{Code: code, Path: path, Index: i, Value: x}
			}
		}
	}
	if len(points) > math.MaxInt32/2 {
		return tooLarge("vertices", float64(len(points)))
	}
	bits := 1
	for 1<<bits < 2*len(points) {
		bits++
	}
	slots := make([]int32, 1<<bits) // 0 for none, else 1 more than the point
	t.at = make([]int32, len(points))
	for i, p := range points {
		p = p.clean()
		h := hashVec(p) >> (64 - bits)
		for slots[h] != 0 && t.points[slots[h]-1] != p {
			h = (h + 1) & (1<<bits - 1)
		}
		if slots[h] == 0 {
			t.points = append(t.points, p)
			slots[h] = int32(len(t.points))
		}
		t.at[i] = slots[h] - 1
	}
	return nil
}

// hashVec mixes the bits of v, which has no -0, so that its highest bits depend on all of them: odd
// factors carry upward, and shifts bring high bits down.
func hashVec(v Vec) uint64 {
	h := uint64(0)
	for _, x := range [3]float64{v.X, v.Y, v.Z} {
		h = (h ^ math.Float64bits(x)) * 0x9e3779b97f4a7c15
		h = (h ^ h>>32) * 0xbf58476d1ce4e5b9
		h ^= h >> 29
	}
	return h * 0x94d049bb133111eb
}

// badMesh returns the error for a mesh that makes none.
func badMesh(path string, index int, value float64) error {
	return &collide.Error{Code: collide.ErrBadMesh, Path: path, Index: index, Value: value}
}

// tooLarge returns the error for more than numbers of 32 bits count.
func tooLarge(path string, n float64) error {
	return &collide.Error{Code: collide.ErrTooLarge, Path: path, Index: -1, Value: n}
}

// take sets tris and ids.
func (t *triMesh) take(triangles [][3]int) error {
	if len(triangles) > maxTriangles {
		return tooLarge("triangles", float64(len(triangles)))
	}
	t.tris = make([][3]int32, 0, len(triangles))
	for i, f := range triangles {
		for k, v := range f {
			if v < 0 || v >= len(t.at) {
				return badMesh(fmt.Sprintf("triangles[%d][%d]", i, k), i, float64(v))
			}
		}
		c := [3]int32{t.at[f[0]], t.at[f[1]], t.at[f[2]]}
		if c[0] == c[1] || c[1] == c[2] || c[2] == c[0] {
			if t.ids == nil {
				t.ids = make([]int32, i, len(triangles))
				for k := range t.ids {
					t.ids[k] = int32(k)
				}
			}
			continue
		}
		t.tris = append(t.tris, c)
		if t.ids != nil {
			t.ids = append(t.ids, int32(i))
		}
	}
	if len(t.tris) == 0 {
		return badMesh("triangles", -1, math.NaN())
	}
	return nil
}

// id returns the number as given of triangle i.
func (t *triMesh) id(i int32) int32 {
	if t.ids == nil {
		return i
	}
	return t.ids[i]
}

// tri returns the points of triangle i.
func (t *triMesh) tri(i int32) *[3]int32 {
	if t.place != nil {
		i = t.place[i]
	}
	return &t.tris[i]
}

// lay lays the triangles in the order of the numbers given, such as that of the leaves of a tree:
// then those of a leaf lie side by side in memory. Their numbers stay.
func (t *triMesh) lay(order []int32) {
	tris, place := make([][3]int32, len(order)), make([]int32, len(order))
	for k, i := range order {
		tris[k], place[i] = *t.tri(i), int32(k)
	}
	t.tris, t.place = tris, place
}

// laid returns the corners of the triangle at place k of the order of lay.
func (t *triMesh) laid(k int) (a, b, c Vec) {
	f := &t.tris[k]
	return t.points[f[0]], t.points[f[1]], t.points[f[2]]
}

// corners returns the corners of triangle i.
func (t *triMesh) corners(i int32) (a, b, c Vec) {
	f := t.tri(i)
	return t.points[f[0]], t.points[f[1]], t.points[f[2]]
}

// ends returns the points from and to which edge e runs: edge k of triangle i is 3 i + k.
func (t *triMesh) ends(e int32) (from, to int32) {
	f := t.tri(e / 3)
	k := e % 3
	return f[k], f[(k+1)%3]
}

// edges calls visit with each set of edges with the same two ends, in the order of their triangles.
// The slice is overwritten by the next call.
//
// Two stable passes of counting put the edges in order, by their greater end and then by their
// lesser one.
func (t *triMesh) edges(visit func(same []int32)) {
	n := 3 * len(t.tris)
	order, from := make([]int32, n), make([]int32, n)
	for e := range from {
		from[e] = int32(e)
	}
	start := make([]int32, len(t.points)+1)
	pass := func(key func(a, b int32) int32) {
		clear(start)
		for e := range int32(n) {
			start[key(t.ends(e))+1]++
		}
		for p := range t.points {
			start[p+1] += start[p]
		}
		for _, e := range from {
			p := key(t.ends(e))
			order[start[p]] = e
			start[p]++
		}
		order, from = from, order
	}
	pass(func(a, b int32) int32 { return max(a, b) })
	pass(func(a, b int32) int32 { return min(a, b) })
	for lo := 0; lo < n; {
		a, b := t.ends(from[lo])
		hi := lo + 1
		for ; hi < n; hi++ {
			if c, d := t.ends(from[hi]); min(a, b) != min(c, d) || max(a, b) != max(c, d) {
				break
			}
		}
		visit(from[lo:hi])
		lo = hi
	}
}

// beyond returns for each triangle what lies beyond the edge from corner k to k+1: a triangle,
// edgeOpen or edgeMany. Few ask: whoever asks first keeps it; others who ask at the same time make
// the same.
func (t *triMesh) beyond() [][3]int32 {
	if over := t.over.Load(); over != nil {
		return *over
	}
	over := make([][3]int32, len(t.tris))
	t.edges(func(same []int32) {
		for i, e := range same {
			there := int32(edgeOpen)
			switch {
			case len(same) == 2:
				there = same[1-i] / 3
			case len(same) > 2:
				there = edgeMany
			}
			over[e/3][e%3] = there
		}
	})
	t.over.CompareAndSwap(nil, &over)
	return *t.over.Load()
}

// join sets open and first.
func (t *triMesh) join() {
	t.edges(func(same []int32) {
		if e := t.surplus(same); e >= 0 && (t.open < 0 || e < t.open) {
			t.open = e
		}
	})
	group := t.groups()
	for i := range t.tris {
		f := t.tri(int32(i))
		if root := group[f[0]]; root >= 0 && group[root] >= 0 {
			t.first = append(t.first, f[0])
			group[root] = -1 // taken
		}
	}
}

// surplus returns the first of edges with the same ends that is passed more often in its direction
// than in the other one, -1 where none is.
func (t *triMesh) surplus(same []int32) int32 {
	sum := 0
	for _, e := range same {
		if a, b := t.ends(e); a < b {
			sum++
		} else {
			sum--
		}
	}
	for _, e := range same {
		if a, b := t.ends(e); sum > 0 && a < b || sum < 0 && a > b {
			return e
		}
	}
	return -1
}

// groups returns for each point one point of its component, the same for all that triangles join.
func (t *triMesh) groups() []int32 {
	up := make([]int32, len(t.points))
	for i := range up {
		up[i] = int32(i)
	}
	for _, f := range t.tris {
		a, b, c := rootOf(up, f[0]), rootOf(up, f[1]), rootOf(up, f[2])
		least := min(a, b, c)
		up[a], up[b], up[c] = least, least, least
	}
	for i := range up {
		up[i] = rootOf(up, int32(i))
	}
	return up
}

// rootOf returns the one point that stands for all of the set of i.
func rootOf(set []int32, i int32) int32 {
	for set[i] != i {
		set[i] = set[set[i]]
		i = set[i]
	}
	return i
}

// enclose sets box and exp.
func (t *triMesh) enclose() {
	p := t.points[t.tri(0)[0]]
	t.box, t.exp = AABB{p, p}, math.MaxInt
	for i := range t.tris {
		a, b, c := t.corners(int32(i))
		t.exp = lowest(lowest(lowest(t.exp, a), b), c)
		t.box = t.box.Union(triangleBox(a, b, c))
	}
}

// closed returns nil where each edge is passed as often in one direction as in the other, so that
// every point off the triangles has a winding number. The error is collide.ErrNotClosed with the
// first triangle with an edge that is passed more often than back; its note tells the ends.
func (t *triMesh) closed() error {
	if t.open < 0 {
		return nil
	}
	a, b := t.ends(t.open)
	p, q := t.points[a], t.points[b]
	id := int(t.id(t.open / 3))
	return &collide.Error{
		Code: collide.ErrNotClosed, Path: fmt.Sprintf("triangles[%d]", id), Index: id, Value: math.NaN(),
		Note: fmt.Sprintf("the edge from (%g, %g, %g) to (%g, %g, %g) is open", p.X, p.Y, p.Z, q.X, q.Y, q.Z),
	}
}
