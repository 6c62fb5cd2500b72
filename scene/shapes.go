package scene

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/internal/say"
)

// Shapes are the shapes that lines of a stream have given names, by {"shapes":{"name":{..},..}}:
// where Options have them, "shape":"name" stands for such a shape in lines and in parts of
// compounds. Make it with NewShapes; the zero value is that of zero Options. Any number of
// goroutines may use it.
type Shapes struct {
	adding  sync.Mutex // held by Define
	decoder *Decoder
	left    int // points that shapes may still have
	bytes   int // of all lines

	mu    sync.RWMutex
	named map[string]*named
}

// named is a shape with a name. A shape may be one of both dimensions, as a capsule is.
type named struct {
	line   int // that defines it
	weight int // points that each use of it takes from the limit
	s2     d2.Shape
	s3     d3.Shape
}

// keysShapes are the keys of a line that names shapes.
var keysShapes = []string{"shapes"}

// NewShapes returns Shapes without a name. Their lines are read as o says. All shapes together have
// at most o.MaxPoints points and o.MaxBytes bytes of lines.
func NewShapes(o Options) *Shapes {
	s := &Shapes{}
	s.init(o)
	return s
}

// init makes what Define works with.
func (s *Shapes) init(o Options) {
	o.Shapes = s
	s.decoder = NewDecoder(o)
	s.left = s.decoder.opt.MaxPoints
}

// IsShapes reports whether a line names shapes: whether its first key is "shapes".
func IsShapes(line []byte) bool {
	line = bytes.TrimLeft(line, " \t\r\n")
	if len(line) == 0 || line[0] != '{' {
		return false
	}
	line = bytes.TrimLeft(line[1:], " \t\r\n")
	const longest = len(`"shapes"`) * len(`\u0073`)
	if len(line) < 2 || line[0] != '"' || line[1] != 's' && line[1] != '\\' {
		return false
	}
	p := parser{s: string(line[:min(len(line), longest)])}
	key, e := p.str()
	return e == nil && key == keysShapes[0]
}

// Define reads a line that names shapes, the line of the given number. From then on, for the lines
// of greater numbers, each name stands for its shape. Either all names of a line count, or there is
// an error.
//
// It returns notes as those of a Pair. The error is an *Error: ErrDuplicateName for a name that has
// been given, in this line or before, those of a shape, and ErrTooLarge for more than the limits. A
// shape that both dimensions have is read for both.
//
// Cost: that of Decoder.Pair for each dimension that the shape may belong to.
func (s *Shapes) Define(ctx context.Context, line []byte, number int) ([]Note, error) {
	s.adding.Lock()
	defer s.adding.Unlock()
	if s.decoder == nil {
		s.init(Options{})
	}
	d := s.decoder
	d.SetLine(number)
	found := make(map[string]*named)
	var h head
	e := d.line(ctx, line, &h, func() { s.read(found, number) })
	if s.bytes += len(line); e == nil && s.bytes > d.opt.MaxBytes {
		e = &Error{
			Line: 1, Code: ErrTooLarge,
			Message: fmt.Sprintf("the lines of shapes are longer than %d bytes together", d.opt.MaxBytes),
		}
	}
	if e != nil {
		return nil, e
	}
	s.left = d.left
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.named == nil {
		s.named = make(map[string]*named)
	}
	// no order matters: the names differ
	maps.Copy(s.named, found)
	return h.notes, nil
}

// AppendDefine defines the names of a line and appends nothing, or, without a line end, the answer
// line that says what is wrong.
func (s *Shapes) AppendDefine(ctx context.Context, dst, line []byte, number int) (out []byte, ok bool, notes []Note) {
	notes, err := s.Define(ctx, line, number)
	if e := lineError(ctx, err); e != nil {
		return e.appendTo(appendID(dst, "", false), number), false, nil
	}
	return dst, true, notes
}

// read fills found from the tree of a line.
func (s *Shapes) read(found map[string]*named, number int) {
	d := s.decoder
	t := &d.tree
	d.left = s.left
	f := t.open(root, keysShapes)
	all := f.get(keysShapes[0])
	if all == 0 {
		return
	}
	if t.nodes[all].kind != mapping {
		f.fail(t.wrongType(all, "a mapping of names to shapes").at(keysShapes[0]))
		return
	}
	for c := t.nodes[all].first; c != 0 && len(t.errs) == 0; c = t.nodes[c].next {
		since := t.here()
		name := strings.Clone(t.nodes[c].key)
		message := quote(name) + " has been given to a shape before"
		old := s.named[name]
		if old != nil {
			message = fmt.Sprintf("%s is also the name of a shape of line %d", quote(name), old.line)
		}
		switch {
		case name == "":
			t.report(t.fail(c, collide.ErrEmpty, "a name is not empty"))
		case old != nil || found[name] != nil:
			t.report(t.fail(c, ErrDuplicateName, message))
		case t.nodes[c].kind != mapping:
			t.report(t.wrongType(c, "a shape"))
		default:
			n := d.define(c)
			n.line = number
			found[name] = &n
		}
		t.under(since, join(keysShapes[0], keySegment(name)))
	}
}

