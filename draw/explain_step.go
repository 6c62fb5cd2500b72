package draw

import (
	"math"
	"slices"
	"strconv"

	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/explain"
)

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
		p.diamond(p.at(t.A), 6)
		p.diamond(p.at(t.B), 6)
		return
	}
	p.page.Group("", "look", "", func() {
		p.arrow(t.A, t.search, 30, styleSearch)
		p.arrow(t.B, times(t.search, -1), 30, styleSearch)
	})
	p.page.Group("", "find", "", func() {
		p.diamond(p.at(t.A), 6)
		p.diamond(p.at(t.B), 6)
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
	if t.Algorithm == "closed" {
		if t.HasPoints {
			p.line(p.at(point{}), p.at(t.W.At), styleDistance)
			p.diamond(p.at(t.W.At), 6.5)
		}
		return
	}
	p.page.Group("", "look", "", func() { p.arrow(t.start(), t.search, 34, styleSearch) })
	if t.HasPoints {
		p.page.Group("", "find", "", func() {
			p.across(t.W.At, t.search)
			p.diamond(p.at(t.W.At), 6.5)
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
