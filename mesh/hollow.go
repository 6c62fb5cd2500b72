package mesh

import (
	"cmp"
	"math"
	"slices"

	"github.com/collide-go/collide/d3"
)

// Whether a closed set of triangles that is turned inside is the wall of a hollow is asked of a
// tree over the sets that enclose some volume. Boxes that meet are no measure of it: of sets
// inside each other like shells all do. A box that lies in another one has no smaller bound than
// that one below, and no greater one above, so that with the volume seven numbers of the outer set
// are at least those of the inner one. The tree cuts the sets at the middle one by each of the
// seven in turn, and a branch is left out where its greatest number of a kind is too small.
//
// Sets of which none lies in another one, each by a little, can make any such search look at a good
// part of the tree: it ends after some work.

// The work that the search for hollows may take, counted in sets and branches looked at: so much in
// all, and so much more for each set.
const (
	hollowWork    = 1 << 26
	hollowWorkOne = 1024
)

// hollowLeaf is the number of sets below which a branch is not cut.
const hollowLeaf = 4

// shell is what must be as great of a set as of another one that lies in it: minus the least
// coordinates, the greatest ones, and the volume.
type shell [7]float64

// shellOf returns the shell of a set that encloses the volume of p, with either sign.
func shellOf(p *d3.MeshPart) shell {
	lo, hi := p.Box.Min, p.Box.Max
	return shell{-lo.X, -lo.Y, -lo.Z, hi.X, hi.Y, hi.Z, math.Abs(p.Volume)}
}

// around reports whether a set of shell s, or one of several whose greatest numbers s are, may be
// around one of shell p, whose volume is less.
func (s *shell) around(p *shell) bool {
	return s[0] >= p[0] && s[1] >= p[1] && s[2] >= p[2] && s[3] >= p[3] && s[4] >= p[4] && s[5] >= p[5] && s[6] > p[6]
}

// shellTree is the tree over shells: a branch is a range of them, cut in the middle.
type shellTree struct {
	shells []shell
	most   []shell // of branch k, whose halves are the branches 2k+1 and 2k+2: the greatest numbers
	left   int     // work that may be spent
}

// newShellTree returns the tree over shells, whose order it changes.
func newShellTree(shells []shell, work int) *shellTree {
	t := &shellTree{shells: shells, left: work}
	t.build(0, 0, len(shells), 0)
	return t
}

// build makes branch k of shells[lo:hi], to be cut by the number axis.
func (t *shellTree) build(k, lo, hi, axis int) {
	if lo == hi {
		return
	}
	for len(t.most) <= k {
		t.most = append(t.most, shell{})
	}
	list := t.shells[lo:hi]
	most := list[0]
	for i := range list {
		for n, x := range &list[i] {
			most[n] = max(most[n], x)
		}
	}
	t.most[k] = most
	if hi-lo <= hollowLeaf {
		return
	}
	slices.SortFunc(list, func(a, b shell) int { return cmp.Compare(b[axis], a[axis]) }) // the greatest first
	mid := (lo + hi) / 2
	next := (axis + 1) % len(most)
	t.build(2*k+1, lo, mid, next)
	t.build(2*k+2, mid, hi, next)
}

// hollow reports whether a set of the tree is around p. It is false, too, where the work that may
// be spent is.
func (t *shellTree) hollow(p *shell) bool { return t.search(0, 0, len(t.shells), p) }

// search is hollow for branch k, of shells[lo:hi].
func (t *shellTree) search(k, lo, hi int, p *shell) bool {
	t.left--
	if lo == hi || t.left < 0 || !t.most[k].around(p) {
		return false
	}
	if hi-lo <= hollowLeaf {
		t.left -= hi - lo
		return slices.ContainsFunc(t.shells[lo:hi], func(s shell) bool { return s.around(p) })
	}
	mid := (lo + hi) / 2
	return t.search(2*k+1, lo, mid, p) || t.search(2*k+2, mid, hi, p)
}

// findInsideOut sets InsideOut, and InsideOutMore where the work that may be spent did not do for
// all.
func (i *Inspection) findInsideOut(work int) {
	var shells []shell
	var inside []int
	for k := range i.Defects.Parts {
		switch p := &i.Defects.Parts[k]; {
		case !p.Closed:
		case p.Volume > 0:
			shells = append(shells, shellOf(p))
		case p.Volume < 0:
			inside = append(inside, k)
		}
	}
	if len(inside) == 0 {
		return
	}
	t := newShellTree(shells, work)
	for _, k := range inside {
		p := shellOf(&i.Defects.Parts[k])
		hollow := t.hollow(&p)
		if i.InsideOutMore = t.left < 0; i.InsideOutMore {
			return
		}
		if !hollow {
			i.InsideOut = append(i.InsideOut, k)
		}
	}
}
