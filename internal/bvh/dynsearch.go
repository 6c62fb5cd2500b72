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

// ray is a moving box in the terms of the grid: it reaches integer q of axis k at the parameter
// q rate[k] + start[k] or later, and leaves it at q rate[k] + end[k] or earlier.
type ray struct {
	rate, start, end [3]float64
	ahead            uint64 // all bits of the axes along which it does not move toward lesser integers
	open             bool   // the first and the last cell hold all that lies beyond them
	odd              bool   // open or bent, or some rate is 0 or beyond the range of doubles
	grid             *grid  // where it is bent, else nil
	dir              [3]float64
	swept            span // of all it meets up to the first limit

	// in space, the same in whole numbers, for most rays: of parameters times unit
	fixed             bool
	unit              float64
	step, enter, exit [3]int64
}

// aim sets up r. A box from lo to hi is met from (lo - far end)/dir on, until (hi - near end)/dir.
//
// With u = 2^-53, the rounding of rate, of its product with an integer below 2^31, of the products
// with the inverse and of the sums is below 6u of 2^31 rate and of low or high: the pad is 8u of
// both.
func aim[B Box](r *ray, t *Dynamic[B], box *B, dir *[3]float64, limit float64) {
	h := len(*box) / 2
	w := fieldBits[B]() + 1
	cell := 1 / t.grid.scale
	swept := *box
	for k := range h {
		d := dir[k]
		if d >= 0 {
			r.ahead |= (1<<w - 1) << (uint(k) * w)
		}
		if d == 0 {
			r.rate[k], r.start[k], r.end[k], r.odd = 0, math.Inf(-1), math.Inf(1), true
			continue
		}
		reach := float64(limit * d)
		reach += float64(0x1p-50*reach) + math.Copysign(0x1p-1000, d)
		if d < 0 {
			swept[k] = swept[k] + reach
			swept[k] -= float64(0x1p-50 * math.Abs(swept[k]))
		} else {
			swept[h+k] = swept[h+k] + reach
			swept[h+k] += float64(0x1p-50 * math.Abs(swept[h+k]))
		}
		inverse := 1 / d
		rate := float64(cell * inverse)
		shift := float64(margin[B]() * rate)
		low := float64((t.grid.base[k]-(*box)[h+k])*inverse) - shift
		high := float64((t.grid.base[k]-(*box)[k])*inverse) - shift
		pad := float64(0x1p-50*(float64(float64(most[B]())*math.Abs(rate))+max(math.Abs(low), math.Abs(high)))) + 0x1p-1000
		if r.rate[k] = rate; d < 0 {
			r.start[k], r.end[k] = (rate+high)-pad, low+pad
		} else {
			r.start[k], r.end[k] = low-pad, (rate+high)+pad
		}
		if x := r.start[k] - r.end[k]; x-x != 0 {
			r.odd = true
		}
	}
	r.swept = spanOf(&t.grid, &swept)
	if r.dir = *dir; t.grid.bent {
		r.grid, r.odd = &t.grid, true
	}
	if h == 3 && !r.odd {
		r.fix()
	}
}

// fix sets up the whole numbers of r, where they are within range: products and sums of them are
// faster than those of doubles, to which each coordinate would have to be converted.
//
// The unit makes the least of the rates 2^32 to 2^33. A rate, rounded, is off by at most 1/2, its
// product with a coordinate below 2^20 by 2^19, and start and end, rounded, by 1: the pad is 2^20,
// less than a thousandth of a cell.
func (r *ray) fix() {
	least, most := math.Inf(1), 0.0
	for k := range 3 {
		least, most = min(least, math.Abs(r.rate[k])), max(most, math.Abs(r.rate[k]))
	}
	_, e := math.Frexp(least) // 2^(e-1) <= least < 2^e
	if e < -900 || e > 900 {
		return
	}
	r.unit = math.Ldexp(1, 33-e)
	r.fixed = float64(most*r.unit) < 0x1p42
	for k := range 3 {
		start, end := float64(r.start[k]*r.unit), float64(r.end[k]*r.unit)
		if !(math.Abs(start) < 0x1p61 && math.Abs(end) < 0x1p61) {
			r.fixed = false
			return
		}
		r.step[k] = int64(math.RoundToEven(float64(r.rate[k] * r.unit)))
		r.enter[k], r.exit[k] = int64(start)-1<<20, int64(end)+1<<20
	}
}

