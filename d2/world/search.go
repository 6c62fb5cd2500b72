package world

import (
	"cmp"
	"math"
	"slices"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/broadphase"
	"github.com/collide-go/collide/d2"
)

// Who says which bodies a query looks at. The zero value means all that are no sensors.
type Who struct {
	Filter  Filter            // as of a body, but that the Category 0 means all categories
	Except  Handle            // left out
	Sensors bool              // sensors are found, too
	Take    func(Handle) bool // where it is not nil: a body that it refuses is left out
}

// RayHit is a body that a ray meets. Its Verdict is never a Miss.
type RayHit struct {
	Body Handle
	d2.RayHit
}

// ShapeHit is a body that a swept shape meets: A is the body, B the shape. Its Verdict is never a
// Miss.
type ShapeHit struct {
	Body Handle
	d2.ShapeHit
}

// Overlap is a body in contact with a shape. Its Relation is never Apart.
type Overlap struct {
	Body     Handle
	Relation collide.Relation
}

// Neighbor is a body with its contact with a shape: A is the body, B the shape.
type Neighbor struct {
	Body Handle
	d2.Contact
}

// searcher is the work space of queries.
type searcher struct {
	ids    []int32
	some   []Neighbor
	near   []broadphase.Near
	uppers []float64
}

// met is a hit with what it is ordered by.
type met struct {
	key float64
	id  int32
}

// CastRay returns the first body that a ray meets: the one of the least T, of equal ones that of
// the lowest handle; ok is false where the ray meets none, and hit then is zero: its Verdict says
// nothing.
//
// Cost: a search in the tree and a cast at each body whose box the ray meets before the hit.
func (w *World[T]) CastRay(r *d2.Ray, who Who) (hit RayHit, ok bool) {
	w.tree.flush(w.bodies)
	q := w.query()
	best := met{key: math.Inf(1)}
	limit := r.Limit()
	w.tree.boxes.EachAlong(array(r.Origin()), array(r.Direction()), limit, func(id int32, from float64) float64 {
		if !w.sees(int(id), &who) {
			return limit
		}
		h := q.CastRay(&w.bodies[id].object, r)
		if m := (met{max(h.T, from), id}); h.Verdict != collide.Miss && (!ok || m.before(best)) {
			best, hit, ok = m, RayHit{w.handle(int(id)), h}, true
			limit = min(limit, m.key)
		}
		return limit
	})
	return hit, ok
}

// before is the order of hits.
func (m met) before(o met) bool { return m.key < o.key || m.key == o.key && m.id < o.id }

// CastRayAny reports whether a ray meets any body: the answer to whether one sees another.
func (w *World[T]) CastRayAny(r *d2.Ray, who Who) (meets bool) {
	w.tree.flush(w.bodies)
	q, limit := w.query(), r.Limit()
	w.tree.boxes.EachAlong(array(r.Origin()), array(r.Direction()), limit, func(id int32, _ float64) float64 {
		if w.sees(int(id), &who) && q.CastRay(&w.bodies[id].object, r).Verdict != collide.Miss {
			meets = true
			return -1
		}
		return limit
	})
	return meets
}

// AppendRayHits appends all bodies that a ray meets, in the order of T and then of handles.
func (w *World[T]) AppendRayHits(dst []RayHit, r *d2.Ray, who Who) []RayHit {
	w.tree.flush(w.bodies)
	q, limit, n := w.query(), r.Limit(), len(dst)
	w.tree.boxes.EachAlong(array(r.Origin()), array(r.Direction()), limit, func(id int32, _ float64) float64 {
		if w.sees(int(id), &who) {
			if h := q.CastRay(&w.bodies[id].object, r); h.Verdict != collide.Miss {
				dst = append(dst, RayHit{w.handle(int(id)), h})
			}
		}
		return limit
	})
	slices.SortFunc(dst[n:], func(a, b RayHit) int { return cmp.Or(cmp.Compare(a.T, b.T), cmp.Compare(a.Body, b.Body)) })
	return dst
}

// CastShape returns the first body that the shape o meets, swept by s: the one of the least T, of
// equal ones that of the lowest handle; ok is false where it meets none. The shape need not be a
// body of the World; to sweep one, leave it out by who.Except.
func (w *World[T]) CastShape(o *d2.Object, s *d2.Sweep, who Who) (hit ShapeHit, ok bool) {
	w.tree.flush(w.bodies)
	q, best, limit := w.query(), met{key: math.Inf(1)}, s.Limit()
	visit := func(id int32, from float64) float64 {
		if !w.sees(int(id), &who) {
			return limit
		}
		h := q.CastShape(&w.bodies[id].object, o, s)
		if m := (met{max(h.T, from), id}); h.Verdict != collide.Miss && (!ok || m.before(best)) {
			best, hit, ok = m, ShapeHit{w.handle(int(id)), h}, true
			limit = min(limit, m.key)
		}
		return limit
	}
	b := boxOf(o.AABB().Grow(s.Skin()))
	if math.IsInf(b[0], 0) {
		for h := range w.all {
			visit(int32(h.place()), 0)
		}
		return hit, ok
	}
	w.tree.boxes.EachSwept(b, array(s.Translation()), limit, visit)
	return hit, ok
}

