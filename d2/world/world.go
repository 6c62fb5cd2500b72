package world

import (
	"errors"
	"fmt"
	"iter"
	"math"
	"runtime"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/broadphase"
	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/internal/crew"
)

// The errors of this package's own. Those of numbers and shapes are *collide.Error.
var (
	ErrUnknown = errors.New("no body has this handle")
	ErrTooMany = errors.New("a world holds at most 2^29 bodies")
	ErrSelf    = errors.New("a body makes no pair with itself")
)

// Options steer a World. The zero value means the documented defaults.
type Options struct {
	Margin    float64 // pairs as near as this are listed as near; 0 lists those in contact alone
	Workers   int     // goroutines that Step uses at most, 1024 if more; 0 means GOMAXPROCS. No answer depends on it
	Tolerance float64 // of curved shapes, as in d2.Options
	Joined    bool    // parts of a body that lie side by side are one, as in d2.Options
}

// World holds bodies, each with a value of type T. The zero value is that of New with zero Options.
type World[T any] struct {
	state
	values []T
}

// state is a World without the users' values.
type state struct {
	opt     Options
	bodies  []body
	free    freeList
	count   int
	ignored map[[2]Handle]bool
	tree    tree
	step    stepper
	way     course
	search  searcher
	clear   clearer
}

// New returns a World without bodies. The error is collide.ErrBadOption for a margin or tolerance
// that is negative, NaN or above 1e100, and for a negative number of workers.
func New[T any](opt Options) (*World[T], error) {
	for _, v := range [...]struct {
		path  string
		value float64
	}{{"margin", opt.Margin}, {"tolerance", opt.Tolerance}, {"workers", float64(opt.Workers)}} {
		if !(v.value >= 0 && v.value <= collide.MaxMagnitude) {
			return nil, &collide.Error{Code: collide.ErrBadOption, Path: v.path, Index: -1, Value: v.value}
		}
	}
	w := &World[T]{state: state{opt: opt}}
	if err := w.init(); err != nil {
		return nil, err
	}
	return w, nil
}

// init makes the workers.
func (s *state) init() error {
	if s.opt.Workers == 0 {
		s.opt.Workers = runtime.GOMAXPROCS(0)
	}
	s.opt.Workers = min(s.opt.Workers, crew.Most)
	if s.ignored == nil {
		s.ignored = map[[2]Handle]bool{}
	}
	s.tree.grow = s.opt.Margin / 2
	s.tree.boxes.SetWorkers(s.opt.Workers)
	return s.step.init(s.opt)
}

// ready makes the workers of a World that New did not make. What needs them calls it first.
func (s *state) ready() {
	if len(s.step.queries) == 0 {
		_ = s.init() // of zero Options: New has tried the others
	}
}

// query returns the work space of a query on the caller's goroutine.
func (s *state) query() *d2.Query {
	s.ready()
	return s.step.queries[0]
}

// Len returns the number of bodies.
func (w *World[T]) Len() int { return w.count }

// Add puts a body into the World and returns its handle. o is copied; value comes back from Value.
//
// The errors are ErrTooMany, and collide.ErrBadOption for a kind that there is not.
func (w *World[T]) Add(o *d2.Object, value T, b Body) (Handle, error) {
	h, err := w.add(o, b)
	if err != nil {
		return 0, err
	}
	if i := h.place(); i == len(w.values) {
		w.values = append(w.values, value)
	} else {
		w.values[i] = value
	}
	return h, nil
}

// Remove takes a body out of the World. Its pairs end with the next Step. The error is ErrUnknown.
func (w *World[T]) Remove(h Handle) error {
	if err := w.remove(h); err != nil {
		return err
	}
	var zero T
	w.values[h.place()] = zero
	return nil
}

// Move puts a body at pose p. The errors are ErrUnknown, and those of d2.Object.Move; with an error
// the body stays where it was.
func (w *World[T]) Move(h Handle, p d2.Pose) error { return w.move(h, p) }

// MoveAll puts many bodies at poses: poses[i] is that of handles[i]. The errors are those of Move,
// with the place in their text, and collide.ErrBadOption for slices of different lengths; the
// bodies before that place have moved then.
func (w *World[T]) MoveAll(handles []Handle, poses []d2.Pose) error {
	if len(handles) != len(poses) {
		return &collide.Error{Code: collide.ErrBadOption, Path: "poses", Index: -1, Value: float64(len(poses))}
	}
	if w.moveAll(handles, poses) {
		return nil
	}
	for i, h := range handles {
		if err := w.move(h, poses[i]); err != nil {
			return fmt.Errorf("handles[%d]: %w", i, err)
		}
	}
	return nil
}

