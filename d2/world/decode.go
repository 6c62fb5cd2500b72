package world

import (
	"io"
	"math"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/broadphase"
	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/internal/wire"
)

// What things take in memory, about, with what the World keeps of them elsewhere.
const (
	bodyBytes     = 1000
	ignoredBytes  = 100
	recordBytes   = 300
	manifoldBytes = 64
	pointBytes    = 200
	impactBytes   = 256
)

// Decode returns the World that Encode wrote to in.
//
// It reads a stranger's file, too: what it holds is checked as Place checks it, it takes no more
// memory than Codec.MaxMemory allows, and whatever is in it, Decode does not panic. Only what the
// last Step found is taken at its word: bodies that stay where they are keep it.
//
// Errors: a *FormatError, which names the byte, what is there, and what to do; of a shape or pose
// that Place refuses it wraps that error, of a value or a shape of the user's own that of the
// Codec. in may be read beyond the end of the snapshot.
func Decode[T any](in io.Reader, c *Codec[T]) (*World[T], error) {
	return decode(wire.NewReader(in, c.limit()), c)
}

// decode is Decode.
func decode[T any](r *wire.Reader, c *Codec[T]) (*World[T], error) {
	r.Head(wire.Snapshot, dim)
	d := decoder[T]{r: r, c: c, shapes: &shapeList{}}
	w := d.world()
	if r.Err() != nil {
		return nil, r.Err()
	}
	return w, nil
}

// limit returns how much memory what is read may take.
func (c *Codec[T]) limit() int64 {
	if c.MaxMemory > 0 {
		return c.MaxMemory
	}
	return DefaultMaxMemory
}

// decoder reads a World.
type decoder[T any] struct {
	r      *wire.Reader
	c      *Codec[T]
	shapes *shapeList
	w      *World[T]
}

// world reads a World without the beginning of a file. The list of shapes is empty, and holds those
// of the World then.
func (d *decoder[T]) world() *World[T] {
	r, at := d.r, d.r.Offset()
	opt := Options{Margin: r.Float("the margin"), Tolerance: r.Float("the tolerance"), Workers: max(d.c.Workers, 0)}
	bits := r.Byte(3, "the byte of whether values are kept, and parts joined")
	values := bits&1 != 0
	opt.Joined = bits&2 != 0
	w, err := New[T](opt)
	if err != nil {
		r.Fail(wire.ErrDamaged, at, err, "the options are refused")
	}
	if r.Err() != nil {
		return nil
	}
	d.w = w
	for range r.Uint(math.MaxInt32, "the number of shapes") {
		if d.shapes.read(r, d.c.Shape); r.Err() != nil {
			return nil
		}
	}
	d.bodies(values)
	if r.Err() != nil {
		return nil
	}
	s := &w.state
	s.readIgnored(r)
	t := &s.step
	t.oldBorn = s.readRecords(r, &t.old, &t.oldSlabs, false)
	t.born = s.readRecords(r, &t.records, &t.slabs, true)
	t.reborn = true // of bodies without records no generation is known
	s.readImpacts(r)
	r.Seal("the snapshot")
	if r.Err() != nil {
		return nil
	}
	t.list(nil) // no manifold is dropped anew
	s.fill()
	return w
}

// bodies reads the bodies.
func (d *decoder[T]) bodies(values bool) {
	r, w := d.r, d.w
	for i := range int(r.Uint(broadphase.MaxID+1, "the number of bodies")) {
		at := r.Offset()
		flags := r.Byte(bodyBits-1, "what a body is")
		x := body{
			generation: uint32(r.Uint(math.MaxUint32, "the number of bodies of a place")), live: flags&bodyLive != 0,
			sensor: flags&bodySensor != 0, fast: flags&bodyFast != 0,
		}
		switch {
		case !r.Spend(at, bodyBytes, "the bodies"):
			return
		case x.live:
			d.body(&x, flags, at)
			var value T
			if values {
				value = d.value()
			}
			w.values = append(w.values, value)
			w.count++
		default:
			if x.generation < math.MaxUint32 {
				w.free.give(i)
			}
			var zero T
			w.values = append(w.values, zero)
		}
		if r.Err() != nil {
			return
		}
		w.bodies = append(w.bodies, x)
	}
}

