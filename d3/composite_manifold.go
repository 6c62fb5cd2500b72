package d3

import (
	"math"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/num"
	"github.com/collide-go/collide/internal/pairs"
)

// manifold sets mf to the manifold of part i of F and part j of G, in the world and in the order of
// the query; of a surface to that of all of its leaves that are as high there.
func (w *partPair) manifold(s *solver, k *clipper, i, j int32, mf *Manifold) {
	if !w.under(i, j) {
		w.manifoldOver(s, k, i, j, mf)
		return
	}
	w.exchange()
	w.manifoldOver(s, k, j, i, mf)
	w.exchange()
}

// under reports whether the surface of the manifold of part i of F and part j of G is that of G: of
// two surfaces the one with more leaves, but the solid that holds the other body.
func (w *partPair) under(i, j int32) bool {
	g, _, _ := w.gc.surface(j)
	if g == nil {
		return false
	}
	switch f, _, _ := w.fc.surface(i); {
	case f == nil || w.solid.by == holderG:
		return true
	case w.solid.by == holderF:
		return false
	default:
		return g.count() > f.count()
	}
}

// manifoldOver is manifold where the surface, if there is one, is that of part i of F. What is
// asked about a surface that is a part of F is asked in the frame of that part.
func (w *partPair) manifoldOver(s *solver, k *clipper, i, j int32, mf *Manifold) {
	whole, rel := w.fc, w.rel
	of, in, leaf := w.fc.surface(i)
	if in != nil {
		w.fc = of
		w.rel.within(&in.body.pose)
		w.query++
	}
	w.local(s, k, leaf, j, of != nil, mf)
	if in != nil {
		w.fc, w.rel = whole, rel
		w.query++
		in.body.takeOut(mf)
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

// takeOut takes the normal and the points of mf from the frame of the part o to that of the whole.
func (o *Object) takeOut(mf *Manifold) {
	mf.Normal = o.axes.apply(mf.Normal)
	for n := range mf.Points[:mf.N] {
		p := &mf.Points[n]
		p.PointA, p.PointB = o.pose.Apply(p.PointA).clean(), o.pose.Apply(p.PointB).clean()
	}
}

// local sets mf to the manifold of leaf i of F and part j of G, in the frame of F; surface tells
// that i is one of a surface.
func (w *partPair) local(s *solver, k *clipper, i, j int32, surface bool, mf *Manifold) {
	a, p := &w.fc.leaf(i, &w.slots[0]).body, w.part(j)
	b := &p.body
	var ct Contact
	s.distance(a, b, nil, &ct)
	if a.kind == kindHalfSpace && b.kind == kindHalfSpace {
		mf.Normal = ct.Normal // no feature is of a size
		return
	}
	smooth := surface && b.kind != kindHalfSpace && ct.Status != collide.BadSupport && w.smooth(s, k, i, p, ct, mf)
	held := w.solid.by != noHolder && ct.Distance > 0
	if !smooth || held && !(mf.least() <= 0) {
		if s.manifold(k, a, b, &ct, mf); held {
			mf.turnIn()
		}
		if surface {
			mf.tell(uint64(i))
		}
	}
	if g, _, leaf := w.gc.surface(j); g != nil {
		mf.tell(^uint64(leaf))
	}
}

// least returns the least distance of mf's points.
func (mf *Manifold) least() float64 {
	least := math.Inf(1)
	for i := range mf.Points[:mf.N] {
		least = min(least, mf.Points[i].Distance)
	}
	return least
}

// turnIn makes mf, that of a boundary and a body behind it, the manifold of the body in the solid:
// its nearest point, with the way out as normal.
func (mf *Manifold) turnIn() {
	p := mf.Points[0]
	for _, q := range mf.Points[1:mf.N] {
		if q.Distance < p.Distance {
			p = q
		}
	}
	p.Distance = num.PlusZero(-p.Distance)
	*mf = Manifold{Normal: mf.Normal.Neg().clean(), N: 1, Points: [4]ManifoldPoint{p}}
}

// tellFace puts the number of a face of the surface A into the IDs of those of mf's points that do
// not name it.
func (mf *Manifold) tellFace(face int32) {
	for i := range mf.Points[:mf.N] {
		p := &mf.Points[i]
		if kind, _ := p.ID.A(); kind != collide.FeatureFace {
			mf.rename(i, mark(p.ID, uint64(face)))
		}
	}
}

// tell puts which one of many leaves it is about into the IDs of mf's points.
func (mf *Manifold) tell(leaf uint64) {
	for i := range mf.Points[:mf.N] {
		mf.rename(i, mark(mf.Points[i].ID, leaf))
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
	w.fc.from.facet(i, &w.over.facet)
	ct.LocalA = w.over.facet.seat(ct.LocalA)
	ct.PointA = ct.LocalA
	c := w.normal(i, p, &ct, off)
	if w.settle(s, k, i, p, ct, c, off, mf) {
		return true
	}
	for _, n := range w.over.others { // the way out of the leaf's own is not under the body
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
	w.over.out, w.over.level = c.n, c.n.Dot(ct.LocalA)
	if !k.onSheet(&s.run, a, b, &ct, c.own, mf) {
		return false
	}
	for _, n := range w.over.others { // the same edge or corner may be in manifolds of several faces
		if oneLine(n, c.n) {
			mf.tellFace(k.sheet.face)
			break
		}
	}
	return true
}

// cover puts into the sheet what F has under b at the level of the contact ct, or lower down to
// where b is. The frame is about center.
func (w *partPair) cover(s *solver, k *clipper, center Vec, b *Object, ct *Contact, off float64) {
	scale := s.m.scale
	f := &w.over.facet
	high := k.height(ct.LocalA.Sub(center).Scale(scale)) + levelSlack
	low := high + float64(min(ct.Distance, 0)*scale) - 2*levelSlack
	grow := float64(b.extent*maxSlope) + max(ct.Distance, 0) + off
	box := AABB{b.aabb.Min.Sub(Vec{grow, grow, grow}), b.aabb.Max.Add(Vec{grow, grow, grow})}.Array()
	// Leaves are looked at down to there, and a little more: their boxes and heights are rounded.
	down := low/scale + ct.Normal.Dot(center) - (levelSlack/scale + float64(hullsPad*unit*w.fc.reach))
	for w.over.within.StartAhead(&w.fc.tree, &box, &[3]float64{ct.Normal.X, ct.Normal.Y, ct.Normal.Z}, down); ; {
		item, ok := w.over.within.Next()
		if !ok {
			break
		}
		at := w.fc.item(item)
		w.fc.from.facet(at, f)
		x, top := k.top(f, int32(3*w.fc.from.number(at, Vec{})), center, scale)
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
		for k, v := range w.over.facet.at[:w.over.facet.n] {
			if v == x.c[i].vertex {
				p = p.Add(w.over.facet.p[k].Scale(1 / float64(x.n)))
				break
			}
		}
	}
	if w.over.ground.rises(w.fc, x, p, n, off) {
		return false
	}
	w.over.ground.find(w.fc, p, off)
	return w.over.ground.allows(n, !w.fc.open)
}

// choice is the best normal found for a leaf and a body.
type choice struct {
	n     Vec
	apart float64 // how far n separates them
	own   bool    // it is the contact's own, but for rounding
}

// normal returns the normal of the contact ct of leaf i of F, a surface, and the body p: that of ct
// where F has it at ct's place, which is known to off. Else it is the normal there, or the leaf's
// own, that separates them best, and so the way out that is least deep.
func (w *partPair) normal(i int32, p *placement, ct *Contact, off float64) choice {
	g := &w.over.ground
	g.find(w.fc, ct.LocalA, off)
	w.over.others = append(w.over.others[:0], g.faces...)
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
	if n = n.Unit(); n != (Vec{}) && w.over.ground.allows(n, !w.fc.open) {
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
	if rel == collide.Apart {
		return rel
	}
	if rel == collide.Undecided || rel != w.found.Relation() { // what is apart was not asked about
		var ct Contact
		w.distance(s, a, b, false, c, &ct)
	}
	if rel == collide.Undecided && w.cut && w.best.Relation == collide.Apart {
		return rel // they may meet elsewhere
	}
	w.manifold(s, k, w.found.Best.I, w.found.Best.J, mf)
	return rel
}
