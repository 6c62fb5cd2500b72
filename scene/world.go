package scene

import (
	"context"
	"fmt"
	"math"
	"strconv"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/broadphase"
	"github.com/collide-go/collide/internal/say"
)

// WorldOptions steer a World. The zero value means the defaults.
type WorldOptions struct {
	Hash    bool         // the number and the hash of the pairs of a frame in place of the pairs
	Workers int          // goroutines; 0 is one. No answer depends on it
	Query   QueryOptions // of shapes: how pairs are answered; without traces

	// MaxPairs is how many pairs of bodies of a frame may have boxes that meet; 0 means
	// DefaultMaxPairs, of shapes DefaultMaxShapePairs. A frame above it gets the error ErrTooLarge.
	MaxPairs int
}

// World answers the lines of a world: what `collide world` does. The first line has the number of
// boxes, or the shapes, and how many frames there are; then come the frames, then queries about
// frame 0. It must not be used by two goroutines at once. The zero value is that of NewWorld with
// zero options.
//
// Memory grows with the number of bodies and the longest line with its answer, never with the
// number of frames. WorldOptions.MaxPairs limits that of an answer.
type World struct {
	decoder *Decoder
	opt     WorldOptions
	dim     int // 0 before the first line
	count   int // of bodies
	frames  int
	next    int  // the frame that is due
	known   bool // frame 0 has been read
	bodies  crowd
	answer  WorldAnswer
}

// crowd is the bodies of a world: boxes or shapes, of either dimension.
type crowd interface {
	// keys returns the keys of a frame besides its number.
	keys() []string
	// read reads frame k, of which the tree then knows what is wrong.
	read(d *Decoder, f *fields)
	// build makes the bodies those of frame k, which has been read, and fills in their pairs.
	build(a *WorldAnswer, k int) *Error
	// within, along and nearest answer queries about frame 0.
	within(q *worldQuery) ([]int32, *Error)
	along(q *worldQuery) ([]int32, *Error)
	nearest(q *worldQuery) ([]broadphase.Near, *Error)
	// relation returns that of pair i of a, the answer to the frame that was built last.
	relation(a *WorldAnswer, i int) collide.Relation
	// body returns body i where the frame that was built last has it.
	body(i int) (Body, error)
}

// NewWorld returns a World that reads as o says. The error is that of NewQuery, for w.Query.
func NewWorld(o Options, w WorldOptions) (*World, error) {
	_, err := NewQuery(w.Query)
	return &World{decoder: NewDecoder(o), opt: w}, err
}

// Progress returns how many frames have been read, and how many there are.
func (w *World) Progress() (frames, of int) { return w.next, w.frames }

// Dim returns the dimension, 0 before the first line.
func (w *World) Dim() int { return w.dim }

// Count returns how many bodies there are.
func (w *World) Count() int { return w.count }

// Relation returns the relation of pair i, of the Pairs of the frame that was answered last. Of
// boxes it is exact: they overlap where they have more than a side in common. It is Undecided of a
// pair that there is not.
func (w *World) Relation(i int) collide.Relation {
	if i < 0 || i >= len(w.answer.Pairs) {
		return collide.Undecided
	}
	return w.bodies.relation(&w.answer, i)
}

// Scene returns the bodies where the frame that was answered last has them, as the objects of a
// scene whose names are their numbers: for pictures. Boxes become shapes, with a rounding.
//
// The error is collide.ErrEmpty where no frame has been answered, and that of Place for a box that
// cannot be a shape.
func (w *World) Scene() (*Scene, error) {
	if w.dim == 0 || w.next == 0 {
		return nil, collide.ErrEmpty
	}
	s := &Scene{Version: 1, Dim: w.dim, Objects: make([]Object, w.count)}
	for i := range s.Objects {
		b, err := w.bodies.body(i)
		if err != nil {
			return nil, err
		}
		s.Objects[i] = Object{Name: strconv.Itoa(i), Body: b}
	}
	return s, nil
}

// End returns the error that frames are missing at the end of the input, or the first line.
func (w *World) End() error {
	switch {
	case w.dim == 0:
		return &Error{
			Code: collide.ErrEmpty, Message: `the input has no first line, as {"world":1,"dim":3,"boxes":2,"frames":1}`,
		}
	case w.next < w.frames:
		return &Error{
			Code: ErrMissingField, Path: "frame",
			Message: fmt.Sprintf("the input ends after %d of %s", w.next, say.Count(w.frames, "frame")),
		}
	}
	return nil
}

