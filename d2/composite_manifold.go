package d2

import (
	"math"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/pairs"
)

// manifold sets mf to the manifold of part i of F and part j of G, in the world and in the order of
// the query; of a surface to that of all of its leaves that are as high there.
func (w *partPair) manifold(s *solver, i, j int32, mf *Manifold) {
	if !w.under(i, j) {
		w.manifoldOver(s, i, j, mf)
		return
	}
	w.exchange()
	w.manifoldOver(s, j, i, mf)
	w.exchange()
}

// under reports whether the surface of the manifold of part i of F and part j of G is that of G: of
// two surfaces the one with more leaves.
func (w *partPair) under(i, j int32) bool {
	g, _, _ := w.gc.surface(j)
	if g == nil {
		return false
	}
	f, _, _ := w.fc.surface(i)
	return f == nil || g.count() > f.count()
}

// manifoldOver is manifold where the surface, if there is one, is that of part i of F. What is
// asked about a surface that is a part of F is asked in the frame of that part.
func (w *partPair) manifoldOver(s *solver, i, j int32, mf *Manifold) {
	whole, rel := w.fc, w.rel
	of, in, leaf := w.fc.surface(i)
	if in != nil {
		w.fc = of
		w.rel.within(&in.body.pose)
		w.query++
	}
	w.local(s, leaf, j, of != nil, mf)
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
		p.PointA = w.f.axes().apply(p.PointA).Add(w.f.pose.Pos).clean()
		p.PointB = w.f.axes().apply(p.PointB).Add(w.f.pose.Pos).clean()
	}
	if w.flip {
		mf.swap()
	}
}

// takeOut takes the normal and the points of mf from the frame of the part o to that of the whole.
func (o *Object) takeOut(mf *Manifold) {
	mf.Normal = o.axes().apply(mf.Normal)
	for n := range mf.Points[:mf.N] {
		p := &mf.Points[n]
		p.PointA, p.PointB = o.pose.Apply(p.PointA).clean(), o.pose.Apply(p.PointB).clean()
	}
}

// local sets mf to the manifold of leaf i of F and part j of G, in the frame of F; surface tells
// that i is one of a surface.
func (w *partPair) local(s *solver, i, j int32, surface bool, mf *Manifold) {
	a, p := &w.fc.leaf(i, &w.slots[0]).body, w.part(j)
	b := &p.body
	var ct Contact
	small := s.distance(a, b, nil, &ct)
	if a.kind == kindHalfSpace && b.kind == kindHalfSpace {
		mf.Normal = ct.Normal // no feature is of a size
		return
	}
	if !(surface && b.kind != kindHalfSpace && ct.Status != collide.BadSupport && w.smooth(s, i, p, ct, mf)) {
		if small {
			s.small.pair.manifold(a, b, &s.small.face, &w.span, &ct, mf)
		} else {
			s.manifold(a, b, &ct, mf)
		}
		if surface {
			mf.tell(uint64(i))
		}
	}
	if g, _, leaf := w.gc.surface(j); g != nil {
		mf.tell(^uint64(leaf))
	}
}

