package mesh

import (
	"bytes"
	"math"
	"strconv"

	"github.com/collide-go/collide/d3"
)

// objIgnored are the statements of the OBJ format that say nothing about points and triangles.
var objIgnored = map[string]bool{
	"vt": true, "vn": true, "vp": true, "cstype": true, "deg": true, "bmat": true, "step": true, "p": true, "l": true,
	"curv": true, "curv2": true, "surf": true, "parm": true, "trim": true, "hole": true, "scrv": true, "sp": true,
	"end": true, "con": true, "s": true, "mg": true, "bevel": true, "c_interp": true, "d_interp": true, "lod": true,
	"usemap": true, "mtllib": true, "shadow_obj": true, "trace_obj": true, "maplib": true, "ctech": true,
	"stech": true, "call": true, "csh": true,
}

// ReadOBJ returns the points and faces of an OBJ file [OBJ92]. A face of n corners becomes the fan
// of n-2 triangles about its first corner. Corners may be v, v/vt, v//vn and v/vt/vn, with negative
// indices counted back from the last point. What follows x, y, z of a point (weight, colour) is
// read and dropped, and so are the other statements of the format: texture, lines, curves. Of
// materials the names are kept, not what they look like. A first line of two numbers tells how many
// points and triangles there are, as some programs write it.
//
// The error is an *Error: a statement that is not of the format, a coordinate that is no finite
// decimal number, a face of fewer than three corners, an index without a point, or no point at all.
func ReadOBJ(data []byte, name string) (*Mesh, error) {
	s, err := newSource(bytes.NewReader(data), name, Options{}.withDefaults())
	if err != nil {
		return nil, err
	}
	return merged(readFlatOBJ(s))
}

// readOBJ reads an OBJ file. Its parts are its objects, where there are any, else its groups. Each
// statement o begins a new object, while a group may be left and taken up again.
func readOBJ(s *source) (*Model, error) {
	f, err := readFlatOBJ(s)
	return s.modelOf(f, err)
}

func readFlatOBJ(s *source) (*flat, error) {
	r := objReader{words: newWords(newInput(s)), fresh: true}
	for more := true; more; {
		if err := r.statement(); err != nil {
			return nil, err
		}
		r.skipLine()
		more = r.endLine()
	}
	switch {
	case r.err != nil:
		return nil, r.err
	case r.highestLine > 0 && r.highest >= len(r.mesh.Points):
		return nil, r.failAt(r.highestLine, 0, "index %d, but there %s", r.highest+1, arePoints(len(r.mesh.Points)))
	case len(r.mesh.Points) == 0:
		return nil, r.failAt(r.lastLine(), 0, "no points")
	case r.tells && r.told != [2]int{len(r.mesh.Points), len(r.mesh.Triangles)}:
		return nil, r.failAt(1, 0, "%d points and %d triangles are told, there are %d and %d",
			r.told[0], r.told[1], len(r.mesh.Points), len(r.mesh.Triangles))
	}
	f := &flat{mesh: r.mesh, runs: make([]run, 0, len(r.runs)), materials: r.names}
	for _, x := range r.runs {
		key := runKey{name: x.group}
		if r.objects {
			key = runKey{x.object, x.number}
		}
		f.runs = append(f.runs, run{x.first, key})
	}
	return f, nil
}

// objReader is the state of readOBJ. A positive index may name a point that comes later, so the
// highest one is checked at the end.
type objReader struct {
	*words
	mesh          Mesh
	highest       int // highest index of a face, from 0
	highestLine   int // and its line; 0 when there is no face yet
	object, group string
	number        int  // of the object: a new one may have the name of another
	objects       bool // a face belongs to an object
	fresh         bool // the next face starts a run
	begun         bool // a statement has been read
	tells         bool // the first line tells how many points and triangles there are
	told          [2]int
	runs          []objRun

	before    int              // how many triangles there were before the face
	use       string           // the material of the faces that come
	names     []string         // of materials that faces have
	materials map[string]int32 // their numbers
}

// objRun are the triangles from first on.
type objRun struct {
	first         int
	object, group string
	number        int
}

// lastLine returns the line in which the file ends: a last line without text does not count.
func (r *objReader) lastLine() int {
	if r.line > 1 {
		return r.line - 1
	}
	return 1
}

// statement reads one statement, which goes on over line ends that follow a backslash.
func (r *objReader) statement() error {
	if !r.inLine(true) {
		return nil
	}
	line := r.at
	defer func() { r.begun = true }()
	switch word := r.word; {
	case string(word) == "v":
		return r.point(line)
	case string(word) == "f" || string(word) == "fo":
		return r.face(line)
	case string(word) == "o":
		r.number++
		r.fresh = true
		return r.named(&r.object)
	case string(word) == "g":
		return r.named(&r.group)
	case string(word) == "usemtl":
		var err error
		r.use, err = r.restOfLine(true)
		return err
	case !r.begun && countWord(word):
		return r.counts(line)
	case !objIgnored[string(word)]:
		return r.foundAt(line, "a statement of the OBJ format is wanted")
	}
	for r.inLine(true) {
	}
	return nil
}

