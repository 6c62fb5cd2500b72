package d3

import (
	"math"
	"math/big"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/exact"
	"github.com/collide-go/collide/internal/num"
)

// plane answers about a pair with one half-space: the height of the other shape's lowest point, by its support map. Where
// the height of its centre is a small difference of large numbers, or the bracket holds zero, integers take over.
// Two half-spaces have no answer (unsupported-pair): their overlap is unbounded, and they get the bad-support contact.
func (q *Query) plane(a, b *Object) Contact {
	h, x, sign := a, b, 1.0
	if b.kind == kindHalfSpace {
		h, x, sign = b, a, -1
	}
	q.turns = 0
	if x.kind == kindHalfSpace {
		return badSupport(0)
	}
	p := planePair{h: h, x: x, d: &q.exact}
	p.init()
	foot, ib := p.body.support(p.down)
	q.turns = 1
	if ib == badVertex {
		return badSupport(1)
	}
	core := p.height - p.down.Dot(foot)
	err := p.err + float64(unit*24*p.body.reach)
	q.trace.plane(&p, foot, core, sign > 0)
	ct := Contact{Distance: core - p.radius, Status: collide.Exact, Iterations: 1}
	slack := err + float64(4*unit*(p.radius+math.Abs(core))) + 0x1p-1060
	ct.Lower, ct.Upper = ct.Distance-slack, ct.Distance+slack
	if p.settle(&ct) {
		q.trace.exact(p.scale, &ct)
	}
	return p.contact(ct, foot, sign)
}

// planePair is a half-space h and another shape x.
type planePair struct {
	h, x   *Object
	d      *decider
	body   body
	scale  float64
	up     Vec     // unit normal of h, world
	down   Vec     // its negative in x's frame
	height float64 // of x's centre above the plane, scaled
	radius float64 // x's margin, scaled
	err    float64 // of height
}

// tooFar is where a plane lies that is farther off than doubles reach: an offset of 1e100 over a normal of 1e-300.
const tooFar = 0x1p1000

// init fills in the scaled numbers.
func (p *planePair) init() {
	h, x := p.h, p.x
	n := h.plane.Normal
	k := num.PowerBelow(max(math.Abs(n.X), math.Abs(n.Y), math.Abs(n.Z)))
	n = n.Scale(k)
	length := n.Len()
	p.up = h.axes.apply(n.Scale(1 / length))
	p.down = x.axes.applyT(p.up).Neg()
	d := between(h, x)
	off := max(-tooFar, min(float64(h.plane.Offset/length*k), tooFar))
	p.scale = num.PowerBelow(max(math.Abs(d.X), math.Abs(d.Y), math.Abs(d.Z), math.Abs(off), x.radius, x.margin))
	p.body = x.body(p.scale)
	p.radius = float64(x.margin * p.scale)
	d, off = d.Scale(p.scale), float64(off*p.scale)
	p.height = p.up.Dot(d) - off
	p.err = float64(unit*16*(d.Len()+math.Abs(off))) + float64(0x1p-97*float64(p.scale*big1(x.center)))
	size := float64(x.extent*p.scale) + math.Abs(p.height)
	if p.err > float64(unit*48*size) {
		p.exactHeight()
	}
}

// exactHeight replaces height by the exact one, rounded.
func (p *planePair) exactHeight() {
	g, num, n2 := p.integers()
	num.Add(num, p.d.ar.Dot(g, p.d.vec(p.x.center)))
	m, e := exact.Float(num)
	l, f := exact.Float(n2)
	k, j := exact.Float(p.d.norm)
	if f&1 != 0 {
		l, f = 2*l, f-1
	}
	// num carries the units of the normal, of norm and of the lengths; sqrt(n2) that of the normal.
	v := m / (math.Sqrt(l) * k)
	p.height = float64(math.Ldexp(v, e-f/2-j+p.d.exp) * p.scale)
	p.err = float64(unit * 8 * math.Abs(p.height))
}

// integers computes, exactly: the normal g in x's frame, the signed height num of x's origin, and the squared
// length n2 of the normal. g is in units of norm times the normal's, num in those times 2^exp.
func (p *planePair) integers() (g [3]*big.Int, num, n2 *big.Int) {
	d, h, x := p.d, p.h, p.x
	n := h.plane.Normal
	en := lowest(math.MaxInt, n)
	exp := min(h.lowestExponent(), x.lowestExponent(), lowest(math.MaxInt, x.center))
	if x.kind == kindUser {
		exp = min(exp, lowest(math.MaxInt, x.user.Support(p.down)))
	}
	if _, k := exact.Split(h.plane.Offset); k != math.MaxInt {
		exp = min(exp, k-en)
	}
	d.poses(h, x, exp)
	ar := &d.ar
	nv := ar.Vec()
	for i, v := range [3]float64{n.X, n.Y, n.Z} {
		exact.SetScaled(nv[i], v, en)
	}
	n2 = ar.Dot(nv, nv)
	world := ar.Vec() // (qh.qh) times the normal in the world
	t := ar.Int()
	for i := range 3 {
		world[i].Set(ar.Dot(d.ra[i], nv))
	}
	g = ar.Vec()
	for c := range 3 {
		g[c].SetInt64(0)
		for k := range 3 {
			g[c].Add(g[c], t.Mul(d.rb[k][c], world[k]))
		}
	}
	num = ar.Dot(world, ar.Sub(d.vec(x.pose.Pos), d.vec(h.pose.Pos)))
	num = ar.Mul(num, d.nb)
	off := exact.SetScaled(ar.Int(), h.plane.Offset, d.exp+en)
	num.Sub(num, ar.Mul(off, d.norm))
	return g, num, n2
}

