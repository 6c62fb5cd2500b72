package scene

import (
	"math"
	"strconv"
	"strings"

	"github.com/collide-go/collide"
)

// kind is what a node of a text is.
type kind uint8

const (
	null kind = iota
	boolean
	number
	text
	list
	mapping
	other // of YAML: dates, binary data, numbers that are not plain decimals
)

// String returns k with its article, for messages.
func (k kind) String() string {
	return [...]string{"null", "a boolean", "a number", "a string", "a list", "a mapping", "something else"}[k]
}

// node is a value of JSON or YAML. The children of a list or mapping are a chain.
type node struct {
	kind    kind
	line    int32
	keyLine int32  // of an entry of a mapping: the line of its key
	first   int32  // list, mapping: the first child, 0 for none
	next    int32  // the next child of the same parent, 0 for none
	n       int32  // list, mapping: number of children
	key     string // of an entry of a mapping
	text    string // number: as written; NaN, Infinity, -Infinity for those of YAML. text: its value
}

// tree holds nodes. Number 0 stands for "none", 1 is the root.
type tree struct{ nodes []node }

const root = 1

// maxDepth bounds the nesting of lists and mappings; a scene needs 6.
const maxDepth = 64

// maxKept bounds the nodes and points that are kept from one text to the next: 7 MB of nodes.
const maxKept = 1 << 17

// reset empties t, keeping its space unless one long text has blown it up.
func (t *tree) reset() {
	if cap(t.nodes) > maxKept {
		t.nodes = nil
	}
	clear(t.nodes) // lets go of the strings
	t.nodes = append(t.nodes[:0], node{})
}

// add appends a node and returns its number.
func (t *tree) add(n node) int32 {
	t.nodes = append(t.nodes, n)
	return int32(len(t.nodes) - 1)
}

// link appends child to the children of parent. last is the child before, 0 for none.
func (t *tree) link(parent, last, child int32) {
	if last == 0 {
		t.nodes[parent].first = child
	} else {
		t.nodes[last].next = child
	}
	t.nodes[parent].n++
}

// line returns the line of node i.
func (t *tree) line(i int32) int {
	if int(i) >= len(t.nodes) {
		return 0
	}
	return int(t.nodes[i].line)
}

// lineOf returns the line of the element at path below node i, or of the nearest element around it.
func (t *tree) lineOf(i int32, path string) int {
	for path != "" {
		var child int32
		if path[0] == '[' {
			end := strings.IndexByte(path, ']')
			k, err := strconv.Atoi(path[1:max(end, 1)])
			if end < 0 || err != nil || t.nodes[i].kind != list {
				break
			}
			child = t.nodes[i].first
			for ; k > 0 && child != 0; k-- {
				child = t.nodes[child].next
			}
			path = strings.TrimPrefix(path[end+1:], ".")
		} else {
			end := strings.IndexAny(path, ".[")
			if end < 0 {
				end = len(path)
			}
			child = t.find(i, path[:end])
			path = strings.TrimPrefix(path[end:], ".")
		}
		if child == 0 {
			break
		}
		i = child
	}
	return t.line(i)
}

// find returns the first entry of mapping i with the key, 0 for none.
func (t *tree) find(i int32, key string) int32 {
	if t.nodes[i].kind != mapping {
		return 0
	}
	for c := t.nodes[i].first; c != 0; c = t.nodes[c].next {
		if t.nodes[c].key == key {
			return c
		}
	}
	return 0
}

// fail returns an error at node i.
func (t *tree) fail(i int32, code, message string) *Error {
	return &Error{Line: t.line(i), Code: code, Message: message}
}

// wrongType returns the error that node i is not what is wanted.
func (t *tree) wrongType(i int32, want string) *Error {
	n := &t.nodes[i]
	got := n.kind.String()
	if n.kind == other {
		got = quote(n.text)
	}
	return t.fail(i, WrongType, want+" is wanted, not "+got)
}

