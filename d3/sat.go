package d3

import (
	"math"

	"github.com/collide-go/collide"
)

// The separating axis test for polytopes. C = A - B is the intersection of the half-spaces of its faces, whose normals are those of A's and
// B's faces and products of an edge of A and an edge of B. So the cores are apart exactly if one of these axes separates, and the
// depth is the least overlap along them. docs/math/sat3.md derives the bounds.

// Cull says which axes SAT leaves out because they cannot matter. No mode changes an answer.
type Cull uint8

// The modes of culling.
const (
	CullNone  Cull = iota // test every axis
	CullSlab              // in space the same as CullNone: the argument is one about curves of the plane
	CullDepth             // leave out a face if a point of the other body lies deeper inside its plane than the least overlap so far
)

// String returns "none", "slab" or "depth".
func (c Cull) String() string {
	switch c {
	case CullSlab:
		return "slab"
	case CullDepth:
		return "depth"
	case CullNone:
	}
	return "none"
}

// SATOptions steer SAT. The zero value is the best default for boxes and small hulls.
type SATOptions struct {
	Cull Cull // boxes have too few axes to leave one out: for two of them it does not matter
}

// SATStats tells what SAT did.
type SATStats struct {
	Axis      Vec  // unit, world frame, from A to B: the separating axis, or that of least overlap
	Separated bool // Axis separates the shapes, strictly and rounding included
	Tested    int  // axes tested
	Skipped   int  // axes left out: by culling, by the Gauss map, as parallel edges, or after the early out
}

// SAT returns the signed distance of a and b, two polytopes, rounded or not, by the separating axis test.
//
// The Contact is that of Distance in all its rules: frames, signs, bracket, relation. Where an axis separates the shapes, the test ends there, and
// the distance comes from GJK started along that axis. Axis is the normal where no axis of the test separates. Near contact, and for pairs whose difference
// is all but flat, the general solver answers.
//
// Points, segments, boxes and hulls, and the same grown by a margin, are polytopes here. The error for other shapes is collide.ErrUnsupportedPair.
//
// Cost: 15 axes for two boxes, as in Distance; for hulls the product of their numbers of edges, more than Distance takes from some 6 corners on. The
// first query about a hull keeps its faces and edges with it; nothing else is allocated once the work space has grown.
// Source: [Gottschalk96], [Gregorius13].
func SAT(a, b *Object) (Contact, SATStats, error) {
	q := pool.Get().(*Query)
	defer pool.Put(q)
	return q.SAT(a, b, SATOptions{}, nil)
}

// SAT is the package-level SAT with q's options and work space. c, which may be nil, carries the axis that separated last time to this
// query, where it is tried first; any content is safe.
//
// Cost and source: as for the package-level SAT; one axis and a short GJK for a pair that the Cache's axis still separates.
func (q *Query) SAT(a, b *Object, opt SATOptions, c *Cache) (ct Contact, st SATStats, err error) {
	a, b = a.placed(), b.placed()
	if err := checkPolytopes(a, b); err != nil {
		return Contact{}, SATStats{}, err
	}
	if swapped(a, b) {
		q.trace.query(b, a, true)
		q.satDistance(b, a, opt, c, &ct, &st)
		ct.swap()
		st.Axis = st.Axis.Neg().clean()
		return ct, st, nil
	}
	q.trace.query(a, b, false)
	q.satDistance(a, b, opt, c, &ct, &st)
	return ct, st, nil
}

// SATRelate is Relate by the separating axis test: it ends at the first axis that separates. It agrees with Relate; errors and c are as for SAT.
//
// Cost: for two boxes 1 to 15 axes; exact arithmetic only near contact. Source: [Gottschalk96], [Gregorius13].
func (q *Query) SATRelate(a, b *Object, opt SATOptions, c *Cache) (collide.Relation, SATStats, error) {
	a, b = a.placed(), b.placed()
	if err := checkPolytopes(a, b); err != nil {
		return collide.Undecided, SATStats{}, err
	}
	swap := swapped(a, b)
	if swap {
		a, b = b, a
	}
	q.trace.query(a, b, swap)
	rel, st := q.satRelate(a, b, opt, c)
	if swap {
		st.Axis = st.Axis.Neg().clean()
	}
	return rel, st, nil
}

// checkPolytopes refuses pairs whose cores are not both polytopes. The index is that of the shape: 0 for a, 1 for b.
func checkPolytopes(a, b *Object) error {
	for i, o := range [2]*Object{a, b} {
		if o.kind >= kindCylinder {
			return &collide.Error{Code: collide.ErrUnsupportedPair, Path: "shape", Index: i, Value: math.NaN()}
		}
	}
	return nil
}

// satDistance is SAT for a pair in canonical order.
func (q *Query) satDistance(a, b *Object, opt SATOptions, c *Cache, ct *Contact, st *SATStats) {
	q.prepare(a, b)
	s := &q.sat
	var k core
	switch {
	case q.satAxes(opt, c):
		q.turns = 0
		q.m.forget()
		q.m.support(s.n, &q.s.p[0])
		q.s.lambda[0], q.s.n = 1, 1
		q.solve(&q.m, math.Inf(1), &k)
	case !q.satDepth(&k):
		q.trace.satUnsure(q)
		q.restart(c)
		if !q.closed(&k) {
			q.solve(&q.m, math.Inf(1), &k)
		}
	}
	q.contact(a, b, &k, ct)
	if s.tell(a, st); !s.separated {
		st.Axis, st.Separated = ct.Normal, ct.Lower > 0
	}
	c.keepAxis(s)
}

// satRelate is SATRelate for a pair in canonical order.
func (q *Query) satRelate(a, b *Object, opt SATOptions, c *Cache) (rel collide.Relation, st SATStats) {
	q.prepare(a, b)
	s := &q.sat
	rel = collide.Apart
	if !q.satAxes(opt, c) {
		rel = collide.Overlapping
		if !q.satInside() {
			return q.satUnsure(a, b, c)
		}
		st.Axis = worldNormal(a, s.n)
	}
	s.tell(a, &st)
	c.keepAxis(s)
	return rel, st
}

// satUnsure is satRelate where the axes do not settle the relation.
func (q *Query) satUnsure(a, b *Object, c *Cache) (rel collide.Relation, st SATStats) {
	q.trace.satUnsure(q)
	q.restart(c)
	var k core
	var ct Contact
	q.solve(&q.m, math.Inf(1), &k)
	q.contact(a, b, &k, &ct)
	q.sat.tell(a, &st)
	st.Axis, st.Separated = ct.Normal, ct.Lower > 0
	c.keepAxis(&q.sat)
	return ct.Relation, st
}
