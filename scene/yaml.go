package scene

import (
	"errors"
	"io"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v4"
)

// maxAliased bounds the nodes that come from aliases. A text in which each anchor holds the one
// before several times would else grow without limit.
const maxAliased = 1 << 20

// parseYAML reads data, which must be one YAML document, into t.
func (t *tree) parseYAML(data []byte) *Error {
	t.reset()
	s := string(data)
	if e := checkUTF8(s); e != nil {
		return e
	}
	if e := checkControls(s); e != nil {
		return e
	}
	if strings.HasPrefix(s, "%YAML 1.2") { // the package knows 1.1 alone, and reads what scenes hold in the same way
		s = "%YAML 1.1" + s[len("%YAML 1.2"):]
	}
	y := yamlReader{t: t, lines: 1 + strings.Count(s, "\n") + strings.Count(s, "\r") - strings.Count(s, "\r\n")}
	loader, err := yaml.NewLoader(strings.NewReader(s))
	if err != nil {
		return y.syntax(err, s)
	}
	var doc, more yaml.Node
	switch err := loader.Load(&doc); {
	case err == io.EOF:
		return &Error{Line: 1, Code: ErrSyntax, Message: "the file is empty: there is nothing but white space and comments"}
	case err != nil:
		return y.syntax(err, s)
	}
	switch err := loader.Load(&more); {
	case err == nil:
		return &Error{Line: y.line(more.Line), Code: ErrSyntax, Message: "a second document begins here; a file holds one"}
	case err != io.EOF:
		return y.syntax(err, s)
	}
	top := &doc
	if top.Kind == yaml.DocumentNode && len(top.Content) == 1 {
		top = top.Content[0]
	}
	_, e := y.add(top, 0)
	return e
}

// checkControls returns the error that s has a character that YAML does not allow; the package that
// parses it would not tell where.
func checkControls(s string) *Error {
	for i := range len(s) {
		if c := s[i]; c < ' ' && c != '\t' && c != '\n' && c != '\r' || c == 0x7f {
			return &Error{
				Line: 1 + strings.Count(s[:i], "\n"), Code: ErrSyntax,
				Message: "control character " + strconv.QuoteRune(rune(c)),
			}
		}
	}
	return nil
}

// yamlReader turns the nodes of the YAML package into a tree.
type yamlReader struct {
	t       *tree
	lines   int // of the text
	inAlias int
	aliased int
}

// line keeps a line inside the text: what is missing at the end is put behind it.
func (y *yamlReader) line(n int) int { return min(max(n, 1), y.lines) }

// syntax translates an error of the YAML package about the text s.
func (y *yamlReader) syntax(err error, s string) *Error {
	e := &Error{Line: 1, Code: ErrSyntax, Message: err.Error()}
	var one *yaml.LoadError
	if errors.As(err, &one) {
		e.Message = one.Message
		if one.ContextMsg != "" {
			e.Message = one.ContextMsg + ": " + one.Message
		}
		e.Line = y.line(one.Mark.Line)
	}
	e.Message = strings.TrimPrefix(e.Message, "yaml: ")
	if lines := strings.Split(s, "\n"); e.Line <= len(lines) &&
		(strings.Contains(e.Message, "cannot start any token") || strings.Contains(e.Message, "tab character")) {
		if line := lines[e.Line-1]; strings.Contains(line[:len(line)-len(strings.TrimLeft(line, " \t"))], "\t") {
			e.Message = "a tab cannot indent YAML; use spaces"
		}
	}
	return e
}

