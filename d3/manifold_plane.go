package d3

import (
	"math"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/num"
)

// plane sets mf for a pair with one half-space: a point at each corner of the other shape's feature, four at most. It works about that shape's
// centre, along its side of the normal, and counts the heights of the points from that of the lowest one.
func (k *clipper) plane(a, b *Object, ct *Contact, mf *Manifold) {
	x, down, local := a, ct.Normal, ct.LocalA
	if a.kind == kindHalfSpace {
		x, down, local = b, ct.Normal.Neg(), ct.LocalB
	}
	scale := num.PowerBelow(max(x.extent, x.radius))
	k.measure(x, x, scale)
	core := x.body(scale)
	d := x.axes.applyT(down)
	t1, t2 := d.across()
	s := &k.a
	s.begin(d, t1, t2, Vec{}, float64(x.margin*scale))
	s.find(&core)
	k.b.begin(d.Neg(), t1, t2, Vec{}, 0)
	k.b.face(0, d.Neg())
	k.b.kind = collide.FeatureWhole
	k.calm = float64(steady * k.size)
	point := len(s.c) < 2 || !(float64(math.Abs(ct.Distance)*scale) < 0x1p332) // a body below 1e-100 of the distance counts as a point
	if point {
		k.witness(ct, mf, scale)
	} else {
		s.directions()
		k.corners(float64(ct.Distance*scale), local.Sub(x.center).Scale(scale), &core)
		w := frame{pos: x.pos, u: x.axes.apply(t1), v: x.axes.apply(t2), z: down, inv: 1 / scale}
		mf.N = len(k.p)
		for i := range k.p {
			w.point(&k.p[i], &mf.Points[i])
		}
	}
	if x == a {
		return
	}
	for i := range mf.N {
		p := &mf.Points[i]
		p.ID = p.ID.Swap()
		if !point {
			p.PointA, p.PointB = p.PointB, p.PointA
		}
	}
}

// corners makes the candidates at the corners of A's feature over a half-space that is dist off; own is the witness.
func (k *clipper) corners(dist float64, own Vec, core *body) {
	s := &k.a
	low, _ := core.support(s.d)
	lowest := low.Dot(s.d) + s.r
	k.p = k.p[:0]
	for i := range s.c {
		c := &s.c[i]
		z := max(s.height(c.u, c.v, c.z), c.z) // a margin below the rounding of c may miss it
		k.p = append(k.p, candidate{
			u: c.u, v: c.v, z: z, d: dist + (lowest - z), id: collide.Feature(collide.FeatureVertex, c.vertex) | collide.Feature(collide.FeatureWhole, 0)<<collide.FeatureSideBits,
		})
	}
	k.finish(dist, float64(0x1p-44*(k.size+s.r))+s.tol, own)
}
