package d2

import (
	"math"
	"sync"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/exact"
	"github.com/collide-go/collide/internal/num"
)

// Durations outside of this range are refused.
const (
	minDuration = 1 / collide.MaxMagnitude
	maxDuration = collide.MaxMagnitude
)

// Motion is how a body moves. The zero Motion is a body at rest.
type Motion struct {
	linear  Vec
	angular float64
	center  Vec

	from, to Pose // where to is set
	path     collide.Path
	posed    bool // from pose to pose; the velocities are not used
}

// NewMotion returns the motion at constant velocities: linear in the world frame, angular
// counter-clockwise in radians per unit of time, about the point center of the body's own frame,
// which itself moves by linear. At the time t the body's point b is, exactly, at
//
//	turn(t angular) R (b - center) + p + R center + t linear
//
// for a body placed at p with the rotation R.
//
// Errors: collide.ErrNotFinite and collide.ErrOutOfRange.
func NewMotion(linear Vec, angular float64, center Vec) (Motion, error) {
	if err := checkVec("linear", linear); err != nil {
		return Motion{}, err
	}
	if err := num.CheckNumber("angular", angular); err != nil {
		return Motion{}, err
	}
	if err := checkVec("center", center); err != nil {
		return Motion{}, err
	}
	return Motion{linear: linear, angular: angular, center: center}, nil
}

// NewMotionTo returns the motion that takes a body from one pose to another in the time that a
// query gives it, along the path. It begins at from, wherever the body was placed, and ends at to,
// exactly. collide.Slerp moves the origin of the body's frame on a straight line and turns at a
// constant rate the shorter way; collide.Screw turns about a fixed point, the shorter way, or
// shifts where there is no turn.
//
// Errors: collide.ErrNotFinite and collide.ErrOutOfRange for a position; collide.ErrBadOption for a
// path that there is not; collide.ErrAmbiguousMotion for half a turn, which both ways are as short
// for: the cosine and sine of the turn are (-1, 0), exactly.
func NewMotionTo(from, to Pose, path collide.Path) (Motion, error) {
	if err := checkVec("from.p", from.Pos); err != nil {
		return Motion{}, err
	}
	if err := checkVec("to.p", to.Pos); err != nil {
		return Motion{}, err
	}
	if path > collide.Screw {
		return Motion{}, &collide.Error{Code: collide.ErrBadOption, Path: "path", Index: -1, Value: float64(path)}
	}
	if isHalfTurn(from.Rot, to.Rot) {
		return Motion{}, &collide.Error{Code: collide.ErrAmbiguousMotion, Path: "to", Index: -1}
	}
	return Motion{from: from, to: to, path: path, posed: true}, nil
}

// isHalfTurn reports whether the turn from r to s is half a turn, exactly.
func isHalfTurn(r, s Rot) bool {
	c0, s0 := r.cosSin()
	c1, s1 := s.cosSin()
	return float64(c0*c1)+float64(s0*s1) < 0 && acrossHalf(r, s) == 0
}

// acrossHalf returns the sign of the sine of the turn from r to s, exactly.
func acrossHalf(r, s Rot) int {
	c0, s0 := r.cosSin()
	c1, s1 := s.cosSin()
	return exact.Cross2D(0, 0, c0, s0, 0, 0, c1, s1)
}

// Velocities returns the velocities that NewMotion was given; ok is false for a motion of
// NewMotionTo.
func (m *Motion) Velocities() (linear Vec, angular float64, center Vec, ok bool) {
	return m.linear, m.angular, m.center, !m.posed
}

// Poses returns the poses and the path that NewMotionTo was given; ok is false for a motion of
// NewMotion.
func (m *Motion) Poses() (from, to Pose, path collide.Path, ok bool) {
	return m.from, m.to, m.path, m.posed
}

// Start returns the pose at which a body begins that was placed at p: p itself, but for a motion of
// NewMotionTo, which has a start of its own.
func (m *Motion) Start(p Pose) Pose {
	if m.posed {
		return m.from
	}
	return p
}

// At returns the pose at the time t of a body that was placed at p and moves for the duration,
// rounded: no point of the body is farther from where the motion has it, exactly, than 128u times
// its distance from the centre of the turn and 4u times the coordinates of its place, where u =
// 2^-53. t is brought into [0, duration], and in a motion of NewMotion into [0, 1e100], the longest
// that TimeOfImpact takes.
func (m *Motion) At(p Pose, t, duration float64) Pose {
	if !(t > 0) || !(duration > 0) {
		return m.Start(p)
	}
	if t >= duration {
		if m.posed {
			return m.to
		}
		t = duration
	}
	t, duration = m.inRange(t, duration)
	s := sights.Get().(*sight)
	defer sights.Put(s)
	s.course, s.from = course{}, origin
	s.from.set(m.Start(p))
	s.course.init(&s.from, m, duration)
	s.course.set(t)
	return Pose{s.course.place(t), s.course.rot(t).Mul(s.from.pose.Rot)}
}

// inRange returns t, of (0, duration], and duration such that no product of them with the motion's
// numbers is infinite: a motion of NewMotion ends at maxDuration, and of one between poses the
// share t / duration is kept, exactly but where it is below the least double.
func (m *Motion) inRange(t, duration float64) (float64, float64) {
	switch {
	case duration >= minDuration && duration <= maxDuration:
		return t, duration
	case !m.posed:
		return min(t, maxDuration), min(max(duration, minDuration), maxDuration)
	case duration > math.MaxFloat64:
		return 0, 1
	}
	f, e := math.Frexp(duration)
	return math.Ldexp(t, -e), f
}

// sight is the work space of At: a point that moves. It would be allocated otherwise.
type sight struct {
	course course
	from   Object
}

// sights holds the work spaces that are free.
var sights = sync.Pool{New: func() any { return new(sight) }}

// ImpactOptions say how long bodies move and what counts as contact. The zero value means a
// duration of 1 and closed sets.
type ImpactOptions struct {
	Duration  float64 // 0 means 1
	Deepening bool    // only contact that goes deeper than at the start counts: see TimeOfImpact
}

// Impact is the answer about two bodies that move.
//
// Hit: proved apart in [0, Lower), and in contact at some time of at most Upper. Miss: proved apart
// throughout. Unsure: proved apart in [0, Lower), no more; Upper is the duration.
//
// With ImpactOptions.Deepening "apart" and "in contact" mean a signed distance that is at least, or
// less than, what it was at the start, or 0 if that is less, less the tolerance.
type Impact struct {
	Verdict         collide.Verdict
	T, Lower, Upper float64 // T is Lower, the last time proved apart; all 0 for a miss
	Normal          Vec     // at T: unit, from A to B, world frame; zero for a miss
	PointA, PointB  Vec     // at T: witness points, world frame
	Separation      float64 // of an unsure verdict: an upper bound of the distance at Lower
	PartA, PartB    int     // of compounds: the parts that meet; -1 for other bodies, and for a miss
	// the edge of a chain, the cell of a grid: those that meet; -1 for other bodies, and for a miss
	TriangleA, TriangleB int
	Status               collide.Status
	Iterations           int // steps of the advancement
}
