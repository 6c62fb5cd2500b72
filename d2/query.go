package d2

import (
	"cmp"
	"math"
	"sync"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/num"
	"github.com/collide-go/collide/internal/pairs"
)

// Options steer a Query. The zero value means the documented defaults.
type Options struct {
	Tolerance float64 // of curved shapes: Upper-Lower <= max(256*2^-53, Tolerance) * L; 0 means 1e-9
	// of GJK and EPA; 0 means 4096 for curved shapes, and as many as it takes for polytopes
	MaxIterations int
	// MaxPairs is how many pairs of their parts, triangles, edges or cells a query about two bodies
	// looks at; 0 means as many as it takes. One that comes to more has a wider bracket, with the
	// status Limit, and may leave a relation Undecided, a verdict Unsure. Manifolds and Contains do
	// not count: see Crowded.
	MaxPairs  int
	Algorithm collide.Algorithm // how pairs are answered; one with a half-space has one way only
	Cull      Cull              // the axes that SAT leaves out; CullNone is fastest (docs/culling.md)
	// Manifolds takes the parts of a compound that lie side by side for one body: it leaves out
	// what is gone once the bodies are apart along the normal of a deeper pair of parts
	Joined bool
	Trace  *Trace // records every step; nil records nothing and costs nothing
}

// Query answers questions about pairs of placed shapes. It holds the work space, so that no call
// allocates once that has grown. The zero value is ready for use and works as NewQuery(Options{}).
// It must not be copied, nor used by two goroutines at once; any number of Queries may share
// Objects.
type Query struct {
	solver
	span    smallSpan
	parts   partPair
	point   pointWork
	ray     partRay
	moving  moving
	shape   shapeCast
	impact  impact
	impacts partImpact
	margin  marginWork
	contain containWork
}

// NewQuery returns a Query. The error is collide.ErrBadOption for a negative, infinite or NaN
// tolerance, a negative iteration limit, or an unknown algorithm or way to cull.
func NewQuery(opt Options) (*Query, error) {
	if err := opt.check(); err != nil {
		return nil, err
	}
	q := new(Query)
	q.set(opt)
	return q, nil
}

// check returns the error of NewQuery.
func (o *Options) check() error {
	return cmp.Or(
		num.CheckTolerance(o.Tolerance),
		num.CheckChoice("max-iterations", o.MaxIterations, math.MaxInt),
		num.CheckChoice("max-pairs", o.MaxPairs, math.MaxInt),
		num.CheckChoice("algorithm", int(o.Algorithm), int(collide.SAT)),
		num.CheckChoice("cull", int(o.Cull), int(CullDepth)),
	)
}

// set makes opt the options of q.
func (q *Query) set(opt Options) {
	q.tolerance, q.iterations, q.trace = opt.Tolerance, opt.MaxIterations, opt.Trace
	q.maxPairs = opt.MaxPairs
	q.algorithm, q.cull, q.parts.joined.on = opt.Algorithm, opt.Cull, opt.Joined
}

// pool holds the Queries of the package-level functions.
var pool = sync.Pool{New: func() any { return new(Query) }}

// Distance returns the signed distance of a and b with its bracket, normal and witness points.
//
// Points and normal are in the world frame, LocalA and LocalB in the frames of the shapes, lengths
// in the unit of the shapes and poses. The normal points from a to b. Where the shapes overlap, the
// distance is minus the least length of a translation that separates them, and moving b by
// -Distance*Normal does so. Touching shapes have distance 0.
//
// The normal of concentric shapes, and of any tie, is fixed by the input alone. Swapping a and b
// gives the same bits with the normal negated and the points exchanged, except for two user's
// shapes or two equal bodies at one pose, which nothing tells apart, so that the normal stays; and
// for bodies of parts that are as near in several places: the answer is about the least part, edge
// or triangle of a there. The zero Object is a point at the origin.
//
// There is no error: a query that runs out of iterations has the status Limit and a wider bracket.
// Any number of goroutines may call it at once, about the same objects too.
//
// Cost: for polygons with few edges that of SAT, about 0.1 us; else about five support calls per
// shape for polygons apart, a few dozen for deep overlap of curved shapes; no allocation. Source:
// [GJK88], [Bergen99], [Bergen01], [Ericson05].
func Distance(a, b *Object) Contact {
	q := pool.Get().(*Query)
	defer pool.Put(q)
	return q.Distance(a, b, nil)
}

