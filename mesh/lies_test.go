package mesh_test

import (
	"archive/zip"
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"runtime"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/collide-go/collide/mesh"
)

// lie is a file that is not what it says, and what has to be said about it.
type lie struct {
	why, name string
	data      []byte
	code      error
	message   string // a part of the error's text
}

const asciiPLY = `ply
format ascii 1.0
comment a triangle
element vertex 3
property float x
property float y
property float z
element face 1
property list uchar int vertex_indices
end_header
0 0 0
1 0 0
0 1 0
3 0 1 2
`

// with returns text with one piece in place of another, which it has to have.
func with(text, from, to string) []byte {
	if !strings.Contains(text, from) {
		panic("no " + from)
	}
	return []byte(strings.Replace(text, from, to, 1))
}

// plyLies are lies in PLY.
func plyLies() []lie {
	p := func(why, from, to string, code error, message string) lie {
		return lie{"PLY: " + why, "a.ply", with(asciiPLY, from, to), code, message}
	}
	bin := ply(torus(3), binary.LittleEndian)
	cut := func(why string, data []byte, message string) lie {
		return lie{"binary PLY: " + why, "a.ply", data, mesh.ErrBadMesh, message}
	}
	nan := bytes.Clone(bin)
	body := bytes.Index(bin, []byte("end_header\n")) + len("end_header\n")
	binary.LittleEndian.PutUint32(nan[body+4:], 0x7fc00000)
	index := bytes.Clone(bin)
	binary.LittleEndian.PutUint32(index[body+9*12+1+4:], 9)
	fourGiga := []byte(strings.Replace(string(bin[:body]), "list uchar", "list uint", 1) + string(bin[body:body+9*12]) +
		strings.Repeat("\xff", 4) + strings.Repeat("\x00", 400))
	two := bytes.Clone(bin)
	two[body+9*12] = 2
	return []lie{
		p("another first word", "ply\n", "plx\n", mesh.ErrBadMesh, `"plx"`),
		p("no format", "format ascii 1.0\n", "", mesh.ErrBadMesh, "line with the format"),
		p("an unknown format", "ascii", "binary_middle_endian", mesh.ErrBadMesh, "binary_middle_endian"),
		p("version 2", "1.0", "2.0", mesh.ErrBadMesh, "version 1.0"),
		p("format twice", "comment a triangle", "format ascii 1.0", mesh.ErrBadMesh, "twice"),
		p("a thousand million vertices", "vertex 3", "vertex 1000000000", mesh.ErrBadMesh, "do not fit"),
		p("a number of vertices beyond integers", "vertex 3", "vertex 99999999999999999999", mesh.ErrBadMesh, "number of elements"),
		p("a thousand million faces", "face 1", "face 1000000000", mesh.ErrBadMesh, "do not fit"),
		p("minus one vertex", "vertex 3", "vertex -1", mesh.ErrBadMesh, "number of elements"),
		p("no vertex", "vertex 3", "vertex 0", mesh.ErrBadMesh, "no points"),
		p("a vertex more than there are", "vertex 3", "vertex 4", mesh.ErrBadMesh, "face 0 has 2 corners"),
		p("a vertex less than there are", "vertex 3", "vertex 2", mesh.ErrBadMesh, ""),
		p("no z", "property float z\n", "", mesh.ErrBadMesh, "property z"),
		p("a property twice", "property float z", "property float y", mesh.ErrBadMesh, "twice"),
		p("an element twice", "element face 1", "element vertex 1", mesh.ErrBadMesh, "twice"),
		p("a property before elements", "comment a triangle", "property float x", mesh.ErrBadMesh, "before the first element"),
		p("an unknown type", "property float x", "property quad x", mesh.ErrBadMesh, `"quad"`),
		p("lists of a length that is no whole number", "uchar int", "float int", mesh.ErrBadMesh, `"float"`),
		p("indices that are no whole numbers", "uchar int", "uchar float", mesh.ErrBadMesh, "list of whole numbers"),
		p("faces without indices", "vertex_indices", "corners", mesh.ErrBadMesh, "vertex_indices"),
		p("an index out of range", "3 0 1 2", "3 0 1 3", mesh.ErrBadMesh, "index 3"),
		p("a face of two", "3 0 1 2", "2 0 1", mesh.ErrBadMesh, "2 corners"),
		p("a face of a thousand million", "3 0 1 2", "1000000000 0 1 2", mesh.ErrTooLarge,
			"face 0 has 1000000000 corners; at most 67108864 triangles are allowed"),
		p("a face of a thousand", "3 0 1 2", "1000 0 1 2", mesh.ErrBadMesh,
			"file ends within face 0: its 1000 corners take at least 1999 bytes, and 7 are left"),
		p("not a number", "0 1 0\n", "0 nan 0\n", mesh.ErrBadMesh, `"nan"`),
		p("more behind the end", "3 0 1 2\n", "3 0 1 2\n7\n", mesh.ErrBadMesh, "goes on"),
		p("strips", "element face 1", "element tristrips 1", mesh.ErrUnsupported, "tristrips"),
		cut("truncated in the header", bin[:40], "header"),
		cut("truncated in the vertices", bin[:body+50], "do not fit"),
		cut("truncated by a byte", bin[:len(bin)-1], "within face 17"),
		cut("a byte too many", append(bytes.Clone(bin), 0), "goes on"),
		cut("NaN", nan, "vertex 0 is not finite"),
		cut("an index out of range", index, "index 9 of face 0"),
		cut("a face of two corners", two, "2 corners"),
		{
			"binary PLY: a face of four thousand million", "a.ply", fourGiga, mesh.ErrTooLarge,
			"face 0 has 4294967295 corners; at most 67108864 triangles are allowed",
		},
	}
}

