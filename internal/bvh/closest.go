package bvh

import "math"

// Closest finds pairs of items of two trees, nearest first by a lower bound of their signed
// distance. The zero value is ready for Start.
type Closest[B Box] struct {
	a, b   *Tree[B]
	rel    relative
	queue  queue
	under  []entry // those with no bound above 0, the next one last
	rest   couples
	from   float64    // the bound of the leaves of the rest
	guess  bool       // the next pair is the first
	toward bool       // dir and back are set
	cut    bool       // both trees have cut boxes, and enough items
	large  float32    // of extents: see byCuts; NaN where nothing has asked yet
	dir    [3]float64 // about a unit vector, in the frame of a
	back   [3]float64 // the same in the frame of b
	pad    float64
	turned turnedPair // of trees with turned boxes
}

// StartTurned is Start for trees of surfaces in space, which have turned boxes x and y, unless they
// are nil.
func (s *Closest[B]) StartTurned(a, b *Tree[B], x, y *Turned, rot *[3][3]float64, at [3]float64, off float64) {
	s.Start(a, b, rot, at, off)
	if a.Len() > 0 && b.Len() > 0 && s.turned.set(&s.rel, x, y) {
		s.cut = x.cuts != nil && y.cuts != nil && a.Len()+b.Len() >= manyItems
	}
}

// Start begins a search among the items of a and b. b lies in the frame of a as rot, at and off
// say: see relate.
func (s *Closest[B]) Start(a, b *Tree[B], rot *[3][3]float64, at [3]float64, off float64) {
	s.a, s.b, s.guess, s.toward = a, b, true, false
	s.queue, s.under, s.turned.a = s.queue[:0], s.under[:0], nil
	s.cut, s.large = false, float32(math.NaN())
	s.rest.start(nil, nil)
	if a.Len() == 0 || b.Len() == 0 {
		return
	}
	relate(&s.rel, a, b, rot, at, off)
	s.queue = append(s.queue, entry{bound(&s.rel, a.box(0), b.box(0), math.Inf(1)), 0, 0})
}

// Toward tells the search a unit vector from the first tree to the second along which it may find
// them apart, in the frame of the first: that of a pair already found. How far two boxes are apart
// along it bounds their distance too, and more tightly than their own axes where it is well chosen.
// It must be no longer than 1 + 2^-50. Called before the first Next, it stands for the guess.
func (s *Closest[B]) Toward(n [3]float64) {
	s.guess, s.toward, s.dir = false, true, n
	v := &s.rel.second
	for k := range 3 {
		s.back[k] = float64(v.rot[0][k]*n[0]) + float64(v.rot[1][k]*n[1]) + float64(v.rot[2][k]*n[2])
	}
	if t := &s.turned; t.a != nil {
		t.second.Toward(&n)
		t.first.Toward(&[3]float64{-s.back[0], -s.back[1], -s.back[2]})
	}
	s.pad = (float64(v.at[0]*n[0]) + float64(v.at[1]*n[1]) + float64(v.at[2]*n[2])) - s.rel.pad
}

// along returns the lower bound of two boxes by dir.
//
// The far end of the box of a is off by 6u of its reach, the near end of that of b by 10u, as back
// is off by 4u, and At by 8u: the pad of the frames is more.
func (s *Closest[B]) along(n, m *B) float64 { return (s.pad + lowest(m, &s.back)) - reach(n, &s.dir) }

// Next returns the next pair of items and the lower bound of its signed distance, which is at most
// limit. The first pair is a guess: it lies where each step down the trees takes the nearer child,
// so that its distance can prune all that follows. From the second on those with bounds of at most
// 0 come first, one way down after the other: bounds below 0 tell large boxes from small ones more
// than anything else, and a queue in their order holds most pairs of nodes that meet before any
// pair of items is found (BenchmarkCompound). Then bounds never fall from call to call, but where
// Toward is called. ok is false where no pair with a bound up to the limit is left. The limit may
// fall from call to call. All pairs of two leaves come one after the other.
//
// Cost: two bounds for each pair of nodes on the way (BenchmarkSearch).
func (s *Closest[B]) Next(limit float64) (i, j int32, bnd float64, ok bool) {
	if s.from <= limit {
		if i, j, ok = s.rest.next(); ok {
			return i, j, s.from, true
		}
	}
	for len(s.under) > 0 || len(s.queue) > 0 && s.queue[0].bound <= limit {
		e := s.take()
		if !(e.bound <= limit) {
			continue
		}
		if s.toward && s.turned.a == nil { // the bound may be from before
			n, m := s.a.box(e.a), s.b.box(e.b)
			if e.bound = max(e.bound, s.along(n, m)); !(e.bound <= limit) {
				continue
			}
		}
		guess := s.guess
		s.guess = false
		if len(*new(B)) == 6 && s.cut && limit > 0 { // what overlaps is asked for its depth alone
			i, j, bnd, ok = s.descendCuts(e, limit, guess)
		} else {
			i, j, bnd, ok = s.descend(e, limit, guess)
		}
		if ok {
			return i, j, bnd, true
		}
	}
	return 0, 0, 0, false
}

