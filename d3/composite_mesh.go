package d3

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/exact"
)

// MeshOptions are what NewMesh may be told besides the triangles.
type MeshOptions struct {
	Solid     bool    // the body is all that the triangles enclose, and not only they
	Materials []int32 // a number of the caller's for each triangle; nil for none
}

// Mesh is a set of triangles: a surface, or a solid with such a boundary. Make it with NewMesh. It
// does not change, so that any number of Objects may share it. Place gives an Object, and every
// query takes that.
//
// Answers name triangles by their place in the slice that was given, such as Contact.TriangleA. Two
// bodies are apart if no triangle of one meets a triangle of the other, and then their distance is
// the least of all pairs. Surfaces overlap where two of their triangles do as flat convex bodies,
// and else touch where two meet: triangles that cross overlap, those with an edge or a corner on
// each other, or in one plane, touch. Contact.Lower is then -math.MaxFloat64, as of bodies that no
// translation is known to separate, and Upper what one pair of triangles tells: the deepest, or of
// Distance of two bodies of triangles the first that is found to overlap.
type Mesh struct {
	union
	table     *triMesh
	gone      []goneTriangle
	materials []int32
	solidBody bool
}

// goneTriangle is a triangle with two equal corners, which is no part of the body.
type goneTriangle struct {
	id int32
	v  [3]int32 // its vertices
}

// NewMesh returns the body of the triangles, each three numbers of vertices, in the frame and the
// unit of these. The slices are not kept.
//
// Vertices with equal coordinates are one. Triangles with two equal corners are dropped; the others
// keep their numbers. A triangle may be as thin as a segment. The front of a triangle is where its
// corners go round counter-clockwise. A solid has the fronts outside: it is all points about which
// the triangles wind once or more.
//
// Errors: collide.ErrNotFinite and collide.ErrOutOfRange for a coordinate, with a Path such as
// "vertices[3].x" and Index 3; collide.ErrOutOfRange also for a triangle whose extent is below
// collide.MinSize; collide.ErrBadMesh for a number of a triangle that no vertex has, for no
// triangles, and where there are materials but not one for each; of a solid collide.ErrNotClosed,
// where an edge is passed more often one way than the other, and collide.ErrInsideOut, where the
// triangles wind once or more about no point; collide.ErrTooLarge for more vertices or triangles
// than numbers of 32 bits count.
//
// Cost: n log n, a few us a triangle; 63 bytes a triangle beside the vertices (BenchmarkNewMesh),
// and some 26 more from the first query about a point or a small body on.
func NewMesh(vertices []Vec, triangles [][3]int, opt MeshOptions) (*Mesh, error) {
	t, err := newTriMesh(vertices, triangles)
	if err != nil {
		return nil, err
	}
	if len(opt.Materials) != 0 && len(opt.Materials) != len(triangles) {
		return nil, &collide.Error{
			Code: collide.ErrBadMesh, Path: "materials", Index: -1, Value: float64(len(opt.Materials)),
		}
	}
	if opt.Solid {
		if err := cmp.Or(t.closed(), t.insideOut()); err != nil {
			return nil, err
		}
	}
	m := &Mesh{table: t, materials: slices.Clone(opt.Materials), solidBody: opt.Solid}
	for i, f := range triangles {
		c := [3]int32{t.at[f[0]], t.at[f[1]], t.at[f[2]]}
		if c[0] == c[1] || c[1] == c[2] || c[2] == c[0] {
			m.gone = append(m.gone, goneTriangle{int32(i), c})
		}
	}
	leaves := &meshLeaves{triMesh: t}
	if err := leaves.check(); err != nil {
		return nil, err
	}
	m.from, m.facets, m.shell, m.open = leaves, leaves, true, !opt.Solid
	m.build()
	t.lay(m.tree.Items())
	return m, nil
}

// Margin returns 0: a mesh is not grown.
func (m *Mesh) Margin() float64 { return 0 }

// Len returns the number of triangles as given, dropped ones counted; 0 of the zero Mesh.
func (m *Mesh) Len() int {
	if m.table == nil {
		return 0
	}
	return len(m.table.tris) + len(m.gone)
}

