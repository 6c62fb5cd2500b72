package picture

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"image/color"
	"io"
	"math"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/internal/draw"
	"github.com/collide-go/collide/internal/testkit/golden"
	"github.com/collide-go/collide/internal/testkit/raced"
	"github.com/collide-go/collide/scene"
)

// v returns a point.
func v(x, y float64) d2.Vec { return d2.Vec{X: x, Y: y} }

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

// scene2 is a scene of all shapes of the plane with pairs of every relation.
func scene2(t testing.TB, size float64, at d2.Vec) ([]body, []pair) {
	var bodies []body
	place := func(name string, s d2.Shape, p d2.Vec) {
		bodies = append(bodies, body{name: name, pieces: placed(place2(t, s, d2.Pose{Pos: at.Add(p.Scale(size))}))})
	}
	place("ground", d2.HalfSpace{Normal: v(0, 1), Offset: -size}, v(0, 0))
	place("table", d2.Box{Size: v(4, 1).Scale(size)}, v(0, 0.2))
	place("ball", d2.Circle{Radius: 0.5 * size}, v(0.5, 1.1))
	place("rod", d2.Capsule{Height: 2 * size, Radius: 0.2 * size}, v(1, 2.0))
	place("cloud", d2.Ellipse{Radii: v(1, 0.5).Scale(size)}, v(-3, 2))
	place("post", d2.Box{Size: v(0.5, 1.2).Scale(size)}, v(-4, -0.4))
	var pairs []pair
	for _, p := range [][2]int{{1, 2}, {2, 3}, {0, 5}, {1, 4}} {
		pairs = append(pairs, pair2(p[0], p[1], d2.Distance(&bodies[p[0]].pieces[0].O2, &bodies[p[1]].pieces[0].O2)))
	}
	return bodies, pairs
}

func TestScene2Golden(t *testing.T) {
	bodies, pairs := scene2(t, 1, d2.Vec{})
	p := drawScene(2, bodies, pairs, Options{Width: 640, Height: 480, Title: "plane", Subtitle: "a scene", Units: "m"})
	golden.CompareSVG(t, "scene2.svg", svgOf(t, p))
	golden.ComparePNG(t, "scene2.png", pngOf(t, p, draw.Light))
}

// Scenes of any size anywhere give pictures with something on them.
func TestScenesOfAnySize(t *testing.T) {
	raced.Skip(t)
	for _, size := range []float64{1e-100, 1e-6, 1, 1e6, 1e92} {
		for _, far := range []float64{0, 1e7} {
			name := fmt.Sprintf("size %g, %g off", size, far)
			b2, p2 := scene2(t, size, v(far*size, -far*size))
			p := drawScene(2, b2, p2, Options{Width: 320, Height: 240})
			svgOf(t, p)
			if n := painted(p); n < 5000 {
				t.Errorf("2D, %s: %d pixels painted", name, n)
			}
			b3, p3 := scene3(t, size, d3.Vec{X: far * size, Z: -far * size})
			p = drawScene(3, b3, p3, Options{Width: 320, Height: 240, View: &View{Azimuth: 30, Elevation: 20}})
			svgOf(t, p)
			if n := painted(p); n < 5000 {
				t.Errorf("3D, %s: %d pixels painted", name, n)
			}
		}
	}
}

