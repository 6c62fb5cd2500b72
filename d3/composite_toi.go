package d3

import (
	"math"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/bvh"
	"github.com/collide-go/collide/internal/num"
	"github.com/collide-go/collide/internal/pairs"
)

// Two bodies of which one or both have parts meet as soon as two of their parts do. Pairs of nodes
// of the two trees come in the order of the times until which balls about their boxes are proved
// apart; a pair of parts is then searched from that time on, no later than the first contact found.
// docs/math/toi.md, "Parts".

// partImpact is the work space of TimeOfImpact for bodies with parts.
type partImpact struct {
	a, b     wholeCourse
	g        pairCourse // of the whole bodies
	search   bvh.Soonest[[6]float64]
	first    [2]Object  // the bodies where they begin, if elsewhere than they were placed
	ends     [2]Object  // the bodies where they end
	flip     bool       // A is the second body of the query
	out      Impact     // in canonical order, as far as is known
	some     bool       // out is about a pair of parts
	best     pairs.Pair // that pair
	lower    float64
	limit    float64 // later contact does not matter
	duration float64
	steps    int
	looked   int  // pairs of parts, up to Options.MaxPairs
	cut      bool // some that may be the first to meet were left out
}

// wholeCourse is one of the bodies.
type wholeCourse struct {
	course
	parts  *union
	whole  Object                // of a body without parts: where it begins, about its frame's origin
	alone  [1]leaf               // the same as a part
	slot   slot                  // of a part that is made
	single bvh.Tree[[6]float64]  // over its box in its own frame
	tree   *bvh.Tree[[6]float64] // over the parts that are no half-spaces
}

// begin sets w to the body o with the motion m.
func (w *wholeCourse) begin(o *Object, m *Motion, duration float64) {
	if w.parts = o.union(); w.parts != nil {
		w.init(o, m, duration)
		w.tree = &w.parts.tree
		return
	}
	l := &w.alone[0]
	l.placement = placement{body: *o, spread: spreadOf(o)}
	l.body.set(Pose{})
	w.single.Build(nil)
	if o.kind != kindHalfSpace {
		w.single.Single(l.body.aabb.Array())
	}
	w.tree = &w.single
	w.whole = origin
	w.whole.set(o.pose)
	w.whole.radius, w.whole.extent = l.spread, o.extent
	w.init(&w.whole, m, duration)
}

// at returns part i.
func (w *wholeCourse) at(i int32) *leaf {
	if w.parts == nil {
		return &w.alone[0]
	}
	return w.parts.leaf(i, &w.slot)
}

// count returns the number of parts.
func (w *wholeCourse) count() int32 {
	if w.parts == nil {
		return 1
	}
	return w.parts.count()
}

// item returns the number of the part that is item i of the tree.
func (w *wholeCourse) item(i int32) int32 {
	if w.parts == nil {
		return 0
	}
	return w.parts.item(i)
}

// isPlane reports whether part i is a half-space.
func (w *wholeCourse) isPlane(i int32) bool { return w.at(i).body.kind == kindHalfSpace }

// part sets c to part i on its way.
func (w *wholeCourse) part(i int32, c *course) {
	p := &w.at(i).placement
	o := &p.body
	c.hold(o)
	c.from, c.motion = nil, w.motion
	c.share(&w.course)
	w.start.product(&o.axes, &c.start)
	c.body.axes = c.start
	if c.turns {
		c.pivot = w.pivot
		c.arm = o.axes.applyT(o.pos.Add(w.arm))
		c.size = num.RoundUp(c.arm.length() + o.radius)
		c.slip = float64(unit * (float64(turnSlip*(c.size+c.shift)) + float64(partSlip*big1(o.pos))))
	} else {
		c.arm = Vec{}
		c.size = o.radius
		c.slip = float64(partSlip * unit * o.radius)
		w.centre(o, &c.pivot)
	}
	c.slip, c.blur = c.slip+p.slack(), float64(c.lost*c.size)
	if c.plane && (c.tilt > 0 || w.from.pose.Rot != (Rot{}) || p.turn > 0) {
		c.tilt = turnSlip*unit + c.lost + p.turn
	}
	c.begin()
}

