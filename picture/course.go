package picture

import (
	"math"
	"slices"
	"strings"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/explain"
	"github.com/collide-go/collide/internal/draw"
	"github.com/collide-go/collide/internal/draw/solid"
	"github.com/collide-go/collide/scene"
)

// Course returns a picture of a course that explain.Cast or explain.Impact gave: the bodies where
// they first meet, or at the start where they do not, with their outlines at each step of the
// search or at even times; of a ray the ray, where it enters and where it leaves. Below is a plot
// of the signed distance over time with its bounds: each step of the search, how long it has proved
// the bodies apart, and the time of contact.
//
// The page is 800 wide. Lengths are in the caller's unit, places in the world frame.
//
// Cost: about a millisecond in the plane, up to half a second in space, most of it for shading.
func Course(c *explain.Course) *Picture {
	f := newCourseFigure(c)
	return &Picture{f.page()}
}

// courseFigure is what a picture of a course shows, less the place from.
type courseFigure struct {
	*explain.Course
	from   d3.Vec
	space  bool
	eye    solid.Camera
	main   [2]scene.Body   // where they meet, or at the start
	ghosts [2][]scene.Body // on their way; none of a body at rest
	box    d2.AABB         // of all of it, in the picture plane
}

// mostGhosts is how often a body is drawn on its way.
const mostGhosts = 9

// newCourseFigure returns the figure of a course.
func newCourseFigure(c *explain.Course) *courseFigure {
	f := &courseFigure{Course: c, space: c.Dim == 3, eye: solid.Front()}
	t, _, _ := c.Times()
	if a, b, err := c.At(t); err == nil {
		f.main = [2]scene.Body{a, b}
	}
	lo, hi := f.main[0].AABB()
	for k, x := range []*float64{&f.from.X, &f.from.Y, &f.from.Z} {
		if m := float64(lo[k]/2) + float64(hi[k]/2); math.Abs(m) <= math.MaxFloat64 {
			*x = m
		}
	}
	if f.space {
		f.chooseEye()
	}
	for _, at := range f.times() {
		if a, b, err := c.At(at); err == nil {
			for i, g := range [2]scene.Body{a, b} {
				if f.moves(i) {
					f.ghosts[i] = append(f.ghosts[i], g)
				}
			}
		}
	}
	f.measure()
	return f
}

// chooseEye chooses the camera: one that shows the contact, where one of them does, and then one
// from which A does not hide B.
func (f *courseFigure) chooseEye() {
	normal, at, _, ok := f.Contact()
	size := 0.0
	for i := range f.main {
		lo, hi := f.main[i].AABB()
		if d := vec(hi).Sub(vec(lo)); finite3(d) {
			size = max(size, extent(d3.AABB{Max: d}))
		}
	}
	shown := func(c *solid.Camera) int {
		if !ok || hides([2]*scene.Body{&f.main[0], &f.main[1]}, vec(at), c, size) {
			return 0
		}
		return 1
	}
	f.eye = chooseEye(vec(normal), shown)
	if b := f.eye.Back; float64(b.X*normal[0])+float64(b.Y*normal[1]) < 0 {
		other := solid.LookAlong(d3.Vec{X: -b.X, Y: -b.Y, Z: b.Z})
		if shown(&other) >= shown(&f.eye) {
			f.eye = other
		}
	}
}

// moves reports whether a body moves; the point of a ray is none.
func (f *courseFigure) moves(i int) bool {
	if f.Cast != nil {
		return i == 1 && f.Cast.Kind == scene.CastShape
	}
	return f.Impact != nil && ![2]*scene.Motion{&f.Impact.MotionA, &f.Impact.MotionB}[i].Rest()
}

