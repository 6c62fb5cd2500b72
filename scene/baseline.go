package scene

import (
	"cmp"
	"context"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/collide-go/collide"
)

// Baseline are contacts of a scene that are known, so that a check tells of what is new.
type Baseline struct {
	File     string // its name
	Dim      int    // 2 or 3
	Units    string // a label of lengths, that of the scene
	Contacts []Contact
}

// Contact is a pair of a Baseline: what was found about it.
type Contact struct {
	A, B                   string // names of objects, that which comes first as bytes first
	Verdict                Verdict
	Distance, Lower, Upper float64 // signed, with its bracket, at the start
	Time, Earliest, Latest float64 // of the verdict Meet: when, with its bracket
	Note                   string  // of people: why it is fine; may be empty
	Line                   int
}

// State says what a baseline knows about a pair.
type State uint8

// The states.
const (
	NewContact State = iota // the baseline does not have it
	Worse                   // it has a better verdict, or the pair is proved to be deeper, or to meet sooner
	Better                  // it has a worse verdict, or the pair is proved to be less deep, or to meet later
	Known                   // as the baseline has it, as far as the brackets tell
	Gone                    // the baseline has it, and it is not found
)

// String returns the word that files use for s.
func (s State) String() string {
	return [...]string{"new", "worse", "better", "known", "gone"}[min(s, Gone)]
}

// Fails reports whether a pair of that state is more than the baseline knows.
func (s State) Fails() bool { return s == NewContact || s == Worse }

// key is the pair of names of a Contact.
func (c *Contact) key() [2]string { return [2]string{c.A, c.B} }

// keyOf returns the key of the Contact that a pair of s is; ok is false where s has no such pair.
func (s *Scene) keyOf(f *Found) (key [2]string, ok bool) {
	if !s.has(f.A) || !s.has(f.B) {
		return key, false
	}
	a, b := s.Objects[f.A].Name, s.Objects[f.B].Name
	return [2]string{min(a, b), max(a, b)}, true
}

// has reports whether there is an object i.
func (s *Scene) has(i int) bool { return i >= 0 && i < len(s.Objects) }

// NewBaseline returns the baseline by which all that was found in s is known, clear pairs aside.
// Notes about pairs that old has are kept; it may be nil. Pairs of objects that s does not have are
// left out.
func NewBaseline(s *Scene, found []Found, old *Baseline) *Baseline {
	notes := map[[2]string]string{}
	if old != nil {
		for i := range old.Contacts {
			notes[old.Contacts[i].key()] = old.Contacts[i].Note
		}
	}
	b := &Baseline{File: s.File, Dim: s.Dim, Units: s.Units}
	for i := range found {
		f := &found[i]
		key, ok := s.keyOf(f)
		if f.Verdict == Clear || !ok {
			continue
		}
		c := Contact{
			A: key[0], B: key[1], Verdict: f.Verdict, Distance: f.Answer.Distance, Lower: f.Answer.Lower, Upper: f.Answer.Upper,
			Note: notes[key],
		}
		if f.Verdict == Meet {
			c.Time, c.Earliest, c.Latest = f.Impact.T, f.Impact.Lower, f.Impact.Upper
		}
		b.Contacts = append(b.Contacts, c)
	}
	slices.SortFunc(b.Contacts, func(x, y Contact) int { return cmp.Or(cmp.Compare(x.A, y.A), cmp.Compare(x.B, y.B)) })
	return b
}

// Fits returns the error that the baseline is of another dimension than s, or in other units; nil
// if it is not.
func (b *Baseline) Fits(s *Scene) error {
	e := &Error{File: b.File, Code: ErrConflictingFields}
	switch {
	case b.Dim != s.Dim:
		e.Path, e.Message = "dim", "the baseline is of "+strconv.Itoa(b.Dim)+"D, the scene of "+strconv.Itoa(s.Dim)+"D"
	case b.Units != s.Units:
		e.Path, e.Message = "units", "the baseline is in "+quote(b.Units)+", the scene in "+quote(s.Units)
	default:
		return nil
	}
	return e
}

