package world

import (
	"cmp"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d3"
)

// A step goes through these stages, after the impacts of course.go. All workers share each of them,
// but Take and Keep are asked on the caller's goroutine, in the order of handles. What comes out is
// the same for any number of workers: each does runs of pairs, whose results are put together in
// order.
//
//  1. Pairs whose boxes meet come from the tree, in order.
//  2. Filters, kinds and the caller's Take leave pairs out. What is left becomes records, each with
//     the place of the pair's last record.
//  3. Workers ask about the records. Each answer depends on the pair alone: a Cache only serves to
//     prove anew that bodies are apart, see relate; and what was found of bodies that both stayed
//     where they were is taken again.
//  4. The caller's Keep drops manifolds. Records and those of the last step are merged to the list
//     of pairs that began, stay and ended.

// StepOptions are what a Step may leave out. The zero value leaves out nothing.
type StepOptions struct {
	// Take, where it is not nil, is asked about each pair of bodies whose boxes, grown by half the
	// margin, meet and whose filters allow it, before it is looked at further. A pair refused is
	// not in contact.
	Take func(a, b Handle) bool

	// Keep, where it is not nil, is asked about each manifold of each pair in contact. What is
	// refused is dropped, as a one-way platform lets pass (see the example); the pair stays in
	// contact.
	Keep func(p *Pair, c *Contact) bool

	// Leave puts each fast body that has an impact where it is then: at the last time that it is
	// proved not to go deeper into the other body.
	Leave bool
}

// batchOf returns the number of records that a worker takes at a time, of so many: enough to make
// the counter's cost nothing, few enough that none waits long for the last. The larger they are,
// the more alike, which is what their memory goes by.
func batchOf(records int) int {
	if records < 1<<17 {
		return 128
	}
	return 1024
}

// slabsOf returns the number of slabs of so many records.
func slabsOf(records int) int { return (records + batchOf(records) - 1) / batchOf(records) }

// stepper is the work space of Step and what the last one found.
//
// Of the step before the last one only what Lost and States need is kept. While a step is under
// way, the bulk of an old slab goes to a new one as soon as no record is left that may read it.
type stepper struct {
	margin       float64
	records, old []record // of this step and the last one, in order
	slabs        []slab   // of each batch of records
	oldSlabs     []slab
	born         []uint32 // generations of the bodies of records, at their places
	oldBorn      []uint32 // the same of old ones
	reborn       bool     // some generations differ
	listed       []entry  // of the last step
	asked        Pair     // shown to the caller's Keep
	shown        Contact

	bodies  []body // of the step under way
	queries []*d3.Query
	caches  []*d3.Cache    // of each worker: of the record that it is at
	found   []*d3.Manifold // of each worker, likewise
	warmth  []float64      // of each worker: what warm returned, for nothing
	next    atomic.Int64
	share   share

	plain []bool // of the body at each place
	lock  sync.Mutex
	free  []*bulk
	most  [2]int    // numbers and bytes of caches of the fullest bulk of the last step
	order []int32   // places of bodies, near ones near each other; none where records come in their own order
	first []int32   // of the body at each place: the first record, those of the next one behind its last
	sums  []int32   // the records of bodies before each run in that order
	turns [][]int32 // of each worker: room for the records of a batch
}

// init makes the workers.
func (t *stepper) init(opt Options) error {
	t.margin = opt.Margin
	for range opt.Workers {
		q, err := d3.NewQuery(d3.Options{Tolerance: opt.Tolerance, Joined: opt.Joined})
		if err != nil {
			return err
		}
		t.queries, t.caches = append(t.queries, q), append(t.caches, new(d3.Cache))
		t.found = append(t.found, new(d3.Manifold))
		t.warmth, t.turns = append(t.warmth, 0), append(t.turns, nil)
	}
	t.share.init(t)
	return nil
}

// Step finds the pairs of bodies that are in contact now, and what changed since the last Step.
// Pairs, Events and Contacts list it.
//
// Cost: a question of package d3 for each pair whose boxes meet and of which a body moved, and a
// TimeOfImpact for each pair of a fast body and one that the box of its way meets, shared by the
// workers (BenchmarkStep, BenchmarkImpacts).
func (w *World[T]) Step(opt StepOptions) { w.advance(opt) }

// advance is Step.
func (s *state) advance(opt StepOptions) {
	s.ready()
	t := &s.step
	t.records, t.old = t.old[:0], t.records
	t.slabs, t.oldSlabs = t.oldSlabs, t.slabs
	t.born, t.oldBorn = t.oldBorn[:0], t.born
	s.impacts(opt)
	s.tree.flush(s.bodies)
	t.bodies = s.bodies
	s.collect(s.tree.pairs(), opt.Take)
	t.line()
	t.ask()
	t.list(opt.Keep)
	t.share.over(len(s.bodies), t.share.arrive)
	t.bodies = nil
}

