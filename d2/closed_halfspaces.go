package d2

import (
	"math"
	"math/big"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/exact"
	"github.com/collide-go/collide/internal/num"
)

// Two half-spaces are apart, touch, or overlap with a finite depth where their normals are
// opposite, and overlap without bound otherwise. Which it is, and the signed distance, are decided
// in integers.

// gap is what integers say about two half-spaces A and B.
type gap struct {
	bounded bool    // the normals are opposite
	sign    int     // of the signed distance, less the skin of a sweep and the length asked about
	dist    float64 // the signed distance within 8u of itself, if bounded
}

// gapOf compares two half-spaces, and their signed distance with the length r. With the normals N
// of A and M of B in the world, opposite normals mean N x M = 0 and D = -N.M > 0. The lines then
// are G/|N| apart along N, with
//
//	G D = D (N.(pb - pa) - oa) - ob N.N.
func (d *integers) gapOf(a, b *Object, r float64) gap {
	ea, eb := lowest(math.MaxInt, a.plane.Normal), lowest(math.MaxInt, b.plane.Normal)
	exp := d.sweep.lowest(min(a.lowestExponent(), b.lowestExponent()))
	for _, x := range [2]struct {
		offset float64
		unit   int
	}{{a.plane.Offset, ea}, {b.plane.Offset, eb}} {
		if _, k := exact.Split(x.offset); k != math.MaxInt {
			exp = min(exp, k-x.unit)
		}
	}
	if _, k := exact.Split(r); k < exp {
		exp = k
	}
	d.poses(a, b, exp)
	n, m := d.rotate(d.ra, d.scaled(a.plane.Normal, ea)), d.rotate(d.rb, d.scaled(b.plane.Normal, eb))
	away := d.dot(n, m)
	if d.dot(n, bigVec{d.ar.Int().Neg(m[1]), m[0]}).Sign() != 0 || away.Sign() >= 0 {
		return gap{sign: -1}
	}
	away.Neg(away)
	offset := func(o *Object, unit int) *big.Int { // in the unit of a product of a normal and a length of the world
		x := exact.SetScaled(d.ar.Int(), o.plane.Offset, d.exp+unit)
		return x.Lsh(x, 2*d.shift)
	}
	n2 := d.dot(n, n)
	g := d.dot(n, d.world(d.passed(b, a, d.offset(b, a))))
	g.Sub(g, offset(a, ea))
	g = d.ar.Int().Mul(g, away)
	g.Sub(g, d.ar.Int().Mul(offset(b, eb), n2))
	length := exact.SetScaled(d.ar.Int(), r, d.exp)
	length.Add(length, exact.SetScaled(d.ar.Int(), d.sweep.skin, d.exp))
	length = d.ar.Mul(length.Lsh(length, d.shift), away)
	sign := exact.SignMargin(&d.ar, g, d.ar.Int().SetInt64(0), length, n2) // against length D |N|
	return gap{bounded: true, sign: sign, dist: d.quotient(g, away, n2)}
}

// quotient returns g / (w sqrt(n2)) in the caller's unit, within 8u of itself, or tooFar with its
// sign.
func (d *integers) quotient(g, w, n2 *big.Int) float64 {
	m, e := exact.Float(g)
	k, j := exact.Float(w)
	l, f := exact.Float(n2)
	if f&1 != 0 {
		l, f = 2*l, f-1
	}
	v := math.Ldexp(m/(math.Sqrt(l)*k), e-f/2-j+d.exp-int(d.shift))
	return max(-tooFar, min(v, tooFar))
}

// relation returns the exact relation.
func (s *gap) relation() collide.Relation {
	switch {
	case s.sign > 0:
		return collide.Apart
	case s.sign < 0:
		return collide.Overlapping
	}
	return collide.Touching
}

// halfSpaces sets ct to the answer about two half-spaces. Where the overlap has no bound, the
// points are a common point, one of them on its surface.
func (d *integers) halfSpaces(a, b *Object, ct *Contact) {
	s := d.gapOf(a, b, 0)
	*ct = Contact{Relation: s.relation(), Status: collide.Exact, Iterations: 1}
	na, fa := a.plane.face(a.axes())
	nb, fb := b.plane.face(b.axes())
	t := b.pose.Pos.Sub(a.pose.Pos)
	at := na.Scale(fa) // about the position of A
	if s.bounded {
		slack := float64(planesPad*unit*math.Abs(s.dist)) + math.SmallestNonzeroFloat64
		ct.Distance, ct.Lower, ct.Upper = s.dist, s.dist-slack, s.dist+slack
		ct.settle(ct.Relation, math.SmallestNonzeroFloat64)
	} else {
		ct.Status, ct.Lower = collide.Rounding, -math.MaxFloat64
		at = common(na, fa, nb, fb+nb.Dot(t))
	}
	ct.openBeyond()
	to := at.Add(na.Scale(ct.Distance))
	ct.Normal, ct.PointA = na.clean(), at.Add(a.pose.Pos).clean()
	ct.PointB = ct.PointA.Add(na.Scale(ct.Distance)).clean()
	ct.LocalA, ct.LocalB = a.axes().applyT(at).clean(), b.axes().applyT(to.Sub(t)).clean()
}

// face returns the unit normal of h in the world, where its axes are given, and the offset along it
// from the position of the body.
func (h *HalfSpace) face(axes mat2) (n Vec, offset float64) {
	k := num.PowerBelow(largest(h.Normal.abs()))
	n = h.Normal.Scale(k)
	length := n.Len()
	n = axes.apply(n.Scale(1 / length))
	return unitAgain(n), max(-tooFar, min(float64(h.Offset/length*k), tooFar))
}

// common returns a point of both half-spaces n.x <= f and m.x <= g, whose normals are unit vectors
// and not opposite: the foot of the origin on one of the lines, or where they meet.
func common(n Vec, f float64, m Vec, g float64) Vec {
	p, q := n.Scale(f), m.Scale(g)
	switch {
	case m.Dot(p) <= g:
		return p
	case n.Dot(q) <= f:
		return q
	}
	c, s := n.Dot(m), n.Cross(m)
	s = float64(s * s)
	at := n.Scale((f - float64(c*g)) / s).Add(m.Scale((g - float64(c*f)) / s))
	return Vec{withinReach(at.X), withinReach(at.Y)}
}

// withinReach returns x between -tooFar and tooFar, 0 for NaN.
func withinReach(x float64) float64 {
	if x != x {
		return 0
	}
	return max(-tooFar, min(x, tooFar))
}
