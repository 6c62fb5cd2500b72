package draw

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"image/png"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/collide-go/collide/d2"
)

// SVGOptions steer how a page is written as SVG.
type SVGOptions struct {
	Theme  Theme // Auto follows what the reader prefers
	Inline bool  // for a place inside HTML that has StyleSheet once: no rules of its own
}

// SVG writes the page as one self-contained SVG element. The bytes are a function of the page and
// the options: in the order of painting, with three decimals, no -0, no time and no version.
//
// Each mark has a class for what fills it (f-ROLE), draws its outline (s-ROLE) or colours its text
// (t-ROLE). Texts are set in what sans-serif font there is, drawn into the width of the Go font.
//
// The error is that of w.
func (p *Page) SVG(w io.Writer, opt SVGOptions) error {
	var b bytes.Buffer
	fmt.Fprintf(&b,
		`<svg xmlns="http://www.w3.org/2000/svg" class="collide" viewBox="0 0 %s %s" width="%[1]s" height="%[2]s" role="img"`,
		decimal(p.Size.X), decimal(p.Size.Y))
	fmt.Fprintf(&b, ` font-family="%s" stroke-linejoin="round" stroke-linecap="round">`, sansFamily)
	if p.Title != "" {
		fmt.Fprintf(&b, "\n<title>%s</title>", escape(p.Title))
	}
	if !opt.Inline {
		fmt.Fprintf(&b, "\n<style>\n%s</style>", rules(opt.Theme, p.used()))
	}
	fmt.Fprintf(&b, "\n<path class=\"f-paper\" d=\"M0 0H%sV%sH0Z\"/>\n", decimal(p.Size.X), decimal(p.Size.Y))
	for i := range p.items {
		if err := p.items[i].svg(&b); err != nil {
			return err
		}
	}
	b.WriteString("</svg>\n")
	_, err := w.Write(b.Bytes())
	return err
}

// stretched is how long a text is at least, in letters less one, to be drawn into the width of the
// Go font. In short ones the difference does not matter, and a minus in another font would be
// stretched by a third.
const stretched = 6

// The fonts of SVG. Those first in the lists come near the widths of the Go fonts.
const (
	sansFamily = "Go,Helvetica,Arial,sans-serif"
)

// svg writes the item.
func (it *item) svg(b *bytes.Buffer) error {
	switch it.kind {
	case pathItem:
		it.svgPath(b)
	case textItem:
		it.svgText(b)
	case imageItem:
		fmt.Fprintf(b, `<image x="%s" y="%s" width="%s" height="%s" href="data:image/png;base64,`,
			decimal(it.at.X), decimal(it.at.Y), decimal(it.size.X), decimal(it.size.Y))
		enc := base64.NewEncoder(base64.StdEncoding, b)
		if err := png.Encode(enc, it.img); err != nil {
			return err
		}
		if err := enc.Close(); err != nil {
			return err
		}
		b.WriteString("\"/>\n")
	case groupItem:
		b.WriteString("<g")
		attribute(b, "id", it.id)
		attribute(b, "class", it.class)
		b.WriteByte('>')
		if it.text != "" {
			fmt.Fprintf(b, "<title>%s</title>", escape(it.text))
		}
		b.WriteByte('\n')
	case endItem:
		b.WriteString("</g>\n")
	}
	return nil
}

// attribute writes an attribute that is not empty.
func attribute(b *bytes.Buffer, name, value string) {
	if value != "" {
		fmt.Fprintf(b, ` %s="%s"`, name, escape(value))
	}
}

// svgPath writes a path.
func (it *item) svgPath(b *bytes.Buffer) {
	s := &it.style
	fill := "f-" + s.Fill.String()
	if s.Stroke != None {
		fill += " s-" + s.Stroke.String()
	}
	b.WriteString("<path")
	attribute(b, "class", fill)
	if s.Fill == None {
		b.WriteString(` fill="none"`)
	} else if a := s.alpha(); a < 1 {
		attribute(b, "fill-opacity", decimal(a))
	}
	if s.Stroke != None {
		attribute(b, "stroke-width", decimal(s.width()))
		if len(s.Dash) > 0 {
			list := make([]string, len(s.Dash))
			for i, d := range s.Dash {
				list[i] = decimal(d)
			}
			attribute(b, "stroke-dasharray", strings.Join(list, " "))
		}
	}
	b.WriteString(` d="`)
	for i := range it.path.parts {
		q := &it.path.parts[i]
		b.WriteByte(q.kind)
		for j := range points(q.kind) {
			if j > 0 {
				b.WriteByte(' ')
			}
			b.WriteString(decimal(q.p[j].X))
			b.WriteByte(' ')
			b.WriteString(decimal(q.p[j].Y))
		}
	}
	b.WriteString("\"/>\n")
}

// svgText writes a text.
func (it *item) svgText(b *bytes.Buffer) {
	f := &it.font
	b.WriteString("<text")
	class := "t-" + f.role().String()
	if f.Halo {
		class += " s-paper"
	}
	attribute(b, "class", class)
	attribute(b, "x", decimal(it.at.X))
	attribute(b, "y", decimal(it.at.Y))
	attribute(b, "font-size", decimal(f.size()))
	if f.Bold {
		attribute(b, "font-weight", "bold")
	}
	if f.Halo {
		b.WriteString(` stroke-width="3" paint-order="stroke"`)
	}
	if utf8.RuneCountInString(it.text) > stretched {
		attribute(b, "textLength", decimal(it.size.X))
		attribute(b, "lengthAdjust", "spacingAndGlyphs")
	}
	b.WriteString(` xml:space="preserve">`)
	b.WriteString(escape(it.text))
	b.WriteString("</text>\n")
}

// decimal returns x with up to three decimals; no -0, and 0 for what is no number.
func decimal(x float64) string {
	if !Finite(d2.Vec{X: x}) {
		return "0"
	}
	s := strconv.FormatFloat(x, 'f', 3, 64)
	s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	if s == "-0" || s == "" || s == "-" {
		return "0"
	}
	return s
}

// escape returns a text for XML: what XML cannot hold is U+FFFD.
func escape(s string) string {
	var b strings.Builder
	for _, r := range s {
		switch {
		case r == '&':
			b.WriteString("&amp;")
		case r == '<':
			b.WriteString("&lt;")
		case r == '>':
			b.WriteString("&gt;")
		case r == '"':
			b.WriteString("&quot;")
		case r < ' ' && r != '\t' || r == 0x7f || r == 0xfffe || r == 0xffff:
			b.WriteRune(utf8.RuneError)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}
