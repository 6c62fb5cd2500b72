package d3

import (
	"cmp"
	"slices"
)

// This file cuts plots to fit lots. A lot ends inside a plot, as far as the concavity goes, so that
// a ring needs no more lots than its angle asks for. A lot that is needed only for little is taken
// away: others take what it holds, in pieces.

// The cuts of a plot that does not fit.
const (
	refineSweep = 0.25  // of the length of a plot must fit a lot that grows
	refinePress = 0.125 // and one that takes over another's
	refineSteps = 4     // looks for more
)

// press takes away lots as long as the plots of one can be given to others, cut where they have to
// be, until the work comes to limit.
func (c *coverer) press(limit int) (fewer bool, err error) {
	start := c.work
	for i, left := 0, len(c.lots); left > 0 && c.work < limit; left-- {
		if err := c.tick(); err != nil {
			return false, err
		}
		if c.dissolve(i) {
			fewer, left = true, len(c.lots)+1
		} else {
			i++
		}
		if i >= len(c.lots) {
			i = 0
		}
	}
	c.spent += c.work - start
	return fewer, nil
}

// dissolve gives the plots of lot i to others, in pieces if need be, and takes it away; it returns
// false, and changes nothing, where a piece finds no place.
func (c *coverer) dissolve(i int) bool {
	now := slices.Clone(c.lots)
	had := len(c.plots)
	todo := slices.Clone(c.lots[i].plots)
	slices.SortStableFunc(todo, func(a, b int32) int { // what is least likely to find a place
		return cmp.Compare(c.plots[b].hull.volume, c.plots[a].hull.volume)
	})
	for len(todo) > 0 {
		p := todo[0]
		todo = todo[1:]
		if c.give(now, i, p) {
			continue
		}
		x := c.plots[p]
		best, axis, at, ok := 0.0, int8(0), 0.0, false
		if x.length() > c.fine && len(c.plots) < sweepMost {
			for k, l := range now {
				if k == i || c.away(l.hull, x.hull) {
					continue
				}
				if a, w, v, fits := c.most(l.hull, x, refinePress); fits && v > best {
					best, axis, at, ok = v, a, w, true
				}
			}
		}
		if !ok {
			c.plots = c.plots[:had]
			return false
		}
		todo = append(todo, c.cutPlot(x, axis, at)...)
	}
	c.lots = slices.Delete(now, i, i+1)
	return true
}

// cutPlot adds the two plots on either side of a plane through x, and returns their numbers.
func (c *coverer) cutPlot(x *plot, axis int8, at float64) (out []int32) {
	l, r := c.carve.cut(x, axis, at)
	for _, half := range [2]*plot{l, r} {
		if !half.empty() {
			out = append(out, int32(len(c.plots)))
			c.plots = append(c.plots, half)
		}
	}
	return out
}

// away reports whether the boxes of two hulls have no point in common.
func (c *coverer) away(a, b *chunk) bool {
	s := c.slack
	return a.lo.X-b.hi.X > s || b.lo.X-a.hi.X > s ||
		a.lo.Y-b.hi.Y > s || b.lo.Y-a.hi.Y > s ||
		a.lo.Z-b.hi.Z > s || b.lo.Z-a.hi.Z > s
}

// most returns the plane that leaves the greatest piece of x that fits a body, and its volume. A
// piece of the first share of the length of x is tried first, on each side of it. ok is false where
// no piece of about that share of the volume fits.
func (c *coverer) most(body *chunk, x *plot, first float64) (axis int8, at, best float64, ok bool) {
	best = float64(0.8 * first * x.hull.volume)
	for k := range int8(3) {
		lo, hi := x.hull.lo.along(k), x.hull.hi.along(k)
		if hi-lo <= c.fine {
			continue
		}
		for side := range 2 {
			a, b, f := 0.0, 1.0, first // the share a fits, b does not
			for range refineSteps {
				cut := lo + float64((hi-lo)*f)
				if side == 1 {
					cut = hi - float64((hi-lo)*f)
				}
				piece, other := c.carve.halves(x, k, cut)
				if side == 1 {
					piece = other
				}
				if len(piece.points) > 0 && c.join(body, piece) != nil {
					a = f
					if piece.volume > best {
						best, axis, at, ok = piece.volume, k, cut, true
					}
				} else if b = f; a == 0 {
					break
				}
				f = float64(0.5 * (a + b))
			}
		}
	}
	return axis, at, best, ok
}
