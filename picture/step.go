package picture

import (
	"math"
	"slices"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/internal/draw"
	"github.com/collide-go/collide/internal/draw/solid"
)

// drawSupports draws what a step found on the two shapes.
func (f *figure) drawSupports(p *plot, t *turn) {
	if t.Stage == collide.StageSAT {
		f.drawRanges(p, t, &f.a, &f.b)
		return
	}
	if !t.HasPoints || t.search == (d3.Vec{}) {
		return
	}
	if t.Stage == collide.StageClosed {
		p.Line(p.At(t.A), p.At(t.B), styleDistance)
		p.diamond(p.At(t.A), 6)
		p.diamond(p.At(t.B), 6)
		return
	}
	p.Page.Group("", "look", "", func() {
		p.arrow(t.A, t.search, 30, styleSearch)
		p.arrow(t.B, t.search.Scale(-1), 30, styleSearch)
	})
	p.Page.Group("", "find", "", func() {
		p.diamond(p.At(t.A), 6)
		p.diamond(p.At(t.B), 6)
	})
}

// drawStep draws what a step knew and found of the difference: simplex or polytope, search, new
// support point.
func (f *figure) drawStep(p *plot, t *turn) {
	f.drawRegion(p, t)
	p.drawPolytope(t)
	p.cross(p.At(d3.Vec{}))
	if t.search == (d3.Vec{}) {
		for _, v := range t.Simplex {
			p.label(v, t)
		}
		return
	}
	if t.Stage == collide.StageSAT {
		far := t.search.Scale(p.extent())
		p.Line(p.At(far.Scale(-1)), p.At(far), styleAxis)
		lo, hi := t.RangeA[0]-t.RangeB[1], t.RangeA[1]-t.RangeB[0]
		p.across(t.search.Scale(lo), t.search)
		p.across(t.search.Scale(hi), t.search)
		return
	}
	if t.Stage == collide.StageClosed {
		if t.HasPoints {
			p.Line(p.At(d3.Vec{}), p.At(t.W.At), styleDistance)
			p.diamond(p.At(t.W.At), 6.5)
		}
		return
	}
	p.Page.Group("", "look", "", func() { p.arrow(t.start(), t.search, 34, styleSearch) })
	if t.HasPoints {
		p.Page.Group("", "find", "", func() {
			p.across(t.W.At, t.search)
			p.diamond(p.At(t.W.At), 6.5)
			p.label(t.W, t)
			for _, v := range t.dropped() {
				p.drop(p.At(v.At))
			}
		})
	}
	for _, v := range t.Simplex {
		p.label(v, t)
	}
}

// drawPolytope draws what a step knew of the difference: the simplex, or the polytope with its
// nearest edge or face.
func (p *plot) drawPolytope(t *turn) {
	simplex := places(t.Simplex)
	switch {
	case len(t.Vertices) > 0 && p.flat():
		p.hull(places(t.Vertices), stylePolytope)
	case len(t.Vertices) > 0:
	case t.HasPoints && len(simplex) > 0 && t.search != (d3.Vec{}):
		p.Page.Group("", "find", "", func() { p.hull(append(places(t.Simplex), t.W.At), stylePolytope) })
	}
	if len(simplex) > 0 {
		p.hull(simplex, styleSimplex)
	}
	for _, v := range slices.Concat(t.Vertices, t.Simplex) {
		p.Dot(p.At(v.At), 4, draw.Simplex)
	}
}

// places returns where the vertices are.
func places(v []vertex) []d3.Vec {
	out := make([]d3.Vec, len(v))
	for i := range v {
		out[i] = v[i].At
	}
	return out
}

// start returns where the arrow of a search begins: the point of the simplex nearest the origin,
// the origin at first.
func (t *turn) start() d3.Vec {
	least := math.Inf(1)
	for _, v := range t.Simplex {
		least = min(least, -v.At.Dot(t.search))
	}
	switch {
	case len(t.Simplex) == 0:
		return d3.Vec{}
	case len(t.Simplex) == 1:
		return t.Simplex[0].At
	case t.Stage == collide.StageEPA:
		return t.search.Scale(-least)
	}
	return t.search.Scale(-max(least, 0))
}

