package draw

import (
	"math"
	"slices"
	"strconv"

	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/explain"
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

// drawSupports draws what a step found on the two shapes.
func (f *figure) drawSupports(p *plot, t *turn) {
	if t.Algorithm == "sat" {
		f.drawRanges(p, t)
		return
	}
	if !t.HasPoints || t.search == (point{}) {
		return
	}
	if t.Algorithm == "closed" {
		p.line(p.at(t.A), p.at(t.B), styleDistance)
		p.diamond(p.at(t.A), 6, Support)
		p.diamond(p.at(t.B), 6, Support)
		return
	}
	p.page.Group("", "look", "", func() {
		p.arrow(t.A, t.search, 30, styleSearch)
		p.arrow(t.B, times(t.search, -1), 30, styleSearch)
	})
	p.page.Group("", "find", "", func() {
		p.diamond(p.at(t.A), 6, Support)
		p.diamond(p.at(t.B), 6, Support)
	})
}

// drawStep draws what a step knew and found of the difference: simplex or polytope, search, new support point.
func (f *figure) drawStep(p *plot, t *turn) {
	p.drawPolytope(t)
	p.cross(p.at(point{}))
	if t.search == (point{}) {
		for _, v := range t.Simplex {
			p.label(v, t)
		}
		return
	}
	if t.Algorithm == "sat" {
		far := times(t.search, p.extent())
		p.line(p.at(times(far, -1)), p.at(far), styleAxis)
		lo, hi := t.RangeA[0]-t.RangeB[1], t.RangeA[1]-t.RangeB[0]
		p.across(times(t.search, lo), t.search)
		p.across(times(t.search, hi), t.search)
		return
	}
	p.page.Group("", "look", "", func() { p.arrow(t.start(), t.search, 34, styleSearch) })
	if t.HasPoints {
		p.page.Group("", "find", "", func() {
			p.across(t.W.At, t.search)
			p.diamond(p.at(t.W.At), 6.5, Support)
			p.label(t.W, t)
		})
	}
	for _, v := range t.Simplex {
		p.label(v, t)
	}
}

// drawPolytope draws what a step knew of the difference: the simplex, or the polytope with its nearest edge or face.
func (p *plot) drawPolytope(t *turn) {
	simplex := places(t.Simplex)
	switch {
	case len(t.Vertices) > 0:
		p.hull(places(t.Vertices), t.Faces, stylePolytope)
	case t.HasPoints && len(simplex) > 0 && t.search != (point{}):
		p.page.Group("", "find", "", func() { p.hull(append(places(t.Simplex), t.W.At), nil, stylePolytope) })
	}
	if len(simplex) > 0 {
		p.hull(simplex, nil, styleSimplex)
	}
	for _, v := range slices.Concat(t.Vertices, t.Simplex) {
		p.dot(p.at(v.At), 4, Simplex)
	}
}

// label writes the number of a vertex beside it, away from the middle of what the step shows, unless another number stands there.
func (p *plot) label(v explain.Vertex, t *turn) {
	var c point
	n := 1.0 // the origin counts
	for _, s := range slices.Concat(t.Simplex, t.Vertices) {
		c, n = plus(c, s.At), n+1
	}
	at, mid := p.at(v.At), p.at(times(c, 1/n))
	d := at.Sub(mid)
	if l := d.Len(); l > 1 {
		d = d.Scale(1 / l)
	} else {
		d = d2.Vec{X: 0.7, Y: -0.7}
	}
	at = at.Add(d.Scale(13))
	at.X = min(max(at.X, p.box.Min.X+9), p.box.Max.X-9)
	at.Y = min(max(at.Y, p.box.Min.Y+9), p.box.Max.Y-9)
	font := Font{Anchor: MidCenter, Bold: true}
	for _, l := range p.labels {
		if math.Abs(at.X-l.X) < 15 && math.Abs(at.Y-l.Y) < 12 {
			return
		}
	}
	p.labels = append(p.labels, at)
	p.page.Text(at, strconv.Itoa(v.Number), font)
}

// places returns where the vertices are.
func places(v []explain.Vertex) []point {
	out := make([]point, len(v))
	for i := range v {
		out[i] = v[i].At
	}
	return out
}

// start returns where the arrow of a search begins: the point of the simplex nearest the origin, the origin at first.
func (t *turn) start() point {
	least := math.Inf(1)
	for _, v := range t.Simplex {
		least = min(least, -dot(v.At, t.search))
	}
	switch {
	case len(t.Simplex) == 0:
		return point{}
	case len(t.Simplex) == 1:
		return t.Simplex[0].At
	case t.Algorithm == "epa":
		return times(t.search, -least)
	}
	return times(t.search, -max(least, 0))
}

// across draws the line through v that is perpendicular to n: no point of the difference lies beyond. In space there is none to draw.
func (p *plot) across(v, n point) {
	if p.eye.back != front.back {
		return
	}
	far := times(point{-n[1], n[0]}, 2*p.extent()+2*length(v))
	p.line(p.at(minus(v, far)), p.at(plus(v, far)), styleLimit)
}

// hull draws the hull of points, in space with its edges: those of the faces, or all where there are none.
func (p *plot) hull(pts []point, faces [][3]int, s Style) {
	if len(pts) > 2 {
		p.outline(func(d point) point { return farthest(pts, d) }, s)
		s.Width /= 2
	}
	flat := p.eye.back == front.back
	s.Fill = None
	switch {
	case flat && len(pts) != 2:
	case len(faces) > 0:
		for _, f := range faces {
			for i := range 3 {
				if a, b := f[i], f[(i+1)%3]; a < b {
					p.line(p.at(pts[a]), p.at(pts[b]), s)
				}
			}
		}
	case len(pts) <= 4:
		for i := range pts {
			for j := range i {
				p.line(p.at(pts[i]), p.at(pts[j]), s)
			}
		}
	}
}

// farthest returns the first of the points that are farthest along d.
func farthest(pts []point, d point) point {
	best := pts[0]
	for _, x := range pts[1:] {
		if dot(x, d) > dot(best, d) {
			best = x
		}
	}
	return best
}

// drawRanges draws a separating axis beside the shapes, with what each covers of it.
func (f *figure) drawRanges(p *plot, t *turn) {
	if f.space {
		p.arrow(times(t.search, (t.RangeA[0]+t.RangeA[1])/2), t.search, 40, styleNormal)
		return
	}
	n := t.search
	m, side := f.beside(n)
	on := func(x, off float64) d2.Vec { return p.at(plus(times(n, x), times(m, side+off/p.unit))) }
	from, to := min(t.RangeA[0], t.RangeB[0]), max(t.RangeA[1], t.RangeB[1])
	past := float64(0.06 * (to - from))
	p.line(on(from-past, 10), on(to+past, 10), styleAxis)
	for i, b := range []*body{&f.a, &f.b} {
		g, style := t.RangeA, Style{Stroke: A, Width: 4}
		if i == 1 {
			g, style = t.RangeB, Style{Stroke: B, Width: 4, Dash: []float64{7, 6}}
		}
		off := float64(6 + 8*i)
		if b.core != nil {
			p.line(p.at(b.grown(times(n, -1))), on(g[0], off), styleDrop)
			p.line(p.at(b.grown(n)), on(g[1], off), styleDrop)
		}
		p.line(on(g[0], off), on(g[1], off), style)
	}
	word, lo, hi := t.parting()
	s := partingStyle(word)
	p.line(on(lo, 23), on(hi, 23), s)
	for _, x := range []float64{lo, hi} {
		p.line(on(x, 18), on(x, 28), s)
	}
}

// beside returns the direction in which the axis along n is drawn, downward, and how far off.
func (f *figure) beside(n point) (m point, side float64) {
	m = point{-n[1], n[0]}
	if m[1] > 1e-9 || math.Abs(m[1]) <= 1e-9 && m[0] > 0 {
		m = times(m, -1)
	}
	side = math.Inf(-1)
	for _, b := range []*body{&f.a, &f.b} {
		if b.core != nil {
			side = max(side, dot(m, b.grown(m)))
		}
	}
	return m, side + float64(0.04*f.size)
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
