package world

import (
	"iter"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
)

// State says what a Step found about a pair, or a manifold point, that it lists.
type State uint8

// The states. The zero value is Began.
const (
	Began State = iota // in contact now, and not after the last Step
	Stays              // in contact now and after the last Step
	Ended              // in contact after the last Step, and not now
	Near               // of pairs: apart, but as near as the World's margin
)

// String returns "began", "stays", "ended" or "near".
func (s State) String() string {
	switch s {
	case Stays:
		return "stays"
	case Ended:
		return "ended"
	case Near:
		return "near"
	case Began:
	}
	return "began"
}

// Pair is two bodies of a World as the last Step found them. In contact are pairs that touch,
// overlap, or cannot be told from those.
type Pair struct {
	A, B      Handle // A < B
	State     State
	Relation  collide.Relation // of an ended pair that was not asked about, as one whose body was removed: Apart
	Sensor    bool             // one of the bodies is a sensor
	Manifolds int              // how many there are
	at, old   int32            // the records of this step and the last one, or none
}

// Contact is one manifold of a pair: of two convex bodies the only one, of compounds one for each
// two parts in contact.
type Contact struct {
	PartA, PartB int // of compounds; -1 for other bodies
	Manifold     d2.Manifold
	States       [2]State // of the manifold's points: Began or Stays, by their IDs
}

// none is the index of no record.
const none = -1

// record is a pair whose boxes met in a step, kept for the next one.
type record struct {
	a, b     Handle
	relation collide.Relation
	contact  bool // in contact
	near     bool
	sensor   bool
	was      int32 // the record of the last step, or none
	slab     int32
	first    int32 // manifolds of the slab
	n        int32
	cache    d2.Cache
}

// before reports whether r comes before t in the order of pairs.
func (r *record) before(t *record) bool { return r.a < t.a || r.a == t.a && r.b < t.b }

// same reports whether r and t are of the same two bodies.
func (r *record) same(t *record) bool { return r.a == t.a && r.b == t.b }

// slab keeps the manifolds of one batch of records.
type slab struct {
	manifolds []kept
	points    []d2.ManifoldPoint
}

// kept is a manifold in a slab.
type kept struct {
	normal       d2.Vec
	partA, partB int32
	first, n     int32 // points of the slab
	dropped      bool  // by Keep
}

// reset empties s and keeps the memory.
func (s *slab) reset() { s.manifolds, s.points = s.manifolds[:0], s.points[:0] }

// add appends a manifold.
func (s *slab) add(partA, partB int, mf *d2.Manifold) {
	s.manifolds = append(s.manifolds, kept{
		normal: mf.Normal, partA: int32(partA), partB: int32(partB), first: int32(len(s.points)), n: int32(mf.N),
	})
	s.points = append(s.points, mf.Points[:mf.N]...)
}

// of returns the points of manifold i.
func (s *slab) of(i int32) []d2.ManifoldPoint {
	k := &s.manifolds[i]
	return s.points[k.first : k.first+k.n]
}

// Pairs returns all pairs that the last Step found in contact or near, and those that ended, in the
// order of A and then B. The loop must not change the World.
func (w *World[T]) Pairs() iter.Seq[Pair] { return w.step.all }

// Events is Pairs without those that stay and those that are near.
func (w *World[T]) Events() iter.Seq[Pair] { return w.step.events }

// Contacts returns the manifolds of a pair that Pairs or Events gave after the last Step, in the
// order of the parts. A pair of a sensor, one that is near and one that ended has none.
func (w *World[T]) Contacts(p Pair) iter.Seq[Contact] {
	return func(yield func(Contact) bool) { w.step.contacts(p, yield) }
}

// Lost returns the IDs of the points that a pair in contact had after the Step before the last one
// and has no more, each with its parts, in the order of the parts. Of an ended pair these are all
// it had.
func (w *World[T]) Lost(p Pair) iter.Seq[LostPoint] {
	return func(yield func(LostPoint) bool) { w.step.lost(p, yield) }
}

// LostPoint is a manifold point that ended.
type LostPoint struct {
	PartA, PartB int
	ID           collide.FeatureID
}
