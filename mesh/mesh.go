package mesh

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/internal/say"
)

// Mesh is a list of triangles over shared points.
type Mesh struct {
	// Points holds each point once, in the order of the file: equal points of an STL file are
	// merged, the vertices of other files are kept one by one. No coordinate is -0.
	Points []d3.Vec
	// Triangles holds indices into Points, three a triangle, in the winding of the file. Triangles
	// without area are kept. 32 bits hold the indices of all files below the limits, at half the
	// memory of int.
	Triangles [][3]int32
	// Materials holds the number in Model.Materials of the material of each triangle, -1 for none;
	// nil where no triangle has one, and in the formats whose materials are not read: all but OBJ,
	// glTF, GLB and 3MF.
	Materials []int32
}

// mark gives the triangles that have none yet a material, -1 for none.
func (m *Mesh) mark(material int32) {
	if m.Materials == nil && material < 0 {
		return
	}
	for len(m.Materials) < len(m.Triangles) {
		m.Materials = append(m.Materials, material)
	}
}

// marked returns the materials of triangles i to j, nil for none.
func (m *Mesh) marked(i, j int) []int32 {
	if m.Materials == nil {
		return nil
	}
	return m.Materials[i:j]
}

// fan adds corner k of a face, which becomes the triangles about its first corner; t holds the
// first and the last corners so far. It reports whether the mesh may have the triangle.
func (m *Mesh) fan(t *[3]int32, k int, corner int32, most int) bool {
	t[min(k, 2)] = corner
	if k < 2 {
		return true
	}
	if len(m.Triangles) == most {
		return false
	}
	m.Triangles = append(m.Triangles, *t)
	t[1] = corner
	return true
}

// Format is a format of mesh files: the ending of the names of its files.
type Format string

// The formats that are read.
const (
	STL Format = "stl" // binary or ASCII
	OBJ Format = "obj"
	PLY Format = "ply" // binary of either byte order, or ASCII
	OFF Format = "off"

	GLTF Format = "gltf" // glTF 2.0 of text
	GLB  Format = "glb"  // glTF 2.0, binary

	ThreeMF Format = "3mf"
)

// formats are the formats that are read, with how each is.
var formats = []struct {
	format Format
	read   func(*source) (*Model, error)
}{
	{STL, readSTL}, {OBJ, readOBJ}, {PLY, readPLY}, {OFF, readOFF}, {GLTF, readGLTF}, {GLB, readGLB}, {ThreeMF, read3MF},
}

// unread are the endings of mesh files of other formats.
var unread = []string{
	"amf", "dae", "fbx", "step", "stp", "iges", "igs", "x3d", "wrl", "blend", "3ds", "usd", "usda",
	"usdc", "usdz",
}

// ReadFile returns the mesh of the file at path, all parts in one, with the default limits. Files
// that it names are looked for in its folder and below, and nowhere else.
//
// The error is an *Error for a file with wrong contents or above a limit, and that of package os
// for one that cannot be read. Only regular files are read. Cost: linear in the size of the file.
func ReadFile(path string) (*Mesh, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, &os.PathError{Op: "read", Path: path, Err: fmt.Errorf("not a regular file")}
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	root, err := os.OpenRoot(filepath.Dir(path))
	if err != nil {
		return nil, err
	}
	defer root.Close()
	m, err := decode(f, path, filepath.Base(path), Options{Files: root.FS()})
	if err != nil {
		return nil, err
	}
	return m.Merge(), nil
}

// Read returns the mesh in data, all parts in one, with the default limits; files that data names
// are refused. The name is used in errors, and its ending settles the format, as for Decode.
//
// The error is an *Error. Cost: linear in len(data).
func Read(data []byte, name string) (*Mesh, error) { return readAs(data, name, "") }

// readAs is Read of a format.
func readAs(data []byte, name string, f Format) (*Mesh, error) {
	m, err := Decode(bytes.NewReader(data), name, Options{Format: f})
	if err != nil {
		return nil, err
	}
	return m.Merge(), nil
}