// centre sets out to where the centre of a part o is at the start, of a body that does not turn.
func (w *wholeCourse) centre(o *Object, out *[3]num.DD) {
	hi, lo := w.from.pose.Rot.axes()
	p, q := o.pose.Pos, o.off
	x, y, z := num.TwoSum(p.X, q.X), num.TwoSum(p.Y, q.Y), num.TwoSum(p.Z, q.Z)
	x, y, z = x.Add(num.DD{Hi: o.offLo.X}), y.Add(num.DD{Hi: o.offLo.Y}), z.Add(num.DD{Hi: o.offLo.Z})
	at := [3]float64{w.from.pose.Pos.X, w.from.pose.Pos.Y, w.from.pose.Pos.Z}
	for i, row := range [3][2]Vec{{hi.x, lo.x}, {hi.y, lo.y}, {hi.z, lo.z}} {
		s := num.DD{Hi: row[0].X, Lo: row[1].X}.Mul(x)
		s = s.Add(num.DD{Hi: row[0].Y, Lo: row[1].Y}.Mul(y)).Add(num.DD{Hi: row[0].Z, Lo: row[1].Z}.Mul(z))
		out[i] = num.DD{Hi: at[i]}.Add(s)
	}
}

// solve sets out to the answer about a and b, of which one has parts at least. x is the work space
// for two parts, w that for the bodies at one time.
func (p *partImpact) solve(s *solver, x *impact, w *partPair, a *Object, ma *Motion, b *Object, mb *Motion,
	duration float64, deepening bool, out *Impact,
) {
	trace := s.trace
	s.trace = nil
	a, b = p.begin(x, a, ma, b, mb, duration)
	p.start(s, x, w, a, b, deepening)
	if p.some && trace != nil && p.out.Upper > 0 {
		p.record(s, x, trace)
	}
	s.trace = trace
	*out = p.out
	if out.Iterations = p.steps; p.flip {
		out.swap()
	}
}

// begin sets p to the bodies a and b on their way, and returns them in canonical order.
func (p *partImpact) begin(x *impact, a *Object, ma *Motion, b *Object, mb *Motion,
	duration float64,
) (first, second *Object) {
	a, b = ma.begin(a, &p.first[0]), mb.begin(b, &p.first[1])
	if p.flip = swapped(a, b); p.flip {
		a, ma, b, mb = b, mb, a, ma
	}
	x.trace, x.flip = nil, false
	p.duration, p.limit, p.lower, p.steps, p.some = duration, duration, duration, 0, false
	p.looked, p.cut = 0, false
	p.out = Impact{PartA: -1, PartB: -1, TriangleA: -1, TriangleB: -1}
	p.a.begin(a, ma, duration)
	p.b.begin(b, mb, duration)
	p.g.a, p.g.b = p.a.course, p.b.course
	p.g.a.from, p.g.b.from = a, b
	return a, b
}

// sink sets out to when b, moved by t v for the duration, is first deeper in a than level, the
// signed distance at the start, by more than the tolerance.
func (p *partImpact) sink(s *solver, x *impact, a, b *Object, v Vec, duration, level float64, out *Impact) {
	trace := s.trace
	s.trace = nil
	a, b = p.begin(x, a, &Motion{}, b, &Motion{linear: v}, duration)
	p.g.join(duration)
	p.g.level = level - float64(s.tolerance*max(a.extent, b.extent))
	p.g.set(0)
	p.all(s, x)
	p.finish()
	s.trace = trace
	*out = p.out
	if out.Iterations = p.steps; p.flip {
		out.swap()
	}
}

// start looks at the bodies where they start, and finds the time of impact of those that have not
// met.
func (p *partImpact) start(s *solver, x *impact, w *partPair, a, b *Object, deepening bool) {
	var ct Contact
	w.distance(s, a, b, false, nil, &ct)
	level := 0.0
	switch touch := ct.touches(); {
	case ct.Status == collide.BadSupport:
		p.out.Status, p.out.Upper, p.out.Separation = collide.BadSupport, p.duration, ct.Upper
		return
	case w.cut && (deepening || !touch && ct.Relation != collide.Apart):
		p.out = Impact{
			Upper: p.duration, Separation: ct.Upper, Status: collide.Limit, Normal: ct.Normal, PointA: ct.PointA,
			PointB: ct.PointB, PartA: ct.PartA, PartB: ct.PartB, TriangleA: ct.TriangleA, TriangleB: ct.TriangleB,
		}
		return
	case deepening && !(w.found.Lower > -math.MaxFloat64): // half-spaces that overlap without bound
		p.out.Verdict = collide.Miss
		return
	case deepening:
		level = min(0, w.found.Lower) - float64(s.tolerance*max(a.extent, b.extent))
	case touch:
		p.out = Impact{
			Verdict: collide.Hit, Status: ct.Status, Normal: ct.Normal, PointA: ct.PointA, PointB: ct.PointB,
			PartA: ct.PartA, PartB: ct.PartB, TriangleA: ct.TriangleA, TriangleB: ct.TriangleB,
		}
		return
	case ct.Relation == collide.Apart && p.g.still():
		p.out.Verdict, p.out.Status, p.steps = collide.Miss, collide.Converged, 1
		return
	}
	p.g.join(p.duration)
	p.g.level = level
	p.g.set(0)
	p.all(s, x)
	if p.finish(); p.out.Verdict == collide.Unsure && level == 0 && p.g.exactAt(&p.ends[0], &p.ends[1]) {
		if w.relate(s, &p.ends[0], &p.ends[1], nil, pairs.Contact) == collide.Apart {
			return
		}
		if w.distance(s, &p.ends[0], &p.ends[1], false, nil, &ct); ct.touches() {
			p.out.Verdict, p.out.Upper = collide.Hit, p.duration
		}
	}
}

