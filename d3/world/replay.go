package world

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/internal/wire"
)

// What a journal makes in memory, about, while a frame lasts.
const (
	eventBytes  = 64
	answerBytes = 50
)

// Event is a pair that began or ended touching, as a journal has it.
type Event struct {
	A, B     Handle
	State    State // Began or Ended
	Relation collide.Relation
}

// Found says how many pairs of each state a Step found, and how many impacts.
type Found struct{ Began, Stays, Ended, Near, Impacts int }

// Difference is where a replay goes another way than the journal.
type Difference struct {
	Offset int64  // the byte where the call begins
	Call   string // the name of the method
	Text   string // what differs, in words
}

// Frame is what a journal holds from one Step to the next.
type Frame struct {
	Number         int         // from 0
	Offset         int64       // the byte where it begins
	Stepped        bool        // false for calls behind the last Step, of which Found, Events and hashes are zero
	Calls, Queries int         // before its Step
	Bodies         int         // there are after it
	Found          Found       // by the Step, as the journal says
	Events         []Event     // of the Step, as the journal says, in order; valid until the next frame
	Recorded       uint64      // World.Hash after the Step, as the journal says
	Replayed       uint64      // and here
	Difference     *Difference // the first one; nil where all is as it was
}

// Replay goes through a journal and does its calls once more. The zero value is at the end of one,
// with a World without bodies.
type Replay[T any] struct {
	d      decoder[T]
	r      *wire.Reader
	number int
	frame  Frame
	at     int64 // where the call under way begins
}

// NewReplay begins to read the journal that a Recorder wrote. c says how values and shapes of the
// user's own are read, and how much memory the World may take; what its steps need beside it is not
// counted. Values may be left out, as by the zero Codec.
//
// Errors: those of Decode.
func NewReplay[T any](in io.Reader, c Codec[T]) (*Replay[T], error) {
	return newReplay(wire.NewReader(in, c.limit()), &c)
}

// newReplay is NewReplay.
func newReplay[T any](r *wire.Reader, c *Codec[T]) (*Replay[T], error) {
	p := &Replay[T]{r: r, d: decoder[T]{r: r, c: c, shapes: &shapeList{}}}
	r.Head(wire.Journal, dim)
	p.d.world()
	if err := r.Err(); err != nil {
		return nil, err
	}
	return p, nil
}

// World returns the World as it is after the frames so far. Whoever changes it makes what follows
// differ.
func (p *Replay[T]) World() *World[T] {
	p.ready()
	return p.d.w
}

// ready makes the zero value one at the end of a journal.
func (p *Replay[T]) ready() {
	if p.r == nil {
		p.r = wire.NewReader(strings.NewReader(""), 0)
		p.d = decoder[T]{r: p.r, c: &Codec[T]{}, shapes: &shapeList{}, w: new(World[T])}
	}
}

// Next does the calls up to the next Step, and the Step. ok is false at the end of the journal.
//
// Hashes, handles and answers that are not those of the journal are no error: the Frame tells the
// first of them. Errors: those of Decode about what is no journal, and of a journal that ends
// within a call; the World is as before that call then.
func (p *Replay[T]) Next() (f Frame, ok bool, err error) {
	p.ready()
	p.frame = Frame{Number: p.number, Offset: p.r.Offset(), Events: p.frame.Events[:0]}
	for p.r.More() {
		p.at = p.r.Offset()
		c := call(p.r.Byte(byte(calls)-1, "a call"))
		switch {
		case c == callShape:
			p.d.shapes.read(p.r, p.d.c.Shape)
		case c == callStep:
			p.step()
			p.number++
			return p.end(p.r.Err() == nil)
		case c >= callCastRay:
			p.query(c)
			p.frame.Queries++
		default:
			p.call(c)
			p.frame.Calls++
		}
	}
	return p.end(p.frame.Calls+p.frame.Queries > 0)
}

// end returns the frame.
func (p *Replay[T]) end(ok bool) (Frame, bool, error) {
	if err := p.r.Err(); err != nil {
		return Frame{}, false, err
	}
	p.frame.Bodies = p.d.w.Len()
	return p.frame, ok, nil
}

// differs notes that the call of a name goes another way.
func (p *Replay[T]) differs(c call, format string, args ...any) {
	if p.frame.Difference == nil {
		p.frame.Difference = &Difference{Offset: p.at, Call: names[c], Text: fmt.Sprintf(format, args...)}
	}
}