const tetOFF = "OFF # a tetrahedron\n4 4 6\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n3 0 2 1\n3 0 1 3\n3 1 2 3 255 0 0\n3 0 3 2\n"

// offLies are lies in OFF.
func offLies() []lie {
	o := func(why, from, to string, code error, message string) lie {
		return lie{"OFF: " + why, "a.off", with(tetOFF, from, to), code, message}
	}
	return []lie{
		o("another first word", "OFF", "OOF", mesh.ErrBadMesh, `"OOF"`),
		o("four dimensions", "OFF", "4OFF", mesh.ErrUnsupported, `"4OFF"`),
		o("binary", "OFF # a tetrahedron", "OFF BINARY", mesh.ErrUnsupported, "binary OFF"),
		o("two numbers", "4 4 6", "4 4", mesh.ErrBadMesh, "there are 2"),
		o("a negative number", "4 4 6", "-4 4 6", mesh.ErrBadMesh, `"-4"`),
		o("a thousand million points", "4 4 6", "1000000000 4 6", mesh.ErrTooLarge, "points"),
		o("sixty million points", "4 4 6", "60000000 4 6", mesh.ErrBadMesh, "do not fit"),
		o("sixty million faces", "4 4 6", "4 60000000 6", mesh.ErrBadMesh, "do not fit"),
		o("no points", "4 4 6", "0 4 6", mesh.ErrBadMesh, "no points"),
		o("a face more than there are", "4 4 6", "4 5 6", mesh.ErrBadMesh, "last face"),
		o("a face less than there are", "4 4 6", "4 3 6", mesh.ErrBadMesh, "goes on"),
		o("two coordinates", "1 0 0", "1 0", mesh.ErrBadMesh, "there are 2"),
		o("an index out of range", "3 0 3 2", "3 0 4 2", mesh.ErrBadMesh, "index 4"),
		o("a negative index", "3 0 3 2", "3 0 -1 2", mesh.ErrBadMesh, "index -1"),
		o("fewer corners than announced", "3 0 3 2", "4 0 3 2", mesh.ErrBadMesh, "of 4 corners has 3"),
		o("a face of two corners", "3 0 3 2", "2 0 3", mesh.ErrBadMesh, "there are 2"),
		o("infinity", "1 0 0", "1e999 0 0", mesh.ErrBadMesh, `"1e999"`),
		{"OFF: empty", "a.off", nil, mesh.ErrBadMesh, "empty"},
	}
}

