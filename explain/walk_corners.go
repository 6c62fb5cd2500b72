package explain

import "github.com/collide-go/collide/d2"

// combined returns the sums and differences of all pairs.
func combined(a, b []point) []Combined {
	rounded := func(list []point) []d2.Vec {
		out := make([]d2.Vec, len(list))
		for i, p := range list {
			v := p.float()
			out[i] = d2.Vec{X: v[0], Y: v[1]}
		}
		return out
	}
	u, v := rounded(a), rounded(b)
	sums, differences := d2.MinkowskiTable(u, v)
	out := make([]Combined, len(sums))
	for i, s := range sums {
		d := differences[i]
		out[i] = Combined{
			A: s.A + 1, B: s.B + 1, PointA: of2(u[s.A]), PointB: of2(v[s.B]), Sum: of2(s.Point),
			Difference: of2(d.Point),
		}
	}
	return out
}

// Corners returns the vertices of o in the world, each coordinate rounded once, counter-clockwise
// from the one with the least x and then y in its own frame; nil where it is no polygon, box,
// segment or point, or has a margin.
func Corners(o *d2.Object) [][3]float64 {
	list, _ := corners(o)
	var out [][3]float64
	for _, p := range list {
		out = append(out, scaled(p.float(), 1))
	}
	return out
}

// corners returns the vertices of o in the world, exactly, counter-clockwise from the one with the
// least x and then y in its own frame; false where it is no polygon, box, segment or point, or has
// a margin.
func corners(o *d2.Object) ([]point, bool) {
	list := outline(o.Shape())
	if o.Shape().Margin() != 0 || list == nil {
		return nil, false
	}
	c, s := o.Pose().Rot.CosSin()
	rowX, rowY := point{rat(c), rat(-s)}, point{rat(s), rat(c)}
	x, y := rat(o.Pose().Pos.X), rat(o.Pose().Pos.Y)
	for i, p := range list {
		p = point{rowX.dot(p), rowY.dot(p)}
		list[i] = point{p.x.Add(p.x, x), p.y.Add(p.y, y)}
	}
	return list, true
}

// outline returns the vertices of s in its own frame; nil where it has none.
func outline(s d2.Shape) []point {
	at := func(x, y float64) point { return point{rat(x), rat(y)} }
	half := func(x, y float64) point {
		p := at(x, y)
		return point{p.x.Quo(p.x, rat(2)), p.y.Quo(p.y, rat(2))}
	}
	var list []d2.Vec
	switch s := s.(type) {
	case d2.Rounded:
		return outline(s.Core)
	case d2.Circle:
		return []point{at(0, 0)}
	case d2.Capsule:
		return []point{half(-s.Height, 0), half(s.Height, 0)}
	case d2.Box:
		x, y := s.Size.X, s.Size.Y
		return []point{half(-x, -y), half(x, -y), half(x, y), half(-x, y)}
	case *d2.Polygon:
		list = s.Vertices()
	case *d2.Hull:
		list = s.Vertices()
	}
	var out []point
	for _, v := range list {
		out = append(out, at(v.X, v.Y))
	}
	return out
}
