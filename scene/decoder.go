package scene

import (
	"errors"
	"io/fs"
	"path/filepath"

	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/mesh"
)

// DefaultMaxBytes is the size above which a scene is refused unless Options say otherwise: 64 MiB.
const DefaultMaxBytes = 64 << 20

// Options steer reading. The zero value means the documented defaults.
type Options struct {
	Base     string // directory that mesh paths are relative to; "" is the working directory
	MaxBytes int    // above which a pair line or a scene is too-long; 0 means DefaultMaxBytes for a scene, no limit for a line
}

// Decoder decodes pair lines. It keeps its work space and the hulls of mesh files from one line to the
// next: a file is read once, and what happens to it later is not noticed. It must not be used by two goroutines at once.
type Decoder struct {
	opt     Options
	tree    tree
	points2 []d2.Vec
	points3 []d3.Vec
	hulls   map[hullKey]hullEntry
	files   map[string]fileEntry
}

// NewDecoder returns a Decoder.
func NewDecoder(o Options) *Decoder { return &Decoder{opt: o} }

// maxCached bounds the files and hulls a Decoder keeps, so that endless input runs in constant memory.
const maxCached = 256

// hullKey names the hull of a mesh file.
type hullKey struct {
	path  string
	scale [3]float64
}

// hullEntry is a hull, or why there is none.
type hullEntry struct {
	hull *d3.Hull
	err  *Error
}

// fileEntry is a mesh, or why there is none.
type fileEntry struct {
	mesh *mesh.Mesh
	err  *Error
}

// hullOf returns the hull of the points of a mesh file, each coordinate multiplied by scale and rounded.
// The error has neither line nor path.
func (d *Decoder) hullOf(path string, scale [3]float64) (*d3.Hull, *Error) {
	if !filepath.IsAbs(path) {
		path = filepath.Join(d.opt.Base, path)
	}
	key := hullKey{path, scale}
	h, ok := d.hulls[key]
	if !ok {
		h = d.makeHull(path, scale)
		if d.hulls == nil || len(d.hulls) >= maxCached {
			d.hulls = make(map[hullKey]hullEntry)
		}
		d.hulls[key] = h
	}
	if h.err != nil {
		e := *h.err
		return nil, &e
	}
	return h.hull, nil
}

// makeHull is hullOf without the store.
func (d *Decoder) makeHull(path string, scale [3]float64) hullEntry {
	f, ok := d.files[path]
	if !ok {
		f.mesh, f.err = readMesh(path)
		if d.files == nil || len(d.files) >= maxCached {
			d.files = make(map[string]fileEntry)
		}
		d.files[path] = f
	}
	if f.err != nil {
		return hullEntry{err: f.err}
	}
	points := f.mesh.Points
	if scale != [3]float64{1, 1, 1} {
		points = make([]d3.Vec, len(f.mesh.Points))
		for i, p := range f.mesh.Points {
			points[i] = d3.Vec{X: float64(p.X*scale[0]) + 0, Y: float64(p.Y*scale[1]) + 0, Z: float64(p.Z*scale[2]) + 0} // no -0
		}
	}
	hull, err := d3.NewHull(points)
	if err != nil {
		e := d.tree.refused(err, 0)
		e.Path, e.Message = "", join(path, e.Path)
		return hullEntry{err: e}
	}
	return hullEntry{hull: hull}
}

// readMesh reads a mesh file.
func readMesh(path string) (*mesh.Mesh, *Error) {
	m, err := mesh.ReadFile(path)
	if err == nil {
		return m, nil
	}
	var bad *mesh.Error
	if errors.As(err, &bad) {
		return nil, &Error{Code: BadMesh, Message: bad.Where() + ": " + bad.Message, cause: err}
	}
	message := err.Error()
	var p *fs.PathError
	if errors.As(err, &p) {
		message = path + ": " + p.Err.Error()
	}
	return nil, &Error{Code: File, Message: message, cause: err}
}