// triangleGLTF is a triangle at (1, 2, 3), its bytes in a data URI: 36 of positions, 6 of indices.
var triangleGLTF = strings.Replace(`{
	"asset": {"version": "2.0"},
	"scene": 0, "scenes": [{"nodes": [0]}],
	"nodes": [{"name": "one", "translation": [1, 2, 3], "children": [1]}, {"mesh": 0}],
	"meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1}]}],
	"accessors": [
		{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3"},
		{"bufferView": 1, "componentType": 5123, "count": 3, "type": "SCALAR"}
	],
	"bufferViews": [
		{"buffer": 0, "byteOffset": 0, "byteLength": 36}, {"buffer": 0, "byteOffset": 36, "byteLength": 6}
	],
	"buffers": [{"byteLength": 42, "uri": "data:application/octet-stream;base64,DATA"}]
}`, "DATA", base64.StdEncoding.EncodeToString(triangleBytes()), 1)

func triangleBytes() []byte {
	var b []byte
	for _, x := range []float32{0, 0, 0, 1, 0, 0, 0, 1, 0} {
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(x))
	}
	for i := range uint16(3) {
		b = binary.LittleEndian.AppendUint16(b, i)
	}
	return b
}

// gltfLies are lies in glTF.
func gltfLies() []lie {
	g := func(why, from, to string, code error, message string) lie {
		return lie{"glTF: " + why, "a.gltf", with(triangleGLTF, from, to), code, message}
	}
	data := strings.Index(triangleGLTF, "base64,") + len("base64,")
	nan := triangleBytes()
	binary.LittleEndian.PutUint32(nan[12:], 0x7f800000)
	out := triangleBytes()
	binary.LittleEndian.PutUint16(out[40:], 3)
	bytesOf := func(b []byte) string {
		s := base64.StdEncoding.EncodeToString(b)
		return triangleGLTF[:data] + s + triangleGLTF[data+len(s):]
	}
	bad, large, not := mesh.ErrBadMesh, mesh.ErrTooLarge, mesh.ErrUnsupported
	return []lie{
		g("version 1", `"2.0"`, `"1.0"`, not, "2.0 is"),
		g("no version", `"version": "2.0"`, "", bad, "asset.version"),
		g("Draco", `"asset"`, `"extensionsRequired": ["KHR_draco_mesh_compression"], "asset"`, not, "KHR_draco_mesh_compression"),
		g("Draco in a primitive", `"indices": 1`, `"extensions": {"KHR_draco_mesh_compression": {}}`, not, "KHR_draco_mesh_compression"),
		g("meshopt in a view", `"byteLength": 36`, `"byteLength": 36, "extensions": {"EXT_meshopt_compression": {}}`, not, "EXT_meshopt_compression"),
		g("instances of the GPU", `"mesh": 0`, `"mesh": 0, "extensions": {"EXT_mesh_gpu_instancing": {}}`, not, "EXT_mesh_gpu_instancing"),
		g("an extension nobody knows", `"asset"`, `"extensionsRequired": ["ACME_curves"], "asset"`, not, "ACME_curves"),
		g("morph targets", `"primitives"`, `"weights": [0, 0.5], "primitives"`, not, "morph targets"),
		g("a skin", `"mesh": 0`, `"mesh": 0, "skin": 0`, not, "skins"),
		g("sparse positions", `"type": "VEC3"`, `"type": "VEC3", "sparse": {"count": 1}`, not, "sparse"),
		g("positions without bytes", `"bufferView": 0, `, "", not, "no bufferView"),
		g("a thousand million points", `"count": 3, "type": "VEC3"`, `"count": 1000000000, "type": "VEC3"`, large, "points"),
		g("a million points", `"count": 3, "type": "VEC3"`, `"count": 1000000, "type": "VEC3"`, bad, "do not fit"),
		g("three million corners", `"count": 3, "type": "SCALAR"`, `"count": 3000000, "type": "SCALAR"`, bad, "do not fit"),
		g("four corners", `"count": 3, "type": "SCALAR"`, `"count": 4, "type": "SCALAR"`, bad, "4 corners"),
		g("a count beyond integers", `"count": 3, "type": "VEC3"`, `"count": 1e300, "type": "VEC3"`, bad, "whole number"),
		g("half a point", `"count": 3, "type": "VEC3"`, `"count": 2.5, "type": "VEC3"`, bad, "whole number"),
		g("positions of two numbers", `VEC3`, `VEC2`, bad, "type"),
		g("positions 6 bytes apart", "5126", "5122", bad, "byteStride"),
		{"glTF: positions of whole numbers without leave", "a.gltf", with(string(with(triangleGLTF, "5126", "5122")), `"byteLength": 36`, `"byteLength": 36, "byteStride": 8`), bad, "KHR_mesh_quantization"},
		g("indices that are floats", "5123", "5126", bad, ""),
		g("an unknown type of numbers", "5126", "5130", bad, "type"),
		g("a view beyond its buffer", `"byteLength": 36`, `"byteLength": 43`, bad, "of a buffer of 42"),
		g("a view that begins behind its buffer", `"byteOffset": 36`, `"byteOffset": 9007199254740992`, bad, "of a buffer of 42"),
		g("an accessor that begins behind its view", `"componentType": 5123`, `"byteOffset": 8, "componentType": 5123`, bad, "do not fit"),
		g("an offset that is not aligned", `"componentType": 5126`, `"byteOffset": 2, "componentType": 5126`, bad, "multiple"),
		g("a stride of 3", `"byteLength": 36`, `"byteLength": 36, "byteStride": 3`, bad, "stride"),
		g("a stride that is shorter than an element", `"byteLength": 36`, `"byteLength": 36, "byteStride": 8`, bad, "8 bytes apart"),
		g("a buffer that is longer than its bytes", `"byteLength": 42`, `"byteLength": 1000000000000`, bad, "of which the URI has 42"),
		g("a buffer without bytes", `"uri"`, `"name"`, bad, "no uri"),
		g("a data URI that is no base64", ";base64", "", bad, "base64"),
		g("wrong base64", "base64,AAAA", "base64,AA*A", bad, "base64"),
		g("a file", "data:application/octet-stream;base64,", "a.bin?", not, "not allowed"),
		g("a file above", "data:application/octet-stream;base64,", "../", not, "outside"),
		g("a web address", "data:application/octet-stream;base64,", "https://example.org/", not, "outside"),
		g("a scene that is not there", `"scene": 0`, `"scene": 7`, bad, "scene 7"),
		g("a node that is not there", `"nodes": [0]`, `"nodes": [5]`, bad, "node 5"),
		g("a node that is its own child", `"children": [1]`, `"children": [0]`, bad, "child"),
		g("a node with two parents", `{"mesh": 0}`, `{"mesh": 0, "children": [1]}`, bad, "one parent"),
		g("a mesh that is not there", `"mesh": 0`, `"mesh": 1`, bad, "mesh 1"),
		g("an accessor that is not there", `"POSITION": 0`, `"POSITION": 9`, bad, "accessor 9"),
		g("a view that is not there", `"bufferView": 1`, `"bufferView": 9`, bad, "view 9"),
		g("a buffer that is not there", `"buffer": 0, "byteOffset": 36`, `"buffer": 1, "byteOffset": 36`, bad, "buffer 1"),
		g("triangles without points", `"POSITION": 0`, `"NORMAL": 0`, bad, "POSITION"),
		g("a matrix and a translation", `"mesh": 0`, `"mesh": 0, "matrix": [1,0,0,0, 0,1,0,0, 0,0,1,0, 0,0,0,1], "scale": [1,1,1]`, bad, "not both"),
		g("a matrix that projects", `"mesh": 0`, `"mesh": 0, "matrix": [1,0,0,1, 0,1,0,0, 0,0,1,0, 0,0,0,1]`, bad, "last row"),
		g("a rotation that is none", `"mesh": 0`, `"mesh": 0, "rotation": [0,0,0,0]`, bad, "rotation"),
		g("two numbers of a translation", "[1, 2, 3]", "[1, 2]", bad, "3 numbers"),
		g("a key twice", `"scene": 0`, `"scene": 0, "scene": 0`, bad, "twice"),
		g("null", `"scene": 0`, `"scene": null`, bad, "number is wanted"),
		g("a number as text", `"scene": 0`, `"scene": "0"`, bad, "number is wanted"),
		g("text behind the end", "\n}", "\n}}", bad, "goes on"),
		g("a text that ends early", "\n}", "", bad, "ends"),
		g("bytes that are no UTF-8", `"one"`, "\"\xff\"", bad, "UTF-8"),
		g("points or lines only", `"indices": 1`, `"indices": 1, "mode": 1`, bad, "no triangles"),
		{"glTF: lists without end", "a.gltf", []byte(strings.Repeat("[", 1<<20)), bad, "mapping"},
		{"glTF: lists in lists", "a.gltf", []byte(`{"extras":` + strings.Repeat("[", 1<<20)), large, "deep"},
		{"glTF: infinity", "a.gltf", []byte(bytesOf(nan)), bad, "element 1 is not finite"},
		{"glTF: an index out of range", "a.gltf", []byte(bytesOf(out)), bad, "element 2 is index 3"},
		{"glTF: the same bytes again and again", "a.gltf", again(), large, "more than 4 times"},
	}
}

