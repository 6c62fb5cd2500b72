package mesh

import (
	"bytes"
	"encoding/binary"
	"math"
	"math/bits"
	"math/rand/v2"
	"strings"

	"github.com/collide-go/collide/d3"
)

// Binary STL: 80 bytes of anything, the triangle count, then 50 bytes a triangle: normal and three
// corners in little-endian single precision, and two bytes of anything.
const (
	stlHeader   = 84
	stlTriangle = 50
)

// isBinarySTL reports whether the triangle count of a file that begins with head fits its size.
func isBinarySTL(head []byte, size int64) bool {
	return len(head) >= stlHeader && stlSize(head) == size
}

// stlSize returns the size that the triangle count in head announces.
func stlSize(head []byte) int64 {
	return stlHeader + stlTriangle*int64(binary.LittleEndian.Uint32(head[80:]))
}

// startsWithSolid reports whether the first word of data is that of an ASCII STL file.
func startsWithSolid(data []byte) bool {
	data = bytes.TrimLeft(data, " \t\r\n")
	if len(data) < 5 || !strings.EqualFold(string(data[:5]), "solid") {
		return false
	}
	return len(data) == 5 || data[5] <= ' '
}

// ReadBinarySTL returns the mesh of a binary STL file [STL89]. The normals are ignored: what they
// say follows from the corners, and exporters write zeros or NaN there.
//
// The error is an *Error: the size does not fit the triangle count, there is no triangle, or a
// coordinate is not finite.
func ReadBinarySTL(data []byte, name string) (*Mesh, error) {
	s, err := newSource(bytes.NewReader(data), name, Options{}.withDefaults())
	if err != nil {
		return nil, err
	}
	return merged(readBinarySTL(newInput(s)))
}

// ReadASCIISTL returns the mesh of an ASCII STL file: one or more solids, of any name. Words may be
// in either case and on any line; only the name of a solid ends with its line. Normals are ignored
// as in ReadBinarySTL, but three words have to be there.
//
// The error is an *Error: a word that is not the one expected, a coordinate that is no finite
// decimal number, an end before "endsolid", or no triangle at all.
func ReadASCIISTL(data []byte, name string) (*Mesh, error) {
	s, err := newSource(bytes.NewReader(data), name, Options{}.withDefaults())
	if err != nil {
		return nil, err
	}
	return merged(readASCIISTL(newInput(s)))
}

// merged returns the mesh of a reader.
func merged(f *flat, err error) (*Mesh, error) {
	if err != nil {
		return nil, err
	}
	return &f.mesh, nil
}

// readSTL reads either kind of STL: binary if the size fits, or if it cannot be text.
func readSTL(s *source) (*Model, error) {
	in := newInput(s)
	head := in.peek(1024)
	read := readBinarySTL
	if !isBinarySTL(head, s.size) && isText(head) && startsWithSolid(head) {
		read = readASCIISTL
	}
	f, err := read(in)
	return s.modelOf(f, err)
}

func readBinarySTL(in *input) (*flat, error) {
	head := in.records(stlHeader, 1)
	if head == nil {
		return nil, in.failAt(0, 0, "neither text nor binary STL, which has at least %d bytes; there are %d", stlHeader,
			len(in.buf))
	}
	n, size := int64(binary.LittleEndian.Uint32(head[80:])), stlSize(head)
	wrong := func(have int64) error {
		return in.failAt(0, 80, "binary STL of %d triangles has %d bytes; there are %d", n, size, have)
	}
	switch {
	case in.size >= 0 && in.size != size:
		return nil, wrong(in.size)
	case n == 0:
		return nil, in.failAt(0, 80, "no triangles")
	case n > int64(in.opt.MaxTriangles):
		return nil, coded(ErrTooLarge, in.failAt(0, 80, "%d triangles; at most %d are allowed", n, in.opt.MaxTriangles))
	}
	room, _ := in.capacity(n, stlTriangle)
	b := newBuilder(room)
	for left := n; left > 0; {
		at := in.offset()
		block := in.records(stlTriangle, left)
		if block == nil {
			return nil, wrong(in.base + int64(len(in.buf)))
		}
		left -= int64(len(block) / stlTriangle)
		if bad := b.addBinary(block); bad >= 0 {
			at += int64(bad)
			return nil, in.failAt(0, at, "corner %d of triangle %d is not finite", (at-stlHeader)%stlTriangle/12-1,
				(at-stlHeader)/stlTriangle)
		}
		if len(b.mesh.Points) > in.opt.MaxPoints {
			return nil, in.tooMany(in.opt.MaxPoints, "points")
		}
	}
	if len(in.peek(1)) > 0 {
		return nil, in.failAt(0, 80, "binary STL of %d triangles has %d bytes; there are more", n, size)
	}
	if in.err != nil {
		return nil, in.err
	}
	return &flat{mesh: b.mesh}, nil
}

// addBinary appends the triangles of a block of records, and returns the offset in it of a corner
// that is not finite, -1 for none.
func (b *builder) addBinary(block []byte) int {
	for at := 0; at < len(block); at += stlTriangle {
		r := block[at : at+stlTriangle : at+stlTriangle]
		var t [3]int32
		for k := range t {
			c := r[12*(k+1) : 12*(k+2)]
			p := d3.Vec{X: float32At(c, 0), Y: float32At(c, 4), Z: float32At(c, 8)}
			if !finite(p) {
				return at + 12*(k+1)
			}
			t[k] = b.point(p)
		}
		b.mesh.Triangles = append(b.mesh.Triangles, t)
	}
	return -1
}

