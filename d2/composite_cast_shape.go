package d2

import (
	"cmp"
	"math"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/num"
)

// A cast between bodies of which one or both are compounds: the least time of all pairs of parts.
// Each part of G, the body that moves, meets the boxes of the tree of F in the order of when its
// own box first touches them. Boxes lie in the frame of F; a pair of parts is cast in the axes of
// the world about the position of F, where the way is exact. docs/math/cast.md, "Compounds".

// castFound is what is known about a cast after some pairs of parts.
type castFound struct {
	best               ShapeHit // of the least time, of those in contact for certain if there are any
	proved             ShapeHit // of these that of which upper is
	lower, upper       float64  // the least of all pairs, upper of those in contact for certain
	hit, graze, unsure bool     // a pair is
	limit, bad         bool     // a pair ended so
	cut                bool     // pairs were left out that may be met first
	turns              int
}

// until returns the time after which no contact matters: a graze before that of a hit may.
func (f *castFound) until(sw *Sweep) float64 {
	if f.hit {
		return f.upper
	}
	return sw.max
}

// castShape sets h to the answer about a and b, which moves by t v.
func (w *partPair) castShape(s *solver, c *shapeCast, a, b *Object, sw *Sweep, h *ShapeHit) {
	w.choose(a, b)
	v := sw.translation
	if w.flip {
		v = v.Neg()
	}
	f := castFound{lower: math.Inf(1), upper: sw.max}
	trace := s.trace
	s.trace = nil
	w.castAll(s, c, v, sw, &f)
	if s.trace = trace; trace != nil && (f.hit || f.graze || f.unsure) { // the pair that it is about, again
		first := f.first()
		w.castPair(s, c, v, sw, int32(first.PartA), int32(first.PartB), &castFound{})
	}
	if f.cut && !f.hit && !f.graze && !f.unsure {
		w.castOpen(s, a, b, sw, h)
		return
	}
	w.castAnswer(&f, v, h)
	if !f.cut {
		w.castCells(s, c, v, sw, &f, h)
	}
}

// castAll asks about all pairs of parts that may be met first, up to Options.MaxPairs.
func (w *partPair) castAll(s *solver, c *shapeCast, v Vec, sw *Sweep, f *castFound) {
	w.looked = 0
	r := w.boxCast(v, sw)
	w.cast.apart, w.cast.posed = w.g.pose.Pos.Sub(w.f.pose.Pos), false
	for j := range w.count() {
		if w.cast.part = -1; w.leafOfG(j).body.kind == kindHalfSpace {
			for i := range w.fc.count() {
				if w.castSpent(s, f) {
					return
				}
				if !w.passed(i, j) {
					w.castPair(s, c, v, sw, i, j, f)
				}
			}
			continue
		}
		for _, i := range w.fc.planes {
			if w.castSpent(s, f) {
				return
			}
			if !w.passed(i, j) {
				w.castPair(s, c, v, sw, i, j, f)
			}
		}
		w.roughlyMoving(j)
		r.take(&w.cast.moving, w.f)
		w.search.plane.Start(&w.fc.tree, r.enter)
		for {
			k, _, ok := w.search.plane.Next(f.until(sw), r.enter)
			if !ok {
				break
			}
			if w.castSpent(s, f) {
				return
			}
			if i := w.fc.item(k); !w.passed(i, j) && !w.castQuickly(s, c, v, sw, i, j, f) {
				w.castPair(s, c, v, sw, i, j, f)
			}
		}
	}
}

// castSpent counts one more pair of parts to be cast, and reports whether these are more than
// Options.MaxPairs; then nothing is known of those that are left.
func (w *partPair) castSpent(s *solver, f *castFound) bool {
	if !w.spent(s) {
		return false
	}
	f.cut, f.limit = true, true
	f.lower = 0
	f.unsure = f.unsure || f.graze // what is left may be a hit
	return true
}

