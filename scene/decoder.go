package scene

import (
	"context"
	"fmt"
	"io/fs"
	"maps"
	"slices"

	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/internal/say"
)

// The limits that hold unless Options say otherwise.
const (
	DefaultMaxBytes     = 64 << 20 // of a text
	DefaultMaxPoints    = 4 << 20  // of the hulls and polygons of a text
	DefaultMaxMeshBytes = 1 << 30  // of a mesh file
	DefaultMaxPartPairs = 4 << 20  // of parts of the bodies of a line
)

// Options steer reading. The zero value means the documented defaults: mesh files are refused, and
// the limits are the constants of this package. A text above a limit is refused with the code
// ErrTooLong or ErrTooLarge.
type Options struct {
	// Files holds the mesh files that shapes may name, by paths with slashes relative to its root;
	// nil refuses every file. The FS alone decides what can be read: (*os.Root).FS keeps to one
	// folder, symbolic links included, and is what Load uses; AnyFile does not. Only regular files
	// are read.
	Files fs.FS

	// Shapes, unless nil, are the shapes that "shape":"name" stands for in lines. Several decoders
	// may share them. An Answerer without them makes its own.
	Shapes *Shapes

	MaxBytes     int // of a pair line, a scene or a region
	MaxPoints    int // of the hulls and polygons of a text, those of mesh files included each time they are used
	MaxDepth     int // of lists and mappings inside each other
	MaxMeshBytes int // of a mesh file
	// MaxPartPairs is a limit of Answerers, of pairs of parts, triangles, edges and cells of the
	// bodies of a line: a pair line is refused of which the boxes of more meet, and the answer has
	// the status limit, and a wider bracket, where a query would have to look at more.
	MaxPartPairs int

	// Progress, unless nil, is called before work that can take long, with what it is about:
	// "reading part.stl".
	Progress func(what string)
}

// withDefaults returns o with the defaults in place of zeros.
func (o Options) withDefaults() Options {
	for _, l := range []struct {
		limit *int
		value int
	}{{&o.MaxBytes, DefaultMaxBytes}, {&o.MaxPoints, DefaultMaxPoints}, {&o.MaxDepth, DefaultMaxDepth}, {
		&o.MaxMeshBytes,
		DefaultMaxMeshBytes,
	}, {&o.MaxPartPairs, DefaultMaxPartPairs}} {
		if *l.limit <= 0 {
			*l.limit = l.value
		}
	}
	return o
}

// Decoder decodes lines of pairs, casts and motions. It keeps its work space and the hulls of mesh
// files from one line to the next: a file is read once, and what happens to it later is not
// noticed. The zero value is that of NewDecoder with zero Options. It must not be used by two
// goroutines at once.
type Decoder struct {
	opt     Options
	ctx     context.Context // of the call
	number  int             // of the line, 0 where it is not known
	tree    tree
	left    int             // points that the text may still have
	units   string          // of the scene
	used    map[string]bool // mesh files of the text
	points2 []d2.Vec
	points3 []d3.Vec
	hulls   map[hullKey]hullEntry
	meshes  map[meshKey]meshEntry
	files   map[string]fileEntry
	kept    keptShapes
	named   bool // a shape with a name has been read

	treeOnly bool // reads no line by quickLine, for tests
}

// NewDecoder returns a Decoder.
func NewDecoder(o Options) *Decoder { return &Decoder{opt: o.withDefaults()} }

// ready makes the zero value a Decoder.
func (d *Decoder) ready() {
	if d.opt.MaxBytes == 0 {
		d.opt = d.opt.withDefaults()
	}
}

// begin makes d ready for a text of n bytes, what is "line", "scene" or "region". It returns the
// error that the text is too long.
func (d *Decoder) begin(ctx context.Context, n int, what string) *Error {
	d.ready()
	d.ctx, d.left, d.units = ctx, d.opt.MaxPoints, ""
	if d.used == nil {
		d.used = make(map[string]bool)
	}
	clear(d.used)
	d.tree.maxDepth = d.opt.MaxDepth
	d.tree.reset()
	if n > d.opt.MaxBytes {
		return &Error{Line: 1, Code: ErrTooLong, Message: fmt.Sprintf("the %s is longer than %d bytes", what, d.opt.MaxBytes)}
	}
	return nil
}

// end lets go of what a text has left, but for work space of usual size.
func (d *Decoder) end() {
	d.tree.reset()
	if cap(d.points2) > maxKept || cap(d.points3) > maxKept {
		d.points2, d.points3 = nil, nil
	}
}

// canceled returns the error that the context has ended, nil if it has not.
func (d *Decoder) canceled() *Error { return canceled(d.ctx) }

// canceled returns the error that ctx has ended, nil if it has not.
func canceled(ctx context.Context) *Error {
	if ctx.Err() == nil {
		return nil
	}
	err := context.Cause(ctx)
	return &Error{Code: ErrCanceled, Message: err.Error(), cause: err}
}

// spend takes the points of the list at node i off what the text may have. It reports whether they
// are to be read.
func (d *Decoder) spend(i int32) bool {
	e := d.canceled()
	if e == nil {
		e = d.spendPoints(int(d.tree.nodes[i].n))
	}
	if e == nil {
		return true
	}
	e.Line = d.tree.line(i)
	d.tree.report(e)
	return false
}

// spendPoints is spend for n points.
func (d *Decoder) spendPoints(n int) *Error {
	if d.left -= n; d.left < 0 {
		return d.tooManyPoints("")
	}
	return nil
}

// tooManyPoints returns the error that a text has too many points, or a file that it names.
func (d *Decoder) tooManyPoints(file string) *Error {
	message := fmt.Sprintf("more than %s in all", say.Count(d.opt.MaxPoints, "point"))
	if file != "" {
		message = file + ": " + message
	}
	return &Error{Code: ErrTooLarge, Message: message}
}

// usedFiles returns the mesh files of the text, nil for none.
func (d *Decoder) usedFiles() []string {
	if len(d.used) == 0 {
		return nil
	}
	return slices.Sorted(maps.Keys(d.used))
}
