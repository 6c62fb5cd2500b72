package bvh

import (
	"math"
	"math/bits"
)

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
	first            span // of where it starts
	inside           span // the same; what no span meets where to meet it deep proves nothing
	near             bool // what it meets at 0 by rounding alone is within a cell of first
	only             bool // what it meets at 0 is visited, and nothing else
	begun            bool // what it meets at 0 has been visited

	// in space, the same in whole numbers, for most rays: of parameters times unit
	fixed bool
	unit  float64
	axes  [4]course // the last one is of no axis
}

// course is a ray in whole numbers along one axis: it reaches integer q at the parameter
// q step + enter or later, and leaves it at q step + exit or earlier.
type course struct {
	step, enter, exit int64
	// of two nodes side by side: for the upper face of the lower one, and the other way round
	low, high int64
	back      int64   // all bits where it moves toward lesser integers
	cells     float64 // about 1/step
	shift     uint64  // of the coordinate in a word of a span
}

// begin sets up what r says of where it starts.
func begin[B Box](r *ray, t *Dynamic[B], box *B, dir *[3]float64) {
	r.first = spanOf(&t.grid, box)
	if r.inside = r.first; t.fat > 0 {
		r.inside = nowhere[B]()
	}
	reach := math.Abs(dir[0]) + math.Abs(dir[1]) + math.Abs(dir[2])
	r.near = !t.grid.bent && float64(reach*0x1p-1000) <= float64(0x1p72/t.grid.scale)
}

// aim sets up the rest of r. A box from lo to hi is met from (lo - far end)/dir on, until
// (hi - near end)/dir.
//
// With u = 2^-53, the rounding of rate, of its product with an integer below 2^31, of the products
// with the inverse and of the sums is below 6u of 2^31 rate and of low or high: the pad is 8u of
// all.
func aim[B Box](r *ray, t *Dynamic[B], box *B, dir *[3]float64) {
	h := len(*box) / 2
	w := fieldBits[B]() + 1
	cell, length := 1/t.grid.scale, 0.0
	for k := range h {
		d := dir[k]
		r.ahead |= (math.Float64bits(d+0)>>63 - 1) & (1<<w - 1) << (uint(k) * w)
		if d == 0 {
			r.rate[k], r.start[k], r.end[k], r.odd = 0, math.Inf(-1), math.Inf(1), true
			continue
		}
		inverse := 1 / d
		rate := float64(cell * inverse)
		shift := float64(margin[B]() * rate)
		low := float64((t.grid.base[k]-(*box)[h+k])*inverse) - shift
		high := float64((t.grid.base[k]-(*box)[k])*inverse) - shift
		pad := float64(0x1p-50*(float64(float64(most[B]())*math.Abs(rate))+(math.Abs(low)+math.Abs(high)))) + 0x1p-1000
		// Which of them is the start is what the sign of d tells: a branch would be taken wrongly
		// every other time.
		x, y := math.Float64bits(low), math.Float64bits(high+rate)
		z := (x ^ y) & uint64(int64(math.Float64bits(d))>>63)
		low, high = math.Float64frombits(x^z)-pad, math.Float64frombits(y^z)+pad
		r.rate[k], r.start[k], r.end[k] = rate, low, high
		length += high - low
	}
	r.odd = r.odd || length-length != 0
	if r.dir = *dir; t.grid.bent {
		r.grid, r.odd = &t.grid, true
	}
	if h == 3 && !r.odd {
		r.fix()
	}
}

