package d2

import (
	"math"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/num"
	"github.com/collide-go/collide/internal/trig"
)

// course is a body on its way. All motions have one form: the body turns by the angle t w about a
// pivot that moves at a constant velocity, and of a screw besides on a circle. Its centre is at
//
//	pivot + t v + way(t) + R(t) arm,    R(t) = turn(t w) R0,
//
// where way is zero except for a screw. docs/math/toi.md derives how far set may be off.
type course struct {
	from   *Object // where it begins
	motion Motion
	body   Object // the same about its centre, with the rotation at the time last set
	core   body   // its core, in the caller's unit

	start mat2      // R0
	pivot [2]num.DD // at the start, world frame
	v     [2]num.DD // of the pivot
	arm   Vec       // from the pivot to the body's centre, in its own frame

	turns bool    // w is not zero
	w     float64 // angular velocity, counter-clockwise
	rate  num.DD  // the same

	screw   bool
	chord   Vec     // of a screw: its shift
	side    Vec     // the same turned by a quarter
	half    float64 // half the whole turn
	inverse float64 // 1 / sin half

	shift float64 // of a screw: the length of its shift
	size  float64 // no core point is farther from the pivot
	slip  float64 // no core point is farther than this from where the motion has it

	plane bool    // a half-space
	foot  Vec     // its boundary's point nearest the origin, own frame
	tilt  float64 // of a half-space: how far its normal may be off

	jerk float64 // bound of the third derivative of the centre's place

	y  Vec // R(t) arm, at the time last set
	y1 Vec // how fast the centre moves besides v
}

// init sets c to the body o, at its pose, with the motion m over the duration.
func (c *course) init(o *Object, m *Motion, duration float64) {
	c.hold(o)
	c.from, c.motion = o, *m
	c.start = o.axes()
	c.turns, c.screw, c.shift = false, false, 0
	c.w, c.rate = 0, num.DD{}
	c.y1 = Vec{}
	p := o.pose.Pos
	c.pivot = [2]num.DD{{Hi: p.X}, {Hi: p.Y}}
	c.arm = o.center
	if m.posed {
		c.poseToPose(m, duration)
	} else {
		c.velocities(o, m)
	}
	if !c.turns { // the whole place of the centre, in double-double
		c.pivot = [2]num.DD{{Hi: p.X}, {Hi: p.Y}}
		c.pivot[0] = c.pivot[0].Add(num.DD{Hi: o.off.X, Lo: o.offLo.X})
		c.pivot[1] = c.pivot[1].Add(num.DD{Hi: o.off.Y, Lo: o.offLo.Y})
		c.arm = Vec{}
	}
	if c.plane && c.turns {
		c.tilt = turnSlip * unit
	}
	c.size = num.RoundUp(c.arm.length() + o.radius)
	c.slip = float64(restSlip * unit * o.radius)
	if c.turns {
		c.slip = float64(turnSlip * unit * (c.size + c.shift))
	}
	c.begin()
}

// hold makes c about the core of o.
func (c *course) hold(o *Object) {
	c.body = *o
	c.core.fill(&c.body, 1)
	c.foot, c.tilt = Vec{}, 0
	if c.plane = o.kind == kindHalfSpace; c.plane {
		c.halfSpace()
	}
}

// share makes c turn and shift as w does.
func (c *course) share(w *course) {
	c.v = w.v
	c.turns, c.w, c.rate = w.turns, w.w, w.rate
	c.screw, c.chord, c.side, c.half, c.inverse, c.shift = w.screw, w.chord, w.side, w.half, w.inverse, w.shift
	if c.plane && c.turns {
		c.tilt = turnSlip * unit
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
	n, offset := c.body.plane.face(mat2{c: 1})
	c.foot = n.Scale(offset)
	if c.body.pose.Rot != (Rot{}) || largest(n.abs()) != 1 {
		c.tilt = tiltSlip * unit
	}
}

// velocities sets c to a motion of NewMotion.
func (c *course) velocities(o *Object, m *Motion) {
	c.v = [2]num.DD{{Hi: m.linear.X}, {Hi: m.linear.Y}}
	if m.angular == 0 {
		return
	}
	c.turns = true
	c.w, c.rate = m.angular, num.DD{Hi: m.angular}
	if e := m.center; e != (Vec{}) {
		r := c.start
		for i, row := range [2]Vec{{r.c, -r.s}, {r.s, r.c}} {
			s, rest := rotate(row, e)
			c.pivot[i] = c.pivot[i].Add(num.DD{Hi: s, Lo: rest})
		}
		c.arm = o.center.Sub(e)
	}
}

// poseToPose sets c to a motion of NewMotionTo.
func (c *course) poseToPose(m *Motion, duration float64) {
	inverse := num.DD{Hi: duration}.Reciprocal()
	p, q := m.from.Pos, m.to.Pos
	d := [2]num.DD{num.TwoSum(q.X, -p.X), num.TwoSum(q.Y, -p.Y)}
	angle := shorter(m.from.Rot, m.to.Rot)
	c.turns = angle != 0
	c.rate = num.DD{Hi: angle}.Mul(inverse)
	c.w = c.rate.Hi
	if m.path != collide.Screw || !c.turns {
		c.v = [2]num.DD{d[0].Mul(inverse), d[1].Mul(inverse)}
		return
	}
	c.v = [2]num.DD{}
	c.screw = true
	c.chord = Vec{d[0].Hi, d[1].Hi}
	c.shift = c.chord.length()
	c.side = c.chord.perp()
	c.half = float64(0.5 * angle)
	_, sin := trig.CosSin(c.half)
	c.inverse = 1 / sin
}

// shorter returns the angle of the turn from r to s the shorter way, which is not half a turn
// exactly.
func shorter(r, s Rot) float64 {
	if r == s {
		return 0
	}
	c0, s0 := r.cosSin()
	c1, s1 := s.cosSin()
	sin := num.TwoProd(c0, s1).Sub(num.TwoProd(s0, c1)).Hi
	cos := num.TwoProd(c0, c1).Add(num.TwoProd(s0, s1)).Hi
	if cos < 0 && math.Abs(sin) < 0x1p-40 {
		sin = math.Copysign(sin, float64(acrossHalf(r, s)))
	}
	return trig.Atan2(sin, cos)
}

// set brings c to the time t.
func (c *course) set(t float64) {
	if !c.turns {
		return
	}
	r := c.start.apply(c.angle(t))
	c.body.c, c.body.s = r.X, r.Y
	c.y = c.body.axes().apply(c.arm)
	c.y1 = c.y.perp().Scale(c.w)
	if c.screw {
		phi := c.rate.Times(t).Hi
		cos, sin := trig.Near(c.half - phi)
		k := float64(float64(c.rate.Hi*0.5) * c.inverse)
		c.y1 = c.y1.Add(c.chord.Scale(float64(k * cos)).Sub(c.side.Scale(float64(k * sin))))
	}
}

// angle returns the cosine and sine of the turn until t, each within 3u.
func (c *course) angle(t float64) Vec {
	a := c.rate.Times(t)
	cos, sin := trig.NearSum(a.Hi, a.Lo)
	return Vec{cos, sin}
}

// rot returns the turn until t, rounded.
func (c *course) rot(t float64) Rot {
	if !c.turns {
		return Rot{}
	}
	r := c.angle(t)
	return makeRot(trig.Unit(r.X, r.Y))
}

// way returns how far a screw has moved the pivot until t.
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
	}
}
