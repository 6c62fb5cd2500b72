package d3

import (
	"math"
	"sync"

	"github.com/collide-go/collide"
)

// Contact is the answer about one pair of shapes A and B.
//
// Normal is a unit vector from A to B. PointB - PointA == Distance*Normal within 4 ulp of the largest
// coordinate. The true signed distance lies in [Lower, Upper], rounding included.
type Contact struct {
	Distance       float64 // > 0 apart; < 0: minus the least translation that separates
	Lower, Upper   float64 // certified: Lower <= true signed distance <= Upper
	Relation       collide.Relation
	Normal         Vec
	PointA, PointB Vec // witness points on the surfaces, world frame
	LocalA, LocalB Vec // the same in the frames of A and B: full precision far from the origin
	Status         collide.Status
	Iterations     int
}

// Options steer a Query. The zero value means the documented defaults.
type Options struct {
	Tolerance     float64 // of curved shapes: Upper-Lower <= max(256*2^-53, Tolerance) * L; 0 means 1e-9
	MaxIterations int     // of the float stage; the exact path has its own proved bound; 0 means 4096
	Trace         *Trace  // records every step; nil records nothing and costs nothing
}

// Query answers questions about pairs of placed shapes. It holds the work space, so that no call allocates once
// that has grown. It must not be copied, nor used by two goroutines at once; any number of Queries may share Objects.
type Query struct {
	tolerance float64
	limit     int
	trace     *Trace

	m      minkowski
	s      simplex
	epa    epa
	exact  decider
	turns  int
	radius float64 // the sum of both margins, in the solvers' unit
}

// NewQuery returns a Query. The error is collide.ErrBadOption for a negative or NaN tolerance, or a negative iteration limit.
func NewQuery(opt Options) (*Query, error) {
	if !(opt.Tolerance >= 0) || math.IsInf(opt.Tolerance, 1) {
		return nil, &collide.Error{Code: collide.ErrBadOption, Path: "tolerance", Index: -1, Value: opt.Tolerance}
	}
	if opt.MaxIterations < 0 {
		return nil, &collide.Error{Code: collide.ErrBadOption, Path: "max-iterations", Index: -1, Value: float64(opt.MaxIterations)}
	}
	q := &Query{tolerance: opt.Tolerance, limit: opt.MaxIterations, trace: opt.Trace}
	q.defaults()
	return q, nil
}

// defaults fills in what is zero.
func (q *Query) defaults() {
	if q.tolerance == 0 {
		q.tolerance = 1e-9
	}
	if q.limit == 0 {
		q.limit = 4096
	}
}

// pool holds the Queries of the package-level functions.
var pool = sync.Pool{New: func() any {
	q := new(Query)
	q.defaults()
	return q
}}

// Distance returns the signed distance of a and b with its bracket, normal and witness points.
//
// Where the shapes overlap, the distance is minus the least length of a translation that separates them, and moving b by
// -Distance*Normal does so. Touching shapes have distance 0. The normal of concentric shapes, and of any
// tie, is fixed by the input alone. Swapping a and b gives the same bits with the normal negated and the points exchanged.
//
// Cost: about five support calls per shape for polytopes apart, a few dozen for deep overlap; no allocation.
// Source: [GJK88], [Bergen99], [Bergen01].
func Distance(a, b *Object) Contact {
	q := pool.Get().(*Query)
	defer pool.Put(q)
	return q.Distance(a, b, nil)
}

// Relate tells whether a and b are apart, touch or overlap. It is exact for polytopes and rounded polytopes;
// Undecided remains possible for curved shapes within rounding of contact.
func Relate(a, b *Object) collide.Relation {
	q := pool.Get().(*Query)
	defer pool.Put(q)
	return q.Relate(a, b, nil)
}

// Overlap reports whether a and b intersect: Relate(a, b) != collide.Apart, so touching counts, and so does undecided.
func Overlap(a, b *Object) bool { return Relate(a, b) != collide.Apart }

// Distance is the package-level Distance with q's options and work space. c, which may be nil, carries the end of the
// last query about the same pair to this one; any content is safe.
func (q *Query) Distance(a, b *Object, c *Cache) (ct Contact) {
	a, b = a.placed(), b.placed()
	if swapped(a, b) {
		q.distance(b, a, c, &ct)
		ct.swap()
		return ct
	}
	q.distance(a, b, c, &ct)
	return ct
}

// Relate is the package-level Relate with q's options and work space; c as for Distance.
func (q *Query) Relate(a, b *Object, c *Cache) collide.Relation {
	a, b = a.placed(), b.placed()
	if swapped(a, b) {
		a, b = b, a
	}
	if a.kind == kindHalfSpace || b.kind == kindHalfSpace {
		var ct Contact
		q.distance(a, b, c, &ct)
		return ct.Relation
	}
	q.begin(a, b, c)
	if out, sure := q.relateFast(); sure {
		c.keep(q)
		return out
	}
	var k core
	var ct Contact
	q.solve(&q.m, math.Inf(1), &k)
	q.contact(a, b, &k, &ct)
	c.keep(q)
	return ct.Relation
}

