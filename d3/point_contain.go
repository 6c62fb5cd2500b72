package d3

import (
	"math"

	"github.com/collide-go/collide"
)

// A body B lies in a convex body A where no support value of B is greater than that of A. Of a
// polytope B, grown by a ball, it is enough that each corner is as deep in A as the ball is large.
// Of a curved B the directions are covered by cells. docs/math/contain.md.

// held is one body of a query about containment: a body that is placed, or a part of one.
type held struct {
	o     *Object
	slack float64 // how far a point of the exact body may be from where o has it
	base  Pose    // the exact pose is the product of base and the chain
	chain []Pose
}

// containWork is the work space of queries about containment.
type containWork struct {
	point  pointWork
	margin marginWork
	plane  Object    // a half-space that neither body is
	taken  []float64 // margins with the other sign
	chain  []Pose
	from   Vec    // positions are taken from here
	about  Object // the compound that is to hold, about from, once somebody asked for it
	outer  held
	inner  held
	cells  []coverCell // point_cover.go
}

// contains tells how b lies in a, both convex or half-spaces.
func (w *containWork) contains(s *solver, a, b *held) collide.Containment {
	switch {
	case a.o.kind == kindHalfSpace:
		return w.beyond(s, a, b, &a.o.plane)
	case b.o.kind == kindHalfSpace:
		return collide.NotInside
	case !b.o.kind.curved():
		return w.corners(s, a, b)
	case a.o.kind == kindBox && !(b.o.margin < a.o.margin):
		return w.inBox(s, a, b)
	}
	return w.cover(s, a, b)
}

// pose gives the integers the exact poses of the pair, x standing for a and y for b.
func (w *containWork) pose(d *integers, a, b *held, x, y *Object, chain []Pose) {
	d.posed = [2]exactPose{
		{of: x, from: w.from, base: a.base, chain: a.chain},
		{of: y, from: w.from, base: b.base, chain: chain},
	}
}

// beyond tells how b lies in the half-space h in the frame of a: it does where it does not overlap
// the other side.
func (w *containWork) beyond(s *solver, a, b *held, h *HalfSpace) collide.Containment {
	o := &w.plane
	*o = *a.o
	o.kind, o.plane = kindHalfSpace, HalfSpace{Normal: h.Normal.Neg(), Offset: -h.Offset}
	o.hull, o.user, o.margin, o.margins, o.inner = nil, nil, 0, nil, 0
	o.center, o.off, o.offLo, o.radius, o.extent = Vec{}, Vec{}, Vec{}, 0, 0
	o.pos = o.pose.Pos
	d := &s.relation
	defer func() { d.posed = [2]exactPose{} }()
	if b.o.kind == kindHalfSpace {
		w.pose(&d.integers, a, b, o, b.o, b.chain)
		g := d.slabOf(o, b.o, 0)
		if !g.bounded {
			return collide.NotInside
		}
		return containment(g.relation())
	}
	var ct Contact
	s.halfSpace(b.o, o, &ct)
	slack := a.slack + b.slack
	switch {
	case ct.Status == collide.BadSupport:
		return collide.ContainmentUndecided
	case ct.Lower-slack > 0:
		return collide.Inside
	case ct.Upper+slack < 0:
		return collide.NotInside
	}
	var p planePair
	p.init(o, b.o, &d.integers)
	w.pose(&d.integers, a, b, o, b.o, b.chain)
	return containment(p.relation())
}

// containment returns the containment of a body in the closure of what is outside another one's
// complement, from the relation of the two.
func containment(rel collide.Relation) collide.Containment {
	switch rel {
	case collide.Apart:
		return collide.Inside
	case collide.Touching:
		return collide.InsideTouching
	case collide.Overlapping:
		return collide.NotInside
	case collide.Undecided:
	}
	return collide.ContainmentUndecided
}

// lesser returns the containment of a union of which two parts have the containments x and y.
func lesser(x, y collide.Containment) collide.Containment {
	for _, c := range [...]collide.Containment{
		collide.NotInside, collide.ContainmentUndecided, collide.InsideTouching,
	} {
		if x == c || y == c {
			return c
		}
	}
	return collide.Inside
}

// less sets x to o with the margins of other taken off, exactly, and returns it.
func (w *containWork) less(o, other *Object) *Object {
	w.taken = w.taken[:0]
	if other.margins == nil {
		w.taken = append(w.taken, -other.margin)
	}
	for _, r := range other.margins {
		w.taken = append(w.taken, -r)
	}
	x := &w.margin.a
	*x = *o
	w.margin.margin(x, w.taken[0], o.margins, o.margin, w.taken[1:]...)
	return x
}

