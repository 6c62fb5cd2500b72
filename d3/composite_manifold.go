package d3

import (
	"cmp"
	"math"
	"slices"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/pairs"
)

// manifold sets mf to the manifold of part i of F and part j of G, in the world and in the order of
// the query; of a surface to that of all of its leaves that are as high there.
func (w *partPair) manifold(s *solver, k *clipper, i, j int32, mf *Manifold) {
	if !w.fc.uniform() && w.gc.uniform() {
		w.exchange()
		i, j = j, i
	}
	a, p := &w.fc.leaf(i, &w.slots[0]).body, w.part(j)
	b := &p.body
	var ct Contact
	switch s.distance(a, b, nil, &ct); {
	case a.kind == kindHalfSpace && b.kind == kindHalfSpace:
		mf.Normal = ct.Normal // no feature is of a size
	case w.fc.uniform() && b.kind != kindHalfSpace && ct.Status != collide.BadSupport && w.smooth(s, k, i, p, ct, mf):
	default:
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

// exchange makes G of F and F of G.
func (w *partPair) exchange() {
	w.f, w.g, w.fc, w.gc, w.flip = w.g, w.f, w.gc, w.fc, !w.flip
	w.rel.relative(&w.f.pose, &w.g.pose)
	w.query++
}

// smooth sets mf to the manifold of the surface F and the body p about the contact ct of leaf i and
// p, with a normal that F has there, and reports whether it found one.
func (w *partPair) smooth(s *solver, k *clipper, i int32, p *placement, ct Contact, mf *Manifold) bool {
	a := &w.fc.leaf(i, &w.slots[0]).body
	s.prepare(a, &p.body)
	off := float64(0x1p-36*min(a.extent, p.body.extent)) + 0x1p-44/s.m.scale
	w.fc.from.facet(i, &w.facet)
	ct.LocalA = w.facet.seat(ct.LocalA)
	ct.PointA = ct.LocalA
	c := w.normal(i, p, &ct, off)
	if w.settle(s, k, i, p, ct, c, off, mf) {
		return true
	}
	for _, n := range w.others { // the way out of the leaf's own is not under the body
		c = choice{apart: math.Inf(-1)}
		if w.prefer(&c, i, p, n); w.fc.open {
			w.prefer(&c, i, p, n.Neg())
		}
		if w.settle(s, k, i, p, ct, c, off, mf) {
			return true
		}
	}
	return false
}

// settle is smooth with the normal given.
func (w *partPair) settle(
	s *solver, k *clipper, i int32, p *placement, ct Contact, c choice, off float64, mf *Manifold,
) bool {
	a, b := &w.fc.leaf(i, &w.slots[0]).body, &p.body
	ct.Normal, ct.Distance = c.n, c.apart
	k.lay(&s.m, a, b, &ct, largest(w.fc.box.Size()))
	w.cover(s, k, a.center, b, &ct, off)
	w.out, w.level = c.n, c.n.Dot(ct.LocalA)
	return k.onSheet(&s.run, a, b, &ct, c.own, mf)
}

// cover puts into the sheet what F has under b at the level of the contact ct, or lower down to
// where b is. The frame is about center.
func (w *partPair) cover(s *solver, k *clipper, center Vec, b *Object, ct *Contact, off float64) {
	scale := s.m.scale
	f := &w.facet
	high := k.height(ct.LocalA.Sub(center).Scale(scale)) + levelSlack
	low := high + float64(min(ct.Distance, 0)*scale) - 2*levelSlack
	grow := float64(b.extent*maxSlope) + max(ct.Distance, 0) + off
	box := AABB{b.aabb.Min.Sub(Vec{grow, grow, grow}), b.aabb.Max.Add(Vec{grow, grow, grow})}.flat()
	for w.within.Start(&w.fc.tree, &box); ; {
		item, ok := w.within.Next()
		if !ok {
			break
		}
		at := w.fc.item(item)
		w.fc.from.facet(at, f)
		x, top := k.top(f, 3*at, center, scale)
		if !(top >= low && top <= high) || !w.lies(&x, ct.Normal, off) {
			continue
		}
		k.addTile(&x)
	}
	k.sheet.hem()
}

// levelSlack is what rounding does to the level of a leaf, in the unit of the solvers.
const levelSlack = 0x1p-44

// lies reports whether n is a normal of F all over the tile x of the facet under way.
func (w *partPair) lies(x *tile, n Vec, off float64) bool {
	if x.n == 3 {
		return x.front() || w.fc.open
	}
	var p Vec
	for i := range x.n {
		for k, v := range w.facet.at[:w.facet.n] {
			if v == x.c[i].vertex {
				p = p.Add(w.facet.p[k].Scale(1 / float64(x.n)))
				break
			}
		}
	}
	w.ground.find(w.fc, p, off)
	return w.ground.allows(n, !w.fc.open)
}

// normal returns the normal of the contact ct of leaf i of F, a surface, and the body p: that of ct
// where F has it at ct's place, which is known to off. Else it is the normal there, or the leaf's
// own, that separates them best, and so the way out that is least deep.
func (w *partPair) normal(i int32, p *placement, ct *Contact, off float64) choice {
	g := &w.ground
	g.find(w.fc, ct.LocalA, off)
	w.others = append(w.others[:0], g.faces...)
	if g.allows(ct.Normal, !w.fc.open) {
		return choice{g.straight(ct.Normal), ct.Distance, true}
	}
	best := choice{apart: math.Inf(-1)}
	for _, f := range g.faces {
		w.try(&best, i, p, f)
		w.try(&best, i, p, f.Neg())
	}
	for k, r := range g.rays {
		if x := ct.Normal.Dot(r); x > 0 {
			w.try(&best, i, p, ct.Normal.Sub(r.Scale(x)))
		}
		for _, t := range g.rays[:k] {
			if c := r.Cross(t); c.Len2() > 0x1p-40 {
				w.try(&best, i, p, c)
				w.try(&best, i, p, c.Neg())
			}
		}
	}
	if best.n != (Vec{}) {
		return best
	}
	if w.fc.from.facet(i, &g.facet); g.facet.n < 3 {
		return choice{ct.Normal, ct.Distance, true}
	}
	n := g.facet.normal()
	if w.prefer(&best, i, p, n); w.fc.open {
		w.prefer(&best, i, p, n.Neg())
	}
	return best
}

// try makes n, of any length, the choice if the place allows it and it separates better.
func (w *partPair) try(best *choice, i int32, p *placement, n Vec) {
	if n = n.Unit(); n != (Vec{}) && w.ground.allows(n, !w.fc.open) {
		w.prefer(best, i, p, n)
	}
}

// prefer is try without the place.
func (w *partPair) prefer(best *choice, i int32, p *placement, n Vec) {
	if x := -p.along(n.Neg()) - w.fc.along(i, n); x > best.apart {
		*best = choice{n: n.clean(), apart: x}
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

// manifolds yields the answer and the manifold of each pair of parts of a and b that is not apart;
// of surfaces those of w.surfaces.
func (w *partPair) manifolds(s *solver, k *clipper, a, b *Object, yield func(Contact, Manifold) bool) {
	trace := s.trace
	s.trace = nil
	defer func() { s.trace = trace }()
	if w.start(a, b); !w.fc.uniform() && w.gc.uniform() {
		w.exchange()
	}
	if w.fc.uniform() && w.g.kind != kindHalfSpace {
		w.surfaces(s, k, a, b, yield)
		return
	}
	w.listAll(s)
	pairs.Sort(w.list, w.flip)
	for _, p := range w.list {
		if ct := w.contact(s, p.I, p.J); ct.Relation != collide.Apart && !w.yield(s, k, p, &ct, yield) {
			return
		}
	}
}

// listAll lists all pairs of parts whose boxes meet.
func (w *partPair) listAll(s *solver) {
	w.listing, w.list, w.found = true, w.list[:0], pairs.Nothing()
	w.all(s, 0, pairs.Never, nil)
	w.listing = false
}

// yield yields the contact ct of two parts, which it takes to the world, and their manifold.
func (w *partPair) yield(s *solver, k *clipper, p pairs.Pair, ct *Contact, yield func(Contact, Manifold) bool) bool {
	var mf Manifold
	w.manifold(s, k, p.I, p.J, &mf)
	w.world(ct, p.I, p.J)
	return yield(*ct, mf)
}

// surfaces is manifolds for a surface F: the manifold of the deepest leaf, and of each next one
// that is still in the other body, or a part of it, once that has gone out along the normals of
// those before.
func (w *partPair) surfaces(s *solver, k *clipper, a, b *Object, yield func(Contact, Manifold) bool) {
	w.ways = w.ways[:0]
	w.all(s, 0, pairs.Never, nil)
	best := w.found.Best
	switch rel := w.found.Relation(); {
	case rel != collide.Apart:
		ct := w.best
		if !w.leave(s, k, best, &ct, yield) {
			return
		}
	case w.enclosed(false):
		var ct Contact
		var mf Manifold
		w.distance(s, a, b, false, nil, &ct)
		w.manifold(s, k, w.found.Best.I, w.found.Best.J, &mf)
		yield(ct, mf)
		return
	default:
		return
	}
	w.listAll(s)
	w.deep = w.deep[:0]
	for _, p := range w.list {
		if p == best || w.clears(p) {
			continue
		}
		if ct := w.contact(s, p.I, p.J); ct.Relation != collide.Apart {
			w.deep = append(w.deep, deepPair{p, ct.Distance})
		}
	}
	slices.SortFunc(w.deep, compareDeep)
	for _, p := range w.deep {
		if w.clears(p.Pair) {
			continue
		}
		ct := w.contact(s, p.I, p.J)
		if !w.leave(s, k, p.Pair, &ct, yield) {
			return
		}
	}
}

// compareDeep orders pairs by depth, the deepest first, then by their parts.
func compareDeep(p, q deepPair) int {
	if c := cmp.Compare(p.distance, q.distance); c != 0 {
		return c
	}
	return p.Compare(q.Pair, false)
}

// leave is yield, and keeps the way out.
func (w *partPair) leave(s *solver, k *clipper, p pairs.Pair, ct *Contact, yield func(Contact, Manifold) bool) bool {
	w.out = Vec{}
	if more := w.yield(s, k, p, ct, yield); !more || w.out == (Vec{}) {
		return more
	}
	w.ways = append(w.ways, way{w.out, w.level, p.J})
	return true
}

// clears reports whether part j of G leaves leaf i of F along a way that is known: the leaf comes
// no farther than the leaf of that way.
func (w *partPair) clears(p pairs.Pair) bool {
	slack := float64(0x1p-46 * w.fc.reach)
	for i := range w.ways {
		if x := &w.ways[i]; x.j == p.J && w.fc.along(p.I, x.n) <= x.level+slack {
			return true
		}
	}
	return false
}
