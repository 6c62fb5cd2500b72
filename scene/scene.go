package scene

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/d3"
)

// Scene is a decoded scene: objects, each at its pose in one world frame.
type Scene struct {
	File      string // its name
	Version   int    // 1
	Dim       int    // 2 or 3
	Units     string // a label of lengths; may be empty
	Clearance float64
	Objects   []Object // in the order of the file
	Ignore    [][2]int // pairs that may touch: indices of Objects, the lower one first, in the order of the file
}

// Object is a named body of a scene: O2 is filled when the scene's Dim is 2, O3 when it is 3. Of a compound the parts are
// filled too, and the object is their convex hull, rounded: enough to look at, not to ask about.
type Object struct {
	Name  string // unique, not empty
	Group string // pairs inside one group are not checked; empty for none
	Line  int
	O2    d2.Object
	O3    d3.Object

	Parts2 []Part2 // nil unless the object is a compound
	Parts3 []Part3
}

var (
	keysScene  = []string{"version", "dim", "units", "clearance", "objects", "ignore"}
	keysObject = []string{"name", "shape", "pose", "group"}
)

// Load returns the scene of the file at path. Mesh files are looked for relative to its directory.
//
// The error is an ErrorList, as that of Decode, with the code File when the file cannot be read.
func Load(path string) (*Scene, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fileError(path, err)
	}
	defer f.Close()
	return Decode(f, path, Options{Base: filepath.Dir(path)})
}

// fileError returns the error that a scene could not be read.
func fileError(name string, err error) error {
	message := err.Error()
	var p *fs.PathError
	if errors.As(err, &p) {
		message = p.Err.Error()
	}
	return ErrorList{{File: name, Code: File, Message: message, cause: err}}
}

// Decode returns the scene that r holds: JSON when its text begins with an opening brace and a double quote
// (or a closing brace) and the name does not end in .yaml or .yml, else YAML.
//
// The error is an ErrorList: the first fault of every object and everything that is wrong around them.
// Two half-spaces that would be checked against each other are a fault too.
func Decode(r io.Reader, name string, o Options) (*Scene, error) {
	data, err := readAll(r, name, o, "scene")
	if err != nil {
		return nil, err
	}
	d := sceneDecoder{Decoder: NewDecoder(o), names: make(map[string]int)}
	d.scene.File = name
	d.add(d.parse(data, name))
	if len(d.errs) == 0 {
		d.decode()
	}
	if len(d.errs) > 0 {
		for _, e := range d.errs {
			e.File = name
		}
		return nil, d.errs
	}
	return &d.scene, nil
}

// readAll returns what r holds, which is a text of this kind.
func readAll(r io.Reader, name string, o Options, kind string) ([]byte, error) {
	limit := DefaultMaxBytes
	if o.MaxBytes > 0 {
		limit = o.MaxBytes
	}
	data, err := io.ReadAll(io.LimitReader(r, int64(limit)+1))
	if err != nil {
		return nil, fileError(name, err)
	}
	if len(data) > limit {
		return nil, ErrorList{{File: name, Code: TooLong, Message: fmt.Sprintf("the %s is longer than %d bytes", kind, limit)}}
	}
	return data, nil
}

// parse reads data into the tree.
func (d *Decoder) parse(data []byte, name string) *Error {
	if isJSON(data, name) {
		return d.tree.parseJSON(string(data))
	}
	return d.tree.parseYAML(string(data))
}

// isJSON reports whether data is to be read as JSON.
func isJSON(data []byte, name string) bool {
	ext := strings.ToLower(filepath.Ext(name))
	data = bytes.TrimLeft(data, " \t\r\n")
	if ext == ".yaml" || ext == ".yml" || len(data) == 0 || data[0] != '{' {
		return false
	}
	data = bytes.TrimLeft(data[1:], " \t\r\n")
	return len(data) == 0 || data[0] == '"' || data[0] == '}'
}

// sceneDecoder is the state of Decode.
type sceneDecoder struct {
	*Decoder
	scene Scene
	names map[string]int // object by name
	errs  ErrorList
}

// add notes an error, nil for none. It reports whether reading goes on.
func (d *sceneDecoder) add(e *Error) bool {
	if e != nil && len(d.errs) < maxErrors {
		d.errs = append(d.errs, e)
	}
	return len(d.errs) < maxErrors
}

// take notes the error of f and forgets it, so that the other fields are read too.
func (d *sceneDecoder) take(f *fields) bool {
	e := f.err
	f.err = nil
	d.add(e)
	return e == nil
}

// decode fills the scene from the tree.
func (d *sceneDecoder) decode() {
	t := &d.tree
	f := t.open(root, keysScene)
	if t.nodes[root].kind != mapping {
		d.take(&f)
		return
	}
	d.take(&f)
	if v := f.number("version"); f.err == nil && v != 1 {
		f.err = t.fail(f.get("version"), UnsupportedVersion, "this program reads version 1").at("version")
	}
	d.scene.Version = 1
	if !d.take(&f) {
		return
	}
	if d.scene.Dim = f.dim(); !d.take(&f) {
		return
	}
	if f.get("units") != 0 {
		d.scene.Units = strings.Clone(f.text("units"))
		d.take(&f)
	}
	if c := f.get("clearance"); c != 0 {
		d.scene.Clearance = f.number("clearance")
		if f.err == nil && d.scene.Clearance < 0 {
			f.err = t.fail(c, collide.ErrNegativeSize.Error(), t.nodes[c].text).at("clearance")
			f.err.cause = collide.ErrNegativeSize
		}
		d.take(&f)
	}
	if c := f.need("objects"); d.take(&f) {
		d.objects(c)
	}
	if c := f.get("ignore"); c != 0 {
		d.ignore(c)
	}
	if len(d.errs) == 0 {
		d.halfSpaces(f.get("objects"))
	}
}