// all searches all pairs of parts that may be the first to meet.
func (p *partImpact) all(s *solver, x *impact) {
	p.search.Start(p.a.tree, p.b.tree, 0)
	bound := func(n, m *[6]float64, t float64) float64 { return p.until(n, m, t) }
	for {
		i, j, t, ok := p.search.Next(p.limit, bound)
		if !ok {
			break
		}
		if i, j = p.a.item(i), p.b.item(j); p.spent(s) {
			p.leaveOut(s, x, i, j, t)
			break
		}
		p.ask(s, x, i, j, t)
	}
	for i := range p.a.count() {
		if p.a.isPlane(i) {
			for j := range p.b.count() {
				p.askPlane(s, x, i, j)
			}
		}
	}
	for j := range p.b.count() {
		if !p.b.isPlane(j) {
			continue
		}
		for i := range p.a.count() {
			if !p.a.isPlane(i) { // those were asked about
				p.askPlane(s, x, i, j)
			}
		}
	}
}

// spent counts one more pair of parts to be asked about, and reports whether these are more than
// Options.MaxPairs.
func (p *partImpact) spent(s *solver) bool {
	if s.maxPairs > 0 && p.a.parts != nil && p.b.parts != nil && p.looked >= s.maxPairs {
		return true
	}
	p.looked++
	return false
}

// askPlane is ask for a pair of which one is a half-space, from the start on.
func (p *partImpact) askPlane(s *solver, x *impact, i, j int32) {
	switch {
	case !p.spent(s):
		p.ask(s, x, i, j, 0)
	case !p.cut || p.out.Lower > 0: // one that is left out at the start stands for all
		p.leaveOut(s, x, i, j, 0)
	}
}

// leaveOut takes into account that pairs of parts will not be asked about, none of which meet
// before the time t. Part i of A and part j of B are one of them.
func (p *partImpact) leaveOut(s *solver, x *impact, i, j int32, t float64) {
	p.cut = true
	p.pairOf(x, i, j)
	out := Impact{T: t, Lower: t, Upper: p.duration, Separation: math.MaxFloat64, Status: collide.Limit}
	x.look(s, t, &out)
	p.name(&out, x.flip, i, j)
	p.keep(&out, i, j)
}

// name takes the answer about part i of A and part j of B, in the other order where flip is set,
// into that of A and B, and gives it the names of the parts.
func (p *partImpact) name(out *Impact, flip bool, i, j int32) {
	if flip {
		out.swap()
	}
	out.PartA, out.TriangleA = p.a.parts.names(i, p.a.parts.originOf(i))
	out.PartB, out.TriangleB = p.b.parts.names(j, p.b.parts.originOf(j))
}

// pairOf sets the bodies of x to part i of A and part j of B.
func (p *partImpact) pairOf(x *impact, i, j int32) {
	g := &x.g
	if x.flip = p.b.isPlane(j) && !p.a.isPlane(i); x.flip {
		p.b.part(j, &g.a)
		p.a.part(i, &g.b)
	} else {
		p.a.part(i, &g.a)
		p.b.part(j, &g.b)
	}
	g.join(p.duration)
	g.level, g.size = p.g.level, p.g.size
}

// ask searches part i of A and part j of B from the time t on, before which they are apart, and
// keeps the answer if it is the first.
func (p *partImpact) ask(s *solver, x *impact, i, j int32, t float64) {
	var out Impact
	p.pairOf(x, i, j)
	x.from(s, t, p.limit, &out)
	p.steps += x.steps
	if out.Verdict == collide.Miss {
		return
	}
	p.lower = min(p.lower, out.Lower)
	p.name(&out, x.flip, i, j)
	if out.Verdict == collide.Hit {
		p.limit = min(p.limit, out.Lower)
	}
	p.keep(&out, i, j)
}

