package d3

import "github.com/collide-go/collide"

// Whether a body lies in one of parts, or the other way round: each part of the inner one lies in a
// part of the outer one, or a corner of it sticks out. What several parts hold together is left
// open. docs/math/contain.md.

// parts tells how b lies in a, of which one is a compound at least. All parts are placed in the
// axes of the world, about the position of a.
func (w *containWork) parts(s *solver, pair *partPair, a, b *Object) collide.Containment {
	w.about = Object{}
	held := collide.NotInside
	for _, k := range a.union().solidMembers() {
		one := pair.contained(s, a, k, b)
		if one == collide.Inside || a.union().members() == 1 {
			return one
		}
		held = max(held, one)
	}
	found := collide.Inside
	pair.contain.rel.relative(&a.pose, &b.pose)
	for j := range leavesOf(b) {
		w.take(&w.inner, &pair.contain.placed[0], &pair.contain.slots[0], b, j)
		one := w.inAny(s, pair, a, b, j)
		if one == collide.ContainmentUndecided && a.kind == kindComposite && w.sticksOut(s, pair, a) {
			found = collide.NotInside
			break
		}
		if found = lesser(found, one); found == collide.NotInside {
			break
		}
	}
	if held < collide.InsideTouching { // not in one solid, but perhaps in several parts together
		return found
	}
	return max(held, found)
}

// leavesOf returns how many parts o has, 1 where it is no compound.
func leavesOf(o *Object) int {
	if c := o.union(); c != nil {
		return int(c.count())
	}
	return 1
}

// take makes x the part of o with the number given, in the axes of the world about w.from, placed
// in p.
func (w *containWork) take(x *held, p *placement, at *slot, o *Object, part int) {
	var f posed
	from := Pose{Pos: w.from}
	if o.kind == kindComposite {
		l := o.union().leaf(int32(part), at)
		f.relative(&from, &o.pose)
		p.set(&l.placement, &f)
		*x = held{o: &p.body, slack: p.slack(), base: o.pose, chain: l.chain}
		return
	}
	f.relative(&from, &Pose{})
	*p = placement{body: *o, spread: spreadOf(o)}
	own := *p
	p.set(&own, &f)
	*x = held{o: &p.body, slack: p.slack(), base: o.pose}
}

// inAny tells how part j of b, which was taken, lies in some part of a. It asks about those whose
// boxes meet its own.
func (w *containWork) inAny(s *solver, pair *partPair, a, b *Object, j int) collide.Containment {
	if leavesOf(a) == 1 {
		return w.inPart(s, pair, a, 0)
	}
	found := collide.ContainmentUndecided // it may lie in several parts together
	u := a.union()
	for _, i := range u.planes {
		if one := w.inPart(s, pair, a, int(i)); one == collide.Inside {
			return one
		} else if one == collide.InsideTouching {
			found = one
		}
	}
	if w.inner.o.kind == kindHalfSpace {
		return found
	}
	box := pair.contain.box(b, j).Array()
	search := &pair.contain.within
	search.Start(&u.tree, &box)
	for k, ok := search.Next(); ok; k, ok = search.Next() {
		if one := w.inPart(s, pair, a, int(u.item(k))); one == collide.Inside {
			return one
		} else if one == collide.InsideTouching {
			found = one
		}
	}
	return found
}

// inPart tells how the part of b that was taken lies in part i of a.
func (w *containWork) inPart(s *solver, pair *partPair, a *Object, i int) collide.Containment {
	w.take(&w.outer, &pair.contain.placed[1], &pair.contain.slots[1], a, i)
	x, y := &pair.contain.placed[1], &pair.contain.placed[0]
	w.outer.slack, w.inner.slack = x.slackTo(&y.body), y.slackTo(&x.body)
	return w.contains(s, &w.outer, &w.inner)
}

// box returns a box of part j of b, no half-space, in the frame of the compound.
func (w *containParts) box(b *Object, j int) AABB {
	if c := b.union(); c != nil {
		w.moved.set(&c.leaf(int32(j), &w.slots[0]).placement, &w.rel)
		return w.moved.box()
	}
	w.moved = placement{body: *b, spread: spreadOf(b)}
	w.moved.body.pose = Pose{}
	own := w.moved
	w.moved.set(&own, &w.rel)
	return w.moved.box()
}

// sticksOut reports whether a corner of the part of b that was taken, or another point of it, lies
// outside of the compound a.
func (w *containWork) sticksOut(s *solver, pair *partPair, a *Object) bool {
	b := w.inner
	if b.o.kind == kindHalfSpace {
		return !a.union().hasPlane()
	}
	if w.about.kind != kindComposite {
		w.about = *a
		w.about.set(Pose{Rot: a.pose.Rot})
	}
	out := func(p Vec, off float64) bool {
		var cl Closest
		pair.point(s, &w.point, &w.about, p, &cl)
		return cl.Lower > off
	}
	off := b.slack + float64(nearPart*unit*(big1(b.o.pos)+b.o.radius+b.o.margin))
	body := b.o.body(1)
	for i := range 6 {
		n := unitVec(int8(i / 2)).Scale(float64(1 - 2*(i&1)))
		p, _ := body.support(b.o.axes.applyT(n))
		n = n.Scale(b.o.margin)
		if out(b.o.pos.Add(b.o.axes.apply(p)).Add(n), off) {
			return true
		}
	}
	if b.o.kind.curved() {
		return out(b.o.pos, off)
	}
	for i := range b.o.corners() {
		if out(b.o.pos.Add(b.o.axes.apply(b.o.corner(i))), off) {
			return true
		}
	}
	return false
}

// hasPlane reports whether a part is a half-space.
func (u *union) hasPlane() bool { return len(u.planes) > 0 }
