package draw_test

import (
	"fmt"
	"strings"

	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/draw"
)

func ExamplePage_Canvas() {
	p := page()
	c := p.Canvas(p.Bounds(), d2.AABB{Min: v(-1, -1), Max: v(1, 1)}, 5)
	fmt.Println(c.Scale(), c.Point(v(0, 1)))
	// Output: 20 {50 5}
}

func ExampleCanvas_Page() {
	c := canvas()
	c.Page().Line(v(0, 0), c.Point(v(1, 1)), red())
	fmt.Print(marks(c.Page()))
	// Output: <path class="f-none s-hit" fill="none" stroke-width="1.5" d="M0 0L10 40"/>
}

func ExampleCanvas_Frame() {
	fmt.Println(canvas().Frame())
	// Output: {{0 0} {100 50}}
}

func ExampleCanvas_Scale() {
	fmt.Println(canvas().Scale())
	// Output: 10
}

func ExampleCanvas_Point() {
	fmt.Println(canvas().Point(v(1, 2)))
	// Output: {10 30}
}

func ExampleCanvas_World() {
	fmt.Println(canvas().World())
	// Output: {{0 0} {10 5}}
}

func ExampleCanvas_Path() {
	c := canvas()
	c.Path(draw.Polyline(v(0, 0), v(1, 1)), red())
	fmt.Print(marks(c.Page()))
	// Output: <path class="f-none s-hit" fill="none" stroke-width="1.5" d="M0 50L10 40"/>
}

func ExampleCanvas_Polygon() {
	c := canvas()
	c.Polygon([]d2.Vec{v(1, 1), v(2, 1), v(2, 2)}, red())
	fmt.Print(marks(c.Page()))
	// Output: <path class="f-none s-hit" fill="none" stroke-width="1.5" d="M10 40L20 40L20 30Z"/>
}

func ExampleCanvas_Segment() {
	c := canvas()
	c.Segment(v(1, 1), v(20, 1), red())
	fmt.Print(marks(c.Page()))
	// Output: <path class="f-none s-hit" fill="none" stroke-width="1.5" d="M10 40L100 40"/>
}

func ExampleCanvas_Circle() {
	c := canvas()
	c.Circle(v(5, 2), 1, draw.Style{Fill: draw.B})
	fmt.Println(marks(c.Page())[:40])
	// Output: <path class="f-b" d="M60 30C60 24.477 55
}

func ExampleCanvas_Line() {
	c := canvas()
	c.Line(v(5, 2), v(0, 1), red())
	fmt.Print(marks(c.Page()))
	// Output: <path class="f-none s-hit" fill="none" stroke-width="1.5" d="M50 50L50 0"/>
}

func ExampleCanvas_Arrow() {
	c := canvas()
	c.Arrow(v(1, 1), v(20, 1), red()) // its tip is outside
	fmt.Print(marks(c.Page()))
	// Output: <path class="f-none s-hit" fill="none" stroke-width="1.5" d="M10 40L100 40"/>
}

func ExampleCanvas_Dot() {
	c := canvas()
	c.Dot(v(50, 50), 3, draw.Origin) // outside
	fmt.Printf("%q\n", marks(c.Page()))
	// Output: ""
}

func ExampleCanvas_Text() {
	c := canvas()
	c.Text(v(5, 2), v(0, -4), "O", draw.Font{Anchor: draw.Center})
	fmt.Print(marks(c.Page()))
	// Output: <text class="t-ink" x="45.333" y="26" font-size="12" xml:space="preserve">O</text>
}

func ExampleCanvas_Object() {
	c := canvas()
	ground, err := d2.Place(d2.HalfSpace{Normal: v(0, 1), Offset: 2}, d2.Pose{})
	if err != nil {
		fmt.Println(err)
	}
	c.Object(&ground, draw.Style{Fill: draw.Clear, Stroke: draw.Clear})
	fmt.Print(marks(c.Page()))
	// Output:
	// <path class="f-clear" d="M100 50L100 30L0 30L0 50Z"/>
	// <path class="f-none s-clear" fill="none" stroke-width="1.5" d="M100 30L0 30"/>
}

func ExampleCanvas_Grid() {
	c := canvas()
	c.Grid(draw.GridOptions{Lines: 2})
	fmt.Print(marks(c.Page()))
	// Output:
	// <path class="f-none s-grid" fill="none" stroke-width="1" d="M0 0L0 50"/>
	// <path class="f-none s-grid" fill="none" stroke-width="1" d="M50 0L50 50"/>
	// <path class="f-none s-grid" fill="none" stroke-width="1" d="M100 0L100 50"/>
	// <path class="f-none s-grid" fill="none" stroke-width="1" d="M0 50L100 50"/>
	// <path class="f-none s-grid" fill="none" stroke-width="1" d="M0 0L100 0"/>
}

