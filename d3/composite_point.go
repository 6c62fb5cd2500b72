package d3

import (
	"math"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/pairs"
)

// point sets cl to the answer about the compound a and the point p.
func (w *partPair) point(s *solver, at *pointWork, a *Object, p Vec, cl *Closest) {
	if s.trace == nil && s.algorithm == collide.Auto && w.nearest(s, at, a, p, cl) {
		return
	}
	var ct Contact
	b := at.object(p)
	w.distance(s, a, b, false, nil, &ct)
	if u := a.union(); ct.Relation == collide.Overlapping && u.shares == nil && u.shell {
		// The nearest way out of a solid is the nearest point of its boundary.
		ct.Lower = min(max(ct.Lower, -w.found.Upper), ct.Distance, -math.SmallestNonzeroFloat64)
	} else if ct.Relation == collide.Overlapping && u.shares != nil {
		w.holdDeeper(s, a, p, &ct)
	}
	cl.set(a, p, &ct)
	l := a.union().leaf(w.found.Best.I, &w.slots[0])
	var f footing
	f.find(&l.body, a.axes.applyT(p.Sub(a.pose.Pos)))
	cl.Feature = f.feature
}

// partsNear is what is known about a point and the parts of a compound after some of them, in the
// compound's frame.
type partsNear struct {
	best         footing // of the least distance, where it has one
	solved       Closest // of the least distance, where it has none
	dist         float64
	lower, upper float64 // the least of all parts
	part         int32
	asked        int
	slot         *slot
	near         []partBound // where alike is set: those not farther than all before by more than that
	alike        float64     // parts that differ by less may be in another order as pairs
}

// partBound is a part with a lower bound of its distance.
type partBound struct {
	lower float64
	part  int32
}

// start begins a query; s is for leaves that are made.
func (u *partsNear) start(s *slot) {
	u.lower, u.upper, u.part, u.asked, u.slot = math.Inf(1), math.Inf(1), -1, 0, s
	u.near, u.alike = u.near[:0], 0
}

// bound takes the bounds of part i into account.
func (u *partsNear) bound(lower, upper float64, i int32) {
	u.lower, u.upper = min(u.lower, lower), min(u.upper, upper)
	if u.alike > 0 && lower <= u.upper+u.alike {
		u.near = append(u.near, partBound{lower, i})
	}
}

// add asks about the point x, known to off, and part i of c.
func (u *partsNear) add(s *solver, at *pointWork, c *union, i int32, x Vec, off float64) {
	u.asked++
	var f footing
	if c.facets != nil && f.ofFacet(c.facets, i, x) {
		u.take(&f, 0, off, i)
		return
	}
	l := &c.leaf(i, u.slot).placement
	o := &l.body
	if l.shift != 0 || l.turn != 0 {
		off += l.slackTo(at.object(x))
	}
	if f = (footing{}); f.find(o, x) {
		u.take(&f, o.margin, off, i)
		return
	}
	var cl Closest
	at.solve(s, o, x, &cl)
	u.bound(cl.Lower-off, cl.Upper+off, i)
	if u.better(cl.Distance, i) {
		u.solved, u.best.turns = cl, -1
	}
}

// take keeps what f tells of part i, of margin r, about a point known to off.
func (u *partsNear) take(f *footing, r, off float64, i int32) {
	off += f.err + float64(marginPad*unit*(r+math.Abs(f.high))) + 0x1p-1060
	u.bound(f.low-r-off, f.high-r+off, i)
	if u.better(f.low-r, i) {
		u.best = *f
	}
}

// better reports whether the distance d of part i is the least so far, and keeps it: of equal ones
// that of the first part.
func (u *partsNear) better(d float64, i int32) bool {
	if u.part >= 0 && (d > u.dist || d == u.dist && i > u.part) {
		return false
	}
	u.dist, u.part = d, i
	return true
}

