package d3

import (
	"math"

	"github.com/collide-go/collide/internal/exact"
	"github.com/collide-go/collide/internal/num"
)

// axisFace is a face of a polytope: its outward normal, a unit vector, one of its vertices, and its
// number.
type axisFace struct {
	n     Vec
	v, id int32
}

// axisEdge is an edge of a polytope with the arc of directions that it supports: from n1 to n2,
// counter-clockwise about the unit vector dir along the edge. n1 and n2 are the normals of the
// faces beside it; of an edge of a flat body opposite to each other, the arc half a circle.
type axisEdge struct {
	dir, n1, n2 Vec
	v           int32
}

// axisTable holds the faces and edges of a polytope core in its own frame. A flat body has a face
// for each side, a segment two edges of half a circle each, a point nothing.
type axisTable struct {
	faces []axisFace
	edges []axisEdge
	inner float64 // a ball of this radius fits in, in the solvers' unit for boxes, in the caller's for hulls
	rough bool    // a normal is not good enough to prove anything
	arcs  arcTable
}

// fillSegment sets s to the edges of a segment along the unit vector dir.
func (s *axisTable) fillSegment(dir Vec) {
	n, _ := dir.across()
	s.edges = append(s.edges, axisEdge{dir, n, n.Neg(), 0}, axisEdge{dir, n.Neg(), n, 0})
}

// fillFlat sets s to the features of a flat hull: both sides of its largest triangle's plane, and
// the edges of its outline.
func (s *axisTable) fillFlat(h *Hull) {
	n, best := Vec{}, -1.0
	for _, f := range h.faces {
		if m, area, good := h.normal(f); area > best {
			n, best, s.rough = m, area, !good
		}
	}
	s.faces = append(s.faces, axisFace{n, h.faces[0][0], 0}, axisFace{n.Neg(), h.faces[0][0], 1})
	middle := Vec{}
	for _, p := range h.local {
		middle = middle.Add(p.Scale(1 / float64(len(h.local))))
	}
	for i := range h.points {
		for _, j := range h.adj[h.adjStart[i]:h.adjStart[i+1]] {
			if int(j) < i {
				continue
			}
			e := edgeDir(h, int32(i), j)
			// The arc from n to -n over the outer side turns about n x outward.
			out := h.local[i].Sub(middle).Dot(e.Cross(n))
			if out < 0 {
				e = e.Neg()
			}
			s.rough = s.rough || !(math.Abs(out) > 0x1p-40*h.radius)
			s.edges = append(s.edges, axisEdge{e, n, n.Neg(), int32(i)})
		}
	}
}

// normal returns the unit normal of the triangle f of h, twice its area in a unit of h's own, and
// whether the normal is within 6u. The points are taken as they are: differences, products and sums
// are double-doubles.
func (h *Hull) normal(f [3]int32) (n Vec, area float64, good bool) {
	k := num.PowerBelow(h.radius)
	a, b, c := h.points[f[0]], h.points[f[1]], h.points[f[2]]
	px, py, pz := num.TwoSum(b.X, -a.X).Scale(k), num.TwoSum(b.Y, -a.Y).Scale(k), num.TwoSum(b.Z, -a.Z).Scale(k)
	qx, qy, qz := num.TwoSum(c.X, -a.X).Scale(k), num.TwoSum(c.Y, -a.Y).Scale(k), num.TwoSum(c.Z, -a.Z).Scale(k)
	n = Vec{
		py.Mul(qz).Sub(pz.Mul(qy)).Hi, pz.Mul(qx).Sub(px.Mul(qz)).Hi, px.Mul(qy).Sub(py.Mul(qx)).Hi,
	}
	p, q := Vec{px.Hi, py.Hi, pz.Hi}.Len(), Vec{qx.Hi, qy.Hi, qz.Hi}.Len()
	area = n.Len()
	if !(area > 0x1p-40*float64(p*q)) {
		return Vec{1, 0, 0}, area, false
	}
	return n.Scale(1 / area), area, true
}

// fillSolid sets s to the features of a solid hull. Triangles of one face count once, and edges
// between them not at all. left is that of joiner.
func (s *axisTable) fillSolid(h *Hull, left []int32) {
	onto := make([]int32, len(h.faces)) // of each triangle: itself, or one in its plane with a lesser number
	var beside [][2]int32               // the triangles beside each edge
	for i, f := range h.faces {
		onto[i] = int32(i)
		n, _, good := h.normal(f)
		s.rough = s.rough || !good
		s.faces = append(s.faces, axisFace{n, f[0], int32(i)})
	}
	for u := range int32(len(h.points)) {
		for at := h.adjStart[u]; at < h.adjStart[u+1]; at++ {
			v := h.adj[at]
			if u > v {
				continue
			}
			if l, r := left[at], left[h.slot(v, u)]; s.onePlane(h, l, r) {
				onto[max(l, r)] = min(l, r)
			} else {
				beside = append(beside, [2]int32{l, r})
				s.edges = append(s.edges, axisEdge{edgeDir(h, u, v), s.faces[l].n, s.faces[r].n, u})
			}
		}
	}
	s.inside(h)
	kept := s.faces[:0]
	for i, f := range s.faces {
		if onto[i] != int32(i) {
			onto[i] = onto[onto[i]]
			continue
		}
		onto[i] = int32(len(kept))
		kept = append(kept, f)
	}
	s.faces = kept
	s.arcs.fill(h, s, beside, onto)
}

// onePlane reports whether two faces beside each other lie in one plane, exactly.
func (s *axisTable) onePlane(h *Hull, l, r int32) bool {
	if !(s.faces[l].n.Dot(s.faces[r].n) > 1-0x1p-30) {
		return false
	}
	f := h.faces[l]
	for _, v := range h.faces[r] {
		if exact.Orient3D(array(h.points[f[0]]), array(h.points[f[1]]), array(h.points[f[2]]), array(h.points[v])) != 0 {
			return false
		}
	}
	return true
}

// inside sets inner: how far the middle of the vertices lies inside all faces.
func (s *axisTable) inside(h *Hull) {
	middle := Vec{}
	k := 1 / float64(len(h.local))
	for _, p := range h.local {
		middle = middle.Add(p.Scale(k))
	}
	s.inner = math.Inf(1)
	for _, f := range s.faces {
		s.inner = min(s.inner, f.n.Dot(h.local[f.v].Sub(middle)))
	}
	s.inner -= float64(0x1p-40 * h.radius) // far more than it is off
}

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
	// arcMost is the number of faces up to which a hull has an arcTable: beyond, EPA is faster. At
	// least three edges end in a corner, so that no such hull has more than arcCorners.
	arcMost    = 128
	arcCorners = 2*arcMost - 4
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
	if s.rough || len(s.faces) > arcMost {
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
