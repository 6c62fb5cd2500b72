package mesh

import (
	"bytes"
	"encoding/binary"
	"io"
	"slices"
	"strings"

	"github.com/collide-go/collide/d3"
)

// gltfExtensions are the extensions that a file may require: they change no triangle, or are read.
var gltfExtensions = []string{
	"KHR_mesh_quantization", "KHR_texture_transform", "KHR_texture_basisu", "EXT_texture_webp", "EXT_texture_avif",
	"KHR_lights_punctual", "KHR_xmp_json_ld",
}

// gltfRefused are extensions with triangles, or places of triangles, that are not read.
var gltfRefused = []string{
	"KHR_draco_mesh_compression", "EXT_meshopt_compression", "KHR_meshopt_compression", "EXT_mesh_gpu_instancing",
	"MSFT_lod", "MPEG_accessor_timed", "MPEG_mesh_linking",
}

// gltfFile is what a glTF file says, as far as it is about triangles and their places.
type gltfFile struct {
	*source
	j         *jsonText
	bin       *gltfBuffer // of a GLB file
	quantized bool        // KHR_mesh_quantization is used
	version   bool
	scene     int64 // -1: none is named
	scenes    []gltfList
	nodes     []gltfNode
	meshes    []gltfMesh
	accessors []gltfAccessor
	views     []gltfView
	buffers   []gltfBuffer
	closers   []io.Closer
	decoded   int64 // bytes of accessors that were decoded
	points    int   // of all meshes
	triangles int   // of all parts
	block     []byte
	cache     map[int32][]d3.Vec // points by accessor
	made      map[string]*Mesh   // by the primitives
	materials []string           // their names
}

// gltfList are indices, with where they stand.
type gltfList struct {
	pos  int
	list []int32
}

type gltfNode struct {
	name     string
	local    *Transform // nil: the identity
	children []int32
	pos      int
	mesh     int32 // -1: none
	child    bool
}

type gltfMesh struct {
	name       string
	primitives []gltfPrimitive
	pos        int
}

type gltfPrimitive struct {
	pos               int
	position, indices int32 // accessors; -1: none
	material          int32 // -1: none
	mode              uint8
}

type gltfAccessor struct {
	pos           int
	offset, count int64
	view          int32 // -1: none
	component     int32
	width         int8 // numbers of an element; 0: more than three
	normalized    bool
	sparse        bool
}

type gltfView struct {
	pos            int
	offset, length int64
	buffer, stride int32
}

type gltfBuffer struct {
	pos    int
	length int64
	at     io.ReaderAt // nil: none is given
	name   string      // of its file
	base   int64       // where it begins there
}

// readGLTF reads a glTF file of text [GLTF20].
func readGLTF(s *source) (*Model, error) {
	data, err := s.readAll()
	if err != nil {
		return nil, err
	}
	g := &gltfFile{source: s, j: newJSON(data, -1, s)}
	return g.read()
}

// The chunks of a GLB file, and its header.
const (
	glbMagic  = 0x46546c67
	glbJSON   = 0x4e4f534a
	glbBinary = 0x004e4942
	glbHeader = 12
)

// readGLB reads a binary glTF file: a header, a chunk of JSON, and one of the bytes of buffer 0,
// which is read piece by piece.
func readGLB(s *source) (*Model, error) {
	if s.at == nil {
		data, err := s.readAll()
		if err != nil {
			return nil, err
		}
		s.at, s.size = bytes.NewReader(data), int64(len(data))
	}
	bad := func(offset int64, format string, args ...any) error {
		return (&input{source: s}).failAt(0, offset, format, args...)
	}
	var h [glbHeader + 8]byte
	if n, err := s.at.ReadAt(h[:], 0); n < len(h) {
		if err != io.EOF {
			return nil, err
		}
		return nil, bad(0, "a GLB file has at least %d bytes; there are %d", len(h), n)
	}
	word := func(i int) uint32 { return binary.LittleEndian.Uint32(h[i:]) }
	length := int64(word(12))
	switch {
	case word(0) != glbMagic:
		return nil, bad(0, "the letters glTF are wanted")
	case word(4) != 2:
		return nil, coded(ErrUnsupported, bad(4, "version %d of the container; 2 is read", word(4)))
	case int64(word(8)) != s.size:
		return nil, bad(8, "the header announces %d bytes; there are %d", word(8), s.size)
	case word(16) != glbJSON:
		return nil, bad(16, "a chunk of JSON is wanted")
	case length%4 != 0 || length > s.size-int64(len(h)):
		return nil, bad(12, "a chunk of %d bytes in a file of %d", length, s.size)
	}
	text := make([]byte, length)
	if _, err := s.at.ReadAt(text, int64(len(h))); err != nil && err != io.EOF {
		return nil, err
	}
	g := &gltfFile{source: s, j: newJSON(text, int64(len(h)), s)}
	for at := int64(len(h)) + length; at < s.size; {
		if n, err := s.at.ReadAt(h[:8], at); n < 8 {
			if err != io.EOF {
				return nil, err
			}
			return nil, bad(at, "%d bytes behind the last chunk", n)
		}
		size := int64(word(0))
		if size%4 != 0 || size > s.size-at-8 {
			return nil, bad(at, "a chunk of %d bytes, of which the file has %d", size, s.size-at-8)
		}
		if word(4) == glbBinary {
			if g.bin != nil {
				return nil, bad(at, "a second chunk of bytes")
			}
			g.bin = &gltfBuffer{length: size, at: io.NewSectionReader(s.at, at+8, size), name: s.name, base: at + 8}
		}
		at += 8 + size
	}
	return g.read()
}

