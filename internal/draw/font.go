package draw

import (
	"sync"
	"unicode/utf8"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// typeface is a font file with the widths of its glyphs at the size of one em.
type typeface struct {
	font *opentype.Font
	mu   sync.Mutex
	buf  sfnt.Buffer
	wide map[rune]float64 // in ems
}

// The fonts of PNG, whose widths also lay out SVG. They are parsed when first used.
var (
	regular = sync.OnceValue(func() *typeface { return parse(goregular.TTF) })
	bold    = sync.OnceValue(func() *typeface { return parse(gobold.TTF) })
)

// parse reads a font that is part of the program.
func parse(ttf []byte) *typeface {
	f, err := opentype.Parse(ttf)
	if err != nil {
		panic(err) // the fonts of the module never fail
	}
	return &typeface{font: f, wide: map[rune]float64{}}
}

// face returns the typeface of a font.
func (f *Font) face() *typeface {
	if f.Bold {
		return bold()
	}
	return regular()
}

// width returns the width of a rune in ems: exact multiples of the font's unit. A rune that the
// font lacks counts as a full em.
func (t *typeface) width(r rune) float64 {
	t.mu.Lock()
	defer t.mu.Unlock()
	if w, ok := t.wide[r]; ok {
		return w
	}
	w := 1.0
	em := fixed.Int26_6(t.font.UnitsPerEm())
	if g, err := t.font.GlyphIndex(&t.buf, r); err == nil && g != 0 {
		if a, err := t.font.GlyphAdvance(&t.buf, g, em*64, font.HintingNone); err == nil {
			w = float64(a) / float64(em*64)
		}
	}
	t.wide[r] = w
	return w
}

// TextWidth returns the width of a line of text on the page.
func TextWidth(text string, f Font) float64 {
	face, w := f.face(), 0.0
	for len(text) > 0 {
		r, n := utf8.DecodeRuneInString(text)
		w += face.width(r)
		text = text[n:]
	}
	return float64(w * f.size())
}
