package draw

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/explain"
)

// The sizes of a page of explain, in page units.
const (
	pageWidth  = 800
	pageMargin = 14
	viewHeight = 300
	panelCount = 12 // the most steps that are shown, each in a panel
	chartCount = 34 // the most axes that are shown, each in a row
)

// ExplainPage returns a picture of a report: the two shapes, beside them the difference A - B of the cores, a legend, and below a panel for each step. Where
// there are more than twelve steps the middle ones are left out, and a panel says so. 3D reports are seen from a
// fixed direction in which the normal is seen well.
//
// The page is 800 wide. Write it with SVG or PNG.
func ExplainPage(r *explain.Report) *Page { return newFigure(r).page() }

// page is ExplainPage for a figure.
func (f *figure) page() *Page {
	legend := f.legend()
	rows := legendRows(legend, pageWidth-2*pageMargin)
	facts := f.facts(pageWidth - 2*pageMargin)
	chart, shown := f.shown()
	top := float64(38 + 18*len(facts))
	charts := top + viewHeight + 70 + float64(20*len(rows))
	panels := charts + chartHeight(chart)
	lines := 0
	for _, i := range shown {
		if i >= 0 {
			lines = max(lines, len(f.words(&f.steps[i])))
		}
	}
	const columns = 3
	cell := d2.Vec{X: (pageWidth - 2*pageMargin - 2*12) / columns, Y: float64(246 + 17*lines)}
	height := panels + float64(cell.Y*float64((len(shown)+columns-1)/columns)) + 4
	p := NewPage(pageWidth, height)
	p.Title = f.title()
	p.Text(d2.Vec{X: pageMargin, Y: 27}, fit(f.title(), pageWidth-2*pageMargin, Font{Size: 18, Bold: true}), Font{Size: 18, Bold: true})
	for i, s := range facts {
		p.Text(d2.Vec{X: pageMargin, Y: float64(48 + 18*i)}, s, Font{Size: 13})
	}
	w := (pageWidth - 2*pageMargin - 12) / 2.0
	for i := range 2 {
		left := pageMargin + float64(float64(i)*(w+12))
		f.view(p, i, left, top, w)
	}
	y := top + viewHeight + 58
	f.drawLegend(p, rows, d2.Vec{X: pageMargin, Y: y})
	f.chart(p, chart, d2.Vec{X: pageMargin, Y: charts})
	for k, i := range shown {
		at := d2.Vec{X: pageMargin + float64(float64(k%columns)*(cell.X+12)), Y: panels + float64(float64(k/columns)*cell.Y)}
		f.panel(p, i, at, cell.X)
	}
	return p
}

// view draws the heading and one of the two large views: the shapes, or the difference.
func (f *figure) view(p *Page, which int, left, top, width float64) {
	p.Text(d2.Vec{X: left, Y: top + 14}, [2]string{"The shapes", "The difference A - B" + f.ofCores()}[which], Font{Size: 14, Bold: true})
	gutter := 44.0
	if f.space {
		gutter = 0
	}
	box := d2.AABB{Min: d2.Vec{X: left + gutter, Y: top + 24}, Max: d2.Vec{X: left + width, Y: top + 24 + viewHeight}}
	if f.space {
		box.Max.Y -= scaleHeight
	}
	v := newPlot(p, f.eye, box, [2]d2.AABB{f.shapesBox(), f.differenceBox()}[which])
	shift := f.from
	if which == 1 {
		shift = point{}
	}
	v.furnish(f.space, shift)
	if which == 0 {
		if f.space {
			f.shadePair(&v)
		} else {
			f.drawPair(&v)
			f.drawCulling(&v)
		}
		f.drawAnswer(&v)
		f.letters(&v)
		return
	}
	if f.space {
		f.shadeDifference(&v)
	} else {
		f.drawDifference(&v)
		for _, c := range f.cornerTable() {
			v.dot(v.at(c), 3, Difference)
		}
	}
	f.drawGoal(&v)
	v.cross(v.at(point{}))
}

// cornerTable returns the differences of all corners of A and B, as tutorials list them; none where they are many, or in space.
func (f *figure) cornerTable() []point {
	if f.space || len(f.difference.corners) > 30 || len(f.difference.corners) < 2 {
		return nil
	}
	return f.difference.corners
}

// ofCores says, in a heading, that margins are left out.
func (f *figure) ofCores() string {
	if f.difference.margin > 0 && f.difference.core != nil {
		return " of the cores"
	}
	return ""
}

// furnish draws axes, or in space a scale.
func (p *plot) furnish(space bool, shift point) {
	if space {
		p.scale()
		return
	}
	p.axes(shift)
}