// done notes that a call that went well then gives an error.
func (p *Replay[T]) done(c call, err error) {
	if err != nil {
		p.differs(c, "it is refused now: %v", err)
	}
}

// handle reads a handle of any body.
func (p *Replay[T]) handle() Handle {
	i := p.r.Uint(math.MaxInt32, "a handle")
	return makeHandle(int(i), uint32(p.r.Uint(math.MaxUint32, "a handle")))
}

// call does a call that changes the World.
func (p *Replay[T]) call(c call) {
	r, w := p.r, p.d.w
	switch c {
	case callAdd:
		p.add()
	case callRemove:
		if h := p.handle(); r.Err() == nil {
			p.done(c, w.Remove(h))
		}
	case callMove:
		h, pose := p.handle(), readPose(r)
		if r.Err() == nil {
			p.done(c, w.Move(h, pose))
		}
	case callMoveAll:
		for range r.Uint(math.MaxInt32, "the number of moves") {
			h, pose := p.handle(), readPose(r)
			if r.Err() != nil {
				return
			}
			p.done(c, w.Move(h, pose))
		}
	case callSetKind:
		h, k := p.handle(), Kind(r.Byte(byte(Static), "a kind"))
		if r.Err() == nil {
			p.done(c, w.SetKind(h, k))
		}
	case callSetFilter:
		h, f := p.handle(), readFilter(r)
		if r.Err() == nil {
			p.done(c, w.SetFilter(h, f))
		}
	case callIgnore:
		a, b, yes := p.handle(), p.handle(), r.Byte(1, "whether a pair is ignored") == 1
		mark := r.Mark()
		if r.Spend(p.at, int64(len(w.ignored)+1)*ignoredBytes, "the pairs that are ignored") {
			p.done(c, w.Ignore(a, b, yes))
			r.Release(mark)
		}
	case callRestore:
		r.Refund()
		before := p.d
		p.d.shapes = &shapeList{}
		if p.d.world(); r.Err() != nil {
			p.d = before
		}
	default:
		r.Fail(wire.ErrDamaged, p.at, nil, "there is no call %d", c)
	}
}

// add does an Add.
func (p *Replay[T]) add() {
	r, w, at := p.r, p.d.w, p.r.Offset()
	flags := r.Byte(bodyBits-1, "what a body is")
	o := p.d.shapes.object(r)
	b := Body{Sensor: flags&bodySensor != 0, Fast: flags&bodyFast != 0}
	if flags&bodyStatic != 0 {
		b.Kind = Static
	}
	if flags&bodyFilter != 0 {
		b.Filter = readFilter(r)
	}
	value := p.d.value()
	want := p.handle()
	if len(w.free.heap) == 0 && !r.Spend(at, bodyBytes, "the bodies") || r.Err() != nil {
		return
	}
	h, err := w.Add(&o, value, b)
	if p.done(callAdd, err); err == nil && h != want {
		p.differs(callAdd, "the handle is %v now, and was %v", h, want)
	}
}

// step does a Step, and compares what it finds.
func (p *Replay[T]) step() {
	r, w, mark := p.r, p.d.w, p.r.Mark()
	flags := r.Byte(stepBits-1, "what a step is told")
	opt := StepOptions{Leave: flags&stepLeave != 0}
	var taken, kept answers
	if flags&stepTake != 0 {
		taken.read(r)
		opt.Take = func(_, _ Handle) bool { return taken.next() }
	}
	if flags&stepKeep != 0 {
		kept.read(r)
		opt.Keep = func(*Pair, *Contact) bool { return kept.next() }
	}
	f := &p.frame
	f.Recorded = r.Word("the hash of a step")
	for _, n := range []*int{&f.Found.Began, &f.Found.Stays, &f.Found.Ended, &f.Found.Near, &f.Found.Impacts} {
		*n = int(r.Uint(math.MaxInt32/2, "the number of pairs"))
	}
	for range f.Found.Began + f.Found.Ended {
		e := Event{A: p.handle(), B: p.handle()}
		x := r.Byte(byte(Ended)<<4|lastRelation, "an event")
		if e.State, e.Relation = State(x>>4), collide.Relation(x&0xf); !r.Spend(p.at, eventBytes, "the events") {
			return
		}
		f.Events = append(f.Events, e)
	}
	if r.Seal("the frame"); r.Err() != nil || !p.fits() {
		return
	}
	r.Release(mark)
	w.Step(opt)
	f.Stepped, f.Replayed = true, w.Hash()
	if f.Recorded != f.Replayed {
		p.differs(callStep, "%s", p.why())
	}
	if taken.wrong() || kept.wrong() {
		p.differs(callStep, "Take was asked %d times and Keep %d times, and now %d and %d times",
			taken.n, kept.n, taken.at, kept.at)
	}
}

