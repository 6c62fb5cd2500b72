package world

import (
	"sync"
	"sync/atomic"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d3"
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
const batch = 64

// stepper is the work space of Step and what the last one found.
type stepper struct {
	margin       float64
	records, old []record // of this step and the last one, in order
	slabs        []slab   // of each batch of records
	oldSlabs     []slab
	listed       []Pair  // of the last step
	shown        Contact // to the caller's Keep

	bodies  []body // of the step under way
	queries []*d3.Query
	jobs    []func()
	next    atomic.Int64
	wait    sync.WaitGroup
}

// init makes the workers.
func (t *stepper) init(opt Options) error {
	t.margin = opt.Margin
	for i := range opt.Workers {
		q, err := d3.NewQuery(d3.Options{Tolerance: opt.Tolerance})
		if err != nil {
			return err
		}
		t.queries = append(t.queries, q)
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
// Cost: a question of package d3 for each pair whose boxes meet and of which a body moved, shared
// by the workers (BenchmarkStep); the search for impacts runs on one.
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
	last := 0 // all records of the last step before it are of pairs before the one under way
	for _, p := range pairs {
		a, b := &s.bodies[p[0]], &s.bodies[p[1]]
		if a.kind == Static && b.kind == Static || !a.filter.allows(&b.filter) {
			continue
		}
		r := record{a: s.handle(int(p[0])), b: s.handle(int(p[1])), was: none}
		if len(s.ignored) > 0 && s.ignored[[2]Handle{r.a, r.b}] || take != nil && !take(r.a, r.b) {
			continue
		}
		for last < len(t.old) && t.old[last].before(&r) {
			last++
		}
		if last < len(t.old) && t.old[last].same(&r) {
			r.was = int32(last)
		}
		r.sensor = a.sensor || b.sensor
		t.records = append(t.records, r)
	}
}

// rest takes the answer of the last step for r, and copies its manifolds.
func (t *stepper) rest(r *record, out *slab) {
	o := &t.old[r.was]
	r.relation, r.contact, r.near, r.cache, r.n = o.relation, o.contact, o.near, o.cache, o.n
	if o.n == 0 {
		return
	}
	from := &t.oldSlabs[o.slab]
	for i := o.first; i < o.first+o.n; i++ {
		k, points := from.manifolds[i], from.of(i)
		k.first, k.dropped = int32(len(out.points)), false
		out.manifolds, out.points = append(out.manifolds, k), append(out.points, points...)
	}
}

// ask lets the workers answer all records.
func (t *stepper) ask() {
	t.next.Store(0)
	batches := (len(t.records) + batch - 1) / batch
	for len(t.slabs) < batches {
		t.slabs = append(t.slabs, slab{})
	}
	workers := min(len(t.jobs), batches)
	if workers <= 1 {
		t.work(0)
		return
	}
	t.wait.Add(workers)
	for _, job := range t.jobs[:workers] {
		go job()
	}
	t.wait.Wait()
}

// work answers records until none is left.
func (t *stepper) work(worker int) {
	for {
		from := int(t.next.Add(batch)) - batch
		if from >= len(t.records) {
			return
		}
		t.slabs[from/batch].reset()
		for i := from; i < min(from+batch, len(t.records)); i++ {
			t.answer(&t.records[i], from/batch, t.queries[worker])
		}
	}
}

// answer asks about a record, and puts manifolds into a slab.
func (t *stepper) answer(r *record, slab int, q *d3.Query) {
	a, b := &t.bodies[r.a.place()], &t.bodies[r.b.place()]
	out := &t.slabs[slab]
	r.slab, r.first = int32(slab), int32(len(out.manifolds))
	if r.was != none {
		if !a.travels && !b.travels {
			t.rest(r, out)
			return
		}
		r.cache = t.old[r.was].cache
	}
	x, y := &a.object, &b.object
	if r.relation = t.relate(q, r, x, y); r.relation != collide.Apart {
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
func (t *stepper) relate(q *d3.Query, r *record, x, y *d3.Object) collide.Relation {
	if r.cache != (d3.Cache{}) && q.Relate(x, y, &r.cache) == collide.Apart {
		return collide.Apart
	}
	r.cache = d3.Cache{}
	out := &t.slabs[r.slab]
	switch {
	case r.sensor:
		return q.Relate(x, y, &r.cache)
	case parts(x) || parts(y):
		rel := collide.Apart
		for ct, mf := range q.Manifolds(x, y, nil) {
			rel = joined(rel, ct.Relation)
			out.add(ct.PartA, ct.PartB, &mf)
		}
		return rel
	}
	rel, mf := q.Touch(x, y, &r.cache)
	if rel != collide.Apart {
		r.cache = d3.Cache{}
		out.add(-1, -1, &mf)
	}
	return rel
}

// parts reports whether o is a compound.
func parts(o *d3.Object) bool {
	_, is := o.Shape().(*d3.Compound)
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