// castOpen sets h to the answer about bodies of which nothing is known but how they start.
func (w *partPair) castOpen(s *solver, a, b *Object, sw *Sweep, h *ShapeHit) {
	var ct Contact
	w.distance(s, a, b, false, nil, &ct)
	if h.open(&ct, sw); ct.Relation == collide.Overlapping && !sw.deepening {
		h.Verdict, h.Upper = collide.Hit, 0
	}
}

// open makes h the answer about a cast of which nothing is known but the contact at the start.
func (h *ShapeHit) open(ct *Contact, sw *Sweep) {
	*h = ShapeHit{
		Verdict: collide.Unsure, Upper: sw.max, Normal: ct.Normal, PointA: ct.PointA, PointB: ct.PointB,
		PartA: ct.PartA, PartB: ct.PartB, TriangleA: ct.TriangleA, TriangleB: ct.TriangleB, Status: collide.Limit,
	}
}

// castDeep sets h to the answer, and reports that it did, about bodies that overlap at the start,
// or are within the skin then, where the parts that are deepest go deeper at once. level is how
// deep they are, and infinite for bodies that do not overlap then.
func (w *partPair) castDeep(s *solver, c *shapeCast, a, b *Object, sw *Sweep, h *ShapeHit) (level float64, done bool) {
	var ct Contact
	w.distance(s, a, b, false, nil, &ct)
	if w.cut {
		h.open(&ct, sw)
		return 0, true
	}
	if !(w.found.Upper < sw.skin) {
		return math.Inf(1), false
	}
	level = w.found.Lower
	v := sw.translation
	if w.flip {
		v = v.Neg()
	}
	f := castFound{lower: math.Inf(1), upper: sw.max}
	trace := s.trace
	s.trace = nil
	w.cast.posed, w.cast.part = false, -1
	w.castPair(s, c, v, sw, w.found.Best.I, w.found.Best.J, &f)
	s.trace = trace
	if f.hit {
		w.castAnswer(&f, v, h)
		w.castCells(s, c, v, sw, &f, h)
	}
	return level, f.hit
}

// sunk makes h the answer about bodies that overlap at the start: i is when they are first deeper,
// and its times by scale are those of h, which end at last.
func (h *ShapeHit) sunk(i *Impact, scale, last float64) {
	if *h = (ShapeHit{Iterations: i.Iterations}); i.Verdict == collide.Miss {
		h.miss()
		h.Status = i.Status
		return
	}
	h.Verdict, h.Status = i.Verdict, i.Status
	h.Lower, h.Upper = num.ScaleDown(i.Lower, scale), min(num.ScaleUp(i.Upper, scale), last)
	if h.T = h.Lower; i.Verdict == collide.Unsure {
		h.Upper = last
	}
	h.Normal, h.PointA, h.PointB, h.PartA, h.PartB = i.Normal, i.PointA, i.PointB, i.PartA, i.PartB
	h.TriangleA, h.TriangleB = i.TriangleA, i.TriangleB
}

// roughly makes o the part l of a body with the position at and the matrix given, and returns how
// far its points may be off, but for the twist.
func (l *leaf) roughly(o *Object, turned bool, axes *mat2, at Vec) (off float64) {
	*o = l.body
	in := l.body.pose.Pos
	if off = l.slack(); turned || at != (Vec{}) {
		off += float64(castPlace * unit * (big1(at) + big1(in) + big1(o.center)))
	}
	if turned {
		z := axes.times(l.body.axes())
		if o.c, o.s = z.c, z.s; o.kind == kindHull { // nothing else of a cast asks for it
			o.heading = headingOf(Vec{z.c, z.s})
		}
		o.off, o.offLo, in = axes.apply(o.off), axes.apply(o.offLo), axes.apply(in)
	}
	o.pose.Pos = in.Add(at)
	o.pos = o.pose.Pos.Add(o.off)
	return off
}

// roughlyMoving places part j of G.
func (w *partPair) roughlyMoving(j int32) {
	k := &w.cast
	if w.gc != nil {
		axes := w.g.axes()
		k.offG = w.gc.leaf(j, &w.slots[1]).roughly(&k.moving, w.g.pose.Rot != Rot{}, &axes, k.apart)
		return
	}
	k.moving = *w.g
	k.moving.pose.Pos = k.apart
	k.moving.pos = k.apart.Add(k.moving.off)
	k.offG = float64(castPlace * unit * big1(k.apart))
}

