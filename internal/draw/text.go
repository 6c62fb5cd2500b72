package draw

import "github.com/collide-go/collide/d2"

// Anchor says which part of a text is at the point where it is put.
type Anchor uint8

// The anchors. Left, Center and Right put the baseline on the point; the names with Mid put the
// middle of the capitals there, those with Top the top of the capitals.
const (
	Left Anchor = iota
	Center
	Right
	MidLeft
	MidCenter
	MidRight
	TopLeft
	TopCenter
	TopRight
)

// Font says how a text is set. The zero Font is ink, 12 units high, from the left.
type Font struct {
	Role   Role    // None means Ink
	Size   float64 // at most 200; 0 means 12
	Anchor Anchor
	Bold   bool
	Halo   bool // a rim of paper around the letters, for texts on top of marks
}

// role returns the role of the text.
func (f *Font) role() Role {
	if f.Role == None {
		return Ink
	}
	return f.Role
}

// size returns the height of the font.
func (f *Font) size() float64 {
	if !(f.Size > 0) {
		return 12
	}
	return min(f.Size, mostSize)
}

// ascent and descent of a line of text, in sizes of the font: what TextBox reserves above and below
// the baseline.
const (
	ascent    = 0.95
	descent   = 0.27
	capHeight = 0.72
)

// TextBox returns the rectangle that a text takes.
func TextBox(at d2.Vec, text string, f Font) d2.AABB {
	w, size := TextWidth(text, f), f.size()
	switch f.Anchor % 3 {
	case Center:
		at.X -= float64(w / 2)
	case Right:
		at.X -= w
	default:
	}
	switch {
	case f.Anchor >= TopLeft:
		at.Y += float64(capHeight * size)
	case f.Anchor >= MidLeft:
		at.Y += float64(capHeight / 2 * size)
	}
	return d2.AABB{
		Min: d2.Vec{X: at.X, Y: at.Y - float64(ascent*size)},
		Max: d2.Vec{X: at.X + w, Y: at.Y + float64(descent*size)},
	}
}
