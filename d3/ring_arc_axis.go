package d3

import "math"

// spin is a core as something nearly of revolution: turned about axis, through its centre, its
// support values change by at most slack per angle. No point of it is farther than r from the
// centre.
type spin struct {
	axis     Vec
	slack, r float64
}

// choose sets the half circle, and returns false where one would not do.
func (s *halfCircle) choose() bool {
	m, r := s.m, &s.m.rot
	a := m.a.spin(&[3]Vec{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}})
	b := m.b.spin(&[3]Vec{{r.x.X, r.y.X, r.z.X}, {r.x.Y, r.y.Y, r.z.Y}, {r.x.Z, r.y.Z, r.z.Z}})
	for _, u := range [2]Vec{a.axis, b.axis.Scale(1 / b.axis.Len())} {
		s.u, s.slope = u, a.about(u)+b.about(u)+pad
		if float64(math.Pi*s.slope) < s.tol/4 {
			s.across()
			return true
		}
	}
	return false
}

// across sets e.
func (s *halfCircle) across() {
	t := s.m.t.Sub(s.u.Scale(s.m.t.Dot(s.u)))
	if l := t.Len(); l > 0x1p-40 {
		t = t.Scale(1 / l)
		t = t.Sub(s.u.Scale(t.Dot(s.u)))
		s.e = t.Scale(1 / t.Len())
	} else { // its direction is mostly rounding
		s.slope += l
		s.e, _ = s.u.across()
	}
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
	case kindHull, kindUser, kindHalfSpace, kindComposite:
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

// about returns the slack of s about another axis u, of either sense: a turn about u differs from
// one about the core's own axis by at most |u - axis| r per angle, and moves no point by more than
// r.
func (s *spin) about(u Vec) float64 {
	g := u.Sub(s.axis)
	if s.axis.Dot(u) < 0 {
		g = u.Add(s.axis)
	}
	return min(s.r, float64(g.Len()*s.r)+s.slack)
}
