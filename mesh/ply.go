package mesh

import (
	"encoding/binary"
	"math"

	"github.com/collide-go/collide/d3"
)

// plyType is a type of numbers in PLY.
type plyType uint8

const (
	plyNone plyType = iota // no list
	plyInt8
	plyUint8
	plyInt16
	plyUint16
	plyInt32
	plyUint32
	plyFloat32
	plyFloat64
)

// plyTypes are the words for types.
var plyTypes = map[string]plyType{
	"char": plyInt8, "uchar": plyUint8, "short": plyInt16, "ushort": plyUint16, "int": plyInt32, "uint": plyUint32,
	"float": plyFloat32, "double": plyFloat64,
	"int8": plyInt8, "uint8": plyUint8, "int16": plyInt16, "uint16": plyUint16, "int32": plyInt32, "uint32": plyUint32,
	"float32": plyFloat32, "float64": plyFloat64,
}

// plySizes are how many bytes the types have.
var plySizes = [...]int{
	plyInt8: 1, plyUint8: 1, plyInt16: 2, plyUint16: 2, plyInt32: 4, plyUint32: 4, plyFloat32: 4, plyFloat64: 8,
}

// plyProperty is a property of an element.
type plyProperty struct {
	name  string
	count plyType // of the length of a list; plyNone for a single number
	typ   plyType
}

// plyElement is a kind of element that the header announces.
type plyElement struct {
	name       string
	line       int
	n          int64
	properties []plyProperty
}

// maxPLYHeader is how many lines a header may have.
const maxPLYHeader = 1 << 10

// plyReader is the state of readPLY.
type plyReader struct {
	*words
	order    binary.ByteOrder // nil for text
	elements []plyElement
	mesh     Mesh
	points   int64 // that the header announces
}

// readPLY reads a PLY file: text, or binary of either byte order. Vertices are the properties x, y,
// z of the element vertex, faces the list vertex_indices or vertex_index of the element face; the
// rest is dropped. A face of n corners becomes the fan of n-2 triangles about its first corner. A
// file without faces is a mesh of points alone [PLY94].
func readPLY(s *source) (*Model, error) {
	r := plyReader{words: newWords(newInput(s))}
	if err := r.header(); err != nil {
		return nil, err
	}
	for i := range r.elements {
		e := &r.elements[i]
		var err error
		switch {
		case e.name == "vertex":
			err = r.vertices(e)
		case e.name == "face":
			err = r.faces(e)
		default:
			err = r.others(e)
		}
		if err != nil {
			return nil, err
		}
	}
	if r.order == nil && r.any() || r.order != nil && len(r.peek(1)) > 0 {
		return nil, r.fail("the file goes on behind its last element; its end is wanted")
	}
	if r.err != nil {
		return nil, r.err
	}
	return s.modelOf(&flat{mesh: r.mesh}, nil)
}

// header reads the header, and checks that the rest of the file can hold what it announces.
func (r *plyReader) header() error {
	if !r.inLine(false) || string(r.word) != "ply" {
		return r.found("the word ply is wanted")
	}
	format := false
	for range maxPLYHeader {
		r.skipLine()
		if !r.endLine() {
			return r.fail("file ends within the header; end_header is wanted")
		}
		if r.word = nil; r.blanks(false) && !r.ends() {
			r.read(' ')
		}
		var err error
		switch string(r.word) {
		case "format":
			if format {
				return r.fail("the format is given twice")
			}
			format = true
			err = r.format()
		case "comment", "obj_info", "":
		case "element":
			err = r.element()
		case "property":
			err = r.property()
		case "end_header":
			if !format {
				return r.fail("a header has a line with the format")
			}
			return r.endHeader()
		default:
			err = r.found("a line of the header is wanted")
		}
		if err != nil {
			return err
		}
	}
	return coded(ErrTooLarge, r.fail("a header of more than %d lines", maxPLYHeader))
}

// format reads the rest of the line of the format.
func (r *plyReader) format() error {
	r.inLine(false)
	switch string(r.word) {
	case "ascii":
	case "binary_little_endian":
		r.order = binary.LittleEndian
	case "binary_big_endian":
		r.order = binary.BigEndian
	default:
		return r.found("ascii, binary_little_endian or binary_big_endian is wanted")
	}
	if r.inLine(false); string(r.word) != "1.0" {
		return r.found("version 1.0 is wanted")
	}
	return nil
}