// settle sets the relation, exactly where the bracket holds zero, and reports whether that was needed.
func (p *planePair) settle(ct *Contact) (exactly bool) {
	switch {
	case ct.Lower > 0:
		ct.Relation = collide.Apart
		return false
	case ct.Upper < 0:
		ct.Relation = collide.Overlapping
		return false
	}
	least := ct.Upper - ct.Lower
	switch c := p.sign(); {
	case c > 0:
		ct.Relation = collide.Apart
		ct.Lower, ct.Upper = max(ct.Lower, 0), max(ct.Upper, least)
	case c < 0:
		ct.Relation = collide.Overlapping
		ct.Lower, ct.Upper = min(ct.Lower, -least), min(ct.Upper, 0)
	default:
		ct.Relation = collide.Touching
		ct.Lower, ct.Upper = 0, 0
	}
	ct.Distance = max(ct.Lower, min(ct.Distance, ct.Upper))
	return true
}

// sign returns the exact sign of the signed distance. The support point of a user's shape is taken as exact.
func (p *planePair) sign() int {
	g, num, n2 := p.integers()
	d, x := p.d, p.x
	ar := &d.ar
	r := ar.Int().SetInt64(0)
	x.addMargins(d, r)
	r = ar.Mul(r, d.norm)
	grown := ar.Mul(ar.Mul(r, r), n2) // (margin * |normal|)^2
	rho := ar.Int().Mul(g[0], g[0])
	rho.Add(rho, ar.Int().Mul(g[1], g[1]))
	size := d.vec(x.half)
	switch x.kind {
	case kindEllipsoid:
		s := ar.Int().SetInt64(0)
		for i := range 3 {
			t := ar.Int().Mul(g[i], size[i])
			s.Add(s, ar.Mul(t, t))
		}
		return signRoots(ar, num, s, grown)
	case kindCylinder:
		num.Sub(num, ar.Int().Abs(ar.Int().Mul(g[2], size[2])))
		return signRoots(ar, num, ar.Mul(rho, ar.Mul(size[0], size[0])), grown)
	case kindCone:
		tip := ar.Int().Mul(g[2], size[2])
		apex := ar.Int().Add(num, tip)
		base := num.Sub(num, tip)
		zero := ar.Int().SetInt64(0)
		return min(signRoots(ar, apex, zero, grown),
			signRoots(ar, base, ar.Mul(rho, ar.Mul(size[0], size[0])), grown))
	case kindUser:
		own := d.vec(x.user.Support(p.down))
		return signRoots(ar, num.Add(num, ar.Dot(g, own)), ar.Int().SetInt64(0), grown)
	}
	var low *big.Int
	for i := range x.corners() {
		if s := ar.Dot(g, d.vec(x.corner(i))); low == nil || s.Cmp(low) < 0 {
			low = s
		}
	}
	return signRoots(ar, num.Add(num, low), ar.Int().SetInt64(0), grown)
}

// signRoots returns the sign of p - sqrt(u) - sqrt(v) for u, v >= 0.
func signRoots(ar *exact.Arena, p, u, v *big.Int) int {
	if p.Sign() <= 0 {
		if p.Sign() == 0 && u.Sign() == 0 && v.Sign() == 0 {
			return 0
		}
		return -1
	}
	// p > sqrt(u) + sqrt(v) where p^2 - u - v > 2 sqrt(u v).
	d := ar.Int().Mul(p, p)
	d.Sub(d.Sub(d, u), v)
	uv := ar.Int().Mul(u, v)
	if d.Sign() < 0 {
		return -1
	}
	return ar.Int().Mul(d, d).Cmp(uv.Lsh(uv, 2))
}

// contact fills in the frames. foot is the lowest core point in x's frame about its centre, scaled.
func (p *planePair) contact(ct Contact, foot Vec, sign float64) Contact {
	inv := 1 / p.scale
	ct.rescale(inv)
	own := foot.Add(p.down.Scale(p.radius)).Scale(inv)
	up := p.up.Scale(1 / p.up.Len())
	turned := p.x.axes.apply(own)
	onX := p.x.pos.Add(turned)
	onH := onX.Sub(up.Scale(ct.Distance))
	localX := p.x.center.Add(own).clean()
	fromH := between(p.h, p.x).Add(turned) // not through the world: h may be far from its origin
	localH := p.h.axes.applyT(fromH.Sub(up.Scale(ct.Distance))).clean()
	ct.Normal = up.Scale(sign).clean()
	if sign > 0 {
		ct.PointA, ct.LocalA = onH.clean(), localH
		ct.PointB, ct.LocalB = onH.Add(up.Scale(ct.Distance)).clean(), localX
		return ct
	}
	ct.PointA, ct.LocalA = onX.clean(), localX
	ct.PointB, ct.LocalB = onX.Sub(up.Scale(ct.Distance)).clean(), localH
	return ct
}