// nearest sets cl to the answer about the compound a and the point p, and reports whether it could:
// where rounding hides the relation it leaves that to the solver.
func (w *partPair) nearest(s *solver, at *pointWork, a *Object, p Vec, cl *Closest) bool {
	c := a.union()
	t := p.Sub(a.pose.Pos)
	x := a.axes.applyT(t)
	off := float64(pointCore * unit * big1(t))
	pad := off + float64(nearBox*unit*(big1(x)+c.reach))
	if k, ok := w.bricks.nearest(&c.table, x, off, pad, c.reach); ok {
		n, ok := c.ofBrick(a, k, p, x, off, cl)
		if ok && cl.Distance < 0 {
			cl.Lower = min(cl.Lower, c.depthBound(s, at, x, n, pad))
		}
		return ok
	}
	u := &w.beside
	u.start(&w.slots[0])
	w.each(s, at, c, x, off, pad)
	if u.part < 0 || !(u.lower > 0 || u.upper < 0 && len(c.planes) == 0) {
		return false
	}
	held := w.holder(s, at, a, p, x, off, pad, u)
	f, o := &u.best, &origin // where triangles lie
	if c.facets == nil {
		o = &c.leaf(u.part, u.slot).body
	}
	if f.turns < 0 {
		*cl = u.solved
	} else if l := f.n.Len2(); l > 1-0x1p-40 && l < 1+0x1p-40 { // as in put
		cl.Normal, cl.Distance = o.axes.apply(f.n).clean(), f.low-o.margin
		cl.Feature, cl.Status = f.feature, collide.Exact
	} else {
		return false
	}
	cl.Lower, cl.Upper, cl.Relation = u.lower, u.upper, collide.Apart
	if held {
		cl.Lower, cl.Upper, cl.Relation = -u.upper, -u.lower, collide.Overlapping
		cl.Distance, cl.Normal = 0-cl.Distance, cl.Normal.Neg()
		if c.shares != nil {
			cl.Lower = min(cl.Lower, c.depthBound(s, at, x, cl.Normal, pad))
		}
	}
	if u.upper < 0 { // in a part
		cl.Lower, cl.Relation = min(u.lower, c.depthBound(s, at, x, cl.Normal, pad)), collide.Overlapping
	}
	cl.Distance = max(cl.Lower, min(cl.Distance, cl.Upper))
	cl.Local, cl.Iterations = x.Sub(cl.Normal.Scale(cl.Distance)).clean(), u.asked
	cl.Part, cl.Triangle = c.names(u.part, cl.Local)
	cl.Normal = worldNormal(a, cl.Normal).clean()
	cl.Point = p.Sub(cl.Normal.Scale(cl.Distance)).clean()
	return true
}

// ofBrick sets cl, but for the bound of the depth, to the answer about brick k of u, the parts of
// a, that alone is nearest to the point p, which is x in the frame of a, known to off, as nearest
// does. n is the normal in that frame. It reports false where rounding leaves the side open.
func (u *union) ofBrick(a *Object, k int32, p, x Vec, off float64, cl *Closest) (n Vec, ok bool) {
	n, l, err, feature := u.table.list[k].foot(x)
	dist := l - u.table.margin
	off += err + float64(marginPad*unit*(u.table.margin+math.Abs(l))) + 0x1p-1060
	if !(math.Abs(dist) > off && math.Abs(l) > leastFoot) {
		return n, false
	}
	cl.Relation = collide.Apart
	if dist < 0 {
		cl.Relation = collide.Overlapping
	}
	cl.Lower, cl.Upper, cl.Distance = dist-off, dist+off, dist
	cl.Local = x.Sub(n.Scale(dist)).clean()
	out := unitAgain(a.axes.apply(n)).clean()
	cl.Normal, cl.Point = out, p.Sub(out.Scale(dist)).clean()
	cl.Part, cl.Triangle, cl.Status, cl.Iterations = int(u.table.part(k)), -1, collide.Exact, 1
	cl.Feature = feature
	return n, true
}

// each asks about x and the leaves of c one by one. Those whose boxes are farther away than one is
// that was asked about are left out.
func (w *partPair) each(s *solver, at *pointWork, c *union, x Vec, off, pad float64) {
	u := &w.beside
	w.around.Start(&c.tree, &[3]float64{x.X, x.Y, x.Z})
	w.nearby.start(c.facets, x, big1(x)+c.reach, off+u.alike)
	items := c.tree.Items()
search:
	for {
		first, n, ok := w.around.NextLeaf(min(u.upper, w.nearby.upper) + pad)
		switch {
		case !ok:
			break search
		case c.turned != nil && w.around.Beyond(c.turned, min(u.upper, w.nearby.upper)+pad):
			continue
		}
		for _, k := range items[first : first+n] {
			if i := c.item(k); !w.only.skips(i, 0) && !w.nearby.spare(i, u.upper) {
				u.add(s, at, c, i, x, off)
			}
		}
	}
	for _, t := range w.nearby.wait {
		if t.lower <= min(u.upper, w.nearby.upper) {
			u.add(s, at, c, t.i, x, off)
		}
	}
	for _, i := range c.planes {
		if !w.only.skips(i, 0) {
			u.add(s, at, c, i, x, off)
		}
	}
}

