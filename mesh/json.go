package mesh

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// jsonText reads a text of JSON value by value, in order, and keeps nothing of it. After the first
// error, which err keeps, every call returns zero.
type jsonText struct {
	name     string
	data     []byte
	pos      int
	base     int64  // of data in its file, if that is binary, else -1
	path     []byte // of the value at work, as in "meshes[0].primitives[1]": keys that the reader knows
	depth    int
	maxDepth int
	err      error
}

// newJSON returns a reader of data, which lies in its file at base, -1 for the whole of a text
// file.
func newJSON(data []byte, base int64, s *source) *jsonText {
	j := &jsonText{name: s.name, data: data, base: base, maxDepth: s.opt.MaxDepth}
	if i := invalidUTF8(data); i >= 0 {
		j.failAt(i, "a byte that is no UTF-8")
	}
	return j
}

// invalidUTF8 returns where data is no UTF-8, -1 for nowhere.
func invalidUTF8(data []byte) int {
	if utf8.Valid(data) {
		return -1
	}
	for i := 0; ; {
		r, n := utf8.DecodeRune(data[i:])
		if r == utf8.RuneError && n < 2 {
			return i
		}
		i += n
	}
}

// failAt keeps an error about the byte at pos, and the path, unless there is one already.
func (j *jsonText) failAt(pos int, format string, args ...any) {
	j.code(ErrBadMesh, pos, format, args...)
}

// fail is failAt of the next byte.
func (j *jsonText) fail(format string, args ...any) { j.failAt(j.pos, format, args...) }

// code is failAt with a code.
func (j *jsonText) code(code error, pos int, format string, args ...any) {
	if j.err != nil {
		return
	}
	e := &Error{Name: j.name, Offset: j.base + int64(pos), Code: code, Message: fmt.Sprintf(format, args...)}
	if len(j.path) > 0 {
		e.Message = string(j.path) + ": " + e.Message
	}
	if j.base < 0 {
		e.Line, e.Offset = 1+bytes.Count(j.data[:min(pos, len(j.data))], []byte("\n")), -1
	}
	j.err = e
}

// found is fail about the bytes that stand in the place of what is wanted.
func (j *jsonText) found(pos int, message string, found []byte) {
	if j.err == nil {
		j.failAt(pos, "%s", message)
		j.err.(*Error).Found = short(found) //nolint:errorlint // failAt has just made it
	}
}

// peek returns the next byte that is no white space, 0 at the end and after an error.
func (j *jsonText) peek() byte {
	if j.err != nil {
		return 0
	}
	for ; j.pos < len(j.data); j.pos++ {
		switch c := j.data[j.pos]; c {
		case ' ', '\t', '\r', '\n':
		default:
			return c
		}
	}
	return 0
}

// take reads the byte c, and reports whether it was the next one.
func (j *jsonText) take(c byte) bool {
	if j.peek() != c || c == 0 {
		return false
	}
	j.pos++
	return true
}

// want reads the byte c, what being a word for what begins with it.
func (j *jsonText) want(c byte, what string) bool {
	if j.take(c) {
		return true
	}
	if j.pos >= len(j.data) {
		j.fail("the text ends where %s should stand", what)
	} else {
		j.fail("%s is wanted", what)
	}
	return false
}

// nest enters a list or a mapping.
func (j *jsonText) nest() bool {
	if j.depth++; j.depth > j.maxDepth && j.err == nil {
		j.code(ErrTooLarge, j.pos, "lists and mappings more than %d deep", j.maxDepth)
	}
	return j.err == nil
}

// mapping reads a mapping. The value of a known key is read by the function of that key; others are
// skipped.
func (j *jsonText) mapping(known map[string]func()) {
	if !j.want('{', "a mapping") || !j.nest() {
		return
	}
	var seen keySet
	for first := true; j.err == nil && !j.take('}'); first = false {
		if !first && !j.want(',', "a comma or a closing brace") {
			return
		}
		j.peek()
		at := j.pos
		key := j.text()
		if j.err == nil && !seen.add(key) {
			j.found(at, "a key twice in one mapping; a new one is wanted", []byte(key))
		}
		if !j.want(':', "a colon") {
			return
		}
		f := known[key]
		if f == nil {
			j.skip()
			continue
		}
		n := len(j.path)
		if n > 0 {
			j.path = append(j.path, '.')
		}
		j.path = append(j.path, key...)
		f()
		j.path = j.path[:n]
	}
	j.depth--
}

// keySet holds the keys of a mapping.
type keySet struct {
	few  []string
	many map[string]bool
}

// add adds a key and reports whether it is new.
func (s *keySet) add(key string) bool {
	if s.many != nil {
		if s.many[key] {
			return false
		}
		s.many[key] = true
		return true
	}
	if slices.Contains(s.few, key) {
		return false
	}
	if s.few = append(s.few, key); len(s.few) > 32 {
		s.many = make(map[string]bool)
		for _, k := range s.few {
			s.many[k] = true
		}
	}
	return true
}

// list reads a list, each element by f.
func (j *jsonText) list(f func(i int)) {
	if !j.want('[', "a list") || !j.nest() {
		return
	}
	n := len(j.path)
	for i := 0; j.err == nil && !j.take(']'); i++ {
		if i > 0 && !j.want(',', "a comma or a closing bracket") {
			return
		}
		if n > 0 {
			j.path = append(j.path, '[')
			j.path = strconv.AppendInt(j.path, int64(i), 10)
			j.path = append(j.path, ']')
		}
		f(i)
		j.path = j.path[:n]
	}
	j.depth--
}