// castQuickly casts part j of G, which roughlyMoving has placed, toward part i of F, by t v, and
// reports whether doubles tell all about the pair.
func (w *partPair) castQuickly(s *solver, c *shapeCast, v Vec, sw *Sweep, i, j int32, f *castFound) bool {
	k := &w.cast
	l := w.fc.leaf(i, &w.slots[0])
	if sw.deepening || l.body.kind == kindUser || k.moving.kind == kindUser {
		return false
	}
	axes := w.f.axes()
	c.set(v, sw)
	if f.hit { // contact that comes later than that is not looked for
		c.move.t = min(f.upper+float64(4*(f.upper-f.lower))+float64(timePad*unit*f.upper), sw.max)
	}
	h := ShapeHit{PartA: int(i), PartB: int(j)}
	if l.body.kind == kindBox && k.moving.kind == kindBox && w.castBoxes(c, l, &axes, &h) {
		w.addCast(f, &h)
		return true
	}
	off := l.roughly(&k.fixed, w.f.pose.Rot != Rot{}, &axes, Vec{})
	c.slack, c.twist = num.RoundUp(off+k.offG), w.castTwist()
	if !c.quickly(s, &k.fixed, &k.moving, &h) {
		return false
	}
	if h.Verdict != collide.Miss {
		h.PartA, h.PartB = int(i), int(j)
	}
	w.addCast(f, &h)
	return true
}

// castBoxes casts the part that roughlyMoving has placed, a box, toward the part l of F, another,
// and reports whether doubles tell all about the pair by their axes, with the bits of quickly. axes
// is the matrix of F.
func (w *partPair) castBoxes(c *shapeCast, l *leaf, axes *mat2, h *ShapeHit) bool {
	k, o, s := &w.cast, &l.body, &c.slabs
	if o.margin+k.moving.margin+c.move.skin != 0 {
		return false
	}
	at, off := o.castBox(), l.slack()
	if w.f.pose.Rot != (Rot{}) {
		off += float64(castPlace * unit * big1(at.at))
		at.axes, at.at = axes.times(at.axes), axes.apply(at.at)
	}
	by := k.moving.castBox()
	return s.place(&at, &by, c.move.v, c.move.t) && s.blur(num.RoundUp(off+k.offG), w.castTwist()) && s.quickly(&at, h)
}

// castTwist returns how far a part that roughly has placed may be off by the products of matrices,
// relative to the reach.
func (w *partPair) castTwist() float64 {
	twist := 0.0
	if w.f.pose.Rot != (Rot{}) {
		twist = castTwist * unit
	}
	if w.gc != nil && w.g.pose.Rot != (Rot{}) {
		twist += castTwist * unit
	}
	return twist
}

// castPair casts part j of G toward part i of F, by t v.
func (w *partPair) castPair(s *solver, c *shapeCast, v Vec, sw *Sweep, i, j int32, f *castFound) {
	w.castPlace(i, j)
	x, y := &w.exact[0], &w.exact[1]
	if x.body.kind != kindUser && y.body.kind != kindUser {
		bx, by := x.box(), y.box()
		if sw.skin > 0 {
			bx = bx.Grow(sw.skin)
		}
		if bx.passedBy(&by, v, f.until(sw)) {
			f.turns++
			return
		}
	}
	var h ShapeHit
	c.set(v, sw)
	if c.slack = x.slackTo(&y.body) + y.slackTo(&x.body); c.slack > 0 {
		// A half-space that turned by rounding moves with the other body's way.
		c.slack = num.RoundUp(c.slack + float64((x.turn+y.turn)*wayLength(v, sw.max)))
		w.pose(&s.relation.integers, &x.body, i, &y.body, j)
		defer func() { s.relation.posed = [2]exactPose{} }()
	}
	c.convex(s, &x.body, &y.body, &h)
	h.PartA, h.PartB = int(i), int(j)
	w.addCast(f, &h)
}

