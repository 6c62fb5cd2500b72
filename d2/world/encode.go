package world

import (
	"cmp"
	"io"
	"maps"
	"slices"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/internal/wire"
)

// The binary form of a World, version 1. Whole numbers take as many bytes as they need
// (encoding/binary's varints), doubles are their bits, little-endian; no number is rounded.
//
//	beginning   "collide-world", 's', the version, the dimension
//	options     margin, tolerance, bits: 1 values are kept, 2 parts are joined
//	shapes      each once, those that others are made of before them
//	bodies      of each place: what it is, its generation; of a body its shape, pose, value
//	ignored     pairs of handles, in order
//	last steps  records of the step before the last one, whose points are their IDs alone, and of
//	            the last one with caches and manifolds; the impacts
//	checksum    CRC-32 (IEEE) of all that
//
// What a World works out by itself is not there: trees, boxes, the list of pairs.

// FormatError says what is wrong with a snapshot or a journal: the Code is one of the errors of
// this package, Offset the byte, counted from 0, Message what is there and what to do. errors.Is
// finds the Code and the cause.
type FormatError = wire.Error

// The codes of a FormatError.
var (
	ErrFormat    = wire.ErrFormat    // no file of this kind or dimension
	ErrVersion   = wire.ErrVersion   // of a later version of the format
	ErrDamaged   = wire.ErrDamaged   // changed since it was written
	ErrTruncated = wire.ErrTruncated // it ends too early, or could not be read
	ErrTooLarge  = wire.ErrTooLarge  // Codec.MaxMemory
)

// DefaultMaxMemory is how much memory a file may take where its Codec does not say.
const DefaultMaxMemory = 1 << 30

// Codec tells how what belongs to the user is written and read, and how much a file may take. The
// zero value will do for a World with shapes of package d2 alone whose values need not be kept.
type Codec[T any] struct {
	// AppendValue appends the bytes of a body's value. Where it is nil, no values are written, and
	// those of a World that is read are zero.
	AppendValue func(b []byte, value *T) ([]byte, error)

	// Value returns the value of which AppendValue wrote data, which it must not keep. Where it is
	// nil, the values of a file are passed over, and are zero.
	Value func(data []byte) (T, error)

	// AppendShape and Shape do the same for shapes of the user's own. Where they are nil, a World
	// with such a shape cannot be written, or not read.
	AppendShape func(b []byte, s d2.Convex) ([]byte, error)
	Shape       func(data []byte) (d2.Convex, error)

	// MaxMemory is how many bytes of memory, about, what is read may take; 0 means
	// DefaultMaxMemory. A body takes some 1000, and 1000 for each pair that it is in.
	MaxMemory int64

	// Workers is Options.Workers of a World that is read: nothing about the computer is in a file.
	Workers int
}

// Encode writes all of w to out, such that Decode gives a World that answers all that follows with
// the same bits: bodies with their handles, which of them moved since the last Step, what that Step
// found, and which handles are used up. Shapes that bodies share are written once.
//
// The same World gives the same bytes on every platform, whatever the number of cores.
//
// Errors: those of out and of the Codec, and ErrOwnShape.
func (w *World[T]) Encode(out io.Writer, c *Codec[T]) error {
	o := wire.NewWriter(out)
	o.Write(wire.AppendHead(nil, wire.Snapshot, dim))
	w.encode(o, newShapeTable(c.AppendShape), c, nil)
	return o.Flush()
}

// encode writes w without the beginning of a file. The shapes go to a table that is empty, those of
// first, with their places as numbers, before others.
func (w *World[T]) encode(o *wire.Writer, shapes *shapeTable, c *Codec[T], first []d2.Object) {
	var value func(b []byte, i int) ([]byte, error)
	if c.AppendValue != nil {
		value = func(b []byte, i int) ([]byte, error) { return c.AppendValue(b, &w.values[i]) }
	}
	e := encoder{o: o, shapes: shapes, first: first, value: value}
	e.state(&w.state)
	o.Seal()
}

// encoder writes a state.
type encoder struct {
	o      *wire.Writer
	shapes *shapeTable
	first  []d2.Object
	value  func(b []byte, i int) ([]byte, error) // nil: no values
	b, v   []byte
}

// flush writes what is in the buffer.
func (e *encoder) flush() {
	e.o.Write(e.b)
	e.b = e.b[:0]
}

// state writes s.
func (e *encoder) state(s *state) {
	e.b = wire.AppendFloat(wire.AppendFloat(e.b, s.opt.Margin), s.opt.Tolerance)
	e.b = append(e.b, bit(e.value != nil, 1)|bit(s.opt.Joined, 2))
	var defs [][]byte
	e.shapes.out = func(def []byte) { defs = append(defs, slices.Clone(def)) }
	for i := range e.first {
		if err := e.shapes.next(e.first[i].Shape()); err != nil {
			e.o.Fail(err)
			return
		}
	}
	for i := range s.bodies {
		if b := &s.bodies[i]; b.live {
			if _, err := e.shapes.id(b.object.Shape()); err != nil {
				e.o.Fail(bodyError(s.handle(i), err))
				return
			}
		}
	}
	e.b = wire.AppendUint(e.b, uint64(len(defs)))
	for _, def := range defs {
		e.b = append(e.b, def...)
		e.flush()
	}
	e.b = wire.AppendUint(e.b, uint64(len(s.bodies)))
	for i := range s.bodies {
		e.body(s, i)
	}
	e.b = wire.AppendUint(e.b, uint64(len(s.ignored)))
	for _, p := range slices.SortedFunc(maps.Keys(s.ignored), compareHandles) {
		e.b = appendHandle(appendHandle(e.b, p[0]), p[1])
	}
	t := &s.step
	e.records(t.old, t.oldSlabs, t.oldBorn, false)
	e.records(t.records, t.slabs, t.born, true)
	e.b = wire.AppendUint(e.b, uint64(len(s.way.list)))
	for i := range s.way.list {
		e.b = appendImpact(e.b, &s.way.list[i])
	}
	e.flush()
}

