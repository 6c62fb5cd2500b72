package d3

import (
	"cmp"
	"slices"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/pairs"
)

// The manifolds of two bodies are those of their members, two by two. Two convex members have one.
// Of a surface there is one for each way out of it: that of the deepest leaf, and of each next one
// that is still in the other member once that has gone out along the normals of those before.

// compareMet orders pairs of parts by their members, then by the parts, and compareMetFlipped for
// bodies in the other order. They are functions without a closure: on some targets the sort of the
// standard library moves a closure that remembers flip to the heap, one allocation a call.
func compareMet(p, q metPair) int {
	return cmp.Or(p.of.Compare(q.of, false), p.Compare(q.Pair, false))
}

func compareMetFlipped(p, q metPair) int {
	return cmp.Or(p.of.Compare(q.of, true), p.Compare(q.Pair, true))
}

// manifolds yields the answer and the manifold of each two members of a and b that are not apart,
// of surfaces those of all ways out.
func (w *partPair) manifolds(s *solver, k *clipper, a, b *Object, yield func(Contact, Manifold) bool) {
	trace, most := s.trace, s.maxPairs
	s.trace, s.maxPairs = nil, 0
	defer func() { s.trace, s.maxPairs = trace, most }()
	if w.start(a, b); w.hullsApart(0) {
		return
	}
	if w.fc.members() == 1 && w.gc.members() == 1 {
		w.manifoldsOfTwo(s, k, yield)
		return
	}
	w.listAll(s)
	if w.meet(); w.flip {
		slices.SortFunc(w.ways.met, compareMetFlipped)
	} else {
		slices.SortFunc(w.ways.met, compareMet)
	}
	if w.joined.on {
		w.joined.kept = w.joined.kept[:0]
		w.ofMembers(s, k, func(ct Contact, mf Manifold) bool {
			w.keepJoined(ct, mf)
			return true
		})
		w.yieldJoined(yield)
		return
	}
	w.ofMembers(s, k, yield)
}

// ofMembers yields the manifolds of each two members of the list w.ways.met.
func (w *partPair) ofMembers(s *solver, k *clipper, yield func(Contact, Manifold) bool) {
	for lo := 0; lo < len(w.ways.met); {
		hi := lo + 1
		for hi < len(w.ways.met) && w.ways.met[hi].of == w.ways.met[lo].of {
			hi++
		}
		if !w.manifoldsOf(s, k, w.ways.met[lo:hi], yield) {
			return
		}
		lo = hi
	}
}

// listAll lists all pairs of parts whose boxes meet.
func (w *partPair) listAll(s *solver) {
	w.listing, w.list, w.found = true, w.list[:0], pairs.Nothing()
	w.all(s, 0, pairs.Never, nil)
	w.listing = false
}

// meet makes w.ways.met the pairs of the list with their members, and those of solids.
func (w *partPair) meet() {
	w.ways.met = w.ways.met[:0]
	w.withSolids()
	for _, p := range w.solid.inside {
		w.ways.met = append(w.ways.met, metPair{pairs.Pair{I: -1, J: -1}, p.Pair})
	}
	for _, p := range w.list {
		w.ways.met = append(w.ways.met, metPair{p, pairs.Pair{I: w.fc.memberOf(p.I), J: w.gc.memberOf(p.J)}})
	}
}

// manifoldsOfTwo is manifolds for bodies of one member each. The first manifold is that of Collide.
func (w *partPair) manifoldsOfTwo(s *solver, k *clipper, yield func(Contact, Manifold) bool) {
	w.all(s, 0, pairs.Never, nil)
	best, ct := w.found.Best, w.best
	if w.found.Relation() == collide.Apart {
		if w.enclosed(false) {
			w.inSolid(s, k, w.solid.inside[0], yield)
		}
		return
	}
	if w.begin(); !w.leave(s, k, best, &ct, yield) {
		return
	}
	w.listAll(s)
	w.meet()
	w.rest(s, k, best, w.ways.met, yield)
}

