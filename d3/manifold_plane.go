package d3

import (
	"math"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/num"
)

// plane sets mf for a pair with one half-space: a point at each corner of the other shape's
// feature, four at most. It works about that shape's centre, along its side of the normal, and
// counts the heights of the points from that of the lowest one.
func (k *clipper) plane(a, b *Object, ct *Contact, mf *Manifold) {
	x, h, down, local := a, b, ct.Normal, ct.LocalA
	if a.kind == kindHalfSpace {
		x, h, down, local = b, a, ct.Normal.Neg(), ct.LocalB
	}
	scale := num.PowerBelow(max(x.extent, x.radius))
	k.measure(x, x, scale)
	k.core.set(x, scale)
	core := &k.core
	d := x.axes.applyT(down)
	t1, t2 := d.across()
	s := &k.a
	s.begin(d, t1, t2, Vec{}, float64(x.margin*scale))
	s.find(core)
	k.b.begin(d.Neg(), t1, t2, Vec{}, 0)
	k.b.face(0, d.Neg())
	k.b.kind = collide.FeatureWhole
	k.stableLever = float64(stableFactor * k.size)
	// a body below 1e-100 of the distance counts as a point
	point := len(s.c) < 2 || !(float64(math.Abs(ct.Distance)*scale) < 0x1p332)
	if point {
		k.witness(ct, mf, scale)
	} else {
		s.directions()
		k.corners(float64(ct.Distance*scale), local.Sub(x.center).Scale(scale), core)
		w := frame{k: k, a: x, b: h, n: down, inv: 1 / scale}
		mf.N = len(k.p)
		for i := range k.p {
			w.over(&k.p[i], &mf.Points[i])
		}
	}
	if x == a {
		return
	}
	for i := range mf.N {
		p := &mf.Points[i]
		p.ID = p.ID.Swap()
		if !point {
			p.PointA, p.PointB, p.LocalA, p.LocalB = p.PointB, p.PointA, p.LocalB, p.LocalA
		}
	}
}

// over is point for the half-space B.
func (w *frame) over(c *candidate, p *ManifoldPoint) {
	p.ID = c.id
	p.Distance = float64(c.d*w.inv) + 0
	own := w.k.a.point(&c.a).Scale(w.inv)
	p.LocalA = w.a.center.Add(own).clean()
	own = w.a.axes.apply(own)
	at, on := w.a.pos.Add(own), w.n.Scale(p.Distance)
	p.PointA, p.PointB = at.clean(), at.Add(on).clean()
	// not through the world: B may be far from its origin
	p.LocalB = w.b.axes.applyT(between(w.b, w.a).Add(own).Add(on)).clean()
}

// corners makes the candidates at the corners of A's feature over a half-space that is dist off;
// own is the witness.
func (k *clipper) corners(dist float64, own Vec, core *body) {
	s := &k.a
	low, _ := core.support(s.d)
	lowest := low.Dot(s.d) + s.r
	k.p = k.p[:0]
	for i := range s.c {
		c := &s.c[i]
		h := max(s.height(c.u, c.v, c.h), c.h) // a margin below the rounding of c may miss it
		k.p = append(k.p, candidate{
			u: c.u, v: c.v, a: Vec{c.u, c.v, h}, d: dist + (lowest - h),
			id: collide.Feature(collide.FeatureVertex, c.vertex) |
				collide.Feature(collide.FeatureWhole, 0)<<collide.FeatureSideBits,
		})
	}
	slack := float64(0x1p-44 * (k.size + s.r))
	k.strengthen()
	if k.least()-dist > slack {
		deep := candidate{d: dist, a: s.seen(own)}
		deep.u, deep.v = deep.a.X, deep.a.Y
		k.deepen(&deep)
	}
	k.finish(dist, slack)
}
