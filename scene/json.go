package scene

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/collide-go/collide/internal/say"
)

// parser reads JSON (RFC 8259) into a tree.
type parser struct {
	t    *tree
	s    string
	pos  int
	line int32
	bol  int // where the line begins

	whole bool   // make the children of every list
	ends  string // what ends where s does, and what is to be said of it
}

// parseJSON reads s, which must be one JSON value, into t. After an error t holds what was read
// before it.
func (t *tree) parseJSON(s string) *Error { return t.parse(s, "text") }

// parseLine is parseJSON of a line of a stream.
func (t *tree) parseLine(line []byte) *Error {
	return t.parse(string(bytes.TrimSuffix(line, []byte("\n"))), "line; a line holds one whole value")
}

// parse is parseJSON; ends says what ends with s.
func (t *tree) parse(s, ends string) *Error {
	t.reset()
	if e := checkUTF8(s); e != nil {
		return e
	}
	p := parser{t: t, s: s, line: 1, ends: ends}
	p.space()
	if _, e := p.value(0); e != nil {
		return e
	}
	end := p.pos
	p.space()
	if p.pos < len(s) {
		if blank := s[end:p.pos]; ends != "text" && strings.Contains(blank, "\r") {
			return p.fail("text after the value: a carriage return (CR) alone does not end a line; end it with a line feed")
		}
		return p.fail("text after the value")
	}
	return nil
}

// checkUTF8 returns the error that s is not UTF-8.
func checkUTF8(s string) *Error {
	if utf8.ValidString(s) {
		return nil
	}
	if form := say.Form(s); form != "" {
		return &Error{Line: 1, Code: ErrSyntax, Message: form}
	}
	i := 0
	for {
		r, n := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && n == 1 {
			bol := strings.LastIndexByte(s[:i], '\n') + 1
			return &Error{
				Line: 1 + strings.Count(s[:i], "\n"), Code: ErrSyntax,
				Message: "column " + strconv.Itoa(i-bol+1) + ": not UTF-8",
			}
		}
		i += n
	}
}

// fail returns a syntax error at the current byte.
func (p *parser) fail(message string) *Error {
	return &Error{Line: int(p.line), Code: ErrSyntax, Message: "column " + strconv.Itoa(p.pos-p.bol+1) + ": " + message}
}

// unexpected returns the error that something else should stand here.
func (p *parser) unexpected(want string) *Error {
	if p.pos >= len(p.s) {
		return p.fail(want + " should stand at the end of the " + p.ends)
	}
	r, _ := utf8.DecodeRuneInString(p.s[p.pos:])
	if r == '\ufeff' {
		return p.fail("a byte order mark stands here: write UTF-8 without one")
	}
	return p.fail(want + " should stand here, not " + strconv.QuoteRune(r))
}

// space skips white space.
func (p *parser) space() {
	for p.pos < len(p.s) {
		switch p.s[p.pos] {
		case '\n':
			p.line++
			p.bol = p.pos + 1
		case ' ', '\t', '\r':
		default:
			return
		}
		p.pos++
	}
}

// peek returns the current byte, 0 at the end.
func (p *parser) peek() byte {
	if p.pos < len(p.s) {
		return p.s[p.pos]
	}
	return 0
}

// value reads a value and returns its node.
func (p *parser) value(depth int) (int32, *Error) {
	switch c := p.peek(); {
	case c == '{':
		return p.mapping(depth + 1)
	case c == '[':
		return p.list(depth + 1)
	case c == '"':
		line := p.line
		s, e := p.str()
		if e != nil {
			return 0, e
		}
		return p.t.add(node{kind: text, line: line, text: s}), nil
	case c == '-' || c >= '0' && c <= '9':
		return p.number()
	}
	for word, k := range words {
		if strings.HasPrefix(p.s[p.pos:], word) {
			p.pos += len(word)
			return p.t.add(node{kind: k, line: p.line, text: word}), nil
		}
	}
	return 0, p.unexpected("a value")
}

// words are the literal names of JSON. No one is the beginning of another, so their order does not
// matter.
var words = map[string]kind{"null": null, "true": boolean, "false": boolean}

// mapping reads {"key": value, ...}.
func (p *parser) mapping(depth int) (int32, *Error) {
	if depth > p.t.maxDepth {
		return 0, tooDeep(int(p.line), p.t.maxDepth)
	}
	self := p.t.add(node{kind: mapping, line: p.line})
	p.pos++
	p.space()
	if p.peek() == '}' {
		p.pos++
		return self, nil
	}
	for last := int32(0); ; {
		if p.peek() != '"' {
			return 0, p.unexpected("a key in double quotes")
		}
		line := p.line
		key, e := p.str()
		if e != nil {
			return 0, e
		}
		p.space()
		if p.peek() != ':' {
			return 0, p.unexpected("':'")
		}
		p.pos++
		p.space()
		child, e := p.value(depth)
		if e != nil {
			return 0, e
		}
		p.t.nodes[child].key, p.t.nodes[child].keyLine = key, line
		p.t.link(self, last, child)
		last = child
		if done, e := p.separator('}'); done || e != nil {
			return self, e
		}
	}
}

