package scene

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/say"
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
	first   int32  // list, mapping: the first child, 0 for none; only child gives it for a list
	next    int32  // the next child of the same parent, 0 for none
	n       int32  // list, mapping: number of children
	key     string // of an entry of a mapping
	// text is of a number what is written (NaN, Infinity, -Infinity for those of YAML), of a string
	// its value, of a block its text: a list of numbers, or of lists of numbers, whose children are
	// not made before child asks.
	text string
}

// tree holds nodes, and what is wrong with them. Number 0 stands for "none", 1 is the root.
type tree struct {
	nodes    []node
	errs     []*Error // at most maxErrors, in the order in which they were found
	notes    []Note
	maxDepth int // of lists and mappings inside each other
}

const root = 1

// DefaultMaxDepth is how deep lists and mappings may be nested unless Options say otherwise. A
// scene without compounds needs 6.
const DefaultMaxDepth = 64

// maxKept bounds the nodes and points that are kept from one text to the next: 7 MB of nodes.
const maxKept = 1 << 17

// reset empties t, keeping its space unless one long text has blown it up.
func (t *tree) reset() {
	if cap(t.nodes) > maxKept {
		t.nodes = nil
	}
	clear(t.nodes) // lets go of the strings
	t.nodes = append(t.nodes[:0], node{})
	t.errs, t.notes = nil, nil
}

// report notes that something is wrong. What is beyond the first maxErrors is lost.
func (t *tree) report(e *Error) {
	if len(t.errs) < maxErrors {
		t.errs = append(t.errs, e)
	}
}

// maxOthers is how many errors the message of the first one of a line quotes.
const maxOthers = 3

// first returns what went wrong first in a line, nil if nothing did: its answer has room for one
// error. The message quotes the others too, so that a line need not be mended one by one.
func (t *tree) first() *Error {
	if len(t.errs) == 0 {
		return nil
	}
	e := *t.errs[0]
	messages := make([]string, 0, 2+maxOthers)
	if e.Message != "" {
		messages = append(messages, e.Message)
	}
	for i, other := range t.errs[1:] {
		if i == maxOthers {
			messages = append(messages, "and more")
			break
		}
		also := *other
		also.File, also.Line = "", 0
		messages = append(messages, "also "+also.Error())
	}
	e.Message = strings.Join(messages, "; ")
	return &e
}

// place is a point in the lists of errors and notes.
type place struct{ errs, notes int }

// here returns the place up to which errors and notes are known.
func (t *tree) here() place { return place{len(t.errs), len(t.notes)} }

// clean reports whether nothing has gone wrong since.
func (t *tree) clean(since place) bool { return len(t.errs) == since.errs }

// under puts the key in front of the path of everything noted since.
func (t *tree) under(since place, key string) {
	for _, e := range t.errs[since.errs:] {
		e.at(key)
	}
	for i := range t.notes[since.notes:] {
		n := &t.notes[since.notes+i]
		n.Path = join(key, n.Path)
	}
}

// underIndex puts [i] in front of the path of everything noted since.
func (t *tree) underIndex(since place, i int) {
	if since != t.here() {
		t.under(since, "["+strconv.Itoa(i)+"]")
	}
}

