package draw_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"image/color"
	"io"
	"math"
	"strings"
	"testing"

	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/draw"
	"github.com/collide-go/collide/internal/testkit/golden"
)

// place2 and place3 place a shape or fail.
func place2(t testing.TB, s d2.Shape, p d2.Pose) *d2.Object {
	t.Helper()
	o, err := d2.Place(s, p)
	if err != nil {
		t.Fatal(err)
	}
	return &o
}

func place3(t testing.TB, s d3.Shape, p d3.Pose) *d3.Object {
	t.Helper()
	o, err := d3.Place(s, p)
	if err != nil {
		t.Fatal(err)
	}
	return &o
}

// svgOf returns the SVG of a page after checking that it is well-formed and holds no number that is none.
func svgOf(t testing.TB, p *draw.Page) string {
	t.Helper()
	var b strings.Builder
	if err := p.SVG(&b, draw.SVGOptions{}); err != nil {
		t.Fatal(err)
	}
	d := xml.NewDecoder(strings.NewReader(b.String()))
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return b.String()
		}
		if err != nil {
			t.Fatalf("%v in\n%.2000s", err, b.String())
		}
		e, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		for _, a := range e.Attr {
			if a.Name.Local != "href" && (strings.Contains(a.Value, "NaN") || strings.Contains(a.Value, "Inf") || strings.Contains(a.Value, "-0 ")) {
				t.Fatalf("%s = %q", a.Name.Local, a.Value)
			}
		}
	}
}

// pngOf returns the PNG of a page.
func pngOf(t testing.TB, p *draw.Page, theme draw.Theme) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := p.PNG(&b, 1, theme); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// painted returns how many pixels of a page are not paper.
func painted(p *draw.Page) int {
	img := p.Raster(1, draw.Light)
	n := 0
	for y := range img.Rect.Dy() {
		for x := range img.Rect.Dx() {
			if img.RGBAAt(x, y) != (color.RGBA{255, 255, 255, 255}) {
				n++
			}
		}
	}
	return n
}

// figure is a page with every kind of mark.
func figure(t testing.TB) *draw.Page {
	p := draw.NewPage(480, 360)
	p.Title = "every mark"
	c := p.Canvas(d2.AABB{Min: v(8, 8), Max: v(472, 352)}, d2.AABB{Min: v(-2, -2), Max: v(4, 3)}, 20)
	c.Grid(draw.GridOptions{Labels: true, Axes: true})
	r, err := d2.NewCosSin(0.8, 0.6)
	if err != nil {
		t.Fatal(err)
	}
	body := func(s d2.Shape, at d2.Vec, role draw.Role, dash ...float64) {
		c.Object(place2(t, s, d2.Pose{Rot: r, Pos: at}), draw.Style{Fill: role, Stroke: role, Alpha: 0.2, Dash: dash})
	}
	body(d2.Rounded{Core: d2.Box{Size: v(2, 1)}, R: 0.2}, v(0, 0), draw.A)
	body(d2.Capsule{Height: 2, Radius: 0.5}, v(2, 1), draw.B, 6, 4)
	body(d2.Rounded{Core: d2.Ellipse{Radii: v(1, 0.2)}, R: 0.1}, v(2, -1), draw.Difference)
	body(d2.HalfSpace{Normal: v(-0.2, 1), Offset: -2}, v(0, 0), draw.Clear)
	c.Line(v(-1, 1), v(3, 4), draw.Style{Stroke: draw.Axis, Dash: []float64{2, 3}})
	c.Arrow(v(0, 0), v(1, 1), draw.Style{Stroke: draw.Normal, Width: 2})
	c.Dot(v(1, 1), 4, draw.Witness)
	l := p.Labels(c.Frame())
	l.AvoidLine(c.Point(v(0, 0)), c.Point(v(1, 1)))
	l.Add(draw.Label{At: c.Point(v(1, 1)), Lines: []string{"a – b", "0.25 m deep"}, Role: draw.Hit, Box: true})
	l.Add(draw.Label{At: c.Point(v(2, -1)), Lines: []string{"grown <ellipse> & co"}, Role: draw.Difference})
	if n := l.Draw(); n != 0 {
		t.Errorf("%d notes without a place", n)
	}
	c.Text(v(3, 2), v(0, 0), "0.125", draw.Font{Role: draw.B, Mono: true, Halo: true, Anchor: draw.MidCenter})
	return p
}

