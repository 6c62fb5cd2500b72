package d3

import (
	"math"
	"slices"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/num"
	"github.com/collide-go/collide/internal/pairs"
)

// A body may lie in a solid without meeting its boundary: then no pair of parts overlaps, but the
// bodies do. docs/math/solid.md.

// enclosed reports whether one of F and G, of which no part and no triangle overlaps another, has
// part of the other one in its interior. touching tells that some of them touch.
func (w *partPair) enclosed(touching bool) bool {
	w.enclosures(touching, true)
	return len(w.solid.inside) > 0
}

// enclosures makes w.solid.inside the pairs of members of F and G of which one has part of the
// other in its interior; the first one alone where one is enough.
func (w *partPair) enclosures(touching, one bool) {
	n := 0
	w.withSolids()
	for _, p := range w.solid.inside {
		x, y := w.f.member(int(p.I)), w.g.member(int(p.J))
		if p.by = w.enclose(&x, &y, touching); p.by != noHolder {
			w.solid.inside[n] = p
			if n++; one {
				break
			}
		}
	}
	w.solid.inside = w.solid.inside[:n]
}

// withSolids makes w.solid.inside the pairs of members of which one is a solid at least, and one
// may be in the other as far as their boxes tell.
func (w *partPair) withSolids() {
	w.solid.inside = w.solid.inside[:0]
	if !w.mayHold() {
		return
	}
	f, g := w.fc.solidMembers(), w.gc.solidMembers()
	for _, i := range f {
		for j := range w.gc.members() {
			w.mayEnclose(i, int32(j))
		}
	}
	for _, j := range g {
		for i := range w.fc.members() {
			if _, both := slices.BinarySearch(f, int32(i)); !both {
				w.mayEnclose(int32(i), j)
			}
		}
	}
}

// mayHold reports whether one of F and G has a solid that may hold part of the other one, as far as
// their boxes in the world tell. It needs no more than choose has set.
func (w *partPair) mayHold() bool {
	return (len(w.fc.solidMembers()) > 0 || len(w.gc.solidMembers()) > 0) && w.f.aabb.Overlaps(w.g.aabb)
}

// mayEnclose adds member i of F and member j of G to w.solid.inside, unless a ball about the latter
// does not reach the box of the former. What has no bounds, a half-space, is in no solid and holds
// none.
func (w *partPair) mayEnclose(i, j int32) {
	at, r := w.g.center, w.g.radius+w.g.margin+w.g.inner
	if w.gc != nil {
		of := w.gc.memberBox(j)
		side := of.Max.Sub(of.Min)
		at, r = of.Min.Add(side.Scale(0.5)), float64(0.5*side.length())
	}
	r += float64(0x1p-40*w.size()) + 0x1p-1000 // far more than rounding
	if w.fc.memberBox(i).Grow(r).Contains(w.rel.near(at)) {
		w.solid.inside = append(w.solid.inside, enclosure{Pair: pairs.Pair{I: i, J: j}})
	}
}

// enclose tells which one of two members, x of F and y of G, of which no triangle and no convex one
// overlaps another, has part of the other one in its interior.
func (w *partPair) enclose(x, y *member, touching bool) holder {
	switch {
	case x.t != nil && y.t != nil && touching:
		if w.solid.two.meet(x, y) {
			return someone
		}
	case x.t != nil && w.reachesInto(x, y, touching):
		return holderF
	case y.t != nil && w.reachesInto(y, x, touching):
		return holderG
	}
	return noHolder
}

// reachesInto is enclose for the solid m and another member.
func (w *partPair) reachesInto(m, other *member, touching bool) bool {
	in := &w.solid.points
	c := bodyPoint{pose: other.pose}
	if other.o != nil {
		if other.o.kind == kindHalfSpace {
			return false
		}
		in.middle(other.o, &c)
		return in.holds(m, &c)
	}
	if t, ok := other.u.from.(*meshLeaves); ok {
		for _, k := range t.first {
			in.points[0] = t.points[k]
			if c.of = in.points[:1]; in.holds(m, &c) {
				return true
			}
		}
		return touching && in.meshIn(m, t, &c)
	}
	s := other.u.leaf(0, &w.slots[1])
	in.points[0] = s.body.hull.points[0]
	c.of = in.points[:1]
	return in.holds(m, &c)
}

// swallow makes ct the contact of bodies of which no part overlaps another, but one has part of
// another in its interior: of the pair of members, one in the other, that is deepest. No
// translation that is shorter than the distance of its boundaries separates them. It reports false
// where parts are found now that overlap, which Options.MaxPairs had left out: their contact is ct.
func (w *partPair) swallow(s *solver, ct *Contact) bool {
	if w.fc.members() > 1 || w.gc.members() > 1 {
		w.deepestMembers(s)
	} else {
		w.solid.by = w.solid.inside[0].by
	}
	if w.found.Relation() == collide.Overlapping {
		*ct, w.solid.by = w.best, noHolder
		ct.Lower = min(ct.Lower, w.deepest(s))
		return false
	}
	w.turnIn(s, ct)
	return true
}

