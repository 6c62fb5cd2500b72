package world

import (
	"fmt"
	"io"

	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/internal/wire"
)

// A journal, version 1, begins like a snapshot but for the letter 'j' and holds one. Behind it come
// calls, each a number and what it was told, in the forms that snapshots use. What functions of the
// caller answered is kept with the call that asked them. Behind a Step stand the hash of the World,
// what the Step found, and a checksum of all since the last one; behind a query the hash of its
// answer. A journal ends where its bytes do.

// call is the number of a call.
type call byte

// The calls. The queries come last.
const (
	callShape call = iota + 1 // not a call: a shape that the next one needs
	callAdd
	callRemove
	callMove
	callMoveAll
	callSetKind
	callSetFilter
	callIgnore
	callStep
	callRestore
	callCastRay
	callCastRayAny
	callAppendRayHits
	callCastShape
	callAppendOverlapping
	callAppendAt
	callAppendRegion
	callAppendNearest
	callAppendWithin
	callClearance
	calls
)

// names are the calls in words.
var names = [calls]string{
	"", "Shape", "Add", "Remove", "Move", "MoveAll", "SetKind", "SetFilter", "Ignore", "Step", "Restore", "CastRay",
	"CastRayAny", "AppendRayHits", "CastShape", "AppendOverlapping", "AppendAt", "AppendRegion", "AppendNearest",
	"AppendWithin", "Clearance",
}

// Recorder is a World whose calls are written to a journal, from Start to Stop: Add, Move, MoveAll,
// Remove, SetKind, SetFilter, Ignore, Step, Restore and the queries are its own, all else is that
// of the World in it. What is called of that World itself is in no journal, and a replay of it goes
// another way. It comes from NewRecorder: without a World there is nothing to call.
//
// A journal is for finding what went wrong: NewReplay goes through it call by call, and tells the
// first frame that goes another way than it did here; `collide replay FILE` does it without a
// program.
type Recorder[T any] struct {
	*World[T]
	codec  Codec[T]
	o      *wire.Writer // nil: nothing is written
	shapes *shapeTable
	b, v   []byte
}

// decision is what a Who.Take answered about a body.
type decision struct {
	body Handle
	yes  bool
}

// NewRecorder returns a Recorder of w, which writes nothing until Start. c says how values and
// shapes of the user's own are written, as for Encode.
func NewRecorder[T any](w *World[T], c Codec[T]) *Recorder[T] {
	return &Recorder[T]{World: w, codec: c}
}

// Start begins a journal: it writes the World as it is now, and from now on each call. A journal
// under way is ended as by Stop.
//
// The calls before a Step are handed to out before it begins, and what it found after it: of a
// program that ends in the midst, the journal holds all that led to it.
//
// Errors: those of Encode, and that of a journal under way.
func (r *Recorder[T]) Start(out io.Writer) error {
	if err := r.Stop(); err != nil {
		return err
	}
	r.o, r.b = wire.NewWriter(out), r.b[:0]
	r.o.Write(wire.AppendHead(nil, wire.Journal, dim))
	r.world()
	return r.o.Flush()
}

// world writes the World, and begins a table of shapes.
func (r *Recorder[T]) world() {
	r.shapes = newShapeTable(r.codec.AppendShape)
	r.encode(r.o, r.shapes, &r.codec, nil)
	r.shapes.out = func(def []byte) { r.o.Write(append([]byte{byte(callShape)}, def...)) }
}

// Stop ends the journal. It returns the first error of out or of the Codec since Start; the calls
// were done all the same.
func (r *Recorder[T]) Stop() error {
	if r.o == nil {
		return nil
	}
	err := r.o.Flush()
	r.o = nil
	return err
}

// Err returns the first error of a journal under way, as Stop does.
func (r *Recorder[T]) Err() error {
	if r.o == nil {
		return nil
	}
	return r.o.Err()
}

// begin begins a call.
func (r *Recorder[T]) begin(c call) { r.b = append(r.b[:0], byte(c)) }

// end writes the call.
func (r *Recorder[T]) end() { r.o.Write(r.b) }

// shape returns the number of a shape, of which the journal is told where it is new.
func (r *Recorder[T]) shape(s d2.Shape) uint64 {
	id, err := r.shapes.id(s)
	if err != nil {
		r.o.Fail(err)
	}
	return uint64(id)
}

// Add is World.Add.
func (r *Recorder[T]) Add(o *d2.Object, value T, b Body) (Handle, error) {
	h, err := r.World.Add(o, value, b)
	if err != nil || r.o == nil {
		return h, err
	}
	x := &r.bodies[h.place()]
	id := r.shape(x.object.Shape())
	r.begin(callAdd)
	r.b = appendPose(wire.AppendUint(append(r.b, x.flags()), id), x.object.Pose())
	if x.filter != anyFilter {
		r.b = appendFilter(r.b, x.filter)
	}
	r.v = r.v[:0]
	if r.codec.AppendValue != nil {
		v, err := r.codec.AppendValue(r.v, &value)
		if err != nil {
			r.o.Fail(bodyError(h, err))
		}
		r.v = v
	}
	r.b = wire.AppendBytes(r.b, r.v)
	r.b = appendHandle(r.b, h)
	r.end()
	return h, nil
}