// tellFace puts the number of a face of the surface A into the IDs of those of mf's points that do
// not name it.
func (mf *Manifold) tellFace(face int32) {
	for i := range mf.Points[:mf.N] {
		p := &mf.Points[i]
		if kind, _ := p.ID.A(); kind != collide.FeatureEdge {
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
func (w *partPair) smooth(s *solver, i int32, p *placement, ct Contact, mf *Manifold) bool {
	a := &w.fc.leaf(i, &w.slots[0]).body
	s.prepare(a, &p.body)
	off := float64(0x1p-36*min(a.extent, p.body.extent)) + float64(0x1p-44*s.m.reach/s.m.scale)
	w.fc.from.facet(i, &w.over.facet)
	ct.LocalA = w.over.facet.seat(ct.LocalA)
	ct.PointA = ct.LocalA
	c := w.normal(i, p, &ct, off)
	if w.settle(s, i, p, ct, c, mf) {
		return true
	}
	for _, n := range w.over.others { // the way out of the leaf's own is not under the body
		c = choice{apart: math.Inf(-1)}
		if w.prefer(&c, i, p, n); w.fc.open && !w.fc.left {
			w.prefer(&c, i, p, n.Neg())
		}
		if w.settle(s, i, p, ct, c, mf) {
			return true
		}
	}
	return false
}

// settle is smooth with the normal given.
func (w *partPair) settle(s *solver, i int32, p *placement, ct Contact, c choice, mf *Manifold) bool {
	a, b := &w.fc.leaf(i, &w.slots[0]).body, &p.body
	ct.Normal, ct.Distance = c.n, c.apart
	k := &w.over.sheet
	k.lay(&s.run, a, b, &ct, largest(w.fc.box.Size()))
	w.cover(s, a.center, b, &ct)
	w.over.out, w.over.level = c.n, c.n.Dot(ct.LocalA)
	if !k.onSheet(&s.m, a, b, &ct, c.own, mf) {
		return false
	}
	for _, n := range w.over.others { // the same corner may be in manifolds of several edges
		if oneLine(n, c.n) {
			mf.tellFace(k.face)
			break
		}
	}
	return true
}

// cover puts into the sheet what F has under b at the level of the contact ct, or lower down to
// where b is. The frame is about center.
func (w *partPair) cover(s *solver, center Vec, b *Object, ct *Contact) {
	k, f, scale := &w.over.sheet, &w.over.facet, s.m.scale
	slack := float64(levelSlack * k.reach)
	at := k.height(ct.LocalA.Sub(center).Scale(scale))
	low := at + float64(min(ct.Distance, 0)*scale) - slack
	off := slack / scale
	grow := float64(b.extent*maxSlope) + max(ct.Distance, 0) + off
	box := AABB{b.aabb.Min.Sub(Vec{grow, grow}), b.aabb.Max.Add(Vec{grow, grow})}.Array()
	// Leaves are looked at down to there, and a little more: their boxes and heights are rounded.
	down := low/scale + ct.Normal.Dot(center) - (off + float64(hullsPad*unit*w.fc.reach))
	for w.over.within.StartAhead(&w.fc.tree, &box, &[3]float64{ct.Normal.X, ct.Normal.Y}, down); ; {
		item, ok := w.over.within.Next()
		if !ok {
			break
		}
		w.fc.from.facet(w.fc.item(item), f)
		x, top, level := k.top(f, center, scale)
		if top > at+slack {
			k.cover(f, center, scale, at)
			continue
		}
		if top >= low && (level && w.shows(ct.Normal) || !level && w.lies(&x, ct.Normal, off)) {
			k.tiles = append(k.tiles, x)
		}
	}
	k.join()
}

// lies reports whether n is a normal of F at the corner x of the facet under way.
func (w *partPair) lies(x *tile, n Vec, off float64) bool {
	for k, v := range w.over.facet.at[:w.over.facet.n] {
		if v == x.v[0] {
			w.over.ground.find(w.fc, w.over.facet.p[k], off)
			break
		}
	}
	return w.over.ground.allows(n)
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
	if g.allows(ct.Normal) {
		return choice{g.straight(ct.Normal), ct.Distance, true}
	}
	best := choice{apart: math.Inf(-1)}
	for _, f := range g.faces {
		w.try(&best, i, p, f)
		w.try(&best, i, p, f.Neg())
	}
	for _, r := range g.rays {
		w.try(&best, i, p, r.perp())
		w.try(&best, i, p, r.perp().Neg())
	}
	if best.n == (Vec{}) {
		w.own(&best, i, p, off)
	}
	if best.n == (Vec{}) {
		return choice{ct.Normal, ct.Distance, true}
	}
	return best
}

// try makes n the choice if the place allows it and it separates better.
func (w *partPair) try(best *choice, i int32, p *placement, n Vec) {
	if w.over.ground.allows(n) {
		w.prefer(best, i, p, n)
	}
}

// prefer is try without the place.
func (w *partPair) prefer(best *choice, i int32, p *placement, n Vec) {
	if x := -p.along(n.Neg()) - w.fc.along(i, n); x > best.apart {
		*best = choice{n: n.clean(), apart: x}
	}
}

// own makes the choice one of the leaf's own normals: of an edge either side, of a leaf with an
// inside those of the sides that are not all beside another leaf where the body is next to them.
func (w *partPair) own(best *choice, i int32, p *placement, off float64) {
	f := &w.over.facet
	if w.fc.from.facet(i, f); f.n == 2 {
		n := f.edge(0).perp()
		if w.prefer(best, i, p, n); !w.fc.left {
			w.prefer(best, i, p, n.Neg())
		}
		return
	}
	for k := range f.n {
		e := f.edge(k)
		n := e.perp().Neg()
		s, long := f.p[k], f.p[(k+1)%f.n].Sub(f.p[k]).length()
		from := max(0, min(-p.along(e.Neg())-s.Dot(e), long)) // of what the body has beside it
		to := max(0, min(p.along(e)-s.Dot(e), long))
		for _, t := range [3]float64{0.5, 0.125, 0.875} {
			w.over.ground.find(w.fc, s.Add(e.Scale(from+float64(t*(to-from)))), off)
			if w.over.ground.allows(n) {
				w.prefer(best, i, p, n)
				break
			}
		}
	}
}

// touch returns the relation of a and b, of which one is a compound at least, and sets mf to the
// manifold of the deepest pair of parts unless they are apart.
func (w *partPair) touch(s *solver, a, b *Object, c *Cache, mf *Manifold) collide.Relation {
	rel := w.relate(s, a, b, c, pairs.Never)
	if rel == collide.Apart {
		return rel
	}
	if rel == collide.Undecided { // what is apart was not asked about
		var ct Contact
		w.distance(s, a, b, false, c, &ct)
	}
	if rel == collide.Undecided && w.cut && (!w.found.Some || w.best.Relation == collide.Apart) {
		return rel // they may meet elsewhere
	}
	w.manifold(s, w.found.Best.I, w.found.Best.J, mf)
	return rel
}

// shows reports whether the facet under way, level across n, has a side there.
func (w *partPair) shows(n Vec) bool { return !w.fc.left || w.over.facet.edge(0).perp().Dot(n) > 0 }
