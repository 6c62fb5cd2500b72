package picture

import (
	"math"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/explain"
	"github.com/collide-go/collide/internal/draw"
	"github.com/collide-go/collide/internal/draw/solid"
	"github.com/collide-go/collide/scene"
)

// figure is what the pictures of an explanation show, in the world's axes and the caller's unit,
// less the place from.
type figure struct {
	report     *explain.Report
	space      bool // 3D
	from       d3.Vec
	a, b       solid.Body
	difference solid.Body
	// the surfaces of a, b and the difference of the cores, in space
	wires  [3]*solid.Polyhedron
	normal d3.Vec // of the answer; zero where it means nothing
	pointA d3.Vec
	pointB d3.Vec
	steps  []turn
	eye    solid.Camera
	hidden [2]bool // the witness points that a body hides from the eye, in space
	size   float64 // of the pair, about
}

// turn is a step of an algorithm. Its points of the two shapes are less from, its ranges are those
// of the grown shapes along search.
type turn struct {
	explain.Step
	search   d3.Vec // the direction in which the step looked, a unit vector, zero if none
	A, B     d3.Vec
	W        vertex
	Simplex  []vertex
	Vertices []vertex
}

// vertex is a numbered point of the difference.
type vertex struct {
	Number int
	At     d3.Vec
}

// vec returns the vector with those coordinates.
func vec(v [3]float64) d3.Vec { return d3.Vec{X: v[0], Y: v[1], Z: v[2]} }

// vertices returns vertices of a report.
func vertices(list []explain.Vertex) []vertex {
	out := make([]vertex, len(list))
	for i, v := range list {
		out[i] = vertex{v.Number, vec(v.At)}
	}
	return out
}

// newFigure returns the figure of a report.
func newFigure(r *explain.Report) *figure {
	none := &solid.Polyhedron{}
	f := &figure{report: r, space: r.Pair.Dim == 3, eye: solid.Front(), wires: [3]*solid.Polyhedron{none, none, none}}
	w := r.Answer
	f.from = solid.Lift(r.Pair.A.O2.Pose().Pos)
	if f.space {
		f.from = r.Pair.A.O3.Pose().Pos
	}
	f.a, f.b = solidOf(&r.Pair.A, f.from), solidOf(&r.Pair.B, f.from)
	// the steps are about cores without the balls that ellipses hold
	if f.a.Core != nil && f.b.Core != nil {
		f.a, f.b = f.a.Split(), f.b.Split()
	}
	f.difference = solid.Minus(&f.a, &f.b)
	if w.Status != collide.BadSupport {
		f.normal, f.pointA, f.pointB = vec(w.Normal), vec(w.PointA).Sub(f.from), vec(w.PointB).Sub(f.from)
	}
	if f.space {
		f.eye = chooseEye(f.normal, func(c *solid.Camera) (n int) {
			for _, hidden := range f.hides(c) {
				if !hidden {
					n++
				}
			}
			return n
		})
		f.hidden = f.hides(&f.eye)
		core := f.difference
		core.Margin = 0
		f.wires = [3]*solid.Polyhedron{f.a.Polyhedron(), f.b.Polyhedron(), core.Polyhedron()}
	}
	f.size = f.pairBox().Size().Len()
	for _, s := range r.Steps {
		f.steps = append(f.steps, f.turn(s))
	}
	return f
}

// turn returns a step as the figure shows it.
func (f *figure) turn(s explain.Step) turn {
	t := turn{
		Step: s, search: solid.Unit(vec(s.Direction)), A: vec(s.A).Sub(f.from), B: vec(s.B).Sub(f.from),
		W: vertex{s.W.Number, vec(s.W.At)}, Simplex: vertices(s.Simplex), Vertices: vertices(s.Vertices),
	}
	shift := t.search.Dot(f.from)
	t.RangeA = [2]float64{s.RangeA[0] - shift - f.a.Margin, s.RangeA[1] - shift + f.a.Margin}
	t.RangeB = [2]float64{s.RangeB[0] - shift - f.b.Margin, s.RangeB[1] - shift + f.b.Margin}
	return t
}

// chooseEye returns the camera that shows an answer best, of four from above: as many of the
// witness points as can be, and then the normal n as long as can be.
func chooseEye(n d3.Vec, shown func(c *solid.Camera) int) solid.Camera {
	best, most := solid.Camera{}, -1.0
	for _, back := range []d3.Vec{
		{X: 0.6, Y: -1, Z: 0.55},
		{X: 1, Y: 0.6, Z: 0.55},
		{X: -1, Y: -0.6, Z: 0.55},
		{X: -0.6, Y: 1, Z: 0.55},
	} {
		c := solid.LookAlong(back)
		long := c.See(n).Len2() // at most about 1
		if good := float64(2*shown(&c)) + long; good > most+1e-9 {
			best, most = c, good
		}
	}
	return best
}

// clearOf is how far before a point of contact, in sizes of the larger body, nothing may lie that
// hides it: the bodies that have the point on their surface do not hide it where they end there.
const clearOf = 1e-6

// hides reports whether a body hides a point of the world from a camera, as a ray from there to the
// viewer meets it. The size is that of the larger body.
func hides(bodies [2]*scene.Body, at d3.Vec, c *solid.Camera, size float64) bool {
	ray, err := d3.NewRay(at.Add(c.Back.Scale(float64(clearOf*size))), c.Back, math.Inf(1))
	for _, b := range bodies {
		if err == nil && d3.CastRay(&b.O3, &ray).Verdict != collide.Miss {
			return true
		}
	}
	return false
}

// hides reports which of the two witness points a body hides from a camera.
func (f *figure) hides(c *solid.Camera) (list [2]bool) {
	if f.normal == (d3.Vec{}) {
		return list
	}
	size := 0.0
	for _, b := range []*solid.Body{&f.a, &f.b} {
		if b.Core != nil {
			size = max(size, c.Reach(b.Grown).Size().Len())
		}
	}
	for i, p := range []d3.Vec{f.pointA, f.pointB} {
		list[i] = hides([2]*scene.Body{&f.report.Pair.A, &f.report.Pair.B}, p.Add(f.from), c, size)
	}
	return list
}

// parting returns "gap" or "overlap" and its two ends on the axis of a step. An overlap is what B
// has to move along the axis until it has passed A: more than what the intervals share where one
// lies in the other.
func (t *turn) parting() (word string, from, to float64) {
	a, b := t.RangeA, t.RangeB
	switch {
	case b[0] > a[1]:
		return "gap", a[1], b[0]
	case a[0] > b[1]:
		return "gap", b[1], a[0]
	}
	return "overlap", b[0], a[1]
}

// partingStyle returns the style of a gap or an overlap.
func partingStyle(word string) draw.Style {
	if word == "gap" {
		return draw.Style{Stroke: draw.Clear, Width: 1.8}
	}
	return draw.Style{Stroke: draw.Hit, Width: 1.8}
}
