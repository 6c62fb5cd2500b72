package world

import (
	"slices"
	"sync"
	"sync/atomic"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
)

// A step goes through these stages, after the impacts of course.go; the first, second and last run
// on the caller's goroutine, in the order of handles, the third on all workers.
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
	// refused is dropped, as a one-way platform lets pass; the pair stays in contact.
	Keep func(p *Pair, c *Contact) bool

	// Leave puts each fast body that has an impact where it is then: at the last time that it is
	// proved not to go deeper into the other body.
	Leave bool
}

// batch is the number of records that a worker takes at a time: enough to make the counter's cost
// nothing, few enough that none waits long for the last.
const batch = 128

// stepper is the work space of Step and what the last one found.
//
// Of the step before the last one only what Lost and States need is kept. While a step is under
// way, the bulk of an old slab goes to a new one as soon as no record is left that may read it.
type stepper struct {
	margin       float64
	records, old []record // of this step and the last one, in order
	slabs        []slab   // of each batch of records
	oldSlabs     []slab
	listed       []Pair  // of the last step
	shown        Contact // to the caller's Keep

	bodies  []body // of the step under way
	queries []*d2.Query
	caches  []*d2.Cache // of each worker: of the record that it is at
	warmth  []float64   // of each worker: what warm returned, for nothing
	jobs    []func()
	next    atomic.Int64
	wait    sync.WaitGroup

	plain []bool // of the body at each place
	lock  sync.Mutex
	free  []*bulk
	order []int32 // places of bodies, near ones near each other
	first []int32 // of the body at each place: the first record, those of the next one behind its last
	turns []int32 // the records in the order in which they are asked about; none for their own
}

// init makes the workers.
func (t *stepper) init(opt Options) error {
	t.margin = opt.Margin
	for i := range opt.Workers {
		q, err := d2.NewQuery(d2.Options{Tolerance: opt.Tolerance})
		if err != nil {
			return err
		}
		t.queries, t.caches = append(t.queries, q), append(t.caches, new(d2.Cache))
		t.warmth = append(t.warmth, 0)
		t.jobs = append(t.jobs, func() {
			defer t.wait.Done()
			t.work(i)
		})
	}
	return nil
}

// Step finds the pairs of bodies that are in contact now, and what changed since the last Step.
// Pairs, Events and Contacts list it.
//
// Cost: a question of package d2 for each pair whose boxes meet and of which a body moved, and a
// TimeOfImpact for each pair of a fast body and one that the box of its way meets, shared by the
// workers (BenchmarkStep, BenchmarkImpacts).
func (w *World[T]) Step(opt StepOptions) { w.advance(opt) }

// advance is Step.
func (s *state) advance(opt StepOptions) {
	t := &s.step
	t.records, t.old = t.old[:0], t.records
	t.slabs, t.oldSlabs = t.oldSlabs, t.slabs
	s.impacts(opt)
	s.tree.flush(s.bodies)
	s.collect(s.tree.pairs(), opt.Take)
	t.bodies = s.bodies
	t.line(&s.tree)
	t.ask()
	t.bodies = nil
	t.list(opt.Keep)
	for i := range s.bodies {
		if b := &s.bodies[i]; b.travels {
			b.from, b.travels = b.object.Pose(), false
		}
	}
}

// collect makes the records of the pairs that the filters, kinds and take leave.
func (s *state) collect(pairs [][2]int32, take func(a, b Handle) bool) {
	t := &s.step
	t.plain = t.plain[:0]
	for i := range s.bodies {
		t.plain = append(t.plain, s.bodies[i].plain())
	}
	last := 0 // all records of the last step before it are of pairs before the one under way
	for _, p := range pairs {
		r := record{a: makeHandle(int(p[0]), 1), b: makeHandle(int(p[1]), 1), was: none}
		if !t.plain[p[0]] || !t.plain[p[1]] {
			a, b := &s.bodies[p[0]], &s.bodies[p[1]]
			if a.kind == Static && b.kind == Static || !a.filter.allows(&b.filter) {
				continue
			}
			r.a, r.b = s.handle(int(p[0])), s.handle(int(p[1]))
			r.sensor = a.sensor || b.sensor
		}
		if len(s.ignored) > 0 && s.ignored[[2]Handle{r.a, r.b}] || take != nil && !take(r.a, r.b) {
			continue
		}
		for last < len(t.old) && t.old[last].before(&r) {
			last++
		}
		if last < len(t.old) && t.old[last].same(&r) {
			r.was = int32(last)
			t.oldSlabs[t.old[last].slab].uses++
		}
		t.records = append(t.records, r)
	}
}

