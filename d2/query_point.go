package d2

import (
	"github.com/collide-go/collide"
)

// ClosestPoint returns the signed distance of the point p, world frame, from a, with its bracket,
// and the nearest point of a's boundary.
//
// The distance is negative inside a, where it is minus the distance from the boundary; a flat body
// is all boundary. Where several points of the boundary are as near, one is chosen that the input
// alone fixes: at the centre of a circle, on the axis of a capsule, anywhere on a medial axis. Of a
// compound outside is exact for the union; a point is inside where it is inside a part, and on the
// boundary where it is on the boundaries of parts only. Inside a compound Distance and Upper are
// those of the deepest part, and Lower is a lower bound of the signed distance of the convex hull.
//
// The answer agrees with Distance(a, point), point a Circle of radius 0: brackets intersect, and
// relations do not contradict each other.
//
// Errors: collide.ErrNotFinite and collide.ErrOutOfRange for p, named "point.x" and so on.
//
// Cost: some 20 ns for circles, capsules, boxes and polygons of few corners
// (BenchmarkClosestPoint); a walk over some faces of a solid hull, and one look at each of its
// triangles for a point inside; as Distance for others, and within rounding of the boundary. The
// first query about a hull makes the table of its triangles, which stays with it; nothing else is
// allocated. Source: [Ericson05], 5.1, for the closed forms, [LinCanny91] for the walk.
func ClosestPoint(a *Object, p Vec) (cl Closest, err error) {
	q := pool.Get().(*Query)
	defer pool.Put(q)
	return q.ClosestPoint(a, p)
}

// ClosestPoint is the package-level ClosestPoint with q's options and work space.
//
// Cost and source: as for the package-level ClosestPoint.
func (q *Query) ClosestPoint(a *Object, p Vec) (cl Closest, err error) {
	err = q.closest(a, p, &cl) // alone here, so that cl is written once, in the caller
	return cl, err
}

// nearEnough bounds squares of points that checkVec lets pass.
const nearEnough = 0.99 * collide.MaxMagnitude * collide.MaxMagnitude

// closest sets cl, which is zero, to the answer: by a closed form if there is one and rounding does
// not hide the relation. The zero Object has no directions, so no normal, and goes the long way.
func (q *Query) closest(o *Object, p Vec, cl *Closest) error {
	if p.Len2() < nearEnough && q.trace == nil && q.algorithm == collide.Auto {
		ok, t := false, p.Sub(o.pose.Pos)
		switch o.kind {
		case kindPoint:
			ok = cl.ball(o, p, t)
		case kindSegment:
			foot, n, l, feature := segmentFoot(o.axes().applyT(t), o.half.X)
			ok = cl.put(o, p, foot, n, l, l, float64(pointCore*unit*(big1(t)+o.radius)), feature, 1)
		case kindBox:
			foot, n, l, feature := boxFoot(o.axes().applyT(t), o.half)
			ok = cl.put(o, p, foot, n, l, l, float64(pointCore*unit*(big1(t)+o.radius)), feature, 1)
		case kindComposite:
			if q.tolerance == 0 {
				q.defaults()
			}
			ok = q.parts.nearest(&q.solver, &q.point, o, p, cl)
		default:
			ok = o.nearest(p, cl)
		}
		if ok {
			return nil
		}
	}
	switch err := checkVec("point", p); {
	case err != nil:
		return err
	case o != o.placed():
		return q.closest(o.placed(), p, cl)
	}
	if q.tolerance == 0 {
		q.defaults()
	}
	if o.kind == kindComposite {
		q.parts.point(&q.solver, &q.point, o, p, cl)
	} else {
		q.point.solve(&q.solver, o, p, cl)
	}
	return nil
}

// Contains tells how b lies in a: collide.Inside where b lies in the interior of a, InsideTouching
// where it lies in a and meets the boundary, NotInside where a point of b is outside, and
// ContainmentUndecided where that is not to be told.
//
// It is exact where b is a polytope, rounded or not, a circle or a capsule, and a is one of them;
// and where a is a half-space, or b is a curved body with no less rounding than a, a box. Where
// only b is such a polytope, it is undecided where the bracket of the depth of a corner of b holds
// the radius of b. Of other curved bodies b it is never InsideTouching: that is undecided, and so
// is what no covering of the directions by 2^14 cells settles. A flat body a is all boundary.
//
// A compound b is contained where all its parts are. Of a compound a the boundary means the
// boundaries of its parts: b is Inside where each part of b is in the interior of one part of a,
// NotInside where a point of b is outside all parts, and undecided where the parts hold b only
// together.
//
// Cost: a query about a point for each corner of a polytope b (BenchmarkContains), the product of
// the numbers of parts for compounds; no allocation. docs/math/contain.md.
func Contains(a, b *Object) collide.Containment {
	q := pool.Get().(*Query)
	defer pool.Put(q)
	return q.Contains(a, b)
}

// Contains is the package-level Contains with q's work space.
//
// Cost: as for the package-level Contains.
func (q *Query) Contains(a, b *Object) collide.Containment {
	if q.tolerance == 0 {
		q.defaults()
	}
	a, b = a.placed(), b.placed()
	trace := q.trace
	q.trace = nil
	defer func() { q.trace = trace }()
	w := &q.contain
	w.from = a.pose.Pos
	if a.kind == kindComposite || b.kind == kindComposite {
		return w.parts(&q.solver, &q.parts, a, b)
	}
	w.outer, w.inner = held{o: a, base: a.pose}, held{o: b, base: b.pose}
	return w.contains(&q.solver, &w.outer, &w.inner)
}
