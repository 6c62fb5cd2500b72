package d2

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
	height float64 // of x's centre above the line, scaled
	radius float64 // x's margin, scaled
	err    float64 // of height
}

// tooFar is where a line lies that is farther off than doubles reach: an offset of 1e100 over a
// normal of 1e-300.
const tooFar = 0x1p1000

// openBeyond opens the bracket at its far end where the line is taken to lie nearer than it is. A
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
	rh, rx := h.axes(), x.axes()
	n := h.plane.Normal
	k := num.PowerBelow(largest(n.abs()))
	n = n.Scale(k)
	length := n.Len()
	p.up = rh.apply(n.Scale(1 / length))
	p.down = rx.applyT(p.up).Neg()
	t := between(h, x)
	// the product comes first: a quotient may be next to zero, where doubles end
	off := max(-tooFar, min(float64(h.plane.Offset*k)/length, tooFar))
	p.scale = num.PowerBelow(max(math.Abs(t.X), math.Abs(t.Y), math.Abs(off), x.radius, x.margin))
	p.body.fill(x, p.scale)
	p.radius = float64(x.margin * p.scale)
	t, off = t.Scale(p.scale), float64(off*p.scale)
	p.height = p.up.Dot(t) - off
	// up is off by 4u for its length, 2.42u for the turn and 2u for the frame, the difference of
	// the positions by 1u, the product by 2u; off by 3u for the length, the quotient u, the frame
	// 2u; the last difference adds u of both.
	p.err = float64(unit*planeHeight*(t.Len()+math.Abs(off))) + float64(offsets*float64(p.scale*big1(x.center)))
	size := float64(x.extent*p.scale) + math.Abs(p.height)
	if p.err > float64(unit*planeFar*size) {
		p.exactHeight()
	}
}

// exactHeight replaces height by the exact one, rounded.
func (p *planePair) exactHeight() {
	g, up, n2 := p.integers()
	up.Add(up, p.d.dot(g, p.d.vec(p.x.center)))
	m, e := exact.Float(up)
	l, f := exact.Float(n2)
	if f&1 != 0 {
		l, f = 2*l, f-1
	}
	// up is in units of 2^(exp - 2 shift) times that of the normal, sqrt(n2) in 2^-shift times that
	// of the normal.
	p.height = float64(math.Ldexp(m/math.Sqrt(l), e-f/2+p.d.exp-int(p.d.shift)) * p.scale)
	p.err = float64(unit * planeExact * math.Abs(p.height))
}

// integers computes, exactly: the normal g in x's frame, the signed height up of x's origin, and
// the squared length n2 of the normal in the world. With the normal's unit left out, g is in units
// of 2^(-2 shift), up in those times 2^exp, n2 in 2^(-2 shift).
//
// The half-space is the set of x with (R normal) . (x - pos) <= offset: the pose turns the normal,
// and the offset is taken as it is.
func (p *planePair) integers() (g bigVec, up, n2 *big.Int) {
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
	world := d.rotate(d.ra, d.scaled(n, en))
	n2 = d.dot(world, world)
	g = d.rotateBack(d.rb, world)
	up = d.dot(world, d.world(d.passed(x, h, d.offset(x, h))))
	off := exact.SetScaled(d.ar.Int(), h.plane.Offset, d.exp+en)
	up.Sub(up, off.Lsh(off, 2*d.shift))
	return g, up, n2
}

// solve sets k to the answer about the core of x as A and h as B, in x's frame, and returns what
// rounding may do to the bracket once the margin is taken off. ok is false where a user's Support
// broke its contract.
func (p *planePair) solve(k *core) (slack float64, ok bool) {
	foot, i := p.body.support(p.down)
	dist := p.height - p.down.Dot(foot)
	*k = core{dist: dist, n: p.down, a: foot, status: collide.Exact}
	// The direction down is off by 4u for its length and 2.42u for each of the two turns, the
	// product with foot by 2u, foot by 1u for the hull's centre or 6u for an ellipse; the
	// difference adds u of both its terms.
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
	g, up, n2 := p.integers()
	d, x := p.d, p.x
	ar := &d.ar
	r := d.grown(x)
	zero := ar.Int().SetInt64(0)
	switch x.kind {
	case kindEllipse:
		size := d.vec(x.half)
		s := bigVec{ar.Int().Mul(g[0], size[0]), ar.Int().Mul(g[1], size[1])}
		return exact.SignMargin(ar, up, d.dot(s, s), r, n2)
	case kindUser:
		own := d.vec(x.user.Support(p.down))
		return exact.SignMargin(ar, up.Add(up, d.dot(g, own)), zero, r, n2)
	case kindPoint, kindSegment, kindBox, kindHull, kindHalfSpace, kindComposite:
	}
	var low *big.Int
	for i := range x.corners() {
		if s := d.dot(g, d.vec(x.corner(i))); low == nil || s.Cmp(low) < 0 {
			low = s
		}
	}
	return exact.SignMargin(ar, up.Add(up, low), zero, r, n2)
}
