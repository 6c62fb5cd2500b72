package picture

import (
	"strconv"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/internal/draw"
)

// The columns of the chart of axes, and the height of a row.
const (
	chartRow   = 27
	chartBars  = 300 // where the bars begin
	chartValue = 660 // where the numbers begin
)

// chartHeight returns how much room a chart of those steps takes.
func chartHeight(steps []int) float64 {
	if len(steps) == 0 {
		return 0
	}
	return 38 + float64(chartRow*len(steps))
}

// chart draws a row for each axis that SAT tested in space: which it is, what A and B cover of it,
// and the gap or overlap.
func (f *figure) chart(p *draw.Page, steps []int, at d2.Vec) {
	if len(steps) == 0 {
		return
	}
	p.Text(d2.Vec{X: at.X, Y: at.Y + 14}, "What A and B cover of each axis", draw.Font{Size: 14, Bold: true})
	most := 0.0
	for _, i := range steps {
		if i >= 0 {
			t := &f.steps[i]
			most = max(most, max(t.RangeA[1], t.RangeB[1])-min(t.RangeA[0], t.RangeB[0]))
		}
	}
	unit := (chartValue - chartBars - 24) / max(most, 1e-300)
	for k, i := range steps {
		y := at.Y + 30 + float64(chartRow*k)
		p.Line(d2.Vec{X: at.X, Y: y}, d2.Vec{X: pageWidth - pageMargin, Y: y}, draw.Style{Stroke: draw.Grid, Width: 1})
		if i < 0 {
			p.Text(d2.Vec{X: at.X + 36, Y: y + 18}, f.left(), draw.Font{Size: 12.5, Role: draw.Muted})
			continue
		}
		f.bars(p, i, d2.Vec{X: at.X, Y: y + chartRow/2.0}, unit)
	}
}

// bars draws a row of the chart about a height.
func (f *figure) bars(p *draw.Page, i int, at d2.Vec, unit float64) {
	t := &f.steps[i]
	name := typeset(axisWords(f.report, t.Axis))
	if name == "" {
		name = "axis " + f.vector(t.search, 1)
	}
	font := draw.Font{Size: 12.5, Anchor: draw.MidLeft, Bold: t.Exit != collide.ExitNone}
	number := strconv.Itoa(i + 1)
	if t.Best {
		number = "best"
	}
	p.Text(at, number, font)
	p.Text(d2.Vec{X: at.X + 36, Y: at.Y}, shorten(name, chartBars-50, font), font)
	first := min(t.RangeA[0], t.RangeB[0])
	x := func(v float64) float64 { return chartBars + float64((v-first)*unit) }
	line := func(from, to, dy float64, s draw.Style) {
		p.Line(d2.Vec{X: x(from), Y: at.Y + dy}, d2.Vec{X: x(to), Y: at.Y + dy}, s)
	}
	line(t.RangeA[0], t.RangeA[1], -7, draw.Style{Stroke: draw.A, Width: 5})
	line(t.RangeB[0], t.RangeB[1], 0, draw.Style{Stroke: draw.B, Width: 5, Dash: []float64{7, 6}})
	word, from, to := t.parting()
	s := partingStyle(word)
	line(from, to, 8, s)
	for _, v := range []float64{from, to} {
		p.Line(d2.Vec{X: x(v), Y: at.Y + 5}, d2.Vec{X: x(v), Y: at.Y + 11}, s)
	}
	p.Text(d2.Vec{X: chartValue, Y: at.Y}, word+" "+digits(to-from, 6), font)
}
