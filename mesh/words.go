package mesh

import (
	"bytes"
	"math"
	"strconv"
	"strings"
)

// words walks over the words of a text.
type words struct {
	*input
	word []byte // the last one read, until the next is; empty at the end
	at   int    // its line
	lone bool   // the last line ended with CR alone
}

func newWords(in *input) *words {
	in.line = 1
	if bytes.HasPrefix(in.peek(3), []byte("\xef\xbb\xbf")) {
		in.next += 3
	}
	return &words{input: in}
}

// isSpace reports whether c separates words.
func isSpace(c byte) bool { return c == ' ' || c >= '\t' && c <= '\r' }

// Lines end with LF, CR LF or CR: the CR before an LF counts as a blank.

// loneCR reports whether the CR that comes next is a line end of its own. What the buffer held may
// lie elsewhere then.
func (w *words) loneCR() bool {
	b := w.peek(2)
	return len(b) < 2 || b[1] != '\n'
}

// blanks skips white space, line ends too if lines is set, and reports whether a byte follows. A CR
// that follows ends the line.
func (w *words) blanks(lines bool) bool {
	for {
		for ; w.next < len(w.buf); w.next++ {
			c := w.buf[w.next]
			if c == '\n' || c == '\r' && w.loneCR() {
				if !lines {
					return true
				}
				w.line++
			} else if !isSpace(c) {
				return true
			}
		}
		if !w.more() {
			return false
		}
	}
}

// ends reports whether the byte that follows, behind blanks, ends the line.
func (w *words) ends() bool { return w.buf[w.next] == '\n' || w.buf[w.next] == '\r' }

// read reads the word that begins here, which ends at white space and at the byte stop.
func (w *words) read(stop byte) {
	n := 0
	for {
		rest := w.buf[w.next:]
		for n < len(rest) && !isSpace(rest[n]) && rest[n] != stop {
			n++
		}
		if n < len(rest) || !w.more() {
			break
		}
	}
	w.word, w.at = w.buf[w.next:w.next+n], w.line
	w.next += n
	if n == bufferSize && w.err == nil {
		w.err = w.fail("a word of %d bytes or more", n)
	}
}

// any reads the next word of the text and reports whether there is one.
func (w *words) any() bool {
	if !w.blanks(true) {
		w.word, w.at = nil, w.line
		return false
	}
	w.read(' ')
	return true
}

// inLine reads the next word of the line and reports whether there is one; a comment, from # to the
// line's end, is none. A line that ends with a backslash goes on in the next one, where that is the
// custom of the format.
func (w *words) inLine(joined bool) bool {
	for {
		w.word, w.at = nil, w.line
		if !w.blanks(false) || w.ends() {
			return false
		}
		if w.buf[w.next] == '#' {
			w.skipLine()
			return false
		}
		w.read('#')
		n := len(w.word) - 1
		if !joined || w.word[n] != '\\' {
			return true
		}
		w.word = bytes.Clone(w.word)
		if w.blanks(false) && !w.ends() {
			return true
		}
		w.endLine()
		if w.word = w.word[:n]; n > 0 {
			return true
		}
	}
}

// skipLine drops the rest of the line, but for its end.
func (w *words) skipLine() {
	for {
		rest := w.buf[w.next:]
		i := bytes.IndexByte(rest, '\n')
		if i >= 0 {
			rest = rest[:i]
		}
		switch k := bytes.IndexByte(rest, '\r'); {
		case k >= 0:
			if w.next += k; w.loneCR() {
				return
			}
			w.next++
		case i >= 0:
			w.next += i
			return
		default:
			w.next = len(w.buf)
			if !w.more() {
				return
			}
		}
	}
}

// endLine reads the end of a line, and reports whether there was one.
func (w *words) endLine() bool {
	if w.next == len(w.buf) && !w.more() || !w.ends() {
		return false
	}
	if w.lone = w.buf[w.next] == '\r' && w.loneCR(); w.buf[w.next] == '\r' && !w.lone {
		w.next++
	}
	w.next++
	w.line++
	return true
}

// restOfLine returns the words of the rest of the line, with a blank between them. The error is
// that they are too long for a name.
func (w *words) restOfLine(comments bool) (string, error) {
	var name []byte
	for {
		if comments {
			w.inLine(true)
		} else if w.word = nil; w.blanks(false) && !w.ends() {
			w.read(' ')
		}
		if len(w.word) == 0 {
			return strings.ToValidUTF8(string(name), "\ufffd"), nil
		}
		if len(name) > 0 {
			name = append(name, ' ')
		}
		if name = append(name, w.word...); len(name) > maxName {
			return "", coded(ErrTooLarge, w.fail("a name of more than %d bytes", maxName))
		}
	}
}