// Value returns the address of the user's value of a body, which holds until the next Add; nil
// where there is no such body.
func (w *World[T]) Value(h Handle) *T {
	if w.find(h) == nil {
		return nil
	}
	return &w.values[h.place()]
}

// Object returns the placed shape of a body, to be read until the next Add; nil where there is no
// such body.
func (w *World[T]) Object(h Handle) *d2.Object {
	b := w.find(h)
	if b == nil {
		return nil
	}
	return &b.object
}

// Bodies returns the handles of all bodies, in order.
func (w *World[T]) Bodies() iter.Seq[Handle] {
	return func(yield func(Handle) bool) { w.all(yield) } // a method value would be allocated
}

// SetKind changes the kind of a body. The errors are ErrUnknown, and collide.ErrBadOption for a
// kind that there is not.
func (w *World[T]) SetKind(h Handle, k Kind) error {
	b := w.find(h)
	if b == nil {
		return ErrUnknown
	}
	if err := k.check(); err != nil {
		return err
	}
	b.kind = k
	return nil
}

// SetFilter changes which bodies a body may touch. The error is ErrUnknown.
func (w *World[T]) SetFilter(h Handle, f Filter) error {
	b := w.find(h)
	if b == nil {
		return ErrUnknown
	}
	b.filter = f.set()
	return nil
}

// Ignore makes the pair of two bodies never touch, or with yes false ends that. It is forgotten
// with either body. The errors are ErrUnknown and ErrSelf.
func (w *World[T]) Ignore(a, b Handle, yes bool) error {
	switch {
	case w.find(a) == nil || w.find(b) == nil:
		return ErrUnknown
	case a == b:
		return ErrSelf
	case yes:
		w.ready()
		w.ignored[[2]Handle{min(a, b), max(a, b)}] = true
	default:
		delete(w.ignored, [2]Handle{min(a, b), max(a, b)})
	}
	return nil
}

// add is Add without the value.
func (s *state) add(o *d2.Object, b Body) (Handle, error) {
	if err := b.Kind.check(); err != nil {
		return 0, err
	}
	i, ok := s.free.take()
	if !ok {
		if i = len(s.bodies); i > broadphase.MaxID {
			return 0, ErrTooMany
		}
		s.bodies = append(spare(s.bodies, 1), body{})
	}
	x := &s.bodies[i]
	*x = body{
		object: *o, from: o.Pose(), filter: b.Filter.set(), generation: x.generation + 1,
		kind: b.Kind, live: true, sensor: b.Sensor, fast: b.Fast, own: own(o.Shape()),
	}
	s.count++
	s.tree.insert(i, x.object.AABB())
	return makeHandle(i, x.generation), nil
}

// remove is Remove without the value.
func (s *state) remove(h Handle) error {
	b := s.find(h)
	if b == nil {
		return ErrUnknown
	}
	for p := range s.ignored {
		if p[0] == h || p[1] == h {
			delete(s.ignored, p)
		}
	}
	s.tree.remove(h.place())
	*b = body{generation: b.generation}
	if b.generation < math.MaxUint32 { // else the place is used up: its handles would begin anew
		s.free.give(h.place())
	}
	s.count--
	return nil
}

// move is Move.
func (s *state) move(h Handle, p d2.Pose) error {
	b := s.find(h)
	if b == nil {
		return ErrUnknown
	}
	if p == b.object.Pose() {
		return nil
	}
	if err := b.object.Move(p); err != nil {
		return err
	}
	b.travels = p != b.from // a way out and back is none
	s.tree.move(h.place())
	return nil
}

// find returns the body that h names, nil if there is none.
func (s *state) find(h Handle) *body {
	if i := h.place(); i < len(s.bodies) {
		if b := &s.bodies[i]; b.live && b.generation == h.generation() {
			return b
		}
	}
	return nil
}

// handle returns the handle of the body at place i.
func (s *state) handle(i int) Handle { return makeHandle(i, s.bodies[i].generation) }

// all yields the handles of all bodies.
func (s *state) all(yield func(Handle) bool) {
	for i := range s.bodies {
		if s.bodies[i].live && !yield(s.handle(i)) {
			return
		}
	}
}
