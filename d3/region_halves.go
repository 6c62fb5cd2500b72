package d3

import (
	"cmp"
	"slices"
)

// This file looks for the two parts of a solid that is all but convex: what lies on either side of
// a plane, one through its dents (region_dents.go) or one across an axis. It is quick, as it needs
// no cells and no shell. docs/math/convex.md.

// How many planes across an axis are tried: some at folds, where cuts often leave nothing over, and
// then as many in the middle as narrow the interval to 2^-halvesMiddles of the side.
const (
	halvesFolds   = 4
	halvesMiddles = 9
)

// halves returns two lots, with their proofs, that reach no farther than limit; nil where it finds
// none. The hull of the solid holds the points worse, which lie farther out. Where the surface
// bends inward across an axis, planes across axes come first, as they may leave nothing over.
func (d *decomposer) halves(limit float64, worse []Vec) ([]*lot, error) {
	d.carve = carver{s: d.s, fold: d.folds, tick: d.tick}
	if len(d.folds) == 0 {
		if lots, err := d.dented(limit, &worse); lots != nil || err != nil {
			return lots, err
		}
	}
	root := d.carve.root()
	folds := d.carve.foldsIn(root.hull)
	side := root.hull.hi.Sub(root.hull.lo)
	axes := []int8{0, 1, 2} // the longest first
	slices.SortStableFunc(axes, func(a, b int8) int { return cmp.Compare(side.along(b), side.along(a)) })
	for _, axis := range axes {
		if lots, err := d.across(root, axis, folds[axis], limit, &worse); lots != nil || err != nil {
			return lots, err
		}
	}
	if len(d.folds) > 0 {
		return d.dented(limit, &worse)
	}
	return nil, nil
}

// across is halves for planes across one axis. To worse it adds points that are found too far out.
//
// The hull of what lies below a plane grows as the plane goes up: once it holds a point too far
// out, it does from there on, and so does that of what lies above on the way down. So the planes
// that will do are an interval, which halving finds unless it is short.
func (d *decomposer) across(
	root *plot, axis int8, folds []foldAt, limit float64, worse *[]Vec,
) ([]*lot, error) {
	lo, hi := root.hull.lo.along(axis), root.hull.hi.along(axis)
	// At the head of every turn all planes that will do lie between lo and hi.
	for step := range halvesFolds + halvesMiddles {
		at, most := float64(0.5*(lo+hi)), 0.0
		for _, f := range folds {
			if step < halvesFolds && lo < f.x && f.x < hi && f.weight > most {
				at, most = f.x, f.weight
			}
		}
		l, r := d.carve.cut(root, axis, at)
		below := l.hull.holdsOne(*worse) || !r.hull.solid()
		above := r.hull.holdsOne(*worse) || !l.hull.solid()
		if !below && !above {
			lots := d.two(l, r, limit)
			if len(lots) == 2 {
				return lots, d.ctx.Err()
			}
			*worse = append(*worse, d.reach.worse...)
			below, above = len(lots) == 0, len(lots) == 1
		}
		if err := d.tick(); err != nil {
			return nil, err
		}
		switch {
		case below && above:
			return nil, nil
		case below:
			hi = at
		default:
			lo = at
		}
	}
	return nil, nil
}

// two returns lots of l and r up to the first that reaches farther than limit.
func (d *decomposer) two(l, r *plot, limit float64) (lots []*lot) {
	d.cover = coverer{plots: []*plot{l, r}}
	for i, x := range d.cover.plots {
		m := d.cover.single(int32(i))
		m.proved, m.final = x.hull, d.grown(m)
		if _, m.upper = d.reach.reach(m.final, limit, limit); m.upper > limit {
			break
		}
		lots = append(lots, m)
	}
	return lots
}

// holdsOne reports whether one of the points lies in b.
func (b *chunk) holdsOne(points []Vec) bool {
	return slices.ContainsFunc(points, func(p Vec) bool { return b.solid() && b.holds([]Vec{p}, 0) })
}