// letters names the shapes, each on its side of the other.
func (f *figure) letters(p *plot) {
	dir := f.normal
	if dir == (point{}) {
		dir = point{1}
	}
	for i, b := range []*body{&f.a, &f.b} {
		d := dir
		if i == 0 {
			d = times(dir, -1)
		}
		v := f.eye.see(d)
		if v.Len() < 1e-6 {
			v = d2.Vec{X: 1 - 2*float64(1-i)}
		}
		v = v.Scale(1 / v.Len())
		if tip := p.at(f.pointB); i == 1 && b.core != nil && p.at(b.grown(f.eye.lift(v.X, v.Y))).Sub(tip).Len() < 50 { // beside the arrow of the normal
			v = d2.Vec{X: float64(0.6*v.X) + float64(0.8*v.Y), Y: float64(0.6*v.Y) - float64(0.8*v.X)}
		}
		at := d2.Vec{X: p.box.Max.X, Y: p.box.Max.Y}
		if b.core != nil {
			at = p.at(b.grown(f.eye.lift(v.X, v.Y))).Add(d2.Vec{X: 13 * v.X, Y: -13 * v.Y})
		} else if f.space {
			at = p.leftmost(p.ground(b).points).Sub(d2.Vec{X: 12})
		} else if f.normal != (point{}) {
			at = p.at(b.foot([2]point{f.pointA, f.pointB}[i])).Add(d2.Vec{X: float64(40*v.X) + float64(26*v.Y), Y: float64(26*v.X) - float64(40*v.Y)})
		}
		at.X = min(max(at.X, p.box.Min.X+9), p.box.Max.X-9)
		at.Y = min(max(at.Y, p.box.Min.Y+9), p.box.Max.Y-9)
		p.page.Text(at, string(rune('A'+i)), Font{Size: 15, Bold: true, Role: [2]Role{A, B}[i], Anchor: MidCenter})
	}
}

// leftmost returns the place of the leftmost of the points on the page.
func (p *plot) leftmost(pts []point) d2.Vec {
	return slices.MinFunc(p.all(pts), func(a, b d2.Vec) int { return cmp.Compare(a.X, b.X) })
}

// drawGoal draws what the answer is in the difference: the segment from the origin to the nearest point of its surface.
func (f *figure) drawGoal(p *plot) {
	if f.normal == (point{}) {
		return
	}
	near := minus(f.pointA, f.pointB) // the nearest point of the grown difference
	p.line(p.at(point{}), p.at(near), styleDistance)
	p.dot(p.at(near), 4.5, Witness)
}

// shapesBox returns what the view of the shapes has to show.
func (f *figure) shapesBox() d2.AABB {
	r := f.pairBox()
	if f.normal != (point{}) {
		r = r.Union(f.eye.reachOf(f.pointA, f.pointB))
	}
	for i := range f.steps {
		if t := &f.steps[i]; t.Algorithm == "sat" && t.search != (point{}) && !f.space {
			m, side := f.beside(t.search)
			for _, x := range [...]float64{t.RangeA[0], t.RangeA[1], t.RangeB[0], t.RangeB[1]} {
				r = r.Union(f.eye.reachOf(plus(times(t.search, x), times(m, side+float64(0.03*f.size)))))
			}
		}
	}
	return r
}

// differenceBox returns what the views of the difference have to show.
func (f *figure) differenceBox() d2.AABB {
	r := f.eye.reachOf(point{})
	if d := &f.difference; d.core != nil {
		return r.Union(f.eye.reach(d.grown))
	}
	if f.normal != (point{}) {
		r = r.Union(f.eye.reachOf(minus(f.pointA, f.pointB)))
	}
	return r.Grow(max(0.6*r.Size().Len(), 0.25*f.size))
}

// shown returns the steps that have a row in the chart of axes, and those that have a panel; -1 stands for those left out.
func (f *figure) shown() (chart, panels []int) {
	for i := range f.steps {
		if f.space && f.steps[i].Algorithm == "sat" {
			chart = append(chart, i)
		} else {
			panels = append(panels, i)
		}
	}
	return leaveOut(chart, chartCount), leaveOut(panels, panelCount)
}

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
	n := len(f.steps)
	chart, panels := f.shown()
	for _, i := range slices.Concat(chart, panels) {
		if i >= 0 {
			n--
		}
	}
	return count(n, "step") + " left out"
}

// panel draws a step.
func (f *figure) panel(p *Page, i int, at d2.Vec, width float64) {
	head := Font{Size: 13, Bold: true}
	if i < 0 {
		p.Text(d2.Vec{X: at.X + float64(width/2), Y: at.Y + 110}, f.left(), Font{Size: 13, Role: Muted, Anchor: Center})
		return
	}
	t := &f.steps[i]
	p.Text(d2.Vec{X: at.X, Y: at.Y + 16}, "Step "+strconv.Itoa(i+1)+": "+algorithmName(t.Algorithm), head)
	box := d2.AABB{Min: d2.Vec{X: at.X, Y: at.Y + 24}, Max: d2.Vec{X: at.X + width, Y: at.Y + 224}}
	p.Rect(box, Style{Stroke: Grid, Width: 1})
	f.panelPlot(p, t, box)
	y := box.Max.Y + 17
	for _, s := range f.words(t) {
		p.Text(d2.Vec{X: at.X, Y: y}, fit(s, width, Font{Size: 12.5}), Font{Size: 12.5})
		y += 17
	}
}

