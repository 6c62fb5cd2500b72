package d2

import "math"

// Two bodies are apart if their convex hulls are, and then no part of one needs to be asked about.
// GJK in doubles looks for a direction along which the hulls are apart; how far it separates them is
// proved by their support values, so that nothing depends on how it was found.
// docs/math/compound.md, "Hulls that are apart".

// apartTurns bounds the turns of hullWalk: most pairs take three to six.
const apartTurns = 16

// alikeSize is how many times as long as the other body one may be for their hulls to be asked
// about. A hull tells little of a body that another, much smaller one is beside: a landscape.
const alikeSize = 8

// outline returns the convex hull of the leaves of u for a search of directions; nil where it is not
// one of corners. It is found once and stays with u.
func (u *union) outline() *Hull {
	if u == nil || len(u.planes) > 0 || u.from != nil && !u.crossable() {
		return nil
	}
	if o := u.about(); o.kind == kindHull {
		return o.hull
	}
	return nil
}

// hullsApart reports whether the convex hulls of F and G are farther apart than the limit, 0 or
// more, for certain. It tells nothing of bodies that have none of corners, or of sizes that are not
// alike. w.start was called.
func (w *partPair) hullsApart(limit float64) bool {
	if w.gc == nil || !(limit <= math.MaxFloat64) {
		return false
	}
	x, y := largest(w.fc.box.Size()), largest(w.gc.box.Size())
	if x > float64(alikeSize*y) || y > float64(alikeSize*x) {
		return false
	}
	f, g := w.fc.outline(), w.gc.outline()
	if f == nil || g == nil {
		return false
	}
	n, ok := w.hullWalk(f, g, limit+w.fc.about().margin+w.gc.about().margin)
	return ok && w.separation(n, math.Inf(-1)) > limit
}

// hullWalk returns about a unit vector from f of F to g of G that separates them by more than the
// limit, by GJK in doubles; ok is false where none was found.
func (w *partPair) hullWalk(f, g *Hull, limit float64) (n Vec, ok bool) {
	s := &w.outlines
	s.n = 0
	if n = w.rel.near(g.center).Sub(f.center); !(n.Len2() > 0x1p-900) {
		return Vec{}, false
	}
	n = n.Scale(1 / n.Len())
	last := math.Inf(1)
	// At the head of every turn n is about a unit vector, for all but the first from the point of the
	// simplex nearest the origin to the origin, and last the square of its distance.
	for range apartTurns {
		a := f.points[f.support(n, -1)]
		b := w.rel.near(g.points[g.support(w.rel.back(n).Neg(), -1)])
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