// AppendOverlapping appends the bodies in contact with the shape o, in the order of handles.
func (w *World[T]) AppendOverlapping(dst []Overlap, o *d2.Object, who Who) []Overlap {
	q := w.query()
	for _, id := range w.within(o.AABB(), &who) {
		if rel := q.Relate(&w.bodies[id].object, o, nil); rel != collide.Apart {
			dst = append(dst, Overlap{w.handle(int(id)), rel})
		}
	}
	return dst
}

// AppendAt appends the bodies that the point p is in or on, in the order of handles: the Relation
// is Touching on the boundary.
//
// Errors: collide.ErrNotFinite and collide.ErrOutOfRange for p.
func (w *World[T]) AppendAt(dst []Overlap, p d2.Vec, who Who) ([]Overlap, error) {
	o, err := d2.Place(d2.Circle{}, d2.Pose{Pos: p})
	if err != nil {
		return dst, err
	}
	q := w.query()
	for _, id := range w.within(o.AABB(), &who) {
		cl, err := q.ClosestPoint(&w.bodies[id].object, p)
		if err != nil {
			return dst, err
		}
		if cl.Relation != collide.Apart {
			dst = append(dst, Overlap{w.handle(int(id)), cl.Relation})
		}
	}
	return dst, nil
}

// AppendRegion appends the bodies whose AABB meets b, in the order of handles.
func (w *World[T]) AppendRegion(dst []Handle, b d2.AABB, who Who) []Handle {
	for _, id := range w.within(b, &who) {
		if w.bodies[id].object.AABB().Overlaps(b) {
			dst = append(dst, w.handle(int(id)))
		}
	}
	return dst
}

// AppendNearest appends the k bodies nearest to the shape o, all where there are fewer, in the
// order of Distance and then of handles. Distances are signed: those that overlap come first, the
// deepest ahead. Each is a bracket; no body left out has its Upper below the Lower of the last one
// listed.
func (w *World[T]) AppendNearest(dst []Neighbor, o *d2.Object, k int, who Who) []Neighbor {
	if k <= 0 {
		return dst
	}
	s := &w.search
	w.tree.flush(w.bodies)
	reach := w.reach(o, k, &who)
	s.some = s.some[:0]
	q := w.query()
	for _, id := range w.within(o.AABB().Grow(reach), &who) {
		s.some = append(s.some, Neighbor{w.handle(int(id)), q.Distance(&w.bodies[id].object, o, nil)})
	}
	slices.SortFunc(s.some, compareNeighbors)
	return append(dst, s.some[:min(k, len(s.some))]...)
}

// reach returns a distance from o within which k bodies lie, infinite where there are fewer: the
// k-th upper bound of the bodies whose boxes are nearest, of which it takes twice as many until
// enough are such that the query looks at them.
func (s *state) reach(o *d2.Object, k int, who *Who) float64 {
	t, q := &s.search, s.query()
	b := boxOf(o.AABB())
	for m := min(k, s.count); ; m = min(2*m, s.count) {
		t.near, t.uppers = s.tree.boxes.AppendNearestTo(t.near[:0], b, m), t.uppers[:0]
		for _, n := range t.near {
			if s.sees(int(n.ID), who) {
				t.uppers = append(t.uppers, q.Distance(&s.bodies[n.ID].object, o, nil).Upper)
			}
		}
		if len(t.uppers) >= k {
			slices.Sort(t.uppers)
			return max(t.uppers[k-1], 0)
		}
		if m == s.count {
			return math.Inf(1)
		}
	}
}

// AppendWithin appends the bodies that are as near to the shape o as d, in the order of Distance
// and then of handles: those of which it is certain, and those whose bracket holds d.
//
// Errors: collide.ErrBadOption for d that is negative or NaN.
func (w *World[T]) AppendWithin(dst []Neighbor, o *d2.Object, d float64, who Who) ([]Neighbor, error) {
	q, n := w.query(), len(dst)
	if _, err := q.Within(o, o, d, nil); err != nil {
		return dst, err
	}
	for _, id := range w.within(o.AABB().Grow(d), &who) {
		if ct := q.Distance(&w.bodies[id].object, o, nil); ct.Lower <= d {
			dst = append(dst, Neighbor{w.handle(int(id)), ct})
		}
	}
	slices.SortFunc(dst[n:], compareNeighbors)
	return dst, nil
}

// compareNeighbors is the order of neighbours.
func compareNeighbors(a, b Neighbor) int {
	return cmp.Or(cmp.Compare(a.Distance, b.Distance), cmp.Compare(a.Body, b.Body))
}

// within returns the places of the bodies that a query looks at and whose boxes meet b, in order.
func (s *state) within(b d2.AABB, who *Who) []int32 {
	s.tree.flush(s.bodies)
	ids := s.search.ids[:0]
	s.tree.boxes.EachWithin(boxOf(b), func(id int32) bool {
		if s.sees(int(id), who) {
			ids = append(ids, id)
		}
		return true
	})
	slices.Sort(ids)
	s.search.ids = ids
	return ids
}

// sees reports whether a query looks at the body at place i.
func (s *state) sees(i int, who *Who) bool {
	b := &s.bodies[i]
	f := who.Filter
	if f.Category == 0 {
		f.Category = Everything
	}
	f = f.set()
	if b.sensor && !who.Sensors || !f.allows(&b.filter) {
		return false
	}
	h := s.handle(i)
	return h != who.Except && (who.Take == nil || who.Take(h))
}
