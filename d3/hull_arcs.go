package d3

import "math"

// arcTable is what a solid hull knows of its support values without a search, roughly and in little
// memory: the planes of its faces, in the order of axisTable, the faces beside its edges, some of
// its vertices, and a ball inside it. It is in the caller's unit and about the hull's centre. No
// faces mean that there is none: normals are too uncertain, or faces too many.
type arcTable struct {
	faces []arcFace
	edges []arcEdge
	far   [8]uint8 // the vertices farthest along the middles of the octants
	ball  float64  // a ball of this radius about the centre lies in the hull; -radius where none does
}

// arcFace is a face: its outward normal, and its plane's distance from the centre over the hull's
// radius, each within 2^-24 of it.
type arcFace struct{ x, y, z, off float32 }

// arcEdge is an edge between the faces l and r. No point of the segment between their normals is
// nearer to zero than wide/256.
type arcEdge struct{ l, r, wide uint8 }

const (
	// arcMost is the number of faces up to which a hull has an arcTable: beyond, EPA is faster.
	arcMost = 128
	// arcRough, relative to the reach, is what support values from planes in single precision are
	// off, where they are divided by at least a half.
	arcRough = 0x1p-22
)

// octant returns the number of the octant in which d lies.
func octant(d Vec) int {
	x, y, z := math.Float64bits(d.X)>>63, math.Float64bits(d.Y)>>63, math.Float64bits(d.Z)>>63
	return int(x | y<<1 | z<<2)
}

// fill sets t to the table of a solid hull h with the features s. beside lists the triangles beside
// the edges of s, and onto the face of each triangle.
func (t *arcTable) fill(h *Hull, s *axisTable, beside [][2]int32, onto []int32) {
	if s.rough || len(s.faces) > arcMost || len(h.local) > math.MaxUint8 {
		return
	}
	t.faces, t.edges = make([]arcFace, len(s.faces)), make([]arcEdge, len(s.edges))
	t.ball = math.Inf(1)
	for i := range s.faces {
		f := &s.faces[i]
		off := f.n.Dot(h.local[f.v])
		t.faces[i] = arcFace{float32(f.n.X), float32(f.n.Y), float32(f.n.Z), float32(off / h.radius)}
		t.ball = min(t.ball, off)
	}
	if t.ball -= float64(arcBall * unit * h.radius); !(t.ball > 0) {
		t.ball = -h.radius
	}
	for i, b := range beside {
		l, r := onto[b[0]], onto[b[1]]
		cos := s.faces[l].n.Dot(s.faces[r].n)
		t.edges[i] = arcEdge{uint8(l), uint8(r), uint8(255 * math.Sqrt(max(0, min((1+cos)/2, 1))))}
	}
	for k := range t.far {
		d := Vec{1 - float64(k&1*2), 1 - float64(k>>1&1*2), 1 - float64(k>>2&1*2)}
		t.far[k] = uint8(h.support(d, -1))
	}
}