// holder reports whether a solid of a holds the point p, which is x in the frame of a, in its
// interior, and p is deeper in it than in any other part. Then u, which is w.beside, becomes what
// is known about the boundary of that solid.
func (w *partPair) holder(s *solver, at *pointWork, a *Object, p, x Vec, off, pad float64, u *partsNear) bool {
	c, held, depth, best := a.union(), false, -u.upper, *u
	solids := c.solidMembers()
	if len(solids) == 0 || !a.aabb.Contains(p) {
		return false
	}
	for _, k := range solids {
		m := a.member(int(k))
		if !w.inner.holdsAt(&m, p) {
			continue
		}
		if c.shares == nil {
			return true
		}
		w.only = narrow{on: true, f: c.span(k), g: [2]int32{0, 1}}
		u.lower, u.upper, u.part = math.Inf(1), math.Inf(1), -1
		w.each(s, at, c, x, off, pad)
		if w.only = (narrow{}); u.lower > depth {
			best, held, depth = *u, true, u.lower
		}
	}
	*u = best
	return held
}

// holdDeeper makes ct, the contact of the point p with the part of a in which it is deepest as far
// as surfaces tell, that with a solid part which holds p deeper.
func (w *partPair) holdDeeper(s *solver, a *Object, p Vec, ct *Contact) {
	found, best := w.found, w.best
	for _, k := range a.union().solidMembers() {
		m := a.member(int(k))
		if !w.inner.holdsAt(&m, p) {
			continue
		}
		if w.between(s, pairs.Pair{I: k}); w.found.Lower > -ct.Upper {
			found, best = w.found, w.best
			w.turnIn(s, ct)
			w.world(ct, found.Best.I, found.Best.J)
		}
	}
	w.found, w.best = found, best
}

// depthBound returns a lower bound of the signed distance of x from the convex hull of c, which has
// no half-spaces: the greatest over the planes of the hull; where it has none, along n, about a
// unit vector, and along the normal of the hull there.
func (u *union) depthBound(s *solver, at *pointWork, x, n Vec, pad float64) float64 {
	behind := math.Inf(1) // all planes, at least
	planes := u.outerPlanes()
	for i := range planes {
		p := &planes[i]
		if d := p.off - (float64(p.n.X*x.X) + float64(p.n.Y*x.Y) + float64(p.n.Z*x.Z)); d < behind {
			behind = d
		}
	}
	low := -behind
	if len(planes) == 0 {
		low = n.Dot(x) - u.farthest(n)
		var cl Closest
		if hull := u.about(); !hull.nearest(x, &cl) {
			at.solve(s, hull, x, &cl)
		}
		if l := cl.Normal.Len2(); math.Abs(l-1) < 0x1p-40 {
			low = max(low, cl.Normal.Dot(x)-u.farthest(cl.Normal))
		}
	}
	return low - pad - float64(nearHull*unit*(big1(x)+u.reach))
}

// relateMargin returns the relation of the signed distance of a and b, of which one is a compound
// at least, less d, to zero.
func (w *partPair) relateMargin(s *solver, m *marginWork, a, b *Object, d float64, c *Cache) collide.Relation {
	if d < 0 {
		if rel := w.relate(s, a, b, c, pairs.Never); rel == collide.Apart || rel == collide.Touching {
			return collide.Apart
		}
	}
	if w.start(a, b); d >= 0 && w.hullsApart(d) {
		return collide.Apart
	}
	trace := s.trace
	s.trace = nil
	rel := w.margins(s, m, d)
	s.trace = trace
	if rel != collide.Overlapping && d >= 0 && w.enclosed(true) {
		return collide.Overlapping
	}
	if d >= 0 || rel == collide.Overlapping {
		return rel
	}
	// The parts are no deeper than -d in each other, but the bodies may be.
	var ct Contact
	w.distance(s, a, b, false, c, &ct)
	if rel, sure := ct.against(d); sure {
		return rel
	}
	return collide.Undecided
}

