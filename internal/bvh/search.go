package bvh

import "math"

// rest is what is left of the items of a leaf that a search has come to.
type rest struct{ items []int32 }

// next returns one more item, if one is left.
func (r *rest) next() (item int32, ok bool) {
	if len(r.items) == 0 {
		return 0, false
	}
	item, r.items = r.items[0], r.items[1:]
	return item, true
}

// Within finds the items of one tree whose boxes meet a box. The zero value is ready for Start.
type Within[B Box] struct {
	tree  *Tree[B]
	box   B
	stack []int32 // nodes and leaves
	rest  rest
	ahead bool // boxes that do not reach low along dir do not count
	dir   [3]float64
	low   float64
}

// meets reports whether the search goes on in the box b.
func (s *Within[B]) meets(b *B) bool {
	return meetXY(b, &s.box) && meetLast(b, &s.box) && (!s.ahead || !(reach(b, &s.dir) < s.low))
}

// Start begins a search for the items of t whose boxes meet box; of a leaf of several items, for
// all of them if the box of the leaf does.
func (s *Within[B]) Start(t *Tree[B], box *B) {
	s.ahead = false
	s.start(t, box)
}

// StartAhead is Start for boxes that also reach as far as low along dir, to 4u of the coordinates.
func (s *Within[B]) StartAhead(t *Tree[B], box *B, dir *[3]float64, low float64) {
	s.ahead, s.dir, s.low = true, *dir, low
	s.start(t, box)
}

// start is Start with ahead set.
func (s *Within[B]) start(t *Tree[B], box *B) {
	s.tree, s.box, s.stack, s.rest.items = t, *box, s.stack[:0], nil
	if t.Len() > 0 && s.meets(t.box(0)) {
		s.stack = append(s.stack, t.kid(0))
	}
}

// Next returns one more item. ok is false where none is left. The order is that of the tree.
func (s *Within[B]) Next() (item int32, ok bool) {
	if item, ok = s.rest.next(); ok {
		return item, true
	}
	// At the head of every turn the box of all on the stack meets the box, and each item that is
	// still to come is below one of them.
	for len(s.stack) > 0 {
		k := s.stack[len(s.stack)-1]
		s.stack = s.stack[:len(s.stack)-1]
		if k < 0 {
			s.rest.items = s.tree.run(k)
			return s.rest.next()
		}
		n := &s.tree.nodes[k]
		if s.meets(&n.box[1]) {
			s.stack = append(s.stack, n.kid[1])
		}
		if s.meets(&n.box[0]) {
			s.stack = append(s.stack, n.kid[0])
		}
	}
	return 0, false
}

// couples is what is left of the pairs of items of two leaves.
type couples struct {
	a, b []int32
	i, j int
}

// start makes s the pairs of items of two leaves.
func (s *couples) start(a, b []int32) { s.a, s.b, s.i, s.j = a, b, 0, 0 }

// next returns one more pair, if one is left.
func (s *couples) next() (i, j int32, ok bool) {
	if s.i == len(s.a) {
		return 0, 0, false
	}
	i, j = s.a[s.i], s.b[s.j]
	if s.j++; s.j == len(s.b) {
		s.i, s.j = s.i+1, 0
	}
	return i, j, true
}

// Pairs finds the pairs of items of two trees whose boxes are within a distance. The zero value is
// ready for Start.
type Pairs[B Box] struct {
	a, b  *Tree[B]
	rel   relative
	limit float64
	stack []entry // of slots
	rest  couples
}

// Start begins a search for the pairs of items of a and b whose lower bound of the signed distance
// is at most limit: 0 for boxes that meet. b lies in the frame of a as rot, at and off say: see
// relate. Of leaves of several items all pairs are found if the boxes of the leaves are that near.
func (s *Pairs[B]) Start(a, b *Tree[B], rot *[3][3]float64, at [3]float64, off, limit float64) {
	s.a, s.b, s.limit, s.stack = a, b, limit, s.stack[:0]
	s.rest.start(nil, nil)
	if a.Len() > 0 && b.Len() > 0 {
		relate(&s.rel, a, b, rot, at, off)
		s.add(0, 0)
	}
}

// add puts a pair of slots on the stack if their boxes are within the limit.
func (s *Pairs[B]) add(a, b int32) {
	if bound(&s.rel, s.a.box(a), s.b.box(b), s.limit) <= s.limit {
		s.stack = append(s.stack, entry{a: a, b: b})
	}
}

