package scene

import (
	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/d3"
)

// Motion is how a body of either dimension moves: M2 in the plane, M3 in space. The zero value is a
// body at rest.
type Motion struct {
	M2 d2.Motion
	M3 d3.Motion
}

// Rest reports whether the body does not move.
func (m *Motion) Rest() bool { return *m == Motion{} }

// At returns the body b, which moves for the duration, where it is at the time t. The error is that
// of Move, for a place beyond the range of numbers.
func (m *Motion) At(b *Body, t, duration float64) (Body, error) {
	c := *b
	var err error
	if b.Dim == 2 {
		err = c.O2.Move(m.M2.At(b.O2.Pose(), t, duration))
	} else {
		err = c.O3.Move(m.M3.At(b.O3.Pose(), t, duration))
	}
	return c, err
}

var (
	keysMotion = []string{"linear", "angular", "center", "to", "path"}
	paths      = []string{collide.Slerp.String(), collide.Screw.String()}
)

// motion returns the motion at node i, of the body b of the dimension; for 0 it is at rest.
func (d *Decoder) motion(i int32, dim int, b *Body) (m Motion) {
	if i == 0 {
		return m
	}
	t := &d.tree
	since := t.here()
	f := t.open(i, keysMotion)
	for _, key := range keysMotion[:3] {
		if f.get("to") != 0 && f.get(key) != 0 {
			f.conflict(key, "a motion has velocities, or a pose that it leads to, not both")
		}
	}
	if c := f.get("path"); c != 0 && f.get("to") == 0 {
		f.fail(&Error{
			Line: int(t.nodes[c].keyLine), Path: "path", Code: ErrUnknownField,
			Message: "a path goes with the pose that it leads to, which is missing: to",
		})
	}
	path := collide.Path(f.word("path", paths))
	var err error
	if dim == 2 {
		m.M2, err = f.motion2(d, b.O2.Pose(), path)
	} else {
		m.M3, err = f.motion3(d, b.O3.Pose(), path)
	}
	if err != nil && t.clean(since) {
		t.report(t.refused(err, i))
	}
	t.under(since, "motion")
	return m
}

// motion2 returns the motion of a body of the plane at the given pose.
func (f *fields) motion2(d *Decoder, at d2.Pose, path collide.Path) (d2.Motion, error) {
	linear, angular, center := f.vec2("linear"), f.number("angular"), f.vec2("center")
	if to := f.get("to"); to != 0 {
		since := f.t.here()
		end := d.pose2(to)
		f.t.under(since, "to")
		return d2.NewMotionTo(at, end, path)
	}
	return d2.NewMotion(linear, angular, center)
}

// motion3 returns the motion of a body of space at the given pose.
func (f *fields) motion3(d *Decoder, at d3.Pose, path collide.Path) (d3.Motion, error) {
	linear, angular, center := f.vec3("linear"), f.vec3("angular"), f.vec3("center")
	if to := f.get("to"); to != 0 {
		since := f.t.here()
		end := d.pose3(to)
		f.t.under(since, "to")
		return d3.NewMotionTo(at, end, path)
	}
	return d3.NewMotion(linear, angular, center)
}
