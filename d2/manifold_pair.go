package d2

import (
	"math"

	"github.com/collide-go/collide"
)

// manifold sets mf from ct, the answer about the pair, which is in canonical order.
func (q *Query) manifold(a, b *Object, ct *Contact, mf *Manifold) {
	mf.Normal = ct.Normal
	if ct.Status == collide.BadSupport {
		return
	}
	if a.kind == kindHalfSpace || b.kind == kindHalfSpace {
		planeManifold(a, b, ct, mf)
		return
	}
	m := &q.m
	n := a.axes().applyT(ct.Normal)
	var p patch
	p.a.find(&m.a, n, n.perp(), Vec{})
	nb := m.rot.applyT(n)
	p.b.find(&m.b, nb.Neg(), nb.perp(), Vec{n.perp().Dot(m.t), -n.Dot(m.t)})
	p.measure(a, b, m.scale)
	if min(math.Abs(p.a.slope), math.Abs(p.b.slope)) > aligned { // the normal is that from vertex to vertex
		p.calm = float64(steady * max(float64(ct.Distance*m.scale)+q.radius, 0))
	}
	if p.a.n == 0 || p.b.n == 0 || !p.clip() {
		p.witness(ct, mf, m.scale)
		return
	}
	p.anchor(float64(ct.Distance * m.scale))
	t, inv := ct.Normal.perp(), 1/m.scale
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
	id := p.a.facing() | p.b.facing()<<sideBits
	deep := p.a.bend > 0 && p.b.bend > 0 && float64(ct.Distance*scale) < float64(-0.25*p.size)
	bent := max(p.a.bend, p.b.bend, p.a.r, p.b.r)
	if deep || bent > p.calm {
		size := p.size / scale
		id |= p.place(ct.LocalA.X/size, ct.LocalA.Y/size)
	}
	mf.N = 1
	mf.Points[0] = ManifoldPoint{PointA: ct.PointA, PointB: ct.PointB, Distance: ct.Distance, ID: id}
}