// text reads a string.
func (j *jsonText) text() string {
	raw, escaped := j.raw()
	if !escaped {
		return string(raw)
	}
	return j.unescape(raw)
}

// raw reads a string and returns what stands between its quotes, and whether that has a backslash.
func (j *jsonText) raw() (raw []byte, escaped bool) {
	if !j.want('"', "a string") {
		return nil, false
	}
	start := j.pos
	for ; j.pos < len(j.data); j.pos++ {
		switch c := j.data[j.pos]; {
		case c == '"':
			j.pos++
			return j.data[start : j.pos-1], escaped
		case c == '\\':
			escaped = true
			j.pos++
		case c < ' ':
			j.fail("a control character in a string")
			return nil, false
		}
	}
	j.failAt(start, "a string without an end")
	return nil, false
}

// escapes are the characters that a backslash and a letter stand for.
var escapes = map[byte]byte{'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}

// unescape returns the string that raw, which ends before the next byte, stands for.
func (j *jsonText) unescape(raw []byte) string {
	at := j.pos - 1 - len(raw)
	var out []byte
	for i := 0; i < len(raw); i++ {
		if raw[i] != '\\' {
			out = append(out, raw[i])
			continue
		}
		i++
		if c, ok := escapes[raw[i]]; ok {
			out = append(out, c)
			continue
		}
		r, ok := hexRune(raw, i)
		if !ok {
			j.failAt(at+i, "a backslash with what it cannot stand before")
			return ""
		}
		i += 4
		if utf16.IsSurrogate(r) {
			low, ok := rune(0), i+2 < len(raw) && raw[i+1] == '\\'
			if ok {
				low, ok = hexRune(raw, i+2)
			}
			if r = utf16.DecodeRune(r, low); !ok || r == utf8.RuneError {
				j.failAt(at+i, "half a character")
				return ""
			}
			i += 6
		}
		out = utf8.AppendRune(out, r)
	}
	return string(out)
}

// hexRune returns the number of the four digits that follow the letter u at raw[i].
func hexRune(raw []byte, i int) (rune, bool) {
	if raw[i] != 'u' || i+5 > len(raw) {
		return 0, false
	}
	var r rune
	for _, c := range raw[i+1 : i+5] {
		d := bytes.IndexByte([]byte("0123456789abcdef"), c|0x20)
		if c < '0' || d < 0 {
			return 0, false
		}
		r = 16*r + rune(d)
	}
	return r, true
}

// number reads a number.
func (j *jsonText) number() float64 {
	c := j.peek()
	if c != '-' && (c < '0' || c > '9') {
		j.want('0', "a number")
		return 0
	}
	start := j.pos
	for j.pos < len(j.data) && isNumberByte(j.data[j.pos]) {
		j.pos++
	}
	s := j.data[start:j.pos]
	x, ok := parseNumber(s)
	if !ok || !isJSONNumber(s) {
		j.found(start, "a number of the range of doubles is wanted", s)
		return 0
	}
	return x
}

func isNumberByte(c byte) bool {
	return c >= '0' && c <= '9' || c == '-' || c == '+' || c == '.' || c|0x20 == 'e'
}

// isJSONNumber reports whether s, a decimal number, is written as JSON wants it: no plus, no
// leading zero, a digit before the point and behind it.
func isJSONNumber(s []byte) bool {
	if s[0] == '-' {
		s = s[1:]
	}
	digit := func(i int) bool { return i >= 0 && i < len(s) && s[i] >= '0' && s[i] <= '9' }
	if !digit(0) || s[0] == '0' && digit(1) {
		return false
	}
	point := bytes.IndexByte(s, '.')
	return point < 0 || digit(point-1) && digit(point+1)
}

// whole reads a whole number from 0 to most.
func (j *jsonText) whole(most int64) int64 {
	j.peek()
	at := j.pos
	x := j.number()
	if j.err != nil {
		return 0
	}
	if x < 0 || x > float64(most) || x != math.Floor(x) {
		j.found(at, "a whole number from 0 to "+strconv.FormatInt(most, 10)+" is wanted", j.data[at:j.pos])
		return 0
	}
	return int64(x)
}

// boolean reads true or false.
func (j *jsonText) boolean() bool {
	c := j.peek()
	for _, word := range []string{"true", "false"} {
		if word[0] == c && bytes.HasPrefix(j.data[j.pos:], []byte(word)) {
			j.pos += len(word)
			return c == 't'
		}
	}
	j.want('t', "true or false")
	return false
}

// skip reads any value.
func (j *jsonText) skip() {
	switch c := j.peek(); c {
	case '{':
		path := j.path
		j.path = nil
		j.mapping(nil)
		j.path = path
	case '[':
		path := j.path
		j.path = nil
		j.list(func(int) { j.skip() })
		j.path = path
	case '"':
		j.raw()
	case 't', 'f':
		j.boolean()
	case 'n':
		if !bytes.HasPrefix(j.data[j.pos:], []byte("null")) {
			j.fail("a value is wanted")
		}
		j.pos += 4
	default:
		j.number()
	}
}

// done reads the end of the text.
func (j *jsonText) done() {
	if j.peek() != 0 || j.err == nil && j.pos < len(j.data) {
		j.fail("the text goes on behind its value; its end is wanted")
	}
}
