package draw

import (
	"image"

	"github.com/collide-go/collide/d2"
)

// Page is a drawing: a list of marks in the order in which they are painted. Lengths are in page
// units, one pixel of a screen each; x runs to the right and y down from the top left corner. The
// same page can be written as SVG and as PNG. Marks outside the page are cut off, and marks with a
// coordinate that is no number are left out, so that any numbers can be drawn.
type Page struct {
	Size  d2.Vec // width and height
	Title string // what SVG says to those who cannot see it
	items []item
}

// NewPage returns an empty page of the given size, which is at least 16 by 16.
func NewPage(width, height float64) *Page {
	clamp := func(x float64) float64 {
		if !(x > 16) {
			return 16
		}
		return min(x, 16384)
	}
	return &Page{Size: d2.Vec{X: clamp(width), Y: clamp(height)}}
}

// mostSize is the largest height of letters and the largest width of lines.
const mostSize = 200

// Style says how a mark is drawn. The zero Style draws nothing.
type Style struct {
	Fill   Role      // of the inside
	Stroke Role      // of the outline
	Width  float64   // of the outline, at most 200; 0 means 1.5
	Alpha  float64   // opacity of the inside; 0 means 1
	Dash   []float64 // lengths of dashes and gaps in turn; nil means none
}

// width returns the width of the outline.
func (s *Style) width() float64 {
	if !(s.Width > 0) {
		return 1.5
	}
	return min(s.Width, mostSize)
}

// alpha returns the opacity of the inside.
func (s *Style) alpha() float64 {
	if !(s.Alpha > 0 && s.Alpha < 1) {
		return 1
	}
	return s.Alpha
}

// item is a mark or the start or end of a group.
type item struct {
	kind  itemKind
	path  *Path
	style Style
	at    d2.Vec // text: left end of the baseline; image: top left corner
	size  d2.Vec // image, text: width and height
	text  string // text: the text; group: its title
	font  Font
	img   *image.NRGBA
	id    string
	class string
}

type itemKind uint8

const (
	pathItem itemKind = iota
	textItem
	imageItem
	groupItem
	endItem
)

// Bounds returns the rectangle of the page.
func (p *Page) Bounds() d2.AABB { return d2.AABB{Max: p.Size} }

// Path draws a path.
func (p *Page) Path(h *Path, s Style) { p.Clipped(h, s, p.Bounds()) }

// Clipped draws the part of a path inside a rectangle.
func (p *Page) Clipped(h *Path, s Style, r d2.AABB) {
	if s.Fill == None && s.Stroke == None || len(h.parts) == 0 {
		return
	}
	whole := true
	for i := range h.parts {
		q := h.parts[i].p[:points(h.parts[i].kind)]
		if !Finite(q...) {
			return
		}
		for _, v := range q {
			whole = whole && Contains(r, v, 0)
		}
	}
	if whole {
		p.items = append(p.items, item{kind: pathItem, path: h, style: s})
		return
	}
	area, line := &Path{}, &Path{}
	for _, o := range h.flatten() {
		if s.Fill != None {
			area.parts = append(area.parts, Polygon(clipPolygon(o.p, r)...).parts...)
		}
		if s.Stroke != None {
			for _, l := range clipPolyline(o, r) {
				line.parts = append(line.parts, Polyline(l.p...).parts...)
			}
		}
	}
	if fill := s; len(area.parts) > 0 {
		fill.Stroke = None
		p.items = append(p.items, item{kind: pathItem, path: area, style: fill})
	}
	if stroke := s; len(line.parts) > 0 {
		stroke.Fill = None
		p.items = append(p.items, item{kind: pathItem, path: line, style: stroke})
	}
}

// Line draws a segment.
func (p *Page) Line(from, to d2.Vec, s Style) {
	s.Fill = None
	p.Path(Polyline(from, to), s)
}

// Rect draws a rectangle.
func (p *Page) Rect(r d2.AABB, s Style) {
	p.Path(Polygon(r.Min, d2.Vec{X: r.Max.X, Y: r.Min.Y}, r.Max, d2.Vec{X: r.Min.X, Y: r.Max.Y}), s)
}

// Dot draws a disc of the given radius with a rim of paper, so that it stands out from what lies
// below.
func (p *Page) Dot(at d2.Vec, radius float64, r Role) {
	p.Path(Circle(at, radius), Style{Fill: r, Stroke: Paper, Width: 1})
}

// Arrow draws a line with a head at its end. The head is smaller on short arrows, and there is none
// without a direction.
func (p *Page) Arrow(from, to d2.Vec, s Style) {
	d := to.Sub(from)
	l := d.Len()
	if !(l > 1e-3) || !Finite(from, to) {
		return
	}
	s.Fill = None
	head := min(4+float64(2.5*s.width()), float64(0.6*l))
	d = d.Scale(1 / l)
	neck := to.Sub(d.Scale(float64(0.8 * head)))
	p.Line(from, neck, s)
	base, side := to.Sub(d.Scale(head)), d2.Vec{X: -d.Y, Y: d.X}.Scale(float64(0.42*head))
	p.Path(Polygon(to, base.Add(side), neck, base.Sub(side)), Style{Fill: s.Stroke})
}

// Text puts a line of text at a point. It is not cut off: it is moved into the page where it would
// stick out.
func (p *Page) Text(at d2.Vec, text string, f Font) {
	if text == "" || !Finite(at) {
		return
	}
	r := TextBox(at, text, f)
	w, size := r.Max.X-r.Min.X, f.size()
	r.Min.X = max(min(r.Min.X, p.Size.X-w-1), 1)
	r.Min.Y = max(min(r.Min.Y, p.Size.Y-size-1), 1)
	base := d2.Vec{X: r.Min.X, Y: r.Min.Y + float64(ascent*size)}
	p.items = append(p.items, item{kind: textItem, at: base, size: d2.Vec{X: w, Y: size}, text: text, font: f})
}

// Image puts a picture into a rectangle; in PNG its pixels are averaged or repeated to fit.
func (p *Page) Image(img *image.NRGBA, r d2.AABB) {
	if img == nil || img.Rect.Empty() || !Finite(r.Min, r.Max) {
		return
	}
	p.items = append(p.items, item{kind: imageItem, img: img, at: r.Min, size: r.Max.Sub(r.Min)})
}

// Group draws what f draws as a group, which in SVG has the id, the class and a title that shows
// when pointed at; each may be empty. PNG does not know groups.
func (p *Page) Group(id, class, title string, f func()) {
	p.items = append(p.items, item{kind: groupItem, id: id, class: class, text: title})
	f()
	p.items = append(p.items, item{kind: endItem})
}
