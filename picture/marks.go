package picture

import (
	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/internal/draw"
	"github.com/collide-go/collide/internal/draw/solid"
)

// The styles of the pictures of explain. What differs in colour differs in dash or shape as well.
var (
	styleA          = draw.Style{Fill: draw.A, Alpha: 0.2, Stroke: draw.A, Width: 2}
	styleB          = draw.Style{Fill: draw.B, Alpha: 0.2, Stroke: draw.B, Width: 2, Dash: []float64{7, 4}}
	styleDifference = draw.Style{Fill: draw.Difference, Alpha: 0.14, Stroke: draw.Difference, Width: 1.6}
	styleMargin     = draw.Style{Stroke: draw.Difference, Width: 1.3, Dash: []float64{7, 4, 1, 4}}
	styleSimplex    = draw.Style{Fill: draw.Simplex, Alpha: 0.25, Stroke: draw.Simplex, Width: 2.4}
	stylePolytope   = draw.Style{Fill: draw.Simplex, Alpha: 0.1, Stroke: draw.Simplex, Width: 1.3, Dash: []float64{4, 3}}
	styleLimit      = draw.Style{Stroke: draw.Support, Width: 1.2, Dash: []float64{3, 3}}
	styleSearch     = draw.Style{Stroke: draw.Direction, Width: 2}
	styleNormal     = draw.Style{Stroke: draw.Normal, Width: 2}
	styleDistance   = draw.Style{Stroke: draw.Witness, Width: 1.6, Dash: []float64{2, 4}}
	styleDrop       = draw.Style{Stroke: draw.Muted, Width: 1, Dash: []float64{1, 4}}
	styleAxis       = draw.Style{Stroke: draw.Ink, Width: 1}
)

// core returns the style of the core inside a grown shape.
func core(r draw.Role) draw.Style { return draw.Style{Stroke: r, Width: 1, Dash: []float64{1, 4}} }

// drawBody draws a shape.
func (p *plot) drawBody(b *solid.Body, m *solid.Polyhedron, s draw.Style) {
	switch {
	case b.Core == nil && p.Back.Z == 1 && b.Normal.Z == 0:
		p.HalfPlane(p.At(b.Foot(solid.Lift(p.Center))), b.Normal, s)
	case b.Core == nil: // a square of its plane, and its normal
		corners := p.patch(b)
		p.Path(draw.Polygon(p.all(corners[:])...), s)
		p.arrow(b.Foot(p.Raise(p.Center)).Scale(0.2).Add(corners[2].Scale(0.8)), b.Normal, 24, draw.Style{Stroke: s.Stroke})
	case len(m.Points) > 0:
		p.solid(b, m, s)
	default:
		p.outline(b.Grown, s)
		if b.Margin > 0 && s.Stroke != draw.None {
			p.outline(b.Core, core(s.Stroke))
		}
	}
}

// solid draws a body of space: its facets shaded, the edges behind dashed, and its outline.
func (p *plot) solid(b *solid.Body, m *solid.Polyhedron, s draw.Style) {
	light := solid.Unit(p.Back.Scale(0.5).Add(p.Up).Add(p.Right.Scale(-0.5)))
	smooth := b.Smooth || b.Margin > 0
	if !smooth {
		for i, rim := range m.Rims() {
			if n := m.Normal[i]; n.Dot(p.Back) > 0 && len(rim) > 2 {
				p.Path(draw.Polygon(p.all(rim)...), draw.Style{
					Fill:  s.Fill,
					Alpha: s.Alpha * (1.7 - float64(1.4*max(0, n.Dot(light)))),
				})
			}
		}
	}
	p.edges(m, s.Stroke)
	for _, e := range m.Core {
		p.Line(p.At(e[0]), p.At(e[1]), core(s.Stroke))
	}
	if !smooth {
		s.Fill = draw.None
	}
	p.outline(b.Grown, s)
}

// edges draws the edges of a mesh, those behind dotted.
func (p *plot) edges(m *solid.Polyhedron, r draw.Role) {
	for _, e := range m.Edges {
		style := draw.Style{Stroke: r, Width: 1.1}
		if m.Normal[e.Facets[0]].Dot(p.Back) <= 0 && m.Normal[e.Facets[1]].Dot(p.Back) <= 0 {
			style.Width, style.Dash = 0.8, []float64{1, 4}
		}
		p.Line(p.At(m.Points[e.Ends[0]]), p.At(m.Points[e.Ends[1]]), style)
	}
}

