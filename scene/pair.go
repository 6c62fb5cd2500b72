package scene

import (
	"bytes"
	"strings"
	"sync"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/d3"
)

// Pair is a decoded pair line: A2 and B2 are filled when Dim is 2, A3 and B3 when it is 3. Of a compound the parts are
// filled too, and the object is their convex hull, rounded: enough to look at, not to ask about.
type Pair struct {
	ID     string
	HasID  bool // a line may go without an id, or have none that can be used
	Dim    int
	A2, B2 d2.Object
	A3, B3 d3.Object

	PartsA2, PartsB2 []Part2 // nil unless the body is a compound
	PartsA3, PartsB3 []Part3
}

var (
	keysPair = []string{"id", "dim", "a", "b"}
	keysBody = []string{"shape", "pose"}
)

// DecodePair returns the pair of a pair line: {"id": string, "dim": 2 or 3, "a": {"shape": .., "pose": ..}, "b": ..}.
// The id and the poses may be left out. Mesh files are read anew in each call; a Decoder keeps them. It may be called
// from any goroutine.
//
// The error is an *Error. The Pair then carries no bodies, but the id if it could be read.
func DecodePair(line []byte, o Options) (Pair, error) {
	d := decoders.Get().(*Decoder)
	d.opt = o
	p, err := d.Pair(line)
	d.hulls, d.files = nil, nil
	decoders.Put(d)
	return p, err
}

// decoders holds the work space of DecodePair.
var decoders = sync.Pool{New: func() any { return new(Decoder) }}

// Pair returns the pair of a pair line, as DecodePair does. It keeps nothing of line.
//
// Cost: linear in the length of the line, plus that of placing the shapes.
func (d *Decoder) Pair(line []byte) (Pair, error) {
	if d.opt.MaxBytes > 0 && len(line) > d.opt.MaxBytes {
		return Pair{}, &Error{Line: 1, Code: TooLong, Message: "the line is longer than the limit"}
	}
	line = bytes.TrimSuffix(line, []byte("\n"))
	if cap(d.points2) > maxKept || cap(d.points3) > maxKept {
		d.points2, d.points3 = nil, nil
	}
	e := d.tree.parseJSON(string(line))
	var p Pair
	if len(d.tree.nodes) > root {
		p.ID, p.HasID = d.tree.id()
	}
	if e == nil {
		e = d.pair(&p)
	}
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
func (d *Decoder) pair(p *Pair) *Error {
	f := d.tree.open(root, keysPair)
	if f.err == nil && f.get("id") != 0 {
		f.text("id")
	}
	p.Dim = f.dim()
	a, b := d.openBody(&f, "a"), d.openBody(&f, "b")
	if f.err != nil {
		return f.err
	}
	var e *Error
	if p.Dim == 2 {
		if p.A2, p.PartsA2, e = d.body2(a.get("shape"), a.get("pose")); e != nil {
			return e.at("a")
		}
		if p.B2, p.PartsB2, e = d.body2(b.get("shape"), b.get("pose")); e != nil {
			return e.at("b")
		}
	} else {
		if p.A3, p.PartsA3, e = d.body3(a.get("shape"), a.get("pose")); e != nil {
			return e.at("a")
		}
		if p.B3, p.PartsB3, e = d.body3(b.get("shape"), b.get("pose")); e != nil {
			return e.at("b")
		}
	}
	if hasHalfSpace2(&p.A2, p.PartsA2) && hasHalfSpace2(&p.B2, p.PartsB2) || hasHalfSpace3(&p.A3, p.PartsA3) && hasHalfSpace3(&p.B3, p.PartsB3) {
		return unsupported(d.tree.line(b.get("shape"))).at("shape").at("b")
	}
	return nil
}

// openBody returns the fields of the body at key, which sets the error of f.
func (d *Decoder) openBody(f *fields, key string) fields {
	i := f.need(key)
	if f.err != nil {
		return fields{}
	}
	body := d.tree.open(i, keysBody)
	body.need("shape")
	f.err = body.err.at(key)
	return body
}

// dim returns the dimension, 2 or 3.
func (f *fields) dim() int {
	x := f.number("dim")
	if f.err == nil && x != 2 && x != 3 {
		f.err = f.t.fail(f.get("dim"), collide.ErrWrongDimension.Error(), "dim is 2 or 3").at("dim")
		f.err.cause = collide.ErrWrongDimension
	}
	return int(x)
}

// unsupported returns the error about two half-spaces.
func unsupported(line int) *Error {
	return &Error{Line: line, Code: collide.ErrUnsupportedPair.Error(), Message: messages[collide.ErrUnsupportedPair], cause: collide.ErrUnsupportedPair}
}