// corners tells how b, a polytope grown by a ball, lies in a, convex.
func (w *containWork) corners(s *solver, a, b *held) collide.Containment {
	x := w.less(a.o, b.o)
	s.prepare(a.o, b.o)
	m := &s.m
	inv := 1 / m.scale
	own := float64(m.errPoint*inv) + a.slack + b.slack
	own += float64(marginPad * unit * (a.o.margin + b.o.margin))
	turn, shift := m.rot, m.t
	found := collide.Inside
	for i := range b.o.corners() {
		at := turn.apply(b.o.corner(i).Scale(m.scale)).Add(shift).Scale(inv)
		var f footing
		if f.core(a.o, at, big1(at)) {
			pad := own + f.err + float64(marginPad*unit*math.Abs(f.high))
			switch {
			case f.high+pad < x.margin:
				continue
			case f.low-pad > x.margin:
				return collide.NotInside
			}
		}
		if found = lesser(found, w.corner(s, a, b, x, i)); found == collide.NotInside {
			return found
		}
		s.prepare(a.o, b.o)
	}
	return found
}

// corner tells how corner i of b, as a point, lies in x, which is a with the margins of b taken
// off: in integers where a is a polytope or an ellipsoid, too.
func (w *containWork) corner(s *solver, a, b *held, x *Object, i int32) collide.Containment {
	own := b.o.exactCorner(i)
	y := w.point.object(b.o.pose.Apply(own))
	far := float64(pointInto * unit * (big1(own) + big1(y.pos) + big1(a.o.pos) + big1(b.o.pose.Pos)))
	if x.kind.curved() {
		var ct Contact
		w.least(s, a.o, y, &ct)
		r := a.o.margin - x.margin // what is to be left of the depth
		pad := far + a.slack + b.slack + float64(marginPad*unit*(a.o.margin+r))
		switch {
		case ct.Status == collide.BadSupport:
			return collide.ContainmentUndecided
		case ct.Upper+r+pad < 0:
			return collide.Inside
		case ct.Lower+r-pad > 0:
			return collide.NotInside
		}
		if x.kind != kindEllipsoid || x.margin < 0 {
			return collide.ContainmentUndecided
		}
	}
	s.prepare(x, y)
	off := float64((far + a.slack + b.slack) * s.m.scale)
	s.m.errPoint, s.m.errSep = s.m.errPoint+off, s.m.errSep+off
	d := &s.relation
	w.chain = append(append(w.chain[:0], b.chain...), Pose{Pos: own})
	w.pose(&d.integers, a, b, x, y, w.chain)
	defer func() { d.posed = [2]exactPose{} }()
	var rel collide.Relation
	if x.margin < 0 {
		l := depthLimit{d: d, m: &s.m, a: x, b: y}
		rel = l.relate()
	} else {
		rel = d.parts(&s.run, x, y, Vec{})
	}
	switch rel {
	case collide.Apart:
		return collide.NotInside
	case collide.Touching:
		return collide.InsideTouching
	case collide.Overlapping:
		return collide.Inside
	case collide.Undecided:
	}
	return collide.ContainmentUndecided
}

// least sets ct to the contact of a and the point y, in canonical order.
func (w *containWork) least(s *solver, a, y *Object, ct *Contact) {
	if swapped(a, y) {
		a, y = y, a
	}
	s.distance(a, y, nil, ct)
}

// inBox tells how b, curved and with no less margin, lies in the box a: in the half-spaces of its
// six faces.
func (w *containWork) inBox(s *solver, a, b *held) collide.Containment {
	x := *b // with the margins of a taken off, but for equal ones
	x.o = w.less(b.o, a.o)
	h := a.o.half
	found := collide.Inside
	for _, side := range [6]HalfSpace{
		{Vec{1, 0, 0}, h.X},
		{Vec{-1, 0, 0}, h.X},
		{Vec{0, 1, 0}, h.Y},
		{Vec{0, -1, 0}, h.Y},
		{Vec{0, 0, 1}, h.Z},
		{Vec{0, 0, -1}, h.Z},
	} {
		if found = lesser(found, w.beyond(s, a, &x, &side)); found == collide.NotInside {
			break
		}
	}
	return found
}
