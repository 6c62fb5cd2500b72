package picture

import (
	"bytes"
	_ "embed" // the parts of the page
	"encoding/json"
	"html/template"
	"io"
	"strconv"
	"strings"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/explain"
	"github.com/collide-go/collide/internal/draw"
)

// The parts of a page of explain.
var (
	//go:embed explain.html
	htmlPage string
	//go:embed explain.css
	htmlStyle string
	//go:embed explain.js
	htmlSteps string
	//go:embed explain3_solids.js
	htmlSolids string
	//go:embed explain3.js
	htmlTurning string
)

// htmlTemplate is the parsed page.
var htmlTemplate = template.Must(template.New("explain").Parse(htmlPage))

// HTML writes a report as a page of HTML on which a reader steps through it: the shapes and the
// difference A - B of the cores, with what each step knew and found, and its numbers. Of a 3D
// report both can be turned. The page needs no network and no other file, is light or dark as the
// reader prefers, and opens at step N when its address ends in #step=N, at the answer with #answer.
//
// The bytes are a function of the report, and names in it are text, whatever they hold. The error
// is that of w.
//
// Cost: a few milliseconds; 30 to 150 kB of text.
func HTML(w io.Writer, r *explain.Report) error {
	f := newFigure(r)
	script := htmlSteps
	if f.space {
		script = htmlSolids + htmlTurning + script
	}
	return writeHTML(w, &htmlDoc{
		Title: f.title(), Facts: f.sentences(), Space: f.space, Count: len(f.steps) + 1, Script: script,
		Data: f.data(), Legend: marks(f.legend()), Views: f.htmlViews(), Steps: stepColumns[:],
	})
}

// stepColumns are the heads of the list of steps.
var stepColumns = [...]string{"step", "algorithm", "lower", "upper", "end"}

// htmlDoc is what a page of HTML shows.
type htmlDoc struct {
	Title  string
	Facts  []string
	Space  bool // the views can be turned
	Count  int  // steps, with the answer
	Script string
	Data   htmlData
	Legend []htmlView
	Views  [2]htmlView
	Steps  []string // the heads of the list of steps
}

// writeHTML writes a page.
func writeHTML(w io.Writer, d *htmlDoc) error {
	data, err := json.Marshal(d.Data)
	if err != nil {
		return err
	}
	var page bytes.Buffer
	err = htmlTemplate.Execute(&page, map[string]any{
		"Title": d.Title, "Facts": d.Facts, "Space": d.Space, "Count": d.Count, "Steps": d.Steps,
		"Style":  template.CSS(draw.Variables() + draw.StyleSheet(draw.Auto) + htmlStyle),
		"Script": template.JS(d.Script),
		"Data":   template.JS(data),
		"Legend": d.Legend,
		"Views":  d.Views,
	})
	if err != nil {
		return err
	}
	_, err = w.Write(page.Bytes())
	return err
}

// htmlView is a figure on the page: a view, or a mark of the legend.
type htmlView struct {
	Head, Label string
	SVG         template.HTML
}

// htmlViews returns the two views; of the plane as SVG, in which a group of class step and nK
// belongs to step K.
func (f *figure) htmlViews() [2]htmlView {
	out := [2]htmlView{{Head: "The shapes"}, {Head: "The difference A − B" + f.ofCores()}}
	for i := range out {
		v := &out[i]
		v.Label = v.Head + "; the table below has the numbers"
		if f.space {
			v.Label = v.Head + ", can be turned; the table below has the numbers"
			continue
		}
		p := draw.NewPage(400, 360)
		p.Title = v.Head
		box := d2.AABB{Min: d2.Vec{X: 44, Y: 4}, Max: d2.Vec{X: 396, Y: 336}}
		pl := newPlot(p, f.eye, box, [2]d2.AABB{f.shapesBox(), f.differenceBox()}[i])
		if i == 0 {
			pl.axes(f.from)
			f.drawPair(&pl)
			f.letters(&pl)
		} else {
			pl.axes(d3.Vec{})
			f.drawDifference(&pl)
			for _, c := range f.cornerTable() {
				pl.Dot(pl.At(c), 3, draw.Difference)
			}
			pl.cross(pl.At(d3.Vec{}))
		}
		for k := range f.steps {
			t := &f.steps[k]
			p.Group("", "step n"+strconv.Itoa(k+1), "", func() {
				if i == 0 {
					f.htmlShapes(&pl, t)
				} else {
					f.htmlStep(&pl, t)
				}
			})
		}
		p.Group("", "step n"+strconv.Itoa(len(f.steps)+1), "", func() {
			if i == 0 {
				f.drawAnswer(&pl, f.hidden)
			} else {
				f.drawGoal(&pl)
			}
		})
		v.SVG = inline(p)
	}
	return out
}

// htmlShapes draws a step over the shapes, or enlarged in their place.
func (f *figure) htmlShapes(whole *plot, t *turn) {
	v, times, ok := f.lesserPlot(whole, t, whole.Frame)
	if !ok {
		f.drawSupports(whole, t)
		return
	}
	v.Page.Rect(v.Page.Bounds(), draw.Style{Fill: draw.Paper})
	v.axes(f.from)
	f.drawPair(&v)
	f.drawRanges(&v, t, f.lesser())
	v.told(times)
}

// told writes how many times a plot is enlarged into its corner.
func (p *plot) told(times float64) {
	p.Page.Text(d2.Vec{X: p.Frame.Max.X - 8, Y: p.Frame.Min.Y + 8}, enlarged(times),
		draw.Font{Role: draw.Muted, Anchor: draw.TopRight})
}

// htmlStep draws a step over the difference, or enlarged in its place.
func (f *figure) htmlStep(whole *plot, t *turn) {
	v, times := f.stepPlot(whole.Page, t, whole.Frame)
	if t.Stage == collide.StageSAT || times == 1 {
		whole.labels = nil
		f.drawStep(whole, t)
		return
	}
	v.Page.Rect(v.Page.Bounds(), draw.Style{Fill: draw.Paper})
	v.axes(d3.Vec{})
	f.drawDifference(&v)
	f.drawStep(&v, t)
	v.told(times)
}

// marks returns the entries of a legend, each with its mark.
func marks(legend []key) []htmlView {
	var out []htmlView
	for _, k := range legend {
		p := draw.NewPage(30, 20)
		p.Title = k.text
		k.mark(p, d2.Vec{X: 15, Y: 10})
		out = append(out, htmlView{Head: k.text, SVG: inline(p)})
	}
	return out
}

// inline returns a page as SVG inside HTML. A writer into memory does not fail.
func inline(p *draw.Page) template.HTML {
	var b strings.Builder
	_ = p.SVG(&b, draw.SVGOptions{Inline: true})
	return template.HTML(b.String())
}
