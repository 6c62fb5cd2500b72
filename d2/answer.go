package d2

import "github.com/collide-go/collide"

// answer sets ct to the answer about the cores, completed with margins, relation and frames.
func (s *solver) answer(a, b *Object, k *core, ct *Contact) {
	m := &s.m
	if m.bad || (a.kind == kindUser || b.kind == kindUser) && !(k.lower <= k.upper) {
		badSupport(s.turns, ct) // bounds that contradict each other: a Support that does, too
		return
	}
	slack := s.marginSlack(k.dist)
	ct.Distance, ct.Lower, ct.Upper = k.dist-s.radius, k.lower-s.radius-slack, k.upper-s.radius+slack
	ct.Status, ct.Iterations = k.status, s.turns
	if !ct.byBracket() {
		ct.settle(s.relation.decide(&s.run, a, b, k.n), m.errPoint+float64(0x1p-60*(m.reach+s.radius)))
		s.settled(m.scale, ct)
	}
	inv := 1 / m.scale
	pa := k.a.Add(k.n.Scale(float64((a.margin + a.inner) * m.scale)))
	pb := m.rot.applyT(pa.Add(k.n.Scale(ct.Distance)).Sub(m.t))
	n := worldNormal(a, k.n)
	ct.rescale(inv)
	pa = pa.Scale(inv)
	world := a.pos.Add(a.axes().apply(pa))
	ct.Normal = n.clean()
	ct.PointA = world.clean()
	ct.PointB = world.Add(n.Scale(ct.Distance)).clean()
	ct.LocalA = a.center.Add(pa).clean()
	ct.LocalB = b.center.Add(pb.Scale(inv)).clean()
}

// settled records what the exact path decided.
func (s *solver) settled(scale float64, ct *Contact) {
	if ct.Relation != collide.Undecided {
		s.trace.exact(scale, ct)
	}
}

// halfSpace sets ct to the answer about a pair in canonical order of which one body or both are
// half-spaces.
func (s *solver) halfSpace(a, b *Object, ct *Contact) {
	s.turns, s.bare = 1, false
	h, x := b, a
	if a.kind == kindHalfSpace {
		h, x = a, b
	}
	if x.kind == kindHalfSpace {
		s.relation.halfSpaces(a, b, ct)
		s.trace.closed(1, collide.ExitHalfSpace, a.axes().applyT(ct.Normal), ct.LocalA, ct.Distance)
		return
	}
	var p planePair
	var k core
	p.init(h, x, &s.relation.integers)
	slack, ok := p.solve(&k)
	if !ok {
		badSupport(1, ct)
		return
	}
	s.trace.halfSpace(x, h, x == b)
	s.trace.closed(p.scale, collide.ExitHalfSpace, k.n, k.a, k.dist)
	*ct = Contact{Distance: k.dist - p.radius, Status: k.status, Iterations: 1}
	ct.Lower, ct.Upper = ct.Distance-slack, ct.Distance+slack
	if !ct.byBracket() {
		ct.settle(p.relation(), ct.Upper-ct.Lower)
		s.settled(p.scale, ct)
	}
	p.frames(&k, ct)
	ct.openBeyond()
	if x == b {
		ct.swap()
	}
}

// frames completes ct with normal and points, the core k in x's frame and x as A.
func (p *planePair) frames(k *core, ct *Contact) {
	inv := 1 / p.scale
	ct.rescale(inv)
	own := k.a.Add(p.down.Scale(p.radius)).Scale(inv)
	up := p.up.Scale(1 / p.up.Len())
	turned := p.x.axes().apply(own)
	drop := up.Scale(ct.Distance)
	onX := p.x.pos.Add(turned)
	ct.Normal = up.Neg().clean()
	ct.PointA, ct.PointB = onX.clean(), onX.Sub(drop).clean()
	ct.LocalA = p.x.center.Add(own).clean()
	fromH := between(p.h, p.x).Add(turned) // not through the world: h may be far from its origin
	ct.LocalB = p.h.axes().applyT(fromH.Sub(drop)).clean()
}
