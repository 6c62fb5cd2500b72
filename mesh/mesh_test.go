package mesh_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/internal/testkit/beside"
	"github.com/collide-go/collide/mesh"
)

// tetrahedron is a mesh of 4 points and 4 triangles, outward.
var (
	tetPoints    = []d3.Vec{{X: 0}, {X: 1}, {Y: 1}, {Z: 0.1}}
	tetTriangles = [][3]int32{{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}}
)

// binarySTL returns the triangles as binary STL with the given header text.
func binarySTL(header string, triangles [][3]d3.Vec) []byte {
	b := make([]byte, 84, 84+50*len(triangles))
	copy(b, header)
	binary.LittleEndian.PutUint32(b[80:], uint32(len(triangles)))
	for _, t := range triangles {
		for _, v := range append([]d3.Vec{{}}, t[:]...) {
			for _, x := range []float64{v.X, v.Y, v.Z} {
				b = binary.LittleEndian.AppendUint32(b, math.Float32bits(float32(x)))
			}
		}
		b = append(b, 0, 0)
	}
	return b
}

func tetSTL(header string) []byte {
	var ts [][3]d3.Vec
	for _, t := range tetTriangles {
		ts = append(ts, [3]d3.Vec{tetPoints[t[0]], tetPoints[t[1]], tetPoints[t[2]]})
	}
	return binarySTL(header, ts)
}

const oneFacet = `solid part of "something"
  facet normal 0 0 1
    outer loop
      vertex 0 0 0
      vertex 1.5e0 -0 0
      vertex 0 .1 0
    endloop
  endfacet
endsolid part of "something"
`

func TestReadAccepts(t *testing.T) {
	rows := []struct {
		why, name string
		data      []byte
		points    []d3.Vec
		triangles [][3]int32
	}{
		{"binary STL", "a.stl", tetSTL("tet"), []d3.Vec{{}, {Y: 1}, {X: 1}, {Z: float64(float32(0.1))}}, [][3]int32{{0, 1, 2}, {0, 2, 3}, {2, 1, 3}, {0, 3, 1}}},
		{"binary STL whose header begins with solid", "a.stl", tetSTL("solid tet"), []d3.Vec{{}, {Y: 1}, {X: 1}, {Z: float64(float32(0.1))}}, [][3]int32{{0, 1, 2}, {0, 2, 3}, {2, 1, 3}, {0, 3, 1}}},
		{"ASCII STL; the double nearest to .1 and not the single", "a.stl", []byte(oneFacet), []d3.Vec{{}, {X: 1.5}, {Y: 0.1}}, [][3]int32{{0, 1, 2}}},
		{"ASCII STL with any name", "a", []byte(oneFacet), []d3.Vec{{}, {X: 1.5}, {Y: 0.1}}, [][3]int32{{0, 1, 2}}},
		{"upper case, one line, no name", "a.stl", []byte("SOLID\nFACET NORMAL nan nan nan OUTER LOOP VERTEX 0 0 0 VERTEX 1 0 0 VERTEX 0 1 0 ENDLOOP ENDFACET ENDSOLID"), []d3.Vec{{}, {X: 1}, {Y: 1}}, [][3]int32{{0, 1, 2}}},
		{"line ends of Windows", "a.stl", bytes.ReplaceAll([]byte(oneFacet), []byte("\n"), []byte("\r\n")), []d3.Vec{{}, {X: 1.5}, {Y: 0.1}}, [][3]int32{{0, 1, 2}}},
		{"two solids in a file", "a.stl", []byte(oneFacet + oneFacet), []d3.Vec{{}, {X: 1.5}, {Y: 0.1}}, [][3]int32{{0, 1, 2}, {0, 1, 2}}},
		{"OBJ: quad, all forms of corners, other statements", "a.obj", []byte("\ufeff# quad\r\nmtllib a.mtl\no quad\nv 0 0 0\nv 1 0 0 1\nv 1 1 0 0.5 0.5 0.5\nv -0 1 0 # last\nvt 0 0\nvn 0 0 1\ns off\nusemtl m\nf 1 2/1 3//1 4/1/1\nl 1 2\n"), []d3.Vec{{}, {X: 1}, {X: 1, Y: 1}, {Y: 1}}, [][3]int32{{0, 1, 2}, {0, 2, 3}}},
		{"OBJ: negative indices count from the last point so far", "a.obj", []byte("v 0 0 0\nv 1 0 0\nv 0 1 0\nf -3 -2 -1\nv 0 0 1\nf -4 -3 -1"), []d3.Vec{{}, {X: 1}, {Y: 1}, {Z: 1}}, [][3]int32{{0, 1, 2}, {0, 1, 3}}},
		{"OBJ: a face before its points, a statement over two lines", "a.obj", []byte("f 1 2 \\\n 3\nv 0 0 0\nv 1 0 0\nv 0 1 0\n"), []d3.Vec{{}, {X: 1}, {Y: 1}}, [][3]int32{{0, 1, 2}}},
		{"OBJ of points alone, told by its contents", "a", []byte("v 1 2 3\n"), []d3.Vec{{X: 1, Y: 2, Z: 3}}, nil},
	}
	for _, r := range rows {
		t.Run(r.why, func(t *testing.T) {
			m, err := mesh.Read(r.data, r.name)
			if err != nil {
				t.Fatal(err)
			}
			if !equal(m.Points, r.points) || !equal(m.Triangles, r.triangles) {
				t.Errorf("got %v %v, want %v %v", m.Points, m.Triangles, r.points, r.triangles)
			}
			for _, p := range m.Points {
				if math.Signbit(p.X) && p.X == 0 || math.Signbit(p.Y) && p.Y == 0 || math.Signbit(p.Z) && p.Z == 0 {
					t.Errorf("-0 in %v", p)
				}
			}
		})
	}
}

