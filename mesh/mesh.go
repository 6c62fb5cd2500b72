package mesh

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/collide-go/collide/d3"
)

// MaxBytes is the size above which ReadFile refuses a file: 1 GiB, 21 million triangles of binary
// STL.
const MaxBytes = 1 << 30

// Mesh is a list of triangles over shared points.
type Mesh struct {
	// Points holds each point once, in the order of the file: equal points of an STL file are
	// merged, the vertices of an OBJ file are kept one by one. No coordinate is -0.
	Points []d3.Vec
	// Triangles holds indices into Points, three a triangle, in the winding of the file. Triangles
	// without area are kept.
	Triangles [][3]int
}

// Error says what is wrong with a mesh file, and where.
type Error struct {
	Name    string // the file, as the caller named it
	Line    int    // of a text file, counted from 1; 0 in a binary file
	Offset  int64  // of a binary file: the byte at which the offending element starts; -1 in a text file
	Message string
	// what stands in the place of what should, cut to a length that fits a message; empty if that
	// says nothing
	Found string
}

// Error returns "name:line: bad-mesh: text", for a binary file "name: byte offset: bad-mesh: text",
// with the text of Text.
func (e *Error) Error() string { return e.Where() + ": bad-mesh: " + e.Text() }

// Text returns the message and what was found. The message alone quotes nothing of the file.
func (e *Error) Text() string {
	if e.Found == "" {
		return e.Message
	}
	return e.Message + ", not " + strconv.Quote(e.Found)
}

// Where returns the place, "name:line" or "name: byte offset".
func (e *Error) Where() string {
	if e.Line > 0 {
		return fmt.Sprintf("%s:%d", e.Name, e.Line)
	}
	return fmt.Sprintf("%s: byte %d", e.Name, e.Offset)
}

// ReadFile returns the mesh of the file at path.
//
// The error is an *Error for a file with wrong contents or above MaxBytes, and that of package os
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
	data, err := io.ReadAll(io.LimitReader(f, MaxBytes+1))
	if err != nil {
		return nil, err
	}
	if len(data) > MaxBytes {
		return nil, &Error{Name: path, Offset: MaxBytes, Message: "file is larger than 1 GiB"}
	}
	return Read(data, path)
}

// Read returns the mesh in data. The name is used in errors, and its extension .obj or .stl settles
// whether text is OBJ or ASCII STL; any other name leaves that to the first word.
//
// Data of exactly 84+50n bytes, n being the triangle count that binary STL keeps at byte 80, is
// binary STL, whatever its first word is. No text can be mistaken for it: four bytes of text there
// would announce more than 7 GB. The error is an *Error. Cost: linear in len(data).
func Read(data []byte, name string) (*Mesh, error) {
	ext := strings.ToLower(filepath.Ext(name))
	switch {
	case unread[ext] && !isBinarySTL(data):
		return nil, &Error{Name: name, Line: 1, Offset: -1, Message: "files of the format " + ext[1:] +
			" are not read; STL and OBJ are"}
	case ext == ".obj":
		return ReadOBJ(data, name)
	case isBinarySTL(data):
		return ReadBinarySTL(data, name)
	case isText(data) && startsWithSolid(data):
		return ReadASCIISTL(data, name)
	case isText(data) && ext != ".stl":
		return ReadOBJ(data, name)
	}
	return ReadBinarySTL(data, name)
}

// unread are the endings of mesh files of other formats.
var unread = map[string]bool{
	".ply": true, ".off": true, ".gltf": true, ".glb": true, ".3mf": true, ".amf": true, ".dae": true, ".fbx": true,
	".step": true, ".stp": true, ".iges": true, ".igs": true, ".x3d": true, ".wrl": true, ".blend": true, ".3ds": true,
}

// isText reports whether data, or its beginning, can be text at all: no byte is a control character
// other than white space.
func isText(data []byte) bool {
	for _, c := range data[:min(len(data), 1024)] {
		if c < ' ' && (c < '\t' || c > '\r') {
			return false
		}
	}
	return true
}

// startsWithSolid reports whether the first word of data is that of an ASCII STL file.
func startsWithSolid(data []byte) bool {
	data = bytes.TrimLeft(data, " \t\r\n")
	if len(data) < 5 || !strings.EqualFold(string(data[:5]), "solid") {
		return false
	}
	return len(data) == 5 || data[5] <= ' '
}

// builder collects triangles over merged points.
type builder struct {
	mesh  Mesh
	index map[d3.Vec]int
}

// newBuilder returns a builder with room for n triangles.
func newBuilder(n int) *builder {
	return &builder{mesh: Mesh{Triangles: make([][3]int, 0, n)}, index: make(map[d3.Vec]int, n/2)}
}

// add appends a triangle.
func (b *builder) add(corners [3]d3.Vec) {
	var t [3]int
	for k, p := range corners {
		i, ok := b.index[p]
		if !ok {
			i = len(b.mesh.Points)
			b.index[p] = i
			b.mesh.Points = append(b.mesh.Points, p)
		}
		t[k] = i
	}
	b.mesh.Triangles = append(b.mesh.Triangles, t)
}
