package d3

import (
	"math"

	"github.com/collide-go/collide"
)

// Within reports whether the signed distance of a and b is at most d, d >= 0 and in the unit of the
// shapes. It is true also where that cannot be told, as Overlap is: RelateMargin(a, b, d) !=
// collide.Apart. An infinite d is accepted.
//
// Error: collide.ErrBadOption for a d that is negative or NaN.
//
// Cost: a few ns where the AABBs are farther apart than d, else as Relate.
func Within(a, b *Object, d float64) (bool, error) {
	q := pool.Get().(*Query)
	defer pool.Put(q)
	return q.Within(a, b, d, nil)
}

// RelateMargin returns the relation of the signed distance of a and b, less d, to zero:
// collide.Apart where the distance is more than d, Touching where it is d, Overlapping where it is
// less. d, in the unit of the shapes, may have any sign: RelateMargin(a, b, 0) is Relate, and with
// a d below zero it tells whether a and b overlap by more than -d. For d >= 0 it is the relation of
// a and b grown by d.
//
// It is exact for polytopes, rounded or not, spheres and capsules among them, where one shape is a
// half-space, and for ellipsoids and cylinders beside spheres; with d = 0 also for those pairs
// of ellipsoids and cylinders for which Relate is. For other curved shapes Undecided remains
// possible within Options.Tolerance of d. Of compounds that overlap, the depth is known to lie
// between that of the deepest pair of parts and that of the convex hulls, and RelateMargin is
// Undecided for depths -d between.
//
// Error: collide.ErrBadOption for a d that is NaN. Infinite ones are accepted.
//
// Cost: that of Relate for all margins together with d not below zero, else that of Distance; exact
// arithmetic where the bracket holds d: for overlaps a look at all faces, and at all pairs of
// edges. Source: as for Relate; docs/math/exact.md.
func RelateMargin(a, b *Object, d float64) (collide.Relation, error) {
	q := pool.Get().(*Query)
	defer pool.Put(q)
	return q.RelateMargin(a, b, d, nil)
}

// DistanceWithin is Distance for callers that want no more than to know that a and b are farther
// apart than d: it may stop once Lower > d. Then the status is collide.Limit, Relation is Apart,
// Lower and Upper are true bounds, and PointA and PointB are points of the shapes, Distance apart
// along Normal, though not the nearest: Upper is Distance and what rounding, and Options.Tolerance
// for curved parts of bodies, may hide. All other answers are those of Distance.
//
// Error: collide.ErrBadOption for a d that is negative or NaN. With an infinite d it is Distance.
//
// Cost: a few support calls for shapes far apart, else that of Distance.
func DistanceWithin(a, b *Object, d float64) (Contact, error) {
	q := pool.Get().(*Query)
	defer pool.Put(q)
	return q.DistanceWithin(a, b, d, nil)
}

// Within is the package-level Within with q's options and work space; c is as for Distance.
//
// Cost: as for the package-level Within.
func (q *Query) Within(a, b *Object, d float64, c *Cache) (bool, error) {
	if err := checkMargin(d, 0); err != nil {
		return false, err
	}
	if boxesFarther(&a.aabb, &b.aabb, d) && a.kind != kindUser && b.kind != kindUser {
		return false, nil
	}
	return q.relateMargin(a, b, d, c) != collide.Apart, nil
}

// RelateMargin is the package-level RelateMargin with q's options and work space; c is as for
// Distance.
//
// Cost and source: as for the package-level RelateMargin.
func (q *Query) RelateMargin(a, b *Object, d float64, c *Cache) (collide.Relation, error) {
	if err := checkMargin(d, math.Inf(-1)); err != nil {
		return collide.Undecided, err
	}
	if d >= 0 && boxesFarther(&a.aabb, &b.aabb, d) && a.kind != kindUser && b.kind != kindUser {
		return collide.Apart, nil
	}
	return q.relateMargin(a, b, d, c), nil
}

// relateMargin is RelateMargin for a d that is a number.
func (q *Query) relateMargin(a, b *Object, d float64, c *Cache) collide.Relation {
	switch {
	case d > math.MaxFloat64:
		return collide.Overlapping
	case d < -math.MaxFloat64:
		return collide.Apart
	case q.ofParts(a, b):
		return q.parts.relateMargin(&q.solver, &q.margin, a.placed(), b.placed(), d, c)
	}
	a, b, _ = q.order(a, b)
	return q.margin.relate(&q.solver, a, b, d, c)
}

// DistanceWithin is the package-level DistanceWithin with q's options and work space; c is as for
// Distance.
//
// Cost: as for the package-level DistanceWithin.
func (q *Query) DistanceWithin(a, b *Object, d float64, c *Cache) (ct Contact, err error) {
	if err := checkMargin(d, 0); err != nil {
		return Contact{}, err
	}
	if q.ofParts(a, b) {
		q.parts.distanceWithin(&q.solver, a.placed(), b.placed(), d, c, &ct)
		return ct, nil
	}
	a, b, other := q.order(a, b)
	if !q.margin.farther(&q.solver, a, b, d, c, &ct) {
		q.distance(a, b, c, &ct)
	}
	if other {
		ct.swap()
	}
	ct.PartA, ct.PartB, ct.TriangleA, ct.TriangleB = -1, -1, -1, -1
	return ct, nil
}
