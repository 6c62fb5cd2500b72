package picture

import (
	"image"
	"strings"

	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/internal/draw"
	"github.com/collide-go/collide/internal/draw/solid"
	"github.com/collide-go/collide/internal/say"
)

// The margins of a sheet, and the heights of what is above and below its frame.
const (
	margin     = 12
	headHeight = 40
	footHeight = 34
)

// sheet is a page with a title, a frame and a legend.
type sheet struct {
	page  *draw.Page
	frame d2.AABB
	opt   Options
	rows  int // of the legend beyond the first
}

// newSheet returns a sheet with its title.
func newSheet(opt Options) *sheet {
	if opt.Width == 0 {
		opt.Width = 960
	}
	if opt.Height == 0 {
		opt.Height = 720
	}
	s := &sheet{page: draw.NewPage(max(opt.Width, 320), max(opt.Height, 240)), opt: opt}
	size := s.page.Size
	s.frame = d2.AABB{Min: d2.Vec{X: margin, Y: margin}, Max: size.Sub(d2.Vec{X: margin, Y: footHeight})}
	if opt.Title != "" || opt.Subtitle != "" {
		s.frame.Min.Y = margin + headHeight
		wide := size.X - 2*margin
		f := draw.Font{Size: 16, Bold: true, Anchor: draw.TopLeft}
		s.page.Text(s.frame.Min.Sub(d2.Vec{Y: headHeight}), shorten(opt.Title, 0.6*wide, f), f)
		f = draw.Font{Role: draw.Muted, Size: 13, Anchor: draw.TopLeft}
		s.page.Text(s.frame.Min.Sub(d2.Vec{Y: headHeight - 21}), shorten(opt.Subtitle, wide, f), f)
	}
	s.page.Title = strings.Trim(opt.Title+": "+opt.Subtitle, ": ")
	return s
}

// legendEntry is a mark of the legend and what it stands for.
type legendEntry struct {
	role draw.Role
	text string
	mark legendMark
}

type legendMark uint8

const (
	areaMark    legendMark = iota
	solidMark              // the colour of shaded bodies
	outlineMark            // of a body on its way
	arrowMark
	dotMark
	hiddenDotMark // of a witness point behind a body
	nodeMark      // a box of the tree
	beganMark     // a contact that began
	endedMark     // one that ended
)

// The font of legends, the height of a row, what an entry takes beside its text, and about what the
// scale bar takes of the last row.
var sheetFont = draw.Font{Role: draw.Ink, Size: 13, Anchor: draw.MidLeft}

const (
	legendHeight = 20
	markWidth    = 24
	entrySpace   = 18
	barWidth     = 200
)

// reserve makes the frame lower where the entries need more than a row, by up to a third of the
// page.
func (s *sheet) reserve(entries []legendEntry) {
	most := int(s.page.Size.Y / 3 / legendHeight)
	for s.rows < most && s.fit(entries, s.page.Size.X-margin-barWidth, nil) < len(entries) {
		s.rows++
	}
	s.frame.Max.Y -= float64(legendHeight * s.rows)
}

// legend writes the entries below the frame, as many as fit in its rows, the last one of which ends
// before x = right.
func (s *sheet) legend(entries []legendEntry, right float64) { s.fit(entries, right, s.entry) }

// fit puts the entries into the rows of the legend, calls visit for each with its left end, unless
// that is nil, and returns how many there is room for.
func (s *sheet) fit(entries []legendEntry, right float64, visit func(at d2.Vec, e *legendEntry)) int {
	row, at := 0, d2.Vec{X: margin, Y: s.page.Size.Y - footHeight/2 + 1 - float64(legendHeight*s.rows)}
	for i := range entries {
		wide := markWidth + draw.TextWidth(entries[i].text, sheetFont)
		if row < s.rows && at.X > margin && at.X+wide+2 > s.page.Size.X-margin {
			row, at = row+1, d2.Vec{X: margin, Y: at.Y + legendHeight}
		}
		if row == s.rows && at.X+wide+2 > right {
			return i
		}
		if visit != nil {
			visit(at, &entries[i])
		}
		at.X += wide + entrySpace
	}
	return len(entries)
}

