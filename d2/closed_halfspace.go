package d2

import (
	"math"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/num"
)

// planePair is a half-space h and another shape x.
type planePair struct {
	h, x   *Object
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

// place fills in the scaled numbers, and reports whether the height is as good as the pair's size allows; where not, set has to
// replace it.
func (p *planePair) place(h, x *Object) bool {
	p.h, p.x = h, x
	p.rh, p.rx = h.axes(), x.axes()
	n := h.plane.Normal
	k := num.PowerBelow(max(math.Abs(n.X), math.Abs(n.Y)))
	n = n.Scale(k)
	length := n.Len()
	p.up = p.rh.apply(n.Scale(1 / length))
	p.down = p.rx.applyT(p.up).Neg()
	d := between(h, x)
	off := max(-tooFar, min(float64(h.plane.Offset/length*k), tooFar))
	p.scale = num.PowerBelow(max(math.Abs(d.X), math.Abs(d.Y), math.Abs(off), x.radius, x.margin))
	p.body.fill(x, p.scale)
	p.radius = float64(x.margin * p.scale)
	p.apart, off = d.Scale(p.scale), float64(off*p.scale)
	p.height = p.up.Dot(p.apart) - off
	// up is off by 4u for its length, 2.42u for the turn and 2u for the frame, the difference of the positions by 1u,
	// the product by 2u; off by 3u for the length, the quotient u, the frame 2u; the last difference adds u of both.
	p.err = float64(unit*16*(p.apart.Len()+math.Abs(off))) + float64(offsets*float64(p.scale*big1(x.center)))
	size := float64(x.extent*p.scale) + math.Abs(p.height)
	return !(p.err > float64(unit*48*size))
}

// set replaces the height of x's centre by one in the caller's unit that is right to its last bits.
func (p *planePair) set(height float64) {
	p.height = float64(height * p.scale)
	p.err = float64(unit * 8 * math.Abs(p.height))
}

// bracket sets ct to the height of the foot of x above the line, less its margin; core is that of the foot of the core.
func (p *planePair) bracket(core float64, ct *Contact) {
	// The direction down is off by 4u for its length and 2.42u for each of the two turns, the product with foot by 2u,
	// foot by 1u for the hull's centre or 6u for an ellipse; the difference adds u of both its terms.
	err := p.err + float64(unit*24*p.body.reach)
	ct.Distance, ct.Status, ct.Iterations = core-p.radius, collide.Exact, 1
	slack := err + float64(4*unit*(p.radius+math.Abs(core))) + 0x1p-1060
	ct.Lower, ct.Upper = ct.Distance-slack, ct.Distance+slack
}

// contact fills in the frames. foot is the lowest core point in x's frame about its centre, scaled; first tells that h is A.
func (p *planePair) contact(ct *Contact, foot Vec, first bool) {
	inv := 1 / p.scale
	up := p.up.Scale(1 / p.up.Len())
	own := foot.Add(p.down.Scale(p.radius))
	onH := p.apart.Add(p.rx.apply(own)).Sub(up.Scale(ct.Distance)) // from the origin of h
	localH := p.rh.applyT(onH).Scale(inv).clean()
	localX := p.x.center.Add(own.Scale(inv)).clean()
	ct.rescale(inv)
	onX := p.x.pos.Add(p.rx.apply(own).Scale(inv))
	ct.Normal = up.Neg().clean()
	ct.PointA, ct.LocalA = onX.clean(), localX
	ct.PointB, ct.LocalB = onX.Sub(up.Scale(ct.Distance)).clean(), localH
	if first {
		ct.swap()
	}
}
