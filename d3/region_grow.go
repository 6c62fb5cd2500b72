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
	sweepPlots = 13   // plots for each lot of the best way so far
)

// sweeps sets the lots to the fewest that the sweeps find, if they are fewer than most.
func (c *coverer) sweeps(most int) (fewer bool, err error) {
	if len(c.plots) > sweepMost {
		return false, nil
	}
	var best []*lot
	for _, way := range sweepWays {
		list, err := c.sweep(way, most)
		if err != nil {
			return false, err
		}
		if list != nil {
			best, most = list, len(list)
		}
	}
	if best != nil {
		c.lots = best
	}
	return best != nil, nil
}

// sweep returns lots that hold all plots of the lots of c, found in a direction: nil where they
// would be most or more.
func (c *coverer) sweep(way Vec, most int) ([]*lot, error) {
	var plots []int32
	for _, l := range c.lots {
		plots = union32(plots, l.plots)
	}
	height := make([]float64, len(c.plots))
	for _, p := range plots {
		h := c.plots[p].hull
		height[p] = way.Dot(h.lo.Add(h.hi))
	}
	slices.SortStableFunc(plots, func(a, b int32) int { return cmp.Compare(height[a], height[b]) })
	var out []*lot
	for len(plots) > 0 {
		if len(out)+1 >= most {
			return nil, nil
		}
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
	seen := map[int32]bool{}
	for {
		for _, p := range plots {
			if seen[p] || g.c.apart(g.lot.hull, g.c.plots[p].hull) {
				continue
			}
			seen[p] = true
			g.offer(p)
		}
		if len(g.list) == 0 {
			break
		}
		if err := g.c.tick(); err != nil {
			return nil, err
		}
		best := g.take()
		if best.hull == nil {
			continue
		}
		gone[best.plot] = true
		g.c.age++
		x := &lot{hull: g.c.plots[best.plot].hull, plots: []int32{best.plot}, stuck: g.c.plots[best.plot].stuck}
		g.lot = &lot{hull: best.hull, plots: union32(g.lot.plots, x.plots), kids: [2]*lot{g.lot, x}, age: g.c.age}
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