// manifoldsOf is manifolds for two members, of which the list has the pairs of parts.
func (w *partPair) manifoldsOf(s *solver, k *clipper, list []metPair, yield func(Contact, Manifold) bool) bool {
	found, best := pairs.Nothing(), Contact{}
	for _, p := range list {
		if p.I < 0 {
			continue
		}
		if ct := w.contact(s, p.I, p.J); ct.Relation != collide.Apart {
			if found.Add(p.Pair, ct.Relation, ct.Distance, ct.Lower, ct.Upper, w.flip); found.Better {
				best = ct
			}
		}
	}
	if found.Some {
		w.begin()
		return w.leave(s, k, found.Best, &best, yield) && w.rest(s, k, found.Best, list, yield)
	}
	if of := list[0].of; list[0].I < 0 {
		x, y := w.f.member(int(of.I)), w.g.member(int(of.J))
		if by := w.enclose(&x, &y, false); by != noHolder {
			return w.inSolid(s, k, enclosure{of, by}, yield)
		}
	}
	return true
}

// begin begins with two members.
func (w *partPair) begin() {
	w.ways.list = w.ways.list[:0]
	w.ways.seen.clear()
}

// rest is manifoldsOf after the pair best.
func (w *partPair) rest(
	s *solver, k *clipper, best pairs.Pair, list []metPair, yield func(Contact, Manifold) bool,
) bool {
	w.ways.deep = w.ways.deep[:0]
	for _, p := range list {
		if p.I < 0 || p.Pair == best || w.clears(p.Pair) {
			continue
		}
		if ct := w.contact(s, p.I, p.J); ct.Relation != collide.Apart {
			w.ways.deep = append(w.ways.deep, deepPair{p.Pair, ct.Distance})
		}
	}
	slices.SortFunc(w.ways.deep, compareDeep)
	for _, p := range w.ways.deep {
		if w.clears(p.Pair) {
			continue
		}
		ct := w.contact(s, p.I, p.J)
		if !w.leave(s, k, p.Pair, &ct, yield) {
			return false
		}
	}
	return true
}

// compareDeep orders pairs by depth, the deepest first, then by their parts.
func compareDeep(p, q deepPair) int {
	if c := cmp.Compare(p.distance, q.distance); c != 0 {
		return c
	}
	return p.Compare(q.Pair, false)
}

// inSolid yields the contact and the manifold of two members of which one is in the other one, and
// no part of it meets the boundary.
func (w *partPair) inSolid(s *solver, k *clipper, e enclosure, yield func(Contact, Manifold) bool) bool {
	var ct Contact
	var mf Manifold
	w.between(s, e.Pair)
	w.solid.by = e.by
	w.turnIn(s, &ct)
	p := w.found.Best
	w.manifold(s, k, p.I, p.J, &mf)
	w.world(&ct, p.I, p.J, true)
	w.solid.by = noHolder
	w.joined.asked = p
	return yield(ct, mf)
}

// leave yields the contact ct of two parts, which it takes to the world, and their manifold, and
// keeps the way out.
func (w *partPair) leave(s *solver, k *clipper, p pairs.Pair, ct *Contact, yield func(Contact, Manifold) bool) bool {
	var mf Manifold
	w.over.out = Vec{}
	w.manifold(s, k, p.I, p.J, &mf)
	if w.over.out != (Vec{}) {
		other := p.J
		if w.under(p.I, p.J) {
			other = p.I
		}
		w.ways.list = append(w.ways.list, way{w.over.out, w.over.level, other})
	}
	w.ways.seen.part(&mf)
	w.world(ct, p.I, p.J, false)
	w.joined.asked = p
	return yield(*ct, mf)
}

// clears reports whether a part leaves a leaf of a surface along a way that is known: the leaf
// comes no farther than the leaf of that way.
func (w *partPair) clears(p pairs.Pair) bool {
	if len(w.ways.list) == 0 {
		return false
	}
	of, _, leaf := w.fc.surface(p.I)
	other := p.J
	if w.under(p.I, p.J) {
		of, _, leaf = w.gc.surface(p.J)
		other = p.I
	}
	slack := float64(0x1p-46 * of.reach)
	for i := range w.ways.list {
		if x := &w.ways.list[i]; x.other == other && of.along(leaf, x.n) <= x.level+slack {
			return true
		}
	}
	return false
}