// Relate tells whether a and b, as closed sets, are apart, touch or overlap. It is exact for
// polygons, rounded or not, circles and capsules among them, where one shape is a half-space, and
// for ellipses that are not flat beside each other, circles and polygons that are not rounded.
// Undecided remains possible for other curved shapes, within Options.Tolerance of contact. Relate
// and the Relation of Distance never contradict each other, but of curved shapes one may be decided
// where the other is not.
//
// Cost: a few ns where the AABBs are apart; else less than Distance, as it stops when the relation
// is sure; exact arithmetic only near contact. The first query about two bodies of parts finds
// their convex hulls, which stay with the shapes. Source: [GJK88].
func Relate(a, b *Object) collide.Relation {
	q := pool.Get().(*Query)
	defer pool.Put(q)
	return q.Relate(a, b, nil)
}

// Overlap reports whether a and b have a point in common: Relate(a, b) != collide.Apart, so
// touching counts, and so does undecided.
//
// Cost and source: as for Relate.
func Overlap(a, b *Object) bool { return Relate(a, b) != collide.Apart }

// Distance is the package-level Distance with q's options and work space. c, which may be nil,
// carries the end of the last query about the same pair to this one; any content is safe. The bits
// are a function of the pair, the options and c's content.
//
// Cost and source: as for the package-level Distance; fewer steps with the Cache of a pair that
// moved little.
func (q *Query) Distance(a, b *Object, c *Cache) (ct Contact) {
	q.DistanceInto(&ct, a, b, c)
	return ct
}

// DistanceInto is Distance that writes the answer to ct: a caller with one Contact for many pairs,
// or with an array of them, saves that one is cleared and copied for each. What ct held before does
// not count.
//
// Cost and source: as for Distance.
func (q *Query) DistanceInto(ct *Contact, a, b *Object, c *Cache) {
	if q.ofParts(a, b) {
		*ct = Contact{}
		if a, b = a.placed(), b.placed(); !q.parts.nearBrick(&q.solver, a, b, c, ct) {
			q.parts.distance(&q.solver, a, b, true, c, ct)
		}
		return
	}
	ct.PartA, ct.PartB, ct.TriangleA, ct.TriangleB = -1, -1, -1, -1
	if a.kind|b.kind == kindPoint && q.algorithm == collide.Auto && q.trace == nil {
		if circles(a, b, ct) {
			return
		}
	}
	a, b, other := q.order(a, b)
	suits, found := false, false
	if min(a.kind, b.kind) <= kindSegment {
		suits, found = q.shortly(a, b)
	}
	switch {
	case found:
		q.direct.contact((q.direct.x == a) != other, ct)
		return
	case suits:
		q.distanceOn(a, b, c, ct)
	case q.nearby(a, b, other, c, ct):
		return
	default:
		q.measure(a, b, c, ct)
	}
	if other {
		ct.swap()
	}
	ct.PartA, ct.PartB, ct.TriangleA, ct.TriangleB = -1, -1, -1, -1
}

// Relate is the package-level Relate with q's options and work space; c and cost as for Distance.
func (q *Query) Relate(a, b *Object, c *Cache) collide.Relation {
	if a.aabb.apart(&b.aabb) && q.boxesApart(a, b) {
		return collide.Apart
	}
	if q.ofParts(a, b) {
		return q.parts.relate(&q.solver, a.placed(), b.placed(), c, pairs.Overlap)
	}
	if rel := q.soon(a, b); rel != collide.Undecided {
		return rel
	}
	a, b, _ = q.order(a, b)
	return q.relate(a, b, c)
}

