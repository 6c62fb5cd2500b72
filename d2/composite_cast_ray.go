package d2

import (
	"math"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/bvh"
)

// A ray and a compound: the parts in the order in which the ray enters their boxes, until one is
// hit before the next box. docs/math/ray.md.

// partRay is the work space for rays and compounds.
type partRay struct {
	rayCast
	quickRay
	search bvh.Along[[4]float64]
	exact  exactPose
	slot   slot
	sides  *sides     // once there was a one-sided chain
	o, d   Vec        // the ray in the compound's frame
	eo, ed float64    // o and d are that near the true ones
	from   [3]float64 // o and d for the search
	along  [3]float64

	best  rayAnswer
	at    int32 // the part that best is about, -1 for none
	hit   bool  // a part is hit
	doubt bool  // a part may be
	lower float64
	upper float64 // of those that are certain
	turns int

	first, end float64 // of the short ways: t of the leaf at, and the greatest t that matters
	before     bool    // the origin is in the leaf at
	size       float64 // of the ray's origin and the body together
	slack      float64 // what places of a ray are off by, among boxes
	boxes      firstBox
}

// ask sets h, which is zero, to the answer about r and o: by the short way if there is one and that
// leaves no doubt.
func (w *partRay) ask(q *solver, o *Object, r *Ray, h *RayHit) {
	switch {
	case !o.short:
		c, _ := o.parts.(*union)
		if c == nil || len(c.table.balls) == 0 || !w.quickParts(o, c, r, h) {
			w.long(q, o, r, h)
		}
	case o.kind == kindPoint:
		w.askBall(q, o, r, h)
	case o.kind == kindBox:
		w.askBox(q, o, r, h)
	default:
		w.askOther(q, o, r, h)
	}
}

// askOther is ask for a body of any kind that has a short way.
func (w *partRay) askOther(q *solver, o *Object, r *Ray, h *RayHit) {
	s := &w.span
	h.Verdict = w.meet(o, r.origin.Sub(o.pose.Pos), r.direction, 0, 0, r.max, h)
	if h.Verdict == collide.Unsure {
		w.long(q, o, r, h)
		return
	}
	h.Part, h.Triangle, h.Status, h.Iterations = -1, -1, collide.Exact, 1
	if h.Verdict == collide.Miss {
		return
	}
	t, exit := 0.0, s.out
	if s.in > 0 {
		t = s.in
		h.Lower, h.Upper = t-s.errIn, t+s.errIn
		if h.Upper > r.max {
			h.Upper, t = r.max, min(t, r.max)
		}
	}
	if exit > r.max {
		exit = r.max
	}
	if exit < t {
		exit = t
	}
	h.T, h.Exit, h.HasExit = t, exit, true
	h.Point = r.At(t)
}

// askBall is ask for circles: quickSpan.circle and verdict in one.
func (w *partRay) askBall(q *solver, o *Object, r *Ray, h *RayHit) {
	at, d, limit := r.origin.Sub(o.pose.Pos), r.direction, r.max
	size, speed := big1(at), big1(d)
	if !quickly(size, speed) {
		w.long(q, o, r, h)
		return
	}
	in, out, err, miss, ok := quickBall(at, d, float64(unit*size), 0, size, speed, 1/d.Len2(), o.margin)
	lo, hi := in-err, in+err
	switch {
	case ok && (miss || lo > limit || out+err < 0):
		h.Part, h.Triangle, h.Iterations, h.Verdict = -1, -1, 1, collide.Miss
		return
	case !ok || !(float64(err*speed) <= float64(1e-10*o.margin)):
	case lo > 0 && hi < out-err && hi < limit:
		h.T, h.Lower, h.Upper = in, lo, hi
		at = at.Add(d.Scale(in))
		h.Normal, h.Feature = unitOf(at, o.margin), ballFeature
		fallthrough
	case hi < 0 && 0 < out-err && 0 < limit:
		h.Exit, h.HasExit, h.Point = min(out, limit), true, r.At(h.T)
		h.Part, h.Triangle, h.Iterations, h.Verdict = -1, -1, 1, collide.Hit
		return
	}
	w.long(q, o, r, h)
}