// Next returns one more pair of items. ok is false where none is left. The order is that of the
// trees.
func (s *Pairs[B]) Next() (i, j int32, ok bool) {
	if i, j, ok = s.rest.next(); ok {
		return i, j, true
	}
	// At the head of every turn each pair on the stack is within the limit, and each pair of items
	// that is still to come is below one of them.
	for len(s.stack) > 0 {
		e := s.stack[len(s.stack)-1]
		s.stack = s.stack[:len(s.stack)-1]
		k, l := s.a.kid(e.a), s.b.kid(e.b)
		switch {
		case k >= 0 && (l < 0 || extent(s.a.box(e.a)) >= extent(s.b.box(e.b))):
			s.add(2*k+1, e.b)
			s.add(2*k, e.b)
		case l >= 0:
			s.add(e.a, 2*l+1)
			s.add(e.a, 2*l)
		default:
			s.rest.start(s.a.run(k), s.b.run(l))
			return s.rest.next()
		}
	}
	return 0, 0, false
}

// Along finds the items of one tree whose boxes meet a ray, nearer boxes first as far as boxes
// tell. The zero value is ready for Start.
type Along[B Box] struct {
	tree   *Tree[B]
	origin [3]float64
	dir    [3]float64
	inv    [3]float64 // 1/dir; 0 where that is 0 or near the end of the range
	pad    float64
	plain  bool       // no inv is 0
	side   [3]int     // how far behind the lower side of a box the side is by which a ray enters
	near   [3]float64 // the origin, moved by the pad away from the side of boxes that is entered
	far    [3]float64 // the same for the other side
	stack  [highest]entered
	top    int // entries of the stack
	rest   rest
	from   float64 // where the ray enters the leaf of the rest
}

// entered is a node or leaf with the key of the parameter at which a ray enters its box.
type entered struct {
	rank int64
	kid  int32
}

// Start begins a search for the items of t whose boxes meet the points origin + s dir, s from 0 to
// limit, which may be +Inf. In the plane the third coordinates are not read. No coordinate may be
// NaN or infinite.
func (s *Along[B]) Start(t *Tree[B], origin, dir [3]float64, limit float64) {
	s.StartPadded(t, &origin, &dir, limit, 0)
}

// StartPadded is Start with all boxes grown by pad on all sides.
func (s *Along[B]) StartPadded(t *Tree[B], origin, dir *[3]float64, limit, pad float64) {
	s.tree, s.pad, s.top, s.rest.items = t, pad, 0, nil
	if t.Len() == 0 {
		return
	}
	s.plain = true
	h := len(*t.box(0)) / 2
	for k := range h {
		o, d := origin[k], dir[k]
		s.origin[k], s.dir[k] = o, d
		if s.inv[k] = 1 / d; !(math.Abs(d) > 0x1p-1000) {
			s.inv[k], s.plain = 0, false
		}
		// Nothing can predict the signs of directions: there are no branches on them.
		back := int(math.Float64bits(d) >> 63)
		s.side[k] = h * back
		// 4u of the sum, which is rounded twice, and more than 0: see sideKey.
		grow := math.Copysign(pad+float64(0x1p-51*(math.Abs(o)+pad))+0x1p-1020, d)
		s.near[k], s.far[k] = o+grow, o-grow
	}
	if from := enter(s, t.box(0), timeKey(limit)); from < missed {
		s.stack[0], s.top = entered{from, t.kid(0)}, 1
	}
}

// Next returns one more item and the parameter at which the ray enters its box or that of its leaf,
// rounded down, 0 where it starts inside: at most limit, which may fall from call to call. Every
// box that the ray meets up to limit is found; boxes that it misses by rounding alone may be. ok is
// false where none is left.
func (s *Along[B]) Next(limit float64) (item int32, from float64, ok bool) {
	if len(s.rest.items) > 0 && s.from <= limit {
		item, _ = s.rest.next()
		return item, s.from, true
	}
	first, n, ok := s.NextLeaf(limit)
	if !ok {
		return 0, 0, false
	}
	s.rest.items = s.tree.items[first : first+n]
	item, _ = s.rest.next()
	return item, s.from, true
}

