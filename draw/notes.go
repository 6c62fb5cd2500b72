package draw

import (
	"math"
	"strconv"
	"strings"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
)

// pairRole returns the role of a pair by its relation.
func pairRole(r collide.Relation) Role {
	switch r {
	case collide.Touching, collide.Overlapping:
		return Hit
	default:
		return Near
	}
}

// heavier returns the role that a body of pairs with both roles has.
func heavier(a, b Role) Role {
	if a == Hit || b == Hit {
		return Hit
	}
	if a == Near || b == Near {
		return Near
	}
	return max(a, b)
}

// pairLines returns the lines of the note about a pair: its names, if it has any, and what is between the two.
func pairLines(a, b, units string, r collide.Relation, distance float64) []string {
	length := short(math.Abs(distance))
	if units != "" {
		length += " " + shorten(units, 60, Font{})
	}
	var what string
	switch r {
	case collide.Touching:
		what = "touching"
	case collide.Overlapping:
		what = length + " deep"
	case collide.Undecided:
		what = "undecided"
	default:
		what = length + " apart"
	}
	if a == "" && b == "" {
		return []string{what}
	}
	return []string{shorten(a, 130, Font{Bold: true}) + " – " + shorten(b, 130, Font{Bold: true}), what}
}

// nameLabel returns the note with the name of body i that is so large on the page.
func nameLabel(i int, name string, at d2.Vec, r Role, size d2.Vec) Label {
	if r == Clear || r == Grid {
		r = Muted
	}
	return Label{At: at, Lines: []string{shorten(name, 140, Font{Size: 13})}, Role: r, Near: true, owner: int32(i + 1), Reach: min(float64(0.5*size.Len())+6, 70)}
}

// short returns x with four digits.
func short(x float64) string {
	s := strconv.FormatFloat(x, 'g', 4, 64)
	if m, e, ok := strings.Cut(s, "e"); ok {
		n, err := strconv.Atoi(e)
		if err == nil {
			s = m + "e" + strconv.Itoa(n)
		}
	}
	return s
}

// shorten returns text, with an ellipsis in its middle if it is wider than wide.
func shorten(text string, wide float64, f Font) string {
	r := []rune(text)
	if len(r) > 2000 {
		r = append(append(r[:1000:1000], '…'), r[len(r)-999:]...)
		text = string(r)
	}
	for keep := len(r) - 2; TextWidth(text, f) > wide && keep >= 2; keep-- {
		text = string(r[:(keep+1)/2]) + "…" + string(r[len(r)-keep/2:])
	}
	return text
}

// mostArrows is how many pairs are drawn with their normals; of the others a dot shows the place.
const mostArrows = 120

// pairMark is a pair on the page.
type pairMark struct {
	a, b     d2.Vec // the witness points
	normal   d2.Vec // as it looks; shorter than 1 where it points to the viewer
	names    [2]string
	relation collide.Relation
	distance float64
}

// pairs draws the pairs, the first ones last so that they lie on top, and adds their notes, the first ones first.
func (s *sheet) pairs(marks []pairMark, l *Labels) {
	for i := len(marks) - 1; i >= 0; i-- {
		m := &marks[i]
		mid := m.a.Add(m.b).Scale(0.5)
		switch {
		case !finite(m.a, m.b):
		case i < mostArrows:
			s.page.Group("", "pair", m.names[0]+" – "+m.names[1], func() {
				drawContact(s.page, s.frame, m.a, m.b, m.normal.Scale(normalLength), l)
			})
		case contains(s.frame, mid, 0):
			s.page.Path(Circle(mid, 2), Style{Fill: Witness})
		}
	}
	for i := range marks {
		m := &marks[i]
		if mid := m.a.Add(m.b).Scale(0.5); finite(mid) && contains(s.frame, mid, 0) {
			lines := pairLines(m.names[0], m.names[1], s.opt.Units, m.relation, m.distance)
			l.Add(Label{At: mid, Role: pairRole(m.relation), Box: true, Lines: lines})
		}
	}
}

// drawContact draws two witness points of the page, the line between them, and the arrow of the normal from the
// first, or from the second where the points are apart: it then points away from the gap.
func drawContact(p *Page, frame d2.AABB, a, b, arrow d2.Vec, l *Labels) {
	apart := b.Sub(a).Dot(arrow) > 0
	from := a
	if apart {
		from = b
	}
	to := from.Add(arrow)
	if contains(frame, from, 0) {
		if q, r, ok := clipLine(from, to, frame); ok {
			p.Line(q, r, Style{Stroke: Paper, Width: 4})
			p.Arrow(q, r, Style{Stroke: Normal, Width: 2})
			l.AvoidLine(q, r)
		}
	}
	if q, r, ok := clipLine(a, b, frame); ok && q.Sub(r).Len() > 1 {
		p.Line(q, r, Style{Stroke: Witness, Width: 1.5})
		l.AvoidLine(q, r)
	}
	for _, v := range []d2.Vec{a, b} {
		if contains(frame, v, 0) {
			p.Dot(v, 3.5, Witness)
		}
	}
}

// normalLength is the length of the arrow of a normal on the page.
const normalLength = 36
