package picture

import (
	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/internal/draw"
	"github.com/collide-go/collide/internal/draw/solid"
)

// shadePair draws both shapes of space as solids.
func (f *figure) shadePair(p *plot) {
	for i, b := range []*solid.Body{&f.a, &f.b} { // so that the thinnest are seen
		if b.Core != nil {
			p.outline(b.Grown, draw.Style{Stroke: [2]draw.Role{draw.A, draw.B}[i], Width: 1})
		}
	}
	p.Solids([]solid.Solid{
		{Mesh: f.solidMesh(p, &f.a, &f.report.Pair.A.O3), Role: draw.A, Ghost: hidden(&f.b, &f.a)},
		{Mesh: f.solidMesh(p, &f.b, &f.report.Pair.B.O3), Role: draw.B, Ghost: hidden(&f.a, &f.b)},
	})
}

// hidden reports whether a seems to lie in b, so that b would hide it.
func hidden(a, b *solid.Body) bool {
	if a.Core == nil || b.Core == nil {
		return false
	}
	for _, d := range solid.Around(1) {
		if d.Dot(a.Grown(d)) > d.Dot(b.Grown(d)) {
			return false
		}
	}
	return true
}

// solidMesh returns the surface of a shape; of a half-space a square of its plane.
func (f *figure) solidMesh(p *plot, b *solid.Body, o *d3.Object) *solid.Mesh {
	if b.Core != nil {
		return solid.MeshOf(o, f.from)
	}
	corners := p.patch(b)
	return solid.NewPolyhedron(corners[:]).Mesh()
}

// patch returns the corners of the square of the plane of a half-space that a plot shows.
func (p *plot) patch(b *solid.Body) [4]d3.Vec { return square(b, p.Raise(p.Center), 0.42*p.extent()) }

// square returns a square of the plane that bounds a half-space, about the point of it nearest to
// mid.
func square(b *solid.Body, mid d3.Vec, half float64) [4]d3.Vec {
	u, v := b.Tangents()
	return solid.Patch(b.Foot(mid), u.Scale(half), v.Scale(half))
}

// shadeDifference draws the difference of space half seen through, with its edges.
func (f *figure) shadeDifference(p *plot) {
	if f.difference.Core == nil {
		f.drawDifference(p)
		return
	}
	p.Solids([]solid.Solid{{Mesh: f.wires[2].Mesh(), Role: draw.Difference, Ghost: true}})
	if !f.difference.Smooth {
		p.edges(f.wires[2], draw.Difference)
	}
	if f.difference.Margin > 0 {
		p.outline(f.difference.Grown, styleMargin)
	}
}
