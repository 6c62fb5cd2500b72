package world

import (
	"iter"
	"slices"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/internal/crew"
)

// Pairs returns all pairs that the last Step found in contact or near, and those that ended, in the
// order of A and then B. The loop must not change the World.
func (w *World[T]) Pairs() iter.Seq[Pair] {
	return func(yield func(Pair) bool) { w.step.all(yield) } // a method value would be allocated
}

// Events is Pairs without those that stay and those that are near.
func (w *World[T]) Events() iter.Seq[Pair] {
	return func(yield func(Pair) bool) { w.step.events(yield) }
}

// Contacts returns the manifolds of a pair that Pairs or Events gave after the last Step, in the
// order of the parts. A pair of a sensor, one that is near and one that ended has none; nor has one
// of an earlier Step that is not in contact now, or another that no Step gave.
func (w *World[T]) Contacts(p Pair) iter.Seq[Contact] {
	return func(yield func(Contact) bool) { w.step.contacts(p, yield) }
}

// Lost returns the IDs of the points that a pair in contact had after the Step before the last one
// and has no more, each with its parts, in the order of the parts. Of an ended pair these are all
// it had.
func (w *World[T]) Lost(p Pair) iter.Seq[LostPoint] {
	return func(yield func(LostPoint) bool) { w.step.lost(p, yield) }
}

// entry is a pair of the list: its records of this step and the last one, of which one may be none.
type entry struct{ at, old int32 }

// list merges the records of this step and of the last one to the list of pairs.
func (t *stepper) list(keep func(*Pair, *Contact) bool) {
	d := &t.share
	runs := d.portions(len(t.records))
	if len(t.queries) <= 1 || runs == 1 {
		t.listed, _ = t.merge(t.listed[:0], 0, len(t.records), 0, len(t.old), true)
	} else {
		d.crew.Do(len(t.queries), runs, d.count)
		n := 0
		for k := range d.list {
			p := &d.list[k]
			p.from, n = n, n+p.n
		}
		t.listed = spare(t.listed[:0], n)[:n]
		d.crew.Do(len(t.queries), runs, d.merge)
	}
	if keep == nil {
		return
	}
	for _, e := range t.listed {
		if e.at != none && t.records[e.at].contact() {
			t.drop(e, keep)
		}
	}
}

// ends returns the ends of a run of the records, and of the old ones from its first on to the next
// run.
func (d *share) ends(k int) (i, end, j, last int) {
	t := d.t
	i, end = crew.Range(k, len(t.records))
	last = len(t.old)
	if k > 0 {
		j = t.olderThan(&t.records[i])
	}
	if end < len(t.records) {
		last = t.olderThan(&t.records[end])
	}
	return i, end, j, last
}

// countRun counts the pairs of a run that are listed.
func (d *share) countRun(k int) {
	i, end, j, last := d.ends(k)
	_, n := d.t.merge(nil, i, end, j, last, false)
	d.list[k] = portion{n: n}
}

// mergeRun lists the pairs of a run.
func (d *share) mergeRun(k int) {
	i, end, j, last := d.ends(k)
	p := &d.list[k]
	d.t.merge(d.t.listed[p.from:p.from:p.from+p.n], i, end, j, last, true)
}

// merge goes through the records from i to before end and the old ones from j to before last, and
// returns the number of pairs that are listed; with write it appends them.
func (t *stepper) merge(out []entry, i, end, j, last int, write bool) ([]entry, int) {
	n := 0
	for i < end || j < last {
		order := 0
		switch {
		case j == last:
			order = 1
		case i == end:
			order = -1
		default:
			order = t.compare(&t.old[j], &t.records[i])
		}
		e := entry{none, none}
		if order >= 0 {
			e.at = int32(i)
			i++
		}
		if order <= 0 {
			e.old = int32(j)
			j++
		}
		if !t.lists(e) {
			continue
		}
		if n++; write {
			out = append(spare(out, 1), e)
		}
	}
	return out, n
}

// lists reports whether a pair is or was in contact, or is near.
func (t *stepper) lists(e entry) bool {
	return e.at != none && (t.records[e.at].contact() || t.records[e.at].is(nearBit)) ||
		e.old != none && t.old[e.old].contact()
}

// state returns the state of a pair of the list.
func (t *stepper) state(e entry) State {
	had := e.old != none && t.old[e.old].contact()
	switch is := e.at != none && t.records[e.at].contact(); {
	case is && had:
		return Stays
	case is:
		return Began
	case had:
		return Ended
	}
	return Near
}

// pair returns a pair of the list.
func (t *stepper) pair(e entry) Pair {
	p := Pair{State: t.state(e), Relation: collide.Apart, at: none, old: e.old}
	var r *record
	if e.at != none {
		r = &t.records[e.at]
		p.A, p.B = makeHandle(int(r.a), t.born[r.a]), makeHandle(int(r.b), t.born[r.b])
	} else {
		r = &t.old[e.old]
		p.A, p.B = makeHandle(int(r.a), t.oldBorn[r.a]), makeHandle(int(r.b), t.oldBorn[r.b])
	}
	p.Sensor = r.is(sensorBit)
	if p.State == Began || p.State == Stays {
		p.Relation, p.at, p.Manifolds = r.relation(), e.at, t.count(r)
	}
	return p
}

