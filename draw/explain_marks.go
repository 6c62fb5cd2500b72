package draw

import (
	"github.com/collide-go/collide/d2"
)

// The styles of the pictures of explain. What differs in colour differs in dash or shape as well.
var (
	styleA          = Style{Fill: A, Alpha: 0.2, Stroke: A, Width: 2}
	styleB          = Style{Fill: B, Alpha: 0.2, Stroke: B, Width: 2, Dash: []float64{7, 4}}
	styleDifference = Style{Fill: Difference, Alpha: 0.14, Stroke: Difference, Width: 1.6}
	styleMargin     = Style{Stroke: Difference, Width: 1.3, Dash: []float64{7, 4, 1, 4}}
	styleSimplex    = Style{Fill: Simplex, Alpha: 0.25, Stroke: Simplex, Width: 2.4}
	stylePolytope   = Style{Fill: Simplex, Alpha: 0.1, Stroke: Simplex, Width: 1.3, Dash: []float64{4, 3}}
	styleLimit      = Style{Stroke: Support, Width: 1.2, Dash: []float64{3, 3}}
	styleSearch     = Style{Stroke: Direction, Width: 2}
	styleNormal     = Style{Stroke: Normal, Width: 2}
	styleDistance   = Style{Stroke: Witness, Width: 1.6, Dash: []float64{2, 4}}
	styleDrop       = Style{Stroke: Muted, Width: 1, Dash: []float64{1, 4}}
	styleAxis       = Style{Stroke: Ink, Width: 1}
)

// core returns the style of the core inside a grown shape.
func core(r Role) Style { return Style{Stroke: r, Width: 1, Dash: []float64{1, 4}} }

// drawBody draws a shape.
func (p *plot) drawBody(b *body, m *mesh, s Style) {
	switch {
	case b.core == nil && p.eye.back[2] == 1 && b.normal[2] == 0:
		p.halfPlane(b, s)
	case b.core == nil:
		p.patch(b, s)
	case len(m.points) > 0:
		p.solid(b, m, s)
	default:
		p.outline(b.grown, s)
		if b.margin > 0 && s.Stroke != None {
			p.outline(b.core, core(s.Stroke))
		}
	}
}

// halfPlane draws a half-space of the plane, with strokes on the side of its inside.
func (p *plot) halfPlane(b *body, s Style) {
	far := 4 * (p.box.Size().X + p.box.Size().Y) / p.unit
	c := point{p.mid.X, p.mid.Y}
	foot := b.foot(c)
	t := times(point{-b.normal[1], b.normal[0]}, far)
	deep := times(b.normal, -far)
	fill := s
	fill.Stroke = None
	p.draw(Polygon(p.at(plus(foot, t)), p.at(minus(foot, t)), p.at(plus(minus(foot, t), deep)), p.at(plus(plus(foot, t), deep))), fill)
	s.Fill = None
	p.line(p.at(minus(foot, t)), p.at(plus(foot, t)), s)
}

// patch draws a square of the plane that bounds a half-space, and its normal.
func (p *plot) patch(b *body, s Style) {
	c := plus(times(p.eye.right, p.mid.X), times(p.eye.up, p.mid.Y))
	foot := b.foot(c)
	u, v := b.tangents()
	r := 0.55 * p.extent()
	u, v = times(u, r), times(v, r)
	p.draw(Polygon(p.at(plus(plus(foot, u), v)), p.at(plus(minus(foot, u), v)), p.at(minus(minus(foot, u), v)), p.at(minus(plus(foot, u), v))), s)
	p.arrow(minus(foot, times(plus(u, v), 0.8)), b.normal, 24, Style{Stroke: s.Stroke})
}

// tangents returns two perpendicular unit vectors of the plane that bounds a half-space, the first level.
func (b *body) tangents() (u, v point) {
	u = cross(point{0, 0, 1}, b.normal)
	if length(u) < 1e-6 {
		u = cross(point{1, 0, 0}, b.normal)
	}
	u = unitOf(u)
	return u, cross(b.normal, u)
}