// element reads the rest of the line of an element.
func (r *plyReader) element() error {
	e := plyElement{line: r.line}
	if !r.inLine(false) || len(r.word) > 64 {
		return r.found("the name of an element is wanted")
	}
	e.name = string(r.word)
	r.inLine(false)
	n, ok := parseInt(r.word)
	if !ok || n < 0 {
		return r.found("the number of elements is wanted")
	}
	e.n = n
	for i := range r.elements {
		if r.elements[i].name == e.name {
			return r.fail("the element is given twice")
		}
	}
	if e.name == "tristrips" && n > 0 {
		return coded(ErrUnsupported, r.fail("strips of triangles (tristrips) are not read; faces are"))
	}
	r.elements = append(r.elements, e)
	return nil
}

// property reads the rest of the line of a property.
func (r *plyReader) property() error {
	if len(r.elements) == 0 {
		return r.fail("a property before the first element")
	}
	var p plyProperty
	r.inLine(false)
	if string(r.word) == "list" {
		r.inLine(false)
		if p.count = plyTypes[string(r.word)]; p.count == plyNone || p.count >= plyFloat32 {
			return r.found("a type of whole numbers is wanted")
		}
		r.inLine(false)
	}
	if p.typ = plyTypes[string(r.word)]; p.typ == plyNone {
		return r.found("a type of numbers is wanted")
	}
	if !r.inLine(false) || len(r.word) > 64 {
		return r.found("the name of a property is wanted")
	}
	p.name = string(r.word)
	e := &r.elements[len(r.elements)-1]
	for i := range e.properties {
		if e.properties[i].name == p.name {
			return r.fail("the property is given twice")
		}
	}
	e.properties = append(e.properties, p)
	return nil
}

// least returns how many bytes an element has at least, its lists having n numbers.
func (r *plyReader) least(e *plyElement, n int64) int64 {
	size := int64(0)
	for _, p := range e.properties {
		number := int64(2) // of text: a digit and a blank
		if r.order != nil {
			number = int64(plySizes[p.typ])
		}
		switch {
		case p.count == plyNone:
			size += number
		case r.order == nil:
			size += 2 + n*number
		default:
			size += int64(plySizes[p.count]) + n*number
		}
	}
	return size
}

// lastEnd is endLine for the end of the header: where its lines end with CR alone, an LF behind is
// the first number of a binary file.
func (r *plyReader) lastEnd() bool {
	if b := r.peek(1); r.order == nil || !r.lone || len(b) == 0 || b[0] != '\r' {
		return r.endLine()
	}
	r.next++
	r.line++
	return true
}

// endHeader checks what the header says, reads its end, and makes room.
func (r *plyReader) endHeader() error {
	line := r.line
	if !r.lastEnd() {
		if r.skipLine(); !r.lastEnd() {
			return r.fail("file ends with its header")
		}
	}
	var points, faces int
	for i := range r.elements {
		e := &r.elements[i]
		corners := int64(0)
		if e.name == "face" {
			corners = 3
		}
		each := r.least(e, corners)
		if each == 0 {
			return r.failAt(e.line, 0, "an element needs a property")
		}
		room, ok := r.capacity(max(e.n-1, 0), each) // the last one may lack the blank behind it
		if !ok {
			return r.failAt(e.line, 0, "%d elements of at least %d bytes do not fit into the %d bytes of the file", e.n, each,
				r.size)
		}
		switch {
		case e.name == "vertex" && e.n > int64(r.opt.MaxPoints):
			return coded(ErrTooLarge, r.failAt(e.line, 0, "%d points; at most %d are allowed", e.n, r.opt.MaxPoints))
		case e.name == "face" && e.n > int64(r.opt.MaxTriangles):
			return coded(ErrTooLarge, r.failAt(e.line, 0, "%d faces; at most %d are allowed", e.n, r.opt.MaxTriangles))
		case e.name == "vertex":
			points, r.points = room+1, e.n
		case e.name == "face":
			faces = room + 1
		}
	}
	if r.points == 0 {
		return r.failAt(line, 0, "no points")
	}
	r.mesh.Points = make([]d3.Vec, 0, points)
	r.mesh.Triangles = make([][3]int32, 0, faces)
	if r.order != nil {
		r.line = 0
	}
	return nil
}