// turnIn makes ct the contact of a body in a solid of which the nearest leaves are w.found, for
// world.
func (w *partPair) turnIn(s *solver, ct *Contact) {
	*ct = w.best
	lower, upper := w.found.Lower, w.found.Upper
	ct.Relation, ct.Normal = collide.Overlapping, ct.Normal.Neg().clean()
	depth := max(ct.Distance, 0)
	if !(depth > 0) {
		w.solid.by = noHolder // they meet, and have the manifold of such
	}
	ct.Upper = num.PlusZero(-max(lower, 0))
	ct.Lower = min(-upper, w.deepest(s), -math.SmallestNonzeroFloat64)
	ct.Distance = num.PlusZero(max(ct.Lower, min(-depth, ct.Upper)))
}

// deepestMembers makes w.found and w.best those of the nearest leaves of the pair of members, one
// in the other, of which these are farthest apart, and w.solid.by the one that holds the other.
func (w *partPair) deepestMembers(s *solver) {
	w.enclosures(w.found.Relation() != collide.Apart, false)
	found, best, of := pairs.Nothing(), Contact{}, enclosure{}
	for n, p := range w.solid.inside {
		if w.between(s, p.Pair); n == 0 || w.found.Lower > found.Lower {
			found, best, of = w.found, w.best, p
		}
	}
	if of.by == someone && best.Distance > 0 { // other members touch, these do not
		x, y := w.f.member(int(of.I)), w.g.member(int(of.J))
		of.by = w.enclose(&x, &y, false)
	}
	w.found, w.best, w.solid.by = found, best, of.by
}

// between makes w.found and w.best those of the nearest leaves of two members.
func (w *partPair) between(s *solver, members pairs.Pair) {
	w.found, w.known = pairs.Nothing(), pairs.Pair{I: -1, J: -1}
	w.only.set(w, members.I, members.J)
	f, g := w.only.within(w.fc.count(), w.count())
	if few := int64(f[1]-f[0]) * int64(g[1]-g[0]); few < int64(w.fc.count())*int64(w.count())/manyMore {
		w.eachBetween(s, f, g)
	} else {
		w.all(s, math.Inf(1), pairs.Never, nil)
	}
	w.only = narrow{}
}

// eachBetween asks about the leaves of F from f[0] to f[1] and those of G from g[0] to g[1], none
// of them a half-space, that the aim does not tell are farther apart than the nearest.
func (w *partPair) eachBetween(s *solver, f, g [2]int32) {
	for i := f[0]; i < f[1]; i++ {
		for j := g[0]; j < g[1]; j++ {
			if w.found.Some && w.gap(i, j) > w.found.Upper {
				continue
			}
			if w.spent(s, math.Inf(1)) {
				w.leaveOut(-math.MaxFloat64, w.found.Upper)
				return
			}
			if w.ask(s, i, j); w.found.Better {
				w.turn()
			}
		}
	}
}

// contained tells how b lies in member k of a, a solid. Where no triangle of that passes through b,
// all of a connected b lies on one side of them: a point of each of its pieces tells on which.
func (w *partPair) contained(s *solver, a *Object, k int32, b *Object) collide.Containment {
	if w.start(a, b); w.flip {
		w.only.set(w, -1, k)
	} else {
		w.only.set(w, k, -1)
	}
	w.all(s, 0, pairs.Never, nil)
	w.only = narrow{}
	rel := w.found.Relation()
	if b.kind == kindHalfSpace || rel == collide.Overlapping {
		return collide.NotInside
	}
	m := a.member(int(k))
	sure, inside := w.membersIn(&m, b)
	switch {
	case !inside && sure:
		return collide.NotInside
	case rel == collide.Apart && sure:
		return collide.Inside
	case rel == collide.Touching && sure && b.union() == nil && b.kind != kindUser:
		return collide.InsideTouching
	case w.cornerOut(&m, b):
		return collide.NotInside
	}
	return collide.ContainmentUndecided
}

// cornerOut reports whether a corner of a facet of b lies outside of the solid m.
func (w *partPair) cornerOut(m *member, b *Object) bool {
	var c bodyPoint
	for k := range b.union().members() {
		x := b.member(k)
		if c.pose = x.pose; x.o != nil {
			continue
		}
		for i := range x.u.count() {
			points := x.u.leaf(i, &w.slots[1]).body.hull.points
			for k := range points {
				c.of = points[k : k+1]
				if n, on := w.solid.points.number(m, &c); on < 0 && n < 1 {
					return true
				}
			}
		}
	}
	return false
}

// membersIn reports whether a point of each member of b, no half-space, and of each set of
// triangles of one that hang together, lies in the interior of the solid m; where one does not it
// is sure, unless it lies on a triangle.
func (w *partPair) membersIn(m *member, b *Object) (sure, inside bool) {
	in := &w.solid.points
	var c bodyPoint
	one := func() bool {
		n, on := in.number(m, &c)
		sure, inside = sure && on < 0, inside && on < 0 && n >= 1
		return inside
	}
	sure, inside = true, true
	for k := range b.union().members() {
		x := b.member(k)
		c.pose = x.pose
		if x.o != nil {
			if x.o.kind == kindHalfSpace {
				return true, false
			}
			if in.middle(x.o, &c); !one() {
				return sure, false
			}
			continue
		}
		t, ok := x.u.from.(*meshLeaves)
		if !ok {
			in.points[0] = x.u.leaf(0, &w.slots[1]).body.hull.points[0]
			if c.of = in.points[:1]; !one() {
				return sure, false
			}
			continue
		}
		for _, k := range t.first {
			in.points[0] = t.points[k]
			if c.of = in.points[:1]; !one() {
				return sure, false
			}
		}
	}
	return sure, inside
}