// Odd scenes: none, one object, objects without a shape, pairs that do not exist, contacts that
// mean nothing.
func TestOddScenes(t *testing.T) {
	small := Options{Width: 1, Height: -3, Title: "\x00<odd>\xff"}
	nan2, nan3 := v(math.NaN(), 1), d3.Vec{X: math.NaN()}
	one2, one3 := place2(t, d2.Circle{Radius: 1}, d2.Pose{}), place3(t, d3.Sphere{Radius: 1}, d3.Pose{})
	wall2, wall3 := place2(t, d2.HalfSpace{Normal: v(1, 0)}, d2.Pose{}), place3(t, d3.HalfSpace{Normal: d3.Vec{X: 1}, Offset: 1e90}, d3.Pose{})
	for _, p := range []*draw.Page{
		drawScene(2, nil, nil, small),
		drawScene(3, nil, nil, small),
		drawScene(2, []body{{}, {name: "one", pieces: placed(one2)}}, []pair{{a: 0, b: 1}, {a: -1, b: 7}}, small),
		drawScene(3, []body{{}, {name: "one", pieces: placed(one3)}}, []pair{{a: 0, b: 1}, {a: -1, b: 7}}, small),
		drawScene(2, []body{{name: "wall", pieces: placed(wall2)}}, nil, small),
		drawScene(2, []body{{name: "parts", compound: true, pieces: placed(wall2, one2)}, {}}, nil, small),
		drawScene(3, []body{{name: "parts", compound: true, pieces: placed(wall3, one3)}, {}}, nil, small),
		drawScene(3, []body{{name: "wall", pieces: placed(wall3)}, {name: "one", pieces: placed(one3)}}, nil, small),
		drawScene(2, []body{{pieces: placed(one2)}, {pieces: placed(wall2)}}, []pair{pair2(0, 1, d2.Contact{PointA: nan2, Normal: nan2, Distance: math.NaN()})}, small),
		drawScene(3, []body{{pieces: placed(one3)}, {pieces: placed(wall3)}}, []pair{pair3(0, 1, d3.Contact{PointA: nan3, Normal: nan3, Distance: math.NaN()})}, small),
		drawScene(2, []body{{pieces: placed(one2)}, {pieces: placed(wall2)}}, []pair{pair2(0, 1, d2.Contact{Normal: nan2, Distance: math.NaN()})}, small),
		drawScene(3, []body{{pieces: placed(one3)}, {pieces: placed(wall3)}}, []pair{pair3(0, 1, d3.Contact{Normal: nan3, Distance: math.Inf(1)})}, small),
	} {
		svgOf(t, p)
		p.Raster(1, draw.Dark)
	}
}

// scene3 is a scene in space with pairs of every relation.
func scene3(t testing.TB, size float64, at d3.Vec) ([]body, []pair) {
	var bodies []body
	place := func(name string, s d3.Shape, x, y, z float64) {
		p := d3.Vec{X: x, Y: y, Z: z}
		bodies = append(bodies, body{name: name, pieces: placed(place3(t, s, d3.Pose{Pos: at.Add(p.Scale(size))}))})
	}
	place("ground", d3.HalfSpace{Normal: d3.Vec{Z: 1}}, 0, 0, 0)
	place("table", d3.Box{Size: d3.Vec{X: 4, Y: 3, Z: 0.4}.Scale(size)}, 0, 0, 1)
	place("ball", d3.Sphere{Radius: 0.5 * size}, 0.5, -0.5, 1.6)
	place("can", d3.Cylinder{Radius: 0.4 * size, Height: 1 * size}, -1, -0.5, 1.65)
	place("cone", d3.Cone{Radius: 0.5 * size, Height: 1.2 * size}, 1.2, 0.8, 1.9)
	place("egg", d3.Ellipsoid{Radii: d3.Vec{X: 0.3, Y: 0.3, Z: 0.5}.Scale(size)}, -1, 1, 2.4)
	place("soap", d3.Rounded{Core: d3.Box{Size: d3.Vec{X: 0.6, Y: 0.4, Z: 0.2}.Scale(size)}, R: 0.1 * size}, 2.2, -0.5, 0.5)
	var pairs []pair
	for _, p := range [][2]int{{1, 3}, {1, 4}} {
		pairs = append(pairs, pair3(p[0], p[1], d3.Distance(&bodies[p[0]].pieces[0].O3, &bodies[p[1]].pieces[0].O3)))
	}
	return bodies, pairs
}

