package d3

import (
	"math"
	"strconv"
)

// The ends of SAT.
const (
	exitSATApart   = "separating axis"
	exitSATOverlap = "no separating axis"
	exitSATUnsure  = "not settled by the axes"
)

// satFace records the axis n, the normal of face i of the body named.
func (t *Trace) satFace(q *Query, n Vec, i int32, body string) {
	if t != nil {
		t.axis(q, n, "face "+strconv.Itoa(int(i))+" of "+body)
	}
}

// satEdges records the axis tested last, the product of edge i of A and edge j of B.
func (t *Trace) satEdges(q *Query, i, j int) {
	if t != nil {
		n := crossExact(q.sat.a.edges[i].dir, q.sat.edgeB[j].dir)
		if l := n.Len2(); l > parallelEdges {
			t.axis(q, outward(q, n.Scale(1/math.Sqrt(l))), "edge "+strconv.Itoa(i)+" of A x edge "+strconv.Itoa(j)+" of B")
		}
	}
}

// satBoxes records the axes that two boxes were tested for.
func (t *Trace) satBoxes(q *Query, tested int) {
	if t == nil {
		return
	}
	const xyz = "XYZ"
	for i := range tested {
		if i < 3 {
			t.axis(q, outward(q, unitVec(int8(i))), "face "+xyz[i:i+1]+" of A")
			continue
		}
		if i < 6 {
			t.axis(q, outward(q, q.m.rot.apply(unitVec(int8(i-3)))), "face "+xyz[i-3:i-2]+" of B")
			continue
		}
		j, k := (i-6)/3, (i-6)%3
		n := unitVec(int8(j)).Cross(q.m.rot.apply(unitVec(int8(k))))
		if l := n.Len2(); l > parallelEdges {
			t.axis(q, outward(q, n.Scale(1/math.Sqrt(l))), "edge "+xyz[j:j+1]+" of A x edge "+xyz[k:k+1]+" of B")
		}
	}
}

// outward returns n or -n: the one along which the cores overlap less, n on a tie.
func outward(q *Query, n Vec) Vec {
	m := q.m // a copy: searches leave a hint behind, which may decide a later tie
	if m.separation(n) < m.separation(n.Neg()) {
		return n.Neg().clean()
	}
	return n.clean()
}

// axis records the axis n of SAT, with the bound that it proves.
func (t *Trace) axis(q *Query, n Vec, name string) {
	m := q.m // a copy: searches leave a hint behind, which may decide a later tie
	var p vertex
	st := t.step("sat", m.scale)
	st.Direction, st.Axis, st.Upper = n, name, math.Inf(1)
	m.support(n.Neg(), &p)
	st.RangeA[0], st.RangeB[1] = n.Dot(m.last.a), n.Dot(m.rot.apply(m.last.b).Add(m.t))
	m.support(n, &p)
	st.RangeA[1], st.RangeB[0] = n.Dot(m.last.a), n.Dot(m.rot.apply(m.last.b).Add(m.t))
	st.Lower, _ = m.bracket(m.lastSeparation(1), 0)
	t.Steps = append(t.Steps, st)
}

// satApart records that the last axis separates.
func (t *Trace) satApart(q *Query) {
	if t != nil {
		t.end(q, "sat", exitSATApart)
	}
}

// satUnsure records that another algorithm goes on.
func (t *Trace) satUnsure(q *Query) {
	if t != nil {
		t.end(q, "sat", exitSATUnsure)
	}
}

// satDepth records the axis chosen of all and the bracket that they prove.
func (t *Trace) satDepth(q *Query, c *core) {
	if t == nil {
		return
	}
	t.axis(q, c.n, "")
	st := &t.Steps[len(t.Steps)-1]
	st.Lower, st.Upper, st.Exit = c.lower, c.upper, exitSATOverlap
	if c.lower > 0 {
		st.Exit = exitSATApart
	}
}
