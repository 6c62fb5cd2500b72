// Package explain shows how an answer about a pair of shapes came about, step by step, as data, as JSON and as a table for people.
//
//	r, err := explain.Pair(pair, explain.Options{})
//	r.WriteTable(os.Stdout)
//
// A Report speaks of the pair as it was asked about: A is the first body, all points are in the world frame, directions and the
// difference A - B have the world's axes, lengths are in the caller's unit. (A Trace of d2 or d3, which a Report is made from, is in the
// solvers' own frame and scale.) Its numbers are for reading; the answer at its end is that of Distance, bit for bit.
//
// Besides the library's algorithms it shows the walk that tutorials teach as GJK, put right and exact: see Walk.
package explain

import (
	"fmt"
	"math"
	"slices"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/scene"
)

// The algorithms that Options.Algorithm chooses from.
const (
	Auto = "auto" // what Distance does
	GJK  = "gjk"  // GJK alone: the steps up to where it ends
	EPA  = "epa"  // GJK and EPA, also where Distance knows a shorter way
	SAT  = "sat"  // the separating axis test
	Walk = "walk" // the yes-or-no GJK of the tutorials, on the exact numbers; 2D, polygons, boxes, segments and points without margin
)

// Options steer Pair. The zero value means what Distance does, with its default options.
type Options struct {
	Algorithm     string     // one of the names above; empty means Auto
	Tolerance     float64    // as in the Options of d2 and d3
	MaxIterations int        // likewise
	Start         [2]float64 // walk: the first direction, in world axes; zero means (1, 0)
	Ties          Tie        // walk: which of several farthest vertices is taken
	Minkowski     bool       // walk: also the sums and differences of all pairs of corners
	Cull          string     // sat: the axes to leave out: "none", "slab" or "depth", as the Cull of d2 and d3; empty means none
	A, B          string     // the names of the bodies; empty means "A" and "B"
	Units         string     // a label of lengths
}

// Report tells how the answer about a pair came about.
type Report struct {
	Pair      scene.Pair // the bodies, in the order in which they were asked about: A2, B2 where Dim is 2, A3, B3 where it is 3
	A, B      string     // their names
	Units     string     // a label of lengths; may be empty
	Algorithm string     // as in Options, never empty
	Margin    float64    // the sum of the radii by which the cores are grown: GJK, EPA and closed forms work on the cores
	Steps     []Step     // in order
	Tested    int        // sat: how many axes were tested, and how many left out
	Skipped   int
	Minkowski []Combined   // walk, if asked for: A1 and B1, A1 and B2, and so on, in the order of the corners
	Notes     []string     // what a reader should know besides
	Answer    scene.Answer // of Distance, bit for bit that of `collide query` about the same pair; of SAT for that algorithm
}

// Step is one turn of an algorithm, or the end of one that took no turn. Of vectors the first Dim numbers count.
//
// C is the Minkowski difference A - B of the cores: all a - b with a in A and b in B. Its point W = A - B is the farthest along
// Direction, as A is farthest along it in the first body and B farthest against it in the second. The bodies grown by their
// margins are apart just when the disc (ball) of radius Report.Margin about the origin misses C.
type Step struct {
	Algorithm string     // "gjk", "epa", "sat", "closed", "exact" or "walk"
	Direction [3]float64 // where the step looked; a unit vector, but for walk, where it is as computed; zero where it looked nowhere. epa: the outward normal of the edge or face; sat: the axis, from A to B; closed: the normal, from A to B
	HasPoints bool       // whether A, B and W are set
	A, B      [3]float64 // the points that were found: of the first body's core and of the second's, world frame
	W         Vertex     // their difference, a point of C
	Simplex   []Vertex   // gjk, walk: the vertices before the step; epa: the two ends of the edge, or the three corners of the face, nearest to the origin
	Region    string     // gjk, walk: the part of the simplex with W that is nearest to the origin, and goes on: "vertex 2", "edge 1-3", "face 1-3-4" or "inside", by the numbers of the vertices; epa: the edge or face of Simplex; empty otherwise
	Kept      []Vertex   // gjk, walk: the vertices of Region; all of the simplex for "inside"
	Vertices  []Vertex   // epa: the polytope before the step; 2D: its ring, counter-clockwise, from the edge of the step on; 3D: all vertices so far
	Faces     [][3]int   // epa in 3D: triangles, as indices of Vertices, counter-clockwise seen from outside, that of the step first
	Axis      string     // sat: the feature or the two that the axis comes from, such as "face 3 of A"
	Best      bool       // sat: the axis is the best of those before, taken up again with the bounds that all of them prove
	RangeA    [2]float64 // sat: the interval that the first body's core covers along Direction, measured from the world's origin
	RangeB    [2]float64 // sat: the same for the second
	HasBounds bool       // whether Lower and Upper are set
	Lower     float64    // the lower bound that the step proved, of what Of names
	Upper     float64    // the upper bound, +Inf where the step has none
	Of        string     // what is bounded: "distance of the cores", "depth of the cores" or "signed distance"
	Dot       float64    // walk: W . Direction, rounded once
	Origin    string     // walk: where the origin lies, such as "on edge 1-2"
	Exit      string     // the word for why the algorithm ended here; empty where it goes on
	Reason    string     // the same as a sentence
}

