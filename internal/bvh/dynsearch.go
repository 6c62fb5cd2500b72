package bvh

import "math"

// The searches of a dynamic tree call a function for each item they find and allocate nothing. A
// tree must not change while it is searched; any number of goroutines may search at once.

// roots writes the roots that have items on the stack and returns their number.
func (t *Dynamic[B]) roots(stack []int32) int {
	n := 0
	for r := 1; r >= 0; r-- {
		if t.count[r] > 0 {
			stack[n] = int32(r)
			n++
		}
	}
	return n
}

// Within calls visit for each item whose box meets a box, in the order of the tree, until it
// returns false. It reports whether all were visited.
func (t *Dynamic[B]) Within(box *B, visit func(item int32) bool) bool {
	var stack [tallest + 10]int32
	s := spanOf(&t.grid, box)
	// At the head of every turn each item that is still to come is below a node on the stack.
	for top := t.roots(stack[:]); top > 0; {
		top--
		n := &t.nodes[stack[top]]
		if !meet[B](n.span, s) {
			continue
		}
		if n.n == 0 {
			stack[top], stack[top+1] = n.down+1, n.down
			top += 2
			continue
		}
		b := &t.blocks[n.down]
		for j := range n.n {
			o := b.spans[j]
			if !meet[B](o, s) {
				continue
			}
			if t.fat > 0 || !deep[B](o, s) {
				if c := &t.boxes[b.items[j]]; !meetXY(c, box) || !meetLast(c, box) {
					continue
				}
			}
			if !visit(b.items[j]) {
				return false
			}
		}
	}
	return true
}

// Across calls visit for each pair of an item of t and one of o whose boxes meet, until it returns
// false. It reports whether all were visited.
//
// The trees lie on different grids: each item of the smaller tree is a search in the other one, in
// the order of its tree, so that searches in a row go the same way.
func (t *Dynamic[B]) Across(o *Dynamic[B], visit func(i, j int32) bool) bool {
	if o.Len() < t.Len() {
		return o.Across(t, func(j, i int32) bool { return visit(i, j) })
	}
	var stack [tallest + 10]int32
	var i int32
	found := func(j int32) bool { return visit(i, j) }
	for top := t.roots(stack[:]); top > 0; {
		top--
		n := &t.nodes[stack[top]]
		if n.n == 0 {
			stack[top], stack[top+1] = n.down+1, n.down
			top += 2
			continue
		}
		for _, i = range t.blocks[n.down].items[:n.n] {
			if !o.Within(&t.boxes[i], found) {
				return false
			}
		}
	}
	return true
}

// Gap2 returns the square of the distance of two boxes, 0 where they meet, rounded: from the first
// axis to the last.
func Gap2[B Box](a, b *B) float64 {
	h := len(*a) / 2
	sum := 0.0
	for k := range h {
		g := (*a)[k] - (*b)[h+k]
		if f := (*b)[k] - (*a)[h+k]; f > g {
			g = f
		}
		if g > 0 {
			sum += float64(g * g)
		}
	}
	return sum
}

// Nearest calls visit for items and the squares of the distances of their boxes from a box, Gap2,
// nearer ones first as far as boxes tell: all of those up to limit, a square too. visit returns the
// limit from then on, no greater than before; below 0 ends the search.
func (t *Dynamic[B]) Nearest(box *B, limit float64, visit func(item int32, gap2 float64) float64) {
	var stack [tallest + 10]entry
	var g ray
	from(&g, t, box)
	for root := range int32(2) {
		if t.count[root] == 0 {
			continue
		}
		g.open = root == 1 || t.out > 0
		stack[0] = entry{a: root}
		// At the head of every turn each item that is still to come is below a node on the stack.
		for top := 1; top > 0; {
			top--
			e := stack[top]
			if !(e.bound <= limit) {
				continue
			}
			n := &t.nodes[e.a]
			if n.n == 0 {
				near := entry{gapSpan(&g, box, t.nodes[n.down].span), n.down, 0}
				far := entry{gapSpan(&g, box, t.nodes[n.down+1].span), n.down + 1, 0}
				if far.bound < near.bound {
					near, far = far, near
				}
				stack[top], stack[top+1] = far, near
				top += 2
				continue
			}
			b := &t.blocks[n.down]
			for j := range n.n {
				if !(gapSpan(&g, box, b.spans[j]) <= limit) {
					continue
				}
				if d := Gap2(&t.boxes[b.items[j]], box); d <= limit {
					limit = visit(b.items[j], d)
				}
			}
		}
	}
}

// from sets g up for gapSpan: start and end are the ends of the box in cells, less and more the
// rounding, rate is the length of a cell. The end of a span is one cell above its integer.
//
// A place on the grid is off by 2u of itself and of the base in cells, 4u of which is the pad.
func from[B Box](g *ray, t *Dynamic[B], box *B) {
	h := len(*box) / 2
	for k := range h {
		base := float64(t.grid.base[k] * t.grid.scale)
		lo := float64(((*box)[k]-t.grid.base[k])*t.grid.scale) + margin[B]()
		hi := float64(((*box)[h+k]-t.grid.base[k])*t.grid.scale) + margin[B]()
		pad := float64(0x1p-51*(max(math.Abs(lo), math.Abs(hi))+math.Abs(base)+float64(most[B]()))) + 0x1p-1000
		g.start[k], g.end[k] = (lo-1)-pad, hi+pad
	}
	g.rate[0] = 1 / t.grid.scale
	if t.grid.bent {
		g.grid = &t.grid
	}
}

// gapSpan returns a lower bound of Gap2 for the boxes of a span.
func gapSpan[B Box](g *ray, box *B, s span) float64 {
	if g.grid != nil {
		around := boxOf[B](g.grid, s)
		return float64(Gap2(&around, box) * (1 - 0x1p-48))
	}
	w := fieldBits[B]() + 1
	sum := 0.0
	for k := range 64 / w {
		lo, hi := float64(int64(s.lo>>(k*w)&most[B]())), float64(int64(s.hi>>(k*w)&most[B]()))
		if g.open {
			if lo == 0 {
				lo = math.Inf(-1)
			}
			if hi == float64(most[B]()) {
				hi = math.Inf(1)
			}
		}
		gap := lo - g.end[k]
		if f := g.start[k] - hi; f > gap {
			gap = f
		}
		if gap > 0 {
			gap *= g.rate[0]
			sum += float64(gap * gap)
		}
	}
	return float64(sum * (1 - 0x1p-48))
}