// NextLeaf is Next for all items of a leaf at once: Items()[first:first+n] of the tree. A search
// calls one of the two.
func (s *Along[B]) NextLeaf(limit float64) (first, n int, ok bool) {
	most, nodes, top := timeKey(limit), s.tree.nodes, s.top
	// At the head of every turn each item that is still to come is below an entry of the stack.
	for top > 0 {
		top--
		e := s.stack[top]
		// And here each of them is below e or an entry of the stack.
		for e.rank <= most {
			if e.kid < 0 {
				s.top, s.from = top, math.Float64frombits(uint64(e.rank))
				first, n = leafOf(e.kid)
				return first, n, true
			}
			two := &nodes[e.kid]
			// Read before it is known which comes first: then nothing waits for them.
			a, b := two.kid[0], two.kid[1]
			first, later, swap := nearer(enterBoth(s, &two.box, most))
			swapped := (a ^ b) & -int32(swap)
			s.stack[top] = entered{later, b ^ swapped}
			top += int(uint64(later-missed) >> 63)
			e = entered{first, a ^ swapped}
		}
	}
	s.top = 0
	return 0, 0, false
}

// A parameter that is not negative is ordered as its bits are: as integers they are compared
// without a branch, which would be mispredicted, and a few roundings are a few units.

// missed is the key of no parameter.
const missed = math.MaxInt64

// timeKey returns the key of a parameter: its bits.
func timeKey(t float64) int64 { return int64(math.Float64bits(t + 0)) }

// nearer returns the lesser of two keys, the greater one, and 1 if the second is the lesser, else
// 0. Neither may be negative.
//
// Which of two children is nearer is what nothing can predict. Of min and max the compiler makes
// branches wherever the result tells what is read next: of a sum and a mask it cannot.
func nearer(a, b int64) (first, later, swap int64) {
	d := b - a
	less := d >> 63
	return a + d&less, b - d&less, -less
}

// enter returns the key of the parameter at which the ray enters the box, rounded down, missed
// where it does not up to most.
//
// A difference, an inverse and their product are off by u of their size each, by 4 units of a key
// at most: 8 are more. What a pad adds to that is the caller's. What is negative has a negative
// key, whichever it is.
func enter[B Box](s *Along[B], box *B, most int64) int64 {
	if !s.plain {
		return enterAnyway(s, box, most)
	}
	from, to := int64(slackKey), most
	h := len(*box) / 2
	for k := range h {
		i := s.side[k]
		from = max(from, sideKey((*box)[k+i], s.near[k], s.inv[k]))
		to = min(to, sideKey((*box)[k+h-i], s.far[k], s.inv[k]))
	}
	return keyOf(from, to)
}

// slackKey is how many units enter allows for roundings.
const slackKey = 8

// sideKey returns the key of the parameter at which a ray comes to a side. It may be that of -0,
// which is below all others as what is negative is: boxes are grown by more than nothing, so that
// a ray that leaves a grown one at -0 does not meet the box.
func sideKey(side, origin, inv float64) int64 {
	return int64(math.Float64bits(float64((side - origin) * inv)))
}

// keyOf returns what enter does of the keys from, at least slackKey, and to which a ray is in a
// box.
func keyOf(from, to int64) int64 {
	key := from - slackKey
	if from > to+slackKey {
		key = missed
	}
	return key
}

// enterBoth is enter for the boxes of two children: what is known of the ray is read once, and no
// step of one waits for the other.
func enterBoth[B Box](s *Along[B], boxes *[2]B, most int64) (x, y int64) {
	if !s.plain {
		return enterAnyway(s, &boxes[0], most), enterAnyway(s, &boxes[1], most)
	}
	a, b := &boxes[0], &boxes[1]
	h := len(*a) / 2
	i := s.side[0] & h
	j := h - i
	near, far, inv := s.near[0], s.far[0], s.inv[0]
	fromA, fromB := max(sideKey((*a)[i], near, inv), slackKey), max(sideKey((*b)[i], near, inv), slackKey)
	toA, toB := min(sideKey((*a)[j], far, inv), most), min(sideKey((*b)[j], far, inv), most)
	i = s.side[1] & h
	j = h - i
	near, far, inv = s.near[1], s.far[1], s.inv[1]
	fromA, fromB = max(fromA, sideKey((*a)[i+1], near, inv)), max(fromB, sideKey((*b)[i+1], near, inv))
	toA, toB = min(toA, sideKey((*a)[j+1], far, inv)), min(toB, sideKey((*b)[j+1], far, inv))
	if len(*a) == 6 {
		i = s.side[2] & h
		j = h - i
		near, far, inv = s.near[2], s.far[2], s.inv[2]
		fromA, fromB = max(fromA, sideKey((*a)[i+2], near, inv)), max(fromB, sideKey((*b)[i+2], near, inv))
		toA, toB = min(toA, sideKey((*a)[j+2], far, inv)), min(toB, sideKey((*b)[j+2], far, inv))
	}
	return keyOf(fromA, toA), keyOf(fromB, toB)
}