// castPlace places part i of F and part j of G exactly, in the axes of the world about the position
// of F.
func (w *partPair) castPlace(i, j int32) {
	k := &w.cast
	if !k.posed {
		from := Pose{Pos: w.f.pose.Pos}
		k.f.relative(&from, &w.f.pose)
		k.g.relative(&from, &w.g.pose)
		k.posed = true
	}
	w.exact[0].set(&w.fc.leaf(i, &w.slots[0]).placement, &k.f)
	if k.part != j {
		w.exact[1].set(&w.leafOfG(j).placement, &k.g)
		k.part = j
	}
}

// wayLength returns at least t |v|, or the greatest double.
func wayLength(v Vec, t float64) float64 {
	return min(float64(num.RoundUp(v.length())*num.RoundUp(t)), math.MaxFloat64)
}

// addCast takes the answer about a pair into account: any contact with a surface is a hit.
func (w *partPair) addCast(f *castFound, h *ShapeHit) {
	if h.Verdict == collide.Graze && (w.fc.shellAt(int32(h.PartA)) || w.gc.shellAt(int32(h.PartB))) {
		h.Verdict = collide.Hit
	}
	f.add(h, w.flip)
}

// add takes the answer about a pair into account. Of pairs at one time the least in the order of
// the query is best.
func (f *castFound) add(h *ShapeHit, flip bool) {
	f.turns += h.Iterations
	f.bad = f.bad || h.Status == collide.BadSupport
	if h.Verdict == collide.Miss {
		return
	}
	some, sure := f.hit || f.graze || f.unsure, h.Verdict != collide.Unsure
	switch proved := f.hit || f.graze; {
	case !some, sure && !proved, sure == proved && h.before(&f.best, flip):
		f.best = *h
	}
	if sure && (!f.hit && !f.graze || h.Upper < f.upper || h.Upper == f.proved.Upper && h.before(&f.proved, flip)) {
		f.proved = *h
	}
	f.hit = f.hit || h.Verdict == collide.Hit
	f.graze = f.graze || h.Verdict == collide.Graze
	f.unsure = f.unsure || !sure
	f.limit = f.limit || h.Status == collide.Limit
	f.lower = min(f.lower, h.Lower)
	if sure {
		f.upper = min(f.upper, h.Upper)
	}
}

// before reports whether h comes before g: by T, then by the parts in the order of the query.
func (h *ShapeHit) before(g *ShapeHit, flip bool) bool {
	a, b := cmp.Compare(h.PartA, g.PartA), cmp.Compare(h.PartB, g.PartB)
	if flip {
		a, b = b, a
	}
	return cmp.Or(cmp.Compare(h.T, g.T), a, b) < 0
}

// first returns the answer about the pair that is met first. Where T of the best is no more than
// the time up to which it is apart, and others meet for certain before it does, that is the first
// of those.
func (f *castFound) first() *ShapeHit {
	if b := &f.best; (f.hit || f.graze) && b.T == b.Lower && b.Upper > f.upper {
		return &f.proved
	}
	return &f.best
}

// castAnswer sets h to what the pairs come to, in the world and in the order of the query. G moves
// by t v.
func (w *partPair) castAnswer(f *castFound, v Vec, h *ShapeHit) {
	if *h = *f.first(); !f.hit && !f.graze && !f.unsure {
		h.miss()
		h.Iterations = f.turns
		return
	}
	h.Iterations, h.Lower, h.Upper = f.turns, f.lower, f.upper
	switch {
	case f.hit:
		h.Verdict = collide.Hit
	case f.unsure:
		h.Verdict = collide.Unsure
	}
	switch {
	case f.bad:
		h.Status = collide.BadSupport
	case f.limit:
		h.Status = collide.Limit
	}
	fa, ga := w.f.axes(), w.g.axes()
	from := w.g.pose.Pos.Sub(w.f.pose.Pos).Add(v.Scale(h.T))
	h.PartA, h.TriangleA = w.fc.names(int32(h.PartA), fa.applyT(h.PointA))
	h.PartB, h.TriangleB = w.gc.names(int32(h.PartB), ga.applyT(h.PointB.Sub(from)))
	h.PointA, h.PointB = h.PointA.Add(w.f.pose.Pos).clean(), h.PointB.Add(w.f.pose.Pos).clean()
	if w.flip {
		h.swap(v.Scale(h.T))
	}
}

