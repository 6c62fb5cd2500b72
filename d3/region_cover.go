package d3

import (
	"math"
	"slices"
)

// This file joins cells to few parts: sets of cells whose hull holds no point of the shell. Parts
// may overlap, and a cell may be in several.

// lot is a set of plots and the hull of all.
type lot struct {
	hull  *chunk
	plots []int32 // ascending
	kids  [2]*lot // the two that it was joined of; nil of one plot
	age   int32   // changes with the hull

	proved *chunk  // the hull that the rest is about
	final  *chunk  // that hull, grown by what rounding may have cost
	upper  float64 // how far final reaches at most
	stuck  bool
	fresh  bool // pairs with it have not been looked at
}

// coverer looks for few lots that hold all plots.
type coverer struct {
	shell *shell
	plots []*plot
	slack float64 // how far out of a hull a point may be that counts as inside
	near  float64 // how far apart hulls may be that are joined
	lots  []*lot
	heap  []offer
	age   int32
	work  int     // hulls made, weighed by their points
	carve *carver // for plots that are cut
	fine  float64 // plots no longer than this are not
	spent int     // what of work press did
	power float64 // by which power of its volume a joined hull is the better the larger it is
	tick  func() error
}

// offer is a pair of lots that can be joined, and the volume that their hull has and they have not.
type offer struct {
	cost       float64
	a, b       *lot
	ageA, ageB int32
	hull       *chunk
	number     int32
}

func (o *offer) before(p *offer) bool {
	return o.cost < p.cost || o.cost == p.cost && o.number < p.number
}

// push adds an offer to the heap.
func (c *coverer) push(o offer) {
	o.number = int32(c.work)
	h := append(c.heap, o)
	i := len(h) - 1
	for i > 0 && o.before(&h[(i-1)/2]) {
		h[i] = h[(i-1)/2]
		i = (i - 1) / 2
	}
	h[i] = o
	c.heap = h
}

// pop removes the least offer of the heap.
func (c *coverer) pop() offer {
	h := c.heap
	head, e := h[0], h[len(h)-1]
	h = h[:len(h)-1]
	i := 0
	for {
		k := 2*i + 1
		if k+1 < len(h) && h[k+1].before(&h[k]) {
			k++
		}
		if k >= len(h) || !h[k].before(&e) {
			break
		}
		h[i] = h[k]
		i = k
	}
	if len(h) > 0 {
		h[i] = e
	}
	c.heap = h
	return head
}

// apart reports whether the boxes of two hulls are farther apart than near.
func (c *coverer) apart(a, b *chunk) bool {
	return a.lo.X-b.hi.X > c.near || b.lo.X-a.hi.X > c.near ||
		a.lo.Y-b.hi.Y > c.near || b.lo.Y-a.hi.Y > c.near ||
		a.lo.Z-b.hi.Z > c.near || b.lo.Z-a.hi.Z > c.near
}

// joinPoints is how many points make a hull count once more.
const joinPoints = 128

// join returns the hull of two, nil where it is none of a part.
func (c *coverer) join(a, b *chunk) *chunk {
	c.work += 1 + (len(a.points)+len(b.points))/joinPoints
	h := hullOfBoth(a, b)
	if h.solid() && c.shell.meets(h) {
		return nil
	}
	return h
}

// begin makes one lot of each plot.
func (c *coverer) begin() {
	for i := range c.plots {
		c.lots = append(c.lots, c.single(int32(i)))
	}
}

// single returns the lot of one plot.
func (c *coverer) single(i int32) *lot {
	c.age++
	p := c.plots[i]
	return &lot{hull: p.hull, plots: []int32{i}, age: c.age, stuck: p.stuck, fresh: true}
}

// propose pushes the pair of a and b if they can be joined.
func (c *coverer) propose(a, b *lot) {
	if c.apart(a.hull, b.hull) {
		return
	}
	if h := c.join(a.hull, b.hull); h != nil {
		cost := h.volume - a.hull.volume - b.hull.volume
		switch c.power {
		case 1:
			cost /= h.volume
		case 0.5:
			cost /= math.Sqrt(h.volume)
		}
		c.push(offer{cost, a, b, a.age, b.age, h, 0})
	}
}