// again is a file of which accessors want the same 60 kB decoded 100 times.
func again() []byte {
	const n = 5000
	var accessors, primitives []string
	for i := range 100 {
		accessors = append(accessors, fmt.Sprintf(`{"bufferView":0,"componentType":5126,"count":%d,"type":"VEC3"}`, n-n%3))
		primitives = append(primitives, fmt.Sprintf(`{"attributes":{"POSITION":%d}}`, i))
	}
	return fmt.Appendf(nil, `{"asset":{"version":"2.0"},"nodes":[{"mesh":0}],"meshes":[{"primitives":[%s]}],"accessors":[%s],
		"bufferViews":[{"buffer":0,"byteLength":%d}],"buffers":[{"byteLength":%d,"uri":"data:;base64,%s"}]}`,
		strings.Join(primitives, ","), strings.Join(accessors, ","), 12*n, 12*n,
		base64.StdEncoding.EncodeToString(make([]byte, 12*n)))
}

// glbLies are lies in the container of GLB.
func glbLies() []lie {
	good := written(func(b *bytes.Buffer) error { return mesh.WriteGLB(b, modelOf(torus(3))) })
	put := func(why string, at int, x uint32, code error, message string) lie {
		data := bytes.Clone(good)
		binary.LittleEndian.PutUint32(data[at:], x)
		return lie{"GLB: " + why, "a.glb", data, code, message}
	}
	chunk := 20 + int(binary.LittleEndian.Uint32(good[12:]))
	return []lie{
		put("another magic", 0, 0x46546c68, mesh.ErrBadMesh, "glTF"),
		put("version 1", 4, 1, mesh.ErrUnsupported, "version 1"),
		put("another length", 8, 0xffffffff, mesh.ErrBadMesh, "4294967295"),
		put("JSON of 4 GB", 12, 0xfffffffc, mesh.ErrBadMesh, "4294967292"),
		put("JSON of no whole words", 12, 21, mesh.ErrBadMesh, "chunk of 21"),
		put("bytes first", 16, 0x004e4942, mesh.ErrBadMesh, "JSON"),
		put("a chunk of 4 GB", chunk, 0xfffffffc, mesh.ErrBadMesh, "4294967292"),
		put("no chunk of bytes", chunk+4, 0, mesh.ErrBadMesh, "no uri"),
		{"GLB: empty", "a.glb", nil, mesh.ErrBadMesh, "at least 20"},
		{"GLB: truncated", "a.glb", good[:len(good)-4], mesh.ErrBadMesh, "announces"},
	}
}