// askBox is ask for boxes: about a certain verdict, ends in order and within the ray.
func (w *partRay) askBox(q *solver, o *Object, r *Ray, h *RayHit) {
	s := &w.span
	v := s.box(o.axes(), o.half, o.radius, r.origin.Sub(o.pose.Pos), r.direction, 0, 0, r.max, &w.frame)
	if v == collide.Unsure {
		w.long(q, o, r, h)
		return
	}
	h.Part, h.Triangle, h.Status, h.Iterations, h.Verdict = -1, -1, collide.Exact, 1, v
	if v == collide.Miss {
		return
	}
	if s.in > 0 {
		w.frame.face(o.axes(), o.half, s, h)
		h.T, h.Lower, h.Upper = s.in, s.in-s.errIn, s.in+s.errIn
	}
	h.Exit, h.HasExit, h.Point = min(s.out, r.max), true, r.At(h.T)
}

// meet is quickRay.set, and sets normal and feature of h where the ray enters o.
func (w *partRay) meet(o *Object, at, d Vec, ew, ed, limit float64, h *RayHit) (v collide.Verdict) {
	s := &w.span
	switch o.kind {
	case kindPoint:
		if v = s.circle(o, at, d, ew, ed, limit); v == collide.Hit && s.in > 0 {
			h.Normal = unitOf(at.Add(d.Scale(s.in)), o.margin)
			h.Feature = collide.Feature(collide.FeatureVertex, 0)
		}
	case kindBox:
		if v = s.box(o.axes(), o.half, o.radius, at, d, ew, ed, limit, &w.frame); v == collide.Hit && s.in > 0 {
			w.frame.face(o.axes(), o.half, s, h)
		}
	case kindSegment:
		if v = s.capsule(o, at, d, ew, ed, limit); v == collide.Hit && s.in > 0 {
			s.side(o, at.Add(d.Scale(s.in)), h)
		}
	default:
		if v = s.hull(o, at, d, ew, ed, limit, &w.walk); v == collide.Hit && s.in > 0 {
			w.walk.face(o, s, h)
		}
	}
	return v
}

// long sets h to the answer about r and o by the long way.
func (w *partRay) long(s *solver, o *Object, r *Ray, h *RayHit) {
	if s.tolerance == 0 {
		s.defaults()
	}
	if o = o.placed(); o.kind == kindComposite {
		w.castParts(s, o, r, h)
	} else {
		w.cast(s, o, r, h)
	}
	if h.Upper > math.MaxFloat64 {
		h.cutShort()
	}
}

// castParts sets h to the answer about r and the compound o.
func (w *partRay) castParts(s *solver, o *Object, r *Ray, h *RayHit) {
	c := o.union()
	w.start(r)
	from := r.origin.Sub(o.pose.Pos)
	size := big1(from)
	w.o, w.d, w.eo, w.ed = o.axes().applyT(from), o.axes().applyT(w.dir), float64(rayParts*unit*size), rayTurn*unit
	w.best, w.at, w.hit, w.doubt, w.turns = rayAnswer{}, -1, false, false, 0
	w.lower, w.upper = math.Inf(1), math.Inf(1)
	for _, i := range c.planes {
		w.part(s, o, c, i)
	}
	// A point of the ray in the root's box is no farther than that from the origin.
	far := float64(4 * (size + c.tree.Reach()))
	w.among(&c.tree, w.limit(), far)
	for {
		item, _, ok := w.search.Next(min(w.limit(), far))
		if !ok {
			break
		}
		w.part(s, o, c, c.item(item))
	}
	w.finish(s, o, c, h)
}

// quickParts sets h to the answer about r and the compound o, whose leaves all have short ways, and
// reports whether these leave no doubt: neither about any of them, nor about which is met first.
func (w *partRay) quickParts(o *Object, c *union, r *Ray, h *RayHit) bool {
	from, t := r.origin.Sub(o.pose.Pos), &c.table
	size, speed := big1(from)+float64(4*c.reach), big1(r.direction)
	if !quickly(size, speed) {
		return false
	}
	if passesBy(from, r.direction, c.reach+float64(0x1p-48*size)) {
		h.Part, h.Triangle, h.Status, h.Verdict = -1, -1, collide.Exact, collide.Miss
		return true
	}
	w.o, w.d = o.axes().applyT(from), o.axes().applyT(r.direction)
	w.eo, w.ed = float64(rayParts*unit*big1(from)), float64(rayTurn*unit*speed)
	w.at, w.turns, w.before, w.end = -1, 0, false, r.max
	w.size = size
	far := float64(4*size) / speed
	if !(t.boxes && w.foremost(c, speed, far, h)) && !w.eachShort(c, far, h) {
		return false
	}
	h.Part, h.Triangle, h.Status, h.Iterations = -1, -1, collide.Exact, w.turns
	if w.at < 0 {
		h.Verdict = collide.Miss
		return true
	}
	h.Verdict, h.Part = collide.Hit, int(w.at)
	if w.before {
		h.Normal, h.Feature = Vec{}, 0
	} else {
		h.T, h.Lower, h.Upper = w.first, w.lower, w.upper
		h.Normal = worldNormal(o, h.Normal).clean()
	}
	h.Point = r.At(h.T)
	return true
}

