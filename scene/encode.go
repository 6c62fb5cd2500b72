package scene

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode"

	"github.com/collide-go/collide"
)

// Encode writes the scene as YAML. Decode reads it back to the same shapes and poses, bit for bit,
// with these forms: rotations as q or cos_sin, hulls of mesh files as their vertices.
//
// The error is that of w, or an *Error with the code ErrUnknownType about a shape that the format
// has no word for: a user's own, or a Rounded inside a Rounded; collide.ErrWrongDimension for a Dim
// that is neither 2 nor 3, as that of the zero Scene, and for an object of another one;
// ErrUnknownName for objects to ignore that there are not. Nothing is written then.
func (s *Scene) Encode(w io.Writer) error {
	if err := s.encodable(); err != nil {
		return err
	}
	b := fmt.Appendf(nil, "version: 1\ndim: %d\n", s.Dim)
	if s.Units != "" {
		b = append(appendWord(append(b, "units: "...), s.Units), '\n')
	}
	if s.Clearance != 0 {
		b = append(AppendNumber(append(b, "clearance: "...), s.Clearance), '\n')
	}
	if s.Duration != 0 && s.Duration != 1 {
		b = append(AppendNumber(append(b, "duration: "...), s.Duration), '\n')
	}
	b = append(b, "objects:"...)
	if len(s.Objects) == 0 {
		b = append(b, " []"...)
	}
	b = append(b, '\n')
	for i := range s.Objects {
		var ok bool
		if b, ok = s.appendObject(b, &s.Objects[i]); !ok {
			return &Error{
				File: s.File, Path: fmt.Sprintf("objects[%d].shape", i), Code: ErrUnknownType,
				Message: "the format has no word for this shape",
			}
		}
	}
	if len(s.Ignore) > 0 {
		b = append(b, "ignore:\n"...)
	}
	for _, p := range s.Ignore {
		b = appendWord(append(b, "  - ["...), s.Objects[p[0]].Name)
		b = appendWord(append(b, ", "...), s.Objects[p[1]].Name)
		b = append(b, "]\n"...)
	}
	b = s.appendRules(b)
	_, err := w.Write(b)
	return err
}

// encodable returns what keeps s from being a scene, nil for nothing.
func (s *Scene) encodable() error {
	if s.Dim != 2 && s.Dim != 3 {
		return &Error{
			File: s.File, Path: "dim", Code: collide.ErrWrongDimension,
			Message: fmt.Sprintf("set Dim to 2 or 3: it is %d", s.Dim),
		}
	}
	for i := range s.Objects {
		if dim := s.Objects[i].Dim; dim != s.Dim {
			return &Error{
				File: s.File, Path: fmt.Sprintf("objects[%d]", i), Code: collide.ErrWrongDimension,
				Message: fmt.Sprintf("the body has the dimension %d, the scene %d", dim, s.Dim),
			}
		}
	}
	for i, p := range s.Ignore {
		if !s.has(p[0]) || !s.has(p[1]) {
			return &Error{
				File: s.File, Path: fmt.Sprintf("ignore[%d]", i), Code: ErrUnknownName,
				Message: fmt.Sprintf("there are no objects %d and %d: the scene has %d", p[0], p[1], len(s.Objects)),
			}
		}
	}
	return nil
}

// appendRules appends the list of rules, nothing for none.
func (s *Scene) appendRules(b []byte) []byte {
	if len(s.Rules) > 0 {
		b = append(b, "rules:\n"...)
	}
	for i := range s.Rules {
		r := &s.Rules[i]
		b = append(b, "  - {"...)
		if r.Name != "" {
			b = append(appendWord(append(b, "name: "...), r.Name), ", "...)
		}
		b = appendWord(append(b, "a: "...), r.A)
		b = appendWord(append(b, ", b: "...), r.B)
		switch {
		case r.Ignore:
			b = append(b, ", ignore: true"...)
		case r.MayMeet:
			b = appendKey(b, "overlap", r.Depth)
		default:
			b = appendKey(b, "clearance", r.Clearance)
		}
		b = append(b, "}\n"...)
	}
	return b
}

// appendObject appends an entry of the list of objects. It reports whether the shape can be
// written.
func (s *Scene) appendObject(b []byte, o *Object) ([]byte, bool) {
	b = appendWord(append(b, "  - name: "...), o.Name)
	b = append(b, "\n    shape: {"...)
	shape, pose, ok := o.encode()
	b = append(append(b, shape...), "}\n"...)
	if len(pose) > 0 {
		b = append(b, "    pose: {"...)
		b = append(append(b, pose...), "}\n"...)
	}
	if !o.Motion.Rest() {
		b = append(o.Motion.appendTo(append(b, "    motion: {"...), o.Dim), "}\n"...)
	}
	if o.Group != "" {
		b = append(appendWord(append(b, "    group: "...), o.Group), '\n')
	}
	return b, ok
}

// appendEntries appends the type of a shape and its first key.
func appendEntries(b []byte, typ, key string, x ...float64) []byte {
	b = fmt.Appendf(b, "type: %s, %s: ", typ, key)
	if len(x) == 1 {
		return AppendNumber(b, x[0])
	}
	return appendNumbers(b, x...)
}

// appendKey appends one more key.
func appendKey(b []byte, key string, x float64) []byte {
	return AppendNumber(fmt.Appendf(b, ", %s: ", key), x)
}

// appendNumbers appends a list.
func appendNumbers(b []byte, x ...float64) []byte {
	b = append(b, '[')
	for i, v := range x {
		if i > 0 {
			b = append(b, ", "...)
		}
		b = AppendNumber(b, v)
	}
	return append(b, ']')
}

// yamlWords are the plain words that YAML, in one of its versions, takes for something else than a
// string.
var yamlWords = map[string]bool{
	"null": true, "true": true, "false": true, "yes": true, "no": true, "on": true,
	"off": true, "y": true, "n": true,
}

// appendWord appends a string: plain where YAML can only read it as that, else in double quotes.
func appendWord(b []byte, s string) []byte {
	const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_"
	if s != "" && strings.Trim(s, letters+"0123456789") == "" && strings.IndexByte(letters, s[0]) >= 0 &&
		!yamlWords[strings.ToLower(s)] {
		return append(b, s...)
	}
	b = append(b, '"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b = append(b, '\\', byte(r))
		case unicode.IsPrint(r):
			b = append(b, string(r)...)
		default:
			b = append(b, `\U`...)
			hex := strconv.FormatInt(int64(r), 16)
			b = append(b, "00000000"[len(hex):]...)
			b = append(b, hex...)
		}
	}
	return append(b, '"')
}
