package d2

import (
	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/num"
)

// planeManifold sets mf for a pair with a half-space, or two: a point at each end of the other
// shape's feature. It works about that shape's centre, along its side of the normal, and counts the
// heights of the points from that of the lowest one.
func (r *run) planeManifold(a, b *Object, ct *Contact, mf *Manifold) {
	if a.kind == b.kind { // two half-spaces: the contact's points
		mf.one(ct, 0)
		return
	}
	x, h, down := a, b, ct.Normal
	if a.kind == kindHalfSpace {
		x, h, down = b, a, ct.Normal.Neg()
	}
	var p patch
	scale := num.PowerBelow(max(x.extent, x.radius))
	p.measure(x, x, scale)
	s := &p.a
	core := &r.m.a
	core.fill(x, scale)
	d := x.axes().applyT(down)
	s.find(core, d, d.perp(), Vec{})
	if s.n < 2 {
		p.witness(a, b, ct, mf, scale)
	} else {
		inv := 1 / scale
		z := [2]float64{s.height(s.u[0]), s.height(s.u[1])}
		low := max(z[0], z[1])
		mf.N = 2
		for i := range 2 {
			out := &mf.Points[i]
			out.Distance = ct.Distance + float64((low-z[i])*inv) + 0
			along, up, on := down.perp().Scale(float64(s.u[i]*inv)), down.Scale(float64(z[i]*inv)), down.Scale(out.Distance)
			at := x.pos.Add(along).Add(up)
			out.PointA, out.PointB = at.clean(), at.Add(on).clean()
			out.LocalA = x.center.Add(s.point(Vec{s.u[i], z[i]}).Scale(inv)).clean()
			// not through the world: h may be far from its origin
			out.LocalB = h.axes().applyT(between(h, x).Add(along).Add(up).Add(on)).clean()
			out.ID = s.end(i) | collide.Feature(collide.FeatureWhole, 0)<<collide.FeatureSideBits
		}
	}
	if x == a {
		return
	}
	for i := range mf.N {
		out := &mf.Points[i]
		out.ID = out.ID.Swap()
		if s.n == 2 {
			out.PointA, out.PointB, out.LocalA, out.LocalB = out.PointB, out.PointA, out.LocalB, out.LocalA
		}
	}
}