// read reads the JSON and makes the parts.
func (g *gltfFile) read() (*Model, error) {
	defer func() {
		for _, c := range g.closers {
			c.Close()
		}
	}()
	g.decode()
	if g.j.err != nil {
		return nil, g.j.err
	}
	g.block = make([]byte, bufferSize)
	g.cache, g.made = make(map[int32][]d3.Vec), make(map[string]*Mesh)
	m := &Model{Unit: "m", Materials: g.materials}
	identity := Identity()
	for _, root := range g.roots() {
		if err := g.addNode(m, root, &identity, 1); err != nil {
			return nil, err
		}
	}
	if g.j.err != nil {
		return nil, g.j.err
	}
	if len(m.Parts) == 0 {
		g.j.failAt(0, "no triangles in the scene")
		return nil, g.j.err
	}
	nameParts(m.Parts, "part")
	return m, nil
}

// decode reads the JSON.
func (g *gltfFile) decode() {
	j := g.j
	g.scene = -1
	most := 4 * g.opt.MaxParts
	top := map[string]func(){
		"asset":              g.asset,
		"extensionsRequired": func() { j.list(func(int) { g.extension(true) }) },
		"extensionsUsed":     func() { j.list(func(int) { g.extension(false) }) },
		"scene":              func() { g.scene = j.whole(int64(most)) },
		"scenes":             func() { j.list(func(i int) { g.scenes = append(g.scenes, g.oneScene()) }) },
		"nodes":              func() { j.list(func(i int) { g.nodes = append(g.nodes, g.node()) }) },
		"materials":          func() { j.list(func(i int) { g.materials = append(g.materials, g.material()) }) },
		"meshes":             func() { j.list(func(i int) { g.meshes = append(g.meshes, g.mesh()) }) },
		"accessors":          func() { j.list(func(i int) { g.accessors = append(g.accessors, g.accessor()) }) },
		"bufferViews":        func() { j.list(func(i int) { g.views = append(g.views, g.view()) }) },
		"buffers":            func() { j.list(func(i int) { g.buffers = append(g.buffers, g.buffer()) }) },
	}
	for _, key := range []string{"scenes", "nodes", "meshes", "accessors", "bufferViews", "buffers", "materials"} {
		read := top[key]
		top[key] = func() {
			g.limited(most)
			read()
		}
	}
	j.mapping(top)
	j.done()
	if j.err == nil && !g.version {
		j.failAt(0, "asset.version is wanted")
	}
	for i, b := range g.buffers {
		if b.at != nil || j.err != nil {
			continue
		}
		switch {
		case i > 0 || g.bin == nil:
			j.failAt(b.pos, "buffers[%d]: no uri, and no chunk of bytes that it could mean", i)
		case b.length > g.bin.length:
			j.failAt(b.pos, "buffers[0]: %d bytes, of which the file has %d", b.length, g.bin.length)
		default:
			g.bin.pos, g.bin.length = b.pos, b.length
			g.buffers[0] = *g.bin
		}
	}
}

// limited refuses a list of more than most elements before any is read. It counts the commas
// between them.
func (g *gltfFile) limited(most int) {
	j := g.j
	if j.peek() != '[' {
		return
	}
	probe := jsonText{data: j.data, pos: j.pos, maxDepth: j.maxDepth, base: j.base, name: j.name}
	n := 0
	probe.list(func(int) {
		n++
		probe.skip()
	})
	if n > most {
		j.code(ErrTooLarge, j.pos, "%d elements; at most %d are allowed", n, most)
	}
}

func (g *gltfFile) asset() {
	j := g.j
	major := func(s string) string {
		m, _, _ := strings.Cut(s, ".")
		return m
	}
	version := func() {
		j.peek()
		at := j.pos
		if v := j.text(); j.err == nil && major(v) != "2" {
			j.code(ErrUnsupported, at, "this version of glTF is not read; 2.0 is")
		}
		g.version = true
	}
	j.mapping(map[string]func(){"version": version, "minVersion": version})
}

// extension reads the name of an extension that the file uses or requires.
func (g *gltfFile) extension(required bool) {
	j := g.j
	j.peek()
	at := j.pos
	name := j.text()
	g.quantized = g.quantized || name == "KHR_mesh_quantization"
	if !required || slices.Contains(gltfExtensions, name) || strings.HasPrefix(name, "KHR_materials_") || j.err != nil {
		return
	}
	if slices.Contains(gltfRefused, name) {
		j.code(ErrUnsupported, at, "the extension %s is not read; write the file without it", name)
		return
	}
	j.found(at, "the file requires an extension that is not read; one of "+strings.Join(gltfExtensions, ", ")+
		" is wanted", []byte(name))
	if j.err != nil {
		j.err = coded(ErrUnsupported, j.err)
	}
}

