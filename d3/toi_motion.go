package d3

import (
	"math"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/num"
	"github.com/collide-go/collide/internal/trig"
)

// course is a body on its way. All motions have one form: the body turns by exp(t [w]) about a
// pivot that moves at a constant velocity, and of a screw besides on a circle. Its centre is at
//
//	pivot + t v + way(t) + R(t) arm,    R(t) = exp(t [w]) R0,
//
// where way is zero but for a screw. docs/math/toi.md derives how far set may be off.
type course struct {
	from   *Object // where it begins
	motion Motion
	body   Object // the same with the axes at the time last set
	core   body   // its core, in the caller's unit

	start mat3      // R0
	pivot [3]num.DD // at the start, world frame
	v     [3]num.DD // of the pivot
	arm   Vec       // from the pivot to the body's centre, in its own frame

	turns bool    // w is not zero
	w     Vec     // angular velocity, world frame
	rate  num.DD  // its length
	axis  Vec     // its direction, a unit vector
	lost  float64 // how far off the angle may be at the end, at most 2: in double-double, it is nothing for most

	screw   bool
	chord   Vec     // of a screw: the part of its shift across the axis
	side    Vec     // axis x chord
	half    float64 // half the whole turn
	inverse float64 // 1 / sin half

	shift float64 // of a screw: the length of its shift
	size  float64 // no core point is farther from the pivot
	slip  float64 // no core point is farther than this, and blur, from where the motion has it
	blur  float64 // the part of it that the angle makes

	plane bool    // a half-space
	foot  Vec     // its boundary's point nearest the origin, own frame
	tilt  float64 // of a half-space: how far its normal may be off

	jerk float64 // bound of the third derivative of the centre's place

	y  Vec // R(t) arm, at the time last set
	y1 Vec // how fast the centre moves but for v
}

// init sets c to the body o, at its pose, with the motion m over the duration.
func (c *course) init(o *Object, m *Motion, duration float64) {
	c.hold(o)
	c.from, c.motion = o, *m
	c.start = o.axes
	c.turns, c.screw, c.shift = false, false, 0
	c.w, c.rate, c.axis = Vec{}, num.DD{}, Vec{}
	c.y1 = Vec{}
	p := o.pose.Pos
	c.pivot = [3]num.DD{{Hi: p.X}, {Hi: p.Y}, {Hi: p.Z}}
	c.arm = o.center
	if m.posed {
		c.poseToPose(m, duration)
	} else {
		c.velocities(o, m)
	}
	if !c.turns { // the whole place of the centre, in double-double
		c.pivot = [3]num.DD{{Hi: p.X}, {Hi: p.Y}, {Hi: p.Z}}
		c.pivot[0] = c.pivot[0].Add(num.DD{Hi: o.off.X, Lo: o.offLo.X})
		c.pivot[1] = c.pivot[1].Add(num.DD{Hi: o.off.Y, Lo: o.offLo.Y})
		c.pivot[2] = c.pivot[2].Add(num.DD{Hi: o.off.Z, Lo: o.offLo.Z})
		c.arm = Vec{}
	}
	c.lost = min(2, float64(c.rate.Hi*duration)*angleSlip)
	if c.plane && c.turns {
		c.tilt = turnSlip*unit + c.lost
	}
	c.size = num.RoundUp(c.arm.length() + o.radius)
	c.slip, c.blur = float64(restSlip*unit*o.radius), float64(c.lost*c.size)
	if c.turns {
		c.slip = float64(turnSlip * unit * (c.size + c.shift))
	}
	c.begin()
}

// hold makes c about the core of o.
func (c *course) hold(o *Object) {
	c.body = *o
	c.core.set(o, 1)
	c.core.inner = 0
	c.foot, c.tilt = Vec{}, 0
	if c.plane = o.kind == kindHalfSpace; c.plane {
		c.halfSpace()
	}
}

