package draw_test

import (
	"bytes"
	"fmt"
	"image"
	"strings"

	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/draw"
)

// marks returns the SVG of a page without the element around it and its background.
func marks(p *draw.Page) string {
	var b strings.Builder
	if err := p.SVG(&b, draw.SVGOptions{Inline: true}); err != nil {
		return err.Error()
	}
	_, s, _ := strings.Cut(b.String(), "f-paper")
	_, s, _ = strings.Cut(s, "\n")
	return strings.TrimSuffix(s, "</svg>\n")
}

// page returns an empty page for an example.
func page() *draw.Page { return draw.NewPage(100, 50) }

// red is the style of the marks of the examples.
func red() draw.Style { return draw.Style{Stroke: draw.Hit} }

// v returns a point.
func v(x, y float64) d2.Vec { return d2.Vec{X: x, Y: y} }

// canvas returns a canvas that shows x from 0 to 10 and y from 0 to 5, ten page units to one of the world.
func canvas() *draw.Canvas {
	return page().Canvas(d2.AABB{Max: v(100, 50)}, d2.AABB{Max: v(10, 5)}, 0)
}

// view returns a view along -Y: X to the right, Z up, ten page units to one of the world.
func view() *draw.View {
	m := &draw.Mesh{Points: []d3.Vec{{X: -5}, {X: 5}}}
	return page().View(d2.AABB{Max: v(100, 50)}, draw.Camera{Azimuth: -90}, d3.Vec{}, []*draw.Mesh{m}, 0)
}

func Example() {
	a, err := d2.Place(d2.Box{Size: v(4, 2)}, d2.Pose{Pos: v(3, 2)})
	if err != nil {
		fmt.Println(err)
	}
	p := draw.NewPage(200, 120)
	c := p.Canvas(p.Bounds(), d2.AABB{Max: v(10, 6)}, 0)
	c.Object(&a, draw.Style{Fill: draw.A, Stroke: draw.A, Alpha: 0.2})
	c.Dot(v(5, 3), 3, draw.Witness)
	c.Text(v(5, 3), v(6, -6), "corner", draw.Font{})
	fmt.Print(marks(p))
	// Output:
	// <path class="f-a s-a" fill-opacity="0.2" stroke-width="1.5" d="M20 100L100 100L100 60L20 60Z"/>
	// <path class="f-witness s-paper" stroke-width="1" d="M103 60C103 61.657 101.657 63 100 63C98.343 63 97 61.657 97 60C97 58.343 98.343 57 100 57C101.657 57 103 58.343 103 60Z"/>
	// <text class="t-ink" x="106" y="54" font-size="12" textLength="34.014" lengthAdjust="spacingAndGlyphs" xml:space="preserve">corner</text>
}

func ExampleRole_String() {
	fmt.Println(draw.Hit, draw.Difference)
	// Output: hit difference
}

func ExampleStyleSheet() {
	css := draw.StyleSheet(draw.Light)
	fmt.Println(strings.Count(css, "\n"), strings.Contains(css, "svg.collide .f-a{fill:#0072b2}"))
	// Output: 51 true
}

func ExampleNewPage() {
	fmt.Println(draw.NewPage(300, 200).Size, draw.NewPage(0, 1e9).Size)
	// Output: {300 200} {16 16384}
}

func ExamplePage_Bounds() {
	fmt.Println(page().Bounds())
	// Output: {{0 0} {100 50}}
}

func ExamplePage_SVG() {
	p := draw.NewPage(20, 10)
	p.Title = "a line"
	p.Line(v(0, 0), v(10, 10), red())
	var b strings.Builder
	if err := p.SVG(&b, draw.SVGOptions{Theme: draw.Light}); err != nil {
		fmt.Println(err)
	}
	fmt.Print(b.String())
	// Output:
	// <svg xmlns="http://www.w3.org/2000/svg" class="collide" viewBox="0 0 20 16" width="20" height="16" role="img" font-family="Go,Helvetica,Arial,sans-serif" stroke-linejoin="round" stroke-linecap="round">
	// <title>a line</title>
	// <style>
	// svg.collide .f-paper{fill:#ffffff}
	// svg.collide .s-hit{stroke:#d0331d}
	// </style>
	// <path class="f-paper" d="M0 0H20V16H0Z"/>
	// <path class="f-none s-hit" fill="none" stroke-width="1.5" d="M0 0L10 10"/>
	// </svg>
}

func ExamplePage_PNG() {
	var b bytes.Buffer
	if err := page().PNG(&b, 2, draw.Dark); err != nil {
		fmt.Println(err)
	}
	img, kind, err := image.Decode(&b)
	fmt.Println(img.Bounds().Size(), kind, err)
	// Output: (200,100) png <nil>
}

func ExamplePage_Raster() {
	p := page()
	p.Rect(d2.AABB{Min: v(10, 10), Max: v(20, 20)}, draw.Style{Fill: draw.Hit})
	img := p.Raster(1, draw.Light)
	fmt.Println(img.RGBAAt(5, 5), img.RGBAAt(15, 15))
	// Output: {255 255 255 255} {208 51 29 255}
}

