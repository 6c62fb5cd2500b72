package d2

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/num"
)

// Part is a shape at a pose in the frame of a Compound.
type Part struct {
	Shape Shape
	Pose  Pose
}

// Compound is the union of some shapes, its parts. Make it with NewCompound. It does not change, so
// that any number of Objects may share it. Place gives an Object, and every query takes that.
//
// Parts are numbered as they were given, those of a part that is a Compound in its place: depth
// first, leaves only. Half-spaces may be parts, and so may chains and grids, each as one part.
//
// Two bodies are apart if no part of one meets a part of the other, and then their distance is the
// least of all pairs of parts. They overlap if some pair of parts does. Then the answer is the
// contact of the deepest pair; no translation that separates the bodies is shorter than
// Contact.Lower says, which bounds the signed distance of their convex hulls, and none longer than
// the deepest pair demands is known to be needed. Else they touch if some pair does. Contact.PartA
// and PartB tell the pair, the least one of equal pairs.
//
// A part lies where the exact product of the poses puts it. Only that product counts: relations of
// polytopes are exact whatever the poses are, and brackets hold the rounding of poses.
type Compound struct{ union }

// leaf is a part of a compound that is none itself.
type leaf struct {
	placement        // in the compound's frame
	chain     []Pose // its pose is the product of these, exactly; the outermost comes first
}

// placement is a part at a rounded pose. No point of the exact part at a distance r from the part's
// origin is farther than shift + turn r from where body has it. Both are 0 where the product of the
// poses is a double.
type placement struct {
	body        Object
	shift, turn float64
	spread      float64 // no core point is farther from the part's origin
}

// maxChain is how deep compounds may lie in each other.
const maxChain = 64

// NewCompound returns the union of the parts. The slice is not kept.
//
// The errors are those of Place, with a Path such as "parts[3].shape.radius" or "parts[3].pose.p.x"
// and the number of the part as Index; collide.ErrEmpty for no parts; collide.ErrNilShape for a nil
// shape, or a Compound that NewCompound did not make; collide.ErrOutOfRange for a part of a part
// whose place has a coordinate above collide.MaxMagnitude, and for more than 64 compounds one in
// the other; collide.ErrTooLarge for more leaves than numbers of 32 bits count.
//
// Cost: n log n, 5 to 10 us a part for 10 000 boxes (BenchmarkNewCompound, ns/part). It finds the
// convex hull of all corners.
func NewCompound(parts []Part) (*Compound, error) {
	if len(parts) == 0 {
		return nil, &collide.Error{Code: collide.ErrEmpty, Path: "parts", Index: -1, Value: math.NaN()}
	}
	c := &Compound{}
	for i := range parts {
		if err := c.add(&parts[i]); err != nil {
			err.Path = fmt.Sprintf("parts[%d].%s", i, err.Path)
			err.Index = i
			return nil, err
		}
	}
	if err := c.split(); err != nil {
		return nil, err
	}
	c.build()
	return c, nil
}

// add appends the leaves of a part.
func (c *Compound) add(p *Part) *collide.Error {
	o, err := Place(p.Shape, p.Pose)
	if err != nil {
		var e collide.Error
		if own := (*collide.Error)(nil); errors.As(err, &own) {
			e = *own
		}
		switch {
		case e.Path == "":
			e.Path = "shape"
		case !strings.HasPrefix(e.Path, "pose."):
			e.Path = "shape." + e.Path
		}
		return &e
	}
	in := o.union()
	if in == nil || len(in.leaves) == 0 {
		c.append(leaf{placement{body: o}, []Pose{p.Pose}})
		return nil
	}
	var f posed
	f.set(p.Pose)
	for i := range in.leaves {
		l := in.leaves[i]
		l.set(&l.placement, &f)
		at := l.body.pose.Pos
		if big := largest(at.abs()); big > collide.MaxMagnitude {
			return &collide.Error{Code: collide.ErrOutOfRange, Path: "pose.p", Index: -1, Value: big}
		}
		if len(l.chain) == maxChain {
			return &collide.Error{Code: collide.ErrOutOfRange, Path: "shape.parts", Index: -1, Value: maxChain + 1}
		}
		l.chain = append([]Pose{p.Pose}, l.chain...)
		c.append(l)
	}
	return nil
}