// entry draws an entry of the legend.
func (s *sheet) entry(at d2.Vec, e *legendEntry) {
	swatch := d2.AABB{Min: at.Add(d2.Vec{Y: -6}), Max: at.Add(d2.Vec{X: 18, Y: 6})}
	switch e.mark {
	case areaMark:
		s.page.Rect(swatch, bodyStyle(e.role))
	case solidMark:
		img := image.NewNRGBA(image.Rect(0, 0, 3, 2)) // the form of the swatch
		for i := range 6 {
			img.SetNRGBA(i%3, i/3, solid.Lit(e.role))
		}
		s.page.Image(img, swatch)
		s.page.Rect(swatch, draw.Style{Stroke: draw.Axis, Width: 1})
	case outlineMark:
		s.page.Rect(swatch, draw.Style{Stroke: e.role, Width: 0.8})
	case arrowMark:
		s.page.Arrow(at.Add(d2.Vec{X: -1}), at.Add(d2.Vec{X: 19}), draw.Style{Stroke: e.role, Width: 2})
	case dotMark:
		s.page.Dot(at.Add(d2.Vec{X: 9}), 4, e.role)
	case hiddenDotMark:
		drawHiddenDot(s.page, at.Add(d2.Vec{X: 9}))
	case nodeMark:
		s.page.Rect(swatch, styleNode)
	case beganMark:
		s.page.Path(draw.Circle(at.Add(d2.Vec{X: 9}), 7), styleBegan)
	case endedMark:
		s.page.Line(at, at.Add(d2.Vec{X: 18}), styleEnded)
	}
	s.page.Text(at.Add(d2.Vec{X: markWidth}), e.text, sheetFont)
}

// scaleBar draws a bar of a round length below the frame at the right, and returns where it starts.
// The scale is in page units to a world unit.
func (s *sheet) scaleBar(scale float64) float64 {
	length := draw.RoundStep(110 / scale)
	if length*scale > 160 {
		length = draw.RoundStep(50 / scale)
	}
	w := float64(length * scale)
	right := d2.Vec{X: s.page.Size.X - margin, Y: s.page.Size.Y - footHeight/2 + 1}
	text := draw.Trimmed(length, draw.Decimals(length))
	if s.opt.Units != "" {
		text += " " + shorten(s.opt.Units, 60, draw.Font{})
	}
	f := draw.Font{Size: 13, Anchor: draw.MidRight}
	if !(w < 400 && w > 4) {
		return right.X
	}
	left := right.Sub(d2.Vec{X: w})
	for _, x := range []d2.Vec{left, right} {
		s.page.Line(x.Sub(d2.Vec{Y: 5}), x.Add(d2.Vec{Y: 5}), draw.Style{Stroke: draw.Ink})
	}
	s.page.Line(left, right, draw.Style{Stroke: draw.Ink})
	s.page.Text(left.Sub(d2.Vec{X: 8}), text, f)
	return left.X - 8 - draw.TextWidth(text, f) - 16
}

// bodyStyle returns how the body of a role is drawn in 2D. Bodies of near pairs are dashed.
func bodyStyle(r draw.Role) draw.Style {
	s := draw.Style{Fill: r, Stroke: r, Alpha: 0.28, Width: 2}
	switch r {
	case draw.Near:
		s.Dash = []float64{6, 4}
	case draw.Clear:
		s.Alpha, s.Width = 0.14, 1.25
	default:
	}
	return s
}

// entries returns the legend of a scene.
func entries(hits, nears int, space, moves bool) []legendEntry {
	var list []legendEntry
	area := areaMark
	if space {
		area = solidMark
	}
	if hits > 0 {
		word := "touching or overlapping"
		if moves {
			word = "touching, overlapping or meeting later"
		}
		list = append(list, legendEntry{draw.Hit, word, area})
	}
	if nears > 0 {
		list = append(list, legendEntry{draw.Near, "near or undecided", area})
	}
	list = append(list, legendEntry{draw.Clear, "clear", area})
	if hits+nears > 0 {
		list = append(list, legendEntry{draw.Normal, "normal, A to B", arrowMark},
			legendEntry{draw.Witness, "witness points", dotMark})
	}
	if moves {
		list = append(list, legendEntry{draw.Muted, "on the way", outlineMark})
	}
	return list
}

// remark says at the top right what the picture does not show, if anything.
func (s *sheet) remark(missing, outside int) {
	var list []string
	if missing > 0 {
		list = append(list, say.Count(missing, "pair")+" without a note")
	}
	if outside > 0 {
		list = append(list, say.Count(outside, "object")+" outside")
	}
	f := draw.Font{Role: draw.Muted, Size: 13, Anchor: draw.TopRight}
	s.page.Text(d2.Vec{X: s.page.Size.X - margin, Y: margin + 2}, shorten(strings.Join(list, ", "), 0.35*s.page.Size.X, f),
		f)
}