// sweptSpan returns the span of all that a moving box meets up to the limit.
func sweptSpan[B Box](g *grid, box *B, dir *[3]float64, limit float64) span {
	h := len(*box) / 2
	swept := *box
	for k := range h {
		d := dir[k]
		if d == 0 {
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
	}
	return spanOf(g, &swept)
}

// fix sets up the whole numbers of r, where they are within range: products and sums of them are
// faster than those of doubles, to which each coordinate would have to be converted.
//
// The unit makes the least of the rates 2^31 to 2^32, or less where the greatest one would reach
// 2^41, as along a thin world. A rate, rounded, is off by at most 1/2, its product with a
// coordinate below 2^20 by 2^19, and start and end, rounded, by 1: the pad is 2^20, less than a
// thousandth of a cell, or for rates down to 2^22 a fourth. Products are below 2^61, sums below
// 2^61 + 2^60 + 2^20, and differences of sums below 2^63.
func (r *ray) fix() {
	x, y, z := absolute(r.rate[0]), absolute(r.rate[1]), absolute(r.rate[2])
	least, most := min(x, y, z), max(x, y, z)
	// 2^(e-1023) <= the least < 2^(e-1022)
	e, top := int(least>>52), int(most>>52)
	if e < 122 || top > 1922 {
		return
	}
	r.unit = math.Float64frombits(uint64(min(32-e, 41-top)+1022+1023) << 52)
	far := int64(0)
	for k := range 3 {
		start, end := float64(r.start[k]*r.unit), float64(r.end[k]*r.unit)
		far = max(far, absolute(start), absolute(end))
		c := &r.axes[k]
		c.step, c.shift = int64(math.RoundToEven(float64(r.rate[k]*r.unit))), uint64(21*k)
		c.enter, c.exit = int64(start)-1<<20, int64(end)+1<<20
		c.back, c.cells = c.step>>63, 1/float64(c.step)
		both := (c.enter ^ c.exit) & c.back
		c.low, c.high = c.exit^both, c.enter^both
	}
	r.fixed = math.Float64frombits(uint64(least))*r.unit >= 0x1p22 && far < absolute(0x1p60)
}

// absolute returns the bits of |x|, whose order is that of sizes.
func absolute(x float64) int64 { return int64(math.Float64bits(x) &^ (1 << 63)) }

// parameter returns at least x times the unit of a ray in whole numbers.
func (r *ray) parameter(x float64) int64 {
	if v := float64(x * r.unit); v < 0x1p61 {
		return int64(v) + 1
	}
	return 1 << 62
}

// facing returns the corners of s at which a ray enters and leaves it.
func facing(s span, ahead uint64) (near, far uint64) {
	both := s.lo ^ s.hi
	near = both&ahead ^ s.hi
	return near, near ^ both
}

// past returns the parameter from which on r, in whole numbers, is past a near corner, at least 0.
func (r *ray) past(near uint64) int64 {
	const w, m = 21, 1<<20 - 1
	x, y, z := &r.axes[0], &r.axes[1], &r.axes[2]
	return max(int64(near&m)*x.step+x.enter, int64(near>>w&m)*y.step+y.enter, int64(near>>(2*w)&m)*z.step+z.enter, 0)
}

// until returns the parameter up to which r, in whole numbers, is before a far corner, at most
// limit.
func (r *ray) until(far uint64, limit int64) int64 {
	const w, m = 21, 1<<20 - 1
	x, y, z := &r.axes[0], &r.axes[1], &r.axes[2]
	return min(int64(far&m)*x.step+x.exit, int64(far>>w&m)*y.step+y.exit, int64(far>>(2*w)&m)*z.step+z.exit, limit)
}

// beside returns the bits of the first n places of b whose spans meet the least span that holds the
// way of r, in whole numbers, from one parameter to another: all that it enters between them are
// among these.
//
// That takes a subtraction for a corner where the planes of a span take six products. It gives away
// a cell for rounding and for what is cut off: a quotient is off by less than 2^-10 of a cell.
func (r *ray) beside(b *block, n int32, from, to int64) uint32 {
	const w, m = 21, 1<<20 - 1
	var lo, hi uint64
	for k := range 3 {
		a := &r.axes[k]
		x, y := int64(float64(from-a.exit)*a.cells), int64(float64(to-a.enter)*a.cells)
		z := (x ^ y) & a.back
		lo |= uint64(min(max(x^z-1, 0), m)) << (w * k)
		hi |= uint64(min(max(y^z+1, 0), m)) << (w * k)
	}
	const guard = 1<<(w-1) | 1<<(2*w-1) | 1<<(3*w-1)
	hi |= guard
	met := uint32(0)
	for j := range room {
		o := &b.spans[j]
		x := (o.hi - lo) & (hi - o.lo)
		met |= uint32(x>>(w-1)&(x>>(2*w-1))&(x>>(3*w-1))&1) << j
	}
	return met & (1<<(n&31) - 1)
}

// A parameter is held as the bits of its double, in an int64: those of doubles from 0 on have their
// order, all others are below 0. Maxima of integers need no branch, those of doubles ten
// instructions.

// never is the parameter of what is not met: +Inf.
const never = 0x7ff0000000000000

// reachSpan returns a parameter at or before which r enters s, as bits, never where it does not
// enter it up to limit.
func reachSpan[B Box](r *ray, box *B, s span, limit int64) int64 {
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

// entersFixed is enters for a ray in whole numbers, with the same bits: sides are finite, no part
// of the direction is 0, and as rates are below 2^900, and start and end below 2^60 units, no
// quotient overflows. The sign of the direction tells which corner is near, and parameters are
// compared as bits: each branch on them would be taken wrongly every other time.
func entersFixed[B Box](r *ray, b, m *B, limit float64) float64 {
	from, to := int64(0), int64(math.Float64bits(limit+0))
	h := len(*b) / 2
	for k := range h {
		back := int(r.axes[k].back)
		near, far := k+back&h, k+h-back&h
		lo, hi := ((*b)[near]-(*m)[far])/r.dir[k], ((*b)[far]-(*m)[near])/r.dir[k]
		lo -= float64(0x1p-51*math.Abs(lo)) + math.SmallestNonzeroFloat64
		hi += float64(0x1p-51*math.Abs(hi)) + math.SmallestNonzeroFloat64
		from, to = max(from, int64(math.Float64bits(lo))), min(to, int64(math.Float64bits(hi)))
	}
	if from <= to {
		return math.Float64frombits(uint64(from))
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
	begin(&r, t, box, &dir)
	if t.dense && r.near {
		r.only = true
		for root := range int32(2) {
			if t.count[root] > 0 && limit >= 0 {
				limit = t.sweep(root, &r, box, &dir, limit, visit)
			}
		}
		if !(limit > 0) {
			return
		}
		r.only, r.begun = false, true
	}
	aim(&r, t, box, &dir)
	for root := range int32(2) {
		if t.count[root] == 0 || !(limit >= 0) {
			continue
		}
		r.open = root == 1 || t.out > 0
		if r.odd = r.odd || r.open; r.odd {
			r.swept = sweptSpan(&t.grid, box, &dir, limit)
		}
		limit = t.sweep(root, &r, box, &dir, limit, visit)
	}
}

// stay is a node with the parameters between which a ray may be in it.
type stay struct {
	from, to int64
	node     int32
}

// low is the height below which a tree is swept with a short stack, which is faster to clear.
const low = 28

// sweep is Sweep below one root. It returns the limit.
func (t *Dynamic[B]) sweep(
	root int32, r *ray, box *B, dir *[3]float64, limit float64, visit func(item int32, from float64) float64,
) float64 {
	if t.nodes[root].tall < low {
		var stack [low + 4]stay
		return t.sweepWith(stack[:], root, r, box, dir, limit, visit)
	}
	var stack [tallest + 10]stay
	return t.sweepWith(stack[:], root, r, box, dir, limit, visit)
}

// sweepWith is sweep with room for a stack.
func (t *Dynamic[B]) sweepWith(
	stack []stay, root int32, r *ray, box *B, dir *[3]float64, limit float64, visit func(item int32, from float64) float64,
) float64 {
	if r.only || limit == 0 && r.near {
		stack[0].node = root
		return t.atStart(stack, 1, r, box, dir, limit, visit)
	}
	if r.fixed && !r.open {
		return t.follow(root, r, &pile{nodes: stack}, box, dir, limit, visit)
	}
	return t.wander(stack, root, r, box, dir, limit, visit)
}

// wander is sweep for all rays.
//
// At the head of every turn each item that is still to come is below k or a node on the stack.
func (t *Dynamic[B]) wander(
	stack []stay, k int32, r *ray, box *B, dir *[3]float64, limit float64, visit func(item int32, from float64) float64,
) float64 {
	k, top := t.longFirst(k, stack, never)
	end := int64(math.Float64bits(limit + 0))
	for {
		n := &t.nodes[k]
		if n.n == 0 {
			c := (*[2]vertex)(t.nodes[n.down:])
			a, b := reachSpan(r, box, c[0].span, end), reachSpan(r, box, c[1].span, end)
			k = n.down
			if first, other, swap := nearer(a, b); first != never {
				stack[top] = stay{other, never, k + 1 - int32(swap)}
				k += int32(swap)
				top += int(uint64(other-never) >> 63)
				continue
			}
		} else {
			b := &t.blocks[n.down]
			for j := range n.n {
				from := 0.0
				if !deep[B](b.spans[j], r.inside) {
					if reachSpan(r, box, b.spans[j], end) == never {
						continue
					}
					if from = enters(&t.boxes[b.items[j]], box, dir, limit); !(from <= limit) {
						continue
					}
				}
				if from == 0 && r.begun {
					continue
				}
				if limit = visit(b.items[j], from); !(limit >= 0) {
					return -1
				}
				end = int64(math.Float64bits(limit + 0))
			}
			if limit == 0 && r.near {
				return t.atStart(stack, top, r, box, dir, 0, visit)
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

// longFirst puts what is below node k on the stack, the longest class of boxes aside, and returns
// where that is: a long box that is met early ends the rest.
func (t *Dynamic[B]) longFirst(k int32, stack []stay, end int64) (node int32, top int) {
	for ; t.nodes[k].axis&longer != 0; k = t.nodes[k].down + 1 {
		stack[top] = stay{0, end, t.nodes[k].down}
		top++
	}
	return k, top
}

// pile holds the nodes that a ray in whole numbers comes to later.
type pile struct {
	nodes    []stay
	top      int
	from, to int64  // between which the ray may be in the leaf that was found last
	seen     uint64 // nobody asks, but what is loaded early has to go somewhere
}

// within returns the parameters between which r, in whole numbers, may be in s, up to limit: none
// where the first is greater.
func (r *ray) within(s *span, limit int64) (from, to int64) {
	near, far := facing(*s, r.ahead)
	return r.past(near), r.until(far, limit)
}

// leaf returns the leaf that r, in whole numbers, enters up to limit and that comes next, none
// where no more comes. What comes after it is left on the pile.
//
// At the head of every turn each leaf that is still to come is below a node on the pile.
func (r *ray) leaf(tree []vertex, p *pile, limit int64) int32 {
	for p.top > 0 {
		p.top--
		e := &p.nodes[p.top]
		if e.from > limit {
			continue
		}
		k := e.node
		if e.from, e.to = r.within(&tree[k].span, min(e.to, limit)); e.from > e.to {
			continue
		}
		if tree[k].n != 0 {
			p.from, p.to = e.from, e.to
			return k
		}
		if k = r.down(tree, p); k == none {
			continue
		}
		if p.from, p.to = r.within(&tree[k].span, limit); p.from <= p.to {
			return k
		}
	}
	return none
}

// down takes the node above the top of the pile, which is no leaf, and returns the leaf below it
// that r, in whole numbers, may enter first, none if there is none. What may be entered later is
// left on the pile.
//
// Of two children only the planes are looked at that face each other across the axis that cuts them
// apart: the other ones are nearly those of nodes above. Nodes from the pile and leaves are looked
// at in full, so that a tree whose boxes are not so costs little more. The children of both are
// asked for before it is known which of them come next: most of the time goes into waiting.
//
// Which child comes first is told by the direction. Whether each is met is what nothing can
// predict, and so is found without branches.
//
// At the head of every turn the leaves that are still to come are below k or a node on the pile.
func (r *ray) down(tree []vertex, p *pile) int32 {
	nodes, top, seen := p.nodes, p.top, p.seen
	k, from, to := uint32(nodes[top].node), nodes[top].from, nodes[top].to
	for {
		n := &tree[k]
		if n.n != 0 {
			p.top, p.seen = top, seen
			return int32(k)
		}
		a := &r.axes[n.axis&3]
		low := uint32(n.down) + uint32(n.axis>>turnedBit&1)
		high := low ^ 1
		seen ^= tree[lower(&tree[low])].lo ^ tree[lower(&tree[high])].lo
		x := int64(tree[low].hi>>(a.shift&63)&(1<<20-1))*a.step + a.low
		y := int64(tree[high].lo>>(a.shift&63)&(1<<20-1))*a.step + a.high
		// past the one at the parameter x, before the other one at y
		z := (x ^ y) & a.back
		x, y = x^z, y^z
		missed, missed1 := (x-from)>>63, (to-y)>>63
		x, y = x-to, y-from
		y &^= y >> 63
		nodes[top] = stay{from + y, to, int32(high ^ uint32(a.back)&1)}
		top += int(1 + (missed | missed1))
		k = low ^ uint32(a.back^missed)&1
		from += y & missed
		to += x & (x >> 63) &^ missed
		if missed&missed1 != 0 {
			break
		}
		if tree[k].axis&loose != 0 {
			past, until := r.within(&tree[k].span, to)
			if from, to = max(from, past), until; from > to {
				break
			}
		}
	}
	p.top, p.seen = top, seen
	return none
}

// lower returns the first child of a node, for a leaf 0.
func lower(v *vertex) int { return int(v.down) & (int(isLeaf(v)) - 1) }

// follow is sweep for rays in whole numbers, with room for a pile.
func (t *Dynamic[B]) follow(
	root int32, r *ray, p *pile, box *B, dir *[3]float64, limit float64, visit func(item int32, from float64) float64,
) float64 {
	end := r.parameter(limit)
	root, p.top = t.longFirst(root, p.nodes, end)
	p.nodes[p.top] = stay{0, end, root}
	p.top++
	for k := r.leaf(t.nodes, p, end); k != none; k = r.leaf(t.nodes, p, end) {
		n := &t.nodes[k]
		b := &t.blocks[n.down]
		for met := r.beside(b, n.n, p.from, p.to); met != 0; met &= met - 1 {
			j := bits.TrailingZeros32(met) & (room - 1)
			i, from := b.items[j], 0.0
			if !deep[B](b.spans[j], r.inside) {
				if from, to := r.within(&b.spans[j], end); from > to {
					continue
				}
				if from = entersFixed(r, &t.boxes[i], box, limit); !(from <= limit) {
					continue
				}
			}
			if from == 0 && r.begun {
				continue
			}
			if limit = visit(i, from); !(limit >= 0) {
				return -1
			}
			end = r.parameter(limit)
		}
		if limit == 0 && r.near {
			return t.atStart(p.nodes, p.top, r, box, dir, 0, visit)
		}
	}
	return limit
}

// startLeaves is the number of leaves at the start of a ray that wait for each other.
const startLeaves = 16

// atStart visits what is met at 0 below the first top nodes of a stack, unless all that is has
// been, and returns the limit: one comparison tells whether a span meets that of the start, and no
// ray has to be followed.
func (t *Dynamic[B]) atStart(
	stack []stay, top int, r *ray, box *B, dir *[3]float64, limit float64, visit func(item int32, from float64) float64,
) float64 {
	switch {
	case r.begun:
		return limit
	case len(stack) < tallest:
		var queue [2 * (low + 4)]int32
		return t.startBelow(stack[:top], queue[:], r, box, dir, limit, visit)
	}
	var queue [2 * startFew]int32
	return t.startBelow(stack[:top], queue[:], r, box, dir, limit, visit)
}

// startFew is the number of nodes up to which those of a tall tree wait in the order found: as many
// as may be on a stack at first, and with as much room again for one a level.
const startFew = 256

const _ = uint(startFew - tallest - 10) // as many nodes may wait on a stack

// startBelow is atStart with room for nodes that wait. Their number is a power of two: up to half
// of them wait in the order found, with more the last one comes first, which leaves one or none at
// each level below it.
//
// Most of the time goes into waiting for memory. The place of the oldest node does not wait for the
// last turn, and leaves wait until there are some, so that what is loaded for one of them does not
// wait for another one.
//
// At the head of every turn of the second loop the spans of the parents of the nodes that wait,
// from head to before end, and of the leaves, meet that of the start, and each item that is still
// to come is below one of them.
func (t *Dynamic[B]) startBelow(
	stack []stay, queue []int32, r *ray, box *B, dir *[3]float64, limit float64,
	visit func(item int32, from float64) float64,
) float64 {
	var leaves [startLeaves]two
	s, g, ends, nodes := wider[B](r.first), guards[B](), 0, t.nodes
	head, end, mask := 0, 0, len(queue)-1
	for i := range stack {
		v := &nodes[stack[i].node]
		if ends == startLeaves {
			limit, ends = t.startIn(&leaves, ends, s, r, box, dir, limit, visit), 0
		}
		met, leaf := full((v.hi-s.lo)&(s.hi-v.lo), g), int(isLeaf(v))
		leaves[ends&(startLeaves-1)] = two{v.down, v.n}
		ends += met & leaf
		queue[end&mask] = v.down
		end += met &^ leaf
	}
	for head < end && limit >= 0 {
		if ends > startLeaves-2 {
			limit, ends = t.startIn(&leaves, ends, s, r, box, dir, limit, visit), 0
		}
		at := head
		if head++; end-head > len(queue)/2 {
			head, end = head-1, end-1
			at = end
		}
		v := (*[2]vertex)(nodes[queue[at&mask]:])
		met0, met1 := full((v[0].hi-s.lo)&(s.hi-v[0].lo), g), full((v[1].hi-s.lo)&(s.hi-v[1].lo), g)
		leaf0, leaf1 := int(isLeaf(&v[0])), int(isLeaf(&v[1]))
		leaves[ends&(startLeaves-1)] = two{v[0].down, v[0].n}
		ends += met0 & leaf0
		leaves[ends&(startLeaves-1)] = two{v[1].down, v[1].n}
		ends += met1 & leaf1
		queue[end&mask] = v[0].down
		end += met0 &^ leaf0
		queue[end&mask] = v[1].down
		end += met1 &^ leaf1
	}
	return t.startIn(&leaves, ends, s, r, box, dir, limit, visit)
}

// startIn visits what is met at 0 in the first n of some leaves, whose span is s a cell wider, and
// returns the limit.
func (t *Dynamic[B]) startIn(
	leaves *[startLeaves]two, n int, s span, r *ray, box *B, dir *[3]float64,
	limit float64, visit func(item int32, from float64) float64,
) float64 {
	g := guards[B]()
	for _, l := range leaves[:n] {
		b := &t.blocks[l.a]
		for met := among(b, l.b, s, g); met != 0 && limit >= 0; met &= met - 1 {
			j := bits.TrailingZeros32(met) & (room - 1)
			i := b.items[j]
			if !deep[B](b.spans[j], r.inside) {
				// boxes that meet do so at 0: that is told without a quotient
				if o := &t.boxes[i]; !(meetXY(o, box) && meetLast(o, box)) && enters(o, box, dir, 0) != 0 {
					continue
				}
			}
			if limit = visit(i, 0); !(limit >= 0) {
				return -1
			}
		}
	}
	return limit
}
