// Package explain shows how an answer about a pair of shapes came about, step by step, as values.
// Package picture words and draws them.
//
//	r, err := explain.Pair(pair, explain.Options{})
//	picture.WriteTable(os.Stdout, r)
//
// A Report speaks of the pair as it was asked about: A is the first body, all points are in the
// world frame, directions and the difference A - B have the world's axes, lengths are in the
// caller's unit. (A Trace of d2 or d3, which a Report is made from, is in the solvers' own frame
// and scale.) Its numbers are for reading; the answer at its end is that of Distance, bit for bit.
//
// Besides the library's algorithms it shows the walk that tutorials teach as GJK, put right and
// exact: see Walk.
package explain

import (
	"math"
	"slices"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/scene"
)

// Pair returns how the answer about p comes about.
//
// The error is collide.ErrBadOption for an option that is not there or not a number, and
// collide.ErrUnsupportedPair for shapes that the walk cannot take, and for compounds: explain a
// pair of their parts. Cost: that of the query, and of keeping each step of it.
func Pair(p scene.Pair, o Options) (*Report, error) {
	r := &Report{Pair: p, A: name(o.A, "A"), B: name(o.B, "B"), Units: o.Units, Algorithm: o.Algorithm}
	if p.Dim != 2 && p.Dim != 3 {
		return nil, refused(collide.ErrWrongDimension, "dim", float64(p.Dim))
	}
	if p.PartsA2 != nil || p.PartsB2 != nil || p.PartsA3 != nil || p.PartsB3 != nil {
		return nil, refused(collide.ErrUnsupportedPair, "parts", math.NaN())
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
		err = refused(collide.ErrBadOption, "algorithm", float64(o.Algorithm))
	}
	if err != nil {
		return nil, err
	}
	r.Answer.ID, r.Answer.HasID = p.ID, p.HasID
	r.best()
	if r.Algorithm == SAT && o.Cull == d2.CullSlab {
		r.Notes = append(r.Notes, NoteCullSlab)
	}
	return r, nil
}

// refused returns the error about an argument.
func refused(code error, path string, value float64) error {
	return &collide.Error{Code: code, Path: path, Index: -1, Value: value}
}

// name returns s, or what stands for an empty one.
func name(s, otherwise string) string {
	if s == "" {
		return otherwise
	}
	return s
}

// query asks about the pair and takes the steps from the trace.
func (r *Report) query(o Options) error {
	algorithm := [...]collide.Algorithm{
		Auto: collide.Auto, GJK: collide.GJK, EPA: collide.GJK,
		SAT: collide.SAT,
	}[r.Algorithm]
	n := numbers{}
	if r.Pair.Dim == 2 {
		var t d2.Trace
		q, err := d2.NewQuery(d2.Options{
			Tolerance: o.Tolerance, MaxIterations: o.MaxIterations, Trace: &t,
			Algorithm: algorithm, Cull: o.Cull,
		})
		if err != nil {
			return err
		}
		r.Answer = scene.Answer2(q.Distance(&r.Pair.A2, &r.Pair.B2, nil))
		r.Margin, r.Tested, r.Skipped = t.Margin, t.Tested, t.Skipped
		for i := range t.Steps {
			r.Steps = append(r.Steps, n.convert(from2(&t.Steps[i])))
		}
		return nil
	}
	var t d3.Trace
	cull := d3.CullNone
	if o.Cull == d2.CullDepth {
		cull = d3.CullDepth
	}
	q, err := d3.NewQuery(d3.Options{
		Tolerance: o.Tolerance, MaxIterations: o.MaxIterations, Trace: &t,
		Algorithm: algorithm, Cull: cull,
	})
	if err != nil {
		return err
	}
	r.Answer = scene.Answer3(q.Distance(&r.Pair.A3, &r.Pair.B3, nil))
	r.Margin, r.Tested, r.Skipped = t.Margin, t.Tested, t.Skipped
	for i := range t.Steps {
		r.Steps = append(r.Steps, n.convert(from3(&t.Steps[i])))
	}
	return nil
}

// best marks the steps of SAT that take up an earlier axis of the same run again, and gives them
// its source.
func (r *Report) best() {
	from := 0 // where the run begins
	for i := range r.Steps {
		s := &r.Steps[i]
		if i > 0 && (s.Stage != r.Steps[i-1].Stage || r.Steps[i-1].Exit != collide.ExitNone) {
			from = i
		}
		if s.Stage != collide.StageSAT || s.Exit == collide.ExitNone || s.Direction == (vec{}) {
			continue
		}
		for k := range r.Steps[from:i] {
			if e := &r.Steps[from+k]; dot(e.Direction, s.Direction) > 1-1e-15 {
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
	ran := func(stage collide.Stage) bool {
		return slices.ContainsFunc(r.Steps, func(s Step) bool { return s.Stage == stage })
	}
	epa := ran(collide.StageEPA)
	switch {
	case ran(collide.StageClosed):
		r.Notes = append(r.Notes, NoteClosed)
	case r.Algorithm == EPA && !epa:
		r.Notes = append(r.Notes, NoteNoEPA)
	case r.Algorithm == GJK && epa:
		r.Steps = slices.DeleteFunc(r.Steps, func(s Step) bool { return s.Stage == collide.StageEPA })
		r.Notes = append(r.Notes, NoteEPALeft)
	}
}
