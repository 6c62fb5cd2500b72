package report

import (
	"bufio"
	"bytes"
	"encoding/json"
	"strings"
)

// jsonStream writes a value of JSON part by part, with an indent of a blank for each level, so that
// a long list need not be held. After the first error it writes nothing more.
type jsonStream struct {
	w     *bufio.Writer
	depth int  // how many objects and lists are open
	some  bool // the innermost of them has a part
	err   error
}

// open begins an object or a list, by its opening bracket.
func (s *jsonStream) open(bracket byte) {
	s.text(string(bracket))
	s.depth++
	s.some = false
}

// close ends the innermost object or list, by its closing bracket.
func (s *jsonStream) close(bracket byte) {
	s.depth--
	if s.some {
		s.text("\n" + s.indent())
	}
	s.text(string(bracket))
	s.some = true
}

// next begins a part of the innermost object or list.
func (s *jsonStream) next() {
	if s.some {
		s.text(",")
	}
	s.text("\n" + s.indent())
	s.some = true
}

// key begins a part of an object, whose value comes next.
func (s *jsonStream) key(name string) {
	s.next()
	s.text(`"` + name + `": `)
}

// member writes a part of an object.
func (s *jsonStream) member(name string, v any) {
	s.key(name)
	s.value(v)
}

// element writes a part of a list.
func (s *jsonStream) element(v any) {
	s.next()
	s.value(v)
}

// value writes a value as package json does, without escapes for HTML.
func (s *jsonStream) value(v any) {
	if s.err != nil {
		return
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent(s.indent(), " ")
	s.err = e.Encode(v)
	s.text(strings.TrimSuffix(b.String(), "\n"))
}

// indent returns the blanks before a line.
func (s *jsonStream) indent() string { return strings.Repeat(" ", s.depth) }

// text writes a text as it is.
func (s *jsonStream) text(t string) {
	if s.err == nil {
		_, s.err = s.w.WriteString(t)
	}
}

// end writes the line end after the whole value. The error is the first of all.
func (s *jsonStream) end() error {
	s.text("\n")
	if s.err != nil {
		return s.err
	}
	return s.w.Flush()
}
