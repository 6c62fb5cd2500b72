package scene

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/internal/say"
	"github.com/collide-go/collide/mesh"
)

// maxCached bounds the files and hulls a Decoder keeps, so that endless input runs in constant
// memory.
const maxCached = 256

// hullKey names the hull of a mesh file.
type hullKey struct {
	path  string
	part  int // counted from 1; 0 for all in one
	scale [3]float64
	unit  ratio
}

// hullEntry is a hull, or why there is none.
type hullEntry struct {
	hull *d3.Hull
	note Note
	err  *Error
}

// fileEntry is what a mesh file holds, or why there is nothing.
type fileEntry struct {
	model *mesh.Model
	err   *Error
}

// unit returns the unit that the file says it is in, "" for none.
func (f fileEntry) unit() string {
	if f.model == nil {
		return ""
	}
	return f.model.Unit
}

// mesh returns a part in the frame of the file, or for 0 all in one.
func (f fileEntry) mesh(part int) *mesh.Mesh {
	if part == 0 {
		return f.model.Merge()
	}
	one := mesh.Model{Parts: f.model.Parts[part-1 : part]}
	return one.Merge()
}

// hullOf returns the hull of the points of a mesh file. The error has neither line nor path.
func (d *Decoder) hullOf(key hullKey) (hullEntry, *Error) {
	f, name := d.fileAt(key.path)
	if f.err != nil {
		e := *f.err
		return hullEntry{}, &e
	}
	key.path = name
	if e := d.spendPoints(f.points(key.part)); e != nil {
		e.Message = name + ": " + e.Message
		return hullEntry{}, e
	}
	if key.unit == (ratio{}) { // none is given beside the file
		key.unit = d.fileUnits(f.unit())
	}
	h, ok := d.hulls[key]
	if !ok {
		if h = d.makeHull(key, f.mesh(key.part)); d.canceled() != nil {
			return hullEntry{}, d.canceled()
		}
		if d.hulls == nil || len(d.hulls) >= maxCached {
			d.hulls = make(map[hullKey]hullEntry)
		}
		d.hulls[key] = h
	}
	if h.err != nil {
		e := *h.err
		return hullEntry{}, &e
	}
	return h, nil
}

// points returns how many points a part has, or for 0 all together.
func (f fileEntry) points(part int) int {
	if part > 0 {
		return len(f.model.Parts[part-1].Mesh.Points)
	}
	n, _ := f.model.Size()
	return n
}

// fileAt returns the mesh file at a path of the text, and its name in Options.Files. The text has
// used it.
func (d *Decoder) fileAt(path string) (fileEntry, string) {
	name, e := d.fileName(path)
	if e != nil {
		return fileEntry{err: e}, ""
	}
	d.used[name] = true
	f := d.fileOf(name)
	if f.err == nil {
		for _, side := range f.model.Files {
			d.used[side] = true
		}
	}
	return f, name
}

// fileOf returns a mesh file.
func (d *Decoder) fileOf(name string) fileEntry {
	f, ok := d.files[name]
	if ok {
		return f
	}
	d.progress("reading " + name)
	if f = d.readMesh(name); d.canceled() != nil {
		return fileEntry{err: d.canceled()}
	}
	if d.files == nil || len(d.files) >= maxCached {
		d.files = make(map[string]fileEntry)
	}
	d.files[name] = f
	return f
}

// fileName returns the name by which Options.Files knows a path of a text.
func (d *Decoder) fileName(p string) (string, *Error) {
	if d.opt.Files == nil {
		return "", &Error{Code: ErrFile, Message: "mesh files are not allowed here; give the points"}
	}
	if _, ok := d.opt.Files.(anyFile); ok {
		return strings.Clone(p), nil
	}
	name := path.Clean(filepath.ToSlash(p))
	if !fs.ValidPath(name) || name == "." {
		return "", &Error{Code: ErrFile, Message: quote(p) + " is not inside the folder that mesh files may come from"}
	}
	return strings.Clone(name), nil
}

