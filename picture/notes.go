package picture

import (
	"math"
	"strconv"
	"strings"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/internal/draw"
)

// pairLines returns the lines of the note about a pair: its names, if it has any, and what is
// between the two.
func pairLines(a, b, units string, p *pair) []string {
	length := digits4(math.Abs(p.distance))
	if units != "" {
		length += " " + shorten(units, 60, draw.Font{})
	}
	var what string
	switch {
	case p.meets:
		what = "meet at t = " + digits4(p.time)
	case p.relation == collide.Touching:
		what = "touching"
	case p.relation == collide.Overlapping && p.open && p.distance == 0:
		what = "overlapping"
	case p.relation == collide.Overlapping && p.open:
		what = "at least " + length + " deep"
	case p.relation == collide.Overlapping:
		what = length + " deep"
	case p.relation == collide.Undecided:
		what = "undecided"
	default:
		what = length + " apart"
	}
	if a == "" && b == "" {
		return []string{what}
	}
	return []string{shorten(a, 130, draw.Font{Bold: true}) + " – " + shorten(b, 130, draw.Font{Bold: true}), what}
}

// nameLabel returns the note with the name of body i that is so large on the page.
func nameLabel(i int, name string, at d2.Vec, r draw.Role, size d2.Vec) draw.Label {
	if r == draw.Clear || r == draw.Grid {
		r = draw.Muted
	}
	return draw.Label{
		At: at, Lines: []string{shorten(name, 140, draw.Font{Size: 13})}, Role: r, Near: true,
		Owner: int32(i + 1), Reach: min(float64(0.5*size.Len())+6, 70),
	}
}

// digits4 returns x with four digits.
func digits4(x float64) string {
	s := strconv.FormatFloat(x, 'g', 4, 64)
	if m, e, ok := strings.Cut(s, "e"); ok {
		n, err := strconv.Atoi(e)
		if err == nil {
			s = m + "e" + strconv.Itoa(n)
		}
	}
	return strings.ReplaceAll(s, "-", "−")
}

// shorten returns text, with an ellipsis in its middle if it is wider than wide.
func shorten(text string, wide float64, f draw.Font) string {
	r := []rune(text)
	if len(r) > 2000 {
		r = append(append(r[:1000:1000], '…'), r[len(r)-999:]...)
		text = string(r)
	}
	for keep := len(r) - 2; draw.TextWidth(text, f) > wide && keep >= 2; keep-- {
		text = string(r[:(keep+1)/2]) + "…" + string(r[len(r)-keep/2:])
	}
	return text
}

// mostArrows is how many pairs are drawn with their normals; of the others a dot shows the place.
const mostArrows = 120

// pairMark is a pair on the page.
type pairMark struct {
	*pair
	a, b   d2.Vec // the witness points
	normal d2.Vec // as it looks; shorter than 1 where it points to the viewer
	names  [2]string
	hidden [2]bool // the witness points that a body hides
}

// middle returns the middle between the witness points; where that is outside of the frame, of the
// part of the line between them that is seen, if any.
func (m *pairMark) middle(frame d2.AABB) d2.Vec {
	mid := m.a.Add(m.b).Scale(0.5)
	if !draw.Finite(m.a, m.b) || draw.Contains(frame, mid, 0) {
		return mid
	}
	if p, q, ok := draw.ClipLine(m.a, m.b, frame); ok {
		return p.Add(q).Scale(0.5)
	}
	return mid
}

// contacts draws the pairs, the first ones last so that they lie on top, and adds their notes, the
// first ones first. Where pairs are listed, those in the list have its numbers, and the others are
// dots.
func (s *sceneSheet) contacts(marks []pairMark) {
	arrows := mostArrows
	if s.listed > 0 {
		arrows = s.listed
	}
	for i := len(marks) - 1; i >= 0; i-- {
		m := &marks[i]
		mid := m.middle(s.frame)
		switch {
		case !draw.Finite(m.a, m.b):
		case i < arrows:
			s.page.Group("", "pair", m.names[0]+" – "+m.names[1], func() {
				drawContact(s.page, s.frame, [2]d2.Vec{m.a, m.b}, m.hidden, m.normal.Scale(normalLength), s.labels)
			})
		case draw.Contains(s.frame, mid, 0):
			s.page.Path(draw.Circle(mid, 2), draw.Style{Fill: draw.Witness})
		}
	}
	for i := range marks {
		m := &marks[i]
		mid := m.middle(s.frame)
		lines := pairLines(m.names[0], m.names[1], s.opt.Units, m.pair)
		if s.listed > 0 {
			lines = []string{strconv.Itoa(i + 1)}
		}
		if (s.listed == 0 || i < s.listed) && draw.Finite(mid) && draw.Contains(s.frame, mid, 0) {
			s.labels.Add(draw.Label{At: mid, Role: m.role(), Box: true, Lines: lines})
		}
	}
}

// drawContact draws two witness points of the page, the line between them, and the arrow of the
// normal from the first, or from the second where the points are apart: it then points away from
// the gap. Points behind a body are rings, and the line to them is dotted.
func drawContact(p *draw.Page, frame d2.AABB, at [2]d2.Vec, hidden [2]bool, arrow d2.Vec, l *draw.Labels) {
	from := at[0]
	if at[1].Sub(at[0]).Dot(arrow) > 0 {
		from = at[1]
	}
	if draw.Contains(frame, from, 0) {
		if q, r, ok := draw.ClipLine(from, from.Add(arrow), frame); ok {
			p.Line(q, r, draw.Style{Stroke: draw.Paper, Width: 4})
			p.Arrow(q, r, draw.Style{Stroke: draw.Normal, Width: 2})
			l.AvoidLine(q, r)
		}
	}
	if q, r, ok := draw.ClipLine(at[0], at[1], frame); ok && q.Sub(r).Len() > 1 {
		s := draw.Style{Stroke: draw.Witness, Width: 1.5}
		if hidden[0] || hidden[1] {
			s.Dash = []float64{1.5, 3.5}
		}
		p.Line(q, r, s)
		l.AvoidLine(q, r)
	}
	for i, v := range at {
		switch {
		case !draw.Contains(frame, v, 0):
		case hidden[i]:
			drawHiddenDot(p, v)
		default:
			p.Dot(v, 3.5, draw.Witness)
		}
	}
}

// drawHiddenDot draws a witness point behind a body: a ring.
func drawHiddenDot(p *draw.Page, at d2.Vec) {
	p.Path(draw.Circle(at, 3.5), draw.Style{Stroke: draw.Paper, Width: 3})
	p.Path(draw.Circle(at, 3.5), draw.Style{Stroke: draw.Witness, Width: 1.2})
}

// normalLength is the length of the arrow of a normal on the page.
const normalLength = 36
