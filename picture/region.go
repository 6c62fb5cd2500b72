package picture

import (
	"math"
	"slices"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/explain"
	"github.com/collide-go/collide/internal/draw"
	"github.com/collide-go/collide/internal/draw/solid"
)

// styleRegion is the style of the part of the plane in which a step found the origin.
var styleRegion = draw.Style{Fill: draw.Normal, Alpha: 0.13}

// drawRegion draws, in the plane, the region that won: of GJK the Voronoi region of the part of the
// simplex that is nearest to the origin, of the walk the side of the edge that the origin lies
// beyond.
func (f *figure) drawRegion(p *plot, t *turn) {
	if f.space {
		return
	}
	if area := f.regionOf(p, t); len(area) > 2 {
		p.Page.Group("", "find", "", func() { p.Path(draw.Polygon(p.all(area)...), styleRegion) })
	}
}

// drop crosses out a corner that is dropped.
func (p *plot) drop(at d2.Vec) {
	for _, s := range []draw.Style{{Stroke: draw.Paper, Width: 4}, {Stroke: draw.Ink, Width: 1.8}} {
		for _, d := range []d2.Vec{{X: 6, Y: 6}, {X: 6, Y: -6}} {
			p.Line(at.Sub(d), at.Add(d), s)
		}
	}
}

// regionOf returns the region of a step as a polygon that reaches to the ends of the plot; nothing
// where the step tests none.
func (f *figure) regionOf(p *plot, t *turn) []d3.Vec {
	kept := places(vertices(t.Kept))
	all := append(places(t.Simplex), t.W.At)
	if !t.HasPoints || len(kept) == 0 || len(all) < 2 || t.Stage != collide.StageGJK && t.Stage != explain.StageWalk {
		return nil
	}
	if len(kept) == 3 {
		return kept
	}
	other := slices.IndexFunc(all, func(u d3.Vec) bool { return !slices.Contains(kept, u) })
	area := p.corners()
	switch {
	case t.Stage == explain.StageWalk && t.Origin != explain.BesideSegment && t.Origin != explain.BeyondEdge:
		return nil
	case t.Stage == explain.StageWalk:
	case len(kept) == 1: // nearest to a corner are the points whose feet on the lines to the others lie beyond it
		for _, u := range all {
			area = halfOf(area, kept[0], kept[0].Sub(u))
		}
		return area
	default: // nearest to an edge are those whose feet lie on it
		area = halfOf(area, kept[0], kept[1].Sub(kept[0]))
		area = halfOf(area, kept[1], kept[0].Sub(kept[1]))
	}
	if other < 0 && t.Stage == collide.StageGJK { // of a segment both sides
		return area
	}
	// The side of the origin, which is not that of the third corner. The origin decides, since a
	// third corner may be in line but for rounding; it is in line itself where the edge is found to
	// hold it.
	n := across(kept[1].Sub(kept[0]))
	side := n.Dot(kept[0].Neg())
	if other >= 0 && math.Abs(side) < 1e-9*n.Len()*f.size {
		side = n.Dot(kept[0].Sub(all[other]))
	}
	return halfOf(area, kept[0], n.Scale(math.Copysign(1, side)))
}

// across returns v turned by a quarter.
func across(v d3.Vec) d3.Vec { return d3.Vec{X: -v.Y, Y: v.X} }

// corners returns the corners of what a plot of the plane shows.
func (p *plot) corners() []d3.Vec {
	half := p.Frame.Max.Sub(p.Frame.Min).Scale(0.5 / p.Scale)
	c := solid.Patch(solid.Lift(p.Center), d3.Vec{X: half.X}, d3.Vec{Y: half.Y})
	return c[:]
}

// halfOf returns the part of a convex polygon on the side of the line through v to which n points.
func halfOf(area []d3.Vec, v, n d3.Vec) []d3.Vec {
	var out []d3.Vec
	for i, q := range area {
		next := area[(i+1)%len(area)]
		a, b := n.Dot(q.Sub(v)), n.Dot(next.Sub(v))
		if a >= 0 {
			out = append(out, q)
		}
		if a < 0 != (b < 0) && a != b {
			out = append(out, q.Add(next.Sub(q).Scale(a/(a-b))))
		}
	}
	return out
}
