package d3

import (
	"math"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/num"
)

// Closest is the answer about a shape A and a point.
//
// Relation is Apart outside A, Touching on its boundary, Overlapping inside: exact for polytopes,
// rounded or not, spheres and capsules among them, half-spaces, and ellipsoids that are not flat.
// Distance is signed, negative inside, and the true one lies in [Lower, Upper], rounding included.
// The query point is Point + Distance*Normal within 4 ulp of the largest coordinate. No number is
// NaN, an infinity or -0. Features are numbered as ManifoldPoint says; that of a rounded shape is
// the one of its core.
//
// With the status BadSupport the bracket is all doubles, and the rest means nothing.
type Closest struct {
	Relation               collide.Relation
	Distance, Lower, Upper float64
	Point                  Vec               // the nearest point of the boundary, world frame
	Normal                 Vec               // unit, out of A at Point, world frame
	Local                  Vec               // Point in the frame of A: full precision far from the origin
	Feature                collide.FeatureID // of A, read by A(): the face, edge or vertex that carries Point
	Part                   int               // of a compound; -1 for other bodies
	Triangle               int               // of a mesh or a height field; -1 for other bodies
	Status                 collide.Status
	Iterations             int
}

// A point beside a convex body has closed forms where the body has few features, and a short walk
// over the faces of a hull. What they find is proved by a bound a priori; where that holds zero,
// and for bodies without such a form, the pair of the body and the point as a body goes to the
// solver. docs/math/point.md.

// footing is what is known about a point beside a core, about the core's centre in its own axes.
type footing struct {
	foot, n   Vec     // the nearest point of the core's surface, and the unit vector out of it
	low, high float64 // the true signed distance lies between low - err and high + err
	err       float64
	feature   collide.FeatureID
	turns     int
}

// pointWork is the work space of queries about points.
type pointWork struct {
	at Object // the point as a body
}

// object returns the point p as a body.
func (w *pointWork) object(p Vec) *Object {
	o := &w.at
	if o.axes != origin.axes {
		*o = origin
	}
	o.pose.Pos, o.pos, o.aabb = p, p, AABB{p, p}
	return o
}

// solve sets cl to the answer about a convex shape or half-space and the point p, by the solver.
func (w *pointWork) solve(s *solver, a *Object, p Vec, cl *Closest) {
	b := w.object(p)
	var ct Contact
	if swapped(a, b) {
		s.trace.query(b, a, true)
		s.distance(b, a, nil, &ct)
		ct.swap()
	} else {
		s.trace.query(a, b, false)
		s.distance(a, b, nil, &ct)
	}
	ct.PartA, ct.TriangleA = -1, -1
	cl.set(a, p, &ct)
	cl.Feature = a.carrier(cl, p)
}

// carrier returns the feature that carries the point of an answer of the solver: of points apart
// the one nearest to them, else the one nearest to a place out along the normal. A point inside may
// be as deep behind several faces, and one on an edge has a normal of many; this way normal, point
// and feature are of one face.
func (o *Object) carrier(cl *Closest, p Vec) collide.FeatureID {
	var f footing
	switch o.kind {
	case kindSegment, kindBox, kindHull, kindCylinder, kindCone:
		if cl.Relation == collide.Apart {
			break
		}
		n := o.axes.applyT(cl.Normal)
		x := cl.Local.Sub(o.center).Add(n.Scale(o.radius - o.margin))
		f.core(o, x, big1(x))
		return f.feature
	case kindPoint, kindEllipsoid, kindUser, kindHalfSpace, kindComposite:
	}
	f.find(o, p)
	return f.feature
}

// set makes cl the answer of the contact of a and the point p as a body.
//
// Beside a curved body, or one that only a Support describes, the normal of the solver is that of
// its lower bound, and the witness point that of the upper one: the direction from the witness to
// the point fits both. The rounding of coordinates of size c turns that direction by up to u*c/l:
// it is taken where that is below 2^-20, or where its length says that it is as good as the bound.
// Elsewhere, as inside, the witness may be off the normal by about the root of the bracket; in a
// needle-shaped face, whose weights have few digits, it is off along the face. Local is Point in
// any case, but beside a hull the witness where the point is farther away than the hull is large.
func (cl *Closest) set(a *Object, p Vec, ct *Contact) {
	*cl = Closest{
		Relation: ct.Relation, Distance: ct.Distance, Lower: ct.Lower, Upper: ct.Upper, Normal: ct.Normal,
		Local: ct.LocalA, Part: ct.PartA, Triangle: ct.TriangleA, Status: ct.Status, Iterations: ct.Iterations,
	}
	if ct.Status == collide.BadSupport {
		cl.Point = p
		return
	}
	if a.kind.curved() && ct.Relation == collide.Apart {
		w := p.Sub(ct.PointA)
		l := w.length()
		straight := l >= 0x1p-32*(big1(p)+big1(ct.PointA)) || math.Abs(l-ct.Distance) <= 0x1p-20*l
		if l > 0 && l >= ct.Lower && l <= ct.Upper && straight {
			cl.Normal, cl.Distance = w.Unit().clean(), l
		}
	}
	way := cl.Normal.Scale(cl.Distance)
	cl.Point = p.Sub(way).clean()
	if a.kind.curved() || a.kind == kindComposite || a.kind == kindHull && cl.Distance <= a.radius {
		cl.Local = a.axes.applyT(p.Sub(a.pose.Pos).Sub(way)).clean()
	}
}