// Load returns the model of a file of an FS, which also has the files that it names. Only regular
// files are read.
//
// The error is an *Error for wrong contents or what is above a limit, and that of the FS for a file
// that cannot be read.
func Load(fsys fs.FS, name string, o Options) (*Model, error) {
	info, err := fs.Stat(fsys, name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() { // to open a pipe would wait for a writer
		return nil, &fs.PathError{Op: "read", Path: name, Err: fmt.Errorf("not a regular file")}
	}
	f, err := fsys.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if o.Files == nil {
		o.Files = fsys
	}
	return Decode(f, name, o)
}

// Decode returns the model in r, which stands at its beginning. The name is used in errors, and its
// ending settles the format unless Options do: .stl, .obj, .ply, .off, .gltf, .glb, .3mf. With
// another ending, or none, the first bytes settle it, and text that they tell nothing about is read
// as OBJ. Data of exactly 84+50n bytes, n being the triangle count that binary STL keeps at byte
// 80, is then binary STL, whatever its first word is; no text can be mistaken for it: four bytes of
// text there would announce more than 7 GB.
//
// A file is read from its beginning to its end, some kilobytes at a time. A reader that knows its
// size (an fs.File, a bytes.Reader) has it compared with what the file says.
//
// The error is an *Error, or what r said when it could not read. Cost: linear in the size.
func Decode(r io.Reader, name string, o Options) (*Model, error) { return decode(r, name, name, o) }

// decode is Decode of a file that Options.Files knows by another name than errors do.
func decode(r io.Reader, name, inFiles string, o Options) (*Model, error) {
	o = o.withDefaults()
	s, err := newSource(r, name, o)
	if err != nil {
		return nil, err
	}
	s.dir = path.Dir(filepath.ToSlash(inFiles))
	if err := s.peek(); err != nil {
		return nil, err
	}
	if err := s.settleFormat(); err != nil {
		return nil, err
	}
	for _, f := range formats {
		if f.format == s.opt.Format {
			m, err := f.read(s)
			if err != nil {
				return nil, s.doubt(err)
			}
			m.Format, m.Files = f.format, s.named
			return m, nil
		}
	}
	return nil, s.notRead(string(s.opt.Format))
}

// headSize is how many bytes at the beginning of a file may tell its format.
const headSize = 1024

// peek fills head with the first bytes, and leaves r at the beginning.
func (s *source) peek() error {
	s.head = make([]byte, headSize)
	n, err := io.ReadFull(s.r, s.head)
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		return err
	}
	s.head = s.head[:n]
	s.r = io.MultiReader(bytes.NewReader(s.head), s.r)
	return nil
}

// doubt returns the error of a reader. It says first what the first bytes tell: that the file is
// packed or in another encoding, or nothing about its format.
func (s *source) doubt(err error) error {
	e, ok := errors.AsType[*Error](err)
	if !ok || !errors.Is(err, ErrBadMesh) {
		return err
	}
	if form := say.Form(string(s.head[:min(len(s.head), 8)])); form != "" && s.opt.Format != ThreeMF {
		return &Error{Name: s.name, Code: ErrBadMesh, Message: form}
	}
	if s.guessed {
		e.Message = "the name and the first bytes tell no format; read as OBJ, " + e.Message
	}
	return err
}

// notRead returns the error that files of a format are not read.
func (s *source) notRead(format string) error {
	var names []string
	for _, f := range formats {
		names = append(names, string(f.format))
	}
	return &Error{
		Name: s.name, Line: 1, Offset: -1, Code: ErrUnsupported,
		Message: "files of the format " + format + " are not read; " + strings.Join(names, ", ") + " are",
	}
}

// settleFormat sets the format where it is not given: by the ending of the name, or by the first
// bytes.
func (s *source) settleFormat() error {
	if s.opt.Format != "" {
		return nil
	}
	ext := strings.TrimPrefix(strings.ToLower(filepath.Ext(s.name)), ".")
	for _, f := range formats {
		if ext == string(f.format) {
			s.opt.Format = f.format
			return nil
		}
	}
	if ext == "tmj" || ext == "tmx" || ext == "tsj" || ext == "tsx" {
		return &Error{
			Name: s.name, Line: 1, Offset: -1, Code: ErrUnsupported, Message: "a map of Tiled is of the plane; a mesh is wanted",
		}
	}
	if slices.Contains(unread, ext) {
		return s.notRead(ext)
	}
	s.opt.Format = s.formatOf(s.head)
	s.guessed = s.opt.Format == OBJ
	return nil
}

// formatOf returns the format of a file that begins with head.
func (s *source) formatOf(head []byte) Format {
	has := func(prefix string) bool { return bytes.HasPrefix(head, []byte(prefix)) }
	switch {
	case isBinarySTL(head, s.size):
		return STL
	case !isText(head):
		switch {
		case has("ply"):
			return PLY
		case has("glTF"):
			return GLB
		case has("PK\x03\x04"):
			return ThreeMF
		}
		return STL
	case startsWithSolid(head):
		return STL
	case has("ply\n") || has("ply\r"):
		return PLY
	case isOFF(head):
		return OFF
	case has("{"):
		return GLTF
	}
	return OBJ
}

// isText reports whether head, the beginning of a file, can be text at all: no byte is a control
// character other than white space.
func isText(head []byte) bool {
	for _, c := range head[:min(len(head), headSize)] {
		if c < ' ' && (c < '\t' || c > '\r') {
			return false
		}
	}
	return true
}

// finite reports whether no coordinate is NaN or infinite.
func finite(p d3.Vec) bool { return isFinite(p.X) && isFinite(p.Y) && isFinite(p.Z) }

func isFinite(x float64) bool { return x-x == 0 }
