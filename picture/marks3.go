package picture

import (
	"strconv"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/internal/draw/solid"
)

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

// shapeMarks returns what a step found on the shapes.
func (f *figure) shapeMarks(s *space3, t *turn) []mark3 {
	out := []mark3{}
	switch {
	case t.search == (d3.Vec{}):
	case t.Stage == collide.StageSAT:
		c := f.middle(&f.a).Add(f.middle(&f.b)).Scale(0.5)
		out = append(out, mark3{Kind: "arrow", Role: "normal", P: s.flat(c, c.Add(t.search)), Long: 60, Width: 2})
	case t.Stage == collide.StageClosed && t.HasPoints:
		out = append(out, mark3{Kind: "line", Role: "witness", P: s.flat(t.A, t.B), Dash: []float64{2, 4}, Width: 1.6},
			mark3{Kind: "diamond", Role: "support", P: s.flat(t.A)}, mark3{Kind: "diamond", Role: "support", P: s.flat(t.B)})
	case t.HasPoints:
		out = append(out, mark3{
			Kind: "arrow", Role: "direction", P: s.flat(t.A, t.A.Add(t.search)), Long: 34, Width: 2,
			Phase: "look",
		},
			mark3{Kind: "arrow", Role: "direction", P: s.flat(t.B, t.B.Sub(t.search)), Long: 34, Width: 2, Phase: "look"},
			mark3{Kind: "diamond", Role: "support", P: s.flat(t.A), Phase: "find"}, mark3{
				Kind: "diamond", Role: "support",
				P: s.flat(t.B), Phase: "find",
			})
	}
	return out
}

// middle returns a point in the midst of a body.
func (f *figure) middle(b *solid.Body) d3.Vec {
	if b.Core == nil {
		return b.Foot(d3.Vec{})
	}
	return b.Core(d3.Vec{X: 1}).Add(b.Core(d3.Vec{X: -1})).Scale(0.5)
}

// answerMarks returns witness points, distance and normal.
func (f *figure) answerMarks(s *space3) []mark3 {
	if f.normal == (d3.Vec{}) {
		return []mark3{}
	}
	return []mark3{
		{Kind: "arrow", Role: "normal", P: s.flat(f.outer(), f.outer().Add(f.normal)), Long: 44, Width: 2},
		{Kind: "line", Role: "witness", P: s.flat(f.pointA, f.pointB), Dash: []float64{2, 4}, Width: 1.6},
		{Kind: "dot", Role: "witness", P: s.flat(f.pointA)},
		{Kind: "ring", Role: "witness", P: s.flat(f.pointB)},
	}
}

// goalMarks returns the answer in the difference.
func (f *figure) goalMarks(s *space3) []mark3 {
	if f.normal == (d3.Vec{}) {
		return []mark3{}
	}
	near := f.pointA.Sub(f.pointB)
	return []mark3{
		{Kind: "line", Role: "witness", P: s.flat(d3.Vec{}, near), Dash: []float64{2, 4}, Width: 1.6},
		{Kind: "dot", Role: "witness", P: s.flat(near)},
	}
}

// stepMarks returns what a step knew and found of the difference.
func (f *figure) stepMarks(s *space3, t *turn) []mark3 {
	out := []mark3{}
	if t.Stage == collide.StageSAT {
		far := t.search.Scale(s.radius)
		return append(out, mark3{Kind: "line", Role: "ink", P: s.flat(far.Scale(-1), far), Width: 1},
			mark3{Kind: "arrow", Role: "normal", P: s.flat(d3.Vec{}, t.search), Long: 44, Width: 2})
	}
	if t.Stage == collide.StageClosed {
		if t.HasPoints {
			out = append(out,
				mark3{Kind: "line", Role: "witness", P: s.flat(d3.Vec{}, t.W.At), Dash: []float64{2, 4}, Width: 1.6},
				mark3{Kind: "diamond", Role: "support", P: s.flat(t.W.At)})
		}
		return out
	}
	simplex := places(t.Simplex)
	switch {
	case len(t.Faces) > 0:
		ring := places(t.Vertices)
		for _, g := range t.Faces {
			out = append(out, mark3{Kind: "fill", Role: "simplex", P: s.flat(ring[g[0]], ring[g[1]], ring[g[2]]), Alpha: 0.07})
			for i := range 3 {
				if a, b := g[i], g[(i+1)%3]; a < b {
					out = append(out, mark3{
						Kind: "line", Role: "simplex", P: s.flat(ring[a], ring[b]), Dash: stylePolytope.Dash,
						Width: 1.2,
					})
				}
			}
		}
	case t.HasPoints && len(simplex) > 0 && t.search != (d3.Vec{}):
		for _, v := range simplex {
			out = append(out, mark3{
				Kind: "line", Role: "simplex", P: s.flat(v, t.W.At), Dash: stylePolytope.Dash, Width: 1.2,
				Phase: "find",
			})
		}
	}
	out = append(out, simplexMarks(s, simplex)...)
	var c d3.Vec
	for _, v := range t.Vertices {
		out = append(out, mark3{Kind: "dot", Role: "simplex", P: s.flat(v.At)})
		c = c.Add(v.At.Scale(1 / float64(len(t.Vertices)+1)))
	}
	if t.search != (d3.Vec{}) {
		from := t.start()
		out = append(out, mark3{
			Kind: "arrow", Role: "direction", P: s.flat(from, from.Add(t.search)), Long: 40, Width: 2,
			Phase: "look",
		})
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
func simplexMarks(s *space3, v []d3.Vec) []mark3 {
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
