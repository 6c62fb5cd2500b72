package scene

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/broadphase"
)

// WorldOptions steer a World. The zero value means the defaults.
type WorldOptions struct {
	Hash    bool // the number and the hash of the pairs of a frame in place of the pairs
	Workers int  // goroutines; 0 is one
}

// World answers the lines of a world of boxes: what `collide world` does. The first line says how
// many boxes and frames there are, then come the frames, then queries about frame 0. It must not be
// used by two goroutines at once.
//
// Memory grows with the number of boxes and the longest line, never with that of the frames.
type World struct {
	decoder *Decoder
	opt     WorldOptions
	dim     int // 0 before the first line
	boxes   int
	frames  int
	next    int // the frame that is due
	world   boxWorld
	pairs   []broadphase.Pair
}

// NewWorld returns a World that reads as o says.
func NewWorld(o Options, w WorldOptions) *World { return &World{decoder: NewDecoder(o), opt: w} }

// Progress returns how many frames have been read, and how many there are.
func (w *World) Progress() (frames, of int) { return w.next, w.frames }

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
			Message: fmt.Sprintf("the input ends after %d of %s", w.next, plural(w.frames, "frame")),
		}
	}
	return nil
}

// AppendAnswer appends the answer to a line of the given number, with a line end; nothing for the
// first line. ok is false if the answer is an error; what follows is answered nevertheless.
//
// The error is an *Error about the first line: nothing can be answered then.
func (w *World) AppendAnswer(ctx context.Context, dst, line []byte, number int) (out []byte, ok bool, err error) {
	e := w.decoder.begin(ctx, len(line), "line")
	if e == nil {
		e = w.decoder.tree.parseJSON(string(bytes.TrimSuffix(line, []byte("\n"))))
	}
	return w.answer(dst, number, e)
}

// AppendTooLong appends the answer to a line that is longer than the limit, as AppendAnswer does.
func (w *World) AppendTooLong(ctx context.Context, dst []byte, number int) (out []byte, ok bool, err error) {
	return w.answer(dst, number, w.decoder.begin(ctx, w.decoder.opt.MaxBytes+1, "line"))
}

// answer appends the answer to the line in the tree. e is what was wrong with its text.
func (w *World) answer(dst []byte, number int, e *Error) (out []byte, ok bool, err error) {
	d := w.decoder
	defer d.end()
	if w.dim == 0 {
		if e == nil {
			e = w.header()
		}
		if e != nil {
			e.Line = number
			return dst, false, e
		}
		return dst, true, nil
	}
	start := len(dst)
	query := w.next == w.frames || len(d.tree.nodes) > root && d.tree.find(root, "query") != 0
	switch {
	case query:
		dst, e = w.query(dst, e)
	default:
		dst, e = w.frame(dst, e)
	}
	if e == nil {
		return append(dst, "}\n"...), true, nil
	}
	if dst = dst[:start]; query {
		dst = w.appendID(dst)
	} else {
		dst = strconv.AppendInt(append(dst, `{"frame":`...), int64(w.next-1), 10)
	}
	dst = strconv.AppendInt(append(dst, `,"line":`...), int64(number), 10)
	dst = AppendString(append(dst, `,"error":{"code":`...), e.code())
	dst = AppendString(append(dst, `,"path":`...), e.Path)
	dst = AppendString(append(dst, `,"message":`...), e.Message)
	return append(dst, "}}\n"...), false, nil
}

// appendID appends the beginning of the answer to a query: its id.
func (w *World) appendID(dst []byte) []byte {
	t := &w.decoder.tree
	dst = append(dst, `{"id":`...)
	if len(t.nodes) > root {
		if id, has := t.id(); has {
			return AppendString(dst, id)
		}
	}
	return append(dst, "null"...)
}

// The keys of the lines.
var (
	keysWorld   = []string{"world", "dim", "boxes", "frames"}
	keysFrame   = []string{"frame", "min", "max"}
	keysQueries = map[string][]string{
		"region":  {"id", "query", "min", "max"},
		"nearest": {"id", "query", "point", "k"},
		"ray":     {"id", "query", "origin", "direction", "max"},
	}
)