// margins returns the least relation, in the order overlapping, undecided, touching, apart, of the
// signed distances of all pairs of parts less d.
func (w *partPair) margins(s *solver, m *marginWork, d float64) collide.Relation {
	w.solids()
	rel := collide.Apart
	limit := max(d, 0)
	for rel != collide.Overlapping {
		i, j, ok := w.next(limit)
		if !ok {
			break
		}
		if w.facets.f == nil || !w.facets.beyond(i, j, limit) {
			rel = nearer(rel, w.pairMargin(s, m, i, j, d))
		}
	}
	w.listing = true
	w.list = w.list[:0]
	w.besidePlanes(s, limit, pairs.Never)
	w.listing = false
	for _, p := range w.list {
		if rel == collide.Overlapping {
			break
		}
		rel = nearer(rel, w.pairMargin(s, m, p.I, p.J, d))
	}
	return rel
}

// nearer returns the relation of a union of which two parts have the relations x and y.
func nearer(x, y collide.Relation) collide.Relation {
	for _, rel := range [...]collide.Relation{collide.Overlapping, collide.Undecided, collide.Touching} {
		if x == rel || y == rel {
			return rel
		}
	}
	return collide.Apart
}

// pairMargin returns the relation of the signed distance of part i of F and part j of G, less d, to
// zero.
func (w *partPair) pairMargin(s *solver, m *marginWork, i, j int32, d float64) collide.Relation {
	ct := w.contact(s, i, j)
	if rel, sure := ct.against(d); sure {
		return rel
	}
	return w.marginExactly(s, m, i, j, d, w.fc.leaf(i, &w.slots[0]).body.axes.applyT(ct.Normal))
}

// marginExactly is pairMargin in integers, as exactly is for d = 0.
func (w *partPair) marginExactly(s *solver, m *marginWork, i, j int32, d float64, n Vec) collide.Relation {
	x, y := w.inWorld(i, j)
	in := &s.relation
	defer func() { in.posed = [2]exactPose{} }()
	if x.body.kind == kindHalfSpace && y.body.kind == kindHalfSpace {
		w.pose(&in.integers, &x.body, i, &y.body, j)
		gap := in.slabOf(&x.body, &y.body, d)
		return gap.relation()
	}
	a, b, below := m.grow(&x.body, &y.body, d)
	if a.kind == kindHalfSpace || b.kind == kindHalfSpace {
		return w.planeExactly(&in.integers, a, i, b, j)
	}
	s.prepare(a, b)
	off := float64((x.slack() + y.slack()) * s.m.scale)
	s.m.errPoint, s.m.errSep = s.m.errPoint+off, s.m.errSep+off
	w.pose(&in.integers, a, i, b, j)
	switch {
	case !below:
		return in.parts(&s.run, a, b, n)
	case s.m.curved:
		return collide.Undecided
	}
	l := depthLimit{d: in, m: &s.m, a: a, b: b}
	return l.relate()
}

// distanceWithin sets ct to the answer of Query.DistanceWithin about a and b, of which one is a
// compound at least.
func (w *partPair) distanceWithin(s *solver, a, b *Object, d float64, c *Cache, ct *Contact) {
	w.start(a, b)
	trace := s.trace
	s.trace = nil
	w.all(s, d, pairs.Contact, c)
	if !w.found.Some {
		w.solids()
		if i, j, ok := w.next(math.Inf(1)); ok {
			w.ask(s, i, j)
		}
	}
	s.trace = trace
	if !w.found.Some || !(w.found.Lower > d) || !(d <= math.MaxFloat64) || w.enclosed(false) {
		w.distance(s, a, b, true, c, ct)
		return
	}
	// No pair that was left out is as near as d.
	w.keep(c)
	*ct = w.best
	ct.Lower = min(w.found.Lower, math.Nextafter(d, math.Inf(1)))
	ct.Status = collide.Limit
	w.world(ct, w.found.Best.I, w.found.Best.J)
}

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
	for j := range leavesOf(b) {
		w.take(&w.inner, &pair.held[0], &pair.heldSlots[0], b, j)
		one := w.inAny(s, pair, a)
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

// inAny tells how the part of b that was taken lies in some part of a.
func (w *containWork) inAny(s *solver, pair *partPair, a *Object) collide.Containment {
	n := leavesOf(a)
	found := collide.NotInside
	for i := range n {
		w.take(&w.outer, &pair.held[1], &pair.heldSlots[1], a, i)
		x, y := &pair.held[1], &pair.held[0]
		w.outer.slack, w.inner.slack = x.slackTo(&y.body), y.slackTo(&x.body)
		switch one := w.contains(s, &w.outer, &w.inner); {
		case one == collide.Inside || n == 1:
			return one
		case one == collide.InsideTouching:
			found = one
		case found == collide.NotInside: // it may lie in several parts together
			found = collide.ContainmentUndecided
		}
	}
	return found
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
