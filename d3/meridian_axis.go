package d3

import "math"

// axis is a direction about which C is nearly of revolution, but for B's centre, and what is known of the support values about both centres
// when a half circle of normals turns about it.
type axis struct {
	u, e, f Vec     // orthonormal; B's centre is on the side of e
	side    float64 // how far B's centre is from the line through A's along u
	slope   float64 // the sum of both slopes, with room for rounding
	a, b    turning
	moving  bool    // the points move along with the half circles (turns); otherwise two half circles bound what lies between (chords)
	cost    float64 // how many half circles that takes when all depths are equal
}

// turning bounds how the support values of one core, about its centre, change with the angle of a turn about u.
type turning struct {
	slope float64 // by at most slope per angle
	bend  float64 // with a second derivative of at most bend; +Inf for cores with flat faces or edges
	// If the core's points are moved along, they miss the support value by at most slack per angle and rest per square of the angle.
	g           Vec // u less the axis along which they are moved, or u where they stay
	stay        bool
	slack, rest float64
}

// spin is a core as something nearly of revolution: turned about axis, through its centre, its support values change by at most slack
// per angle. No point of it is farther than r from the centre.
type spin struct {
	axis     Vec
	slack, r float64
}

// choose sets s.axis, and returns false where there is none of use. For few only slopes are looked at: one half circle has to do.
func (s *sweep) choose(few bool) bool {
	m, r := s.m, &s.m.rot
	ours := [3]Vec{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}
	theirs := [3]Vec{{r.x.X, r.y.X, r.z.X}, {r.x.Y, r.y.Y, r.z.Y}, {r.x.Z, r.y.Z, r.z.Z}}
	a, b := m.a.spin(&ours), m.b.spin(&theirs)
	s.cost = math.Inf(1)
	for _, u := range [2]Vec{a.axis, b.axis.Scale(1 / b.axis.Len())} {
		x := axis{u: u, slope: a.about(u) + b.about(u) + pad}
		if few {
			if float64(math.Pi*x.slope) < s.tol/4 {
				x.across(m)
				s.axis = x
				return true
			}
			continue
		}
		x.across(m)
		x.a, x.b = m.a.turning(&a, &ours, &x), m.b.turning(&b, &theirs, &x)
		if x.estimate(s.tol); x.cost < s.cost {
			s.axis = x
		}
	}
	return !few && s.cost < math.Inf(1)
}

// across sets e, f and side.
func (x *axis) across(m *minkowski) {
	t := m.t.Sub(x.u.Scale(m.t.Dot(x.u)))
	if x.side = t.Len(); x.side > 0x1p-40 {
		t = t.Scale(1 / x.side)
		t = t.Sub(x.u.Scale(t.Dot(x.u)))
		x.e = t.Scale(1 / t.Len())
	} else { // its direction is mostly rounding
		x.slope, x.side = x.slope+x.side, 0
		x.e = perpendicular(x.u)
	}
	x.f = x.u.Cross(x.e)
}

// estimate sets moving and cost for a tolerance of tol. Of a sector of half width t, chords leave up to slope t + bend t^2/2 open, each core by the
// better of the two, and moved points slack t + rest t^2.
func (x *axis) estimate(tol float64) {
	count := func(first, second float64) float64 {
		return math.Pi * max(float64(2*first/tol), math.Sqrt(2*second/tol))
	}
	x.cost = count(min(x.a.slope, x.a.smooth())+min(x.b.slope, x.b.smooth()), x.side+x.a.bent()+x.b.bent())
	if c := count(x.a.slack+x.b.slack, x.a.rest+x.b.rest); c < x.cost {
		x.cost, x.moving = c, true
	}
}

// smooth returns 0 where a bend is known, and +Inf otherwise.
func (t *turning) smooth() float64 {
	if t.bend < math.Inf(1) {
		return 0
	}
	return t.bend
}