// makeHull is hullOf of a mesh without the store.
func (d *Decoder) makeHull(key hullKey, m *mesh.Mesh) hullEntry {
	d.progress("making the hull of " + key.path + ", " + say.Count(len(m.Points), "point"))
	hull, e := d.newHull(key.points(m.Points))
	if e != nil {
		e.Path, e.Message = "", join(key.path, e.Path)+": "+e.Message
		return hullEntry{err: e}
	}
	note := concave(m, hull, &key)
	if note.Code != "" {
		note.Message = key.path + ": " + note.Message
	}
	return hullEntry{hull: hull, note: note}
}

// progress tells what comes next.
func (d *Decoder) progress(what string) {
	if d.opt.Progress != nil {
		d.opt.Progress(what)
	}
}

// newHull returns the hull of points, unless the context ends first. What is then still at work
// ends by itself.
func (d *Decoder) newHull(points []d3.Vec) (*d3.Hull, *Error) {
	if d.ctx.Done() == nil || len(points) < 1<<12 { // the hull of so few takes milliseconds
		return d.hullResult(d3.NewHull(points))
	}
	type result struct {
		hull *d3.Hull
		err  error
	}
	done := make(chan result, 1)
	go func() {
		h, err := d3.NewHull(points)
		done <- result{h, err}
	}()
	select {
	case r := <-done:
		return d.hullResult(r.hull, r.err)
	case <-d.ctx.Done():
		return nil, d.canceled()
	}
}

// hullResult returns what d3.NewHull said.
func (d *Decoder) hullResult(h *d3.Hull, err error) (*d3.Hull, *Error) {
	if err != nil {
		return nil, d.tree.refused(err, 0)
	}
	return h, nil
}

// points returns the points of a mesh, each coordinate times its scale and in the unit of the
// scene.
func (k *hullKey) points(list []d3.Vec) []d3.Vec {
	if k.scale == [3]float64{1, 1, 1} && k.unit == (ratio{1, 1}) {
		return list
	}
	to := func(x, scale float64) float64 { return float64(float64(x*scale)*k.unit.num)/k.unit.den + 0 } // no -0
	scaled := make([]d3.Vec, len(list))
	for i, p := range list {
		scaled[i] = d3.Vec{X: to(p.X, k.scale[0]), Y: to(p.Y, k.scale[1]), Z: to(p.Z, k.scale[2])}
	}
	return scaled
}

// readMesh reads a mesh file.
func (d *Decoder) readMesh(name string) fileEntry {
	f, outside, e := d.openFile(name)
	if e != nil {
		return fileEntry{err: e}
	}
	defer f.Close()
	m, err := mesh.Decode(d.cancelable(f), name, d.meshOptions())
	if err != nil {
		return fileEntry{err: d.notRead(err, name, outside)}
	}
	if points, _ := m.Size(); points > d.opt.MaxPoints { // of instances, before they take memory
		return fileEntry{err: d.tooManyPoints(name)}
	}
	return fileEntry{model: m}
}

// meshOptions are the limits of this decoder as those of package mesh.
func (d *Decoder) meshOptions() mesh.Options {
	return mesh.Options{Files: d.opt.Files, MaxBytes: int64(d.opt.MaxMeshBytes), MaxPoints: d.opt.MaxPoints}
}

// notRead translates the error of a reader of package mesh.
func (d *Decoder) notRead(err error, name string, outside bool) *Error {
	var bad *mesh.Error
	switch {
	case d.canceled() != nil:
		return d.canceled()
	case errors.As(err, &bad):
		return meshError(bad, name, outside)
	}
	return cannotRead(name, err)
}

// meshError translates the error of package mesh. About a file outside it quotes nothing of its
// contents.
func meshError(bad *mesh.Error, name string, outside bool) *Error {
	where, message := bad.Where(), bad.Text()
	if outside {
		plain := mesh.Error{Name: name, Line: bad.Line, Offset: bad.Offset}
		where, message = plain.Where(), bad.Message
	}
	e := &Error{Code: ErrBadMesh, Message: where + ": " + message, cause: bad}
	if errors.Is(bad, mesh.ErrTooLarge) {
		e.Code = ErrTooLarge
	}
	return e
}