// Overlap is the package-level Overlap with q's options and work space; c as for Distance.
func (q *Query) Overlap(a, b *Object, c *Cache) bool { return q.Relate(a, b, c) != collide.Apart }

// origin is what the zero Object stands for: a point at the origin.
var origin = Object{axes: mat3{Vec{1, 0, 0}, Vec{0, 1, 0}, Vec{0, 0, 1}}}

// placed returns o, or the point at the origin for the zero Object, which no Place has given axes.
func (o *Object) placed() *Object {
	if o.axes.x == (Vec{}) {
		return &origin
	}
	return o
}

// distance sets ct to the answer about a pair in canonical order.
func (q *Query) distance(a, b *Object, c *Cache, ct *Contact) {
	if a.kind == kindHalfSpace || b.kind == kindHalfSpace {
		*ct = q.plane(a, b)
		return
	}
	q.begin(a, b, c)
	var k core
	if !q.closed(&k) {
		q.solve(&q.m, math.Inf(1), &k)
	}
	q.contact(a, b, &k, ct)
	c.keep(q)
}

// begin prepares the Minkowski difference and the first simplex.
func (q *Query) begin(a, b *Object, c *Cache) {
	q.turns = 0
	q.m.init(a, b)
	if q.m.far > float64(4*unit*q.m.reach) {
		q.m.place(a, b, q.exact.between(a, b), 0)
	}
	q.radius = float64((a.margin + b.margin) * q.m.scale)
	if !c.restore(q) {
		q.start(&q.m)
	}
}

// relateFast answers where a separating direction, or a simplex around the origin with room to spare, settles the relation.
func (q *Query) relateFast() (collide.Relation, bool) {
	m := &q.m
	slack := float64(8 * unit * q.radius)
	w := q.width(m)
	room := m.errSep + m.errPoint
	if m.curved {
		room += float64(2 * w.at(0)) // so that Distance, which stops at that width, never says less
	}
	far := q.radius + slack + room
	out, v := q.gjk(m, far/1024, far)
	q.trace.gjkEnd(q, out)
	if m.bad {
		return collide.Undecided, true
	}
	switch out {
	case outFar:
		var c core
		if q.apart(m, v, &c); c.lower > q.radius+slack+room-m.errSep-m.errPoint {
			return collide.Apart, true
		}
	case outContains:
		if q.radius > room || q.s.n == 4 && q.s.surrounds(room) {
			return collide.Overlapping, true
		}
	case outApart, outUnsure, outLimit:
		if q.s.n == 4 { // doubles saw the origin inside and set no weights
			break
		}
		if p, _ := q.s.point(); p.Len()+room+slack < q.radius {
			return collide.Overlapping, true
		}
	}
	return collide.Undecided, false
}

// surrounds reports whether a ball of radius r about the origin lies in the tetrahedron s, which holds the origin.
func (s *simplex) surrounds(r float64) bool {
	for i := range 4 {
		a, b, c := s.p[(i+1)&3].w, s.p[(i+2)&3].w, s.p[(i+3)&3].w
		n := b.Sub(a).Cross(c.Sub(a))
		if !(math.Abs(n.Dot(a)) > float64(r*n.Len())+0x1p-48) {
			return false
		}
	}
	return true
}

// contact sets ct to the answer about the cores, completed with margins, relation and frames.
func (q *Query) contact(a, b *Object, c *core, ct *Contact) {
	m := &q.m
	if m.bad || (a.kind == kindUser || b.kind == kindUser) && !(c.lower <= c.upper) {
		*ct = badSupport(q.turns) // bounds that contradict each other: a Support that does, too
		return
	}
	// The margins' sum, its scaling and its subtraction are each rounded.
	slack := float64(4 * unit * (q.radius + math.Abs(c.dist)))
	if q.radius == 0 {
		slack = 0
	}
	ct.Distance, ct.Lower, ct.Upper = c.dist-q.radius, c.lower-q.radius-slack, c.upper-q.radius+slack
	ct.Status, ct.Iterations = c.status, q.turns
	q.settle(a, b, c.n, ct)
	inv := 1 / m.scale
	ra, d := float64(a.margin*m.scale), ct.Distance
	pa := c.a.Add(c.n.Scale(ra))
	pb := m.rot.applyT(pa.Add(c.n.Scale(d)).Sub(m.t))
	n := a.axes.apply(c.n)
	n = n.Scale(1.5 - float64(n.Len2()/2)) // a unit vector but for rounding: one step of Newton's method
	ct.rescale(inv)
	pa = pa.Scale(inv)
	world := a.pos.Add(a.axes.apply(pa))
	ct.Normal = n.clean()
	ct.PointA = world.clean()
	ct.PointB = world.Add(n.Scale(ct.Distance)).clean()
	ct.LocalA = a.center.Add(pa).clean()
	ct.LocalB = b.center.Add(pb.Scale(inv)).clean()
}

