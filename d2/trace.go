package d2

import (
	"fmt"
	"math"

	"github.com/collide-go/collide"
)

// Trace records the steps of the queries of one Query, oldest first, and why each algorithm ended. It grows until Reset. A nil
// Trace records nothing and costs nothing.
type Trace struct {
	Steps []Step
}

// Step is one turn of an algorithm, or the end of one that took no turn. Vectors and bounds are in A's frame about A's centre, where A
// is the first shape in the order of position, rotation, kind and size; beside a half-space, in the frame of the other shape.
// Lengths times 1/Scale are in the caller's unit.
type Step struct {
	Algorithm string     // "gjk", "epa", "sat", "closed" or "exact"
	Scale     float64    // a power of two, the same in all steps of a query
	Direction Vec        // gjk: the point of the simplex nearest the origin, or an exact multiple; epa: the edge's unit normal; sat: the axis; closed: a unit vector
	A, B, W   Vec        // the support points of A and B and their difference W, of A - B, that the step found; closed: A alone
	Simplex   [3]Vec     // gjk: the vertices before the step; epa: the edge
	Size      int        // how many elements of Simplex count
	Region    string     // gjk: the part of the simplex that holds its point nearest the origin; empty otherwise
	Axis      string     // sat: the feature or the two that Direction comes from; empty otherwise
	RangeA    [2]float64 // sat: the interval that A covers along Direction
	RangeB    [2]float64 // sat: the same for B
	Lower     float64    // the lower bound that the step proved; gjk, closed: of the cores' distance; epa: of their depth; sat, exact: of the signed distance
	Upper     float64    // the upper bound of the same; gjk: the distance of the simplex
	Exit      string     // why the algorithm ended here, empty where it went on
}

// The words for the ends of algorithms that have no other name. GJK ends with one of outcome's, closed forms with one of
// these, EPA with that of the status or one of these, the exact path with that of the relation.
const (
	exitSegments  = "points and segments"
	exitPointBox  = "point and box"
	exitHalfSpace = "half-space"
	exitFlat      = "flat"

	exitSATApart   = "separating axis"
	exitSATOverlap = "no separating axis"
	exitSATUnsure  = "too close for doubles"

	axisCached  = "axis of the last query"
	axisNearest = "between the nearest points"
)

// String returns the word that a Trace uses for o.
func (o outcome) String() string {
	switch o {
	case outApart:
		return "apart"
	case outContains:
		return "contains the origin"
	case outUnsure:
		return "no progress in doubles"
	case outFar:
		return "farther than asked"
	case outLimit:
	}
	return "iteration limit"
}

// Reset forgets all steps and keeps the memory.
func (t *Trace) Reset() { t.Steps = t.Steps[:0] }

// gjk records a turn of GJK that looked for p along -v.
func (t *Trace) gjk(q *Query, v Vec, p *vertex) {
	if t != nil {
		t.addGJK(q, v, p)
	}
}

// addGJK is gjk for a trace that is there.
func (t *Trace) addGJK(q *Query, v Vec, p *vertex) {
	st := Step{Algorithm: "gjk", Scale: q.m.scale, Direction: v, A: p.a, W: p.w, Lower: v.Dot(p.w) / v.Len(), Upper: v.Len()}
	st.simplex(&q.s)
	t.Steps = append(t.Steps, st)
}

// simplex keeps the vertices of s.
func (st *Step) simplex(s *simplex) {
	st.Size = s.n
	for i := range s.n {
		st.Simplex[i] = s.p[i].w
	}
}

// gjkEnd records why GJK ended.
func (t *Trace) gjkEnd(q *Query, o outcome) {
	if t != nil {
		t.end(q, "gjk", o.String())
	}
}

// end marks the last turn of an algorithm, or records the end of one that took none.
func (t *Trace) end(q *Query, algorithm, why string) {
	if n := len(t.Steps); n > 0 && t.Steps[n-1].Algorithm == algorithm && t.Steps[n-1].Exit == "" {
		t.Steps[n-1].Exit = why
		return
	}
	st := Step{Algorithm: algorithm, Scale: q.m.scale, Exit: why}
	st.simplex(&q.s)
	t.Steps = append(t.Steps, st)
}

