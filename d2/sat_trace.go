package d2

import (
	"math"

	"github.com/collide-go/collide"
)

// sat records that SAT tested edge i.
func (t *Trace) sat(r *run, s *satRun, i int, sep float64) {
	if t != nil {
		t.addSAT(r, s, s.normal(i), s.axisOf(i), sep-s.err, math.Inf(1))
	}
}

// addSAT records an axis in A's frame.
func (t *Trace) addSAT(r *run, s *satRun, n Vec, axis collide.Axis, lower, upper float64) {
	st := t.step(collide.StageSAT, r.m.scale)
	st.Direction, st.Axis, st.Lower, st.Upper = n.clean(), axis, lower, upper
	h := headingOf(n)
	at, nb := n.Dot(r.m.t), r.m.rot.applyT(n)
	st.RangeA = [2]float64{s.x.least(n, h) + 0, 0 - s.x.least(n.Neg(), h+halfTurn)}
	st.RangeB = [2]float64{at + s.y.least(nb, h+s.a.base), at - s.y.least(nb.Neg(), h+s.a.base+halfTurn)}
	t.Steps = append(t.Steps, st)
}

// unserved records that SAT was asked for and cannot answer about the pair.
func (t *Trace) unserved() {
	if t != nil {
		st := t.step(collide.StageSAT, 1)
		st.Exit = collide.ExitUnserved
		t.Steps = append(t.Steps, st)
	}
}

// satEnd records why SAT ended: with the cores' bracket k, or with a relation, which is Undecided
// where others have to answer.
func (t *Trace) satEnd(r *run, s *satRun, rel collide.Relation, k *core) {
	if t != nil {
		t.addSATEnd(r, s, rel, k)
	}
}

// addSATEnd is satEnd for a trace that is there.
func (t *Trace) addSATEnd(r *run, s *satRun, rel collide.Relation, k *core) {
	t.Tested, t.Skipped = s.tested, s.skipped
	switch {
	case k == nil && rel == collide.Apart && s.tested == 1 && s.at < 0:
		t.addSAT(r, s, s.axis, collide.Axis{Source: collide.AxisCached}, s.along(&r.m, s.axis)-s.err, math.Inf(1))
	case k == nil || s.at < 0:
	case k.n == s.normal(s.at), k.upper < 0:
		t.addSAT(r, s, k.n, s.axisOf(s.at), k.lower, k.upper)
	default:
		t.addSAT(r, s, k.n, collide.Axis{Source: collide.AxisNearest}, k.lower, k.upper)
	}
	why := collide.ExitUnsettled
	switch {
	case rel == collide.Apart || k != nil && k.lower > 0:
		why = collide.ExitSeparated
	case rel == collide.Overlapping || k != nil:
		why = collide.ExitNoAxis
	}
	t.end(r, collide.StageSAT, why)
}

// axisOf returns where the axis of edge i comes from.
func (s *satRun) axisOf(i int) collide.Axis {
	if n := len(s.x.edges); i >= n {
		return collide.Axis{Source: collide.AxisFaceB, B: int32(i - n)}
	}
	return collide.Axis{Source: collide.AxisFaceA, A: int32(i)}
}