// vertices reads the vertices.
func (r *plyReader) vertices(e *plyElement) error {
	var at [3]int // property of each coordinate
	for k, name := range []string{"x", "y", "z"} {
		at[k] = -1
		for i, p := range e.properties {
			if p.name == name && p.count == plyNone {
				at[k] = i
			}
		}
		if at[k] < 0 {
			return r.failAt(e.line, 0, "a vertex needs the property %s", name)
		}
	}
	if r.order == nil {
		return r.textVertices(e, at)
	}
	stride := 0
	var offset [3]int
	for i, p := range e.properties {
		if p.count != plyNone {
			return coded(ErrUnsupported, r.failAt(e.line, 0, "lists in vertices are not read in binary files"))
		}
		for k := range at {
			if at[k] == i {
				offset[k] = stride
			}
		}
		stride += plySizes[p.typ]
	}
	for left := e.n; left > 0; {
		start := r.offset()
		block := r.records(stride, left)
		if block == nil {
			return r.fail("file ends after %d of %d vertices", e.n-left, e.n)
		}
		for i := 0; i < len(block); i += stride {
			b := block[i : i+stride]
			p := d3.Vec{
				X: r.scalar(b[offset[0]:], e.properties[at[0]].typ),
				Y: r.scalar(b[offset[1]:], e.properties[at[1]].typ),
				Z: r.scalar(b[offset[2]:], e.properties[at[2]].typ),
			}
			if !finite(p) {
				return r.failAt(0, start+int64(i), "vertex %d is not finite", len(r.mesh.Points))
			}
			r.mesh.Points = append(r.mesh.Points, p)
		}
		left -= int64(len(block) / stride)
	}
	return nil
}

// scalar returns the number of a type at the beginning of b; -0 becomes 0.
func (r *plyReader) scalar(b []byte, t plyType) float64 {
	switch t {
	case plyFloat32:
		return float64(math.Float32frombits(r.order.Uint32(b))) + 0
	case plyFloat64:
		return math.Float64frombits(r.order.Uint64(b)) + 0
	default:
		return float64(r.whole(b, t))
	}
}

// whole returns the whole number of a type at the beginning of b.
func (r *plyReader) whole(b []byte, t plyType) int64 {
	switch t {
	case plyInt8:
		return int64(int8(b[0]))
	case plyUint8:
		return int64(b[0])
	case plyInt16:
		return int64(int16(r.order.Uint16(b)))
	case plyUint16:
		return int64(r.order.Uint16(b))
	case plyInt32:
		return int64(int32(r.order.Uint32(b)))
	default:
		return int64(r.order.Uint32(b))
	}
}

// textVertices reads vertices of text, of which the properties at are the coordinates.
func (r *plyReader) textVertices(e *plyElement, at [3]int) error {
	for i := range e.n {
		var x [3]float64
		for k, p := range e.properties {
			if !r.any() {
				return r.fail("file ends after %d of %d vertices", i, e.n)
			}
			if p.count != plyNone {
				if err := r.skipTextList(); err != nil {
					return err
				}
			}
			for c := range at {
				if at[c] == k {
					var err error
					if x[c], err = r.number(); err != nil {
						return err
					}
				}
			}
		}
		r.mesh.Points = append(r.mesh.Points, d3.Vec{X: x[0], Y: x[1], Z: x[2]})
	}
	return nil
}

// skipTextList reads a list, whose length is the last word read.
func (r *plyReader) skipTextList() error {
	n, ok := parseInt(r.word)
	if !ok || n < 0 {
		return r.found("the length of a list is wanted")
	}
	for range n {
		if !r.any() {
			return r.fail("file ends within a list")
		}
	}
	return nil
}

