package mesh

import "github.com/collide-go/collide/d3"

// Indices returns triangles with indices of the type int, as d3.NewMesh, d3.Decompose and
// d3.InspectMesh take them. Cost: linear.
func Indices(triangles [][3]int32) [][3]int {
	wide := make([][3]int, len(triangles))
	for i, t := range triangles {
		wide[i] = [3]int{int(t[0]), int(t[1]), int(t[2])}
	}
	return wide
}

// Shape returns the body of the triangles, in the frame and the unit of the mesh: a surface, or
// with opt.Solid all that they enclose. It has the materials of opt, or where these are nil those
// of the mesh. Error and cost are those of d3.NewMesh.
func (m *Mesh) Shape(opt d3.MeshOptions) (*d3.Mesh, error) {
	if opt.Materials == nil {
		opt.Materials = m.Materials
	}
	return d3.NewMesh(m.Points, Indices(m.Triangles), opt)
}

// Shape returns the body of the part, in the frame and the unit of the model: else as Mesh.Shape.
func (p *Part) Shape(opt d3.MeshOptions) (*d3.Mesh, error) {
	placed := Mesh{Points: p.Points(), Triangles: p.Triangles(), Materials: p.mesh().Materials}
	return placed.Shape(opt)
}
