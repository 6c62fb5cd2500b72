package picture

import (
	"strconv"
	"strings"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/internal/draw"
	"github.com/collide-go/collide/internal/draw/solid"
)

// view3 is a view that the script turns. Places are relative to the middle of the view, over its
// radius.
type view3 struct {
	Right  [3]number5  `json:"right"` // the camera at first
	Up     [3]number5  `json:"up"`
	Unit   string      `json:"unit"` // what the scale bar says
	Bar    number5     `json:"bar"`  // how long it is
	Bodies []body3d    `json:"bodies"`
	Shells [][]number5 `json:"shells,omitempty"` // points of convex bodies of which only the outline is drawn
	Base   []mark3     `json:"base"`             // with every step
	Steps  [][]mark3   `json:"steps"`            // of each step, the answer last
	Strips []*strip3   `json:"strips,omitempty"` // intervals of each step, null for none
	Faint  []bool      `json:"faint,omitempty"`  // of each step, whether the bodies are faint
}

// body3d is the surface of a body.
type body3d struct {
	Role   string    `json:"role"`
	Points []number5 `json:"points"`
	Faces  []int     `json:"faces"`
	Edges  []int     `json:"edges"`
	Smooth bool      `json:"smooth,omitempty"`
	Glass  bool      `json:"glass,omitempty"` // always seen through
}

// strip3 is a pair of intervals along an axis, in parts of the strip's length.
type strip3 struct {
	A    [2]number5 `json:"a"`
	B    [2]number5 `json:"b"`
	Ends [2]number5 `json:"e"` // of the gap or overlap
	Gap  bool       `json:"gap,omitempty"`
}

// number5 is a number that JSON shows with five decimals.
type number5 float64

// MarshalJSON writes five decimals at most, no -0, and 0 for what is no number.
func (x number5) MarshalJSON() ([]byte, error) { return []byte(decimals5(float64(x))), nil }

// decimals5 writes x with five decimals at most.
func decimals5(x float64) string {
	if !draw.Finite(d2.Vec{X: x}) {
		return "0"
	}
	s := strings.TrimRight(strings.TrimRight(strconv.FormatFloat(x, 'f', 5, 64), "0"), ".")
	if s == "-0" {
		return "0"
	}
	return s
}

// space3 maps places to a view.
type space3 struct {
	mid    d3.Vec
	radius float64
}

// flat appends the coordinates of points.
func (s *space3) flat(pts ...d3.Vec) []number5 {
	out := make([]number5, 0, 3*len(pts))
	for _, p := range pts {
		p = p.Sub(s.mid).Scale(1 / s.radius)
		out = append(out, number5(p.X), number5(p.Y), number5(p.Z))
	}
	return out
}

// spaceOf returns the view that holds the points.
func spaceOf(pts []d3.Vec) space3 {
	box := d3.AABB{Min: pts[0], Max: pts[0]}
	for _, p := range pts {
		box = box.Union(d3.AABB{Min: p, Max: p})
	}
	s := space3{mid: box.Center()}
	for _, p := range pts {
		s.radius = max(s.radius, p.Sub(s.mid).Len())
	}
	if !(s.radius > 0) {
		s.radius = 1
	}
	return s
}

// views3 returns both views.
func (f *figure) views3() []view3 {
	shapes := append(append([]d3.Vec{}, f.wires[0].Points...), f.wires[1].Points...)
	differ := append([]d3.Vec{{}}, f.wires[2].Points...)
	var shell []d3.Vec
	if f.difference.Core != nil && f.difference.Margin > 0 {
		for _, d := range solid.Around(3) {
			shell = append(shell, f.difference.Grown(d))
		}
		differ = append(differ, shell...)
	}
	if f.normal != (d3.Vec{}) {
		shapes = append(shapes, f.pointA, f.pointB)
		differ = append(differ, f.pointA.Sub(f.pointB))
	}
	if len(shapes) == 0 {
		shapes = []d3.Vec{{}}
	}
	s, d := spaceOf(shapes), spaceOf(differ)
	out := []view3{f.view3(s), f.view3(d)}
	out[0].Bodies = append(out[0].Bodies, f.body3d(&f.a, 0, "a", &s), f.body3d(&f.b, 1, "b", &s))
	out[1].Bodies = []body3d{f.body3d(&f.difference, 2, "difference", &d)}
	out[1].Bodies[0].Glass = true
	if shell != nil {
		out[1].Shells = [][]number5{d.flat(shell...)}
	}
	out[1].Base = []mark3{{Kind: "cross", Role: "origin", P: d.flat(d3.Vec{})}}
	for i := range f.steps {
		t := &f.steps[i]
		out[0].Steps = append(out[0].Steps, f.shapeMarks(&s, t))
		out[1].Steps = append(out[1].Steps, f.stepMarks(&d, t))
		out[1].Faint = append(out[1].Faint, t.Stage == collide.StageEPA)
		out[0].Strips = append(out[0].Strips, t.strip())
	}
	out[0].Steps = append(out[0].Steps, f.answerMarks(&s))
	out[1].Steps = append(out[1].Steps, f.goalMarks(&d))
	out[0].Strips = append(out[0].Strips, nil)
	return out
}

// view3 returns a view with camera and scale.
func (f *figure) view3(s space3) view3 {
	step := draw.RoundStep(s.radius / 3)
	v := view3{Unit: digits(step, 6), Bar: number5(step / s.radius), Base: []mark3{}}
	v.Right, v.Up = [3]number5((&space3{radius: 1}).flat(f.eye.Right)), [3]number5((&space3{radius: 1}).flat(f.eye.Up))
	return v
}

// body3d returns the surface of a body; of a half-space a square of its plane.
func (f *figure) body3d(b *solid.Body, which int, role string, s *space3) body3d {
	m := f.wires[which]
	if b.Core == nil {
		corners := square(b, s.mid, 0.65*s.radius)
		m = solid.NewPolyhedron(corners[:])
	}
	out := body3d{
		Role: role, Points: s.flat(m.Points...), Faces: []int{}, Edges: []int{},
		Smooth: b.Smooth || b.Margin > 0 && which < 2,
	}
	for _, f := range m.Faces {
		out.Faces = append(out.Faces, f[:]...)
	}
	if which == 2 && b.Smooth {
		return out
	}
	for _, e := range m.Edges {
		out.Edges = append(out.Edges, e.Ends[:]...)
	}
	return out
}

// strip returns the intervals of an axis.
func (t *turn) strip() *strip3 {
	if t.Stage != collide.StageSAT {
		return nil
	}
	lo, hi := min(t.RangeA[0], t.RangeB[0]), max(t.RangeA[1], t.RangeB[1])
	k := 1 / max(hi-lo, 1e-300)
	at := func(x float64) number5 { return number5((x - lo) * k) }
	word, from, to := t.parting()
	return &strip3{
		A: [2]number5{at(t.RangeA[0]), at(t.RangeA[1])}, B: [2]number5{at(t.RangeB[0]), at(t.RangeB[1])},
		Ends: [2]number5{at(from), at(to)}, Gap: word == "gap",
	}
}