// child returns the first child of node i, 0 for none.
func (t *tree) child(i int32) int32 {
	if n := &t.nodes[i]; n.kind == list && n.text != "" {
		p := parser{t: t, s: n.text, line: n.line, whole: true}
		n.text = ""
		self, _ := p.value(0) // read once already
		t.nodes[i].first = t.nodes[self].first
	}
	return t.nodes[i].first
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
			child = t.child(i)
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
func (t *tree) fail(i int32, code error, message string) *Error {
	return &Error{Line: t.line(i), Code: code, Message: message}
}

// wrongType returns the error that node i is not what is wanted.
func (t *tree) wrongType(i int32, want string) *Error {
	n := &t.nodes[i]
	got := n.kind.String()
	switch n.kind {
	case other:
		got = quote(n.text)
	case number:
		got = "the number " + short(n.text)
	case text:
		got = "the string " + quote(n.text)
	default:
	}
	m := want + " is wanted, not " + got
	if n.key == "pose" && n.kind == list {
		m += ": write {p: [..]} for a place alone"
	}
	return t.fail(i, ErrWrongType, m)
}

// wrongNumber is wrongType for what should be a number.
func (t *tree) wrongNumber(i int32) *Error {
	e := t.wrongType(i, "a number")
	n := &t.nodes[i]
	if n.kind == text || n.kind == other {
		e.Message += numberHint(n.text)
	}
	return e
}

// number returns the number at node i: finite, not above collide.MaxMagnitude, and not -0.
func (t *tree) number(i int32) (float64, *Error) {
	n := &t.nodes[i]
	switch {
	case n.kind == number:
	case n.kind == text && (n.text == "NaN" || n.text == "Infinity" || n.text == "-Infinity"):
	default:
		return 0, t.wrongNumber(i)
	}
	x, err := strconv.ParseFloat(n.text, 64)
	switch {
	case err == nil && (math.IsNaN(x) || math.IsInf(x, 0)):
		return 0, &Error{Line: t.line(i), Code: collide.ErrNotFinite, Message: n.text}
	case err != nil || x > collide.MaxMagnitude || x < -collide.MaxMagnitude:
		return 0, &Error{Line: t.line(i), Code: collide.ErrOutOfRange, Message: short(n.text)}
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

// perAxis are the keys of numbers of which each belongs to an axis.
var perAxis = []string{"scale", "size", "radii", "spacing", "cell"}

// numbers fills dst from the list at node i, which must be as long, and reports whether it could.
func (t *tree) numbers(i int32, dst []float64) bool {
	n := &t.nodes[i]
	if n.kind != list {
		e := t.wrongType(i, "a list of "+strconv.Itoa(len(dst))+" numbers")
		if n.kind == number && slices.Contains(perAxis, n.key) {
			e.Message += "; write [" + strings.Join(slices.Repeat([]string{short(n.text)}, len(dst)), ", ") + "] for all axes"
		}
		t.report(e)
		return false
	}
	if int(n.n) != len(dst) {
		t.report(t.wrongLength(i, len(dst)))
		return false
	}
	if n.text != "" && (&block{s: n.text}).list(dst) {
		return true
	}
	ok := true
	c := t.child(i)
	for k := range dst {
		x, e := t.number(c)
		if e != nil {
			t.report(e.index(k))
			ok = false
		}
		dst[k] = x
		c = t.nodes[c].next
	}
	return ok
}

// wrongLength returns the error that list i does not have want elements.
func (t *tree) wrongLength(i int32, want int) *Error {
	return t.fail(i, collide.ErrWrongDimension,
		strconv.Itoa(int(t.nodes[i].n))+" elements where "+strconv.Itoa(want)+" are needed")
}

// maxKeys is the largest number of keys that a mapping of the formats has.
const maxKeys = 10

// fields reads the entries of one mapping. What is wrong is reported to the tree; ok says whether
// anything was.
type fields struct {
	t       *tree
	i       int32
	keys    []string
	own     int            // how many of them, the first, belong there
	at      [maxKeys]int32 // the value of each key, 0 for none
	excused [maxKeys]bool  // keys that are missing because they are misspelt, which has been reported
	ok      bool
}

// open finds the entries of mapping i, of which only the given keys are allowed.
func (t *tree) open(i int32, keys []string) fields { return t.openOwn(i, keys, len(keys)) }

// openOwn is open of a mapping to which the first own keys belong, and which messages list; the
// others are for its caller to refuse.
func (t *tree) openOwn(i int32, keys []string, own int) fields {
	f := fields{t: t, i: i, keys: keys, own: own, ok: true}
	if t.nodes[i].kind != mapping {
		f.fail(t.wrongType(i, "a mapping"))
		return f
	}
	for c := t.nodes[i].first; c != 0; c = t.nodes[c].next {
		n := &t.nodes[c]
		k := slices.Index(keys, n.key)
		switch {
		case k < 0:
			f.unknown(n)
		case f.at[k] != 0:
			f.fail(&Error{
				Line: int(n.keyLine), Path: n.key, Code: ErrDuplicateField,
				Message: "also on line " + strconv.Itoa(int(t.nodes[f.at[k]].keyLine)),
			})
		default:
			f.at[k] = c
		}
	}
	return f
}

// fail reports an error.
func (f *fields) fail(e *Error) {
	f.t.report(e)
	f.ok = false
}

// unknown reports the key of n.
func (f *fields) unknown(n *node) {
	e := &Error{
		Line: int(n.keyLine), Path: keySegment(n.key), Code: ErrUnknownField,
		Message: "known here: " + strings.Join(f.keys[:f.own], ", "),
	}
	if k := suggestKey(n.key, f.keys[:f.own]); k >= 0 {
		e.Message = "did you mean " + f.keys[k] + "? " + capital(e.Message)
		f.excused[k] = true
	} else if s := cmp.Or(misplaced(n.key, f.keys[:f.own]), elsewhere[n.key]); s != "" {
		e.Message += "; " + s
	}
	f.fail(e)
}

// get returns the value of key, 0 for none.
func (f *fields) get(key string) int32 {
	if k := slices.Index(f.keys, key); k >= 0 {
		return f.at[k]
	}
	return 0
}

// need returns the value of key, and reports that there is none.
func (f *fields) need(key, message string) int32 {
	c := f.get(key)
	if c == 0 && f.t.nodes[f.i].kind == mapping && !f.excused[slices.Index(f.keys, key)] {
		f.fail(&Error{Line: f.t.line(f.i), Path: key, Code: ErrMissingField, Message: message})
	}
	return c
}

// number returns the number of a key that is there, 0 for one that is not.
func (f *fields) number(key string) float64 {
	c := f.get(key)
	if c == 0 {
		return 0
	}
	x, e := f.t.number(c)
	if e != nil {
		f.fail(e.at(key))
	}
	return x
}

// size returns the number of a key, which is not negative.
func (f *fields) size(key string) float64 {
	x := f.number(key)
	if x < 0 {
		f.fail(f.t.negative(f.get(key)).at(key))
	}
	return x
}

// negative returns the error that the number at node i is below 0.
func (t *tree) negative(i int32) *Error {
	return t.fail(i, collide.ErrNegativeSize, short(t.nodes[i].text))
}

// numbers fills dst from the list of a key, if it is there, and reports whether it could.
func (f *fields) numbers(key string, dst []float64) bool {
	c := f.get(key)
	if c == 0 {
		return false
	}
	since := f.t.here()
	if !f.t.numbers(c, dst) {
		f.ok = false
		f.t.under(since, key)
		return false
	}
	return true
}

// sizes fills dst from the list of a key, if it is there: numbers that are not negative.
func (f *fields) sizes(key string, dst []float64) {
	if !f.numbers(key, dst) || slices.Min(dst) >= 0 {
		return
	}
	c := f.t.child(f.get(key))
	for k, x := range dst {
		if x < 0 {
			f.fail(f.t.negative(c).index(k).at(key))
		}
		c = f.t.nodes[c].next
	}
}

// text returns the string of a key, "" for none.
func (f *fields) text(key string) string {
	c := f.get(key)
	if c == 0 {
		return ""
	}
	s, e := f.t.text(c)
	if e != nil {
		f.fail(e.at(key))
	}
	return s
}

// boolean returns the boolean of a key, false for none.
func (f *fields) boolean(key string) bool {
	c := f.get(key)
	if c == 0 {
		return false
	}
	if f.t.nodes[c].kind != boolean {
		f.fail(f.t.wrongType(c, "true or false").at(key))
		return false
	}
	return f.t.nodes[c].text == "true"
}

// openWord returns which of the words the root has under the key, the one that says what the line
// is about, and whether it has one. other says what lines without it may be.
func (t *tree) openWord(key string, words []string, other string) (int, bool) {
	f := fields{t: t, i: root, keys: []string{key}, ok: true}
	if t.nodes[root].kind != mapping {
		f.fail(t.wrongType(root, "a mapping"))
		return 0, false
	}
	if f.at[0] = t.find(root, key); f.at[0] == 0 {
		f.need(key, "one of "+listed(words, "or")+"; "+other)
	}
	k := f.word(key, words)
	return k, f.ok
}

// word returns which of the words stands under a key, 0 for none.
func (f *fields) word(key string, words []string) int {
	word := f.text(key)
	k := slices.Index(words, word)
	if c := f.get(key); k < 0 && c != 0 && f.t.nodes[c].kind == text {
		message := quote(word) + " is none of " + listed(words, "and")
		if s := say.Nearest(word, words); s != "" {
			message += "; did you mean " + s + "?"
		}
		f.fail(f.t.fail(c, ErrUnknownType, message).at(key))
	}
	return max(k, 0)
}
