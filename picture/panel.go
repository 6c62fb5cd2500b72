package picture

import (
	"slices"
	"strconv"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/internal/draw"
	"github.com/collide-go/collide/internal/draw/solid"
	"github.com/collide-go/collide/internal/say"
)

// shapesBox returns what the view of the shapes has to show.
func (f *figure) shapesBox() d2.AABB {
	r := f.pairBox()
	if f.normal != (d3.Vec{}) {
		r = r.Union(f.eye.ReachOf(f.pointA, f.pointB))
	}
	for i := range f.steps {
		if t := &f.steps[i]; t.Stage == collide.StageSAT && t.search != (d3.Vec{}) && !f.space {
			m, side := f.beside(t.search, &f.a, &f.b)
			for _, x := range [...]float64{t.RangeA[0], t.RangeA[1], t.RangeB[0], t.RangeB[1]} {
				r = r.Union(f.eye.ReachOf(t.search.Scale(x).Add(m.Scale(side + float64(0.03*f.size)))))
			}
		}
	}
	return r
}

// differenceBox returns what the views of the difference have to show.
func (f *figure) differenceBox() d2.AABB {
	r := f.eye.ReachOf(d3.Vec{})
	if d := &f.difference; d.Core != nil {
		return r.Union(f.eye.Reach(d.Grown))
	}
	if f.normal != (d3.Vec{}) {
		r = r.Union(f.eye.ReachOf(f.pointA.Sub(f.pointB)))
	}
	return r.Grow(max(0.6*r.Size().Len(), 0.25*f.size))
}

// shown returns the steps that have a row in the chart of axes, and those that have a panel; -1
// stands for those left out.
func (f *figure) shown() (chart, panels []int) {
	for i := range f.steps {
		if f.space && f.steps[i].Stage == collide.StageSAT {
			chart = append(chart, i)
		}
		if !f.space || f.steps[i].Stage != collide.StageSAT || f.steps[i].Best || f.parts(i) {
			panels = append(panels, i)
		}
	}
	return leaveOut(chart, chartCount), leaveOut(panels, panelCount)
}

// parts reports whether the axis of step i separates the shapes.
func (f *figure) parts(i int) bool { return f.steps[i].Exit == collide.ExitSeparated }

// leaveOut keeps n numbers of a list, -1 among them in place of the middle ones, if there are more.
func leaveOut(list []int, n int) []int {
	if len(list) <= n {
		return list
	}
	const last = 3
	return slices.Concat(list[:n-last-1], []int{-1}, list[len(list)-last:])
}

// left says how many steps have no panel.
func (f *figure) left() string {
	chart, panels := f.shown()
	list := slices.Sorted(slices.Values(slices.Concat(chart, panels)))
	list = slices.DeleteFunc(slices.Compact(list), func(i int) bool { return i < 0 })
	return say.Count(len(f.steps)-len(list), "step") + " left out"
}

// panel draws a step.
func (f *figure) panel(p *draw.Page, i int, at d2.Vec, width float64) {
	head := draw.Font{Size: 13, Bold: true}
	if i < 0 {
		p.Text(d2.Vec{X: at.X + float64(width/2), Y: at.Y + 110}, f.left(),
			draw.Font{Size: 13, Role: draw.Muted, Anchor: draw.Center})
		return
	}
	t := &f.steps[i]
	name := "Step " + strconv.Itoa(i+1) + ": " + f.stepName(i)
	p.Text(d2.Vec{X: at.X, Y: at.Y + 16}, name, head)
	box := d2.AABB{Min: d2.Vec{X: at.X, Y: at.Y + 24}, Max: d2.Vec{X: at.X + width, Y: at.Y + 224}}
	frame := draw.Style{Stroke: draw.Grid, Width: 1}
	if t.Best {
		frame = draw.Style{Stroke: draw.Normal, Width: 3}
	}
	p.Rect(box, frame)
	if times := f.panelPlot(p, t, box); times > 1 {
		font := draw.Font{Role: draw.Muted, Anchor: draw.Right}
		place := d2.Vec{X: box.Max.X, Y: box.Min.Y - 8}
		if draw.TextWidth(name, head)+draw.TextWidth(enlarged(times), font)+8 > width {
			font.Anchor, place = draw.TopRight, d2.Vec{X: box.Max.X - 6, Y: box.Min.Y + 6}
		}
		p.Text(place, enlarged(times), font)
	}
	y := box.Max.Y + 17
	for _, s := range f.words(i, width, draw.Font{Size: 12.5}) {
		p.Text(d2.Vec{X: at.X, Y: y}, shorten(s, width, draw.Font{Size: 12.5}), draw.Font{Size: 12.5})
		y += 17
	}
}