// enterAnyway is enter for rays along which a coordinate is constant, or as good as that.
func enterAnyway[B Box](s *Along[B], box *B, most int64) int64 {
	h := len(*box) / 2
	from, to := -math.MaxFloat64, math.MaxFloat64
	for k := range h {
		o, d, inv := s.origin[k], s.dir[k], s.inv[k]
		lo, hi := (*box)[k]-o-s.pad, (*box)[h+k]-o+s.pad
		switch {
		case inv < 0:
			lo, hi = float64(hi*inv), float64(lo*inv)
		case inv > 0:
			lo, hi = float64(lo*inv), float64(hi*inv)
		case d < 0:
			lo, hi = hi/d, lo/d
		case d > 0:
			lo, hi = lo/d, hi/d
		case lo > 0 || hi < 0:
			return missed
		default:
			continue
		}
		if lo > from {
			from = lo
		}
		if hi < to {
			to = hi
		}
	}
	if !(from > 0) {
		from = 0
	} else {
		from = min(from, math.MaxFloat64) // a finite side may be beyond the range of doubles
		from = max(0, from-(float64(0x1p-51*from)+math.SmallestNonzeroFloat64))
	}
	to = max(to, -math.MaxFloat64)
	if to += float64(0x1p-51*math.Abs(to)) + math.SmallestNonzeroFloat64; from <= to && timeKey(from) <= most {
		return timeKey(from)
	}
	return missed
}

// Farthest returns the greatest of the values of the items, and the item that has it, none for a
// tree without items. value returns how far item i reaches along dir: at most as far as its box, to
// rounding. Values that rounding alone tells apart may be taken for each other. In the plane dir's
// third coordinate is not read. It allocates nothing.
func (t *Tree[B]) Farthest(dir [3]float64, value func(item int32) float64) (most float64, item int32) {
	var stack [highest]struct {
		reach float64
		kid   int32
	}
	most, item = math.Inf(-1), none
	n := 0
	if len(t.items) > 0 {
		stack[0].reach, stack[0].kid = reach(t.box(0), &dir), t.kid(0)
		n = 1
	}
	// At the head of every turn each item that is not done and reaches farther than most is below
	// an entry of the stack.
	for n > 0 {
		n--
		e := &stack[n]
		if !(e.reach > most) {
			continue
		}
		if e.kid < 0 {
			for _, i := range t.run(e.kid) {
				if v := value(i); v > most {
					most, item = v, i
				}
			}
			continue
		}
		k := &t.nodes[e.kid]
		near, far := 0, 1
		x, y := reach(&k.box[0], &dir), reach(&k.box[1], &dir)
		if x < y {
			x, y, near, far = y, x, 1, 0
		}
		stack[n].reach, stack[n].kid = y, k.kid[far]
		stack[n+1].reach, stack[n+1].kid = x, k.kid[near]
		n += 2
	}
	return most, item
}

// reach returns how far the box reaches along dir.
func reach[B Box](b *B, dir *[3]float64) float64 {
	s := 0.0
	h := len(*b) / 2
	for k := range h {
		if d := dir[k]; d > 0 {
			s += float64(d * (*b)[h+k])
		} else if d < 0 {
			s += float64(d * (*b)[k])
		}
	}
	return s
}

// lowest returns how far the box reaches along dir at least.
func lowest[B Box](b *B, dir *[3]float64) float64 {
	s := 0.0
	h := len(*b) / 2
	for k := range h {
		if d := dir[k]; d > 0 {
			s += float64(d * (*b)[k])
		} else if d < 0 {
			s += float64(d * (*b)[h+k])
		}
	}
	return s
}
