package bvh

import "math"

// Within finds the items of one tree whose boxes meet a box. The zero value is ready for Start.
type Within[B Box] struct {
	tree  *Tree[B]
	box   B
	stack []int32
}

// Start begins a search for the items of t whose boxes meet box.
func (s *Within[B]) Start(t *Tree[B], box *B) {
	s.tree, s.box, s.stack = t, *box, s.stack[:0]
	if t.Len() > 0 && meetXY(&t.nodes[0].box, box) && meetLast(&t.nodes[0].box, box) {
		s.stack = append(s.stack, 0)
	}
}

// Next returns one more item. ok is false where none is left. The order is that of the tree.
func (s *Within[B]) Next() (item int32, ok bool) {
	// At the head of every turn each node on the stack meets the box, and each item that is still
	// to come is below one of them.
	for len(s.stack) > 0 {
		n := &s.tree.nodes[s.stack[len(s.stack)-1]]
		s.stack = s.stack[:len(s.stack)-1]
		if n.isLeaf() {
			return n.right, true
		}
		if meetXY(&s.tree.nodes[n.right].box, &s.box) && meetLast(&s.tree.nodes[n.right].box, &s.box) {
			s.stack = append(s.stack, n.right)
		}
		if meetXY(&s.tree.nodes[n.left].box, &s.box) && meetLast(&s.tree.nodes[n.left].box, &s.box) {
			s.stack = append(s.stack, n.left)
		}
	}
	return 0, false
}

// Pairs finds the pairs of items of two trees whose boxes are within a distance. The zero value is
// ready for Start.
type Pairs[B Box] struct {
	a, b  *Tree[B]
	rel   Relative
	limit float64
	stack []entry
}

// Start begins a search for the pairs of items of a and b whose lower bound of the signed distance
// is at most limit: 0 for boxes that meet. b lies in the frame of a as rot, at and off say: see
// Set.
func (s *Pairs[B]) Start(a, b *Tree[B], rot *[3][3]float64, at [3]float64, off, limit float64) {
	s.a, s.b, s.limit, s.stack = a, b, limit, s.stack[:0]
	if a.Len() > 0 && b.Len() > 0 {
		Set(&s.rel, a, b, rot, at, off)
		s.add(0, 0)
	}
}

// add puts a pair of nodes on the stack if it is within the limit.
func (s *Pairs[B]) add(a, b int32) {
	if bound(&s.rel, &s.a.nodes[a].box, &s.b.nodes[b].box, s.limit) <= s.limit {
		s.stack = append(s.stack, entry{a: a, b: b})
	}
}

