package draw

import (
	"bytes"
	_ "embed" // the parts of the page
	"encoding/json"
	"fmt"
	"html/template"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/explain"
)

// The parts of a page of explain.
var (
	//go:embed explain.html
	htmlPage string
	//go:embed explain.css
	htmlStyle string
	//go:embed explain.js
	htmlSteps string
	//go:embed explain3.js
	htmlViews string
)

// htmlTemplate is the parsed page.
var htmlTemplate = template.Must(template.New("explain").Parse(htmlPage))

// ExplainHTML writes a report as a page of HTML on which a reader steps through it: the shapes and the difference A - B of the
// cores, with what each step knew and found, and its numbers. Of a 3D report both can be turned. The page needs no network
// and no other file, is light or dark as the reader prefers, and opens at step N when its address ends in #step=N, at the answer with #answer.
//
// The bytes are a function of the report. The error is that of w.
func ExplainHTML(w io.Writer, r *explain.Report) error {
	f := newFigure(r)
	data, err := json.Marshal(f.data())
	if err != nil {
		return err
	}
	script := htmlSteps
	if f.space {
		script = htmlViews + script
	}
	var legend bytes.Buffer
	if err := f.legendPage().SVG(&legend, SVGOptions{Inline: true}); err != nil {
		return err
	}
	views, err := f.htmlViews()
	if err != nil {
		return err
	}
	var page bytes.Buffer
	err = htmlTemplate.Execute(&page, map[string]any{
		"Title": f.title(), "Facts": f.sentences(), "Space": f.space, "Count": len(f.steps) + 1,
		"Style":  template.CSS(variables() + StyleSheet(Auto) + htmlStyle),
		"Script": template.JS(script),
		"Data":   template.JS(data),
		"Legend": template.HTML(legend.String()),
		"Views":  views,
	})
	if err != nil {
		return err
	}
	_, err = w.Write(page.Bytes())
	return err
}

// variables returns CSS variables with the colours of all roles, as the names of the roles.
func variables() string {
	var b strings.Builder
	write := func(t Theme) {
		b.WriteString(":root{")
		for r := Paper; r < roles; r++ {
			c := shadeOf(r, t).mark
			fmt.Fprintf(&b, "--%s:#%02x%02x%02x;", r, c.R, c.G, c.B)
		}
		b.WriteString("}\n")
	}
	write(Light)
	b.WriteString("@media (prefers-color-scheme:dark){\n")
	write(Dark)
	b.WriteString("}\n")
	return b.String()
}

// htmlView is a view on the page.
type htmlView struct {
	Head, Label string
	SVG         template.HTML
}

// htmlViews returns the two views; of the plane as SVG, in which a group of class step and nK belongs to step K.
func (f *figure) htmlViews() ([2]htmlView, error) {
	out := [2]htmlView{{Head: "The shapes"}, {Head: "The difference A - B" + f.ofCores()}}
	for i := range out {
		v := &out[i]
		v.Label = v.Head + ", can be turned; the table below has the numbers"
		if f.space {
			continue
		}
		p := NewPage(400, 360)
		p.Title = v.Head
		box := d2.AABB{Min: d2.Vec{X: 44, Y: 4}, Max: d2.Vec{X: 396, Y: 336}}
		pl := newPlot(p, f.eye, box, [2]d2.AABB{f.shapesBox(), f.differenceBox()}[i])
		if i == 0 {
			pl.axes(f.from)
			f.drawPair(&pl)
			f.letters(&pl)
		} else {
			pl.axes(point{})
			f.drawDifference(&pl)
			for _, c := range f.cornerTable() {
				pl.dot(pl.at(c), 3, Difference)
			}
			pl.cross(pl.at(point{}))
		}
		for k := range f.steps {
			pl.labels = nil
			p.Group("", "step n"+strconv.Itoa(k+1), "", func() {
				if i == 0 {
					f.drawSupports(&pl, &f.steps[k])
				} else {
					f.drawStep(&pl, &f.steps[k])
				}
			})
		}
		p.Group("", "step n"+strconv.Itoa(len(f.steps)+1), "", func() {
			if i == 0 {
				f.drawAnswer(&pl)
			} else {
				f.drawGoal(&pl)
			}
		})
		var b bytes.Buffer
		if err := p.SVG(&b, SVGOptions{Inline: true}); err != nil {
			return out, err
		}
		v.SVG = template.HTML(b.String())
	}
	return out, nil
}

// legendPage returns the legend alone.
func (f *figure) legendPage() *Page {
	const width = 772
	rows := legendRows(f.legend(), width)
	p := NewPage(width, float64(20*len(rows)+4))
	p.Title = "Legend"
	f.drawLegend(p, rows, d2.Vec{X: 2, Y: 12})
	return p
}

// htmlData is what the scripts of the page read.
type htmlData struct {
	Steps []htmlStep `json:"steps"`
	Views []view3    `json:"views,omitempty"`
	Glass bool       `json:"glass,omitempty"` // the shapes are seen through at first
}