// times returns the times at which bodies are drawn on their way: those of the steps where there
// are enough of them, the first and the last and some between; else even times.
func (f *courseFigure) times() []float64 {
	var all []float64
	for i := range f.Steps {
		if t := f.Steps[i].T; len(all) == 0 || t > all[len(all)-1] {
			all = append(all, t)
		}
	}
	if len(all) < 3 {
		all = nil
		for i := range mostGhosts {
			all = append(all, f.End*float64(i)/(mostGhosts-1))
		}
		return all
	}
	if len(all) > mostGhosts {
		some := make([]float64, mostGhosts)
		for i := range some {
			some[i] = all[i*(len(all)-1)/(mostGhosts-1)]
		}
		all = some
	}
	return append(all, f.End)
}

// measure finds the box of all that is drawn.
func (f *courseFigure) measure() {
	var seen draw.Union
	add := func(b *scene.Body) {
		for _, piece := range piecesOf(b) {
			if s := solidOf(&piece, f.from); s.Core != nil {
				seen.Add(f.eye.Reach(s.Grown))
			}
		}
	}
	for i := range f.main {
		add(&f.main[i])
		for k := range f.ghosts[i] {
			add(&f.ghosts[i][k])
		}
	}
	if f.Cast != nil && f.Cast.Kind == scene.CastRay {
		from, to := f.ray()
		seen.Add(f.eye.ReachOf(from, to))
	}
	for i := range f.main { // the boundary of a half-space where it is nearest to the other body
		lo, hi := f.main[1-i].AABB()
		mid := vec(lo).Scale(0.5).Add(vec(hi).Scale(0.5))
		for _, piece := range piecesOf(&f.main[i]) {
			if b := solidOf(&piece, f.from); b.Core == nil && b.Normal != (d3.Vec{}) && finite3(mid) {
				seen.Add(f.eye.ReachOf(b.Foot(mid.Sub(f.from))))
			}
		}
	}
	f.box = seen.Box
}

// ray returns the ends of what is drawn of a ray.
func (f *courseFigure) ray() (from, to d3.Vec) {
	from = vec(f.Cast.Origin).Sub(f.from)
	return from, from.Add(vec(f.Cast.Direction).Scale(f.End))
}

// styleProved is that of the time for which a step has proved the bodies apart.
var styleProved = draw.Style{Fill: draw.Clear, Alpha: 0.3, Stroke: draw.Clear, Width: 1}

// The sizes of a page of a course, in page units.
const (
	courseView = 360
	coursePlot = 210
)

// page draws the page.
func (f *courseFigure) page() *draw.Page {
	const width = pageWidth - 2*pageMargin
	facts := wrapped(strings.Join(f.sentences(), " "), width, draw.Font{Size: 13})
	rows := legendRows(f.legend(), width)
	top := float64(38 + 18*len(facts))
	plotTop := top + courseView + 30
	if f.space {
		plotTop += 10
	}
	foot := plotTop + coursePlot + 62
	p := draw.NewPage(pageWidth, foot+float64(20*len(rows))+6)
	p.Title = f.title()
	bold := draw.Font{Size: 18, Bold: true}
	p.Text(d2.Vec{X: pageMargin, Y: 27}, shorten(f.title(), width, bold), bold)
	for i, s := range facts {
		p.Text(d2.Vec{X: pageMargin, Y: float64(48 + 18*i)}, s, draw.Font{Size: 13})
	}
	f.drawWay(p, top)
	f.drawPlot(p, plotTop)
	drawRows(p, rows, d2.Vec{X: pageMargin, Y: foot})
	return p
}

// drawWay draws the bodies on their way.
func (f *courseFigure) drawWay(p *draw.Page, top float64) {
	box := d2.AABB{
		Min: d2.Vec{X: pageMargin + 44, Y: top},
		Max: d2.Vec{X: pageWidth - pageMargin, Y: top + courseView},
	}
	if f.space {
		box.Min.X = pageMargin
		box.Max.Y -= scaleHeight - 10
	}
	v := newPlot(p, f.eye, box, f.box)
	v.furnish(f.space, f.from)
	ghost := [2]draw.Style{{Stroke: draw.A, Width: 0.9}, {Stroke: draw.B, Width: 0.9}}
	if f.space {
		f.shade(&v, func(int) bool { return true })
	}
	for i := range f.ghosts {
		for k := range f.ghosts[i] {
			f.outlines(&v, &f.ghosts[i][k], ghost[i])
		}
	}
	if !f.space {
		f.outlines(&v, &f.main[0], styleA)
		if f.B != "" {
			f.outlines(&v, &f.main[1], styleB)
		}
	}
	f.drawRay(&v)
	f.drawContact(&v)
}