// countWord reports whether a word is a number of digits alone.
func countWord(word []byte) bool {
	for _, c := range word {
		if c < '0' || c > '9' {
			return false
		}
	}
	return len(word) <= 10
}

// counts reads a first line of how many points and triangles follow, as the files that come with
// FCL have one. What it says must be true.
func (r *objReader) counts(line int) error {
	for k := range r.told {
		n, err := strconv.Atoi(string(r.word))
		if err != nil || !countWord(r.word) {
			return r.foundAt(line, "a statement of the OBJ format is wanted")
		}
		r.told[k], r.tells = n, true
		if more := r.inLine(true); more != (k == 0) {
			return r.failAt(line, 0, "a statement of the OBJ format is wanted, or the numbers of points and triangles")
		}
	}
	return nil
}

// named reads the name of an object or a group.
func (r *objReader) named(name *string) error {
	s, err := r.restOfLine(true)
	r.fresh = r.fresh || s != *name
	*name = s
	return err
}

// point reads "x y z", with a weight, a colour or both behind.
func (r *objReader) point(line int) error {
	var x [3]float64
	n := 0
	for ; r.inLine(true); n++ {
		a, ok := parseNumber(r.word)
		if !ok {
			return r.foundAt(line, "a finite decimal number is wanted")
		}
		if n < 3 {
			x[n] = a
		}
	}
	if n < 3 || n > 7 {
		return r.failAt(line, 0, "a point has 3 coordinates and at most 4 numbers more; there are %d", n)
	}
	if len(r.mesh.Points) == r.opt.MaxPoints {
		return r.tooMany(r.opt.MaxPoints, "points")
	}
	r.mesh.Points = append(r.mesh.Points, d3.Vec{X: x[0], Y: x[1], Z: x[2]})
	return nil
}

// face reads "a b c ...".
func (r *objReader) face(line int) error {
	if r.fresh {
		r.fresh = false
		r.objects = r.objects || r.object != ""
		r.runs = append(r.runs, objRun{len(r.mesh.Triangles), r.object, r.group, r.number})
	}
	var t [3]int32
	n := 0
	r.before = len(r.mesh.Triangles)
	for ; r.inLine(true); n++ {
		i, err := r.corner(line)
		if err != nil {
			return err
		}
		if i > r.highest || r.highestLine == 0 {
			r.highest, r.highestLine = i, line
		}
		if !r.mesh.fan(&t, n, int32(i), r.opt.MaxTriangles) {
			return r.tooMany(r.opt.MaxTriangles, "triangles")
		}
	}
	if n < 3 {
		return r.failAt(line, 0, "a face has at least 3 corners; there are %d", n)
	}
	return r.paint()
}

// paint gives the triangles of a face their material.
func (r *objReader) paint() error {
	if r.use == "" {
		r.mesh.mark(-1)
		return nil
	}
	k, ok := r.materials[r.use]
	if !ok {
		if len(r.names) == r.opt.MaxParts {
			return r.tooMany(r.opt.MaxParts, "materials")
		}
		if r.materials == nil { // the faces before have none
			r.materials = map[string]int32{}
		}
		k = int32(len(r.names))
		r.materials[r.use] = k
		r.names = append(r.names, r.use)
	}
	if r.mesh.Materials == nil {
		r.mesh.Materials = make([]int32, r.before, cap(r.mesh.Triangles))
		for i := range r.mesh.Materials {
			r.mesh.Materials[i] = -1
		}
	}
	r.mesh.mark(k)
	return nil
}

// corner returns the point, counted from 0, of a corner v, v/vt, v//vn or v/vt/vn.
func (r *objReader) corner(line int) (int, error) {
	v, rest, slash := bytes.Cut(r.word, []byte("/"))
	if slash {
		vt, vn, second := bytes.Cut(rest, []byte("/"))
		if !isIndex(vt) && !(second && len(vt) == 0) || second && !isIndex(vn) {
			return 0, r.foundAt(line, "a corner of a face is wanted, as 3 or 3/1/2")
		}
	}
	i, ok := parseInt(v)
	n := len(r.mesh.Points)
	switch {
	case !ok:
		return 0, r.foundAt(line, "a corner of a face is wanted, as 3 or 3/1/2")
	case i == 0:
		return 0, r.failAt(line, 0, "index 0; points count from 1, or from -1 back")
	case i < -int64(n) || i > math.MaxInt32:
		return 0, r.failAt(line, 0, "index %d, but there %s so far", i, arePoints(n))
	case i < 0:
		return n + int(i), nil
	}
	return int(i) - 1, nil
}

// isIndex reports whether word is a whole number other than zero.
func isIndex(word []byte) bool {
	i, ok := parseInt(word)
	return ok && i != 0
}
