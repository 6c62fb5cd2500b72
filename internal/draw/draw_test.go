package draw_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/internal/draw"
	"github.com/collide-go/collide/internal/draw/solid"
	"github.com/collide-go/collide/internal/testkit/golden"
)

// v returns a point.
func v(x, y float64) d2.Vec { return d2.Vec{X: x, Y: y} }

// svgOf returns the SVG of a page after checking that it is well-formed and holds no number that is
// none.
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

// figure is a page with every kind of mark.
func figure(t testing.TB) *draw.Page {
	p := draw.NewPage(480, 360)
	p.Title = "every mark"
	c := p.Canvas(d2.AABB{Min: v(8, 8), Max: v(472, 352)}, d2.AABB{Min: v(-2, -2), Max: v(4, 3)}, 20)
	w := &solid.View{Canvas: c, Camera: solid.Front()}
	c.Grid()
	r, err := d2.NewCosSin(0.8, 0.6)
	if err != nil {
		t.Fatal(err)
	}
	body := func(s d2.Shape, at d2.Vec, role draw.Role, dash ...float64) {
		o, err := d2.Place(s, d2.Pose{Rot: r, Pos: at})
		if err != nil {
			t.Fatal(err)
		}
		w.Object(&o, draw.Style{Fill: role, Stroke: role, Alpha: 0.2, Dash: dash})
	}
	body(d2.Rounded{Core: d2.Box{Size: v(2, 1)}, R: 0.2}, v(0, 0), draw.A)
	body(d2.Capsule{Height: 2, Radius: 0.5}, v(2, 1), draw.B, 6, 4)
	body(d2.Rounded{Core: d2.Ellipse{Radii: v(1, 0.2)}, R: 0.1}, v(2, -1), draw.Difference)
	body(d2.HalfSpace{Normal: v(-0.2, 1), Offset: -2}, v(0, 0), draw.Clear)
	c.Line(c.Point(v(-31, -39)), c.Point(v(29, 41)), draw.Style{Stroke: draw.Axis, Dash: []float64{2, 3}})
	c.Arrow(c.Point(v(0, 0)), c.Point(v(1, 1)), draw.Style{Stroke: draw.Normal, Width: 2})
	c.Dot(c.Point(v(1, 1)), 4, draw.Witness)
	l := p.Labels(c.Frame)
	l.AvoidLine(c.Point(v(0, 0)), c.Point(v(1, 1)))
	l.Add(draw.Label{At: c.Point(v(1, 1)), Lines: []string{"a – b", "0.25 m deep"}, Role: draw.Hit, Box: true})
	l.Add(draw.Label{At: c.Point(v(2, -1)), Lines: []string{"grown <ellipse> & co"}, Role: draw.Difference})
	if n := l.Draw(); n != 0 {
		t.Errorf("%d notes without a place", n)
	}
	p.Text(c.Point(v(3, 2)), "0.125", draw.Font{Role: draw.B, Halo: true, Anchor: draw.MidCenter})
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
				c.Grid()
				c.Line(c.Point(at), c.Point(v(y, x)), s)
				c.Arrow(c.Point(v(0, 0)), at, s)
				c.Dot(c.Point(at), 3, draw.Hit)
				c.Path(draw.Circle(c.Point(at), y), s)
			}
			l := p.Labels(p.Bounds())
			l.Avoid(d2.AABB{Min: at, Max: at})
			l.AvoidLine(at, v(1, 1))
			l.Weigh(draw.Circle(at, x), 100)
			l.Add(draw.Label{At: at, Lines: []string{"one", ""}, Box: true})
			l.Add(draw.Label{At: v(4, 4), Lines: []string{"two"}, Near: true, Reach: x})
			l.Draw()
			svgOf(t, p)
			p.Raster(min(x, 1), draw.Theme(9))
		}
	}
}

// texts returns the boxes of the texts of a page.
func texts(t *testing.T, p *draw.Page) []d2.AABB {
	t.Helper()
	var list []d2.AABB
	re := regexp.MustCompile(`<text[^>]* x="([^"]*)" y="([^"]*)" font-size="([^"]*)"([^>]*)>([^<]*)<`)
	for _, m := range re.FindAllStringSubmatch(svgOf(t, p), -1) {
		var n [3]float64
		for i := range n {
			x, err := strconv.ParseFloat(m[i+1], 64)
			if err != nil {
				t.Fatal(err)
			}
			n[i] = x
		}
		list = append(list, draw.TextBox(v(n[0], n[1]), m[5], draw.Font{Size: n[2], Bold: strings.Contains(m[4], "bold")}))
	}
	return list
}

// disjoint fails unless the boxes are inside the page and apart, up to a quarter of a unit.
func disjoint(t *testing.T, p *draw.Page, list []d2.AABB) {
	t.Helper()
	for i, a := range list {
		if in, ok := a.Intersect(p.Bounds()); !ok || in.Size().Sub(a.Size()).Len() > 0.25 {
			t.Errorf("text %v is not inside the page", a)
		}
		for _, b := range list[:i] {
			in, ok := a.Intersect(b)
			// The boxes hold the room for letters such as g and for accents, so that two lines may
			// share some of it.
			if size := in.Size(); ok && size.X > 0.25 && size.Y > 3 {
				t.Errorf("texts %v and %v overlap", a, b)
			}
		}
	}
}

// No note lies over another, sticks out, or covers what is to be avoided; some find a place, and
// the others are counted.
func TestLabelsDisjoint(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for range 20 {
		p := draw.NewPage(400, 300)
		l := p.Labels(p.Bounds())
		blocked := d2.AABB{Min: v(150, 100), Max: v(250, 200)}
		l.Avoid(blocked)
		const notes = 60
		for i := range notes {
			at := v(float64(400*rnd.Float64()), float64(300*rnd.Float64()))
			l.Add(draw.Label{At: at, Lines: []string{fmt.Sprint("note ", i), "second line"}[:1+i%2], Role: draw.Hit, Box: i%2 == 0})
		}
		left := l.Draw()
		list := texts(t, p)
		if left == 0 || left > notes-15 {
			t.Errorf("%d of %d without a place", left, notes)
		}
		if n := strings.Count(svgOf(t, p), "note "); n != notes-left {
			t.Errorf("%d drawn, %d without a place", n, left)
		}
		disjoint(t, p, append(list, blocked))
	}
}

// No axis runs through the numbers of a grid, wherever the origin is.
func TestGridNumbers(t *testing.T) {
	some := 0
	for i := range 60 {
		for k := range 60 {
			p := draw.NewPage(400, 300)
			off := v(float64(0.11*float64(i)), float64(0.09*float64(k)))
			c := p.Canvas(p.Bounds(), d2.AABB{Min: v(-3, -2).Add(off), Max: v(3, 2).Add(off)}, 10)
			zero := c.Point(d2.Vec{})
			for _, b := range c.Grid() {
				some++
				x := c.Frame.Min.X < zero.X && zero.X < c.Frame.Max.X && b.Min.X < zero.X && zero.X < b.Max.X
				y := c.Frame.Min.Y < zero.Y && zero.Y < c.Frame.Max.Y && b.Min.Y+1 < zero.Y && zero.Y < b.Max.Y-1
				if x || y && b.Min.Y > c.Frame.Max.Y-20 {
					t.Fatalf("the axes through %v cross the number at %v", zero, b)
				}
			}
		}
	}
	if some < 10000 {
		t.Errorf("%d numbers in all", some)
	}
}