// panelPlot draws what a step is about, and returns how many times it is enlarged: SAT and closed
// forms are about the shapes, the others about the difference.
func (f *figure) panelPlot(p *draw.Page, t *turn, box d2.AABB) (times float64) {
	if t.Stage == collide.StageSAT || t.Stage == collide.StageClosed || t.Stage == collide.StageExact {
		v := newPlot(p, f.eye, box, f.shapesBox())
		if near, times, ok := f.lesserPlot(&v, t, box); ok {
			f.drawPair(&near)
			f.drawRanges(&near, t, f.lesser())
			return times
		}
		f.drawPair(&v)
		if t.Stage == collide.StageExact {
			f.drawAnswer(&v, [2]bool{}) // the bodies are seen through
		} else {
			f.drawSupports(&v, t)
		}
		return 1
	}
	v, times := f.stepPlot(p, t, box)
	if f.space && t.Stage == collide.StageEPA {
		f.drawGrowth(&v, t)
	} else {
		f.drawDifference(&v)
	}
	f.drawStep(&v, t)
	return times
}

// seenLesser is how long, in page units, the lesser body has to be in a panel of an axis.
const seenLesser = 12

// lesser returns the body whose box is the lesser one; nil beside a half-space.
func (f *figure) lesser() *solid.Body {
	switch {
	case f.a.Core == nil || f.b.Core == nil:
		return nil
	case f.eye.Reach(f.a.Grown).Size().Len() < f.eye.Reach(f.b.Grown).Size().Len():
		return &f.a
	}
	return &f.b
}

// lesserPlot returns the plot of what is about the lesser body, and how many times it is larger
// than v, for an axis along which that body is too small to see in v.
func (f *figure) lesserPlot(v *plot, t *turn, box d2.AABB) (near plot, times float64, ok bool) {
	b := f.lesser()
	if t.Stage != collide.StageSAT || t.search == (d3.Vec{}) || b == nil {
		return near, 1, false
	}
	r := f.eye.Reach(b.Grown)
	if float64(r.Size().Len()*v.Scale) >= seenLesser {
		return near, 1, false
	}
	near = newPlot(v.Page, f.eye, box, r.Grow(1.5*r.Size().Len()))
	return near, near.Scale / v.Scale, true
}

// drawGrowth draws the polytope of EPA in space as a solid half seen through, in the mere outline
// of the difference, so that the two are told apart.
func (f *figure) drawGrowth(p *plot, t *turn) {
	if f.difference.Core != nil {
		p.outline(f.difference.Core, draw.Style{Stroke: draw.Difference, Width: 1})
	}
	m := solid.NewPolyhedron(places(t.Vertices))
	p.Solids([]solid.Solid{{Mesh: m.Mesh(), Role: draw.Simplex, Ghost: true}})
	p.edges(m, draw.Simplex)
}

// stepPlot returns the plot of the difference for a step, and how many times it is larger than that
// of the whole difference: once, unless what the step is about would be too small to see.
func (f *figure) stepPlot(p *draw.Page, t *turn, box d2.AABB) (plot, float64) {
	v := newPlot(p, f.eye, box, f.differenceBox())
	near := newPlot(p, f.eye, box, f.stepBox(t))
	if len(t.Simplex) == 0 || !(near.Scale > 3*v.Scale) {
		return v, 1
	}
	near.Scale /= 1.5
	return near, near.Scale / v.Scale
}

// enlarged says how many times a plot is enlarged.
func enlarged(times float64) string { return "enlarged " + digits(times, 2) + " times" }

// stepBox returns the box of what a step is about: the origin, the simplex and the point found.
func (f *figure) stepBox(t *turn) d2.AABB {
	r := f.eye.ReachOf(append(places(t.Simplex), d3.Vec{})...)
	if t.HasPoints {
		r = r.Union(f.eye.ReachOf(t.W.At))
	}
	if size := r.Size().Len(); size < 1e-6*f.size {
		r = r.Grow(f.size) // nothing to see: no closer than the rest
	}
	return r
}
