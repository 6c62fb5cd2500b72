package d2

import "github.com/collide-go/collide/internal/num"

// corner returns vertex i of the polygon core of o in its own frame.
func (o *Object) corner(i int32) Vec {
	switch o.kind {
	case kindHull:
		return o.hull.points[i]
	case kindSegment:
		if i == 1 {
			return o.half.Neg()
		}
		return o.half
	case kindBox:
		v := o.half
		if i&1 != 0 {
			v.X = -v.X
		}
		if i&2 != 0 {
			v.Y = -v.Y
		}
		return v
	}
	return Vec{}
}

// corners returns how many vertices the polygon core of o has.
func (o *Object) corners() int32 {
	switch o.kind {
	case kindHull:
		return int32(len(o.hull.points))
	case kindSegment:
		return 2
	case kindBox:
		return 4
	}
	return 1
}

// local returns vertex i about the centre, rounded.
func (o *Object) local(i int32) Vec {
	if o.kind == kindHull {
		return o.hull.local[i]
	}
	return o.corner(i)
}

// at returns vertex i of a polygon core.
func (b *body) at(i int32) (Vec, bool) {
	switch b.kind {
	case kindPoint:
		return Vec{}, i == 0
	case kindSegment:
		return Vec{float64(b.half.X * num.Sign(i)), 0}, i == 0 || i == 1
	case kindBox:
		v, _ := b.corner(Vec{num.Sign(i), num.Sign(i >> 1)})
		return v, i >= 0 && i < 4
	case kindHull:
		if i < 0 || int(i) >= len(b.o.hull.local) {
			return Vec{}, false
		}
		b.hint = i
		return b.o.hull.local[i].Scale(b.scale), true
	}
	return Vec{}, false
}

// side returns the sign of the side that the lowest bit of a corner's number stands for.
func side(bit int32) float64 { return float64(1 - 2*(bit&1)) }

// edgeCount returns the number of edges of a core.
func (o *Object) edgeCount() int {
	switch o.kind {
	case kindHull:
		return len(o.hull.table.edges)
	case kindBox:
		return 4
	case kindSegment:
		return 2
	default:
		return 0
	}
}
