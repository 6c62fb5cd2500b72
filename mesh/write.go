package mesh

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/internal/say"
)

// New returns the mesh of triangles over points, as those of a hull: indices, three a triangle. The
// points are shared with the caller. The error is an *Error: a coordinate that is not finite, or an
// index out of range.
func New[I int | int32](points []d3.Vec, triangles [][3]I) (*Mesh, error) {
	bad := func(format string, args ...any) (*Mesh, error) {
		return nil, &Error{Name: "mesh", Code: ErrBadMesh, Message: fmt.Sprintf(format, args...)}
	}
	for i, p := range points {
		if !finite(p) {
			return bad("point %d is not finite", i)
		}
	}
	if len(points) > math.MaxInt32 {
		return bad("%d points", len(points))
	}
	m := &Mesh{Points: points, Triangles: make([][3]int32, len(triangles))}
	for i, t := range triangles {
		for k, c := range t {
			if c < 0 || int(c) >= len(points) {
				return bad("triangle %d: index %d, but there %s", i, c, arePoints(len(points)))
			}
			m.Triangles[i][k] = int32(c)
		}
	}
	return m, nil
}

// arePoints says how many points there are: "is 1 point", "are 2 points".
func arePoints(n int) string {
	if n == 1 {
		return "is 1 point"
	}
	return "are " + say.Count(n, "point")
}

// checkIndices returns the *Error that a triangle of a mesh that a caller has put together has an
// index of no point, nil for none.
func (m *Model) checkIndices() error {
	for i := range m.Parts {
		mesh := m.Parts[i].mesh()
		for k, t := range mesh.Triangles {
			for _, c := range t {
				if c < 0 || int(c) >= len(mesh.Points) {
					return &Error{Name: "model", Code: ErrBadMesh, Message: fmt.Sprintf(
						"part %d: triangle %d: index %d, but there %s", i, k, c, arePoints(len(mesh.Points)))}
				}
			}
		}
	}
	return nil
}

// writer collects what is written, and the first error.
type writer struct {
	*bufio.Writer
	buf []byte
}

func newWriter(w io.Writer) *writer { return &writer{Writer: bufio.NewWriterSize(w, bufferSize)} }

// flush writes buf.
func (w *writer) flush() {
	w.Write(w.buf) //nolint:errcheck // bufio keeps the error for Flush
	w.buf = w.buf[:0]
}

// tooBig returns the error that a format cannot hold a model.
func tooBig(format Format, limit string) error {
	return &Error{Name: "model." + string(format), Code: ErrTooLarge, Message: "the format holds at most " + limit}
}

// single returns x in single precision. Numbers beyond its range are an error, in place of
// infinity.
func single(p d3.Vec) ([3]float32, error) {
	f := [3]float32{float32(p.X), float32(p.Y), float32(p.Z)}
	for _, x := range f {
		if !isFinite(float64(x)) {
			return f, &Error{
				Name: "model", Code: ErrBadMesh,
				Message: fmt.Sprintf("the point %v is beyond the range of single precision", p),
			}
		}
	}
	return f, nil
}

// WriteSTL writes all parts of a model as one binary STL file. Numbers are rounded to single
// precision, normals are zero where a triangle has no area. The error is an *Error for what the
// format cannot hold, or that of w.
func WriteSTL(dst io.Writer, m *Model) error {
	if err := m.checkIndices(); err != nil {
		return err
	}
	_, triangles := m.Size()
	if int64(triangles) > math.MaxUint32 {
		return tooBig(STL, "4294967295 triangles")
	}
	w := newWriter(dst)
	w.buf = append(make([]byte, 0, 128), make([]byte, 80)...)
	copy(w.buf, "binary STL")
	w.buf = binary.LittleEndian.AppendUint32(w.buf, uint32(triangles))
	w.flush()
	for i := range m.Parts {
		part := &m.Parts[i]
		points := part.Points()
		for _, t := range part.Triangles() {
			a, b, c := points[t[0]], points[t[1]], points[t[2]]
			for k, p := range [4]d3.Vec{unitNormal(a, b, c), a, b, c} {
				f, err := single(p)
				if err != nil && k > 0 {
					return err
				}
				for _, x := range f {
					w.buf = binary.LittleEndian.AppendUint32(w.buf, math.Float32bits(x))
				}
			}
			w.buf = append(w.buf, 0, 0)
			w.flush()
		}
	}
	return w.Flush()
}

