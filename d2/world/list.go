package world

import (
	"iter"
	"slices"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
)

// Pairs returns all pairs that the last Step found in contact or near, and those that ended, in the
// order of A and then B. The loop must not change the World.
func (w *World[T]) Pairs() iter.Seq[Pair] { return w.step.all }

// Events is Pairs without those that stay and those that are near.
func (w *World[T]) Events() iter.Seq[Pair] { return w.step.events }

// Contacts returns the manifolds of a pair that Pairs or Events gave after the last Step, in the
// order of the parts. A pair of a sensor, one that is near and one that ended has none.
func (w *World[T]) Contacts(p Pair) iter.Seq[Contact] {
	return func(yield func(Contact) bool) { w.step.contacts(p, yield) }
}

// Lost returns the IDs of the points that a pair in contact had after the Step before the last one
// and has no more, each with its parts, in the order of the parts. Of an ended pair these are all
// it had.
func (w *World[T]) Lost(p Pair) iter.Seq[LostPoint] {
	return func(yield func(LostPoint) bool) { w.step.lost(p, yield) }
}

// list merges the records of this step and of the last one to the list of pairs.
func (t *stepper) list(keep func(*Pair, *Contact) bool) {
	t.listed = t.listed[:0]
	i, j := 0, 0
	for i < len(t.records) || j < len(t.old) {
		switch {
		case j == len(t.old) || i < len(t.records) && t.records[i].before(&t.old[j]):
			t.put(i, none, keep)
			i++
		case i == len(t.records) || t.old[j].before(&t.records[i]):
			t.put(none, j, keep)
			j++
		default:
			t.put(i, j, keep)
			i, j = i+1, j+1
		}
	}
}

// put lists the pair of record i of this step and record j of the last one, of which one may be
// none.
func (t *stepper) put(i, j int, keep func(*Pair, *Contact) bool) {
	had := j != none && t.old[j].contact
	if i == none || !t.records[i].contact {
		var r *record
		switch {
		case i != none:
			r = &t.records[i]
		case had:
			r = &t.old[j]
		default:
			return
		}
		p := Pair{A: r.a, B: r.b, Relation: collide.Apart, Sensor: r.sensor, at: none, old: int32(j)}
		switch {
		case had:
			p.State = Ended
		case r.near:
			p.State = Near
		default:
			return
		}
		t.listed = append(t.listed, p)
		return
	}
	r := &t.records[i]
	p := Pair{A: r.a, B: r.b, Relation: r.relation, Sensor: r.sensor, at: int32(i), old: int32(j)}
	if had {
		p.State = Stays
	}
	t.listed = append(t.listed, p)
	at := &t.listed[len(t.listed)-1]
	at.Manifolds = int(r.n)
	if keep != nil {
		t.drop(at, keep)
	}
}

// drop leaves out the manifolds of the pair p that keep refuses.
func (t *stepper) drop(p *Pair, keep func(*Pair, *Contact) bool) {
	r := &t.records[p.at]
	if r.n == 0 {
		return
	}
	s := &t.slabs[r.slab]
	for i := r.first; i < r.first+r.n; i++ {
		if t.contact(p, i, &t.shown); !keep(p, &t.shown) {
			s.manifolds[i].dropped = true
		}
	}
	t.count(p)
}

// count sets the number of manifolds of the pair p, which has a record, to that of those not
// dropped.
func (t *stepper) count(p *Pair) {
	r := &t.records[p.at]
	p.Manifolds = 0
	for i := r.first; i < r.first+r.n; i++ {
		if !t.slabs[r.slab].manifolds[i].dropped {
			p.Manifolds++
		}
	}
}

// contact sets c to manifold i of the slab of p's record.
func (t *stepper) contact(p *Pair, i int32, c *Contact) {
	s := &t.slabs[t.records[p.at].slab]
	k := &s.manifolds[i]
	*c = Contact{PartA: int(k.partA), PartB: int(k.partB), Manifold: d2.Manifold{Normal: s.bulk.normals[i], N: int(k.n)}}
	copy(c.Manifold.Points[:], s.of(i))
	for m := range k.n {
		if t.had(int(p.old), k, c.Manifold.Points[m].ID) {
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
	if r.n == 0 {
		return false
	}
	return holds(&t.oldSlabs[r.slab], r, k, id)
}

// holds reports whether a manifold of r, in s, has a point with the parts of k and an ID.
func holds(s *slab, r *record, k *kept, id collide.FeatureID) bool {
	for i := r.first; i < r.first+r.n; i++ {
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
	for i := range t.listed {
		if !yield(t.listed[i]) {
			return
		}
	}
}

// events is Events.
func (t *stepper) events(yield func(Pair) bool) {
	for i := range t.listed {
		if p := &t.listed[i]; (p.State == Began || p.State == Ended) && !yield(*p) {
			return
		}
	}
}

// contacts is Contacts.
func (t *stepper) contacts(p Pair, yield func(Contact) bool) {
	if p.at == none {
		return
	}
	r := &t.records[p.at]
	for i := r.first; i < r.first+r.n; i++ {
		if t.slabs[r.slab].manifolds[i].dropped {
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
	if p.old == none {
		return
	}
	r := &t.old[p.old]
	for i := r.first; i < r.first+r.n; i++ {
		s := &t.oldSlabs[r.slab]
		k := &s.manifolds[i]
		if k.dropped {
			continue
		}
		for _, id := range s.idsOf(i) {
			if p.at != none && t.records[p.at].n > 0 {
				if now := &t.records[p.at]; holds(&t.slabs[now.slab], now, k, id) {
					continue
				}
			}
			if !yield(LostPoint{int(k.partA), int(k.partB), id}) {
				return
			}
		}
	}
}
