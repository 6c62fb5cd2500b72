package picture

import (
	"fmt"
	"io"
	"strconv"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/explain"
	"github.com/collide-go/collide/internal/draw"
	"github.com/collide-go/collide/scene"
)

// CourseHTML writes a course as a page of HTML on which a reader steps through it: the bodies where
// they are at each step of the search, or at even times where there is none, beside the signed
// distance over time with what the step has proved, and its numbers. As HTML does for a pair, it
// needs no network and no other file, and opens at step N when its address ends in #step=N, at the
// answer with #answer. Space is seen from one side.
//
// The bytes are a function of the course, and names in it are text, whatever they hold. The error
// is that of w.
//
// Cost: a few milliseconds in the plane, up to half a second in space, most of it for shading; 30
// to 300 kB of text.
func CourseHTML(w io.Writer, c *explain.Course) error {
	f := newCourseFigure(c)
	moments := shown(c)
	return writeHTML(w, &htmlDoc{
		Title: f.title(), Facts: f.sentences(), Count: len(moments) + 1, Script: htmlSteps,
		Data: f.data(moments), Legend: marks(f.legend()), Views: f.htmlViews(moments), Steps: courseColumns[:],
	})
}

// courseColumns are the heads of the list of steps of a course.
var courseColumns = [...]string{"step", "t", "lower", "upper", "end"}

// data returns what the script needs.
func (f *courseFigure) data(moments []explain.Moment) htmlData {
	pair := explain.Report{A: f.A, B: f.B}
	pair.Pair.Dim = f.Dim
	t := &table{Report: &pair}
	var d htmlData
	for i := range moments {
		m := &moments[i]
		s := htmlStep{
			No: strconv.Itoa(i + 1), Algorithm: digits(m.T, 6), Lower: digits(m.Lower, 6), Upper: digits(m.Upper, 6),
			Name: fmt.Sprintf("Step %d of %d: t = %s", i+1, len(moments), digits(m.T, 6)),
			Exit: exitWord(&explain.Step{Exit: m.Exit}), Told: f.told(m),
			Rows: [][2]string{{"t", number(m.T)}, {"lower", number(m.Lower)}, {"upper", number(m.Upper)}},
		}
		if len(f.Steps) > 0 {
			s.Rows = append(s.Rows, [2]string{"proved apart to", number(m.Until)})
		}
		s.Rows = append(s.Rows, [][2]string{
			{"normal", t.full(m.Normal)}, {"point of A", t.full(m.PointA)}, {"point of B", t.full(m.PointB)},
		}...)
		d.Steps = append(d.Steps, s)
	}
	time, _, _ := f.Times()
	answer := htmlStep{
		Name: "The answer: " + f.Verdict().String(), Algorithm: "answer", Exit: f.Verdict().String(),
		Rows: t.contactRows(f.Course),
	}
	if f.Verdict() != collide.Miss {
		answer.Name += " at t = " + digits(time, 9)
	}
	d.Steps = append(d.Steps, answer)
	return d
}

// told says in a sentence what a step found.
func (f *courseFigure) told(m *explain.Moment) string {
	between := "The signed distance lies between " + digits(m.Lower, 9) + " and " + digits(m.Upper, 9) + "."
	switch {
	case len(f.Steps) == 0:
		return between
	case m.Exit == collide.ExitMet:
		return between + " That is contact."
	case m.Exit == collide.ExitNotMet:
		return between + " A look ahead, which found no contact."
	case m.Until > m.T:
		return between + " No point of one reaches the other before t = " + digits(m.Until, 9) + ", proved."
	}
	return between
}

// htmlViews returns the bodies and the plot, in which a group of class step and nK belongs to
// step K.
func (f *courseFigure) htmlViews(moments []explain.Moment) [2]htmlView {
	out := [2]htmlView{{Head: "On the way"}, {Head: "Signed distance over t"}}
	p := draw.NewPage(400, 360)
	p.Title = out[0].Head
	box := d2.AABB{Min: d2.Vec{X: 44, Y: 4}, Max: d2.Vec{X: 396, Y: 336}}
	if f.space {
		box.Min.X, box.Max.Y = 4, 356-scaleHeight
	}
	v := newPlot(p, f.eye, box, f.box)
	v.furnish(f.space, f.from)
	f.drawResting(&v)
	q := draw.NewPage(400, 360)
	q.Title = out[1].Head
	g := f.graph(d2.AABB{Min: d2.Vec{X: 58, Y: 8}, Max: d2.Vec{X: 392, Y: 330}})
	g.axes(q)
	f.drawCurve(q, g)
	for i := range moments {
		m, class := &moments[i], "step n"+strconv.Itoa(i+1)
		p.Group("", class, "", func() { f.drawMoment(&v, m) })
		q.Group("", class, "", func() {
			f.drawStep(q, g, m)
			f.drawBounds(q, g, m)
		})
	}
	class := "step n" + strconv.Itoa(len(moments)+1)
	p.Group("", class, "", func() {
		f.drawMoving(&v, f.main)
		f.drawContact(&v)
	})
	q.Group("", class, "", func() { f.drawTime(q, g) })
	out[0].SVG, out[1].SVG = inline(p), inline(q)
	for i := range out {
		out[i].Label = out[i].Head + "; the table below has the numbers"
	}
	return out
}

// drawResting draws what is the same at every step: bodies that do not move, and a ray.
func (f *courseFigure) drawResting(v *plot) {
	if f.space {
		f.shade(v, func(i int) bool { return !f.moves(i) })
	} else {
		for i, s := range []draw.Style{styleA, styleB} {
			if !f.moves(i) && (i == 0 || f.B != "") {
				f.outlines(v, &f.main[i], s)
			}
		}
	}
	f.drawRay(v)
}

// drawMoving draws the outlines of the bodies that move, where they are.
func (f *courseFigure) drawMoving(v *plot, where [2]scene.Body) {
	for i, role := range []draw.Role{draw.A, draw.B} {
		switch {
		case !f.moves(i):
		case f.space:
			f.outlines(v, &where[i], draw.Style{Stroke: role, Width: 1.6})
		default:
			f.outlines(v, &where[i], [2]draw.Style{styleA, styleB}[i])
		}
	}
}

// drawMoment draws the bodies that move at a moment, and where they are nearest.
func (f *courseFigure) drawMoment(v *plot, m *explain.Moment) {
	a, b, err := f.At(m.T)
	if err != nil {
		return
	}
	f.drawMoving(v, [2]scene.Body{a, b})
	from, to := vec(m.PointA).Sub(f.from), vec(m.PointB).Sub(f.from)
	if !finite3(from) || !finite3(to) {
		return
	}
	v.Line(v.At(from), v.At(to), draw.Style{Stroke: draw.Witness, Width: 1.4, Dash: []float64{4, 3}})
	v.Dot(v.At(from), 3.5, draw.Witness)
	v.Dot(v.At(to), 3.5, draw.Witness)
}
