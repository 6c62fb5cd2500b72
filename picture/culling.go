package picture

import (
	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/internal/draw"
	"github.com/collide-go/collide/internal/draw/solid"
)

// The styles of the picture of culling.
var (
	styleBounds = draw.Style{Stroke: draw.Muted, Width: 1, Dash: []float64{3, 4}}
	styleShared = draw.Style{Fill: draw.Muted, Alpha: 0.18, Stroke: draw.Muted, Width: 1}
	styleTested = draw.Style{Stroke: draw.Simplex, Width: 4}
)

// culled reports whether SAT, in the plane, left out axes of edges and yet found no gap: then the
// view of the shapes shows which edges it kept.
func (f *figure) culled() bool {
	edges := map[collide.Axis]bool{}
	for i := range f.steps {
		if t := &f.steps[i]; t.Stage == collide.StageSAT && (t.Axis.Source == collide.AxisFaceA ||
			t.Axis.Source == collide.AxisFaceB) {
			edges[t.Axis] = true
		}
		if word, _, _ := f.steps[i].parting(); word == "gap" {
			return false
		}
	}
	all := 0
	for _, b := range []*solid.Body{&f.a, &f.b} {
		if len(b.Corners) > 2 {
			all += len(b.Corners)
		}
	}
	return !f.space && len(edges) > 0 && len(edges) < all
}

// drawCulling draws the bounding boxes of both shapes, what they share, and the edges whose axes
// SAT tested.
func (f *figure) drawCulling(p *plot) {
	if !f.culled() {
		return
	}
	a, b := f.eye.Reach(f.a.Grown), f.eye.Reach(f.b.Grown)
	if shared, ok := a.Intersect(b); ok {
		p.box2(shared, styleShared)
	}
	p.box2(a, styleBounds)
	p.box2(b, styleBounds)
	for i := range f.steps {
		t := &f.steps[i]
		if t.Stage != collide.StageSAT {
			continue
		}
		side, n := &f.a, t.search
		if t.Axis.Source == collide.AxisFaceB {
			side, n = &f.b, n.Scale(-1)
		}
		var ends []d3.Vec
		for _, c := range side.Corners {
			if n.Dot(side.Core(n))-n.Dot(c) < 1e-9*f.size {
				ends = append(ends, c.Add(n.Scale(side.Margin)))
			}
		}
		if len(ends) == 2 {
			p.Line(p.At(ends[0]), p.At(ends[1]), styleTested)
		}
	}
}

// box2 draws a box of the plane.
func (p *plot) box2(r d2.AABB, s draw.Style) {
	p.Path(draw.Polygon(p.onAll([]d2.Vec{r.Min, {X: r.Max.X, Y: r.Min.Y}, r.Max, {X: r.Min.X, Y: r.Max.Y}})...), s)
}
