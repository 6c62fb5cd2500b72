package scene

import (
	"slices"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/d3"
)

// encode returns the entries of the shape of a body and those of its pose. It reports whether the
// shape can be written.
func (b *Body) encode() (shape, pose []byte, ok bool) {
	if b.Dim == 2 {
		shape, ok = appendShape2(nil, b.O2.Shape())
		return shape, appendPose2(nil, b.O2.Pose()), ok
	}
	shape, ok = appendShape3(nil, b.O3.Shape())
	return shape, appendPose3(nil, b.O3.Pose()), ok
}

// openPart returns what stands before the shape of part i.
func openPart(i int) string {
	if i == 0 {
		return "{shape: {"
	}
	return ", {shape: {"
}

// appendPartEnd appends what stands after the shape of a part.
func appendPartEnd(b, pose []byte) []byte {
	if len(pose) == 0 {
		return append(b, "}}"...)
	}
	return append(append(append(b, "}, pose: {"...), pose...), "}}"...)
}

// appendShape3 appends the entries of a shape.
func appendShape3(b []byte, s d3.Shape) ([]byte, bool) {
	switch s := s.(type) {
	case d3.Sphere:
		return appendEntries(b, "sphere", "radius", s.Radius), true
	case d3.Box:
		return appendEntries(b, "box", "size", s.Size.X, s.Size.Y, s.Size.Z), true
	case d3.Capsule:
		return appendKey(appendEntries(b, "capsule", "radius", s.Radius), "height", s.Height), true
	case d3.Cylinder:
		return appendKey(appendEntries(b, "cylinder", "radius", s.Radius), "height", s.Height), true
	case d3.Cone:
		return appendKey(appendEntries(b, "cone", "radius", s.Radius), "height", s.Height), true
	case d3.Ellipsoid:
		return appendEntries(b, "ellipsoid", "radii", s.Radii.X, s.Radii.Y, s.Radii.Z), true
	case d3.HalfSpace:
		return appendKey(appendEntries(b, "half-space", "normal", s.Normal.X, s.Normal.Y, s.Normal.Z), "offset",
			s.Offset), true
	case *d3.Hull:
		return appendPoints3(append(b, "type: hull, points: "...), s.Vertices()), true
	case *d3.Mesh:
		return appendMesh(b, s), true
	case *d3.HeightField:
		dx, dy := s.Spacing()
		b = append(appendEntries(b, "height-field", "spacing", dx, dy), ", heights: "...)
		return appendMaterials(appendLists(b, s.Heights()), s.Materials()), true
	case *d3.Compound:
		b = append(b, "type: compound, parts: ["...)
		ok := true
		for i := 0; i < s.Len() && ok; i++ {
			b, ok = appendShape3(append(b, openPart(i)...), s.Part(i).Shape)
			b = appendPartEnd(b, appendPose3(nil, s.Part(i).Pose))
		}
		return append(b, ']'), ok
	case d3.Rounded:
		if _, again := s.Core.(d3.Rounded); again {
			return b, false
		}
		b, ok := appendShape3(b, s.Core)
		return appendKey(b, "rounding", s.R), ok
	}
	return b, false
}

// appendShape2 appends the entries of a shape.
func appendShape2(b []byte, s d2.Shape) ([]byte, bool) {
	switch s := s.(type) {
	case d2.Circle:
		return appendEntries(b, "circle", "radius", s.Radius), true
	case d2.Box:
		return appendEntries(b, "box", "size", s.Size.X, s.Size.Y), true
	case d2.Capsule:
		return appendKey(appendEntries(b, "capsule", "radius", s.Radius), "height", s.Height), true
	case d2.Ellipse:
		return appendEntries(b, "ellipse", "radii", s.Radii.X, s.Radii.Y), true
	case d2.HalfSpace:
		return appendKey(appendEntries(b, "half-space", "normal", s.Normal.X, s.Normal.Y), "offset", s.Offset), true
	case *d2.Hull:
		return appendPoints2(append(b, "type: hull, points: "...), s.Vertices()), true
	case *d2.Polygon:
		return appendPoints2(append(b, "type: polygon, points: "...), s.Vertices()), true
	case *d2.Chain:
		b = appendPoints2(append(b, "type: chain, points: "...), s.Points())
		if s.Closed() {
			b = append(b, ", closed: true"...)
		}
		if s.OneSided() {
			b = append(b, ", sided: left"...)
		}
		return appendMaterials(b, s.Materials()), true
	case *d2.Grid:
		return appendGrid(b, s), true
	case *d2.Compound:
		b = append(b, "type: compound, parts: ["...)
		ok := true
		for i := 0; i < s.Len() && ok; i++ {
			b, ok = appendShape2(append(b, openPart(i)...), s.Part(i).Shape)
			b = appendPartEnd(b, appendPose2(nil, s.Part(i).Pose))
		}
		return append(b, ']'), ok
	case d2.Rounded:
		if _, again := s.Core.(d2.Rounded); again {
			return b, false
		}
		b, ok := appendShape2(b, s.Core)
		return appendKey(b, "rounding", s.R), ok
	}
	return b, false
}

