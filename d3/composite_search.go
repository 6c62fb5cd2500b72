package d3

import "math"

// Which pair of parts comes next: pairs come in the order of a lower bound of their signed distance
// from the boxes of two trees. docs/math/compound.md.

// lead makes the search begin along the normal of the hulls, where they are apart, and leave out
// what is farther apart than two corners that are near each other.
func (w *partPair) lead() {
	q := &w.search
	if q.facets.f == nil || w.only.on || w.listing {
		return
	}
	h, k := outlinesOf(w.fc, w.gc)
	if h == nil {
		return
	}
	if n, upper, ok := q.outlines.lead(h, k, &w.rel); ok {
		w.toward(n)
		q.facets.upper = upper + q.facets.pad
	}
}

// spare reports whether part i of F and part j of G, no half-spaces, need not be asked about now:
// they are farther apart than the limit, or wait.
func (w *partPair) spare(i, j int32, limit float64) bool {
	q := &w.search
	if q.facets.f == nil {
		return w.found.Some && w.gap(i, j) > limit
	}
	before := q.facets.upper
	out := q.facets.judge(i, j, q.aim.n, limit)
	if out == facetsWait && q.facets.upper < before {
		q.aim.n = q.facets.n
		q.pairs.Toward([3]float64{q.aim.n.X, q.aim.n.Y, q.aim.n.Z})
	}
	return out != facetsUnsure
}

// turn makes the normal of the best pair the aim of the search.
func (w *partPair) turn() {
	w.toward(w.best.Normal)
}

// toward makes n, about a unit vector from F to G, the aim of the search.
func (w *partPair) toward(n Vec) {
	q := &w.search
	at := w.rel.at()
	if !q.boxed {
		q.pairs.Toward([3]float64{n.X, n.Y, n.Z})
	}
	q.aim = aim{n: n, ahead: -float64(aimPad * unit * w.size())}
	switch {
	case w.gc != nil:
		q.aim.back = w.rel.back(n).Neg()
		q.aim.ahead += n.Dot(at)
	case w.g.kind != kindHalfSpace:
		q.aim.alone = w.part(0).along(n.Neg())
	}
}

// gap returns how far the aim separates part i of F and part j of G, no half-spaces: a lower bound
// of their signed distance.
func (w *partPair) gap(i, j int32) float64 {
	q := &w.search
	near := q.aim.alone
	if w.gc != nil {
		near = w.gc.along(j, q.aim.back)
	}
	return q.aim.ahead - near - w.fc.along(i, q.aim.n)
}

// startSearch starts the search among the parts that are no half-spaces. A convex body has a tree
// of its own, over the box of its core in the frame of F: a distance less the margin is a tighter
// bound than that from the box of the grown body.
func (w *partPair) startSearch() {
	q := &w.search
	q.aim.n, q.facets.f, q.facets.upper = Vec{}, nil, math.Inf(1)
	if q.boxed = false; w.gc == nil {
		w.alongside()
		return
	}
	var rot [3][3]float64
	var at [3]float64
	for i := range 3 {
		at[i] = w.rel.p[i].Hi
		for k := range 3 {
			rot[i][k] = w.rel.m[i][k].Hi
		}
	}
	q.facets.start(w.fc.facets, w.gc.facets, &w.rel, w.size())
	q.pairs.StartTurned(&w.fc.tree, &w.gc.tree, w.fc.turned, w.gc.turned, &rot, at, w.rel.off())
}

// alongside is startSearch where G is no compound.
func (w *partPair) alongside() {
	q := &w.search
	if w.g.kind == kindHalfSpace {
		w.single.Build(nil)
		q.pairs.Start(&w.fc.tree, &w.single, &unturned, [3]float64{}, 0)
		return
	}
	p := w.part(0)
	box := p.coreBox()
	w.single.Single(box.Array())
	off := p.grown()
	if !w.fc.tree.Bounded() || !w.single.Bounded() || !(alikeSize*big1(box.Size()) <= big1(w.fc.box.Size())) {
		q.pairs.Start(&w.fc.tree, &w.single, &unturned, [3]float64{}, off)
		return
	}
	mid, side := box.Min.Add(box.Max).Scale(0.5), box.Max.Sub(box.Min)
	q.boxed = true
	q.reachPad = off + float64(nearBox*unit*(w.single.Reach()+w.fc.tree.Reach())) + 0x1p-500
	q.lone.StartBox(w.fc.around(), &[3]float64{mid.X, mid.Y, mid.Z}, &[3]float64{side.X, side.Y, side.Z})
}

// next returns one more pair of parts, no half-spaces, that may be as near as the limit.
func (w *partPair) next(limit float64) (i, j int32, ok bool) {
	q := &w.search
	if q.boxed {
		if i, ok = q.lone.Next(limit + q.reachPad); !ok {
			return 0, 0, false
		}
		return w.fc.item(i), 0, true
	}
	if i, j, _, ok = q.pairs.Next(limit); !ok {
		return 0, 0, false
	}
	return w.fc.item(i), w.itemOfG(j), true
}

// unturned is the matrix of no rotation.
var unturned = [3][3]float64{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}