// Vertex is a point of C with a number by which tables and pictures call it: 1 for the first that the report mentions, and so on. The
// same point has the same number throughout a report. Number 0 is no vertex.
type Vertex struct {
	Number int
	At     [3]float64
}

// Combined is a corner of A taken together with one of B.
type Combined struct {
	A, B            int        // the numbers of the corners, from 1
	PointA, PointB  [3]float64 // where they are in the world
	Sum, Difference [3]float64 // candidates for the corners of the Minkowski sum and difference, rounded once
}

// Tie is the rule of Walk for several vertices that are farthest.
type Tie uint8

// First takes the vertex that comes first in the order in which the shape was given, Last the one that comes last.
const (
	First Tie = iota
	Last
)

// Pair returns how the answer about p comes about.
//
// The error is collide.ErrBadOption for an option that is not there or not a number, and collide.ErrUnsupportedPair for shapes that
// the algorithm cannot take, and for compounds: explain a pair of their parts. Cost: that of the query, and of keeping each step of it.
func Pair(p scene.Pair, o Options) (*Report, error) {
	r := &Report{Pair: p, A: name(o.A, "A"), B: name(o.B, "B"), Units: o.Units, Algorithm: name(o.Algorithm, Auto)}
	if p.Dim != 2 && p.Dim != 3 {
		return nil, &collide.Error{Code: collide.ErrWrongDimension, Path: "dim", Index: -1, Value: float64(p.Dim)}
	}
	if p.PartsA2 != nil || p.PartsB2 != nil || p.PartsA3 != nil || p.PartsB3 != nil {
		return nil, &collide.Error{Code: collide.ErrUnsupportedPair, Path: "parts", Index: -1, Value: math.NaN()}
	}
	if halfSpaces(&p) {
		return nil, &collide.Error{Code: collide.ErrUnsupportedPair, Path: "b.shape", Index: -1, Value: math.NaN()}
	}
	var err error
	switch r.Algorithm {
	case Auto, GJK, EPA, SAT:
		if err = r.query(o); err == nil {
			r.choose()
		}
	case Walk:
		err = r.walk(o)
	default:
		err = &collide.Error{Code: collide.ErrBadOption, Path: "algorithm", Index: -1, Value: math.NaN()}
	}
	if err != nil {
		return nil, err
	}
	r.Answer.ID, r.Answer.HasID = p.ID, p.HasID
	if r.Algorithm == SAT {
		r.best()
		r.note("%d axes tested, %d left out", r.Tested, r.Skipped)
	}
	if r.Margin > 0 {
		r.note("the cores are grown by %v in all, which comes off their signed distance", r.Margin)
	}
	return r, nil
}

// halfSpaces reports whether both bodies are half-spaces, which have no answer.
func halfSpaces(p *scene.Pair) bool {
	switch p.Dim {
	case 2:
		_, a := p.A2.Shape().(d2.HalfSpace)
		_, b := p.B2.Shape().(d2.HalfSpace)
		return a && b
	default:
		_, a := p.A3.Shape().(d3.HalfSpace)
		_, b := p.B3.Shape().(d3.HalfSpace)
		return a && b
	}
}

// name returns s, or what stands for an empty one.
func name(s, otherwise string) string {
	if s == "" {
		return otherwise
	}
	return s
}

