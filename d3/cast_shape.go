package d3

import (
	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/decided"
	"github.com/collide-go/collide/internal/num"
)

// A cast of B toward A is a cast of a ray in C = A - B: at the time t the bodies meet where t v
// lies in C, or within the sum of the margins of it. GJK walks there as it does for the distance,
// and the place x = tau v from which it looks moves on whenever a plane separates it from C: no
// contact comes before x reaches that plane. docs/math/cast.md.

// convex sets h to the answer about a pair of which neither body has parts.
func (c *shapeCast) convex(s *solver, a, b *Object, h *ShapeHit) {
	if a.kind == kindHalfSpace || b.kind == kindHalfSpace {
		c.beside(s, a, b, h)
		return
	}
	s.prepare(a, b)
	s.radius += float64(c.move.skin * s.m.scale)
	s.m.errSep += float64(c.slack * s.m.scale)
	s.m.errPoint += float64(c.slack * s.m.scale)
	r := &s.run
	c.frame(r, a)
	out := c.find(r, a, 0)
	h.Iterations = r.turns
	switch {
	case r.m.bad:
		c.badSupport(h)
	case out == castMiss:
		h.miss()
	case out == castStart:
		c.start(s, a, b, collide.Hit, h)
	case r.m.curved:
		c.curved(s, a, b, h)
	default:
		c.exact(s, a, b, h)
	}
}

// quickly is convex for parts that are placed in doubles: it reports whether these tell all without
// a look at the poses. The parts are no half-spaces.
func (c *shapeCast) quickly(s *solver, a, b *Object, h *ShapeHit) bool {
	r, m := &s.run, &s.m
	s.turns, s.s.n = 0, 0
	m.init(a, b)
	if m.far > float64(farEnough*unit*m.reach) {
		return false
	}
	s.limit = s.turnLimit()
	s.radius = float64(((a.margin + a.inner) + (b.margin + b.inner) + c.move.skin) * m.scale)
	off := float64(c.slack*m.scale) + float64(c.twist*m.reach)
	if off > m.errSep+m.errPoint { // exact poses tell much more
		return false
	}
	m.errSep, m.errPoint = m.errSep+off, m.errPoint+off
	c.frame(r, a)
	out := c.find(r, a, c.twist)
	h.Iterations = r.turns
	if out == castMiss {
		h.miss()
		return true
	}
	lo, hi := c.down(c.lo), c.up(c.hi)
	if out == castStart || r.turns >= r.limit || !(c.room && hi <= c.move.t && lo > 0) {
		return false
	}
	if !m.curved && hi-lo > float64(wideBracket*c.width(s))+float64(castTime*unit*hi) {
		return false
	}
	h.Verdict, h.Status = collide.Hit, collide.Converged
	c.fill(s, a, lo, hi, h)
	return true
}

// find looks for the first contact in doubles: in short where that will do, else by the walk. a is
// the body at rest, twist that of the cast.
func (c *shapeCast) find(r *run, a *Object, twist float64) castEnd {
	end, ok := c.short(r, twist)
	switch {
	case !ok:
		if end = c.walk(r); end == castOpen && c.lo > c.last {
			end = castMiss
		}
		return end
	case r.trace != nil: // who traces sees the walk in any case; the answer stays the same
		c.frame(r, a)
		c.walk(r)
		c.frame(r, a)
		end, _ = c.short(r, twist)
	}
	return end
}

// short is the walk for two boxes, by their axes, and for boxes and hulls, by portals, where
// doubles tell all. It reports whether they do; otherwise nothing has changed but the work space.
func (c *shapeCast) short(r *run, twist float64) (end castEnd, ok bool) {
	switch m := &r.m; {
	case r.radius > 0:
		return castOpen, false
	case m.a.kind == kindBox && m.b.kind == kindBox:
		return c.boxes(r, twist)
	case (m.a.kind == kindBox || m.a.kind == kindHull) && (m.b.kind == kindBox || m.b.kind == kindHull):
		return c.portals(r)
	}
	return castOpen, false
}

