package picture

import (
	"math"
	"strings"

	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/internal/draw"
	"github.com/collide-go/collide/internal/draw/solid"
)

// plot is a view of a figure.
type plot struct {
	*solid.View
	labels []numberAt // the numbers of vertices
}

// room is how much of a plot is left free on each side, for numbers and the heads of arrows.
const room = 24

// newPlot returns a plot that shows the box r with some room around it.
func newPlot(page *draw.Page, eye solid.Camera, box, r d2.AABB) plot {
	return plot{View: &solid.View{Canvas: page.Canvas(box, r, room), Camera: eye}}
}

// all returns the places of points.
func (p *plot) all(pts []d3.Vec) []d2.Vec {
	out := make([]d2.Vec, len(pts))
	for i, x := range pts {
		out[i] = p.At(x)
	}
	return out
}

// outline draws the outline of a convex set.
func (p *plot) outline(f solid.Support, s draw.Style) {
	v := p.Camera.Silhouette(f, 3e-4*p.extent())
	p.Path(draw.Polygon(p.onAll(v)...), s)
}

// onAll returns the places of points of the picture plane.
func (p *plot) onAll(pts []d2.Vec) []d2.Vec {
	out := make([]d2.Vec, len(pts))
	for i, v := range pts {
		out[i] = p.Point(v)
	}
	return out
}

// extent returns the length that the shorter side of the plot shows.
func (p *plot) extent() float64 {
	s := p.Frame.Size()
	return min(s.X, s.Y) / p.Scale
}

// multiples returns the multiples of a round step in [lower, upper], and their labels. shift is
// added to what a label says.
func multiples(lower, upper, shift, step float64) (at []float64, labels []string) {
	for i := math.Ceil((lower + shift) / step); i*step <= upper+shift && len(at) < 50; i++ {
		at, labels = append(at, float64(i*step)-shift), append(labels, draw.Trimmed(i*step, draw.Decimals(step)))
	}
	return at, labels
}

// axes draws grid lines, ticks with labels and a frame. shift is where the plot's zero is in the
// world. The labels are left of the box and below it, 40 and 18 units wide.
func (p *plot) axes(shift d3.Vec) {
	grid, frame := draw.Style{Stroke: draw.Grid, Width: 1}, draw.Style{Stroke: draw.Axis, Width: 1}
	half := p.Frame.Size().Scale(0.5 / p.Scale)
	step := draw.RoundStep(p.extent() / 4.5)
	var note strings.Builder
	for i, c := range []*float64{&shift.X, &shift.Y} {
		if name := "xy"[i : i+1]; math.Abs(*c) > 1e4*step { // long labels: count from a round number
			base := float64(math.Round(*c/(10*step)) * 10 * step)
			*c -= base
			note.WriteString(name + " from " + digits(base, 17) + "  ")
		}
	}
	p.Page.Text(d2.Vec{X: p.Frame.Min.X + 6, Y: p.Frame.Max.Y - 6}, note.String(), draw.Font{Role: draw.Muted})
	at, labels := multiples(p.Center.X-half.X, p.Center.X+half.X, shift.X, step)
	for i, x := range at {
		v := p.Point(d2.Vec{X: x})
		p.Page.Line(d2.Vec{X: v.X, Y: p.Frame.Min.Y}, d2.Vec{X: v.X, Y: p.Frame.Max.Y}, grid)
		p.Page.Line(d2.Vec{X: v.X, Y: p.Frame.Max.Y}, d2.Vec{X: v.X, Y: p.Frame.Max.Y + 4}, frame)
		p.Page.Text(d2.Vec{X: v.X, Y: p.Frame.Max.Y + 7}, labels[i], draw.Font{Role: draw.Muted, Anchor: draw.TopCenter})
	}
	at, labels = multiples(p.Center.Y-half.Y, p.Center.Y+half.Y, shift.Y, step)
	for i, y := range at {
		v := p.Point(d2.Vec{Y: y})
		p.Page.Line(d2.Vec{X: p.Frame.Min.X, Y: v.Y}, d2.Vec{X: p.Frame.Max.X, Y: v.Y}, grid)
		p.Page.Line(d2.Vec{X: p.Frame.Min.X - 4, Y: v.Y}, d2.Vec{X: p.Frame.Min.X, Y: v.Y}, frame)
		p.Page.Text(d2.Vec{X: p.Frame.Min.X - 6, Y: v.Y}, labels[i], draw.Font{Role: draw.Muted, Anchor: draw.MidRight})
	}
	p.Page.Rect(p.Frame, frame)
}