// cannotRead returns the error that a file cannot be read.
func cannotRead(name string, err error) *Error {
	message := err.Error()
	var p *fs.PathError
	if errors.As(err, &p) {
		message = p.Err.Error()
	}
	return &Error{Code: ErrFile, Message: name + ": " + message, cause: err}
}

// openFile opens a file, and tells whether it lies outside the folder that files belong to.
func (d *Decoder) openFile(name string) (f fs.File, outside bool, e *Error) {
	info, err := fs.Stat(d.opt.Files, name)
	if err != nil {
		return nil, false, cannotRead(name, err)
	}
	if !info.Mode().IsRegular() { // to open a pipe would wait for a writer
		return nil, false, cannotRead(name, errors.New("not a regular file"))
	}
	if f, err = d.opt.Files.Open(name); err != nil {
		return nil, false, cannotRead(name, err)
	}
	_, outside = f.(outsideFile)
	return f, outside, nil
}

// cancelable returns f as a reader that fails once the context has ended. It reads any piece of the
// file if f does.
func (d *Decoder) cancelable(f fs.File) io.Reader {
	r := contextFile{f, d.ctx}
	if at, ok := f.(io.ReaderAt); ok {
		return contextFileAt{r, at}
	}
	return r
}

// contextFile reads until its context ends.
type contextFile struct {
	fs.File
	ctx context.Context
}

func (c contextFile) Read(p []byte) (int, error) {
	if err := c.ctx.Err(); err != nil {
		return 0, err
	}
	return c.File.Read(p)
}

// contextFileAt is a contextFile of which any piece can be read.
type contextFileAt struct {
	contextFile
	at io.ReaderAt
}

// ReadAt reads a piece.
func (c contextFileAt) ReadAt(p []byte, off int64) (int, error) {
	if err := c.ctx.Err(); err != nil {
		return 0, err
	}
	return c.at.ReadAt(p, off)
}

// AnyFile returns all files of the machine, by any path that package os takes; relative ones start
// in dir. It is for texts from those who may read these files anyway. Errors about files outside
// dir quote nothing of their contents.
func AnyFile(dir string) fs.FS { return anyFile{dir} }

// anyFile is the FS that AnyFile returns. Unlike others it takes paths that fs.ValidPath does not.
type anyFile struct{ dir string }

// outsideFile is an open file outside the folder.
type outsideFile struct{ fs.File }

func (a anyFile) path(name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(a.dir, name)
}

// Stat returns what is known about a file.
func (a anyFile) Stat(name string) (fs.FileInfo, error) { return os.Stat(a.path(name)) }

// Open opens a file for reading.
func (a anyFile) Open(name string) (fs.File, error) {
	if f, err := os.OpenInRoot(a.dir, filepath.FromSlash(name)); err == nil {
		return f, nil
	}
	f, err := os.Open(a.path(name))
	if err != nil {
		return nil, err
	}
	return outsideFile{f}, nil
}

// concave returns a note about a mesh whose hull is not what it is itself, the zero Note for none.
func concave(m *mesh.Mesh, hull *d3.Hull, key *hullKey) Note {
	if hull.Dim() < 3 {
		return Note{}
	}
	// A convex mesh in single precision has dents of 2^-24 of its coordinates, which is less than a
	// thousandth of its volume unless it lies a thousand times its size from the origin.
	const part = 1e-3
	h, _ := mesh.Volume(hull.Vertices(), hull.Faces())
	v, closed := mesh.Volume(m.Points, m.Triangles)
	if !closed {
		return Note{
			Code:    OpenMesh,
			Message: "the surface of the mesh is not closed, so that nothing tells whether it is convex; its hull is checked",
		}
	}
	v *= key.scale[0] * key.scale[1] * key.scale[2]
	for range 3 {
		v = v * key.unit.num / key.unit.den
	}
	v, h = max(v, -v), max(h, -h)
	if h-v <= part*h {
		return Note{}
	}
	return Note{
		Code:    ConcaveMesh,
		Message: fmt.Sprintf("not convex: its volume is %.4g, that of its hull %.4g; the hull is checked", v, h),
	}
}
