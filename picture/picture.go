// Package picture draws scenes and explanations, as SVG, PNG and pages of HTML. It is where their
// words are made.
//
// Pictures depend on nothing but what is drawn: SVG and HTML byte for byte, on every platform. Any
// numbers can be drawn: what is not finite is left out, what is outside is cut off. Meanings rest
// on dashes, shapes and words as well as on colours, which are told apart by the colour-blind, on
// light and on dark paper.
package picture

import (
	"io"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/draw"
)

// Picture is a drawing that a function of this package made, such as Scene or Report. The zero
// value is none: it has no title and no size, and what writes it returns collide.ErrEmpty.
type Picture struct{ page *draw.Page }

// Title returns the title that SVG gives to those who cannot see the picture.
func (p *Picture) Title() string {
	if p.page == nil {
		return ""
	}
	return p.page.Title
}

// Size returns width and height in pixels, which are 1/96 inch in SVG.
func (p *Picture) Size() (width, height float64) {
	if p.page == nil {
		return 0, 0
	}
	return p.page.Size.X, p.page.Size.Y
}

// SVG writes the picture as one self-contained SVG element, light or dark as the reader prefers.
// The error is that of w.
func (p *Picture) SVG(w io.Writer) error { return p.svg(w, draw.SVGOptions{}) }

func (p *Picture) svg(w io.Writer, o draw.SVGOptions) error {
	if p.page == nil {
		return collide.ErrEmpty
	}
	return p.page.SVG(w, o)
}

// PNG writes the picture as PNG on light or dark paper, with the given number of pixels of the
// image to a pixel of Size, between 0.1 and 8; 0 means 1. Letters that the Go fonts lack (they have
// Latin, Greek and Cyrillic) are boxes.
//
// The error is that of w.
func (p *Picture) PNG(w io.Writer, scale float64, dark bool) error {
	if p.page == nil {
		return collide.ErrEmpty
	}
	theme := draw.Light
	if dark {
		theme = draw.Dark
	}
	return p.page.PNG(w, scale, theme)
}

// Options say how a scene is shown.
type Options struct {
	Width, Height float64 // of the page, at least 320 by 240; 0 means 960 and 720
	Title         string  // a line at the top
	Subtitle      string  // a smaller line below it
	Units         string  // a label of lengths
	View          *View   // of scenes in 3D; nil means one that shows the pairs well
}

// View is where a viewer of space stands: far away, so that there is no perspective. Z points up.
type View struct {
	Azimuth   float64 // degrees from +X, counter-clockwise seen from above
	Elevation float64 // degrees above the plane of X and Y
}

// InlineSVG writes the picture as an SVG element for a page of HTML that has InlineStyle once. The
// error is that of w.
func (p *Picture) InlineSVG(w io.Writer) error { return p.svg(w, draw.SVGOptions{Inline: true}) }

// InlineStyle returns the rules of CSS for pictures that InlineSVG wrote, light or dark as the
// reader prefers, and variables with the same colours: --paper, --ink, --muted, --grid, --axis,
// --hit, --near, --clear, --a, --b and more.
func InlineStyle() string { return draw.Variables() + draw.StyleSheet(draw.Auto) }