// Least returns a lower bound of the signed distance of all pairs of items that Next has not
// returned and whose bounds are within the limit of the last call: +Inf where there are none.
//
// Cost: a look at each pair of nodes with a bound of at most 0 that waits.
func (s *Closest[B]) Least() float64 {
	least := math.Inf(1)
	if s.rest.i < len(s.rest.a) {
		least = s.from
	}
	for i := range s.under {
		least = min(least, s.under[i].bound)
	}
	if len(s.queue) > 0 {
		least = min(least, s.queue[0].bound)
	}
	return least
}

// Waiting returns how many pairs of nodes the search has had to keep at most since it was made.
func (s *Closest[B]) Waiting() int { return cap(s.queue) + cap(s.under) }

// take removes and returns the entry that is next.
func (s *Closest[B]) take() entry {
	last := len(s.under) - 1
	if last < 0 {
		return s.queue.pop()
	}
	e := s.under[last]
	s.under = s.under[:last]
	return e
}

// keep adds e to those that wait.
func (s *Closest[B]) keep(e entry) {
	if e.bound <= 0 {
		s.under = append(s.under, e)
	} else {
		s.queue.push(e)
	}
}

// descend follows the least bounds from e down to a pair of items; for a guess, without a look at
// the queue.
//
// At the head of every turn the bound of e is at most limit; for no guess it is at most 0, or
// nothing that waits has a lesser one.
func (s *Closest[B]) descend(e entry, limit float64, guess bool) (i, j int32, bnd float64, ok bool) {
	var f fixed
	f.set(&s.rel, limit)
	for {
		k, h := s.a.kid(e.a), s.b.kid(e.b)
		l, r := e, e
		switch {
		case k >= 0 && h >= 0 && similar(s.a.box(e.a), s.b.box(e.b)):
			l, r = s.splitBoth(&f, e, limit)
		case k >= 0 && (h < 0 || extent(s.a.box(e.a)) >= extent(s.b.box(e.b))):
			l.a, r.a = 2*k, 2*k+1
			s.splitFirst(&f, &l, &r, limit)
		case h >= 0:
			l.b, r.b = 2*h, 2*h+1
			s.splitSecond(&f, &l, &r, limit)
		default:
			s.from = e.bound
			s.rest.start(s.a.run(k), s.b.run(h))
			i, j, _ = s.rest.next()
			return i, j, e.bound, true
		}
		if e, ok = s.next(l, r, limit, guess); !ok {
			return 0, 0, 0, false
		}
	}
}

// next returns the better one of l and r for a guess or where its bound is at most 0, else the
// entry with the least bound among them and those that wait, and keeps the others. ok is false
// where that bound is above the limit, or where it is above 0 and one that waits is not.
func (s *Closest[B]) next(l, r entry, limit float64, guess bool) (e entry, ok bool) {
	if r.bound < l.bound {
		l, r = r, l
	}
	if r.bound <= limit {
		s.keep(r)
	}
	switch {
	case guess || l.bound <= 0 || !(l.bound <= limit):
		return l, l.bound <= limit
	case len(s.under) > 0:
		s.queue.push(l)
		return l, false
	case len(s.queue) > 0 && s.queue[0].bound < l.bound:
		s.queue.push(l)
		l = s.queue.pop()
	}
	return l, true
}

// similar reports whether both boxes are split at once: where neither is four times the other.
// Fewer pairs of nodes are then made on the way to those of their children (BenchmarkCompound).
func similar[B Box](n, m *B) bool {
	x, y := extent(n), extent(m)
	return x <= float64(4*y) && y <= float64(4*x)
}