const modelXML = `<?xml version="1.0" encoding="UTF-8"?>
<model unit="millimeter" xmlns="http://schemas.microsoft.com/3dmanufacturing/core/2015/02" xmlns:b="http://schemas.microsoft.com/3dmanufacturing/beamlattice/2017/02">
 <resources>
  <object id="1" name="tri &amp; angle"><mesh>
   <vertices><vertex x="0" y="0" z="0"/><vertex x="1" y="0" z="0"/><vertex x="0" y="1" z="0"/></vertices>
   <triangles><triangle v1="0" v2="1" v3="2"/></triangles>
  </mesh></object>
  <object id="2"><components><component objectid="1"/><component objectid="1" transform="0 1 0 -1 0 0 0 0 1 5 6 7"/></components></object>
 </resources>
 <build><item objectid="2"/></build>
</model>`

const rels = `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Target="/3D/model.model" Id="r" Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/></Relationships>`

// packed returns a package of files, name and contents by turns.
func packed(files ...string) []byte {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for i := 0; i < len(files); i += 2 {
		w, err := z.Create(files[i])
		if err == nil {
			_, err = io.WriteString(w, files[i+1])
		}
		if err != nil {
			panic(err)
		}
	}
	if err := z.Close(); err != nil {
		panic(err)
	}
	return b.Bytes()
}