// Answer returns the answer to a line of the given number, nil for the first line, and what is
// allowed in the line, and may not be meant. The answer holds until the next call. If it has an
// error, what follows is answered nevertheless.
//
// The error is an *Error about the first line: nothing can be answered then.
func (w *World) Answer(ctx context.Context, line []byte, number int) (*WorldAnswer, []Note, error) {
	w.ready()
	e := w.decoder.begin(ctx, len(line), "line")
	if e == nil {
		e = w.decoder.tree.parseLine(line)
	}
	return w.read(number, e)
}

// ready makes the zero value a World.
func (w *World) ready() {
	if w.decoder == nil {
		w.decoder = NewDecoder(Options{})
	}
}

// Refuse returns the answer to a line that is not read because of e, as one that is too long, as
// Answer does.
func (w *World) Refuse(e *Error, number int) (*WorldAnswer, error) {
	w.ready()
	w.decoder.tree.reset()
	a, _, err := w.read(number, e)
	return a, err
}

// read returns the answer to the line in the tree. e is what was wrong with its text.
func (w *World) read(number int, e *Error) (*WorldAnswer, []Note, error) {
	d := w.decoder
	defer d.end()
	if w.dim == 0 {
		if e == nil {
			e = w.header()
		}
		if e != nil {
			e.Line = number
			return nil, nil, e
		}
		return nil, d.tree.notes, nil
	}
	a := &w.answer
	a.reset(w.next, number, w.dim)
	if w.next == w.frames || len(d.tree.nodes) > root && d.tree.find(root, "query") != 0 {
		a.Frame = -1
		if len(d.tree.nodes) > root {
			a.ID, a.HasID = d.tree.id()
		}
		a.Err = w.query(a, e)
	} else {
		a.Err = w.frame(a, e)
	}
	return a, d.tree.notes, nil
}

// The keys of the lines.
var (
	keysWorld   = []string{"world", "dim", "boxes", "shapes", "frames"}
	keysQueries = map[string][]string{
		"region":  {"id", "query", "min", "max"},
		"nearest": {"id", "query", "point", "k"},
		"ray":     {"id", "query", "origin", "direction", "max"},
	}
)

// count returns the number of a key that must be there, an integer from 0 to most.
func (f *fields) count(key, what string, most int) int {
	c := f.need(key, what)
	if c == 0 {
		return 0
	}
	x, e := f.t.number(c)
	switch {
	case e != nil:
	case x < 0:
		e = f.t.negative(c)
	case x != math.Trunc(x):
		e = f.t.fail(c, ErrWrongType, "an integer is wanted, not "+short(f.t.nodes[c].text))
	case x > float64(most):
		e = f.t.fail(c, ErrTooLarge, short(f.t.nodes[c].text)+" is more than "+strconv.Itoa(most))
	default:
		return int(x)
	}
	f.fail(e.at(key))
	return 0
}

// header reads the first line.
func (w *World) header() *Error {
	d := w.decoder
	t := &d.tree
	f := t.open(root, keysWorld)
	if v := f.count("world", "the version of the format, 1", math.MaxInt32); f.ok && v != 1 {
		e := t.fail(f.get("world"), ErrUnsupportedVersion, "version 1 is known, not "+strconv.Itoa(v))
		f.fail(e.at("world"))
	}
	dim, boxes := f.dim(), 0
	if f.get("shapes") == 0 {
		boxes = f.count("boxes", "the number of boxes; or shapes, a list of them", d.opt.MaxPoints/2)
	} else if f.get("boxes") != 0 {
		f.conflict("boxes", "a world has boxes or shapes, not both")
	}
	frames := f.count("frames", "the number of frames", math.MaxInt32)
	shapes := f.list("shapes", "a list of shapes")
	if e := t.first(); e != nil {
		return e
	}
	w.count, w.frames = boxes, frames
	switch {
	case shapes != 0:
		w.count = int(t.nodes[shapes].n)
		since := t.here()
		w.bodies = d.shapes(dim, shapes, w.opt)
		t.under(since, "shapes")
		if e := t.first(); e != nil {
			return e
		}
	case dim == 2:
		w.bodies = newBoxes[broadphase.Box2, broadphase.Vec2](boxes, w.opt)
	default:
		w.bodies = newBoxes[broadphase.Box3, broadphase.Vec3](boxes, w.opt)
	}
	w.dim = dim
	return nil
}