// outlines draws the outline of each part of a body.
func (f *courseFigure) outlines(v *plot, b *scene.Body, s draw.Style) {
	for _, piece := range piecesOf(b) {
		if body := solidOf(&piece, f.from); body.Core != nil || s.Fill != draw.None {
			v.drawBody(&body, &solid.Polyhedron{}, s)
		}
	}
	if !f.space {
		drawSides(v.View, sidesOf(b), solid.Flat(f.from), s)
	}
}

// shade draws the bodies of space that are asked for.
func (f *courseFigure) shade(v *plot, asked func(i int) bool) {
	var list []solid.Solid
	for i, role := range []draw.Role{draw.A, draw.B} {
		if i == 1 && f.B == "" || !asked(i) {
			continue
		}
		m := &solid.Mesh{}
		for _, piece := range piecesOf(&f.main[i]) {
			if body := solidOf(&piece, f.from); body.Core != nil {
				m.Add(solid.MeshOf(&piece.O3, f.from))
			} else {
				corners := v.patch(&body)
				m.Add(solid.NewPolyhedron(corners[:]).Mesh())
			}
		}
		list = append(list, solid.Solid{Mesh: m, Role: role})
	}
	v.Solids(list)
}

// drawRay draws a ray and where it leaves: dotted in a body of space, where nobody sees it.
func (f *courseFigure) drawRay(v *plot) {
	if f.Cast == nil || f.Cast.Kind != scene.CastRay {
		return
	}
	from, to := f.ray()
	along := func(t float64) d2.Vec { return v.At(from.Add(vec(f.Cast.Direction).Scale(t))) }
	style, begin := draw.Style{Stroke: draw.B, Width: 1.8}, v.At(from)
	if in := &f.CastAnswer; f.space && in.HasExit {
		v.Line(begin, along(in.T), style)
		begin = along(in.Exit)
		v.Line(along(in.T), begin, draw.Style{Stroke: draw.B, Width: 1.4, Dash: []float64{1.5, 4}})
	}
	v.Arrow(begin, v.At(to), style)
	v.Dot(v.At(from), 3.5, draw.B)
	for i := range f.Steps {
		a, b := v.At(vec(f.Steps[i].PointA).Sub(f.from)), v.At(vec(f.Steps[i].PointB).Sub(f.from))
		v.Path(draw.Polyline(a, b), draw.Style{Stroke: draw.Support, Width: 1, Dash: []float64{2, 3}})
		v.Dot(b, 2.6, draw.Support)
	}
	if f.CastAnswer.HasExit {
		exit := from.Add(vec(f.Cast.Direction).Scale(f.CastAnswer.Exit))
		v.Path(draw.Circle(v.At(exit), 4.5), draw.Style{Fill: draw.Paper, Stroke: draw.Witness, Width: 2})
	}
}

// drawContact draws the point of contact and the normal.
func (f *courseFigure) drawContact(v *plot) {
	normal, a, b, ok := f.Contact()
	if !ok {
		return
	}
	if n := vec(normal); n != (d3.Vec{}) {
		v.arrow(farther(vec(a), vec(b), n).Sub(f.from), n, 44, draw.Style{Stroke: draw.Normal, Width: 2})
	}
	v.Dot(v.At(vec(a).Sub(f.from)), 4.5, draw.Witness)
}

// drawPlot draws the signed distance over time.
func (f *courseFigure) drawPlot(p *draw.Page, top float64) {
	p.Text(d2.Vec{X: pageMargin, Y: top + 14}, "Signed distance over t", draw.Font{Size: 14, Bold: true})
	g := f.graph(d2.AABB{
		Min: d2.Vec{X: pageMargin + 58, Y: top + 24},
		Max: d2.Vec{X: pageWidth - pageMargin, Y: top + 24 + coursePlot},
	})
	g.axes(p)
	for i := range f.Steps {
		f.drawStep(p, g, &f.Steps[i])
	}
	f.drawCurve(p, g)
	for i := range f.Steps {
		f.drawBounds(p, g, &f.Steps[i])
	}
	f.drawTime(p, g)
}