// soon returns the relation where the shortest way tells it, whatever the order of the bodies, else
// Undecided.
func (q *Query) soon(a, b *Object) collide.Relation {
	switch {
	case !q.plain():
	case isSmall(a, b):
		return q.relateSmall(a, b)
	case q.algorithm == collide.Auto && suits(a, b):
		return q.nearest.relate(a, b)
	case q.algorithm == collide.Auto && a.kind <= kindBox && b.kind <= kindBox:
		if rel := squares(a, b); rel != collide.Undecided {
			return rel
		}
		return squareSigns(a, b)
	}
	return collide.Undecided
}

// relateSmall is soon for small polygons. Where the discs inside them seem to meet, that is asked
// first.
func (q *Query) relateSmall(a, b *Object) collide.Relation {
	inner := a.hull.table.inner + b.hull.table.inner
	if centres(a, b).Len2() < float64(inner*inner) && discsMeet(a, b) {
		return collide.Overlapping
	}
	rel := q.small.relate(a, b)
	if rel == collide.Undecided && q.small.pair.tested && a.margin+b.margin == 0 {
		rel = q.relation.quick.edges(a, b, q.small.doubts())
	}
	return rel
}

// Overlap is the package-level Overlap with q's options and work space; c and cost as for Distance.
func (q *Query) Overlap(a, b *Object, c *Cache) bool {
	if q.ofParts(a, b) {
		return q.parts.relate(&q.solver, a.placed(), b.placed(), c, pairs.Contact) != collide.Apart
	}
	return q.Relate(a, b, c) != collide.Apart
}

// Crowded reports whether the boxes of more than most pairs of a part of a and a part of b meet.
// The edges of chains and cells of grids are parts, too; a body without parts is one.
// Parts that are half-spaces do not count, and boxes that all but meet may.
//
// Queries look at so many pairs where the bodies overlap, up to Options.MaxPairs, and Manifolds
// keeps them all: who asks it about the bodies of strangers asks this first.
//
// Cost: nothing to speak of where there are not so many pairs of parts at all, else a part of what
// a query about each pair takes (BenchmarkCrowded, BenchmarkAlikeParts). Source: as for Manifolds.
func (q *Query) Crowded(a, b *Object, most int) bool {
	if most = max(most, 0); !a.aabb.Overlaps(b.aabb) {
		return false
	}
	if !q.ofParts(a, b) {
		return most == 0
	}
	return q.parts.crowded(a.placed(), b.placed(), most)
}

// ofParts reports whether a or b has parts. It fills in what is zero.
func (q *Query) ofParts(a, b *Object) bool {
	if a.kind != kindComposite && b.kind != kindComposite {
		return false
	}
	if q.limit == 0 || q.tolerance == 0 {
		q.defaults()
	}
	return true
}

// boxesApart reports whether AABBs without a common point prove the same of a and b, and records
// it. A Cache stays as it is. A user's Support is asked anew, so that one that breaks its contract
// is found out; the box of a half-space is beside none, and bodies of parts come after it.
func (q *Query) boxesApart(a, b *Object) bool {
	return max(a.kind, b.kind) < kindUser && (q.trace == nil || q.traceBoxes(a, b))
}

// traceBoxes records what boxesApart found, and returns true.
func (q *Query) traceBoxes(a, b *Object) bool {
	a, b, _ = q.order(a, b)
	q.trace.boxes(a, b)
	return true
}

// order begins a query: it returns the pair in canonical order, and whether that is the other one.
func (q *Query) order(a, b *Object) (first, second *Object, other bool) {
	if q.tolerance == 0 {
		q.defaults()
	}
	first, second = a.placed(), b.placed()
	if x, y := first.pose.Pos.X, second.pose.Pos.X; x != y {
		other = x > y
	} else {
		other = swapped(first, second)
	}
	if other {
		first, second = second, first
	}
	if q.trace != nil {
		q.trace.query(first, second, other)
	}
	return first, second, other
}