// compare returns how a record of the last step and one of this step lie in the order of handles:
// below 0 where the old one comes first, 0 where they are of the same two bodies.
func (t *stepper) compare(o, r *record) int {
	if o.a != r.a {
		return int(o.a) - int(r.a)
	}
	if t.reborn {
		if c := cmp.Compare(t.oldBorn[o.a], t.born[r.a]); c != 0 {
			return c
		}
	}
	if o.b != r.b {
		return int(o.b) - int(r.b)
	}
	if t.reborn {
		return cmp.Compare(t.oldBorn[o.b], t.born[r.b])
	}
	return 0
}

// rest takes the answer of the last step, o, for r, and copies its manifolds or its cache.
func (t *stepper) rest(r, o *record, out *slab, c *d3.Cache) {
	from := &t.oldSlabs[o.slab()]
	r.word = r.word>>slabShift<<slabShift | o.word&(1<<slabShift-1)
	from.cache(o, c)
	first, end := from.run(o)
	for i := first; i < end; i++ {
		out.copy(from, i)
	}
}

// many is the number of records from which on the order of bodies in memory and in space matters.
const many = 1 << 13

// batch returns the records that are asked about from the from-th, where a batch begins, to before
// the to-th.
func (t *stepper) batch(worker, from, to int) []int32 {
	list := t.turns[worker][:0]
	if len(t.order) == 0 {
		for i := from; i < to; i++ {
			list = append(list, int32(i))
		}
		return list
	}
	// the run of bodies before whose end the from-th record lies
	run, end := 0, len(t.sums)-1
	for end-run > 1 {
		if m := (run + end) / 2; int(t.sums[m]) <= from {
			run = m
		} else {
			end = m
		}
	}
	for k, n := run*lineRun, int(t.sums[run]); ; k++ {
		first, end := int(t.first[t.order[k]]), int(t.first[t.order[k]+1])
		for r := first + max(from-n, 0); r < end; r++ {
			if list = append(list, int32(r)); len(list) == to-from {
				return list
			}
		}
		n += end - first
	}
}

// ask lets the workers answer all records.
func (t *stepper) ask() {
	t.next.Store(0)
	batches := slabsOf(len(t.records))
	for len(t.slabs) < batches {
		t.slabs = append(t.slabs, slab{})
	}
	t.stock(batches)
	for i := range t.turns {
		t.turns[i] = slices.Grow(t.turns[i][:0], batchOf(len(t.records)))
	}
	workers := min(len(t.queries), max(batches, 1))
	t.share.crew.Do(workers, workers, t.share.work)
	if extra := batches/8 + 2*len(t.queries) + 8; len(t.free) > extra {
		clear(t.free[extra:])
		t.free = t.free[:extra]
	}
}

// stock frees the bulks that nothing will read, and sees that enough are free for the slabs that
// are being filled while their old ones are still read, each with room for what the fullest has.
func (t *stepper) stock(batches int) {
	var numbers, caches int
	for i := range t.oldSlabs {
		o := &t.oldSlabs[i]
		if o.bulk == nil {
			continue
		}
		numbers, caches = max(numbers, len(o.bulk.numbers)), max(caches, len(o.bulk.caches))
		if o.uses == 0 {
			t.free, o.bulk = append(t.free, o.bulk), nil
		}
	}
	caches += cacheBytes // see keep
	t.most = [2]int{numbers, caches}
	for len(t.free) < min(batches, 2*len(t.queries)+2+batches/16) {
		t.free = append(t.free, &bulk{})
	}
	for _, b := range t.free {
		b.grow(numbers, caches)
	}
	for i := range t.oldSlabs {
		if b := t.oldSlabs[i].bulk; b != nil {
			b.grow(numbers, caches)
		}
	}
	t.free = slices.Grow(t.free, len(t.oldSlabs))
}

// work answers records until none is left.
func (t *stepper) work(worker int) {
	batch := batchOf(len(t.records))
	for {
		from := int(t.next.Add(int64(batch))) - batch
		if from >= len(t.records) {
			return
		}
		list := t.batch(worker, from, min(from+batch, len(t.records)))
		t.slabs[from/batch].reset(t.borrow())
		slab, n := int32(none), int32(0) // of the last records that had one before, and how many they are
		for k, i := range list {
			if k%ahead == 0 {
				t.warmth[worker] = t.warm(list[k:min(k+ahead, len(list))])
			}
			r := &t.records[i]
			was := r.was()
			t.answer(r, int32(from/batch), worker)
			if was == none {
				continue
			}
			if s := t.old[was].slab(); s != slab {
				t.release(slab, n)
				slab, n = s, 0
			}
			n++
		}
		t.release(slab, n)
	}
}

