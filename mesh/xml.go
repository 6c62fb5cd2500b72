package mesh

import (
	"bytes"
	"strconv"
	"unicode/utf8"
)

// xmlText reads elements of a text of XML, in order. A text with a document type is refused, so
// that it has no entities of its own. What stands between elements is skipped.
type xmlText struct {
	*input
	space    string // the namespace of the element read last
	local    []byte // its name there, until the next is read
	attrs    []xmlAttr
	closed   bool // the element has no content: its end comes next
	depth    int  // elements that are open
	names    []byte
	ends     []int // of the names of the open elements, in names
	bindings []xmlBinding
	started  bool // the root has been read
}

// xmlAttr is an attribute: its name with its prefix, and what stands between the quotes.
type xmlAttr struct{ name, value []byte }

// xmlBinding is a namespace of a prefix, from the element at a depth on.
type xmlBinding struct {
	prefix, space string
	depth         int
}

func newXML(in *input) *xmlText {
	in.line = 1
	if bytes.HasPrefix(in.peek(3), []byte("\xef\xbb\xbf")) {
		in.next += 3
	}
	return &xmlText{input: in}
}

// tag returns the next tag without its brackets. It is nil at the end of the text.
func (x *xmlText) tag() ([]byte, error) {
	for {
		for {
			rest := x.buf[x.next:]
			i := bytes.IndexByte(rest, '<')
			if i >= 0 {
				rest = rest[:i]
			}
			if x.depth == 0 && len(bytes.TrimLeft(rest, " \t\r\n")) > 0 {
				return nil, x.fail("text outside the root element")
			}
			x.line += bytes.Count(rest, []byte("\n"))
			x.next += len(rest)
			if i >= 0 {
				break
			}
			if !x.more() {
				return nil, x.err
			}
		}
		head := x.peek(9)
		var end string
		switch {
		case bytes.HasPrefix(head, []byte("<!--")):
			end = "-->"
		case bytes.HasPrefix(head, []byte("<![CDATA[")):
			end = "]]>"
		case bytes.HasPrefix(head, []byte("<?")):
			end = "?>"
		case bytes.HasPrefix(head, []byte("<!")):
			return nil, x.fail("a document type is not allowed")
		default:
			return x.wholeTag()
		}
		if err := x.skipTo(end); err != nil {
			return nil, err
		}
	}
}

// skipTo reads up to the end of the text end.
func (x *xmlText) skipTo(end string) error {
	for {
		rest := x.buf[x.next:]
		i := bytes.Index(rest, []byte(end))
		n := i + len(end)
		if i < 0 {
			n = max(len(rest)-len(end)+1, 0)
		}
		x.line += bytes.Count(rest[:n], []byte("\n"))
		x.next += n
		if i >= 0 {
			return nil
		}
		if !x.more() {
			return x.fail("file ends where %q should stand", end)
		}
	}
}

// wholeTag returns the tag that begins here.
func (x *xmlText) wholeTag() ([]byte, error) {
	n, quote := 1, byte(0)
	for {
		rest := x.buf[x.next:]
		for ; n < len(rest); n++ {
			switch c := rest[n]; {
			case quote != 0:
				if c == quote {
					quote = 0
				}
			case c == '"' || c == '\'':
				quote = c
			case c == '<':
				return nil, x.fail("a < within a tag")
			case c == '>':
				tag := rest[1:n]
				x.next += n + 1
				return tag, nil
			}
		}
		if !x.more() {
			if len(x.buf)-x.next == bufferSize {
				return nil, coded(ErrTooLarge, x.fail("a tag of more than %d bytes", bufferSize))
			}
			return nil, x.fail("file ends within a tag")
		}
	}
}

// element reads the next start or end of an element, and reports whether it is a start. At the end
// of the text open is false and the depth 0.
func (x *xmlText) element() (open bool, err error) {
	if x.closed {
		x.closed = false
		x.leave()
		return false, nil
	}
	tag, err := x.tag()
	if err != nil {
		return false, err
	}
	if tag == nil {
		if x.depth > 0 || !x.started {
			return false, x.fail("file ends before its last element does")
		}
		return false, nil
	}
	defer func() { x.line += bytes.Count(tag, []byte("\n")) }()
	if len(tag) > 0 && tag[0] == '/' {
		name := bytes.TrimRight(tag[1:], " \t\r\n")
		if x.depth == 0 || !bytes.Equal(name, x.top()) {
			return false, x.fail("the end of an element that is not open here")
		}
		x.leave()
		return false, nil
	}
	if x.started && x.depth == 0 {
		return false, x.fail("a second root element")
	}
	return true, x.enter(tag)
}

// top returns the name of the innermost open element.
func (x *xmlText) top() []byte {
	start := 0
	if k := len(x.ends); k > 1 {
		start = x.ends[k-2]
	}
	return x.names[start:]
}

// leave closes the innermost element.
func (x *xmlText) leave() {
	x.names = x.names[:len(x.names)-len(x.top())]
	x.ends = x.ends[:len(x.ends)-1]
	x.depth--
	for k := len(x.bindings); k > 0 && x.bindings[k-1].depth > x.depth; k-- {
		x.bindings = x.bindings[:k-1]
	}
}

