package picture

import (
	"strings"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/internal/draw"
	"github.com/collide-go/collide/internal/draw/solid"
)

// key is an entry of a legend.
type key struct {
	text string
	mark func(p *draw.Page, at d2.Vec) // draws a sample 24 wide about a point
}

// legendFont is the font of legends.
var legendFont = draw.Font{Size: 12.5}

func (k *key) width() float64 { return 30 + draw.TextWidth(k.text, legendFont) + 18 }

// draw draws the entry with its left end at a point in the middle of the line.
func (k *key) draw(p *draw.Page, at d2.Vec) {
	k.mark(p, d2.Vec{X: at.X + 12, Y: at.Y})
	font := legendFont
	font.Anchor = draw.MidLeft
	p.Text(d2.Vec{X: at.X + 30, Y: at.Y}, k.text, font)
}

// swatch is a sample of an area or a line.
func swatch(s draw.Style) func(p *draw.Page, at d2.Vec) {
	return func(p *draw.Page, at d2.Vec) {
		if s.Fill == draw.None {
			p.Line(d2.Vec{X: at.X - 12, Y: at.Y}, d2.Vec{X: at.X + 12, Y: at.Y}, s)
			return
		}
		p.Rect(d2.AABB{Min: d2.Vec{X: at.X - 12, Y: at.Y - 6}, Max: d2.Vec{X: at.X + 12, Y: at.Y + 6}}, s)
	}
}

// keyPlot returns a plot about a point, for the marks that only plots draw.
func keyPlot(p *draw.Page, at d2.Vec) plot {
	box := d2.AABB{Min: at, Max: at}.Grow(12)
	return newPlot(p, solid.Front(), box, box)
}

// arrowKey is a sample of an arrow.
func arrowKey(s draw.Style) func(p *draw.Page, at d2.Vec) {
	return func(p *draw.Page, at d2.Vec) {
		p.Arrow(d2.Vec{X: at.X - 12, Y: at.Y}, d2.Vec{X: at.X + 12, Y: at.Y}, s)
	}
}

// legend returns the entries for what the figure shows.
func (f *figure) legend() []key {
	k := []key{
		{named("A", f.report.A), swatch(styleA)},
		{named("B", f.report.B), swatch(styleB)},
		{"A − B", swatch(styleDifference)},
	}
	if f.report.Point != nil {
		k[1].mark = ringMark
	}
	if f.cornerTable() != nil {
		k = append(k, key{"corner of A − corner of B", func(p *draw.Page, at d2.Vec) { p.Dot(at, 3, draw.Difference) }})
	}
	if f.difference.Margin > 0 && f.difference.Core != nil {
		k = append(k, key{"A − B with the margins", swatch(styleMargin)})
	}
	if !f.space && (f.a.Margin > 0 && f.a.Core != nil || f.b.Margin > 0 && f.b.Core != nil) {
		k = append(k, key{"core of a shape", swatch(core(draw.Muted))})
	}
	k = append(k, key{"origin O", func(p *draw.Page, at d2.Vec) { v := keyPlot(p, at); v.cross(at) }})
	if f.normal != (d3.Vec{}) {
		k = append(k,
			key{"witness points of A (full) and B", func(p *draw.Page, at d2.Vec) {
				p.Dot(d2.Vec{X: at.X - 6, Y: at.Y}, 4.5, draw.Witness)
				ringMark(p, d2.Vec{X: at.X + 6, Y: at.Y})
			}},
			key{"distance", swatch(styleDistance)}, key{"normal", arrowKey(styleNormal)})
	}
	if f.hidden != [2]bool{} {
		k = append(k, key{"behind a body", func(p *draw.Page, at d2.Vec) {
			fill := draw.Witness
			if !f.hidden[0] {
				fill = draw.None
			}
			hiddenMark(p, at, fill)
		}})
	}
	return append(k, f.stepKeys()...)
}

// ringMark is the sample of the witness point of B.
func ringMark(p *draw.Page, at d2.Vec) {
	p.Path(draw.Circle(at, 4), draw.Style{Fill: draw.Paper, Stroke: draw.Witness, Width: 2})
}

// named returns what a letter stands for. The letter with a part of the body says so itself.
func named(letter, name string) string {
	switch {
	case name == "" || name == letter:
		return letter
	case strings.HasPrefix(name, letter+" ("):
		return shorten(name, 300, legendFont)
	}
	return letter + ": " + shorten(name, 300, legendFont)
}

// stepKeys returns the entries for what the steps show.
func (f *figure) stepKeys() []key {
	var search, sat, polytope, closed, simplex, dropped bool
	for i := range f.steps {
		t := &f.steps[i]
		search = search || t.HasPoints && t.Stage != collide.StageSAT && t.Stage != collide.StageClosed
		closed = closed || t.HasPoints && t.Stage == collide.StageClosed
		sat = sat || t.Stage == collide.StageSAT
		simplex = simplex || len(t.Simplex) > 0 && t.Stage != collide.StageEPA
		dropped = dropped || len(t.dropped()) > 0
		polytope = polytope || t.Stage == collide.StageEPA
	}
	var k []key
	if search {
		k = append(k, key{"simplex before the step", swatch(styleSimplex)}, key{"direction of search", arrowKey(styleSearch)},
			key{"support point found", func(p *draw.Page, at d2.Vec) { v := keyPlot(p, at); v.diamond(at, 6) }})
		what := "simplex with it"
		if polytope {
			what = "simplex with it; polytope"
		}
		k = append(k, key{what, swatch(stylePolytope)})
		if !f.space {
			k = append(k, key{"A − B ends here", swatch(styleLimit)})
		}
		if !f.space && simplex {
			k = append(k, key{"region tested that holds O", swatch(styleRegion)})
		}
		if dropped {
			k = append(k, key{"dropped", func(p *draw.Page, at d2.Vec) {
				p.Dot(at, 4, draw.Simplex)
				v := keyPlot(p, at)
				v.drop(at)
			}})
		}
	}
	if closed {
		k = append(k, key{"nearest points of the cores", func(p *draw.Page,
			at d2.Vec,
		) {
			v := keyPlot(p, at)
			v.diamond(at, 6)
		}})
	}
	if sat && f.culled() {
		k = append(k, key{"bounding boxes", swatch(styleBounds)}, key{"what they share", swatch(styleShared)},
			key{"edge whose axis was tested", swatch(styleTested)})
	}
	if sat {
		k = append(k, key{"overlap along the axis", swatch(draw.Style{Stroke: draw.Hit, Width: 2})},
			key{"gap along the axis", swatch(draw.Style{Stroke: draw.Clear, Width: 2})})
	}
	return k
}

// drawLegend draws the rows below each other, from a point in the middle of the first on.
func (f *figure) drawLegend(p *draw.Page, rows [][]key, at d2.Vec) { drawRows(p, rows, at) }

// drawRows draws rows of a legend from a point down.
func drawRows(p *draw.Page, rows [][]key, at d2.Vec) {
	for _, row := range rows {
		x := at.X
		for _, k := range row {
			k.draw(p, d2.Vec{X: x, Y: at.Y})
			x += k.width()
		}
		at.Y += 20
	}
}

// legendRows breaks entries into rows that fit.
func legendRows(keys []key, width float64) [][]key {
	var rows [][]key
	left := 0.0
	for _, k := range keys {
		if w := k.width(); len(rows) == 0 || w > left {
			rows, left = append(rows, nil), width
		}
		rows[len(rows)-1] = append(rows[len(rows)-1], k)
		left -= k.width()
	}
	return rows
}
