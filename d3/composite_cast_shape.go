package d3

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
	best               ShapeHit // of the least time
	lower, upper       float64  // the least of all pairs, upper of those in contact for certain
	hit, graze, unsure bool     // a pair is
	limit, bad         bool     // a pair ended so
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
	if !sw.deepening && w.enclosed(false) { // B starts inside
		w.castInside(s, a, b, h)
		return
	}
	f := castFound{lower: math.Inf(1), upper: sw.max}
	trace := s.trace
	s.trace = nil
	r := w.boxCast(v, sw)
	w.cast.apart, w.cast.posed = w.g.pose.Pos.Sub(w.f.pose.Pos), false
	for j := range w.count() {
		if w.cast.part = -1; w.leafOfG(j).body.kind == kindHalfSpace {
			for i := range w.fc.count() {
				w.castPair(s, c, v, sw, i, j, &f)
			}
			continue
		}
		for _, i := range w.fc.planes {
			w.castPair(s, c, v, sw, i, j, &f)
		}
		w.roughlyMoving(j)
		r.take(&w.cast.moving, w.f)
		w.near.Start(&w.fc.tree, r.enter)
		for {
			k, _, ok := w.near.Next(f.until(sw), r.enter)
			if !ok {
				break
			}
			if i := w.fc.item(k); !w.castQuickly(s, c, v, sw, i, j, &f) {
				w.castPair(s, c, v, sw, i, j, &f)
			}
		}
	}
	if s.trace = trace; trace != nil && (f.hit || f.graze || f.unsure) { // the pair that it is about, again
		w.castPair(s, c, v, sw, int32(f.best.PartA), int32(f.best.PartB), &castFound{})
	}
	w.castAnswer(&f, v, h)
}

// castInside sets h to the answer about bodies that overlap at the start.
func (w *partPair) castInside(s *solver, a, b *Object, h *ShapeHit) {
	var ct Contact
	w.distance(s, a, b, false, nil, &ct)
	*h = ShapeHit{
		Verdict: collide.Hit, Normal: ct.Normal, PointA: ct.PointA, PointB: ct.PointB, Status: collide.Exact,
		PartA: ct.PartA, PartB: ct.PartB, TriangleA: ct.TriangleA, TriangleB: ct.TriangleB, Iterations: 1,
	}
}

