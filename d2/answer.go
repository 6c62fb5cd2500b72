package d2

import (
	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/num"
)

// contact sets ct to the answer about the cores, completed with margins, relation and frames.
func (q *solver) contact(a, b *Object, c *core, ct *Contact) {
	m := &q.m
	if m.bad || (a.kind == kindUser || b.kind == kindUser) && !(c.lower <= c.upper) {
		badSupport(q.turns, ct) // bounds that contradict each other: a Support that does, too
		return
	}
	// The margins' sum, its scaling and its subtraction are each rounded.
	slack := num.Slack(q.radius, c.dist, q.marginError())
	ct.Distance, ct.Lower, ct.Upper = c.dist-q.radius, c.lower-q.radius-slack, c.upper-q.radius+slack
	ct.Status, ct.Iterations = c.status, q.turns
	q.settle(a, b, m.errPoint+float64(0x1p-60*(m.reach+q.radius)), ct)
	inv := 1 / m.scale
	ra, d := float64((a.margin+a.inner)*m.scale), ct.Distance
	pa := c.a.Add(c.n.Scale(ra))
	pb := m.rot.applyT(pa.Add(c.n.Scale(d)).Sub(m.t))
	n := a.axes().apply(c.n)
	n = n.Scale(1.5 - float64(n.Len2()/2)) // a unit vector but for rounding: one step of Newton's method
	ct.rescale(inv)
	pa = pa.Scale(inv)
	world := a.pos.Add(a.axes().apply(pa))
	ct.Normal = n.clean()
	ct.PointA = world.clean()
	ct.PointB = world.Add(n.Scale(ct.Distance)).clean()
	ct.LocalA = a.center.Add(pa).clean()
	ct.LocalB = b.center.Add(pb.Scale(inv)).clean()
}

// settle sets the relation of an answer, in the solvers' unit, by the exact path where the bracket holds zero. The bracket of a pair
// that is not touching keeps least of its width on zero's other side.
func (q *solver) settle(a, b *Object, least float64, ct *Contact) {
	switch {
	case ct.Lower > 0:
		ct.Relation = collide.Apart
		return
	case ct.Upper < 0:
		ct.Relation = collide.Overlapping
		return
	}
	ct.Relation = q.decide(a, b)
	switch ct.Relation {
	case collide.Apart:
		ct.Lower, ct.Upper = max(ct.Lower, 0), max(ct.Upper, least)
	case collide.Overlapping:
		ct.Lower, ct.Upper = min(ct.Lower, -least), min(ct.Upper, 0)
	case collide.Touching:
		ct.Lower, ct.Upper = 0, 0
	case collide.Undecided:
		ct.Distance = max(ct.Lower, min(ct.Distance, ct.Upper))
		return
	}
	ct.Distance = max(ct.Lower, min(ct.Distance, ct.Upper))
	if ct.Relation == collide.Touching || ct.Status != collide.Limit {
		ct.Status = collide.Exact
	}
	q.trace.exact(q.m.scale, ct)
}

// decide returns the exact relation where there is a way to it: of a pair with a half-space, of boxes that nothing turns, and of
// polygons, whose search starts from the simplex in q.s.
func (q *solver) decide(a, b *Object) collide.Relation {
	if a.kind == kindHalfSpace || b.kind == kindHalfSpace {
		return q.exact.aboveLine(q.plane.h, q.plane.x, q.plane.down)
	}
	if r, known := axisParallel(a, b); known {
		return r
	}
	if q.m.curved {
		return collide.Undecided
	}
	return q.exact.decide(&q.m, &q.s, a, b)
}

// halfSpace sets ct to the answer about a pair with one half-space: the height of the other shape's lowest point, by its support
// map. Where the height of its centre is a small difference of large numbers, or the bracket holds zero, integers take over.
func (q *solver) halfSpace(a, b *Object, ct *Contact) {
	h, x := a, b
	if b.kind == kindHalfSpace {
		h, x = b, a
	}
	q.turns = 0
	if x.kind == kindHalfSpace {
		badSupport(0, ct)
		return
	}
	p := &q.plane
	if !p.place(h, x) {
		p.set(q.exact.height(h, x, p.down))
	}
	foot, ib := p.body.support(p.down)
	q.turns = 1
	if ib == badVertex {
		badSupport(1, ct)
		return
	}
	core := p.height - p.down.Dot(foot)
	q.trace.plane(p, foot, core, h == a)
	q.m.scale = p.scale
	p.bracket(core, ct)
	q.settle(a, b, ct.Upper-ct.Lower, ct)
	p.contact(ct, foot, h == a)
}