func threeMF(model string) []byte { return packed("_rels/.rels", rels, "3D/model.model", model) }

// threeMFLies are lies in 3MF.
func threeMFLies() []lie {
	m := func(why, from, to string, code error, message string) lie {
		return lie{"3MF: " + why, "a.3mf", threeMF(string(with(modelXML, from, to))), code, message}
	}
	damaged := threeMF(modelXML)
	damaged[bytes.Index(damaged, []byte("3D/model.model"))+40] ^= 0x55
	bad, large, not := mesh.ErrBadMesh, mesh.ErrTooLarge, mesh.ErrUnsupported
	deep := strings.Replace(modelXML, `<object id="1"`, strings.Repeat("<a xmlns='b'>", 100)+`<object id="1"`, 1)
	return []lie{
		{"3MF: no ZIP", "a.3mf", []byte(modelXML), bad, "ZIP"},
		{"3MF: truncated", "a.3mf", threeMF(modelXML)[:300], bad, "ZIP"},
		{"3MF: no relationships", "a.3mf", packed("3D/model.model", modelXML), bad, "lacks"},
		{"3MF: no model", "a.3mf", packed("_rels/.rels", rels), bad, "lacks"},
		{"3MF: a file twice", "a.3mf", packed("_rels/.rels", rels, "_rels/.RELS", rels), bad, "one name"},
		{"3MF: damaged", "a.3mf", damaged, bad, ""},
		{"3MF: a bomb of blanks", "a.3mf", threeMF(modelXML + strings.Repeat(" ", 1<<26)), large, "bytes"},
		{"3MF: a bomb in the relationships", "a.3mf", packed("_rels/.rels", strings.Repeat(" ", 1<<25)+rels), large, "bytes"},
		{"3MF: elements in elements", "a.3mf", threeMF(deep), large, "deep"},
		m("a document type", "<model", "<!DOCTYPE a [<!ENTITY b 'c'>]><model", bad, "document type"),
		m("another root", "<model", "<mode", bad, "model"),
		m("an end that does not fit", "</mesh>", "</mash>", bad, "not open"),
		m("an attribute without quotes", `x="0"`, `x=0`, bad, "attribute"),
		m("an attribute twice", `x="0"`, `x="0" x="1"`, bad, "twice"),
		m("a prefix without a namespace", "<vertices", "<q:vertices", bad, "prefix"),
		m("a required extension", "<model", `<model requiredextensions="b"`, not, "beam lattice"),
		m("an extension nobody knows", "<model", `<model requiredextensions="q"`, not, "extension"),
		m("an unknown unit", "millimeter", "furlong", bad, `"furlong"`),
		m("an object without an id", `id="1"`, `it="1"`, bad, "id"),
		m("two objects of one id", `id="2"`, `id="1"`, bad, "second object 1"),
		m("an object that is not there", `objectid="2"`, `objectid="3"`, bad, "no object 3"),
		m("an object in itself", `objectid="1"/><c`, `objectid="2"/><c`, large, "deep"),
		m("a vertex without z", ` z="0"/><vertex x="1"`, `/><vertex x="1"`, bad, "x, y and z"),
		m("NaN", `x="1"`, `x="NaN"`, bad, `"NaN"`),
		m("an index out of range", `v3="2"`, `v3="3"`, bad, "index 3"),
		m("a negative index", `v3="2"`, `v3="-1"`, bad, "index -1"),
		m("eleven numbers of a transform", "5 6 7", "5 6", bad, "there are 11"),
		m("no triangles", `<triangle v1="0" v2="1" v3="2"/>`, "", bad, "without triangles"),
		m("triangles first", "<vertices>", "<triangles/><vertices>", bad, "and then triangles"),
		m("nothing in the build", `<item objectid="2"/>`, "", bad, "no object in the build"),
		m("an entity nobody knows", "&amp;", "&nbsp;", bad, "character"),
		m("text behind the end", "</model>", "</model>x", bad, "outside"),
		m("two roots", "</model>", "</model><model/>", bad, "second root"),
		m("an end too few", "</model>", "", bad, "last element"),
		{"3MF: instances of instances", "a.3mf", threeMF(laughs()), large, "parts"},
	}
}

