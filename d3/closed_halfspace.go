package d3

import (
	"math"
	"math/big"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/decided"
	"github.com/collide-go/collide/internal/exact"
	"github.com/collide-go/collide/internal/num"
)

// A pair with one half-space has a closed form for every shape: the height of the shape's lowest
// point, by its support map. Where the height of its centre is a small difference of large numbers,
// or the bracket holds zero, integers take over. It is worked out about the shape's centre, with
// the shape as A.

// planePair is a half-space h and another shape x.
type planePair struct {
	h, x   *Object
	d      *integers
	body   body
	scale  float64
	up     Vec     // unit normal of h, world
	down   Vec     // its negative in x's frame
	height float64 // of x's centre above the plane, scaled
	radius float64 // x's margin, scaled
	err    float64 // of height
}

// tooFar is where a plane lies that is farther off than doubles reach: an offset of 1e100 over a
// normal of 1e-300.
const tooFar = 0x1p1000

// openBeyond opens the bracket at its far end where the plane is taken to lie nearer than it is. A
// body is within 1e101 of the origin, far less than a bit of tooFar.
func (c *Contact) openBeyond() {
	const near = tooFar * (1 - 0x1p-40)
	switch {
	case c.Distance > near:
		c.Lower, c.Upper, c.Status = near, math.MaxFloat64, collide.Rounding
	case c.Distance < -near:
		c.Lower, c.Upper, c.Status = -math.MaxFloat64, -near, collide.Rounding
	}
}

// init sets the half-space h and the other shape x, and the scaled numbers.
func (p *planePair) init(h, x *Object, d *integers) {
	p.h, p.x, p.d = h, x, d
	n := h.plane.Normal
	k := num.PowerBelow(largest(n.abs()))
	n = n.Scale(k)
	length := n.Len()
	p.up = h.axes.apply(n.Scale(1 / length))
	p.down = x.axes.applyT(p.up).Neg()
	t := between(h, x)
	// the product comes first: a quotient may be next to zero, where doubles end
	off := max(-tooFar, min(float64(h.plane.Offset*k)/length, tooFar))
	p.scale = num.PowerBelow(max(math.Abs(t.X), math.Abs(t.Y), math.Abs(t.Z), math.Abs(off), x.radius, x.margin))
	p.body = x.body(p.scale)
	p.radius = float64(x.margin * p.scale)
	t, off = t.Scale(p.scale), float64(off*p.scale)
	p.height = p.up.Dot(t) - off
	p.err = float64(unit*planeHeight*(t.Len()+math.Abs(off))) + float64(offsets*float64(p.scale*big1(x.center)))
	size := float64(x.extent*p.scale) + math.Abs(p.height)
	if p.err > float64(unit*planeFar*size) {
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
	p.err = float64(unit * planeExact * math.Abs(p.height))
}

// integers computes, exactly: the normal g in x's frame, the signed height num of x's origin, and
// the squared length n2 of the normal. g is in units of norm times the normal's, num in those times
// 2^exp.
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
	d.poses(h, x, d.sweep.lowest(exp))
	ar := &d.ar
	nv := d.scaled(n, en)
	n2 = ar.Dot(nv, nv)
	world := d.turned(&d.ra, nv) // (qh.qh) times the normal in the world
	g = d.transposed(&d.rb, world)
	num = ar.Dot(world, d.passed(x, h, d.offset(x, h)))
	num = ar.Mul(num, d.nb)
	off := d.length(h.plane.Offset, d.exp+en)
	num.Sub(num, ar.Mul(off, d.norm))
	return g, num, n2
}

// solve sets k to the answer about the core of x as A and h as B, in x's frame, and returns what
// rounding may do to the bracket once the margin is taken off. ok is false where a user's Support
// broke its contract.
func (p *planePair) solve(k *core) (slack float64, ok bool) {
	foot, i := p.body.support(p.down)
	dist := p.height - p.down.Dot(foot)
	*k = core{dist: dist, n: p.down, a: foot, status: collide.Exact}
	err := p.err + float64(unit*planeCore*p.body.reach)
	return err + float64(planeMargin*unit*(p.radius+math.Abs(dist))) + 0x1p-1060, i != badVertex
}

// relation returns the exact relation. The support point of a user's shape is taken as exact.
func (p *planePair) relation() collide.Relation {
	return decided.Relation(p.sign())
}

// sign returns the exact sign of the signed distance; the margins of x may be below zero. The
// support point of a user's shape is taken as exact.
func (p *planePair) sign() int {
	g, num, n2 := p.integers()
	d, x := p.d, p.x
	ar := &d.ar
	r := d.grown(x)
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
		return exact.SignMargin(ar, num, s, r, n2)
	case kindCylinder:
		num.Sub(num, ar.Int().Abs(ar.Int().Mul(g[2], size[2])))
		return exact.SignMargin(ar, num, ar.Mul(rho, ar.Mul(size[0], size[0])), r, n2)
	case kindCone:
		tip := ar.Int().Mul(g[2], size[2])
		apex := ar.Int().Add(num, tip)
		base := num.Sub(num, tip)
		zero := ar.Int().SetInt64(0)
		return min(exact.SignMargin(ar, apex, zero, r, n2),
			exact.SignMargin(ar, base, ar.Mul(rho, ar.Mul(size[0], size[0])), r, n2))
	case kindUser:
		own := d.vec(x.user.Support(p.down))
		return exact.SignMargin(ar, num.Add(num, ar.Dot(g, own)), ar.Int().SetInt64(0), r, n2)
	case kindPoint, kindSegment, kindBox, kindHull, kindHalfSpace, kindComposite:
	}
	var low *big.Int
	for i := range x.corners() {
		if s := ar.Dot(g, d.vec(x.exactCorner(i))); low == nil || s.Cmp(low) < 0 {
			low = s
		}
	}
	return exact.SignMargin(ar, num.Add(num, low), ar.Int().SetInt64(0), r, n2)
}