// unitNormal returns the normal of a triangle, 0 where it has no area.
func unitNormal(a, b, c d3.Vec) d3.Vec {
	n := b.Sub(a).Cross(c.Sub(a))
	l := n.Len()
	if !(l > 0) || !isFinite(l) {
		return d3.Vec{}
	}
	return d3.Vec{X: n.X / l, Y: n.Y / l, Z: n.Z / l}
}

// WriteOBJ writes a model as an OBJ file, each part as an object of its name. Numbers read back to
// the same doubles. In names, line ends, # and \ become _. The error is an *Error for an index of
// no point, or that of w.
func WriteOBJ(dst io.Writer, m *Model) error {
	if err := m.checkIndices(); err != nil {
		return err
	}
	w := newWriter(dst)
	first := int64(1)
	for i := range m.Parts {
		part := &m.Parts[i]
		if part.Name != "" {
			w.buf = append(w.buf, "o "+objName(part.Name)+"\n"...)
		}
		points := part.Points()
		for _, p := range points {
			w.buf = append(w.buf, 'v')
			for _, x := range [3]float64{p.X, p.Y, p.Z} {
				w.buf = strconv.AppendFloat(append(w.buf, ' '), x, 'g', -1, 64)
			}
			w.buf = append(w.buf, '\n')
			w.flush()
		}
		for _, t := range part.Triangles() {
			w.buf = append(w.buf, 'f')
			for _, k := range t {
				w.buf = strconv.AppendInt(append(w.buf, ' '), first+int64(k), 10)
			}
			w.buf = append(w.buf, '\n')
			w.flush()
		}
		first += int64(len(points))
	}
	return w.Flush()
}

// objName returns a name as it can stand in an OBJ file.
func objName(name string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == '#' || r == '\\' || r == 0x7f {
			return '_'
		}
		return r
	}, name)
}

// metres are the units of Model in metres.
var metres = map[string]float64{"um": 1e-6, "mm": 1e-3, "cm": 1e-2, "in": 0.0254, "ft": 0.3048, "km": 1e3}

// glbNode, glbAccessor and glbView are what the JSON of a GLB file consists of.
type (
	glbNode struct {
		Name     string       `json:"name,omitempty"`
		Mesh     *int         `json:"mesh,omitempty"`
		Matrix   *[16]float64 `json:"matrix,omitempty"`
		Scale    *[3]float64  `json:"scale,omitempty"`
		Children []int        `json:"children,omitempty"`
	}
	glbAccessor struct {
		View      int         `json:"bufferView"`
		Component int         `json:"componentType"`
		Count     int         `json:"count"`
		Type      string      `json:"type"`
		Min       *[3]float32 `json:"min,omitempty"`
		Max       *[3]float32 `json:"max,omitempty"`
	}
	glbView struct {
		Buffer int   `json:"buffer"`
		Offset int64 `json:"byteOffset"`
		Length int64 `json:"byteLength"`
		Target int   `json:"target"`
	}
	glbPrimitive struct {
		Attributes map[string]int `json:"attributes"`
		Indices    int            `json:"indices"`
	}
	glbMesh struct {
		Primitives []glbPrimitive `json:"primitives"`
	}
	glbLength struct {
		Length int64 `json:"byteLength"`
	}
	glbScene struct {
		Nodes []int `json:"nodes"`
	}
	glbText struct {
		Asset     map[string]string `json:"asset"`
		Scene     int               `json:"scene"`
		Scenes    []glbScene        `json:"scenes"`
		Nodes     []glbNode         `json:"nodes"`
		Meshes    []glbMesh         `json:"meshes"`
		Accessors []glbAccessor     `json:"accessors"`
		Views     []glbView         `json:"bufferViews"`
		Buffers   []glbLength       `json:"buffers"`
	}
)

