package d2

import (
	"math"

	"github.com/collide-go/collide"
)

// The separating axis test. C = A - B is a polygon whose edges have the normals of A's edges and of B's, negated. So the cores overlap
// exactly if no edge of either has the other core beyond it, and the depth is the least overlap over the edges. docs/math/sat.md.

// Cull says which axes SAT leaves out because they cannot matter. No mode changes an answer.
type Cull uint8

// The ways to cull.
const (
	CullNone  Cull = iota // test every axis
	CullSlab              // for SATRelate: only edges that reach into the other shape's extent along the shorter side of the boxes' intersection; SAT takes it for CullNone
	CullDepth             // leave out an edge if the middle of the other shape lies deeper behind it than the bounding boxes overlap
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

// SATOptions steer SAT. The zero value is the best default: culling saves axes, but no time (docs/culling.md).
type SATOptions struct {
	Cull Cull
}

// SATStats tells what SAT did. An axis is the outward normal of one edge; the two ends of a capsule are none.
type SATStats struct {
	Axis      Vec  // unit, world frame, from A to B: the separating axis, or that of least overlap; the contact's normal where SAT left the answer to others
	Separated bool // Axis separates the shapes, strictly and rounding included
	Tested    int  // axes tested
	Skipped   int  // axes left out: by culling, or after the early out
}

// SAT returns the signed distance of a and b, two polytopes, rounded or not, by the separating axis test.
//
// The Contact is that of Distance in all its rules: frames, signs, bracket, relation. Distance*Normal is then the least translation (see
// Contact.MTV). Shapes apart have the distance of the edge that separates them most from what lies over it, or of two vertices; bounds prove it, and
// where they do not, near contact, GJK and the exact path answer.
//
// Circles, capsules, boxes, polygons and hulls, and the same grown by a margin, have polytopes for cores. The error for other shapes is collide.ErrUnsupportedPair,
// with the Index of the argument.
//
// Cost: proportional to the number of edges; about 0.1 us for polygons of up to eight corners; no allocation. Source: [Ericson05], 5.2.1.
func SAT(a, b *Object) (Contact, SATStats, error) {
	q := pool.Get().(*Query)
	defer pool.Put(q)
	return q.SAT(a, b, SATOptions{}, nil)
}

// SAT is the package-level SAT with q's options and work space. c, which may be nil, is for pairs near contact as for Distance, and
// takes the axis down for SATRelate; any content is safe.
//
// Cost and source: as for the package-level SAT.
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

// SATRelate is Relate by the separating axis test. It ends at the first core one of whose edges separates the shapes; the axis that did so
// last time, from c, comes first. It agrees with Relate; errors and c are as for SAT.
//
// Cost: less than SAT; exact arithmetic only near contact. Source: [Ericson05], 5.2.1.
func (q *Query) SATRelate(a, b *Object, opt SATOptions, c *Cache) (collide.Relation, SATStats, error) {
	a, b = a.placed(), b.placed()
	var st SATStats
	if err := checkPolytopes(a, b); err != nil {
		return collide.Undecided, st, err
	}
	if c == nil && q.trace == nil && opt.Cull == CullNone {
		if rel := q.satSmallRelate(a, b, &st); rel != collide.Undecided {
			return rel, st, nil
		}
	}
	swap := swapped(a, b)
	if swap {
		a, b = b, a
	}
	q.trace.query(a, b, swap)
	rel := q.satRelate(a, b, opt, c, &st)
	if swap {
		st.Axis = st.Axis.Neg().clean()
	}
	return rel, st, nil
}

// checkPolytopes refuses pairs whose cores are not both polytopes.
func checkPolytopes(a, b *Object) error {
	for i, o := range [2]*Object{a, b} {
		if o.kind >= kindEllipse {
			return &collide.Error{Code: collide.ErrUnsupportedPair, Path: "shape", Index: i, Value: math.NaN()}
		}
	}
	return nil
}
