package scene

import (
	"math"

	"github.com/collide-go/collide"
)

// way is how the pivot of a moving body goes, the point that the body turns about: on a straight
// line from its start to its end, no farther from it than bulge.
type way struct {
	start, end [3]float64
	bulge      float64
	turns      bool // the body turns, by whatever angles
}

// way returns how the pivot of a body goes.
func (m *Motion) way(b *Body, duration float64) (w way) {
	if b.Dim == 2 {
		if from, to, path, ok := m.M2.Poses(); ok {
			return poseToPose(of2(from.Pos), of2(to.Pos), path)
		}
		linear, angular, center, _ := m.M2.Velocities()
		w = way{start: of2(b.O2.Pose().Apply(center)), turns: angular != 0}
		w.end = of2(vec2(w.start).Add(linear.Scale(duration)))
		return w
	}
	if from, to, path, ok := m.M3.Poses(); ok {
		return poseToPose(of3(from.Pos), of3(to.Pos), path)
	}
	linear, angular, center, _ := m.M3.Velocities()
	w = way{start: of3(b.O3.Pose().Apply(center)), turns: of3(angular) != [3]float64{}}
	w.end = of3(vec3(w.start).Add(linear.Scale(duration)))
	return w
}

// poseToPose returns the way from pose to pose; the pivot is the position. That of a screw is on an
// arc of at most half a turn, seen along the axis, so in the ball about the middle whose diameter
// is the distance.
func poseToPose(from, to [3]float64, path collide.Path) way {
	w := way{start: from, end: to, turns: true}
	if path == collide.Screw {
		w.bulge = length([3]float64{to[0] - from[0], to[1] - from[1], to[2] - from[2]}) / 2
	}
	return w
}

// length returns the length of a vector, whose squares may leave the range of doubles.
func length(v [3]float64) float64 {
	_, e := math.Frexp(max(math.Abs(v[0]), math.Abs(v[1]), math.Abs(v[2])))
	sum := 0.0
	for _, x := range v {
		x = math.Ldexp(x, -e)
		sum += float64(x * x)
	}
	return math.Ldexp(math.Sqrt(sum), e)
}

// sweptSlack is what rounding may take from a box, in units of the coordinates that it was made of:
// some ten operations, each off by 2^-53.
const sweptSlack = 0x1p-48

// sweptBox returns a box that holds the body b, which moves for the duration, all the time.
func (m *Motion) sweptBox(b *Body, duration float64) (lo, hi [3]float64) {
	lo, hi = b.AABB()
	if m.Rest() {
		return lo, hi
	}
	w := m.way(b, duration)
	var far [3]float64 // how far the body reaches from the pivot along each axis
	for k := range lo {
		far[k] = max(math.Abs(lo[k]-w.start[k]), math.Abs(hi[k]-w.start[k]))
	}
	radius := length(far) + w.bulge // of a ball about the pivot that holds the body
	for k := range lo {
		from, to := w.start[k], w.end[k]
		slack := float64(sweptSlack * (math.Abs(from) + math.Abs(to) + radius))
		if w.turns {
			lo[k], hi[k] = min(from, to)-radius, max(from, to)+radius
		} else {
			lo[k], hi[k] = lo[k]+min(to-from, 0), hi[k]+max(to-from, 0)
		}
		lo[k], hi[k] = lo[k]-slack, hi[k]+slack
	}
	return lo, hi
}