func ExamplePage_Path() {
	p := page()
	p.Path(draw.Polygon(v(10, 10), v(90, 10), v(50, 400)), draw.Style{Fill: draw.A}) // cut off at the bottom
	fmt.Print(marks(p))
	// Output: <path class="f-a" d="M14.103 50L10 10L90 10L85.897 50Z"/>
}

func ExamplePage_Line() {
	p := page()
	p.Line(v(10, 10), v(200, 10), draw.Style{Stroke: draw.Axis, Dash: []float64{4, 2}})
	fmt.Print(marks(p))
	// Output: <path class="f-none s-axis" fill="none" stroke-width="1.5" stroke-dasharray="4 2" d="M10 10L100 10"/>
}

func ExamplePage_Rect() {
	p := page()
	p.Rect(d2.AABB{Min: v(1, 2), Max: v(3, 4)}, draw.Style{Fill: draw.B})
	fmt.Print(marks(p))
	// Output: <path class="f-b" d="M1 2L3 2L3 4L1 4Z"/>
}

func ExamplePage_Dot() {
	p := page()
	p.Dot(v(50, 25), 3, draw.Witness)
	fmt.Println(strings.Contains(marks(p), "f-witness s-paper"))
	// Output: true
}

func ExamplePage_Arrow() {
	p := page()
	p.Arrow(v(10, 20), v(60, 20), draw.Style{Stroke: draw.Normal, Width: 2})
	fmt.Print(marks(p))
	// Output:
	// <path class="f-none s-normal" fill="none" stroke-width="2" d="M10 20L52.8 20"/>
	// <path class="f-normal" d="M60 20L51 23.78L52.8 20L51 16.22Z"/>
}

func ExamplePage_Text() {
	p := page()
	p.Text(v(99, 20), "A", draw.Font{Role: draw.A, Anchor: draw.Right})
	p.Text(v(99, 40), "in", draw.Font{}) // would stick out
	fmt.Print(marks(p))
	// Output:
	// <text class="t-a" x="90.996" y="20" font-size="12" xml:space="preserve">A</text>
	// <text class="t-ink" x="89.367" y="40" font-size="12" textLength="9.633" lengthAdjust="spacingAndGlyphs" xml:space="preserve">in</text>
}

func ExamplePage_Image() {
	p := page()
	p.Image(image.NewNRGBA(image.Rect(0, 0, 4, 4)), d2.AABB{Max: v(8, 8)})
	fmt.Println(marks(p)[:70])
	// Output: <image x="0" y="0" width="8" height="8" href="data:image/png;base64,iV
}

func ExamplePage_Group() {
	p := page()
	p.Group("step-1", "step", "step 1", func() { p.Line(v(1, 1), v(2, 2), red()) })
	fmt.Print(marks(p))
	// Output:
	// <g id="step-1" class="step"><title>step 1</title>
	// <path class="f-none s-hit" fill="none" stroke-width="1.5" d="M1 1L2 2"/>
	// </g>
}

func ExampleTextWidth() {
	f := draw.Font{Size: 100, Mono: true}
	fmt.Printf("%.1f\n", draw.TextWidth("abc", f)/draw.TextWidth("i", f))
	// Output: 3.0
}

func ExampleTextBox() {
	b := draw.TextBox(v(50, 20), "box", draw.Font{Anchor: draw.Center})
	fmt.Printf("%.1f %.1f\n", b.Min, b.Max)
	// Output: {40.3 8.6} {59.7 23.2}
}

func ExamplePath() {
	var h draw.Path
	h.MoveTo(v(10, 10))
	h.LineTo(v(20, 10))
	h.CubicTo(v(25, 10), v(30, 15), v(30, 20))
	h.ArcTo(v(20, 20), v(1, 0), v(0, 1), 10)
	h.Close()
	p := page()
	p.Path(&h, red())
	fmt.Print(marks(p))
	// Output: <path class="f-none s-hit" fill="none" stroke-width="1.5" d="M10 10L20 10C25 10 30 15 30 20C30 25.523 25.523 30 20 30Z"/>
}

func ExamplePolyline() {
	p := page()
	p.Path(draw.Polyline(v(1, 1), v(2, 3), v(4, 4)), red())
	fmt.Print(marks(p))
	// Output: <path class="f-none s-hit" fill="none" stroke-width="1.5" d="M1 1L2 3L4 4"/>
}

func ExampleCircle() {
	p := page()
	p.Path(draw.Circle(v(50, 25), 20), draw.Style{Fill: draw.A})
	fmt.Println(marks(p)[:63])
	// Output: <path class="f-a" d="M70 25C70 36.046 61.046 45 50 45C38.954 45
}

func ExampleEllipse() {
	p := page()
	p.Path(draw.Ellipse(v(50, 25), v(20, 0), v(0, 10)), draw.Style{Fill: draw.A})
	fmt.Println(marks(p)[:63])
	// Output: <path class="f-a" d="M70 25C70 30.523 61.046 35 50 35C38.954 35
}
