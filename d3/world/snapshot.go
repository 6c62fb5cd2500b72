package world

import (
	"maps"
	"math"

	"github.com/collide-go/collide"
)

// Snapshot is what a World was, kept in memory, to go back to. The zero value is empty. Used again,
// it keeps its memory.
type Snapshot[T any] struct {
	past
	values []T
}

// past is a Snapshot without the users' values.
type past struct {
	margin, tolerance float64
	joined            bool
	taken             bool
	bodies            []body
	free              []int32
	count             int
	ignored           map[[2]Handle]bool
	records, old      []record
	slabs, oldSlabs   []slab
	born, oldBorn     []uint32
	reborn            bool
	listed            []entry
	impacts           []BodyImpact
}

// Snapshot makes s what w is now. Values are copied as an assignment does; shapes are shared. Once
// the memory of s has grown, nothing is allocated.
//
// Cost: about that of copying the memory of w.
func (w *World[T]) Snapshot(s *Snapshot[T]) {
	s.save(&w.state)
	s.values = append(s.values[:0], w.values...)
}

// Restore makes w what it was, or what another World of equal Options was, when s was made: all
// that follows is answered with the same bits. Handles that were given since are forgotten, and
// will be given again. s may be used again.
//
// The error is collide.ErrBadOption for a Snapshot of other Options (but for Workers), or an empty
// one; w stays as it was then.
//
// Cost: about that of copying the memory of w, and moving the bodies that are elsewhere.
func (w *World[T]) Restore(s *Snapshot[T]) error {
	if !s.taken || s.margin != w.opt.Margin || s.tolerance != w.opt.Tolerance || s.joined != w.opt.Joined {
		return &collide.Error{Code: collide.ErrBadOption, Path: "snapshot", Index: -1, Value: math.NaN()}
	}
	s.load(&w.state)
	clear(w.values[min(len(s.values), len(w.values)):])
	w.values = append(w.values[:0], s.values...)
	return nil
}

// save makes p what s is.
func (p *past) save(s *state) {
	t := &s.step
	p.taken, p.margin, p.tolerance, p.joined = true, s.opt.Margin, s.opt.Tolerance, s.opt.Joined
	clear(p.bodies[min(len(s.bodies), len(p.bodies)):])
	p.bodies = append(p.bodies[:0], s.bodies...)
	p.free = append(p.free[:0], s.free.heap...)
	p.count = s.count
	copyMap(&p.ignored, s.ignored)
	p.records, p.old = append(p.records[:0], t.records...), append(p.old[:0], t.old...)
	p.slabs = copySlabs(p.slabs, t.slabs, len(t.records), true)
	p.oldSlabs = copySlabs(p.oldSlabs, t.oldSlabs, len(t.old), false)
	p.born, p.oldBorn = append(p.born[:0], t.born...), append(p.oldBorn[:0], t.oldBorn...)
	p.reborn = t.reborn
	p.listed = append(p.listed[:0], t.listed...)
	p.impacts = append(p.impacts[:0], s.way.list...)
}

// load makes s what p is. The tree is told what is gone, new, or elsewhere.
func (p *past) load(s *state) {
	for i := range max(len(s.bodies), len(p.bodies)) {
		was := i < len(s.bodies) && s.bodies[i].live
		is := i < len(p.bodies) && p.bodies[i].live
		switch {
		case was && !is:
			s.tree.remove(i)
		case is && !was:
			s.tree.insert(i, p.bodies[i].object.AABB())
		case is && p.bodies[i].object.AABB() != s.bodies[i].object.AABB():
			s.tree.move(i)
		}
	}
	t := &s.step
	clear(s.bodies[min(len(s.bodies), len(p.bodies)):])
	s.bodies = append(s.bodies[:0], p.bodies...)
	s.free.heap = append(s.free.heap[:0], p.free...)
	s.count = p.count
	copyMap(&s.ignored, p.ignored)
	t.records, t.old = append(t.records[:0], p.records...), append(t.old[:0], p.old...)
	t.slabs = copySlabs(t.slabs, p.slabs, len(p.records), true)
	t.oldSlabs = copySlabs(t.oldSlabs, p.oldSlabs, len(p.old), false)
	t.born, t.oldBorn = append(t.born[:0], p.born...), append(t.oldBorn[:0], p.oldBorn...)
	t.reborn = p.reborn
	t.listed = append(t.listed[:0], p.listed...)
	s.way.list = append(s.way.list[:0], p.impacts...)
}

// copySlabs makes dst hold the slabs of so many records; whole tells whether with their bulk.
func copySlabs(dst, src []slab, records int, whole bool) []slab {
	n := slabsOf(records)
	for len(dst) < n {
		dst = append(dst, slab{})
	}
	for i := range src[:n] {
		d, s := &dst[i], &src[i]
		d.manifolds, d.ids, d.uses = append(d.manifolds[:0], s.manifolds...), append(d.ids[:0], s.ids...), 0
		if !whole {
			continue
		}
		if d.bulk == nil {
			d.bulk = &bulk{}
		}
		d.bulk.numbers = append(d.bulk.numbers[:0], s.bulk.numbers...)
		d.bulk.caches = append(d.bulk.caches[:0], s.bulk.caches...)
	}
	return dst
}

// copyMap makes dst hold what src does.
func copyMap(dst *map[[2]Handle]bool, src map[[2]Handle]bool) {
	if *dst == nil {
		*dst = make(map[[2]Handle]bool, len(src))
	}
	clear(*dst)
	maps.Copy(*dst, src)
}