// drawCurve draws the bounds of the signed distance over time, and where it is zero.
func (f *courseFigure) drawCurve(p *draw.Page, g *graph) {
	zero := g.at(0, 0).Y
	p.Clipped(draw.Polyline(d2.Vec{X: g.frame.Min.X, Y: zero}, d2.Vec{X: g.frame.Max.X, Y: zero}),
		draw.Style{Stroke: draw.Ink, Width: 1}, g.frame)
	var lower, upper []d2.Vec
	for i := range f.Samples {
		s := &f.Samples[i]
		lower, upper = append(lower, g.at(s.T, s.Lower)), append(upper, g.at(s.T, s.Upper))
	}
	curve := draw.Style{Stroke: draw.Difference, Width: 1.8}
	p.Clipped(draw.Polyline(lower...), curve, g.frame)
	p.Clipped(draw.Polyline(upper...), curve, g.frame)
	p.Rect(g.frame, draw.Style{Stroke: draw.Axis, Width: 1})
}

// drawStep draws how long a step has proved the bodies apart, and its time.
func (f *courseFigure) drawStep(p *draw.Page, g *graph, s *explain.Moment) {
	zero := g.at(0, 0).Y
	from, to := g.at(s.T, 0), g.at(s.Until, 0)
	if s.Until > s.T {
		p.Clipped(draw.Polygon(d2.Vec{X: from.X, Y: zero - 5}, d2.Vec{X: to.X, Y: zero - 5},
			d2.Vec{X: to.X, Y: zero + 5}, d2.Vec{X: from.X, Y: zero + 5}), styleProved, g.frame)
	}
	p.Clipped(draw.Polyline(from, g.at(s.T, s.Lower)),
		draw.Style{Stroke: draw.Support, Width: 1, Dash: []float64{2, 3}}, g.frame)
}

// drawBounds draws the bounds of the signed distance at a moment.
func (f *courseFigure) drawBounds(p *draw.Page, g *graph, s *explain.Moment) {
	for _, d := range []float64{s.Lower, s.Upper} {
		if at := g.at(s.T, d); draw.Contains(g.frame, at, 0) {
			p.Dot(at, 2.6, draw.Support)
		}
	}
}

// drawTime draws the time of contact.
func (f *courseFigure) drawTime(p *draw.Page, g *graph) {
	if f.Verdict() == collide.Miss {
		return
	}
	t, from, to := f.Times()
	p.Clipped(draw.Polygon(d2.Vec{X: g.at(from, 0).X, Y: g.frame.Min.Y}, d2.Vec{X: g.at(to, 0).X, Y: g.frame.Min.Y},
		d2.Vec{X: g.at(to, 0).X, Y: g.frame.Max.Y}, d2.Vec{X: g.at(from, 0).X, Y: g.frame.Max.Y}),
		draw.Style{Fill: draw.Hit, Alpha: 0.25}, g.frame)
	x := g.at(t, 0).X
	p.Clipped(draw.Polyline(d2.Vec{X: x, Y: g.frame.Min.Y}, d2.Vec{X: x, Y: g.frame.Max.Y}),
		draw.Style{Stroke: draw.Hit, Width: 1.6, Dash: []float64{5, 3}}, g.frame)
}

// graph is a plot of lengths over time in a frame of the page.
type graph struct {
	frame     d2.AABB
	end       float64 // time runs from 0 to here
	low, high float64 // lengths
}