// bent returns the bend, or 0 where none is known.
func (t *turning) bent() float64 {
	if t.bend < math.Inf(1) {
		return t.bend
	}
	return 0
}

// spin returns the axis about which the least slack is known; axes are those of o.
func (o *body) spin(axes *[3]Vec) spin {
	h := o.half
	switch o.kind {
	case kindPoint:
		return spin{axes[2], 0, 0}
	case kindSegment, kindCylinder, kindCone:
		return spin{axes[2], 0, o.reach}
	case kindEllipsoid: // a support value changes by at most the difference of the radii across the axis
		return leastSpin(axes, [3]float64{math.Abs(h.Y - h.Z), math.Abs(h.Z - h.X), math.Abs(h.X - h.Y)}, o.reach-o.inner)
	case kindBox: // no point moves by more than its distance from the axis
		yz, zx, xy := Vec{0, h.Y, h.Z}, Vec{h.X, 0, h.Z}, Vec{h.X, h.Y, 0}
		return leastSpin(axes, [3]float64{yz.Len(), zx.Len(), xy.Len()}, o.reach)
	case kindHull, kindUser, kindHalfSpace:
	}
	return spin{axes[2], o.reach, o.reach}
}

// leastSpin returns the spin about the axis with the least slack, the last of them on ties.
func leastSpin(axes *[3]Vec, slack [3]float64, r float64) spin {
	k := 2
	for i := 1; i >= 0; i-- {
		if slack[i] < slack[k] {
			k = i
		}
	}
	return spin{axes[k], slack[k], r}
}

// toward returns u less the axis of s, turned to the side of u.
func (s *spin) toward(u Vec) Vec {
	if s.axis.Dot(u) < 0 {
		return u.Add(s.axis)
	}
	return u.Sub(s.axis)
}

// about returns the slack of s about another axis u: a turn about u differs from one about the core's own axis by at most |u - axis| r per
// angle, and moves no point by more than r.
func (s *spin) about(u Vec) float64 { return min(s.r, float64(s.toward(u).Len()*s.r)+s.slack) }

// turning returns the bounds for o, whose spin is c, about x.
func (o *body) turning(c *spin, axes *[3]Vec, x *axis) turning {
	g := c.toward(x.u)
	t := turning{slope: c.about(x.u), g: g, slack: c.slack + pad, rest: float64(g.Len2() * c.r)}
	t.bend = o.bend(axes, x)
	// Points that stay lose the part of their distance from the axis that the angle's cosine takes.
	off := c.r / 2
	if o.kind == kindBox || o.kind == kindHull || o.kind == kindUser {
		off = t.slope / 2
	}
	if t.slack+t.rest > off {
		t.g, t.stay, t.slack, t.rest = x.u, true, pad, off
	}
	return t
}

// bend returns the bend of o about x. An ellipsoid's support value is the root of n.Qn. When n turns, that is, but for phases,
// x^2 (a constant + p cos 2t) + 2 x z q cos t + z^2 (a constant) with |x z| <= 1/2, and the root is no less than the least radius.
func (o *body) bend(axes *[3]Vec, x *axis) float64 {
	if o.kind == kindPoint {
		return 0
	}
	least := min(o.half.X, o.half.Y, o.half.Z)
	if o.kind != kindEllipsoid || !(least > 0) {
		return math.Inf(1)
	}
	var ee, ff, ef, ue, uf float64
	for i, r := range [3]float64{o.half.X, o.half.Y, o.half.Z} {
		e, f, u := float64(r*axes[i].Dot(x.e)), float64(r*axes[i].Dot(x.f)), float64(r*axes[i].Dot(x.u))
		ee, ff, ef = ee+float64(e*e), ff+float64(f*f), ef+float64(e*f)
		ue, uf = ue+float64(u*e), uf+float64(u*f)
	}
	p, q := Vec{(ee - ff) / 2, ef, 0}, Vec{ue, uf, 0}
	return (float64(2*p.Len()) + float64(q.Len()/2) + pad) / least
}
