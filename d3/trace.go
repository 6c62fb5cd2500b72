package d3

import (
	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/decided"
)

// Trace records the steps of the queries of one Query, oldest first, and why each stage ended. It
// grows until Reset; of a long run of EPA the turns are recorded up to 4096 vertices. A nil Trace
// records nothing and costs nothing.
//
// Steps are in the solvers' frame and scale, not in the caller's: Step says how to get there. The
// other fields are about the last query.
type Trace struct {
	Steps []Step

	// Margin is how much the cores were grown in all, in the caller's unit: it comes off the signed
	// distance of the cores, which is what the steps are about. It is the sum of the margins and of
	// the inner balls of ellipsoids; beside a half-space nothing is split off an ellipsoid.
	Margin float64

	// Tested and Skipped are how many axes the separating axis test took, and how many it left out:
	// by culling, by the Gauss map or arcs, as parallel edges, or after an axis that separates.
	Tested, Skipped int

	frame   Pose // of the query under way, and whether its A is the second argument
	swapped bool
	started bool // first holds the vertex that GJK starts from, which no step has recorded
	first   Step
}

// Step is one turn of an algorithm, or the end of one that took no turn. GJK's first step finds the
// vertex that the simplex starts from; it is missing where a Cache gave the simplex.
//
// Points and bounds are in the solvers' frame and scale: about the centre of A, with A's axes, and
// lengths times 1/Scale are in the caller's unit. The point x of a step is Frame.Apply(x/Scale) in
// the world. A is the first shape in the order of position, rotation, kind and size, or the one
// beside a half-space; Swapped tells whether that is the second argument of the query.
type Step struct {
	Stage   collide.Stage
	Exit    collide.Exit   // why the stage ended here, ExitNone where it went on
	Region  collide.Region // gjk: the part of the simplex with W that carries its point nearest the origin
	Axis    collide.Axis   // sat: the features that Direction comes from
	Swapped bool           // whether A is the second argument of the query
	Scale   float64        // a power of two, the same in all steps of a query
	Frame   Pose           // the rotation of A, and the place of its centre in the world in the caller's unit

	// Direction is, in gjk, the point of the simplex nearest the origin or an exact multiple; in
	// epa the face's unit normal; in sat the axis; in closed a unit vector, for ExitBoxes the axis
	// of the world along which the boxes are apart.
	Direction Vec

	// A, B and W are the support points of A and B and their difference W, of A - B, that the step
	// found. In closed, and in epa where something else took its place, they are the witness points
	// of the cores.
	A, B, W Vec

	Simplex  [4]Vec     // gjk: the vertices before the step; epa: the face
	Size     int        // how many elements of Simplex count
	Vertices []Vec      // epa: the vertices of the polytope before the step, and those that it has outgrown
	Faces    [][3]int32 // epa: its triangles, counter-clockwise seen from outside; first that of the step, if any
	RangeA   [2]float64 // sat: the interval that A covers along Direction
	RangeB   [2]float64 // sat: the same for B

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
		t.frame, t.swapped, t.started = Pose{Pos: a.pos, Rot: a.pose.Rot}, swapped, false
		t.Margin, t.Tested, t.Skipped = a.margin+b.margin, 0, 0
		if a.kind != kindHalfSpace && b.kind != kindHalfSpace {
			t.Margin = (a.margin + a.inner) + (b.margin + b.inner)
		}
	}
}

// step returns a step of the query under way.
func (t *Trace) step(stage collide.Stage, scale float64) Step {
	return Step{Stage: stage, Scale: scale, Frame: t.frame, Swapped: t.swapped}
}

// found returns a step that looked for p along -v, in the last search.
func (t *Trace) found(m *minkowski, stage collide.Stage, v Vec, p *vertex) Step {
	st := t.step(stage, m.scale)
	st.Direction, st.A, st.W = v, p.a, p.w
	st.B = m.rot.apply(m.found.b).Add(m.t)
	st.Lower = v.Dot(p.w) / v.Len()
	return st
}

// last returns the last step if it is a turn of the stage that has not ended, or nil.
func (t *Trace) last(stage collide.Stage) *Step {
	if n := len(t.Steps); n > 0 && t.Steps[n-1].Stage == stage && t.Steps[n-1].Exit == collide.ExitNone {
		return &t.Steps[n-1]
	}
	return nil
}

// end marks the last turn of a stage, or records the end of one that took none, with the simplex of
// r. It returns the step.
func (t *Trace) end(r *run, stage collide.Stage, exit collide.Exit) *Step {
	st := t.last(stage)
	if st == nil {
		t.Steps = append(t.Steps, t.step(stage, r.m.scale))
		st = &t.Steps[len(t.Steps)-1]
		st.simplex(&r.s)
	}
	st.Exit = exit
	return st
}

// simplex keeps the vertices of s.
func (st *Step) simplex(s *simplex) {
	st.Size = s.n
	for i := range s.n {
		st.Simplex[i] = s.p[i].w
	}
}

// exact records that the exact path decided, and the bracket that this left.
func (t *Trace) exact(scale float64, c *Contact) {
	if t != nil {
		st := t.step(collide.StageExact, scale)
		st.Lower, st.Upper, st.Exit = c.Lower, c.Upper, decided.Exit(c.Relation)
		t.Steps = append(t.Steps, st)
	}
}

// settled records what took the place of EPA, or ended it by another proof: the normal, the witness
// points of the cores, and the bounds of the depth.
func (t *Trace) settled(r *run, k *core, exit collide.Exit) {
	if t != nil {
		t.addSettled(r.m.scale, k, exit)
	}
}

// addSettled is settled for a trace that is there.
func (t *Trace) addSettled(scale float64, k *core, exit collide.Exit) {
	st := t.step(collide.StageEPA, scale)
	st.Direction, st.A, st.W = k.n, k.a, k.n.Scale(-k.dist)
	st.B = k.a.Sub(st.W)
	st.Lower, st.Upper, st.Exit = -k.upper, -k.lower, exit
	t.Steps = append(t.Steps, st)
}