// graph returns the graph of the course.
func (f *courseFigure) graph(frame d2.AABB) *graph {
	g := &graph{frame: frame, end: f.End}
	if !(g.end > 0) {
		g.end = 1
	}
	for i := range f.Samples {
		for _, d := range []float64{f.Samples[i].Lower, f.Samples[i].Upper} {
			if math.Abs(d) < 1e101 { // of surfaces that are crossed the upper bound alone
				g.low, g.high = min(g.low, d), max(g.high, d)
			}
		}
	}
	if !(g.high > g.low) {
		g.high = g.low + 1
	}
	room := float64(0.08 * (g.high - g.low))
	g.low, g.high = g.low-room, g.high+room
	return g
}

// at returns the page point of a length at a time.
func (g *graph) at(t, length float64) d2.Vec {
	s := g.frame.Max.Sub(g.frame.Min)
	return d2.Vec{
		X: g.frame.Min.X + float64(s.X*(t/g.end)),
		Y: g.frame.Max.Y - float64(s.Y*((length-g.low)/(g.high-g.low))),
	}
}

// axes draws grid lines with labels.
func (g *graph) axes(p *draw.Page) {
	grid, muted := draw.Style{Stroke: draw.Grid, Width: 1}, draw.Font{Role: draw.Muted}
	at, labels := multiples(0, g.end, 0, draw.RoundStep(g.end/8))
	for i, t := range at {
		x := g.at(t, 0).X
		p.Line(d2.Vec{X: x, Y: g.frame.Min.Y}, d2.Vec{X: x, Y: g.frame.Max.Y}, grid)
		muted.Anchor = draw.TopCenter
		p.Text(d2.Vec{X: x, Y: g.frame.Max.Y + 7}, labels[i], muted)
	}
	at, labels = multiples(g.low, g.high, 0, draw.RoundStep((g.high-g.low)/4))
	for i, d := range at {
		y := g.at(0, d).Y
		p.Line(d2.Vec{X: g.frame.Min.X, Y: y}, d2.Vec{X: g.frame.Max.X, Y: y}, grid)
		muted.Anchor = draw.MidRight
		p.Text(d2.Vec{X: g.frame.Min.X - 6, Y: y}, labels[i], muted)
	}
}

// legend returns the entries for what the picture shows.
func (f *courseFigure) legend() []key {
	k := []key{{named("A", f.A), swatch(styleA)}}
	if f.B != "" {
		k = append(k, key{named("B", f.B), swatch(styleB)})
	} else {
		k = append(k, key{"the ray", arrowKey(draw.Style{Stroke: draw.B, Width: 1.8})})
	}
	if len(f.ghosts[0])+len(f.ghosts[1]) > 0 {
		k = append(k, key{"on the way", swatch(draw.Style{Stroke: draw.B, Width: 0.9})})
	}
	if _, _, _, ok := f.Contact(); ok {
		k = append(k, key{"contact", func(p *draw.Page, at d2.Vec) { p.Dot(at, 4.5, draw.Witness) }})
	}
	if f.Cast != nil && f.CastAnswer.HasExit {
		k = append(k, key{"exit", func(p *draw.Page, at d2.Vec) {
			p.Path(draw.Circle(at, 4.5), draw.Style{Fill: draw.Paper, Stroke: draw.Witness, Width: 2})
		}})
	}
	if normal, _, _, _ := f.Contact(); vec(normal) != (d3.Vec{}) {
		k = append(k, key{"normal", arrowKey(draw.Style{Stroke: draw.Normal, Width: 2})})
	}
	k = append(k, key{"signed distance, bounds", swatch(draw.Style{Stroke: draw.Difference, Width: 1.8})})
	if len(f.Steps) > 0 {
		k = append(k, key{"step of the search", func(p *draw.Page, at d2.Vec) { p.Dot(at, 2.6, draw.Support) }})
	}
	if slices.ContainsFunc(f.Steps, func(s explain.Moment) bool { return s.Until > s.T }) {
		k = append(k, key{"proved apart by it", swatch(styleProved)})
	}
	if f.Verdict() != collide.Miss {
		k = append(k, key{"t", swatch(draw.Style{Stroke: draw.Hit, Width: 1.6, Dash: []float64{5, 3}})})
	}
	return k
}
