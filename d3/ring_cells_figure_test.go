package d3

import (
	"fmt"
	"strings"
	"testing"

	"github.com/collide-go/collide/internal/testkit/golden"
)

// sideOfCell is the length of a face of the cube in the figure, half of it the unit of the cells.
const sideOfCell = 190.0

// netOf returns where the point p of a face of the cube lies in the unfolded cube: four faces about
// Z in a row, +Z above the first and -Z below.
func netOf(k *cell, p Vec) (x, y float64) {
	column, row := 0.0, 1.0
	switch {
	case k.axis == 2 && k.sign > 0:
		x, y, row = p.Y, -p.X, 0
	case k.axis == 2:
		x, y, row = p.Y, p.X, 2
	case k.axis == 0 && k.sign > 0:
		x, y = p.Y, p.Z
	case k.axis == 1 && k.sign > 0:
		x, y, column = -p.X, p.Z, 1
	case k.axis == 0:
		x, y, column = -p.Y, p.Z, 2
	default:
		x, y, column = p.X, p.Z, 3
	}
	return 20 + sideOfCell*(column+(1+x)/2), 60 + sideOfCell*(row+(1-y)/2)
}

// coverOf returns the settled cells of a cover, as paths of the figure by what settled them: a
// point, a model, a kink.
func coverOf(t *testing.T, s *cellSearch) (paths [3]strings.Builder, counts [3]int) {
	t.Helper()
	n := 0
	for i := range int8(6) { // as cellSearch.run does
		for _, u := range [3]place{{-0.75, 0.25}, {0.75, 0.25}, {0, 0.5}} {
			for _, v := range [3]place{{-0.75, 0.25}, {0.75, 0.25}, {0, 0.5}} {
				s.cells[n] = cell{i / 2, 1 - 2*(i%2), u.x, v.x, u.y, v.y}
				n++
			}
		}
	}
	for n > 0 {
		n--
		k := s.cells[n]
		if cut := s.cutOf(&k); cut.parts != 0 {
			if n = s.divide(k, &cut, n); n < 0 {
				t.Fatal("a cell became too small")
			}
			continue
		}
		by := 2
		here, found := s.look(&k, place{})
		var f model
		if s.least(&k, found) >= 0 {
			by = 0
		} else if s.model(&k, place{}, &here, &f) && s.smooth(&k, &here, &f).low >= 0 {
			by = 1
		}
		counts[by]++
		x0, y0 := netOf(&k, k.direction(k.u-k.ru, k.v-k.rv))
		x1, y1 := netOf(&k, k.direction(k.u+k.ru, k.v+k.rv))
		fmt.Fprintf(&paths[by], "M%.2f %.2fH%.2fV%.2fH%.2fZ", x0, y0, x1, y1, x0)
	}
	return paths, counts
}

// The figure of docs/math/epa.md: all normals of two bodies with a ring of nearly equal depths,
// covered by cells. go test ./d3 -run CellsFigure -update writes it.
func TestCellsFigure(t *testing.T) {
	q := newTestQuery(t, Options{})
	tilt, err := NewAxisAngle(Vec{X: 3, Y: 4}, 0.02)
	if err != nil {
		t.Fatal(err)
	}
	a := mustPlace(t, Ellipsoid{Vec{1, 1, 1.5}}, Pose{})
	b := mustPlace(t, Cylinder{Radius: 0.4, Height: 1}, Pose{Pos: Vec{X: 0.01, Z: 0.02}, Rot: tilt})
	n := q.Distance(a, b, nil).Normal // where EPA would be when it asks for cells
	if !overlapping(q, a, b) {
		t.Fatal("the cores do not overlap")
	}
	s := searchOf(q)
	s.start(s.m, 1e-5)
	s.try(n)
	s.try(n.Neg())
	for r := 0.25; r > 0x1p-30; r /= 4 {
		k := s.about(s.n, r)
		s.cutOf(&k)
	}
	paths, counts := coverOf(t, s)
	for by, count := range counts {
		if count < 10 {
			t.Errorf("only %d cells of kind %d", count, by)
		}
	}
	golden.Compare(t, "../../docs/math/cells.svg", figureOf(s, &paths, counts))
}

// figureOf returns the figure of a cover.
func figureOf(s *cellSearch, paths *[3]strings.Builder, counts [3]int) string {
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 650" font-family="Helvetica,Arial,sans-serif" font-size="13" role="img">
<title>Cells of directions</title>
<style>text{fill:#222}.bg{fill:#fff}path{stroke:#444;stroke-width:.4}.c0{fill:#e4e6e8}.c1{fill:#8fc1e3}.c2{fill:#f0a050}.best{fill:#000;stroke:#fff;stroke-width:1.5}.halo{stroke:#fff;stroke-width:3px;paint-order:stroke}
@media(prefers-color-scheme:dark){text{fill:#eee}.bg{fill:#111}path{stroke:#000}.c0{fill:#3a3f44}.c1{fill:#2f6f9f}.c2{fill:#c96a10}.best{fill:#fff;stroke:#000}.halo{stroke:#111}}</style>
<rect class="bg" width="800" height="650"/>
<text x="20" y="28" font-size="16">All normals of a cylinder in an ellipsoid, nearly on one axis, covered by %d cells</text>
`, counts[0]+counts[1]+counts[2])
	for by := range paths {
		fmt.Fprintf(&b, "<path class=\"c%d\" d=\"%s\"/>\n", by, paths[by].String())
	}
	for _, f := range []cell{{0, 1, 0, 0, 1, 1}, {1, 1, 0, 0, 1, 1}, {0, -1, 0, 0, 1, 1}, {1, -1, 0, 0, 1, 1}, {2, 1, 0, 0, 1, 1}, {2, -1, 0, 0, 1, 1}} {
		x, y := netOf(&f, f.direction(0, 0))
		name := fmt.Sprintf("%+d", f.sign)[:1] + "XYZ"[f.axis:f.axis+1]
		fmt.Fprintf(&b, "<text class=\"halo\" x=\"%.0f\" y=\"%.0f\" font-size=\"15\">%s</text>\n", x-sideOfCell/2+8, y-sideOfCell/2+20, name)
	}
	k := s.about(s.n, 0)
	x, y := netOf(&k, k.direction(k.u, k.v))
	fmt.Fprintf(&b, "<circle class=\"best\" cx=\"%.2f\" cy=\"%.2f\" r=\"5\"/>\n", x, y)
	for i, text := range []string{
		fmt.Sprintf("settled by one point of A - B: %d", counts[0]),
		fmt.Sprintf("by a polynomial of third order: %d", counts[1]),
		fmt.Sprintf("by two polynomials, at a kink: %d", counts[2]),
	} {
		fmt.Fprintf(&b, "<path class=\"c%d\" d=\"M230 %dh26v14h-26z\"/><text x=\"266\" y=\"%d\">%s</text>\n", i, 76+26*i, 88+26*i, text)
	}
	b.WriteString("<circle class=\"best\" cx=\"243\" cy=\"161\" r=\"5\"/><text x=\"266\" y=\"166\">the best normal</text>\n</svg>\n")
	return b.String()
}
