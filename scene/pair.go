package scene

import (
	"context"
	"strings"
	"sync"

	"github.com/collide-go/collide"
)

// Pair is a decoded pair line.
type Pair struct {
	ID    string
	HasID bool // a line may go without an id, or have none that can be used
	Dim   int  // of both bodies
	A, B  Body

	Notes []Note   // what is allowed, and may not be what was meant
	Files []string // the mesh files that were read, as Options.Files calls them
}

var (
	keysPair = []string{"id", "dim", "a", "b"}
	keysBody = []string{"shape", "pose"}
)

// DecodePair returns the pair of a pair line: {"id": string, "dim": 2 or 3, "a": {"shape": ..,
// "pose": ..}, "b": ..}. The id and the poses may be left out. Mesh files are read anew in each
// call; a Decoder keeps them. It may be called from any goroutine. When ctx ends, or has ended, so
// does it, with the code ErrCanceled.
//
// The error is an *Error. The Pair then carries no bodies, but the id if it could be read.
func DecodePair(ctx context.Context, line []byte, o Options) (Pair, error) {
	d := decoders.Get().(*Decoder)
	d.opt = o.withDefaults()
	p, err := d.Pair(ctx, line)
	d.opt, d.ctx, d.hulls, d.files = Options{}, nil, nil, nil
	d.kept.forget()
	decoders.Put(d)
	return p, err
}

// decoders holds the work space of DecodePair.
var decoders = sync.Pool{New: func() any { return new(Decoder) }}

// Pair returns the pair of a pair line, as DecodePair does. It keeps nothing of line.
//
// Cost: linear in the length of the line, plus that of placing the shapes.
func (d *Decoder) Pair(ctx context.Context, line []byte) (Pair, error) {
	var p Pair
	if e := d.readPair(ctx, line, &p); e != nil {
		return p, e
	}
	return p, nil
}

// readPair fills p, the bodies of which may be those of a line before. It returns what is wrong.
func (d *Decoder) readPair(ctx context.Context, line []byte, p *Pair) *Error {
	if d.quickPair(ctx, line, p) {
		return nil
	}
	*p = Pair{}
	var h head
	if e := d.line(ctx, line, &h, func() { d.pair(p) }); e != nil {
		*p = Pair{ID: h.id, HasID: h.hasID}
		return e
	}
	p.ID, p.HasID, p.Notes, p.Files = h.id, h.hasID, h.notes, h.files
	return nil
}

// SetLine tells d the number of the line that it decodes next, counted from 1: Options.Shapes then
// stand for what the lines before it have defined. Without it, and for 0, all names are known.
func (d *Decoder) SetLine(number int) { d.number = number }

// head is what there is of every line.
type head struct {
	id    string
	hasID bool
	notes []Note
	files []string
}

// line reads a line into the tree, lets fill read its fields, and fills h. It returns what is
// wrong; h then has the id alone.
func (d *Decoder) line(ctx context.Context, line []byte, h *head, fill func()) *Error {
	if e := d.begin(ctx, len(line), "line"); e != nil {
		return e
	}
	defer d.end()
	t := &d.tree
	e := t.parseLine(line)
	if len(t.nodes) > root {
		h.id, h.hasID = t.id()
	}
	if e != nil {
		return e
	}
	fill()
	if e := t.first(); e != nil {
		return e
	}
	if e := d.canceled(); e != nil {
		return e
	}
	h.notes, h.files = t.notes, d.usedFiles()
	return nil
}

// id returns the id of the pair, and whether there is exactly one.
func (t *tree) id() (string, bool) {
	c := t.find(root, "id")
	if c == 0 || t.nodes[c].kind != text {
		return "", false
	}
	for k := t.nodes[c].next; k != 0; k = t.nodes[k].next {
		if t.nodes[k].key == "id" {
			return "", false
		}
	}
	return strings.Clone(t.nodes[c].text), true // a part of the line would keep all of it alive
}

// pair fills p from the tree.
func (d *Decoder) pair(p *Pair) {
	t := &d.tree
	f := t.open(root, keysPair)
	f.text("id")
	p.Dim = f.dim()
	p.A = d.bodyOf(&f, "a", p.Dim, "a pair has the bodies a and b, each with a shape")
	p.B = d.bodyOf(&f, "b", p.Dim, "a pair has the bodies a and b, each with a shape")
}

// bodyOf returns the body of a key, which is needed for what message says. dim may be 0: not known.
func (d *Decoder) bodyOf(f *fields, key string, dim int, message string) Body {
	b, _ := d.keysOf(f, key, dim, message, keysBody)
	return b
}

// moving is bodyOf for a body that may have a motion.
func (d *Decoder) moving(f *fields, key string, dim int, message string) (Body, Motion) {
	return d.keysOf(f, key, dim, message, keysMoving)
}

// keysOf is moving for a body of the given keys.
func (d *Decoder) keysOf(f *fields, key string, dim int, message string, keys []string) (b Body, m Motion) {
	t := &d.tree
	i := f.need(key, message)
	if i == 0 || dim == 0 {
		return b, m
	}
	since := t.here()
	body := t.open(i, keys)
	if shape := body.need("shape", "a body has a shape, and may have a pose"); shape != 0 {
		b = d.body(dim, shape, body.get("pose"))
	}
	m = d.motion(body.get("motion"), dim, &b)
	t.under(since, key)
	return b, m
}

// dim returns the dimension, 2 or 3, or 0 where there is none.
func (f *fields) dim() int {
	c := f.need("dim", "2 or 3")
	if c == 0 {
		return 0
	}
	x, e := f.t.number(c)
	if e == nil && (x == 2 || x == 3) {
		return int(x)
	}
	if e == nil {
		e = f.t.fail(c, collide.ErrWrongDimension, "dim is 2 or 3, not "+short(f.t.nodes[c].text))
	}
	f.fail(e.at("dim"))
	return 0
}