// faces reads the faces.
func (r *plyReader) faces(e *plyElement) error {
	corners := -1
	for i, p := range e.properties {
		if p.name == "vertex_indices" || p.name == "vertex_index" {
			if p.count == plyNone || p.typ >= plyFloat32 || corners >= 0 {
				return r.failAt(e.line, 0, "a face needs one list of whole numbers vertex_indices")
			}
			corners = i
		}
	}
	if corners < 0 && e.n > 0 {
		return r.failAt(e.line, 0, "a face needs the list vertex_indices or vertex_index")
	}
	for i := range e.n {
		for k := range e.properties {
			var err error
			switch p := &e.properties[k]; {
			case k == corners && r.order == nil:
				err = r.textFace(i)
			case k == corners:
				err = r.face(p, i)
			default:
				err = r.skip(p)
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// others skips elements.
func (r *plyReader) others(e *plyElement) error {
	for range e.n {
		for k := range e.properties {
			if err := r.skip(&e.properties[k]); err != nil {
				return err
			}
		}
	}
	return nil
}

// skip reads a property.
func (r *plyReader) skip(p *plyProperty) error {
	if r.order == nil {
		if !r.any() {
			return r.fail("file ends within an element")
		}
		if p.count != plyNone {
			return r.skipTextList()
		}
		return nil
	}
	n := int64(1)
	if p.count != plyNone {
		b := r.records(plySizes[p.count], 1)
		if b == nil {
			return r.fail("file ends within an element")
		}
		if n = r.whole(b, p.count); n < 0 {
			return r.fail("a list of length %d", n)
		}
	}
	for n > 0 {
		b := r.records(plySizes[p.typ], n)
		if b == nil {
			return r.fail("file ends within an element")
		}
		n -= int64(len(b) / plySizes[p.typ])
	}
	return nil
}

// corners checks the number n of corners of face i, which the file says at an offset: each takes so
// many bytes that come yet, in a text the last one less.
func (r *plyReader) corners(at, i, n, each int64) error {
	switch {
	case n < 3:
		return r.failAt(r.line, at, "face %d has %d corners; at least 3 are needed", i, n)
	case n-2 > int64(r.opt.MaxTriangles):
		return coded(ErrTooLarge, r.failAt(r.line, at, "face %d has %d corners; at most %d triangles are allowed", i, n,
			r.opt.MaxTriangles))
	}
	bytes := n * each
	if r.order == nil {
		bytes--
	}
	if left := r.size - r.offset(); r.size >= 0 && left < bytes {
		return r.failAt(r.line, at, "file ends within face %d: its %d corners take at least %d bytes, and %d are left", i, n,
			bytes, left)
	}
	return nil
}

// face reads the corners of face i of a binary file.
func (r *plyReader) face(p *plyProperty, i int64) error {
	at := r.offset()
	b := r.records(plySizes[p.count], 1)
	if b == nil {
		return r.fail("file ends before face %d", i)
	}
	n := r.whole(b, p.count)
	size := plySizes[p.typ]
	if err := r.corners(at, i, n, int64(size)); err != nil {
		return err
	}
	var t [3]int32
	for k := int64(0); k < n; {
		at := r.offset()
		block := r.records(size, n-k)
		if block == nil {
			return r.fail("file ends within face %d, of %d corners", i, n)
		}
		for j := 0; j < len(block); j += size {
			index := r.whole(block[j:], p.typ)
			if index < 0 || index >= r.points {
				return r.failAt(0, at+int64(j), "index %d of face %d; the %d points count from 0", index, i, r.points)
			}
			if !r.mesh.fan(&t, int(min(k, 2)), int32(index), r.opt.MaxTriangles) {
				return r.tooMany(r.opt.MaxTriangles, "triangles")
			}
			k++
		}
	}
	return nil
}

// textFace reads the corners of face i of a text.
func (r *plyReader) textFace(i int64) error {
	if !r.any() {
		return r.fail("file ends before face %d", i)
	}
	n, ok := parseInt(r.word)
	if !ok || n < 0 {
		return r.found("the number of corners of a face is wanted")
	}
	if err := r.corners(r.offset(), i, n, 2); err != nil {
		return err
	}
	var t [3]int32
	for k := range n {
		if !r.any() {
			return r.fail("file ends within face %d, of %d corners", i, n)
		}
		index, ok := parseInt(r.word)
		if !ok {
			return r.found("the index of a vertex is wanted")
		}
		if index < 0 || index >= r.points {
			return r.fail("index %d of face %d; the %d points count from 0", index, i, r.points)
		}
		if !r.mesh.fan(&t, int(min(k, 2)), int32(index), r.opt.MaxTriangles) {
			return r.tooMany(r.opt.MaxTriangles, "triangles")
		}
	}
	return nil
}
