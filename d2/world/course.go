package world

import (
	"errors"
	"iter"
	"slices"
	"sync/atomic"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/internal/crew"
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
// or slides has no impact, and a point passes through surfaces, as d2.Query.CastShape says: give it
// a radius. Leave changes nothing in the list: impacts are those on the whole way of both.
func (w *World[T]) Impacts() iter.Seq[BodyImpact] {
	return func(yield func(BodyImpact) bool) { w.way.all(yield) } // a method value would be allocated
}

// course finds impacts, in these stages; the first and last run on the caller's goroutine, in the
// order of handles, the second on all workers.
//
//  1. The boxes of the ways of bodies that moved, and those of bodies at rest, tell which bodies
//     each fast body may meet. Kinds, filters and the caller's Take leave bodies out.
//  2. Workers ask about one fast body after the other. Each answer depends on the bodies alone.
//  3. The impacts are listed, and with Leave bodies go to theirs.
type course struct {
	list   []BodyImpact
	ways   boxTree
	boxes  []box // of the ways of bodies that moved
	movers []int32
	near   []int32 // bodies that a fast one may meet, those of each in the order of handles
	runs   []run

	rooms []room // of each worker
	crew  crew.Crew
	work  func(worker int) // made once
	next  atomic.Int64
}

// run is a fast body with those that it may meet, near[first:end], and what came of it.
type run struct {
	body, first, end int32
	best             BodyImpact // of no Body for none
}

// room is the work space of one worker.
type room struct {
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
	c.near, c.runs = c.near[:0], c.runs[:0]
	for k, i := range c.movers {
		if b := &s.bodies[i]; b.fast && !b.sensor {
			s.gather(i, c.boxes[k], opt.Take)
		}
	}
	s.meet()
	for k := range c.runs {
		if c.runs[k].best.Body != 0 {
			c.list = append(c.list, c.runs[k].best)
		}
	}
	if !opt.Leave {
		return
	}
	for k := range c.list {
		h := &c.list[k]
		b := s.find(h.Body)
		m := &c.rooms[0].motion[0] // not on the heap
		var begin d2.Pose
		*m, begin = s.motion(b)
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

// gather lists the bodies that the one at place i may meet on its way, which has a box.
func (s *state) gather(i int32, way box, take func(a, b Handle) bool) {
	c := &s.way
	first := len(c.near)
	c.near = c.ways.AppendWithin(c.near, way)
	for k, n := range c.near[first:] {
		c.near[first+k] = c.movers[n]
	}
	s.tree.boxes.EachWithin(way, func(id int32) bool {
		if !s.bodies[id].travels {
			c.near = append(c.near, id)
		}
		return true
	})
	slices.Sort(c.near[first:])
	end := first
	for _, j := range c.near[first:] {
		a, b := &s.bodies[i], &s.bodies[j]
		if j == i || b.sensor || !a.meets(b) {
			continue
		}
		pair := [2]Handle{s.handle(int(min(i, j))), s.handle(int(max(i, j)))}
		if len(s.ignored) > 0 && s.ignored[pair] || take != nil && !take(pair[0], pair[1]) {
			continue
		}
		c.near[end] = j
		end++
	}
	c.near = c.near[:end]
	c.runs = append(c.runs, run{body: i, first: int32(first), end: int32(end)})
}

// meet lets the workers find the impacts of all runs.
func (s *state) meet() {
	c := &s.way
	if c.work == nil {
		c.work, c.rooms = s.work, make([]room, len(s.step.queries))
	}
	c.next.Store(0)
	workers := min(len(c.rooms), len(c.runs))
	c.crew.Do(workers, workers, c.work)
}

// work finds impacts until no run is left.
func (s *state) work(worker int) {
	c := &s.way
	for {
		k := int(c.next.Add(1)) - 1
		if k >= len(c.runs) {
			return
		}
		s.impact(&c.runs[k], s.step.queries[worker], &c.rooms[worker])
	}
}

// impact finds the earliest impact of a run.
func (s *state) impact(r *run, q *d2.Query, at *room) {
	s.start(&s.bodies[r.body], at, 0)
	for _, j := range s.way.near[r.first:r.end] {
		s.start(&s.bodies[j], at, 1)
		im, err := q.TimeOfImpact(&at.bodies[0], &at.motion[0], &at.bodies[1], &at.motion[1],
			d2.ImpactOptions{Deepening: true})
		if err != nil || im.Verdict == collide.Miss {
			continue
		}
		if best := &r.best; best.Body == 0 || im.T < best.T {
			*best = BodyImpact{s.handle(int(r.body)), s.handle(int(j)), im}
		}
	}
}

// start sets body k of a room, the first or the second, to b where it begins, and its motion to
// that of b in this step.
func (s *state) start(b *body, at *room, k int) {
	m, begin := s.motion(b)
	at.motion[k], at.bodies[k] = m, b.object
	if b.travels {
		s.tree.must(at.bodies[k].Move(begin)) // it was there before
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