// htmlStep is a step in words.
type htmlStep struct {
	Name      string      `json:"name"`
	No        string      `json:"no"`
	Algorithm string      `json:"algorithm"`
	Lower     string      `json:"lower,omitempty"`
	Upper     string      `json:"upper,omitempty"`
	Exit      string      `json:"exit,omitempty"`
	Reason    string      `json:"reason,omitempty"`
	Rows      [][2]string `json:"rows"`
}

// data returns what the scripts need.
func (f *figure) data() htmlData {
	var d htmlData
	for i := range f.steps {
		t := &f.steps[i]
		s := htmlStep{
			No: strconv.Itoa(i + 1), Algorithm: algorithmName(t.Algorithm), Exit: t.Exit, Reason: t.Reason, Rows: f.rows(t),
		}
		s.Name = fmt.Sprintf("Step %d of %d: %s", i+1, len(f.steps), s.Algorithm)
		if t.HasBounds {
			s.Lower, s.Upper = t.boundWords(6)
		}
		d.Steps = append(d.Steps, s)
	}
	w := &f.report.Answer
	d.Steps = append(d.Steps, htmlStep{
		Name: "The answer: " + w.Relation, No: "", Algorithm: "answer",
		Lower: digits(w.Lower, 6), Upper: digits(w.Upper, 6), Exit: w.Relation, Rows: f.answerRows(),
	})
	if f.space {
		d.Views = f.views3()
		d.Glass = hidden(&f.a, &f.b) || hidden(&f.b, &f.a)
	}
	return d
}

// boundWords writes the bounds of a step; a lower bound of a distance of cores below 0 is none.
func (t *turn) boundWords(n int) (lower, upper string) {
	lower, upper = digits(t.Lower, n), digits(t.Upper, n)
	if t.Lower < 0 && t.Algorithm == "gjk" {
		lower = "none"
	}
	if math.IsInf(t.Upper, 1) {
		upper = "none"
	}
	return lower, upper
}

// rows returns the numbers of a step with what they are.
func (f *figure) rows(t *turn) [][2]string {
	var out [][2]string
	add := func(name, value string) { out = append(out, [2]string{name, value}) }
	if t.Axis != "" {
		add("axis from", t.Axis)
	}
	switch {
	case t.search == (point{}):
	case t.Algorithm == "walk":
		add("direction", f.long(t.Direction, length(t.Direction)))
	case t.Algorithm == "sat":
		add("axis", f.long(t.search, 1))
	default:
		add("direction", f.long(t.search, 1))
	}
	if t.HasPoints {
		add("point of A", f.long(plus(t.A, f.from), f.size))
		add("point of B", f.long(plus(t.B, f.from), f.size))
		add("difference", vertexName(t.W)+" "+f.long(t.W.At, f.size))
	}
	if t.Algorithm == "walk" && t.HasPoints {
		add("along direction", digits(t.Dot, 17))
	}
	for i, v := range t.Simplex {
		add([2]string{"simplex before", ""}[min(i, 1)], vertexName(v)+" "+f.long(v.At, f.size))
	}
	if t.Region != "" {
		add("nearest to O", t.Region)
	}
	if t.Origin != "" {
		add("origin", t.Origin)
	}
	if t.Algorithm == "sat" {
		out = append(out, f.rangeRows(t)...)
	}
	if t.HasBounds {
		lower, upper := t.boundWords(17)
		add(t.Of, "lower bound "+lower)
		add("", "upper bound "+upper)
	}
	if t.Exit != "" {
		add("end", t.Exit)
	}
	return out
}

// rangeRows returns the intervals of an axis, measured from the world's origin and with the margins.
func (f *figure) rangeRows(t *turn) [][2]string {
	shift := dot(t.search, f.from)
	span := func(g [2]float64) string { return digits(g[0]+shift, 10) + " to " + digits(g[1]+shift, 10) }
	out := [][2]string{{"A covers", span(t.RangeA)}, {"B covers", span(t.RangeB)}}
	word, from, to := t.parting()
	return append(out, [2]string{word, digits(to-from, 10)})
}

// answerRows returns the numbers of the answer.
func (f *figure) answerRows() [][2]string {
	w := &f.report.Answer
	out := [][2]string{
		{"relation", w.Relation},
		{"signed distance", digits(w.Distance, 17)},
		{"lower bound", digits(w.Lower, 17)},
		{"upper bound", digits(w.Upper, 17)},
	}
	if f.normal != (point{}) {
		out = append(out, [2]string{"normal, A to B", f.long(w.Normal, 1)},
			[2]string{"point of A", f.long(w.PointA, f.size)}, [2]string{"point of B", f.long(w.PointB, f.size)})
	}
	return append(out, [2]string{"status", w.Status}, [2]string{"iterations", strconv.Itoa(w.Iterations)})
}

// vertexName returns the number of a vertex.
func vertexName(v explain.Vertex) string { return strconv.Itoa(v.Number) + ":" }

// long is vector with ten digits.
func (f *figure) long(v point, size float64) string { return f.vectorOf(v, size, 10) }