// compareHandles is the order of pairs of handles.
func compareHandles(p, q [2]Handle) int {
	return cmp.Or(cmp.Compare(p[0], q[0]), cmp.Compare(p[1], q[1]))
}

// body writes the body at place i.
func (e *encoder) body(s *state, i int) {
	b := &s.bodies[i]
	if !b.live {
		e.b = wire.AppendUint(append(e.b, 0), uint64(b.generation))
		e.flush()
		return
	}
	e.b = wire.AppendUint(append(e.b, b.flags()), uint64(b.generation))
	id, _ := e.shapes.id(b.object.Shape()) // it is known
	e.b = appendPose(wire.AppendUint(e.b, uint64(id)), b.object.Pose())
	if b.travels {
		e.b = appendPose(e.b, b.from)
	}
	if b.filter != anyFilter {
		e.b = appendFilter(e.b, b.filter)
	}
	if e.value != nil {
		var err error
		if e.v, err = e.value(e.v[:0], i); err != nil {
			e.o.Fail(bodyError(s.handle(i), err))
		}
		e.b = wire.AppendBytes(e.b, e.v)
	}
	e.flush()
}

// appendFilter appends a filter.
func appendFilter(b []byte, f Filter) []byte {
	return wire.AppendInt(wire.AppendUint(wire.AppendUint(b, f.Category), f.Mask), int64(f.Group))
}

// appendHandle appends a handle: its place and its generation.
func appendHandle(b []byte, h Handle) []byte {
	return wire.AppendUint(wire.AppendUint(b, uint64(h.place())), uint64(h.generation()))
}

// The bits of a record, above its relation.
const (
	recordContact byte = 4 << iota
	recordNear
	recordSensor
	recordCache
	recordBits
)

// records writes the records of a step, of bodies of the generations born; whole tells whether with
// caches and points, or only what tells which points there were.
func (e *encoder) records(list []record, slabs []slab, born []uint32, whole bool) {
	e.b = wire.AppendUint(e.b, uint64(len(list)))
	for i := range list {
		r := &list[i]
		s := &slabs[r.slab()]
		cached := whole && r.is(cacheBit)
		for _, place := range [...]int32{r.a, r.b} {
			e.b = appendHandle(e.b, makeHandle(int(place), born[place]))
		}
		e.b = append(e.b, byte(r.relation())|bit(r.contact(), recordContact)|bit(r.is(nearBit), recordNear)|
			bit(r.is(sensorBit), recordSensor)|bit(cached, recordCache))
		if cached {
			c := s.bulk.caches[r.at:]
			e.b = wire.AppendBytes(e.b, c[1:1+c[0]])
		}
		first, end := s.run(r)
		e.b = wire.AppendUint(e.b, uint64(end-first))
		for k := first; k < end; k++ {
			e.manifold(s, k, whole)
		}
		e.flush()
	}
}

// manifold writes manifold i of a slab.
func (e *encoder) manifold(s *slab, i int32, whole bool) {
	k := &s.manifolds[i]
	b := wire.AppendInt(wire.AppendInt(e.b, int64(k.partA)), int64(k.partB))
	b = append(b, byte(k.n)|bit(k.dropped, 0x80))
	for _, id := range s.idsOf(i) {
		b = wire.AppendUint(b, uint64(id))
	}
	if whole {
		b = appendVec(b, s.normal(k))
		for m := range int(k.n) {
			p := s.point(k, m)
			b = appendVec(appendVec(appendVec(appendVec(b, p.pointA), p.pointB), p.localA), p.localB)
			b = wire.AppendFloat(b, p.distance)
		}
	}
	e.b = b
}

// appendImpact appends an impact.
func appendImpact(b []byte, m *BodyImpact) []byte {
	b = appendHandle(appendHandle(b, m.Body), m.Other)
	b = append(b, byte(m.Verdict), byte(m.Status))
	b = wire.AppendFloat(wire.AppendFloat(wire.AppendFloat(b, m.T), m.Lower), m.Upper)
	b = appendVec(appendVec(appendVec(b, m.Normal), m.PointA), m.PointB)
	b = wire.AppendFloat(b, m.Separation)
	for _, i := range [...]int{m.PartA, m.PartB, m.TriangleA, m.TriangleB} {
		b = wire.AppendInt(b, int64(i))
	}
	return wire.AppendInt(b, int64(m.Iterations))
}

// The greatest relation, verdict and status.
const (
	lastRelation = byte(collide.Overlapping)
	lastVerdict  = byte(collide.Hit)
	lastStatus   = byte(collide.BadSupport)
)
