package world

import (
	"math"

	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/internal/bvh"
)

// Clearance is how near two sets of bodies come to each other.
//
// A is of the first set and B of the second: the pair of the least Upper, of equal ones that of the
// lowest handles, A before B. Contact is what Distance answers about them: the witness points, the
// normal from A to B, and of compounds the parts. Lower and Upper are the bracket of the least
// signed distance of all pairs: no pair is nearer, or overlaps deeper, than Lower, and this one is
// as near as Upper.
type Clearance struct {
	A, B         Handle
	Lower, Upper float64
	Contact      d2.Contact
}

// clearer is the work space of Clearance.
type clearer struct {
	sides  [2]side
	search bvh.Closest[box]
	best   Clearance
	found  bool
}

// side is one of the two sets.
type side struct {
	ids   []int32 // the places of bodies with bounded boxes, in order
	boxes []box   // theirs
	wide  []int32 // the places of the others, as half-spaces
	tree  bvh.Tree[box]
}

// Clearance returns the least signed distance between the bodies that first says and those that
// second says; ok is false where they make no pair. A body of both makes no pair with itself. Pairs
// to ignore are left out; whom the filters of the bodies let touch does not matter.
//
// Cost: linear in the bodies, n log n in those of the sets, for two trees, and a Distance for each
// pair that boxes cannot tell to be farther apart than the nearest one; for half-spaces and their
// like one for each body of the other set.
func (w *World[T]) Clearance(first, second Who) (c Clearance, ok bool) {
	return w.clearance(&first, &second)
}

// clearance is Clearance: branch and bound on the pairs of nodes of two trees, those of the least
// bound first.
func (s *state) clearance(first, second *Who) (Clearance, bool) {
	t := &s.clear
	t.best, t.found = Clearance{Lower: math.Inf(1), Upper: math.Inf(1)}, false
	t.sides[0].gather(s, first)
	t.sides[1].gather(s, second)
	a, b := &t.sides[0], &t.sides[1]
	rot := [3][3]float64{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}
	t.search.Start(&a.tree, &b.tree, &rot, [3]float64{}, 0)
	for {
		i, j, _, ok := t.search.Next(t.best.Upper)
		if !ok {
			break
		}
		s.clearPair(a.ids[i], b.ids[j])
	}
	for _, i := range a.wide {
		for _, j := range b.ids {
			s.clearPair(i, j)
		}
		for _, j := range b.wide {
			s.clearPair(i, j)
		}
	}
	for _, i := range a.ids {
		for _, j := range b.wide {
			s.clearPair(i, j)
		}
	}
	t.best.Lower = min(t.best.Lower, t.best.Upper)
	return t.best, t.found
}

// gather makes d the bodies that a query looks at.
func (d *side) gather(s *state, who *Who) {
	d.ids, d.boxes, d.wide = d.ids[:0], d.boxes[:0], d.wide[:0]
	for i := range s.bodies {
		if !s.bodies[i].live || !s.sees(i, who) {
			continue
		}
		b := boxOf(s.bodies[i].object.AABB())
		bounded := true
		for _, x := range b {
			bounded = bounded && !math.IsInf(x, 0)
		}
		if bounded {
			d.ids, d.boxes = append(d.ids, int32(i)), append(d.boxes, b)
		} else {
			d.wide = append(d.wide, int32(i))
		}
	}
	d.tree.BuildQuick(d.boxes)
}

// clearPair asks about the bodies at places i, of the first set, and j, of the second.
func (s *state) clearPair(i, j int32) {
	if i == j {
		return
	}
	t := &s.clear
	a, b := s.handle(int(i)), s.handle(int(j))
	if len(s.ignored) > 0 && s.ignored[[2]Handle{min(a, b), max(a, b)}] {
		return
	}
	ct := s.query().Distance(&s.bodies[i].object, &s.bodies[j].object, nil)
	c := &t.best
	c.Lower = min(c.Lower, ct.Lower)
	if !t.found || ct.Upper < c.Upper || ct.Upper == c.Upper && (a < c.A || a == c.A && b < c.B) {
		c.A, c.B, c.Upper, c.Contact, t.found = a, b, ct.Upper, ct, true
	}
}
