package d3

import (
	"math"

	"github.com/collide-go/collide/internal/num"
)

// The way of a cast comes into C through a face. Three corners of C around the way are a portal:
// the corner farthest along its normal takes the place of one of them, so that the way still passes
// between the three, until none is farther: then they lie in the face ([Snethen08]). No turn looks
// for nearest points, as those of the walk do. docs/math/cast.md, "Portals".

const (
	portalCorners = 3
	surroundTurns = 8  // most corners that surround looks for
	portalTurns   = 64 // most corners that enter looks for
	portalTilt    = 2  // how far searches across the way are tilted to where B comes from
)

// portalWay is the way of a cast, seen as the line from the origin along v.
type portalWay struct{ v Vec }

// surround makes the simplex a triangle of corners of C around the way, in the order in which its
// normal points out of C, and reports whether there is one. Where there seems to be none, the last
// search was that along n, across the way; n is zero where it gave up.
func (c portalWay) surround(r *run, front Vec) (n Vec, around bool) {
	s, v := &r.s, c.v
	if front == (Vec{}) {
		front = Vec{1, 0, 0}
	}
	r.beginAlong(front)
	r.turns = 1
	w := s.p[0].w
	n = v.Scale(v.Dot(w)).Sub(w.Scale(v.Len2()))
	if !c.across(r, n, front) {
		return n, false
	}
	a, b, p := &s.p[0], &s.p[1], &s.p[2]
	for s.n = 2; r.turns < surroundTurns; {
		if a.w.Cross(b.w).Dot(v) > 0 {
			*a, *b = *b, *a
		}
		e := b.w.Sub(a.w)
		n = e.Cross(v)
		if !c.across(r, n, front.Sub(e.Scale(e.Dot(front)/e.Len2()))) {
			return n, false
		}
		g := p.w.Cross(v)
		switch {
		case g.Dot(b.w) > 0: // the way passes b and p on the other side
			*a = *p
		case g.Dot(a.w) < 0:
			*b = *p
		default:
			s.n = portalCorners
			return n, true
		}
	}
	return Vec{}, false
}

// across sets the corner behind those of the simplex to one beyond the way as seen along n, which
// is perpendicular to it: one that is far along front, too, if that will do, else the farthest. It
// reports whether there is one.
func (c portalWay) across(r *run, n, front Vec) bool {
	p := &r.s.p[r.s.n]
	if tilt := float64(portalTilt * math.Sqrt(n.Len2()/front.Len2())); tilt > 0 && tilt < 0x1p40 {
		r.turns++
		if r.m.support(n.Add(front.Scale(tilt)), p); n.Dot(p.w) > 0 {
			return true
		}
	}
	r.turns++
	r.m.support(n, p)
	return n.Dot(p.w) > 0
}

// enter moves the triangle of surround onto the surface of C. It returns its normal then, along
// which the last search was; zero where it does not come to an end.
func (c portalWay) enter(r *run) (n Vec) {
	s := &r.s
	p := &s.p[portalCorners]
	for range portalTurns {
		a, b, e := s.p[0].w, s.p[1].w, s.p[2].w
		n = b.Sub(a).Cross(e.Sub(a))
		r.m.support(n, p)
		r.turns++
		gap := n.Dot(p.w.Sub(a))
		if !(gap > 0) || float64(gap*gap) <= float64(float64(4*num.Noise*num.Noise)*n.Len2()) {
			return n
		}
		// Which triangle of p and two of the others is around the way?
		g := p.w.Cross(c.v)
		i, j, k := math.Float64bits(g.Dot(a)), math.Float64bits(-g.Dot(b)), math.Float64bits(g.Dot(e))
		s.p[portalLoses[i>>63|j>>63<<1|k>>63<<2]] = *p
	}
	return Vec{}
}

// portalLoses tells which corner of a portal goes, from on which sides of the planes through the
// way and its corners the new one lies.
var portalLoses = [8]uint8{2, 1, 0, 1, 2, 0, 0, 0}

// portals is the walk for boxes and hulls without margins, where doubles tell all by the face of C
// that the way meets. Otherwise nothing has changed but the work space.
func (c *shapeCast) portals(r *run) (end castEnd, ok bool) {
	if !(c.len > 0) {
		return castOpen, false
	}
	way := portalWay{c.v}
	n, around := way.surround(r, r.m.t.Add(c.v.Scale(c.approach(r))))
	if around {
		n = way.enter(r)
	}
	if n == (Vec{}) {
		return castOpen, false
	}
	inverse := 1 / n.Len()
	f := c.plane(r, &r.m.found, n.Scale(inverse), inverse)
	if c.lo > c.last || c.end < c.lo {
		return castMiss, true
	}
	if c.lo > 0 && r.s.n == flatSimplex && f.slope < 0 {
		c.moveTo(&r.s, min(f.root, c.last))
		if c.portal(r, &f) {
			return castOpen, true
		}
	}
	c.begin()
	return castOpen, false
}