func TestScene3Golden(t *testing.T) {
	bodies, pairs := scene3(t, 1, d3.Vec{})
	p := drawScene(3, bodies, pairs, Options{Width: 480, Height: 360, Title: "space", Subtitle: "a scene", Units: "m"})
	golden.CompareSVG(t, "scene3.svg", svgOf(t, p))
	golden.ComparePNG(t, "scene3.png", pngOf(t, p, draw.Light))
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

// The texts of crowded scenes do not overlap either, whatever the size of the page.
func TestScenesDisjoint(t *testing.T) {
	raced.Skip(t)
	rnd := rand.New(rand.NewPCG(3, 4))
	var bodies []body
	var solid []body
	for i := range 40 {
		x, y, z := float64(10*rnd.Float64()), float64(8*rnd.Float64()), float64(6*rnd.Float64())
		bodies = append(bodies, body{name: fmt.Sprint("body ", i), pieces: placed(place2(t, d2.Circle{Radius: 0.6}, d2.Pose{Pos: v(x, y)}))})
		solid = append(solid, body{name: fmt.Sprint("body ", i), pieces: placed(place3(t, d3.Sphere{Radius: 0.8}, d3.Pose{Pos: d3.Vec{X: x, Y: y, Z: z}}))})
	}
	var pairs []pair
	var contacts []pair
	for i := range bodies {
		for j := range i {
			if c := d2.Distance(&bodies[i].pieces[0].O2, &bodies[j].pieces[0].O2); c.Distance < 0.1 {
				pairs = append(pairs, pair2(i, j, c))
			}
			if c := d3.Distance(&solid[i].pieces[0].O3, &solid[j].pieces[0].O3); c.Distance < 0.1 {
				contacts = append(contacts, pair3(i, j, c))
			}
		}
	}
	for _, size := range []d2.Vec{v(320, 240), v(800, 600), v(400, 1000)} {
		opt := Options{Width: size.X, Height: size.Y, Title: strings.Repeat("a long title ", 20), Subtitle: "and more", Units: "m"}
		for _, p := range []*draw.Page{drawScene(2, bodies, pairs, opt), drawScene(3, solid, contacts, opt)} {
			list := texts(t, p)
			if len(list) < 10 {
				t.Errorf("%v: %d texts", size, len(list))
			}
			disjoint(t, p, list)
		}
	}
}

// reds counts the pixels of bodies that touch.
func reds(p *draw.Page) int {
	img := p.Raster(1, draw.Light)
	n := 0
	for y := range img.Rect.Dy() {
		for x := range img.Rect.Dx() {
			if c := img.RGBAAt(x, y); c.R > 2*c.G && c.R > 100 && c.B < 100 {
				n++
			}
		}
	}
	return n
}

// The camera is put where walls do not hide the pair.
func TestCameraSeesThePair(t *testing.T) {
	for _, side := range []d3.Vec{{Y: -1}, {X: 1}, {Y: 1}, {X: -1}} {
		open := side.Neg()
		var bodies []body
		place := func(s d3.Shape, at d3.Vec) {
			bodies = append(bodies, body{pieces: placed(place3(t, s, d3.Pose{Pos: at}))})
		}
		place(d3.Sphere{Radius: 1}, d3.Vec{})
		place(d3.Sphere{Radius: 1}, d3.Vec{Z: 1.8})
		for _, wall := range []d3.Vec{{Y: -1}, {X: 1}, {Y: 1}, {X: -1}} {
			if wall != open {
				thick := d3.Vec{X: 6, Y: 6, Z: 9}
				if wall.X != 0 {
					thick.X = 0.2
				} else {
					thick.Y = 0.2
				}
				place(d3.Box{Size: thick}, wall.Scale(2.5))
			}
		}
		pairs := []pair{pair3(0, 1, d3.Distance(&bodies[0].pieces[0].O3, &bodies[1].pieces[0].O3))}
		opt := Options{Width: 320, Height: 280}
		const mark = 18 * 12                                             // of the legend
		if n := reds(drawScene(3, bodies, pairs, opt)) - mark; n < 380 { // the worst of the views gives 224
			t.Errorf("open to %v: %d red pixels", open, n)
		}
		opt.View = &View{Azimuth: 0, Elevation: 0}
		if open.X > 0 {
			opt.View.Azimuth = 180
		}
		if n := reds(drawScene(3, bodies, pairs, opt)) - mark; n > 200 {
			t.Errorf("open to %v, seen from behind: %d red pixels", open, n)
		}
	}
}

// Of a compound the parts are drawn, not the hull that stands for it; in space no line is drawn
// where two parts lie flush.
func TestPartsAreDrawn(t *testing.T) {
	opt := Options{Width: 320, Height: 240, View: &View{Azimuth: -90}}
	hull2, hull3 := place2(t, d2.Box{Size: v(9, 3)}, d2.Pose{}), place3(t, d3.Box{Size: d3.Vec{X: 9, Y: 3, Z: 3}}, d3.Pose{})
	var parts2 []*d2.Object
	var parts3 []*d3.Object
	for _, x := range []float64{-3, 3} {
		parts2 = append(parts2, place2(t, d2.Box{Size: v(3, 3)}, d2.Pose{Pos: v(x, 0)}))
		parts3 = append(parts3, place3(t, d3.Box{Size: d3.Vec{X: 3, Y: 3, Z: 3}}, d3.Pose{Pos: d3.Vec{X: x}}))
	}
	whole := painted(drawScene(2, []body{{pieces: placed(hull2)}}, nil, opt))
	if n := painted(drawScene(2, []body{{compound: true, pieces: placed(parts2...)}}, nil, opt)); n > whole*9/10 {
		t.Errorf("plane: %d pixels of two parts, %d of the hull", n, whole)
	}
	whole = painted(drawScene(3, []body{{pieces: placed(hull3)}}, nil, opt))
	if n := painted(drawScene(3, []body{{compound: true, pieces: placed(parts3...)}}, nil, opt)); n > whole*8/10 {
		t.Errorf("space: %d pixels of two parts, %d of the hull", n, whole)
	}
	flush := append(parts3, place3(t, d3.Box{Size: d3.Vec{X: 3, Y: 3, Z: 3}}, d3.Pose{}))
	p, q := drawScene(3, []body{{compound: true, pieces: placed(flush...)}}, nil, opt), drawScene(3, []body{{pieces: placed(hull3)}}, nil, opt)
	a, b := p.Raster(1, draw.Light), q.Raster(1, draw.Light)
	differ := 0
	for y := range a.Rect.Dy() {
		for x := range a.Rect.Dx() {
			if a.RGBAAt(x, y) != b.RGBAAt(x, y) {
				differ++
			}
		}
	}
	if differ > 0 {
		t.Errorf("three cubes in a row differ in %d pixels from the box that they are", differ)
	}
}

// placed returns bodies of either dimension.
func placed[O d2.Object | d3.Object](list ...*O) (out []scene.Body) {
	for _, o := range list {
		switch o := any(o).(type) {
		case *d2.Object:
			out = append(out, scene.Body2(*o))
		case *d3.Object:
			out = append(out, scene.Body3(*o))
		}
	}
	return out
}

// pair2 and pair3 return the pair of two bodies with their contact.
func pair2(a, b int, c d2.Contact) pair {
	return pairOf(&scene.Found{A: a, B: b, Answer: scene.AnswerOf(c)})
}

func pair3(a, b int, c d3.Contact) pair {
	return pairOf(&scene.Found{A: a, B: b, Answer: scene.AnswerOf(c)})
}

// The outline of a body of parts is that of their union: cuts between parts that lie flush, and
// edges inside other parts, are not in it.
func TestOuter(t *testing.T) {
	square := func(x, y, w, h float64) []d2.Vec { return []d2.Vec{v(x, y), v(x+w, y), v(x+w, y+h), v(x, y+h)} }
	reversed := func(p []d2.Vec) []d2.Vec { return []d2.Vec{p[3], p[2], p[1], p[0]} }
	for _, c := range []struct {
		what   string
		shapes [][]d2.Vec
		want   float64
	}{
		{"one square", [][]d2.Vec{square(0, 0, 100, 100)}, 400},
		{"two flush squares", [][]d2.Vec{square(0, 0, 100, 100), square(100, 0, 100, 100)}, 600},
		{"the same, turning either way", [][]d2.Vec{square(0, 0, 100, 100), reversed(square(100, 0, 100, 100))}, 600},
		{"one half as high", [][]d2.Vec{square(0, 0, 100, 100), square(100, 0, 100, 50)}, 600},
		{"two that overlap", [][]d2.Vec{square(0, 0, 100, 100), square(50, 50, 100, 100)}, 600},
		{"one inside the other", [][]d2.Vec{square(0, 0, 100, 100), square(20, 20, 10, 10)}, 400},
		{"four around a hole", [][]d2.Vec{square(0, 0, 300, 100), square(0, 200, 300, 100), square(0, 100, 100, 100), square(200, 100, 100, 100)}, 1600},
	} {
		sum := 0.0
		for i, p := range c.shapes {
			for k := range p {
				for _, e := range outer(c.shapes, i, p[k], p[(k+1)%4]) {
					sum += e[1].Sub(e[0]).Len()
				}
			}
		}
		if math.Abs(sum-c.want) > 4 { // the ends of an edge are off by 0.4
			t.Errorf("%s: an outline of %v, want %v", c.what, sum, c.want)
		}
	}
}

// Of many pairs all that fit are listed beside the view, with numbers at the contacts; of a few
// those that are too small to see are enlarged; where all can be seen, the view has the whole page.
func TestColumn(t *testing.T) {
	raced.Skip(t)
	two := func(x float64) []body {
		return []body{{name: "one", pieces: placed(place3(t, d3.Sphere{Radius: 1}, d3.Pose{}))}, {name: "two", pieces: placed(place3(t, d3.Sphere{Radius: 1}, d3.Pose{Pos: d3.Vec{X: x}}))}}
	}
	for _, c := range []struct {
		x       float64
		details int
	}{{1.2, 0}, {2.01, 1}, {1.99, 1}, {2.6, 0}} {
		bodies := two(c.x)
		p := drawScene(3, bodies, []pair{pair3(0, 1, d3.Distance(&bodies[0].pieces[0].O3, &bodies[1].pieces[0].O3))}, Options{})
		if n := strings.Count(svgOf(t, p), "enlarged"); n != c.details {
			t.Errorf("%v apart: %d enlarged views, want %d", c.x, n, c.details)
		}
	}
	var bodies []body
	var pairs []pair
	for i := range 60 {
		bodies = append(bodies, body{name: fmt.Sprint("b", i), pieces: placed(place2(t, d2.Circle{Radius: 0.6}, d2.Pose{Pos: v(float64(i%8), float64(i/8))}))})
		if i%8 > 0 {
			pairs = append(pairs, pair2(i-1, i, d2.Distance(&bodies[i-1].pieces[0].O2, &bodies[i].pieces[0].O2)))
		}
	}
	svg := svgOf(t, drawScene(2, bodies, pairs, Options{}))
	if n := strings.Count(svg, ">0.2 deep<"); n < 30 || !strings.Contains(svg, fmt.Sprintf("and %d more", len(pairs)-n)) {
		t.Errorf("%d of %d pairs listed", n, len(pairs))
	}
}

// On the smallest page the legend says all that it says on a large one, in as many rows as it
// takes, and inside the page.
func TestLegendIsWhole(t *testing.T) {
	b2, p2 := scene2(t, 1, d2.Vec{})
	b3, p3 := scene3(t, 1, d3.Vec{})
	for _, p := range []*draw.Page{
		drawScene(2, b2, p2, Options{Width: 320, Height: 240}), drawScene(3, b3, p3, Options{Width: 320, Height: 240}),
	} {
		svg := svgOf(t, p)
		for _, e := range entries(1, 1, false, false) {
			if !strings.Contains(svg, ">"+e.text+"<") {
				t.Errorf("the legend has no %q", e.text)
			}
		}
	}
	for wide := 320.0; wide < 1000; wide += 7 {
		s := newSheet(Options{Width: wide, Height: 300})
		list := append(entries(1, 1, true, true), keyTree, keyBegan, keyEnded)
		s.reserve(list)
		s.fit(list, wide-margin-barWidth, func(at d2.Vec, e *legendEntry) {
			right := at.X + markWidth + draw.TextWidth(e.text, sheetFont)
			if at.X < margin || right > wide-margin || at.Y < s.frame.Max.Y+8 || at.Y > 300-8 {
				t.Errorf("%v wide: %q is at %v, to %v, below a frame to %v", wide, e.text, at, right, s.frame.Max.Y)
			}
		})
		if n := s.fit(list, wide-margin-barWidth, nil); n != len(list) {
			t.Errorf("%v wide: %d entries of %d", wide, n, len(list))
		}
	}
}