// fits reports whether the pairs of bodies whose boxes meet, all of which a Step keeps, are within
// the limit of memory; it counts them only where they may be too many.
func (p *Replay[T]) fits() bool {
	w, most := p.d.w, p.d.c.limit()/recordBytes
	if n := int64(w.Len()); n*n/2 <= most {
		return true
	}
	w.tree.flush(w.bodies)
	n := int64(0)
	w.tree.boxes.EachPair(func(_, _ int32) bool {
		n++
		return n <= most
	})
	return n <= most || !p.r.Spend(p.at, math.MaxInt64/2, "the pairs of bodies whose boxes meet")
}

// answers are what a function of the caller answered.
type answers struct {
	list []byte
	n    int
	at   int
}

// read reads answers.
func (a *answers) read(r *wire.Reader) {
	at := r.Offset()
	a.n = int(r.Uint(math.MaxInt32, "the number of answers"))
	for i := 0; i < a.n && r.Spend(at, 2, "the answers of a function"); i += 8 {
		a.list = append(a.list, r.Byte(0xff, "the answers of a function"))
	}
}

// next returns the next answer, and yes where there is none.
func (a *answers) next() bool {
	i := a.at
	a.at++
	return i >= a.n || a.list[i/8]>>(i%8)&1 == 1
}

// wrong reports whether the function was asked more or fewer times.
func (a *answers) wrong() bool { return a.at != a.n }

// why tells how what the Step found differs from what the journal says.
func (p *Replay[T]) why() string {
	s, f := &p.d.w.state, &p.frame
	i := 0
	for k := range s.step.listed {
		x := s.step.pair(s.step.listed[k])
		if x.State != Began && x.State != Ended {
			continue
		}
		e := Event{x.A, x.B, x.State, x.Relation}
		switch c := p.compare(i, &e); {
		case c < 0:
			return fmt.Sprintf("%v and %v %v now, %v, and did not in the journal", e.A, e.B, e.State, e.Relation)
		case c > 0:
			return p.missing(i)
		case f.Events[i] != e:
			return fmt.Sprintf("%v and %v %v now, %v, and %v in the journal, %v",
				e.A, e.B, e.State, e.Relation, f.Events[i].State, f.Events[i].Relation)
		}
		i++
	}
	if i < len(f.Events) {
		return p.missing(i)
	}
	if n := s.found(); n != [...]int{f.Found.Began, f.Found.Stays, f.Found.Ended, f.Found.Near, f.Found.Impacts} {
		return fmt.Sprintf("now %d pairs stay, %d are near, and there are %d impacts; in the journal it is %d, %d and %d",
			n[Stays], n[Near], n[Near+1], f.Found.Stays, f.Found.Near, f.Found.Impacts)
	}
	return "the same pairs, with other poses, manifolds or impacts"
}

// compare orders an event and event i of the journal by their bodies.
func (p *Replay[T]) compare(i int, e *Event) int {
	if i == len(p.frame.Events) {
		return -1
	}
	x := &p.frame.Events[i]
	return compareHandles([2]Handle{e.A, e.B}, [2]Handle{x.A, x.B})
}

// missing tells that event i of the journal does not happen now.
func (p *Replay[T]) missing(i int) string {
	e := &p.frame.Events[i]
	return fmt.Sprintf("%v and %v %v in the journal, %v, and do not now", e.A, e.B, e.State, e.Relation)
}

// query asks a query, and compares the answer.
func (p *Replay[T]) query(c call) {
	r, mark := p.r, p.r.Mark()
	who := p.who()
	ask := p.ask(c)
	want := r.Word("the hash of an answer")
	if r.Err() != nil {
		return
	}
	r.Release(mark)
	answer, err := ask(who)
	if p.done(c, err); err == nil && hashOf(answer) != want {
		p.differs(c, "the answer is another one now")
	}
}

