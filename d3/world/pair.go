package world

import (
	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d3"
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
	Manifold     d3.Manifold
	States       [4]State // of the manifold's points: Began or Stays, by their IDs
}

// none is the index of no record.
const none = -1

// record is a pair whose boxes met in a step, kept for the next one.
type record struct {
	a, b     Handle
	was      int32 // the record of the last step, or none
	slab     int32
	first    int32 // manifolds of the slab
	n        int32
	cache    int32 // of the slab, or none
	relation collide.Relation
	contact  bool // in contact
	near     bool
	sensor   bool
}

// before reports whether r comes before t in the order of pairs.
func (r *record) before(t *record) bool { return r.a < t.a || r.a == t.a && r.b < t.b }

// same reports whether r and t are of the same two bodies.
func (r *record) same(t *record) bool { return r.a == t.a && r.b == t.b }

// slab keeps what was found of one batch of records. Of the step before the last one there is no
// bulk any more.
type slab struct {
	manifolds []kept
	ids       []collide.FeatureID // of the points
	bulk      *bulk
	uses      int32 // records of the step under way that may still read the bulk
}

// kept is a manifold in a slab.
type kept struct {
	partA, partB int32
	first        int32 // points of the slab
	n            int16
	dropped      bool // by Keep
}

// bulk is what a slab has that only the next step reads.
type bulk struct {
	normals []d3.Vec // of the manifolds
	points  []d3.ManifoldPoint
	caches  []d3.Cache // of records that have one
}

// reset makes s empty, with the memory of b.
func (s *slab) reset(b *bulk) {
	s.manifolds, s.ids, s.bulk = s.manifolds[:0], s.ids[:0], b
	b.normals, b.points, b.caches = b.normals[:0], b.points[:0], b.caches[:0]
}

// grow gives b room for so many normals, points and caches.
func (b *bulk) grow(normals, points, caches int) {
	b.normals = spare(b.normals, normals-len(b.normals))
	b.points = spare(b.points, points-len(b.points))
	b.caches = spare(b.caches, caches-len(b.caches))
}

// add appends a manifold.
func (s *slab) add(partA, partB int, normal d3.Vec, points []d3.ManifoldPoint) {
	k := kept{partA: int32(partA), partB: int32(partB), first: int32(len(s.ids)), n: int16(len(points))}
	s.manifolds = append(spare(s.manifolds, 1), k)
	s.ids = spare(s.ids, len(points))
	for i := range points {
		s.ids = append(s.ids, points[i].ID)
	}
	s.bulk.normals = append(spare(s.bulk.normals, 1), normal)
	s.bulk.points = append(spare(s.bulk.points, len(points)), points...)
}

// of returns the points of manifold i.
func (s *slab) of(i int32) []d3.ManifoldPoint {
	k := &s.manifolds[i]
	return s.bulk.points[k.first : k.first+int32(k.n)]
}

// idsOf returns the IDs of the points of manifold i.
func (s *slab) idsOf(i int32) []collide.FeatureID {
	k := &s.manifolds[i]
	return s.ids[k.first : k.first+int32(k.n)]
}

// spare returns s with room for n more: an eighth of its length beyond that, where append would
// take as much again as it has.
func spare[T any](s []T, n int) []T {
	if cap(s)-len(s) >= n {
		return s
	}
	return append(make([]T, 0, len(s)+n+len(s)/8), s...)
}

// LostPoint is a manifold point that ended.
type LostPoint struct {
	PartA, PartB int
	ID           collide.FeatureID
}
