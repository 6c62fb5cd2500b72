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
		return boxCorner(o.half, i)
	case kindPoint, kindEllipse, kindUser, kindHalfSpace, kindComposite:
	}
	return Vec{}
}

// boxCorner returns corner i of a box: bit 0 is set at -X, bit 1 at -Y.
func boxCorner(half Vec, i int32) Vec {
	return Vec{float64(half.X * num.Sign(i)), float64(half.Y * num.Sign(i>>1))}
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
	case kindPoint, kindEllipse, kindUser, kindHalfSpace, kindComposite:
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

// edgeCount returns the number of edges of a core.
func (o *Object) edgeCount() int {
	switch o.kind {
	case kindHull:
		return len(o.hull.table.edges)
	case kindBox:
		return 4
	case kindSegment:
		return 2
	case kindPoint, kindEllipse, kindUser, kindHalfSpace, kindComposite:
	}
	return 0
}

// pairs returns the number of pairs of a corner of o and one of p.
func (o *Object) pairs(p *Object) int64 { return int64(o.corners()) * int64(p.corners()) }
