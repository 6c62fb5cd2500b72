package d3

import "github.com/collide-go/collide"

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
	exitMeridians = "meridians"
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

// meridians records that a sweep took the place of EPA: the normal, the point of A, and the bounds of the depth.
func (t *Trace) meridians(q *Query, c *core) {
	if t != nil {
		t.Steps = append(t.Steps, Step{Algorithm: "epa", Scale: q.m.scale, Direction: c.n, A: c.a, Lower: -c.upper, Upper: -c.lower, Exit: exitMeridians})
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