// Compare returns the state of each pair found, in their order, and the contacts that were not
// found, in that of the baseline. Clear pairs are Better if the baseline has them, else Known. No
// baseline has pairs of objects that s does not have.
func (b *Baseline) Compare(s *Scene, found []Found) (states []State, gone []Contact) {
	known := make(map[[2]string]*Contact, len(b.Contacts))
	for i := range b.Contacts {
		known[b.Contacts[i].key()] = &b.Contacts[i]
	}
	seen := make(map[[2]string]bool, len(found))
	states = make([]State, len(found))
	for i := range found {
		f := &found[i]
		key, ok := s.keyOf(f)
		c := known[key]
		switch {
		case c != nil && ok:
			states[i] = c.compare(f)
			seen[key] = f.Verdict != Clear
		case f.Verdict == Clear:
			states[i] = Known
		}
	}
	for i := range b.Contacts {
		if c := b.Contacts[i]; !seen[c.key()] {
			gone = append(gone, c)
		}
	}
	return states, gone
}

// compare returns the state of the pair of c as it is found.
func (c *Contact) compare(f *Found) State {
	both := c.Verdict == Meet && f.Verdict == Meet
	switch {
	case f.Verdict > c.Verdict,
		!both && f.Answer.Upper < c.Lower,
		both && f.Impact.Upper < c.Earliest:
		return Worse
	case f.Verdict < c.Verdict,
		!both && f.Answer.Lower > c.Upper,
		both && f.Impact.Lower > c.Latest:
		return Better
	}
	return Known
}

// Encode writes the baseline as JSON, a line for each contact, as DecodeBaseline reads it. The
// error is that of w.
func (b *Baseline) Encode(w io.Writer) error {
	out := strconv.AppendInt([]byte(`{"baseline":1,"dim":`), int64(b.Dim), 10)
	out = AppendString(append(out, `,"units":`...), b.Units)
	out = AppendContacts(append(out, `,"contacts":`...), b.Contacts)
	_, err := w.Write(append(out, "}\n"...))
	return err
}

// AppendContacts appends a JSON list, a line for each contact.
func AppendContacts(dst []byte, list []Contact) []byte {
	dst = append(dst, '[')
	for i := range list {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = list[i].AppendJSON(append(dst, '\n'))
	}
	if len(list) > 0 {
		dst = append(dst, '\n')
	}
	return append(dst, ']')
}

// AppendJSON appends the contact as a JSON object.
func (c *Contact) AppendJSON(dst []byte) []byte { return append(c.AppendFields(append(dst, '{')), '}') }

// AppendFields appends the contact without braces around it.
func (c *Contact) AppendFields(dst []byte) []byte {
	dst = AppendString(append(dst, `"a":`...), c.A)
	dst = AppendString(append(dst, `,"b":`...), c.B)
	dst = AppendString(append(dst, `,"verdict":`...), c.Verdict.String())
	dst = AppendNumber(append(dst, `,"distance":`...), c.Distance)
	dst = AppendNumber(append(dst, `,"lower":`...), c.Lower)
	dst = AppendNumber(append(dst, `,"upper":`...), c.Upper)
	if c.Verdict == Meet {
		dst = AppendNumber(append(dst, `,"t":`...), c.Time)
		dst = AppendNumber(append(dst, `,"earliest":`...), c.Earliest)
		dst = AppendNumber(append(dst, `,"latest":`...), c.Latest)
	}
	if c.Note != "" {
		dst = AppendString(append(dst, `,"note":`...), c.Note)
	}
	return dst
}

var (
	keysBaseline = []string{"baseline", "dim", "units", "contacts"}
	keysContact  = []string{"a", "b", "verdict", "distance", "lower", "upper", "t", "earliest", "latest", "note"}
)

// DecodeBaseline returns the baseline that r holds, JSON as Encode writes it. Contacts may stand in
// any order. When ctx ends, so does DecodeBaseline, with the code ErrCanceled.
//
// The error is an ErrorList, as that of Decode.
func DecodeBaseline(ctx context.Context, r io.Reader, name string, o Options) (*Baseline, error) {
	d := NewDecoder(o)
	b := &Baseline{File: name}
	e := d.read(ctx, r, name, "baseline")
	if e == nil {
		d.baseline(b)
	}
	if err := d.failed(e, name); err != nil {
		return nil, err
	}
	return b, nil
}