// share makes c turn and shift as w does.
func (c *course) share(w *course) {
	c.v = w.v
	c.turns, c.w, c.rate, c.axis, c.lost = w.turns, w.w, w.rate, w.axis, w.lost
	c.screw, c.chord, c.side, c.half, c.inverse, c.shift = w.screw, w.chord, w.side, w.half, w.inverse, w.shift
	if c.plane && c.turns {
		c.tilt = turnSlip*unit + c.lost
	}
}

// begin brings c to the start.
func (c *course) begin() {
	c.y, c.y1 = c.start.apply(c.arm), Vec{}
	c.set(0)
	w := c.rate.Hi
	c.jerk = float64(float64(float64(w*w)*c.y1.length()) * (1 + 0x1p-40))
}

// halfSpace makes c, which is a half-space, a point on its boundary with a normal.
func (c *course) halfSpace() {
	own := mat3{Vec{1, 0, 0}, Vec{0, 1, 0}, Vec{0, 0, 1}}
	n, offset := c.body.plane.face(&own)
	c.foot = n.Scale(offset)
	if c.body.pose.Rot != (Rot{}) || largest(n.abs()) != 1 {
		c.tilt = tiltSlip * unit
	}
}

// velocities sets c to a motion of NewMotion.
func (c *course) velocities(o *Object, m *Motion) {
	c.v = [3]num.DD{{Hi: m.linear.X}, {Hi: m.linear.Y}, {Hi: m.linear.Z}}
	if m.angular == (Vec{}) {
		return
	}
	c.turns = true
	c.w = m.angular
	c.axis, c.rate = c.w.Unit(), lengthWide(c.w)
	if e := m.center; e != (Vec{}) {
		hi, lo := o.pose.Rot.axes()
		for i, row := range [3][2]Vec{{hi.x, lo.x}, {hi.y, lo.y}, {hi.z, lo.z}} {
			s, r := rotate(row[0], row[1], e)
			c.pivot[i] = c.pivot[i].Add(num.DD{Hi: s, Lo: r})
		}
		c.arm = o.center.Sub(e)
	}
}

// lengthWide returns the length of w in double-double: one step of Newton's method from the double.
func lengthWide(w Vec) num.DD {
	x := w.normal()
	s := num.TwoProd(x.X, x.X).Add(num.TwoProd(x.Y, x.Y)).Add(num.TwoProd(x.Z, x.Z))
	r := math.Sqrt(s.Hi)
	rest := s.Sub(num.TwoProd(r, r))
	l := num.QuickTwoSum(r, rest.Hi/(2*r))
	switch big := largest(w.abs()); { // as normal does
	case big > 0x1p300:
		return l.Scale(0x1p600)
	case big < 0x1p-300:
		return l.Scale(0x1p-600)
	}
	return l
}

// poseToPose sets c to a motion of NewMotionTo.
func (c *course) poseToPose(m *Motion, duration float64) {
	inverse := num.DD{Hi: duration}.Reciprocal()
	p, q := m.from.Pos, m.to.Pos
	d := [3]num.DD{num.TwoSum(q.X, -p.X), num.TwoSum(q.Y, -p.Y), num.TwoSum(q.Z, -p.Z)}
	shift := Vec{d[0].Hi, d[1].Hi, d[2].Hi}
	axis, half := shorter(m.from.Rot, m.to.Rot)
	c.turns = half != 0
	c.axis = axis
	c.rate = num.DD{Hi: 2 * half}.Mul(inverse)
	c.w = c.axis.Scale(c.rate.Hi)
	if m.path != collide.Screw || !c.turns {
		c.v = [3]num.DD{d[0].Mul(inverse), d[1].Mul(inverse), d[2].Mul(inverse)}
		return
	}
	along := c.axis.Dot(shift)
	v := c.axis.Scale(float64(along / duration))
	c.v = [3]num.DD{{Hi: v.X}, {Hi: v.Y}, {Hi: v.Z}}
	c.screw = true
	c.shift = shift.length()
	c.chord = shift.Sub(c.axis.Scale(along))
	c.side = c.axis.Cross(c.chord)
	c.half = half
	_, sin := trig.CosSin(half)
	c.inverse = 1 / sin
}