// parameter returns x as reachSpan compares it: the bits of the double, or what is at least x times
// unit.
func (r *ray) parameter(x float64) int64 {
	switch v := float64(x * r.unit); {
	case !r.fixed:
		return int64(math.Float64bits(x + 0))
	case v < 0x1p61:
		return int64(v) + 1
	}
	return 1 << 62
}

// reachFixed is reachSpan for rays in whole numbers: products are below 2^62, sums below 2^63.
func reachFixed(r *ray, s span, limit int64) int64 {
	const w, m = 21, 1<<20 - 1
	both := s.lo ^ s.hi
	near := both&r.ahead ^ s.hi
	far := near ^ both
	from := max(int64(near&m)*r.step[0]+r.enter[0], int64(near>>w&m)*r.step[1]+r.enter[1],
		int64(near>>(2*w)&m)*r.step[2]+r.enter[2], 0)
	to := min(int64(far&m)*r.step[0]+r.exit[0], int64(far>>w&m)*r.step[1]+r.exit[1],
		int64(far>>(2*w)&m)*r.step[2]+r.exit[2], limit)
	if from > to {
		from = never
	}
	return from
}

// A parameter is held as the bits of its double, in an int64: those of doubles from 0 on have their
// order, all others are below 0. Maxima of integers need no branch, those of doubles ten
// instructions.

// never is the parameter of what is not met: +Inf.
const never = 0x7ff0000000000000

// reachSpan returns a parameter at or before which r enters s, as bits, never where it does not
// enter it up to limit.
func reachSpan[B Box](r *ray, box *B, s span, limit int64) int64 {
	if r.fixed {
		return reachFixed(r, s, limit)
	}
	if r.odd {
		return reachOdd(r, box, s, limit)
	}
	w := fieldBits[B]() + 1
	near := s.lo&r.ahead | s.hi&^r.ahead
	far := s.hi&r.ahead | s.lo&^r.ahead
	m := most[B]()
	from := max(plane(near&m, r.rate[0], r.start[0]), plane(near>>w&m, r.rate[1], r.start[1]), 0)
	to := min(plane(far&m, r.rate[0], r.end[0]), plane(far>>w&m, r.rate[1], r.end[1]), limit)
	if w == 21 {
		from = max(from, plane(near>>42&m, r.rate[2], r.start[2]))
		to = min(to, plane(far>>42&m, r.rate[2], r.end[2]))
	}
	if from > to {
		from = never
	}
	return from
}

// plane returns the parameter of coordinate q, as bits.
func plane(q uint64, rate, start float64) int64 {
	return int64(math.Float64bits(float64(float64(int64(q))*rate) + start))
}

// reachOdd is reachSpan for all rays. What is NaN says nothing.
func reachOdd[B Box](r *ray, box *B, s span, limit int64) int64 {
	if !meet[B](s, r.swept) {
		return never
	}
	if r.grid != nil {
		around := boxOf[B](r.grid, s)
		if from := enters(&around, box, &r.dir, math.Float64frombits(uint64(limit))); from >= 0 {
			return int64(math.Float64bits(from + 0))
		}
		return never
	}
	w := fieldBits[B]() + 1
	near := s.lo&r.ahead | s.hi&^r.ahead
	far := s.hi&r.ahead | s.lo&^r.ahead
	from, to := 0.0, math.Float64frombits(uint64(limit))
	for k := range 64 / w {
		a, b := float64(int64(near>>(k*w)&most[B]())), float64(int64(far>>(k*w)&most[B]()))
		if r.open {
			side := 1
			if r.ahead>>(k*w)&1 == 0 {
				side = -1
			}
			a, b = beyond[B](a, -side), beyond[B](b, side)
		}
		if a = float64(a*r.rate[k]) + r.start[k]; a > from {
			from = a
		}
		if b = float64(b*r.rate[k]) + r.end[k]; b < to {
			to = b
		}
	}
	if from <= to {
		return int64(math.Float64bits(from))
	}
	return never
}

