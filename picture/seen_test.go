package picture

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/explain"
	"github.com/collide-go/collide/internal/draw"
	"github.com/collide-go/collide/internal/draw/solid"
	"github.com/collide-go/collide/scene"
)

// TestWitnessPointsAreSeen: bodies that touch in a corner are shown from where nothing hides it,
// whichever corner it is, and where witness points cannot be seen the picture says so. Of two of
// the eight corners the front body was drawn over the contact, and the points as if they lay on it.
func TestWitnessPointsAreSeen(t *testing.T) {
	for corner := range 8 {
		at := [3]int{4*(corner&1) - 2, 2*(corner&2) - 2, corner&4 - 2}
		line := fmt.Sprintf(`{"dim":3,"a":{"shape":{"type":"box","size":[2,2,2]}},
			"b":{"shape":{"type":"box","size":[2,2,2]},"pose":{"p":[%d,%d,%d]}}}`, at[0], at[1], at[2])
		f := figureOfLine(t, line)
		if f.hidden != [2]bool{} {
			t.Errorf("corner %v: hidden %v from %v", at, f.hidden, f.eye.Back)
		}
		if corner == 7 && strings.Contains(svgOf(t, f.page()), "behind a body") {
			t.Errorf("corner %v: the legend has points behind a body", at)
		}
	}
	// what lies in the other, and what it touches flat on, is hidden from everywhere
	for _, line := range []string{
		`{"dim":3,"a":{"shape":{"type":"box","size":[4,4,4]}},"b":{"shape":{"type":"sphere","radius":1}}}`,
		`{"dim":3,"a":{"shape":{"type":"box","size":[2,2,2]}},
			"b":{"shape":{"type":"box","size":[1,1,1]},"pose":{"p":[0,0,1.5]}}}`,
	} {
		f := figureOfLine(t, line)
		if f.hidden == [2]bool{} || !strings.Contains(svgOf(t, f.page()), "behind a body") {
			t.Errorf("%s: hidden %v", line, f.hidden)
		}
	}
}