// expect reads the given words.
func (w *words) expect(want ...string) error {
	for _, s := range want {
		w.any()
		if err := w.is(s); err != nil {
			return err
		}
	}
	return nil
}

// is checks the last word read.
func (w *words) is(want string) error {
	switch {
	case equalFold(w.word, want):
		return nil
	case len(w.word) == 0:
		return w.fail("file ends where %q should stand", want)
	}
	return w.found(strconv.Quote(want) + " is wanted")
}

// equalFold reports whether word is want, which is in lower case, in any case.
func equalFold(word []byte, want string) bool {
	return string(word) == want || len(word) == len(want) && strings.EqualFold(string(word), want)
}

// number returns the last word read as a finite number.
func (w *words) number() (float64, error) {
	x, ok := parseNumber(w.word)
	if !ok {
		return 0, w.found("a finite decimal number is wanted")
	}
	return x, nil
}

// found is fail about the last word read, which stands in the place of what is wanted.
func (w *words) found(message string) error { return w.foundAt(w.at, message) }

// foundAt is found with a line of its own.
func (w *words) foundAt(line int, message string) error {
	if w.err != nil {
		return w.err
	}
	return &Error{Name: w.name, Line: line, Offset: -1, Code: ErrBadMesh, Message: message, Found: short(w.word)}
}

// powers are the powers of ten that doubles hold exactly.
var powers = [...]float64{
	1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
	1e21, 1e22,
}

// parseNumber returns the double nearest to the decimal number s; -0 becomes 0. Hexadecimal
// numbers, underscores, words such as "inf", and numbers above the range of doubles are refused.
//
// A whole number below 2^53 times or over a power of ten up to 22 has both exactly, so that one
// rounding gives the nearest double; package strconv takes the rest.
func parseNumber(s []byte) (float64, bool) {
	i, negative := 0, false
	if len(s) > 0 && (s[0] == '-' || s[0] == '+') {
		negative = s[0] == '-'
		i = 1
	}
	var m uint64
	digits, point := 0, 0
	for ; i < len(s); i++ {
		if c := s[i] - '0'; c <= 9 {
			m = 10*m + uint64(c)
			digits++
			if point > 0 {
				point++
			}
		} else if s[i] == '.' && point == 0 {
			point = 1
		} else {
			break
		}
	}
	exp, ok := parseExponent(s[i:])
	if point > 0 {
		exp -= point - 1
	}
	if !ok || digits == 0 || digits > 19 || m >= 1<<53 || exp < -22 || exp > 22 {
		return slowNumber(s)
	}
	x := float64(m)
	if exp < 0 {
		x /= powers[-exp]
	} else {
		x *= powers[exp]
	}
	if negative {
		x = -x
	}
	return x + 0, true
}

// parseExponent returns the exponent that s is, 0 where it is empty, and whether it is one of few
// digits.
func parseExponent(s []byte) (int, bool) {
	if len(s) == 0 {
		return 0, true
	}
	if s[0] != 'e' && s[0] != 'E' || len(s) > 5 {
		return 0, false
	}
	e, ok := parseInt(s[1:])
	return int(e), ok
}

// slowNumber is parseNumber of any number.
func slowNumber(s []byte) (float64, bool) {
	for _, c := range s {
		if (c < '0' || c > '9') && c != '.' && c != '-' && c != '+' && c != 'e' && c != 'E' {
			return 0, false
		}
	}
	x, err := strconv.ParseFloat(string(s), 64)
	return x + 0, err == nil
}

// parseInt returns the whole number that s is, which may have a sign, and whether it is one of 64
// bits.
func parseInt(s []byte) (int64, bool) {
	negative := len(s) > 0 && s[0] == '-'
	if negative || len(s) > 0 && s[0] == '+' {
		s = s[1:]
	}
	if len(s) == 0 {
		return 0, false
	}
	var x int64
	for _, c := range s {
		d := int64(c) - '0'
		if d < 0 || d > 9 || x > (math.MaxInt64-d)/10 {
			return 0, false
		}
		x = 10*x + d
	}
	if negative {
		x = -x
	}
	return x, true
}