// beyond returns the coordinate of a cell: infinite for the first one at the lesser side, and for
// the last one at the greater side.
func beyond[B Box](x float64, side int) float64 {
	if side < 0 && x == 0 || side > 0 && x == float64(most[B]()) {
		return math.Inf(side)
	}
	return x
}

// enters returns the parameter at which the moving box m meets b, rounded down, NaN where it does
// not up to limit. It may be a little before, and a miss by rounding may be taken for a hit.
//
// A difference and a quotient are off by u of their size each: 4u is more, with the least double
// for quotients that underflow.
func enters[B Box](b, m *B, dir *[3]float64, limit float64) float64 {
	h := len(*b) / 2
	from, to := 0.0, limit
	for k := range h {
		lo, hi := (*b)[k]-(*m)[h+k], (*b)[h+k]-(*m)[k]
		switch d := dir[k]; {
		case d < 0:
			lo, hi = hi/d, lo/d
		case d > 0:
			lo, hi = lo/d, hi/d
		case lo > 0 || hi < 0:
			return math.NaN()
		default:
			continue
		}
		// A finite side may be beyond the range of doubles.
		lo, hi = min(lo, math.MaxFloat64), max(hi, -math.MaxFloat64)
		from = max(from, lo-(float64(0x1p-51*math.Abs(lo))+math.SmallestNonzeroFloat64))
		to = min(to, hi+(float64(0x1p-51*math.Abs(hi))+math.SmallestNonzeroFloat64))
	}
	if from <= to {
		return from
	}
	return math.NaN()
}

// Sweep calls visit for each item whose box is met by a box that moves along dir, at a parameter
// from 0 to limit: nearer ones first as far as boxes tell. from is the parameter of the first
// contact, rounded down. visit returns the limit from then on, no greater than before; below 0 ends
// the search. A box without extent is a ray. Boxes that are missed by rounding alone may be found,
// none that is met is missed. The box must be finite, the limit may be +Inf.
func (t *Dynamic[B]) Sweep(box *B, dir [3]float64, limit float64, visit func(item int32, from float64) float64) {
	var r ray
	aim(&r, t, box, &dir, limit)
	for root := range int32(2) {
		if t.count[root] > 0 && limit >= 0 {
			r.open = root == 1 || t.out > 0
			r.odd, r.fixed = r.odd || r.open, r.fixed && !r.open
			limit = t.sweep(root, &r, box, &dir, limit, visit)
		}
	}
}

// later is a node with the parameter at which a ray enters it, as bits.
type later struct {
	from int64
	node int32
}

// sweep is Sweep below one root. It returns the limit.
//
// At the head of every turn each item that is still to come is below k or a node on the stack.
func (t *Dynamic[B]) sweep(
	k int32, r *ray, box *B, dir *[3]float64, limit float64, visit func(item int32, from float64) float64,
) float64 {
	var stack [tallest + 10]later
	top := 0
	end := r.parameter(limit)
	for {
		n := &t.nodes[k]
		if n.n == 0 {
			c := (*[2]vertex)(t.nodes[n.down:])
			var a, b int64
			if r.fixed {
				a, b = reachFixed(r, c[0].span, end), reachFixed(r, c[1].span, end)
			} else {
				a, b = reachSpan(r, box, c[0].span, end), reachSpan(r, box, c[1].span, end)
			}
			k = n.down
			if near := min(a, b); near != never {
				// without branches: which of the two is nearer, and whether both are met, is
				// what nothing can predict
				swap := int32(uint64(b-a) >> 63)
				other := max(a, b)
				stack[top] = later{other, k + 1 - swap}
				k += swap
				top += int(uint64(other-never) >> 63)
				continue
			}
		} else {
			b := &t.blocks[n.down]
			for j := range n.n {
				if reachSpan(r, box, b.spans[j], end) == never {
					continue
				}
				if from := enters(&t.boxes[b.items[j]], box, dir, limit); from <= limit {
					if limit = visit(b.items[j], from); !(limit >= 0) {
						return -1
					}
					end = r.parameter(limit)
				}
			}
		}
		for {
			if top == 0 {
				return limit
			}
			top--
			if stack[top].from <= end {
				break
			}
		}
		k = stack[top].node
	}
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