// laughs is a model of 2^40 instances of a triangle.
func laughs() string {
	var objects strings.Builder
	for i := 3; i < 43; i++ {
		fmt.Fprintf(&objects, `<object id="%d"><components><component objectid="%d"/><component objectid="%d"/></components></object>`,
			i, i-1, i-1)
	}
	s := string(with(modelXML, "</resources>", objects.String()+"</resources>"))
	return string(with(s, `<item objectid="2"/>`, `<item objectid="42"/>`))
}

// TestLies reads files that lie. Each is refused with an error that names the place and has the
// code, and none takes more than a megabyte beside what its own bytes do.
func TestLies(t *testing.T) {
	var lies []lie
	for _, list := range [][]lie{plyLies(), offLies(), gltfLies(), glbLies(), threeMFLies()} {
		lies = append(lies, list...)
	}
	if len(lies) < 40 {
		t.Errorf("only %d lies", len(lies))
	}
	for _, l := range lies {
		t.Run(l.why, func(t *testing.T) {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			m, err := mesh.Read(l.data, l.name)
			runtime.ReadMemStats(&after)
			checkLie(t, &l, m != nil, err)
			limit := uint64(1<<20 + 8*len(l.data))
			if strings.Contains(l.why, "instances of instances") {
				limit = 1 << 26 // the parts up to the limit, 65536
			}
			if used := after.TotalAlloc - before.TotalAlloc; used > limit {
				t.Errorf("%d bytes for a file of %d", used, len(l.data))
			}
		})
	}
}