// shorter returns the axis and half the angle of the turn from r to s the shorter way, which is not
// half a turn exactly. Rounded, the half may be above pi/2 by a few u.
func shorter(r, s Rot) (axis Vec, half float64) {
	if r == s {
		return Vec{0, 0, 1}, 0
	}
	x, y, z, w := s.Mul(r.Inverse()).quat()
	back := w < 0
	if math.Abs(w) < 0x1p-40 {
		back = nearerHalf(r, s) < 0
	}
	if back {
		x, y, z, w = -x, -y, -z, -w
	}
	v := Vec{x, y, z}
	return v.Unit(), trig.Atan2(v.length(), w)
}

// set brings c to the time t.
func (c *course) set(t float64) {
	if !c.turns {
		return
	}
	turn := exponential(c.axis, c.angle(t))
	turn.product(&c.start, &c.body.axes)
	c.y = c.body.axes.apply(c.arm)
	c.y1 = c.w.Cross(c.y)
	if c.screw {
		phi := c.rate.Times(t).Hi
		cos, sin := trig.Near(c.half - phi)
		k := float64(c.rate.Hi * 0.5 * c.inverse)
		c.y1 = c.y1.Add(c.chord.Scale(float64(k * cos)).Sub(c.side.Scale(float64(k * sin))))
	}
}

// phase is a cosine and a sine.
type phase struct{ cos, sin float64 }

// angle returns the cosine and sine of the turn until t, each within 3u and lost.
func (c *course) angle(t float64) phase {
	a := c.rate.Times(t)
	cos, sin := trig.NearSum(a.Hi, a.Lo)
	return phase{cos, sin}
}

// exponential returns the matrix of the turn about the unit vector a.
func exponential(a Vec, by phase) mat3 {
	v := 1 - by.cos
	xx, yy, zz := float64(a.X*a.X), float64(a.Y*a.Y), float64(a.Z*a.Z)
	xy, yz, zx := float64(float64(a.X*a.Y)*v), float64(float64(a.Y*a.Z)*v), float64(float64(a.Z*a.X)*v)
	x, y, z := float64(a.X*by.sin), float64(a.Y*by.sin), float64(a.Z*by.sin)
	return mat3{
		Vec{1 - float64(v*(yy+zz)), xy - z, zx + y},
		Vec{xy + z, 1 - float64(v*(zz+xx)), yz - x},
		Vec{zx - y, yz + x, 1 - float64(v*(xx+yy))},
	}
}

// rot returns the turn until t, rounded.
func (c *course) rot(t float64) Rot {
	if !c.turns {
		return Rot{}
	}
	a := c.rate.Times(t).Scale(0.5)
	cos, sin := trig.NearSum(a.Hi, a.Lo)
	v := c.axis.Scale(sin)
	return makeRot(v.X, v.Y, v.Z, cos)
}

// way returns how far a screw has moved the pivot across its axis until t.
func (c *course) way(t float64) Vec {
	if !c.screw {
		return Vec{}
	}
	phi := float64(c.rate.Times(t).Hi * 0.5)
	_, s := trig.Near(phi)
	cos, sin := trig.Near(c.half - phi)
	k := float64(s * c.inverse)
	return c.chord.Scale(float64(k * cos)).Sub(c.side.Scale(float64(k * sin)))
}

// place returns the place of the centre at t, the time last set, rounded.
func (c *course) place(t float64) Vec {
	rest := c.y.Add(c.way(t))
	return Vec{
		c.pivot[0].Add(c.v[0].Times(t)).Add(num.DD{Hi: rest.X}).Hi,
		c.pivot[1].Add(c.v[1].Times(t)).Add(num.DD{Hi: rest.Y}).Hi,
		c.pivot[2].Add(c.v[2].Times(t)).Add(num.DD{Hi: rest.Z}).Hi,
	}
}