// append adds a leaf.
func (c *Compound) append(l leaf) {
	l.spread = spreadOf(&l.body)
	if l.body.kind == kindHalfSpace {
		c.planes = append(c.planes, int32(len(c.leaves)))
	} else {
		c.items = append(c.items, int32(len(c.leaves)))
	}
	c.leaves = append(c.leaves, l)
	c.own = c.own || l.body.kind == kindUser
}

// spreadOf returns a length that no core point of o, in its own frame, is farther from the origin.
func spreadOf(o *Object) float64 { return num.RoundUp(big1(o.center) + o.radius) }

// set makes p the part l where f puts it. They may be the same.
func (p *placement) set(l *placement, f *posed) {
	pose, shift, turn := f.place(l.body.pose)
	if p != l {
		*p = *l
	}
	p.body.set(pose)
	p.shift, p.turn = p.shift+shift, p.turn+turn
}

// slack returns how far a point of p, no half-space, may be from where the exact part has it.
func (p *placement) slack() float64 {
	if p.shift == 0 && p.turn == 0 {
		return 0
	}
	return num.RoundUp(p.shift + float64(p.turn*p.spread))
}

// slackTo returns how far rounding may have moved p as other sees it: a half-space that turns about
// the origin of its frame moves by the turn times how far other is from there.
func (p *placement) slackTo(other *Object) float64 {
	if p.body.kind != kindHalfSpace || p.turn == 0 {
		return p.slack()
	}
	far := 2 * (big1(other.pos.Sub(p.body.pose.Pos)) + other.radius + other.margin)
	return num.RoundUp(p.shift + float64(p.turn*far))
}

// box returns the box of the exact part.
func (p *placement) box() AABB {
	if r := p.slack(); r > 0 {
		return p.body.aabb.Grow(r)
	}
	return p.body.aabb
}

// coreBox returns a box of the core of the exact part: the exact part lies within grown of it.
func (p *placement) coreBox() AABB {
	b := p.box()
	m := float64(p.body.margin * (1 - 0x1p-40)) // the exact sum of the margins may be less
	if m == 0 {
		return b
	}
	return AABB{
		Vec{num.AddDown(b.Min.X, m), num.AddDown(b.Min.Y, m)},
		Vec{num.AddUp(b.Max.X, -m), num.AddUp(b.Max.Y, -m)},
	}
}

// grown returns the margin of p, rounded up by more than what a distance from its core box less the
// margin may be off by.
func (p *placement) grown() float64 { return float64(p.body.margin * (1 + 0x1p-40)) }

// Margin returns 0: the margins of the parts are their own.
func (c *Compound) Margin() float64 { return 0 }

// Len returns the number of parts, those of parts that are compounds counted one by one.
func (c *Compound) Len() int { return len(c.leaves) }

// Part returns part i as it was given, a part of a part with its pose in the frame of c, rounded.
// It panics where i is not from 0 to below Len, as a slice does.
func (c *Compound) Part(i int) Part {
	return Part{c.leaves[i].body.Shape(), c.leaves[i].body.pose}
}

// Poses returns the poses whose exact product is the pose of part i in the frame of c, the
// outermost first: one for each compound that the part was in, and its own. Compounds made anew
// with them, one in the other, give the same compound, bit for bit. The slice is the caller's.
// It panics where i is not from 0 to below Len, as a slice does.
func (c *Compound) Poses(i int) []Pose { return slices.Clone(c.leaves[i].chain) }

// along returns how far the exact part reaches along n: at least that far, to 32u of all lengths.
func (p *placement) along(n Vec) float64 {
	o := &p.body
	_, hi := o.spread(o.axes().applyT(n))
	return n.Dot(o.pos) + (hi + o.margin) + p.slack()
}