// nearest sets cl to the answer about o and the point p, and reports whether it could: it leaves
// out bodies that have no closed form, and places where rounding hides the relation.
func (o *Object) nearest(p Vec, cl *Closest) bool {
	var f footing
	return f.find(o, p) && f.settle(o, p, cl)
}

// find sets f to the footing of p on o, and reports whether it proves something. Where it does not
// the feature is still likely to be that nearest to p.
func (f *footing) find(o *Object, p Vec) bool {
	t := p.Sub(o.pose.Pos)
	switch o.kind {
	case kindPoint:
		f.n, f.low = ballFoot(t, o)
		f.high, f.err = f.low, float64(pointBall*unit*f.low)
		f.feature = ballFeature
		return true
	case kindHalfSpace:
		return f.plane(t, o)
	case kindHull:
		t = o.toCenter(p)
	default:
	}
	return f.core(o, o.axes.applyT(t), big1(t))
}

// core is find for x, about the centre of a convex shape in its own axes. reach bounds |x|.
func (f *footing) core(o *Object, x Vec, reach float64) bool {
	switch o.kind {
	case kindPoint:
		l := x.length()
		f.n, f.low, f.high, f.err = x.Scale(1/l), l, l, float64(pointBall*unit*l)
	case kindSegment:
		f.foot, f.n, f.low, f.feature = segmentFoot(x, o.half.Z)
		f.high, f.err = f.low, float64(pointCore*unit*(reach+o.radius))
	case kindBox:
		f.foot, f.n, f.low, f.feature = boxFoot(x, o.half)
		f.high, f.err = f.low, float64(pointCore*unit*(reach+o.radius))
	case kindCylinder, kindCone:
		return f.round(x, reach, o)
	case kindHull:
		return f.hull(x, reach, o)
	case kindEllipsoid:
		return f.ellipsoid(x, reach, o)
	case kindUser, kindHalfSpace, kindComposite:
		return false
	}
	return true
}

// toCenter returns the vector from the centre of o to p in the world's axes, as between does.
func (o *Object) toCenter(p Vec) Vec {
	q := &o.pose.Pos
	if o.center == (Vec{}) {
		return p.Sub(*q)
	}
	return Vec{
		num.SumDifferences(q.X, p.X, o.off.X, 0, -o.offLo.X),
		num.SumDifferences(q.Y, p.Y, o.off.Y, 0, -o.offLo.Y),
		num.SumDifferences(q.Z, p.Z, o.off.Z, 0, -o.offLo.Z),
	}
}

// settle sets cl to the answer that f tells about o and p once the margin is taken off, and reports
// whether it could: the bracket must not hold zero.
func (f *footing) settle(o *Object, p Vec, cl *Closest) bool {
	return cl.put(o, p, f.foot, f.n, f.low, f.high, f.err, f.feature, 1+f.turns)
}

// put is settle for a footing with these fields.
func (cl *Closest) put(
	o *Object, p, foot, n Vec, low, high, err float64, feature collide.FeatureID, turns int,
) bool {
	r := o.margin
	pad := err + float64(marginPad*unit*(r+math.Abs(high))) + 0x1p-1060
	lower, upper, square := low-r-pad, high-r+pad, n.Len2()
	if !(square > 1-0x1p-40 && square < 1+0x1p-40) { // squares underflowed
		return false
	}
	switch {
	case lower > 0:
		cl.Relation = collide.Apart
	case upper < 0:
		cl.Relation = collide.Overlapping
	default:
		return false
	}
	cl.Lower, cl.Upper, cl.Distance = lower, upper, low-r
	cl.Local = o.center.Add(foot.Add(n.Scale(r))).clean()
	n = worldNormal(o, n).clean()
	cl.Normal = n
	cl.Point = p.Sub(n.Scale(low - r)).clean()
	cl.Feature, cl.Part, cl.Triangle, cl.Status, cl.Iterations = feature, -1, -1, collide.Exact, turns
	return true
}
