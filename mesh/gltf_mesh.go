package mesh

import (
	"encoding/binary"
	"fmt"
	"io"
	"math"

	"github.com/collide-go/collide/d3"
)

// The types of the numbers of an accessor.
const (
	gltfInt8    = 5120
	gltfUint8   = 5121
	gltfInt16   = 5122
	gltfUint16  = 5123
	gltfUint32  = 5125
	gltfFloat32 = 5126
)

// componentSize returns how many bytes a number has, 0 for no type.
func componentSize(component int32) int64 {
	switch component {
	case gltfInt8, gltfUint8:
		return 1
	case gltfInt16, gltfUint16:
		return 2
	case gltfUint32, gltfFloat32:
		return 4
	}
	return 0
}

// span is where the elements of an accessor lie: each of size bytes, stride apart.
type span struct {
	buffer       *gltfBuffer
	offset       int64
	count        int64
	size, stride int64
}

// span returns where accessor i lies, after checks that the view holds it and the buffer the view.
// width is the number of numbers an element has to have.
func (g *gltfFile) span(i int32, width int8) (s span, ok bool) {
	j := g.j
	if int(i) >= len(g.accessors) {
		j.failAt(0, "accessor %d, but there are %d", i, len(g.accessors))
		return s, false
	}
	a := &g.accessors[i]
	bad := func(format string, args ...any) (span, bool) {
		j.failAt(a.pos, "accessors[%d]: %s", i, fmt.Sprintf(format, args...))
		return span{}, false
	}
	number := componentSize(a.component)
	switch {
	case a.sparse:
		j.code(ErrUnsupported, a.pos, "accessors[%d]: sparse accessors are not read; write the file with dense ones", i)
		return s, false
	case a.view < 0:
		j.code(ErrUnsupported, a.pos, "accessors[%d]: no bufferView, so that all numbers are 0", i)
		return s, false
	case int(a.view) >= len(g.views):
		return bad("view %d, but there are %d", a.view, len(g.views))
	case a.width != width || number == 0:
		return bad("this type of elements or numbers does not belong here")
	}
	v := &g.views[a.view]
	if int(v.buffer) >= len(g.buffers) {
		j.failAt(v.pos, "bufferViews[%d]: buffer %d, but there are %d", a.view, v.buffer, len(g.buffers))
		return s, false
	}
	b := &g.buffers[v.buffer]
	if v.offset > b.length || v.length > b.length-v.offset {
		j.failAt(v.pos, "bufferViews[%d]: bytes %d to %d of a buffer of %d", a.view, v.offset, v.offset+v.length, b.length)
		return s, false
	}
	s = span{buffer: b, offset: v.offset + a.offset, count: a.count, size: number * int64(width)}
	s.stride = s.size
	if width > 1 {
		s.stride = (s.size + 3) / 4 * 4 // elements of vertices begin at multiples of 4
		if v.stride > 0 {
			s.stride = int64(v.stride)
		} else if s.size != s.stride {
			return bad("vertices of %d bytes need a byteStride", s.size)
		}
	}
	switch {
	case s.offset%number != 0 || width > 1 && s.offset%4 != 0:
		return bad("an offset that is no multiple of the size of its numbers, or of 4")
	case s.stride < s.size:
		return bad("elements of %d bytes, %d bytes apart", s.size, s.stride)
	case a.offset > v.length || a.count-1 > (v.length-a.offset-s.size)/s.stride || v.length-a.offset < s.size:
		return bad("%d elements of %d bytes do not fit into a view of %d bytes", a.count, s.stride, v.length)
	}
	return s, g.spend(a, i, s)
}

// spend counts the bytes of an accessor that will be decoded. Elements may lie between each other,
// but a file that has the same bytes decoded again and again wants more memory than it has bytes.
func (g *gltfFile) spend(a *gltfAccessor, i int32, s span) bool {
	const often, free = 4, 1 << 16
	total := int64(0)
	for k := range g.buffers {
		total += g.buffers[k].length
	}
	if g.decoded += s.count * s.size; g.decoded > often*total+free {
		g.j.code(ErrTooLarge, a.pos, "accessors[%d]: accessors have the same bytes decoded more than %d times", i, often)
		return false
	}
	return true
}

