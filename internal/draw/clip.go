package draw

import (
	"math"

	"github.com/collide-go/collide/d2"
)

// clipPolygon returns the part of a polygon inside r, after [SutherlandHodgman74]; parts of a
// polygon that is not convex may hang together by lines along the sides of r. It works for any
// finite points, and for empty ones.
func clipPolygon(p []d2.Vec, r d2.AABB) []d2.Vec {
	for side := range 4 {
		if len(p) == 0 {
			return nil
		}
		in := p
		p = make([]d2.Vec, 0, len(in)+4)
		last := in[len(in)-1]
		dl := inside(last, r, side)
		for _, q := range in {
			dq := inside(q, r, side)
			if (dl < 0) != (dq < 0) {
				p = append(p, onSide(between(last, q, dl, dq), r, side))
			}
			if !(dq < 0) {
				p = append(p, q)
			}
			last, dl = q, dq
		}
	}
	return p
}

// ClipLine returns the part of the segment from p to q inside r, if any.
func ClipLine(p, q d2.Vec, r d2.AABB) (d2.Vec, d2.Vec, bool) {
	for side := range 4 {
		dp, dq := inside(p, r, side), inside(q, r, side)
		switch {
		case dp < 0 && dq < 0:
			return p, q, false
		case dp < 0:
			p = onSide(between(p, q, dp, dq), r, side)
		case dq < 0:
			q = onSide(between(p, q, dp, dq), r, side)
		}
	}
	return p, q, true
}

// clipPolyline returns the pieces of a polyline inside r.
func clipPolyline(o outline, r d2.AABB) []outline {
	p := o.p
	if o.closed && len(p) > 0 {
		p = append(p[:len(p):len(p)], p[0])
	}
	var list []outline
	joined := false // the last piece ends where the next line starts
	for i := 1; i < len(p); i++ {
		a, b, ok := ClipLine(p[i-1], p[i], r)
		if !ok {
			joined = false
			continue
		}
		if joined && a == p[i-1] {
			last := &list[len(list)-1]
			last.p = append(last.p, b)
		} else {
			list = append(list, outline{p: []d2.Vec{a, b}})
		}
		joined = b == p[i]
	}
	return list
}

// inside returns how far p is inside a side of r: left, right, top, bottom.
func inside(p d2.Vec, r d2.AABB, side int) float64 {
	switch side {
	case 0:
		return p.X - r.Min.X
	case 1:
		return r.Max.X - p.X
	case 2:
		return p.Y - r.Min.Y
	}
	return r.Max.Y - p.Y
}

// onSide puts p exactly on a side of r.
func onSide(p d2.Vec, r d2.AABB, side int) d2.Vec {
	switch side {
	case 0:
		p.X = r.Min.X
	case 1:
		p.X = r.Max.X
	case 2:
		p.Y = r.Min.Y
	default:
		p.Y = r.Max.Y
	}
	return p
}

// between returns the point of the segment where a value that is dp at p and dq at q, of opposite
// signs, is zero.
func between(p, q d2.Vec, dp, dq float64) d2.Vec {
	t := dp / (dp - dq)
	return p.Scale(1 - t).Add(q.Scale(t))
}

// Contains reports whether p is in r, with room to spare on all sides.
func Contains(r d2.AABB, p d2.Vec, room float64) bool {
	return p.X >= r.Min.X+room && p.X <= r.Max.X-room && p.Y >= r.Min.Y+room && p.Y <= r.Max.Y-room
}

// Finite reports whether all coordinates of the points are numbers that can be drawn.
func Finite(points ...d2.Vec) bool {
	for _, p := range points {
		if !(math.Abs(p.X) < 1e30 && math.Abs(p.Y) < 1e30) {
			return false
		}
	}
	return true
}