// rest takes the answer of the last step for r, and copies its manifolds.
func (t *stepper) rest(r *record, out *slab, c *d2.Cache) {
	o := &t.old[r.was]
	from := &t.oldSlabs[o.slab]
	r.relation, r.contact, r.near, r.n = o.relation, o.contact, o.near, o.n
	if o.cache != none {
		*c = from.bulk.caches[o.cache]
	}
	for i := o.first; i < o.first+o.n; i++ {
		k := &from.manifolds[i]
		out.add(int(k.partA), int(k.partB), from.bulk.normals[i], from.of(i))
	}
}

// many is the number of records from which on the order of bodies in memory and in space matters.
const many = 1 << 13

// line sets the order in which records are asked about: those of a body in a row, and bodies as
// they lie in space, so that most of what is read lies in the cache.
func (t *stepper) line(tr *tree) {
	t.turns = t.turns[:0]
	if len(t.records) < many {
		return
	}
	t.order = tr.boxes.AppendIDs(t.order[:0])
	t.first = slices.Grow(t.first[:0], len(t.bodies)+1)[:len(t.bodies)+1]
	k := 0
	for i := range t.first {
		t.first[i] = int32(k)
		for k < len(t.records) && t.records[k].a.place() == i {
			k++
		}
	}
	t.turns = slices.Grow(t.turns, len(t.records))
	for _, i := range t.order {
		for k := t.first[i]; k < t.first[i+1]; k++ {
			t.turns = append(t.turns, k)
		}
	}
}

// ask lets the workers answer all records.
func (t *stepper) ask() {
	t.next.Store(0)
	batches := (len(t.records) + batch - 1) / batch
	for len(t.slabs) < batches {
		t.slabs = append(t.slabs, slab{})
	}
	t.stock(batches)
	workers := min(len(t.jobs), batches)
	if workers <= 1 {
		t.work(0)
	} else {
		t.wait.Add(workers)
		for _, job := range t.jobs[:workers] {
			go job()
		}
		t.wait.Wait()
	}
	if extra := batches/4 + 2*len(t.jobs) + 8; len(t.free) > extra {
		clear(t.free[extra:])
		t.free = t.free[:extra]
	}
}

// stock frees the bulks that nothing will read, and sees that enough are free for the slabs that
// are being filled while their old ones are still read, each with room for what the fullest has.
func (t *stepper) stock(batches int) {
	var normals, points, caches int
	for i := range t.oldSlabs {
		o := &t.oldSlabs[i]
		if o.bulk == nil {
			continue
		}
		normals = max(normals, len(o.bulk.normals))
		points, caches = max(points, len(o.bulk.points)), max(caches, len(o.bulk.caches))
		if o.uses == 0 {
			t.free, o.bulk = append(t.free, o.bulk), nil
		}
	}
	for len(t.free) < min(batches, 2*len(t.jobs)+2+batches/16) {
		t.free = append(t.free, &bulk{})
	}
	for _, b := range t.free {
		b.grow(normals, points, caches)
	}
	for i := range t.oldSlabs {
		if b := t.oldSlabs[i].bulk; b != nil {
			b.grow(normals, points, caches)
		}
	}
	t.free = slices.Grow(t.free, len(t.oldSlabs))
}

// work answers records until none is left.
func (t *stepper) work(worker int) {
	for {
		from := int(t.next.Add(batch)) - batch
		if from >= len(t.records) {
			return
		}
		to := min(from+batch, len(t.records))
		t.warmth[worker] = t.warm(from, to)
		t.slabs[from/batch].reset(t.borrow())
		old, n := int32(none), int32(0) // the slab of the last records, and how many they are
		for i := from; i < to; i++ {
			r := t.turn(i)
			t.answer(r, from/batch, worker)
			if r.was == none {
				continue
			}
			if s := t.old[r.was].slab; s != old {
				t.release(old, n)
				old, n = s, 0
			}
			n++
		}
		t.release(old, n)
	}
}