// Solid reports whether the body is all that the triangles enclose.
func (m *Mesh) Solid() bool { return m.solidBody }

// Material returns the number that was given for triangle i; 0 where none was.
func (m *Mesh) Material(i int) int32 {
	material, _ := m.painted(i)
	return material
}

// Materials returns the numbers that were given for the triangles, nil for none. The slice is the
// caller's.
func (m *Mesh) Materials() []int32 { return slices.Clone(m.materials) }

// painted returns the number that was given for triangle i, and whether one was.
func (m *Mesh) painted(i int) (material int32, ok bool) {
	if i < 0 || i >= len(m.materials) {
		return 0, false
	}
	return m.materials[i], true
}

// Vertices returns the vertices as they were given, with -0 as 0. The slice is the caller's.
func (m *Mesh) Vertices() []Vec {
	if m.table == nil {
		return nil
	}
	v := make([]Vec, len(m.table.at))
	for i, k := range m.table.at {
		v[i] = m.table.points[k]
	}
	return v
}

// Triangles returns the triangles in their order, dropped ones too, as numbers of Vertices: of
// vertices with equal coordinates that of the first. The slice is the caller's.
func (m *Mesh) Triangles() [][3]int {
	if m.table == nil {
		return nil
	}
	first := make([]int, len(m.table.points))
	for i, k := range slices.Backward(m.table.at) {
		first[k] = i
	}
	t := make([][3]int, m.Len())
	put := func(id int32, c [3]int32) { t[id] = [3]int{first[c[0]], first[c[1]], first[c[2]]} }
	for i := range int32(len(m.table.tris)) {
		put(m.table.id(i), *m.table.tri(i))
	}
	for _, g := range m.gone {
		put(g.id, g.v)
	}
	return t
}

// Scaled returns the mesh with all coordinates times those of scale. Where that mirrors it, corners
// 1 and 2 of each triangle are exchanged, so that fronts stay fronts.
//
// Errors are those of NewMesh, collide.ErrNotFinite and collide.ErrOutOfRange for scale, of which
// no coordinate may be 0, and collide.ErrNilShape for a Mesh that no constructor made.
//
// Cost: linear; the numbers of the triangles, the materials and half of the tree are shared.
func (m *Mesh) Scaled(scale Vec) (*Mesh, error) {
	if m.table == nil {
		return nil, nilShape("")
	}
	if err := checkVec("scale", scale); err != nil {
		return nil, err
	}
	if scale.X == 0 || scale.Y == 0 || scale.Z == 0 {
		return nil, &collide.Error{Code: collide.ErrOutOfRange, Path: "scale", Index: -1, Value: 0}
	}
	mirrored := (scale.X < 0) != (scale.Y < 0) != (scale.Z < 0)
	if s, ok := m.instance(scale, mirrored); ok {
		return s, nil
	}
	v, t := m.Vertices(), m.Triangles()
	for i, p := range v {
		v[i] = p.times(scale)
	}
	if mirrored {
		for i := range t {
			t[i][1], t[i][2] = t[i][2], t[i][1]
		}
	}
	return NewMesh(v, t, MeshOptions{Solid: m.solidBody, Materials: m.materials})
}

// times returns the products of the coordinates.
func (v Vec) times(w Vec) Vec { return Vec{float64(v.X * w.X), float64(v.Y * w.Y), float64(v.Z * w.Z)} }