// body reads what a body has of which flags told.
func (d *decoder[T]) body(x *body, flags byte, at int64) {
	r := d.r
	if x.generation == 0 {
		r.Fail(wire.ErrDamaged, at, nil, "a body is at least the first of its place")
	}
	if flags&bodyStatic != 0 {
		x.kind = Static
	}
	x.object = d.shapes.object(r)
	x.from, x.own = x.object.Pose(), own(x.object.Shape())
	if flags&bodyTravels != 0 {
		at := r.Offset()
		o := x.object
		if x.from = readPose(r); r.Err() == nil {
			if err := o.Move(x.from); err != nil { // impacts begin there
				r.Fail(wire.ErrDamaged, at, err, "the pose of a body is refused")
			}
		}
		x.travels = x.from != x.object.Pose()
	}
	x.filter = anyFilter
	if flags&bodyFilter != 0 {
		x.filter = readFilter(r)
	}
}

// value reads a value.
func (d *decoder[T]) value() (v T) {
	at, mark := d.r.Offset(), d.r.Mark()
	data := d.r.Bytes("the value of a body")
	if d.c.Value == nil || d.r.Err() != nil {
		d.r.Release(mark)
		return v
	}
	v, err := d.c.Value(data)
	if err != nil {
		d.r.Fail(wire.ErrDamaged, at, err, "the value of a body is refused by the Codec")
	}
	return v
}

// readFilter reads a filter.
func readFilter(r *wire.Reader) Filter {
	f := Filter{Category: r.Uint(Everything, "a category"), Mask: r.Uint(Everything, "a mask")}
	f.Group = int32(r.Int("a group"))
	return f.set()
}

// readHandle reads a handle of a body that s has or had.
func (s *state) readHandle(r *wire.Reader) Handle {
	at := r.Offset()
	i := r.Uint(broadphase.MaxID, "a handle")
	g := r.Uint(math.MaxUint32, "a handle")
	switch {
	case r.Err() != nil:
		return 0
	case i >= uint64(len(s.bodies)) || g == 0 || g > uint64(s.bodies[i].generation):
		r.Fail(wire.ErrDamaged, at, nil, "no body ever had this handle")
		return 0
	}
	return makeHandle(int(i), uint32(g))
}

// readPair reads two handles, the lesser one first.
func (s *state) readPair(r *wire.Reader) (a, b Handle) {
	at := r.Offset()
	if a, b = s.readHandle(r), s.readHandle(r); a >= b {
		r.Fail(wire.ErrDamaged, at, nil, "the handles of a pair are not in order")
	}
	return a, b
}

// readIgnored reads the pairs that are ignored.
func (s *state) readIgnored(r *wire.Reader) {
	for range r.Uint(math.MaxInt32, "the number of pairs that are ignored") {
		at := r.Offset()
		a, b := s.readPair(r)
		if r.Err() != nil || !r.Spend(at, ignoredBytes, "the pairs that are ignored") {
			return
		}
		if s.find(a) == nil || s.find(b) == nil {
			r.Fail(wire.ErrDamaged, at, nil, "a pair of a removed body is ignored")
			return
		}
		s.ignored[[2]Handle{a, b}] = true
	}
}

// readRecords reads the records of a step and their manifolds, those of a batch into one slab, and
// returns the generations of their bodies.
func (s *state) readRecords(r *wire.Reader, list *[]record, slabs *[]slab, whole bool) []uint32 {
	born := make([]uint32, len(s.bodies))
	n := int(r.Uint(math.MaxInt32, "the number of pairs"))
	var last [2]Handle
	for i := range n {
		at := r.Offset()
		a, b := s.readPair(r)
		if r.Err() != nil || !r.Spend(at, recordBytes, "the pairs") {
			break
		}
		if i > 0 && compareHandles(last, [2]Handle{a, b}) >= 0 {
			r.Fail(wire.ErrDamaged, at, nil, "the pairs are not in order")
		}
		last = [2]Handle{a, b}
		for _, h := range last {
			if g := &born[h.place()]; *g != 0 && *g != h.generation() {
				r.Fail(wire.ErrDamaged, at, nil, "two bodies of a step have the same place")
			}
			born[h.place()] = h.generation()
		}
		k := i / batchOf(n)
		if i%batchOf(n) == 0 {
			if k == len(*slabs) {
				*slabs = append(*slabs, slab{})
			}
			(*slabs)[k].reset(&bulk{})
		}
		x := record{a: int32(a.place()), b: int32(b.place()), at: none, word: uint32(k) << slabShift}
		readRecord(r, &x, &(*slabs)[k], whole)
		if r.Err() != nil {
			break
		}
		*list = append(*list, x)
	}
	return born
}

