package d2

import (
	"math"

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

// ClosestPointInto is ClosestPoint that writes the answer to cl: a caller with one Closest for many
// points, or with an array of them, saves that it is copied for each. What cl held before does not
// count; where there is an error it is zero.
//
// Cost and source: as for ClosestPoint.
func (q *Query) ClosestPointInto(cl *Closest, a *Object, p Vec) error {
	*cl = Closest{}
	return q.closest(a, p, cl)
}

// closest sets cl, which is zero, to the answer: by a closed form if there is one and rounding does
// not hide the relation. The zero Object has no directions, so no normal, and goes the long way.
// Boxes are answered here, as boxFoot and put in one, where n is in the axes of the world: a call
// more would cost them a twentieth.
func (q *Query) closest(o *Object, p Vec, cl *Closest) error {
	if !(q.trace == nil && q.algorithm == collide.Auto && p.Len2() < nearEnough) {
		return q.closestLong(o, p, cl)
	}
	if o.kind != kindBox {
		switch o.kind {
		case kindPoint:
			return q.closestOfBall(o, p, cl)
		case kindSegment:
			return q.closestOfSegment(o, p, cl)
		default:
			return q.closestOfOther(o, p, cl)
		}
	}
	t, h, r := p.Sub(o.pose.Pos), o.half, o.margin
	x := o.axes().applyT(t)
	dx, dy := math.Abs(x.X)-h.X, math.Abs(x.Y)-h.Y
	var n, local Vec
	var l float64
	if dx >= 0 && dy >= 0 {
		s := float64(dx*dx) + float64(dy*dy)
		if !(s > nearSquare) {
			return q.closestOfOther(o, p, cl) // out of the range of squares
		}
		l = math.Sqrt(s)
		inv, right, up := 1/l, math.Copysign(1, x.X), math.Copysign(1, x.Y)
		n = Vec{float64(dx * inv), float64(dy * inv)}
		local = Vec{float64((h.X + float64(n.X*r)) * right), float64((h.Y + float64(n.Y*r)) * up)}
		n = o.axes().apply(Vec{float64(n.X * right), float64(n.Y * up)})
		cl.Feature = vertexFeature + collide.FeatureID(negative(x.X)|negative(x.Y)<<1)
	} else if dx >= dy { // inside too
		n, l = Vec{o.c, o.s}.Scale(math.Copysign(1, x.X)), dx
		local = Vec{math.Copysign(h.X+r, x.X), x.Y}
		cl.Feature = edgeFeature + collide.FeatureID(negative(x.X))
	} else {
		n, l = Vec{-o.s, o.c}.Scale(math.Copysign(1, x.Y)), dy
		local = Vec{x.X, math.Copysign(h.Y+r, x.Y)}
		cl.Feature = edgeFeature + 2 + collide.FeatureID(negative(x.Y))
	}
	dist := l - r
	pad := float64(pointCore*unit*(big1(t)+o.radius)) + float64(marginPad*unit*(r+math.Abs(l))) + 0x1p-1060
	switch {
	case dist-pad > 0:
		cl.Relation = collide.Apart
	case dist+pad < 0:
		cl.Relation = collide.Overlapping
	default:
		return q.closestLong(o, p, cl)
	}
	cl.Lower, cl.Upper, cl.Distance = dist-pad, dist+pad, dist
	n = unitAgain(n).clean() // as worldNormal
	cl.Normal, cl.Local, cl.Point = n, local.clean(), p.Sub(n.Scale(dist)).clean()
	cl.Part, cl.Triangle, cl.Iterations = -1, -1, 1
	return nil
}

// closestOfSegment is closest for a capsule.
func (q *Query) closestOfSegment(o *Object, p Vec, cl *Closest) error {
	t := p.Sub(o.pose.Pos)
	foot, n, l, feature := segmentFoot(o.axes().applyT(t), o.half.X)
	if cl.put(o, p, foot, n, l, l, float64(pointCore*unit*(big1(t)+o.radius)), feature, 1) {
		return nil
	}
	return q.closestLong(o, p, cl)
}

// closestOfBall is closest for a circle, which needs no turn to its frame and back.
func (q *Query) closestOfBall(o *Object, p Vec, cl *Closest) error {
	t, r := p.Sub(o.pose.Pos), o.margin
	s := t.Len2()
	if !(s > nearSquare && s < 1/nearSquare) {
		return q.closestLong(o, p, cl)
	}
	l := math.Sqrt(s)
	pad := float64(pointBall*unit*l) + float64(marginPad*unit*(r+l)) + 0x1p-1060
	dist := l - r
	switch {
	case dist-pad > 0:
		cl.Relation = collide.Apart
	case dist+pad < 0:
		cl.Relation = collide.Overlapping
	default:
		return q.closestLong(o, p, cl)
	}
	n := t.Scale(1 / l)
	cl.Distance, cl.Lower, cl.Upper = dist, dist-pad, dist+pad
	cl.Normal, cl.Point = n.clean(), p.Sub(n.Scale(dist)).clean()
	cl.Local = o.axes().applyT(n).Scale(r).clean()
	cl.Feature, cl.Part, cl.Triangle, cl.Status, cl.Iterations = ballFeature, -1, -1, collide.Exact, 1
	return nil
}

// closestOfOther is closest for a body of a kind that has no form of its own.
func (q *Query) closestOfOther(o *Object, p Vec, cl *Closest) error {
	if o.kind != kindComposite { // here, as each case of closest costs all others
		if o.nearest(p, cl) {
			return nil
		}
		return q.closestLong(o, p, cl)
	}
	if q.tolerance == 0 {
		q.defaults()
	}
	if q.parts.nearest(&q.solver, &q.point, o, p, cl) {
		return nil
	}
	return q.closestLong(o, p, cl)
}

// closestLong is closest by the solver.
func (q *Query) closestLong(o *Object, p Vec, cl *Closest) error {
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
// It is exact where b is a polytope, rounded or not, a circle or a capsule, and a is one of them,
// or an ellipse that is not flat and has no less rounding; and where a is a half-space, or b is a
// curved body with no less rounding than a, a box. Where only b is such a polytope, it is undecided
// where the bracket of the depth of a corner of b holds the radius of b. Of other curved bodies b
// it is never InsideTouching: that is undecided, and so is what no covering of the directions by
// 2^14 cells settles. A flat body a is all boundary.
//
// A compound b is contained where all its parts are. Of a compound a the boundary means the
// boundaries of its parts: b is Inside where each part of b is in the interior of one part of a,
// NotInside where a corner of a part of b, or a point of it farthest along an axis, is outside all
// parts by more than rounding, and undecided where the parts hold b only together, or leave out of
// it what has no such point. The parts of a Grid are rectangles of cells.
//
// Cost: a query about a point for each corner of a polytope b (BenchmarkContains), for compounds
// that for each part of b and the parts of a whose boxes meet it (BenchmarkContainsParts); no
// allocation. docs/math/contain.md.
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