// note adds a note.
func (r *Report) note(format string, args ...any) {
	r.Notes = append(r.Notes, fmt.Sprintf(format, args...))
}

// query asks about the pair and takes the steps from the trace.
func (r *Report) query(o Options) error {
	if r.Pair.Dim == 2 {
		return r.query2(o)
	}
	return r.query3(o)
}

// general reports whether closed forms are not wanted.
func (r *Report) general() bool { return r.Algorithm == GJK || r.Algorithm == EPA }

// query2 is query in the plane.
func (r *Report) query2(o Options) error {
	var t d2.Trace
	q, err := d2.NewQuery(d2.Options{Tolerance: o.Tolerance, MaxIterations: o.MaxIterations, Trace: &t, General: r.general()})
	if err != nil {
		return err
	}
	cull, err := culling(o.Cull, d2.CullNone, d2.CullSlab, d2.CullDepth)
	if err != nil {
		return err
	}
	a, b := &r.Pair.A2, &r.Pair.B2
	r.Margin = a.Shape().Margin() + b.Shape().Margin()
	var c d2.Contact
	if r.Algorithm == SAT {
		var st d2.SATStats
		c, st, err = q.SAT(a, b, d2.SATOptions{Cull: cull}, nil)
		r.Tested, r.Skipped = st.Tested, st.Skipped
	} else {
		c = q.Distance(a, b, nil)
	}
	r.Answer = scene.Answer2(c)
	n := numbers{}
	for i := range t.Steps {
		s := from2(&t.Steps[i])
		r.Steps = append(r.Steps, n.convert(&s))
	}
	return err
}

// query3 is query in space.
func (r *Report) query3(o Options) error {
	var t d3.Trace
	q, err := d3.NewQuery(d3.Options{Tolerance: o.Tolerance, MaxIterations: o.MaxIterations, Trace: &t, General: r.general()})
	if err != nil {
		return err
	}
	cull, err := culling(o.Cull, d3.CullNone, d3.CullSlab, d3.CullDepth)
	if err != nil {
		return err
	}
	a, b := &r.Pair.A3, &r.Pair.B3
	r.Margin = a.Shape().Margin() + b.Shape().Margin()
	var c d3.Contact
	if r.Algorithm == SAT {
		var st d3.SATStats
		c, st, err = q.SAT(a, b, d3.SATOptions{Cull: cull}, nil)
		r.Tested, r.Skipped = st.Tested, st.Skipped
	} else {
		c = q.Distance(a, b, nil)
	}
	r.Answer = scene.Answer3(c)
	n := numbers{}
	for i := range t.Steps {
		s := from3(&t.Steps[i])
		r.Steps = append(r.Steps, n.convert(&s))
	}
	return err
}

// culling returns the one of the modes that has this name.
func culling[C fmt.Stringer](name string, modes ...C) (C, error) {
	for i, m := range modes {
		if name == m.String() || name == "" && i == 0 {
			return m, nil
		}
	}
	return modes[0], &collide.Error{Code: collide.ErrBadOption, Path: "cull", Index: -1, Value: math.NaN()}
}

// best marks the steps of SAT that take up an earlier axis again, and gives them its name.
func (r *Report) best() {
	for i := range r.Steps {
		s := &r.Steps[i]
		if s.Algorithm != SAT || s.Exit == "" || s.Direction == (vec{}) {
			continue
		}
		for k := range r.Steps[:i] {
			if e := &r.Steps[k]; e.Algorithm == SAT && dot(e.Direction, s.Direction) > 1-1e-15 {
				s.Best, s.Axis = true, e.Axis
				break
			}
		}
	}
}

// choose leaves out the steps that were not asked for, and says so.
func (r *Report) choose() {
	if r.Algorithm != GJK && r.Algorithm != EPA {
		return
	}
	ran := map[string]bool{}
	for i := range r.Steps {
		ran[r.Steps[i].Algorithm] = true
	}
	switch {
	case ran["closed"]:
		r.note("a pair with a half-space takes its closed form alone")
	case r.Algorithm == EPA && !ran["epa"]:
		r.note("the cores are apart, so that GJK alone answers")
	case r.Algorithm == GJK && ran["epa"]:
		r.Steps = slices.DeleteFunc(r.Steps, func(s Step) bool { return s.Algorithm == "epa" })
		r.note("the depth in the answer took EPA; the algorithm epa shows it")
	}
}
