package world

import (
	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
)

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
	at           int32 // of the bulk: the normal, then the points
	n            int8
	form         form
	last         bool // of its record
	dropped      bool // by Keep
}

// bulk is what a slab has that only the next step reads.
type bulk struct {
	numbers []float64 // of the manifolds
	caches  []byte    // of the records that have one, each behind its length
}

// form says which numbers of a manifold's points a bulk holds. Of most manifolds one witness point
// of each two is, bit for bit, what beyond makes of the other one: it need not be kept.
type form uint8

const (
	placesA    form = iota // localA, localB, distance, pointA
	placesB                // localA, localB, distance, pointB
	placesBoth             // localA, localB, distance, pointA, pointB
)

// size returns how many numbers a point takes.
func (f form) size() int {
	if f == placesBoth {
		return 4*axes + 1
	}
	return 3*axes + 1
}

// point is a d2.ManifoldPoint without its ID, which the slab has.
type point struct {
	pointA, pointB, localA, localB d2.Vec
	distance                       float64
}

// beyond returns the point that lies d along the normal n from p.
func beyond(p, n d2.Vec, d float64) d2.Vec { return plusZero(p.Add(n.Scale(d))) }

// formOf returns the form in which no bit of the points of m is lost.
func formOf(m *d2.Manifold) form {
	a, b := true, true
	for i := range m.Points[:m.N] {
		p := &m.Points[i]
		a = a && same(p.PointB, beyond(p.PointA, m.Normal, p.Distance))
		b = b && same(p.PointA, beyond(p.PointB, m.Normal, -p.Distance))
	}
	switch {
	case a:
		return placesA
	case b:
		return placesB
	}
	return placesBoth
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
func (s *slab) cache(r *record, c *d2.Cache) {
	if !r.is(cacheBit) {
		return
	}
	b := s.bulk.caches[r.at:]
	if err := c.UnmarshalBinary(b[1 : 1+b[0]]); err != nil {
		panic(err) // these bytes were written here
	}
}

// keep appends a cache, and returns where it begins.
func (s *slab) keep(c *d2.Cache) int32 {
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
	b.numbers, b.caches = b.numbers[:0], b.caches[:0]
}

// grow gives b, which may be full, room for so many numbers and bytes of caches in all.
func (b *bulk) grow(numbers, caches int) {
	b.numbers, b.caches = roomy(b.numbers, numbers), roomy(b.caches, caches)
}

// roomy returns s with room for n in all, and a little more.
func roomy[T any](s []T, n int) []T {
	if cap(s) >= n {
		return s
	}
	return append(make([]T, 0, n+n/32), s...)
}

// add appends a manifold, which is the last one of its record so far.
func (s *slab) add(partA, partB int, m *d2.Manifold) *kept {
	f := formOf(m)
	k := s.open(kept{partA: int32(partA), partB: int32(partB), n: int8(m.N), form: f})
	s.addIDs(m)
	b := appendNumbers(s.numbers(f, m.N), m.Normal)
	for i := range m.Points[:m.N] {
		p := &m.Points[i]
		b = append(appendNumbers(appendNumbers(b, p.LocalA), p.LocalB), p.Distance)
		if f != placesB {
			b = appendNumbers(b, p.PointA)
		}
		if f != placesA {
			b = appendNumbers(b, p.PointB)
		}
	}
	s.bulk.numbers = b
	return k
}

// addIDs appends the IDs of the points of m, for which there is room.
func (s *slab) addIDs(m *d2.Manifold) {
	for i := range m.Points[:m.N] {
		s.ids = append(s.ids, m.Points[i].ID)
	}
}

// copy appends manifold i of another slab.
func (s *slab) copy(o *slab, i int32) {
	k := o.manifolds[i]
	n := axes + int(k.n)*k.form.size()
	from := o.bulk.numbers[k.at : int(k.at)+n]
	s.open(kept{partA: k.partA, partB: k.partB, n: k.n, form: k.form})
	s.ids = append(s.ids, o.idsOf(i)...)
	s.bulk.numbers = append(s.numbers(k.form, int(k.n)), from...)
}

// open appends a manifold whose points are still to come.
func (s *slab) open(k kept) *kept {
	k.first, k.at = int32(len(s.ids)), int32(len(s.bulk.numbers))
	s.manifolds = append(spare(s.manifolds, 1), k)
	s.ids = spare(s.ids, int(k.n))
	return &s.manifolds[len(s.manifolds)-1]
}

// numbers returns the numbers of the bulk with room for those of a manifold.
func (s *slab) numbers(f form, points int) []float64 {
	return spare(s.bulk.numbers, axes+points*f.size())
}

// normal returns the normal of a manifold.
func (s *slab) normal(k *kept) d2.Vec { return vecOf(s.bulk.numbers[k.at:]) }

// point returns point m of a manifold.
func (s *slab) point(k *kept, m int) point {
	b := s.bulk.numbers[int(k.at)+axes+m*k.form.size():]
	p := point{localA: vecOf(b), localB: vecOf(b[axes:]), distance: b[2*axes]}
	at := vecOf(b[2*axes+1:])
	switch k.form {
	case placesA:
		p.pointA, p.pointB = at, beyond(at, s.normal(k), p.distance)
	case placesB:
		p.pointA, p.pointB = beyond(at, s.normal(k), -p.distance), at
	case placesBoth:
		p.pointA, p.pointB = at, vecOf(b[3*axes+1:])
	}
	return p
}

// idsOf returns the IDs of the points of manifold i.
func (s *slab) idsOf(i int32) []collide.FeatureID {
	k := &s.manifolds[i]
	return s.ids[k.first : k.first+int32(k.n)]
}