// Remove is World.Remove.
func (r *Recorder[T]) Remove(h Handle) error {
	if err := r.World.Remove(h); err != nil || r.o == nil {
		return err
	}
	r.begin(callRemove)
	r.b = appendHandle(r.b, h)
	r.end()
	return nil
}

// Move is World.Move.
func (r *Recorder[T]) Move(h Handle, p d2.Pose) error {
	if err := r.World.Move(h, p); err != nil || r.o == nil {
		return err
	}
	r.begin(callMove)
	r.b = appendPose(appendHandle(r.b, h), p)
	r.end()
	return nil
}

// MoveAll is World.MoveAll. Where it ends with an error, the moves before it are recorded.
func (r *Recorder[T]) MoveAll(handles []Handle, poses []d2.Pose) error {
	if r.o == nil || len(handles) != len(poses) {
		return r.World.MoveAll(handles, poses)
	}
	n := 0
	var err error
	for ; n < len(handles) && err == nil; n++ {
		err = r.move(handles[n], poses[n])
	}
	if err != nil {
		n--
		err = fmt.Errorf("handles[%d]: %w", n, err)
	}
	r.begin(callMoveAll)
	r.b = wire.AppendUint(r.b, uint64(n))
	for i, h := range handles[:n] {
		r.b = appendPose(appendHandle(r.b, h), poses[i])
	}
	r.end()
	return err
}

// SetKind is World.SetKind.
func (r *Recorder[T]) SetKind(h Handle, k Kind) error {
	if err := r.World.SetKind(h, k); err != nil || r.o == nil {
		return err
	}
	r.begin(callSetKind)
	r.b = append(appendHandle(r.b, h), byte(k))
	r.end()
	return nil
}

// SetFilter is World.SetFilter.
func (r *Recorder[T]) SetFilter(h Handle, f Filter) error {
	if err := r.World.SetFilter(h, f); err != nil || r.o == nil {
		return err
	}
	r.begin(callSetFilter)
	r.b = appendFilter(appendHandle(r.b, h), f)
	r.end()
	return nil
}

// Ignore is World.Ignore.
func (r *Recorder[T]) Ignore(a, b Handle, yes bool) error {
	if err := r.World.Ignore(a, b, yes); err != nil || r.o == nil {
		return err
	}
	r.begin(callIgnore)
	r.b = append(appendHandle(appendHandle(r.b, a), b), bit(yes, 1))
	r.end()
	return nil
}

// Restore is World.Restore. The journal takes the whole World.
func (r *Recorder[T]) Restore(s *Snapshot[T]) error {
	if err := r.World.Restore(s); err != nil || r.o == nil {
		return err
	}
	r.begin(callRestore)
	r.end()
	r.world()
	return nil
}

// The bits of a step.
const (
	stepLeave byte = 1 << iota
	stepTake
	stepKeep
	stepBits
)

// Step is World.Step. What Take and Keep answer is recorded.
func (r *Recorder[T]) Step(opt StepOptions) {
	if r.o == nil {
		r.World.Step(opt)
		return
	}
	_ = r.o.Flush() // Stop tells
	flags := bit(opt.Leave, stepLeave) | bit(opt.Take != nil, stepTake) | bit(opt.Keep != nil, stepKeep)
	var taken, kept []bool
	if take := opt.Take; take != nil {
		opt.Take = func(a, b Handle) bool {
			yes := take(a, b)
			taken = append(taken, yes)
			return yes
		}
	}
	if keep := opt.Keep; keep != nil {
		opt.Keep = func(p *Pair, c *Contact) bool {
			yes := keep(p, c)
			kept = append(kept, yes)
			return yes
		}
	}
	r.World.Step(opt)
	r.begin(callStep)
	r.b = append(r.b, flags)
	if flags&stepTake != 0 {
		r.b = appendBits(r.b, taken)
	}
	if flags&stepKeep != 0 {
		r.b = appendBits(r.b, kept)
	}
	r.b = appendWord(r.b, r.Hash())
	r.b = r.appendFound(r.b)
	r.end()
	r.o.Seal()
	_ = r.o.Flush()
}

// appendWord appends eight bytes.
func appendWord(b []byte, x uint64) []byte {
	for range 8 {
		b = append(b, byte(x))
		x >>= 8
	}
	return b
}

// appendBits appends how many answers there are, and eight of them a byte.
func appendBits(b []byte, list []bool) []byte {
	b = wire.AppendUint(b, uint64(len(list)))
	for i, yes := range list {
		if i%8 == 0 {
			b = append(b, 0)
		}
		b[len(b)-1] |= bit(yes, 1<<(i%8))
	}
	return b
}

// appendFound appends how many pairs of each state and how many impacts the last Step found, and
// its events.
func (s *state) appendFound(b []byte) []byte {
	n := s.found()
	for _, x := range n {
		b = wire.AppendUint(b, uint64(x))
	}
	s.step.events(func(p Pair) bool {
		b = appendHandle(appendHandle(b, p.A), p.B)
		b = append(b, byte(p.State)<<4|byte(p.Relation))
		return true
	})
	return b
}

// found returns how many pairs of each state the last Step found, and how many impacts.
func (s *state) found() (n [Near + 2]int) {
	for _, e := range s.step.listed {
		n[s.step.state(e)]++
	}
	n[Near+1] = len(s.way.list)
	return n
}