// baseline fills b from the tree.
func (d *Decoder) baseline(b *Baseline) {
	t := &d.tree
	f := t.open(root, keysBaseline)
	if t.nodes[root].kind != mapping {
		return
	}
	since := t.here()
	if c := f.need("baseline", `the version of the format, "baseline":1`); c != 0 && f.number("baseline") != 1 &&
		t.clean(since) {
		f.fail(t.fail(c, ErrUnsupportedVersion, "this program reads version 1").at("baseline"))
	}
	b.Dim = f.dim()
	b.Units = strings.Clone(f.text("units"))
	f.need("contacts", "a list of contacts")
	list := f.list("contacts", "a list of contacts")
	if list == 0 {
		return
	}
	lines := map[[2]string]int{}
	for c := t.child(list); c != 0; c = t.nodes[c].next {
		since := t.here()
		k := d.contact(c)
		if first, ok := lines[k.key()]; ok && t.clean(since) {
			t.report(t.fail(c, ErrDuplicateName, "the pair is also on line "+strconv.Itoa(first)))
		}
		lines[k.key()] = k.Line
		b.Contacts = append(b.Contacts, k)
		if since != t.here() {
			t.underIndex(since, len(b.Contacts)-1)
			t.under(since, "contacts")
		}
	}
}

// contact reads the contact at node i.
func (d *Decoder) contact(i int32) Contact {
	t := &d.tree
	f := t.open(i, keysContact)
	c := Contact{Line: t.line(i)}
	for _, key := range keysContact[:6] {
		f.need(key, "a contact has a, b, verdict, distance, lower and upper")
	}
	a, b := strings.Clone(f.text("a")), strings.Clone(f.text("b"))
	c.A, c.B = min(a, b), max(a, b)
	if a == b && f.ok {
		f.fail(t.fail(f.get("b"), ErrDuplicateName, "a pair is of two objects").at("b"))
	}
	words := verdicts[Near:]
	c.Verdict = Near + Verdict(f.word("verdict", words))
	c.Distance, c.Lower, c.Upper = f.double("distance"), f.double("lower"), f.double("upper")
	f.ordered("lower", c.Lower, "distance", c.Distance)
	f.ordered("distance", c.Distance, "upper", c.Upper)
	for _, key := range keysContact[6:9] {
		if c.Verdict == Meet && f.ok {
			f.need(key, "a contact whose verdict is hit has t, earliest and latest")
		} else if f.get(key) != 0 && c.Verdict != Meet && f.ok {
			f.conflict(key, key+" goes with the verdict hit")
		}
	}
	c.Time, c.Earliest, c.Latest = f.double("t"), f.double("earliest"), f.double("latest")
	f.ordered("earliest", c.Earliest, "t", c.Time)
	f.ordered("t", c.Time, "latest", c.Latest)
	c.Note = strings.Clone(f.text("note"))
	return c
}

// double returns the number of a key that is there, of any magnitude and infinite too, as answers
// have them; 0 for one that is not.
func (f *fields) double(key string) float64 {
	c := f.get(key)
	if c == 0 {
		return 0
	}
	n := &f.t.nodes[c]
	if n.kind == number || n.kind == text && strings.TrimPrefix(n.text, "-") == "Infinity" {
		if x, err := strconv.ParseFloat(n.text, 64); err == nil && !math.IsNaN(x) {
			return x + 0
		}
	}
	_, e := f.t.number(c)
	if e == nil { // a number of text that no double is
		e = f.t.wrongNumber(c)
	}
	f.fail(e.at(key))
	return 0
}

// ordered reports that of two numbers the second is the lesser one.
func (f *fields) ordered(low string, x float64, high string, y float64) {
	if f.ok && !(x <= y) {
		f.fail(f.t.fail(f.get(low), collide.ErrBadOption, low+" is not above "+high).at(low))
	}
}