// define reads the shape at node i in each dimension that it may belong to. One is enough; of two
// that fail, what is wrong in space is told.
func (d *Decoder) define(i int32) named {
	t := &d.tree
	var n named
	plane, space := d.dimensions(i)
	since, before := t.here(), d.left
	if plane {
		n.s2, _ = planar.checked(d, i)
		n.weight = before - d.left + parts2(n.s2)
	}
	if space && n.s2 == nil || space && t.clean(since) {
		inPlane := t.here()
		d.left = before
		n.s3, _ = spatial.checked(d, i)
		switch {
		case n.s3 != nil:
			n.weight = before - d.left + parts3(n.s3)
			t.forget(since, inPlane)
		case n.s2 != nil:
			t.forget(inPlane, t.here())
		default:
			t.forget(since, inPlane)
		}
	}
	d.left = before - n.weight
	return n
}

// forget takes out what was noted from one place to another.
func (t *tree) forget(from, to place) {
	t.errs = slices.Delete(t.errs, from.errs, to.errs)
	t.notes = slices.Delete(t.notes, from.notes, to.notes)
}

// checked returns the shape at node i, and whether it is one that can be placed.
func (g *geometry[S, P, O]) checked(d *Decoder, i int32) (s S, ok bool) {
	t := &d.tree
	if s, ok = g.shape(d, i); !ok {
		return s, false
	}
	var identity P
	if _, err := g.place(s, identity); err != nil {
		t.report(t.refused(err, i))
		return s, false
	}
	return s, true
}

// dimensions tells which dimensions the shape at node i may belong to, by its type and how many
// numbers it has where that differs. What is no shape may belong to space.
func (d *Decoder) dimensions(i int32) (plane, space bool) {
	t := &d.tree
	if t.nodes[i].kind == text {
		n := d.opt.Shapes.find(t.nodes[i].text, d.number)
		return n != nil && n.s2 != nil, n == nil || n.s3 != nil
	}
	c := t.find(i, "type")
	if c == 0 || t.nodes[c].kind != text {
		return false, true
	}
	typ := t.nodes[c].text
	plane, space = slices.Contains(names2, typ), slices.Contains(names3, typ)
	if !plane || !space {
		return plane, !plane
	}
	var of int32 // a list whose length is the dimension
	switch typ {
	case "box":
		of = t.find(i, "size")
	case "half-space":
		of = t.find(i, "normal")
	case "hull":
		plane = t.firstLength(t.find(i, "points")) == 2
		return plane, !plane
	case "compound":
		return d.dimensionsOfParts(i)
	default:
		return true, true
	}
	plane = of != 0 && t.nodes[of].kind == list && t.nodes[of].n == 2
	return plane, !plane
}

// firstLength returns how many elements the first list of the list at node i has, 0 for none.
func (t *tree) firstLength(i int32) int {
	n := &t.nodes[i]
	if i == 0 || n.kind != list || n.n == 0 {
		return 0
	}
	if n.text == "" {
		return int(t.nodes[t.child(i)].n)
	}
	b := block{s: n.text, pos: 1}
	if b.space() != '[' {
		return 0
	}
	k, _ := b.skip(1)
	return k
}

// dimensionsOfParts tells which dimensions all parts of the compound at node i may belong to; those
// of the first part where there is none.
func (d *Decoder) dimensionsOfParts(i int32) (plane, space bool) {
	t := &d.tree
	parts := t.find(i, "parts")
	if parts == 0 || t.nodes[parts].kind != list {
		return false, true
	}
	plane, space = true, true
	for c := t.child(parts); c != 0; c = t.nodes[c].next {
		shape := t.find(c, "shape")
		if shape == 0 {
			continue
		}
		p, s := d.dimensions(shape)
		if plane, space = plane && p, space && s; !plane && !space {
			return p, s
		}
	}
	return plane, space
}

// find returns the shape of a name that a line before the given one has defined, nil for none. Line
// 0 is after all.
func (s *Shapes) find(name string, line int) *named {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if n := s.named[name]; n != nil && (line == 0 || n.line < line) {
		return n
	}
	return nil
}

// mostNames is the number of names up to which an unknown one is compared with all.
const mostNames = 1000

// like returns the name known to a line that a writer of name may have meant, "" for none.
func (s *Shapes) like(name string, line int) string {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if len(s.named) > mostNames {
		return ""
	}
	var all []string
	for k, n := range s.named {
		if line == 0 || n.line < line {
			all = append(all, k)
		}
	}
	slices.Sort(all)
	return say.Nearest(name, all)
}

// namedShape returns the shape that node i, a string, stands for, and whether there is one of the
// dimension.
func namedShape[S any](d *Decoder, i int32, dim int) (s S, ok bool) {
	t := &d.tree
	name := t.nodes[i].text
	d.named = true
	n := d.opt.Shapes.find(name, d.number)
	if n == nil {
		message := "no line before has given a shape the name " + quote(name)
		if like := d.opt.Shapes.like(name, d.number); like != "" {
			message += "; did you mean " + quote(like) + "?"
		}
		t.report(t.fail(i, ErrUnknownName, message))
		return s, false
	}
	shape, word := any(n.s3), "the plane"
	if dim == 2 {
		shape, word = any(n.s2), "space"
	}
	if s, ok = shape.(S); !ok {
		t.report(t.fail(i, collide.ErrWrongDimension, quote(name)+" is a shape of "+word))
		return s, false
	}
	if e := d.spendPoints(n.weight); e != nil {
		e.Line = t.line(i)
		t.report(e)
		return s, false
	}
	return s, true
}
