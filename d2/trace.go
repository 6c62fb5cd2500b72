package d2

import (
	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/decided"
)

// Trace records the steps of the queries of one Query, oldest first, and why each algorithm ended.
// It grows until Reset. Of a long run of EPA the turns are recorded up to 4096 vertices. A nil
// Trace records nothing and costs nothing. The zero value is empty and ready for use.
type Trace struct {
	Steps []Step

	// Margin is how much the cores of the last query were grown together, in the caller's unit: it
	// comes off the signed distance of the cores, which is what the steps are about. It is the sum
	// of the margins and, where no half-space takes part, of the inner discs of ellipses.
	Margin float64

	Tested  int // axes that SAT tested in the last query; 0 where SAT took no part
	Skipped int // axes that it left out: by culling, or after the early out of Relate

	frame   Pose // of the query under way, and whether its A is the second argument
	swapped bool
	started bool // first holds the vertex that GJK starts from, which no step has recorded
	first   Step
}

// Step is one turn of an algorithm, or the end of one that took no turn. GJK's first step finds the
// vertex that the simplex starts from; it is missing where a Cache gave the simplex.
//
// Points and bounds are in a frame about the centre of A, with A's axes, and lengths times 1/Scale
// are in the caller's unit: the point x of a step is Frame.Apply(x/Scale) in the world. A is the
// first shape in the order of position, rotation, kind and size, or the one beside a half-space;
// Swapped tells whether that is the second argument of the query.
type Step struct {
	Stage   collide.Stage
	Exit    collide.Exit   // why the stage ended here, ExitNone where it went on
	Region  collide.Region // gjk: the part of the simplex with W that carries its nearest point
	Axis    collide.Axis   // sat: the edge that Direction comes from
	Swapped bool           // whether A is the second argument of the query
	Scale   float64        // a power of two, the same in all steps of one algorithm
	Frame   Pose           // A's rotation, and its centre in the world in the caller's unit

	// Direction is, in gjk, the point of the simplex nearest the origin or an exact multiple; in
	// epa the edge's unit normal; in sat the axis; in closed a unit vector, for ExitBoxes the axis
	// of the world along which the boxes are apart.
	Direction Vec

	// A, B and W are the support points of A and B and their difference W, of A - B, that the step
	// found. In closed they are the witness points of the cores.
	A, B, W Vec

	Simplex  [3]Vec     // gjk: the vertices before the step; epa: the edge
	Size     int        // how many elements of Simplex count
	Vertices []Vec      // epa: the polygon before the step, counter-clockwise, Simplex first
	RangeA   [2]float64 // sat: the interval that A covers along Direction; ExitBoxes: its AABB
	RangeB   [2]float64 // sat and ExitBoxes: the same for B

	// Lower and Upper are the bounds that the step proved: in gjk, sat and closed of the cores'
	// signed distance, in epa of their depth, in exact of the signed distance. Upper is infinite
	// where the step has none; in gjk it is the distance of the simplex.
	Lower, Upper float64

	// Time and Until, in impact, are when the step looked at the bodies, and until when it has
	// proved them apart; in such a step Frame is the world's, Scale is 1, Direction is the normal
	// from A to B, A and B are the witness points, and the bounds are those of the signed distance
	// at Time. In cast they are the time at which the step looked, from the simplex and W less the
	// way so far, and until when contact is ruled out; the bounds are those of the
	// distance of the cores at Time.
	Time, Until float64
}

// Reset forgets all steps and keeps the memory.
func (t *Trace) Reset() { t.Steps = t.Steps[:0] }

// query notes that a query begins, with a for A, which may be the second argument.
func (t *Trace) query(a, b *Object, swapped bool) {
	if t != nil {
		t.Tested, t.Skipped = 0, 0
		t.about(a, b, swapped)
	}
}

// about notes which of the pair the steps take for A, and the margin.
func (t *Trace) about(a, b *Object, swapped bool) {
	t.frame, t.swapped, t.started = Pose{Pos: a.pos, Rot: a.pose.Rot}, swapped, false
	t.Margin = a.margin + b.margin
	if a.kind != kindHalfSpace && b.kind != kindHalfSpace {
		t.Margin = (a.margin + a.inner) + (b.margin + b.inner)
	}
}

// step returns a step of the query under way.
func (t *Trace) step(stage collide.Stage, scale float64) Step {
	return Step{Stage: stage, Scale: scale, Frame: t.frame, Swapped: t.swapped}
}

// found returns a step that found p by the search f; v is the step's Direction, along f.d or
// against it.
func (t *Trace) found(r *run, stage collide.Stage, v Vec, f *probe, p *vertex) Step {
	st := t.step(stage, r.m.scale)
	st.Direction, st.A, st.W = v, p.a, p.w
	st.B = r.m.rot.apply(f.b).Add(r.m.t)
	st.Lower = v.Dot(p.w) / v.Len()
	return st
}

// simplex keeps the vertices of s.
func (st *Step) simplex(s *simplex) {
	st.Size = s.n
	for i := range s.n {
		st.Simplex[i] = s.p[i].w
	}
}

// running returns the last step if it is a turn of the given stage, after which it went on, or else
// nil.
func (t *Trace) running(stage collide.Stage) *Step {
	if n := len(t.Steps); n > 0 && t.Steps[n-1].Stage == stage && t.Steps[n-1].Exit == collide.ExitNone {
		return &t.Steps[n-1]
	}
	return nil
}

// end marks the last turn of a stage, or records the end of one that took none.
func (t *Trace) end(r *run, stage collide.Stage, why collide.Exit) {
	if last := t.running(stage); last != nil {
		last.Exit = why
		return
	}
	st := t.step(stage, r.m.scale)
	st.Exit = why
	st.simplex(&r.s)
	if stage == collide.StageGJK {
		st.Region = st.region(&r.s)
	}
	t.Steps = append(t.Steps, st)
}

// region returns s as a part of the simplex of st with W.
func (st *Step) region(s *simplex) (part collide.Region) {
	if s.n == len(st.Simplex) {
		return collide.Region{N: 3, Vertices: [4]int8{0, 1, 2}}
	}
	for i := 0; i <= st.Size && int(part.N) < s.n; i++ {
		w := st.W
		if i < st.Size {
			w = st.Simplex[i]
		}
		if s.has(&vertex{w: w}) {
			part.Vertices[part.N] = int8(i)
			part.N++
		}
	}
	return part
}

// exact records that the exact path decided, and the bracket that this left.
func (t *Trace) exact(scale float64, c *Contact) {
	if t != nil {
		st := t.step(collide.StageExact, scale)
		st.Lower, st.Upper, st.Exit = c.Lower, c.Upper, decided.Exit(c.Relation)
		t.Steps = append(t.Steps, st)
	}
}