// gather joins pairs, the one that wastes least first, until none can be joined.
func (c *coverer) gather() error {
	c.heap = c.heap[:0]
	for i, a := range c.lots {
		for _, b := range c.lots[:i] {
			if a.fresh || b.fresh {
				c.propose(b, a)
			}
		}
		if err := c.tick(); err != nil {
			return err
		}
	}
	for _, l := range c.lots {
		l.fresh = false
	}
	if err := c.drain(); err != nil {
		return err
	}
	near := c.near
	c.near = math.Inf(1) // those apart may be joined through what lies between
	defer func() { c.near = near }()
	if len(c.lots) <= farLots {
		for i, a := range c.lots {
			for _, b := range c.lots[:i] {
				c.propose(b, a)
			}
		}
		return c.drain()
	}
	return nil
}

// farLots is how many lots are compared each with each, however far apart they are.
const farLots = 48

// drain joins pairs until none is left.
func (c *coverer) drain() error {
	for len(c.heap) > 0 {
		o := c.pop()
		if o.a.age != o.ageA || o.b.age != o.ageB {
			continue
		}
		if err := c.tick(); err != nil {
			return err
		}
		l := c.absorb(c.joined(o.a, o.b, o.hull))
		c.lots = append(slices.DeleteFunc(c.lots, func(l *lot) bool { return l.age < 0 }), l)
		for _, other := range c.lots[:len(c.lots)-1] {
			c.propose(other, l)
		}
	}
	return nil
}

// joined returns the lot of two, which are lots no more.
func (c *coverer) joined(a, b *lot, hull *chunk) *lot {
	l := c.ofTwo(a, b, hull)
	a.age, b.age = -1, -1
	return l
}

// ofTwo returns the lot of two with the hull of both.
func (c *coverer) ofTwo(a, b *lot, hull *chunk) *lot {
	c.age++
	return &lot{hull: hull, plots: union32(a.plots, b.plots), kids: [2]*lot{a, b}, age: c.age}
}

// absorb returns a with the lots that lie in its hull.
func (c *coverer) absorb(a *lot) *lot {
	for _, l := range c.lots {
		if l.age >= 0 && a.hull.holds(l.hull.points, c.slack) {
			a = c.joined(a, l, a.hull)
		}
	}
	return a
}

// undo appends the largest lots that l was joined of and that hold no point of the shell.
func (c *coverer) undo(out []*lot, l *lot) []*lot {
	if l.kids[0] != nil && (!l.hull.solid() || c.shell.meets(l.hull)) {
		return c.undo(c.undo(out, l.kids[0]), l.kids[1])
	}
	c.age++
	return append(out, &lot{hull: l.hull, plots: l.plots, kids: l.kids, age: c.age, fresh: true})
}

// union32 returns the elements of two ascending lists.
func union32(a, b []int32) []int32 {
	out := make([]int32, 0, len(a)+len(b))
	out = append(append(out, a...), b...)
	slices.Sort(out)
	return slices.Compact(out)
}

// thin takes away lots as long as the plots of one can be given to others.
func (c *coverer) thin() error {
	for {
		slices.SortStableFunc(c.lots, func(a, b *lot) int { return len(a.plots) - len(b.plots) })
		done := true
		for i := range c.lots {
			if err := c.tick(); err != nil {
				return err
			}
			if c.spread(i) {
				done = false
				break
			}
		}
		if done {
			return nil
		}
	}
}

// give gives a plot to the best of the lots but i; it returns false where none can take it.
func (c *coverer) give(now []*lot, i int, p int32) bool {
	x := c.single(p)
	best, at := math.Inf(1), -1
	var hull *chunk
	for k, l := range now {
		if k == i || c.apart(l.hull, x.hull) {
			continue
		}
		if l.hull.holds(x.hull.points, c.slack) {
			at, hull = k, l.hull
			break
		}
		h := c.join(l.hull, x.hull)
		if h == nil {
			continue
		}
		if v := h.volume - l.hull.volume; v < best {
			best, at, hull = v, k, h
		}
	}
	if at < 0 {
		return false
	}
	now[at] = c.ofTwo(now[at], x, hull)
	return true
}

// spread gives the plots of lot i to others, and takes it away; it returns false, and changes
// nothing, where one finds no place.
func (c *coverer) spread(i int) bool {
	now := slices.Clone(c.lots)
	for _, p := range c.lots[i].plots {
		if !c.give(now, i, p) {
			return false
		}
	}
	c.lots = slices.Delete(now, i, i+1)
	return true
}