// solid draws a body of space: its facets shaded, the edges behind dashed, and its outline.
func (p *plot) solid(b *body, m *mesh, s Style) {
	light := unitOf(plus(plus(times(p.eye.back, 0.5), p.eye.up), times(p.eye.right, -0.5)))
	smooth := b.smooth || b.margin > 0
	if !smooth {
		for i, rim := range m.rims() {
			if n := m.normal[i]; dot(n, p.eye.back) > 0 && len(rim) > 2 {
				p.draw(Polygon(p.all(rim)...), Style{Fill: s.Fill, Alpha: s.Alpha * (1.7 - float64(1.4*max(0, dot(n, light))))})
			}
		}
	}
	p.edges(m, s.Stroke)
	for _, e := range m.core {
		p.line(p.at(e[0]), p.at(e[1]), core(s.Stroke))
	}
	if !smooth {
		s.Fill = None
	}
	p.outline(b.grown, s)
}

// edges draws the edges of a mesh, those behind dotted.
func (p *plot) edges(m *mesh, r Role) {
	for _, e := range m.edges {
		style := Style{Stroke: r, Width: 1.1}
		if dot(m.normal[e.facets[0]], p.eye.back) <= 0 && dot(m.normal[e.facets[1]], p.eye.back) <= 0 {
			style.Width, style.Dash = 0.8, []float64{1, 4}
		}
		p.line(p.at(m.points[e.ends[0]]), p.at(m.points[e.ends[1]]), style)
	}
}

// drawPair draws both shapes, that behind first.
func (f *figure) drawPair(p *plot) {
	if dot(f.normal, p.eye.back) < 0 {
		p.drawBody(&f.b, &f.meshes[1], styleB)
		p.drawBody(&f.a, &f.meshes[0], styleA)
		return
	}
	p.drawBody(&f.a, &f.meshes[0], styleA)
	p.drawBody(&f.b, &f.meshes[1], styleB)
}

// drawDifference draws the difference of the cores, and the margin around it.
func (f *figure) drawDifference(p *plot) {
	d := f.difference
	if d.core == nil {
		p.drawBody(&d, &mesh{}, styleDifference)
		return
	}
	d.margin = 0
	if d.smooth {
		p.outline(d.core, styleDifference)
	} else {
		p.drawBody(&d, &f.meshes[2], styleDifference)
	}
	if f.difference.margin > 0 {
		p.outline(f.difference.grown, styleMargin)
	}
}

// drawAnswer draws the witness points, the distance between them and the normal.
func (f *figure) drawAnswer(p *plot) {
	if f.normal == (point{}) {
		return
	}
	a, b := p.at(f.pointA), p.at(f.pointB)
	p.arrow(f.pointB, f.normal, 40, styleNormal)
	p.line(a, b, styleDistance)
	p.dot(a, 4.5, Witness)
	if contains(p.box, b, 0) {
		p.page.Path(Circle(b, 4), Style{Fill: Paper, Stroke: Witness, Width: 2})
	}
}

// pairBox returns the box of both shapes as the eye sees them; of a half-space the part near the other shape.
func (f *figure) pairBox() d2.AABB {
	switch {
	case f.a.core == nil && f.b.core == nil:
		return d2.AABB{Min: d2.Vec{X: -1, Y: -1}, Max: d2.Vec{X: 1, Y: 1}}
	case f.a.core == nil:
		return f.nearPlane(&f.b, &f.a)
	case f.b.core == nil:
		return f.nearPlane(&f.a, &f.b)
	}
	return f.eye.reach(f.a.grown).Union(f.eye.reach(f.b.grown))
}

// nearPlane returns the box of x and the point of the half-space h nearest to it.
func (f *figure) nearPlane(x, h *body) d2.AABB {
	low := x.grown(times(h.normal, -1))
	foot := h.foot(low)
	r := f.eye.reach(x.grown).Union(f.eye.reachOf(foot))
	return r.Grow(0.1 * r.Size().Len())
}