func TestPageGolden(t *testing.T) {
	p := figure(t)
	golden.CompareSVG(t, "page.svg", svgOf(t, p))
	golden.ComparePNG(t, "page.png", pngOf(t, p, draw.Light))
	golden.ComparePNG(t, "page_dark.png", pngOf(t, p, draw.Dark))
}

// The same page gives the same bytes each time, alone or inline.
func TestSVGIsAFunction(t *testing.T) {
	if a, b := svgOf(t, figure(t)), svgOf(t, figure(t)); a != b {
		t.Error("two pages of the same marks differ")
	}
}

// failing is a writer that takes n bytes.
type failing struct{ n int }

func (f *failing) Write(p []byte) (int, error) {
	if len(p) > f.n {
		return 0, io.ErrShortWrite
	}
	f.n -= len(p)
	return len(p), nil
}

func TestWriteErrors(t *testing.T) {
	p := figure(t)
	if err := p.SVG(&failing{10}, draw.SVGOptions{}); !errors.Is(err, io.ErrShortWrite) {
		t.Errorf("SVG: %v", err)
	}
	if err := p.PNG(&failing{10}, 1, draw.Light); !errors.Is(err, io.ErrShortWrite) {
		t.Errorf("PNG: %v", err)
	}
}

// Whatever numbers come, nothing panics and nothing that is no number is written.
func TestBadNumbers(t *testing.T) {
	bad := []float64{math.NaN(), math.Inf(1), math.Inf(-1), math.MaxFloat64, -math.MaxFloat64, 5e-324, 1e300, 1e15, -1e-300, 0, math.Copysign(0, -1)}
	for _, x := range bad {
		for _, y := range bad {
			p := draw.NewPage(x, y)
			p = draw.NewPage(p.Size.X/256, p.Size.Y/256)
			at := v(x, y)
			s := draw.Style{Fill: draw.A, Stroke: draw.Role(200), Width: x, Alpha: y, Dash: []float64{x, y, 3}}
			p.Line(at, v(3, 4), s)
			p.Path(draw.Circle(v(5, 5), x), s)
			p.Path(draw.Ellipse(at, v(x, 1), v(1, y)), s)
			p.Arrow(v(1, 1), at, s)
			p.Dot(at, y, draw.Hit)
			p.Text(at, "text", draw.Font{Size: x})
			p.Text(v(3, 3), "text", draw.Font{Size: y, Anchor: 200, Role: 99})
			for _, c := range []*draw.Canvas{
				p.Canvas(p.Bounds(), d2.AABB{Min: at, Max: v(y, x)}, x),
				p.Canvas(d2.AABB{Min: at, Max: v(10, 10)}, d2.AABB{Max: v(1, 1)}, 1),
			} {
				c.Grid(draw.GridOptions{Labels: true, Axes: true, Lines: int(max(min(x, 1e6), -5))})
				c.Line(at, v(y, x), s)
				c.Arrow(v(0, 0), at, s)
				c.Circle(at, y, s)
			}
			l := p.Labels(p.Bounds())
			l.Avoid(d2.AABB{Min: at, Max: at})
			l.AvoidLine(at, v(1, 1))
			l.Weigh(draw.Circle(at, x), 100)
			l.Add(draw.Label{At: at, Lines: []string{"one", ""}, Size: x, Box: true})
			l.Add(draw.Label{At: v(4, 4), Lines: []string{"two"}, Size: y, Near: true, Reach: x})
			l.Draw()
			svgOf(t, p)
			p.Raster(min(x, 1), draw.Theme(9))
		}
	}
}

// shapes2 are shapes of every kind, flat and pointed ones too.
func shapes2(t testing.TB) []d2.Shape {
	hull := func(p ...d2.Vec) *d2.Hull {
		h, err := d2.NewHull(p)
		if err != nil {
			t.Fatal(err)
		}
		return h
	}
	polygon, err := d2.NewPolygon([]d2.Vec{v(0, 0), v(1, 0), v(0.5, 0.6)})
	if err != nil {
		t.Fatal(err)
	}
	cores := []d2.Convex{
		d2.Circle{Radius: 0.5},
		d2.Capsule{Height: 0.6, Radius: 0.3},
		d2.Capsule{Height: 1},
		d2.Ellipse{Radii: v(0.5, 0.2)},
		d2.Box{Size: v(0.8, 0.6)},
		&d2.Box{Size: v(0.8, 0)}, polygon, hull(v(0, 0), v(1, 0), v(0.9, 0.5), v(0.2, 0.9)), hull(v(0, 0), v(1, 0)),
		hull(v(0, 0)),
		d2.Ellipse{Radii: v(0.5, 0)},
		d2.Circle{},
		lens2{},
	}
	var all []d2.Shape
	for _, c := range cores {
		all = append(all, c, d2.Rounded{Core: c, R: 0.15}, &d2.Rounded{Core: d2.Rounded{Core: c, R: 0.1}, R: 0.05})
	}
	return append(all, d2.HalfSpace{Normal: v(0.1, 1), Offset: 0.2})
}

