package d2

import (
	"math"

	"github.com/collide-go/collide"
)

// height returns the height of the surface at u: that of the core's edge grown by the margin.
// docs/math/manifold.md, "Margins".
func (s *span) height(u float64) float64 {
	switch {
	case s.n == 1:
		return s.h[0] + s.r
	case s.r == 0:
		return s.h[0] + float64((u-s.u[0])*s.slope)
	}
	// The disc that reaches highest at u has its centre to the side that rises, at r times the sine
	// of the edge's angle, or else past the end.
	sine := s.slope / math.Sqrt(1+float64(s.slope*s.slope))
	at := max(s.u[0], min(u+float64(s.r*sine), s.u[1]))
	x := u - at
	h := s.h[0] + float64((at-s.u[0])*s.slope)
	top := h + math.Sqrt(max(float64(s.r*s.r)-float64(x*x), 0))
	if at > s.u[0] && at < s.u[1] || s.body.kind == kindSegment || s.reaches(Vec{u, top}, Vec{at, h}) {
		return top
	}
	return s.ray(u)
}

// rayTolerance is how far off its surface a point may be that the disc about a point of one feature
// reaches, relative to the body.
const rayTolerance = 0x1p-36

// reaches reports whether no disc about another core point reaches beyond x, which lies on the edge
// of the disc about c: whether the core has nothing beyond c in the direction from there to x.
func (s *span) reaches(x, c Vec) bool {
	m := x.Sub(c).Scale(1 / s.r)
	d := s.point(m)
	p, _ := s.body.support(d)
	beyond := p.Dot(d) - m.Dot(Vec{c.X - s.off.X, c.Y})
	return beyond <= float64(rayTolerance*(s.body.reach+s.r))
}

// ray returns the height of the whole grown body at u. Where the body is so steep that it might as
// well not be there it returns the height of the feature's own core.
func (s *span) ray(u float64) float64 {
	h := s.whole(u)
	if math.IsInf(h, -1) {
		return s.h[0] + float64((u-s.u[0])*s.slope)
	}
	return h
}

// whole returns the height of the whole grown body at u: by Newton's method, from above, along
// lines that hold the body. It returns -Inf where the body is not there, or so steep that it might
// as well not be.
func (s *span) whole(u float64) float64 {
	foot := s.point(Vec{u - s.off.X, 0})
	top, _ := s.body.support(s.d)
	h := top.Dot(s.d) + s.r
	tol := float64(0x1p-38 * (s.body.reach + s.r))
	for range 32 {
		at := foot.Add(s.d.Scale(h))
		far, low, m := s.body.from(at, tol)
		if far <= s.r+tol || !(low > s.r) {
			return h
		}
		rise := m.Dot(s.d)
		if !(rise > 0x1p-10) {
			return math.Inf(-1)
		}
		h -= (low - s.r) / rise
	}
	return h
}

// nearest returns the point of the grown body's outline nearest to x, which lies outside the core;
// one at infinity where it does not.
func (s *span) nearest(x Vec) Vec {
	at := s.point(x)
	tol := float64(0x1p-38 * (s.body.reach + s.r))
	far, low, n := s.body.from(at, tol)
	if !(low > 0 && far-low <= tol) {
		return Vec{X: math.Inf(1)}
	}
	return s.seen(at.Sub(n.Scale(far - s.r)))
}

// from returns how far a core point is from x, and how far, up to tol below that, a line that holds
// the core, with its unit normal.
func (b *body) from(x Vec, tol float64) (far, low float64, n Vec) {
	var g simplex
	far, low = math.Inf(1), math.Inf(-1)
	d := x
	for range 64 {
		p, _ := b.support(d)
		w := p.Sub(x)
		if l := d.Len(); l > 0 && -(w.Dot(d)/l) > low {
			low, n = -(w.Dot(d) / l), d.Scale(1/l)
		}
		g.p[g.n] = vertex{w: w}
		if far-low <= tol || g.has(&g.p[g.n]) {
			break
		}
		g.n++
		v, inside := g.nearest()
		l := v.Len()
		if inside || !(l <= far+tol) { // a point no nearer may still tell a better direction
			break
		}
		far, d = min(far, l), v.Neg()
	}
	return far, low, n
}

// point returns the point of the body's frame, about its centre, that has the given u and height.
func (s *span) point(x Vec) Vec { return s.t.Scale(x.X).Add(s.d.Scale(x.Y)) }

// seen is the inverse of point.
func (s *span) seen(p Vec) Vec { return Vec{s.t.Dot(p), s.d.Dot(p)} }

// seat returns the point of the surface of s at x, which is known to tol, the rounding of the pair;
// x itself where there is none. On a slope the surface is not the core and the margin on top of it:
// what rounding moves a point along the slope, away from its corner, would count.
//
// It lies on the feature, if that is near, or else where the body is over x or nearest to it: where
// the normal is known to less than the body's angles, x may be at another vertex of like height.
func (s *span) seat(x Vec, tol float64) Vec {
	if s.curve {
		return x
	}
	u := s.u[0]
	if s.n == 2 {
		u = max(s.u[0], min(x.X+s.off.X, s.u[1]))
	}
	y := Vec{u - s.off.X, s.height(u)}
	far := y.Sub(x).Len()
	if far <= float64(tol/16) {
		return y
	}
	for _, z := range [2]Vec{{x.X, s.whole(x.X + s.off.X)}, s.nearest(x)} {
		if d := z.Sub(x).Len(); d < far {
			y, far = z, d
		}
	}
	if !(far <= tol) {
		return x
	}
	return y
}

// facing returns the body's part of the ID of a point where s has no ends to name: its edge where
// that gives the normal.
func (s *span) facing() collide.FeatureID {
	switch {
	case s.curve:
		return collide.Feature(collide.FeatureWhole, 0)
	case s.n == 1:
		return collide.Feature(collide.FeatureVertex, s.v[0])
	}
	return collide.Feature(collide.FeatureEdge, s.edge)
}

// end returns the body's part of the ID of end i.
func (s *span) end(i int) collide.FeatureID { return collide.Feature(collide.FeatureVertex, s.v[i]) }
