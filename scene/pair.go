package scene

import (
	"bytes"
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
// call; a Decoder keeps them. It may be called from any goroutine. When ctx ends, so does it, with
// the code ErrCanceled.
//
// The error is an *Error. The Pair then carries no bodies, but the id if it could be read.
func DecodePair(ctx context.Context, line []byte, o Options) (Pair, error) {
	d := decoders.Get().(*Decoder)
	d.opt = o.withDefaults()
	p, err := d.Pair(ctx, line)
	d.opt, d.ctx, d.hulls, d.files = Options{}, nil, nil, nil
	decoders.Put(d)
	return p, err
}

// decoders holds the work space of DecodePair.
var decoders = sync.Pool{New: func() any { return new(Decoder) }}

// Pair returns the pair of a pair line, as DecodePair does. It keeps nothing of line.
//
// Cost: linear in the length of the line, plus that of placing the shapes.
func (d *Decoder) Pair(ctx context.Context, line []byte) (Pair, error) {
	if e := d.begin(ctx, len(line), "line"); e != nil {
		return Pair{}, e
	}
	t := &d.tree
	var p Pair
	e := t.parseJSON(string(bytes.TrimSuffix(line, []byte("\n"))))
	if len(t.nodes) > root {
		p.ID, p.HasID = t.id()
	}
	if e == nil {
		d.pair(&p)
		if len(t.errs) > 0 {
			e = t.errs[0]
		}
	}
	d.end()
	if e != nil {
		return Pair{ID: p.ID, HasID: p.HasID}, e
	}
	return p, nil
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
	for k, at := range [2]*Body{&p.A, &p.B} {
		key := [2]string{"a", "b"}[k]
		i := f.need(key, "a pair has the bodies a and b, each with a shape")
		if i == 0 || p.Dim == 0 {
			continue
		}
		since := t.here()
		body := t.open(i, keysBody)
		shape, pose := body.need("shape", "a body has a shape, and may have a pose"), body.get("pose")
		if shape != 0 {
			*at = d.body(p.Dim, shape, pose)
		}
		t.under(since, key)
	}
	p.Notes, p.Files = t.notes, d.usedFiles()
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
