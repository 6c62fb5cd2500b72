package d2

import (
	"cmp"
	"math"
	"slices"
)

// Of two parts of one body that lie side by side, the least way out of one may lead into the other:
// a body that slides from the first onto the second meets the side of the second, where there is no
// surface. The bodies go apart along the normal of the deepest pair of parts. Once they have, a
// part that comes no farther that way is clear, and whatever other way out it has on its own is
// none of the body's. docs/math/manifold.md, "Joined parts".

// sameWay bounds the square of the difference of two normals that are one way out: whatever
// manifolds of one plane's parts differ by is less by far.
const sameWay = 0x1p-40

// keepJoined keeps the manifold mf of the pair that was asked about last.
func (w *partPair) keepJoined(ct Contact, mf Manifold) {
	x := joinedPair{Pair: w.joined.asked, ct: ct, mf: mf}
	x.n = w.f.axes().applyT(mf.Normal)
	if w.flip {
		x.n = x.n.Neg()
	}
	x.f, x.g = w.reachF(x.I, x.n), w.reachG(x.J, x.n)
	w.joined.kept = append(w.joined.kept, x)
}

// reachF returns how far leaf i of F reaches along n, and reachG how far leaf j of G against it, in
// the frame of F but for its origin; +Inf for half-spaces.
func (w *partPair) reachF(i int32, n Vec) float64 {
	if _, plane := slices.BinarySearch(w.fc.planes, i); plane {
		return math.Inf(1)
	}
	return w.fc.along(i, n)
}

func (w *partPair) reachG(j int32, n Vec) float64 {
	switch _, plane := slices.BinarySearch(w.planes(), j); {
	case plane:
		return math.Inf(1)
	case w.gc == nil:
		return 0 // there is no other leaf to compare it with
	}
	return w.gc.along(j, w.rel.back(n).Neg())
}

// yieldJoined yields the manifolds that are kept, but for those that are left out. Of two that each
// leave the other one out the one that comes first in the order goes.
func (w *partPair) yieldJoined(yield func(Contact, Manifold) bool) {
	w.joined.order = w.joined.order[:0]
	for i := range w.joined.kept {
		w.joined.order = append(w.joined.order, int32(i))
	}
	slices.SortStableFunc(w.joined.order, w.deeper)
	slack := float64(0x1p-46 * w.size())
	for _, i := range w.joined.order {
		y := &w.joined.kept[i]
		for _, j := range w.joined.order {
			x := &w.joined.kept[j]
			if x.ct.Distance > y.ct.Distance+slack {
				break
			}
			if w.leaves(x, y, slack) {
				y.gone = true
				break
			}
		}
	}
	for i := range w.joined.kept {
		if x := &w.joined.kept[i]; !x.gone && !yield(x.ct, x.mf) {
			return
		}
	}
}

// deeper orders manifolds by depth, the deepest first.
func (w *partPair) deeper(i, j int32) int {
	return cmp.Compare(w.joined.kept[i].ct.Distance, w.joined.kept[j].ct.Distance)
}

// leaves reports whether the pair x, which is as deep as y or deeper, has a way out along which y
// is clear too, while y's own is another one. They are about one leaf of one body and two members
// of the other. Slack is what rounding does to parts that are level, as in clears, and equally
// deep.
func (w *partPair) leaves(x, y *joinedPair, slack float64) bool {
	if x.gone || x.mf.N == 0 || !(x.n.Sub(y.n).Len2() > sameWay) {
		return false
	}
	switch {
	case x.J == y.J && w.fc.memberOf(x.I) != w.fc.memberOf(y.I):
		return !math.IsInf(x.f, 1) && w.reachF(y.I, x.n) <= x.f+slack
	case x.I == y.I && w.gc.memberOf(x.J) != w.gc.memberOf(y.J):
		return !math.IsInf(x.g, 1) && w.reachG(y.J, x.n) <= x.g+slack
	}
	return false
}
