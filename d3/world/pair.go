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
// two parts in contact, of surfaces one for each way out: see d3.Query.Manifolds.
type Contact struct {
	PartA, PartB int // of compounds; -1 for other bodies
	Manifold     d3.Manifold
	States       [4]State // of the manifold's points: Began or Stays, by their IDs
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
	n            int8
	last         bool // of its record
	dropped      bool // by Keep
}

// bulk is what a slab has that only the next step reads.
type bulk struct {
	normals []d3.Vec // of the manifolds
	points  []point
	caches  []byte // of the records that have one, each behind its length
}

// point is a d3.ManifoldPoint without its ID, which the slab has.
type point struct {
	pointA, pointB, localA, localB d3.Vec
	distance                       float64
}

// run returns the places of the manifolds of r: from first to before end.
func (s *slab) run(r *record) (first, end int32) {
	if !r.is(heldBit) {
		return 0, 0
	}
	end = r.at + 1
	for !s.manifolds[end-1].last {
		end++
	}
	return r.at, end
}

// cache sets c to the cache of r.
func (s *slab) cache(r *record, c *d3.Cache) {
	if !r.is(cacheBit) {
		return
	}
	b := s.bulk.caches[r.at:]
	if err := c.UnmarshalBinary(b[1 : 1+b[0]]); err != nil {
		panic(err) // these bytes were written here
	}
}

// keep appends a cache, and returns where it begins.
func (s *slab) keep(c *d3.Cache) int32 {
	b := spare(s.bulk.caches, cacheBytes)
	at := len(b)
	b, _ = c.AppendBinary(append(b, 0)) // there is no error
	b[at] = byte(len(b) - at - 1)
	s.bulk.caches = b
	return int32(at)
}

// cacheBytes is more than a cache takes.
const cacheBytes = 128

// reset makes s empty, with the memory of b.
func (s *slab) reset(b *bulk) {
	s.manifolds, s.ids, s.bulk = s.manifolds[:0], s.ids[:0], b
	b.normals, b.points, b.caches = b.normals[:0], b.points[:0], b.caches[:0]
}

// grow gives b, which may be full, room for so many normals, points and bytes of caches in all.
func (b *bulk) grow(normals, points, caches int) {
	b.normals, b.points = roomy(b.normals, normals), roomy(b.points, points)
	b.caches = roomy(b.caches, caches)
}

// roomy returns s with room for n in all, and a little more.
func roomy[T any](s []T, n int) []T {
	if cap(s) >= n {
		return s
	}
	return append(make([]T, 0, n+n/32), s...)
}

// add appends a manifold.
func (s *slab) add(partA, partB int, m *d3.Manifold) {
	points := m.Points[:m.N]
	s.open(partA, partB, m.Normal, len(points))
	for i := range points {
		p := &points[i]
		s.ids = append(s.ids, p.ID)
		s.bulk.points = append(s.bulk.points, point{p.PointA, p.PointB, p.LocalA, p.LocalB, p.Distance})
	}
}

// copy appends manifold i of another slab.
func (s *slab) copy(o *slab, i int32) {
	k := &o.manifolds[i]
	s.open(int(k.partA), int(k.partB), o.bulk.normals[i], int(k.n))
	s.ids = append(s.ids, o.idsOf(i)...)
	s.bulk.points = append(s.bulk.points, o.of(i)...)
}

// open appends a manifold whose points, so many, are still to come.
func (s *slab) open(partA, partB int, normal d3.Vec, points int) {
	k := kept{partA: int32(partA), partB: int32(partB), first: int32(len(s.ids)), n: int8(points)}
	s.manifolds = append(spare(s.manifolds, 1), k)
	s.bulk.normals = append(spare(s.bulk.normals, 1), normal)
	s.ids, s.bulk.points = spare(s.ids, points), spare(s.bulk.points, points)
}

// of returns the points of manifold i.
func (s *slab) of(i int32) []point {
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
