package d3

import (
	"math"

	"github.com/collide-go/collide"
)

// satFace records the axis n, the normal of a face.
func (t *Trace) satFace(r *run, n Vec, from collide.Axis) {
	if t != nil {
		t.axis(r, n, from)
	}
}

// satEdges records the axis tested last, the product of edge i of A and edge j of B.
func (t *Trace) satEdges(r *run, s *satRun, i, j int) {
	if t != nil {
		t.product(r, crossExact(s.a.edges[i].dir, s.edgeB[j].dir), i, j)
	}
}

// product records the axis along n, the product of edge i of A and edge j of B, unless they are
// parallel.
func (t *Trace) product(r *run, n Vec, i, j int) {
	if l := n.Len2(); l > parallelEdges {
		n = outward(r, n.Scale(1/math.Sqrt(l)))
		t.axis(r, n, collide.Axis{Source: collide.AxisEdges, A: int32(i), B: int32(j)})
	}
}

// satBoxes records the first axes, so many as were tried, of two boxes.
func (t *Trace) satBoxes(r *run, tried int) {
	if t == nil {
		return
	}
	for i := range tried {
		switch j, k := (i-6)/3, (i-6)%3; {
		case i < 3:
			t.axis(r, outward(r, unitVec(int8(i))), collide.Axis{Source: collide.AxisFaceA, A: int32(i)})
		case i < 6:
			n := outward(r, r.m.rot.apply(unitVec(int8(i-3))))
			t.axis(r, n, collide.Axis{Source: collide.AxisFaceB, B: int32(i - 3)})
		default:
			t.product(r, unitVec(int8(j)).Cross(r.m.rot.apply(unitVec(int8(k)))), j, k)
		}
	}
}

// satArcs records the directions that the depth by arcs searched along, how many faces it could
// do without, and the answer.
func (t *Trace) satArcs(r *run, g *arcRun, k *core) {
	if t == nil {
		return
	}
	t.Tested, t.Skipped = len(g.tries), len(g.a.faces)+len(g.b.faces)
	for i := range g.tries {
		f := &g.tries[i]
		t.axis(r, f.n, f.from)
		if f.from != (collide.Axis{}) {
			t.Skipped--
		}
	}
	t.satDepth(r, k)
	t.Steps[len(t.Steps)-1].Exit = collide.ExitArcs
}

// satSlim records the axis that the test of a slim core in a hull chose, how many it tested, and
// the answer.
func (t *Trace) satSlim(r *run, s *satRun, from collide.Axis, k *core) {
	if t != nil {
		t.axis(r, k.n, from)
		t.satCounts(s)
		t.satDepth(r, k)
	}
}

// outward returns n or -n: the one along which the cores overlap less, n on a tie.
func outward(r *run, n Vec) Vec {
	m := r.m // a copy: searches leave a hint behind, which may decide a later tie
	if m.separation(n) < m.separation(n.Neg()) {
		return n.Neg().clean()
	}
	return n.clean()
}

// axis records the axis n of SAT, with the bound that it proves.
func (t *Trace) axis(r *run, n Vec, from collide.Axis) {
	m := r.m // a copy: searches leave a hint behind, which may decide a later tie
	st := t.step(collide.StageSAT, m.scale)
	st.Direction, st.Axis, st.Upper = n, from, math.Inf(1)
	l := m.search(n.Neg())
	st.RangeA[0], st.RangeB[1] = n.Dot(l.a), n.Dot(m.rot.apply(l.b).Add(m.t))
	l = m.search(n)
	st.RangeA[1], st.RangeB[0] = n.Dot(l.a), n.Dot(m.rot.apply(l.b).Add(m.t))
	st.Lower, _ = m.bracket(l.separation(&m, 1), 0)
	t.Steps = append(t.Steps, st)
}

// satCounts records how many axes were tested and left out.
func (t *Trace) satCounts(s *satRun) {
	if t != nil {
		t.Tested, t.Skipped = s.tested, s.total-s.tested
	}
}

// satEnd records why SAT ended without a depth.
func (t *Trace) satEnd(r *run, exit collide.Exit) {
	if t != nil {
		t.end(r, collide.StageSAT, exit)
	}
}

// unserved records that the separating axis test was asked for and has no axes for the pair.
func (t *Trace) unserved(a collide.Algorithm, scale float64) {
	if t != nil && a == collide.SAT {
		st := t.step(collide.StageSAT, scale)
		st.Exit = collide.ExitUnserved
		t.Steps = append(t.Steps, st)
	}
}

// satDepth records the axis chosen of all and the bracket that they prove.
func (t *Trace) satDepth(r *run, k *core) {
	if t == nil {
		return
	}
	t.axis(r, k.n, collide.Axis{})
	st := &t.Steps[len(t.Steps)-1]
	st.Lower, st.Upper, st.Exit = k.lower, k.upper, collide.ExitNoAxis
	if k.lower > 0 {
		st.Exit = collide.ExitSeparated
	}
}