// drop leaves out the manifolds of a pair in contact that keep refuses.
func (t *stepper) drop(e entry, keep func(*Pair, *Contact) bool) {
	r := &t.records[e.at]
	s := &t.slabs[r.slab()]
	first, end := s.run(r)
	if first == end {
		return
	}
	p := t.pair(e)
	for i := first; i < end; i++ {
		t.asked = p
		if t.contact(&p, i, &t.shown); !keep(&t.asked, &t.shown) {
			s.manifolds[i].dropped = true
		}
	}
}

// count returns how many manifolds a record of this step has that are not dropped.
func (t *stepper) count(r *record) int {
	s := &t.slabs[r.slab()]
	n := 0
	first, end := s.run(r)
	for i := first; i < end; i++ {
		if !s.manifolds[i].dropped {
			n++
		}
	}
	return n
}

// contact sets c to manifold i of the slab of p's record.
func (t *stepper) contact(p *Pair, i int32, c *Contact) {
	s := &t.slabs[t.records[p.at].slab()]
	k := &s.manifolds[i]
	*c = Contact{PartA: int(k.partA), PartB: int(k.partB), Manifold: d2.Manifold{Normal: s.normal(k), N: int(k.n)}}
	ids := s.idsOf(i)
	for m := range ids {
		x := s.point(k, m)
		c.Manifold.Points[m] = d2.ManifoldPoint{
			PointA: x.pointA, PointB: x.pointB, LocalA: x.localA, LocalB: x.localB, Distance: x.distance, ID: ids[m],
		}
		if t.had(int(p.old), k, ids[m]) {
			c.States[m] = Stays
		}
	}
}

// had reports whether record j of the last step, which may be none, has a point with the parts of k
// and an ID.
func (t *stepper) had(j int, k *kept, id collide.FeatureID) bool {
	if j == none {
		return false
	}
	r := &t.old[j]
	return r.is(heldBit) && holds(&t.oldSlabs[r.slab()], r, k, id)
}

// holds reports whether a manifold of r, in s, has a point with the parts of k and an ID.
func holds(s *slab, r *record, k *kept, id collide.FeatureID) bool {
	first, end := s.run(r)
	for i := first; i < end; i++ {
		m := &s.manifolds[i]
		if m.dropped || m.partA != k.partA || m.partB != k.partB {
			continue
		}
		if slices.Contains(s.idsOf(i), id) {
			return true
		}
	}
	return false
}

// all is Pairs.
func (t *stepper) all(yield func(Pair) bool) {
	for _, e := range t.listed {
		if !yield(t.pair(e)) {
			return
		}
	}
}

// events is Events.
func (t *stepper) events(yield func(Pair) bool) {
	for _, e := range t.listed {
		if is := t.state(e); (is == Began || is == Ended) && !yield(t.pair(e)) {
			return
		}
	}
}

// is reports whether record i, which may be none, is one of the bodies of p, in a list with the
// generations of its bodies: the caller may have kept p, or made it.
func is(i int32, p *Pair, list []record, born []uint32) bool {
	if i < 0 || int(i) >= len(list) {
		return false
	}
	r := &list[i]
	return makeHandle(int(r.a), born[r.a]) == p.A && makeHandle(int(r.b), born[r.b]) == p.B
}

// has reports whether a record of this step has a point with the parts of k and an ID.
func (t *stepper) has(r *record, k *kept, id collide.FeatureID) bool {
	return r.is(heldBit) && holds(&t.slabs[r.slab()], r, k, id)
}

// contacts is Contacts.
func (t *stepper) contacts(p Pair, yield func(Contact) bool) {
	if !is(p.at, &p, t.records, t.born) {
		return
	}
	if !is(p.old, &p, t.old, t.oldBorn) {
		p.old = none
	}
	r := &t.records[p.at]
	s := &t.slabs[r.slab()]
	first, end := s.run(r)
	for i := first; i < end; i++ {
		if s.manifolds[i].dropped {
			continue
		}
		var c Contact
		if t.contact(&p, i, &c); !yield(c) {
			return
		}
	}
}

// lost is Lost.
func (t *stepper) lost(p Pair, yield func(LostPoint) bool) {
	if !is(p.old, &p, t.old, t.oldBorn) {
		return
	}
	now := is(p.at, &p, t.records, t.born)
	r := &t.old[p.old]
	if !r.is(heldBit) {
		return
	}
	s := &t.oldSlabs[r.slab()]
	first, end := s.run(r)
	for i := first; i < end; i++ {
		k := &s.manifolds[i]
		if k.dropped {
			continue
		}
		for _, id := range s.idsOf(i) {
			if now && t.has(&t.records[p.at], k, id) {
				continue
			}
			if !yield(LostPoint{int(k.partA), int(k.partB), id}) {
				return
			}
		}
	}
}