// each calls f with the bytes of all elements, in order and some at a time; first is the number of
// the first one. f returns the number of an element that is wrong, or -1, and why.
func (g *gltfFile) each(s span, f func(block []byte, first int64) (int64, string)) bool {
	most := bufferSize / s.stride
	for first := int64(0); first < s.count; first += most {
		n := min(most, s.count-first)
		block := g.block[:(n-1)*s.stride+s.size]
		at := s.offset + first*s.stride
		if k, err := s.buffer.at.ReadAt(block, at); k < len(block) {
			if err == nil || err == io.EOF {
				err = &Error{Name: s.buffer.name, Offset: s.buffer.base + at + int64(k), Message: "the file has become shorter"}
			}
			g.j.err = err
			return false
		}
		if bad, why := f(block, first); bad >= 0 {
			g.j.err = &Error{
				Name: s.buffer.name, Offset: s.buffer.base + s.offset + bad*s.stride,
				Message: fmt.Sprintf("element %d %s", bad, why),
			}
			return false
		}
	}
	return true
}

// makeMesh returns the mesh of number i: the triangles of its primitives over the points of their
// accessors, each accessor once.
func (g *gltfFile) makeMesh(i int32) (*Mesh, error) {
	m := &g.meshes[i]
	key := m.key()
	if made := g.made[key]; made != nil {
		return made, nil
	}
	first := map[int32]int64{} // point of each accessor
	var points, triangles int64
	var order []int32
	for k := range m.primitives {
		p := &m.primitives[k]
		if p.mode < 4 {
			continue
		}
		n, ok := g.count(p.position)
		if !ok {
			return nil, g.j.err
		}
		if _, seen := first[p.position]; !seen {
			first[p.position] = points
			order = append(order, p.position)
			points += n
		}
		if p.indices >= 0 {
			if n, ok = g.count(p.indices); !ok {
				return nil, g.j.err
			}
		}
		if p.mode == 4 && n%3 != 0 || p.mode > 4 && n < 3 {
			g.j.failAt(p.pos, "meshes[%d].primitives[%d]: %d corners make no triangles", i, k, n)
			return nil, g.j.err
		}
		if p.mode == 4 {
			n = n/3 + 2
		}
		triangles += n - 2
	}
	if points > int64(g.opt.MaxPoints-g.points) || triangles > int64(g.opt.MaxTriangles) {
		g.j.code(ErrTooLarge, m.pos, "meshes[%d]: %d points and %d triangles; at most %d and %d are allowed in all", i,
			points, triangles, g.opt.MaxPoints, g.opt.MaxTriangles)
		return nil, g.j.err
	}
	made := &Mesh{Points: g.makePoints(order, points)}
	if g.j.err == nil {
		g.makeTriangles(made, m, first, triangles)
	}
	if g.j.err != nil {
		return nil, g.j.err
	}
	g.made[key] = made
	return made, nil
}

// key returns a text that two meshes share if they have the same triangles.
func (m *gltfMesh) key() string {
	var key []byte
	for k := range m.primitives {
		if p := &m.primitives[k]; p.mode >= 4 {
			key = fmt.Appendf(key, "%d %d %d %d,", p.mode, p.position, p.indices, p.material)
		}
	}
	return string(key)
}

// count returns how many elements accessor i has, which its bytes confirm.
func (g *gltfFile) count(i int32) (int64, bool) {
	if int(i) >= len(g.accessors) {
		g.j.failAt(0, "accessor %d, but there are %d", i, len(g.accessors))
		return 0, false
	}
	return g.accessors[i].count, true
}

// makePoints returns n points, those of the accessors one behind the other. Meshes of one accessor
// share them.
func (g *gltfFile) makePoints(order []int32, n int64) []d3.Vec {
	if len(order) == 1 {
		if list, ok := g.cache[order[0]]; ok {
			return list
		}
	}
	spans := make([]span, len(order))
	for k, i := range order {
		var ok bool
		if spans[k], ok = g.positions(i); !ok {
			return nil
		}
	}
	g.points += int(n)
	points := make([]d3.Vec, 0, n)
	for k, i := range order {
		a := &g.accessors[i]
		if !g.each(spans[k], func(block []byte, first int64) (int64, string) {
			for at := int64(0); at < int64(len(block)); at += spans[k].stride {
				p := vec3At(block[at:], a.component, a.normalized)
				if !finite(p) {
					return first + at/spans[k].stride, "is not finite"
				}
				points = append(points, p)
			}
			return -1, ""
		}) {
			return nil
		}
	}
	if len(order) == 1 {
		g.cache[order[0]] = points
	}
	return points
}

// positions returns where accessor i lies, which has to be one of positions.
func (g *gltfFile) positions(i int32) (span, bool) {
	s, ok := g.span(i, 3)
	if !ok {
		return s, false
	}
	a := &g.accessors[i]
	switch {
	case a.component == gltfFloat32 && !a.normalized:
	case a.component == gltfUint32 || a.component == gltfFloat32:
		g.j.failAt(a.pos, "accessors[%d]: positions of this type", i)
		return s, false
	case !g.quantized:
		g.j.failAt(a.pos, "accessors[%d]: positions that are whole numbers need KHR_mesh_quantization in extensionsUsed", i)
		return s, false
	}
	return s, true
}