// first returns what went wrong first, nil if nothing did.
func (t *tree) first() *Error {
	if len(t.errs) == 0 {
		return nil
	}
	return t.errs[0]
}

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
	t := &w.decoder.tree
	f := t.open(root, keysWorld)
	if v := f.count("world", "the version of the format, 1", math.MaxInt32); f.ok && v != 1 {
		e := t.fail(f.get("world"), ErrUnsupportedVersion, "version 1 is known, not "+strconv.Itoa(v))
		f.fail(e.at("world"))
	}
	dim := f.dim()
	boxes := f.count("boxes", "the number of boxes", w.decoder.opt.MaxPoints/2)
	frames := f.count("frames", "the number of frames", math.MaxInt32)
	if e := t.first(); e != nil {
		return e
	}
	w.dim, w.boxes, w.frames = dim, boxes, frames
	if dim == 2 {
		w.world = newBoxes[broadphase.Box2, broadphase.Vec2](boxes, w.opt.Workers)
	} else {
		w.world = newBoxes[broadphase.Box3, broadphase.Vec3](boxes, w.opt.Workers)
	}
	return nil
}

// frame reads the frame that is due and appends its pairs. e is what was wrong with the text.
func (w *World) frame(dst []byte, e *Error) ([]byte, *Error) {
	k := w.next
	w.next++
	if e != nil {
		return dst, e
	}
	d := w.decoder
	t := &d.tree
	f := t.open(root, keysFrame)
	if n := f.count("frame", "the number of the frame", math.MaxInt32); f.ok && n != k {
		f.fail(t.fail(f.get("frame"), collide.ErrBadOption, fmt.Sprintf("frames come in order: %d is due", k)).at("frame"))
	}
	for end, key := range []string{"min", "max"} {
		what := [2]string{"the least coordinates of the boxes", "the greatest coordinates of the boxes"}[end]
		c := f.need(key, what)
		if f.list(key, "a list of points") == 0 {
			continue
		}
		since := t.here()
		i := 0
		if n := int(t.nodes[c].n); n != w.boxes {
			t.report(t.wrongLength(c, w.boxes))
		} else if d.spend(c) {
			d.eachPoint(c, w.dim, func(x []float64) {
				if i < w.boxes {
					w.world.set(i, end, x)
				}
				i++
			})
		}
		t.under(since, key)
	}
	if e := t.first(); e != nil {
		return dst, e
	}
	if e := w.world.build(k); e != nil {
		e.Line = t.line(root)
		return dst, e
	}
	w.pairs = w.world.pairs(w.pairs[:0], k)
	dst = strconv.AppendInt(append(dst, `{"frame":`...), int64(k), 10)
	if w.opt.Hash {
		dst = strconv.AppendInt(append(dst, `,"count":`...), int64(len(w.pairs)), 10)
		dst = append(append(append(dst, `,"sha256":"`...), hashPairs(w.pairs)...), '"')
		return dst, nil
	}
	dst = append(dst, `,"pairs":[`...)
	for i, p := range w.pairs {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = strconv.AppendInt(append(dst, '['), int64(p[0]), 10)
		dst = strconv.AppendInt(append(dst, ','), int64(p[1]), 10)
		dst = append(dst, ']')
	}
	return append(dst, ']'), nil
}

// hashPairs returns the SHA-256 of pairs, each two little-endian uint32, in hexadecimal.
func hashPairs(pairs []broadphase.Pair) string {
	h := sha256.New()
	var b [1024]byte
	for len(pairs) > 0 {
		n := min(len(pairs), len(b)/8)
		for i, p := range pairs[:n] {
			binary.LittleEndian.PutUint32(b[8*i:], uint32(p[0]))
			binary.LittleEndian.PutUint32(b[8*i+4:], uint32(p[1]))
		}
		h.Write(b[:8*n])
		pairs = pairs[n:]
	}
	return hex.EncodeToString(h.Sum(nil))
}

// worldQuery is a query about boxes.
type worldQuery struct {
	kind  string
	q     [2][3]float64 // the ends of the region; origin and direction of the ray; the point
	k     int
	limit float64
}