// float32At returns the little-endian single-precision number at offset i; -0 becomes 0.
func float32At(data []byte, i int) float64 {
	return float64(math.Float32frombits(binary.LittleEndian.Uint32(data[i:]))) + 0
}

func readASCIISTL(in *input) (*flat, error) {
	w := newWords(in)
	b := newBuilder(0)
	f := &flat{}
	for w.any() {
		if err := w.is("solid"); err != nil {
			return nil, err
		}
		name, err := w.restOfLine(false)
		if err != nil {
			return nil, err
		}
		f.runs = append(f.runs, run{len(b.mesh.Triangles), runKey{name, len(f.runs)}})
		if err := w.solid(b); err != nil {
			return nil, err
		}
		w.skipLine()
	}
	if in.err != nil {
		return nil, in.err
	}
	if len(b.mesh.Triangles) == 0 {
		return nil, w.fail("no triangles")
	}
	f.mesh = b.mesh
	return f, nil
}

// solid reads what follows the line of "solid", up to the word "endsolid".
func (w *words) solid(b *builder) error {
	for {
		w.any()
		if equalFold(w.word, "endsolid") {
			return nil
		}
		if err := w.is("facet"); err != nil {
			return err
		}
		if err := w.facet(b); err != nil {
			return err
		}
		if len(b.mesh.Triangles) > w.opt.MaxTriangles {
			return w.tooMany(w.opt.MaxTriangles, "triangles")
		}
		if len(b.mesh.Points) > w.opt.MaxPoints {
			return w.tooMany(w.opt.MaxPoints, "points")
		}
	}
}

// facet reads what follows the word "facet", up to the word "endfacet".
func (w *words) facet(b *builder) error {
	if err := w.expect("normal"); err != nil {
		return err
	}
	for range 3 {
		if !w.any() {
			return w.fail("file ends inside a normal")
		}
	}
	if err := w.expect("outer", "loop"); err != nil {
		return err
	}
	var t [3]int32
	for k := range t {
		if err := w.expect("vertex"); err != nil {
			return err
		}
		var p d3.Vec
		for _, x := range []*float64{&p.X, &p.Y, &p.Z} {
			var err error
			if !w.any() {
				return w.fail("file ends inside a vertex")
			}
			if *x, err = w.number(); err != nil {
				return err
			}
		}
		t[k] = b.point(p)
	}
	b.mesh.Triangles = append(b.mesh.Triangles, t)
	return w.expect("endloop", "endfacet")
}

// builder collects triangles over merged points: a hash table of open addresses finds a point
// again. The seed is drawn anew, so that no file can be made whose points all fall on one place;
// the result does not depend on it.
type builder struct {
	mesh  Mesh
	want  int      // triangles that will come, 0 where that is not known
	slots []uint32 // index of a point plus 1 in the lower bits, 0 for none; bits of its hash above, which spare compares
	low   int      // how many bits are lower ones
	seed  [3]uint64
}

// newBuilder returns a builder with room for n triangles, and for the points of a closed surface of
// that many: half as many.
func newBuilder(n int) *builder {
	b := &builder{want: n, seed: [3]uint64{rand.Uint64() | 1, rand.Uint64() | 1, rand.Uint64() | 1}}
	b.mesh.Triangles = make([][3]int32, 0, n)
	b.grow(n/2 + 64)
	return b
}

// hash returns the first slot for p, and the upper bits of the slot.
func (b *builder) hash(p d3.Vec) (slot int, tag uint32) {
	h1, l1 := bits.Mul64(math.Float64bits(p.X)^b.seed[0], b.seed[1])
	h2, l2 := bits.Mul64(math.Float64bits(p.Y)^b.seed[1]^h1, b.seed[2])
	h3, l3 := bits.Mul64(math.Float64bits(p.Z)^b.seed[2]^h2^l1, b.seed[0])
	h := h3 ^ l3 ^ l2
	i, _ := bits.Mul64(h, uint64(len(b.slots)))
	return int(i), uint32(h) << b.low
}

// point returns the index of p, which is added if it is new.
func (b *builder) point(p d3.Vec) int32 {
	i, tag := b.hash(p)
	mask := uint32(1)<<b.low - 1
	for s := b.slots[i]; s != 0; s = b.slots[i] {
		if s&^mask == tag {
			if k := s&mask - 1; b.mesh.Points[k] == p {
				return int32(k)
			}
		}
		if i++; i == len(b.slots) {
			i = 0
		}
	}
	b.mesh.Points = append(b.mesh.Points, p)
	n := len(b.mesh.Points)
	b.slots[i] = tag | uint32(n)
	if n == cap(b.mesh.Points) {
		b.grow(b.forecast())
	}
	return int32(n - 1)
}

// forecast returns for how many points to make room when it is used up: as many as there will be if
// the rest of the triangles is like those so far, at least a quarter more.
func (b *builder) forecast() int {
	n, done := len(b.mesh.Points), len(b.mesh.Triangles)+1
	more := n + n/4 + 64
	if b.want == 0 {
		return 2 * n
	}
	return max(more, min(3*b.want+1, int(float64(n)*float64(b.want)/float64(done)*1.02)))
}

// grow makes room for n points, in a table at most half full.
func (b *builder) grow(n int) {
	points := make([]d3.Vec, len(b.mesh.Points), n)
	copy(points, b.mesh.Points)
	b.mesh.Points = points
	b.slots = make([]uint32, 2*n)
	b.low = bits.Len(uint(n))
	for k, p := range points {
		i, tag := b.hash(p)
		for b.slots[i] != 0 {
			if i++; i == len(b.slots) {
				i = 0
			}
		}
		b.slots[i] = tag | uint32(k+1)
	}
}