// enter opens the element of a tag.
func (x *xmlText) enter(tag []byte) error {
	if n := len(tag); n > 0 && tag[n-1] == '/' {
		x.closed = true
		tag = tag[:n-1]
	}
	if x.depth++; x.depth > x.opt.MaxDepth {
		return coded(ErrTooLarge, x.fail("elements more than %d deep", x.opt.MaxDepth))
	}
	x.started = true
	n := 0
	for n < len(tag) && !isSpace(tag[n]) {
		n++
	}
	name := tag[:n]
	if n == 0 || n > maxName || bytes.ContainsAny(name, "=\"'&") {
		return x.fail("the name of an element is wanted")
	}
	x.names = append(x.names, name...)
	x.ends = append(x.ends, len(x.names))
	if err := x.attributes(tag[n:]); err != nil {
		return err
	}
	prefix, local, found := bytes.Cut(name, []byte(":"))
	if !found {
		prefix, local = nil, name
	}
	x.local = local
	for k := len(x.bindings) - 1; k >= 0; k-- {
		if b := &x.bindings[k]; b.prefix == string(prefix) {
			x.space = b.space
			return nil
		}
	}
	if found {
		return x.fail("a prefix without a namespace")
	}
	x.space = ""
	return nil
}

// attributes splits what follows the name in a tag.
func (x *xmlText) attributes(s []byte) error {
	x.attrs = x.attrs[:0]
	for {
		n := 0
		for n < len(s) && isSpace(s[n]) {
			n++
		}
		if n == len(s) {
			return nil
		}
		if n == 0 {
			return x.fail("white space is wanted before an attribute")
		}
		name, rest, found := bytes.Cut(s[n:], []byte("="))
		name, rest = bytes.TrimRight(name, " \t\r\n"), bytes.TrimLeft(rest, " \t\r\n")
		if !found || len(name) == 0 || len(rest) == 0 || rest[0] != '"' && rest[0] != '\'' {
			return x.fail("an attribute is wanted, as in x=\"1\"")
		}
		end := bytes.IndexByte(rest[1:], rest[0])
		if end < 0 || bytes.ContainsAny(name, " \t\r\n\"'") {
			return x.fail("an attribute is wanted, as in x=\"1\"")
		}
		value := rest[1 : 1+end]
		for _, a := range x.attrs {
			if bytes.Equal(a.name, name) {
				return x.fail("an attribute twice")
			}
		}
		x.attrs = append(x.attrs, xmlAttr{name, value})
		if err := x.bind(name, value); err != nil {
			return err
		}
		s = rest[end+2:]
	}
}

// bind takes note of a namespace.
func (x *xmlText) bind(name, value []byte) error {
	prefix, ok := bytes.CutPrefix(name, []byte("xmlns"))
	if !ok || len(prefix) > 0 && prefix[0] != ':' {
		return nil
	}
	const most = 1 << 8 // open at a time
	if len(x.bindings) == most || len(value) > maxName {
		return coded(ErrTooLarge, x.fail("too many namespaces, or one with too long a name"))
	}
	x.bindings = append(x.bindings, xmlBinding{string(bytes.TrimPrefix(prefix, []byte(":"))), string(value), x.depth})
	return nil
}

// attr returns the value of an attribute without a prefix.
func (x *xmlText) attr(name string) ([]byte, bool) {
	for _, a := range x.attrs {
		if string(a.name) == name {
			return a.value, true
		}
	}
	return nil, false
}

// attrIn returns the value of an attribute of a namespace.
func (x *xmlText) attrIn(space, name string) ([]byte, bool) {
	for _, a := range x.attrs {
		prefix, local, found := bytes.Cut(a.name, []byte(":"))
		if found && string(local) == name && x.spaceOf(prefix) == space {
			return a.value, true
		}
	}
	return nil, false
}

// spaceOf returns the namespace of a prefix, "" for none.
func (x *xmlText) spaceOf(prefix []byte) string {
	for k := len(x.bindings) - 1; k >= 0; k-- {
		if x.bindings[k].prefix == string(prefix) {
			return x.bindings[k].space
		}
	}
	return ""
}

// skipElement reads up to the end of the element that was opened last.
func (x *xmlText) skipElement() error {
	for depth := x.depth; x.depth >= depth; {
		if _, err := x.element(); err != nil {
			return err
		}
	}
	return nil
}

// children calls f at the start of each element of a namespace in the one that was opened last, up
// to the end of that; f reads the element to its end. Elements of other namespaces are skipped.
func (x *xmlText) children(space string, f func() error) error {
	for depth := x.depth; ; {
		open, err := x.element()
		switch {
		case err != nil:
			return err
		case !open && x.depth < depth:
			return nil
		case open && x.space == space:
			err = f()
		case open:
			err = x.skipElement()
		}
		if err != nil {
			return err
		}
	}
}

// unescapeXML returns the text that s stands for in XML, with the five entities and numbers of
// characters replaced; ok is false for any other name.
func unescapeXML(s []byte) (text string, ok bool) {
	var out []byte
	for len(s) > 0 {
		i := bytes.IndexByte(s, '&')
		if i < 0 {
			break
		}
		out = append(out, s[:i]...)
		name, rest, found := bytes.Cut(s[i+1:], []byte(";"))
		if !found || len(name) > 10 {
			return "", false
		}
		switch string(name) {
		case "amp":
			out = append(out, '&')
		case "lt":
			out = append(out, '<')
		case "gt":
			out = append(out, '>')
		case "quot":
			out = append(out, '"')
		case "apos":
			out = append(out, '\'')
		default:
			digits, ok := bytes.CutPrefix(name, []byte("#"))
			base := 10
			if hex, isHex := bytes.CutPrefix(digits, []byte("x")); isHex {
				digits, base = hex, 16
			}
			r, err := strconv.ParseUint(string(digits), base, 32)
			if !ok || err != nil || r == 0 || !utf8.ValidRune(rune(r)) {
				return "", false
			}
			out = utf8.AppendRune(out, rune(r))
		}
		s = rest
	}
	out = append(out, s...)
	return string(out), utf8.Valid(out)
}
