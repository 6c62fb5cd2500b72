package mesh

import (
	"bytes"
	"fmt"
	"math"
	"strconv"

	"github.com/collide-go/collide/d3"
)

// objIgnored are the statements of the OBJ format that say nothing about points and triangles.
var objIgnored = map[string]bool{
	"vt": true, "vn": true, "vp": true, "cstype": true, "deg": true, "bmat": true, "step": true, "p": true, "l": true,
	"curv": true, "curv2": true, "surf": true, "parm": true, "trim": true, "hole": true, "scrv": true, "sp": true,
	"end": true, "con": true, "g": true, "s": true, "mg": true, "o": true, "bevel": true, "c_interp": true,
	"d_interp": true, "lod": true, "usemap": true, "usemtl": true, "mtllib": true, "shadow_obj": true, "trace_obj": true,
	"maplib": true, "ctech": true, "stech": true, "call": true, "csh": true,
}

// ReadOBJ returns the points and faces of an OBJ file. A face of n corners becomes the fan of n-2
// triangles about its first corner. Corners may be v, v/vt, v//vn and v/vt/vn, with negative
// indices counted back from the last point. What follows x, y, z of a point (weight, colour) is
// read and dropped, and so are the other statements of the format: texture, groups, materials,
// lines, curves.
//
// The error is an *Error: a statement that is not of the format, a coordinate that is no finite
// decimal number, a face of fewer than three corners, an index without a point, or no point at all.
func ReadOBJ(data []byte, name string) (*Mesh, error) {
	r := objReader{name: name}
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	for len(data) > 0 {
		var err error
		if data, err = r.statement(data); err != nil {
			return nil, err
		}
	}
	if r.highestLine > 0 && r.highest >= len(r.mesh.Points) {
		return nil, r.failAt(r.highestLine, "index %d, but there are %d points", r.highest+1, len(r.mesh.Points))
	}
	if len(r.mesh.Points) == 0 {
		return nil, r.failAt(max(r.line, 1), "no points")
	}
	return &r.mesh, nil
}

// objReader is the state of ReadOBJ. A positive index may name a point that comes later, so the
// highest one is checked at the end.
type objReader struct {
	name        string
	mesh        Mesh
	line        int // lines read
	highest     int // highest index of a face, from 0
	highestLine int // and its line; 0 when there is no face yet
	fields      [][]byte
	corners     []int
}

// statement reads one statement, which goes on over line ends that follow a backslash, and returns
// the data after it.
func (r *objReader) statement(data []byte) ([]byte, error) {
	first := r.line + 1
	r.fields = r.fields[:0]
	for {
		text, rest, _ := bytes.Cut(data, []byte("\n"))
		data = rest
		r.line++
		if i := bytes.IndexByte(text, '#'); i >= 0 {
			text = text[:i]
		}
		text = bytes.TrimRight(text, " \t\r")
		joined := len(text) > 0 && text[len(text)-1] == '\\'
		if joined {
			text = text[:len(text)-1]
		}
		r.split(text)
		if !joined || len(data) == 0 {
			break
		}
	}
	if len(r.fields) == 0 {
		return data, nil
	}
	switch word := string(r.fields[0]); {
	case word == "v":
		return data, r.point(first)
	case word == "f" || word == "fo":
		return data, r.face(first)
	case !objIgnored[word]:
		return data, r.found(first, "a statement of the OBJ format is wanted", word)
	}
	return data, nil
}

// split appends the words of text to the fields.
func (r *objReader) split(text []byte) {
	for i := 0; i < len(text); {
		for i < len(text) && isSpace(text[i]) {
			i++
		}
		j := i
		for j < len(text) && !isSpace(text[j]) {
			j++
		}
		if j > i {
			r.fields = append(r.fields, text[i:j])
		}
		i = j
	}
}

// point reads "v x y z", with a weight, a colour or both behind.
func (r *objReader) point(line int) error {
	args := r.fields[1:]
	if len(args) < 3 || len(args) > 7 {
		return r.failAt(line, "a point has 3 coordinates and at most 4 numbers more; there are %d", len(args))
	}
	var x [7]float64
	for i, a := range args {
		var ok bool
		if x[i], ok = parseNumber(string(a)); !ok {
			return r.found(line, "a finite decimal number is wanted", string(a))
		}
	}
	r.mesh.Points = append(r.mesh.Points, d3.Vec{X: x[0], Y: x[1], Z: x[2]})
	return nil
}

// face reads "f a b c ...".
func (r *objReader) face(line int) error {
	if len(r.fields) < 4 {
		return r.failAt(line, "a face has at least 3 corners; there are %d", len(r.fields)-1)
	}
	r.corners = r.corners[:0]
	for _, a := range r.fields[1:] {
		i, err := r.corner(line, a)
		if err != nil {
			return err
		}
		if i > r.highest || r.highestLine == 0 {
			r.highest, r.highestLine = i, line
		}
		r.corners = append(r.corners, i)
	}
	for k := 2; k < len(r.corners); k++ {
		r.mesh.Triangles = append(r.mesh.Triangles, [3]int{r.corners[0], r.corners[k-1], r.corners[k]})
	}
	return nil
}

// corner returns the point, counted from 0, of a corner v, v/vt, v//vn or v/vt/vn.
func (r *objReader) corner(line int, word []byte) (int, error) {
	v, rest, slash := bytes.Cut(word, []byte("/"))
	if slash {
		vt, vn, second := bytes.Cut(rest, []byte("/"))
		if !isIndex(vt) && !(second && len(vt) == 0) || second && !isIndex(vn) {
			return 0, r.found(line, "a corner of a face is wanted, as 3 or 3/1/2", string(word))
		}
	}
	i, err := strconv.ParseInt(string(v), 10, 64)
	n := len(r.mesh.Points)
	switch {
	case err != nil:
		return 0, r.found(line, "a corner of a face is wanted, as 3 or 3/1/2", string(word))
	case i == 0 || i < -int64(n) || i > math.MaxInt32:
		return 0, r.failAt(line, "index %d, but there are %d points so far", i, n)
	case i < 0:
		return n + int(i), nil
	}
	return int(i) - 1, nil
}

// isIndex reports whether word is a whole number other than zero.
func isIndex(word []byte) bool {
	i, err := strconv.ParseInt(string(word), 10, 64)
	return err == nil && i != 0
}

func (r *objReader) failAt(line int, format string, args ...any) error {
	return &Error{Name: r.name, Line: line, Offset: -1, Message: fmt.Sprintf(format, args...)}
}

// found is failAt about the words that stand in the place of what is wanted.
func (r *objReader) found(line int, message, words string) error {
	return &Error{Name: r.name, Line: line, Offset: -1, Message: message, Found: short(words)}
}