// passesBy reports whether the line from + t d surely misses the ball of radius r about the origin,
// for r that is 2^-48 of from too large. Products of squares do not overflow.
//
// from is off by a rounding, and the cross product by less than 8u |from| |d|.
func passesBy(from, d Vec, r float64) bool {
	across := from.Cross(d)
	return r > 1/quickRange && float64(across*across) > float64(float64(r*r)*d.Len2()*(1+0x1p-40))
}

// eachShort asks about the leaves of c that the ray may meet; no point of it in the body is farther
// than far. It reports false for a doubt.
func (w *partRay) eachShort(c *union, far float64, h *RayHit) bool {
	w.turns = 0
	if c.table.parts == nil {
		return w.run(c, 0, len(c.table.balls), h)
	}
	w.among(&c.table.tree, w.end, far)
	for {
		first, n, ok := w.search.NextLeaf(min(w.end, far))
		if !ok {
			return true
		}
		if !w.run(c, first, n, h) {
			return false
		}
	}
}

// among starts a search for the boxes of a tree that the ray enters by the time until; no point of
// it in the body is farther than far.
func (w *partRay) among(tree *bvh.Tree[[4]float64], until, far float64) {
	pad := float64(2*w.eo) + float64(2*far*w.ed) + 0x1p-1000
	w.from[0], w.from[1] = w.o.X, w.o.Y // in place: decision 29
	w.along[0], w.along[1] = w.d.X, w.d.Y
	w.search.StartPadded(tree, &w.from, &w.along, min(until, far), pad)
}

// run asks about those leaves of n of the table, from the first on, whose balls the ray meets. The
// least t so far is w.first, up to w.end. It reports false for a doubt.
func (w *partRay) run(c *union, first, n int, h *RayHit) bool {
	var list meetings
	off := w.eo + float64(rayReach*unit*c.reach)
	for _, k := range list[:c.table.meet(w.o, w.d, off, w.size, first, n, &list)] {
		i := c.table.part(k)
		l := &c.leaves[i]
		at := w.o.Sub(l.body.pose.Pos)
		ef, ed := w.eo, w.ed
		if l.shift != 0 || l.turn != 0 {
			ef += l.shift + float64(l.turn*big1(at))
			ed += float64(2 * l.turn * big1(w.d))
		}
		w.turns++
		switch w.meet(&l.body, at, w.d, ef, ed, w.end, h) {
		case collide.Miss:
			continue
		case collide.Hit:
		default:
			return false
		}
		s := &w.span
		if s.in >= 0 && w.at >= 0 && !w.before && s.in+s.errIn > w.lower {
			return false // which of the two is met first cannot be told
		}
		if before := s.in < 0; before && (!w.before || i < w.at) || !before && !w.before {
			w.at, w.before = i, before
			if !before {
				w.first, w.lower, w.upper = s.in, s.in-s.errIn, s.in+s.errIn
				w.end = w.upper
			}
		}
	}
	return true
}

// limit returns the greatest t that matters: that of a hit found, as a touch may come before.
func (w *partRay) limit() float64 {
	if w.hit {
		return min(w.max, w.upper)
	}
	return w.max
}

// aim takes the ray to the frame of part i.
func (w *partRay) aim(o *Object, c *union, i int32) {
	l := c.leaf(i, &w.slot)
	from := w.o.Sub(l.body.pose.Pos)
	size := big1(from)
	ef := w.eo + float64(rayShift*unit*size) + l.shift + float64(l.turn*size)
	w.enter(&l.body, from, w.d, ef, w.ed+float64(2*l.turn))
	w.exact = exactPose{of: &l.body, base: o.pose, chain: l.chain}
	w.pose = &w.exact
}

// quickPart asks about part i by the short way; ok is false if that leaves a doubt.
//
// Differences are off by a rounding, as quickSpan has it; the pose of the part by shift and turn.
func (w *partRay) quickPart(c *union, i int32, k *rayAnswer) (ok bool) {
	l := c.leaf(i, &w.slot)
	from := w.o.Sub(l.body.pose.Pos)
	ef := w.eo + l.shift + float64(l.turn*big1(from))
	if !l.body.short {
		return false
	}
	s := &w.span
	switch k.verdict = w.set(&l.body, from, w.d, ef, w.ed+float64(2*l.turn), w.max); k.verdict {
	case collide.Miss:
		k.turns = 1
		return true
	case collide.Hit:
	default:
		return false
	}
	*k = rayAnswer{verdict: collide.Hit, status: collide.Exact, turns: 1, id: s.id, exit: s.out}
	if s.in < 0 {
		k.before, k.id = true, -1
		return true
	}
	k.lower, k.upper = s.in-s.errIn, s.in+s.errIn
	return k.id >= 0
}