// epa records a turn of EPA at the edge f, whose normal has the support value h.
func (t *Trace) epa(q *Query, f *epaEdge, p *vertex, h float64) {
	if t != nil {
		t.addEPA(q, f, p, h)
	}
}

// addEPA is epa for a trace that is there.
func (t *Trace) addEPA(q *Query, f *epaEdge, p *vertex, h float64) {
	st := Step{Algorithm: "epa", Scale: q.m.scale, Direction: f.n, A: p.a, W: p.w, Size: 2, Lower: f.d - errD, Upper: h}
	st.Simplex[0], st.Simplex[1] = q.epa.verts[f.v].w, q.epa.verts[q.epa.edges[f.next].v].w
	t.Steps = append(t.Steps, st)
}

// epaEnd records why EPA ended.
func (t *Trace) epaEnd(q *Query, s collide.Status) {
	if t != nil {
		t.end(q, "epa", s.String())
	}
}

// flat records that EPA had nothing to do, as A - B lies in a line on the grid.
func (t *Trace) flat(q *Query) {
	if t != nil {
		t.end(q, "epa", exitFlat)
	}
}

// closed records a closed form: the direction that decided, the support point of A, and the distance of the cores.
func (t *Trace) closed(form string, scale float64, d, a Vec, distance float64) {
	if t != nil {
		t.Steps = append(t.Steps, Step{Algorithm: "closed", Scale: scale, Direction: d.clean(), A: a, Lower: distance, Upper: distance, Exit: form})
	}
}

// exact records that the exact path decided, and the bracket that this left.
func (t *Trace) exact(scale float64, c *Contact) {
	if t != nil {
		t.Steps = append(t.Steps, Step{Algorithm: "exact", Scale: scale, Lower: c.Lower, Upper: c.Upper, Exit: c.Relation.String()})
	}
}

// sat records that SAT tested edge i.
func (t *Trace) sat(q *Query, i int, sep float64) {
	if t != nil {
		t.addSAT(q, q.sat.normal(i), q.sat.name(i), sep-q.sat.err, math.Inf(1))
	}
}

// addSAT records an axis in A's frame.
func (t *Trace) addSAT(q *Query, n Vec, axis string, lower, upper float64) {
	st := Step{Algorithm: "sat", Scale: q.m.scale, Direction: n.clean(), Axis: axis, Lower: lower, Upper: upper}
	s, h := &q.sat, headingOf(n)
	at, nb := n.Dot(q.m.t), q.m.rot.applyT(n)
	st.RangeA = [2]float64{s.x.least(n, h) + 0, 0 - s.x.least(n.Neg(), h+halfTurn)}
	st.RangeB = [2]float64{at + s.y.least(nb, h+s.a.base), at - s.y.least(nb.Neg(), h+s.a.base+halfTurn)}
	t.Steps = append(t.Steps, st)
}

// satEnd records why SAT ended: with the cores' bracket k, or with a relation, which is Undecided where others have to answer.
func (t *Trace) satEnd(q *Query, rel collide.Relation, k *core) {
	if t != nil {
		t.addSATEnd(q, rel, k)
	}
}

// addSATEnd is satEnd for a trace that is there.
func (t *Trace) addSATEnd(q *Query, rel collide.Relation, k *core) {
	s := &q.sat
	switch {
	case k == nil && rel == collide.Apart && s.tested == 1 && s.at < 0:
		t.addSAT(q, s.axis, axisCached, s.along(&q.m, s.axis)-s.err, math.Inf(1))
	case k == nil || s.at < 0:
	case k.n == s.normal(s.at), k.upper < 0:
		t.addSAT(q, k.n, s.name(s.at), k.lower, k.upper)
	default:
		t.addSAT(q, k.n, axisNearest, k.lower, k.upper)
	}
	word := exitSATUnsure
	switch {
	case rel == collide.Apart || k != nil && k.lower > 0:
		word = exitSATApart
	case rel == collide.Overlapping || k != nil:
		word = exitSATOverlap
	}
	t.end(q, "sat", word)
}

// name returns the words for edge i.
func (s *satState) name(i int) string {
	if n := len(s.x.edges); i >= n {
		return fmt.Sprintf("edge %d of B", i-n)
	}
	return fmt.Sprintf("edge %d of A", i)
}