// splitBoth returns two pairs of children of e, the best among them, and keeps the other two.
func (s *Closest[B]) splitBoth(f *fixed, e entry, limit float64) (l, r entry) {
	n, m := 2*s.a.kid(e.a), 2*s.b.kid(e.b)
	l, r = entry{e.bound, n, m}, entry{e.bound, n + 1, m}
	u, v := entry{e.bound, n, m + 1}, entry{e.bound, n + 1, m + 1}
	if t := &s.turned; t.a != nil {
		t.second.Within(limit, t.pad)
		gaps := t.second.Gaps(&t.a.boxes[n], &t.a.boxes[n+1], &t.b.boxes[m], &t.b.boxes[m+1])
		l.bound, r.bound = max(l.bound, gaps[0]), max(r.bound, gaps[1])
		u.bound, v.bound = max(u.bound, gaps[2]), max(v.bound, gaps[3])
	} else {
		s.splitFirst(f, &l, &r, limit)
		s.splitFirst(f, &u, &v, limit)
	}
	return s.better(l, r, u, v, limit)
}

// better returns the better one of l and u and that of r and v, and keeps the other two.
func (s *Closest[B]) better(l, r, u, v entry, limit float64) (entry, entry) {
	if u.bound < l.bound {
		l, u = u, l
	}
	if v.bound < r.bound {
		r, v = v, r
	}
	if v.bound < u.bound { // the last one kept is the first one taken
		u, v = v, u
	}
	if v.bound <= limit {
		s.keep(v)
	}
	if u.bound <= limit {
		s.keep(u)
	}
	return l, r
}

// splitFirst raises the bounds of l and r, pairs of two children of the first tree and one node of
// the second. The bound along dir comes first: where it is above limit, the other does not matter.
func (s *Closest[B]) splitFirst(f *fixed, l, r *entry, limit float64) {
	if t := &s.turned; t.a != nil {
		t.second.Within(limit, t.pad)
		x, y := t.second.GapsTo(&t.a.boxes[l.a], &t.a.boxes[r.a], &t.b.boxes[l.b])
		l.bound, r.bound = max(l.bound, x), max(r.bound, y)
		return
	}
	x, y, m := s.a.box(l.a), s.a.box(r.a), s.b.box(l.b)
	if s.toward {
		near := s.pad + lowest(m, &s.back)
		l.bound, r.bound = max(l.bound, near-reach(x, &s.dir)), max(r.bound, near-reach(y, &s.dir))
	}
	if s.rel.open {
		l.bound, r.bound = max(l.bound, openBound(&s.rel, x, m)), max(r.bound, openBound(&s.rel, y, m))
		return
	}
	if l.bound > limit && r.bound > limit {
		return
	}
	see(f, &s.rel.second, m)
	if l.bound <= limit {
		l.bound = max(l.bound, gap(f, x))
	}
	if r.bound <= limit {
		r.bound = max(r.bound, gap(f, y))
	}
}

// splitSecond is splitFirst for two children of the second tree and one node of the first.
func (s *Closest[B]) splitSecond(f *fixed, l, r *entry, limit float64) {
	if t := &s.turned; t.a != nil {
		t.first.Within(limit, t.pad)
		x, y := t.first.GapsTo(&t.b.boxes[l.b], &t.b.boxes[r.b], &t.a.boxes[l.a])
		l.bound, r.bound = max(l.bound, x), max(r.bound, y)
		return
	}
	n, x, y := s.a.box(l.a), s.b.box(l.b), s.b.box(r.b)
	if s.toward {
		far := s.pad - reach(n, &s.dir)
		l.bound, r.bound = max(l.bound, far+lowest(x, &s.back)), max(r.bound, far+lowest(y, &s.back))
	}
	if s.rel.open {
		l.bound, r.bound = max(l.bound, openBound(&s.rel, n, x)), max(r.bound, openBound(&s.rel, n, y))
		return
	}
	if l.bound > limit && r.bound > limit {
		return
	}
	see(f, &s.rel.first, n)
	if l.bound <= limit {
		l.bound = max(l.bound, gap(f, x))
	}
	if r.bound <= limit {
		r.bound = max(r.bound, gap(f, y))
	}
}
