package d2

import (
	"math"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/num"
	"github.com/collide-go/collide/internal/pairs"
)

// distance sets ct to the answer about a and b, of which one is a compound at least. Of two
// surfaces that overlap it is that about the deepest pair of leaves, or, where loose is set, about
// the first that is found: how deep two flat leaves cross does not tell how deep the bodies do.
func (w *partPair) distance(s *solver, a, b *Object, loose bool, c *Cache, ct *Contact) {
	w.start(a, b)
	trace := s.trace
	s.trace = nil
	stop := pairs.Never
	if loose && w.fc.crossable() && w.gc.crossable() {
		stop = pairs.Overlap
	}
	if !w.nearBall(s) {
		w.all(s, math.Inf(1), stop, c)
	}
	w.keep(c)
	if s.trace = trace; !w.found.Some {
		if ct.nothing(); w.cut {
			ct.Relation, ct.Lower, ct.Status = w.found.Relation(), w.found.Lower, collide.Limit
		}
		return
	}
	if trace != nil {
		w.record(s)
	}
	*ct = w.best
	switch w.found.Relation() {
	case collide.Overlapping:
		ct.Lower = min(ct.Lower, w.deepest(s))
	case collide.Undecided: // a pair may overlap
		ct.Relation = collide.Undecided
		ct.Upper = w.found.Upper
		ct.Lower = min(w.found.Lower, w.deepest(s))
		if ct.Status == collide.Exact {
			ct.Status = collide.Rounding
		}
	case collide.Apart:
		ct.Lower, ct.Upper = w.found.Lower, w.found.Upper
	case collide.Touching:
	}
	if w.cut && ct.Status != collide.BadSupport {
		ct.Status = collide.Limit
	}
	w.world(ct, w.found.Best.I, w.found.Best.J)
}

// nearBall asks about the part of F that is nearest G, a ball or a point, and reports whether that
// settles the pair: for certain that it is apart, or overlaps, and how the bounds of all parts are.
// Other parts that may be as near are asked about, too: the rule of ties is that of pairs.
// What it has asked about is in w.found in any case. A ball is as far from each part as its centre
// is, less its radius. docs/math/compound.md, "A ball".
func (w *partPair) nearBall(s *solver) bool {
	if w.gc != nil || w.g.kind != kindPoint || s.algorithm != collide.Auto ||
		w.fc.left { // which edges count is asked of pairs
		return false
	}
	c, b := w.fc, w.part(0)
	x, off := b.body.pos, b.slack()
	pad := off + float64(nearBox*unit*(big1(x)+c.reach))
	if k, ok := w.near.bricks.nearest(&c.table, x, off, pad, c.reach); ok {
		w.ask(s, c.table.part(k), 0)
		return w.settled(math.Inf(1))
	}
	u := &w.near.parts
	r := b.body.margin
	u.start(&w.slots[0])
	u.alike = float64(bracketUnits * unit * (big1(x) + c.reach + r))
	w.each(s, &w.near.work, c, x, off, pad+u.alike)
	if u.part < 0 || u.best.turns < 0 {
		return false
	}
	for _, p := range u.near {
		if p.lower <= u.upper+u.alike {
			w.ask(s, p.part, 0)
		}
	}
	return w.settled(num.AddDown(u.lower-float64(marginPad*unit*(r+math.Abs(u.lower))), -r))
}

// settled reports whether the relation of what was found is that of all parts, of which none that
// was not asked about is nearer than lower. If so, lower is a bound of what was found. Else it says
// nothing: each part that may be nearer will be asked about, and has a bound of its own.
func (w *partPair) settled(lower float64) bool {
	lower = min(w.found.Lower, lower)
	switch w.found.Relation() {
	case collide.Apart:
		if !w.found.Some || !(lower > 0) {
			return false
		}
	case collide.Overlapping:
	default:
		return false
	}
	w.found.Lower = lower
	return true
}

