package d3

import (
	"math"
	"strconv"

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
	Direction Vec        // gjk: the point of the simplex nearest the origin, or an exact multiple; epa: the face's unit normal; sat: the axis; closed: a unit vector
	A, B, W   Vec        // the support points of A and B and their difference W, of A - B, that the step found; closed: A alone
	Simplex   [4]Vec     // gjk: the vertices before the step; epa: the face
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
	exitCoaxial   = "coaxial"
	exitFlat      = "flat"
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

// epa records a turn of EPA at the face f, whose normal has the support value h.
func (t *Trace) epa(q *Query, f *epaFace, p *vertex, h float64) {
	if t != nil {
		t.addEPA(q, f, p, h)
	}
}

// addEPA is epa for a trace that is there.
func (t *Trace) addEPA(q *Query, f *epaFace, p *vertex, h float64) {
	st := Step{Algorithm: "epa", Scale: q.m.scale, Direction: f.n, A: p.a, W: p.w, Size: 3, Lower: f.d - float64(f.errN/2), Upper: h}
	for i := range 3 {
		st.Simplex[i] = q.epa.verts[f.v[i]].w
	}
	t.Steps = append(t.Steps, st)
}

// epaEnd records why EPA ended.
func (t *Trace) epaEnd(q *Query, s collide.Status) {
	if t != nil {
		t.end(q, "epa", s.String())
	}
}

// flat records that EPA had nothing to do, as A - B lies in a plane on the grid.
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

// The ends of SAT.
const (
	exitSeparating = "separating axis"
	exitLeast      = "nearest features"
	exitUnsure     = "not settled by the axes"
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
	if q.m.separation(n) < q.m.separation(n.Neg()) {
		return n.Neg().clean()
	}
	return n.clean()
}

// axis records the axis n of SAT. Its lower bound is what n proves, its upper bound the length of the point of A - B farthest along n.
func (t *Trace) axis(q *Query, n Vec, name string) {
	m := q.m // a copy: searches leave a hint behind, which may decide a later tie
	var p vertex
	st := Step{Algorithm: "sat", Scale: m.scale, Direction: n, Axis: name}
	m.support(n.Neg(), &p)
	st.RangeA[0], st.RangeB[1] = n.Dot(m.last.a), n.Dot(m.rot.apply(m.last.b).Add(m.t))
	m.support(n, &p)
	st.RangeA[1], st.RangeB[0] = n.Dot(m.last.a), n.Dot(m.rot.apply(m.last.b).Add(m.t))
	st.A, st.W, st.B = p.a, p.w, p.a.Sub(p.w)
	st.Lower, _ = m.bracket(m.lastSeparation(1), 0)
	st.Lower -= q.radius
	_, st.Upper = m.bracket(0, p.w.Len())
	t.Steps = append(t.Steps, st)
}

// satApart records that the last axis separates.
func (t *Trace) satApart(q *Query) {
	if t != nil {
		t.end(q, "sat", exitSeparating)
	}
}

// satUnsure records that another algorithm goes on.
func (t *Trace) satUnsure(q *Query) {
	if t != nil {
		t.end(q, "sat", exitUnsure)
	}
}

// satDepth records the axis chosen of all and the bracket that they prove.
func (t *Trace) satDepth(q *Query, c *core) {
	if t == nil {
		return
	}
	t.axis(q, c.n, "")
	st := &t.Steps[len(t.Steps)-1]
	slack := q.slack(c.dist)
	st.Lower, st.Upper, st.Exit = c.lower-q.radius-slack, c.upper-q.radius+slack, exitLeast
}