// ahead is the number of records that are warmed at a time: what they are about fits the cache.
const ahead = 128

// warm reads something of all that records are about, which are not answered yet, and returns the
// sum: what misses the cache comes at the same time here, where each answer would wait for its own.
func (t *stepper) warm(list []int32) float64 {
	sum := 0.0
	for _, i := range list {
		r := &t.records[i]
		a, b := &t.bodies[r.a], &t.bodies[r.b]
		sum += float64(a.generation) + a.object.AABB().Min.X + a.object.Pose().Pos.X
		sum += float64(b.generation) + b.object.AABB().Min.X + b.object.Pose().Pos.X
		if r.was() != none {
			sum += float64(t.old[r.was()].word)
		}
	}
	return sum
}

// borrow returns a free bulk.
func (t *stepper) borrow() *bulk {
	t.lock.Lock()
	defer t.lock.Unlock()
	n := len(t.free)
	if n == 0 {
		b := &bulk{}
		b.grow(t.most[0], t.most[1])
		return b
	}
	b := t.free[n-1]
	t.free = t.free[:n-1]
	return b
}

// release says that n of the records that read old slab i have been answered.
func (t *stepper) release(i, n int32) {
	if n == 0 {
		return
	}
	if o := &t.oldSlabs[i]; atomic.AddInt32(&o.uses, -n) == 0 {
		t.lock.Lock()
		defer t.lock.Unlock()
		t.free, o.bulk = append(t.free, o.bulk), nil
	}
}

// answer asks about a record, and puts manifolds into a slab.
func (t *stepper) answer(r *record, slab int32, worker int) {
	a, b := &t.bodies[r.a], &t.bodies[r.b]
	out, c := &t.slabs[slab], t.caches[worker]
	c.Clear()
	was, first := r.was(), len(out.manifolds)
	r.at, r.word = none, r.word|uint32(slab)<<slabShift
	if was != none && !a.travels && !b.travels {
		t.rest(r, &t.old[was], out, c)
	} else {
		if was != none {
			t.oldSlabs[t.old[was].slab()].cache(&t.old[was], c)
		}
		t.fresh(r, &a.object, &b.object, c, worker)
	}
	r.word &^= heldBit | cacheBit
	switch {
	case len(out.manifolds) > first:
		out.manifolds[len(out.manifolds)-1].last = true
		r.at, r.word = int32(first), r.word|heldBit
	case !c.Empty():
		r.at, r.word = out.keep(c), r.word|cacheBit
	}
}

// fresh asks about a record of which a body moved.
func (t *stepper) fresh(r *record, x, y *d3.Object, c *d3.Cache, worker int) {
	q := t.queries[worker]
	rel := t.relate(q, r, x, y, c, t.found[worker])
	r.word |= uint32(rel)
	if rel == collide.Apart && t.margin > 0 && q.Distance(x, y, nil).Lower <= t.margin {
		r.word |= nearBit
	}
}

// relate returns the relation of x and y, and puts their manifolds into the worker's slab; mf is
// room for one.
//
// The answer is that of a World that never saw the pair before. A Cache proves that bodies are
// apart from the direction that last did; Touch and Relate say so only with room for what Distance
// may leave open, so that without the Cache they find the same. Whatever else they find with it is
// asked again without it.
func (t *stepper) relate(
	q *d3.Query, r *record, x, y *d3.Object, c *d3.Cache, mf *d3.Manifold,
) collide.Relation {
	if !c.Empty() && q.Relate(x, y, c) == collide.Apart {
		return collide.Apart
	}
	c.Clear()
	out := &t.slabs[r.slab()]
	switch {
	case r.is(sensorBit):
		return q.Relate(x, y, c)
	case parts(x) || parts(y):
		rel := q.Relate(x, y, c)
		if rel == collide.Apart {
			return rel
		}
		c.Clear()
		for ct, mf := range q.Manifolds(x, y, nil) {
			out.add(ct.PartA, ct.PartB, &mf)
		}
		return rel
	}
	rel := q.TouchInto(mf, x, y, c)
	if rel != collide.Apart {
		c.Clear()
		out.add(-1, -1, mf)
	}
	return rel
}
