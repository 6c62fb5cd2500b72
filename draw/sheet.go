package draw

import (
	"strconv"
	"strings"

	"github.com/collide-go/collide/d2"
)

// SceneOptions say how a scene is shown.
type SceneOptions struct {
	Width, Height float64 // of the page, at least 320 by 240; 0 means 960 and 720
	Title         string  // a line at the top
	Subtitle      string  // a smaller line below it
	Units         string  // a label of lengths
	Camera        *Camera // of scenes in 3D; nil means one that shows the pairs well
}

// The margins of a sheet, and the heights of what is above and below its frame.
const (
	margin     = 12
	headHeight = 40
	footHeight = 34
)

// sheet is a page with a title, a frame and a legend.
type sheet struct {
	page  *Page
	frame d2.AABB
	opt   SceneOptions
}

// newSheet returns a sheet with its title.
func newSheet(opt SceneOptions) *sheet {
	if opt.Width == 0 {
		opt.Width = 960
	}
	if opt.Height == 0 {
		opt.Height = 720
	}
	s := &sheet{page: NewPage(max(opt.Width, 320), max(opt.Height, 240)), opt: opt}
	size := s.page.Size
	s.frame = d2.AABB{Min: d2.Vec{X: margin, Y: margin}, Max: size.Sub(d2.Vec{X: margin, Y: footHeight})}
	if opt.Title != "" || opt.Subtitle != "" {
		s.frame.Min.Y = margin + headHeight
		wide := size.X - 2*margin
		f := Font{Size: 16, Bold: true, Anchor: TopLeft}
		s.page.Text(s.frame.Min.Sub(d2.Vec{Y: headHeight}), shorten(opt.Title, 0.6*wide, f), f)
		f = Font{Role: Muted, Size: 13, Anchor: TopLeft}
		s.page.Text(s.frame.Min.Sub(d2.Vec{Y: headHeight - 21}), shorten(opt.Subtitle, wide, f), f)
	}
	s.page.Title = strings.TrimSpace(opt.Title + ": " + opt.Subtitle)
	return s
}

// legendEntry is a mark of the legend and what it stands for.
type legendEntry struct {
	role Role
	text string
	mark legendMark
}

type legendMark uint8

const (
	areaMark legendMark = iota
	dashedMark
	arrowMark
	dotMark
)

// legend writes the entries below the frame from the left, as many as fit before x = right.
func (s *sheet) legend(entries []legendEntry, right float64) {
	at := d2.Vec{X: margin, Y: s.page.Size.Y - footHeight/2 + 1}
	for _, e := range entries {
		f := Font{Role: Ink, Size: 13, Anchor: MidLeft}
		w := TextWidth(e.text, f)
		if at.X+26+w > right {
			return
		}
		swatch := d2.AABB{Min: at.Add(d2.Vec{Y: -6}), Max: at.Add(d2.Vec{X: 18, Y: 6})}
		switch e.mark {
		case areaMark:
			s.page.Rect(swatch, bodyStyle(e.role))
		case dashedMark:
			s.page.Rect(swatch, bodyStyle(e.role))
		case arrowMark:
			s.page.Arrow(at.Add(d2.Vec{X: -1}), at.Add(d2.Vec{X: 19}), Style{Stroke: e.role, Width: 2})
		case dotMark:
			s.page.Dot(at.Add(d2.Vec{X: 9}), 4, e.role)
		}
		s.page.Text(at.Add(d2.Vec{X: 24}), e.text, f)
		at.X += 24 + w + 18
	}
}

// scaleBar draws a bar of a round length below the frame at the right, and returns where it starts. The scale is in
// page units to a world unit.
func (s *sheet) scaleBar(scale float64) float64 {
	length := roundStep(110 / scale)
	if length*scale > 160 {
		length = roundStep(50 / scale)
	}
	w := float64(length * scale)
	right := d2.Vec{X: s.page.Size.X - margin, Y: s.page.Size.Y - footHeight/2 + 1}
	text := trimmed(length, decimals(length))
	if s.opt.Units != "" {
		text += " " + shorten(s.opt.Units, 60, Font{})
	}
	f := Font{Size: 13, Anchor: MidRight}
	if !(w < 400 && w > 4) {
		return right.X
	}
	left := right.Sub(d2.Vec{X: w})
	for _, x := range []d2.Vec{left, right} {
		s.page.Line(x.Sub(d2.Vec{Y: 5}), x.Add(d2.Vec{Y: 5}), Style{Stroke: Ink})
	}
	s.page.Line(left, right, Style{Stroke: Ink})
	s.page.Text(left.Sub(d2.Vec{X: 8}), text, f)
	return left.X - 8 - TextWidth(text, f) - 16
}

// bodyStyle returns how the body of a role is drawn in 2D. Bodies of near pairs are dashed.
func bodyStyle(r Role) Style {
	s := Style{Fill: r, Stroke: r, Alpha: 0.28, Width: 2}
	switch r {
	case Near:
		s.Dash = []float64{6, 4}
	case Clear:
		s.Alpha, s.Width = 0.14, 1.25
	default:
	}
	return s
}

// counts returns how many pairs have the role.
func counts[P interface{ role() Role }](pairs []P, r Role) int {
	n := 0
	for _, p := range pairs {
		if p.role() == r {
			n++
		}
	}
	return n
}

// entries returns the legend of a scene.
func entries(hits, nears int) []legendEntry {
	var list []legendEntry
	if hits > 0 {
		list = append(list, legendEntry{Hit, "touching or overlapping", areaMark})
	}
	if nears > 0 {
		list = append(list, legendEntry{Near, "near or undecided", dashedMark})
	}
	list = append(list, legendEntry{Clear, "clear", areaMark})
	if hits+nears > 0 {
		list = append(list, legendEntry{Normal, "normal, A to B", arrowMark}, legendEntry{Witness, "witness points", dotMark})
	}
	return list
}

// remark says at the top right what the picture does not show, if anything.
func (s *sheet) remark(missing, outside int) {
	var list []string
	if missing > 0 {
		list = append(list, plural(missing, "pair")+" without a note")
	}
	if outside > 0 {
		list = append(list, plural(outside, "object")+" outside")
	}
	f := Font{Role: Muted, Size: 13, Anchor: TopRight}
	s.page.Text(d2.Vec{X: s.page.Size.X - margin, Y: margin + 2}, shorten(strings.Join(list, ", "), 0.35*s.page.Size.X, f), f)
}

// plural returns "1 noun" or "n nouns".
func plural(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return strconv.Itoa(n) + " " + noun
}