func equal[T comparable](a, b []T) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

func TestReadRefuses(t *testing.T) {
	good := tetSTL("tet")
	lie := bytes.Clone(good)
	binary.LittleEndian.PutUint32(lie[80:], 0xffffffff)
	nan := bytes.Clone(good)
	binary.LittleEndian.PutUint32(nan[84+50+12+4:], 0x7fc00000)
	inf := bytes.Clone(good)
	binary.LittleEndian.PutUint32(inf[84+3*50+36+8:], 0xff800000)
	facet := func(from, to string) []byte { return []byte(strings.Replace(oneFacet, from, to, 1)) }
	rows := []struct {
		why, name string
		data      []byte
		line      int
		offset    int64
		message   string
	}{
		{"empty file", "a.stl", nil, 0, 0, "neither"},
		{"shorter than a header", "a.stl", good[:83], 0, 0, "84 bytes"},
		{"truncated", "a.stl", good[:len(good)-1], 0, 80, "284 bytes; there are 283"},
		{"one byte too many", "a.stl", append(bytes.Clone(good), 0), 0, 80, "284 bytes; there are 285"},
		{"a count of four thousand million", "a.stl", lie, 0, 80, "4294967295"},
		{"no triangle", "a.stl", binarySTL("", nil), 0, 80, "no triangles"},
		{"NaN in the first corner of the second triangle", "a.stl", nan, 0, 84 + 50 + 12, "corner 0 of triangle 1"},
		{"infinity in the last corner", "a.stl", inf, 0, 84 + 150 + 36, "corner 2 of triangle 3"},
		{"binary called OBJ", "a.obj", good, 1, -1, "a statement"},
		{"text called STL", "a.stl", []byte("v 1 2 3\n"), 0, 0, "neither"},
		{"solid, and nothing more", "a.stl", []byte("solid"), 1, -1, "ends where"},
		{"no triangle in the solid", "a.stl", []byte("solid a\nendsolid a\n"), 3, -1, "no triangles"},
		{"truncated within a facet", "a.stl", []byte(oneFacet[:90]), 5, -1, `not "ver"`},
		{"truncated before endsolid", "a.stl", []byte(oneFacet[:strings.Index(oneFacet, "endsolid")]), 9, -1, "ends where"},
		{"two vertices", "a.stl", facet("      vertex 0 .1 0\n", ""), 6, -1, `"vertex" is wanted, not "endloop"`},
		{"four vertices", "a.stl", facet("endloop", "vertex 1 1 1 endloop"), 7, -1, `"endloop"`},
		{"two coordinates", "a.stl", facet("0 .1 0", "0 .1"), 7, -1, `wanted, not "endloop"`},
		{"NaN", "a.stl", facet(".1", "nan"), 6, -1, `"nan"`},
		{"infinity", "a.stl", facet(".1", "inf"), 6, -1, `"inf"`},
		{"out of the range of doubles", "a.stl", facet(".1", "1e400"), 6, -1, `"1e400"`},
		{"hexadecimal", "a.stl", facet(".1", "0x1p3"), 6, -1, `"0x1p3"`},
		{"garbage after the solid", "a.stl", []byte(oneFacet + "hello"), 10, -1, `"solid"`},
		{"packed by gzip", "a.stl.gz", []byte("\x1f\x8b\x08\x00tet"), 0, 0, "packed by gzip: unpack it first"},
		{"packed by gzip, called STL", "a.stl", append([]byte("\x1f\x8b\x08"), good...), 0, 0, "packed by gzip: unpack it first"},
		{"a zip archive", "a.obj", []byte("PK\x03\x04 a.obj"), 0, 0, "a zip archive: unpack it first"},
		{"UTF-16", "a.obj", []byte("\xff\xfev\x00 \x000\x00"), 0, 0, "in UTF-16: write it in UTF-8"},
		{"UTF-16, big end first", "a.ply", []byte("\xfe\xff\x00p\x00l\x00y"), 0, 0, "in UTF-16: write it in UTF-8"},
		{"no points", "a.obj", []byte("# nothing\n"), 1, -1, "no points"},
		{"empty OBJ", "a.obj", nil, 1, -1, "no points"},
		{"unknown statement", "a.obj", []byte("v 0 0 0\nvertex 1 2 3\n"), 2, -1, `"vertex"`},
		{"two coordinates", "a.obj", []byte("v 0 0\n"), 1, -1, "there are 2"},
		{"eight numbers", "a.obj", []byte("v 0 0 0 0 0 0 0 0\n"), 1, -1, "there are 8"},
		{"NaN", "a.obj", []byte("v 0 0 0\nv 0 NaN 0\n"), 2, -1, `"NaN"`},
		{"face of two corners", "a.obj", []byte("v 0 0 0\nf 1 1\n"), 2, -1, "3 corners"},
		{"index 0", "a.obj", []byte("v 0 0 0\nf 1 1 0\n"), 2, -1, "index 0"},
		{"index above the points", "a.obj", []byte("v 0 0 0\nf 1 1 2\nf 1 1 1"), 2, -1, "index 2, but there is 1 point"},
		{"index before the points", "a.obj", []byte("v 0 0 0\nf 1 1 -2\n"), 2, -1, "index -2"},
		{"huge index", "a.obj", []byte("v 0 0 0\nf 1 1 9223372036854775807\n"), 2, -1, "index 9223372036854775807"},
		{"index beyond integers", "a.obj", []byte("v 0 0 0\nf 1 1 9223372036854775808\n"), 2, -1, "a corner"},
		{"texture index missing", "a.obj", []byte("v 0 0 0\nf 1/ 1 1\n"), 2, -1, "a corner"},
		{"normal index missing", "a.obj", []byte("v 0 0 0\nf 1/1/ 1 1\n"), 2, -1, "a corner"},
		{"three slashes", "a.obj", []byte("v 0 0 0\nf 1/1/1/1 1 1\n"), 2, -1, "a corner"},
		{"the line where a statement begins is told", "a.obj", []byte("v 0 0 0\nf 1 \\\n 1 \\\n x\n"), 2, -1, `"x"`},
	}
	for _, r := range rows {
		t.Run(r.why, func(t *testing.T) {
			m, err := mesh.Read(r.data, r.name)
			var e *mesh.Error
			if m != nil || !errors.As(err, &e) {
				t.Fatalf("got %v, %v", m, err)
			}
			if e.Name != r.name || e.Line != r.line || e.Offset != r.offset || !strings.Contains(e.Text(), r.message) {
				t.Errorf("got %+v, want line %d offset %d %q", e, r.line, r.offset, r.message)
			}
		})
	}
}

