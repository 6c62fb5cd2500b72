package d3

import (
	"cmp"
	"slices"

	"github.com/collide-go/collide/internal/exact"
)

// Pairs of triangles that cross are found so that many equal triangles, many around one edge and
// many around one corner do not take the square of their number:
//
//   - of equal triangles the first stands for all;
//   - those with a common edge cross where they lie in one half-plane of it, which putting them in
//     order around the edge tells;
//   - those with a common corner cross only where the edge across from it of one meets the other:
//     see crossTree.
//
// What is left are pairs whose boxes meet, and there may be as many as pairs: the search ends after
// some work.

// mostCrossings is how many crossings a report holds: a mesh may have as many as pairs.
const mostCrossings = 100_000

// The work that the search for crossings may take, counted in boxes and pairs of triangles looked
// at: so much in all, and so much more for each triangle. One pair that its signs have to decide
// counts as signsWork of them. A closed surface of small triangles takes some 400 for each
// (TestCrossingsWork). All of it is spent in seconds.
const (
	crossWork    = 1 << 26
	crossWorkOne = 1024
	signsWork    = 32
)

// addCrossings sets Crossings, and Searched where it ends early. first tells for each triangle the
// first one that has its corners, work what may be spent.
func (r *MeshReport) addCrossings(t *triMesh, first []int32, work int) {
	f := crossFinder{t: t, boxes: t.boxes(), left: work}
	again := false
	for i := range t.tris {
		a, b, c := t.corners(int32(i))
		again = again || first[i] != int32(i)
		if first[i] == int32(i) && !exact.Collinear3D(array(a), array(b), array(c)) {
			f.list = append(f.list, int32(i))
		}
	}
	f.find()
	if again && len(f.found) > 0 {
		f.repeat(first)
	}
	if int(f.done) < len(t.tris) {
		r.Searched = int(t.id(f.done))
	}
	for _, c := range f.found {
		c.A, c.B = int(t.id(int32(c.A))), int(t.id(int32(c.B)))
		r.Crossings = append(r.Crossings, c)
	}
}

// crossFinder finds the pairs of triangles that cross.
type crossFinder struct {
	t     *triMesh
	boxes [][6]float64
	list  []int32 // the triangles to look at, in order: none is flat, no two are equal
	left  int     // of the work
	folds []fold
	tree  crossTree
	found []MeshCrossing // in order of A and B, at most mostCrossings
	done  int32          // the pairs whose first triangle is below it were all looked at
}

// find sets found and done for the triangles of the list.
func (f *crossFinder) find() {
	f.done = int32(len(f.t.tris))
	f.findFolds()
	f.tree.build(f.t, f.boxes, f.list)
	var near []int32
	folds := f.folds
	for _, i := range f.list {
		near = f.tree.search(near[:0], i, &f.left)
		for ; len(folds) > 0 && folds[0].tri == i; folds = folds[1:] {
			near = append(near, folds[0].after...)
		}
		slices.Sort(near)
		if f.left -= signsWork * len(near); f.left < 0 {
			f.done = i
			return
		}
		if !f.add(i, near) {
			return
		}
	}
}

// add adds the crossings of triangle i with others, which come in order. It returns false, and sets
// done, where there are too many.
func (f *crossFinder) add(i int32, others []int32) bool {
	for _, j := range others {
		at, coplanar, ok := f.t.cross(i, j)
		if !ok {
			continue
		}
		if len(f.found) == mostCrossings {
			f.done = i
			return false
		}
		f.found = append(f.found, MeshCrossing{int(i), int(j), at, coplanar})
	}
	return true
}

// repeat makes found, of triangles that stand for equal ones, that of all. A pair that was not
// found comes after all that were, in order of A and B, and so do those of its equals: where found
// was full it is so again before they would come, and where the work ended the search at done, so
// does this.
func (f *crossFinder) repeat(first []int32) {
	equal := make(map[int32][]int32) // of those that cross another
	partners := make(map[int32][]int32)
	for _, c := range f.found {
		a, b := int32(c.A), int32(c.B)
		partners[a], partners[b] = append(partners[a], b), append(partners[b], a)
	}
	for i, k := range first {
		if len(partners[k]) > 0 {
			equal[k] = append(equal[k], int32(i))
		}
	}
	end := int32(len(first))
	if len(f.found) < mostCrossings {
		end = f.done
	}
	f.found = f.found[:0]
	var near []int32
	for i := range end {
		near = near[:0]
		for _, k := range partners[first[i]] {
			n, _ := slices.BinarySearch(equal[k], i)
			near = append(near, equal[k][n:]...)
		}
		slices.Sort(near)
		if !f.add(i, near) {
			return
		}
	}
}

// fold tells which triangles after tri lie in one half-plane of an edge with it.
type fold struct {
	tri   int32
	after []int32
}

// findFolds sets folds, in the order of tri.
func (f *crossFinder) findFolds() {
	listed := make([]bool, len(f.t.tris))
	for _, i := range f.list {
		listed[i] = true
	}
	var around []page
	f.t.edges(func(same []int32) {
		around = around[:0]
		for _, e := range same {
			if listed[e/3] {
				around = append(around, page{tri: e / 3, tip: f.t.tri(e / 3)[(e+2)%3]})
			}
		}
		if len(around) < 2 {
			return
		}
		a, b := f.t.ends(same[0])
		for _, set := range halfPlanes(f.t, a, b, around) {
			for k := range len(set) - 1 {
				f.folds = append(f.folds, fold{set[k], set[k+1:]})
			}
		}
	})
	slices.SortStableFunc(f.folds, func(x, y fold) int { return cmp.Compare(x.tri, y.tri) })
}

// page is a triangle with an edge.
type page struct {
	tri, tip int32 // itself, and the corner across from the edge
	turn     int   // 0 in the half-plane of the first page, 1 up to half a turn on, 2 opposite, 3 beyond
}

// halfPlanes returns the triangles that lie in one half-plane of the edge from a to b, each set
// with two or more, in order. around, which is put in order around the edge, are those that have
// it.
//
// The sign of the volume over the edge and two tips tells which of them comes first around it,
// within half a turn.
func halfPlanes(t *triMesh, a, b int32, around []page) (sets [][]int32) {
	side := func(p, q int32) int {
		return planeSide(&[3]Vec{t.points[a], t.points[b], t.points[p]}, t.points[q])
	}
	p := [3]Vec{t.points[a], t.points[b], t.points[around[0].tip]}
	k := wideAxis(&p)
	for n := range around {
		x := &around[n]
		switch s := side(around[0].tip, x.tip); {
		case s > 0:
			x.turn = 1
		case s < 0:
			x.turn = 3
		case sideOf(k, p[0], p[1], p[2]) != sideOf(k, p[0], p[1], t.points[x.tip]):
			x.turn = 2
		}
	}
	order := func(x, y page) int {
		if x.turn != y.turn || x.turn&1 == 0 {
			return cmp.Compare(x.turn, y.turn)
		}
		return -side(x.tip, y.tip)
	}
	slices.SortStableFunc(around, order)
	for lo := 0; lo < len(around); {
		hi := lo + 1
		for hi < len(around) && order(around[lo], around[hi]) == 0 {
			hi++
		}
		if hi > lo+1 {
			set := make([]int32, 0, hi-lo)
			for _, x := range around[lo:hi] {
				set = append(set, x.tri)
			}
			sets = append(sets, set)
		}
		lo = hi
	}
	return sets
}
