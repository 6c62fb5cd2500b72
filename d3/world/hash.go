package world

import (
	"math"
)

// Hash returns a hash of w: of its bodies by their handles (pose, box, kind and filter, where each
// was after the last Step) and the pairs to ignore, and of all that the last Step found (pairs,
// states, manifolds with their IDs, lost points, impacts). Worlds that answer alike have equal
// hashes, on every platform and any number of cores, whatever moves, removals and queries brought
// them there. Values are not in it, nor are shapes but for their boxes.
//
// It serves to find where two runs part; it is no defence against one who wants two Worlds to look
// alike. Cost: linear in bodies and pairs.
func (w *World[T]) Hash() uint64 {
	var h hasher
	h.state(&w.state)
	return h.sum
}

// hasher mixes words: each step is one to one in the word and in the sum before it.
type hasher struct{ sum uint64 }

// word takes in a word.
func (h *hasher) word(x uint64) {
	h.sum = (h.sum ^ x) * 0x9e3779b97f4a7c15 // odd; 2^64 over the golden ratio
	h.sum ^= h.sum >> 32
}

// float takes in a double; -0 counts as 0.
func (h *hasher) float(x float64) { h.word(math.Float64bits(x + 0)) }

// int takes in a whole number.
func (h *hasher) int(x int) { h.word(uint64(x)) }

// state takes in a World without its values.
func (h *hasher) state(s *state) {
	h.int(s.count)
	for i := range s.bodies {
		if s.bodies[i].live {
			h.body(s, i)
		}
	}
	ignored := uint64(0) // the same in every order
	for p := range s.ignored {
		q := hasher{}
		q.word(uint64(p[0]))
		q.word(uint64(p[1]))
		ignored += q.sum
	}
	h.word(ignored)
	t := &s.step
	h.int(len(t.listed))
	for _, e := range t.listed {
		h.pair(t, t.pair(e))
	}
	h.int(len(s.way.list))
	for i := range s.way.list {
		h.impact(&s.way.list[i])
	}
}

// body takes in the body at place i.
func (h *hasher) body(s *state, i int) {
	b := &s.bodies[i]
	pose := b.object.Pose()
	h.word(uint64(s.handle(i)))
	h.word(uint64(b.flags() &^ bodyTravels))
	h.pose(&pose)
	if b.travels {
		h.pose(&b.from)
	}
	box := b.object.AABB()
	h.vec(box.Min)
	h.vec(box.Max)
	if b.filter != anyFilter {
		h.word(b.filter.Category)
		h.word(b.filter.Mask)
		h.int(int(b.filter.Group))
	}
}

// pair takes in a pair of the list, with its manifolds and the points it lost.
func (h *hasher) pair(t *stepper, p Pair) {
	h.word(uint64(p.A))
	h.word(uint64(p.B))
	h.word(uint64(p.State)<<16 | uint64(p.Relation)<<8 | uint64(bit(p.Sensor, 1)))
	h.int(p.Manifolds)
	t.contacts(p, func(c Contact) bool {
		h.int(c.PartA)
		h.int(c.PartB)
		h.vec(c.Manifold.Normal)
		for i, m := range c.Manifold.Points[:c.Manifold.N] {
			h.word(uint64(m.ID))
			h.word(uint64(c.States[i]))
			h.vec(m.PointA)
			h.vec(m.PointB)
			h.vec(m.LocalA)
			h.vec(m.LocalB)
			h.float(m.Distance)
		}
		return true
	})
	t.lost(p, func(l LostPoint) bool {
		h.int(l.PartA)
		h.int(l.PartB)
		h.word(uint64(l.ID))
		return true
	})
}

// impact takes in an impact.
func (h *hasher) impact(m *BodyImpact) {
	h.word(uint64(m.Body))
	h.word(uint64(m.Other))
	h.word(uint64(m.Verdict)<<8 | uint64(m.Status))
	for _, x := range [...]float64{m.T, m.Lower, m.Upper, m.Separation} {
		h.float(x)
	}
	h.vec(m.Normal)
	h.vec(m.PointA)
	h.vec(m.PointB)
	h.int(m.PartA)
	h.int(m.PartB)
	if m.TriangleA >= 0 || m.TriangleB >= 0 {
		h.int(m.TriangleA)
		h.int(m.TriangleB)
	}
	h.int(m.Iterations)
}