// keep takes the answer out about part i of A and part j of B, no miss, into account. All but the
// verdict and Upper is about the pair that may meet first, at the time T of the answer: it is a hit
// where another pair hits later, too.
func (p *partImpact) keep(out *Impact, i, j int32) {
	hit, had := out.Verdict == collide.Hit, p.some && p.out.Verdict == collide.Hit
	upper := p.out.Upper
	switch {
	case hit && had:
		upper = min(upper, out.Upper)
	case hit:
		upper = out.Upper
	}
	if !p.some || out.Lower < p.out.Lower || out.Lower == p.out.Lower && hit && !had {
		p.out, p.some, p.best = *out, true, pairs.Pair{I: i, J: j}
	}
	if hit || had {
		p.out.Verdict, p.out.Upper = collide.Hit, upper
	}
}

// finish completes the answer.
func (p *partImpact) finish() {
	switch {
	case !p.some:
		p.out.Verdict, p.out.Status = collide.Miss, collide.Converged
		return
	case p.out.Verdict == collide.Unsure:
		p.out.Upper = p.duration
	default:
		p.out.Separation = 0
	}
	if p.cut && p.out.Status != collide.BadSupport {
		p.out.Status = collide.Limit
	}
	p.out.Lower = min(p.out.Lower, p.lower)
	p.out.T = p.out.Lower
}

// record lets the trace see how the pair of parts was answered that the answer is about.
func (p *partImpact) record(s *solver, x *impact, trace *Trace) {
	var out Impact
	p.pairOf(x, p.best.I, p.best.J)
	x.flip = x.flip != p.flip
	x.trace = trace
	x.from(s, 0, p.duration, &out)
	x.trace = nil
}

// until returns a time until which nothing in the box n of A meets anything in the box m of B,
// given that nothing does before t: t where it knows nothing. Balls about the boxes do not turn,
// and their centres move with accelerations that are known.
func (p *partImpact) until(n, m *[6]float64, t float64) float64 {
	if p.g.t != t {
		p.g.set(t)
	}
	ca, ra := ballOf(n)
	cb, rb := ballOf(m)
	ya, va := p.g.a.carried(ca)
	yb, vb := p.g.b.carried(cb)
	d := p.g.d.Add(yb).Sub(ya)
	v := p.g.d1.Add(vb).Sub(va)
	bend := p.g.a.bend(va) + p.g.b.bend(vb)
	far := d.length()
	size := far + ra + rb + math.Abs(p.g.level) + ya.length() + yb.length()
	gap := far - ra - rb - p.g.level - p.g.slip(size) - float64(ballSums*unit*size)
	if !(gap > 0) {
		return t
	}
	// Times k, a power of two, lengths and speeds have squares in range, and the time is the same.
	v0 := v.length()
	k, l := num.PowerBelow(max(v0, bend, gap)), num.PowerBelow(far)
	speed := float64(ballSums*unit*float64(v0*k)) - d.Scale(l).Dot(v.Scale(k))/float64(far*l)
	return t + usedUp(float64(gap*k), speed, float64(bend*k))
}

// usedUp returns a time before which a gap above 0 is not used up that falls by t speed and
// t^2 bend/2 in the time t; +Inf for never.
func usedUp(gap, speed, bend float64) float64 {
	q := math.Sqrt(max(0, float64(speed*speed)+float64(2*bend*gap)))
	switch root := speed + q; {
	case bend > 0 && root < float64(-0x1p-8*speed): // much is cancelled: the other form of the root
		return float64((q - speed) / bend * (1 - 0x1p-40))
	case root > 0:
		return float64(2 * gap / root * (1 - 0x1p-40))
	}
	return math.Inf(1)
}

// ballOf returns the ball about a box.
func ballOf(b *[6]float64) (center Vec, radius float64) {
	half := Vec{float64(0.5 * (b[3] - b[0])), float64(0.5 * (b[4] - b[1])), float64(0.5 * (b[5] - b[2]))}
	lo := Vec{b[0], b[1], b[2]}
	center = lo.Add(half)
	return center, float64(half.length()*(1+0x1p-50)) + float64(boxBall*unit*(big1(lo)+big1(half)))
}

// carried returns the way from the body's own centre to the point x of its frame, at the time last
// set, and its velocity besides that of the centre.
func (c *course) carried(x Vec) (y, v Vec) {
	y = c.body.axes.apply(x)
	return y, c.w.Cross(y)
}

// bend bounds the acceleration of a point of c that moves at the velocity v besides that of the
// centre.
func (c *course) bend(v Vec) float64 {
	w := math.Abs(c.rate.Hi)
	return float64(w * (v.length() + c.y1.length()) * (1 + 0x1p-40))
}