// appendLists appends a list of lists.
func appendLists(b []byte, lists [][]float64) []byte {
	b = append(b, '[')
	for i, l := range lists {
		if i > 0 {
			b = append(b, ", "...)
		}
		b = appendNumbers(b, l...)
	}
	return append(b, ']')
}

// appendPoints3 appends a list of points.
func appendPoints3(b []byte, points []d3.Vec) []byte {
	lists := make([][]float64, len(points))
	for i, p := range points {
		lists[i] = []float64{p.X, p.Y, p.Z}
	}
	return appendLists(b, lists)
}

// appendPoints2 appends a list of points.
func appendPoints2(b []byte, points []d2.Vec) []byte {
	lists := make([][]float64, len(points))
	for i, p := range points {
		lists[i] = []float64{p.X, p.Y}
	}
	return appendLists(b, lists)
}

// appendMesh appends the entries of a mesh.
func appendMesh(b []byte, m *d3.Mesh) []byte {
	b = appendPoints3(append(b, "type: mesh, vertices: "...), m.Vertices())
	triangles := m.Triangles()
	lists := make([][]float64, len(triangles))
	for i, f := range triangles {
		lists[i] = []float64{float64(f[0]), float64(f[1]), float64(f[2])}
	}
	b = appendLists(append(b, ", triangles: "...), lists)
	if m.Solid() {
		b = append(b, ", solid: true"...)
	}
	return appendMaterials(b, m.Materials())
}

// appendGrid appends the entries of a grid.
func appendGrid(b []byte, g *d2.Grid) []byte {
	cell := g.Cell()
	b = append(appendEntries(b, "grid", "cell", cell.X, cell.Y), ", rows: "...)
	rows := g.Rows()
	lists := make([][]float64, len(rows))
	for j, row := range rows {
		lists[j] = make([]float64, len(row))
		for i, on := range row {
			if on {
				lists[j][i] = 1
			}
		}
	}
	return appendMaterials(appendLists(b, lists), g.Materials())
}

// appendPose3 appends the entries of a pose, none for the identity.
func appendPose3(b []byte, p d3.Pose) []byte {
	if p.Pos != (d3.Vec{}) {
		b = appendNumbers(append(b, "p: "...), p.Pos.X, p.Pos.Y, p.Pos.Z)
	}
	if p.Rot != (d3.Rot{}) {
		if len(b) > 0 {
			b = append(b, ", "...)
		}
		x, y, z, w := p.Rot.Quat()
		b = appendNumbers(append(b, "q: "...), x, y, z, w)
	}
	return b
}

// appendPose2 appends the entries of a pose, none for the identity.
func appendPose2(b []byte, p d2.Pose) []byte {
	if p.Pos != (d2.Vec{}) {
		b = appendNumbers(append(b, "p: "...), p.Pos.X, p.Pos.Y)
	}
	if p.Rot != (d2.Rot{}) {
		if len(b) > 0 {
			b = append(b, ", "...)
		}
		c, s := p.Rot.CosSin()
		b = appendNumbers(append(b, "cos_sin: "...), c, s)
	}
	return b
}

// appendTo appends the entries of a motion that is none at rest.
func (m *Motion) appendTo(b []byte, dim int) []byte {
	var w writtenMotion
	if dim == 2 {
		linear, angular, center, _ := m.M2.Velocities()
		w.linear, w.center = of2(linear), of2(center)
		w.angular[0] = angular
		_, to, path, ok := m.M2.Poses()
		w.posed, w.to, w.path = ok, appendPose2(nil, to), path
	} else {
		linear, angular, center, _ := m.M3.Velocities()
		w.linear, w.angular, w.center = of3(linear), of3(angular), of3(center)
		_, to, path, ok := m.M3.Poses()
		w.posed, w.to, w.path = ok, appendPose3(nil, to), path
	}
	return w.appendTo(b, dim)
}

// writtenMotion is what there is to write of a motion.
type writtenMotion struct {
	linear, angular, center [3]float64 // of a turn in the plane the first number
	posed                   bool
	to                      []byte
	path                    collide.Path
}

// appendTo appends the entries of a motion.
func (w *writtenMotion) appendTo(b []byte, dim int) []byte {
	if w.posed {
		b = append(append(append(b, "to: {"...), w.to...), '}')
		if w.path != collide.Slerp {
			b = append(append(b, ", path: "...), w.path.String()...)
		}
		return b
	}
	first := true
	entry := func(key string, v []float64) {
		if slices.Max(v) == 0 && slices.Min(v) == 0 {
			return
		}
		if !first {
			b = append(b, ", "...)
		}
		first = false
		b = append(append(b, key...), ": "...)
		if len(v) == 1 {
			b = AppendNumber(b, v[0])
		} else {
			b = appendNumbers(b, v...)
		}
	}
	angular := w.angular[:]
	if dim == 2 {
		angular = angular[:1]
	}
	entry("linear", w.linear[:dim])
	entry("angular", angular)
	entry("center", w.center[:dim])
	return b
}