// drawPair draws both shapes, that behind first.
func (f *figure) drawPair(p *plot) {
	if f.normal.Dot(p.Back) < 0 {
		p.drawBody(&f.b, f.wires[1], styleB)
		p.drawBody(&f.a, f.wires[0], styleA)
		return
	}
	p.drawBody(&f.a, f.wires[0], styleA)
	p.drawBody(&f.b, f.wires[1], styleB)
}

// drawDifference draws the difference of the cores, and the margin around it.
func (f *figure) drawDifference(p *plot) {
	d := f.difference
	if d.Core == nil {
		p.drawBody(&d, &solid.Polyhedron{}, styleDifference)
		return
	}
	d.Margin = 0
	if d.Smooth {
		p.outline(d.Core, styleDifference)
	} else {
		p.drawBody(&d, f.wires[2], styleDifference)
	}
	if f.difference.Margin > 0 {
		p.outline(f.difference.Grown, styleMargin)
	}
}

// drawAnswer draws the witness points, the distance between them and the normal. Points that a body
// hides are drawn with a dashed rim, and seen through.
func (f *figure) drawAnswer(p *plot, hidden [2]bool) {
	if f.normal == (d3.Vec{}) {
		return
	}
	a, b := p.At(f.pointA), p.At(f.pointB)
	p.arrow(f.outer(), f.normal, 40, styleNormal)
	p.Line(a, b, styleDistance)
	if hidden[0] {
		p.hiddenMark(a, draw.Witness)
	} else {
		p.Dot(a, 4.5, draw.Witness)
	}
	switch {
	case hidden[1]:
		p.hiddenMark(b, draw.None)
	case draw.Contains(p.Frame, b, 0):
		ringMark(p.Page, b)
	}
}

// hiddenMark draws a witness point that a body hides, filled for A.
func (p *plot) hiddenMark(at d2.Vec, fill draw.Role) {
	if draw.Contains(p.Frame, at, 0) {
		hiddenMark(p.Page, at, fill)
	}
}

// hiddenMark draws a witness point that a body hides: its rim is dashed, and the body shows through
// it.
func hiddenMark(p *draw.Page, at d2.Vec, fill draw.Role) {
	p.Path(draw.Circle(at, 4.5), draw.Style{Stroke: draw.Paper, Width: 3.5})
	p.Path(draw.Circle(at, 4.5), draw.Style{
		Fill: fill, Alpha: 0.35, Stroke: draw.Witness, Width: 1.6, Dash: []float64{2.2, 1.6},
	})
}

// outer returns the witness point that is farther along the normal: that of B where the shapes are
// apart, of A where they overlap. The arrow of the normal begins there, so that nothing hides it.
func (f *figure) outer() d3.Vec { return farther(f.pointA, f.pointB, f.normal) }

// farther returns the one of two points that is farther along n, b where they are equally far.
func farther(a, b, n d3.Vec) d3.Vec {
	if b.Sub(a).Dot(n) < 0 {
		return a
	}
	return b
}

// pairBox returns the box of both shapes as the eye sees them; of a half-space the part near the
// other shape.
func (f *figure) pairBox() d2.AABB {
	switch {
	case f.a.Core == nil && f.b.Core == nil:
		return d2.AABB{Min: d2.Vec{X: -1, Y: -1}, Max: d2.Vec{X: 1, Y: 1}}
	case f.a.Core == nil:
		return f.nearPlane(&f.b, &f.a)
	case f.b.Core == nil:
		return f.nearPlane(&f.a, &f.b)
	}
	return f.eye.Reach(f.a.Grown).Union(f.eye.Reach(f.b.Grown))
}

// nearPlane returns the box of x and the point of the half-space h nearest to it.
func (f *figure) nearPlane(x, h *solid.Body) d2.AABB {
	low := x.Grown(h.Normal.Scale(-1))
	foot := h.Foot(low)
	r := f.eye.Reach(x.Grown).Union(f.eye.ReachOf(foot))
	return r.Grow(0.1 * r.Size().Len())
}