// number returns the number at node i: finite, not above collide.MaxMagnitude, and not -0.
func (t *tree) number(i int32) (float64, *Error) {
	n := &t.nodes[i]
	switch {
	case n.kind == number:
	case n.kind == text && (n.text == "NaN" || n.text == "Infinity" || n.text == "-Infinity"):
	default:
		return 0, t.wrongType(i, "a number")
	}
	x, err := strconv.ParseFloat(n.text, 64)
	switch {
	case err == nil && (math.IsNaN(x) || math.IsInf(x, 0)):
		return 0, &Error{Line: t.line(i), Code: collide.ErrNotFinite.Error(), Message: n.text, cause: collide.ErrNotFinite}
	case err != nil || x > collide.MaxMagnitude || x < -collide.MaxMagnitude:
		message := n.text
		if len(message) > 40 {
			message = message[:40] + "..."
		}
		return 0, &Error{Line: t.line(i), Code: collide.ErrOutOfRange.Error(), Message: message, cause: collide.ErrOutOfRange}
	}
	return x + 0, nil
}

// text returns the string at node i.
func (t *tree) text(i int32) (string, *Error) {
	if t.nodes[i].kind != text {
		return "", t.wrongType(i, "a string")
	}
	return t.nodes[i].text, nil
}

// numbers fills dst from the list at node i, which must be as long.
func (t *tree) numbers(i int32, dst []float64) *Error {
	n := &t.nodes[i]
	if n.kind != list {
		return t.wrongType(i, "a list of "+strconv.Itoa(len(dst))+" numbers")
	}
	if int(n.n) != len(dst) {
		return t.wrongLength(i, len(dst))
	}
	c := n.first
	for k := range dst {
		var e *Error
		if dst[k], e = t.number(c); e != nil {
			return e.index(k)
		}
		c = t.nodes[c].next
	}
	return nil
}

// wrongLength returns the error that list i does not have want elements.
func (t *tree) wrongLength(i int32, want int) *Error {
	e := t.fail(i, collide.ErrWrongDimension.Error(), strconv.Itoa(int(t.nodes[i].n))+" elements where "+strconv.Itoa(want)+" are needed")
	e.cause = collide.ErrWrongDimension
	return e
}

// maxKeys is the largest number of keys that a mapping of the formats has.
const maxKeys = 7

// fields reads the entries of one mapping. The first error stays; every method does nothing after it.
type fields struct {
	t    *tree
	i    int32
	keys []string
	at   [maxKeys]int32 // the value of each key, 0 for none
	err  *Error
}

// open finds the entries of mapping i, of which only the given keys are allowed.
func (t *tree) open(i int32, keys []string) fields {
	f := fields{t: t, i: i, keys: keys}
	if t.nodes[i].kind != mapping {
		f.err = t.wrongType(i, "a mapping")
		return f
	}
	for c := t.nodes[i].first; c != 0; c = t.nodes[c].next {
		n := &t.nodes[c]
		k := 0
		for k < len(keys) && keys[k] != n.key {
			k++
		}
		switch {
		case f.err != nil: // the first one stays
		case k == len(keys):
			f.err = &Error{Line: int(n.keyLine), Path: keySegment(n.key), Code: UnknownField, Message: "known here: " + strings.Join(keys, ", ")}
		case f.at[k] != 0:
			f.err = &Error{Line: int(n.keyLine), Path: n.key, Code: DuplicateField, Message: "also on line " + strconv.Itoa(int(t.nodes[f.at[k]].keyLine))}
		}
		if k < len(keys) && f.at[k] == 0 {
			f.at[k] = c
		}
	}
	return f
}

// get returns the value of key, 0 for none.
func (f *fields) get(key string) int32 {
	for k, s := range f.keys {
		if s == key {
			return f.at[k]
		}
	}
	return 0
}

// need returns the value of key, and sets the error when there is none.
func (f *fields) need(key string) int32 {
	c := f.get(key)
	if c == 0 && f.err == nil {
		f.err = &Error{Line: f.t.line(f.i), Path: key, Code: MissingField}
	}
	return c
}

// number returns the number of a key that must be there.
func (f *fields) number(key string) float64 {
	c := f.need(key)
	if f.err != nil {
		return 0
	}
	x, e := f.t.number(c)
	f.err = e.at(key)
	return x
}

// numbers fills dst from a key that must be there.
func (f *fields) numbers(key string, dst []float64) {
	c := f.need(key)
	if f.err == nil {
		f.err = f.t.numbers(c, dst).at(key)
	}
}

// text returns the string of a key that must be there.
func (f *fields) text(key string) string {
	c := f.need(key)
	if f.err != nil {
		return ""
	}
	s, e := f.t.text(c)
	f.err = e.at(key)
	return s
}
