package scene

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode"

	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/d3"
)

// Encode writes the scene as YAML. Decode reads it back to the same shapes and poses, bit for bit, with these
// forms: rotations as q or cos_sin, hulls of mesh files as their vertices.
//
// The error is that of w, or an *Error with the code UnknownType about a shape that the format has no word for: a
// user's own, or a Rounded inside a Rounded. Nothing is written then.
func (s *Scene) Encode(w io.Writer) error {
	b := fmt.Appendf(nil, "version: 1\ndim: %d\n", s.Dim)
	if s.Units != "" {
		b = append(appendWord(append(b, "units: "...), s.Units), '\n')
	}
	if s.Clearance != 0 {
		b = append(AppendNumber(append(b, "clearance: "...), s.Clearance), '\n')
	}
	b = append(b, "objects:"...)
	if len(s.Objects) == 0 {
		b = append(b, " []"...)
	}
	b = append(b, '\n')
	for i := range s.Objects {
		var ok bool
		if b, ok = s.appendObject(b, &s.Objects[i]); !ok {
			return &Error{File: s.File, Path: fmt.Sprintf("objects[%d].shape", i), Code: UnknownType, Message: "the format has no word for this shape"}
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
	_, err := w.Write(b)
	return err
}

// appendObject appends an entry of the list of objects. It reports whether the shape can be written.
func (s *Scene) appendObject(b []byte, o *Object) ([]byte, bool) {
	b = appendWord(append(b, "  - name: "...), o.Name)
	b = append(b, "\n    shape: {"...)
	var ok bool
	var pose []byte
	if s.Dim == 2 {
		b, ok = appendBody2(b, &o.O2, o.Parts2)
		pose = appendPose2(nil, o.O2.Pose())
	} else {
		b, ok = appendBody3(b, &o.O3, o.Parts3)
		pose = appendPose3(nil, o.O3.Pose())
	}
	b = append(b, "}\n"...)
	if len(pose) > 0 {
		b = append(b, "    pose: {"...)
		b = append(append(b, pose...), "}\n"...)
	}
	if o.Group != "" {
		b = append(appendWord(append(b, "    group: "...), o.Group), '\n')
	}
	return b, ok
}

// appendBody3 appends the entries of a shape, or of the compound of the parts if there are any.
func appendBody3(b []byte, o *d3.Object, parts []Part3) ([]byte, bool) {
	if parts == nil {
		return appendShape3(b, o.Shape())
	}
	b = append(b, "type: compound, parts: ["...)
	for i := range parts {
		l := &parts[i].Local
		var ok bool
		if b, ok = appendShape3(append(b, openPart(i)...), l.Shape()); !ok {
			return b, false
		}
		b = appendPartEnd(b, appendPose3(nil, l.Pose()))
	}
	return append(b, ']'), true
}

// appendBody2 appends the entries of a shape, or of the compound of the parts if there are any.
func appendBody2(b []byte, o *d2.Object, parts []Part2) ([]byte, bool) {
	if parts == nil {
		return appendShape2(b, o.Shape())
	}
	b = append(b, "type: compound, parts: ["...)
	for i := range parts {
		l := &parts[i].Local
		var ok bool
		if b, ok = appendShape2(append(b, openPart(i)...), l.Shape()); !ok {
			return b, false
		}
		b = appendPartEnd(b, appendPose2(nil, l.Pose()))
	}
	return append(b, ']'), true
}

// openPart returns what stands before the shape of part i.
func openPart(i int) string {
	if i == 0 {
		return "{shape: {"
	}
	return ", {shape: {"
}

// appendPartEnd appends what stands after the shape of a part.
func appendPartEnd(b, pose []byte) []byte {
	if len(pose) == 0 {
		return append(b, "}}"...)
	}
	return append(append(append(b, "}, pose: {"...), pose...), "}}"...)
}

// appendShape3 appends the entries of a shape.
func appendShape3(b []byte, s d3.Shape) ([]byte, bool) {
	switch s := s.(type) {
	case d3.Sphere:
		return appendEntries(b, "sphere", "radius", s.Radius), true
	case d3.Box:
		return appendEntries(b, "box", "size", s.Size.X, s.Size.Y, s.Size.Z), true
	case d3.Capsule:
		return appendKey(appendEntries(b, "capsule", "radius", s.Radius), "height", s.Height), true
	case d3.Cylinder:
		return appendKey(appendEntries(b, "cylinder", "radius", s.Radius), "height", s.Height), true
	case d3.Cone:
		return appendKey(appendEntries(b, "cone", "radius", s.Radius), "height", s.Height), true
	case d3.Ellipsoid:
		return appendEntries(b, "ellipsoid", "radii", s.Radii.X, s.Radii.Y, s.Radii.Z), true
	case d3.HalfSpace:
		return appendKey(appendEntries(b, "half-space", "normal", s.Normal.X, s.Normal.Y, s.Normal.Z), "offset", s.Offset), true
	case *d3.Hull:
		b = append(b, "type: hull, points: ["...)
		for i, p := range s.Vertices() {
			if i > 0 {
				b = append(b, ", "...)
			}
			b = appendNumbers(b, p.X, p.Y, p.Z)
		}
		return append(b, ']'), true
	case d3.Rounded:
		if _, again := s.Core.(d3.Rounded); again {
			return b, false
		}
		b, ok := appendShape3(b, s.Core)
		return appendKey(b, "rounding", s.R), ok
	}
	return b, false
}

// appendShape2 appends the entries of a shape.
func appendShape2(b []byte, s d2.Shape) ([]byte, bool) {
	switch s := s.(type) {
	case d2.Circle:
		return appendEntries(b, "circle", "radius", s.Radius), true
	case d2.Box:
		return appendEntries(b, "box", "size", s.Size.X, s.Size.Y), true
	case d2.Capsule:
		return appendKey(appendEntries(b, "capsule", "radius", s.Radius), "height", s.Height), true
	case d2.Ellipse:
		return appendEntries(b, "ellipse", "radii", s.Radii.X, s.Radii.Y), true
	case d2.HalfSpace:
		return appendKey(appendEntries(b, "half-space", "normal", s.Normal.X, s.Normal.Y), "offset", s.Offset), true
	case *d2.Hull:
		return appendPoints2(b, "hull", s.Vertices()), true
	case *d2.Polygon:
		return appendPoints2(b, "polygon", s.Vertices()), true
	case d2.Rounded:
		if _, again := s.Core.(d2.Rounded); again {
			return b, false
		}
		b, ok := appendShape2(b, s.Core)
		return appendKey(b, "rounding", s.R), ok
	}
	return b, false
}

// appendPoints2 appends the entries of a shape that is a list of points.
func appendPoints2(b []byte, typ string, points []d2.Vec) []byte {
	b = fmt.Appendf(b, "type: %s, points: [", typ)
	for i, p := range points {
		if i > 0 {
			b = append(b, ", "...)
		}
		b = appendNumbers(b, p.X, p.Y)
	}
	return append(b, ']')
}

// appendPose3 appends the entries of a pose, none for the identity.
func appendPose3(b []byte, p d3.Pose) []byte {
	if p.Pos != (d3.Vec{}) {
		b = appendNumbers(append(b, "p: "...), p.Pos.X, p.Pos.Y, p.Pos.Z)
	}
	if p.Rot != (d3.Rot{}) {
		if len(b) > 0 {
			b = append(b, ", "...)
		}
		x, y, z, w := p.Rot.Quat()
		b = appendNumbers(append(b, "q: "...), x, y, z, w)
	}
	return b
}

// appendPose2 appends the entries of a pose, none for the identity.
func appendPose2(b []byte, p d2.Pose) []byte {
	if p.Pos != (d2.Vec{}) {
		b = appendNumbers(append(b, "p: "...), p.Pos.X, p.Pos.Y)
	}
	if p.Rot != (d2.Rot{}) {
		if len(b) > 0 {
			b = append(b, ", "...)
		}
		c, s := p.Rot.CosSin()
		b = appendNumbers(append(b, "cos_sin: "...), c, s)
	}
	return b
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

// yamlWords are the plain words that YAML, in one of its versions, takes for something else than a string.
var yamlWords = map[string]bool{"null": true, "true": true, "false": true, "yes": true, "no": true, "on": true, "off": true, "y": true, "n": true}

// appendWord appends a string: plain where YAML can only read it as that, else in double quotes.
func appendWord(b []byte, s string) []byte {
	const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_"
	if s != "" && strings.Trim(s, letters+"0123456789") == "" && strings.IndexByte(letters, s[0]) >= 0 && !yamlWords[strings.ToLower(s)] {
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