// objects reads the list of objects at node i.
func (d *sceneDecoder) objects(i int32) {
	t := &d.tree
	if t.nodes[i].kind != list {
		d.add(t.wrongType(i, "a list of objects").at("objects"))
		return
	}
	d.scene.Objects = make([]Object, 0, t.nodes[i].n)
	for c := t.nodes[i].first; c != 0; c = t.nodes[c].next {
		k := len(d.scene.Objects)
		o, e := d.object(c)
		d.scene.Objects = append(d.scene.Objects, o)
		if !d.add(e.index(k).at("objects")) {
			return
		}
	}
}

// object reads the object at node i.
func (d *sceneDecoder) object(i int32) (Object, *Error) {
	t := &d.tree
	f := t.open(i, keysObject)
	o := Object{Line: t.line(i)}
	if c := f.get("name"); c != 0 && t.nodes[c].kind == text { // known even if something else is wrong
		o.Name = strings.Clone(t.nodes[c].text)
		first, taken := d.names[o.Name]
		switch {
		case !taken:
			d.names[o.Name] = len(d.scene.Objects)
		case f.err == nil:
			f.err = t.fail(c, DuplicateName, fmt.Sprintf("%s is also objects[%d] on line %d", quote(o.Name), first, d.scene.Objects[first].Line)).at("name")
		}
		if o.Name == "" && f.err == nil {
			f.err = t.fail(c, collide.ErrEmpty.Error(), "a name is not empty").at("name")
			f.err.cause = collide.ErrEmpty
		}
	}
	f.text("name")
	if f.get("group") != 0 {
		o.Group = strings.Clone(f.text("group"))
	}
	shape := f.need("shape")
	if f.err != nil {
		return o, f.err
	}
	var e *Error
	if d.scene.Dim == 2 {
		o.O2, o.Parts2, e = d.body2(shape, f.get("pose"))
	} else {
		o.O3, o.Parts3, e = d.body3(shape, f.get("pose"))
	}
	return o, e
}

// ignore reads the list of pairs of names at node i.
func (d *sceneDecoder) ignore(i int32) {
	t := &d.tree
	if t.nodes[i].kind != list {
		d.add(t.wrongType(i, "a list of pairs of names").at("ignore"))
		return
	}
	k := 0
	for c := t.nodes[i].first; c != 0; c = t.nodes[c].next {
		pair, e := d.namePair(c)
		d.scene.Ignore = append(d.scene.Ignore, pair)
		if !d.add(e.index(k).at("ignore")) {
			return
		}
		k++
	}
}

// namePair reads two names at node i.
func (d *sceneDecoder) namePair(i int32) ([2]int, *Error) {
	t := &d.tree
	var pair [2]int
	if t.nodes[i].kind != list {
		return pair, t.wrongType(i, "a list of two names")
	}
	if t.nodes[i].n != 2 {
		return pair, t.wrongLength(i, 2)
	}
	c := t.nodes[i].first
	for k := range pair {
		name, e := t.text(c)
		if e != nil {
			return pair, e.index(k)
		}
		var ok bool
		if pair[k], ok = d.names[name]; !ok {
			return pair, t.fail(c, UnknownName, "no object is called "+quote(name)).index(k)
		}
		c = t.nodes[c].next
	}
	if pair[0] == pair[1] {
		return pair, t.fail(i, DuplicateName, "an object is not checked against itself")
	}
	return [2]int{min(pair[0], pair[1]), max(pair[0], pair[1])}, nil
}

// halfSpaces notes an error for each two half-spaces that would be checked against each other. objects is the
// node of the list.
func (d *sceneDecoder) halfSpaces(objects int32) {
	var at []int
	for i := range d.scene.Objects {
		if o := &d.scene.Objects[i]; hasHalfSpace2(&o.O2, o.Parts2) || hasHalfSpace3(&o.O3, o.Parts3) {
			at = append(at, i)
		}
	}
	ignored := d.scene.ignored()
	for n, j := range at {
		for _, i := range at[:n] {
			a, b := &d.scene.Objects[i], &d.scene.Objects[j]
			if !d.scene.checked(i, j, ignored) {
				continue
			}
			path := fmt.Sprintf("[%d].shape", j)
			e := unsupported(d.tree.lineOf(objects, path)).at(path).at("objects")
			e.Message = fmt.Sprintf("%s and %s are both half-spaces; give them one group, or ignore the pair", quote(a.Name), quote(b.Name))
			if !d.add(e) {
				return
			}
		}
	}
}

// Pairs returns the pairs to check as indices i < j of Objects, in order: all but those inside one group
// and those to ignore. Cost: quadratic in the number of objects.
func (s *Scene) Pairs() [][2]int {
	var pairs [][2]int
	ignored := s.ignored()
	for i := range s.Objects {
		for j := i + 1; j < len(s.Objects); j++ {
			if s.checked(i, j, ignored) {
				pairs = append(pairs, [2]int{i, j})
			}
		}
	}
	return pairs
}

// ignored returns Ignore as a set.
func (s *Scene) ignored() map[[2]int]bool {
	set := make(map[[2]int]bool, len(s.Ignore))
	for _, p := range s.Ignore {
		set[[2]int{min(p[0], p[1]), max(p[0], p[1])}] = true
	}
	return set
}

// checked reports whether the pair i < j is to be checked.
func (s *Scene) checked(i, j int, ignored map[[2]int]bool) bool {
	if g := s.Objects[i].Group; g != "" && g == s.Objects[j].Group {
		return false
	}
	return !ignored[[2]int{i, j}]
}