func ExampleLabels() {
	p := draw.NewPage(200, 100)
	l := p.Labels(p.Bounds())
	l.Weigh(draw.Polygon(v(0, 0), v(200, 0), v(200, 60), v(0, 60)), 255) // rather not here
	l.AvoidLine(v(0, 70), v(90, 70))
	l.Avoid(d2.AABB{Min: v(90, 60), Max: v(200, 80)})
	l.Add(draw.Label{At: v(100, 50), Lines: []string{"depth"}})
	l.Add(draw.Label{At: v(100, 50), Lines: []string{strings.Repeat("too long ", 20)}})
	fmt.Println(l.Draw(), "without a place")
	fmt.Println(strings.Count(marks(p), "<text"), "drawn")
	// Output:
	// 1 without a place
	// 1 drawn
}

func ExampleMeshOf() {
	cube, err := d3.Place(d3.Box{Size: d3.Vec{X: 2, Y: 2, Z: 2}}, d3.Pose{Pos: d3.Vec{X: 10}})
	if err != nil {
		fmt.Println(err)
	}
	m := draw.MeshOf(&cube, d3.Vec{X: 9})
	fmt.Println(len(m.Faces), "triangles, first corner", m.Points[0])
	// Output: 12 triangles, first corner {0 1 1}
}

func ExamplePage_View() {
	v := view()
	fmt.Println(v.Scale(), v.Point(d3.Vec{X: 1, Z: 2}))
	// Output: 10 {60 5}
}

func ExampleView_Scale() {
	fmt.Println(view().Scale())
	// Output: 10
}

func ExampleView_Point() {
	fmt.Println(view().Point(d3.Vec{X: 1, Y: 77, Z: 2}))
	// Output: {60 5}
}

func ExampleView_Direction() {
	fmt.Println(view().Direction(d3.Vec{X: 3, Z: 1}))
	// Output: {3 -1}
}

func ExampleView_Solids() {
	ball, err := d3.Place(d3.Sphere{Radius: 2}, d3.Pose{})
	if err != nil {
		fmt.Println(err)
	}
	p := page()
	m := draw.MeshOf(&ball, d3.Vec{})
	v := p.View(p.Bounds(), draw.Camera{Azimuth: -60, Elevation: 30}, d3.Vec{}, []*draw.Mesh{m}, 5)
	v.Solids([]draw.Solid{{Mesh: m, Role: draw.A}})
	v.Segment(d3.Vec{}, d3.Vec{Z: 2}, red())
	v.Arrow(d3.Vec{}, d3.Vec{X: 2}, red())
	v.Dot(d3.Vec{}, 3, draw.Origin)
	v.Text(d3.Vec{}, d2.Vec{X: 5}, "O", draw.Font{})
	v.Triad(d2.Vec{X: 15, Y: 35}, 12)
	svg := marks(p)
	fmt.Println(strings.Count(svg, "<image"), strings.Count(svg, "<path"), strings.Count(svg, "<text"))
	// Output: 1 11 4
}

func ExampleScene2() {
	left, err := d2.Place(d2.Circle{Radius: 1}, d2.Pose{})
	if err != nil {
		fmt.Println(err)
	}
	right, err := d2.Place(d2.Circle{Radius: 1}, d2.Pose{Pos: v(1.5, 0)})
	if err != nil {
		fmt.Println(err)
	}
	p := draw.Scene2([]draw.Body2{{Name: "left", Object: &left}, {Name: "right", Object: &right}},
		[]draw.Pair2{{A: 0, B: 1, Contact: d2.Distance(&left, &right)}}, draw.SceneOptions{Units: "m"})
	svg := marks(p)
	fmt.Println(strings.Contains(svg, "left – right"), strings.Contains(svg, "0.5 m deep"))
	// Output: true true
}

func ExampleScene3() {
	left, err := d3.Place(d3.Sphere{Radius: 1}, d3.Pose{})
	if err != nil {
		fmt.Println(err)
	}
	right, err := d3.Place(d3.Sphere{Radius: 1}, d3.Pose{Pos: d3.Vec{X: 2.5}})
	if err != nil {
		fmt.Println(err)
	}
	p := draw.Scene3([]draw.Body3{{Name: "left", Object: &left}, {Name: "right", Object: &right}},
		[]draw.Pair3{{A: 0, B: 1, Contact: d3.Distance(&left, &right)}}, draw.SceneOptions{Width: 320, Height: 240})
	svg := marks(p)
	fmt.Println(strings.Contains(svg, "left – right"), strings.Contains(svg, "0.5 apart"))
	// Output: true true
}
