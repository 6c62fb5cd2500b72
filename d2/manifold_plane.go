package d2

import (
	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/num"
)

// planeManifold sets mf for a pair with a half-space, or two: a point at each end of the other shape's feature. It works about that shape's centre, along
// its side of the normal, and counts the heights of the points from that of the lowest one.
func planeManifold(a, b *Object, ct *Contact, mf *Manifold) {
	if a.kind == b.kind { // two half-spaces: the contact's points
		mf.N = 1
		mf.Points[0] = ManifoldPoint{PointA: ct.PointA, PointB: ct.PointB, Distance: ct.Distance}
		return
	}
	x, down := a, ct.Normal
	if a.kind == kindHalfSpace {
		x, down = b, ct.Normal.Neg()
	}
	var p patch
	scale := num.PowerBelow(max(x.extent, x.radius))
	p.measure(x, x, scale)
	s := &p.a
	var core body
	core.fill(x, scale)
	d := x.axes().applyT(down)
	s.find(&core, d, d.perp(), Vec{})
	if s.n < 2 {
		p.witness(ct, mf, scale)
	} else {
		inv := 1 / scale
		h := [2]float64{s.height(s.u[0]), s.height(s.u[1])}
		low := max(h[0], h[1])
		mf.N = 2
		for i := range 2 {
			out := &mf.Points[i]
			out.Distance = ct.Distance + float64((low-h[i])*inv) + 0
			at := x.pos.Add(down.perp().Scale(float64(s.u[i] * inv))).Add(down.Scale(float64(h[i] * inv)))
			out.PointA, out.PointB = at.clean(), at.Add(down.Scale(out.Distance)).clean()
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
			out.PointA, out.PointB = out.PointB, out.PointA
		}
	}
}
