package d2

import (
	"math"
	"math/big"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/exact"
)

// plane answers about a pair with one half-space: the height of the other shape's lowest point, by its support map. Where
// the height of its centre is a small difference of large numbers, or the bracket holds zero, integers take over.
// Two half-spaces have no answer (unsupported-pair): their overlap is unbounded, and they get the bad-support contact.
func (q *Query) plane(a, b *Object, ct *Contact) {
	h, x, sign := a, b, 1.0
	if b.kind == kindHalfSpace {
		h, x, sign = b, a, -1
	}
	q.turns = 0
	if x.kind == kindHalfSpace {
		badSupport(0, ct)
		return
	}
	p := planePair{h: h, x: x, d: &q.exact}
	p.init()
	foot, ib := p.body.support(p.down)
	q.turns = 1
	if ib == badVertex {
		badSupport(1, ct)
		return
	}
	core := p.height - p.down.Dot(foot)
	// The direction down is off by 4u for its length and 2.42u for each of the two turns, the product with foot by 2u,
	// foot by 1u for the hull's centre or 6u for an ellipse; the difference adds u of both its terms.
	err := p.err + float64(unit*24*p.body.reach)
	q.trace.plane(&p, foot, core, sign > 0)
	ct.Distance, ct.Status, ct.Iterations = core-p.radius, collide.Exact, 1
	slack := err + float64(4*unit*(p.radius+math.Abs(core))) + 0x1p-1060
	ct.Lower, ct.Upper = ct.Distance-slack, ct.Distance+slack
	if p.settle(ct) {
		q.trace.exact(p.scale, ct)
	}
	p.contact(ct, foot, sign)
}

// planePair is a half-space h and another shape x.
type planePair struct {
	h, x   *Object
	d      *decider
	body   body
	scale  float64
	rh, rx mat2
	up     Vec     // unit normal of h, world
	down   Vec     // its negative in x's frame
	apart  Vec     // from the origin of h to the centre of x, world, scaled
	height float64 // of x's centre above the line, scaled
	radius float64 // x's margin, scaled
	err    float64 // of height
}

// tooFar is where a line lies that is farther off than doubles reach: an offset of 1e100 over a normal of 1e-300.
const tooFar = 0x1p1000

// init fills in the scaled numbers.
func (p *planePair) init() {
	h, x := p.h, p.x
	p.rh, p.rx = h.axes(), x.axes()
	n := h.plane.Normal
	k := powerBelow(max(math.Abs(n.X), math.Abs(n.Y)))
	n = n.Scale(k)
	length := n.Len()
	p.up = p.rh.apply(n.Scale(1 / length))
	p.down = p.rx.applyT(p.up).Neg()
	d := between(h, x)
	off := max(-tooFar, min(float64(h.plane.Offset/length*k), tooFar))
	p.scale = powerBelow(max(math.Abs(d.X), math.Abs(d.Y), math.Abs(off), x.radius, x.margin))
	p.body.fill(x, p.scale)
	p.radius = float64(x.margin * p.scale)
	p.apart, off = d.Scale(p.scale), float64(off*p.scale)
	p.height = p.up.Dot(p.apart) - off
	// up is off by 4u for its length, 2.42u for the turn and 2u for the frame, the difference of the positions by 1u,
	// the product by 2u; off by 3u for the length, the quotient u, the frame 2u; the last difference adds u of both.
	p.err = float64(unit*16*(p.apart.Len()+math.Abs(off))) + float64(offsets*float64(p.scale*big1(x.center)))
	size := float64(x.extent*p.scale) + math.Abs(p.height)
	if p.err > float64(unit*48*size) {
		p.exactHeight()
	}
}

// exactHeight replaces height by the exact one, rounded.
func (p *planePair) exactHeight() {
	g, num, n2 := p.integers()
	num.Add(num, p.d.dot(g, p.d.vec(p.x.center)))
	m, e := exact.Float(num)
	l, f := exact.Float(n2)
	if f&1 != 0 {
		l, f = 2*l, f-1
	}
	// num is in units of 2^(exp - 2 shift) times that of the normal, sqrt(n2) in 2^-shift times that of the normal.
	p.height = float64(math.Ldexp(m/math.Sqrt(l), e-f/2+p.d.exp-int(p.d.shift)) * p.scale)
	p.err = float64(unit * 8 * math.Abs(p.height))
}

// integers computes, exactly: the normal g in x's frame, the signed height num of x's origin, and the squared
// length n2 of the normal in the world. With the normal's unit left out, g is in units of 2^(-2 shift), num in those times 2^exp,
// n2 in 2^(-2 shift).
//
// The half-space is the set of x with (R normal) . (x - pos) <= offset: the pose turns the normal, and the offset is taken as it is.
func (p *planePair) integers() (g bigVec, num, n2 *big.Int) {
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
	world := d.turn(d.ra, d.scaled(n, en))
	n2 = d.dot(world, world)
	g = d.turnBack(d.rb, world)
	num = d.dot(world, d.world(d.sub(d.vec(x.pose.Pos), d.vec(h.pose.Pos))))
	off := exact.SetScaled(d.ar.Int(), h.plane.Offset, d.exp+en)
	num.Sub(num, off.Lsh(off, 2*d.shift))
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
	r.Lsh(r, d.shift)
	grown := ar.Int().Mul(ar.Int().Mul(r, r), n2) // (margin * |normal|)^2
	zero := ar.Int().SetInt64(0)
	switch x.kind {
	case kindEllipse:
		size := d.vec(x.half)
		s := bigVec{ar.Int().Mul(g[0], size[0]), ar.Int().Mul(g[1], size[1])}
		return signRoots(ar, num, d.dot(s, s), grown)
	case kindUser:
		own := d.vec(x.user.Support(p.down))
		return signRoots(ar, num.Add(num, d.dot(g, own)), zero, grown)
	}
	var low *big.Int
	for i := range x.corners() {
		if s := d.dot(g, d.vec(x.corner(i))); low == nil || s.Cmp(low) < 0 {
			low = s
		}
	}
	return signRoots(ar, num.Add(num, low), zero, grown)
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
func (p *planePair) contact(ct *Contact, foot Vec, sign float64) {
	inv := 1 / p.scale
	up := p.up.Scale(1 / p.up.Len())
	own := foot.Add(p.down.Scale(p.radius))
	onH := p.apart.Add(p.rx.apply(own)).Sub(up.Scale(ct.Distance)) // from the origin of h
	localH := p.rh.applyT(onH).Scale(inv).clean()
	localX := p.x.center.Add(own.Scale(inv)).clean()
	ct.rescale(inv)
	onX := p.x.pos.Add(p.rx.apply(own).Scale(inv))
	ct.Normal = up.Scale(sign).clean()
	if sign > 0 {
		ct.PointA, ct.LocalA = onX.Sub(up.Scale(ct.Distance)).clean(), localH
		ct.PointB, ct.LocalB = onX.clean(), localX
		return
	}
	ct.PointA, ct.LocalA = onX.clean(), localX
	ct.PointB, ct.LocalB = onX.Sub(up.Scale(ct.Distance)).clean(), localH
}