// flat reports whether the plot is of the plane.
func (p *plot) flat() bool { return p.Back == solid.Front().Back }

// across draws the line through v that is perpendicular to n: no point of the difference lies
// beyond. In space there is none to draw.
func (p *plot) across(v, n d3.Vec) {
	if !p.flat() {
		return
	}
	far := d3.Vec{X: -n.Y, Y: n.X}.Scale(2*p.extent() + 2*v.Len())
	p.Line(p.At(v.Sub(far)), p.At(v.Add(far)), styleLimit)
}

// hull draws the hull of points, of up to four in space with its edges.
func (p *plot) hull(pts []d3.Vec, s draw.Style) {
	if len(pts) > 2 {
		p.outline(func(d d3.Vec) d3.Vec { return farthest(pts, d) }, s)
		s.Width /= 2
	}
	if p.flat() && len(pts) != 2 || len(pts) > 4 {
		return
	}
	for i := range pts {
		for j := range i {
			p.Line(p.At(pts[i]), p.At(pts[j]), s)
		}
	}
}

// farthest returns the first of the points that are farthest along d.
func farthest(pts []d3.Vec, d d3.Vec) d3.Vec {
	best := pts[0]
	for _, x := range pts[1:] {
		if x.Dot(d) > best.Dot(d) {
			best = x
		}
	}
	return best
}

// drawRanges draws a separating axis beside the given shapes, with what each of both covers of it.
func (f *figure) drawRanges(p *plot, t *turn, shapes ...*solid.Body) {
	if f.space {
		from := t.search.Scale((t.RangeA[0] + t.RangeA[1]) / 2)
		if len(shapes) == 1 {
			b := shapes[0]
			from = b.Grown(t.search).Add(b.Grown(t.search.Scale(-1))).Scale(0.5)
		}
		p.arrow(from, t.search, 40, styleNormal)
		return
	}
	n := t.search
	m, side := f.beside(n, shapes...)
	on := func(x, off float64) d2.Vec { return p.At(n.Scale(x).Add(m.Scale(side + off/p.Scale))) }
	from, to := min(t.RangeA[0], t.RangeB[0]), max(t.RangeA[1], t.RangeB[1])
	past := float64(0.06 * (to - from))
	p.Line(on(from-past, 10), on(to+past, 10), styleAxis)
	for i, b := range []*solid.Body{&f.a, &f.b} {
		g, style := t.RangeA, draw.Style{Stroke: draw.A, Width: 4}
		if i == 1 {
			g, style = t.RangeB, draw.Style{Stroke: draw.B, Width: 4, Dash: []float64{7, 6}}
		}
		off := float64(6 + 8*i)
		if b.Core != nil {
			p.Line(p.At(b.Grown(n.Scale(-1))), on(g[0], off), styleDrop)
			p.Line(p.At(b.Grown(n)), on(g[1], off), styleDrop)
		}
		p.Line(on(g[0], off), on(g[1], off), style)
	}
	word, lo, hi := t.parting()
	s := partingStyle(word)
	p.Line(on(lo, 23), on(hi, 23), s)
	for _, x := range []float64{lo, hi} {
		p.Line(on(x, 18), on(x, 28), s)
	}
}

// beside returns the direction in which the axis along n is drawn, downward, and how far off: past
// the shapes, by a share of their size.
func (f *figure) beside(n d3.Vec, shapes ...*solid.Body) (m d3.Vec, side float64) {
	m = d3.Vec{X: -n.Y, Y: n.X}
	if m.Y > 1e-9 || math.Abs(m.Y) <= 1e-9 && m.X > 0 {
		m = m.Scale(-1)
	}
	side = math.Inf(-1)
	size := f.size
	for _, b := range shapes {
		if b.Core != nil {
			side = max(side, m.Dot(b.Grown(m)))
		}
	}
	if len(shapes) == 1 {
		size = f.eye.Reach(shapes[0].Grown).Size().Len()
	}
	return m, side + float64(0.04*size)
}
