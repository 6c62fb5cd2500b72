package world

import (
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
// two parts in contact, of surfaces one for each way out: see d2.Query.Manifolds.
type Contact struct {
	PartA, PartB int // of compounds; -1 for other bodies
	Manifold     d2.Manifold
	States       [2]State // of the manifold's points: Began or Stays, by their IDs
}

// none is the index of no record.
const none = -1

// record is a pair whose boxes met in a step, kept for the next one: 16 bytes.
type record struct {
	a, b int32  // the places of the bodies; the step knows their generations
	at   int32  // the first manifold in the slab, or where the cache begins; see is. Until answered: was
	word uint32 // what is known of the pair, below its slab
}

// was returns the record of the last step, or none, of a record that is not answered yet.
func (r *record) was() int32 { return r.at }

// The bits of a word, above those of the relation. A record has manifolds, a cache, or neither.
const (
	relationBits = 3
	nearBit      = 1 << 2
	sensorBit    = 1 << 3 // one of the bodies is a sensor
	heldBit      = 1 << 4 // it has manifolds
	cacheBit     = 1 << 5 // it has a cache
	slabShift    = 6
)

// relation returns the relation of the bodies: of a pair in contact not Apart.
func (r *record) relation() collide.Relation { return collide.Relation(r.word & relationBits) }

// contact reports whether the bodies are in contact.
func (r *record) contact() bool { return r.word&relationBits != uint32(collide.Apart) }

// is reports whether a bit is set.
func (r *record) is(bit uint32) bool { return r.word&bit != 0 }

// slab returns which slab has what was found of the pair.
func (r *record) slab() int32 { return int32(r.word >> slabShift) }

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