// castDeep sets h to the answer, and reports that it did, about bodies that overlap at the start,
// or are within the skin then, where the parts that are deepest go deeper at once. level is how
// deep they are, and infinite for bodies that do not overlap then.
func (w *partPair) castDeep(s *solver, c *shapeCast, a, b *Object, sw *Sweep, h *ShapeHit) (level float64, done bool) {
	var ct Contact
	w.distance(s, a, b, false, nil, &ct)
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

// partCast is the work on a cast between bodies of parts: one part of each, placed in the axes of
// the world about the position of F. In doubles that is quick and does for nearly all pairs; the
// others are placed once more, and exactly, in partPair.exact.
type partCast struct {
	apart         Vec     // from the position of F to that of G
	fixed, moving Object  // the parts placed in doubles, without an AABB
	turned        mat3    // of a box that is not placed in fixed
	offG          float64 // how far the points of moving may be off, but for the twist

	posed bool // the next two are there
	f, g  posed
	part  int32 // the part of G in partPair.exact; -1 for none
}

// roughly makes o the part l of a body with the position at and the matrix given, and returns how
// far its points may be off, but for the twist.
func (l *leaf) roughly(o *Object, turned bool, axes *mat3, at Vec) (off float64) {
	*o = l.body
	in := l.body.pose.Pos
	if off = l.slack(); turned || at != (Vec{}) {
		off += float64(castPlace * unit * (big1(at) + big1(in) + big1(o.center)))
	}
	if o.axes = l.body.axes; turned {
		axes.product(&l.body.axes, &o.axes)
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
		axes := w.g.axes
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
	axes := w.f.axes
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
func (w *partPair) castBoxes(c *shapeCast, l *leaf, axes *mat3, h *ShapeHit) bool {
	k, o, s := &w.cast, &l.body, &c.slabs
	if o.margin+k.moving.margin+c.move.skin != 0 {
		return false
	}
	at, off := o.castBox(), l.slack()
	if w.f.pose.Rot != (Rot{}) {
		off += float64(castPlace * unit * big1(at.at))
		axes.product(&o.axes, &w.cast.turned)
		at.axes, at.at = &w.cast.turned, axes.apply(at.at)
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
	order := cmp.Or(cmp.Compare(h.PartA, f.best.PartA), cmp.Compare(h.PartB, f.best.PartB))
	if flip {
		order = cmp.Or(cmp.Compare(h.PartB, f.best.PartB), cmp.Compare(h.PartA, f.best.PartA))
	}
	some := f.hit || f.graze || f.unsure
	if !some || cmp.Or(cmp.Compare(h.T, f.best.T), order) < 0 {
		f.best = *h
	}
	f.hit = f.hit || h.Verdict == collide.Hit
	f.graze = f.graze || h.Verdict == collide.Graze
	f.unsure = f.unsure || h.Verdict == collide.Unsure
	f.limit = f.limit || h.Status == collide.Limit
	f.lower = min(f.lower, h.Lower)
	if h.Verdict != collide.Unsure {
		f.upper = min(f.upper, h.Upper)
	}
}

// castAnswer sets h to what the pairs come to, in the world and in the order of the query. G moves
// by t v.
func (w *partPair) castAnswer(f *castFound, v Vec, h *ShapeHit) {
	if *h = f.best; !f.hit && !f.graze && !f.unsure {
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
	fa, ga := w.f.axes, w.g.axes
	from := w.g.pose.Pos.Sub(w.f.pose.Pos).Add(v.Scale(h.T))
	h.PartA, h.TriangleA = w.fc.names(int32(h.PartA), fa.applyT(h.PointA))
	h.PartB, h.TriangleB = w.gc.names(int32(h.PartB), ga.applyT(h.PointB.Sub(from)))
	h.PointA, h.PointB = h.PointA.Add(w.f.pose.Pos).clean(), h.PointB.Add(w.f.pose.Pos).clean()
	if w.flip {
		h.swap(v.Scale(h.T))
	}
}

// asked reports whether o is a shape of the user's own, or has such a part.
func (o *Object) asked() bool {
	if o.kind != kindComposite {
		return o.kind == kindUser
	}
	u, ok := o.parts.(*union)
	return !ok || u.own
}

// boxCast moves a box among others.
type boxCast struct {
	v    Vec // in the frame of the boxes
	last float64
	side [3]boxSide
	pad  float64 // how much the box is grown, for the skin and for rounding
}

// boxSide is what a boxCast is along one axis, seen from where the box comes.
type boxSide struct {
	front, rear float64 // of the box
	at, to      int     // the places of the sides that it meets first and last in a box of the tree
	sign        float64 // -1 where it moves against the axis, else 1
	sure        uint64  // the bit of the sign where it does not move the other way, whatever the rounding
	fast        float64 // one over the greatest speed that rounding leaves open
	slow, late  float64 // one over the least, and what is added to the time; 0 and infinite for no speed
}

// boxCast returns the cast of boxes in the frame of F.
func (w *partPair) boxCast(v Vec, sw *Sweep) boxCast {
	g := w.g.radius + big1(w.g.center) + w.g.margin
	size := w.fc.reach + g + big1(w.g.pose.Pos.Sub(w.f.pose.Pos))
	r := boxCast{v: v, last: sw.max, pad: num.RoundUp(float64(sweepSide*unit*size) + sw.skin)}
	off := 0.0
	if w.f.pose.Rot != (Rot{}) {
		r.v = w.f.axes.applyT(v)
		off = float64(sweepTurn * unit * big1(r.v))
	}
	for k, v := range array(r.v) {
		r.side[k].set(k, v, off)
	}
	return r
}

// set makes x the side along axis k with the velocity v, which is off by less than off.
func (x *boxSide) set(k int, v, off float64) {
	speed := math.Abs(v)
	back := int(bit(v < 0))
	x.at, x.to = k+3*back, k+3-3*back
	x.sign, x.sure = float64(1-2*back), bit(speed >= off)<<63
	x.fast = min(1/(speed+off), math.MaxFloat64)
	if speed > 0 && speed < 0x1p-1000 {
		x.fast = 0 // the quotient may be out of range
	}
	x.slow, x.late = 0, math.Inf(1)
	if s := 1 / (speed - off); speed > off && s < math.MaxFloat64 {
		x.slow, x.late = s, math.SmallestNonzeroFloat64
	}
}

// take makes o, a part of G about the position of F, the one that moves.
func (r *boxCast) take(o *Object, f *Object) {
	at := f.axes.applyT(o.pos)
	r.side[0].take(o, f.axes.column(0), at.X, r.pad)
	r.side[1].take(o, f.axes.column(1), at.Y, r.pad)
	r.side[2].take(o, f.axes.column(2), at.Z, r.pad)
}

// take sets the sides to those of a box of o along n, at along which the centre is, grown by pad.
func (x *boxSide) take(o *Object, n Vec, at, pad float64) {
	lo, hi := o.spread(o.axes.applyT(n))
	pad += o.margin
	x.rear, x.front = at+lo-pad, at+hi+pad
	if x.sign < 0 {
		x.rear, x.front = -x.front, -x.rear
	}
}

// enter returns a time before which the box does not meet b, +Inf where it does not in its time.
// Times are rounded down, those of leaving up; docs/math/cast.md, "Compounds". No branch hangs on
// where the boxes are.
func (r *boxCast) enter(b *[6]float64) float64 {
	x, y, z := &r.side[0], &r.side[1], &r.side[2]
	from := max(0, x.enters(b), y.enters(b), z.enters(b))
	to := min(int64(math.Float64bits(r.last)), x.leaves(b), y.leaves(b), z.leaves(b))
	passed := x.past(b) | y.past(b) | z.past(b)
	if from > to {
		from = infinite
	}
	if int64(passed) < 0 {
		from = infinite
	}
	return math.Float64frombits(uint64(from))
}

// infinite is the bits of +Inf.
const infinite = 0x7ff << 52

// enters returns the bits of the time at which the box has come as far as b along the axis, as of
// integers: they order times as the times themselves, but for those below 0.
func (x *boxSide) enters(b *[6]float64) int64 {
	gap := float64(x.sign*b[x.at]) - x.front // falls to 0
	return int64(math.Float64bits(float64(float64(gap*x.fast)*(1-timePad*unit)) - math.SmallestNonzeroFloat64))
}

// leaves is enters for the time at which the box is past b.
func (x *boxSide) leaves(b *[6]float64) int64 {
	left := float64(x.sign*b[x.to]) - x.rear // falls to 0
	return int64(math.Float64bits(float64(float64(left*x.slow)*(1+timePad*unit)) + x.late))
}

// past returns a number with the sign set where the box is past b at the start, and stays there.
func (x *boxSide) past(b *[6]float64) uint64 {
	return math.Float64bits(float64(x.sign*b[x.to])-x.rear) & x.sure
}