// lens2 is a user's shape: the common part of two discs of radius 1, 1 apart.
type lens2 struct{}

func (lens2) Margin() float64 { return 0 }
func (lens2) Support(d d2.Vec) d2.Vec {
	d = d.Scale(1 / d.Len())
	s := math.Copysign(0.5, d.X)
	if p := d.Sub(v(s, 0)); p.X*s >= 0 {
		return p
	}
	return v(0, math.Copysign(math.Sqrt(0.75), d.Y))
}

// What a canvas paints of a shape is its box, within two pixels.
func TestObjectCoversItsBox(t *testing.T) {
	r, err := d2.NewCosSin(0.6, 0.8)
	if err != nil {
		t.Fatal(err)
	}
	for i, s := range shapes2(t) {
		if _, plane := s.(d2.HalfSpace); plane {
			continue
		}
		for _, size := range []float64{1, 1e7} {
			o := place2(t, s, d2.Pose{Pos: v(size, -2*size), Rot: r})
			p := draw.NewPage(200, 200)
			box := o.AABB()
			c := p.Canvas(p.Bounds(), box, 20)
			c.Object(o, draw.Style{Fill: draw.Ink, Stroke: draw.Ink, Width: 1})
			img := p.Raster(1, draw.Light)
			low, high := v(1e9, 1e9), v(-1, -1)
			for y := range 200 {
				for x := range 200 {
					if img.RGBAAt(x, y).R < 128 {
						low = v(min(low.X, float64(x)), min(low.Y, float64(y)))
						high = v(max(high.X, float64(x+1)), max(high.Y, float64(y+1)))
					}
				}
			}
			a, b := c.Point(v(box.Min.X, box.Max.Y)), c.Point(v(box.Max.X, box.Min.Y))
			if off := max(math.Abs(a.X-low.X), math.Abs(a.Y-low.Y), math.Abs(b.X-high.X), math.Abs(b.Y-high.Y)); off > 2.5 {
				t.Errorf("shape %d (%T) at %g: painted %v %v, box %v %v", i, s, size, low, high, a, b)
			}
			svgOf(t, p)
		}
	}
}

// scene2 is a scene of all shapes of the plane with pairs of every relation.
func scene2(t testing.TB, size float64, at d2.Vec) ([]draw.Body2, []draw.Pair2) {
	var bodies []draw.Body2
	place := func(name string, s d2.Shape, p d2.Vec) {
		bodies = append(bodies, draw.Body2{Name: name, Object: place2(t, s, d2.Pose{Pos: at.Add(p.Scale(size))})})
	}
	place("ground", d2.HalfSpace{Normal: v(0, 1), Offset: -size}, v(0, 0))
	place("table", d2.Box{Size: v(4, 1).Scale(size)}, v(0, 0.2))
	place("ball", d2.Circle{Radius: 0.5 * size}, v(0.5, 1.1))
	place("rod", d2.Capsule{Height: 2 * size, Radius: 0.2 * size}, v(1, 2.0))
	place("cloud", d2.Ellipse{Radii: v(1, 0.5).Scale(size)}, v(-3, 2))
	place("post", d2.Box{Size: v(0.5, 1.2).Scale(size)}, v(-4, -0.4))
	var pairs []draw.Pair2
	for _, p := range [][2]int{{1, 2}, {2, 3}, {0, 5}, {1, 4}} {
		pairs = append(pairs, draw.Pair2{A: p[0], B: p[1], Contact: d2.Distance(bodies[p[0]].Object, bodies[p[1]].Object)})
	}
	return bodies, pairs
}

