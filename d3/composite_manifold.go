package d3

import (
	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/pairs"
)

// manifold sets mf to the manifold of part i of F and part j of G, in the world and in the order of
// the query.
func (w *partPair) manifold(s *solver, k *clipper, i, j int32, mf *Manifold) {
	a, b := &w.fc.leaf(i, &w.slots[0]).body, &w.part(j).body
	var ct Contact
	if s.distance(a, b, nil, &ct); a.kind == kindHalfSpace && b.kind == kindHalfSpace {
		mf.Normal = ct.Normal // no feature is of a size
	} else {
		s.manifold(k, a, b, &ct, mf)
	}
	mf.Normal = worldNormal(w.f, mf.Normal).clean()
	for n := range mf.Points[:mf.N] {
		p := &mf.Points[n]
		if p.LocalA = p.PointA; w.gc != nil {
			p.LocalB = w.gc.leaf(j, &w.slots[1]).body.pose.Apply(p.LocalB).clean()
		}
		p.PointA = w.f.axes.apply(p.PointA).Add(w.f.pose.Pos).clean()
		p.PointB = w.f.axes.apply(p.PointB).Add(w.f.pose.Pos).clean()
	}
	if w.flip {
		mf.swap()
	}
}

// touch returns the relation of a and b, of which one is a compound at least, and sets mf to the
// manifold of the deepest pair of parts unless they are apart.
func (w *partPair) touch(s *solver, k *clipper, a, b *Object, c *Cache, mf *Manifold) collide.Relation {
	rel := w.relate(s, a, b, c, pairs.Never)
	if rel != collide.Apart {
		w.manifold(s, k, w.found.Best.I, w.found.Best.J, mf)
	}
	return rel
}

// manifolds yields the answer and the manifold of each pair of parts of a and b that is not apart.
func (w *partPair) manifolds(s *solver, k *clipper, a, b *Object, yield func(Contact, Manifold) bool) {
	w.start(a, b)
	w.listing, w.list = true, w.list[:0]
	trace := s.trace
	s.trace = nil
	defer func() { s.trace = trace }()
	w.all(s, 0, pairs.Never, nil)
	pairs.Sort(w.list, w.flip)
	for _, p := range w.list {
		ct := w.contact(s, p.I, p.J)
		if ct.Relation == collide.Apart {
			continue
		}
		var mf Manifold
		w.manifold(s, k, p.I, p.J, &mf)
		w.world(&ct, p.I, p.J)
		if !yield(ct, mf) {
			return
		}
	}
}
