package scene

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/say"
)

// Scene is a decoded scene: objects, each at its pose in one world frame.
type Scene struct {
	File      string // its name
	Version   int    // 1
	Dim       int    // 2 or 3
	Units     string // a label of lengths; may be empty
	Clearance float64
	Duration  float64  // how long objects with a motion move; 0 means 1
	Objects   []Object // in the order of the file
	Ignore    [][2]int // pairs that may touch: indices of Objects, the lower one first, in the order of the file
	Rules     []Rule   // what is asked of pairs by their names; the last that is about a pair decides
	Notes     []Note   // what is allowed, and may not be what was meant, in the order of the file
	Files     []string // the mesh files that were read, as Options.Files calls them
}

// Object is a named body of a scene.
type Object struct {
	Name  string // unique, not empty; of a part of a file "object/part"
	Group string // pairs inside one group are not checked; empty for none
	Line  int
	Body
	Motion Motion // from the pose of the body on
}

var (
	keysScene  = []string{"version", "dim", "units", "clearance", "duration", "objects", "ignore", "rules"}
	keysObject = []string{"name", "shape", "file", "scale", "units", "pose", "motion", "group"}
)

// Load returns the scene of the file at path. Mesh files are looked for in its folder: none outside
// is read, neither by an absolute path nor by .. nor through a symbolic link. When ctx ends, so
// does Load, with the code ErrCanceled.
//
// The error is an ErrorList, as that of Decode, with the code ErrFile when the file cannot be read.
func Load(ctx context.Context, path string) (*Scene, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fileError(path, err)
	}
	defer f.Close()
	root, err := os.OpenRoot(filepath.Dir(path))
	if err != nil {
		return nil, fileError(path, err)
	}
	defer root.Close()
	return Decode(ctx, f, path, Options{Files: root.FS()})
}

// fileError returns the error that a scene could not be read.
func fileError(name string, err error) ErrorList {
	message := err.Error()
	var p *fs.PathError
	if errors.As(err, &p) {
		message = p.Err.Error()
	}
	return ErrorList{{File: name, Code: ErrFile, Message: message, cause: err}}
}

// Decode returns the scene that r holds: JSON when its text begins with an opening brace and a
// double quote (or a closing brace) and the name does not end in .yaml or .yml, else YAML. When ctx
// ends, so does Decode, with the code ErrCanceled.
//
// The error is an ErrorList: everything that is wrong, in the order of the file.
func Decode(ctx context.Context, r io.Reader, name string, o Options) (*Scene, error) {
	d := sceneDecoder{Decoder: NewDecoder(o), names: make(map[string]int)}
	d.scene.File = name
	e := d.read(ctx, r, name, "scene")
	if e == nil {
		d.decode()
	}
	if err := d.failed(e, name); err != nil {
		return nil, meshForScene(name, err)
	}
	d.scene.Notes, d.scene.Files = d.tree.notes, d.usedFiles()
	slices.SortStableFunc(d.scene.Notes, func(a, b Note) int { return cmp.Compare(a.Line, b.Line) })
	for i := range d.scene.Notes {
		d.scene.Notes[i].File = name
	}
	return &d.scene, nil
}

// read reads r into the tree. what is "scene" or "region".
func (d *Decoder) read(ctx context.Context, r io.Reader, name, what string) *Error {
	limit := int64(d.opt.MaxBytes)
	data, err := io.ReadAll(io.LimitReader(contextReader{ctx, r}, limit+1))
	e := d.begin(ctx, len(data), what)
	switch {
	case d.canceled() != nil:
		return d.canceled()
	case err != nil:
		return fileError(name, err)[0]
	case e != nil:
		e.Line = 0
		return e
	case isJSON(data, name):
		return d.tree.parseJSON(string(data))
	}
	return d.tree.parseYAML(data)
}

// contextReader reads until its context ends.
type contextReader struct {
	ctx context.Context
	r   io.Reader
}

func (c contextReader) Read(p []byte) (int, error) {
	if err := c.ctx.Err(); err != nil {
		return 0, err
	}
	return c.r.Read(p)
}

// failed returns e and all that was reported, about the file of that name, as one error; nil for
// none.
func (d *Decoder) failed(e *Error, name string) error {
	list := ErrorList(d.tree.errs)
	if e != nil {
		list = append(list, e)
	}
	if len(list) == 0 {
		return nil
	}
	slices.SortStableFunc(list, func(a, b *Error) int { return cmp.Compare(a.Line, b.Line) })
	for _, e := range list {
		e.File = name
	}
	return list
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
	index []int          // of each object in the list of the file
	count int            // pairs to check
}

// decode fills the scene from the tree.
func (d *sceneDecoder) decode() {
	t := &d.tree
	if t.nodes[root].kind == mapping {
		t.dropExtensions()
	}
	f := t.open(root, keysScene)
	if t.nodes[root].kind != mapping {
		return
	}
	d.scene.Version = 1
	since := t.here()
	if c := f.need("version", "write version: 1"); c != 0 && f.number("version") != 1 && t.clean(since) {
		f.fail(t.fail(c, ErrUnsupportedVersion, "this program reads version 1").at("version"))
	}
	d.scene.Dim = f.dim()
	d.scene.Units = strings.Clone(f.text("units"))
	d.units = d.scene.Units
	d.scene.Clearance = f.size("clearance")
	d.scene.Duration = d.duration(&f)
	f.need("objects", "a list of objects, each with a name and a shape")
	objects := f.list("objects", "a list of objects")
	if objects != 0 {
		d.objects(objects)
	}
	if c := f.list("ignore", "a list of pairs of names"); c != 0 {
		d.ignore(c)
	}
	rules := f.list("rules", "a list of rules, each with patterns of names a and b")
	if rules != 0 {
		d.rules(rules)
	}
	if len(t.errs) > 0 {
		return
	}
	if rules != 0 {
		d.checkRules(rules)
	} else {
		d.count = d.scene.CountPairs()
	}
	if len(t.errs) == 0 && d.count == 0 {
		d.nothingToCheck(objects)
	}
}