// frame reads the frame that is due and fills in its pairs. e is what was wrong with the text.
func (w *World) frame(a *WorldAnswer, e *Error) *Error {
	k := w.next
	w.next++
	if e == nil {
		e = w.decoder.canceled()
	}
	if e != nil {
		return e
	}
	t := &w.decoder.tree
	f := t.open(root, w.bodies.keys())
	if n := f.count("frame", "the number of the frame", math.MaxInt32); f.ok && n != k {
		f.fail(t.fail(f.get("frame"), collide.ErrBadOption, fmt.Sprintf("frames come in order: %d is due", k)).at("frame"))
	}
	w.bodies.read(w.decoder, &f)
	if e := t.first(); e != nil {
		return e
	}
	if e := w.bodies.build(a, k); e != nil {
		e.Line = t.line(root)
		return e
	}
	w.known = w.known || k == 0
	return nil
}

// worldQuery is a query about the bodies of a world.
type worldQuery struct {
	kind  string
	q     [2][3]float64 // the ends of the region; origin and direction of the ray; the point
	k     int
	limit float64
}

// query reads a query and fills in its answer. e is what was wrong with the text.
func (w *World) query(a *WorldAnswer, e *Error) *Error {
	if e != nil {
		return e
	}
	t := &w.decoder.tree
	q, e := w.readQuery()
	switch {
	case e != nil:
		return e
	case w.next < w.frames:
		return t.fail(root, ErrMissingField,
			fmt.Sprintf("queries come after the last frame, and frame %d is due", w.next))
	case !w.known:
		return t.fail(root, ErrMissingField, "there is no frame 0 that could be read")
	}
	switch q.kind {
	case "region":
		a.IDs, e = w.bodies.within(&q)
	case "ray":
		a.IDs, e = w.bodies.along(&q)
	default:
		a.Near, e = w.bodies.nearest(&q)
		a.nearest = true
	}
	if e != nil {
		e.Line = t.line(root)
	}
	return e
}

// readQuery reads a query.
func (w *World) readQuery() (q worldQuery, e *Error) {
	t := &w.decoder.tree
	var keys []string
	if q.kind, keys, e = t.queryKind(); e != nil {
		return q, e
	}
	f := t.open(root, keys)
	f.text("id")
	vector := func(i int, key string) {
		f.need(key, "a list of "+strconv.Itoa(w.dim)+" numbers")
		f.numbers(key, q.q[i][:w.dim])
	}
	q.limit = math.Inf(1)
	switch q.kind {
	case "region":
		vector(0, "min")
		vector(1, "max")
		for i := range w.dim {
			if f.ok && q.q[0][i] > q.q[1][i] {
				f.fail(t.fail(f.get("max"), collide.ErrNegativeSize, "max is below min").index(i).at("max"))
			}
		}
	case "nearest":
		vector(0, "point")
		q.k = f.count("k", "how many are wanted", math.MaxInt32)
	case "ray":
		vector(0, "origin")
		vector(1, "direction")
		if c := f.get("direction"); f.ok && q.q[1] == [3]float64{} {
			f.fail(t.fail(c, collide.ErrZeroDirection, "a ray needs a direction").at("direction"))
		}
		if c := f.get("max"); c != 0 {
			if q.limit = f.number("max"); q.limit < 0 {
				f.fail(t.fail(c, collide.ErrBadOption, "max is not negative").at("max"))
			}
		}
	}
	return q, t.first()
}

// queryKind returns the kind of a query and the keys that it has.
func (t *tree) queryKind() (kind string, keys []string, e *Error) {
	c := t.find(root, "query")
	if c == 0 {
		e = t.fail(root, ErrMissingField, "a query is region, nearest or ray; the frames are complete")
		return "", nil, e.at("query")
	}
	if kind, e = t.text(c); e != nil {
		return "", nil, e.at("query")
	}
	if keys = keysQueries[kind]; keys == nil {
		return "", nil, t.fail(c, ErrUnknownType, "a query is region, nearest or ray, not "+quote(kind)).at("query")
	}
	return kind, keys, nil
}