// castCells names the cells of grids in h, the answer f, where several are as near to the points
// of contact as rounding: of those that meet alone in the bracket the least, in the order of the
// query.
func (w *partPair) castCells(s *solver, c *shapeCast, v Vec, sw *Sweep, f *castFound, h *ShapeHit) {
	if h.Verdict == collide.Miss || w.fc.from == nil && (w.gc == nil || w.gc.from == nil) {
		return
	}
	b := *f.first()
	i, j := int32(b.PartA), int32(b.PartB)
	from := w.g.pose.Pos.Sub(w.f.pose.Pos).Add(v.Scale(b.T))
	size := w.fc.leaf(i, &w.slots[0]).body.radius + w.leafOfG(j).body.radius + big1(from) + big1(b.PointA)
	slack := float64(cellSlack*unit*size) + wayLength(v, f.upper-f.lower)
	x := w.fc.cellsAt(i, w.f.axes().applyT(b.PointA), slack)
	y := w.gc.cellsAt(j, w.g.axes().applyT(b.PointB.Sub(from)), slack)
	if x.n <= 1 && y.n <= 1 {
		return
	}
	first, second := &x, &y
	if w.flip {
		first, second = &y, &x
	}
	for _, m := range first.list() {
		for _, n := range second.list() {
			k, l := m, n
			if w.flip {
				k, l = n, m
			}
			if !w.cellsMeet(s, c, v, sw, [2]int32{i, j}, [2]int32{k, l}, f) {
				continue
			}
			if m >= 0 {
				h.TriangleA = int(m)
			}
			if n >= 0 {
				h.TriangleB = int(n)
			}
			return
		}
	}
}

// cellsMeet reports whether two cells, alone, meet in the bracket of f. They are of the grids that
// parts i of F and G are of; -1 stands for the part itself.
func (w *partPair) cellsMeet(s *solver, c *shapeCast, v Vec, sw *Sweep, i, cells [2]int32, f *castFound) bool {
	one := castFound{lower: math.Inf(1), upper: sw.max}
	trace := s.trace
	s.trace, w.cast.part = nil, -1
	w.fc.cut(i[0], cells[0], &w.slots[0])
	w.gc.cut(i[1], cells[1], &w.slots[1])
	w.castPair(s, c, v, sw, i[0], i[1], &one)
	s.trace, w.slots[0].of, w.slots[1].of = trace, nil, nil
	return (one.hit || one.graze) && one.lower <= f.upper && one.upper >= f.lower
}

// asked reports whether o is a shape of the user's own, or has such a part.
func (o *Object) asked() bool {
	if o.kind != kindComposite {
		return o.kind == kindUser
	}
	u, ok := o.parts.(*union)
	return !ok || u.own
}

// boxCast returns the cast of boxes in the frame of F.
func (w *partPair) boxCast(v Vec, sw *Sweep) boxCast {
	g := w.g.radius + big1(w.g.center) + w.g.margin
	size := w.fc.reach + g + big1(w.g.pose.Pos.Sub(w.f.pose.Pos))
	r := boxCast{v: v, last: sw.max, pad: num.RoundUp(float64(sweepSide*unit*size) + sw.skin)}
	off := 0.0
	if w.f.pose.Rot != (Rot{}) {
		r.v = w.f.axes().applyT(v)
		off = float64(sweepTurn * unit * big1(r.v))
	}
	for k, v := range [2]float64{r.v.X, r.v.Y} {
		r.side[k].set(k, v, off)
	}
	return r
}
