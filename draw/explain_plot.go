package draw

import (
	"math"
	"strings"

	"github.com/collide-go/collide/d2"
)

// plot is a part of a page that shows a part of the plane, or of space as a camera sees it.
type plot struct {
	page *Page
	eye  camera
	box  d2.AABB // on the page
	mid  d2.Vec  // what its middle shows, Y up
	unit float64 // page units per unit of length

	labels []d2.Vec // where numbers of vertices stand
}

// room is how much of a plot is left free on each side, for numbers and the heads of arrows.
const room = 24

// newPlot returns a plot that shows the box r with some room around it.
func newPlot(page *Page, eye camera, box, r d2.AABB) plot {
	w, h := box.Size(), r.Size()
	unit := min((w.X-2*room)/max(h.X, 1e-300), (w.Y-2*room)/max(h.Y, 1e-300))
	if h == (d2.Vec{}) {
		unit = min(w.X, w.Y) / 2
	}
	return plot{page: page, eye: eye, box: box, mid: r.Center(), unit: unit}
}

// on returns the place on the page of a point of the picture plane.
func (p *plot) on(v d2.Vec) d2.Vec {
	c := p.box.Center()
	return d2.Vec{X: c.X + float64((v.X-p.mid.X)*p.unit), Y: c.Y - float64((v.Y-p.mid.Y)*p.unit)}
}

// at returns the place on the page of a point.
func (p *plot) at(x point) d2.Vec { return p.on(p.eye.see(x)) }

// all returns the places of points.
func (p *plot) all(pts []point) []d2.Vec {
	out := make([]d2.Vec, len(pts))
	for i, x := range pts {
		out[i] = p.at(x)
	}
	return out
}

// draw draws a path, cut off at the plot's frame.
func (p *plot) draw(h *Path, s Style) { p.page.clipped(h, s, p.box) }

// line draws a segment.
func (p *plot) line(from, to d2.Vec, s Style) { p.draw(Polyline(from, to), s) }

// outline draws the outline of a convex set.
func (p *plot) outline(f support, s Style) {
	v := p.eye.silhouette(f, p.extent())
	p.draw(Polygon(p.onAll(v)...), s)
}

// onAll returns the places of points of the picture plane.
func (p *plot) onAll(pts []d2.Vec) []d2.Vec {
	out := make([]d2.Vec, len(pts))
	for i, v := range pts {
		out[i] = p.on(v)
	}
	return out
}

// extent returns the length that the shorter side of the plot shows.
func (p *plot) extent() float64 {
	s := p.box.Size()
	return min(s.X, s.Y) / p.unit
}

// multiples returns the multiples of a round step in [lower, upper], and their labels. shift is added to what a label says.
func multiples(lower, upper, shift, step float64) (at []float64, labels []string) {
	for i := math.Ceil((lower + shift) / step); i*step <= upper+shift && len(at) < 50; i++ {
		at, labels = append(at, float64(i*step)-shift), append(labels, trimmed(i*step, decimals(step)))
	}
	return at, labels
}

// axes draws grid lines, ticks with labels and a frame. shift is where the plot's zero is in the world. The labels are left of
// the box and below it, 40 and 18 units wide.
func (p *plot) axes(shift point) {
	grid, frame := Style{Stroke: Grid, Width: 1}, Style{Stroke: Axis, Width: 1}
	half := p.box.Size().Scale(0.5 / p.unit)
	step := roundStep(p.extent() / 4.5)
	var note strings.Builder
	for i, name := range []string{"x", "y"} {
		if math.Abs(shift[i]) > 1e4*step { // long labels: count from a round number
			base := float64(math.Round(shift[i]/(10*step)) * 10 * step)
			shift[i] -= base
			note.WriteString(name + " from " + digits(base, 17) + "  ")
		}
	}
	p.page.Text(d2.Vec{X: p.box.Min.X + 6, Y: p.box.Max.Y - 6}, note.String(), Font{Role: Muted})
	at, labels := multiples(p.mid.X-half.X, p.mid.X+half.X, shift[0], step)
	for i, x := range at {
		v := p.on(d2.Vec{X: x})
		p.page.Line(d2.Vec{X: v.X, Y: p.box.Min.Y}, d2.Vec{X: v.X, Y: p.box.Max.Y}, grid)
		p.page.Line(d2.Vec{X: v.X, Y: p.box.Max.Y}, d2.Vec{X: v.X, Y: p.box.Max.Y + 4}, frame)
		p.page.Text(d2.Vec{X: v.X, Y: p.box.Max.Y + 7}, labels[i], Font{Role: Muted, Anchor: TopCenter})
	}
	at, labels = multiples(p.mid.Y-half.Y, p.mid.Y+half.Y, shift[1], step)
	for i, y := range at {
		v := p.on(d2.Vec{Y: y})
		p.page.Line(d2.Vec{X: p.box.Min.X, Y: v.Y}, d2.Vec{X: p.box.Max.X, Y: v.Y}, grid)
		p.page.Line(d2.Vec{X: p.box.Min.X - 4, Y: v.Y}, d2.Vec{X: p.box.Min.X, Y: v.Y}, frame)
		p.page.Text(d2.Vec{X: p.box.Min.X - 6, Y: v.Y}, labels[i], Font{Role: Muted, Anchor: MidRight})
	}
	p.page.Rect(p.box, frame)
}

