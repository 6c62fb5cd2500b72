package d2

import "github.com/collide-go/collide"

// Two polygons without margins of which few edges are in doubt: the signs of determinants in
// double-double tell whether one of these separates them, and so the relation. docs/math/exact.md,
// "Edges in doubt".

// edges returns the exact relation of two polygons without margins of which no edge separates them
// but one of list, if it can prove it; else Undecided.
func (k *ddRelation) edges(a, b *Object, list []doubtfulEdge) collide.Relation {
	if !k.prepare(1, a, b) {
		return collide.Undecided
	}
	bound := float64(quickDet * float64(k.size*k.size))
	for i := range list {
		e := &list[i]
		det := k.side(e, e.v)
		if !(det > bound) && e.w >= 0 { // the other vertex may be the lowest
			det = max(det, k.side(e, e.w))
		}
		switch {
		case det < -bound:
			return collide.Apart
		case !(det > bound):
			return collide.Undecided
		}
	}
	return collide.Overlapping
}

// side returns on which side of the edge e the vertex v of the other polygon is: a number above 0
// where it is on that of the edge's own polygon.
func (k *ddRelation) side(e *doubtfulEdge, v int32) float64 {
	if e.ofB {
		return k.point(v, e.edge).cross(k.point(v, next(k.b, e.edge))).Hi
	}
	return k.point(e.edge, v).cross(k.point(next(k.a, e.edge), v)).Hi
}

// next returns the number of the vertex of o, a polygon, after vertex i.
func next(o *Object, i int32) int32 { return int32(wrap(int(i)+1, int(o.corners()))) }
