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
		r.planeManifold(a, b, ct, mf)
		return
	}
	var p patch
	dist := p.begin(r, a, b, ct)
	m := &r.m
	if m.curved && !p.aligned() || !p.clip() || !m.curved && p.misses(dist) {
		p.witness(a, b, ct, mf, m.scale)
		return
	}
	p.points(a, b, ct, mf, m.scale)
}

// begin finds the supporting features of both bodies along the normal of ct, and returns its
// distance in the unit of p.
func (p *patch) begin(r *run, a, b *Object, ct *Contact) (dist float64) {
	m := &r.m
	m.normalize()
	m.a.inner, m.b.inner = 0, 0 // features are those of whole bodies
	n := a.axes().applyT(ct.Normal)
	p.normal, p.reach = n, m.reach
	nb := m.rot.applyT(n)
	p.measure(a, b, m.scale)
	fromA, fromB := p.offsets(a, b, n, m.t)
	p.a.find(&m.a, n, n.perp(), fromA)
	p.b.find(&m.b, nb.Neg(), nb.perp(), fromB)
	dist = float64(ct.Distance * m.scale)
	p.afar(m.size, float64(a.extent*m.scale), float64(b.extent*m.scale), dist)
	if !p.aligned() {
		p.stableLever = float64(stableFactor * max(dist+(p.a.r+p.a.base)+(p.b.r+p.b.base), 0))
	}
	if m.curved && float64(8*(ct.Upper-ct.Lower)*m.scale) > float64(idSlack*idSlack*p.size) {
		p.loose = true // the normal is known to sqrt(2 gap/size) alone
	}
	return dist
}

// aligned reports whether the normal is that of an edge.
func (p *patch) aligned() bool {
	return min(math.Abs(p.a.slope), math.Abs(p.b.slope)) <= aligned
}

// spread is how many times smaller than the other a body is by far: its features are then compared
// about its own centre, for about the other's they would lose what 1e-9 of its size takes.
const spread = 0x1p12

// afar sets far of both bodies: size is that of the pair, a and b are the extents of the bodies,
// and dist is their distance, all in one unit.
func (p *patch) afar(size, a, b, dist float64) {
	size = max(size, math.Abs(dist))
	p.a.far, p.b.far = float64(a*spread) < size, float64(b*spread) < size
}

// offsets returns u and height of both centres, one of which is the origin. n is the normal and t
// the place of B's centre, both in the frame of A.
func (p *patch) offsets(a, b *Object, n, t Vec) (fromA, fromB Vec) {
	fromB = Vec{n.perp().Dot(t), -n.Dot(t)}
	p.byB = float64(b.extent*spread) < a.extent
	if p.byB {
		return Vec{-fromB.X, fromB.Y}, Vec{}
	}
	return Vec{}, fromB
}

// points sets mf from the clipped features.
func (p *patch) points(a, b *Object, ct *Contact, mf *Manifold, scale float64) {
	p.anchor(float64(ct.Distance * scale))
	fromB, inv := steadier(b, a, p.byB), 1/scale
	for i := range p.n {
		p.point(a, b, ct.Normal, &p.p[i], inv, fromB, &mf.Points[i])
	}
	mf.N = p.n
}

// steadier reports whether points of a are known in the world better by far than those of b, or not
// worse by far if small says that a is smaller by far. The points of the other body are then placed
// from them.
func steadier(a, b *Object, small bool) bool {
	x, y := big1(a.pos)+a.extent, big1(b.pos)+b.extent
	return float64(x*spread) < y || small && !(float64(y*spread) < x)
}

// point sets out to c. n is the normal in the world, and inv takes lengths to the caller's unit.
// fromB tells to place the point of B, and that of A beside it.
func (p *patch) point(a, b *Object, n Vec, c *clipped, inv float64, fromB bool, out *ManifoldPoint) {
	t := n.perp()
	out.Distance, out.ID = float64(c.d*inv)+0, c.id
	out.LocalA = a.center.Add(p.a.point(c.a).Scale(inv)).clean()
	out.LocalB = b.center.Add(p.b.point(c.b).Scale(inv)).clean()
	if fromB {
		at := b.pos.Add(t.Scale(float64(c.b.X * inv))).Sub(n.Scale(float64(c.b.Y * inv)))
		out.PointA, out.PointB = at.Sub(n.Scale(out.Distance)).clean(), at.clean()
		return
	}
	at := a.pos.Add(t.Scale(float64(c.a.X * inv))).Add(n.Scale(float64(c.a.Y * inv)))
	out.PointA, out.PointB = at.clean(), at.Add(n.Scale(out.Distance)).clean()
}

// measure sets the margins, the size, and stableLever as it is where the normal turns no more than
// the bodies do.
func (p *patch) measure(a, b *Object, scale float64) {
	p.size = min(a.extent, b.extent)
	if p.size == 0 {
		p.size = max(a.extent, b.extent)
	}
	p.size = float64(p.size * scale)
	p.stableLever = float64(stableFactor * p.size)
	p.a.r, p.b.r = float64(a.margin*scale), float64(b.margin*scale)
}

// seatRoom is how far rounding may have put a witness off its body, relative to the pair: eight
// times the width of a bracket of polytopes.
const seatRoom = 0x1p-42

// witness sets mf to the one point that the contact itself gives.
func (p *patch) witness(a, b *Object, ct *Contact, mf *Manifold, scale float64) {
	id := p.corner
	if id == 0 {
		id = p.a.facing() | p.b.facing()<<collide.FeatureSideBits
	}
	deep := p.a.curve && p.b.curve && float64(ct.Distance*scale) < float64(-0.25*p.size)
	bent := max(p.a.bend, p.b.bend, p.a.r, p.b.r)
	if deep || p.loose || bent > p.stableLever {
		id |= places(ct.LocalA, ct.LocalB, p.size/scale)
	}
	mf.one(ct, id)
	if !p.a.far && !p.b.far {
		return
	}
	// The witness of a body by far smaller than the pair is known to the pair's rounding alone, and
	// is put on its feature. That of a larger one is on its surface by more digits than the search
	// for a height has.
	c := clipped{d: float64(ct.Distance * scale), id: id}
	tol := float64(seatRoom * (p.reach + math.Abs(c.d) + p.a.r + p.b.r))
	c.a, c.b = p.a.seen(ct.LocalA.Sub(a.center).Scale(scale)), p.b.seen(ct.LocalB.Sub(b.center).Scale(scale))
	if p.a.far {
		c.a = p.a.seat(c.a, tol)
	}
	if p.b.far {
		c.b = p.b.seat(c.b, tol)
	}
	p.point(a, b, ct.Normal, &c, 1/scale, steadier(b, a, p.byB), &mf.Points[0])
}