// list reads [value, ...].
func (p *parser) list(depth int) (int32, *Error) {
	if depth > p.t.maxDepth {
		return 0, tooDeep(int(p.line), p.t.maxDepth)
	}
	if !p.whole {
		b := block{s: p.s[p.pos:]}
		if n, ok := b.skip(2); ok {
			self := p.t.add(node{kind: list, line: p.line, text: b.s[:b.pos], n: int32(n)})
			p.advance(b.pos)
			return self, nil
		}
	}
	self := p.t.add(node{kind: list, line: p.line})
	p.pos++
	p.space()
	if p.peek() == ']' {
		p.pos++
		return self, nil
	}
	for last := int32(0); ; {
		child, e := p.value(depth)
		if e != nil {
			return 0, e
		}
		p.t.link(self, last, child)
		last = child
		if done, e := p.separator(']'); done || e != nil {
			return self, e
		}
	}
}

// advance skips n bytes that are well formed.
func (p *parser) advance(n int) {
	if k := strings.Count(p.s[p.pos:p.pos+n], "\n"); k > 0 {
		p.line += int32(k)
		p.bol = p.pos + strings.LastIndexByte(p.s[p.pos:p.pos+n], '\n') + 1
	}
	p.pos += n
}

// tooDeep returns the error that lists and mappings are nested deeper than the limit.
func tooDeep(line, limit int) *Error {
	return &Error{Line: line, Code: ErrTooLarge, Message: "nested deeper than " + strconv.Itoa(limit)}
}

// separator reads a comma, or the closing bracket, of which it reports the latter.
func (p *parser) separator(closing byte) (bool, *Error) {
	p.space()
	switch p.peek() {
	case closing:
		p.pos++
		return true, nil
	case ',':
		p.pos++
		p.space()
		return false, nil
	}
	return false, p.unexpected("',' or '" + string(rune(closing)) + "'")
}

// number reads a number, which stays text: its path is known only to the one who wants it.
func (p *parser) number() (int32, *Error) {
	start := p.pos
	if p.peek() == '-' {
		p.pos++
	}
	if p.peek() == '0' {
		p.pos++
	} else if !p.digits() {
		return 0, p.unexpected("a digit")
	}
	if p.peek() == '.' {
		p.pos++
		if !p.digits() {
			return 0, p.unexpected("a digit")
		}
	}
	if c := p.peek(); c == 'e' || c == 'E' {
		p.pos++
		if c = p.peek(); c == '+' || c == '-' {
			p.pos++
		}
		if !p.digits() {
			return 0, p.unexpected("a digit")
		}
	}
	if c := p.peek(); c >= '0' && c <= '9' {
		return 0, p.fail("a number does not begin with 0")
	}
	return p.t.add(node{kind: number, line: p.line, text: p.s[start:p.pos]}), nil
}

// digits skips digits and reports whether there was one.
func (p *parser) digits() bool {
	start := p.pos
	for p.pos < len(p.s) && p.s[p.pos] >= '0' && p.s[p.pos] <= '9' {
		p.pos++
	}
	return p.pos > start
}

// str reads a string. One without escapes, the usual case, is a part of the text and costs no
// memory.
func (p *parser) str() (string, *Error) {
	p.pos++
	start := p.pos
	for p.pos < len(p.s) {
		switch c := p.s[p.pos]; {
		case c == '"':
			p.pos++
			return p.s[start : p.pos-1], nil
		case c == '\\':
			return p.escaped(start)
		case c < ' ':
			return "", p.fail("control character in a string")
		}
		p.pos++
	}
	return "", p.fail("the string does not end")
}

// escaped reads the rest of a string that began at start and has its first escape here.
func (p *parser) escaped(start int) (string, *Error) {
	buf := []byte(p.s[start:p.pos])
	for p.pos < len(p.s) {
		c := p.s[p.pos]
		switch {
		case c == '"':
			p.pos++
			return string(buf), nil
		case c < ' ':
			return "", p.fail("control character in a string")
		case c != '\\':
			buf = append(buf, c)
			p.pos++
			continue
		}
		r, e := p.escape()
		if e != nil {
			return "", e
		}
		buf = utf8.AppendRune(buf, r)
	}
	return "", p.fail("the string does not end")
}

// escape reads a backslash and what belongs to it.
func (p *parser) escape() (rune, *Error) {
	const names, values = `"\/bfnrt`, "\"\\/\b\f\n\r\t"
	if p.pos+1 >= len(p.s) {
		return 0, p.fail("the string does not end")
	}
	c := p.s[p.pos+1]
	if k := strings.IndexByte(names, c); k >= 0 {
		p.pos += 2
		return rune(values[k]), nil
	}
	r, ok := p.hex()
	if !ok {
		return 0, p.fail("no such escape")
	}
	if !utf16.IsSurrogate(r) {
		p.pos += 6
		return r, nil
	}
	high := r
	p.pos += 6
	low, ok := p.hex()
	if r = utf16.DecodeRune(high, low); !ok || r == utf8.RuneError {
		p.pos -= 6
		return 0, p.fail("half of a surrogate pair")
	}
	p.pos += 6
	return r, nil
}

// hex returns the number of the escape here, a backslash, a u and four hexadecimal digits.
func (p *parser) hex() (rune, bool) {
	if len(p.s) < p.pos+6 || p.s[p.pos:p.pos+2] != `\u` {
		return 0, false
	}
	digits := p.s[p.pos+2 : p.pos+6]
	if strings.Trim(digits, "0123456789abcdefABCDEF") != "" {
		return 0, false
	}
	x, err := strconv.ParseUint(digits, 16, 16)
	return rune(x), err == nil
}