// who reads a Who, with what its Take answered.
//
// The order in which a query looks at bodies is its own affair: who was not asked about then was
// not in the answer.
func (p *Replay[T]) who() (who Who) {
	r := p.r
	flags := r.Byte(whoBits-1, "what a query is told")
	who.Sensors = flags&whoSensors != 0
	who.Filter.Category, who.Filter.Mask = r.Uint(Everything, "a category"), r.Uint(Everything, "a mask")
	who.Filter.Group = int32(r.Int("a group"))
	who.Except = Handle(r.Uint(math.MaxUint64, "a handle"))
	if flags&whoTake == 0 {
		return who
	}
	asked := map[Handle]bool{}
	at := r.Offset()
	for range r.Uint(math.MaxInt32, "the number of answers") {
		h, yes := Handle(r.Uint(math.MaxUint64, "a handle")), r.Byte(1, "an answer") == 1
		if !r.Spend(at, answerBytes, "the answers of a function") {
			break
		}
		asked[h] = yes
	}
	who.Take = func(h Handle) bool { return asked[h] }
	return who
}

// ask reads what a query was told, and returns the function that asks it.
func (p *Replay[T]) ask(c call) func(who Who) (any, error) {
	r, w := p.r, p.d.w
	switch c {
	case callCastRay, callCastRayAny, callAppendRayHits:
		ray := p.ray()
		return func(who Who) (any, error) { return castRay(w, c, &ray, who), nil }
	case callCastShape:
		o, sweep := p.d.shapes.object(r), p.sweep()
		return func(who Who) (any, error) {
			hit, ok := w.CastShape(&o, &sweep, who)
			return hitShape{hit, ok}, nil
		}
	case callAppendOverlapping:
		o := p.d.shapes.object(r)
		return func(who Who) (any, error) { return w.AppendOverlapping(nil, &o, who), nil }
	case callAppendAt:
		v := readVec(r, "a point")
		return func(who Who) (any, error) { return w.AppendAt(nil, v, who) }
	case callAppendRegion:
		box := d3.AABB{Min: readNumbers(r), Max: readNumbers(r)}
		return func(who Who) (any, error) { return w.AppendRegion(nil, box, who), nil }
	case callAppendNearest:
		o, k := p.d.shapes.object(r), int(r.Uint(math.MaxInt32, "a number of bodies"))
		return func(who Who) (any, error) { return w.AppendNearest(nil, &o, k, who), nil }
	case callClearance:
		second := p.who()
		return func(first Who) (any, error) {
			c, ok := w.Clearance(first, second)
			return cleared{c, ok}, nil
		}
	default: // callAppendWithin
		o, d := p.d.shapes.object(r), r.Number("a distance")
		return func(who Who) (any, error) { return w.AppendWithin(nil, &o, d, who) }
	}
}

// castRay does one of the queries about a ray.
func castRay[T any](w *World[T], c call, ray *d3.Ray, who Who) any {
	switch c {
	case callCastRay:
		hit, ok := w.CastRay(ray, who)
		return hitRay{hit, ok}
	case callCastRayAny:
		return w.CastRayAny(ray, who)
	default:
		return w.AppendRayHits(nil, ray, who)
	}
}

// ray reads a ray.
func (p *Replay[T]) ray() d3.Ray {
	at := p.r.Offset()
	origin, direction := readVec(p.r, "an origin"), readVec(p.r, "a direction")
	limit := p.r.Number("the length of a ray")
	if origin == (d3.Vec{}) && direction == (d3.Vec{}) && limit == 0 {
		return d3.Ray{}
	}
	ray, err := d3.NewRay(origin, direction, limit)
	if err != nil {
		p.r.Fail(wire.ErrDamaged, at, err, "the ray is refused")
	}
	return ray
}

// sweep reads a sweep.
func (p *Replay[T]) sweep() d3.Sweep {
	at := p.r.Offset()
	translation, limit := readVec(p.r, "a translation"), p.r.Float("the length of a sweep")
	opt := d3.SweepOptions{Skin: p.r.Float("a skin"), Deepening: p.r.Byte(1, "what a sweep is told") == 1}
	sweep, err := d3.NewSweep(translation, limit, opt)
	if err != nil {
		p.r.Fail(wire.ErrDamaged, at, err, "the sweep is refused")
	}
	return sweep
}

// Clone returns f with events of its own, to be kept.
func (f Frame) Clone() Frame {
	f.Events = slices.Clone(f.Events)
	return f
}