// extensions reads the mapping of extensions of an element, and refuses those with triangles.
func (g *gltfFile) extensions() {
	j := g.j
	refuse := func(name string) func() {
		return func() {
			j.code(ErrUnsupported, j.pos, "the extension %s is not read; write the file without it", name)
		}
	}
	known := map[string]func(){}
	for _, name := range gltfRefused {
		known[name] = refuse(name)
	}
	j.mapping(known)
}

// start returns where the value begins that comes next.
func (g *gltfFile) start() int {
	g.j.peek()
	return g.j.pos
}

// index reads an index.
func (g *gltfFile) index() int32 { return int32(g.j.whole(1<<31 - 1)) }

// indices reads a list of indices.
func (g *gltfFile) indices(what string) []int32 {
	at := g.start()
	var list []int32
	g.j.list(func(int) { list = append(list, g.index()) })
	if len(list) == 0 {
		g.j.failAt(at, "at least one %s is needed", what)
	}
	return list
}

func (g *gltfFile) oneScene() gltfList {
	s := gltfList{pos: g.start()}
	g.j.mapping(map[string]func(){"nodes": func() { s.list = g.indices("node") }})
	return s
}

// nameOf reads a name.
func (g *gltfFile) nameOf() string {
	at := g.start()
	s := g.j.text()
	if len(s) > maxName {
		g.j.code(ErrTooLarge, at, "a name of more than %d bytes", maxName)
	}
	return s
}

// material reads the name of a material.
func (g *gltfFile) material() (name string) {
	g.j.mapping(map[string]func(){"name": func() { name = g.nameOf() }})
	return name
}

func (g *gltfFile) mesh() gltfMesh {
	j := g.j
	m := gltfMesh{pos: g.start()}
	j.mapping(map[string]func(){
		"name":       func() { m.name = g.nameOf() },
		"primitives": func() { j.list(func(int) { m.primitives = append(m.primitives, g.primitive()) }) },
		"weights":    g.weights,
		"extensions": g.extensions,
	})
	if len(m.primitives) == 0 {
		j.failAt(m.pos, "a mesh needs primitives")
	}
	return m
}

// weights reads the weights of morph targets, which are not read unless they move nothing.
func (g *gltfFile) weights() {
	j := g.j
	at := g.start()
	j.list(func(int) {
		if j.number() != 0 {
			j.code(ErrUnsupported, at, "morph targets are not read; write the file with the shape applied")
		}
	})
}

func (g *gltfFile) primitive() gltfPrimitive {
	j := g.j
	p := gltfPrimitive{pos: g.start(), position: -1, indices: -1, material: -1, mode: 4}
	j.mapping(map[string]func(){
		"attributes": func() { j.mapping(map[string]func(){"POSITION": func() { p.position = g.index() }}) },
		"indices":    func() { p.indices = g.index() },
		"material":   func() { p.material = g.index() },
		"mode":       func() { p.mode = uint8(j.whole(6)) },
		"extensions": g.extensions,
	})
	if p.mode >= 4 && p.position < 0 {
		j.failAt(p.pos, "triangles need the attribute POSITION")
	}
	return p
}

// gltfWidths are how many numbers the types of accessors have that are read.
var gltfWidths = map[string]int8{"SCALAR": 1, "VEC2": 2, "VEC3": 3}

func (g *gltfFile) accessor() gltfAccessor {
	j := g.j
	a := gltfAccessor{pos: g.start(), view: -1}
	const most = 1 << 53
	typed := false
	j.mapping(map[string]func(){
		"bufferView":    func() { a.view = g.index() },
		"byteOffset":    func() { a.offset = j.whole(most) },
		"count":         func() { a.count = j.whole(most) },
		"componentType": func() { a.component = g.index() },
		"normalized":    func() { a.normalized = j.boolean() },
		"type":          func() { a.width, typed = gltfWidths[j.text()], true },
		"sparse": func() {
			a.sparse = true
			j.skip()
		},
	})
	if j.err == nil && (a.count == 0 || a.component == 0 || !typed) {
		j.failAt(a.pos, "an accessor needs a count that is not 0, a componentType and a type")
	}
	return a
}

func (g *gltfFile) view() gltfView {
	j := g.j
	v := gltfView{pos: g.start(), buffer: -1}
	const most = 1 << 53
	j.mapping(map[string]func(){
		"buffer":     func() { v.buffer = g.index() },
		"byteOffset": func() { v.offset = j.whole(most) },
		"byteLength": func() { v.length = j.whole(most) },
		"byteStride": func() {
			at := g.start()
			if v.stride = int32(j.whole(252)); j.err == nil && (v.stride < 4 || v.stride%4 != 0) {
				j.failAt(at, "a stride of 4 to 252 is wanted, a multiple of 4")
			}
		},
		"extensions": g.extensions,
	})
	if v.buffer < 0 || v.length == 0 {
		j.failAt(v.pos, "a view needs a buffer and a byteLength that is not 0")
	}
	return v
}
