package bvh

// entry is a pair of nodes, one of each tree, or a node of one tree.
type entry struct {
	bound float64
	a, b  int32
}

// queue is a binary heap of entries with the least bound at the head.
type queue []entry

// push adds e.
func (q *queue) push(e entry) {
	*q = append(*q, e)
	h := *q
	i := len(h) - 1
	for i > 0 && e.bound < h[(i-1)/2].bound {
		h[i] = h[(i-1)/2]
		i = (i - 1) / 2
	}
	h[i] = e
}

// pop removes and returns the head. The queue must not be empty.
func (q *queue) pop() entry {
	h := *q
	head, e := h[0], h[len(h)-1]
	h = h[:len(h)-1]
	*q = h
	i := 0
	for {
		c := 2*i + 1
		if c+1 < len(h) && h[c+1].bound < h[c].bound {
			c++
		}
		if c >= len(h) || !(h[c].bound < e.bound) {
			break
		}
		h[i] = h[c]
		i = c
	}
	if len(h) > 0 {
		h[i] = e
	}
	return head
}

// Closest finds pairs of items of two trees in the order of a lower bound of their signed distance.
// The zero value is ready for Start.
type Closest[B Box] struct {
	a, b  *Tree[B]
	rel   Relative
	queue queue
}

// Start begins a search among the items of a and b. b lies in the frame of a as rot, at and off
// say: see Set.
func (s *Closest[B]) Start(a, b *Tree[B], rot *[3][3]float64, at [3]float64, off float64) {
	s.a, s.b = a, b
	s.queue = s.queue[:0]
	if a.Len() == 0 || b.Len() == 0 {
		return
	}
	Set(&s.rel, a, b, rot, at, off)
	s.queue = append(s.queue, entry{bound(&s.rel, &a.nodes[0].box, &b.nodes[0].box), 0, 0})
}

// Next returns the next pair of items and the lower bound of its signed distance, which is at most
// limit. Bounds never fall from call to call, so that no later pair has a lesser one. ok is false
// where no pair is left. The limit may fall from call to call.
//
// Cost: two bounds for each pair of nodes on the way (BenchmarkSearch).
func (s *Closest[B]) Next(limit float64) (i, j int32, bnd float64, ok bool) {
	if len(s.queue) == 0 || !(s.queue[0].bound <= limit) {
		return 0, 0, 0, false
	}
	e := s.queue.pop()
	// At the head of every turn no entry of the queue has a lesser bound than e.
	for {
		n, m := &s.a.nodes[e.a], &s.b.nodes[e.b]
		l, r := e, e
		switch {
		case !n.isLeaf() && (m.isLeaf() || extent(&n.box) >= extent(&m.box)):
			l.a, r.a = n.left, n.right
			l.bound = max(e.bound, bound(&s.rel, &s.a.nodes[l.a].box, &m.box))
			r.bound = max(e.bound, bound(&s.rel, &s.a.nodes[r.a].box, &m.box))
		case !m.isLeaf():
			l.b, r.b = m.left, m.right
			l.bound = max(e.bound, bound(&s.rel, &n.box, &s.b.nodes[l.b].box))
			r.bound = max(e.bound, bound(&s.rel, &n.box, &s.b.nodes[r.b].box))
		default:
			return n.right, m.right, e.bound, true
		}
		if e, ok = s.queue.next(l, r, limit); !ok {
			return 0, 0, 0, false
		}
	}
}

// next returns the entry with the least bound among l, r and the queue, and keeps the others. ok is
// false where that bound is above the limit.
func (q *queue) next(l, r entry, limit float64) (e entry, ok bool) {
	if r.bound < l.bound {
		l, r = r, l
	}
	if r.bound <= limit {
		q.push(r)
	}
	if len(*q) > 0 && (*q)[0].bound < l.bound {
		if l.bound <= limit {
			q.push(l)
		}
		l = q.pop()
	}
	return l, l.bound <= limit
}

// Nearest finds items of one tree in the order of a lower bound that the caller computes from
// boxes. The zero value is ready for Start.
type Nearest[B Box] struct {
	tree  *Tree[B]
	queue queue
}

// Start begins a search in t. bound returns a lower bound for all items in a box; the lesser box of
// two must not have the lesser bound by more than rounding.
func (s *Nearest[B]) Start(t *Tree[B], bound func(*B) float64) {
	s.tree, s.queue = t, s.queue[:0]
	if t.Len() > 0 {
		s.queue = append(s.queue, entry{bound: bound(&t.nodes[0].box)})
	}
}

// Next returns the next item and its bound, at most limit, as Closest.Next does. bound is that of
// Start.
func (s *Nearest[B]) Next(limit float64, bound func(*B) float64) (item int32, bnd float64, ok bool) {
	if len(s.queue) == 0 || !(s.queue[0].bound <= limit) {
		return 0, 0, false
	}
	e := s.queue.pop()
	// At the head of every turn no entry of the queue has a lesser bound than e.
	for {
		n := &s.tree.nodes[e.a]
		if n.isLeaf() {
			return n.right, e.bound, true
		}
		l := entry{bound: max(e.bound, bound(&s.tree.nodes[n.left].box)), a: n.left}
		r := entry{bound: max(e.bound, bound(&s.tree.nodes[n.right].box)), a: n.right}
		if e, ok = s.queue.next(l, r, limit); !ok {
			return 0, 0, false
		}
	}
}
