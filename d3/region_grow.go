package d3

import (
	"cmp"
	"math"
	"slices"
)

// This file finds few lots another way than by joining pairs: a sweep goes over the plots in one
// direction. From the first plot that no lot holds a lot grows, plot by plot, until no more fits.
// What is long and thin is so cut into the longest pieces, and what is like a shell into patches
// beside each other.

// grower is the work on one lot that grows.
type grower struct {
	c    *coverer
	lot  *lot
	list []growth // what it may take
}

// growth is a plot that a lot may take, and what it cost the lot as it was when hull was made.
type growth struct {
	cost float64
	plot int32
	hull *chunk
	of   *chunk // the hull of the lot then
}

// sweepWays are the directions of the sweeps.
var sweepWays = [...]Vec{{1, 0.0625, 0.03125}, {0.03125, -1, -0.0625}, {-0.0625, 0.03125, -1}}

// The limits of the sweeps.
const (
	sweepMost  = 4000 // plots
	sweepWork  = 300  // hulls for each lot of the best way so far, weighed by their points
	sweepPlots = 13   // plots for each lot of the best way so far
)

// sweeps sets the lots to the fewest that the sweeps find, if they are fewer than most.
func (c *coverer) sweeps(most int) (fewer bool, err error) {
	if len(c.plots) > sweepMost {
		return false, nil
	}
	var best []*lot
	first, plots, limit := c.lots, c.plots, c.work+sweepWork*most
	for _, way := range sweepWays {
		c.lots, c.plots = first, plots[:len(plots):len(plots)] // appending copies
		list, err := c.sweep(way, most, limit)
		if err != nil {
			return false, err
		}
		if list != nil {
			best = list
			break
		}
	}
	if best != nil {
		c.lots = best
	} else {
		c.plots = plots
	}
	return best != nil, nil
}

// sweep returns lots that hold all plots of the lots of c, found in a direction: nil where they
// would be most or more, or the work comes to limit.
func (c *coverer) sweep(way Vec, most, limit int) ([]*lot, error) {
	var plots []int32
	for _, l := range c.lots {
		plots = union32(plots, l.plots)
	}
	height := make([]float64, len(c.plots))
	for _, p := range plots {
		h := c.plots[p].hull
		height[p] = way.Dot(h.lo.Add(h.hi))
	}
	var out []*lot
	for len(plots) > 0 {
		if len(out)+1 >= most || c.work > limit {
			return nil, nil
		}
		for len(height) < len(c.plots) {
			h := c.plots[len(height)].hull
			height = append(height, way.Dot(h.lo.Add(h.hi)))
		}
		slices.SortStableFunc(plots, func(a, b int32) int { return cmp.Compare(height[a], height[b]) })
		g := grower{c: c, lot: c.single(plots[0])}
		left, err := g.grow(plots[1:])
		if err != nil {
			return nil, err
		}
		out = append(out, g.lot)
		plots = left
	}
	return out, nil
}

// grow lets the lot grow over plots, and returns those that it does not hold.
func (g *grower) grow(plots []int32) (left []int32, err error) {
	gone := map[int32]bool{}
	seen, whole := map[int32]bool{}, map[int32]bool{}
	for {
		for _, p := range plots {
			if seen[p] || g.c.apart(g.lot.hull, g.c.plots[p].hull) {
				continue
			}
			seen[p] = true
			g.offer(p)
		}
		if len(g.list) == 0 {
			more, err := g.refine(plots, gone, whole)
			if err != nil {
				return nil, err
			}
			if more == nil {
				break
			}
			plots = more
			continue
		}
		if err := g.c.tick(); err != nil {
			return nil, err
		}
		best := g.take()
		if best.hull == nil {
			continue
		}
		gone[best.plot] = true
		g.lot = g.c.ofTwo(g.lot, g.c.single(best.plot), best.hull)
	}
	for _, p := range plots {
		if !gone[p] {
			left = append(left, p)
		}
	}
	return left, nil
}

// offer puts plot p on the list, unless it does not fit: then it never will.
func (g *grower) offer(p int32) {
	x := g.c.plots[p].hull
	hull := g.lot.hull
	cost := math.Inf(-1)
	if !hull.holds(x.points, g.c.slack) {
		if hull = g.c.join(hull, x); hull == nil {
			return
		}
		cost = hull.volume - g.lot.hull.volume - x.volume
	}
	g.list = append(g.list, growth{cost, p, hull, g.lot.hull})
}

// take removes the cheapest plot from the list, its hull nil where it does not fit any more. Costs
// are those of smaller hulls: the least is computed anew until it is still the least.
func (g *grower) take() growth {
	for len(g.list) > 0 {
		at := 0
		for i := range g.list {
			if g.list[i].cost < g.list[at].cost {
				at = i
			}
		}
		best := g.list[at]
		last := len(g.list) - 1
		g.list[at] = g.list[last]
		g.list = g.list[:last]
		if best.of == g.lot.hull {
			return best
		}
		g.offer(best.plot)
	}
	return growth{}
}

// refine cuts the plots that did not fit but are beside the lot where the most of one fits, and
// returns the list with what they are now: nil where none is.
func (g *grower) refine(plots []int32, gone, whole map[int32]bool) (out []int32, err error) {
	cut := false
	for _, p := range plots {
		x := g.c.plots[p]
		if gone[p] || whole[p] || x.length() <= g.c.fine || len(g.c.plots) >= sweepMost || g.c.away(g.lot.hull, x.hull) {
			out = append(out, p)
			continue
		}
		if err := g.c.tick(); err != nil {
			return nil, err
		}
		axis, at, _, ok := g.c.most(g.lot.hull, x, refineSweep)
		if !ok {
			whole[p] = true
			out = append(out, p)
			continue
		}
		cut = true
		out = append(out, g.c.cutPlot(x, axis, at)...)
	}
	if !cut {
		return nil, nil
	}
	return out, nil
}