// panelPlot draws what a step is about: SAT and closed forms are about the shapes, the others about the difference.
func (f *figure) panelPlot(p *Page, t *turn, box d2.AABB) {
	if t.Algorithm == "sat" || t.Algorithm == "closed" || t.Algorithm == "exact" {
		v := newPlot(p, f.eye, box, f.shapesBox())
		f.drawPair(&v)
		if t.Algorithm == "exact" {
			f.drawAnswer(&v)
			return
		}
		f.drawSupports(&v, t)
		return
	}
	v := newPlot(p, f.eye, box, f.differenceBox())
	if near := newPlot(p, f.eye, box, f.stepBox(t)); near.unit > 10*v.unit {
		near.unit /= 1.5
		p.Text(d2.Vec{X: box.Max.X, Y: box.Min.Y - 8}, "enlarged "+digits(near.unit/v.unit, 2)+" times", Font{Role: Muted, Anchor: Right})
		v = near
	}
	f.drawDifference(&v)
	f.drawStep(&v, t)
}

// stepBox returns the box of what a step is about: the origin, the simplex and the point found.
func (f *figure) stepBox(t *turn) d2.AABB {
	r := f.eye.reachOf(append(places(t.Simplex), point{})...)
	if t.HasPoints {
		r = r.Union(f.eye.reachOf(t.W.At))
	}
	if size := r.Size().Len(); size < 1e-6*f.size {
		r = r.Grow(f.size) // nothing to see: no closer than the rest
	}
	return r
}

// algorithmName returns what people call an algorithm.
func algorithmName(s string) string {
	switch s {
	case "gjk", "epa", "sat":
		return strings.ToUpper(s)
	case "closed":
		return "closed form"
	case "exact":
		return "exact arithmetic"
	case "walk":
		return "GJK, yes or no"
	}
	return s
}

// title says what the picture is about.
func (f *figure) title() string {
	r := f.report
	s := r.A + " and " + r.B + ": " + r.Answer.Relation
	if r.Pair.ID != "" {
		s = r.Pair.ID + ": " + s
	}
	return s
}

// facts returns the answer in words, in lines that fit.
func (f *figure) facts(width float64) []string {
	return wrapped(strings.Join(f.sentences(), " "), width, Font{Size: 13})
}

// sentences returns the answer in words, and what else a reader should know.
func (f *figure) sentences() []string {
	w := &f.report.Answer
	unit := ""
	if f.report.Units != "" {
		unit = " " + f.report.Units
	}
	text := fmt.Sprintf("Signed distance %s%s, certainly in [%s, %s]", digits(w.Distance, 6), unit, digits(w.Lower, 6), digits(w.Upper, 6))
	if w.Lower == w.Upper {
		text = fmt.Sprintf("Signed distance %s%s", digits(w.Distance, 6), unit)
	} else if digits(w.Lower, 6) == digits(w.Upper, 6) {
		text = fmt.Sprintf("Signed distance %s%s, certain within %s", digits(w.Distance, 6), unit, digits(w.Upper-w.Lower, 2))
	}
	if f.normal != (point{}) {
		text += "; normal from A to B " + f.vector(f.normal, 1)
	}
	text += fmt.Sprintf("; %s after %s.", statusWords[w.Status], count(w.Iterations, "iteration"))
	out := []string{text}
	if f.space && f.difference.smooth {
		out = append(out, "Curved surfaces are drawn from samples of their support points.")
	}
	for _, n := range f.report.Notes {
		first, size := utf8.DecodeRuneInString(n)
		out = append(out, string(unicode.ToUpper(first))+strings.TrimRight(n[size:], ".")+".")
	}
	return out
}

// statusWords say how an answer came to its end.
var statusWords = map[string]string{
	"exact": "exact", "converged": "converged", "rounding": "as far as doubles go", "limit": "stopped by the limit", "bad-support": "the support function failed",
}

// count writes a number of things.
func count(n int, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return strconv.Itoa(n) + " " + thing
}

// fit shortens text to a width.
func fit(text string, width float64, font Font) string {
	if TextWidth(text, font) <= width {
		return text
	}
	r := []rune(text)
	for len(r) > 0 && TextWidth(string(r)+"...", font) > width {
		r = r[:len(r)-1]
	}
	return strings.TrimRight(string(r), " ") + "..."
}

// wrapped breaks text at spaces into lines of a width; a longer word is shortened.
func wrapped(text string, width float64, font Font) []string {
	var lines []string
	for _, word := range strings.Fields(text) {
		if n := len(lines); n > 0 && TextWidth(lines[n-1]+" "+word, font) <= width {
			lines[n-1] += " " + word
			continue
		}
		lines = append(lines, fit(word, width, font))
	}
	return lines
}
