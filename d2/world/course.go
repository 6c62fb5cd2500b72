package world

import (
	"errors"
	"iter"
	"slices"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
)

// BodyImpact is the first impact of a fast body on its way.
//
// A and the normal of the Impact are those of Body, B is Other. Of its verdicts only Hit and Unsure
// are listed: an Unsure one proves Body free of Other up to Lower, no more.
type BodyImpact struct {
	Body, Other Handle
	d2.Impact
}

// Impacts returns the impacts that the last Step found, in the order of Body: of each Fast body
// that was moved since the Step before, the earliest with any body that it may touch and that is no
// sensor, and of equal ones the one of the lowest handle.
//
// All bodies go from their poses after that Step (or Add) to the new ones in the time from 0 to 1,
// on a straight line and at a constant rate of turn, the shorter way (collide.Slerp); of half a
// turn, about the axis it has. Only contact that goes deeper than at the start counts: what rests
// or slides has no impact. Leave changes nothing in the list: impacts are those on the whole way of
// both.
func (w *World[T]) Impacts() iter.Seq[BodyImpact] { return w.way.all }

// course finds impacts.
type course struct {
	list   []BodyImpact
	ways   boxTree
	boxes  []box // of the ways of bodies that moved
	movers []int32
	near   []int32
	bodies [2]d2.Object // the fast one and the other, where they begin
	motion [2]d2.Motion
}

// all is Impacts.
func (c *course) all(yield func(BodyImpact) bool) {
	for i := range c.list {
		if !yield(c.list[i]) {
			return
		}
	}
}

// impacts lists the impacts of the step, and with opt.Leave moves bodies to theirs.
func (s *state) impacts(opt StepOptions) {
	c := &s.way
	c.list = c.list[:0]
	if !s.hurries() {
		return
	}
	s.tree.flush(s.bodies)
	c.boxes, c.movers = c.boxes[:0], c.movers[:0]
	for i := range s.bodies {
		if b := &s.bodies[i]; b.live && b.travels {
			c.movers = append(c.movers, int32(i))
			c.boxes = append(c.boxes, boxOf(around(b.object.AABB(), b.object.Pose(), b.from)))
		}
	}
	s.tree.must(c.ways.Build(c.boxes))
	for k, i := range c.movers {
		if b := &s.bodies[i]; b.fast && !b.sensor {
			s.impact(int(i), c.boxes[k], opt.Take)
		}
	}
	if !opt.Leave {
		return
	}
	for k := range c.list {
		h := &c.list[k]
		b := s.find(h.Body)
		m, begin := s.motion(b)
		pose := m.At(begin, h.T, 1)
		if err := b.object.Move(pose); err == nil {
			s.tree.move(h.Body.place())
		}
	}
}

// hurries reports whether a fast body moved.
func (s *state) hurries() bool {
	for i := range s.bodies {
		if b := &s.bodies[i]; b.live && b.fast && b.travels {
			return true
		}
	}
	return false
}

// impact lists the earliest impact of the body at place i, whose way has a box.
func (s *state) impact(i int, way box, take func(a, b Handle) bool) {
	c, q := &s.way, s.step.queries[0]
	a := &s.bodies[i]
	c.near = c.ways.AppendWithin(c.near[:0], way)
	for k, n := range c.near {
		c.near[k] = c.movers[n]
	}
	s.tree.boxes.EachWithin(way, func(id int32) bool {
		if !s.bodies[id].travels {
			c.near = append(c.near, id)
		}
		return true
	})
	slices.Sort(c.near)
	s.start(a, 0)
	best := BodyImpact{}
	for _, j := range c.near {
		b := &s.bodies[j]
		if int(j) == i || b.sensor || !a.filter.allows(&b.filter) {
			continue
		}
		pair := [2]Handle{s.handle(min(i, int(j))), s.handle(max(i, int(j)))}
		if len(s.ignored) > 0 && s.ignored[pair] || take != nil && !take(pair[0], pair[1]) {
			continue
		}
		s.start(b, 1)
		im, err := q.TimeOfImpact(&c.bodies[0], &c.motion[0], &c.bodies[1], &c.motion[1], d2.ImpactOptions{Deepening: true})
		if err != nil || im.Verdict == collide.Miss {
			continue
		}
		if best.Body == 0 || im.T < best.T {
			best = BodyImpact{s.handle(i), s.handle(int(j)), im}
		}
	}
	if best.Body != 0 {
		c.list = append(c.list, best)
	}
}

// start sets body k of the course, the first or the second, to b where it begins, and its motion to
// that of b in this step.
func (s *state) start(b *body, k int) {
	c := &s.way
	m, begin := s.motion(b)
	c.motion[k], c.bodies[k] = m, b.object
	if b.travels {
		s.tree.must(c.bodies[k].Move(begin)) // it was there before
	}
}

// motion returns the motion of b in this step and the pose where it begins.
func (s *state) motion(b *body) (d2.Motion, d2.Pose) {
	if !b.travels {
		return d2.Motion{}, b.object.Pose()
	}
	end := b.object.Pose()
	m, err := d2.NewMotionTo(b.from, end, collide.Slerp)
	if errors.Is(err, collide.ErrAmbiguousMotion) {
		m, err = halfTurn(b.from, end)
	}
	s.tree.must(err) // both poses are those of an Object
	return m, b.from
}