// turn returns the i-th record that is asked about.
func (t *stepper) turn(i int) *record {
	if len(t.turns) > 0 {
		i = int(t.turns[i])
	}
	return &t.records[i]
}

// warm reads something of all that a batch of records is about, and returns the sum: what misses
// the cache comes at the same time here, where each answer would wait for its own.
func (t *stepper) warm(from, to int) float64 {
	sum := 0.0
	for i := from; i < to; i++ {
		r := t.turn(i)
		a, b := &t.bodies[r.a.place()], &t.bodies[r.b.place()]
		sum += float64(a.generation) + a.object.AABB().Min.X + a.object.Pose().Pos.X
		sum += float64(b.generation) + b.object.AABB().Min.X + b.object.Pose().Pos.X
		if r.was != none {
			sum += float64(t.old[r.was].cache)
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
		return &bulk{}
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
func (t *stepper) answer(r *record, slab, worker int) {
	a, b := &t.bodies[r.a.place()], &t.bodies[r.b.place()]
	out, c := &t.slabs[slab], t.caches[worker]
	r.slab, r.first, r.cache = int32(slab), int32(len(out.manifolds)), none
	*c = d2.Cache{}
	if r.was != none && !a.travels && !b.travels {
		t.rest(r, out, c)
	} else {
		if r.was != none {
			if o := &t.old[r.was]; o.cache != none {
				*c = t.oldSlabs[o.slab].bulk.caches[o.cache]
			}
		}
		t.fresh(r, &a.object, &b.object, c, worker)
	}
	if *c != (d2.Cache{}) {
		r.cache = int32(len(out.bulk.caches))
		out.bulk.caches = append(spare(out.bulk.caches, 1), *c)
	}
}

// fresh asks about a record of which a body moved.
func (t *stepper) fresh(r *record, x, y *d2.Object, c *d2.Cache, worker int) {
	out, q := &t.slabs[r.slab], t.queries[worker]
	if r.relation = t.relate(q, r, x, y, c); r.relation != collide.Apart {
		r.contact = true
		r.n = int32(len(out.manifolds)) - r.first
		return
	}
	if t.margin > 0 {
		r.near = q.Distance(x, y, nil).Lower <= t.margin
	}
}

// relate returns the relation of x and y, and puts their manifolds into the worker's slab.
//
// The answer is that of a World that never saw the pair before. A Cache proves that bodies are
// apart from the direction that last did; Touch and Relate say so only with room for what Distance
// may leave open, so that without the Cache they find the same. Whatever else they find with it is
// asked again without it.
func (t *stepper) relate(q *d2.Query, r *record, x, y *d2.Object, c *d2.Cache) collide.Relation {
	if *c != (d2.Cache{}) && q.Relate(x, y, c) == collide.Apart {
		return collide.Apart
	}
	*c = d2.Cache{}
	out := &t.slabs[r.slab]
	switch {
	case r.sensor:
		return q.Relate(x, y, c)
	case parts(x) || parts(y):
		rel := collide.Apart
		for ct, mf := range q.Manifolds(x, y, nil) {
			rel = joined(rel, ct.Relation)
			out.add(ct.PartA, ct.PartB, mf.Normal, mf.Points[:mf.N])
		}
		return rel
	}
	rel, mf := q.Touch(x, y, c)
	if rel != collide.Apart {
		*c = d2.Cache{}
		out.add(-1, -1, mf.Normal, mf.Points[:mf.N])
	}
	return rel
}

// parts reports whether o is a compound.
func parts(o *d2.Object) bool {
	_, is := o.Shape().(*d2.Compound)
	return is
}

// joined returns the relation of two bodies of which some parts have the relation a and others b.
func joined(a, b collide.Relation) collide.Relation {
	switch {
	case a == collide.Overlapping || b == collide.Overlapping:
		return collide.Overlapping
	case a == collide.Undecided || b == collide.Undecided:
		return collide.Undecided
	}
	return max(a, b)
}