// part asks about part i.
func (w *partRay) part(s *solver, o *Object, c *union, i int32) {
	if w.passed(o, c, i) {
		return
	}
	var k rayAnswer
	if !w.quickPart(c, i, &k) {
		w.aim(o, c, i)
		w.solve(s, &k)
	}
	w.turns += k.turns
	if k.verdict == collide.Graze && c.shellAt(i) {
		k.verdict = collide.Hit
	}
	switch k.verdict {
	case collide.Miss:
		return
	case collide.Unsure:
		w.doubt = true
	case collide.Hit:
		w.hit = true
	case collide.Graze:
	}
	w.lower = min(w.lower, k.lower)
	if k.verdict != collide.Unsure {
		w.upper = min(w.upper, k.upper)
	}
	if w.at < 0 || w.sooner(&k, i) {
		w.best, w.at = k, i
	}
}

// sooner reports whether the answer k about part i comes before the best so far: what is certain
// before what is not, then by t, then by number. The ray's line being in the part before the origin
// counts as sooner.
func (w *partRay) sooner(k *rayAnswer, i int32) bool {
	b := &w.best
	if x, y := k.verdict == collide.Unsure, b.verdict == collide.Unsure; x != y {
		return y
	}
	if k.before != b.before {
		return k.before
	}
	x, y := k.lower+k.upper, b.lower+b.upper
	return x < y || x == y && i < w.at
}

// finish sets h.
func (w *partRay) finish(s *solver, o *Object, c *union, h *RayHit) {
	if w.at < 0 {
		*h = RayHit{Verdict: collide.Miss, Part: -1, Triangle: -1, Status: collide.Exact, Iterations: w.turns}
		return
	}
	k := w.best
	all := k
	if all.lower = w.lower; k.verdict != collide.Unsure {
		all.upper = w.upper
	}
	switch {
	case w.hit:
		all.verdict = collide.Hit
	case w.doubt:
		all.verdict = collide.Unsure
	}
	all.turns = w.turns
	if k.verdict, k.turns = all.verdict, all.turns; !w.doubt {
		k.lower, k.upper = all.lower, all.upper
	}
	w.aim(o, c, w.at)
	if w.answer(&k, h); w.doubt { // T, and what is there, are about the best part
		h.Lower, h.Upper = w.bounds(&all)
	}
	at := w.o.Add(w.d.Scale(float64((k.lower + k.upper) / 2)))
	if h.Part, h.Triangle = c.names(w.at, at); c.from != nil {
		w.cell(s, o, c, &all, at, h)
	}
	h.Exit, h.HasExit = 0, false
	if h.Normal != (Vec{}) {
		h.Normal = worldNormal(o, h.Normal).clean()
	}
}

// cell names the cell of a grid in h, the answer k about what the ray enters at the point at, where
// several are as near to that as rounding: of those that it meets alone in the bracket the least.
func (w *partRay) cell(s *solver, o *Object, c *union, k *rayAnswer, at Vec, h *RayHit) {
	slack := float64(cellSlack*unit*(big1(w.o)+big1(at))) + float64(big1(w.d)*(k.upper-k.lower))
	cells := c.cellsAt(w.at, at, slack)
	if cells.n <= 1 {
		return
	}
	for _, n := range cells.list() {
		c.cut(w.at, n, &w.slot)
		var one rayAnswer
		if !w.quickPart(c, w.at, &one) {
			w.aim(o, c, w.at)
			w.solve(s, &one)
		}
		if w.slot.of = nil; one.verdict == collide.Hit || one.verdict == collide.Graze {
			if one.lower <= k.upper && one.upper >= k.lower {
				h.Triangle = int(n)
				return
			}
		}
	}
}

// passed reports whether the ray begins to the right of edge i of a one-sided chain, of the leaves
// c of o.
func (w *partRay) passed(o *Object, c *union, i int32) bool {
	if !c.oneSided() {
		return false
	}
	if w.sides == nil {
		w.sides = &sides{point: origin}
	}
	from := &w.sides.point
	from.pose.Pos, from.pos = w.ray.origin, w.ray.origin
	x, y := sided{o, c, i}, sided{of: from}
	return w.sides.behind(&x, &y, 1)
}