// scaleHeight is how much room a scale takes at the foot of a plot.
const scaleHeight = 50

// scale draws, below the plot, a bar of known length and the directions of the three axes.
func (p *plot) scale() {
	foot := p.box.Max.Y + scaleHeight
	p.page.Rect(d2.AABB{Min: p.box.Min, Max: d2.Vec{X: p.box.Max.X, Y: foot}}, Style{Stroke: Axis, Width: 1})
	step := roundStep(p.extent() / 8)
	at := d2.Vec{X: p.box.Max.X - 10, Y: foot - 10}
	left := d2.Vec{X: at.X - float64(step*p.unit), Y: at.Y}
	line := Style{Stroke: Ink, Width: 1.5}
	p.page.Line(left, at, line)
	for _, v := range []d2.Vec{left, at} {
		p.page.Line(d2.Vec{X: v.X, Y: v.Y - 4}, d2.Vec{X: v.X, Y: v.Y + 4}, line)
	}
	p.page.Text(d2.Vec{X: (left.X + at.X) / 2, Y: at.Y - 8}, digits(step, 6), Font{Anchor: Center})
	o := d2.Vec{X: p.box.Min.X + 36, Y: foot - 22}
	for i, name := range []string{"x", "y", "z"} {
		var e point
		e[i] = 1
		v := p.eye.see(e)
		v.Y = -v.Y
		p.page.Arrow(o, o.Add(v.Scale(20)), Style{Stroke: Muted, Width: 1})
		p.page.Text(o.Add(v.Scale(27)), name, Font{Role: Muted, Anchor: MidCenter})
	}
}

// cross marks the origin of the difference.
func (p *plot) cross(at d2.Vec) {
	s := Style{Stroke: Origin, Width: 1.8}
	p.line(d2.Vec{X: at.X - 6, Y: at.Y}, d2.Vec{X: at.X + 6, Y: at.Y}, s)
	p.line(d2.Vec{X: at.X, Y: at.Y - 6}, d2.Vec{X: at.X, Y: at.Y + 6}, s)
}

// diamond marks a new support point.
func (p *plot) diamond(at d2.Vec, r float64) {
	if !contains(p.box, at, 0) {
		return
	}
	p.page.Path(Polygon(d2.Vec{X: at.X, Y: at.Y - r}, d2.Vec{X: at.X + r, Y: at.Y}, d2.Vec{X: at.X, Y: at.Y + r}, d2.Vec{X: at.X - r, Y: at.Y}),
		Style{Fill: Support, Stroke: Paper, Width: 1})
}

// dot draws a disc if it is in the plot.
func (p *plot) dot(at d2.Vec, r float64, role Role) {
	if contains(p.box, at, 0) {
		p.page.Dot(at, r, role)
	}
}

// arrow draws an arrow of the given length on the page from a point along a vector, kept in the plot.
func (p *plot) arrow(from point, along point, long float64, s Style) {
	v := p.eye.see(along)
	l := v.Len()
	if !(l > 1e-9*length(along)) {
		return
	}
	v = d2.Vec{X: v.X / l, Y: -v.Y / l}
	at := p.at(from)
	a, b, ok := clipLine(at, at.Add(v.Scale(long*min(1, max(0.35, l/length(along))))), p.box)
	if ok {
		p.page.Arrow(a, b, s)
	}
}