func TestScene2Golden(t *testing.T) {
	bodies, pairs := scene2(t, 1, d2.Vec{})
	p := draw.Scene2(bodies, pairs, draw.SceneOptions{Width: 640, Height: 480, Title: "plane", Subtitle: "a scene", Units: "m"})
	golden.CompareSVG(t, "scene2.svg", svgOf(t, p))
	golden.ComparePNG(t, "scene2.png", pngOf(t, p, draw.Light))
}

// Scenes of any size anywhere give pictures with something on them.
func TestScenesOfAnySize(t *testing.T) {
	for _, size := range []float64{1e-100, 1e-6, 1, 1e6, 1e92} {
		for _, far := range []float64{0, 1e7} {
			name := fmt.Sprintf("size %g, %g off", size, far)
			b2, p2 := scene2(t, size, v(far*size, -far*size))
			p := draw.Scene2(b2, p2, draw.SceneOptions{Width: 320, Height: 240})
			svgOf(t, p)
			if n := painted(p); n < 5000 {
				t.Errorf("2D, %s: %d pixels painted", name, n)
			}
			b3, p3 := scene3(t, size, d3.Vec{X: far * size, Z: -far * size})
			p = draw.Scene3(b3, p3, draw.SceneOptions{Width: 320, Height: 240, Camera: &draw.Camera{Azimuth: 30, Elevation: 20}})
			svgOf(t, p)
			if n := painted(p); n < 5000 {
				t.Errorf("3D, %s: %d pixels painted", name, n)
			}
		}
	}
}

// Odd scenes: none, one object, objects without a shape, pairs that do not exist, contacts that mean nothing.
func TestOddScenes(t *testing.T) {
	small := draw.SceneOptions{Width: 1, Height: -3, Title: "\x00<odd>\xff"}
	nan2, nan3 := v(math.NaN(), 1), d3.Vec{X: math.NaN()}
	one2, one3 := place2(t, d2.Circle{Radius: 1}, d2.Pose{}), place3(t, d3.Sphere{Radius: 1}, d3.Pose{})
	wall2, wall3 := place2(t, d2.HalfSpace{Normal: v(1, 0)}, d2.Pose{}), place3(t, d3.HalfSpace{Normal: d3.Vec{X: 1}, Offset: 1e90}, d3.Pose{})
	for _, p := range []*draw.Page{
		draw.Scene2(nil, nil, small),
		draw.Scene3(nil, nil, small),
		draw.Scene2([]draw.Body2{{}, {Name: "one", Object: one2, Role: draw.A}}, []draw.Pair2{{A: 0, B: 1}, {A: -1, B: 7}}, small),
		draw.Scene3([]draw.Body3{{}, {Name: "one", Object: one3, Role: draw.A}}, []draw.Pair3{{A: 0, B: 1}, {A: -1, B: 7}}, small),
		draw.Scene2([]draw.Body2{{Name: "wall", Object: wall2}}, nil, small),
		draw.Scene2([]draw.Body2{{Name: "parts", Parts: []*d2.Object{nil, wall2, one2}}, {Parts: []*d2.Object{nil}}}, nil, small),
		draw.Scene3([]draw.Body3{{Name: "parts", Parts: []*d3.Object{nil, wall3, one3}}, {Parts: []*d3.Object{nil}}}, nil, small),
		draw.Scene3([]draw.Body3{{Name: "wall", Object: wall3}, {Name: "one", Object: one3}}, nil, small),
		draw.Scene2([]draw.Body2{{Object: one2}, {Object: wall2}}, []draw.Pair2{{A: 0, B: 1, Contact: d2.Contact{PointA: nan2, Normal: nan2, Distance: math.NaN()}}}, small),
		draw.Scene3([]draw.Body3{{Object: one3}, {Object: wall3}}, []draw.Pair3{{A: 0, B: 1, Contact: d3.Contact{PointA: nan3, Normal: nan3, Distance: math.NaN()}}}, small),
		draw.Scene2([]draw.Body2{{Object: one2}, {Object: wall2}}, []draw.Pair2{{A: 0, B: 1, Contact: d2.Contact{Normal: nan2, Distance: math.NaN()}}}, small),
		draw.Scene3([]draw.Body3{{Object: one3}, {Object: wall3}}, []draw.Pair3{{A: 0, B: 1, Contact: d3.Contact{Normal: nan3, Distance: math.Inf(1)}}}, small),
	} {
		svgOf(t, p)
		p.Raster(1, draw.Dark)
	}
}
