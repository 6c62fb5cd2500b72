package solid

import "github.com/collide-go/collide/d3"

// Mesh is the surface of a shape as triangles.
type Mesh struct {
	Points []d3.Vec
	// one to a point: unit vectors, outward, or zero for the normal of the face; along an edge the
	// points are there for each side
	Normals []d3.Vec
	Faces   [][3]int // indices of points, counter-clockwise seen from outside
	// shapes without a surface: segments between points, and points as segments of no length
	Lines [][2]int
}

// MeshOf returns the surface of a placed shape, turned and placed as in the world, relative to the
// world point center. Curved parts are cut into facets that stray by about 1/500 of the shape's
// size. A half-space has no mesh, nor has a user's shape whose Support fails: the mesh is then
// empty.
//
// Cost: some thousand triangles at most, but for hulls, meshes and height fields, which keep their
// faces: 48 bytes a triangle of a solid, 72 of a surface, which is seen from both sides.
func MeshOf(o *d3.Object, center d3.Vec) *Mesh {
	m := localMesh(o.Shape())
	pose := o.Pose()
	at := pose.Pos.Sub(center)
	for i := range m.Points {
		m.Points[i] = pose.Rot.Apply(m.Points[i]).Add(at)
	}
	for i := range m.Normals {
		m.Normals[i] = pose.Rot.Apply(m.Normals[i])
	}
	return m
}

// localMesh returns the surface of a shape in its own frame.
func localMesh(s d3.Shape) *Mesh {
	if v, faces, both := facets(s); faces != nil {
		return surface(v, faces, both)
	}
	b := local3(s)
	switch s := core3(s).(type) {
	case d3.Sphere:
		return lathe([]ring{{}}, b.Margin)
	case d3.Capsule:
		return lathe([]ring{{z: s.Height / 2}, {z: -s.Height / 2}}, b.Margin)
	case d3.Cylinder:
		h := s.Height / 2
		return lathe([]ring{{z: h}, {s.Radius, h}, {s.Radius, -h}, {z: -h}}, b.Margin)
	case d3.Cone:
		h := s.Height / 2
		return lathe([]ring{{z: h}, {s.Radius, -h}, {z: -h}}, b.Margin)
	case d3.Ellipsoid:
		if s.Radii.X > 0 && s.Radii.Y > 0 && s.Radii.Z > 0 {
			return ellipsoid(s, b.Margin)
		}
	}
	return b.polyhedron(4).Mesh()
}

// Add adds the surface of another mesh.
func (m *Mesh) Add(n *Mesh) {
	first := len(m.Points)
	m.Points, m.Normals = append(m.Points, n.Points...), append(m.Normals, n.Normals...)
	for _, f := range n.Faces {
		m.Faces = append(m.Faces, [3]int{f[0] + first, f[1] + first, f[2] + first})
	}
	for _, l := range n.Lines {
		m.Lines = append(m.Lines, [2]int{l[0] + first, l[1] + first})
	}
}

// triangle adds a face with a normal at each corner, turned so that it is counter-clockwise seen
// from outside; none with two corners in one place.
func (m *Mesh) triangle(p, n [3]d3.Vec) {
	if p[0] == p[1] || p[1] == p[2] || p[2] == p[0] {
		return
	}
	if unitNormal(p[0], p[1], p[2]).Dot(n[0].Add(n[1]).Add(n[2])) < 0 {
		p[1], p[2], n[1], n[2] = p[2], p[1], n[2], n[1]
	}
	i := len(m.Points)
	m.Points = append(m.Points, p[0], p[1], p[2])
	m.Normals = append(m.Normals, n[0], n[1], n[2])
	m.Faces = append(m.Faces, [3]int{i, i + 1, i + 2})
}

// line adds a segment.
func (m *Mesh) line(p, q d3.Vec) {
	i := len(m.Points)
	m.Points = append(m.Points, p, q)
	m.Normals = append(m.Normals, d3.Vec{Z: 1}, d3.Vec{Z: 1})
	m.Lines = append(m.Lines, [2]int{i, i + 1})
}

// unitNormal returns the unit normal of a triangle, zero if its corners are on a line. The edges
// are scaled so that no product overflows or vanishes.
func unitNormal(a, b, c d3.Vec) d3.Vec {
	return Unit(Unit(b.Sub(a)).Cross(Unit(c.Sub(a))))
}
