package picture

import (
	"cmp"
	"slices"

	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/internal/draw"
	"github.com/collide-go/collide/internal/draw/solid"
)

// drawParts draws a body of the plane: its area and its outline, and in thin grey where it is cut
// into parts.
func drawParts(v *solid.View, b *body, style draw.Style) {
	drawSides(v, b.sides, d2.Vec{}, style)
	if !b.compound {
		for i := range b.pieces {
			v.Object(&b.pieces[i].O2, style)
		}
		return
	}
	var shapes [][]d2.Vec
	for i := range b.pieces {
		o := &b.pieces[i].O2
		v.Object(o, draw.Style{Fill: style.Fill, Alpha: style.Alpha, Stroke: draw.Axis, Width: 0.5})
		shapes = append(shapes, solid.Outline(o, v.Center).Mapped(v.Near).Outlines()...)
	}
	style.Fill = draw.None
	for i, p := range shapes {
		for k := range p {
			for _, e := range outer(shapes, i, p[k], p[(k+1)%len(p)]) {
				v.Line(e[0], e[1], style)
			}
		}
	}
}

// outer returns what no other part covers from outside of an edge of convex part i.
func outer(shapes [][]d2.Vec, i int, p, q d2.Vec) (list [][2]d2.Vec) {
	const beside = 0.4 // page units
	d := q.Sub(p)
	long := d.Len()
	if !(long > 0) {
		return nil
	}
	out := d2.Vec{X: -d.Y, Y: d.X}.Scale(beside / long)
	if twiceArea(shapes[i]) < 0 {
		out = out.Neg()
	}
	from, to := p.Sub(out), q.Sub(out)
	var covered [][2]float64
	for k, other := range shapes {
		if lo, hi := inConvex(other, from, to); k != i && lo < hi {
			covered = append(covered, [2]float64{lo, hi})
		}
	}
	slices.SortFunc(covered, func(a, b [2]float64) int { return cmp.Compare(a[0], b[0]) })
	at := 0.0
	for _, c := range append(covered, [2]float64{1, 1}) {
		if (c[0]-at)*long > 2*beside {
			list = append(list, [2]d2.Vec{p.Add(d.Scale(at)), p.Add(d.Scale(c[0]))})
		}
		at = max(at, c[1])
	}
	return list
}

// twiceArea returns twice the area of a polygon, negative where it turns the other way.
func twiceArea(p []d2.Vec) (sum float64) {
	for i := range p {
		sum += p[i].Sub(p[0]).Cross(p[(i+1)%len(p)].Sub(p[0]))
	}
	return sum
}

// inConvex returns the part of the segment from p to q, as parts of its length, that lies in a
// convex polygon.
func inConvex(polygon []d2.Vec, p, q d2.Vec) (lo, hi float64) {
	lo, hi = 0, 1
	sign := twiceArea(polygon)
	if sign == 0 {
		return 0, 0
	}
	for i, a := range polygon {
		e := polygon[(i+1)%len(polygon)].Sub(a)
		if sign < 0 {
			e = e.Neg()
		}
		u, v := e.Cross(p.Sub(a)), e.Cross(q.Sub(a))
		switch {
		case u < 0 && v < 0:
			return 0, 0
		case u < 0:
			lo = max(lo, u/(u-v))
		case v < 0:
			hi = min(hi, u/(u-v))
		}
	}
	return lo, hi
}
