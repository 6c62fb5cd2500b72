package d2

import (
	"math"

	"github.com/collide-go/collide"
)

// manifold sets mf from ct, the answer about the pair, which is in canonical order.
func (r *run) manifold(a, b *Object, ct *Contact, mf *Manifold) {
	mf.Normal = ct.Normal
	if ct.Status == collide.BadSupport {
		return
	}
	if a.kind == kindHalfSpace || b.kind == kindHalfSpace {
		planeManifold(a, b, ct, mf)
		return
	}
	m := &r.m
	m.normalize()
	m.a.inner, m.b.inner = 0, 0 // features are those of whole bodies
	n := a.axes().applyT(ct.Normal)
	p := patch{normal: n, reach: m.reach}
	p.a.find(&m.a, n, n.perp(), Vec{})
	nb := m.rot.applyT(n)
	p.b.find(&m.b, nb.Neg(), nb.perp(), Vec{n.perp().Dot(m.t), -n.Dot(m.t)})
	p.measure(a, b, m.scale)
	dist := float64(ct.Distance * m.scale)
	own := min(math.Abs(p.a.slope), math.Abs(p.b.slope)) <= aligned // the normal is that of an edge
	if !own {
		p.calm = float64(steady * max(dist+(p.a.r+p.a.base)+(p.b.r+p.b.base), 0))
	}
	if m.curved && float64(8*(ct.Upper-ct.Lower)*m.scale) > float64(still*still*p.size) {
		p.loose = true // the normal is known to sqrt(2 gap/size) alone
	}
	if m.curved && !own || !p.clip() {
		p.witness(ct, mf, m.scale)
		return
	}
	p.points(a, ct, mf, m.scale)
}

// points sets mf from the clipped features.
func (p *patch) points(a *Object, ct *Contact, mf *Manifold, scale float64) {
	p.anchor(float64(ct.Distance * scale))
	t, inv := ct.Normal.perp(), 1/scale
	for i := range p.n {
		c := &p.p[i]
		out := &mf.Points[i]
		at := a.pos.Add(t.Scale(float64(c.u * inv))).Add(ct.Normal.Scale(float64(c.z * inv)))
		out.Distance = float64(c.d*inv) + 0
		out.PointA = at.clean()
		out.PointB = at.Add(ct.Normal.Scale(out.Distance)).clean()
		out.ID = c.id
	}
	mf.N = p.n
}

// measure sets the margins, the size, and calm as it is where the normal turns no more than the bodies do.
func (p *patch) measure(a, b *Object, scale float64) {
	p.size = min(a.extent, b.extent)
	if p.size == 0 {
		p.size = max(a.extent, b.extent)
	}
	p.size = float64(p.size * scale)
	p.calm = float64(steady * p.size)
	p.a.r, p.b.r = float64(a.margin*scale), float64(b.margin*scale)
}

// witness sets mf to the one point that the contact itself gives.
func (p *patch) witness(ct *Contact, mf *Manifold, scale float64) {
	id := p.a.facing() | p.b.facing()<<collide.FeatureSideBits
	deep := p.a.curve && p.b.curve && float64(ct.Distance*scale) < float64(-0.25*p.size)
	bent := max(p.a.bend, p.b.bend, p.a.r, p.b.r)
	if deep || p.loose || bent > p.calm {
		id |= places(ct.LocalA, ct.LocalB, p.size/scale)
	}
	mf.N = 1
	mf.Points[0] = ManifoldPoint{PointA: ct.PointA, PointB: ct.PointB, Distance: ct.Distance, ID: id}
}
