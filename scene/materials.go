package scene

import (
	"strconv"

	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/d3"
)

// Materials are the numbers that were given for the triangles, edges or cells that an answer is
// about; -1 for other bodies, and for none.
type Materials struct {
	HasMaterials         bool // those of one of the bodies have such numbers
	MaterialA, MaterialB int32
}

// materialsOf returns those of a part and a triangle of a, and of b, which may be nil.
func materialsOf(a *Body, partA, triangleA int, b *Body, partB, triangleB int) Materials {
	m := Materials{MaterialA: -1, MaterialB: -1}
	if k, ok := a.placed().material(partA, triangleA); ok {
		m.MaterialA, m.HasMaterials = k, true
	}
	if b == nil {
		return m
	}
	if k, ok := b.placed().material(partB, triangleB); ok {
		m.MaterialB, m.HasMaterials = k, true
	}
	return m
}

func (o *plane) material(part, triangle int) (int32, bool) {
	return (*d2.Object)(o).Material(part, triangle)
}

func (o *space) material(part, triangle int) (int32, bool) {
	return (*d3.Object)(o).Material(part, triangle)
}

// appendTo appends the entry of the materials of two bodies, nothing where there are none.
func (m *Materials) appendTo(dst []byte) []byte {
	if !m.HasMaterials {
		return dst
	}
	dst = appendPart(append(dst, `,"materials":[`...), int(m.MaterialA))
	return append(appendPart(append(dst, ','), int(m.MaterialB)), ']')
}

// appendMaterials appends the entry of the materials of a shape, nothing where there are none.
func appendMaterials(b []byte, list []int32) []byte {
	if len(list) == 0 {
		return b
	}
	b = append(b, ", materials: ["...)
	for i, m := range list {
		if i > 0 {
			b = append(b, ", "...)
		}
		b = strconv.AppendInt(b, int64(m), 10)
	}
	return append(b, ']')
}