// record lets the trace see how the pair was answered that the answer is about.
func (w *partPair) record(s *solver) {
	l, p := w.fc.leaf(w.found.Best.I, &w.slots[0]), w.part(w.found.Best.J)
	x, y := &w.exact[0].body, &w.exact[1].body
	*x, *y = l.body, p.body
	x.set(w.f.pose.Mul(l.body.pose))
	y.set(w.f.pose.Mul(p.body.pose))
	s.trace.query(x, y, w.flip)
	var ct Contact
	s.distance(&l.body, &p.body, nil, &ct)
}

// hullsApart reports whether the convex hulls of F and G tell that the bodies are farther apart
// than the limit, 0 or more.
func (w *partPair) hullsApart(limit float64) bool {
	return w.search.outlines.apart(w.fc, w.gc, &w.rel, w.size(), limit)
}

// relate returns the relation of a and b, of which one is a compound at least; or, if any contact
// is enough, some relation other than apart where they are not.
func (w *partPair) relate(s *solver, a, b *Object, c *Cache, stop pairs.Stop) collide.Relation {
	if !a.aabb.Overlaps(b.aabb) {
		return collide.Apart
	}
	if w.start(a, b); w.hullsApart(0) {
		return collide.Apart
	}
	trace := s.trace
	s.trace = nil
	w.all(s, 0, stop, c)
	w.keep(c)
	s.trace = trace
	return w.found.Relation()
}

// names sets what ct calls part i of F and part j of G, by PointA in the frame of F and LocalB.
func (w *partPair) names(i, j int32, ct *Contact) {
	ct.PartA, ct.TriangleA = w.fc.names(i, ct.PointA)
	ct.PartB, ct.TriangleB = w.gc.names(j, ct.LocalB)
}

// world takes an answer about part i of F and part j of G to the world, and to the order of the
// query. The point of a ball in its own frame comes from the normal: nearBrick knows no pose of it
// in the frame of F.
func (w *partPair) world(ct *Contact, i, j int32) {
	if w.gc != nil {
		ct.LocalB = w.gc.leaf(j, &w.slots[1]).body.pose.Apply(ct.LocalB).clean()
	}
	w.names(i, j, ct)
	ct.LocalA = ct.PointA
	ct.Normal = worldNormal(w.f, ct.Normal).clean()
	if w.gc == nil && w.g.kind == kindPoint {
		ct.LocalB = w.g.axes().applyT(ct.Normal).Scale(-w.g.margin).clean()
	}
	at := w.f.axes().apply(ct.PointA).Add(w.f.pose.Pos)
	ct.PointA, ct.PointB = at.clean(), at.Add(ct.Normal.Scale(ct.Distance)).clean()
	if w.flip {
		ct.swap()
	}
}

// deepest returns a lower bound of the signed distance of F and G, after a contact that is not
// apart.
func (w *partPair) deepest(s *solver) float64 {
	if w.fc.open || w.gc != nil && w.gc.open {
		return -math.MaxFloat64
	}
	if low, ok := w.ballBehind(s); ok {
		return low
	}
	return w.hulls(s)
}

// manyPlanes is the number of faces of a hull up to which all of them are looked at for a ball.
const manyPlanes = 256

// ballBehind returns a lower bound of the signed distance of the convex hull of F and of G, a ball
// with its centre behind all faces of that hull. ok is false for others.
func (w *partPair) ballBehind(s *solver) (low float64, ok bool) {
	if w.gc != nil || w.g.kind != kindPoint {
		return 0, false
	}
	c, b := w.fc, w.part(0)
	x := b.body.pos
	pad := b.slack() + float64(nearBox*unit*(big1(x)+c.reach))
	return c.behind(s, &w.near.work, x, pad, b.body.margin)
}