// WriteGLB writes a model as a binary glTF file: a node for each part, of its name and at its
// place; parts that share a mesh share it there. glTF is in metres: a model in another unit hangs
// below a node that scales it; one without a unit is taken to be in metres. Axes stay as they are,
// although viewers of glTF take Y for up. Points are rounded to single precision, in the frame of
// their mesh. Parts without triangles are left out. The error is an *Error for what the format
// cannot hold, or that of w.
func WriteGLB(dst io.Writer, m *Model) error {
	if err := m.checkIndices(); err != nil {
		return err
	}
	t := glbText{Asset: map[string]string{"version": "2.0", "generator": "collide"}}
	var scene glbScene
	index := map[*Mesh]int{}
	var meshes []*Mesh
	size := int64(0)
	for i := range m.Parts {
		p := &m.Parts[i]
		if len(p.mesh().Triangles) == 0 {
			continue
		}
		k, ok := index[p.Mesh]
		if !ok {
			k = len(meshes)
			index[p.Mesh] = k
			meshes = append(meshes, p.Mesh)
			if err := t.addMesh(p.Mesh, &size); err != nil {
				return err
			}
		}
		scene.Nodes = append(scene.Nodes, len(t.Nodes))
		t.Nodes = append(t.Nodes, glbNode{Name: p.Name, Mesh: &k, Matrix: columns(&p.At)})
	}
	if len(meshes) == 0 {
		return &Error{Name: "model", Code: ErrBadMesh, Message: "no triangles, which a GLB file needs"}
	}
	if f := metres[m.Unit]; f != 0 {
		t.Nodes = append(t.Nodes, glbNode{Name: m.Unit, Scale: &[3]float64{f, f, f}, Children: scene.Nodes})
		scene.Nodes = []int{len(t.Nodes) - 1}
	}
	t.Scenes, t.Buffers = []glbScene{scene}, []glbLength{{size}}
	text, err := json.Marshal(&t)
	if err != nil {
		return err
	}
	for len(text)%4 != 0 {
		text = append(text, ' ')
	}
	total := int64(glbHeader+8+8+len(text)) + size
	if total > math.MaxUint32 {
		return tooBig(GLB, "4294967295 bytes")
	}
	w := newWriter(dst)
	for _, x := range []int64{glbMagic, 2, total, int64(len(text)), glbJSON} {
		w.buf = binary.LittleEndian.AppendUint32(w.buf, uint32(x))
	}
	w.buf = append(w.buf, text...)
	for _, x := range []int64{size, glbBinary} {
		w.buf = binary.LittleEndian.AppendUint32(w.buf, uint32(x))
	}
	w.flush()
	for _, m := range meshes {
		w.glbMesh(m)
	}
	return w.Flush()
}

// columns returns the matrix of a map column by column, nil for the identity.
func columns(t *Transform) *[16]float64 {
	if *t == Identity() {
		return nil
	}
	c := &[16]float64{12: t.T.X, 13: t.T.Y, 14: t.T.Z, 15: 1}
	for i := range t.M {
		for k := range t.M[i] {
			c[4*k+i] = t.M[i][k]
		}
	}
	return c
}

// addMesh adds the accessors of a mesh, whose bytes begin at size, and adds theirs to it.
func (t *glbText) addMesh(m *Mesh, size *int64) error {
	var low, high [3]float32
	for i, p := range m.Points {
		f, err := single(p)
		if err != nil {
			return err
		}
		for k, x := range f {
			if i == 0 {
				low[k], high[k] = x, x
			}
			low[k], high[k] = min(low[k], x), max(high[k], x)
		}
	}
	n := len(t.Accessors)
	add := func(a glbAccessor, bytes int64, target int) {
		a.View = len(t.Views)
		t.Views = append(t.Views, glbView{Offset: *size, Length: bytes, Target: target})
		t.Accessors = append(t.Accessors, a)
		*size += bytes
	}
	const arrayBuffer, elementBuffer = 34962, 34963
	add(glbAccessor{Component: gltfFloat32, Count: len(m.Points), Type: "VEC3", Min: &low, Max: &high},
		12*int64(len(m.Points)), arrayBuffer)
	add(glbAccessor{Component: gltfUint32, Count: 3 * len(m.Triangles), Type: "SCALAR"}, 12*int64(len(m.Triangles)),
		elementBuffer)
	t.Meshes = append(t.Meshes, glbMesh{[]glbPrimitive{{map[string]int{"POSITION": n}, n + 1}}})
	return nil
}

// glbMesh writes the bytes of a mesh.
func (w *writer) glbMesh(m *Mesh) {
	for points := range slices.Chunk(m.Points, 256) {
		for _, p := range points {
			for _, x := range [3]float64{p.X, p.Y, p.Z} {
				w.buf = binary.LittleEndian.AppendUint32(w.buf, math.Float32bits(float32(x)))
			}
		}
		w.flush()
	}
	for triangles := range slices.Chunk(m.Triangles, 256) {
		for _, t := range triangles {
			for _, k := range t {
				w.buf = binary.LittleEndian.AppendUint32(w.buf, uint32(k))
			}
		}
		w.flush()
	}
}
