package bvh

// Nearest finds items of one tree in the order of a lower bound that the caller computes from
// boxes. The zero value is ready for Start.
type Nearest[B Box] struct {
	tree  *Tree[B]
	queue queue // of nodes and leaves
	rest  rest
	near  float64 // the bound of the leaf of the rest
}

// Start begins a search in t. bound returns a lower bound for all items in a box; the lesser box of
// two must not have the lesser bound by more than rounding.
func (s *Nearest[B]) Start(t *Tree[B], bound func(*B) float64) {
	s.tree, s.queue, s.rest.items = t, s.queue[:0], nil
	if t.Len() > 0 {
		s.queue = append(s.queue, entry{bound: bound(t.box(0)), a: t.kid(0)})
	}
}

// Next returns the next item and its bound, at most limit, as Closest.Next does. bound is that of
// Start.
func (s *Nearest[B]) Next(limit float64, bound func(*B) float64) (item int32, bnd float64, ok bool) {
	if s.near <= limit {
		if item, ok = s.rest.next(); ok {
			return item, s.near, true
		}
	}
	if len(s.queue) == 0 || !(s.queue[0].bound <= limit) {
		return 0, 0, false
	}
	e := s.queue.pop()
	// At the head of every turn no entry of the queue has a lesser bound than e.
	for {
		if e.a < 0 {
			s.rest.items, s.near = s.tree.run(e.a), e.bound
			item, _ = s.rest.next()
			return item, e.bound, true
		}
		n := &s.tree.nodes[e.a]
		l := entry{bound: max(e.bound, bound(&n.box[0])), a: n.kid[0]}
		r := entry{bound: max(e.bound, bound(&n.box[1])), a: n.kid[1]}
		if e, ok = s.queue.next(l, r, limit); !ok {
			return 0, 0, false
		}
	}
}