func TestEveryTruncationIsRefused(t *testing.T) {
	for _, data := range [][]byte{tetSTL("solid"), []byte(strings.TrimSpace(oneFacet[:len(oneFacet)-len(" part of \"something\"\n")]))} {
		if _, err := mesh.Read(data, "a.stl"); err != nil {
			t.Fatal(err)
		}
		for n := range data {
			if m, err := mesh.Read(data[:n], "a.stl"); err == nil {
				t.Errorf("the first %d of %d bytes gave %v", n, len(data), m)
			}
		}
	}
}

func TestReadFile(t *testing.T) {
	dir := t.TempDir()
	if _, err := mesh.ReadFile(filepath.Join(dir, "missing.stl")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("missing file: %v", err)
	}
	if _, err := mesh.ReadFile(dir); err == nil || errors.As(err, new(*mesh.Error)) {
		t.Errorf("directory: %v", err)
	}
	big := filepath.Join(dir, "big.stl")
	if err := os.WriteFile(big, tetSTL(""), 0o600); err != nil {
		t.Fatal(err)
	}
	if m, err := mesh.ReadFile(big); err != nil || len(m.Points) != 4 {
		t.Errorf("got %v, %v", m, err)
	}
}

// TestRobots reads the collision meshes of two robot arms, which are closed surfaces.
func TestRobots(t *testing.T) {
	for _, f := range beside.Glob(t, "*/meshes/*.stl", "data", "robots") {
		m, err := mesh.ReadFile(f)
		if err != nil {
			t.Error(err)
			continue
		}
		info, err := os.Stat(f)
		if err != nil {
			t.Fatal(err)
		}
		if got := int64(84 + 50*len(m.Triangles)); got != info.Size() {
			t.Errorf("%s: %d triangles do not make %d bytes", f, len(m.Triangles), info.Size())
		}
		if len(m.Points) < 4 || len(m.Points) >= 3*len(m.Triangles) {
			t.Errorf("%s: %d points of %d triangles", f, len(m.Points), len(m.Triangles))
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add(tetSTL("solid tet"), "a.stl")
	f.Add([]byte(oneFacet), "a.stl")
	f.Add([]byte("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1/1/1 -2//2 3\n"), "a.obj")
	f.Add([]byte("f 1 2 \\\n3"), "a")
	f.Add([]byte("v 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl red\nf 1 2 3\no a\nusemtl\nf 1 2 3\n"), "a.obj")
	f.Add([]byte(asciiPLY), "a.ply")
	f.Add(ply(torus(3), binary.LittleEndian), "a.ply")
	f.Add(ply(torus(3), binary.BigEndian), "a.ply")
	f.Add([]byte(tetOFF), "a.off")
	f.Add([]byte(triangleGLTF), "a.gltf")
	f.Add(written(func(b *bytes.Buffer) error { return mesh.WriteGLB(b, modelOf(torus(3))) }), "a.glb")
	f.Add(threeMF(modelXML), "a.3mf")
	f.Add(packed("_rels/.rels", rels, "3D/model.model", modelXML), "a.3mf")
	f.Fuzz(func(t *testing.T, data []byte, name string) {
		checkRead(t, data, name)
	})
}

// FuzzThreeMF reads packages of a model.
func FuzzThreeMF(f *testing.F) {
	f.Add(modelXML)
	f.Add(paintedXML)
	f.Fuzz(func(t *testing.T, model string) { checkRead(t, threeMF(model), "a.3mf") })
}

// checkRead reads data, and fails t for anything but a mesh that is whole or an error with a place.
func checkRead(t *testing.T, data []byte, name string) {
	t.Helper()
	m, err := mesh.Read(data, name)
	if err != nil {
		var e *mesh.Error
		if m != nil || !errors.As(err, &e) || e.Error() == "" || (e.Line > 0) == (e.Offset >= 0) {
			t.Fatalf("%v, %#v", m, err)
		}
		return
	}
	if len(m.Points) == 0 {
		t.Fatal("no points and no error")
	}
	for _, p := range m.Points {
		if s := p.X - p.X + p.Y - p.Y + p.Z - p.Z; s != 0 {
			t.Fatalf("not finite: %v", p)
		}
	}
	for _, tri := range m.Triangles {
		for _, i := range tri {
			if i < 0 || int(i) >= len(m.Points) {
				t.Fatalf("index %d of %d points", i, len(m.Points))
			}
		}
	}
	if m.Materials != nil && len(m.Materials) != len(m.Triangles) {
		t.Fatalf("%d materials of %d triangles", len(m.Materials), len(m.Triangles))
	}
	for _, k := range m.Materials {
		if k < -1 {
			t.Fatalf("material %d", k)
		}
	}
	if model, err := mesh.Decode(bytes.NewReader(data), name, mesh.Options{}); err == nil {
		checkModel(t, model)
	}
}

// checkModel fails t for a model whose parts do not fit its materials, or that cannot be inspected.
func checkModel(t *testing.T, m *mesh.Model) {
	t.Helper()
	for i := range m.Parts {
		p := m.Parts[i].Mesh
		if p.Materials != nil && len(p.Materials) != len(p.Triangles) {
			t.Fatalf("%d materials of %d triangles", len(p.Materials), len(p.Triangles))
		}
		for _, k := range p.Materials {
			if k < -1 || int(k) >= len(m.Materials) {
				t.Fatalf("material %d of %d", k, len(m.Materials))
			}
		}
	}
	if _, triangles := m.Size(); triangles > 1000 {
		return
	}
	list, err := m.Inspect()
	if err != nil && !errors.Is(err, collide.ErrOutOfRange) {
		t.Fatal(err)
	}
	for i := range list {
		d := &list[i].Defects
		if d.Closed != (len(d.Open) == 0) && len(d.Many) == 0 && len(d.Turned) == 0 && len(d.Parts) > 0 {
			t.Fatalf("closed %v with the open edges %v", d.Closed, d.Open)
		}
		edges := 0
		for k := range list[i].Holes {
			edges += len(list[i].Holes[k].Edges)
		}
		if edges != len(d.Open) {
			t.Fatalf("%d edges of holes, %d open ones", edges, len(d.Open))
		}
	}
}