// rescale multiplies the lengths by a power of two. What the relation says stays true where they fall below the least double.
func (c *Contact) rescale(s float64) {
	c.Distance, c.Lower, c.Upper = float64(c.Distance*s)+0, float64(c.Lower*s)+0, float64(c.Upper*s)+0
	if c.Relation == collide.Apart && c.Upper == 0 {
		c.Upper = math.SmallestNonzeroFloat64
	}
	if c.Relation == collide.Overlapping && c.Lower == 0 {
		c.Lower = -math.SmallestNonzeroFloat64
	}
}

// settle sets the relation of an answer, in the solvers' unit, by the exact path where the bracket holds zero.
func (q *Query) settle(a, b *Object, n Vec, ct *Contact) {
	switch {
	case ct.Lower > 0:
		ct.Relation = collide.Apart
		return
	case ct.Upper < 0:
		ct.Relation = collide.Overlapping
		return
	}
	rel := q.decideAny(a, b, n)
	ct.Relation = rel
	least := q.m.errPoint + float64(0x1p-60*(q.m.reach+q.radius))
	switch rel {
	case collide.Apart:
		ct.Lower, ct.Upper = max(ct.Lower, 0), max(ct.Upper, least)
	case collide.Overlapping:
		ct.Lower, ct.Upper = min(ct.Lower, -least), min(ct.Upper, 0)
	case collide.Touching:
		ct.Lower, ct.Upper = 0, 0
	case collide.Undecided:
		ct.Distance = max(ct.Lower, min(ct.Distance, ct.Upper))
		return
	}
	ct.Distance = max(ct.Lower, min(ct.Distance, ct.Upper))
	if rel == collide.Touching || ct.Status != collide.Limit {
		ct.Status = collide.Exact
	}
	q.trace.exact(q.m.scale, ct)
}

// decideAny returns the exact relation where there is a way to it. n is the normal in a's frame.
func (q *Query) decideAny(a, b *Object, n Vec) collide.Relation {
	if r, known := axisParallel(a, b); known {
		return r
	}
	if !q.m.curved {
		return q.decide(a, b, n)
	}
	return q.decideCap(a, b, n)
}

// clean returns v without negative zeros.
func (v Vec) clean() Vec { return Vec{v.X + 0, v.Y + 0, v.Z + 0} }

// swap makes c the answer for the arguments in the other order.
func (c *Contact) swap() {
	c.Normal = c.Normal.Neg().clean()
	c.PointA, c.PointB = c.PointB, c.PointA
	c.LocalA, c.LocalB = c.LocalB, c.LocalA
}

// badSupport is the answer where a user's Support broke its contract.
func badSupport(turns int) Contact {
	return Contact{
		Lower: -math.MaxFloat64, Upper: math.MaxFloat64, Relation: collide.Undecided,
		Normal: Vec{1, 0, 0}, Status: collide.BadSupport, Iterations: turns,
	}
}

// swapped reports whether the canonical order of the pair is b, a: by position, rotation, kind, then parameters.
// Pairs with equal keys stay as they are.
func swapped(a, b *Object) bool {
	if c := compareVec(a.pose.Pos, b.pose.Pos); c != 0 {
		return c > 0
	}
	return compareRest(a, b) > 0
}

// compareRest compares what comes after the position.
func compareRest(a, b *Object) int {
	ax, ay, az, aw := a.pose.Rot.quat()
	bx, by, bz, bw := b.pose.Rot.quat()
	if c := compareVec(Vec{ax, ay, az}, Vec{bx, by, bz}); c != 0 {
		return c
	}
	if c := compare(aw, bw); c != 0 {
		return c
	}
	if c := int(a.kind) - int(b.kind); c != 0 {
		return c
	}
	if c := compareVec(a.half, b.half); c != 0 {
		return c
	}
	if c := compare(a.margin, b.margin); c != 0 {
		return c
	}
	if a.kind != kindHull {
		return 0
	}
	if c := len(a.hull.points) - len(b.hull.points); c != 0 {
		return c
	}
	for i := range a.hull.points {
		if c := compareVec(a.hull.points[i], b.hull.points[i]); c != 0 {
			return c
		}
	}
	return 0
}

// compareVec compares lexicographically.
func compareVec(a, b Vec) int {
	if c := compare(a.X, b.X); c != 0 {
		return c
	}
	if c := compare(a.Y, b.Y); c != 0 {
		return c
	}
	return compare(a.Z, b.Z)
}

// compare returns the sign of x - y.
func compare(x, y float64) int {
	switch {
	case x < y:
		return -1
	case x > y:
		return 1
	}
	return 0
}