// figureOfLine returns the figure of a pair line.
func figureOfLine(t *testing.T, line string) *figure {
	t.Helper()
	p, err := scene.DecodePair(t.Context(), []byte(line), scene.Options{})
	if err != nil {
		t.Fatal(err)
	}
	r, err := explain.Pair(p, explain.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return newFigure(r)
}

// checkedPicture returns the picture of two objects of space, or of the plane, and what is found.
func checkedPicture(t *testing.T, a, b scene.Body) (svg string, found []scene.Found) {
	t.Helper()
	s := &scene.Scene{
		Version: 1, Dim: a.Dim, Clearance: 1e9, Objects: []scene.Object{{Name: "outer", Body: a}, {Name: "inner", Body: b}},
	}
	found, err := s.Check(t.Context(), scene.CheckOptions{All: true})
	if err != nil || len(found) != 1 {
		t.Fatal(found, err)
	}
	return svgOf(t, Scene(s, found, Options{Width: leastPage, Height: 400}).page), found
}

// TestBodyInABodyIsSeen: a body that lies in its partner, or behind it alone, shows through and has
// its name. It could not be seen at all.
func TestBodyInABodyIsSeen(t *testing.T) {
	outer := scene.Body3(*place3(t, d3.Box{Size: d3.Vec{X: 4, Y: 4, Z: 4}}, d3.Pose{}))
	inner := scene.Body3(*place3(t, d3.Sphere{Radius: 1}, d3.Pose{Pos: d3.Vec{X: 0.5}}))
	for _, pair := range [][2]scene.Body{{outer, inner}, {inner, outer}} {
		svg, _ := checkedPicture(t, pair[0], pair[1])
		if !strings.Contains(svg, ">outer<") || !strings.Contains(svg, ">inner<") {
			t.Error("a body has no name")
		}
	}
	// the shading itself: some pixels change, none outside of the sphere
	page := func(buried bool) *solid.View {
		v := &solid.View{Canvas: draw.NewPage(100, 100).Canvas(
			d2.AABB{Max: v(100, 100)}, d2.AABB{Min: v(-2, -2), Max: v(2, 2)}, 5), Camera: solid.Front()}
		v.Solids([]solid.Solid{
			{Mesh: solid.MeshOf(&outer.O3, d3.Vec{}), Role: draw.Hit},
			{Mesh: solid.MeshOf(&inner.O3, d3.Vec{}), Role: draw.Hit, Buried: buried},
		})
		return v
	}
	plain, through := page(false), page(true)
	a, b := plain.Page.Raster(2, draw.Light), through.Page.Raster(2, draw.Light)
	in, out := 0, 0
	mid, radius := plain.At(d3.Vec{X: 0.5}).Scale(2), 2*plain.Scale
	for y := range a.Rect.Dy() {
		for x := range a.Rect.Dx() {
			if a.RGBAAt(x, y) == b.RGBAAt(x, y) {
				continue
			}
			if v(float64(x), float64(y)).Sub(mid).Len() < radius+4 {
				in++
			} else {
				out++
			}
		}
	}
	if in < 1000 || out > 0 {
		t.Errorf("%d pixels of the sphere and %d others change", in, out)
	}
}

// TestNoteOfFarPair: a pair whose middle is out of the picture has its note at what is seen of the
// line between its points.
func TestNoteOfFarPair(t *testing.T) {
	box := d2.Box{Size: v(1, 1)}
	svg, _ := checkedPicture(t, scene.Body2(*place2(t, box, d2.Pose{})), scene.Body2(*place2(t, box, d2.Pose{Pos: v(1e6, 3)})))
	if !strings.Contains(svg, "1e6 apart") {
		t.Error("no note")
	}
}

// TestNoteOfOpenDepth: of bodies that overlap without bound no depth is told, or the least.
func TestNoteOfOpenDepth(t *testing.T) {
	plane := func(x, y float64) scene.Body {
		return scene.Body2(*place2(t, d2.HalfSpace{Normal: v(x, y)}, d2.Pose{}))
	}
	svg, found := checkedPicture(t, plane(0, 1), plane(1, 1))
	if strings.Contains(svg, "deep") || !strings.Contains(svg, ">overlapping<") || found[0].Answer.Lower != -math.MaxFloat64 {
		t.Errorf("%+v", found[0].Answer)
	}
	found[0].Answer.Distance = -3
	p := pairOf(&found[0])
	if text := pairLines("", "", "mm", &p); text[0] != "at least 3 mm deep" {
		t.Error(text)
	}
	found[0].Answer.Lower = -3
	p = pairOf(&found[0])
	if text := pairLines("", "", "", &p); text[0] != "3 deep" {
		t.Error(text)
	}
}

// TestThinInDetail: an enlarged view shows a plane and a disc, which it sees from their side, as
// lines in the colour of their body; they could not be seen.
func TestThinInDetail(t *testing.T) {
	cone := scene.Body3(*place3(t, d3.Cylinder{Radius: 1, Height: 2}, d3.Pose{Pos: d3.Vec{Z: 1.01}}))
	for _, s := range []d3.Shape{d3.HalfSpace{Normal: d3.Vec{Z: 1}}, d3.Cylinder{Radius: 2}} {
		svg, _ := checkedPicture(t, scene.Body3(*place3(t, s, d3.Pose{})), cone)
		if !strings.Contains(svg, "enlarged") || !strings.Contains(svg, `class="f-none s-a"`) {
			t.Errorf("%T is not seen", s)
		}
		if strings.Contains(svg, `class="f-none s-b"`) {
			t.Error("the cylinder, which can be seen, has an outline")
		}
	}
}

// TestFarBodiesAreSeen: bodies of a size that doubles can tell are seen wherever they are. At 1e15
// they were points in a picture of the size 1000.
func TestFarBodiesAreSeen(t *testing.T) {
	for _, at := range []float64{0, 1, 1e6, 1e12, 1e15} {
		box := d2.AABB{Min: v(at, at), Max: v(at+8, at+8)}
		c := draw.NewPage(100, 100).Canvas(d2.AABB{Max: v(100, 100)}, box, 10)
		if c.Scale != 10 {
			t.Errorf("at %g a unit is %g page units", at, c.Scale)
		}
	}
}

// TestContactOfMotionIsSeen: bodies that meet on their way are shown from where nothing hides the
// contact, whichever way they come from.
func TestContactOfMotionIsSeen(t *testing.T) {
	for corner := range 8 {
		at := d3.Vec{X: float64(8*(corner&1) - 4), Y: float64(4*(corner&2) - 4), Z: float64(2*(corner&4) - 4)}
		box := d3.Box{Size: d3.Vec{X: 2, Y: 2, Z: 2}}
		move, err := d3.NewMotion(at.Neg(), d3.Vec{}, d3.Vec{})
		if err != nil {
			t.Fatal(err)
		}
		m := scene.Impact{
			Dim: 3, A: scene.Body3(*place3(t, box, d3.Pose{})), B: scene.Body3(*place3(t, box, d3.Pose{Pos: at})),
			MotionB: scene.Motion{M3: move},
		}
		c, err := explain.Impact(m, explain.Options{})
		if err != nil {
			t.Fatal(err)
		}
		f := newCourseFigure(c)
		_, point, _, ok := f.Contact()
		if bodies := [2]*scene.Body{&f.main[0], &f.main[1]}; !ok || hides(bodies, vec(point), &f.eye, 2) {
			t.Errorf("from %v: hidden from %v", at, f.eye.Back)
		}
	}
}

// TestSmallBodyIsSeen: of a small body deep in a large one the small one is shown, in whichever
// order they stand. Its partner's witness point was, far away from it.
func TestSmallBodyIsSeen(t *testing.T) {
	room := scene.Body3(*place3(t, d3.Box{Size: d3.Vec{X: 100, Y: 100, Z: 100}}, d3.Pose{}))
	mote := scene.Body3(*place3(t, d3.Sphere{Radius: 0.01}, d3.Pose{Pos: d3.Vec{X: 1, Y: 2, Z: 3}}))
	for name, pair := range map[string][2]scene.Body{"inner": {room, mote}, "outer": {mote, room}} {
		svg, _ := checkedPicture(t, pair[0], pair[1])
		if strings.Contains(svg, "outside") || !strings.Contains(svg, ">"+name+"<") {
			t.Error("the mote is not seen")
		}
	}
}
