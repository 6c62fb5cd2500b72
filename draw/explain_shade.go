package draw

import (
	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/d3"
)

// view returns the plot as a view of space, for shading.
func (p *plot) view() *View {
	v := &View{page: p.page, frame: p.box, scale: p.unit, right: to3(p.eye.right), up: to3(p.eye.up), back: to3(p.eye.back)}
	v.mid = p.on(d2.Vec{})
	return v
}

func to3(p point) d3.Vec { return d3.Vec{X: p[0], Y: p[1], Z: p[2]} }

// shadePair draws both shapes of space as solids.
func (f *figure) shadePair(p *plot) {
	for i, b := range []*body{&f.a, &f.b} { // so that the thinnest are seen
		if b.core != nil {
			p.outline(b.grown, Style{Stroke: [2]Role{A, B}[i], Width: 1})
		}
	}
	p.view().Solids([]Solid{
		{Mesh: f.solidMesh(p, &f.a, &f.report.Pair.A3), Role: A, Ghost: hidden(&f.b, &f.a)},
		{Mesh: f.solidMesh(p, &f.b, &f.report.Pair.B3), Role: B, Ghost: hidden(&f.a, &f.b)},
	})
}

// hidden reports whether a seems to lie in b, so that b would hide it.
func hidden(a, b *body) bool {
	if a.core == nil || b.core == nil {
		return false
	}
	for _, d := range aroundSphere(1) {
		if dot(d, a.grown(d)) > dot(d, b.grown(d)) {
			return false
		}
	}
	return true
}

// solidMesh returns the surface of a shape; of a half-space a square of its plane.
func (f *figure) solidMesh(p *plot, b *body, o *d3.Object) *Mesh {
	if b.core != nil {
		return MeshOf(o, to3(f.from))
	}
	m, out := p.ground(b), &Mesh{}
	n := to3(b.normal)
	if dot(b.normal, p.eye.back) < 0 {
		n = n.Neg()
	}
	for _, f := range m.faces {
		out.triangle([3]d3.Vec{to3(m.points[f[0]]), to3(m.points[f[1]]), to3(m.points[f[2]])}, [3]d3.Vec{n, n, n})
	}
	return out
}

// ground returns the square of the plane of a half-space that a plot shows.
func (p *plot) ground(b *body) *mesh {
	return b.square(&space3{mid: plus(times(p.eye.right, p.mid.X), times(p.eye.up, p.mid.Y)), radius: 0.55 * p.extent()})
}

// surface returns a mesh with a normal to each corner.
func (m *mesh) surface() *Mesh {
	pts := make([]d3.Vec, len(m.points))
	for i, p := range m.points {
		pts[i] = to3(p)
	}
	h, err := d3.NewHull(pts)
	if err != nil { // no points
		return &Mesh{}
	}
	return hullMesh(h)
}

// shadeDifference draws the difference of space half seen through, with its edges.
func (f *figure) shadeDifference(p *plot) {
	if f.difference.core == nil {
		f.drawDifference(p)
		return
	}
	p.view().Solids([]Solid{{Mesh: f.meshes[2].surface(), Role: Difference, Ghost: true}})
	if !f.difference.smooth {
		p.edges(&f.meshes[2], Difference)
	}
	if f.difference.margin > 0 {
		p.outline(f.difference.grown, styleMargin)
	}
}
