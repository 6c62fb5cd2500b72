package d3

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
	search bvh.Along[[6]float64]
	exact  exactPose
	slot   slot
	inner  solidWork
	o, d   Vec        // the ray in the compound's frame
	eo, ed float64    // o and d are that near the true ones
	from   [3]float64 // o and d for the search
	along  [3]float64

	best  rayAnswer
	at    int32 // the part that best is about, -1 for none
	hit   bool  // a part is hit
	doubt bool  // a part may be
	lower float64
	upper float64
	turns int
}

// ask sets h, which is zero, to the answer about r and o: by the short way if there is one and that
// leaves no doubt.
func (w *partRay) ask(q *solver, o *Object, r *Ray, h *RayHit) {
	if !o.short {
		w.long(q, o, r, h)
		return
	}
	from, d, s := r.origin.Sub(o.pose.Pos), r.direction, &w.span
	switch o.kind {
	case kindPoint:
		if h.Verdict = s.sphere(o, from, d, 0, 0, r.max); h.Verdict == collide.Hit && s.in > 0 {
			h.Normal = unitOf(from.Add(d.Scale(s.in)), o.margin)
			h.Feature = collide.Feature(collide.FeatureVertex, 0)
		}
	case kindBox:
		if h.Verdict = s.box(o, from, d, 0, 0, r.max, &w.frame); h.Verdict == collide.Hit && s.in > 0 {
			w.frame.face(o, s, h)
		}
	case kindSegment:
		if h.Verdict = s.capsule(o, from, d, 0, 0, r.max); h.Verdict == collide.Hit && s.in > 0 {
			s.side(o, from.Add(d.Scale(s.in)), h)
		}
	default:
		if h.Verdict = s.hull(o, from, d, 0, 0, r.max, &w.walk); h.Verdict == collide.Hit && s.in > 0 {
			w.walk.face(o, s, h)
		}
	}
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

// cast sets h to the answer about r and the compound o.
func (w *partRay) castParts(s *solver, o *Object, r *Ray, h *RayHit) {
	c := o.union()
	w.start(r)
	from := r.origin.Sub(o.pose.Pos)
	size := big1(from)
	w.o, w.d, w.eo, w.ed = o.axes.applyT(from), o.axes.applyT(w.dir), float64(10*unit*size), 16*unit
	w.best, w.at, w.hit, w.doubt, w.turns = rayAnswer{}, -1, false, false, 0
	w.lower, w.upper = math.Inf(1), math.Inf(1)
	if k := w.inner.holdsPoint(c, o, r.origin); k >= 0 {
		*h = RayHit{Verdict: collide.Hit, Point: r.origin, Part: -1, Triangle: -1, Status: collide.Exact, Iterations: 1}
		if c.shares != nil {
			h.Part = k
		}
		return
	}
	for _, i := range c.planes {
		w.part(s, o, c, i)
	}
	// A point of the ray in the root's box is no farther than that from the origin.
	far := float64(4 * (size + c.tree.Reach()))
	pad := float64(2*w.eo) + float64(2*far*w.ed) + 0x1p-1000
	w.from[0], w.from[1], w.from[2] = w.o.X, w.o.Y, w.o.Z
	w.along[0], w.along[1], w.along[2] = w.d.X, w.d.Y, w.d.Z
	w.search.StartPadded(&c.tree, &w.from, &w.along, min(w.limit(), far), pad)
	for {
		item, _, ok := w.search.Next(min(w.limit(), far))
		if !ok {
			break
		}
		w.part(s, o, c, c.item(item))
	}
	w.finish(o, c, h)
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
	ef := w.eo + float64(2*unit*size) + l.shift + float64(l.turn*size)
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
	if k.verdict != collide.Unsure || w.at < 0 {
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
func (w *partRay) finish(o *Object, c *union, h *RayHit) {
	if w.at < 0 {
		*h = RayHit{Verdict: collide.Miss, Part: -1, Triangle: -1, Status: collide.Exact, Iterations: w.turns}
		return
	}
	k := w.best
	switch {
	case w.hit:
		k.verdict = collide.Hit
	case w.doubt:
		k.verdict = collide.Unsure
	}
	k.lower, k.upper, k.turns = w.lower, w.upper, w.turns
	w.aim(o, c, w.at)
	w.answer(&k, h)
	h.Part, h.Triangle = c.names(w.at, w.o.Add(w.d.Scale(float64((k.lower+k.upper)/2))))
	h.Exit, h.HasExit = 0, false
	if h.Normal != (Vec{}) {
		h.Normal = worldNormal(o, h.Normal).clean()
	}
}
