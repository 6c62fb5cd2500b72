package d3

import (
	"math"
	"strconv"
	"strings"

	"github.com/collide-go/collide"
)

// Trace records the steps of the queries of one Query, oldest first, and why each algorithm ended. It grows until Reset. A nil
// Trace records nothing and costs nothing.
type Trace struct {
	Steps []Step

	// Margin is how much the cores of the last query were grown in all, in the caller's unit: it comes off the signed distance of the cores, which is
	// what the steps are about. It is the sum of the margins and, but beside a half-space, of the inner balls of ellipsoids.
	Margin float64

	frame   Pose // of the query under way, and whether its A is the second argument
	swapped bool
	started bool // first holds the vertex that GJK starts from, which no step has recorded
	first   Step
}

// Step is one turn of an algorithm, or the end of one that took no turn. GJK's first step finds the vertex that the simplex starts from;
// it is missing where a Cache gave the simplex.
//
// Points and bounds are in a frame about the centre of A, with A's axes, and lengths times 1/Scale are in the caller's unit: the point
// x of a step is Frame.Apply(x/Scale) in the world. A is the first shape in the order of position, rotation, kind and size, or the
// one beside a half-space; Swapped tells whether that is the second argument of the query.
type Step struct {
	Algorithm string     // "gjk", "epa", "sat", "closed" or "exact"
	Scale     float64    // a power of two, the same in all steps of a query
	Frame     Pose       // the rotation of A, and the place of its centre in the world in the caller's unit
	Swapped   bool       // whether A is the second argument of the query
	Direction Vec        // gjk: the point of the simplex nearest the origin, or an exact multiple; epa: the face's unit normal; sat: the axis; closed: a unit vector
	A, B, W   Vec        // the support points of A and B and their difference W, of A - B, that the step found; closed, and epa where something else took its place: the witness points of the cores
	Simplex   [4]Vec     // gjk: the vertices before the step; epa: the face
	Size      int        // how many elements of Simplex count
	Region    string     // gjk: the part of the simplex with W that carries its point nearest the origin: "vertex 1", "edge 1-3", "face 1-2-4" or "inside"; W comes after the vertices of Simplex; empty otherwise
	Vertices  []Vec      // epa: the vertices of the polytope before the step, and those that it has outgrown
	Faces     [][3]int32 // epa: its triangles, counter-clockwise seen from outside; the first is that of the step
	Axis      string     // sat: the feature or the two that Direction comes from; empty otherwise
	RangeA    [2]float64 // sat: the interval that A covers along Direction
	RangeB    [2]float64 // sat: the same for B
	Lower     float64    // the lower bound that the step proved; gjk, sat, closed: of the cores' signed distance; epa: of their depth; exact: of the signed distance
	Upper     float64    // the upper bound of the same, infinite where the step has none; gjk: the distance of the simplex
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
	exitMeridian  = "meridian"
	exitCells     = "cells"
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

// query notes that a query begins, with a for A, which may be the second argument.
func (t *Trace) query(a, b *Object, swapped bool) {
	if t != nil {
		t.frame, t.swapped, t.started = Pose{Pos: a.pos, Rot: a.pose.Rot}, swapped, false
		t.Margin = a.margin + b.margin
		if a.kind != kindHalfSpace && b.kind != kindHalfSpace {
			t.Margin = (a.margin + a.inner) + (b.margin + b.inner)
		}
	}
}

// start notes the vertex that GJK would start from, the support point along d.
func (t *Trace) start(q *Query, d Vec) {
	if t != nil {
		t.setStart(q, d)
	}
}

// setStart is start for a trace that is there.
func (t *Trace) setStart(q *Query, d Vec) {
	t.started, t.first = true, t.found(q, "gjk", d.Neg(), &q.s.p[0])
	t.first.Upper, t.first.Region = math.Inf(1), "vertex 1"
}

// step returns a step of the query under way.
func (t *Trace) step(algorithm string, scale float64) Step {
	return Step{Algorithm: algorithm, Scale: scale, Frame: t.frame, Swapped: t.swapped}
}

// found returns a step that looked for p along -v, at the last call of support.
func (t *Trace) found(q *Query, algorithm string, v Vec, p *vertex) Step {
	st := t.step(algorithm, q.m.scale)
	st.Direction, st.A, st.W = v, p.a, p.w
	st.B = q.m.rot.apply(q.m.last.b).Add(q.m.t)
	st.Lower = v.Dot(p.w) / v.Len()
	return st
}

// gjk records a turn of GJK that looked for p along -v, where v is the point of the simplex nearest the origin.
func (t *Trace) gjk(q *Query, v Vec, p *vertex) {
	if t != nil {
		t.addGJK(q, v, v.Len(), p)
	}
}

// gjkExact is gjk for a multiple of that point.
func (t *Trace) gjkExact(q *Query, v Vec, p *vertex) {
	if t != nil {
		t.addGJK(q, v, v.Dot(q.s.p[0].w)/v.Len(), p)
	}
}

// addGJK is gjk for a trace that is there; upper is the distance of the simplex.
func (t *Trace) addGJK(q *Query, v Vec, upper float64, p *vertex) {
	t.carried(&q.s)
	st := t.found(q, "gjk", v, p)
	st.Upper = upper
	st.simplex(&q.s)
	t.Steps = append(t.Steps, st)
}

// carried adds the start of GJK, if no step has, and tells the last turn of GJK that s is what its simplex came to.
func (t *Trace) carried(s *simplex) {
	if t.started {
		t.Steps, t.started = append(t.Steps, t.first), false
	}
	if n := len(t.Steps); n > 0 && t.Steps[n-1].Algorithm == "gjk" && t.Steps[n-1].Exit == "" {
		t.Steps[n-1].Region = t.Steps[n-1].region(s)
	}
}

// simplex keeps the vertices of s.
func (st *Step) simplex(s *simplex) {
	st.Size = s.n
	for i := range s.n {
		st.Simplex[i] = s.p[i].w
	}
}

// region returns the words for s as a part of the simplex of st with W.
func (st *Step) region(s *simplex) string {
	if s.n == len(st.Simplex) {
		return "inside"
	}
	var names []string
	for i := 0; i <= st.Size && len(names) < s.n; i++ {
		w := st.W
		if i < st.Size {
			w = st.Simplex[i]
		}
		if s.has(&vertex{w: w}) {
			names = append(names, strconv.Itoa(i+1))
		}
	}
	return [...]string{"", "vertex ", "edge ", "face "}[s.n] + strings.Join(names, "-")
}

// gjkEnd records why GJK ended.
func (t *Trace) gjkEnd(q *Query, o outcome) {
	if t != nil {
		t.end(q, "gjk", o.String())
	}
}

// end marks the last turn of an algorithm, or records the end of one that took none.
func (t *Trace) end(q *Query, algorithm, why string) {
	if algorithm == "gjk" {
		t.carried(&q.s)
	}
	if n := len(t.Steps); n > 0 && t.Steps[n-1].Algorithm == algorithm && t.Steps[n-1].Exit == "" {
		t.Steps[n-1].Exit = why
		return
	}
	st := t.step(algorithm, q.m.scale)
	st.Exit = why
	st.simplex(&q.s)
	if algorithm == "gjk" {
		st.Region = st.region(&q.s)
	}
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
	st := t.found(q, "epa", f.n, p)
	st.Lower, st.Upper, st.Size = f.d-float64(f.errN/2), h, 3
	e := &q.epa
	if n := len(t.Steps); n > 0 && t.Steps[n-1].Algorithm == "epa" && t.Steps[n-1].Exit == "" {
		st.Vertices = t.Steps[n-1].Vertices // the turns of one run share their memory: the vertices only get more
	}
	for i := len(st.Vertices); i < len(e.verts); i++ {
		st.Vertices = append(st.Vertices, e.verts[i].w)
	}
	st.Faces = append(st.Faces, f.v)
	for i := range e.faces {
		if g := &e.faces[i]; !g.dead && g != f {
			st.Faces = append(st.Faces, g.v)
		}
	}
	for i := range 3 {
		st.Simplex[i] = e.verts[f.v[i]].w
	}
	t.Steps = append(t.Steps, st)
}

// epaEnd records why EPA ended.
func (t *Trace) epaEnd(q *Query, s collide.Status) {
	if t != nil {
		t.end(q, "epa", s.String())
	}
}

// settled records what took the place of EPA: the normal, the witness points of the cores, and the bounds of the depth.
func (t *Trace) settled(q *Query, c *core, why string) {
	if t != nil {
		t.addSettled(q.m.scale, c, why)
	}
}

// addSettled is settled for a trace that is there.
func (t *Trace) addSettled(scale float64, c *core, why string) {
	st := t.step("epa", scale)
	st.Direction, st.A, st.W = c.n, c.a, c.n.Scale(-c.dist)
	st.B = c.a.Sub(st.W)
	st.Lower, st.Upper, st.Exit = -c.upper, -c.lower, why
	t.Steps = append(t.Steps, st)
}

// flat records that EPA had nothing to do, as A - B lies in a plane on the grid.
func (t *Trace) flat(q *Query) {
	if t != nil {
		t.end(q, "epa", exitFlat)
	}
}

// closed records a closed form for the cores of q's pair: their distance, its unit direction d and the point a of A.
func (t *Trace) closed(q *Query, form string, d, a Vec, distance float64) {
	if t != nil {
		t.addClosed(q.m.scale, form, d, a, distance)
	}
}

// addClosed is closed for a trace that is there.
func (t *Trace) addClosed(scale float64, form string, d, a Vec, distance float64) {
	st := t.step("closed", scale)
	st.Direction, st.A, st.B, st.W = d.clean(), a, a.Add(d.Scale(distance)), d.Scale(-distance).clean()
	st.Lower, st.Upper, st.Exit = distance, distance, form
	t.Steps = append(t.Steps, st)
}

// plane records the height of the foot of the other shape above a half-space. other tells that the half-space comes first.
func (t *Trace) plane(p *planePair, foot Vec, height float64, other bool) {
	if t != nil {
		t.query(p.x, p.h, t.swapped != other)
		t.addClosed(p.scale, exitHalfSpace, p.down, foot, height)
	}
}

// exact records that the exact path decided, and the bracket that this left.
func (t *Trace) exact(scale float64, c *Contact) {
	if t != nil {
		st := t.step("exact", scale)
		st.Lower, st.Upper, st.Exit = c.Lower, c.Upper, c.Relation.String()
		t.Steps = append(t.Steps, st)
	}
}