// add appends n with all below it and returns its number.
func (y *yamlReader) add(n *yaml.Node, depth int) (int32, *Error) {
	if n.Kind == yaml.AliasNode {
		y.inAlias++
		i, e := y.add(n.Alias, depth+1)
		y.inAlias--
		return i, e
	}
	if y.inAlias > 0 {
		if y.aliased++; y.aliased > maxAliased {
			return 0, &Error{Line: y.line(n.Line), Code: ErrSyntax, Message: "aliases expand to too much"}
		}
	}
	if depth > y.t.maxDepth {
		return 0, tooDeep(y.line(n.Line), y.t.maxDepth)
	}
	switch n.Kind {
	case yaml.SequenceNode:
		return y.list(n, depth)
	case yaml.MappingNode:
		return y.mapping(n, depth)
	case yaml.ScalarNode:
		k, s := scalar(n)
		return y.t.add(node{kind: k, line: int32(y.line(n.Line)), text: s}), nil
	default: // no other kind stands inside a document
		return y.t.add(node{kind: null, line: int32(y.line(n.Line))}), nil
	}
}

func (y *yamlReader) list(n *yaml.Node, depth int) (int32, *Error) {
	self := y.t.add(node{kind: list, line: int32(y.line(n.Line))})
	last := int32(0)
	for _, c := range n.Content {
		child, e := y.add(c, depth+1)
		if e != nil {
			return 0, e
		}
		y.t.link(self, last, child)
		last = child
	}
	return self, nil
}

func (y *yamlReader) mapping(n *yaml.Node, depth int) (int32, *Error) {
	self := y.t.add(node{kind: mapping, line: int32(y.line(n.Line))})
	last := int32(0)
	for k := 0; k+1 < len(n.Content); k += 2 {
		key := n.Content[k]
		line := y.line(key.Line)
		if key.Kind == yaml.AliasNode {
			key = key.Alias
		}
		if key.Kind != yaml.ScalarNode {
			return 0, &Error{Line: line, Code: ErrWrongType, Message: "a key is a string"}
		}
		child, e := y.add(n.Content[k+1], depth+1)
		if e != nil {
			return 0, e
		}
		y.t.nodes[child].key, y.t.nodes[child].keyLine = key.Value, int32(line)
		y.t.link(self, last, child)
		last = child
	}
	return self, nil
}

// scalar returns the kind and text of a scalar. What is a number is decided here and not by the
// YAML package: it takes 1e400 for a string and 0777 for octal.
func scalar(n *yaml.Node) (kind, string) {
	tag := n.ShortTag()
	tagged := n.Style&yaml.TaggedStyle != 0
	plain := n.Style&(yaml.SingleQuotedStyle|yaml.DoubleQuotedStyle|yaml.LiteralStyle|yaml.FoldedStyle) == 0
	numeric := plain && !tagged || tagged && (tag == "!!float" || tag == "!!int")
	if numeric {
		if isDecimal(n.Value) {
			return number, n.Value
		}
		switch strings.ToLower(n.Value) {
		case ".nan":
			return number, "NaN"
		case ".inf", "+.inf":
			return number, "Infinity"
		case "-.inf":
			return number, "-Infinity"
		}
	}
	switch {
	case tag == "!!str" || !plain && !tagged:
		return text, n.Value
	case tag == "!!null":
		return null, n.Value
	case tag == "!!bool":
		return boolean, n.Value
	}
	return other, n.Value
}

// isDecimal reports whether s is a decimal number of YAML's core schema. A whole number with a zero
// in front is none: YAML 1.1 and 1.2 read it differently.
func isDecimal(s string) bool {
	if s != "" && (s[0] == '-' || s[0] == '+') {
		s = s[1:]
	}
	whole := countDigits(s)
	rest, fraction := s[whole:], 0
	if strings.HasPrefix(rest, ".") {
		fraction = countDigits(rest[1:])
		rest = rest[1+fraction:]
	} else if whole > 1 && s[0] == '0' {
		return false
	}
	if whole+fraction == 0 {
		return false
	}
	if rest == "" {
		return true
	}
	if rest[0] != 'e' && rest[0] != 'E' {
		return false
	}
	rest = rest[1:]
	if rest != "" && (rest[0] == '-' || rest[0] == '+') {
		rest = rest[1:]
	}
	return rest != "" && countDigits(rest) == len(rest)
}

// countDigits returns how many digits s begins with.
func countDigits(s string) int {
	n := 0
	for n < len(s) && s[n] >= '0' && s[n] <= '9' {
		n++
	}
	return n
}