// readRecord reads a record behind its handles.
func readRecord(r *wire.Reader, x *record, out *slab, whole bool) {
	at := r.Offset()
	flags := r.Byte(recordBits-1, "what a pair is")
	x.word |= uint32(flags & lastRelation)
	if flags&recordNear != 0 {
		x.word |= nearBit
	}
	if flags&recordSensor != 0 {
		x.word |= sensorBit
	}
	if flags&recordCache != 0 {
		at := r.Offset()
		if data := r.Bytes("the cache of a pair"); r.Err() == nil {
			var c d2.Cache
			if err := c.UnmarshalBinary(data); err != nil {
				r.Fail(wire.ErrDamaged, at, err, "the cache of a pair is none")
			}
			x.at, x.word = out.keep(&c), x.word|cacheBit
		}
	}
	first := len(out.manifolds)
	n := int32(r.Uint(math.MaxInt32, "the number of manifolds"))
	contact := x.contact()
	if contact != (flags&recordContact != 0) || contact && x.is(nearBit) ||
		n > 0 && (!contact || x.is(sensorBit|cacheBit)) {
		r.Fail(wire.ErrDamaged, at, nil, "the pair is %v, and what is said of it does not go with that", x.relation())
	}
	for range n {
		if readManifold(r, out, whole); r.Err() != nil {
			return
		}
	}
	if n > 0 {
		out.manifolds[len(out.manifolds)-1].last = true
		x.at, x.word = int32(first), x.word|heldBit
	}
}

// readManifold appends a manifold to a slab.
func readManifold(r *wire.Reader, out *slab, whole bool) {
	at := r.Offset()
	partA, partB := int32(r.Int("a part")), int32(r.Int("a part"))
	head := r.Byte(0x80|manifoldPoints, "the number of points")
	mf := d2.Manifold{N: int(head & 0x7f)}
	if mf.N > manifoldPoints {
		r.Fail(wire.ErrDamaged, at, nil, "a manifold has at most %d points, not %d", manifoldPoints, mf.N)
		return
	}
	if partA < -1 || partB < -1 || max(len(out.ids), len(out.bulk.numbers)) > math.MaxInt32-100 {
		r.Fail(wire.ErrDamaged, at, nil, "a manifold is of parts that cannot be")
	}
	if !r.Spend(at, manifoldBytes+int64(mf.N)*pointBytes, "the manifolds") {
		return
	}
	for i := range mf.N {
		mf.Points[i].ID = collide.FeatureID(r.Uint(math.MaxUint64, "the ID of a point"))
	}
	dropped := head&0x80 != 0
	if !whole {
		out.open(kept{partA: partA, partB: partB, n: int8(mf.N), dropped: dropped})
		out.addIDs(&mf)
		return
	}
	mf.Normal = readVec(r, "a normal")
	for i := range mf.N {
		p := &mf.Points[i]
		p.PointA, p.PointB = readVec(r, "a point"), readVec(r, "a point")
		p.LocalA, p.LocalB, p.Distance = readVec(r, "a point"), readVec(r, "a point"), r.Float("a distance")
	}
	out.add(int(partA), int(partB), &mf).dropped = dropped
}

// readImpacts reads the impacts of the last Step.
func (s *state) readImpacts(r *wire.Reader) {
	s.way.list = s.way.list[:0]
	for range r.Uint(math.MaxInt32, "the number of impacts") {
		at := r.Offset()
		m := BodyImpact{Body: s.readHandle(r), Other: s.readHandle(r)}
		if r.Err() != nil || !r.Spend(at, impactBytes, "the impacts") {
			return
		}
		m.Verdict = collide.Verdict(r.Byte(lastVerdict, "a verdict"))
		m.Status = collide.Status(r.Byte(lastStatus, "a status"))
		m.T, m.Lower, m.Upper = r.Float("a time"), r.Float("a time"), r.Float("a time")
		m.Normal, m.PointA, m.PointB = readVec(r, "a normal"), readVec(r, "a point"), readVec(r, "a point")
		m.Separation = r.Float("a distance")
		m.PartA, m.PartB = r.Int("a part"), r.Int("a part")
		m.TriangleA, m.TriangleB = r.Int("a triangle"), r.Int("a triangle")
		m.Iterations = r.Int("a number of steps")
		s.way.list = append(s.way.list, m)
	}
}

// fill puts all bodies into the tree, which is empty.
func (s *state) fill() {
	t := &s.tree
	boxes := make([]box, len(s.bodies))
	for i := range s.bodies {
		if b := &s.bodies[i]; b.live {
			boxes[i] = boxOf(b.object.AABB().Grow(t.grow))
		}
	}
	t.must(t.boxes.Build(boxes))
	t.waits, t.hot = make([]bool, len(boxes)), make([]bool, len(boxes))
	for i := range s.bodies {
		if !s.bodies[i].live {
			t.boxes.Remove(i)
		}
	}
}