// instance returns the mesh scaled. It shares with m what a scale leaves alone: which vertices are
// one, what hangs together, the cuts of the tree, materials; triangles too where it does not
// mirror. ok is false where rounding makes two vertices one, and where NewMesh has an error.
func (m *Mesh) instance(scale Vec, mirrored bool) (s *Mesh, ok bool) {
	o := m.table
	t := &triMesh{at: o.at, tris: o.tris, place: o.place, ids: o.ids, first: o.first, open: o.open}
	points := make([]Vec, len(m.table.points))
	for i, p := range m.table.points {
		points[i] = p.times(scale)
	}
	var w triMesh
	if err := w.weld(points); err != nil || len(w.points) != len(points) {
		return nil, false
	}
	t.points = slices.Clip(w.points)
	s = &Mesh{table: t, gone: m.gone, materials: m.materials, solidBody: m.solidBody}
	if mirrored {
		s.turn()
	}
	t.enclose()
	leaves := &meshLeaves{triMesh: t}
	if m.solidBody && t.insideOut() != nil || leaves.check() != nil {
		return nil, false
	}
	s.from, s.facets, s.shell, s.open = leaves, leaves, true, !m.solidBody
	s.refit(&m.union)
	return s, true
}

// turn turns the triangles round, in slices of their own. Edge k of a triangle becomes edge 2-k.
func (m *Mesh) turn() {
	t := m.table
	t.tris = slices.Clone(t.tris)
	for i, f := range t.tris {
		t.tris[i] = [3]int32{f[0], f[2], f[1]}
	}
	m.gone = slices.Clone(m.gone)
	for i, g := range m.gone {
		m.gone[i].v = [3]int32{g.v[0], g.v[2], g.v[1]}
	}
	if t.open >= 0 {
		t.open += 2 - 2*(t.open%3)
	}
}

// meshLeaves makes the leaves of a mesh.
type meshLeaves struct {
	*triMesh
	thin []int32 // the triangles with corners on one line, ascending
}

// check finds the thin triangles, and returns an error for the first that is too small.
func (m *meshLeaves) check() error {
	scaled := scaleToUnit(m.points)
	for i := range m.tris {
		if e := largest(m.box(int32(i)).Size()); !(e >= collide.MinSize) {
			id := m.number(int32(i), Vec{})
			return &collide.Error{
				Code: collide.ErrOutOfRange, Path: fmt.Sprintf("triangles[%d]", id), Index: id, Value: e,
			}
		}
		f := m.tri(int32(i))
		if exact.Collinear3D(array(scaled[f[0]]), array(scaled[f[1]]), array(scaled[f[2]])) {
			m.thin = append(m.thin, int32(i))
		}
	}
	return nil
}

func (m *meshLeaves) len() int32 { return int32(len(m.tris)) }

func (m *meshLeaves) number(i int32, _ Vec) int { return int(m.id(i)) }

func (m *meshLeaves) leaf(i int32, s *slot) {
	var f facet
	m.facet(i, &f)
	s.put(&f.p, f.n)
}

func (m *meshLeaves) vertices(i int32) (a, b, c Vec) { return m.triMesh.corners(i) }

func (m *meshLeaves) facet(i int32, f *facet) {
	f.n, f.at = 3, *m.tri(i)
	f.p[0], f.p[1], f.p[2] = m.triMesh.corners(i)
	if len(m.thin) > 0 {
		if _, thin := slices.BinarySearch(m.thin, i); thin {
			f.ends()
		}
	}
}

// ends leaves the two ends of a segment, of three points on it.
func (f *facet) ends() {
	for _, k := range [3]int{1, 2, 1} { // in lexicographic order
		if lexLess(f.p[k], f.p[k-1]) {
			f.p[k-1], f.p[k], f.at[k-1], f.at[k] = f.p[k], f.p[k-1], f.at[k], f.at[k-1]
		}
	}
	f.n, f.p[1], f.at[1] = 2, f.p[2], f.at[2]
}

func (m *meshLeaves) box(i int32) AABB {
	return triangleBox(m.triMesh.corners(i))
}

func (m *meshLeaves) along(i int32, n Vec) float64 {
	a, b, c := m.triMesh.corners(i)
	return max(n.Dot(a), n.Dot(b), n.Dot(c))
}

func (m *meshLeaves) corners() []Vec {
	points := make([]Vec, 0, len(m.points))
	used := make([]bool, len(m.points))
	for i := range m.tris {
		for _, k := range m.tri(int32(i)) {
			if !used[k] {
				used[k] = true
				points = append(points, m.points[k])
			}
		}
	}
	return points
}
