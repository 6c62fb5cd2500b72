package mesh

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/collide-go/collide/d3"
)

// Binary STL: 80 bytes of anything, the triangle count, then 50 bytes a triangle: normal and three
// corners in little-endian single precision, and two bytes of anything.
const (
	stlHeader   = 84
	stlTriangle = 50
)

// isBinarySTL reports whether the triangle count of data fits its size.
func isBinarySTL(data []byte) bool {
	return len(data) >= stlHeader && stlSize(data) == int64(len(data))
}

// stlSize returns the size that the triangle count of data announces.
func stlSize(data []byte) int64 {
	return stlHeader + stlTriangle*int64(binary.LittleEndian.Uint32(data[80:]))
}

// ReadBinarySTL returns the mesh of a binary STL file. The normals are ignored: what they say
// follows from the corners, and exporters write zeros or NaN there.
//
// The error is an *Error: the size does not fit the triangle count, there is no triangle, or a
// coordinate is not finite.
func ReadBinarySTL(data []byte, name string) (*Mesh, error) {
	if len(data) < stlHeader {
		return nil, &Error{Name: name, Message: fmt.Sprintf("neither text nor binary STL, which has at least %d bytes; "+
			"there are %d", stlHeader, len(data))}
	}
	n := binary.LittleEndian.Uint32(data[80:])
	if !isBinarySTL(data) {
		return nil, &Error{
			Name: name, Offset: 80,
			Message: fmt.Sprintf("binary STL of %d triangles has %d bytes; there are %d", n, stlSize(data), len(data)),
		}
	}
	if n == 0 {
		return nil, &Error{Name: name, Offset: 80, Message: "no triangles"}
	}
	b := newBuilder(int(n))
	for at := stlHeader; at < len(data); at += stlTriangle {
		var corners [3]d3.Vec
		for k := range corners {
			off := at + 12*(k+1)
			p := d3.Vec{X: float32At(data, off), Y: float32At(data, off+4), Z: float32At(data, off+8)}
			if !finite(p) {
				return nil, &Error{Name: name, Offset: int64(off), Message: fmt.Sprintf("corner %d of triangle %d is not finite", k,
					(at-stlHeader)/stlTriangle)}
			}
			corners[k] = p
		}
		b.add(corners)
	}
	return &b.mesh, nil
}

// float32At returns the single-precision number at offset i; -0 becomes 0.
func float32At(data []byte, i int) float64 {
	return float64(math.Float32frombits(binary.LittleEndian.Uint32(data[i:]))) + 0
}

// finite reports whether no coordinate is NaN or infinite.
func finite(p d3.Vec) bool {
	return isFinite(p.X) && isFinite(p.Y) && isFinite(p.Z)
}

func isFinite(x float64) bool { return x-x == 0 }

// ReadASCIISTL returns the mesh of an ASCII STL file: one or more solids, of any name. Words may be
// in either case and on any line; only the name of a solid ends with its line. Normals are ignored
// as in ReadBinarySTL, but three words have to be there.
//
// The error is an *Error: a word that is not the one expected, a coordinate that is no finite
// decimal number, an end before "endsolid", or no triangle at all.
func ReadASCIISTL(data []byte, name string) (*Mesh, error) {
	w := words{rest: data, line: 1, name: name}
	b := newBuilder(0)
	for w.next() {
		if err := w.is("solid"); err != nil {
			return nil, err
		}
		w.skipLine()
		if err := w.solid(b); err != nil {
			return nil, err
		}
		w.skipLine()
	}
	if len(b.mesh.Triangles) == 0 {
		return nil, w.fail("no triangles")
	}
	return &b.mesh, nil
}

// solid reads what follows the line of "solid", up to the word "endsolid".
func (w *words) solid(b *builder) error {
	for {
		w.next()
		if strings.EqualFold(w.word, "endsolid") {
			return nil
		}
		if err := w.is("facet"); err != nil {
			return err
		}
		if err := w.facet(b); err != nil {
			return err
		}
	}
}

// facet reads what follows the word "facet", up to the word "endfacet".
func (w *words) facet(b *builder) error {
	if err := w.expect("normal"); err != nil {
		return err
	}
	for range 3 {
		if !w.next() {
			return w.fail("file ends inside a normal")
		}
	}
	if err := w.expect("outer", "loop"); err != nil {
		return err
	}
	var corners [3]d3.Vec
	for k := range corners {
		if err := w.expect("vertex"); err != nil {
			return err
		}
		for _, x := range []*float64{&corners[k].X, &corners[k].Y, &corners[k].Z} {
			var err error
			if w.next(); w.word == "" {
				return w.fail("file ends inside a vertex")
			}
			if *x, err = w.number(); err != nil {
				return err
			}
		}
	}
	b.add(corners)
	return w.expect("endloop", "endfacet")
}

// words walks over the words of a text.
type words struct {
	rest []byte
	word string // the last one read; empty at the end
	line int    // its line
	name string
}

// next reads the next word and reports whether there was one.
func (w *words) next() bool {
	i := 0
	for i < len(w.rest) && isSpace(w.rest[i]) {
		if w.rest[i] == '\n' {
			w.line++
		}
		i++
	}
	j := i
	for j < len(w.rest) && !isSpace(w.rest[j]) {
		j++
	}
	w.word, w.rest = string(w.rest[i:j]), w.rest[j:]
	return w.word != ""
}

// skipLine drops the rest of the line.
func (w *words) skipLine() {
	if i := bytes.IndexByte(w.rest, '\n'); i >= 0 {
		w.rest = w.rest[i:]
		return
	}
	w.rest = nil
}

// expect reads the given words.
func (w *words) expect(want ...string) error {
	for _, s := range want {
		w.next()
		if err := w.is(s); err != nil {
			return err
		}
	}
	return nil
}

// is checks the last word read.
func (w *words) is(want string) error {
	switch {
	case strings.EqualFold(w.word, want):
		return nil
	case w.word == "":
		return w.fail("file ends where %q should stand", want)
	}
	return w.found(strconv.Quote(want) + " is wanted")
}

// number returns the last word read as a finite number.
func (w *words) number() (float64, error) {
	x, ok := parseNumber(w.word)
	if !ok {
		return 0, w.found("a finite decimal number is wanted")
	}
	return x, nil
}

func (w *words) fail(format string, args ...any) error {
	return &Error{Name: w.name, Line: w.line, Offset: -1, Message: fmt.Sprintf(format, args...)}
}

// found is fail about the last word read, which stands in the place of what is wanted.
func (w *words) found(message string) error {
	return &Error{Name: w.name, Line: w.line, Offset: -1, Message: message, Found: short(w.word)}
}

// parseNumber returns the double nearest to the decimal number s; -0 becomes 0. Hexadecimal
// numbers, underscores, words such as "inf", and numbers above the range of doubles are refused.
func parseNumber(s string) (float64, bool) {
	for i := range len(s) {
		if c := s[i]; (c < '0' || c > '9') && c != '.' && c != '-' && c != '+' && c != 'e' && c != 'E' {
			return 0, false
		}
	}
	x, err := strconv.ParseFloat(s, 64)
	return x + 0, err == nil
}

// short returns s, cut to a length that fits a message.
func short(s string) string {
	if len(s) > 40 {
		return s[:40] + "..."
	}
	return s
}

func isSpace(c byte) bool { return c == ' ' || c >= '\t' && c <= '\r' }
