package d2

import (
	"fmt"
	"math"

	"github.com/collide-go/collide"
)

// The words for the ends of SAT, and for axes that are no edge's.
const (
	exitSATApart   = "separating axis"
	exitSATOverlap = "no separating axis"
	exitSATUnsure  = "not settled by the axes"

	axisCached  = "axis of the last query"
	axisNearest = "between the nearest points"
)

// sat records that SAT tested edge i.
func (t *Trace) sat(q *Query, i int, sep float64) {
	if t != nil {
		t.addSAT(q, q.sat.normal(i), q.sat.name(i), sep-q.sat.err, math.Inf(1))
	}
}

// addSAT records an axis in A's frame.
func (t *Trace) addSAT(q *Query, n Vec, axis string, lower, upper float64) {
	st := t.step("sat", q.m.scale)
	st.Direction, st.Axis, st.Lower, st.Upper = n.clean(), axis, lower, upper
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
