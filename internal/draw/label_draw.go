package draw

import "github.com/collide-go/collide/d2"

// labelPad is the room between the letters of a note and its box.
const labelPad = 4

// font returns the font of line i.
func (n *Label) font(i int) Font {
	f := Font{Role: n.Role, Size: 13, Bold: n.Box && i == 0}
	f.Halo = !n.Box && !n.Plate
	return f
}

// size returns the size of a note with its box.
func (n *Label) size() d2.Vec {
	var s d2.Vec
	for i, line := range n.Lines {
		f := n.font(i)
		s.X = max(s.X, TextWidth(line, f))
		s.Y += lineHeight(f)
	}
	if n.Box {
		s = s.Add(d2.Vec{X: 2 * labelPad, Y: float64(1.2 * labelPad)})
	}
	return s
}

// lineHeight returns the distance of the baselines of two lines.
func lineHeight(f Font) float64 { return float64(1.25 * f.size()) }

// leader draws the line from a note to its point, if that is not right beside it.
func (n *Label) leader(p *Page, box d2.AABB) {
	to := nearest(box, n.At)
	if n.Near || to.Sub(n.At).Len() < 12 {
		return
	}
	p.Line(n.At, to, Style{Stroke: Paper, Width: 2.5})
	p.Line(n.At, to, Style{Stroke: Ink, Width: 1})
}

// draw draws a note.
func (n *Label) draw(p *Page, box d2.AABB) {
	at := box.Min
	if n.Box {
		p.Rect(box, Style{Fill: Paper, Stroke: n.Role, Width: 1, Alpha: 0.93})
		at = at.Add(d2.Vec{X: labelPad, Y: float64(0.6 * labelPad)})
	}
	if n.Plate {
		p.Rect(d2.AABB{Min: box.Min.Sub(d2.Vec{X: 2}), Max: box.Max.Add(d2.Vec{X: 2})}, Style{Fill: Paper, Alpha: 0.75})
	}
	for i, line := range n.Lines {
		f := n.font(i)
		base := at.Add(d2.Vec{Y: float64(0.97 * f.size())})
		if !n.Box {
			base.X += float64((box.Max.X - box.Min.X - TextWidth(line, f)) / 2)
		}
		p.Text(base, line, f)
		at.Y += lineHeight(f)
	}
}
