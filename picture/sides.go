package picture

import (
	"math"

	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/internal/draw"
	"github.com/collide-go/collide/internal/draw/solid"
	"github.com/collide-go/collide/scene"
)

// sideMark is how long the mark of a side is, in page units, and half of the shortest edge that has
// one.
const sideMark = 6

// sidesOf returns the edges of the one-sided chains in a body, in the world.
func sidesOf(b *scene.Body) (list [][2]d2.Vec) {
	if b.Dim == 3 {
		return nil
	}
	for i := range b.Parts() {
		if p, err := b.Part(i); err == nil {
			list = append(list, sidesOf(&p)...)
		}
	}
	if c, ok := b.O2.Shape().(*d2.Chain); ok && c.OneSided() {
		points := c.Points()
		at := b.O2.Pose()
		for i := range c.Len() {
			list = append(list, [2]d2.Vec{at.Apply(points[i]), at.Apply(points[(i+1)%len(points)])})
		}
	}
	return list
}

// drawSides marks the side on which edges of one-sided chains are there: by a short line along the
// normal, in the middle of each. from is the place that the view is relative to.
func drawSides(v *solid.View, edges [][2]d2.Vec, from d2.Vec, style draw.Style) {
	style.Fill, style.Width = draw.None, math.Min(style.Width, 1.2)
	for _, e := range edges {
		p, q := v.Point(e[0].Sub(from)), v.Point(e[1].Sub(from))
		d := q.Sub(p)
		if !(d.Len() >= sideMark/2) || math.IsInf(d.Len(), 1) {
			continue
		}
		mid, n := p.Add(d.Scale(0.5)), d.Unit() // on the page y runs down
		v.Line(mid, mid.Add(d2.Vec{X: n.Y, Y: -n.X}.Scale(sideMark)), style)
	}
}