// dropExtensions takes the entries of the root whose keys begin with x- out of it: they are a place
// for YAML's anchors.
func (t *tree) dropExtensions() {
	last := &t.nodes[root].first
	for c := *last; c != 0; c = t.nodes[c].next {
		if !strings.HasPrefix(t.nodes[c].key, "x-") {
			*last = c
			last = &t.nodes[c].next
		}
	}
	*last = 0
}

// nothingToCheck notes why a scene has no pair to check.
func (d *sceneDecoder) nothingToCheck(objects int32) {
	why := "every pair is inside a group or to be ignored"
	switch n := len(d.scene.Objects); n {
	case 0:
		why = "the scene has no objects"
	case 1:
		why = "the scene has one object"
	}
	d.tree.note(objects, "objects", NothingToCheck, "there is no pair to check: "+why)
}

// objects reads the list of objects at node i.
func (d *sceneDecoder) objects(i int32) {
	t := &d.tree
	d.scene.Objects = make([]Object, 0, t.nodes[i].n)
	var shapes []int32
	for c := t.child(i); c != 0; c = t.nodes[c].next {
		since := t.here()
		f := t.open(c, keysObject)
		k := len(shapes)
		shapes = append(shapes, d.object(&f))
		for len(d.index) < len(d.scene.Objects) {
			d.index = append(d.index, k)
		}
		if since != t.here() {
			t.underIndex(since, k)
			t.under(since, "objects")
		}
		if e := d.canceled(); e != nil {
			t.report(e)
			return
		}
	}
	d.mixedUnits(shapes)
}

// object reads an object, or the parts of a file as objects, and returns the node of its shape, 0
// if it has none.
func (d *sceneDecoder) object(f *fields) int32 {
	t := &d.tree
	o := Object{Line: t.line(f.i)}
	c := f.need("name", "every object has a name of its own")
	if c != 0 {
		o.Name = strings.Clone(f.text("name"))
		if t.nodes[c].kind == text && o.Name == "" {
			f.fail(t.fail(c, collide.ErrEmpty, "a name is not empty").at("name"))
		}
	}
	o.Group = strings.Clone(f.text("group"))
	if file := f.get("file"); file != 0 {
		if f.get("shape") != 0 {
			f.conflict("file", "a shape, or a file with the shapes of its parts, not both")
		}
		if d.scene.Dim != 0 {
			d.assembly(f, o)
		}
		return f.i
	}
	for _, k := range []string{"scale", "units"} {
		if f.get(k) != 0 {
			f.conflict(k, k+" goes with a file")
		}
	}
	shape := f.need("shape", "every object has a shape, or the file of an assembly")
	if shape != 0 && d.scene.Dim != 0 {
		o.Body = d.body(d.scene.Dim, shape, f.get("pose"))
		o.Motion = d.motion(f.get("motion"), d.scene.Dim, &o.Body)
	}
	d.add(f, o)
	return shape
}

// add adds an object, whose name there may not have been before.
func (d *sceneDecoder) add(f *fields, o Object) {
	if first, taken := d.names[o.Name]; taken && o.Name != "" {
		message := fmt.Sprintf("%s is also objects[%d] on line %d", quote(o.Name), d.index[first],
			d.scene.Objects[first].Line)
		f.fail(f.t.fail(f.get("name"), ErrDuplicateName, message).at("name"))
	} else if o.Name != "" {
		d.names[o.Name] = len(d.scene.Objects)
	}
	d.scene.Objects = append(d.scene.Objects, o)
}

// ignore reads the list of pairs of names at node i.
func (d *sceneDecoder) ignore(i int32) {
	t := &d.tree
	for c := t.child(i); c != 0; c = t.nodes[c].next {
		pair, e := d.namePair(c)
		if e != nil {
			t.report(e.index(len(d.scene.Ignore)).at("ignore"))
		}
		d.scene.Ignore = append(d.scene.Ignore, pair)
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
	c := t.child(i)
	for k := range pair {
		name, e := t.text(c)
		if e != nil {
			return pair, e.index(k)
		}
		var ok bool
		if pair[k], ok = d.names[name]; !ok {
			message := "no object is called " + quote(name)
			if s := say.Nearest(name, slices.Sorted(maps.Keys(d.names))); s != "" {
				message += "; did you mean " + quote(s) + "?"
			}
			return pair, t.fail(c, ErrUnknownName, message).index(k)
		}
		c = t.nodes[c].next
	}
	if pair[0] == pair[1] {
		return pair, t.fail(i, ErrDuplicateName, "an object is not checked against itself")
	}
	return [2]int{min(pair[0], pair[1]), max(pair[0], pair[1])}, nil
}