// query reads a query and appends its answer. e is what was wrong with the text.
func (w *World) query(dst []byte, e *Error) ([]byte, *Error) {
	if e != nil {
		return dst, e
	}
	t := &w.decoder.tree
	q, e := w.readQuery()
	switch {
	case e != nil:
		return dst, e
	case w.next < w.frames:
		return dst, t.fail(root, ErrMissingField,
			fmt.Sprintf("queries come after the last frame, and frame %d is due", w.next))
	case w.frames == 0 || !w.world.known():
		return dst, t.fail(root, ErrMissingField, "there is no frame 0 that could be read")
	}
	dst = append(w.appendID(dst), `,"ids":[`...)
	var ids []int32
	var near []broadphase.Near
	switch q.kind {
	case "region":
		ids = w.world.within(q.q)
	case "ray":
		ids = w.world.along(q.q, q.limit)
	default:
		near = w.world.nearest(q.q, q.k)
		for _, n := range near {
			ids = append(ids, n.ID)
		}
	}
	for i, id := range ids {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = strconv.AppendInt(dst, int64(id), 10)
	}
	if dst = append(dst, ']'); q.kind != "nearest" {
		return dst, nil
	}
	dst = append(dst, `,"distances":[`...)
	for i, n := range near {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = AppendNumber(dst, n.Distance)
	}
	return append(dst, ']'), nil
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
		q.k = f.count("k", "how many boxes are wanted", math.MaxInt32)
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

// boxWorld is the boxes of a world of either dimension.
type boxWorld interface {
	// set sets the least coordinates of box i, or for end = 1 the greatest.
	set(i, end int, x []float64)
	// build makes the boxes those of frame k.
	build(k int) *Error
	// pairs appends the pairs of frame k.
	pairs(dst []broadphase.Pair, k int) []broadphase.Pair
	// known reports whether frame 0 was built.
	known() bool
	// within, along and nearest answer queries about frame 0.
	within(q [2][3]float64) []int32
	along(q [2][3]float64, limit float64) []int32
	nearest(q [2][3]float64, k int) []broadphase.Near
}

// boxes is the boxWorld of a dimension.
type boxes[B broadphase.Box, V broadphase.Vec] struct {
	first, later broadphase.Tree[B, V]
	list         []B
	built        bool
}

func newBoxes[B broadphase.Box, V broadphase.Vec](n, workers int) *boxes[B, V] {
	w := &boxes[B, V]{list: make([]B, n)}
	w.first.SetWorkers(workers)
	w.later.SetWorkers(workers)
	return w
}

func (w *boxes[B, V]) set(i, end int, x []float64) {
	b := &w.list[i]
	for k := range x {
		(*b)[end*len(*b)/2+k] = x[k]
	}
}

func (w *boxes[B, V]) tree(k int) *broadphase.Tree[B, V] {
	if k == 0 {
		return &w.first
	}
	return &w.later
}

func (w *boxes[B, V]) build(k int) *Error {
	for i := range w.list {
		b := &w.list[i]
		for j := range len(*b) / 2 {
			if (*b)[j] > (*b)[len(*b)/2+j] {
				return &Error{
					Path: fmt.Sprintf("max[%d][%d]", i, j), Code: collide.ErrNegativeSize,
					Message: fmt.Sprintf("%g is below %g, the least", (*b)[len(*b)/2+j], (*b)[j]),
				}
			}
		}
	}
	if err := w.tree(k).Build(w.list); err != nil { // checked above and by the reader: it cannot happen
		return &Error{Code: collide.ErrBadOption, Message: err.Error(), cause: err}
	}
	w.built = w.built || k == 0
	return nil
}

func (w *boxes[B, V]) pairs(dst []broadphase.Pair, k int) []broadphase.Pair {
	return w.tree(k).AppendPairs(dst)
}

func (w *boxes[B, V]) known() bool { return w.built }

func (w *boxes[B, V]) within(q [2][3]float64) []int32 {
	var b B
	h := len(b) / 2
	for k := range h {
		b[k], b[h+k] = q[0][k], q[1][k]
	}
	return w.first.AppendWithin(nil, b)
}

// vec returns the coordinates of x.
func vec[V broadphase.Vec](x [3]float64) V {
	var v V
	for k := range len(v) {
		v[k] = x[k]
	}
	return v
}

func (w *boxes[B, V]) along(q [2][3]float64, limit float64) []int32 {
	var ids []int32
	for _, h := range w.first.AppendAlong(nil, vec[V](q[0]), vec[V](q[1]), limit) {
		ids = append(ids, h.ID)
	}
	slices.Sort(ids)
	return ids
}

func (w *boxes[B, V]) nearest(q [2][3]float64, k int) []broadphase.Near {
	return w.first.AppendNearest(nil, vec[V](q[0]), min(k, w.first.Len()))
}