// vec3At returns the three numbers at the beginning of b; -0 becomes 0. Normalised whole numbers
// stand for -1 to 1, or 0 to 1.
func vec3At(b []byte, component int32, normalized bool) d3.Vec {
	if component == gltfFloat32 {
		return d3.Vec{X: float32At(b, 0), Y: float32At(b, 4), Z: float32At(b, 8)}
	}
	var x [3]float64
	most := 1.0
	for k := range x {
		switch component {
		case gltfInt8:
			x[k], most = float64(int8(b[k])), math.MaxInt8
		case gltfUint8:
			x[k], most = float64(b[k]), math.MaxUint8
		case gltfInt16:
			x[k], most = float64(int16(binary.LittleEndian.Uint16(b[2*k:]))), math.MaxInt16
		case gltfUint16:
			x[k], most = float64(binary.LittleEndian.Uint16(b[2*k:])), math.MaxUint16
		}
		if normalized {
			x[k] = max(x[k]/most, -1)
		}
	}
	return d3.Vec{X: x[0], Y: x[1], Z: x[2]}
}

// makeTriangles sets the n triangles of a mesh, whose points of each accessor begin at first, and
// their materials.
func (g *gltfFile) makeTriangles(made *Mesh, m *gltfMesh, first map[int32]int64, n int64) {
	type job struct {
		corners
		p *gltfPrimitive
		s span
	}
	var jobs []job
	painted := false
	for k := range m.primitives { // all are checked before memory is taken
		p := &m.primitives[k]
		if p.mode < 4 {
			continue
		}
		x := job{p: p, corners: corners{mode: p.mode, first: first[p.position], points: g.accessors[p.position].count}}
		if p.indices >= 0 {
			var ok bool
			if x.s, ok = g.span(p.indices, 1); !ok {
				return
			}
			if a := &g.accessors[p.indices]; a.normalized || a.component != gltfUint8 && a.component != gltfUint16 &&
				a.component != gltfUint32 {
				g.j.failAt(a.pos, "accessors[%d]: indices of this type", p.indices)
				return
			}
		}
		if int(p.material) >= len(g.materials) {
			g.j.failAt(p.pos, "material %d, but there are %d", p.material, len(g.materials))
			return
		}
		painted = painted || p.material >= 0
		jobs = append(jobs, x)
	}
	made.Triangles = make([][3]int32, 0, n)
	if painted {
		made.Materials = make([]int32, 0, n)
	}
	for _, x := range jobs {
		x.triangles = made.Triangles
		if x.p.indices < 0 {
			for i := range x.points {
				x.add(i)
			}
		} else if !g.each(x.s, x.indexed(x.s.size)) {
			return
		}
		made.Triangles = x.triangles
		made.mark(x.p.material)
	}
}

// corners makes triangles of a row of corners.
type corners struct {
	triangles [][3]int32
	t         [3]int32
	n         int // corners so far
	mode      uint8
	first     int64 // added to each index
	points    int64 // each index is below
}

// indexed returns a function that adds the indices of a block, each of size bytes.
func (c *corners) indexed(size int64) func(block []byte, first int64) (int64, string) {
	return func(block []byte, first int64) (int64, string) {
		for k := int64(0); k < int64(len(block)); k += size {
			var i int64
			switch size {
			case 1:
				i = int64(block[k])
			case 2:
				i = int64(binary.LittleEndian.Uint16(block[k:]))
			default:
				i = int64(binary.LittleEndian.Uint32(block[k:]))
			}
			if i >= c.points {
				return first + k/size, fmt.Sprintf("is index %d; the %d points count from 0", i, c.points)
			}
			c.add(i)
		}
		return -1, ""
	}
}

// add adds a corner: of a list of triangles, a strip, or a fan.
func (c *corners) add(i int64) {
	k := int32(c.first + i)
	switch {
	case c.mode == 4:
		c.t[c.n%3] = k
		if c.n%3 == 2 {
			c.triangles = append(c.triangles, c.t)
		}
	case c.n < 2:
		c.t[c.n] = k
	case c.mode == 5 && c.n%2 == 1: // every second triangle of a strip runs the other way round
		c.triangles = append(c.triangles, [3]int32{c.t[1], c.t[0], k})
		c.t[0], c.t[1] = c.t[1], k
	case c.mode == 5:
		c.triangles = append(c.triangles, [3]int32{c.t[0], c.t[1], k})
		c.t[0], c.t[1] = c.t[1], k
	default:
		c.triangles = append(c.triangles, [3]int32{c.t[0], c.t[1], k})
		c.t[1] = k
	}
	c.n++
}
