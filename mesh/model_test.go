package mesh_test

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
	"testing"

	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/mesh"
)

// decoded returns the model in data.
func decoded(t *testing.T, data []byte, name string) *mesh.Model {
	t.Helper()
	m, err := mesh.Decode(bytes.NewReader(data), name, mesh.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// gltfOf returns a file of one mesh whose primitives are given, over the bytes of a buffer.
func gltfOf(primitives, accessors, views string, data []byte) []byte {
	return fmt.Appendf(nil, `{"asset":{"version":"2.0"},"extensionsUsed":["KHR_mesh_quantization"],"nodes":[{"mesh":0}],
		"meshes":[{"name":"m","primitives":[%s]}],"accessors":[%s],"bufferViews":[%s],
		"buffers":[{"byteLength":%d,"uri":"data:application/octet-stream;base64,%s"}]}`,
		primitives, accessors, views, len(data), base64.StdEncoding.EncodeToString(data))
}

// Positions that are whole numbers stand for themselves, or where they are normalised for parts of
// their range: c/127, max(c/127, -1), as KHR_mesh_quantization has it.
func TestQuantized(t *testing.T) {
	var data []byte
	for _, x := range []int16{-32768, 0, 32767, 100, 1, -1, 0, 3, 5} { // three points, 8 bytes apart
		if data = binary.LittleEndian.AppendUint16(data, uint16(x)); len(data)%8 == 6 {
			data = append(data, 0xee, 0xee)
		}
	}
	data = append(data, 0x80, 127, 1, 0, 2, 3, 4, 0, 5, 6, 7, 0) // three of bytes, 4 apart
	const views = `{"buffer":0,"byteLength":24,"byteStride":8},{"buffer":0,"byteOffset":24,"byteLength":12,"byteStride":4}`
	for _, r := range []struct {
		accessor string
		want     d3.Vec
	}{
		{`{"bufferView":0,"componentType":5122,"count":3,"type":"VEC3"}`, d3.Vec{X: -32768, Z: 32767}},
		{`{"bufferView":0,"componentType":5122,"count":3,"type":"VEC3","normalized":true}`, d3.Vec{X: -1, Z: 1}},
		{`{"bufferView":0,"componentType":5123,"count":3,"type":"VEC3","normalized":true}`, d3.Vec{X: 32768. / 65535, Z: 32767. / 65535}},
		{`{"bufferView":1,"componentType":5120,"count":3,"type":"VEC3"}`, d3.Vec{X: -128, Y: 127, Z: 1}},
		{`{"bufferView":1,"componentType":5120,"count":3,"type":"VEC3","normalized":true}`, d3.Vec{X: -1, Y: 1, Z: 1. / 127}},
		{`{"bufferView":1,"componentType":5121,"count":3,"type":"VEC3","normalized":true}`, d3.Vec{X: 128. / 255, Y: 127. / 255, Z: 1. / 255}},
	} {
		m := decoded(t, gltfOf(`{"attributes":{"POSITION":0}}`, r.accessor, views, data), "q.gltf")
		if got := m.Parts[0].Points()[0]; got != r.want {
			t.Errorf("%s: %v, want %v", r.accessor, got, r.want)
		}
	}
}

// Strips turn every second triangle round, fans share their first corner, and primitives over one
// accessor share its points.
func TestPrimitives(t *testing.T) {
	var data []byte
	for i := range 5 {
		for _, x := range []float32{float32(i), float32(i % 2), 0} {
			data = binary.LittleEndian.AppendUint32(data, math.Float32bits(x))
		}
	}
	data = append(data, 4, 3, 2, 1, 0, 0, 0, 0)
	const accessors = `{"bufferView":0,"componentType":5126,"count":5,"type":"VEC3"},{"bufferView":1,"componentType":5121,"count":5,"type":"SCALAR"},
		{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3","byteOffset":24}`
	const views = `{"buffer":0,"byteLength":60},{"buffer":0,"byteOffset":60,"byteLength":5}`
	for _, r := range []struct {
		primitives string
		points     int
		want       [][3]int32
	}{
		{`{"attributes":{"POSITION":0},"mode":5}`, 5, [][3]int32{{0, 1, 2}, {2, 1, 3}, {2, 3, 4}}},
		{`{"attributes":{"POSITION":0},"mode":6}`, 5, [][3]int32{{0, 1, 2}, {0, 2, 3}, {0, 3, 4}}},
		{`{"attributes":{"POSITION":0},"indices":1,"mode":6},{"attributes":{"POSITION":0},"mode":1},{"attributes":{"POSITION":2}}`, 8, [][3]int32{{4, 3, 2}, {4, 2, 1}, {4, 1, 0}, {5, 6, 7}}},
		{`{"attributes":{"POSITION":0},"indices":1,"mode":5},{"attributes":{"POSITION":0},"mode":6}`, 5, [][3]int32{{4, 3, 2}, {2, 3, 1}, {2, 1, 0}, {0, 1, 2}, {0, 2, 3}, {0, 3, 4}}},
	} {
		m := decoded(t, gltfOf(r.primitives, accessors, views, data), "p.gltf")
		if got := m.Parts[0].Mesh; len(got.Points) != r.points || !equal(got.Triangles, r.want) {
			t.Errorf("%s: %d points, %v, want %v", r.primitives, len(got.Points), got.Triangles, r.want)
		}
	}
}

// Objects of OBJ are parts, or else groups, which may be taken up again; so are solids of STL.
func TestParts(t *testing.T) {
	const corners = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n"
	for _, r := range []struct {
		why, name, text string
		parts           string // name, points, triangles
	}{
		{"objects", "a.obj", corners + "o a\nf 1 2 3\ng x\nf 1 2 4\no b\nf 2 3 4", "a 4 2, b 3 1"},
		{"groups", "a.obj", corners + "g a\nf 1 2 3\ng b # no\nf 1 2 4\ng a\nf 1 3 4", "a 4 2, b 3 1"},
		{"two objects of one name", "a.obj", corners + "o a\nf 1 2 3\no a\nf 1 2 4", "a 3 1, a#2 3 1"},
		{"a name that is taken", "a.obj", corners + "o a\nf 1 2 3\no a#2\nf 1 2 4\no a\nf 1 2 3", "a 3 1, a#2 3 1, a#3 3 1"},
		{"faces before the first object", "a.obj", corners + "f 1 2 3\no b\nf 1 2 4", "part 1 3 1, b 3 1"},
		{"an object without faces", "a.obj", corners + "o empty\no b\nf 1 2 4", "b 4 1"},
		{"one nameless part", "a.obj", corners + "f 1 2 4", " 4 1"},
		{"a name of words", "a.obj", corners + "o the  left\tarm \\\n of it\nf 1 2 4\no b\nf 1 2 3", "the left arm of it 3 1, b 3 1"},
		{"solids", "a.stl", oneFacet + strings.ReplaceAll(oneFacet, `part of "something"`, "#1"), `part of "something" 3 1, #1 3 1`},
	} {
		m := decoded(t, []byte(r.text), r.name)
		var got []string
		for i := range m.Parts {
			p := &m.Parts[i]
			got = append(got, fmt.Sprintf("%s %d %d", p.Name, len(p.Points()), len(p.Triangles())))
		}
		if s := strings.Join(got, ", "); s != r.parts {
			t.Errorf("%s: %q, want %q", r.why, s, r.parts)
		}
	}
}

// PLY has numbers of all types, lists that are not wanted, and polygons.
func TestPLYTypes(t *testing.T) {
	const header = "ply\nformat binary_big_endian 1.0\nelement junk 1\nproperty list uint8 double j\nelement vertex 4\nproperty uchar red\n" +
		"property double x\nproperty short y\nproperty int8 z\nelement face 1\nproperty float quality\nproperty list ushort uint vertex_index\nproperty list char uchar more\nend_header\n"
	b := []byte(header)
	b = append(b, 2)
	b = append(b, make([]byte, 16)...)
	for i := range 4 {
		b = append(b, 255)
		b = binary.BigEndian.AppendUint64(b, math.Float64bits(0.1*float64(i)))
		b = binary.BigEndian.AppendUint16(b, uint16(int16(-300*i)))
		b = append(b, byte(int8(-i)))
	}
	b = append(b, 0, 0, 0, 0, 0, 4)
	for _, i := range []uint32{3, 1, 0, 2} {
		b = binary.BigEndian.AppendUint32(b, i)
	}
	b = append(b, 3, 1, 2, 3)
	m := decoded(t, b, "a.ply").Merge()
	if m.Points[3] != (d3.Vec{X: 0.1 * float64(3), Y: -900, Z: -3}) || !equal(m.Triangles, [][3]int32{{3, 1, 0}, {3, 0, 2}}) {
		t.Errorf("%+v", m)
	}
}

// stream hides what a reader knows beside its bytes, and gives few at a time.
type stream struct{ r io.Reader }

func (s stream) Read(p []byte) (int, error) { return s.r.Read(p[:min(len(p), 7)]) }

// Every format is read from a stream that knows nothing of its size, to the same result; and with
// a format that is given or told by its beginning, whatever its name is.
func TestStreams(t *testing.T) {
	files := map[mesh.Format][]byte{
		mesh.STL: tetSTL("solid"), mesh.OBJ: []byte("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"), mesh.PLY: []byte(asciiPLY), mesh.OFF: []byte(tetOFF),
		mesh.GLTF: []byte(triangleGLTF), mesh.ThreeMF: threeMF(modelXML),
		mesh.GLB: written(func(b *bytes.Buffer) error { return mesh.WriteGLB(b, modelOf(torus(3))) }),
	}
	for format, data := range files {
		want := decoded(t, data, "a."+string(format)).Merge()
		for _, o := range []mesh.Options{{Format: format}, {}} {
			m, err := mesh.Decode(stream{bytes.NewReader(data)}, "no ending", o)
			if err != nil {
				t.Errorf("%s: %v", format, err)
				continue
			}
			if got := m.Merge(); m.Format != format || !equal(got.Points, want.Points) || !equal(got.Triangles, want.Triangles) {
				t.Errorf("%s: %+v, want %+v", format, got, want)
			}
		}
		for n := range len(data) - 3 { // cut short, it is refused
			if format == mesh.OBJ || format == mesh.PLY || format == mesh.OFF {
				break // a text may end anywhere
			}
			if n%11 == 0 {
				if _, err := mesh.Decode(stream{bytes.NewReader(data[:n])}, "", mesh.Options{Format: format}); err == nil {
					t.Errorf("%s: %d of %d bytes are read", format, n, len(data))
				}
			}
		}
	}
	bad := errors.New("the line is dead")
	for format, data := range files {
		r := io.MultiReader(bytes.NewReader(data[:len(data)/2]), iotestErr{bad})
		if _, err := mesh.Decode(r, "", mesh.Options{Format: format}); !errors.Is(err, bad) {
			t.Errorf("%s: %v", format, err)
		}
	}
}

// iotestErr is a reader that fails.
type iotestErr struct{ err error }

func (e iotestErr) Read([]byte) (int, error) { return 0, e.err }

// What is above a limit is refused, and what is at it is not.
func TestLimits(t *testing.T) {
	glb := written(func(b *bytes.Buffer) error { return mesh.WriteGLB(b, modelOf(torus(3))) })
	objects := []byte("v 0 0 0\nv 1 0 0\nv 0 1 0\no a\nf 1 2 3\no b\nf 1 2 3\n")
	files := map[string][]byte{
		"a.stl": tetSTL(""), "b.stl": []byte(oneFacet + oneFacet), "a.ply": ply(torus(3), binary.LittleEndian), "b.ply": []byte(asciiPLY), "a.off": []byte(tetOFF),
		"a.obj": objects, "a.glb": glb, "a.gltf": []byte(triangleGLTF), "a.3mf": threeMF(modelXML),
	}
	for name, data := range files {
		m := decoded(t, data, name)
		_, triangles := m.Size()
		points := 0
		seen := map[*mesh.Mesh]bool{}
		for _, p := range m.Parts {
			if !seen[p.Mesh] {
				points += len(p.Mesh.Points)
			}
			seen[p.Mesh] = true
		}
		if name == "a.obj" || name == "b.stl" {
			points = 3 // shared by both parts in the file
		}
		limits := []struct {
			what string
			n    int
			o    func(n int) mesh.Options
		}{
			{"bytes", len(data), func(n int) mesh.Options { return mesh.Options{MaxBytes: int64(n)} }},
			{"points", points, func(n int) mesh.Options { return mesh.Options{MaxPoints: n} }},
			{"triangles", triangles, func(n int) mesh.Options { return mesh.Options{MaxTriangles: n} }},
			{"parts", len(m.Parts), func(n int) mesh.Options { return mesh.Options{MaxParts: n} }},
		}
		for _, l := range limits {
			if name == "a.3mf" && (l.what == "bytes" || l.what == "parts") {
				continue // of what is unpacked; of the files in the package, too
			}
			if _, err := mesh.Decode(bytes.NewReader(data), name, l.o(l.n)); err != nil {
				t.Errorf("%s: %d %s: %v", name, l.n, l.what, err)
			}
			if l.n < 2 {
				continue // 0 means the default
			}
			for _, r := range []io.Reader{bytes.NewReader(data), stream{bytes.NewReader(data)}} {
				if _, err := mesh.Decode(r, name, l.o(l.n-1)); !errors.Is(err, mesh.ErrTooLarge) {
					t.Errorf("%s: %d %s of %d: %v", name, l.n-1, l.what, l.n, err)
				}
			}
		}
	}
}

// What is written reads back: OBJ and GLB with parts, STL as one mesh, a mirrored instance with its
// triangles turned round, a unit as a scale.
func TestWrite(t *testing.T) {
	ball := torus(5)
	mirror := mesh.Transform{M: [3][3]float64{{-1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, T: d3.Vec{X: 20}}
	m := &mesh.Model{Unit: "mm", Parts: []mesh.Part{{Name: "a", Mesh: ball, At: mesh.Identity()}, {Name: "b # \\", Mesh: ball, At: mirror}}}
	v, _ := mesh.Volume(ball.Points, ball.Triangles)
	for name, write := range map[string]func(io.Writer, *mesh.Model) error{"a.stl": mesh.WriteSTL, "a.obj": mesh.WriteOBJ, "a.glb": mesh.WriteGLB} {
		got := decoded(t, written(func(b *bytes.Buffer) error { return write(b, m) }), name)
		all := got.Merge()
		want := 2 * v
		if name == "a.glb" {
			want *= 1e-9
			if got.Parts[0].Mesh != got.Parts[1].Mesh || got.Parts[1].Name != m.Parts[1].Name {
				t.Errorf("%s: %+v", name, got.Parts)
			}
		}
		if name == "a.obj" && (len(got.Parts) != 2 || got.Parts[1].Name != "b _ _" || got.Parts[0].Points()[7] != ball.Points[7]) {
			t.Errorf("%s: %+v", name, got.Parts)
		}
		if x, closed := mesh.Volume(all.Points, all.Triangles); !closed || !(math.Abs(x-want) <= 1e-6*want) {
			t.Errorf("%s: volume %v %v, want %v", name, x, closed, want)
		}
	}
	far := &mesh.Mesh{Points: []d3.Vec{{X: 1e39}, {}, {Y: 1}}, Triangles: [][3]int32{{0, 1, 2}}}
	if err := mesh.WriteSTL(io.Discard, modelOf(far)); err == nil {
		t.Error("a number beyond single precision is written")
	}
	if err := mesh.WriteGLB(io.Discard, modelOf(far)); err == nil {
		t.Error("a number beyond single precision is written")
	}
	for _, p := range [][]d3.Vec{{{X: math.NaN()}, {}, {}}, {{}, {}}} {
		if _, err := mesh.New(p, [][3]int{{0, 1, 2}}); err == nil {
			t.Errorf("%v is a mesh", p)
		}
	}
}
