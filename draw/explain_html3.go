package draw

import (
	"strconv"
	"strings"

	"github.com/collide-go/collide/d2"
)

// view3 is a view that the script turns. Places are relative to the middle of the view, over its radius.
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

// mark3 is a mark over the bodies: line, fill, dot, ring, diamond, cross, arrow or text.
type mark3 struct {
	Kind  string    `json:"k"`
	Role  string    `json:"r"`
	P     []number5 `json:"p"`
	Dash  []float64 `json:"d,omitempty"`
	Width float64   `json:"w,omitempty"`
	Alpha float64   `json:"a,omitempty"`
	Long  float64   `json:"l,omitempty"` // of arrows, in pixels
	Text  string    `json:"s,omitempty"`
	Phase string    `json:"f,omitempty"`
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
	if !finite(d2.Vec{X: x}) {
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
	mid    point
	radius float64
}

// flat appends the coordinates of points.
func (s *space3) flat(pts ...point) []number5 {
	out := make([]number5, 0, 3*len(pts))
	for _, p := range pts {
		p = times(minus(p, s.mid), 1/s.radius)
		out = append(out, number5(p[0]), number5(p[1]), number5(p[2]))
	}
	return out
}

// bounds grows the box from lo to hi so that it holds p.
func bounds(lo, hi *point, p point) {
	for i := range p {
		lo[i], hi[i] = min(lo[i], p[i]), max(hi[i], p[i])
	}
}

// spaceOf returns the view that holds the points.
func spaceOf(pts []point) space3 {
	lo, hi := pts[0], pts[0]
	for _, p := range pts {
		bounds(&lo, &hi, p)
	}
	s := space3{mid: mid(lo, hi)}
	for _, p := range pts {
		s.radius = max(s.radius, length(minus(p, s.mid)))
	}
	if !(s.radius > 0) {
		s.radius = 1
	}
	return s
}

// views3 returns both views.
func (f *figure) views3() []view3 {
	shapes := append(append([]point{}, f.meshes[0].points...), f.meshes[1].points...)
	differ := append([]point{{}}, f.meshes[2].points...)
	var shell []point
	if f.difference.core != nil && f.difference.margin > 0 {
		for _, d := range aroundSphere(3) {
			shell = append(shell, f.difference.grown(d))
		}
		differ = append(differ, shell...)
	}
	if f.normal != (point{}) {
		shapes = append(shapes, f.pointA, f.pointB)
		differ = append(differ, minus(f.pointA, f.pointB))
	}
	if len(shapes) == 0 {
		shapes = []point{{}}
	}
	s, d := spaceOf(shapes), spaceOf(differ)
	out := []view3{f.view3(s), f.view3(d)}
	out[0].Bodies = append(out[0].Bodies, f.body3d(&f.a, 0, "a", &s), f.body3d(&f.b, 1, "b", &s))
	out[1].Bodies = []body3d{f.body3d(&f.difference, 2, "difference", &d)}
	out[1].Bodies[0].Glass = true
	if shell != nil {
		out[1].Shells = [][]number5{d.flat(shell...)}
	}
	out[1].Base = []mark3{{Kind: "cross", Role: "origin", P: d.flat(point{})}}
	for i := range f.steps {
		t := &f.steps[i]
		out[0].Steps = append(out[0].Steps, f.shapeMarks(&s, t))
		out[1].Steps = append(out[1].Steps, f.stepMarks(&d, t))
		out[0].Strips = append(out[0].Strips, t.strip())
	}
	out[0].Steps = append(out[0].Steps, f.answerMarks(&s))
	out[1].Steps = append(out[1].Steps, f.goalMarks(&d))
	out[0].Strips = append(out[0].Strips, nil)
	return out
}

// view3 returns a view with camera and scale.
func (f *figure) view3(s space3) view3 {
	step := roundStep(s.radius / 3)
	v := view3{Unit: digits(step, 6), Bar: number5(step / s.radius), Base: []mark3{}}
	for i := range 3 {
		v.Right[i], v.Up[i] = number5(f.eye.right[i]), number5(f.eye.up[i])
	}
	return v
}

// body3d returns the surface of a body; of a half-space a square of its plane.
func (f *figure) body3d(b *body, which int, role string, s *space3) body3d {
	m := &f.meshes[which]
	if b.core == nil {
		m = b.square(&space3{mid: s.mid, radius: 0.65 * s.radius})
	}
	out := body3d{Role: role, Points: s.flat(m.points...), Faces: []int{}, Edges: []int{}, Smooth: b.smooth || b.margin > 0 && which < 2}
	for _, f := range m.faces {
		out.Faces = append(out.Faces, f[:]...)
	}
	if which == 2 && b.smooth {
		return out
	}
	for _, e := range m.edges {
		out.Edges = append(out.Edges, e.ends[:]...)
	}
	return out
}

// square returns a square of the plane that bounds a half-space, about the middle of the view.
func (b *body) square(s *space3) *mesh {
	u, v := b.tangents()
	foot := b.foot(s.mid)
	u, v = times(u, s.radius), times(v, s.radius)
	m := mesh{points: []point{plus(plus(foot, u), v), plus(minus(foot, u), v), minus(minus(foot, u), v), minus(plus(foot, u), v)}}
	m.faces = [][3]int{{0, 1, 2}, {0, 2, 3}}
	m.finish(creaseFlat)
	return &m
}

// strip returns the intervals of an axis.
func (t *turn) strip() *strip3 {
	if t.Algorithm != "sat" {
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

// shapeMarks returns what a step found on the shapes.
func (f *figure) shapeMarks(s *space3, t *turn) []mark3 {
	out := []mark3{}
	switch {
	case t.search == (point{}):
	case t.Algorithm == "sat":
		c := mid(f.middle(&f.a), f.middle(&f.b))
		out = append(out, mark3{Kind: "arrow", Role: "normal", P: s.flat(c, plus(c, t.search)), Long: 60, Width: 2})
	case t.Algorithm == "closed" && t.HasPoints:
		out = append(out, mark3{Kind: "line", Role: "witness", P: s.flat(t.A, t.B), Dash: []float64{2, 4}, Width: 1.6},
			mark3{Kind: "diamond", Role: "support", P: s.flat(t.A)}, mark3{Kind: "diamond", Role: "support", P: s.flat(t.B)})
	case t.HasPoints:
		out = append(out, mark3{Kind: "arrow", Role: "direction", P: s.flat(t.A, plus(t.A, t.search)), Long: 34, Width: 2, Phase: "look"},
			mark3{Kind: "arrow", Role: "direction", P: s.flat(t.B, minus(t.B, t.search)), Long: 34, Width: 2, Phase: "look"},
			mark3{Kind: "diamond", Role: "support", P: s.flat(t.A), Phase: "find"}, mark3{Kind: "diamond", Role: "support", P: s.flat(t.B), Phase: "find"})
	}
	return out
}

// middle returns a point in the midst of a body.
func (f *figure) middle(b *body) point {
	if b.core == nil {
		return b.foot(point{})
	}
	return mid(b.core(point{1}), b.core(point{-1}))
}

// answerMarks returns witness points, distance and normal.
func (f *figure) answerMarks(s *space3) []mark3 {
	if f.normal == (point{}) {
		return []mark3{}
	}
	return []mark3{
		{Kind: "arrow", Role: "normal", P: s.flat(f.pointB, plus(f.pointB, f.normal)), Long: 44, Width: 2},
		{Kind: "line", Role: "witness", P: s.flat(f.pointA, f.pointB), Dash: []float64{2, 4}, Width: 1.6},
		{Kind: "dot", Role: "witness", P: s.flat(f.pointA)}, {Kind: "ring", Role: "witness", P: s.flat(f.pointB)},
	}
}

// goalMarks returns the answer in the difference.
func (f *figure) goalMarks(s *space3) []mark3 {
	if f.normal == (point{}) {
		return []mark3{}
	}
	near := minus(f.pointA, f.pointB)
	return []mark3{
		{Kind: "line", Role: "witness", P: s.flat(point{}, near), Dash: []float64{2, 4}, Width: 1.6},
		{Kind: "dot", Role: "witness", P: s.flat(near)},
	}
}

// stepMarks returns what a step knew and found of the difference.
func (f *figure) stepMarks(s *space3, t *turn) []mark3 {
	out := []mark3{}
	if t.Algorithm == "sat" {
		far := times(t.search, s.radius)
		return append(out, mark3{Kind: "line", Role: "ink", P: s.flat(times(far, -1), far), Width: 1},
			mark3{Kind: "arrow", Role: "normal", P: s.flat(point{}, t.search), Long: 44, Width: 2})
	}
	simplex := places(t.Simplex)
	switch {
	case len(t.Faces) > 0:
		ring := places(t.Vertices)
		for _, g := range t.Faces {
			for i := range 3 {
				if a, b := g[i], g[(i+1)%3]; a < b {
					out = append(out, mark3{Kind: "line", Role: "simplex", P: s.flat(ring[a], ring[b]), Dash: stylePolytope.Dash, Width: 1.2})
				}
			}
		}
	case t.HasPoints && len(simplex) > 0 && t.search != (point{}):
		for _, v := range simplex {
			out = append(out, mark3{Kind: "line", Role: "simplex", P: s.flat(v, t.W.At), Dash: stylePolytope.Dash, Width: 1.2, Phase: "find"})
		}
	}
	out = append(out, simplexMarks(s, simplex)...)
	var c point
	for _, v := range t.Vertices {
		out = append(out, mark3{Kind: "dot", Role: "simplex", P: s.flat(v.At)})
		c = plus(c, times(v.At, 1/float64(len(t.Vertices)+1)))
	}
	if t.search != (point{}) {
		from := t.start()
		out = append(out, mark3{Kind: "arrow", Role: "direction", P: s.flat(from, plus(from, t.search)), Long: 40, Width: 2, Phase: "look"})
	}
	for _, v := range t.Simplex {
		out = append(out, mark3{Kind: "dot", Role: "simplex", P: s.flat(v.At)},
			mark3{Kind: "text", Role: "ink", P: s.flat(v.At, c), Text: strconv.Itoa(v.Number)})
	}
	if t.HasPoints {
		out = append(out, mark3{Kind: "diamond", Role: "support", P: s.flat(t.W.At), Phase: "find"},
			mark3{Kind: "text", Role: "ink", P: s.flat(t.W.At, c), Text: strconv.Itoa(t.W.Number), Phase: "find"})
	}
	return out
}

// simplexMarks returns a simplex with its faces.
func simplexMarks(s *space3, v []point) []mark3 {
	var out []mark3
	for i := range v {
		for j := range i {
			for k := range j {
				out = append(out, mark3{Kind: "fill", Role: "simplex", P: s.flat(v[i], v[j], v[k]), Alpha: 0.22})
			}
		}
	}
	for i := range v {
		for j := range i {
			out = append(out, mark3{Kind: "line", Role: "simplex", P: s.flat(v[i], v[j]), Width: 2.4})
		}
	}
	return out
}