// behind returns a lower bound of the signed distance of the convex hull of u and a ball of radius
// r about x, known to pad, which is behind all faces of that hull, its margin included: no other
// direction is a better one. ok is false for others.
func (u *union) behind(s *solver, at *pointWork, x Vec, pad, r float64) (low float64, ok bool) {
	if len(u.planes) > 0 {
		return 0, false
	}
	if n := len(u.outerPlanes()); n == 0 || n > manyPlanes {
		return 0, false
	}
	low = u.depthBound(s, at, x, Vec{}, pad)
	if !(low <= -u.about().margin) {
		return 0, false
	}
	return num.AddDown(low-float64(marginPad*unit*(r+math.Abs(low))), -r), true
}

// hulls returns a lower bound of the signed distance of the convex hulls of F and G, after a
// contact that is not apart.
//
// Along a half-space's normal there is a bound where it is the only half-space, and along no other
// direction. Else the normal of the contact and that of the hulls are tried.
func (w *partPair) hulls(s *solver) float64 {
	planes, h := 0, &placement{}
	sign := 1.0
	for _, i := range w.fc.planes {
		planes, h = planes+1, &w.fc.leaf(i, &w.slots[0]).placement
	}
	for _, j := range w.planes() {
		planes, h, sign = planes+1, w.part(j), -1
	}
	switch {
	case planes > 1:
		return -math.MaxFloat64
	case planes == 1:
		n, offset := h.body.plane.face(h.body.axes())
		size := w.size() + big1(h.body.pose.Pos) + math.Abs(offset)
		pad := h.shift + float64(2*h.turn*size) + float64(partsPlane*unit*size)
		return w.separation(n.Scale(sign), offset+n.Dot(h.body.pose.Pos)+pad)
	}
	hull := &w.exact[0].body
	*hull = w.alone[0].body
	if w.gc != nil {
		*hull = *w.gc.about()
	}
	pose, _, _ := w.rel.place(Pose{})
	hull.set(pose)
	var ct Contact
	s.distance(w.fc.about(), hull, nil, &ct)
	lower := w.separation(ct.Normal, math.Inf(-1))
	if ct.Status == collide.Exact || ct.Status == collide.Converged {
		return lower
	}
	return max(lower, w.separation(w.best.Normal, math.Inf(-1)))
}

// size returns a bound of the lengths of the pair, half-spaces aside.
func (w *partPair) size() float64 {
	g := w.g.radius + big1(w.g.center) + w.g.margin
	return w.fc.reach + g + big1(w.rel.at())
}

// separation returns a lower bound of the signed distance of the hulls: how far n, about a unit
// vector in F's frame, separates them. least is how far a half-space reaches at least, along n if
// it is of F, against it if of G: -Inf for none.
func (w *partPair) separation(n Vec, least float64) float64 {
	n = unitAgain(n)
	far := math.Inf(-1)
	if w.fc.tree.Len() > 0 {
		far = w.fc.farthest(n)
	}
	near := math.Inf(-1)
	back := w.rel.back(n)
	switch {
	case w.gc == nil && w.g.kind != kindHalfSpace:
		near = w.part(0).along(n.Neg())
	case w.gc != nil && w.gc.tree.Len() > 0:
		near = w.gc.farthest(back.Neg()) - n.Dot(w.rel.at())
	}
	switch {
	case len(w.fc.planes) > 0:
		far = max(far, least)
	case least > math.Inf(-1):
		near = max(near, least)
	}
	pad := float64(hullsPad*unit*w.size()) + 0x1p-1060
	return max(num.AddDown(-far-near, -pad), -math.MaxFloat64)
}

// nothing sets c to the answer about bodies of which no parts count as a pair. Where pairs were
// left out, these may: distance then opens the bracket.
func (c *Contact) nothing() {
	*c = Contact{
		Distance: math.MaxFloat64, Lower: math.MaxFloat64, Upper: math.MaxFloat64,
		Relation: collide.Apart, Status: collide.Exact, PartA: -1, PartB: -1, TriangleA: -1, TriangleB: -1,
	}
}
