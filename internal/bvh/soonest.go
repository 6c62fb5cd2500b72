package bvh

// Soonest finds pairs of items of two trees that move, soonest first by the time until which they
// are proved not to meet. The zero value is ready for Start.
type Soonest[B Box] struct {
	a, b  *Tree[B]
	queue queue // of slots
	rest  couples
	from  float64 // the time of the leaves of the rest
}

// soonEnough is the part of the time left by which a bound has to move a pair of nodes for it to be
// asked about once more before it is split.
const soonEnough = 0.125

// leafEnough is the same for two leaves to wait for others that may meet before them: where bounds
// creep, as those of bodies that whirl do, the leaves would wait for each other for ever.
const leafEnough = 1.0 / 4096

// Start begins a search among the items of a and b from the time from on.
func (s *Soonest[B]) Start(a, b *Tree[B], from float64) {
	s.a, s.b, s.queue = a, b, s.queue[:0]
	s.rest.start(nil, nil)
	if a.Len() > 0 && b.Len() > 0 {
		s.queue = append(s.queue, entry{bound: from})
	}
}

// Next returns the next pair of items and a time of at most limit: none of its items meet before
// that. Times never fall from call to call. ok is false where all pairs left are apart through
// limit. The limit may fall from call to call.
//
// bound returns a time until which nothing in the box n of the first tree meets anything in the box
// m of the second, given that nothing does before t: t itself, where it knows nothing.
func (s *Soonest[B]) Next(limit float64, bound func(n, m *B, t float64) float64) (i, j int32, t float64, ok bool) {
	if s.from <= limit {
		if i, j, ok = s.rest.next(); ok {
			return i, j, s.from, true
		}
	}
	// At the head of every turn each pair of items that may meet by the limit is below an entry,
	// and none meets before the bound of that.
	for len(s.queue) > 0 && s.queue[0].bound <= limit {
		e := s.queue.pop()
		n, m := s.a.box(e.a), s.b.box(e.b)
		k, h := s.a.kid(e.a), s.b.kid(e.b)
		before := e.bound
		if e.bound = max(before, bound(n, m, before)); !(e.bound <= limit) {
			continue
		}
		l, r := e, e
		switch {
		case k < 0 && h < 0:
			if len(s.queue) > 0 && s.queue[0].bound < e.bound {
				if e.bound-before > leafEnough*(limit-before) {
					s.queue.push(e)
					continue
				}
				e.bound = before // no other comes before it
			}
			s.from = e.bound
			s.rest.start(s.a.run(k), s.b.run(h))
			i, j, _ = s.rest.next()
			return i, j, e.bound, true
		case e.bound-before > soonEnough*(limit-before):
			s.queue.push(e)
			continue
		case k >= 0 && (h < 0 || extent(n) >= extent(m)):
			l.a, r.a = 2*k, 2*k+1
		default:
			l.b, r.b = 2*h, 2*h+1
		}
		s.queue.push(l)
		s.queue.push(r)
	}
	return 0, 0, 0, false
}