// boxes is short for two boxes.
func (c *shapeCast) boxes(r *run, twist float64) (end castEnd, ok bool) {
	k := &c.slabs
	k.set(&r.m, c.v, c.len, c.last)
	if end, ok = k.cast(twist); !ok {
		return castOpen, false
	}
	r.turns = 1
	if end == castOpen {
		c.lo, c.hi, c.best, c.cos, c.room = k.lo, k.hi, k.best, k.cos, true
		c.n, c.a = k.n, k.a
		r.s.n, r.s.p[0].ia, r.s.p[0].ib = 1, 0, 0 // for the exact path, which starts from any corner of C
	}
	return end, true
}

// start sets h to the answer about bodies in contact at the start, of which v is the verdict.
func (c *shapeCast) start(s *solver, a, b *Object, v collide.Verdict, h *ShapeHit) {
	var ct Contact
	s.distance(a, b, nil, &ct)
	h.Iterations += ct.Iterations
	if c.deep && v == collide.Hit {
		c.deepen(s, a, b, &ct, h)
		return
	}
	h.Verdict, h.Status = v, collide.Exact
	h.Normal, h.PointA, h.PointB = ct.Normal, ct.PointA, ct.PointB
	h.PartA, h.PartB, h.TriangleA, h.TriangleB = -1, -1, -1, -1
}

// curved sets h to the answer about a pair with a curved core that the walk has left open.
func (c *shapeCast) curved(s *solver, a, b *Object, h *ShapeHit) {
	limit := s.turns >= s.limit
	v := collide.Unsure
	hi := c.move.t
	if c.hi <= c.last {
		hi = min(c.up(c.hi), hi)
		if c.room {
			v = collide.Hit
		}
	}
	if c.lo == 0 {
		switch rel := c.atStart(s, a, b); {
		case rel == collide.Overlapping, c.deep && rel != collide.Apart:
			c.start(s, a, b, collide.Hit, h)
			return
		case rel == collide.Touching:
			c.start(s, a, b, v, h)
			return
		}
	}
	lo := c.down(c.lo)
	if c.deep && (v == collide.Unsure || s.radius == 0 && a.thin() && b.thin()) {
		switch deep, by := c.sinks(s, a, b, lo, &h.Iterations); {
		case deep == collide.Miss:
			h.miss()
			h.Status = collide.Converged
			return
		case deep == collide.Hit && v == collide.Unsure:
			v, hi, limit = deep, max(by, lo), false
		case deep == collide.Unsure:
			v = deep
		}
	}
	h.Verdict, h.Status = v, collide.Converged
	switch {
	case limit:
		h.Status = collide.Limit
	case v == collide.Unsure:
		h.Status = collide.Rounding
	}
	c.fill(s, a, lo, hi, h)
}

// atStart returns the relation at the start of bodies that the walk could not tell from touching.
// It does not disturb what the walk has found.
func (c *shapeCast) atStart(s *solver, a, b *Object) collide.Relation {
	if c.move.skin > 0 || c.slack > 0 {
		return collide.Undecided
	}
	turns, radius := s.turns, s.radius
	m, sx := s.m, s.s
	rel := s.relate(a, b, nil)
	s.m, s.s, s.turns, s.radius = m, sx, turns, radius
	return rel
}

// exact sets h to the answer about polytopes, rounded or not, that the walk has left open, and to
// that of a hit whose bracket is there.
func (c *shapeCast) exact(s *solver, a, b *Object, h *ShapeHit) {
	lo, hi := c.down(c.lo), c.up(c.hi)
	h.Status = collide.Converged
	d := &s.relation
	if c.room && hi <= c.move.t && lo > 0 && (!c.deep || d.solid(&s.m, a, b, c.move.skin)) {
		h.Verdict = collide.Hit
		if hi-lo > float64(wideBracket*c.width(s))+float64(castTime*unit*hi) {
			c.close(s, a, b, lo, hi, h)
			return
		}
		c.fill(s, a, lo, hi, h)
		return
	}
	v := decided.Verdict(d.swept(&s.run, a, b, &c.move))
	if v == collide.Miss {
		h.miss()
		return
	}
	if v == collide.Hit && c.deep && !d.solid(&s.m, a, b, c.move.skin) {
		v = collide.Graze
	}
	if lo == 0 {
		at := c.move
		at.t = 0
		switch rel := d.swept(&s.run, a, b, &at); {
		case rel == collide.Touching && c.deep && v == collide.Hit:
			c.deep = false
			fallthrough
		case rel != collide.Apart && !(c.deep && v == collide.Graze):
			c.start(s, a, b, v, h)
			return
		}
	}
	if c.deep && v == collide.Graze {
		h.miss()
		return
	}
	h.Verdict = v
	c.close(s, a, b, lo, min(hi, c.move.t), h)
}