// checkLie holds what was said about a lie to what has to be said.
func checkLie(t *testing.T, l *lie, read bool, err error) {
	t.Helper()
	var e *mesh.Error
	switch {
	case read || !errors.As(err, &e):
		t.Fatalf("read: %v, %v", read, err)
	case !errors.Is(err, l.code):
		t.Errorf("%v, not %v", err, l.code)
	case !strings.Contains(e.Text(), l.message) || !strings.HasPrefix(e.Name, l.name):
		t.Errorf("%v, which says nothing of %q", err, l.message)
	case (e.Line > 0) == (e.Offset >= 0):
		t.Errorf("no place: %#v", e)
	}
}

// The files that the lies are made of are read.
func TestTruths(t *testing.T) {
	m, err := mesh.Decode(strings.NewReader(triangleGLTF), "a.gltf", mesh.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if p := m.Merge().Points; len(p) != 3 || p[1].X != 2 || p[1].Y != 2 || p[1].Z != 3 || m.Unit != "m" || m.Parts[0].Name != "node 1" {
		t.Errorf("glTF: %v %+v", p, m)
	}
	if m, err = mesh.Decode(bytes.NewReader(threeMF(modelXML)), "a.3mf", mesh.Options{}); err != nil {
		t.Fatal(err)
	}
	if len(m.Parts) != 2 || m.Unit != "mm" || m.Parts[0].Name != "tri & angle" || m.Parts[1].Name != "tri & angle#2" {
		t.Errorf("3MF: %+v", m)
	} else if p := m.Parts[1].Points(); p[1].X != 5 || p[1].Y != 7 || p[2].X != 4 || p[2].Z != 7 {
		t.Errorf("3MF: %v", p)
	}
	for name, text := range map[string]string{"a.ply": asciiPLY, "a.off": tetOFF} {
		m, err := mesh.Read([]byte(text), name)
		if err != nil || len(m.Triangles) != len(m.Points)-2+len(m.Points)%3*2 {
			t.Errorf("%s: %+v, %v", name, m, err)
		}
	}
	files := fstest.MapFS{
		"dir/a.gltf":     {Data: with(triangleGLTF, triangleGLTF[strings.Index(triangleGLTF, "data:"):strings.LastIndex(triangleGLTF, `"`)], "b%20b/a.bin")},
		"dir/b b/a.bin":  {Data: triangleBytes()},
		"dir/short.gltf": {Data: with(triangleGLTF, triangleGLTF[strings.Index(triangleGLTF, "data:"):strings.LastIndex(triangleGLTF, `"`)], "short.bin")},
		"dir/short.bin":  {Data: triangleBytes()[:41]},
	}
	if m, err = mesh.Load(files, "dir/a.gltf", mesh.Options{}); err != nil || len(m.Parts) != 1 {
		t.Errorf("a buffer in a file: %v, %v", m, err)
	}
	if _, err = mesh.Load(files, "dir/short.gltf", mesh.Options{}); !errors.Is(err, mesh.ErrBadMesh) {
		t.Errorf("a short buffer: %v", err)
	}
}

// A file of which nothing tells the format is said to be read as OBJ; one that is called OBJ is
// not.
func TestFormatGuessed(t *testing.T) {
	text := []byte("version: 1\ndim: 3\n")
	_, err := mesh.Read(text, "cell.yaml")
	if want := `cell.yaml:1: bad-mesh: the name and the first bytes tell no format; read as OBJ, a statement of the OBJ format is wanted, not "version:"`; err == nil || err.Error() != want {
		t.Errorf("%v", err)
	}
	if _, err = mesh.Read(text, "cell.obj"); err == nil || strings.Contains(err.Error(), "no format") {
		t.Errorf("%v", err)
	}
	if m, err := mesh.Read([]byte("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"), "part"); err != nil || len(m.Triangles) != 1 {
		t.Errorf("%v", err)
	}
}
