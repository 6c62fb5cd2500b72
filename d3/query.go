package d3

import (
	"math"
	"sync"

	"github.com/collide-go/collide"
)

// Options steer a Query. The zero value means the documented defaults.
type Options struct {
	Tolerance     float64 // of curved shapes: Upper-Lower <= max(256*2^-53, Tolerance) * L; 0 means 1e-9
	MaxIterations int     // of the float stage; the exact path has its own proved bound; 0 means 4096
	Trace         *Trace  // records every step; nil records nothing and costs nothing
	General       bool    // GJK and EPA for every pair but those with a half-space, also where Distance knows a shorter way
}

// Query answers questions about pairs of placed shapes. It holds the work space, so that no call allocates once
// that has grown. It must not be copied, nor used by two goroutines at once; any number of Queries may share Objects.
type Query struct {
	tolerance float64
	limit     int
	trace     *Trace
	general   bool // no closed forms

	m        minkowski
	s        simplex
	sat      satRun
	epa      epa
	meridian meridian
	atlas    atlas
	exact    decider
	turns    int
	radius   float64 // the sum of both margins and inner balls, in the solvers' unit
	clip     clipper
}

// NewQuery returns a Query. The error is collide.ErrBadOption for a negative, infinite or NaN tolerance, or a negative iteration limit.
func NewQuery(opt Options) (*Query, error) {
	if !(opt.Tolerance >= 0) || math.IsInf(opt.Tolerance, 1) {
		return nil, &collide.Error{Code: collide.ErrBadOption, Path: "tolerance", Index: -1, Value: opt.Tolerance}
	}
	if opt.MaxIterations < 0 {
		return nil, &collide.Error{Code: collide.ErrBadOption, Path: "max-iterations", Index: -1, Value: float64(opt.MaxIterations)}
	}
	q := &Query{tolerance: opt.Tolerance, limit: opt.MaxIterations, trace: opt.Trace, general: opt.General}
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
// Points and normal are in the world frame, LocalA and LocalB in the frames of the shapes, lengths in the unit of the shapes and poses.
// The normal points from a to b. Where the shapes overlap, the distance is minus the least length of a translation that separates
// them, and moving b by -Distance*Normal does so. Touching shapes have distance 0.
//
// The normal of concentric shapes, and of any tie, is fixed by the input alone. Swapping a and b gives the same bits with the
// normal negated and the points exchanged, but for two user's shapes at one pose. The zero Object is a point at the origin. Two half-spaces have no
// answer: the status is BadSupport.
//
// There is no error: a query that runs out of iterations has the status Limit and a wider bracket.
//
// Cost: about five support calls per shape for polytopes apart, a few dozen for deep overlap, 15 axes for two boxes; no allocation.
// Source: [GJK88], [Bergen99], [Bergen01], [Gottschalk96].
func Distance(a, b *Object) Contact {
	q := pool.Get().(*Query)
	defer pool.Put(q)
	return q.Distance(a, b, nil)
}

// Relate tells whether a and b, as closed sets, are apart, touch or overlap. It is exact for polytopes, rounded or not, spheres and capsules
// among them, and for a half-space and any shape. Undecided remains possible for other curved shapes, within Options.Tolerance of contact, and for
// two half-spaces. Relate and the Relation of Distance never contradict each other, but of
// curved shapes one may be decided where the other is not.
//
// Cost: less than Distance, as it stops when the relation is sure; exact arithmetic only near contact. Source: [GJK88].
func Relate(a, b *Object) collide.Relation {
	q := pool.Get().(*Query)
	defer pool.Put(q)
	return q.Relate(a, b, nil)
}

// Overlap reports whether a and b have a point in common: Relate(a, b) != collide.Apart, so touching counts, and so does undecided.
//
// Cost and source: as for Relate.
func Overlap(a, b *Object) bool { return Relate(a, b) != collide.Apart }

// Distance is the package-level Distance with q's options and work space. c, which may be nil, carries the end of the
// last query about the same pair to this one; any content is safe. The bits are a function of the pair, the options and c's content.
//
// Cost and source: as for the package-level Distance; fewer steps with the Cache of a pair that moved little.
func (q *Query) Distance(a, b *Object, c *Cache) (ct Contact) {
	a, b = a.placed(), b.placed()
	if swapped(a, b) {
		q.trace.query(b, a, true)
		q.distance(b, a, c, &ct)
		ct.swap()
		return ct
	}
	q.trace.query(a, b, false)
	q.distance(a, b, c, &ct)
	return ct
}

// Relate is the package-level Relate with q's options and work space; c and cost as for Distance.
func (q *Query) Relate(a, b *Object, c *Cache) collide.Relation {
	a, b = a.placed(), b.placed()
	other := swapped(a, b)
	if other {
		a, b = b, a
	}
	q.trace.query(a, b, other)
	if a.kind == kindHalfSpace || b.kind == kindHalfSpace {
		var ct Contact
		q.distance(a, b, c, &ct)
		return ct.Relation
	}
	q.prepare(a, b)
	if !q.general {
		if out, sure := q.relateBoxes(c); sure {
			return out
		}
	}
	q.restart(c)
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

// Overlap is the package-level Overlap with q's options and work space; c and cost as for Distance.
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
	q.prepare(a, b)
	var k core
	if !q.general && q.boxes(&k, c) {
		q.contact(a, b, &k, ct)
		return
	}
	q.restart(c)
	if q.general || !q.closed(&k) {
		q.solve(&q.m, math.Inf(1), &k)
	}
	q.contact(a, b, &k, ct)
	c.keep(q)
	if a.kind == kindBox && b.kind == kindBox && ct.Relation == collide.Overlapping {
		c.forget()
	}
}

// prepare sets up the Minkowski difference.
func (q *Query) prepare(a, b *Object) {
	q.turns = 0
	q.m.init(a, b)
	if q.m.far > float64(4*unit*q.m.reach) {
		q.m.place(a, b, q.exact.between(a, b), 0)
	}
	q.radius = float64(((a.margin + a.inner) + (b.margin + b.inner)) * q.m.scale)
}

// restart sets up the first simplex.
func (q *Query) restart(c *Cache) {
	q.turns = 0
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
		room += float64(2 * w.At(0)) // so that Distance, which stops at that width, never says less
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
