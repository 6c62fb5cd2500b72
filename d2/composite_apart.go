package d2

import (
	"math"

	"github.com/collide-go/collide/internal/num"
)

// Two bodies are apart if their convex hulls are, and then no part of one needs to be asked about.
// GJK in doubles looks for a direction along which the hulls are apart; how far it separates them
// is proved by their support values, so that nothing depends on how it was found.
// docs/math/compound.md, "Hulls that are apart".

// apartTurns bounds the turns of hullPair.walk: most pairs take three to six.
const apartTurns = 16

// alikeSize is how many times as long as the other body one may be for their hulls to be asked
// about. A hull tells little of a body that another, much smaller one is beside: a landscape.
const alikeSize = 8

// hullPair is the work space for the convex hulls of F and G.
type hullPair struct {
	f, g *union
	rel  *posed // G in the frame of F
	s    simplex
}

// outline returns the convex hull of the leaves of u for a search of directions; nil where it is
// not one of corners. It is found once and stays with u.
func (u *union) outline() *Hull {
	if u == nil || len(u.planes) > 0 || u.from != nil && !u.crossable() {
		return nil
	}
	if o := u.about(); o.kind == kindHull {
		return o.hull
	}
	return nil
}

// outlinesOf returns the hulls of corners of f and g, two bodies of sizes that are alike; nil of
// others. g may be nil.
func outlinesOf(f, g *union) (h, k *Hull) {
	if g == nil {
		return nil, nil
	}
	x, y := largest(f.box.Size()), largest(g.box.Size())
	if x > float64(alikeSize*y) || y > float64(alikeSize*x) {
		return nil, nil
	}
	if h, k = f.outline(), g.outline(); h == nil || k == nil {
		return nil, nil
	}
	return h, k
}

// apart reports whether the convex hulls of f and g, which lies in the frame of f as rel says, are
// farther apart than the limit, 0 or more, for certain. No length of the pair is greater than size.
// It tells nothing of bodies that have no hull of corners, or of sizes that are not alike; g may be
// nil.
func (p *hullPair) apart(f, g *union, rel *posed, size, limit float64) bool {
	h, k := outlinesOf(f, g)
	if h == nil || !(limit <= math.MaxFloat64) {
		return false
	}
	p.f, p.g, p.rel = f, g, rel
	n, ok := p.walk(h, k, limit+f.about().margin+g.about().margin)
	return ok && p.separation(n, size) > limit
}

// walk returns about a unit vector from the hull f to the hull g that separates them by more than
// the limit, by GJK in doubles; ok is false where none was found.
func (p *hullPair) walk(f, g *Hull, limit float64) (n Vec, ok bool) {
	s := &p.s
	s.n = 0
	if n = p.rel.near(g.center).Sub(f.center); !(n.Len2() > 0x1p-900) {
		return Vec{}, false
	}
	n = n.Scale(1 / n.Len())
	last := math.Inf(1)
	// At the head of every turn n is about a unit vector, for all but the first from the point of
	// the simplex nearest the origin to the origin, and last the square of its distance.
	for range apartTurns {
		a := f.points[f.support(n, -1)]
		b := p.rel.near(g.points[g.support(p.rel.back(n).Neg(), -1)])
		d := a.Sub(b)
		if -n.Dot(d) > limit {
			return n, true
		}
		s.p[s.n].w = d
		s.n++
		v, inside := s.nearest()
		vv := v.Len2()
		if inside || !(vv > float64(limit*limit) && vv < last && vv > 0x1p-900) {
			break
		}
		last, n = vv, v.Scale(-1/math.Sqrt(vv))
	}
	return Vec{}, false
}

// separation returns a lower bound of the distance of the hulls: how far n, about a unit vector in
// F's frame, separates them.
func (p *hullPair) separation(n Vec, size float64) float64 {
	n = unitAgain(n)
	near := p.g.farthest(p.rel.back(n).Neg()) - n.Dot(p.rel.at())
	pad := float64(hullsPad*unit*size) + 0x1p-1060
	return num.AddDown(-p.f.farthest(n)-near, -pad)
}