// close sets h to the contact between lo and hi of which integers tell. T is where the walk has
// come to, if that is there, else the last time at which the bodies are apart. The points are those
// of the distance then, and so is the normal where the walk has none: of bodies within rounding it
// may be any.
func (c *shapeCast) close(s *solver, a, b *Object, lo, hi float64, h *ShapeHit) {
	lo, hi = c.narrow(s, a, b, lo, hi)
	t := num.Ldexp(c.best, -c.exp)
	walked := c.lo > 0 && t >= lo-(hi-lo) && t <= hi+(hi-lo)
	if !walked {
		t = lo
	}
	t = max(lo, min(t, hi))
	var ct Contact
	c.nearest(s, a, b, t, &ct)
	cos := -a.axes.applyT(ct.Normal).Dot(c.v)
	if !walked && lo > 0 && cos > c.cos {
		c.cos = cos
		lo, hi = c.narrow(s, a, b, lo, hi)
		t = lo
	}
	c.fill(s, a, lo, hi, h)
	h.T, h.PointA, h.PointB, h.Status = t, ct.PointA, ct.PointB, collide.Exact
	if !walked && cos >= -float64(castSlope*unit*c.len) {
		h.Normal = ct.Normal
	}
}

// nearest sets ct to the answer about the distance at the time t. It does not disturb what the walk
// has found.
func (c *shapeCast) nearest(s *solver, a, b *Object, t float64, ct *Contact) {
	m, sx, turns, radius, moved := s.m, s.s, s.turns, s.radius, c.moved
	if t > 0 {
		c.pass(b, t)
		c.passing(s, a, ct)
	} else {
		s.distance(a, b, nil, ct)
	}
	s.m, s.s, s.turns, s.radius, c.moved = m, sx, turns, radius, moved
}

// width returns how long it takes to move on by what doubles leave open.
func (c *shapeCast) width(s *solver) float64 {
	return num.Ldexp(c.pad(&s.run)/max(c.cos, float64(0x1p-26*c.len)), -c.exp)
}

// wideBracket is how many widths a bracket from doubles may have.
const wideBracket = 8

// narrow returns the bracket [lo, hi] of the time of the first contact, as narrow as asked for, by
// exact relations of A and parts of the sweep.
//
// Before each turn there is no contact before lo, and one at some time of at most hi. Steps from lo
// grow fourfold until one finds contact; after that the bracket is halved.
func (c *shapeCast) narrow(s *solver, a, b *Object, lo, hi float64) (float64, float64) {
	width := c.width(s)
	step := width
	part := c.move
	for range mostHalvings {
		if !(hi-lo > max(width, float64(0.5*castTime*unit*hi))) {
			break
		}
		if part.t = lo + step; !(part.t < num.Middle(lo, hi)) {
			part.t = num.Middle(lo, hi)
		}
		if !(part.t > lo && part.t < hi) {
			break
		}
		if s.relation.swept(&s.run, a, b, &part) == collide.Apart {
			lo, step = part.t, float64(4*step)
		} else {
			hi, step = part.t, width
		}
	}
	return lo, hi
}

// mostHalvings bounds the turns of narrow: doubles have no more between any two.
const mostHalvings = 2200

// fill sets times, normal and points of h.
func (c *shapeCast) fill(s *solver, a *Object, lo, hi float64, h *ShapeHit) {
	h.Lower, h.Upper = lo, hi
	h.T = max(lo, min(num.Ldexp(c.best, -c.exp), hi))
	h.PartA, h.PartB, h.TriangleA, h.TriangleB = -1, -1, -1, -1
	m := &s.m
	n := c.n
	if n == (Vec{}) { // the walk has met no plane
		n = c.v.Scale(-1 / c.len)
		if !(c.len > 0) {
			n = Vec{1, 0, 0}
		}
	}
	pa := c.a.Add(n.Scale(float64((a.margin + a.inner) * m.scale))).Scale(1 / m.scale)
	n = worldNormal(a, n)
	at := a.pos.Add(a.axes.apply(pa))
	h.Normal, h.PointA = n.clean(), at.clean()
	h.PointB = at.Add(n.Scale(c.move.skin)).clean()
}