// scaleHeight is how much room a scale takes at the foot of a plot.
const scaleHeight = 50

// scale draws, below the plot, a bar of known length and the directions of the three axes.
func (p *plot) scale() {
	foot := p.Frame.Max.Y + scaleHeight
	p.Page.Rect(d2.AABB{Min: p.Frame.Min, Max: d2.Vec{X: p.Frame.Max.X, Y: foot}}, draw.Style{Stroke: draw.Axis, Width: 1})
	step := draw.RoundStep(p.extent() / 8)
	at := d2.Vec{X: p.Frame.Max.X - 10, Y: foot - 10}
	left := d2.Vec{X: at.X - float64(step*p.Scale), Y: at.Y}
	line := draw.Style{Stroke: draw.Ink, Width: 1.5}
	p.Page.Line(left, at, line)
	for _, v := range []d2.Vec{left, at} {
		p.Page.Line(d2.Vec{X: v.X, Y: v.Y - 4}, d2.Vec{X: v.X, Y: v.Y + 4}, line)
	}
	p.Page.Text(d2.Vec{X: (left.X + at.X) / 2, Y: at.Y - 8}, digits(step, 6), draw.Font{Anchor: draw.Center})
	o := d2.Vec{X: p.Frame.Min.X + 36, Y: foot - 22}
	for i, e := range []d3.Vec{{X: 1}, {Y: 1}, {Z: 1}} {
		v := p.Direction(e)
		p.Page.Arrow(o, o.Add(v.Scale(20)), draw.Style{Stroke: draw.Muted, Width: 1})
		p.Page.Text(o.Add(v.Scale(27)), "xyz"[i:i+1], draw.Font{Role: draw.Muted, Anchor: draw.MidCenter})
	}
}

// cross marks the origin of the difference.
func (p *plot) cross(at d2.Vec) {
	s := draw.Style{Stroke: draw.Origin, Width: 1.8}
	p.Line(d2.Vec{X: at.X - 6, Y: at.Y}, d2.Vec{X: at.X + 6, Y: at.Y}, s)
	p.Line(d2.Vec{X: at.X, Y: at.Y - 6}, d2.Vec{X: at.X, Y: at.Y + 6}, s)
}

// diamond marks a new support point.
func (p *plot) diamond(at d2.Vec, r float64) {
	if !draw.Contains(p.Frame, at, 0) {
		return
	}
	p.Page.Path(draw.Polygon(d2.Vec{X: at.X, Y: at.Y - r}, d2.Vec{X: at.X + r, Y: at.Y}, d2.Vec{X: at.X, Y: at.Y + r},
		d2.Vec{X: at.X - r, Y: at.Y}),
		draw.Style{Fill: draw.Support, Stroke: draw.Paper, Width: 1})
}

// arrow draws an arrow of the given length on the page from a point along a vector, kept in the
// plot.
func (p *plot) arrow(from, along d3.Vec, long float64, s draw.Style) {
	if at, tip := p.shaft(from, along, long); tip != at {
		p.Arrow(at, tip, s)
	}
}

// shaft returns the ends of that arrow; both are one where the vector points at the viewer.
func (p *plot) shaft(from, along d3.Vec, long float64) (at, tip d2.Vec) {
	v := p.Camera.See(along)
	at = p.At(from)
	l := v.Len()
	if !(l > 1e-9*along.Len()) {
		return at, at
	}
	v = d2.Vec{X: v.X / l, Y: -v.Y / l}
	return at, at.Add(v.Scale(long * min(1, max(0.35, l/along.Len()))))
}