// Next returns one more pair of items. ok is false where none is left. The order is that of the
// trees.
func (s *Pairs[B]) Next() (i, j int32, ok bool) {
	// At the head of every turn each pair on the stack is within the limit, and each pair of items
	// that is still to come is below one of them.
	for len(s.stack) > 0 {
		e := s.stack[len(s.stack)-1]
		s.stack = s.stack[:len(s.stack)-1]
		n, m := &s.a.nodes[e.a], &s.b.nodes[e.b]
		switch {
		case !n.isLeaf() && (m.isLeaf() || extent(&n.box) >= extent(&m.box)):
			s.add(n.right, e.b)
			s.add(n.left, e.b)
		case !m.isLeaf():
			s.add(e.a, m.right)
			s.add(e.a, m.left)
		default:
			return n.right, m.right, true
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
	near   [3]float64 // the origin, moved by the pad away from the side of boxes that is entered
	far    [3]float64 // the same for the other side
	stack  []entry
}

// Start begins a search for the items of t whose boxes meet the points origin + s dir, s from 0 to
// limit, which may be +Inf. In the plane the third coordinates are not read. No coordinate may be
// NaN or infinite.
func (s *Along[B]) Start(t *Tree[B], origin, dir [3]float64, limit float64) {
	s.StartPadded(t, &origin, &dir, limit, 0)
}

// StartPadded is Start with all boxes grown by pad on all sides.
func (s *Along[B]) StartPadded(t *Tree[B], origin, dir *[3]float64, limit, pad float64) {
	s.tree, s.pad, s.stack = t, pad, s.stack[:0]
	if t.Len() == 0 {
		return
	}
	s.plain = true
	for k := range len(t.nodes[0].box) / 2 {
		o, d := origin[k], dir[k]
		s.origin[k], s.dir[k] = o, d
		if s.inv[k] = 0; math.Abs(d) > 0x1p-1000 {
			s.inv[k] = 1 / d
		} else {
			s.plain = false
		}
		if s.near[k], s.far[k] = o, o; pad > 0 {
			grow := pad + float64(0x1p-51*(math.Abs(o)+pad)) // 4u of the sum: it is rounded twice
			if s.near[k], s.far[k] = o+grow, o-grow; d < 0 {
				s.near[k], s.far[k] = o-grow, o+grow
			}
		}
	}
	if from := enter(s, &t.nodes[0].box, limit); from <= limit {
		s.stack = append(s.stack, entry{from, 0, 0})
	}
}

// Next returns one more item and the parameter at which the ray enters its box, rounded down, 0
// where it starts inside: at most limit, which may fall from call to call. Every box that the ray
// meets up to limit is found; boxes that it misses by rounding alone may be. ok is false where none
// is left.
func (s *Along[B]) Next(limit float64) (item int32, from float64, ok bool) {
	// At the head of every turn each item that is still to come is below a node on the stack.
	for len(s.stack) > 0 {
		e := s.stack[len(s.stack)-1]
		s.stack = s.stack[:len(s.stack)-1]
		if !(e.bound <= limit) {
			continue
		}
		n := &s.tree.nodes[e.a]
		from = e.bound
		for !n.isLeaf() {
			far := n.right
			l, r := &s.tree.nodes[n.left], &s.tree.nodes[far]
			x, y := enter(s, &l.box, limit), enter(s, &r.box, limit)
			if !(x <= y) {
				x, y, far, l = y, x, n.left, r
			}
			if y <= limit {
				s.stack = append(s.stack, entry{bound: y, a: far})
			}
			if from = x; !(x <= limit) {
				break
			}
			n = l
		}
		if n.isLeaf() {
			return n.right, from, true
		}
	}
	return 0, 0, false
}

// enter returns the parameter at which the ray enters the box, rounded down, NaN where
// it does not up to limit: NaN is within no limit.
//
// A difference, an inverse and their product are off by u of their size each: 4u is more, with the
// least double for products that underflow. What a pad adds to that is the caller's.
func enter[B Box](s *Along[B], box *B, limit float64) float64 {
	if !s.plain {
		return enterAnyway(s, box, limit)
	}
	h := len(*box) / 2
	from, to := 0.0, limit
	for k := range h {
		lo, hi, inv := (*box)[k], (*box)[h+k], s.inv[k]
		if inv < 0 {
			lo, hi = hi, lo
		}
		if x := float64((lo - s.near[k]) * inv); x > from {
			from = x
		}
		if x := float64((hi - s.far[k]) * inv); x < to {
			to = x
		}
	}
	if from > math.MaxFloat64 { // a finite side may be beyond the range of doubles
		from = math.MaxFloat64
	}
	if from -= float64(0x1p-51*from) + math.SmallestNonzeroFloat64; !(from > 0) {
		from = 0
	}
	if from <= to+(float64(0x1p-51*math.Abs(to))+math.SmallestNonzeroFloat64) && from <= limit {
		return from
	}
	return math.NaN()
}

// enterAnyway is enter for rays along which a coordinate is constant, or as good as that.
func enterAnyway[B Box](s *Along[B], box *B, limit float64) float64 {
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
			return math.NaN()
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
	if to += float64(0x1p-51*math.Abs(to)) + math.SmallestNonzeroFloat64; from <= to && from <= limit {
		return from
	}
	return math.NaN()
}

// Farthest returns the greatest of the values of the items, and the item that has it, none for a
// tree without items. value returns how far item i reaches along dir: at most as far as its box, to
// rounding. Values that rounding alone tells apart may be taken for each other. In the plane dir's
// third coordinate is not read. It allocates nothing.
func (t *Tree[B]) Farthest(dir [3]float64, value func(item int32) float64) (most float64, item int32) {
	var stack [128]int32 // no tree is higher: deepest
	most, item = math.Inf(-1), none
	n := min(len(t.nodes), 1)
	// At the head of every turn each item that is not done and reaches farther than most is below
	// a node on the stack.
	for n > 0 {
		n--
		k := &t.nodes[stack[n]]
		if !(reach(&k.box, &dir) > most) {
			continue
		}
		if k.isLeaf() {
			if v := value(k.right); v > most {
				most, item = v, k.right
			}
			continue
		}
		near, far := k.left, k.right
		if reach(&t.nodes[near].box, &dir) < reach(&t.nodes[far].box, &dir) {
			near, far = far, near
		}
		stack[n], stack[n+1] = far, near
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
