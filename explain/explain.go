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
	r.best()
	if r.Algorithm == SAT {
		r.note("%d axes tested, %d left out", r.Tested, r.Skipped)
		if o.Cull == d2.CullSlab.String() {
			r.note("culling by slab is for the yes-or-no question; the depth takes all axes")
		}
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
	cull, err := culling(o.Cull, d2.CullNone, d2.CullSlab, d2.CullDepth)
	if err != nil {
		return err
	}
	opt := d2.Options{Tolerance: o.Tolerance, MaxIterations: o.MaxIterations, Trace: &t}
	switch {
	case r.general():
		opt.Algorithm = collide.GJK
	case r.Algorithm == SAT:
		opt.Algorithm, opt.Cull = collide.SAT, cull
	}
	q, err := d2.NewQuery(opt)
	if err != nil {
		return err
	}
	a, b := &r.Pair.A2, &r.Pair.B2
	c := q.Distance(a, b, nil)
	if r.Algorithm == SAT {
		r.Tested, r.Skipped = t.Tested, t.Skipped
	}
	r.Answer, r.Margin = scene.Answer2(c), t.Margin
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
	cull := d3.CullNone
	if o.Cull != d2.CullSlab.String() { // a mode of the plane
		var err error
		if cull, err = culling(o.Cull, d3.CullNone, d3.CullDepth); err != nil {
			return err
		}
	}
	opt := d3.Options{Tolerance: o.Tolerance, MaxIterations: o.MaxIterations, Trace: &t, Cull: cull}
	switch {
	case r.general():
		opt.Algorithm = collide.GJK
	case r.Algorithm == SAT:
		opt.Algorithm = collide.SAT
	}
	q, err := d3.NewQuery(opt)
	if err != nil {
		return err
	}
	a, b := &r.Pair.A3, &r.Pair.B3
	c := q.Distance(a, b, nil)
	r.Answer, r.Margin = scene.Answer3(c), t.Margin
	if r.Algorithm == SAT {
		r.Tested, r.Skipped = t.Tested, t.Skipped
	}
	boxes := bothBoxes(a, b)
	n := numbers{}
	for i := range t.Steps {
		s := from3(&t.Steps[i], boxes)
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
